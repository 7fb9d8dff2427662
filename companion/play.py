"""The flows of a running game: what every key and every tap does, and what the main display shows.

All of them are pure; ``companion/desk.py`` carries out what they reply.  The tables of keys and taps
are in ``companion/play_table.py``.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.doors import pressed
from companion.flow import STAY, Context, Flow, Flows, Mode, PickCard, Playing, Press, Refused, Reply, Tap
from companion.picklist import can_come
from companion.play_claim import CLAIM_KEYS
from companion.play_claim import draw as draw_claim
from companion.play_modes import Claiming, WithoutReader
from companion.play_moment import Moment, moment_of
from companion.play_pages import held, own_cards, page_flows
from companion.play_refused import refused, refused_flow
from companion.play_situation import Situation, place, seat_to_act, situation
from companion.play_table import KEYS, SEAT_KEYS, TAPS, gamble
from companion.screens.main import (
    changes_s,
    picks,
    playing_screen,
    reader_missed,
    without_reader_screen,
)
from companion.screens.scene import scene_of
from companion.screens.trouble import no_reader
from engine.portroyal.discover import may_gamble

__all__ = ["PLAY_FLOWS", "play_flows", "playing_key", "refused", "tapped", "without_key"]


# -- the game ----------------------------------------------------------------------------
def _key(mode: Mode, ctx: Context, press: Press) -> Reply:
    """Answer a key of the table, or the key of a seat."""
    press = pressed(ctx, press)
    moment = moment_of(mode, ctx)
    if press.seat is not None:
        return _seat_key(moment, press, SEAT_KEYS.get(_open(moment), ("", "")))
    everywhere = held(mode, ctx, press)
    return everywhere if everywhere is not None else _own_key(moment, press.key + "-held" * press.long)


def _open(moment: Moment) -> Situation:
    return situation(moment.rules, moment.state)


def _own_key(moment: Moment, name: str) -> Reply:
    answer = KEYS.get((_open(moment), name))
    return answer(moment) if answer else STAY


def _seat_key(moment: Moment, press: Press, keys: tuple[str, str]) -> Reply:
    """Let the seat that is asked answer with its own key; others look at their cards."""
    assert press.seat is not None
    key = keys[press.long]
    if press.seat == seat_to_act(moment.state) and any(keys):
        return _own_key(moment, key) if key else STAY
    return STAY if press.long else own_cards(moment.mode, moment.ctx, press.seat)


def _tap(mode: Mode, ctx: Context, tap: Tap) -> Reply:
    """Answer a tap by where the device believes the card lies."""
    moment = moment_of(mode, ctx)
    return tapped(moment, tap, _open(moment))


def tapped(moment: Moment, tap: Tap, now: Situation) -> Reply:
    """Answer a tap by what is open, and by where the device believes the card lies."""
    if tap.several:
        return moment.refuse("two-tags")
    if tap.card is None:
        return moment.refuse("unknown-tag", uid=tap.uid)
    return TAPS[now][place(moment.state, tap.card)](moment, tap.card)


# -- the game while the reader is lost ---------------------------------------------------
def playing_key(mode: Mode, ctx: Context, press: Press) -> Reply:
    """Answer a key; the loss of the reader is shown until YES or NO has answered it (DV1)."""
    if press.key in ("yes", "no") and not press.long and reader_missed(scene_of(ctx)):
        return pick(WithoutReader(), ctx) if press.key == "yes" else Reply(mode=WithoutReader())
    return _list_key(mode, ctx, press) if picks(scene_of(ctx)) else _key(mode, ctx, press)


def _list_key(mode: Mode, ctx: Context, press: Press) -> Reply:
    """Answer a key where YES picks a card from a list; NO turns up four then, for who may gamble."""
    if not press.long:
        if press.key == "yes":
            return pick(mode, ctx)
        if press.key == "no" and _may_gamble(moment_of(mode, ctx)):
            return gamble(moment_of(mode, ctx))
    return _key(mode, ctx, press)


def without_key(mode: WithoutReader, ctx: Context, press: Press) -> Reply:
    """Answer a key while cards are picked from a list instead of being tapped."""
    if not no_reader(ctx):
        return back_to_taps(_key(Playing(), ctx, press))
    return _list_key(mode, ctx, press) if reader_missed(scene_of(ctx)) else _key(mode, ctx, press)


def _may_gamble(moment: Moment) -> bool:
    discovers = _open(moment) in ("first", "running")
    return discovers and may_gamble(moment.rules, moment.state, moment.state.active)


def _without_tap(mode: WithoutReader, ctx: Context, tap: Tap) -> Reply:
    return _tap(mode, ctx, tap) if no_reader(ctx) else back_to_taps(_tap(Playing(), ctx, tap))


def back_to_taps(reply: Reply) -> Reply:
    """Go on as usual: the reader is back."""
    return replace(reply, mode=reply.mode or Playing())


def pick(under: Mode, ctx: Context) -> Reply:
    assert ctx.session is not None
    return Reply(mode=PickCard(under=under, cards=can_come(ctx.session, ctx.untagged)))


# -- choosing persons --------------------------------------------------------------------
def _claim_key(mode: Claiming, ctx: Context, press: Press) -> Reply:
    press = pressed(ctx, press)
    moment = moment_of(mode, ctx)
    if press.seat is not None and press.seat == seat_to_act(moment.state):
        return CLAIM_KEYS["no" if press.long else "yes"](moment)
    if press.seat is not None:
        return STAY
    everywhere = held(mode, ctx, press)
    if everywhere is not None:
        return everywhere
    return CLAIM_KEYS[press.key](moment) if press.key in CLAIM_KEYS and not press.long else STAY


def _claim_tap(mode: Claiming, ctx: Context, tap: Tap) -> Reply:
    return tapped(moment_of(mode, ctx), tap, "claim")


# -- all together ------------------------------------------------------------------------
def play_flows(flows: Mapping[type[Mode], Flow]) -> Flows:
    """Give the flows of a running game; what lies under a page is looked up in ``flows`` when needed."""
    return {
        Playing: Flow(
            draw=lambda mode, ctx: playing_screen(ctx), key=playing_key, tap=_tap, changes_s=_changes_s
        ),
        WithoutReader: Flow(
            draw=lambda mode, ctx: without_reader_screen(ctx),
            key=without_key,
            tap=_without_tap,
            changes_s=_changes_s,
        ),
        Claiming: Flow(draw=draw_claim, key=_claim_key, tap=_claim_tap, asks=True),
        Refused: refused_flow(flows),
        **page_flows(flows),
    }


def _changes_s(mode: Mode, ctx: Context) -> float | None:
    return changes_s(ctx)


def _alone() -> Flows:
    flows: dict[type[Mode], Flow] = {}
    flows.update(play_flows(flows))
    return flows


PLAY_FLOWS: Flows = _alone()
"""The flows of a running game by themselves."""
