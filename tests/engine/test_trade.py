"""Trade and hire: T1 to T9."""

from __future__ import annotations

import pytest

from engine.portroyal import PRESETS
from engine.portroyal import messages as m

PRESET = pytest.mark.parametrize("rules", PRESETS)
FIVE = ("ship-yellow-1-1", "ship-blue-1-1", "ship-green-1-1", "ship-red-1-1", "ship-black-1-2")
DEAR = "governor-8-0"
"""A person that nobody in these tests can pay for."""


def harbor(colours: int, *more: str) -> str:
    return " ".join((*FIVE[:colours], *more))


# -- T1 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize("governors", [0, 1, 4])
@pytest.mark.parametrize(("colours", "takes"), [(0, 1), (1, 1), (2, 1), (3, 1), (4, 2), (5, 3)])
def test_pr_T1_takes_by_colours_and_governors(game, rules, colours, takes, governors):
    display = " ".join([DEAR] * governors)
    g = game(2, rules, harbor=harbor(colours, "sailor-3-1"), display={"Ann": display}).do("stop")
    g.expect(phase="trade", to_act="Ann", takes=takes + governors)


@PRESET
def test_pr_T1_taking_ships_does_not_lower_it(game, rules):
    g = game(2, rules, harbor=harbor(5)).do("stop").expect(takes=3)
    g.do(f"take {FIVE[0]}").expect(takes=2).do(f"take {FIVE[1]}").expect(takes=1)
    g.do(f"take {FIVE[2]}").expect(to_act="Ben", takes=1)


@PRESET
def test_pr_T1_a_ship_repelled_or_sunk_does_not_count(game, rules):
    g = game(2, rules, harbor=harbor(3), display={"Ann": "sailor-3-1"}, coins={"Ben": 0})
    g.do("reveal ship-red-1-1", "repel", "stop").expect(takes=1)


@PRESET
def test_pr_T1_a_governor_hired_in_this_turn_counts_at_once(game, rules):
    g = game(2, rules, harbor=harbor(2, DEAR), coins={"Ann": 8}).do("stop").expect(takes=1)
    g.do(f"take {DEAR}").expect(to_act="Ann", takes=1).do(f"take {FIVE[0]}").expect(to_act="Ben")


@pytest.mark.parametrize(
    ("rules", "switch", "takes"),
    [
        ("big-box", {}, 1),
        ("big-box", {"governor": "all"}, 2),
        ("first-edition", {}, 2),
        ("first-edition", {"governor": "active"}, 1),
    ],
)
def test_pr_T1_governors_of_inactive_players(game, rules, switch, takes):
    g = game(2, rules, harbor=harbor(3), display={"Ben": DEAR}, **switch)
    g.do("stop", f"take {FIVE[0]}").expect(to_act="Ben", takes=takes)
    g.do(f"take {FIVE[1]}")
    if takes == 2:
        g.expect(to_act="Ben", takes=1, coins={"Ann": 5, "Ben": 3}).do(f"take {FIVE[2]}")
    g.expect(phase="discover", to_act="Ben", coins={"Ann": 3 + 1 + takes, "Ben": 3})


@pytest.mark.parametrize(("rules", "again"), [("big-box", False), ("first-edition", True)])
def test_pr_T1_a_governor_hired_by_an_inactive_player(game, rules, again):
    g = game(2, rules, harbor=harbor(1, DEAR, "sailor-3-1"), coins={"Ben": 20})
    g.do("stop", "pass", f"take {DEAR}")
    g.expect(phase="trade" if again else "discover", to_act="Ben", takes=int(again), coins={"Ben": 11})


# -- T2 ----------------------------------------------------------------------------------
@PRESET
def test_pr_T2_he_may_pass_at_any_point(game, rules):
    g = game(2, rules, harbor=harbor(5)).do("stop").expect(takes=3)
    g.do(f"take {FIVE[0]}", "pass").expect(to_act="Ben", phase="trade", takes=1)
    g.do("pass").expect(phase="discover", to_act="Ben", harbor=[])


@PRESET
def test_pr_T2_a_hired_mademoiselle_discounts_the_next(game, rules):
    g = game(2, rules, harbor=harbor(4, "mademoiselle-7-2", "sailor-3-1"), coins={"Ann": 9}).do("stop")
    g.do("take mademoiselle-7-2").expect(coins={"Ann": 2}).do("take sailor-3-1").expect(coins={"Ann": 0})


