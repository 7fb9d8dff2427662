"""The end: F1 to F4."""

from __future__ import annotations

import pytest

from engine.portroyal import PRESETS
from engine.portroyal import messages as m
from engine.portroyal.correction_messages import TriggerWithdrawn

PRESET = pytest.mark.parametrize("rules", PRESETS)
ELEVEN = "sailor-7-3 pirate-9-3 jester-9-3 pirate-7-2"
"""Persons with eleven points, among them five swords."""


def idle_turn(g) -> None:
    """Play a turn in which nothing happens that matters."""
    g.do("reveal governor-8-0", "stop")
    while g.phase == "trade":
        g.do("pass")


# -- F1 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize(
    ("card", "triggered"), [("governor-8-0", False), ("sailor-3-1", True), ("sailor-5-2", True)]
)
def test_pr_F1_twelve_points_trigger_the_last_round(game, rules, card, triggered):
    g = game(2, rules, display={"Ann": ELEVEN}, harbor=card, coins={"Ann": 8, "Ben": 0}).expect(
        last_round=False
    )
    g.do("stop", f"take {card}").expect(last_round=triggered, active="Ben", phase="discover")
    assert [e.seat for e in g.happened(m.LastRoundBegan)] == [0] * triggered


@PRESET
@pytest.mark.parametrize(("active", "rest"), [("Ann", 2), ("Ben", 1), ("Cem", 0)])
def test_pr_F1_the_round_is_finished(game, rules, active, rest):
    g = game(3, rules, active=active, display={active: ELEVEN}, harbor="sailor-3-1", coins={active: 3})
    g.do("stop", "take sailor-3-1")
    for left in range(rest, 0, -1):
        g.expect(last_round=True, phase="discover", winners=[])
        assert g.session.view().last_turn == 2, left
        idle_turn(g)
    g.expect(phase="over", to_act=None, winners=[active], last_round=True)


@PRESET
@pytest.mark.parametrize(("start", "last"), [("Ann", "Cem"), ("Ben", "Ann"), ("Cem", "Ben")])
def test_pr_F1_the_player_right_of_the_start_player_is_the_last(game, rules, start, last):
    g = game(3, rules, start=start, last_round=True)
    for _ in range(3):
        g.expect(phase="discover")
        played = g.active
        idle_turn(g)
    g.expect(phase="over")
    assert played == last
    assert g.state.turns == 3, "everybody was active equally often"


@PRESET
def test_pr_F1_in_anybodys_turn(game, rules):
    g = game(3, rules, display={"Cem": ELEVEN}, harbor="sailor-3-1 ship-red-1-1", coins={"Cem": 4, "Ben": 0})
    g.do("stop", "take ship-red-1-1").expect(to_act="Cem").do("take sailor-3-1")
    g.expect(last_round=True, active="Ben", phase="discover")


@PRESET
def test_pr_F1_in_the_last_players_turn_the_inactive_still_take(game, rules):
    g = game(
        2, rules, active="Ben", display={"Ben": ELEVEN}, harbor="sailor-3-1 ship-red-1-1", coins={"Ben": 3}
    )
    g.do("stop", "take sailor-3-1").expect(phase="trade", to_act="Ann", last_round=True)
    g.do("take ship-red-1-1").expect(phase="over", coins={"Ann": 3, "Ben": 1}, winners=["Ben"], harbor=[])


@PRESET
def test_pr_F1_also_by_a_bust_in_the_last_turn(game, rules):
    g = game(2, rules, active="Ben", last_round=True, harbor="ship-red-1-1", display={"Ann": "sailor-3-1"})
    g.do("reveal ship-red-2-3").expect(phase="over", winners=["Ann"])


@PRESET
@pytest.mark.parametrize("points", [1, 8, 12, 13, 20])
def test_pr_F1_the_points_are_a_switch(game, rules, points):
    g = game(
        2,
        rules,
        display={"Ann": ELEVEN},
        harbor="sailor-3-1",
        coins={"Ann": 3, "Ben": 0},
        winning_points=points,
    )
    g.expect(last_round=points <= 11).do("stop", "take sailor-3-1").expect(last_round=points <= 12)


