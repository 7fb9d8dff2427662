"""What a table sets right by hand, and what follows from it."""

from __future__ import annotations

import pytest

from engine.kernel import Illegal
from engine.portroyal import messages as m
from engine.portroyal.correction_messages import CoinsCorrected, MoveCard, Rebuild, SetCoins, SetTurn
from engine.portroyal.piles import place_of


def coins(**counted: int) -> dict[str, object]:
    return {"correct": {"coins": counted}}


def move(card: str, to: str) -> dict[str, object]:
    return {"correct": {"card": card, "to": to}}


def turn(active: str, phase: str) -> dict[str, object]:
    return {"correct": {"active": active, "phase": phase}}


# -- coins -------------------------------------------------------------------------------
def test_coins_are_set_and_the_pile_makes_up_for_it(game):
    g = game(2)
    g.do(coins(Ben=6)).expect(coins={"Ann": 3, "Ben": 6}, draw_pile=110, phase="discover", to_act="Ann")
    g.do(coins(Ben=0)).expect(coins={"Ben": 0}, draw_pile=116)
    g.undo().expect(coins={"Ben": 6}, draw_pile=110)


def test_several_players_are_counted_at_once(game):
    g = game(3, coins={"Ann": 60, "Ben": 56, "Cem": 0}).expect(draw_pile=3)
    g.do(coins(Cem=50, Ann=10, Ben=58)).expect(coins={"Ann": 10, "Ben": 58, "Cem": 50}, draw_pile=1)


def test_coins_come_from_the_coins_paid_when_the_pile_is_short(game):
    g = game(2, harbor="sailor-7-3", coins={"Ann": 7, "Ben": 109}).do("stop", "take sailor-7-3")
    g.expect(draw_pile=2, coins={"Ann": 0})
    g.do(coins(Ann=5)).expect(coins={"Ann": 5}, draw_pile=4)
    assert [(e.pile, e.paid) for e in g.happened(CoinsCorrected)] == [(-2, -3)]
    assert [e.cards for e in g.happened(m.PileReshuffled)] == [4], "the pile was used up"


@pytest.mark.parametrize(
    ("step", "because"),
    [
        (coins(Ann=-1), "Nobody has less than 0 coins"),
        (coins(Ann=200), "Only 113 unseen cards are left in the piles"),
    ],
)
def test_impossible_counts_are_refused(game, step, because):
    game(2).refuse(step, because)


def test_the_pile_is_never_taken_for_more_than_was_shuffled(game):
    g = game(2, coins={"Ann": 60, "Ben": 55}, discard="sailor-7-3 sailor-5-2 sailor-5-2").do(
        "reveal captain-4-1"
    )
    g.expect(draw_pile=3).do(coins(Ann=50)).expect(draw_pile=13)
    assert g.state.places == 13


def test_a_count_may_end_a_time_to_take(game):
    g = game(2, harbor="sailor-3-1", coins={"Ben": 0}).do("stop").expect(phase="trade", to_act="Ann")
    g.do(coins(Ann=2)).expect(phase="discover", to_act="Ben")


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_is_not_there_is_refused(game, seat):
    g = game(2)
    for command in (SetCoins(seat, 3), SetTurn(seat, "discover"), MoveCard(0, "display", seat)):
        with pytest.raises(Illegal, match=f"no seat {seat + 1}"):
            g.session.play(command)


