"""Sets right by hand what the device believes: coins of a player, where a card lies, whose turn it is.

Each is one entry of the log, announced and undoable.  Source: device-ux.md 6.4 (CO1, CO2).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.doors import Doors, closes, corrected, ground, in_list, keep_tap, list_key, tap_ground
from companion.flow import STAY, Context, Flow, Flows, Mode, PickCard, Press, Reply, Tap
from companion.lists import cut, listed, upper
from companion.picklist import one_each, place_name
from companion.play_fixes import may
from companion.play_moment import moment_of, refused_by_rules
from companion.screen import Screen, headline, screen
from engine.kernel import Command
from engine.portroyal.correction_messages import MoveCard, SetCoins, SetTurn
from engine.portroyal.corrections import PHASES
from engine.portroyal.messages import Taking
from engine.portroyal.piles import place_of
from engine.portroyal.state import clockwise
from engine.session import Session

FIVE = 5
"""What a held key of a number editor adds or takes away."""


class WhoseCoins(msgspec.Struct, frozen=True):
    """Asks whose coins were counted."""

    under: Mode
    cursor: int = 0


class EditCoins(msgspec.Struct, frozen=True):
    """Sets the coins of a player to what the table counts (CO1)."""

    under: Mode
    seat: int
    coins: int
    """The number set so far."""
    device: int
    """What the device believed."""


class EditPlace(msgspec.Struct, frozen=True):
    """Says where a card really lies (CO2): first which card, then the place."""

    under: Mode
    card: int = -1
    cursor: int = 0
    notice: str = ""


class EditTurn(msgspec.Struct, frozen=True):
    """Says whose turn it really is, then in which phase."""

    under: Mode
    active: int = -1
    cursor: int = 0


def corrections_flows(doors: Doors) -> Flows:
    """Give the flows of the corrections."""
    return {
        WhoseCoins: Flow(draw=_draw_whose, key=_key_whose, tap=partial(tap_ground, doors)),
        EditCoins: Flow(draw=_draw_coins, key=_key_coins, tap=keep_tap, asks=True),
        EditPlace: Flow(draw=_draw_place, key=_key_place, tap=_tap_place),
        EditTurn: Flow(draw=_draw_turn, key=_key_turn, tap=keep_tap, asks=True),
    }


def whose_coins(under: Mode, session: Session) -> WhoseCoins:
    """Begin with the player who must decide now: his coins are the ones that are looked at."""
    asked = session.state.asked
    return WhoseCoins(under, asked.seat if asked else session.state.active)


def edit_coins(under: Mode, session: Session, seat: int) -> EditCoins:
    """Begin with what the device believes."""
    coins = session.state.players[seat].coins
    return EditCoins(under, seat, coins, coins)


def edit_turn(under: Mode, session: Session) -> EditTurn:
    """Begin with the player whose turn the device believes it is."""
    return EditTurn(under, cursor=session.state.active)


# -- coins -------------------------------------------------------------------------------
def _draw_whose(mode: WhoseCoins, ctx: Context) -> Screen:
    session = _session(ctx)
    players = zip(session.table.rules.names, session.state.players, strict=True)
    lines = [ctx.texts("fix.whose.line", name=cut(name), coins=player.coins) for name, player in players]
    body = listed(ctx.texts, lines, mode.cursor)
    return screen(ctx.texts("fix.whose.header"), *body, keys=ctx.texts("fix.list.keys"))


def _key_whose(mode: WhoseCoins, ctx: Context, press: Press) -> Reply:
    session = _session(ctx)
    return list_key(
        mode,
        press,
        session.table.rules.seats,
        lambda seat: Reply(mode=edit_coins(mode.under, session, seat)),
    )


def _draw_coins(mode: EditCoins, ctx: Context) -> Screen:
    name = _session(ctx).table.rules.names[mode.seat]
    more = mode.coins - mode.device
    return screen(
        ctx.texts("fix.coins.header", name=upper(name)),
        headline(ctx.texts("fix.coins.now", coins=mode.coins)),
        ctx.texts("fix.coins.device", coins=mode.device),
        ctx.texts("fix.coins.table", coins=mode.coins),
        ctx.texts("fix.coins.log", difference=more) if more else ctx.texts("fix.coins.same"),
        ctx.texts("fix.coins.help"),
        keys=ctx.texts("number.keys"),
    )


def _key_coins(mode: EditCoins, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.key in ("next", "no"):
        coins = counted(mode.coins, press, most_coins(_session(ctx), mode.seat))
        moved = coins != mode.coins
        return Reply(mode=replace(mode, coins=coins), signal=None if moved else "refused")
    if press.key == "yes" and not press.long:
        return _save_coins(mode, ctx)
    return STAY


def counted(coins: int, press: Press, most: int) -> int:
    """Give the number after a key of a number editor: one more or less, five when held."""
    step = FIVE if press.long else 1
    return max(0, min(most, coins + (step if press.key == "next" else -step)))


def most_coins(session: Session, seat: int) -> int:
    """Count the coins a player could have: his own, and all that nobody has seen (P3)."""
    state = session.state
    return int(state.players[seat].coins + state.pile + state.paid)


def _save_coins(mode: EditCoins, ctx: Context) -> Reply:
    session = _session(ctx)
    if mode.coins == session.state.players[mode.seat].coins:
        return Reply(mode=ground(mode), note=ctx.texts("fix.nothing"))
    return corrected(mode, SetCoins(mode.seat, mode.coins))


# -- a card ------------------------------------------------------------------------------
def _draw_place(mode: EditPlace, ctx: Context) -> Screen:
    texts = ctx.texts
    if mode.card < 0:
        body = (texts("fix.place.tap"), texts("fix.place.which"), "", mode.notice)
        return screen(texts("fix.place.header"), *body, keys=texts("fix.place.keys"))
    session = _session(ctx)
    card = session.table.rules.cards[mode.card]
    lines = [place_name(ctx, move.place, move.seat) for move in moves(session, mode.card)]
    return screen(
        texts("fix.place.card", card=ctx.names.label(card.kind), copy=card.copy),
        texts("fix.place.device", place=place_name(ctx, *place_of(session.state, mode.card))),
        texts("fix.place.really"),
        *listed(texts, lines, mode.cursor, room=4),
        keys=texts("fix.list.keys"),
    )


def moves(session: Session, card: int) -> tuple[MoveCard, ...]:
    """Give every move of a card that the rules accept, the likely ones first."""
    return tuple(move for move in _places(session, card) if may(session, move))


def _places(session: Session, card: int) -> list[MoveCard]:
    state = session.state
    first = state.asked.seat if state.asked else state.active
    before = [("display", seat) for seat in clockwise(state, first)]
    rows = [("harbor", -1), ("expeditions", -1)]
    piles = [("discard", -1), ("pile", -1), ("box", -1)]
    return [MoveCard(card, place, seat) for place, seat in (*rows, *before, *piles)]


def _tap_place(mode: EditPlace, ctx: Context, tap: Tap) -> Reply:
    """Take the card tapped as the one that lies elsewhere; another one may follow it."""
    if tap.several:
        return _noticed(mode, ctx, "notice.several")
    if tap.card is None:
        return _noticed(mode, ctx, "notice.unknown")
    session = _session(ctx)
    if not moves(session, tap.card):
        return refused_by_rules(moment_of(mode, ctx), MoveCard(tap.card, "box"))
    return Reply(mode=replace(mode, card=tap.card, cursor=0, notice=""))


def _noticed(mode: EditPlace, ctx: Context, key: str) -> Reply:
    return Reply(mode=replace(mode, card=-1, notice=ctx.texts(key)), signal="refused")


def _key_place(mode: EditPlace, ctx: Context, press: Press) -> Reply:
    session = _session(ctx)
    if mode.card < 0:
        return key_which(mode, press, lambda: one_each(session, range(len(session.table.rules.cards))))
    return key_where(mode, press, moves(session, mode.card), lambda move: corrected(mode, move))


def key_which(mode: Any, press: Press, cards: Callable[[], tuple[int, ...]]) -> Reply:
    """Answer a key while a card is to be tapped: YES opens the list of the cards it could be."""
    if press.key == "yes" and not press.long:
        return Reply(mode=PickCard(replace(mode, notice=""), cards()))
    return STAY if press.key == "next" else in_list(mode, press, 0) or STAY


def key_where(mode: Any, press: Press, places: Sequence[Command], enter: Callable[[Command], Reply]) -> Reply:
    """Answer a key of the list of places where a card could lie; NO leads back to which card."""
    return list_key(
        mode,
        press,
        len(places),
        lambda line: enter(places[line]),
        back=lambda: replace(mode, card=-1, cursor=0),
    )


# -- the turn ----------------------------------------------------------------------------
def _draw_turn(mode: EditTurn, ctx: Context) -> Screen:
    rules = _session(ctx).table.rules
    if mode.active < 0:
        lines = [cut(name) for name in rules.names]
        header = ctx.texts("fix.turn.header")
    else:
        lines = [ctx.texts(f"phase.{phase}") for phase in PHASES]
        header = ctx.texts("fix.phase.header", name=upper(rules.names[mode.active]))
    return screen(header, *listed(ctx.texts, lines, mode.cursor), keys=ctx.texts("fix.list.keys"))


def _key_turn(mode: EditTurn, ctx: Context, press: Press) -> Reply:
    session = _session(ctx)
    asking_who = mode.active < 0
    if press.key == "no" and not press.long and not asking_who:
        return Reply(mode=replace(mode, active=-1, cursor=mode.active))
    lines = session.table.rules.seats if asking_who else len(PHASES)
    if (stepping := in_list(mode, press, lines)) is not None:
        return stepping
    if press.key != "yes" or press.long:
        return STAY
    if asking_who:
        return Reply(mode=replace(mode, active=mode.cursor, cursor=phase_now(session)))
    return corrected(mode, SetTurn(mode.active, PHASES[mode.cursor]))


def phase_now(session: Session) -> int:
    """Give the number of the phase that the device believes."""
    return PHASES.index("trade" if isinstance(session.state.asked, Taking) else "discover")


# -- shared ------------------------------------------------------------------------------
def _session(ctx: Context) -> Session:
    assert ctx.session is not None, "corrections need a game"
    return ctx.session
