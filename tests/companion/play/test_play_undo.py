"""Undo: what goes back where (UN1), one more back, and done again."""

import pytest

from companion.flow import Playing, Refused
from companion.play_modes import UndoPage


def test_UN1_says_what_goes_back_where(table):
    table.step("stop", "pass", {"take": "sailor-3-1"})
    table.hold("no")
    assert table.lines() == [
        "UNDO           1 step",
        "UNDONE",
        "Ben took Sai3",
        "Sai3 back to harbor",
        "discard gives Ben 2",
        "Ann gives Ben 1",
        "N:more Y:redo >:go on",
    ]
    assert table.facts["to_act"] == "Ben"


def test_UN1_no_takes_back_more_and_yes_brings_it_again(table):
    table.step("stop", "pass")
    after = table.session.state
    table.hold("no")
    table.press("no")
    assert table.lines()[0] == "UNDO          2 steps"
    assert table.lines()[-1] == "Y:redo  >:go on"
    table.press("yes", "yes")
    assert (table.mode, table.session.state) == (Playing(), after)


def test_UN1_nothing_more_to_take_back_is_refused(table):
    table.hold("no")
    assert table.mode.key == "nothing-to-undo"
    assert isinstance(table.mode, Refused)
    table.press("no")
    table.tap("governor-8-0")
    table.hold("no")
    table.press("no")
    assert table.mode.under == Playing()


def test_UN1_next_leaves_and_a_tap_leaves_and_counts(table):
    table.step("stop")
    table.hold("no")
    table.press("next")
    assert table.mode == Playing()
    table.step("stop")
    table.hold("no")
    table.tap("governor-8-0")
    assert (table.mode, table.facts["harbor"][-1]) == (Playing(), "governor-8-0")


@pytest.mark.parametrize(
    ("steps", "rows"),
    [
        (({"reveal": "ship-red-1-1"},), ["Ann reveals ◆R1", "◆R1 back on the pile"]),
        (({"reveal": "ship-red-1-1"}, "keep"), ["Ann keeps ◆R1", "◆R1: decide again"]),
        (({"reveal": "ship-red-1-1"}, "repel"), ["Ann repels ◆R1", "◆R1 from discard"]),
        (({"reveal": "ship-black-4-skull"},), ["Ann busts ■K4", "2 back in harbor", "■K4 back on the pile"]),
        (
            ({"reveal": "ship-black-1-2#2"}, "keep"),
            ["Ann busts ■K1", "2 back in harbor", "■K1: decide again"],
        ),
        (({"reveal": "expedition-AA"},), ["Ann reveals AA", "AA back on the pile"]),
        (
            ({"reveal": "tax-fewest-points"},),
            ["Ann reveals Tax*", "Cem: 1 to the pile", "Tax* back on the pile"],
        ),
        (("stop", {"take": "ship-black-1-2"}), ["Ann took ■K1", "■K1 back to harbor", "Ann: 1 to the pile"]),
        (({"correct": {"coins": {"Ben": 9}}},), ["Ben has $9", "Ben has $4 again"]),
        (
            ({"correct": {"card": "mademoiselle-7-2#1", "to": "harbor"}},),
            ["Mad7 moved", "Mad7: Before Ben"],
        ),
        (({"correct": {"active": "Cem", "phase": "discover"}},), ["turn of Cem"]),
    ],
)
def test_UN1_every_kind_of_entry(table, steps, rows):
    table.step(*steps)
    table.hold("no")
    shown = table.lines()[1:-1]
    assert [row for row in shown if row != "UNDONE"] == rows


def test_UN1_many_moves_make_the_headline_give_way(rehearse):
    names = "Ann Ben Cem Dia Eve"
    table = rehearse(names, position={"coins": dict.fromkeys(names.split(), 14)})
    table.tap("tax-most-swords")
    table.hold("no")
    assert "UNDONE" not in table.lines()
    assert table.lines()[1:-1] == [
        "Ann reveals Tax†",
        "to pile: Ann:1 Ben:1",
        "Cem:1 Dia:1 Eve:1",
        "disc. to: Ann:7 Ben:7",
        "Cem:7 Dia:7 Eve:7",
        "Tax† back on the pile",
    ]


def test_UN1_a_claim(rehearse):
    table = rehearse(
        "Ann Ben",
        position={"display": {"Ann": ["captain-4-1", "captain-4-1"]}, "expeditions": ["expedition-AA"]},
    )
    table.tap("expedition-AA")
    table.press("yes")
    table.hold("no")
    assert table.lines()[2:5] == ["Ann claims AA", "Ann: 2 to the pile", "AA back, 2 persons"]


def test_undo_page_is_reached_from_a_page(table):
    table.step("stop")
    table.hold("yes")
    table.hold("no")
    assert table.mode == UndoPage(Playing())
