"""Choosing persons for an expedition (DI10): proposals, taps and keys."""

import pytest

from companion.flow import STAY, Playing, Refused
from companion.play_crews import missing, proposals, standing_for
from companion.play_modes import Claiming, UndoPage

JACK, CAPTAIN, SETTLER, PRIEST = "jack-of-all-trades-6-1", "captain-4-1", "settler-4-1", "priest-4-1"


def with_persons(rehearse, *persons, row=("expedition-AAH",), **facts):
    display = {"Ann": list(persons), "Ben": [PRIEST, CAPTAIN]}
    return rehearse(
        "Ann Ben",
        position={"display": display, "expeditions": list(row), "discard": [PRIEST], "coins": {"Ann": 2}},
        **facts,
    )


def crew(table):
    return table.played[-1]["claim"]["with"]


def test_DI10_as_drawn(rehearse):
    table = with_persons(rehearse, CAPTAIN, SETTLER, JACK, "pirate-9-3", "sailor-3-1")
    table.tap("expedition-AAH")
    assert table.lines() == [
        "ANN CLAIMS AAH",
        "+3 DRAW 3",
        "Discard: Cap4 Set4",
        "and Jck6 as A",
        "Points 7>10  $2>5",
        "other cards: tap them",
        "Y:ok  N:back",
    ]
    table.press("yes")
    assert sorted(crew(table)) == [f"{CAPTAIN}#1", f"{JACK}#1", f"{SETTLER}#1"]
    assert table.facts["points"]["Ann"] == 10


def test_the_first_proposal_keeps_every_jack(rehearse):
    table = with_persons(rehearse, CAPTAIN, JACK, CAPTAIN, JACK, SETTLER)
    table.tap("expedition-AAH")
    assert table.lines()[2] == "Discard: Cap4 Cap4"
    table.press("yes")
    assert sorted(crew(table)) == [f"{CAPTAIN}#1", f"{CAPTAIN}#2", f"{SETTLER}#1"]


def test_next_goes_round_the_sets_that_differ(rehearse):
    """Two Captains and a Jack for two anchors: both Captains, or one and the Jack."""
    table = with_persons(rehearse, CAPTAIN, JACK, CAPTAIN, row=["expedition-AA"])
    table.tap("expedition-AA")
    assert table.lines()[2] == "Discard: Cap4 Cap4"
    assert table.lines()[-1] == "Y:ok >:other N:back"
    table.press("next")
    assert table.lines()[2:4] == ["Discard: Cap4", "and Jck6 as A"]
    table.press("next")
    assert table.lines()[2] == "Discard: Cap4 Cap4"


def test_with_one_set_an_unlabelled_next_is_no(rehearse):
    table = with_persons(rehearse, CAPTAIN, CAPTAIN, row=["expedition-AA"])
    table.tap("expedition-AA")
    table.press("next")
    assert table.mode == Playing()
    assert table.session.seq == 0


@pytest.mark.parametrize("key", ["no", "next"])
def test_back_changes_nothing(rehearse, key):
    table = with_persons(rehearse, CAPTAIN, CAPTAIN, row=["expedition-AA"])
    table.tap("expedition-AA")
    table.press(key)
    assert (table.mode, table.session.seq) == (Playing(), 0)


def test_tapped_persons_replace_the_proposal(rehearse):
    table = with_persons(rehearse, CAPTAIN, CAPTAIN, JACK, SETTLER)
    table.tap("expedition-AAH", JACK)
    assert table.lines()[2:4] == ["Discard: Cap4 Set4", "and Jck6 as A"]
    table.tap(f"{CAPTAIN}#2", SETTLER)
    table.press("yes")
    assert sorted(crew(table)) == [f"{CAPTAIN}#2", f"{JACK}#1", f"{SETTLER}#1"]


def test_a_second_tap_leaves_again(rehearse):
    table = with_persons(rehearse, CAPTAIN, CAPTAIN, JACK, SETTLER)
    table.tap("expedition-AAH", JACK, JACK)
    assert table.lines()[2] == "Discard: Cap4 Cap4"


@pytest.mark.parametrize("surplus", ["pirate-9-3", PRIEST])
def test_persons_that_are_not_on_it_are_refused(rehearse, surplus):
    table = with_persons(rehearse, CAPTAIN, CAPTAIN, SETTLER, "pirate-9-3", f"{PRIEST}#3")
    table.tap("expedition-AAH", surplus if surplus != PRIEST else f"{PRIEST}#3")
    assert isinstance(table.mode, Refused)
    assert "Only those on it go" in table.lines()
    table.press("no")
    assert isinstance(table.mode, Claiming)
    table.press("yes")
    assert table.session.seq == 1


