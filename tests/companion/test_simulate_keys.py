"""What keys of the keyboard mean, which keys cards get, and how bytes of a terminal become keys."""

import pytest

from companion.simulate.board import FIRST_KEYS, LIST_KEYS, SECOND_KEYS, Board, laid_out, listed
from companion.simulate.keys import (
    TAGS_A_PAGE,
    Button,
    Cable,
    Help,
    OfDisplay,
    OnTable,
    Quit,
    SeatKeys,
    Sight,
    Tags,
    TapCard,
    TapFile,
    TapTop,
    WhoseCards,
    key_pressed,
)
from companion.simulate.terminal import keys_in

SIGHT = Sight(
    board=Board({40: "1", 41: "2"}, {110: "a"}),
    displays=((), (60, 61), (62,)),
    seats=3,
    tags=40,
)


def lying(harbor=(), expeditions=()):
    return harbor, expeditions


@pytest.mark.parametrize(
    ("key", "deed"),
    [
        ("y", Button("yes")),
        ("Y", Button("yes", long=True)),
        ("n", Button("no")),
        ("N", Button("no", long=True)),
        ("enter", Button("next")),
        (">", Button("next", long=True)),
        ("m", Button("menu")),
        ("M", Button("menu", long=True)),
        (" ", TapTop()),
        ("r", TapTop()),
        ("1", TapCard(40)),
        ("2", TapCard(41)),
        ("a", TapCard(110)),
        ("u", Cable()),
        ("f2", Button("seat-2")),
        ("q", Quit()),
    ],
)
def test_a_key_on_the_table_does_one_thing(key, deed):
    assert key_pressed(OnTable(), key, SIGHT) == (OnTable(), deed)


@pytest.mark.parametrize("key", ["3", "b", "esc", "backspace", "tab", "f4", "ä", "x"])
def test_a_key_without_meaning_does_nothing(key):
    assert key_pressed(OnTable(), key, SIGHT) == (OnTable(), None)


@pytest.mark.parametrize(
    ("keys", "deed"),
    [
        ("d 2 1", TapCard(60)),
        ("d 2 2", TapCard(61)),
        ("d 3 1", TapCard(62)),
        ("s 3", Button("seat-3")),
        ("S 1", Button("seat-1", long=True)),
        ("t 4", TapFile(3)),
        ("t 9", TapFile(8)),
        ("t enter 2", TapFile(TAGS_A_PAGE + 1)),
        ("t q", Quit()),
        ("d 2 q", Quit()),
    ],
)
def test_lists_lead_to_a_deed_and_back_to_the_table(keys, deed):
    panel, done = OnTable(), None
    for key in keys.split():
        panel, done = key_pressed(panel, key, SIGHT)
    assert done == deed
    if deed != Quit():
        assert panel == OnTable()


@pytest.mark.parametrize("panel", [Help(), WhoseCards(), OfDisplay(1), SeatKeys(), Tags()])
@pytest.mark.parametrize("key", ["esc", "backspace"])
def test_every_list_can_be_left(panel, key):
    assert key_pressed(panel, key, SIGHT) == (OnTable(), None)


def test_a_list_stays_open_at_a_key_that_it_does_not_offer():
    assert key_pressed(WhoseCards(), "4", SIGHT) == (WhoseCards(), None)
    assert key_pressed(OfDisplay(0), "1", SIGHT) == (OfDisplay(0), None)
    assert key_pressed(OfDisplay(7), "1", SIGHT) == (OfDisplay(7), None)
    assert key_pressed(SeatKeys(), "4", SIGHT) == (SeatKeys(), None)
    assert key_pressed(Tags(), "esc", SIGHT) == (OnTable(), None)
    assert key_pressed(Tags(), "?", SIGHT) == (Tags(), None)


def test_the_pages_of_a_long_list_go_round():
    pages = [Tags()]
    while (following := key_pressed(pages[-1], " ", SIGHT)[0]) != Tags():
        pages.append(following)
    assert [page.first for page in pages] == [0, 9, 18, 27, 36]
    assert key_pressed(pages[-1], "4", SIGHT) == (OnTable(), TapFile(39))
    assert key_pressed(pages[-1], "5", SIGHT) == (pages[-1], None)


def test_without_seat_buttons_their_keys_are_dead():
    plain = Sight()
    for key in ("s", "S", "f1"):
        assert key_pressed(OnTable(), key, plain) == (OnTable(), None)


def test_any_key_leaves_the_help():
    assert key_pressed(OnTable(), "?", SIGHT) == (Help(), None)
    assert key_pressed(Help(), "y", SIGHT) == (OnTable(), None)


def test_no_card_has_the_key_of_something_else():
    bound = {
        key
        for key in map(chr, range(32, 127))
        if key_pressed(OnTable(), key, Sight(seats=5)) != (OnTable(), None)
    }
    assert not bound & set(FIRST_KEYS + SECOND_KEYS)
    assert len(set(FIRST_KEYS + SECOND_KEYS)) == len(FIRST_KEYS + SECOND_KEYS)
    assert "q" not in LIST_KEYS


# -- keys of cards -----------------------------------------------------------------------
def test_a_card_keeps_its_key_while_it_lies_there():
    board = laid_out(Board(), lying((5, 6, 7), (110,)))
    assert board.first == {5: "1", 6: "2", 7: "3"}
    board = laid_out(board, lying((6, 7, 8), (110, 111)))
    assert board.first == {6: "2", 7: "3", 8: "1"}
    assert board.second == {110: "a", 111: "b"}
    assert (board.card("2"), board.card("b"), board.card("9")) == (6, 111, None)


def test_a_new_harbor_begins_with_the_first_key():
    board = laid_out(Board(), lying((5, 6)))
    assert laid_out(laid_out(board, lying()), lying((9,))).first == {9: "1"}


def test_cards_beyond_the_last_key_have_none_and_no_key_finds_them():
    board = laid_out(Board(), lying(tuple(range(30))))
    assert board.first[29] == ""
    assert sorted(filter(None, board.first.values())) == sorted(FIRST_KEYS)


def test_without_a_game_nothing_lies_there():
    assert laid_out(Board({5: "1"})) == Board()


def test_lists_have_a_key_for_each_line_of_a_page():
    assert listed(3) == ["1", "2", "3"]
    assert len(listed(100)) == len(LIST_KEYS)
    assert listed(0) == []


# -- bytes of a terminal -----------------------------------------------------------------
@pytest.mark.parametrize(
    ("sent", "keys"),
    [
        ("yN>", ["y", "N", ">"]),
        ("\r", ["enter"]),
        ("\n", ["enter"]),
        ("\x1b", ["esc"]),
        ("\x7f", ["backspace"]),
        ("\x1bOP\x1b[15~\x1b[[B", ["f1", "f5", "f2"]),
        ("\x1b[A\x1b[1;5C\x1b[3~y", ["y"]),
        ("\x1b[200~x\x1b[201~", ["x"]),
        ("\x00\x01", []),
        ("ä†", ["ä", "†"]),
    ],
)
def test_what_a_terminal_sends_is_taken_apart(sent, keys):
    assert list(keys_in(sent)) == keys
