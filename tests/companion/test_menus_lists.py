import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.doors import ground, layers, pressed
from companion.flow import Home, Menu, Playing, Press, Refused
from companion.lists import ROOM, cut, filled, listed, packed, short, stepped, upper
from companion.screen import CELLS
from companion.texts import load_texts

TEXTS = load_texts("en")
WORDS = st.text(alphabet="abcdefgh", min_size=1, max_size=9)


# -- lists -------------------------------------------------------------------------------
@given(
    lines=st.lists(st.text(alphabet="ab", min_size=1, max_size=20), min_size=1, max_size=30),
    cursor=st.integers(0, 29),
    room=st.integers(1, ROOM),
)
def test_the_marked_line_is_always_seen_and_nothing_is_too_long(lines, cursor: int, room: int) -> None:
    cursor %= len(lines)
    shown = listed(TEXTS, lines, cursor, room)
    assert len(shown) == min(room, len(lines))
    [marked] = [line for line in shown if line.startswith(">")]
    assert marked[1:].startswith(lines[cursor])
    assert all(len(line) <= CELLS for line in shown)


def test_a_long_list_goes_along_with_its_mark_and_counts_the_lines_below() -> None:
    lines = [f"line {number}" for number in range(9)]
    assert listed(TEXTS, lines, 0, 4) == (">line 0", " line 1", " line 2", " line 3            +5")
    assert listed(TEXTS, lines, 4, 4) == (" line 2", " line 3", ">line 4", " line 5            +3")
    assert listed(TEXTS, lines, 8, 4) == (" line 5", " line 6", " line 7", ">line 8")


def test_a_line_that_fills_its_row_keeps_it_for_itself() -> None:
    assert listed(TEXTS, ["x" * 20, "y"], 0, 1) == (">" + "x" * 20,)
    assert listed(TEXTS, ["x" * 17, "y"], 0, 1) == (">" + "x" * 17 + " +1",)


def test_next_goes_round_also_where_nothing_is() -> None:
    assert [stepped(cursor, 3) for cursor in range(3)] == [1, 2, 0]
    assert stepped(0, 0) == 0


# -- rows of words -----------------------------------------------------------------------
@given(words=st.lists(WORDS, max_size=40), rows=st.integers(1, 6), last=st.booleans())
def test_words_that_find_no_room_are_counted(words, rows: int, last: bool) -> None:
    lines = packed(TEXTS, words, rows, last=last)
    assert len(lines) <= rows
    assert all(len(line) <= CELLS for line in lines)
    shown = " ".join(lines).split()
    counts = [word for word in shown if word.startswith("+")]
    kept = [word for word in shown if not word.startswith("+")]
    assert len(kept) + sum(int(word) for word in counts) == len(words)
    assert kept == (words[len(words) - len(kept) :] if last else words[: len(kept)])
    if counts:
        assert shown[0 if last else -1] == counts[0]


def test_no_words_are_no_rows() -> None:
    assert packed(TEXTS, [], 2) == ()
    assert filled([]) == ()


def test_names_are_cut_also_when_capitals_are_longer() -> None:
    assert (cut("Maximiliane"), short("Maximiliane"), upper("Maximiliane")) == ("Maximili", "Max", "MAXIMILI")
    assert upper("Großfuß") == "GROSSFUS"


# -- layers ------------------------------------------------------------------------------
def test_the_ground_is_what_goes_on_when_all_else_is_closed() -> None:
    refused = Refused("unknown", "", {}, Playing())
    assert list(layers(Menu(refused))) == [Menu(refused), refused, Playing()]
    assert ground(Menu(refused)) == Playing()
    assert ground(Home()) == Home()


@pytest.mark.parametrize(
    ("press", "keys", "meant"),
    [
        (Press("next", long=True), ("yes", "no", "next"), Press("menu")),
        (Press("next", long=True), ("yes", "no", "next", "menu"), Press("next", long=True)),
        (Press("next"), ("yes", "no", "next"), Press("next")),
        (Press("no", long=True), ("yes", "no", "next"), Press("no", long=True)),
    ],
)
def test_next_held_is_menu_where_there_are_three_keys(hands, press: Press, keys, meant: Press) -> None:
    assert pressed(hands(Home(), keys=keys).ctx, press) == meant