@PRESET
def test_pr_T2_a_hired_trader_pays_for_the_next(game, rules):
    g = game(2, rules, harbor=harbor(4, "trader-blue-3-1")).do("stop", "take trader-blue-3-1")
    g.do("take ship-blue-1-1").expect(coins={"Ann": 2})


@PRESET
def test_pr_T2_a_traded_ship_pays_for_the_next(game, rules):
    g = game(2, rules, harbor=harbor(4, "captain-4-1"), coins={"Ann": 3}).do("stop")
    g.refuse("take captain-4-1", "Ann needs 4 coins for captain-4-1 and has 3")
    g.do("take ship-red-1-1", "take captain-4-1").expect(coins={"Ann": 0}, display={"Ann": ["captain-4-1"]})


# -- T3 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize(
    ("ship", "traders", "income"),
    [
        ("ship-yellow-4-4", "trader-yellow-3-1 trader-yellow-5-2", 6),
        ("ship-blue-2-1", "trader-blue-3-1", 3),
        ("ship-blue-2-1", "trader-red-3-1 trader-yellow-5-2", 2),
        ("ship-green-1-1", "trader-green-3-1 trader-green-3-1", 3),
        ("ship-red-4-skull", "trader-red-3-1", 5),
        ("ship-black-3-7", "trader-black-3-1 trader-black-3-1 trader-blue-3-1", 5),
    ],
)
def test_pr_T3_a_ship_brings_its_coins_and_one_for_each_trader(game, rules, ship, traders, income):
    g = game(2, rules, harbor=ship, display={"Ann": traders})
    pile = g.draw_pile
    g.do("stop", f"take {ship}").expect(coins={"Ann": 3 + income}, draw_pile=pile - income, harbor=[])
    assert ship in g.discard
    assert g.points["Ann"] == sum(int(name[-1]) for name in traders.split()), "a ship brings no points"


# -- T4 ----------------------------------------------------------------------------------
@PRESET
def test_pr_T4_hire_pays_to_the_discard_pile(game, rules):
    g = game(2, rules, harbor="pirate-9-3", coins={"Ann": 10})
    pile = g.draw_pile
    g.do("stop", "take pirate-9-3")
    g.expect(coins={"Ann": 1}, display={"Ann": ["pirate-9-3"]}, points={"Ann": 3}, swords={"Ann": 2})
    g.expect(draw_pile=pile, discard=[])
    assert g.state.paid == 9


@PRESET
def test_pr_T4_what_cannot_be_paid_is_refused_and_nothing_changes(game, rules):
    g = game(2, rules, harbor="pirate-9-3 ship-red-1-1", coins={"Ann": 8, "Ben": 9}).do("stop")
    g.refuse("take pirate-9-3", "Ann needs 9 coins for pirate-9-3 and has 8")
    g.do("pass").refuse("take pirate-9-3", "Ben needs 10 coins for pirate-9-3 and has 9")


@pytest.mark.parametrize(
    ("rules", "switch", "prices"),
    [
        ("big-box", {}, (3, 2, 1, 1, 1)),
        ("big-box", {"mademoiselle_floor": 0}, (3, 2, 1, 0, 0)),
        ("first-edition", {}, (3, 2, 1, 0, 0)),
        ("first-edition", {"mademoiselle_floor": 1}, (3, 2, 1, 1, 1)),
    ],
)
@pytest.mark.parametrize("mademoiselles", range(5))
def test_pr_T4_mademoiselles_lower_the_price_to_the_floor(game, rules, switch, prices, mademoiselles):
    row = "mademoiselle-7-2 mademoiselle-7-2 mademoiselle-9-3 mademoiselle-9-3".split()[:mademoiselles]
    g = game(2, rules, harbor="sailor-3-1", display={"Ann": " ".join(row)}, **switch)
    g.do("stop", "take sailor-3-1").expect(coins={"Ann": 3 - prices[mademoiselles]})


@PRESET
def test_pr_T4_ships_cost_the_active_player_nothing(game, rules):
    game(2, rules, harbor="ship-red-1-1", coins={"Ann": 0}).do("stop", "take ship-red-1-1").expect(
        coins={"Ann": 1}
    )