# -- cards -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("card", "to", "draw_pile", "facts"),
    [
        (
            "sailor-7-3",
            "Ben",
            110,
            {"display": {"Ben": ["captain-4-1", "sailor-7-3"]}, "points": {"Ben": 4}, "swords": {"Ben": 1}},
        ),
        ("sailor-7-3", "harbor", 110, {"harbor": ["ship-red-1-1", "sailor-7-3"]}),
        ("sailor-7-3", "discard", 110, {"discard": ["tax-most-swords", "sailor-7-3"]}),
        ("sailor-7-3", "box", 110, {}),
        ("expedition-CC", "expeditions", 110, {"expeditions": ["expedition-AA", "expedition-CC"]}),
        (
            "captain-4-1#1",
            "Ann",
            111,
            {"display": {"Ann": ["captain-4-1"], "Ben": []}, "points": {"Ann": 1, "Ben": 0}},
        ),
        ("captain-4-1#1", "pile", 112, {"display": {"Ben": []}, "points": {"Ben": 0}}),
        ("ship-red-1-1", "discard", 111, {"harbor": [], "discard": ["tax-most-swords", "ship-red-1-1"]}),
        ("ship-red-1-1", "pile", 112, {"harbor": []}),
        ("tax-most-swords", "pile", 112, {"discard": []}),
        (
            "expedition-AA",
            "Ann",
            111,
            {"expeditions": [], "display": {"Ann": ["expedition-AA"]}, "points": {"Ann": 4}},
        ),
        ("expedition-ACH", "Ann", 111, {"display": {"Ann": ["expedition-ACH"]}, "points": {"Ann": 5}}),
    ],
)
def test_a_card_lies_where_the_table_says(game, card, to, draw_pile, facts):
    g = game(
        2,
        harbor="ship-red-1-1",
        display={"Ben": "captain-4-1#1"},
        expeditions="expedition-AA",
        discard="tax-most-swords",
        coins={"Ann": 2, "Ben": 2},
    )
    g.expect(draw_pile=111)
    g.do(move(card, to)).expect(draw_pile=draw_pile, phase="discover", to_act="Ann", **facts)


@pytest.mark.parametrize(
    ("card", "to", "because"),
    [
        ("ship-red-1-1", "Ben", "cannot lie there"),
        ("tax-most-swords", "harbor", "cannot lie there"),
        ("expedition-AA", "harbor", "cannot lie there"),
        ("captain-4-1", "expeditions", "cannot lie there"),
        ("captain-4-1#1", "Ben", "lies there already"),
        ("sailor-7-3", "pile", "lies there already"),
        ("tax-most-swords#1", "discard", "lies there already"),
    ],
)
def test_a_card_that_cannot_lie_there_is_refused(game, card, to, because):
    g = game(
        2,
        harbor="ship-red-1-1",
        display={"Ben": "captain-4-1#1"},
        expeditions="expedition-AA",
        discard="tax-most-swords#1",
    )
    g.refuse(move(card, to), because)


def test_a_place_that_is_none_is_refused(game):
    with pytest.raises(Illegal, match="no place called 'moon'"):
        game(2).session.play(MoveCard(0, "moon"))


