"""What a table sets right by hand of crowns, markers and facts: it says what changes, and pays nothing."""

import pytest

from companion.flow import Playing

COINS = {"Ann": 5, "Ben": 6}
CALM = {"event": "event-calm-sea", "tasks": {"10": ["Ann"], "11": []}}


def at(sit, pack="synthetic", **position):
    table = sit()
    return table.begin("Ann", "Ben", pack=pack, position={"coins": COINS, **CALM, **position})


def correct(table, line):
    return table.press("m").choose("Correct").choose(line)


def test_crowns_are_set_and_the_points_follow(sit):
    table = correct(at(sit, crowns={"Ben": 2}), "Crowns").choose("Ben")
    assert table.lines()[:3] == ["CROWNS OF BEN", "♛ 2", "Device had 2"]
    table.press("> n n > > >")
    assert "Table counts 4" in table.lines()
    assert "points 0 > 1" in table.lines()
    table.press("y")
    assert table.played == [{"correct": {"crowns": {"Ben": 4}}}]
    assert table.lines()[1:4] == ["SET RIGHT", "Ben ♛2>4 0>1*", "Nobody is paid for it"]
    assert table.desk.mode == Playing()
    assert table.view.players[1].points == 1
    table.press("N")
    assert table.view.adventurers[1].crowns == 2


def test_crowns_stay_on_the_track(sit):
    table = correct(at(sit, crowns={"Ben": 14}), "Crowns").choose("Ben").press(">")
    assert table.signals == ("refused",)
    table.press("N")
    assert "♛ 9" in table.lines()
    table.press("m")
    assert table.session.seq == 0


def test_markers_are_set_player_by_player(sit):
    table = correct(at(sit), "Markers on").choose("10")
    assert table.lines()[:3] == ["TASK 10: WHO?", ">Ann is on it", " Ben is not"]
    table.press("y > y > y")
    assert table.played == [{"correct": {"tasks": {10: ["Ben"]}}}]
    assert "10: Ben" in table.lines()
    assert table.view.tasks[0].seats == (1,)


def test_task_52_has_two_fields(sit):
    table = correct(at(sit, tasks={"52": []}), "Markers on").choose("52")
    table.press("y")
    assert table.lines()[1] == ">Ann: 1st field"
    table.press("> y y")
    assert table.lines()[2] == ">Ben is on it"
    table.press("> y")
    assert table.played == [{"correct": {"tasks": {52: ["Ben"]}, "upper": ["Ann"]}}]
    assert (table.view.tasks[0].seats, table.view.tasks[0].upper) == ((1,), (0,))
    table = correct(table, "Markers on").choose("52").press("y y > > y")
    assert (table.view.tasks[0].seats, table.view.tasks[0].upper) == ((1,), ())


def test_markers_in_the_box_are_set_and_uncover_what_is_beneath(sit):
    table = correct(at(sit, boxed={"Ben": 1}), "Markers in").choose("Ben")
    assert table.lines()[:5] == [
        "IN THE BOX: BEN",
        "1",
        "Device had 1",
        "Table counts 1",
        "markers 3 trophy no",
    ]
    table.press(">")
    assert "markers 2 trophy yes" in table.lines()
    table.press("y")
    assert table.played == [{"correct": {"boxed": {"Ben": 2}}}]
    assert table.lines()[1:4] == ["SET RIGHT", "Ben boxed 2", "Nobody is paid for it"]
    assert table.view.adventurers[1].trophy
    table.press("N")
    assert not table.view.adventurers[1].trophy


def test_no_more_markers_go_into_the_box_than_are_on_no_task(sit):
    table = correct(at(sit), "Markers in").choose("Ann").press("> > >")
    assert "markers 0 trophy yes" in table.lines()
    table.press(">")
    assert table.signals == ("refused",)
    table.press("N n")
    assert table.signals == ("refused",)
    assert "Table counts 0" in table.lines()


@pytest.mark.parametrize("line", ["Crowns", "Markers on", "Markers in", "What a card"])
def test_back_leads_to_the_menu(sit, line):
    table = correct(at(sit), line).press("n")
    assert table.lines()[0] == "CORRECT THE TABLE"[: len(table.lines()[0])]
    table.press("m")
    assert table.desk.mode == Playing()


def test_a_fact_is_told_anew_and_says_what_changes(sit):
    table = sit().begin(
        "Ann",
        "Ben",
        pack="known",
        position={"coins": COINS, "tasks": {"13": []}, "display": {"Ann": ["trader-red-3-1"] * 2}},
    )
    table.press("y").choose("Peaceful").rest().press(">>").rest()
    assert table.view.adventurers[0].crowns == 2
    assert table.view.players[0].points == 2
    correct(table, "What a card").choose("crown_track")
    assert table.lines()[1:4] == ["14", "Fields of the track", "crown_track"]
    table.press("y n n y")
    assert table.lines()[2] == "Field of shield 2"
    table.press("n y").press("y y y y")
    assert list(table.played[0]["correct"]["facts"]) == ["crown_track"]
    assert table.view.players[0].points > 2
    assert any("2>" in row for row in table.lines())


def test_nothing_was_told_yet(sit):
    table = correct(at(sit), "What a card")
    assert "Nothing was told yet" in table.lines()
    table.press("y")
    assert table.session.seq == 0


@pytest.mark.parametrize("line", ["Move a card", "A card read wrong", "Rebuild"])
def test_cards_that_are_not_played_cannot_be_set_right(sit, line):
    table = correct(at(sit), line).tap("task-11")
    assert table.signals == ("refused",)
    assert table.session.seq == 0
