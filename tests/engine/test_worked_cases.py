"""The worked cases of the rules page: W1 to W10."""

from __future__ import annotations

import pytest

from engine.portroyal import PRESETS

PRESET = pytest.mark.parametrize("rules", PRESETS)


@PRESET
def test_pr_W1_sailor_and_pirate_repel_a_flute_with_two_not_with_five(game, rules):
    display = {"Ann": "sailor-3-1 pirate-5-1"}
    g = game(2, rules, display=display).expect(swords={"Ann": 3})
    g.do("reveal ship-blue-2-2", "repel").expect(discard=["ship-blue-2-2"], harbor=[])
    g.do("reveal ship-green-2-3", "repel").expect(discard=["ship-blue-2-2", "ship-green-2-3"])
    g.do("reveal ship-blue-3-5").expect(phase="discover", harbor=["ship-blue-3-5"]).refuse("repel")


@PRESET
def test_pr_W2_thirteen_coins_lose_six_eleven_nothing(game, rules):
    g = game(3, rules, coins={"Ann": 13, "Ben": 11, "Cem": 3}, display={"Cem": "sailor-3-1"})
    g.do("reveal tax-most-swords").expect(coins={"Ann": 7, "Ben": 11, "Cem": 4})


@PRESET
def test_pr_W3_priest_and_jack_claim_the_two_crosses(game, rules):
    crew = "priest-4-1 jack-of-all-trades-6-1"
    g = game(2, rules, display={"Ann": crew}, expeditions="expedition-CC").expect(points={"Ann": 2})
    g.do(f"claim expedition-CC: {crew}")
    g.expect(points={"Ann": 4}, coins={"Ann": 5}, discard=crew.split(), display={"Ann": ["expedition-CC"]})


@PRESET
def test_pr_W4_flute_with_two_coins_and_two_blue_traders(game, rules):
    traders = "trader-blue-3-1 trader-blue-5-2"
    g = game(2, rules, display={"Ann": traders}, harbor="ship-blue-2-1").do("stop", "take ship-blue-2-1")
    g.expect(coins={"Ann": 7})
    g = game(2, rules, display={"Ben": traders}, harbor="ship-blue-2-1").do(
        "stop", "pass", "take ship-blue-2-1"
    )
    g.expect(coins={"Ann": 4, "Ben": 3 + 4 - 1})


@pytest.mark.parametrize(("rules", "inactive"), [("big-box", 1), ("first-edition", 2)])
def test_pr_W5_four_colours_and_a_governor(game, rules, inactive):
    harbor = "ship-red-1-1 ship-blue-1-1 ship-green-1-1 ship-black-1-2 ship-yellow-1-1"
    four = harbor.rsplit(" ", 1)[0]
    game(2, rules, display={"Ann": "governor-8-0"}, harbor=four).do("stop").expect(takes=3)
    g = game(2, rules, display={"Ben": "governor-8-0"}, harbor=four).do("stop", "pass")
    g.expect(to_act="Ben", takes=inactive)


@pytest.mark.parametrize(("rules", "least"), [("big-box", 1), ("first-edition", 0)])
def test_pr_W6_cost_three_with_two_and_with_four_mademoiselles(game, rules, least):
    two = "mademoiselle-7-2 mademoiselle-7-2"
    g = game(2, rules, display={"Ben": two}, harbor="sailor-3-1").do("stop", "pass", "take sailor-3-1")
    g.expect(coins={"Ann": 4, "Ben": 1})
    four = f"{two} mademoiselle-9-3 mademoiselle-9-3"
    g = game(2, rules, display={"Ben": four}, harbor="sailor-3-1").do("stop", "pass", "take sailor-3-1")
    g.expect(coins={"Ann": 4, "Ben": 3 - least - 1})


def test_pr_W7_no_coin_and_a_one_coin_ship_nothing_in_the_big_box(game):
    g = game(2, "big-box", harbor="ship-red-1-1 ship-blue-1-1", coins={"Ann": 3, "Ben": 0})
    g.do("stop", "take ship-blue-1-1").expect(phase="discover", to_act="Ben", coins={"Ann": 4, "Ben": 0})


def test_pr_W7_no_coin_and_a_one_coin_ship_allowed_in_the_first_edition(game):
    g = game(2, "first-edition", harbor="ship-red-1-1 ship-blue-1-1", coins={"Ann": 3, "Ben": 0})
    g.do("stop", "take ship-blue-1-1", "take ship-red-1-1").expect(coins={"Ann": 5, "Ben": 0})


@PRESET
def test_pr_W8_two_jesters_on_a_bust(game, rules):
    g = game(2, rules, display={"Ann": "jester-5-1 jester-7-2"}, harbor="ship-red-1-1").do(
        "reveal ship-red-2-3"
    )
    g.expect(coins={"Ann": 5, "Ben": 3}, to_act="Ben")


@PRESET
def test_pr_W9_six_cards_two_taken_four_left(game, rules):
    harbor = "ship-red-1-1 ship-blue-1-1 ship-green-1-1 ship-black-1-2 captain-4-1 priest-4-1"
    g = game(2, rules, display={"Ann": "admiral-5-1", "Ben": "admiral-7-2"}, harbor=harbor).do("stop")
    g.expect(coins={"Ann": 5}, takes=2).do("take ship-red-1-1", "take ship-blue-1-1")
    g.expect(to_act="Ben", coins={"Ann": 7, "Ben": 3})


@PRESET
def test_pr_W10_tie_at_no_swords(game, rules):
    game(4, rules).do("reveal tax-most-swords").expect(coins=dict.fromkeys(("Ann", "Ben", "Cem", "Dan"), 4))