@PRESET
def test_pr_F1_it_is_triggered_once(game, rules):
    g = game(
        2, rules, last_round=True, display={"Ann": ELEVEN}, harbor="sailor-3-1", coins={"Ann": 3, "Ben": 0}
    )
    g.do("stop", "take sailor-3-1")
    assert g.happened(m.LastRoundBegan) == []


@PRESET
@pytest.mark.parametrize("step", ["reveal sailor-3-1", "stop", "pass", "repel", "gamble", "reshuffle"])
def test_pr_F1_nothing_follows_the_end(game, rules, step):
    g = game(2, rules, active="Ben", last_round=True)
    idle_turn(g)
    g.expect(phase="over").refuse(step, "The game is over")
    assert list(g.session.choices()) == []
    g.refuse({"correct": {"coins": {"Ann": 5}}}, "take back the last step first")


# -- F2 ----------------------------------------------------------------------------------
@PRESET
def test_pr_F2_a_trigger_is_withdrawn_only_when_a_correction_takes_its_reason(game, rules):
    g = game(2, rules, display={"Ann": ELEVEN}, harbor="sailor-3-1", coins={"Ann": 3, "Ben": 0})
    g.do("stop", "take sailor-3-1").expect(last_round=True)
    g.do({"correct": {"card": "sailor-3-1", "to": "Ben"}}).expect(
        last_round=False, points={"Ann": 11, "Ben": 1}
    )
    assert len(g.happened(TriggerWithdrawn)) == 1
    g.undo().expect(last_round=True)


@PRESET
def test_pr_F2_a_correction_that_leaves_the_reason_keeps_the_trigger(game, rules):
    g = game(2, rules, display={"Ann": f"{ELEVEN} sailor-3-1", "Ben": "captain-4-1"}).expect(last_round=True)
    g.do({"correct": {"card": "captain-4-1", "to": "Ann"}}).expect(last_round=True)
    g.do({"correct": {"card": "sailor-3-1", "to": "discard"}}).expect(last_round=True, points={"Ann": 12})
    g.do({"correct": {"coins": {"Ann": 5}}}).expect(last_round=True)


@PRESET
def test_pr_F2_a_trigger_that_no_points_made_is_kept(game, rules):
    """The table says that it is the last round: points that fall do not take that back."""
    g = game(2, rules, last_round=True, display={"Ann": "sailor-3-1"})
    g.do({"correct": {"card": "sailor-3-1", "to": "discard"}}).expect(last_round=True)


@PRESET
def test_pr_F2_a_claim_that_lowers_nothing_below_the_points(game, rules):
    """In the base game points of a player only fall when persons leave with a claim, which always gains."""
    crew = "captain-4-1 captain-4-1"
    g = game(2, rules, display={"Ann": f"{crew} {ELEVEN}"}, expeditions="expedition-AA").expect(
        last_round=True
    )
    g.do(f"claim expedition-AA: {crew}").expect(last_round=True, points={"Ann": 15})
    for card in g.rules.cards:
        assert card.type != "expedition" or card.points > len(card.needs)


# -- F3 ----------------------------------------------------------------------------------
def finish(game, rules, points, coins, **more):
    """End a game of three at these points and coins."""
    rows = {3: "sailor-7-3", 2: "pirate-7-2", 0: ""}
    other = {3: "pirate-9-3", 2: "sailor-5-2", 0: ""}
    third = {3: "jester-9-3", 2: "jester-7-2", 0: ""}
    names = ("Ann", "Ben", "Cem")
    display = {name: row[p] for name, row, p in zip(names, (rows, other, third), points, strict=True)}
    purses = dict(zip(names, coins, strict=True))
    g = game(3, rules, active="Cem", last_round=True, display=display, coins=purses, **more)
    return g.do("reveal expedition-AA", "stop").expect(phase="over")