# -- T5 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize(
    ("lying", "admirals", "coins"), [(4, 1, 0), (5, 1, 2), (6, 1, 2), (5, 2, 4), (7, 3, 6)]
)
def test_pr_T5_admirals_pay_when_five_cards_lie_there(game, rules, lying, admirals, coins):
    row = "captain-4-1 captain-4-1 priest-4-1 priest-4-1 settler-4-1 settler-4-1 ship-red-1-1".split()
    display = " ".join("admiral-5-1 admiral-7-2 admiral-9-3".split()[:admirals])
    g = game(2, rules, harbor=" ".join(row[:lying]), display={"Ann": display}, coins={"Ann": 4}).do("stop")
    g.expect(coins={"Ann": 4 + coins}, to_act="Ann")
    assert [e.why for e in g.happened(m.CoinsDrawn)] == ["admiral"] * (coins > 0)


@PRESET
def test_pr_T5_once_and_without_taking_a_card(game, rules):
    g = game(2, rules, harbor=harbor(5), display={"Ann": "admiral-5-1"}).do("stop").expect(coins={"Ann": 5})
    g.do("pass").expect(coins={"Ann": 5}, to_act="Ben")


@PRESET
def test_pr_T5_an_admiral_hired_in_this_turn_does_not_pay_in_it(game, rules):
    g = game(2, rules, harbor=harbor(5, "admiral-5-1"), coins={"Ann": 5}).do("stop", "take admiral-5-1")
    g.expect(coins={"Ann": 0}, to_act="Ann", takes=2)


@PRESET
@pytest.mark.parametrize(("taken", "coins"), [(1, 5), (2, 3)])
def test_pr_T5_checked_again_for_each_inactive_player(game, rules, taken, coins):
    g = game(3, rules, harbor=harbor(4, "captain-4-1", "captain-4-1"), display={"Ben": "admiral-5-1"})
    g.do("stop", *[f"take {ship}" for ship in FIVE[:taken]], *["pass"] * (taken < 2))
    g.expect(to_act="Ben", coins={"Ben": coins})


@PRESET
def test_pr_T5_it_can_pay_for_what_follows(game, rules):
    g = game(2, rules, harbor=harbor(5, "pirate-5-1"), display={"Ann": "admiral-9-3"})
    g.do("stop", "take pirate-5-1").expect(coins={"Ann": 0})


# -- T6 ----------------------------------------------------------------------------------
@PRESET
def test_pr_T6_inactive_players_take_one_each_clockwise(game, rules):
    g = game(4, rules, active="Cem", harbor=harbor(5)).do("stop")
    g.do("pass").expect(to_act="Dan", takes=1).do("take ship-red-1-1").expect(to_act="Ann", takes=1)
    g.do("take ship-blue-1-1").expect(to_act="Ben").do("take ship-green-1-1")
    g.expect(to_act="Dan", phase="discover", coins={"Ann": 3, "Ben": 3, "Cem": 6, "Dan": 3})


@PRESET
def test_pr_T6_they_take_although_the_active_player_took_nothing(game, rules):
    g = game(2, rules, harbor=harbor(1, DEAR), coins={"Ann": 0}).do("stop", "pass")
    g.do("take ship-yellow-1-1").expect(coins={"Ann": 1, "Ben": 3})


@PRESET
@pytest.mark.parametrize(("coins", "enough"), [(3, False), (4, True)])
def test_pr_T6_a_person_needs_its_cost_and_the_fee(game, rules, coins, enough):
    g = game(2, rules, harbor=harbor(1, "sailor-3-1"), coins={"Ben": coins}).do("stop", "pass")
    if enough:
        g.do("take sailor-3-1").expect(coins={"Ann": 4, "Ben": 0})
    else:
        g.refuse("take sailor-3-1", "Ben needs 4 coins for sailor-3-1 and has 3")


@PRESET
def test_pr_T6_the_fee_is_not_discounted(game, rules):
    ladies = "mademoiselle-7-2 mademoiselle-9-3"
    g = game(2, rules, harbor="sailor-3-1", coins={"Ann": 0, "Ben": 3}, display={"Ben": ladies}).do("stop")
    g.do("take sailor-3-1").expect(coins={"Ann": 1, "Ben": 1})


