"""Refusals: makes a screen of one, and answers its keys (ER1 to ER8)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from companion.corrections import edit_coins
from companion.decks.numbers import unusable
from companion.doors import ground, pressed
from companion.flow import UNNAMED, Context, Flow, Menu, Mode, PickCard, Press, Refused, Reply, Tap
from companion.picklist import can_come, one_each
from companion.play_fixes import CORRECTS, fix_commands
from companion.play_modes import Claiming
from companion.play_moment import lasting
from companion.play_pages import held, through
from companion.screens.refusals import refusal
from engine.kernel import Illegal


def refused(mode: Mode, illegal: Illegal, tap: Tap | None, ctx: Context) -> Refused:
    """Make the flow that shows a refusal over the one that goes on."""
    unnamed = illegal.key in UNNAMED
    return Refused(
        key=illegal.key,
        sentence=str(illegal),
        facts={} if unnamed else dict(illegal.facts),
        under=lasting(mode),
        tap=None if unnamed else tap,
    )


def _key(flows: Mapping[type[Mode], Flow], mode: Refused, ctx: Context, press: Press) -> Reply:
    """Let YES mend and NO ignore; other keys are those underneath."""
    press = pressed(ctx, press)
    if not press.long and press.key == "yes":
        reply = mend(mode, ctx)
        if reply is not None:
            return reply
    if not press.long and press.key == "no":
        return Reply(mode=mode.under)
    everywhere = held(mode, ctx, press) if ctx.session else None
    return everywhere or through(flows, mode, ctx, press)


def mend(mode: Refused, ctx: Context) -> Reply | None:
    """Give what YES does about a refusal, None when there is nothing to mend."""
    if ctx.session is None:
        return None
    if mode.key in MENDS:
        return MENDS[mode.key](mode, ctx)
    commands = fix_commands(mode, ctx)
    if not commands:
        return None
    return Reply(play=commands, mode=mode.under, announce=mode.facts.get("here") in CORRECTS)


def _pick(mode: Refused, ctx: Context) -> Reply:
    """Ask which card the unknown tag is on: one of those that can come."""
    session: Any = ctx.session
    claims = isinstance(mode.under, Claiming)
    return pick_for_tag(mode, ctx, _persons(ctx) if claims else can_come(session, ctx.untagged))


def pick_for_tag(mode: Refused, ctx: Context, cards: tuple[int, ...]) -> Reply:
    """Ask which of some cards an unknown tag is on; one that can stand for no card is not learned (R6)."""
    uid = mode.tap.uid if mode.tap else ""
    bad = bool(uid) and unusable(uid, ctx.box.deck.cards if ctx.box else ()) is not None
    pick = PickCard(under=mode.under, cards=cards, uid="" if bad else uid)
    return Reply(mode=pick, note=ctx.texts("deck.unfit") if bad else "")


def _persons(ctx: Context) -> tuple[int, ...]:
    """Give the persons that may go on an expedition: those before the active player."""
    session: Any = ctx.session
    return one_each(session, session.state.players[session.state.active].display, ctx.untagged)


def _recount(mode: Refused, ctx: Context) -> Reply:
    """Count the coins of who cannot pay."""
    session: Any = ctx.session
    return Reply(mode=edit_coins(mode.under, session, mode.facts["seat"]))


def _correct(mode: Refused, ctx: Context) -> Reply:
    """Open the menu of corrections; what was read stays unknown."""
    return Reply(mode=Menu(under=ground(mode), path=("correct",)))


MENDS: Mapping[str, Callable[[Refused, Context], Reply]] = {
    "unknown-tag": _pick,
    "too-dear": _recount,
    "not-here": _correct,
}
"""What YES does about refusals that no command mends."""


def refused_flow(flows: Mapping[type[Mode], Flow]) -> Flow:
    """Give the flow of ``Refused``, over those in the table that is passed."""
    return Flow(draw=refusal, key=partial(_key, flows), tap=partial(through, flows))
