"""Odds of the next card: counted by hand before a shuffle, and in every possible world after one."""

from __future__ import annotations

import itertools
from collections import defaultdict
from fractions import Fraction

import pytest

from engine import cardset, portroyal
from engine.games import SetUp, open_table
from engine.portroyal import messages as m
from engine.portroyal import odds
from engine.session import Session


def next_card(g):
    return odds.next_card(g.rules, g.state)


# -- before a shuffle --------------------------------------------------------------------
def test_odds_of_the_first_card(game):
    chances = next_card(game(2))
    assert chances == odds.Odds(
        bust=Fraction(0),
        repellable_twin=Fraction(0),
        new_colour=Fraction(50, 119),
        person=Fraction(60, 119),
        expedition=Fraction(5, 119),
        tax=Fraction(4, 119),
        unseen=119,
    )


@pytest.mark.parametrize(
    ("display", "bust", "twin"),
    [
        ("", 9, 0),
        ("sailor-3-1", 7, 2),
        ("pirate-5-1 sailor-3-1", 4, 5),
        ("pirate-5-1 pirate-7-2 pirate-9-3", 2, 7),
    ],
)
def test_swords_turn_a_bust_into_a_twin_that_can_be_repelled(game, display, bust, twin):
    """A Frigate lies there: of the nine others 2 take 1 sword, 3 take 3, 2 take 6, and 2 have a skull."""
    chances = next_card(game(2, harbor="ship-red-1-1", display={"Ann": display}))
    unseen = 118 - len(display.split())
    assert (chances.bust, chances.repellable_twin) == (Fraction(bust, unseen), Fraction(twin, unseen))
    assert chances.new_colour == Fraction(40, unseen)


def test_coins_are_unseen_cards_like_those_of_the_pile(game):
    poor, rich = game(2, harbor="ship-red-1-1"), game(2, harbor="ship-red-1-1", coins={"Ann": 50})
    assert next_card(poor) == next_card(rich)


def test_there_are_no_odds_without_a_card(game):
    g = game(2, coins={"Ann": 60, "Ben": 59})
    assert next_card(g) is None
    assert odds.bust_risk(g.rules, g.state) is None


# -- after a shuffle ---------------------------------------------------------------------
World = tuple[frozenset[int], tuple[frozenset[int], ...], frozenset[int]]
"""Which unseen faces lie in the pile, in each purse, and among the coins paid."""


def parts(faces: frozenset[int], n: int) -> list[frozenset[int]]:
    return [frozenset(some) for some in itertools.combinations(sorted(faces), n)]


def first_worlds(state) -> dict[World, Fraction]:
    """Give every way in which the unseen faces can be dealt, all equally likely."""
    faces = frozenset(cardset.ids(state.unseen))
    worlds: dict[World, Fraction] = {}
    for ann in parts(faces, state.players[0].coins):
        for ben in parts(faces - ann, state.players[1].coins):
            worlds[faces - ann - ben, (ann, ben), frozenset()] = Fraction(1)
    return worlds


def moved(world: World, event: object, known: frozenset[int]) -> list[World]:
    """Give the worlds that an event may lead to, all equally likely, or none if it cannot happen."""
    pile, purses, paid = world

    def purse(seat: int, cards: frozenset[int]) -> tuple[frozenset[int], ...]:
        return (*purses[:seat], cards, *purses[seat + 1 :])

    match event:
        case m.CardRevealed(card):
            return [(pile - {card}, purses, paid)] if card in pile else []
        case m.CoinsDrawn(seat, amount):
            return [(pile - drawn, purse(seat, purses[seat] | drawn), paid) for drawn in parts(pile, amount)]
        case m.CoinsPaid(seat, amount):
            return [
                (pile, purse(seat, purses[seat] - out), paid | out) for out in parts(purses[seat], amount)
            ]
        case m.PileReshuffled():
            return [(pile | paid | known, purses, frozenset())]
    return [world]


def followed(worlds: dict[World, Fraction], rules, state, events) -> dict[World, Fraction]:
    """Follow events in every world, with its weight; a revealed card lay on top of its pile."""
    for event in events:
        known = frozenset(cardset.ids(state.discard))
        after: dict[World, Fraction] = defaultdict(Fraction)
        for world, weight in worlds.items():
            chances = moved(world, event, known)
            share = len(world[0]) if isinstance(event, m.CardRevealed) else len(chances)
            for each in chances:
                after[each] += weight / share
        worlds = dict(after)
        state = rules.evolvers[type(event)](state, event)
    return worlds


