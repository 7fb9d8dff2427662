"""Every row of the tables of keys and taps: device-ux.md 3.2 and 3.3."""

from typing import get_args

import pytest

from companion.flow import STAY, Home, Menu, PickCard, Playing, Refused
from companion.play_modes import CardShown, Claiming, FinalSheet, TablePage, UndoPage
from companion.play_situation import Place, Situation, situation
from companion.play_table import KEYS, TAPS

SWORDS = ["pirate-5-1", "pirate-7-2"]
CREW = ["captain-4-1", "captain-4-1"]
ROW = ["expedition-AA", "expedition-CC"]


@pytest.fixture
def at(rehearse):
    """Give a function that leads to what is open, with a card in every place."""

    def lead(now, **facts):
        display = {"Ann": [*SWORDS, *CREW], "Ben": ["priest-4-1"], "Cem": ["settler-4-1"]}
        position = {
            "display": display,
            "expeditions": ROW,
            "discard": ["sailor-7-3"],
            "coins": {"Ann": 20, "Ben": 9, "Cem": 9},
        }
        if now != "first":
            position["harbor"] = ["ship-black-1-2", "sailor-3-1", "ship-yellow-3-4"]
        if now == "gamble":
            display["Ann"].append("gambler-6-1")
            facts["options"] = {"gamblers": True}
        table = rehearse("Ann Ben Cem", position=position, **facts)
        table.step(*STEPS[now])
        table.wait()
        assert situation(table.session.table.rules, table.session.state) == now
        return table

    return lead


STEPS = {
    "first": (),
    "running": (),
    "new-colour": ({"reveal": "ship-red-2-3"},),
    "twin": ({"reveal": "ship-black-2-4"},),
    "gamble": ("gamble",),
    "active": ("stop",),
    "inactive": ("stop", "pass"),
}


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
    entries = table.session.seq
    assert table.press(key) == STAY
    assert (table.session.seq, table.signals[len(STEPS[now]) :]) == (entries, [])


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


@pytest.mark.parametrize("now", STEPS)
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


# -- taps --------------------------------------------------------------------------------
def test_the_table_of_taps_is_complete():
    assert set(TAPS) == set(get_args(Situation))
    assert all(set(row) == set(get_args(Place)) for row in TAPS.values())
    assert {now for now, _ in KEYS} | {"claim"} == set(get_args(Situation))


PLACES = {
    "unseen": "governor-8-0",
    "harbor": "ship-black-1-2",
    "expeditions": "expedition-AA",
    "own": "captain-4-1",
    "other": "settler-4-1",
    "gone": "sailor-7-3",
    "box": "expedition-ACH",
}


@pytest.mark.parametrize(
    ("now", "place", "steps"),
    [
        ("first", "unseen", [{"reveal": "governor-8-0#1"}]),
        ("running", "unseen", [{"reveal": "governor-8-0#1"}]),
        ("new-colour", "unseen", ["keep", {"reveal": "governor-8-0#1"}]),
        ("gamble", "unseen", [{"reveal": "governor-8-0#1"}]),
        ("active", "harbor", [{"take": "ship-black-1-2#1"}]),
        ("inactive", "harbor", [{"take": "ship-black-1-2#1"}]),
    ],
)
def test_a_tap_says_what_its_row_says_as_one_entry(at, now, place, steps):
    table = at(now)
    table.tap(PLACES[place])
    assert table.played == steps


@pytest.mark.parametrize(
    ("now", "place", "key"),
    [
        ("running", "harbor", "in-harbor"),
        ("new-colour", "harbor", "in-harbor"),
        ("new-colour", "expeditions", "answer-first"),
        ("gamble", "harbor", "gambling"),
        ("gamble", "expeditions", "gambling"),
        ("active", "unseen", "not-here"),
        ("inactive", "unseen", "not-here"),
        ("inactive", "expeditions", "not-your-turn"),
        *(
            (now, place, "card-elsewhere")
            for now in ("first", "running", "new-colour", "gamble", "active")
            for place in ("other", "gone", "box")
        ),
        ("inactive", "other", "card-elsewhere"),
        ("inactive", "gone", "card-elsewhere"),
    ],
)
def test_a_tap_that_is_refused_changes_nothing(at, now, place, key):
    table = at(now)
    before = table.session.state
    table.tap(PLACES[place])
    assert isinstance(table.mode, Refused)
    assert table.mode.key == key
    assert table.session.state == before