def test_the_ship_being_decided_about_stays(game):
    g = game(2, display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1#1")
    g.refuse(move("ship-red-1-1#1", "discard"), "Decide about the ship just revealed first")
    g.do(move("captain-4-1", "harbor")).expect(phase="repel", harbor=["captain-4-1"])
    g.refuse(turn("Ben", "discover"), "Decide about the ship just revealed first")


def test_swords_that_leave_leave_nothing_but_to_keep(game):
    g = game(2, display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1", move("sailor-3-1", "Ben"))
    g.expect(phase="repel").refuse("repel", "Your swords do not reach").do("keep").expect(
        harbor=["ship-red-1-1"]
    )


def test_a_moved_card_changes_how_many_may_be_taken(game):
    ships = "ship-red-1-1 ship-blue-1-1 ship-green-1-1"
    g = game(2, harbor=ships).do("stop").expect(takes=1)
    g.do(move("ship-black-1-2", "harbor")).expect(takes=2, to_act="Ann").do("take ship-red-1-1").expect(
        takes=1
    )
    g.do(move("governor-8-0", "Ann")).expect(takes=2).do(move("governor-8-0", "discard")).expect(takes=1)


def test_a_card_taken_by_mistake_gives_the_take_back(game):
    g = game(
        2, harbor="ship-red-1-1 ship-blue-1-1 sailor-3-1 ship-green-1-1 ship-black-1-2", coins={"Ann": 3}
    )
    g.do("stop").expect(takes=2).do("take sailor-3-1").expect(takes=1)
    g.do(move("sailor-3-1", "harbor")).expect(takes=2, to_act="Ann", points={"Ann": 0})


def test_a_card_laid_into_an_empty_harbor_counts_as_revealed(game):
    g = game(2).refuse("stop", "must reveal")
    g.do(move("sailor-3-1", "harbor"), "stop").expect(phase="trade", to_act="Ann")


def test_a_correction_triggers_the_end_it_hid(game):
    g = game(2, display={"Ben": "expedition-AAH"}).do(move("expedition-CCH", "Ben"))
    g.expect(points={"Ben": 12}, last_round=True)
    assert [e.seat for e in g.happened(m.LastRoundBegan)] == [1]


def test_the_last_unseen_card_may_be_a_coin(game):
    g = game(2, coins={"Ann": 60, "Ben": 59}).expect(draw_pile=0)
    g.refuse(move("sailor-7-3", "harbor"), "Only 0 unseen cards are left")


def test_the_pile_is_used_up_by_a_moved_card(game):
    g = game(2, coins={"Ann": 60, "Ben": 57}, discard="sailor-7-3").expect(draw_pile=1)
    g.do(move("sailor-5-2", "Ann")).expect(draw_pile=1, discard=[])


# -- corrections in a gamble -------------------------------------------------------------
def gambled(game, *steps: str):
    display = {"Ann": "gambler-6-1 pirate-5-1 pirate-7-2 pirate-9-3"}
    return game(2, gamblers=True, display=display).do("gamble", *steps)


def test_a_card_of_the_four_goes_back(game):
    g = gambled(game, "reveal ship-red-1-1", "reveal ship-red-2-3").do(move("ship-red-2-3", "pile"))
    g.expect(phase="discover").do("reveal captain-4-1", "reveal ship-red-2-3").expect(phase="repel")
    g = gambled(game, "reveal ship-red-1-1", "reveal ship-red-2-3").do(move("ship-red-2-3", "pile"))
    g.do("reveal captain-4-1", "reveal priest-4-1").expect(
        phase="discover", harbor=["ship-red-1-1", "captain-4-1", "priest-4-1"]
    )


def test_the_double_itself_was_no_double(game):
    four = ("reveal ship-red-1-1", "reveal ship-red-2-3", "reveal captain-4-1", "reveal priest-4-1")
    g = gambled(game, *four).expect(phase="repel").do(move("ship-red-2-3", "pile"))
    g.expect(phase="discover", to_act="Ann", harbor=["ship-red-1-1", "captain-4-1", "priest-4-1"])


def test_its_twin_was_no_twin_and_the_next_double_is_asked_about(game):
    four = ("reveal ship-red-1-1", "reveal ship-red-2-3", "reveal ship-blue-1-1", "reveal ship-blue-2-1")
    g = gambled(game, *four).expect(phase="repel").do(move("ship-red-1-1", "discard")).expect(phase="repel")
    assert g.rules.cards[g.state.asked.card].kind == "ship-blue-2-1"
    g.do("repel").expect(harbor=["ship-red-2-3", "ship-blue-1-1"])


def test_another_correction_asks_the_same_again(game):
    four = ("reveal ship-red-1-1", "reveal ship-red-2-3", "reveal captain-4-1", "reveal priest-4-1")
    g = (
        gambled(game, *four)
        .do(coins(Ben=5))
        .expect(phase="repel")
        .do(move("captain-4-1", "Ben"))
        .expect(phase="repel")
    )
    assert g.rules.cards[g.state.asked.card].kind == "ship-red-2-3"


def test_gamblers_used_by_one_are_not_used_by_the_next(game):
    display = {"Ann": "gambler-4-1", "Ben": "gambler-4-1"}
    g = game(2, "first-edition", gamblers=True, gambler_again="never", display=display)
    g.do("gamble", turn("Ben", "discover"))
    g.do("reveal sailor-3-1").do("stop").expect(takes=1, to_act="Ben")
    g = game(2, "first-edition", gamblers=True, display=display).do("gamble").do(turn("Ann", "discover"))
    g.refuse("gamble", "no Gambler left")


# -- the turn ----------------------------------------------------------------------------
@pytest.mark.parametrize("active", ["Ann", "Ben", "Cem"])
def test_the_turn_is_set(game, active):
    g = game(3, harbor="ship-red-1-1 sailor-3-1").do(turn(active, "discover"))
    g.expect(active=active, to_act=active, phase="discover", harbor=["ship-red-1-1", "sailor-3-1"])
    g.do("stop").expect(to_act=active, phase="trade")


def test_the_turn_is_set_to_trade_and_nobody_is_paid_for_it(game):
    row = "ship-red-1-1 ship-blue-1-1 ship-green-1-1 ship-black-1-2 captain-4-1"
    g = game(3, harbor=row, display={"Ben": "admiral-5-1", "Cem": "admiral-7-2"}).do(turn("Ben", "trade"))
    g.expect(active="Ben", to_act="Ben", phase="trade", takes=2, coins={"Ben": 3})
    g.do("pass").expect(to_act="Cem", coins={"Cem": 5}).do("pass").expect(to_act="Ann").do("pass")
    g.expect(to_act="Cem", phase="discover", harbor=[])


def test_set_back_from_trade_to_discover(game):
    g = game(2, harbor="ship-red-1-1").do("stop").expect(phase="trade").do(turn("Ann", "discover"))
    g.expect(phase="discover").do("reveal sailor-3-1", "stop").expect(phase="trade", to_act="Ann")


def test_an_empty_harbor_is_before_the_first_reveal(game):
    game(2).do(turn("Ben", "discover")).refuse("stop", "Ben must reveal one card before stopping")


@pytest.mark.parametrize(("active", "turns"), [("Ann", 4), ("Ben", 5), ("Cem", 6)])
def test_the_round_stays_what_it_was(game, active, turns):
    g = game(3, coins={"Ann": 0, "Ben": 0, "Cem": 0})
    for step in ("reveal governor-8-0#1", "reveal governor-8-0#2", "reveal governor-8-0#3"):
        g.do(step, "stop")
    assert (g.state.round, g.state.turns) == (2, 4)
    g.do(turn(active, "discover"))
    assert (g.state.round, g.state.turns) == (2, turns)


def test_a_phase_that_is_none_is_refused(game):
    with pytest.raises(Illegal, match="discover or trade, not to 'repel'"):
        game(2).session.play(SetTurn(0, "repel"))


# -- everything --------------------------------------------------------------------------
def rebuilt(**more: object) -> dict[str, object]:
    layout = {
        "active": "Ben",
        "phase": "discover",
        "coins": {"Ann": 4, "Ben": 5},
        "display": {},
        "harbor": [],
        "expeditions": [],
    }
    return {"rebuild": {**layout, **more}}


def test_a_table_is_built_anew(game):
    g = game(2, display={"Ann": "sailor-3-1"}, harbor="ship-red-1-1", discard="tax-most-swords")
    g.do(
        rebuilt(
            display={"Ann": ["captain-4-1"], "Ben": ["pirate-9-3"]},
            harbor=["ship-blue-1-1"],
            expeditions=["expedition-AA"],
        )
    )
    g.expect(
        active="Ben",
        to_act="Ben",
        phase="discover",
        coins={"Ann": 4, "Ben": 5},
        display={"Ann": ["captain-4-1"], "Ben": ["pirate-9-3"]},
        points={"Ann": 1, "Ben": 3},
        swords={"Ann": 0, "Ben": 2},
        harbor=["ship-blue-1-1"],
        expeditions=["expedition-AA"],
        discard=["tax-most-swords"],
        draw_pile=119 - 4 - 9 - 1,
        last_round=False,
    )
    g.do("stop").expect(phase="trade", to_act="Ben")
    g.undo().undo().expect(active="Ann", harbor=["ship-red-1-1"], display={"Ann": ["sailor-3-1"]})


def test_what_lies_as_it_did_is_the_same_cards(game):
    g = game(
        2,
        display={"Ann": "sailor-3-1#4", "Ben": "sailor-3-1#2"},
        harbor="captain-4-1#3",
        discard="sailor-3-1#1 captain-4-1#1",
    )
    before = g.state
    g.do(
        rebuilt(
            active="Ann",
            coins={},
            display={"Ann": ["sailor-3-1"], "Ben": ["sailor-3-1"]},
            harbor=["captain-4-1"],
        )
    )
    assert [p.display for p in g.state.players] == [p.display for p in before.players]
    assert (g.state.harbor, g.state.discard, g.state.unseen) == (before.harbor, before.discard, before.unseen)


def test_a_new_card_is_one_that_nobody_has_seen(game):
    g = game(2, discard="sailor-3-1#1").do(rebuilt(display={"Ann": ["sailor-3-1"]}))
    g.expect(discard=["sailor-3-1"], display={"Ann": ["sailor-3-1"]})


def test_the_ship_being_decided_about_goes_where_the_table_says(game):
    for harbor, place in (([], "unseen"), (["ship-red-1-1#1"], "harbor")):
        g = game(2, display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1#1").expect(phase="repel")
        card = g.state.turned
        g.do(rebuilt(harbor=harbor)).expect(phase="discover", to_act="Ben")
        assert place_of(g.state, card)[0] == place


def test_built_anew_in_trade(game):
    g = (
        game(2)
        .do(rebuilt(phase="trade", harbor=["ship-red-1-1", "sailor-3-1"]))
        .expect(phase="trade", to_act="Ben", takes=1)
    )
    g.do("take sailor-3-1").expect(to_act="Ann")


def test_built_anew_with_the_points_for_the_end(game):
    g = game(2).do(rebuilt(display={"Ann": ["expedition-AAH", "expedition-CCH"]})).expect(last_round=True)
    g.do(rebuilt(last_round=True)).expect(last_round=True).do(rebuilt()).expect(last_round=False)


def test_coins_paid_stay_in_the_discard_pile(game):
    g = (
        game(2, harbor="sailor-3-1")
        .do("stop", "take sailor-3-1")
        .do(rebuilt(display={"Ann": ["sailor-3-1"]}))
    )
    assert g.state.paid == 3
    g.expect(draw_pile=119 - 1 - 9 - 3)


@pytest.mark.parametrize(
    ("layout", "because"),
    [
        ({"coins": {"Ann": 60, "Ben": 60}}, "more cards and coins here than the game has"),
        ({"coins": {"Ann": -1}}, "number of coins and a display"),
        ({"harbor": ["tax-most-swords"]}, "tax-most-swords cannot lie there"),
        ({"display": {"Ann": ["ship-red-1-1"]}}, "ship-red-1-1 cannot lie there"),
        ({"expeditions": ["sailor-3-1"]}, "sailor-3-1 cannot lie there"),
        ({"harbor": ["gambler-6-1"]}, "gambler-6-1 is not in this game"),
        ({"phase": "repel"}, "discover or trade, not to 'repel'"),
    ],
)
def test_an_impossible_table_is_refused(game, layout, because):
    game(2).refuse(rebuilt(**layout), because)


def test_a_card_in_two_places_is_refused(game):
    g = game(2)
    row = ((), ())
    with pytest.raises(Illegal, match="ship-yellow-1-1#1 cannot lie in two places"):
        g.session.play(Rebuild(0, "discover", (3, 3), row, (0, 0), ()))
    for broken in (
        Rebuild(0, "discover", (3,), row, (), ()),
        Rebuild(0, "discover", (3, 3), ((),), (), ()),
    ):
        with pytest.raises(Illegal, match="number of coins and a display"):
            g.session.play(broken)