SMALL_DECK = [
    {
        "kind": "governor-8-0",
        "copies": 1,
        "type": "person",
        "price": 8,
        "clauses": [{"clause": "extra-take", "n": 1}],
    },
    {"kind": "sailor-3-1", "copies": 1, "type": "person", "price": 3, "points": 1},
    {"kind": "captain-4-1", "copies": 3, "type": "person", "price": 4, "points": 1},
    {"kind": "ship-black-4-skull", "copies": 1, "type": "ship", "colour": "black", "coins": 4, "skull": True},
    {"kind": "ship-red-1-1", "copies": 3, "type": "ship", "colour": "red", "coins": 1, "swords": 1},
    {"kind": "ship-blue-1-1", "copies": 3, "type": "ship", "colour": "blue", "coins": 1, "swords": 1},
    {"kind": "tax-most-swords", "copies": 2, "type": "tax", "coins": 1, "relief": "most-swords"},
]
"""Fourteen cards, so that every way they can lie can be looked at."""


@pytest.fixture
def small_game():
    """Seven unseen cards: three of Ann's coins, two of Ben's, two in the pile."""
    set_up = SetUp(
        game="port-royal",
        players=("Ann", "Ben"),
        position={
            "display": {"Ann": ["governor-8-0"]},
            "harbor": ["sailor-3-1", "ship-black-4-skull"],
            "discard": ["captain-4-1#3", "ship-red-1-1#3", "ship-blue-1-1#3", "tax-most-swords#2"],
            "coins": {"Ann": 3, "Ben": 2},
        },
    )
    return Session(open_table(set_up, portroyal.load({"cards": SMALL_DECK})))


def test_after_a_shuffle_the_odds_are_those_of_all_possible_worlds(small_game):
    session = small_game
    rules = session.table.rules
    assert (session.state.unseen.bit_count(), session.state.pile) == (7, 2)
    worlds, shuffles = first_worlds(session.state), 0
    for step in (
        {"reveal": "captain-4-1#1"},
        "stop",
        {"take": "sailor-3-1"},
        {"take": "ship-black-4-skull"},  # the pile is used up in the middle: four known cards and three coins
        {"reveal": "ship-red-1-1#3"},  # one that is known to be back
        {"reveal": "captain-4-1#2"},  # one that was a coin paid
        {"reveal": "tax-most-swords#2"},
    ):
        before = session.state
        events = session.play(session.step(step)).events
        worlds = followed(worlds, rules, before, events)
        shuffles += sum(isinstance(event, m.PileReshuffled) for event in events)
        total = sum(worlds.values())
        for card in cardset.ids(session.state.unseen):
            true = sum(w * Fraction(card in pile, len(pile)) for (pile, _, _), w in worlds.items()) / total
            assert odds.chance(session.state, 1 << card) == true, (step, rules.cards[card].name)
    assert shuffles == 2, "the coins of the tax use up the pile once more"


def test_a_shuffle_makes_what_went_back_more_likely(small_game):
    session = small_game
    for step in ({"reveal": "captain-4-1#1"}, "stop", {"take": "sailor-3-1"}, {"take": "ship-black-4-skull"}):
        session.play(session.step(step))
    known, other = (session.step({"reveal": name}).card for name in ("captain-4-1#3", "captain-4-1#2"))
    assert odds.chance(session.state, 1 << known) == Fraction(1, 7)
    assert odds.chance(session.state, 1 << other) == Fraction(3, 7) / 6


def test_with_no_other_card_unseen_the_next_is_one_of_those_that_went_back(game):
    """Nobody has a coin, and all that is not in the harbor was in the discard pile."""
    back = ["ship-red-1-1#3", "captain-4-1#3", "tax-most-swords#2"]
    named = {*back, "governor-8-0#1"}
    cards = portroyal.load({"cards": SMALL_DECK})
    set_up = SetUp(
        game="port-royal",
        players=("Ann", "Ben"),
        position={
            "display": {"Ann": [c.name for c in cards if c.type == "person" and c.name not in named]},
            "harbor": [c.name for c in cards if c.type == "ship" and c.name not in named],
            "discard": [*back, "tax-most-swords#1"],
            "coins": {"Ann": 0, "Ben": 0},
        },
    )
    session = Session(open_table(set_up, cards))
    session.play(session.step({"reveal": "governor-8-0"}))
    assert session.state.unseen == session.state.returned
    assert odds.next_card(session.table.rules, session.state) == odds.Odds(
        bust=Fraction(1, 4),
        repellable_twin=Fraction(0),
        new_colour=Fraction(0),
        person=Fraction(1, 4),
        expedition=Fraction(0),
        tax=Fraction(2, 4),
        unseen=4,
    )
