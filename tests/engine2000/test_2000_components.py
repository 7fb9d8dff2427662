"""Components and set-up (rules 1 to 20)."""

from __future__ import annotations

from collections import Counter

import pytest

from engine import cardset
from engine.games import SetUp, open_table
from engine.notation import NotationError
from engine.portroyal2000 import PRESETS, SEATS, Options
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import COLOURS, SHIPS
from engine.portroyal2000.layout import trick_cards
from engine.setup import SetupError

VALUES = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12]


def kinds(cards, kind):
    return [card for card in cards if card.type == kind]


def test_2000_1_4_B2_forty_simple_and_nine_extras(cards):
    booty = kinds(cards, "booty")
    assert len({card.kind for card in booty}) == 49
    assert sum(card.ship >= 0 for card in booty) == 40
    extras = {card.kind for card in booty if card.ship < 0}
    assert extras == set(
        "plus-8 plus-6 minus-10 minus-5 max-plus-5 max-minus-5 double remove relocate".split()
    )


def test_2000_2_3_four_goods_of_ten_values(cards):
    for ship in range(4):
        assert [card.tons for card in cards if card.ship == ship] == VALUES
    assert sum(card.tons for card in cards if card.ship >= 0) == 264


def test_a_card_is_named_by_its_kind_or_as_its_only_copy(game):
    table = game()
    rum = next(card for card in table.rules.cards if card.name == "rum-9#1")
    assert (rum.kind, rum.copy) == ("rum-9", 1)
    assert table.session.step({"choose": "rum-9#1"}) == table.session.step({"choose": "rum-9"})


def test_2000_3_unknown_values_are_no_cards(game):
    for code in ("TOB11", "RUM1"):
        with pytest.raises(NotationError, match="there is no card"):
            game().session.step({"choose": {"TOB11": "tobacco-11", "RUM1": "rum-1"}[code]})


def test_2000_5_weight_and_value_are_one_number(game):
    table = game(ships={"Ann": {"gunpowder": "GUN12"}})
    table.expect(weight={"Ann": {"gunpowder": 12}}, totals={"Ann": 12})


def test_2000_6_7_B6_bonus_cards_have_value_and_no_weight(cards, game):
    assert [card.points for card in kinds(cards, "bonus")] == [1, 2, 3, 4, 5, 6]
    table = game(ships={"Ann": {"tobacco": "TOB10 TOB12 b6"}})
    table.expect(weight={"Ann": {"tobacco": 22}}, totals={"Ann": 28})


def test_2000_8_9_B1_thirty_two_coloured_and_three_pirates(cards):
    tricks = kinds(cards, "trick")
    assert len(tricks) == 35
    for colour in COLOURS:
        assert [card.value for card in tricks if card.colour == colour] == list(range(1, 9))
    pirates = [card for card in tricks if card.pirate]
    assert [(card.value, card.colour) for card in pirates] == [(1, ""), (5, ""), (7, "")]


def test_2000_10_B7_B71_four_ships_and_a_scale_to_nineteen(game):
    table = game(debt={"Ann": 19})
    assert set(table.ships["Ann"]) == set(SHIPS)
    assert set(table.capacity["Ann"].values()) == {24}
    with pytest.raises(SetupError, match="from 0 to 19"):
        game(debt={"Ann": 20})


def test_2000_11_B3_a_stone_for_each_colour_but_trump(game):
    table = game().begin("K").refuse({"correct": {"stones": {"Ann": ["black"]}}}, "other than trump")
    table.do({"correct": {"stones": {"Ann": ["red", "blue", "green"]}}})
    assert len(table.stones["Ann"]) == 3


@pytest.mark.parametrize("players", [1, 2, 5])
def test_2000_12_only_three_or_four_play(cards, players):
    assert list(SEATS) == [3, 4]
    names = ("Ann", "Ben", "Cem", "Dora", "Eva")[:players]
    with pytest.raises(SetupError, match="3 to 4 players"):
        open_table(SetUp(game="port-royal-2000", players=names), cards)


def test_2000_13_14_15_trick_cards_by_the_number_of_players(game):
    for players, top, pirates in ((3, 6, [1, 5]), (4, 8, [1, 7])):
        table = game(players)
        dealt = [table.rules.cards[card] for card in trick_cards(table.rules, table.state)]
        assert len(dealt) == 8 * players + 2
        assert Counter(card.colour for card in dealt if card.colour) == dict.fromkeys(COLOURS, top)
        assert max(card.value for card in dealt if card.colour) == top
        assert [card.value for card in dealt if card.pirate] == pirates


