"""Piles: P1 to P4."""

from __future__ import annotations

import pytest

from engine import cardset
from engine.portroyal import PRESETS
from engine.portroyal import messages as m
from engine.portroyal.piles import place_of

PRESET = pytest.mark.parametrize("rules", PRESETS)


def almost_empty(pile: int, known: int, ann: int = 3, discard: int = 0) -> dict[str, int]:
    """Give coins that leave so many cards in a pile of 119, less the cards that lie open."""
    return {"Ann": ann, "Ben": 119 - known - discard - ann - pile}


# -- P1 ----------------------------------------------------------------------------------
@PRESET
def test_pr_P1_coins_come_from_the_pile_and_go_to_the_discard_pile_unseen(game, rules):
    g = game(2, rules, harbor="ship-red-4-skull sailor-3-1", coins={"Ann": 5, "Ben": 6})
    unseen = g.state.unseen
    g.do("stop", "take ship-red-4-skull").expect(draw_pile=119 - 2 - 11 - 4, discard=["ship-red-4-skull"])
    assert g.state.unseen == unseen, "which cards the coins are is not known"
    g.do("take sailor-3-1").expect(discard=["ship-red-4-skull"])
    assert (g.state.paid, g.state.discard_size) == (3, 4)


@PRESET
def test_pr_P1_a_fee_goes_from_player_to_player(game, rules):
    g = game(2, rules, harbor="ship-red-1-1 sailor-3-1", coins={"Ben": 4}).do(
        "stop", "pass", "take sailor-3-1"
    )
    assert [(e.seat, e.to, e.amount) for e in g.happened(m.CoinsGiven)] == [(1, 0, 1)]
    assert g.state.paid == 3


# -- P2 ----------------------------------------------------------------------------------
@PRESET
def test_pr_P2_the_discard_pile_is_shuffled_as_soon_as_the_pile_is_used_up(game, rules):
    gone = "ship-red-1-1 ship-blue-1-1 tax-most-swords"
    g = game(2, rules, coins=almost_empty(1, 0, discard=3), discard=gone).expect(draw_pile=1)
    g.do("reveal sailor-3-1").expect(draw_pile=3, discard=[], harbor=["sailor-3-1"])
    assert [e.cards for e in g.happened(m.PileReshuffled)] == [3]
    assert g.state.returned.bit_count() == 3
    g.do("reveal ship-red-1-1").expect(draw_pile=2)


@PRESET
def test_pr_P2_in_the_middle_of_a_payment(game, rules):
    g = game(
        2, rules, harbor="ship-red-4-skull", coins=almost_empty(1, 1, discard=5), discard="sailor-3-1 " * 5
    )
    g.do("stop", "take ship-red-4-skull").expect(coins={"Ann": 7}, draw_pile=2, discard=["ship-red-4-skull"])
    assert [e.amount for e in g.happened(m.CoinsDrawn)] == [1, 3]
    assert [e.cards for e in g.happened(m.PileReshuffled)] == [5]


@PRESET
def test_pr_P2_the_ship_being_traded_is_not_in_that_shuffle(game, rules):
    g = game(
        2, rules, harbor="ship-red-4-skull", coins=almost_empty(2, 1, discard=2), discard="sailor-3-1 " * 2
    )
    g.do("stop", "take ship-red-4-skull").expect(coins={"Ann": 7})
    assert [e.amount for e in g.happened(m.CoinsDrawn)] == [2, 2]
    g.expect(draw_pile=1, discard=[])
    assert [place_of(g.state, c.id)[0] for c in g.rules.cards if c.kind == "ship-red-4-skull"] == ["unseen"]
    assert [e.cards for e in g.happened(m.PileReshuffled)] == [2, 1], (
        "the ship comes back when it is laid down"
    )


@PRESET
def test_pr_P2_only_what_exists_is_paid(game, rules):
    g = game(2, rules, harbor="ship-red-4-skull", coins=almost_empty(1, 1)).do(
        "stop", "take ship-red-4-skull"
    )
    g.expect(coins={"Ann": 4}, draw_pile=1)


@PRESET
def test_pr_P2_the_card_just_revealed_is_not_in_the_shuffle_that_it_causes(game, rules):
    g = game(
        2, rules, display={"Ann": "sailor-3-1"}, coins=almost_empty(1, 1, discard=1), discard="sailor-5-2"
    )
    g.do("reveal ship-red-1-1").expect(phase="repel", draw_pile=1, discard=[])
    assert place_of(g.state, g.state.turned) == ("turned", -1)
    g.do("repel").expect(draw_pile=1, discard=["ship-red-1-1"])


