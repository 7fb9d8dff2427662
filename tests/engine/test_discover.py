"""Discover: D1 to D8."""

from __future__ import annotations

import pytest

from engine.portroyal import PRESETS
from engine.portroyal import messages as m

PRESET = pytest.mark.parametrize("rules", PRESETS)
COLOURS = ("yellow", "blue", "green", "red", "black")
TWINS = {
    "yellow": ("ship-yellow-1-1", "ship-yellow-2-1"),
    "blue": ("ship-blue-1-1", "ship-blue-2-1"),
    "green": ("ship-green-1-1", "ship-green-2-1"),
    "red": ("ship-red-1-1", "ship-red-2-3"),
    "black": ("ship-black-1-2", "ship-black-2-4"),
}


# -- D1 ----------------------------------------------------------------------------------
@PRESET
def test_pr_D1_one_card_must_be_revealed_then_he_may_stop_or_go_on(game, rules):
    g = game(2, rules).refuse("stop", "Ann must reveal one card before stopping")
    g.do("reveal sailor-3-1").expect(phase="discover", to_act="Ann")
    g.do("reveal captain-4-1").expect(phase="discover", to_act="Ann")
    g.do("stop").expect(phase="trade", to_act="Ann")


@PRESET
@pytest.mark.parametrize("card", ["tax-most-swords", "expedition-AA"])
def test_pr_D1_he_may_stop_with_an_empty_harbor(game, rules, card):
    g = game(2, rules).do(f"reveal {card}").expect(harbor=[]).do("stop")
    g.expect(phase="discover", to_act="Ben")


