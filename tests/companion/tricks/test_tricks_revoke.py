"""RY7: a false stone is first asked about, and a mis-tap is no revoke (C5)."""

import pytest

from companion.flow import Playing
from companion.play_modes import UndoPage
from companion.tricks.modes import AskingRevoke, Marked
from tricks_steps import led

BEGUN = (*led(1), {"choose": "rum-9"})
FALSE = ({"play": "red-5"}, {"play": "black-2"}, {"play": "red-1"})
"""Cem trumps red and wins; Cem leads next."""
NEXT = ({"lead": "Cem"}, {"choose": "rum-5"})


@pytest.fixture
def table(sit):
    def lead(*steps, seats=0):
        return sit(seats=seats).begin("Ann", "Ben", "Cem").step(*BEGUN, *FALSE, *NEXT, *steps)

    return lead


def test_the_device_asks_before_anybody_is_accused(table):
    game = table().tap("red-6")
    assert isinstance(game.desk.mode, AskingRevoke)
    assert game.lines() == [
        "R1 T2/8   IS IT YOURS",
        "CEM ?",
        "T1: Cem trumped ◆",
        "now Cem shows ◆6",
        "If yes: Ben picks a",
        "card of Cem",
        "Y:mine  N:mis-tap",
    ]
    assert "question" in game.signals


def test_a_mis_tap_goes_back_and_leaves_no_trace_in_the_state(table):
    game = table()
    before = game.session.state
    game.tap("red-6").press("n")
    assert isinstance(game.desk.mode, UndoPage)
    assert "◆6 to Cem" in game.lines()
    assert "◆ stone on Cem" in game.lines()
    assert game.session.state == before
    game.tap("green-6")
    assert isinstance(game.desk.mode, Playing)
    assert game.lines()[1] == "ANN ?"


def test_mine_goes_on_and_the_penalty_follows_the_trick(table):
    game = table().tap("red-6").press("y")
    assert isinstance(game.desk.mode, Marked)
    assert game.lines()[1] == "ANN ?"
    game.tap("red-2", "red-3")
    assert game.lines()[:4] == ["CEM REVOKED", "WHICH GOES", ">RUM9 RUM 9/24", "Ben picks it"]
    game.tap("rum-9")
    assert game.played == [{"penalty": "rum-9"}]
    assert game.session.facts()["removed"] == ["rum-9"]
    assert "RUM9 of Cem is out" in game.lines()


def test_a_card_tapped_meanwhile_waits_for_the_answer(table):
    game = table().tap("red-6", "red-2")
    assert game.phase == "play"
    assert game.session.view().to_act == 0
    game.tap("red-3")
    assert game.signals == ("refused",)
    game.press("y")
    assert game.played == [{"play": "red-2"}]


def test_a_mis_tap_forgets_the_card_that_waited(table):
    game = table().tap("red-6", "red-2").press("n")
    assert game.session.view().to_act == 2
    assert game.session.facts()["phase"] == "play"


def test_a_bonus_card_read_meanwhile_is_not_kept(table):
    game = table().tap("red-6", "prisoner-2")
    assert game.desk.mode.key == "not-here"
    assert game.desk.context(game.now_s).waiting is None


def test_the_question_comes_again_after_a_power_cut(table):
    game = table().tap("red-6")
    game.cut_power()
    game.press("y")
    game.now_s += 10
    assert game.lines()[-1] == "Y:mine  N:mis-tap"
    game.press("y")
    assert game.lines()[1] == "ANN ?"


def test_the_last_card_of_a_trick_is_asked_about_before_the_penalty(table):
    steps = (
        {"play": "green-6"},
        {"play": "green-2"},
        {"play": "green-3"},
        {"lead": "Ann"},
        {"choose": "biscuit-4"},
    )
    game = table(*steps, {"play": "blue-3"}, {"play": "blue-2"}).tap("red-6")
    assert game.lines()[1] == "CEM ?"
    assert game.phase == "penalty"
    game.press("y")
    assert game.lines()[1] == "WHICH GOES"
    game.press("N").press(">")
    assert game.phase == "play"


def test_the_player_answers_with_the_key_of_his_seat(table):
    game = table(seats=3).tap("red-6")
    assert game.lines("seat-3")[-1] == "press:mine hold:not"
    assert game.screens["seat-3"].inverse
    assert not game.screens["seat-1"].inverse
    game.press("s3")
    assert game.lines()[1] == "ANN ?"
    other = table(seats=3).tap("red-6").press("S3")
    assert isinstance(other.desk.mode, UndoPage)


def test_an_offender_without_booty_is_told_that_it_is_waived(sit):
    steps = (
        {"play": "red-5"},
        {"play": "black-2"},
        {"play": "black-3"},
        {"lead": "Ben"},
        {"choose": "rum-5"},
    )
    game = sit().begin("Ann", "Ben", "Cem").step(*BEGUN, *steps, {"play": "blue-3"})
    game.tap("red-6")
    assert "If yes: nothing to" in game.lines()
    game.press("y").tap("blue-1")
    assert game.phase != "penalty"


def test_an_answer_is_not_asked_for_again_after_a_look_at_the_table(table):
    game = table(seats=3).tap("red-6").press("y Y n")
    assert game.lines()[1] == "ANN ?"
    game.press("m m")
    assert game.lines()[1] == "ANN ?"
    game.press("s2 s2")
    assert game.lines()[1] == "ANN ?"
    asked = table(seats=3).tap("red-6").press("m m")
    assert isinstance(asked.desk.mode, AskingRevoke)
    asked.press("Y n s2 s2")
    assert asked.lines()[-1] == "Y:mine  N:mis-tap"


def test_taking_the_card_back_by_holding_no_ends_the_question(table):
    game = table().tap("red-6").press("N")
    assert isinstance(game.desk.mode, UndoPage)
    game.press(">")
    assert game.lines()[1] == "CEM ?"
    assert game.phase == "play"
