"""Pages over the game: the table, odds, the log, undo, own cards, sheets."""

from fractions import Fraction

import pytest

from companion.flow import STAY, Playing, Settings
from companion.play_modes import FinalSheet, LogPage, OddsPage, OwnCards, PlayerPage, TablePage
from companion.screens.rows import percent


def test_IN1_table(table):
    table.step("stop", "pass", {"take": "sailor-3-1"})
    table.hold("yes")
    assert table.lines() == [
        f"TABLE  round 1 pile{table.session.state.pile}",
        "      $  *  † cards",
        ">Ann  7  8  3  4",
        " Ben  1  3  1  2",
        " Cem  3  0  0  0",
        "Last: Ben took Sai3",
        "Y:more >:odds N:back",
    ]


def test_IN1_five_players_leave_no_room_for_the_last_entry(rehearse):
    table = rehearse("Ann Ben Cem Dia Eve").step({"reveal": "sailor-3-1"})
    table.hold("yes")
    assert len(table.lines()) == 8


def test_pages_follow_one_another(table):
    table.hold("yes")
    table.press("next")
    assert table.mode == OddsPage(Playing())
    table.press("next")
    assert table.mode == LogPage(Playing())
    table.press("no")
    assert table.mode == Playing()


def test_without_help_there_are_no_odds(table):
    table.settings = Settings(risk="off")
    table.hold("yes")
    assert table.lines()[-1] == "Y:more >:log N:back"
    table.press("next")
    assert table.mode == LogPage(Playing())


def test_a_players_cards_and_then_the_next_players(table):
    table.hold("yes")
    table.press("yes")
    assert isinstance(table.mode, PlayerPage)
    assert table.lines() == [
        "ANN         cards 1/1",
        "Sai3 Pir5 Tr≈5",
        "≈B+1",
        "CC 4*",
        "total 8*",
        "Y:more >:next N:back",
    ]
    table.press("next")
    assert table.lines()[0].startswith("BEN")
    table.press("no")
    assert table.mode == TablePage(Playing(), 1)
    assert " Ann" in table.lines()[2]
    assert table.lines()[3].startswith(">Ben")


def test_many_cards_take_several_pages(rehearse):
    persons = ["sailor-3-1"] * 7 + ["captain-4-1"] * 5 + ["settler-4-1"] * 5 + ["priest-4-1"] * 5
    table = rehearse("Ann Ben", position={"display": {"Ann": persons}})
    table.hold("yes")
    table.press("yes")
    assert table.lines()[0] == "ANN         cards 1/2"
    table.press("yes")
    assert table.lines()[0] == "ANN         cards 2/2"
    assert "total 22*" in table.lines()
    table.press("yes")
    assert table.lines()[0].startswith("BEN")


@pytest.mark.parametrize("page", [TablePage, OddsPage, LogPage])
def test_yes_held_or_a_tap_leaves_a_page_and_the_tap_counts(table, page):
    table.mode = page(Playing())
    table.hold("yes")
    assert table.mode == Playing()
    table.mode = page(Playing())
    table.tap("governor-8-0")
    assert table.played == [{"reveal": "governor-8-0#1"}]
    assert table.mode == Playing()


def test_IN2_odds_add_up_and_are_exact(table):
    table.mode = OddsPage(Playing())
    rules, state = table.session.table.rules, table.session.state
    unseen = [card for card in rules.cards if state.unseen >> card.id & 1]
    blacks = [card for card in unseen if card.colour == "black"]
    busts = sum(card.strength > 3 for card in blacks)
    persons = sum(card.type == "person" for card in unseen)
    assert table.lines()[1] == "bust" + f"{percent(Fraction(busts, len(unseen)))}".rjust(17)
    assert table.lines()[2] == "repellable twin" + percent(Fraction(len(blacks) - busts, len(unseen))).rjust(
        6
    )
    assert table.lines()[4] == "person" + percent(Fraction(persons, len(unseen))).rjust(15)
    assert table.lines()[6] == f"of {len(unseen)} unseen cards"


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (Fraction(0), "0%"),
        (Fraction(1, 120), "<1%"),
        (Fraction(1, 100), "1%"),
        (Fraction(1, 8), "13%"),
        (Fraction(234, 1000), "23%"),
        (Fraction(999, 1000), ">99%"),
        (Fraction(1), "100%"),
    ],
)
def test_chances_in_whole_percents(chance, text):
    assert percent(chance) == text


