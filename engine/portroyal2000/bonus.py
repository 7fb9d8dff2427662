"""Bonus cards: won face down, slid under the left-over card, turned up at the end (112 to 119, 138)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import cardset
from engine.kernel import SETTLED, Command, Illegal, Rules, Turn
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.ending import first_hidden, game_end
from engine.portroyal2000.messages import (
    HIDDEN,
    BonusPlaced,
    BonusSlid,
    BonusTurned,
    Counting,
    LayingOut,
    PlaceBonus,
    PlacingBonus,
    RoundBegan,
    Slide,
    Sliding,
    TurnBonus,
)
from engine.portroyal2000.state import State, known_bonuses, replace, with_board, with_ship


def place_bonus(t: Turn, asked: PlacingBonus, command: PlaceBonus) -> None:
    """Put a won bonus card face down on any own ship (138)."""
    _check_ship(command.ship)
    if command.card != HIDDEN:
        _check_bonus(t.rules, t.state, command.card)
    if asked.left > 1:
        t.then(PlacingBonus(asked.seat, asked.left - 1))
    t.emit(BonusPlaced(asked.seat, command.card, command.ship))


def _check_ship(ship: int) -> None:
    if not 0 <= ship < len(SHIPS):
        raise Illegal("no-such-ship", "A board has four ships: biscuit, tobacco, rum and gunpowder.")


def _check_bonus(rules: Rules, state: State, card: int) -> None:
    """Refuse what cannot be a bonus card nobody has shown."""
    kind = rules.cards[card].kind
    if rules.cards[card].type != "bonus":
        raise Illegal("no-bonus", f"{kind} is no bonus card: show a prisoner.", card=card)
    if cardset.has(known_bonuses(rules, state), card):
        sentence = f"{kind} was shown already: look again which bonus card it is."
        raise Illegal("card-elsewhere", sentence, card=card)


def slide(t: Turn, asked: Sliding, _: Slide) -> None:
    """Slide the top bonus card under the left-over card; the right neighbour deals next (33, 113)."""
    state: State = t.state
    dealer = (state.dealer - 1) % t.rules.seats
    t.then(LayingOut(dealer))
    slid = min(1, state.bonuses)
    t.emit(BonusSlid(state.beneath + slid, state.bonuses - slid))
    t.emit(RoundBegan(state.round + 1, dealer))


def counting(t: Turn, asked: Counting) -> bool:
    """End the game when no bonus card is hidden any more; else ask who has one."""
    seat = first_hidden(t.state)
    if seat == asked.seat:
        return False
    t.emit(SETTLED)
    if seat < 0:
        game_end(t)
    else:
        t.then(Counting(seat))
    return True


def turn_bonus(t: Turn, asked: Counting, command: TurnBonus) -> None:
    """Turn up a hidden bonus card of a ship."""
    if not 0 <= command.seat < t.rules.seats:
        raise Illegal("no-such-seat", f"There is no seat {command.seat + 1} at this table.")
    _check_ship(command.ship)
    if HIDDEN not in t.state.boards[command.seat].ships[command.ship]:
        name, ship = t.rules.names[command.seat], SHIPS[command.ship]
        sentence = f"No hidden bonus card lies on the {ship} ship of {name}: turn up one that is hidden."
        raise Illegal("none-hidden", sentence)
    _check_bonus(t.rules, t.state, command.card)
    t.then(asked)
    t.emit(BonusTurned(command.seat, command.ship, command.card))


# -- offers ------------------------------------------------------------------------------
def offer_bonus(rules: Rules, state: State, asked: PlacingBonus) -> Iterator[Command]:
    """Offer every ship, for a card that stays hidden and for every one that it can be."""
    for card in (HIDDEN, *unknown_bonuses(rules, state)):
        yield from (PlaceBonus(card, ship) for ship in range(len(SHIPS)))


def unknown_bonuses(rules: Rules, state: State) -> list[int]:
    """Give the bonus cards that nobody has shown."""
    known = known_bonuses(rules, state)
    return [card.id for card in rules.cards if card.type == "bonus" and not cardset.has(known, card.id)]


def offer_slide(rules: Rules, state: State, asked: Sliding) -> Iterator[Command]:
    """Offer to slide."""
    yield Slide()


def offer_turn(rules: Rules, state: State, asked: Counting) -> Iterator[Command]:
    """Offer every hidden card with everything that it can be."""
    faces = unknown_bonuses(rules, state)
    for seat, board in enumerate(state.boards):
        for ship, cards in enumerate(board.ships):
            if HIDDEN in cards:
                yield from (TurnBonus(seat, ship, card) for card in faces)


# -- evolvers ----------------------------------------------------------------------------
def bonus_placed(s: State, e: BonusPlaced) -> State:
    """Apply ``BonusPlaced``."""
    board = s.boards[e.seat]
    board = with_ship(board, e.ship, (*board.ships[e.ship], e.card))
    return replace(s, boards=with_board(s, e.seat, board), beneath=s.beneath - 1)


def bonus_slid(s: State, e: BonusSlid) -> State:
    """Apply ``BonusSlid``."""
    return replace(s, beneath=e.beneath, bonuses=e.pile)


def bonus_turned(s: State, e: BonusTurned) -> State:
    """Apply ``BonusTurned``: the card shows its face where it lay."""
    board = s.boards[e.seat]
    cards = board.ships[e.ship]
    at = cards.index(HIDDEN)
    board = with_ship(board, e.ship, (*cards[:at], e.card, *cards[at + 1 :]))
    return replace(s, boards=with_board(s, e.seat, board))
