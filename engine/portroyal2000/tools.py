"""Remove and relocate: the two cards that change what lies on a ship (160 to 165)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import Command, Illegal, Pending, Rules, Turn
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.messages import (
    HIDDEN,
    CardRelocated,
    CardRemoved,
    Lapse,
    PenaltyChoice,
    Placing,
    Relocate,
    RelocateLapsed,
    Remove,
)
from engine.portroyal2000.placing import won_card
from engine.portroyal2000.state import State, replace, tool, with_board, with_ship, without


def remove(t: Turn, asked: Pending, command: Remove) -> None:
    """Take a card of an own ship out of the game: with the remove just won, or the kept one (160, B62)."""
    fresh = isinstance(asked, Placing) and won_card(t.rules, t.state).tool == "remove"
    if not fresh and not at_any_time(t.rules, t.state, asked):
        raise _no_remove(t.rules, t.state, asked)
    seat = asked.seat if fresh else t.state.kept
    ship = _find(t.rules, t.state, seat, command.card, command.ship)
    if not fresh:
        t.then(asked)
    t.emit(CardRemoved(seat, command.card, ship, tool(t.rules, "remove")))


def at_any_time(rules: Rules, state: State, asked: Pending) -> bool:
    """Tell whether the kept remove works on any own card now (``remove_kept``)."""
    wide = rules.options.remove_kept == "any_time"
    return wide and state.kept >= 0 and not isinstance(asked, PenaltyChoice)


def _no_remove(rules: Rules, state: State, asked: Pending) -> Illegal:
    if state.kept >= 0 and rules.options.remove_kept == "fresh_only":
        name = rules.names[state.kept]
        sentence = f"The kept remove works only on a card just won: {name} may discard that one with it."
        return Illegal("remove-fresh", sentence)
    return Illegal("no-remove", "There is no remove that could be used now: go on without it.")


def _find(rules: Rules, state: State, seat: int, card: int, said: int) -> int:
    """Give the own ship that a card lies on; refuse when it lies on none, or nobody can know which."""
    name = rules.names[seat]
    kind = "hidden bonus card" if card == HIDDEN else rules.cards[card].kind
    ships = [ship for ship, cards in enumerate(state.boards[seat].ships) if card in cards]
    if said >= 0:
        ships = [ship for ship in ships if ship == said]
    if not ships:
        raise Illegal("not-own", f"{name} has no {kind} there: name a card of an own ship.", card=card)
    if len(ships) > 1:
        raise Illegal("which-ship", f"{name} has {kind} on several ships: say on which one.", card=card)
    return ships[0]


def relocate(t: Turn, asked: Placing, command: Relocate) -> None:
    """Move an own extra or bonus card to another own ship (163, 165, B65)."""
    _check_relocate(t)
    seat, card, ship = asked.seat, command.card, command.ship
    source = _find(t.rules, t.state, seat, card, command.source)
    if not movable(t.rules, card):
        kind = t.rules.cards[card].kind
        raise Illegal("simple-stays", f"{kind} stays in its hold: move an extra or a bonus card.", card=card)
    if not 0 <= ship < len(SHIPS) or ship == source:
        sentence = "Relocate moves a card to another one of the own ships: name that one."
        raise Illegal("same-ship", sentence, ship=source)
    t.emit(CardRelocated(seat, card, source, ship, tool(t.rules, "relocate")))


def lapse(t: Turn, asked: Placing, _: Lapse) -> None:
    """Move nothing: relocate leaves the game (164)."""
    _check_relocate(t)
    t.emit(RelocateLapsed(asked.seat, tool(t.rules, "relocate")))


def _check_relocate(t: Turn) -> None:
    face = won_card(t.rules, t.state)
    if face.tool != "relocate":
        sentence = f"Only who wins the relocate moves a card, and this is {face.kind}: place it, or use it."
        raise Illegal("no-relocate", sentence)


def movable(rules: Rules, card: int) -> bool:
    """Tell whether relocate can move a card of a ship: an extra or a bonus card, no simple booty (B65)."""
    return card == HIDDEN or rules.cards[card].ship < 0


def own_cards(state: State, seat: int) -> list[tuple[int, int]]:
    """Give the cards of a seat's ships with their ships, hidden ones once for each ship."""
    ships = enumerate(state.boards[seat].ships)
    return [(ship, card) for ship, cards in ships for card in dict.fromkeys(cards)]


def removable(rules: Rules, state: State, asked: Pending) -> list[tuple[int, int]]:
    """Give ship and card of everything that a remove could take now."""
    if isinstance(asked, Placing) and won_card(rules, state).tool == "remove":
        return own_cards(state, asked.seat)
    return own_cards(state, state.kept) if at_any_time(rules, state, asked) else []


# -- offers ------------------------------------------------------------------------------
def offer_remove(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer every card that a remove could take now."""
    for ship, card in removable(rules, state, asked):
        yield Remove(card, ship if card == HIDDEN else -1)


def offer_relocate(rules: Rules, state: State, asked: Placing) -> Iterator[Command]:
    """Offer every move, and to move nothing."""
    if won_card(rules, state).tool != "relocate":
        return
    for source, card in own_cards(state, asked.seat):
        if movable(rules, card):
            said = source if card == HIDDEN else -1
            yield from (Relocate(card, ship, said) for ship in range(len(SHIPS)) if ship != source)
    yield Lapse()


# -- evolvers ----------------------------------------------------------------------------
def card_removed(s: State, e: CardRemoved) -> State:
    """Apply ``CardRemoved``."""
    board = s.boards[e.seat]
    board = with_ship(board, e.ship, without(board.ships[e.ship], e.card))
    known = 1 << e.card if e.card != HIDDEN else 0
    return replace(
        s,
        boards=with_board(s, e.seat, board),
        removed=s.removed | known | 1 << e.tool,
        removed_unseen=s.removed_unseen + (e.card == HIDDEN),
        kept=-1,
        contested=-1 if s.contested == e.tool else s.contested,
    )


def card_relocated(s: State, e: CardRelocated) -> State:
    """Apply ``CardRelocated``."""
    board = s.boards[e.seat]
    board = with_ship(board, e.source, without(board.ships[e.source], e.card))
    board = with_ship(board, e.ship, (*board.ships[e.ship], e.card))
    return replace(s, boards=with_board(s, e.seat, board), removed=s.removed | 1 << e.tool, contested=-1)


def relocate_lapsed(s: State, e: RelocateLapsed) -> State:
    """Apply ``RelocateLapsed``."""
    return replace(s, removed=s.removed | 1 << e.tool, contested=-1)