def test_2000_16_17_relocate_comes_last(game):
    table = game()
    table.refuse("lay REL BIS2 BIS3 BIS4 BIS5 BIS6 BIS7 BIS8 BIS9", "put it at the bottom")
    table.refuse({"lay": "relocate"}, "round 6")
    assert m.TurnUp(table.card("REL")) not in set(table.session.choices())
    assert table.session.view().pile == 49


def test_2000_18_the_bonus_pile_is_six_unknown_cards(game):
    assert game().session.view().bonuses == 6
    assert game().state.removed == 0


def test_2000_19_20_a_game_begins_without_debt_stones_or_holder(game):
    table = game(4)
    table.expect(
        phase="lay",
        round=1,
        holder=None,
        bid_stone=None,
        trump=None,
        debt=dict.fromkeys(("Ann", "Ben", "Cem", "Dora"), 0),
        stones={name: [] for name in ("Ann", "Ben", "Cem", "Dora")},
    )


def test_2000_B4_B5_names_are_those_of_the_page(game):
    table = game(round=6, debt={"Ann": 5}, removed="BIS5")
    table.expect(totals={"Ann": -5})
    assert table.rules.cards[table.card("REL")].tool == "relocate"


def test_the_switches_are_those_of_part_b_the_first_value_is_the_default():
    assert msgspec_defaults(Options()) == {
        "pirate_led": "none",
        "booty_chooser": "start",
        "zero_bid_handin": "no",
        "remove_kept": "fresh_only",
        "revoke_unit": "per_claim",
        "revoke_no_booty": "waive",
        "minus_scores": "yes",
        "x2_scores": "yes",
        "final_tie": "shared",
        "history": "last_trick",
        "hands": "secret",
    }
    assert list(PRESETS.values()) == [Options()]


def msgspec_defaults(options):
    return {name: getattr(options, name) for name in options.__struct_fields__}


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        ("first-edition", {}, "there is no preset 'first-edition'"),
        ("standard", {"pirates_led": "none"}, "there is no switch 'pirates_led'"),
        ("standard", {"pirate_led": "maybe"}, "options: pirate_led: cannot be 'maybe'"),
    ],
)
def test_unknown_presets_and_switches_are_refused(cards, rules, options, message):
    set_up = SetUp(game="port-royal-2000", players=("A", "B", "C"), rules=rules, options=options)
    with pytest.raises(NotationError, match=message):
        open_table(set_up, cards)


def test_the_start_player_of_a_set_up_deals_first(cards):
    set_up = SetUp(game="port-royal-2000", players=("A", "B", "C"), rules="standard", start="B")
    assert open_table(set_up, cards).initial.dealer == 1


@pytest.mark.parametrize(
    ("placed", "message"),
    [
        ({"round": 7}, "rounds 1 to 6, not 7"),
        ({"debt": {"Ben": -1}}, "Ben cannot have a debt of -1"),
        ({"left_over": "GUN4 -1"}, "never less than 0"),
        ({"left_over": "GUN4 7"}, "6 bonus cards in the game, not 7"),
        ({"left_over": "REL 1"}, "relocate cannot be the left-over card"),
        ({"left_over": "b1 1"}, "prisoner-1 cannot be the left-over card"),
        ({"ships": {"Ann": {"rum": "RUM2"}, "Ben": {"rum": "RUM2"}}}, "rum-2 cannot lie in two places"),
        ({"removed": "R1"}, "red-1 is a trick card"),
        ({"ships": {"Ann": {"rum": "TOB2"}}}, "tobacco-2 cannot lie on the rum ship"),
        ({"ships": {"Ann": {"rum": "REM"}}}, "remove cannot lie on the rum ship"),
        ({"kept": "Ann", "removed": "REM"}, "remove cannot lie in two places"),
        ({"ships": {"Ann": {"rum": "b1 b2 b3 b4"}}, "left_over": "GUN4 3"}, "6 bonus cards in the game"),
    ],
)
def test_positions_that_cannot_be_are_refused(game, placed, message):
    with pytest.raises(SetupError, match=message):
        game(**placed)


def test_a_position_needs_enough_booty_for_its_round(game):
    gone = " ".join(f"{good}{value}" for good in ("BIS", "TOB", "RUM", "GUN") for value in VALUES)
    with pytest.raises(SetupError, match="8 booty cards are left, and 9 must be turned up"):
        game(removed=gone)
    assert game(removed=gone, round=6).state.unseen.bit_count() == 9


def test_hidden_bonus_cards_may_be_placed(game):
    table = game(ships={"Ann": {"rum": "RUM2 b? b4"}}, left_over="GUN4 2")
    assert table.session.view().bonuses == 2
    assert table.session.view().hidden_left == 1
    table.expect(totals={"Ann": 6}, left_over="gunpowder-4")
    assert cardset.has(table.state.unseen, table.card("GUN5"))
