"""What a table sets right by hand: debts, white stones, where a card lies, who deals.

The table is always right: a correction never argues with the rules, it only keeps every card in
one place and every stone on its scale.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine import cardset
from engine.kernel import Illegal, Pending, Rules, Turn
from engine.portroyal2000 import correction_messages as by_hand
from engine.portroyal2000.cards import COLOURS, SHIPS, Card
from engine.portroyal2000.layout import before_bids
from engine.portroyal2000.messages import HIDDEN, Bidding, Dealing, LayingOut
from engine.portroyal2000.state import (
    DEBT_END,
    State,
    Stone,
    conserved,
    on_ships,
    place_of,
    replace,
    with_board,
    with_ship,
)

PLACES = ("ship", "kept", "removed", "pile")
Ships = dict[tuple[int, int], tuple[int, ...]]


def set_debt(t: Turn, asked: Pending, command: by_hand.SetDebt) -> None:
    """Believe the table where yellow stones stand."""
    counted = dict([(command.seat, command.debt), *command.others])
    for seat, debt in counted.items():
        _check_seat(t.rules, seat)
        bid = _open_bid(t.state, seat)
        if not 0 <= debt <= DEBT_END - bid:
            with_bid = f" with the bid of {bid}" if bid else ""
            sentence = f"The scale ends at {DEBT_END}: {debt}{with_bid} does not fit."
            sentence += f" Give 0 to {DEBT_END - bid}."
            raise Illegal("off-the-scale", sentence)
    t.then(asked)
    for seat, debt in counted.items():
        t.emit(by_hand.DebtCorrected(seat, debt))


def _open_bid(state: State, seat: int) -> int:
    """Give the tons that a seat has bid in this round and not settled, in the auction too."""
    owes = state.stone and seat == state.holder
    return state.high if owes or (state.holder < 0 and seat == state.bidder) else 0


def set_stones(t: Turn, asked: Pending, command: by_hand.SetStones) -> None:
    """Believe the table which colours the white stones of players lie on."""
    told = dict([(command.seat, command.colours), *command.others])
    for seat, colours in told.items():
        _check_stones(t, seat, colours)
    t.then(asked)
    for seat, colours in told.items():
        known = {stone.colour: stone.tricks for stone in t.state.boards[seat].stones}
        stones = tuple((c, known.get(c, (t.state.trick,))) for c in dict.fromkeys(colours))
        t.emit(by_hand.StonesCorrected(seat, stones))


def _check_stones(t: Turn, seat: int, colours: tuple[str, ...]) -> None:
    _check_seat(t.rules, seat)
    for colour in colours:
        if colour not in COLOURS or colour == t.state.trump or not t.state.trump:
            sentence = "White stones lie on colours other than trump, once trump is named: give those."
            raise Illegal("no-stone", sentence)


def set_dealer(t: Turn, asked: Pending, command: by_hand.SetDealer) -> None:
    """Believe the table who deals, before the first bid of a round."""
    _check_seat(t.rules, command.seat)
    early = isinstance(asked, (LayingOut, Dealing)) or (isinstance(asked, Bidding) and before_bids(t.state))
    if not early:
        sentence = "Who deals is corrected before the first bid of a round: take back the steps to there."
        raise Illegal("too-late", sentence)
    seat = command.seat if not isinstance(asked, Bidding) else (command.seat + 1) % t.rules.seats
    t.then(type(asked)(seat))
    t.emit(by_hand.DealerCorrected(command.seat))


def move_card(t: Turn, asked: Pending, command: by_hand.MoveCard) -> None:
    """Believe the table that a booty or bonus card lies elsewhere."""
    if command.place not in PLACES:
        raise Illegal("no-such-place", f"There is no place called {command.place!r} on this table.")
    face: Card = t.rules.cards[command.card]
    if command.card == HIDDEN or face.type == "trick":
        raise Illegal("not-movable", "Move a known booty or bonus card; for others name whole ships.")
    here = place_of(t.rules, t.state, command.card)
    if here == (command.place, command.seat, command.ship):
        sentence = f"{face.kind} lies there already: nothing is to be corrected."
        raise Illegal("already-there", sentence, card=face.id)
    ships = ships_now(t.state)
    for key, cards in ships.items():
        ships[key] = tuple(card for card in cards if card != face.id)
    if command.place == "ship":
        _check_ship(t.rules, command.seat, command.ship)
        ships[command.seat, command.ship] += (face.id,)
    elif command.place == "kept":
        _check_seat(t.rules, command.seat)
        if face.tool != "remove":
            raise Illegal("not-to-keep", f"Only the remove is kept: put {face.kind} elsewhere.", card=face.id)
    t.then(asked)
    arrange(t, ships, {face.id: command.place}, command.seat)


def set_ships(t: Turn, asked: Pending, command: by_hand.SetShips) -> None:
    """Believe the table what whole ships hold; what is named nowhere any more left the game."""
    ships = ships_now(t.state)
    named = [card for _, _, cards in command.ships for card in cards if card != HIDDEN]
    check_once(t.rules, named)
    gone: dict[int, str] = {}
    for seat, ship, _ in command.ships:
        _check_ship(t.rules, seat, ship)
        gone |= dict.fromkeys((card for card in ships[seat, ship] if card not in named), "removed")
    for key, cards in ships.items():
        ships[key] = tuple(card for card in cards if card not in named)
    for seat, ship, cards in command.ships:
        ships[seat, ship] = cards
    gone.pop(HIDDEN, None)
    t.then(asked)
    arrange(t, ships, {**gone, **dict.fromkeys(named, "ship")}, -1)


def check_once(rules: Rules, named: Iterable[int]) -> None:
    """Refuse a card that is named twice."""
    twice = next((card for card, count in Counter(named).items() if count > 1), None)
    if twice is not None:
        sentence = f"{rules.cards[twice].kind} cannot lie in two places: name it once."
        raise Illegal("card-twice", sentence, card=twice)


def ships_now(state: State) -> Ships:
    """Give the cards of every ship by seat and ship."""
    boards = enumerate(state.boards)
    return {(seat, at): cards for seat, board in boards for at, cards in enumerate(board.ships)}


def arrange(t: Turn, ships: Ships, moved: dict[int, str], keeper: int) -> None:
    """Lay ships and piles anew, after checking that every card can be where it is said to be."""
    rules, before = t.rules, ships_now(t.state)
    for card in moved:
        _check_free(rules, t.state, card)
    for (_, ship), cards in ships.items():
        for card in cards:
            check_cargo(rules, card, ship)
    places = _places(t, ships, moved, keeper)
    for (seat, ship), cards in ships.items():
        if cards != before[seat, ship]:
            t.emit(by_hand.ShipCorrected(seat, ship, cards))
    t.emit(places)


def _places(t: Turn, ships: Ships, moved: dict[int, str], keeper: int) -> by_hand.PlacesCorrected:
    """Work out what is in the piles then; hidden bonus cards come from their pile, or are gone unseen."""
    rules, state = t.rules, t.state
    booty = {card: place for card, place in moved.items() if rules.cards[card].type == "booty"}
    unseen = state.unseen & ~cardset.of(booty)
    unseen |= cardset.of(card for card, place in booty.items() if place == "pile")
    removed = state.removed & ~cardset.of(moved)
    removed |= cardset.of(card for card, place in moved.items() if place == "removed")
    kept = state.kept
    for card, place in moved.items():
        if rules.cards[card].tool == "remove":
            kept = keeper if place == "kept" else -1
    lying = [card for cards in ships.values() for card in cards]
    shown = sum(1 for c in (*lying, *cardset.ids(removed)) if c != HIDDEN and rules.cards[c].type == "bonus")
    return _bonus_piles(t, kept, unseen, removed, shown + lying.count(HIDDEN), lying.count(HIDDEN))


def _bonus_piles(
    t: Turn, kept: int, unseen: int, removed: int, out: int, hidden: int
) -> by_hand.PlacesCorrected:
    state = t.state
    gone = state.removed_unseen
    gone += max(0, sum(1 for _, _, card in on_ships(state) if card == HIDDEN) - hidden)
    _, total = conserved(t.rules, state)
    gone = min(gone, max(0, total - out - state.beneath))
    pile = total - out - state.beneath - gone
    if pile < 0:
        sentence = "There are more bonus cards here than the game has: count them again."
        raise Illegal("too-many-cards", sentence)
    return by_hand.PlacesCorrected(tuple(cardset.ids(unseen)), tuple(cardset.ids(removed)), gone, kept, pile)


def _check_free(rules: Rules, state: State, card: int) -> None:
    place, _, _ = place_of(rules, state, card)
    kind = rules.cards[card].kind
    if rules.cards[card].type == "trick":
        raise Illegal("wrong-place", f"{kind} is a trick card: it lies on no ship, name others.", card=card)
    if place in ("open", "won"):
        sentence = f"{kind} is on the table in this round: take back the steps to its trick instead."
        raise Illegal("in-play", sentence, card=card)


def check_cargo(rules: Rules, card: int, ship: int) -> None:
    """Refuse a card that cannot lie on a ship (136, 162)."""
    face: Card | None = rules.cards[card] if card != HIDDEN else None
    if face is not None and (face.type == "trick" or face.tool or face.ship not in (-1, ship)):
        raise Illegal("wrong-place", f"{face.kind} cannot lie on the {SHIPS[ship]} ship.", card=card)


def _check_seat(rules: Rules, seat: int) -> None:
    if not 0 <= seat < rules.seats:
        raise Illegal("no-such-seat", f"There is no seat {seat + 1} at this table.")


def _check_ship(rules: Rules, seat: int, ship: int) -> None:
    _check_seat(rules, seat)
    if not 0 <= ship < len(SHIPS):
        raise Illegal("no-such-ship", "A board has four ships: biscuit, tobacco, rum and gunpowder.")


# -- evolvers ----------------------------------------------------------------------------
def debt_corrected(s: State, e: by_hand.DebtCorrected) -> State:
    """Apply ``DebtCorrected``."""
    return replace(s, boards=with_board(s, e.seat, replace(s.boards[e.seat], debt=e.debt)))


def stones_corrected(s: State, e: by_hand.StonesCorrected) -> State:
    """Apply ``StonesCorrected``."""
    stones = tuple(Stone(colour, tricks) for colour, tricks in e.stones)
    return replace(s, boards=with_board(s, e.seat, replace(s.boards[e.seat], stones=stones)))


def ship_corrected(s: State, e: by_hand.ShipCorrected) -> State:
    """Apply ``ShipCorrected``."""
    return replace(s, boards=with_board(s, e.seat, with_ship(s.boards[e.seat], e.ship, e.cards)))


def places_corrected(s: State, e: by_hand.PlacesCorrected) -> State:
    """Apply ``PlacesCorrected``."""
    return replace(
        s,
        unseen=cardset.of(e.unseen),
        removed=cardset.of(e.removed),
        removed_unseen=e.removed_unseen,
        kept=e.kept,
        bonuses=e.bonuses,
    )


def dealer_corrected(s: State, e: by_hand.DealerCorrected) -> State:
    """Apply ``DealerCorrected``."""
    return replace(s, dealer=e.seat)
