"""What a won booty card is used for: a ship, later use, or out of the game (103 to 105, 135 to 139, 161)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import SETTLED, Command, Illegal, Rules, Turn
from engine.portroyal2000.cards import SHIPS, Card
from engine.portroyal2000.debt import may_repay
from engine.portroyal2000.messages import (
    AwardDue,
    BootyDiscarded,
    BootyPlaced,
    DeferredDue,
    Discard,
    Keep,
    Place,
    Placing,
    PlacingBonus,
    RemoveKept,
    TrickEndDue,
)
from engine.portroyal2000.state import State, replace, tool, with_board, with_ship


def award(t: Turn, due: AwardDue) -> bool:
    """Hand the contested card over: first the card, then its bonus cards, then the next trick (B36)."""
    seat = due.seat
    t.emit(SETTLED)
    t.emit(TrickEndDue(seat))
    if due.bonuses:
        t.emit(PlacingBonus(seat, due.bonuses))
    if any(each.deferred and each.seat == seat for each in t.state.revokes):
        t.emit(DeferredDue(seat))
    t.emit(Placing(seat))
    return True


def placing(t: Turn, asked: Placing) -> bool:
    """Put simple booty into its hold when nothing else can be done with it (136)."""
    face = won_card(t.rules, t.state)
    if face.ship < 0 or may_repay(t.rules, t.state, asked.seat) or may_discard(t.state, asked.seat):
        return False
    t.emit(SETTLED)
    t.emit(BootyPlaced(asked.seat, face.id, face.ship))
    return True


def won_card(rules: Rules, state: State) -> Card:
    """Give the card that was won and is not placed yet."""
    card: Card = rules.cards[state.contested]
    return card


def may_discard(state: State, seat: int) -> bool:
    """Tell whether a seat keeps the remove (161)."""
    return state.kept == seat


def place(t: Turn, asked: Placing, command: Place) -> None:
    """Put the card on an own ship (136, 137)."""
    face = won_card(t.rules, t.state)
    if face.tool:
        use = "take a card away with it, or keep it" if face.tool == "remove" else "move a card, or none"
        raise Illegal("no-cargo", f"{face.kind} never lies on a ship: {use}.", card=face.id)
    if not 0 <= command.ship < len(SHIPS):
        raise Illegal("no-such-ship", "A board has four ships: biscuit, tobacco, rum and gunpowder.")
    if command.ship not in ships_for(face):
        sentence = f"{face.kind} goes to the {SHIPS[face.ship]} ship only: place it there."
        raise Illegal("wrong-ship", sentence, card=face.id, ship=face.ship)
    t.emit(BootyPlaced(asked.seat, face.id, command.ship))


def ships_for(face: Card) -> range:
    """Give the ships that a booty card may go to: its own hold, or for an extra any; none for a tool."""
    if face.tool:
        return range(0)
    return range(face.ship, face.ship + 1) if face.ship >= 0 else range(len(SHIPS))


def discard(t: Turn, asked: Placing, _: Discard) -> None:
    """Use the kept remove on the card just won: both leave the game (161)."""
    if not may_discard(t.state, asked.seat):
        name = t.rules.names[asked.seat]
        raise Illegal("no-remove", f"{name} keeps no remove to take the won card away: place the card.")
    t.emit(BootyDiscarded(asked.seat, t.state.contested, tool(t.rules, "remove")))


def keep(t: Turn, asked: Placing, _: Keep) -> None:
    """Keep the remove beside the board (161)."""
    face = won_card(t.rules, t.state)
    if face.tool != "remove":
        raise Illegal("not-to-keep", f"Only the remove can be kept: place {face.kind}.", card=face.id)
    t.emit(RemoveKept(asked.seat))


# -- offers ------------------------------------------------------------------------------
def offer_place(rules: Rules, state: State, asked: Placing) -> Iterator[Command]:
    """Offer the ships, and what a kept or just won remove allows."""
    face = won_card(rules, state)
    yield from map(Place, ships_for(face))
    if may_discard(state, asked.seat):
        yield Discard()
    if face.tool == "remove":
        yield Keep()


# -- evolvers ----------------------------------------------------------------------------
def booty_placed(s: State, e: BootyPlaced) -> State:
    """Apply ``BootyPlaced``."""
    board = s.boards[e.seat]
    board = with_ship(board, e.ship, (*board.ships[e.ship], e.card))
    return replace(s, boards=with_board(s, e.seat, board), contested=-1)


def booty_discarded(s: State, e: BootyDiscarded) -> State:
    """Apply ``BootyDiscarded``."""
    return replace(s, removed=s.removed | 1 << e.card | 1 << e.tool, contested=-1, kept=-1)


def remove_kept(s: State, e: RemoveKept) -> State:
    """Apply ``RemoveKept``."""
    return replace(s, kept=e.seat, contested=-1)
