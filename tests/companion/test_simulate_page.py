"""What the terminal shows: pictures as large as they fit, words below them, nothing wider than the window."""

import re

import pytest
from PIL import Image

from companion.cardnames import CardNames
from companion.catalogue import load_cards
from companion.paint import Painter
from companion.piles import Piles
from companion.play_world import lying
from companion.screen import headline, screen
from companion.simulate.board import Board, laid_out
from companion.simulate.keys import Help, OfDisplay, OnTable, SeatKeys, Sight, Tags, WhoseCards
from companion.simulate.legend import Tabletop, legend
from companion.simulate.page import Shown, Style, Word, page, wrapped
from companion.texts import load_catalogue
from engine.games import SetUp, open_table
from engine.session import Session

SCREEN = screen(
    "ANN DISCOVERS  pile45", headline("◆RED 2"), "Frigate, swords 3", keys="tap: reveal    >:stop"
)
PLAIN = Style(colours=False, dots=True)
FOOT = [[Word("yes", "y"), Word("no", "n")]]


@pytest.fixture(scope="module")
def session():
    position = {
        "harbor": ["ship-red-2-3", "sailor-3-1", "mademoiselle-7-2"],
        "display": {"Ben": ["sailor-3-1", "priest-4-1"]},
    }
    set_up = SetUp(game="port-royal", players=("Ann", "Ben", "Cem"), position=position)
    return Session(open_table(set_up, load_cards("port-royal")))


@pytest.fixture(scope="module")
def names():
    return CardNames(load_catalogue("en").cards)


def shown(count=1, acts=0):
    image = Painter().paint(SCREEN)
    seats = [Shown(f"seat-{seat}", image, SCREEN, acts=seat == acts) for seat in range(1, count)]
    return [Shown("main", image, SCREEN), *seats]


def bare(line):
    return re.sub("\x1b\\[[0-9;]*m", "", line)


def lines_of(size, pictures, style=PLAIN, foot=FOOT):
    lines = [bare(line) for line in page(size, pictures, foot, style)]
    assert len(lines) <= size[1]
    assert all(len(line) <= size[0] for line in lines)
    return lines


def is_braille(lines):
    return any("\u2801" <= char <= "\u28ff" for line in lines for char in line)


def test_a_large_window_shows_half_blocks():
    lines = lines_of((130, 39), shown())
    assert lines[0] == "┌─ main " + "─" * 121 + "┐"
    assert len(lines[5]) == 130
    assert any("▀" in line for line in lines)
    assert not is_braille(lines)


def test_the_usual_window_shows_braille_dots():
    lines = lines_of((80, 24), shown())
    assert is_braille(lines)
    assert len(lines) == 19
    assert bare(lines[-1]) == "y yes  n no"


@pytest.mark.parametrize("size", [(79, 22), (60, 24), (40, 16)])
def test_a_small_window_shows_the_text(size):
    lines = lines_of(size, shown())
    assert "│ANN DISCOVERS  pile45│" in lines
    assert "│◆ R E D   2          │" in lines
    assert not is_braille(lines)


def test_a_terminal_without_special_characters_gets_none_in_its_frames():
    lines = lines_of((140, 50), shown(), Style(colours=False, dots=False))
    assert lines[0] == "+- main --------------+"
    assert not is_braille(lines)


@pytest.mark.parametrize("size", [(20, 5), (1, 1), (80, 3)])
def test_a_tiny_window_asks_for_room_and_keeps_the_keys(size):
    lines = lines_of(size, shown())
    assert lines[0] == "Make the window 66 x 24 characters to see the displays."[: size[0]]


def test_displays_stand_beside_each_other_where_there_is_room():
    lines = lines_of((210, 60), shown(4))
    assert "main" in lines[0]
    assert "seat-2" in lines[0]
    titles = "".join(lines)
    assert "seat-1" in titles
    assert "seat-3" in titles


def test_the_seat_that_must_act_comes_first_when_not_all_fit():
    lines = lines_of((80, 24), shown(6, acts=4))
    titles = "".join(lines)
    assert "main" in titles
    assert "seat-4" in titles
    assert any(line.startswith("No room for seat-") and "seat-5" in line for line in lines)
    assert not any(line.startswith("No room for") and "seat-4" in line for line in lines)


def test_the_picture_is_the_one_that_was_read():
    dark = [Shown("main", Image.new("1", (128, 64)), SCREEN, note="dark")]
    lines = lines_of((80, 24), dark)
    assert set("".join(lines[1:17])) == {"│", "\u2800"}
    assert lines[17].endswith(" dark ─┘")


