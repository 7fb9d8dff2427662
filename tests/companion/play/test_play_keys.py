"""Every row of the table of keys: device-ux.md 3.1 and 3.3."""

import pytest

from companion.flow import STAY, Home, Menu, PickCard, Playing
from companion.play_modes import FinalSheet, TablePage, UndoPage

OPEN = ("first", "running", "new-colour", "twin", "gamble", "active", "inactive")


# -- keys --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("now", "key", "steps"),
    [
        ("running", "no", ["stop"]),
        ("running", "next", ["stop"]),
        ("new-colour", "yes", ["repel"]),
        ("new-colour", "no", ["keep"]),
        ("new-colour", "next", ["keep", "stop"]),
        ("twin", "yes", ["repel"]),
        ("twin", "no", ["keep"]),
        ("active", "no", ["pass"]),
        ("active", "next", ["pass"]),
        ("inactive", "no", ["pass"]),
        ("inactive", "next", ["pass"]),
        ("running", "seat-1", ["stop"]),
        ("new-colour", "seat-1", ["repel"]),
        ("twin", "seat-1", ["repel"]),
        ("active", "seat-1", ["pass"]),
        ("inactive", "seat-2", ["pass"]),
    ],
)
def test_a_key_says_what_its_row_says_as_one_entry(at, now, key, steps):
    table = at(now)
    table.press(key)
    assert table.played == steps
    assert table.mode == Playing()


@pytest.mark.parametrize("now", ["first", "running"])
def test_yes_gambles_for_who_has_a_gambler(at, rehearse, now):
    harbor = ["sailor-3-1"] if now == "running" else []
    position = {"display": {"Ann": ["gambler-6-1"]}, "harbor": harbor}
    table = rehearse("Ann Ben", options={"gamblers": True}, position=position)
    table.press("yes")
    assert table.played == ["gamble"]
    assert at(now).press("yes") == STAY


@pytest.mark.parametrize(
    ("now", "key"),
    [
        ("first", "no"),
        ("gamble", "yes"),
        ("gamble", "no"),
        ("active", "yes"),
        ("inactive", "yes"),
        ("first", "seat-4"),
    ],
)
def test_keys_without_a_meaning_are_silent(at, now, key):
    table = at(now)
    entries, heard = table.session.seq, len(table.signals)
    assert table.press(key) == STAY
    assert (table.session.seq, table.signals[heard:]) == (entries, [])


@pytest.mark.parametrize("now", ["twin", "gamble"])
def test_next_buzzes_where_an_answer_or_a_card_is_due(at, now):
    table = at(now)
    table.press("next")
    assert table.reply.signal == "refused"
    assert table.mode == Playing()


def test_ER8_nobody_stops_before_the_first_card(at):
    table = at("first")
    table.press("next")
    assert table.lines() == ["ANN MUST REVEAL", "ONE CARD", "before a stop", "tap: reveal or claim"]
    table.tap("sailor-5-2")
    assert table.played == [{"reveal": "sailor-5-2#1"}]


@pytest.mark.parametrize("now", OPEN)
def test_what_keys_mean_everywhere(at, now):
    table = at(now)
    table.hold("yes")
    assert table.mode == TablePage(Playing())
    table.hold("yes")
    assert table.mode == Playing()
    table.press("menu")
    assert table.mode == Menu(under=Playing())
    table.mode = Playing()
    if table.session.last:
        table.hold("no")
        assert table.mode == UndoPage(Playing())
        assert len(table.session.undone) == 1


@pytest.mark.parametrize("now", ["running", "inactive"])
def test_with_three_keys_next_held_is_the_menu(at, now):
    table = at(now, keys=("yes", "no", "next"))
    table.hold("next")
    assert table.mode == Menu(under=Playing())


def test_next_held_lets_everybody_pass_who_would_still_be_asked(at):
    table = at("inactive")
    table.hold("next")
    assert table.played == ["pass", "pass"]
    assert table.facts["to_act"] == "Ben"
    assert table.facts["phase"] == "discover"


