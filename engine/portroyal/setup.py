"""Set-up: who plays, which cards are in, and what lies where when a game begins (S1 to S4)."""

from __future__ import annotations

import msgspec

from engine import cardset
from engine.kernel import Rules
from engine.portroyal.cards import Card
from engine.portroyal.ending import triggers
from engine.portroyal.messages import Discovering, TurnDue
from engine.portroyal.options import Options
from engine.portroyal.piles import may_lie
from engine.portroyal.state import Player, State, replace
from engine.setup import SEATS as PLAYERS
from engine.setup import SetupError, check_players

SEATS = PLAYERS["port-royal"]
FIVE = 5


class Placement(msgspec.Struct, frozen=True, kw_only=True):
    """Where to begin in the middle; None is as after set-up."""

    active: int | None = None
    coins: dict[int, int] = {}
    display: dict[int, tuple[int, ...]] = {}
    harbor: tuple[int, ...] = ()
    expeditions: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()
    last_round: bool = False


def boxed(cards: tuple[Card, ...], seats: int, options: Options) -> int:
    """Give the set of cards that are not in the game (S2, G1)."""
    out = (c.id for c in cards if c.face.five_players and seats != FIVE)
    printing = options.gambler_cards if options.gamblers else None
    promo = (c.id for c in cards if c.face.printing and c.face.printing != printing)
    return cardset.of(out) | cardset.of(promo)


def initial(rules: Rules, start: int, placement: Placement | None = None) -> State:
    """Give the state in which the start player's turn, or the placed one, is due.

    Raises ``SetupError`` for a wrong number of players or a placement that the cards do not allow.
    """
    check_players(rules.names, SEATS)
    place = placement or Placement()
    state = laid_out(rules, start, place, boxed(rules.cards, rules.seats, rules.options))
    return begun(rules, state, place) if placement is not None else state


def laid_out(rules: Rules, start: int, place: Placement, box: int, absent: int = 0) -> State:
    """Give the state with every card in its place, in which a turn is due.

    ``absent`` is how many of the cards that can turn up are not in the game.
    Raises ``SetupError`` for a placement that the cards do not allow.
    """
    row = _row(rules, box, place)
    players = tuple(_player(rules, seat, place) for seat in range(rules.seats))
    known = [*place.harbor, *row, *place.discard, *(c for p in players for c in p.display)]
    _check(rules, box, known)
    _check_places(rules, place)
    unseen = cardset.of(c.id for c in rules.cards) & ~box & ~cardset.of(known)
    pile = unseen.bit_count() - absent - sum(p.coins for p in players)
    if pile < 0:
        raise SetupError(f"The players have {-pile} coins more than there are cards left.")
    active = start if place.active is None else place.active
    return State(
        agenda=(TurnDue(active),),
        start=start,
        active=active,
        players=players,
        unseen=unseen,
        pile=pile,
        places=unseen.bit_count() - absent,
        discard=cardset.of(place.discard),
        box=box,
        harbor=place.harbor,
        expeditions=row,
    )


def begun(rules: Rules, state: State, place: Placement) -> State:
    """Begin a placed turn in phase 1: before the first reveal, or after it when cards lie there."""
    seats = rules.seats
    turns = (state.active - state.start) % seats + 1
    agenda = (Discovering(state.active, len(place.harbor)),)
    last = place.last_round or any(triggers(rules, state, seat) for seat in range(seats))
    state = replace(state, agenda=agenda, turns=turns, last_round=last)
    if not state.pile and state.discard:
        cards = state.discard.bit_count()
        shuffled, unseen = state.discard, state.unseen | state.discard
        return replace(state, pile=cards, places=cards, unseen=unseen, returned=shuffled, discard=0)
    return state


def _row(rules: Rules, box: int, place: Placement) -> tuple[int, ...]:
    """Give the open expeditions; the one for five players lies there unless it is placed (S2)."""
    placed = {*place.expeditions, *place.discard, *(c for row in place.display.values() for c in row)}
    open_ones = (c.id for c in rules.cards if c.face.five_players and not cardset.has(box, c.id))
    return (*(c for c in open_ones if c not in placed), *place.expeditions)


def _player(rules: Rules, seat: int, place: Placement) -> Player:
    display = place.display.get(seat, ())
    cards = [rules.cards[c] for c in display]
    coins = place.coins.get(seat, rules.options.start_coins)
    return Player(coins, display, sum(c.points for c in cards), sum(c.swords for c in cards))


def _check(rules: Rules, box: int, known: list[int]) -> None:
    for card in known:
        name = rules.cards[card].name
        if cardset.has(box, card):
            raise SetupError(f"{name} is not in this game: it lies in the box.")
        if known.count(card) > 1:
            raise SetupError(f"{name} cannot lie in two places.")


def _check_places(rules: Rules, place: Placement) -> None:
    rows = [("harbor", -1, place.harbor), ("expeditions", -1, place.expeditions)]
    rows += [("display", seat, row) for seat, row in place.display.items()]
    for where, seat, row in rows:
        for card in row:
            if not may_lie(rules, None, rules.cards[card], where, seat):
                raise SetupError(f"{rules.cards[card].kind} cannot lie in the place called {where}.")
