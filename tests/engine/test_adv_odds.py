"""The Adventure Begins: chances of the next card after cards were shuffled into the pile alone (S18)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from companion.players_adventure import HiddenCards, drawn_head, play_on
from engine import cardset
from engine.adventure.odds import chance
from engine.adventure.pack_cards import in_group
from engine.adventure.state import book, tale
from engine.portroyal.messages import Taking
from engine.portroyal.odds import bust_risk, next_card

END = {"events": [], "coins": {"Ann": 10, "Ben": 20}}


def group(g, number):
    return cardset.of(in_group(book(g.rules).groups, number))


def of_group(g, number):
    return chance(g.state, group(g, number) & g.state.unseen)


def month(adv, **more):
    """Come to story card 11, which calls for the four cards of group 81; those of 80 are in."""
    g = adv(2, "coop", tasks={"10": ""}, inserted=(), **END, **more)
    return g.do("event event-months-end", "story 11")


def passed(g):
    """Let everybody pass until the next event is due."""
    while isinstance(g.state.asked, Taking):
        g.do("pass")
    return g


def test_adv_S18_cards_that_came_in_are_in_the_pile_and_not_among_the_coins(adv):
    g = month(adv)
    pile = g.state.pile
    assert of_group(g, "81") == Fraction(4, pile)
    others = g.state.unseen & ~group(g, "81")
    each = Fraction(pile - 4, pile * others.bit_count())
    assert all(chance(g.state, 1 << card) == each for card in cardset.ids(others))
    assert chance(g.state, g.state.unseen) == 1
    assert others.bit_count() == pile - 4 + 30, "30 of them are coins"


def test_adv_S18_what_is_turned_up_leaves_its_shuffle(adv):
    g = month(adv)
    pile = g.state.pile
    g.do("reveal innkeeper-5-1-b3-r4")
    assert of_group(g, "81") == Fraction(3, pile - 1)
    g.do("reveal sailor-3-1")
    assert of_group(g, "81") == Fraction(3, pile - 2)
    assert chance(g.state, g.state.unseen) == 1


def test_adv_S18_a_second_shuffle_weighs_the_coins_drawn_since_the_first(adv):
    g = month(adv)
    first = g.state.pile
    g.do("reveal ship-red-1-1", "stop", "take ship-red-1-1")
    passed(g).do("event event-calm-sea", "reveal sailor-7-3", "stop")
    passed(g).do("event event-months-end", "story 13")
    pile, revealed, drawn = g.state.pile, 2, 1
    assert pile == first - revealed - drawn + 1
    places = first - revealed
    assert of_group(g, "83") == Fraction(1, pile)
    assert of_group(g, "81") == Fraction(pile - 1, pile) * Fraction(4, places)
    assert chance(g.state, g.state.unseen) == 1


def test_adv_S18_a_shuffle_of_all_cards_begins_anew(adv):
    g = month(adv).do("reveal tax-fewest-points", "reshuffle")
    assert tale(g.state).layers == ()
    assert chance(g.state, g.state.unseen) == 1


@pytest.mark.parametrize("correction", [{"coins": {"Ann": 4}}, {"card": "sailor-3-1", "to": "Ann"}])
def test_a_table_that_was_set_right_is_weighed_as_a_whole(adv, correction):
    g = month(adv).do("reveal sailor-3-1", {"correct": correction})
    assert tale(g.state).layers == ()
    assert chance(g.state, g.state.unseen) == 1


def test_cards_that_nobody_can_name_count_as_any_others(adv):
    g = adv(1, "coop", pack="known", tasks={"10": ""}, events=[], coins={"Ann": 3})
    g.do("event event-months-end", {"fact": {"story": 11}}, "story 11", {"fact": {"80": 6}})
    assert chance(g.state, g.state.unseen) == 1
    assert bust_risk(g.rules, g.state) == 0


@pytest.mark.parametrize("mode", ["coop", "competitive"])
def test_chances_are_one_together_all_along(adv_session, mode):
    session = adv_session(mode)
    cards = HiddenCards(session.state, random.Random(5))
    layered = 0
    for _ in range(150):
        if session.state.asked is None:
            break
        play_on(session, cards)
        odds = next_card(session.table.rules, session.state)
        if odds is not None:
            layered += bool(tale(session.state).layers)
            kinds = (odds.bust, odds.repellable_twin, odds.new_colour, odds.person, odds.expedition, odds.tax)
            assert sum(kinds) == 1
            assert min(kinds) >= 0
    assert layered > 50


@pytest.fixture
def adv_session():
    from companion.catalogue import load_cards
    from companion.packs import load_pack
    from engine.games import SetUp, open_table
    from engine.session import Session

    def begun(mode):
        names = ("Ann", "Ben", "Cem")
        head = drawn_head(random.Random(3), load_pack("synthetic"), names, mode)
        set_up = SetUp(game="adventure", players=names, adventure=head)
        return Session(open_table(set_up, load_cards("adventure")))

    return begun