def test_next_held_passes_only_for_who_is_asked(rehearse):
    position = {"harbor": ["ship-red-1-1", "sailor-5-2"], "coins": {"Ben": 2, "Cem": 0, "Dia": 1}}
    table = rehearse("Ann Ben Cem Dia", position=position).step("stop", "pass")
    table.hold("next")
    assert table.played == ["pass", "pass"], "Cem can take nothing"


@pytest.mark.parametrize("now", ["first", "running", "new-colour", "twin", "gamble", "active"])
def test_next_held_is_silent_elsewhere(at, now):
    assert at(now).hold("next") == STAY


def test_seat_keys_held_are_the_second_answer(at):
    table = at("twin")
    table.hold("seat-1")
    assert table.played == ["keep"]
    assert at("running").hold("seat-1") == STAY


# -- the end -----------------------------------------------------------------------------
@pytest.fixture
def over(rehearse):
    table = rehearse(
        "Ann Ben",
        position={
            "active": "Ben",
            "last_round": True,
            "harbor": ["governor-8-0"],
            "display": {"Ann": ["pirate-9-3"]},
            "coins": {"Ann": 0, "Ben": 0},
        },
    ).step("stop")
    table.wait()
    assert table.session.state.asked is None
    return table


def test_final_keys(over):
    over.press("next")
    assert over.mode == FinalSheet(Playing(), 0)
    over.press("no", "yes")
    assert over.begun.players == ("Ann", "Ben")
    assert (over.begun.start, over.begun.position) == ("", None)
    over.mode = Playing()
    over.press("no")
    assert over.mode == Home()


def test_final_tap_says_where_a_card_counted(over):
    over.tap("pirate-9-3")
    assert over.lines()[1:5] == ["PIRATE 9", "Pirate, 3 points", "Repels with swords 2", "Before Ann"]
    assert "counts 3* for Ann" in over.lines()
    over.tap("sailor-3-1")
    assert over.mode.key == "not-here"


def test_final_undo_goes_on(over):
    over.hold("no")
    assert over.session.state.asked is not None


# -- without a reader --------------------------------------------------------------------
def test_DV1_yes_picks_a_card_from_those_that_can_come(at):
    table = at("running")
    table.lose("reader")
    table.wait(4)
    assert table.lines()[0].split() == ["READER", "LOST", "0:04"]
    table.press("yes")
    assert isinstance(table.mode, PickCard)
    cards = [table.session.table.rules.cards[card].kind for card in table.mode.cards]
    assert cards[0] == "expedition-AA", "what lies on the table comes first"
    assert "governor-8-0" in cards
    assert "settler-4-1#1" not in cards
    table.pick(next(c for c in table.mode.cards if table.session.table.rules.cards[c].kind == "governor-8-0"))
    assert table.played == [{"reveal": "governor-8-0#1"}]


def test_DV1_no_goes_on_by_keys_until_the_reader_is_back(at):
    table = at("running")
    table.lose("reader")
    table.press("no")
    assert table.lines()[-1] == "Y:pick card    >:stop"
    table.press("next")
    assert table.played == ["stop"]
    table.lose()
    table.press("next")
    assert table.mode == Playing()


def test_DV1_questions_are_answered_as_ever(at):
    table = at("twin")
    table.lose("reader")
    assert table.lines()[0] == "ANN: REPEL OR BUST"
    table.press("yes")
    assert table.played == ["repel"]


def test_DV1_a_gamble_has_a_key_of_its_own(rehearse):
    table = rehearse("Ann Ben", options={"gamblers": True}, position={"display": {"Ann": ["gambler-6-1"]}})
    table.lose("reader")
    table.press("no")
    assert table.lines()[-1] == "Y:pick N:four"
    table.press("no")
    assert table.played == ["gamble"]