def test_one_too_many_is_refused(rehearse):
    table = with_persons(rehearse, CAPTAIN, CAPTAIN, CAPTAIN, SETTLER)
    table.tap("expedition-AAH", f"{CAPTAIN}#1", f"{CAPTAIN}#2", SETTLER, f"{CAPTAIN}#3")
    assert table.mode.key == "wrong-persons"
    table.press("no", "yes")
    assert sorted(crew(table)) == [f"{CAPTAIN}#1", f"{CAPTAIN}#2", f"{SETTLER}#1"]


def test_another_expedition_switches_to_it(rehearse):
    table = with_persons(rehearse, CAPTAIN, CAPTAIN, SETTLER, SETTLER, row=["expedition-AA", "expedition-HH"])
    table.tap("expedition-AA", "expedition-HH")
    assert table.mode.under == Playing()
    assert table.lines()[0] == "ANN CLAIMS HH"


def test_an_unseen_card_is_not_named(rehearse):
    table = with_persons(rehearse, CAPTAIN, CAPTAIN, row=["expedition-AA"])
    table.tap("expedition-AA", "governor-8-0")
    assert table.mode.key == "not-here"
    assert isinstance(table.mode.under, Claiming)


def test_a_harbor_card_waits(rehearse):
    table = rehearse(
        "Ann Ben",
        position={
            "display": {"Ann": [CAPTAIN, CAPTAIN]},
            "expeditions": ["expedition-AA"],
            "harbor": ["ship-red-1-1"],
        },
    ).step("stop")
    table.wait()
    table.tap("expedition-AA", "ship-red-1-1")
    assert table.waiting is not None
    assert "1 card tapped waits" in table.lines()
    table.press("yes")
    assert table.facts["coins"]["Ann"] == 3 + 2 + 1, "the expedition's coins, then the ship's"


def test_ER3_a_person_of_another_player_and_yes_it_is_the_claimers(rehearse):
    table = with_persons(rehearse, CAPTAIN, JACK, row=["expedition-AA"])
    table.tap("expedition-AA", f"{CAPTAIN}#2")
    assert table.lines() == [
        "NOT ANN'S CARD",
        "CAPTAIN 4",
        "It lies before BEN",
        "ANN is claiming AA",
        "Nothing changed",
        "Y:it is Ann's N:back",
    ]
    table.press("yes")
    assert table.played == [{"correct": {"card": f"{CAPTAIN}#2", "to": "Ann"}}]
    assert table.news.corrected
    assert isinstance(table.mode, Claiming)
    table.press("yes")
    assert sorted(crew(table)) == [f"{CAPTAIN}#1", f"{CAPTAIN}#2"]


def test_a_discarded_person_may_be_the_claimers_too(rehearse):
    table = with_persons(rehearse, PRIEST, PRIEST, row=["expedition-CC"])
    discarded = next(name for name in (f"{PRIEST}#{n}" for n in range(1, 6)) if name in gone(table))
    table.tap("expedition-CC", discarded)
    assert table.mode.key == "card-elsewhere"
    table.press("yes")
    assert table.facts["display"]["Ann"].count(PRIEST) == 3


def gone(table):
    state, rules = table.session.state, table.session.table.rules
    return [card.name for card in rules.cards if state.discard >> card.id & 1]


def test_seat_key_of_the_claimer(rehearse):
    for hold, entries in ((True, 0), (False, 1)):
        table = with_persons(rehearse, CAPTAIN, CAPTAIN, row=["expedition-AA"])
        table.tap("expedition-AA")
        assert table.press("seat-2") == STAY
        table.hold("seat-1") if hold else table.press("seat-1")
        assert (table.mode, table.session.seq) == (Playing(), entries)


def test_undo_leaves_the_claim(rehearse):
    table = with_persons(rehearse, CAPTAIN, CAPTAIN, row=["expedition-AA"])
    table.tap("governor-8-0", "expedition-AA")
    table.hold("no")
    assert table.mode == UndoPage(Playing())


def test_crews_are_worked_out_from_the_cards(rehearse):
    table = with_persons(rehearse, CAPTAIN, JACK, SETTLER)
    rules, state = table.session.table.rules, table.session.state
    ids = {card.name: card.id for card in rules.cards}
    aah, cch = ids["expedition-AAH#1"], ids["expedition-CCH#1"]
    [only] = proposals(rules, state, 0, aah)
    assert standing_for(rules, only, "AAH")[ids[f"{JACK}#1"]] == "A"
    assert proposals(rules, state, 0, cch) == ()
    assert missing(rules, state, 0, cch) == "C"
    assert missing(rules, state, 0, aah) == ""
