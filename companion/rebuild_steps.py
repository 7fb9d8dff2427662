"""The stages of a rebuild: what each one shows and does (RB1).

Open cards and coins of each player, then harbor and row of expeditions, then turn and phase.
Source: device-ux.md 6.4, 4.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.corrections import counted, phase_now
from companion.doors import closes, corrected
from companion.flow import STAY, Context, Mode, PickCard, Press, Reply
from companion.lists import cut, listed, packed, stepped, upper
from companion.screen import Screen, headline, screen
from engine import cardset
from engine.portroyal.cards import Card
from engine.portroyal.correction_messages import Rebuild
from engine.portroyal.corrections import PHASES
from engine.portroyal.piles import may_lie, place_of
from engine.session import Session

Stage = Literal["cards", "coins", "rows", "turn", "phase"]
MOST_COINS = 99


class Rebuilding(msgspec.Struct, frozen=True):
    """A table that is being entered anew."""

    under: Mode
    coins: tuple[int, ...]
    """Of every seat, what the device believed until it is set."""
    displays: tuple[tuple[int, ...], ...]
    rows: tuple[int, ...] = ()
    """Cards of the harbor and of the row of expeditions, in the order they were tapped."""
    stage: Stage = "cards"
    seat: int = 0
    """Whose cards and coins are entered."""
    active: int = 0
    cursor: int = 0
    notice: str = ""


class LeavingRebuild(msgspec.Struct, frozen=True):
    """Asks once more before what was tapped so far is forgotten."""

    under: Rebuilding


class Step(msgspec.Struct, frozen=True):
    """What one stage shows and does."""

    draw: Callable[[Rebuilding, Context, Session], Screen]
    key: Callable[[Rebuilding, Context, Session, Press], Reply]
    takes_cards: bool = False


def problem(mode: Rebuilding, ctx: Context, session: Session, card: Card) -> str:
    """Say why a card cannot be added now, or nothing."""
    brief = ctx.names.token(card.kind)
    if cardset.has(session.state.box, card.id):
        return ctx.texts("rebuild.boxed", brief=brief)
    for seat, display in enumerate(mode.displays):
        if card.id in display:
            return ctx.texts("rebuild.twice", brief=brief, name=cut(session.table.rules.names[seat]))
    if card.id in mode.rows:
        return ctx.texts("rebuild.again", brief=brief)
    return "" if _fits(mode, session, card) else ctx.texts("rebuild.wrong-place", brief=brief)


def _fits(mode: Rebuilding, session: Session, card: Card) -> bool:
    """Tell whether a card can lie where the rebuild has got to."""
    rules, state = session.table.rules, session.state
    if mode.stage == "cards":
        return may_lie(rules, state, card, "display", mode.seat)
    return may_lie(rules, state, card, _row_of(card))


def _row_of(card: Card) -> str:
    return "expeditions" if card.type == "expedition" else "harbor"


def here(mode: Rebuilding) -> tuple[int, ...]:
    """Give the cards tapped so far in this stage."""
    return mode.displays[mode.seat] if mode.stage == "cards" else mode.rows


def with_cards(mode: Rebuilding, cards: tuple[int, ...]) -> Rebuilding:
    """Give the record with the cards of this stage replaced."""
    if mode.stage == "rows":
        return replace(mode, rows=cards, notice="")
    displays = (*mode.displays[: mode.seat], cards, *mode.displays[mode.seat + 1 :])
    return replace(mode, displays=displays, notice="")


# -- cards, and the rows of harbor and expeditions ---------------------------------------
def _draw_cards(mode: Rebuilding, ctx: Context, session: Session) -> Screen:
    texts, names = ctx.texts, session.table.rules.names
    name = names[mode.seat]
    return screen(
        _header(mode, ctx, session),
        headline(upper(name)),
        mode.notice or texts("rebuild.tap"),
        texts("rebuild.before", name=cut(name), count=len(here(mode))),
        *_tapped(mode, ctx, session, 1),
        texts("rebuild.then-coins", coins=mode.coins[mode.seat]),
        keys=_tap_keys(mode, ctx),
    )


def _draw_rows(mode: Rebuilding, ctx: Context, session: Session) -> Screen:
    texts = ctx.texts
    return screen(
        texts("rebuild.rows.header"),
        headline(texts("rebuild.rows")),
        mode.notice or texts("rebuild.rows.tap"),
        texts("rebuild.rows.count", count=len(mode.rows)),
        *_tapped(mode, ctx, session, 2),
        keys=_tap_keys(mode, ctx),
    )


def _header(mode: Rebuilding, ctx: Context, session: Session) -> str:
    return ctx.texts("rebuild.header", seat=mode.seat + 1, seats=session.table.rules.seats)


def _tapped(mode: Rebuilding, ctx: Context, session: Session, rows: int) -> tuple[str, ...]:
    """Show the cards tapped last, as many as find room."""
    tokens = [ctx.names.token(session.table.rules.cards[card].kind) for card in here(mode)]
    lines = packed(ctx.texts, tokens, rows, last=True)
    return (*lines, *[""] * (rows - len(lines)))


def _tap_keys(mode: Rebuilding, ctx: Context) -> str:
    return ctx.texts("rebuild.keys.undo" if here(mode) else "rebuild.keys.back")


def _key_cards(mode: Rebuilding, ctx: Context, session: Session, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=LeavingRebuild(mode))
    if press.key == "no":
        cards = here(mode)
        return Reply(mode=with_cards(mode, cards[:-1]) if cards else _before(mode, session))
    if press.long:
        return STAY
    if press.key == "next":
        return Reply(mode=_after(mode))
    if press.key == "yes":
        return Reply(mode=PickCard(replace(mode, notice=""), _free(mode, ctx, session)))
    return STAY


def _free(mode: Rebuilding, ctx: Context, session: Session) -> tuple[int, ...]:
    """Give a copy of every kind that can be added now, the one that the device believes to lie nearest."""
    home = ("display", mode.seat) if mode.stage == "cards" else None

    def farness(card: Card) -> int:
        place = place_of(session.state, card.id)
        return -1 if place == home else FARNESS.index(place[0])

    nearest: dict[str, Card] = {}
    for card in session.table.rules.cards:
        if not problem(mode, ctx, session, card):
            known = nearest.get(card.kind)
            nearest[card.kind] = card if known is None else min(known, card, key=farness)
    return tuple(card.id for card in nearest.values())


FARNESS = ("harbor", "expeditions", "turned", "display", "unseen", "discard")
"""Where the device believes a copy to lie, the likely places first."""


def _after(mode: Rebuilding) -> Rebuilding:
    """Go on from tapped cards: to his coins, or from the rows to the turn."""
    if mode.stage == "cards":
        return replace(mode, stage="coins", notice="")
    return replace(mode, stage="turn", cursor=mode.active, notice="")


def _before(mode: Rebuilding, session: Session) -> Mode:
    """Go back where nothing is tapped: to the coins of the seat before, or out at the first."""
    if mode.stage == "rows":
        return replace(mode, stage="coins", seat=session.table.rules.seats - 1, notice="")
    if mode.seat:
        return replace(mode, stage="coins", seat=mode.seat - 1, notice="")
    return mode.under


# -- coins -------------------------------------------------------------------------------
def _draw_coins(mode: Rebuilding, ctx: Context, session: Session) -> Screen:
    texts = ctx.texts
    return screen(
        _header(mode, ctx, session),
        headline(texts("fix.coins.now", coins=mode.coins[mode.seat])),
        texts("rebuild.coins-of", name=cut(session.table.rules.names[mode.seat])),
        texts("fix.coins.device", coins=session.state.players[mode.seat].coins),
        mode.notice,
        texts("rebuild.coins.help"),
        keys=texts("number.keys"),
    )


def _key_coins(mode: Rebuilding, ctx: Context, session: Session, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=replace(mode, stage="cards", notice=""))
    if press.key in ("next", "no"):
        number = counted(mode.coins[mode.seat], press, MOST_COINS)
        moved = number != mode.coins[mode.seat]
        coins = (*mode.coins[: mode.seat], number, *mode.coins[mode.seat + 1 :])
        return Reply(mode=replace(mode, coins=coins, notice=""), signal=None if moved else "refused")
    if press.key != "yes" or press.long:
        return STAY
    if mode.seat + 1 == session.table.rules.seats:
        return Reply(mode=replace(mode, stage="rows", notice=""))
    return Reply(mode=replace(mode, stage="cards", seat=mode.seat + 1, notice=""))


# -- turn and phase ----------------------------------------------------------------------
def _draw_turn(mode: Rebuilding, ctx: Context, session: Session) -> Screen:
    lines = [cut(name) for name in session.table.rules.names]
    body = listed(ctx.texts, lines, mode.cursor)
    return screen(ctx.texts("fix.turn.header"), *body, keys=ctx.texts("fix.list.keys"))


def _key_turn(mode: Rebuilding, ctx: Context, session: Session, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=LeavingRebuild(mode))
    if press.key == "no":
        return Reply(mode=replace(mode, stage="rows", active=mode.cursor, cursor=0, notice=""))
    if press.long:
        return STAY
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, session.table.rules.seats)))
    if press.key == "yes":
        return Reply(mode=replace(mode, stage="phase", active=mode.cursor, cursor=phase_now(session)))
    return STAY


def _draw_phase(mode: Rebuilding, ctx: Context, session: Session) -> Screen:
    lines = [ctx.texts(f"phase.{phase}") for phase in PHASES]
    header = ctx.texts("fix.phase.header", name=upper(session.table.rules.names[mode.active]))
    body = listed(ctx.texts, lines, mode.cursor, room=2)
    return screen(header, *body, "", *map(ctx.texts, DONE), keys=ctx.texts("rebuild.phase.keys"))


DONE = ("rebuild.done.1", "rebuild.done.2")


def _key_phase(mode: Rebuilding, ctx: Context, session: Session, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=LeavingRebuild(mode))
    if press.key == "no":
        return Reply(mode=replace(mode, stage="turn", cursor=mode.active))
    if press.long:
        return STAY
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, len(PHASES))))
    if press.key == "yes":
        return corrected(mode, _command(mode, session))
    return STAY


def _command(mode: Rebuilding, session: Session) -> Rebuild:
    """Give what was entered; whether the last round is on follows from the cards (F1)."""
    cards = session.table.rules.cards
    return Rebuild(
        active=mode.active,
        phase=PHASES[mode.cursor],
        coins=mode.coins,
        displays=mode.displays,
        harbor=tuple(card for card in mode.rows if _row_of(cards[card]) == "harbor"),
        expeditions=tuple(card for card in mode.rows if _row_of(cards[card]) == "expeditions"),
    )


STEPS: Mapping[Stage, Step] = {
    "cards": Step(_draw_cards, _key_cards, takes_cards=True),
    "coins": Step(_draw_coins, _key_coins),
    "rows": Step(_draw_rows, _key_cards, takes_cards=True),
    "turn": Step(_draw_turn, _key_turn),
    "phase": Step(_draw_phase, _key_phase),
}
