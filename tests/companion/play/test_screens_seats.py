"""What stands on the displays of the seats, and on all displays when one of them is lost (SE, DV)."""

import pytest

from companion.flow import Settings
from companion.screens import seat_screen

FOUR = "Ann Ben Cem Dia"
DISPLAYS = ("main", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5")


def at_table(rehearse, players=FOUR, **position):
    facts = {key: position.pop(key) for key in ("rules", "settings", "options") if key in position}
    return rehearse(players, displays=DISPLAYS, position=position, **facts)


def test_SE1_waiting(rehearse):
    display = ["mademoiselle-7-2", "trader-blue-3-1", "trader-blue-5-2", "trader-black-3-1", "sailor-3-1"]
    persons = [*display, "captain-4-1", "priest-4-1"]
    table = at_table(rehearse, coins={"Ben": 7}, display={"Ben": persons})
    assert table.lines("seat-2") == [
        "BEN     Ann discovers",
        "$7  9*",
        "swords 1   cards 7",
        "hire -1 ≈B+2 ■K+1",
        "A1 C1 H0 J0",
        "press: my cards",
    ]
    assert not table.displays()["seat-2"].inverse


def test_SE2_my_turn(rehearse):
    table = at_table(
        rehearse,
        settings=Settings(risk="always"),
        harbor=["ship-black-2-4", "ship-green-1-1", "ship-red-2-3"],
        display={"Ann": ["pirate-5-1", "sailor-3-1"]},
    )
    assert table.lines("seat-1")[0] == "ANN        YOU REVEAL"
    assert table.lines("seat-1")[1].startswith("RISK ")
    assert table.lines("seat-1")[2:] == [
        "■K2 ▲G1 ◆R2",
        "3 colours: take 1",
        "You repel up to †3",
        "$3  2*",
        "press: stop",
    ]
    assert table.displays()["seat-1"].inverse


def test_SE2_before_the_first_card(rehearse):
    assert at_table(rehearse).lines("seat-1") == [
        "ANN        YOU REVEAL",
        "REVEAL",
        "The harbor is empty",
        "must show 1 card",
        "You repel up to †0",
        "$3  0*",
        "press: my cards",
    ]


def test_SE3_take(rehearse):
    harbor = ["ship-green-1-1", "ship-red-3-6", "ship-blue-1-1", "sailor-3-1", "trader-blue-5-2"]
    table = at_table(rehearse, harbor=harbor, coins={"Ben": 4}).step("stop", "pass")
    assert table.lines("seat-2") == [
        "BEN            TAKE 1",
        "▲G+0 ◆R+2 ≈B+0",
        "Sai-4 (Tr≈-6)",
        "TAKE ?",
        "You have $4",
        "prices with 1 to ANN",
        "press: pass",
    ]
    assert [table.displays()[name].inverse for name in DISPLAYS] == [False, False, True, False, False, False]
    table.press("seat-2")
    assert table.facts["to_act"] == "Cem"


def test_SE4_pay_and_who_gets_it(rehearse):
    table = at_table(rehearse, harbor=["sailor-3-1", "ship-red-1-1"], coins={"Ann": 1, "Ben": 4})
    table.step("stop", "pass", {"take": "sailor-3-1"})
    assert table.lines("seat-2") == [
        "BEN",
        "PAY 1 + 3",
        "1 to ANN",
        "3 to the discard",
        "$4>0",
        "Sailor 3 is yours",
        "now CEM",
    ]
    assert table.lines("seat-1") == ["ANN", "GET 1", "from BEN", "$1>2", "now CEM"]
    assert table.lines()[2:5] == ["1 to ANN", "3 to the discard", "Ben $4>0   Ann $1>2"]
    table.wait(4)
    assert table.lines("seat-2")[0] == "BEN        Ann trades"


def test_SE5_repel_or_bust(rehearse):
    table = at_table(rehearse, harbor=["ship-red-1-1"], display={"Ann": ["pirate-5-1", "pirate-7-2"]})
    table.tap("ship-red-2-3")
    assert table.lines("seat-1") == [
        "ANN     REPEL OR BUST",
        "◆RED 2",
        "◆RED is in harbor!",
        "Swords 3, you have 4",
        "press:repel hold:bust",
    ]
    table.hold("seat-1")
    assert all(table.lines(f"seat-{seat}")[1] == "BUST" for seat in range(1, 5))


def test_SE5_a_new_hue(rehearse):
    table = at_table(rehearse, display={"Ann": ["pirate-5-1", "pirate-7-2"]})
    table.tap("ship-red-2-3")
    assert table.lines("seat-1") == [
        "ANN            REPEL?",
        "◆RED 2",
        "Swords 3, you have 4",
        "New colour: no bust",
        "press:repel hold:keep",
    ]


def test_SE6_tax(rehearse):
    table = at_table(rehearse, coins={"Ben": 13, "Cem": 2}, display={"Ben": ["sailor-3-1"]})
    table.tap("tax-most-swords")
    assert table.lines("seat-2") == [
        "BEN               TAX",
        "PAY 6",
        "$13>7",
        "to the discard pile",
        "Most swords: you",
        "draw 1   $7>8",
        "now ANN",
    ]
    assert table.lines("seat-3")[0] == "CEM     Ann discovers"


def test_a_seat_that_is_paid_or_skipped_hears_of_it(rehearse):
    table = at_table(rehearse, harbor=["ship-red-1-1"], coins={"Ben": 0}, display={"Cem": ["jester-7-2"]})
    table.step("stop", {"take": "ship-red-1-1"})
    assert table.lines("seat-3") == ["CEM", "DRAW 1", "$3>4", "Nothing you can take", "now BEN"]
    assert table.lines("seat-4") == ["DIA", "SKIP", "Nothing you can take", "now BEN"]
    assert table.lines("seat-1")[1] == "DRAW 1"


def test_SE9_end(rehearse):
    table = at_table(
        rehearse,
        players="Ann Ben",
        active="Ben",
        last_round=True,
        harbor=["governor-8-0"],
        display={"Ann": ["sailor-3-1", "expedition-AA"]},
    ).step("stop")
    table.wait()
    assert table.lines("seat-1") == [
        "ANN             FINAL",
        "1ST 5*",
        "persons 1",
        "expeditions 4",
        "coins 3",
        "press: my cards",
    ]
    table.press("seat-1")
    assert table.lines("seat-1")[0] == "ANN      my cards 1/1"


def test_DI10_on_the_seat_of_the_claimer(rehearse):
    display = {"Ann": ["captain-4-1", "captain-4-1"]}
    table = at_table(rehearse, display=display, expeditions=["expedition-AA"])
    table.tap("expedition-AA")
    assert table.lines("seat-1")[0] == "ANN CLAIMS AA"
    assert table.lines("seat-1")[-1] == "press:claim hold:back"
    assert table.displays()["seat-1"].inverse


def test_seats_where_nobody_sits_stay_dark(rehearse):
    table = at_table(rehearse, players="Ann Ben")
    assert table.lines("seat-3") == []
    assert seat_screen(table.ctx, 4) == seat_screen(table.ctx, 2)


# -- trouble -----------------------------------------------------------------------------
def test_DV1_counts_the_seconds(rehearse):
    table = at_table(rehearse)
    table.lose("reader")
    flow = table.flows[type(table.mode)]
    table.wait(4.25)
    assert flow.changes_s(table.mode, table.ctx) == pytest.approx(0.75)
    assert table.lines() == [
        "READER LOST      0:04",
        "NO READER",
        "Trying again. Check",
        "plug and cable.",
        "The game is saved and",
        "goes on by buttons.",
        "Y:pick card  N:wait",
    ]
    table.wait(70)
    assert table.lines()[0] == "READER LOST      1:14"


def test_DV2_a_lost_seat_is_told_on_the_main_display(rehearse):
    table = at_table(rehearse)
    table.lose("seat-3")
    assert table.lines() == [
        "SEAT DISPLAY LOST",
        "SEAT 3",
        "Cem: read here.",
        "Trying again ...",
        "The game goes on",
        "tap or press: go on",
    ]
    table.wait(4)
    assert table.lines()[1] == "REVEAL"


def test_DV2_gives_way_to_the_next_input(rehearse):
    table = at_table(rehearse)
    table.lose("seat-3")
    table.wait(1)
    table.tap("ship-red-1-1")
    assert table.lines()[1] == "◆RED 1"
    table.wait(2.5)
    assert table.lines()[1] == "◆R1"


def test_DV3_the_seats_show_the_main_text(rehearse):
    table = at_table(rehearse)
    table.lose("main")
    assert table.lines("seat-2")[:2] == ["MAIN DISPLAY LOST", "LOOK HERE"]
    table.wait(4)
    assert table.lines("seat-2") == table.lines("main")
    assert [table.displays()[name].inverse for name in DISPLAYS[1:3]] == [True, False]


# -- when pictures change by themselves --------------------------------------------------
def test_pages_say_when_they_give_way(rehearse):
    table = at_table(rehearse)
    flow = table.flows[type(table.mode)]
    assert flow.changes_s(table.mode, table.ctx) is None
    table.tap("ship-red-1-1")
    table.wait(0.5)
    assert flow.changes_s(table.mode, table.ctx) == pytest.approx(1.5)
    table.wait(1.5)
    assert flow.changes_s(table.mode, table.ctx) == pytest.approx(2.0), "the seats have news for longer"
    table.wait(2)
    assert flow.changes_s(table.mode, table.ctx) is None


def test_a_card_that_is_shown_says_when_it_goes(rehearse):
    table = at_table(rehearse, display={"Ann": ["sailor-3-1"]})
    table.tap("sailor-3-1")
    table.wait(0.5)
    assert table.flows[type(table.mode)].changes_s(table.mode, table.ctx) == pytest.approx(1.5)


def test_several_pages_follow_one_another(rehearse):
    """A bust that empties the pile: the bust, then the shuffle, then the prompt."""
    table = at_table(rehearse, players="Ann Ben", harbor=["ship-red-1-1"])
    table.tap("tax-most-swords")
    table.tap("expedition-AA")
    headlines = []
    for _ in range(4):
        headlines.append(table.lines()[1])
        table.wait(2.5)
    assert headlines == ["EXP. AA", "EXP. AA", "◆R1", "◆R1"]