@PRESET
def test_pr_P2_the_tax_being_resolved_is_not_in_that_shuffle(game, rules):
    g = game(2, rules, coins={"Ann": 3, "Ben": 114}, display={"Ben": "sailor-3-1"}).expect(draw_pile=1)
    g.do("reveal tax-most-swords").expect(
        coins={"Ann": 3, "Ben": 58}, draw_pile=56, discard=["tax-most-swords"]
    )


@PRESET
@pytest.mark.parametrize("active", ["Ann", "Ben", "Cem"])
def test_pr_P2_too_few_cards_for_all_go_from_the_active_player_clockwise(game, rules, active):
    g = game(3, rules, active=active, coins={"Ann": 38, "Ben": 39, "Cem": 39}, tax_threshold=99)
    g.expect(draw_pile=3).do("reveal tax-most-swords")
    first = ("Ann", "Ben", "Cem").index(active)
    assert [e.seat for e in g.happened(m.CoinsDrawn)] == [first, (first + 1) % 3], "two cards for three"
    g.expect(draw_pile=1, discard=[])


@PRESET
def test_pr_P2_the_first_card_of_the_discard_pile_comes_back_at_once_when_no_other_is_left(game, rules):
    """Each of these lays a card on an empty discard pile beside an empty pile."""
    g = game(2, rules, harbor="ship-red-1-1", coins=almost_empty(1, 1)).do("reveal ship-red-2-3")
    g.expect(to_act="Ben", draw_pile=2, discard=[])
    g = game(2, rules, display={"Ann": "sailor-3-1"}, coins=almost_empty(1, 1)).do("reveal ship-red-1-1")
    g.expect(draw_pile=0).do("repel").expect(draw_pile=1, discard=[], phase="discover")
    g = game(2, rules, harbor="sailor-3-1", coins=almost_empty(0, 1)).do("stop", "take sailor-3-1")
    g.expect(draw_pile=3, discard=[])
    g = game(2, rules, harbor="ship-red-1-1", coins=almost_empty(0, 1)).do("stop", "take ship-red-1-1")
    g.expect(draw_pile=1, discard=[], coins={"Ann": 3})
    g = game(2, rules, harbor="governor-8-0", coins={"Ann": 118, "Ben": 0}).do("stop", "pass")
    g.expect(draw_pile=1, discard=[])


def test_pr_P2_a_ship_brings_no_fee_when_nothing_is_left_to_pay_it_from(game):
    g = game(2, "first-edition", harbor="ship-red-1-1", coins={"Ann": 118, "Ben": 0}).expect(draw_pile=0)
    g.do("stop", "pass").expect(phase="discover", to_act="Ben", coins={"Ann": 118, "Ben": 0})


@PRESET
def test_pr_P2_who_cannot_reveal_must_stop(game, rules):
    g = game(2, rules, coins={"Ann": 60, "Ben": 59}).expect(draw_pile=0)
    g.refuse("reveal sailor-3-1", "No card is left in the pile").do("stop").expect(
        to_act="Ben", phase="discover"
    )


@PRESET
def test_pr_P2_who_cannot_reveal_may_still_claim(game, rules):
    crew = "captain-4-1 captain-4-1"
    g = game(2, rules, coins={"Ann": 60, "Ben": 56}, display={"Ann": crew}, expeditions="expedition-AA")
    g.expect(draw_pile=0).do(f"claim expedition-AA: {crew}").expect(
        coins={"Ann": 62}, draw_pile=0, discard=[]
    )
    g.refuse("reveal captain-4-1", "No card is left").do("stop")


@PRESET
def test_pr_P2_the_table_may_say_that_its_pile_ran_out_before_the_count(game, rules):
    g = game(2, rules, discard="ship-red-4-skull ship-blue-1-1", harbor="sailor-3-1")
    pile = g.draw_pile
    g.refuse("reveal ship-red-4-skull", "in the discard pile").do("reshuffle")
    g.expect(draw_pile=pile + 2, discard=[], phase="discover", to_act="Ann")
    g.refuse("reshuffle", "no discard pile").do("reveal ship-red-4-skull")


