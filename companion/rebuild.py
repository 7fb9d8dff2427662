"""Takes the whole table over as it lies, seat by seat, when everybody lost track (RB1).

The stages are in ``companion/rebuild_steps.py``; the result is one entry, and nothing changes before
it is complete.  Source: device-ux.md 6.4.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.doors import closes, ground
from companion.flow import STAY, Context, Flow, Flows, Mode, Press, Reply, Tap
from companion.rebuild_steps import STEPS, LeavingRebuild, Rebuilding, here, problem, with_cards
from companion.screen import Screen, headline, screen
from engine.session import Session


def rebuild_flows() -> Flows:
    """Give the flows of a rebuild."""
    return {
        Rebuilding: Flow(draw=_draw, key=_key, tap=_tap, asks=True),
        LeavingRebuild: Flow(draw=_draw_leaving, key=_key_leaving, tap=_tap_leaving),
    }


def rebuilding(under: Mode, session: Session) -> Rebuilding:
    """Begin with nothing tapped, and with the coins and the turn that the device believes in."""
    state = session.state
    coins = tuple(player.coins for player in state.players)
    return Rebuilding(under, coins, ((),) * len(coins), active=state.active)


# -- the flow ----------------------------------------------------------------------------
def _draw(mode: Rebuilding, ctx: Context) -> Screen:
    return STEPS[mode.stage].draw(mode, ctx, _session(ctx))


def _key(mode: Rebuilding, ctx: Context, press: Press) -> Reply:
    return STEPS[mode.stage].key(mode, ctx, _session(ctx), press)


def _tap(mode: Rebuilding, ctx: Context, tap: Tap) -> Reply:
    """Lay a card where the rebuild has got to, or say why it cannot lie there."""
    if tap.several:
        return _noticed(mode, ctx.texts("notice.several"))
    if tap.card is None:
        return _noticed(mode, ctx.texts("notice.unknown"))
    if not STEPS[mode.stage].takes_cards:
        return _noticed(mode, ctx.texts("rebuild.not-now"))
    session = _session(ctx)
    if wrong := problem(mode, ctx, session, session.table.rules.cards[tap.card]):
        return _noticed(mode, wrong)
    return Reply(mode=with_cards(mode, (*here(mode), tap.card)), signal="tick")


def _noticed(mode: Rebuilding, notice: str) -> Reply:
    return Reply(mode=replace(mode, notice=notice), signal="refused")


# -- leaving -----------------------------------------------------------------------------
def _draw_leaving(mode: LeavingRebuild, ctx: Context) -> Screen:
    texts = ctx.texts
    body = (headline(texts("rebuild.leave")), "", texts("rebuild.leave.lost"), texts("rebuild.leave.as-was"))
    return screen(texts("rebuild.leave.header"), *body, keys=texts("rebuild.leave.keys"))


def _key_leaving(mode: LeavingRebuild, ctx: Context, press: Press) -> Reply:
    if closes(press) or (press.key == "no" and not press.long):
        return Reply(mode=mode.under)
    return Reply(mode=ground(mode)) if press.key == "yes" and not press.long else STAY


def _tap_leaving(mode: LeavingRebuild, ctx: Context, tap: Tap) -> Reply:
    """Go on with the rebuild: who taps another card has not given up."""
    reply = _tap(mode.under, ctx, tap)
    return replace(reply, mode=reply.mode or mode.under)


def _session(ctx: Context) -> Session:
    assert ctx.session is not None, "a rebuild needs a game"
    return ctx.session