@PRESET
@pytest.mark.parametrize(
    ("points", "coins", "winners", "ranks"),
    [
        ((3, 2, 0), (0, 9, 9), ["Ann"], [1, 2, 3]),
        ((0, 0, 2), (9, 8, 0), ["Cem"], [2, 3, 1]),
        ((3, 3, 2), (4, 5, 9), ["Ben"], [2, 1, 3]),
        ((3, 3, 0), (5, 5, 9), ["Ann", "Ben"], [1, 1, 3]),
        ((0, 2, 2), (9, 1, 1), ["Ben", "Cem"], [3, 1, 1]),
    ],
)
def test_pr_F3_most_points_then_most_coins_then_shared(game, rules, points, coins, winners, ranks):
    g = finish(game, rules, points, coins, jester_on_empty="inactive")
    g.expect(winners=winners)
    lines = {line.seat: line for line in g.session.scores()}
    assert [lines[seat].rank for seat in range(3)] == ranks
    assert [lines[seat].points for seat in range(3)] == list(points)
    assert [line.rank for line in g.session.scores()] == sorted(ranks)


@PRESET
def test_pr_F3_all_may_share(game, rules):
    finish(game, rules, (0, 0, 0), (3, 3, 3)).expect(winners=["Ann", "Ben", "Cem"])


@PRESET
def test_pr_F3_coins_are_those_after_the_last_turn(game, rules):
    g = game(2, rules, active="Ben", last_round=True, harbor="ship-red-4-skull ship-blue-1-1")
    g.do("stop", "take ship-red-4-skull", "take ship-blue-1-1").expect(
        coins={"Ann": 3, "Ben": 8}, winners=["Ben"]
    )


# -- F4 ----------------------------------------------------------------------------------
@PRESET
@pytest.mark.parametrize(("required", "triggered"), [(False, True), (True, False)])
def test_pr_F4_without_an_expedition_the_end_is_not_triggered(game, rules, required, triggered):
    g = game(
        2, rules, display={"Ann": ELEVEN}, harbor="sailor-3-1", coins={"Ben": 0}, expedition_required=required
    )
    g.do("stop", "take sailor-3-1").expect(points={"Ann": 12}, last_round=triggered)


@PRESET
def test_pr_F4_the_expedition_may_come_after_the_points(game, rules):
    crew = "captain-4-1 captain-4-1"
    g = game(
        2, rules, display={"Ann": f"{ELEVEN} {crew}"}, expeditions="expedition-AA", expedition_required=True
    )
    g.expect(points={"Ann": 13}, last_round=False).do(f"claim expedition-AA: {crew}").expect(last_round=True)


@PRESET
def test_pr_F4_only_who_has_an_expedition_can_win(game, rules):
    display = {"Ann": f"{ELEVEN} sailor-5-2", "Ben": "expedition-AA expedition-CCH", "Cem": "expedition-HH"}
    g = game(
        3, rules, active="Cem", last_round=True, display=display, coins={"Ann": 30}, expedition_required=True
    )
    idle_turn(g)
    g.expect(phase="over", points={"Ann": 13, "Ben": 10, "Cem": 4}, winners=["Ben"])
    assert [(line.seat, line.rank, line.may_win) for line in g.session.scores()] == [
        (1, 1, True),
        (2, 2, True),
        (0, 3, False),
    ]


@PRESET
def test_pr_F4_nobody_wins_if_nobody_has_one(game, rules):
    g = game(2, rules, active="Ben", last_round=True, display={"Ann": ELEVEN}, expedition_required=True)
    idle_turn(g)
    g.expect(phase="over", winners=[])


@PRESET
def test_pr_F4_without_the_variant_anybody_can_win(game, rules):
    g = game(2, rules, active="Ben", last_round=True, display={"Ann": ELEVEN, "Ben": "expedition-AA"})
    idle_turn(g)
    g.expect(winners=["Ann"])
