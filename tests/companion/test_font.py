import itertools
import re
import unicodedata
from importlib import resources

import pytest

from companion.font import GLYPH_HEIGHT, REPLACEMENT, FontError, Glyph, load_font, parse_font

BOX = "U+FFFD REPLACEMENT CHARACTER\n" + "######\n" * 8
LETTER = "U+0041 LATIN CAPITAL LETTER A\n.###..\n#...#.\n#...#.\n#####.\n#...#.\n#...#.\n#...#.\n......"
OWN = "●≈▲◆■✖†☠♛◎✓✗►≡…–♪█▒←→↑↓"
SAME = ({" ", "\u00a0"}, {"-", "\u00ad"})


@pytest.fixture(scope="module")
def font() -> dict[str, Glyph]:
    return load_font()


def test_draws_all_of_ascii_latin_1_and_the_signs_of_the_device(font: dict[str, Glyph]) -> None:
    wanted = [*map(chr, range(0x20, 0x7F)), *map(chr, range(0xA0, 0x100)), *OWN, REPLACEMENT]
    assert [char for char in wanted if char not in font] == []


def test_every_glyph_is_distinct(font: dict[str, Glyph]) -> None:
    alike = [
        {one, other}
        for one, other in itertools.combinations(font, 2)
        if font[one] == font[other] and {one, other} not in SAME
    ]
    assert alike == []


def pixels(one: Glyph, other: Glyph) -> int:
    """Count the pixels in which two glyphs differ at the most fitting of all small shifts."""
    moved = [[0] * up + [row >> right for row in one] for up in (0, 1) for right in (0, 1)]
    return min(
        sum((a ^ b).bit_count() for a, b in itertools.zip_longest(rows, other, fillvalue=0)) for rows in moved
    )


@pytest.mark.parametrize("pair", "Il I1 l1 l| O0 D0 S5 B8 Z2 G6 gq ce $● $0 $O *■ ✖✗ ✗X ◎$".split())
def test_what_is_easily_mistaken_differs_clearly(font: dict[str, Glyph], pair: str) -> None:
    assert pixels(font[pair[0]], font[pair[1]]) >= 3
    assert pixels(font[pair[1]], font[pair[0]]) >= 3


def test_zero_has_no_dot(font: dict[str, Glyph]) -> None:
    assert len(set(font["0"][1:6])) == 1


def test_letters_and_figures_leave_a_gap_to_the_next_cell_and_the_line_below(font: dict[str, Glyph]) -> None:
    for char in map(chr, range(0x21, 0x7F)):
        assert not any(row & 1 for row in font[char]), char
        assert not font[char][7] or char in "gjpqy,;_|", char


def test_the_names_in_the_file_are_those_of_the_code_points() -> None:
    text = resources.files("companion.font").joinpath("6x8.txt").read_text("utf-8")
    headings = re.findall(r"^U\+(\w+) ([^(\n]+?)(?: \(.+\))?$", text, re.MULTILINE)
    assert len(headings) == len(load_font())
    for code, name in headings:
        if name != "NO-BREAK SPACE":
            assert unicodedata.name(chr(int(code, 16))) == name


def test_reads_rows_as_bits_from_the_left() -> None:
    assert parse_font(f"; remark\n\n{LETTER}\n\n{BOX}", "x") == {
        "A": (0b011100, 0b100010, 0b100010, 0b111110, 0b100010, 0b100010, 0b100010, 0),
        REPLACEMENT: (0b111111,) * GLYPH_HEIGHT,
    }


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (LETTER, "mine.txt: U\\+FFFD is missing"),
        (f"{BOX}{LETTER}\n{LETTER}", "mine.txt, line 19: U\\+0041 is drawn twice"),
        (BOX + LETTER.replace("#####.", "#####"), "mine.txt, line 14: a row of U\\+0041 .* not '#####'"),
        (BOX + LETTER.replace("#####.", "####o."), "mine.txt, line 14: .* not '####o.'"),
        (BOX + LETTER.replace("#####.\n", ""), "U\\+0041 LATIN CAPITAL LETTER A has 7 rows instead of 8"),
        (BOX + LETTER.replace("#####.\n", "") + "\n" + LETTER, "mine.txt, line 18: a row .* not 'U\\+0041"),
        (
            BOX + "......\n" + LETTER,
            "mine.txt, line 10: a glyph begins with 'U\\+XXXX NAME', not with '......'",
        ),
        (BOX + LETTER.replace("0041", "110000"), "mine.txt, line 10: U\\+110000 is no code point"),
        (BOX + LETTER.replace("U+0041 ", "A "), "mine.txt, line 10: a glyph begins"),
        ("", "mine.txt: U\\+FFFD is missing"),
    ],
)
def test_refuses_a_file_with_a_mistake_and_names_the_place(text: str, complaint: str) -> None:
    with pytest.raises(FontError, match=complaint):
        parse_font(text, "mine.txt")