@pytest.mark.parametrize("now", [now for now in STEPS if now != "twin"])
def test_cards_of_the_active_player_are_shown_for_two_seconds(at, now):
    table = at(now)
    under = table.lines()
    table.tap("captain-4-1")
    assert isinstance(table.mode, CardShown)
    assert table.lines()[:3] == ["NOTHING CHANGED", "CAPTAIN 4", "Captain, 1 point"]
    table.wait(1.9)
    assert "CAPTAIN 4" in table.lines()
    table.wait(0.2)
    assert table.lines() == under


def test_cards_of_the_player_who_is_asked_are_his_own_too(at):
    table = at("inactive")
    table.tap("priest-4-1")
    assert isinstance(table.mode, CardShown)
    table.tap("sailor-3-1")
    assert table.played == [{"take": "sailor-3-1#1"}]
    assert table.mode == Playing()


def test_the_card_just_revealed_is_shown_again(at):
    table = at("running")
    table.tap("sailor-5-2", "sailor-5-2")
    assert isinstance(table.mode, CardShown)
    table = at("gamble")
    table.tap("sailor-5-2", "sailor-5-2")
    assert isinstance(table.mode, CardShown)
    table = at("new-colour")
    assert table.tap("ship-red-2-3") == STAY


@pytest.mark.parametrize("place", ["unseen", "harbor", "expeditions", "own", "other", "gone"])
def test_DI5_one_tap_waits_and_is_acted_on_after_the_answer(at, place):
    table = at("twin")
    table.tap(PLACES[place])
    assert table.waiting == table.as_tap(PLACES[place])
    assert table.session.state.asked.phase == "repel"
    table.press("yes")
    assert table.waiting is None
    assert table.session.done[-1 if place != "unseen" else -2].commands[0].__class__.__name__ == "Repel"


def test_DI5_the_card_that_waits_belongs_to_the_next_player_after_a_bust(at):
    table = at("twin")
    table.tap("governor-8-0")
    table.press("no")
    assert table.facts["active"] == "Ben"
    assert table.facts["harbor"] == ["governor-8-0"]


def test_every_tap_of_an_unknown_tag_or_of_two_is_refused(at):
    for now in STEPS:
        table = at(now)
        table.tap("?")
        assert table.mode.key == "unknown-tag"
        table.tap_two()
        assert table.mode.key == "two-tags"
        assert table.mode.under == Playing()


def test_last_allowed_card_ends_the_time_to_take(at):
    table = at("active")
    table.tap("ship-black-1-2")
    assert table.facts["takes"] == 0
    assert table.facts["to_act"] == "Ann", "she could still claim"
    table.press("next")
    assert table.facts["to_act"] == "Ben"
    table.tap("ship-yellow-3-4")
    assert table.facts["to_act"] == "Cem"


# -- claiming ----------------------------------------------------------------------------
@pytest.mark.parametrize("now", ["first", "running", "active"])
def test_an_expedition_opens_the_claim(at, now):
    table = at(now)
    table.tap("expedition-AA")
    assert isinstance(table.mode, Claiming)
    table.press("yes")
    assert table.played == [
        {"claim": {"expedition": "expedition-AA#1", "with": ["captain-4-1#1", "captain-4-1#2"]}}
    ]
    assert table.mode == Playing()


def test_an_expedition_that_cannot_be_filled_says_what_is_missing(at):
    table = at("running")
    table.tap("expedition-CC")
    assert table.lines() == [
        "ANN CANNOT CLAIM",
        "EXP. CC",
        "Missing: C C",
        "You have A2 C0 H0 J0",
        "Nothing changed",
        "tap: reveal    >:stop",
    ]


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