@pytest.mark.parametrize(
    ("rules", "switch", "taken"),
    [
        ("big-box", {}, False),
        ("big-box", {"fee": "from_income"}, True),
        ("first-edition", {}, True),
        ("first-edition", {"fee": "upfront"}, False),
    ],
)
def test_pr_T6_with_no_coin_the_fee_may_or_may_not_come_from_the_ship(game, rules, switch, taken):
    g = game(2, rules, harbor="ship-red-1-1 ship-blue-2-1", coins={"Ben": 0}, **switch)
    g.do("stop", "take ship-blue-2-1")
    if taken:
        g.expect(to_act="Ben").do("take ship-red-1-1").expect(coins={"Ann": 6, "Ben": 0})
        assert [type(e) for e in g.events if type(e) in (m.CoinsDrawn, m.CoinsGiven)] == [
            m.CoinsDrawn,
            m.CoinsGiven,
        ]
    else:
        g.expect(phase="discover", to_act="Ben", coins={"Ann": 5, "Ben": 0})


@PRESET
def test_pr_T6_with_a_coin_the_fee_is_paid_first(game, rules):
    g = game(2, rules, harbor="ship-red-1-1", coins={"Ben": 1}).do("stop", "pass", "take ship-red-1-1")
    g.expect(coins={"Ann": 4, "Ben": 1})
    assert [type(e) for e in g.events if type(e) in (m.CoinsDrawn, m.CoinsGiven)] == [
        m.CoinsGiven,
        m.CoinsDrawn,
    ]


def test_pr_T6_a_person_never_pays_its_own_fee(game):
    g = game(2, "first-edition", harbor="sailor-3-1 ship-red-1-1", coins={"Ben": 3}).do("stop", "pass")
    g.refuse("take sailor-3-1", "needs 4 coins")


# -- T7 ----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rules", "switch", "active", "inactive"),
    [
        ("big-box", {}, 5, 5),
        ("big-box", {"jester_on_empty": "inactive"}, 3, 5),
        ("first-edition", {}, 3, 5),
        ("first-edition", {"jester_on_empty": "anyone"}, 5, 5),
    ],
)
def test_pr_T7_jesters_when_the_harbor_is_empty(game, rules, switch, active, inactive):
    jesters = "jester-7-2 jester-9-3", "jester-5-1 jester-7-2"
    g = game(2, rules, display=dict(zip(("Ann", "Ben"), jesters, strict=True)), **switch).do(
        "reveal expedition-AA", "stop"
    )
    g.expect(phase="discover", to_act="Ben", coins={"Ann": active, "Ben": inactive})


@pytest.mark.parametrize(
    ("rules", "switch", "paid"),
    [
        ("big-box", {}, True),
        ("big-box", {"jester_on_empty": "inactive"}, False),
        ("first-edition", {}, False),
        ("first-edition", {"jester_on_empty": "anyone"}, True),
    ],
)
def test_pr_T7_jesters_when_nothing_can_be_paid_for(game, rules, switch, paid):
    g = game(2, rules, harbor=DEAR, display={"Ann": "jester-5-1", "Ben": "jester-7-2"}, **switch).do("stop")
    g.expect(phase="discover", to_act="Ben", coins={"Ann": 3 + paid, "Ben": 3 + paid})


@PRESET
def test_pr_T7_the_harbor_may_be_emptied_by_those_before(game, rules):
    g = game(
        3, rules, harbor="ship-red-1-1 ship-blue-1-1", display={"Cem": "jester-5-1", "Ben": "jester-7-2"}
    )
    g.do("stop", "take ship-red-1-1").expect(coins={"Ben": 3}, to_act="Ben")
    g.do("take ship-blue-1-1").expect(coins={"Ben": 3, "Cem": 4}, to_act="Ben", phase="discover")


@PRESET
def test_pr_T7_no_jester_while_there_is_something_to_take(game, rules):
    g = game(2, rules, harbor="ship-red-1-1", display={"Ann": "jester-5-1", "Ben": "jester-7-2"})
    g.do("stop").expect(coins={"Ann": 3}).do("pass").expect(coins={"Ben": 3}).do("pass")
    g.expect(coins={"Ann": 3, "Ben": 3})


def test_pr_T7_the_coin_counts_at_once(game):
    g = game(2, harbor="captain-4-1", display={"Ann": "jester-5-1"}).do("stop")
    g.expect(to_act="Ann", phase="trade", coins={"Ann": 4}).do("take captain-4-1").expect(coins={"Ann": 0})