@PRESET
def test_pr_P2_a_reshuffle_may_be_said_in_any_phase(game, rules):
    g = game(2, rules, discard="sailor-5-2", display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1")
    g.do("reshuffle").expect(phase="repel", discard=[]).do("repel", "reveal ship-blue-1-1", "keep", "stop")
    g.do("reshuffle").expect(phase="trade", to_act="Ann", discard=[])


# -- P3 ----------------------------------------------------------------------------------
@PRESET
def test_pr_P3_all_cards_are_counted_in_every_place(game, rules):
    """``Play.do`` counts them after every step; here every place holds some."""
    g = game(
        5,
        rules,
        gamblers=True,
        display={"Ann": "sailor-3-1 captain-4-1 captain-4-1", "Eva": "pirate-9-3"},
        harbor="ship-red-1-1 trader-red-3-1",
        expeditions="expedition-AA",
        discard="tax-most-swords",
        coins={"Ben": 20},
    )
    g.do(
        "reveal tax-fewest-points",
        "claim expedition-AA: captain-4-1 captain-4-1",
        "reveal ship-red-1-1#2",
        "repel",
    )
    g.do("stop", "take trader-red-3-1", "take ship-red-1-1")
    g.do("reveal ship-blue-1-1", "reveal ship-blue-1-1#2").expect(to_act="Cem")


# -- P4 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize(
    ("position", "card", "because"),
    [
        ({"display": {"Ben": "sailor-7-3"}}, "sailor-7-3", "lies in Ben's display"),
        ({"display": {"Ben": "expedition-AA"}}, "expedition-AA", "lies in Ben's display"),
        ({"harbor": "sailor-7-3"}, "sailor-7-3", "lies in the harbor already"),
        ({"expeditions": "expedition-AA"}, "expedition-AA", "lies in the row of expeditions already"),
        ({"discard": "sailor-7-3"}, "sailor-7-3", "in the discard pile and comes again only after a shuffle"),
        ({}, "expedition-ACH", "in the box: it is not in this game"),
        ({}, "gambler-8-3", "in the box: it is not in this game"),
    ],
)
def test_pr_P4_a_card_that_lies_elsewhere_is_an_error_to_report(game, rules, position, card, because):
    game(2, rules, **position).refuse(f"reveal {card}", because)


@PRESET
def test_pr_P4_the_card_just_revealed_cannot_come_again(game, rules):
    g = game(2, rules, display={"Ann": "sailor-3-1", "Ben": "captain-4-1"}, gamblers=True).do(
        "reveal ship-red-1-1#1"
    )
    assert g.state.turned >= 0
    refusal = g.rules.refusals(g.rules, g.state, g.state.asked, m.Reveal(g.state.turned))
    assert refusal.key == "answer-first"


@PRESET
def test_pr_P4_a_card_of_the_discard_pile_comes_again_after_a_reshuffle(game, rules):
    g = game(2, rules, coins=almost_empty(2, 0, discard=1), discard="sailor-7-3")
    g.refuse("reveal sailor-7-3").do("reveal ship-red-1-1").refuse("reveal sailor-7-3")
    g.do("reveal ship-blue-1-1", "reveal sailor-7-3").expect(
        harbor=["ship-red-1-1", "ship-blue-1-1", "sailor-7-3"]
    )


def test_pr_P4_every_card_has_a_place(game):
    g = game(
        5,
        display={"Ann": "sailor-3-1"},
        harbor="ship-red-2-3",
        discard="tax-most-swords",
        expeditions="expedition-AA",
    )
    g.do("reveal ship-blue-1-1")
    places = {c.name: place_of(g.state, c.id) for c in g.rules.cards}
    assert places["sailor-3-1#1"] == ("display", 0)
    assert places["ship-red-2-3#1"] == ("harbor", -1)
    assert places["ship-blue-1-1#1"] == ("turned", -1)
    assert places["tax-most-swords#1"] == ("discard", -1)
    assert places["expedition-AA#1"] == places["expedition-ACH#1"] == ("expeditions", -1)
    assert places["gambler-6-1#1"] == ("box", -1)
    assert sum(place == ("unseen", -1) for place in places.values()) == g.state.unseen.bit_count() == 114


def test_sets_of_cards_are_bits():
    for row in ((), (0,), (127,), (3, 1, 64, 90)):
        bits = cardset.of(row)
        assert list(cardset.ids(bits)) == sorted(row)
        assert [card for card in range(128) if cardset.has(bits, card)] == sorted(row)