def test_pr_D1_he_may_stop_after_only_a_repelled_ship(game):
    g = game(2, display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1", "repel")
    g.expect(harbor=[], discard=["ship-red-1-1"]).do("stop").expect(to_act="Ben")


def test_pr_D1_nothing_of_trade_is_possible_in_discover(game):
    g = game(2, harbor="sailor-3-1")
    g.refuse("take sailor-3-1", "taken after stopping").refuse("pass", "taken after stopping")
    g.refuse("repel", "no ship to repel").refuse("keep", "no ship to repel")


# -- D2 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize("colour", COLOURS)
def test_pr_D2_a_ship_of_a_new_colour_goes_into_the_harbor(game, rules, colour):
    others = [TWINS[other][0] for other in COLOURS if other != colour]
    g = game(2, rules, harbor=" ".join(others)).do(f"reveal {TWINS[colour][0]}")
    g.expect(phase="discover", to_act="Ann", harbor=[*others, TWINS[colour][0]])


@PRESET
def test_pr_D2_a_kept_ship_goes_into_the_harbor(game, rules):
    g = game(2, rules, display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1", "keep")
    g.expect(phase="discover", harbor=["ship-red-1-1"], discard=[])


# -- D3 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize(
    ("display", "ship", "asked"),
    [
        ("", "ship-red-1-1", False),
        ("sailor-3-1", "ship-red-1-1", True),
        ("sailor-3-1", "ship-black-1-2", False),
        ("pirate-5-1", "ship-black-1-2", True),
        ("pirate-5-1 pirate-7-2 pirate-9-3", "ship-red-3-6", True),
        ("pirate-5-1 pirate-7-2 pirate-9-3", "ship-black-3-7", False),
        ("pirate-5-1 pirate-7-2 pirate-9-3 sailor-7-3", "ship-black-3-7", True),
        ("captain-4-1 governor-8-0", "ship-yellow-1-1", False),
    ],
)
def test_pr_D3_repel_needs_as_many_swords_as_the_ship(game, rules, display, ship, asked):
    g = game(2, rules, display={"Ann": display}).do(f"reveal {ship}")
    g.expect(phase="repel" if asked else "discover", to_act="Ann")
    if asked:
        g.do("repel").expect(phase="discover", harbor=[], discard=[ship])
    else:
        g.refuse("repel").expect(harbor=[ship])


@PRESET
@pytest.mark.parametrize(
    "ship", ["ship-red-3-skull", "ship-red-4-skull", "ship-black-3-skull", "ship-black-4-skull"]
)
def test_pr_D3_a_skull_ship_is_never_repelled(game, rules, ship):
    every_sword = "pirate-5-1 pirate-7-2 pirate-9-3 sailor-7-3 " + "sailor-5-2 " * 2 + "sailor-3-1 " * 7
    g = game(2, rules, display={"Ann": every_sword}).expect(swords={"Ann": 16})
    g.do(f"reveal {ship}").expect(phase="discover", harbor=[ship]).refuse("repel", "no ship to repel")


@PRESET
def test_pr_D3_swords_are_not_used_up(game, rules):
    g = game(2, rules, display={"Ann": "sailor-3-1"})
    for ship in ("ship-red-1-1", "ship-red-1-1", "ship-blue-1-1"):
        g.do(f"reveal {ship}", "repel").expect(swords={"Ann": 1}, display={"Ann": ["sailor-3-1"]})
    g.expect(discard=["ship-red-1-1", "ship-red-1-1", "ship-blue-1-1"])


@PRESET
def test_pr_D3_a_repelled_ship_never_lay_in_the_harbor_and_its_colour_may_come_again(game, rules):
    g = game(2, rules, display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1", "repel")
    assert g.happened(m.HarborEntered) == []
    g.do("reveal ship-red-4-skull").expect(phase="discover", harbor=["ship-red-4-skull"])


@PRESET
def test_pr_D3_only_the_active_players_swords_count_and_only_the_ship_just_revealed(game, rules):
    g = game(2, rules, display={"Ben": "pirate-5-1"}, harbor="ship-red-1-1")
    g.do("reveal ship-blue-1-1").expect(phase="discover", to_act="Ann").refuse("repel", "no ship to repel")
    g = game(2, rules, display={"Ann": "pirate-5-1"}, harbor="ship-red-1-1")
    g.refuse("repel", "no ship to repel")


# -- D4 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize("colour", COLOURS)
def test_pr_D4_a_second_ship_of_a_colour_busts(game, rules, colour):
    first, second = TWINS[colour]
    g = game(3, rules, harbor=f"{first} sailor-3-1", expeditions="expedition-AA").do(f"reveal {second}")
    g.expect(phase="discover", to_act="Ben", active="Ben", harbor=[], expeditions=["expedition-AA"])
    g.expect(discard=[first, second, "sailor-3-1"], coins={"Ann": 3, "Ben": 3, "Cem": 3})
    [bust] = g.happened(m.Busted)
    assert g.rules.cards[bust.ship].kind == second
    assert bust.cards[-1] == bust.ship
    assert not g.happened(m.TimeToTakeBegan), "nobody takes anything"


@PRESET
def test_pr_D4_declining_to_repel_the_own_duplicate_busts(game, rules):
    g = game(2, rules, display={"Ann": "sailor-3-1"}, harbor="ship-red-4-skull").do("reveal ship-red-1-1")
    g.expect(phase="repel", to_act="Ann").do("keep")
    g.expect(phase="discover", to_act="Ben", discard=["ship-red-4-skull", "ship-red-1-1"])


@PRESET
def test_pr_D4_repelling_the_duplicate_saves_the_turn(game, rules):
    g = game(2, rules, display={"Ann": "sailor-3-1"}, harbor="ship-red-4-skull").do(
        "reveal ship-red-1-1", "repel"
    )
    g.expect(phase="discover", to_act="Ann", harbor=["ship-red-4-skull"], discard=["ship-red-1-1"])


@pytest.mark.parametrize(
    ("rules", "switch", "coins"),
    [
        ("big-box", {}, (3, 5, 3)),
        ("big-box", {"jester_on_bust": "all"}, (4, 5, 3)),
        ("first-edition", {}, (4, 5, 3)),
        ("first-edition", {"jester_on_bust": "active"}, (3, 5, 3)),
    ],
)
def test_pr_D4_jesters_on_a_bust(game, rules, switch, coins):
    jesters = {"Ann": "jester-5-1", "Ben": "jester-7-2 jester-9-3"}
    g = game(3, rules, active="Ben", display=jesters, harbor="ship-red-1-1", **switch)
    g.do("reveal ship-red-2-3").expect(
        to_act="Cem", coins=dict(zip(("Ann", "Ben", "Cem"), coins, strict=True))
    )
    paid = [event.seat for event in g.happened(m.CoinsDrawn)]
    assert paid == ([1, 0] if coins[0] == 4 else [1]), "from the active player clockwise"


@PRESET
def test_pr_D4_after_a_bust_the_next_clockwise_is_active(game, rules):
    g = game(3, rules, active="Cem", harbor="ship-red-1-1").do("reveal ship-red-2-3")
    g.expect(active="Ann", to_act="Ann", phase="discover").refuse("stop", "must reveal")


# -- D5, D6 ------------------------------------------------------------------------------
@PRESET
def test_pr_D5_a_person_goes_into_the_harbor_as_often_as_it_comes(game, rules):
    g = game(2, rules).do("reveal sailor-3-1", "reveal sailor-3-1", "reveal governor-8-0")
    g.expect(harbor=["sailor-3-1", "sailor-3-1", "governor-8-0"], phase="discover")


@PRESET
def test_pr_D6_an_expedition_goes_into_its_own_row(game, rules):
    g = game(2, rules, harbor="sailor-3-1", display={"Ann": "admiral-5-1"})
    g.do("reveal expedition-AA", "reveal expedition-CC").expect(
        phase="discover", harbor=["sailor-3-1"], expeditions=["expedition-AA", "expedition-CC"]
    )
    g.do("stop").expect(takes=1, coins={"Ann": 3}).refuse(
        "take expedition-AA", "only harbor cards can be taken"
    )
    g.do("take sailor-3-1").expect(to_act="Ben", expeditions=["expedition-AA", "expedition-CC"])


# -- D7 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize(
    ("before", "after"),
    [(0, 0), (1, 1), (11, 11), (12, 6), (13, 7), (14, 7), (15, 8), (30, 15)],
)
def test_pr_D7_twelve_or_more_coins_lose_half_rounded_down(game, rules, before, after):
    g = game(3, rules, coins={"Ann": before, "Ben": 3, "Cem": before}, display={"Ben": "sailor-3-1"})
    g.do("reveal tax-most-swords").expect(coins={"Ann": after, "Ben": 4, "Cem": after}, phase="discover")
    assert g.state.paid == 2 * (before - after)


@PRESET
@pytest.mark.parametrize(
    ("threshold", "coins", "after"),
    [(12, 12, 6), (16, 15, 15), (16, 16, 8), (1, 1, 1), (1, 2, 1), (99, 50, 50)],
)
def test_pr_D7_the_threshold_is_a_switch(game, rules, threshold, coins, after):
    g = game(2, rules, coins={"Ann": coins, "Ben": 0}, display={"Ben": "sailor-3-1"}, tax_threshold=threshold)
    g.do("reveal tax-most-swords").expect(coins={"Ann": after, "Ben": 1})
    assert [e.amount for e in g.happened(m.CoinsPaid)] == ([coins - after] if after < coins else [])


@PRESET
@pytest.mark.parametrize(
    ("card", "display", "bonus"),
    [
        ("tax-most-swords", {}, (1, 1, 1)),
        ("tax-most-swords", {"Ben": "sailor-3-1"}, (0, 1, 0)),
        ("tax-most-swords", {"Ann": "pirate-5-1", "Cem": "sailor-3-1 sailor-5-2"}, (1, 0, 1)),
        ("tax-fewest-points", {}, (1, 1, 1)),
        ("tax-fewest-points", {"Ben": "sailor-3-1"}, (1, 0, 1)),
        ("tax-fewest-points", {"Ann": "governor-8-0", "Ben": "sailor-3-1", "Cem": "pirate-7-2"}, (1, 0, 0)),
        ("tax-fewest-points", {"Ann": "sailor-5-2", "Ben": "sailor-3-1", "Cem": "expedition-AA"}, (0, 1, 0)),
    ],
)
def test_pr_D7_the_bonus_goes_to_all_tied(game, rules, card, display, bonus):
    g = game(3, rules, display=display).do(f"reveal {card}")
    g.expect(coins={name: 3 + more for name, more in zip(("Ann", "Ben", "Cem"), bonus, strict=True)})
    g.expect(phase="discover", harbor=[], discard=[card])


@PRESET
def test_pr_D7_the_bonus_comes_after_the_loss(game, rules):
    game(2, rules, coins={"Ann": 12, "Ben": 11}).do("reveal tax-most-swords").expect(
        coins={"Ann": 7, "Ben": 12}
    )


@PRESET
def test_pr_D7_it_is_no_harbor_card_and_drawing_goes_on(game, rules):
    g = game(2, rules, display={"Ann": "admiral-5-1"}, harbor="sailor-3-1 sailor-3-1 captain-4-1 captain-4-1")
    g.do("reveal tax-fewest-points").expect(to_act="Ann", phase="discover", coins={"Ben": 4})
    g.do("stop").expect(coins={"Ann": 3})


# -- D8 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize("step", ["stop", "reveal sailor-5-2", "pass", "take sailor-5-2", "gamble"])
def test_pr_D8_the_decision_comes_first(game, rules, step):
    g = game(2, rules, display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1")
    g.refuse(step, "Ann must first decide about ship-red-1-1")
    g.do("keep").expect(phase="discover")


@PRESET
def test_pr_D8_nothing_is_decided_twice(game, rules):
    g = game(2, rules, display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1", "repel")
    g.refuse("repel", "no ship to repel").refuse("keep", "no ship to repel")