def test_colours_are_left_out_when_nobody_wants_them():
    coloured = "".join(page((80, 24), shown(2, acts=1), FOOT, Style()))
    assert "\x1b[97;40m" in coloured
    plain = "".join(page((80, 24), shown(2, acts=1), FOOT, PLAIN))
    assert set(re.findall("\x1b\\[[0-9;]*m", plain)) <= {"\x1b[1m", "\x1b[0m"}


def test_lines_break_between_words_and_take_the_short_ones_when_they_must():
    words = [
        Word("Sailor 3", "1", "Sai3"),
        Word("Mademoiselle 7", "2", "Mad7"),
        Word("Priest 4", "3", "Pst4"),
    ]
    long = [[(word.key, word.text) for word in line] for line in wrapped(words, 60)]
    assert long == [[("1", "Sailor 3"), ("2", "Mademoiselle 7"), ("3", "Priest 4")]]
    short = [[(word.key, word.text) for word in line] for line in wrapped(words, 18)]
    assert short == [[("1", "Sai3"), ("2", "Mad7")], [("3", "Pst4")]]
    assert [[word.text for word in line] for line in wrapped([Word("abcdef", "x")], 5)] == [["abc"]]
    assert list(wrapped([], 9)) == [[]]


# -- the lines below ---------------------------------------------------------------------
def said(panel, table):
    return [[(word.key, word.text) for word in line] for line in legend(panel, table)]


def tabletop(session, names, **more):
    laid = lying(Piles(session, "page"))
    sight = Sight(
        board=laid_out(Board(), [cards for _, cards in laid.rows]),
        displays=laid.displays,
        **more.pop("sight", {}),
    )
    return Tabletop(sight=sight, rules=session.table.rules, lying=laid, names=names, **more)


def test_the_legend_tells_what_lies_on_the_table_and_with_which_key(session, names):
    lying, counts, heard, keys = said(OnTable(), tabletop(session, names, said="tick", deed="YES pressed"))
    assert lying == [
        ("", "Harbor:"),
        ("1", "◆RED 2"),
        ("2", "Sailor 3"),
        ("3", "Mademoiselle 7"),
        ("", "Expeditions:"),
        ("", "none"),
    ]
    assert counts[0] == ("", f"Pile {session.state.pile}")
    assert ("", "Ben 3") in counts
    assert heard == [("", "♪ tick"), ("", "YES pressed")]
    assert ("Enter", "next") in keys
    assert ("s", "seats") not in keys


def test_keys_of_seats_and_tags_are_told_when_there_are_some(session, names):
    keys = said(OnTable(), tabletop(session, names, tags=(("a",),), sight={"seats": 2, "tags": 1}))[-1]
    assert ("s", "seats") in keys
    assert ("t", "tags") in keys


def test_without_a_game_the_legend_says_so():
    table = Tabletop(sight=Sight())
    assert said(OnTable(), table)[0] == [("", "No game is on the table yet.")]
    assert "nobody has cards" in said(WhoseCards(), table)[0][0][1]
    assert "no cards" in said(OfDisplay(0), table)[0][0][1]


def test_an_unplugged_reader_is_told_with_the_key_that_mends_it(session, names):
    assert ("u", "The reader is unplugged.") in said(OnTable(), tabletop(session, names, unplugged=True))[2]


def test_lists_show_their_keys(session, names):
    table = tabletop(
        session, names, tags=tuple((f"tag {n}", "blank") for n in range(40)), sight={"seats": 2, "tags": 40}
    )
    assert ("2", "Ben (2 cards)") in said(WhoseCards(), table)[0]
    assert said(OfDisplay(1), table)[0][1:] == [("1", "Sailor 3"), ("2", "Priest 4"), ("Esc", "back")]
    assert said(OfDisplay(0), table)[0][0][1] == "Ann has no cards in the display."
    assert ("2", "2") in said(SeatKeys(), table)[0]
    assert said(SeatKeys(long=True), table)[0][0] == ("", "Hold the button of which seat?")
    tags = said(Tags(), table)
    assert tags[1] == [("1", "tag 0"), ("", "blank")]
    assert len(tags) == 11
    assert tags[-1] == [("Space", "more"), ("Esc", "back")]
    assert said(Tags(36), table)[4] == [("4", "tag 39"), ("", "blank")]
    assert len(said(Tags(36), table)) == 6
    assert said(Tags(), tabletop(session, names))[0][0][1].startswith("No tags were loaded")


def test_the_help_fits_the_usual_window(session, names):
    lines = lines_of((80, 24), shown(), foot=legend(Help(), tabletop(session, names)))
    assert "any key goes back" in lines
    assert "│ANN DISCOVERS  pile45│" in lines