def test_log_newest_first_page_by_page(table):
    table.step({"reveal": "settler-4-1"}, {"reveal": "ship-red-1-1"}, "keep")
    table.step({"reveal": "ship-yellow-1-1"}, "repel")
    table.step("stop", {"take": "ship-red-1-1"}, "pass")
    table.mode = LogPage(Playing())
    assert table.lines() == [
        "LOG               1/2",
        "Ben passes",
        "Ann took ◆R1",
        "Ann stops",
        "Ann repels ●Y1",
        "Ann reveals ●Y1",
        "Ann keeps ◆R1",
        ">:older N:back",
    ]
    table.press("next")
    assert table.lines()[1:3] == ["Ann reveals ◆R1", "Ann reveals Set4"]
    table.press("next")
    assert table.lines()[0] == "LOG               1/2"


def test_log_of_a_new_game(rehearse):
    table = rehearse("Ann Ben")
    table.mode = LogPage(Playing())
    assert table.lines() == ["LOG               1/1", "Nothing done yet", "N:back"]


# -- own cards ---------------------------------------------------------------------------
def test_SE8_a_seat_key_shows_own_cards_and_the_game_goes_on(table):
    table.press("seat-2")
    assert table.mode == OwnCards(Playing(), (1,))
    assert table.lines("seat-2") == ["BEN      my cards 1/1", "Mad7", "total 2*", "press: back"]
    table.tap("governor-8-0")
    assert table.played == [{"reveal": "governor-8-0#1"}]
    assert table.lines("seat-2")[0] == "BEN      my cards 1/1"
    table.press("seat-3")
    assert table.lines("seat-3")[1] == "no persons"
    table.press("seat-2", "seat-3")
    assert table.mode == Playing()


def test_SE8_who_is_asked_answers_with_his_key(table):
    table.press("seat-2", "seat-1")
    assert table.played == ["stop"]
    table.press("next")
    table.wait()
    assert table.facts["to_act"] == "Ben"
    assert table.lines("seat-2")[-1] == "press: pass"
    table.press("seat-2")
    assert table.played == ["pass"]


def test_SE8_without_seat_displays_the_main_one_shows_them(rehearse):
    table = rehearse("Ann Ben", position={"display": {"Ben": ["sailor-3-1"]}})
    table.press("seat-2")
    assert table.lines() == ["BEN      my cards 1/1", "Sai3", "total 1*", "press: back"]
    assert table.press("seat-3") == STAY


def test_SE8_who_must_reveal_may_look_at_his_cards(rehearse):
    table = rehearse("Ann Ben", displays=("main", "seat-1"))
    table.press("seat-1")
    assert table.mode == OwnCards(Playing(), (0,))


# -- the final sheet ---------------------------------------------------------------------
def test_final_sheet_of_each_player_in_the_order_of_ranks(rehearse):
    table = rehearse(
        "Ann Ben",
        position={
            "active": "Ben",
            "last_round": True,
            "display": {"Ben": ["sailor-3-1", "expedition-AA"], "Ann": ["sailor-3-1"]},
            "harbor": ["governor-8-0"],
        },
    ).step("stop")
    table.wait()
    table.press("next")
    rows = ["persons 1", "expeditions 4", "coins 3"]
    assert table.lines() == ["FINAL             BEN", "1ST 5*", *rows, ">:next  N:back"]
    table.press("next")
    assert table.mode == FinalSheet(Playing(), 0)
    table.press("next")
    assert table.mode == Playing()
