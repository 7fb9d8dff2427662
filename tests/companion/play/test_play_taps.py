"""Every row of the table of taps: device-ux.md 3.2."""

from typing import get_args

import pytest

from companion.flow import STAY, Playing, Refused
from companion.play_modes import CardShown, Claiming
from companion.play_situation import Place, Situation
from companion.play_table import KEYS, TAPS

OPEN = ("first", "running", "new-colour", "twin", "gamble", "active", "inactive")


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


@pytest.mark.parametrize("now", [now for now in OPEN if now != "twin"])
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
    for now in OPEN:
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