def test_pr_T7_it_is_paid_once(game):
    g = game(2, harbor=f"{DEAR} captain-4-1", display={"Ann": "jester-5-1"}).do("stop")
    g.do("take captain-4-1").expect(coins={"Ann": 0}, to_act="Ben", phase="discover")


def test_pr_T7_an_admirals_coins_come_first_and_may_leave_something_to_take(game):
    persons = "captain-4-1 captain-4-1 priest-4-1 priest-4-1 settler-4-1"
    g = game(2, harbor=persons, coins={"Ann": 2}, display={"Ann": "jester-5-1 admiral-5-1"}).do("stop")
    g.expect(coins={"Ann": 4}, to_act="Ann")


# -- T8 ----------------------------------------------------------------------------------
@PRESET
def test_pr_T8_the_rest_goes_to_the_discard_pile_and_the_next_is_active(game, rules):
    g = game(3, rules, active="Ben", harbor=harbor(3, "sailor-3-1"), expeditions="expedition-AA")
    g.do("stop", "pass", "take ship-blue-1-1", "pass")
    g.expect(active="Cem", to_act="Cem", phase="discover", harbor=[], expeditions=["expedition-AA"])
    g.expect(discard=["ship-yellow-1-1", "ship-blue-1-1", "ship-green-1-1", "sailor-3-1"])
    g.refuse("stop", "must reveal one card")
    [cleared] = g.happened(m.HarborCleared)
    assert len(cleared.cards) == 3


# -- T9 ----------------------------------------------------------------------------------
@PRESET
def test_pr_T9_who_can_take_nothing_is_not_asked(game, rules):
    g = game(4, rules, harbor=f"{DEAR} captain-4-1", coins={"Ann": 0, "Ben": 4, "Cem": 9, "Dan": 5}).do(
        "stop"
    )
    g.expect(to_act="Cem", phase="trade")
    assert [skipped.seat for skipped in g.happened(m.Skipped)] == [0, 1]
    g.do("take captain-4-1").expect(to_act="Ben", phase="discover")
    assert [skipped.seat for skipped in g.happened(m.Skipped)] == [3]


@PRESET
def test_pr_T9_after_admiral_and_jester_were_paid(game, rules):
    row = f"{DEAR} {DEAR} pirate-9-3 admiral-9-3 jester-9-3"
    g = game(2, rules, harbor=row, coins={"Ann": 1}, display={"Ann": "admiral-5-1 jester-5-1"}).do("stop")
    g.expect(phase="discover", to_act="Ben", coins={"Ann": 4 if rules == "big-box" else 3})


@PRESET
def test_pr_T9_who_has_taken_all_he_may_is_not_asked_again_nor_said_to_be_skipped(game, rules):
    g = game(2, rules, harbor=harbor(2)).do("stop", "take ship-blue-1-1").expect(to_act="Ben")
    assert g.happened(m.Skipped) == []


@PRESET
def test_pr_T9_the_active_player_who_could_claim_is_asked(game, rules):
    g = game(
        2, rules, harbor=harbor(1), display={"Ann": "captain-4-1 captain-4-1"}, expeditions="expedition-AA"
    )
    g.do("stop", "take ship-yellow-1-1").expect(to_act="Ann", takes=0, phase="trade")
    g.refuse("take ship-yellow-1-1", "only harbor cards").do("pass").expect(to_act="Ben", phase="discover")


@PRESET
def test_pr_T9_an_inactive_player_who_could_claim_is_not_asked(game, rules):
    g = game(
        2, rules, harbor=harbor(1), display={"Ben": "captain-4-1 captain-4-1"}, expeditions="expedition-AA"
    )
    g.do("stop", "take ship-yellow-1-1").expect(to_act="Ben", phase="discover")


@PRESET
def test_pr_T9_without_a_take_left_a_card_is_refused(game, rules):
    g = game(
        2, rules, harbor=harbor(2), display={"Ann": "captain-4-1 captain-4-1"}, expeditions="expedition-AA"
    )
    g.do("stop", "take ship-yellow-1-1").refuse("take ship-blue-1-1", "may take no more cards")


@PRESET
@pytest.mark.parametrize("step", ["reveal sailor-5-2", "stop", "gamble"])
def test_pr_T8_discover_is_over_in_trade(game, rules, step):
    game(2, rules, harbor=harbor(1)).do("stop").refuse(step, "Discover is over")
