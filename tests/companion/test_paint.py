import io
import os
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from companion.font import GLYPH_HEIGHT, GLYPH_WIDTH, REPLACEMENT, load_font
from companion.glyphs import doubled, squeezed
from companion.paint import BIG_MARGIN, Painter, fitted, png_bytes, save_png
from companion.screen import Row, Screen, headline, screen

GOLDEN = Path(__file__).parent.parent / "golden"
WRITE = os.environ.get("PORT_ROYAL_GOLDEN") == "write"

SCREENS = {
    "DI1": screen(
        "ANN DISCOVERS  pile48",
        headline("REVEAL"),
        "You: $6  4*  †2",
        "Open: AAH CC(you can)",
        "Clear harbor: 3 cards",
        "must show 1 card",
        keys="tap: reveal or claim",
    ),
    "DI2": screen(
        "ANN DISCOVERS  pile45",
        "■K2 ▲G1 ◆R3",
        "Sai3 Tr≈5",
        headline("RISK 23%"),
        "3 colours: take 1",
        "with a 4th: take 2",
        keys="tap: reveal    >:stop",
    ),
    "DI4": screen(
        "ANN: REPEL?    you †4",
        headline("◆RED 2"),
        "Swords 3, you have 4",
        "New colour: no bust",
        "Next card or stop",
        "means: keep",
        keys="Y:repel N:keep >:stop",
    ),
    "DI5": screen(
        "ANN: REPEL OR BUST",
        headline("◆RED 2"),
        "RED is in the harbor!",
        "Swords 3, you have 4",
        "Answer first; a card",
        "tapped now waits",
        keys="Y:repel  N:bust",
    ),
    "DI6": screen(
        "ANN           round 5",
        headline("BUST"),
        "◆RED twice",
        "Discard 6 cards",
        "Expeditions stay",
        "Ann draw 1 (Jester)",
        keys="BEN: tap to reveal",
    ),
    "TR1": screen(
        "ANN TAKES      0 of 2",
        "■K+3 ▲G+1 ◆R+3 ≈B+1",
        "Sai-2 Tr≈-4 (Adm-8)",
        headline("TAKE 2"),
        "You have $6",
        "(...) = too dear",
        keys="tap a card    >:done",
    ),
    "IN1": screen(
        "TABLE  round 5 pile45",
        "      $  *  † cards",
        ">Ann  6  4  2  5",
        " Ben  4  6  0  4",
        " Cem  0  9  5  6",
        " Dia  7  3  1  3",
        "Last: Ben took Sai3",
        keys=">:odds N:back",
    ),
    "FI2": screen(
        "FINAL         round 9",
        headline("BEN 13"),
        "1 Ben 13*  $4",
        "2 Ann 12*  $9",
        "3 Cem 12*  $2",
        "4 Dia  8*  $5",
        keys=">:sheet Y:play again",
    ),
    "NG3": screen(
        "WHO SITS WHERE    3/6",
        "seat 1 Ann",
        "seat 2 Ben",
        "seat 3 >Cem",
        " new name ...",
        " seat 3 empty",
        "or press seat key 3",
        keys=">:down Y:sit N:back",
    ),
    "ER1": screen(
        "UNKNOWN TAG ..e26180",
        headline("NOT KNOWN"),
        'not in deck "Box 1"',
        "Nothing changed",
        "",
        "Y = tell me the card",
        keys="Y:which card?  N:skip",
    ),
    "ME1": screen(
        "MENU",
        ">Table and scores",
        " Undo, history",
        " Correct the table",
        " Pile empty: shuffle",
        " Options",
        " End of game, device",
        keys=">:down Y:open N:close",
    ),
    "SE5": screen(
        "BEN     REPEL OR BUST",
        headline("◆RED 2"),
        "RED is in the harbor!",
        "Swords 3, you have 4",
        keys="press:repel hold:bust",
        inverse=True,
    ),
    "de": screen(
        "DÍA MÜSSTE  ÚLT.RODA.",
        headline("■SCHWARZ 4"),
        "Größe, Säbel: Übung ß",
        "São João, Comércio, Ñ",
        "●Ge3 ≈Bl1 ✖Ar1 ☠ ♛3>2",
        "✓ ✗ ► ≡ ◎ ♪ … – ← ↑→↓",
        keys="◎:zeigen ✓:ja ✗:nein",
    ),
}


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter()


def stored(name: str, image: Image.Image) -> Image.Image:
    """Give the golden picture of that name, written from ``image`` first when asked by the environment."""
    path = GOLDEN / f"{name}.png"
    if WRITE:
        save_png(image, path, scale=1)
    with Image.open(path) as golden:
        return golden.convert("1")


def assert_golden(name: str, image: Image.Image, failures: Path) -> None:
    golden = stored(name, image)
    if golden.size == image.size and golden.tobytes() == image.tobytes():
        return
    difference = Image.merge("RGB", [golden.convert("L"), image.convert("L"), Image.new("L", image.size)])
    save_png(difference, failures / f"{name}-difference.png", scale=8)
    save_png(image, failures / f"{name}-now.png", scale=8)
    pytest.fail(
        f"{name} looks different: see {failures}/{name}-difference.png (red: gone, green: new). "
        "If it is meant, run again with PORT_ROYAL_GOLDEN=write and look at the pictures."
    )


@pytest.mark.parametrize("name", SCREENS)
def test_looks_as_the_golden_picture(name: str, painter: Painter, tmp_path: Path) -> None:
    assert_golden(name, painter.paint(SCREENS[name]), tmp_path)


@pytest.mark.parametrize("name", ["DI4", "ME1"])
def test_looks_as_the_golden_picture_on_32_lines(name: str, painter: Painter, tmp_path: Path) -> None:
    assert_golden(f"{name}-32", painter.paint(SCREENS[name], height=32), tmp_path)


@pytest.mark.skipif(WRITE, reason="would write the wrong picture")
def test_a_changed_picture_is_refused_and_the_difference_kept(painter: Painter, tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match="DI4 looks different"):
        assert_golden("DI4", painter.paint(SCREENS["DI5"]), tmp_path)
    with Image.open(tmp_path / "DI4-difference.png") as difference:
        assert difference.size == (1024, 512)
        assert len(difference.getcolors()) == 4


def cell(image: Image.Image, column: int, row: int, shift: int = 0) -> tuple[int, ...]:
    """Read a cell back as the rows of a glyph."""
    left, top = shift + column * GLYPH_WIDTH, row * GLYPH_HEIGHT
    return tuple(
        sum(bool(image.getpixel((left + x, top + y))) << GLYPH_WIDTH - 1 - x for x in range(GLYPH_WIDTH))
        for y in range(GLYPH_HEIGHT)
    )


@pytest.mark.parametrize("shift", [0, 1, 2])
@pytest.mark.parametrize("width", [128, 130, 256])
def test_every_cell_shows_its_glyph(painter: Painter, shift: int, width: int) -> None:
    font = load_font()
    texts = ["ANN DISCOVERS  pile48", "■K2 ▲G1 ◆R3 ●Y1 ≈B2✖A", "", "x" * 21]
    image = painter.paint(Screen(tuple(map(Row, texts))), width=width, shift=shift)
    assert (image.mode, image.size) == ("1", (width, 64))
    for row, text in enumerate(texts):
        for column, char in enumerate(text.ljust(21)):
            assert cell(image, column, row, shift) == font[char], char
    assert image.crop((0, 32, width, 64)).getbbox() is None
    assert image.crop((shift + 126, 0, width, 64)).getbbox() is None


@pytest.mark.parametrize("shift", [0, 1, 2])
def test_a_big_row_of_ten_is_whole_and_leaves_the_margin(painter: Painter, shift: int) -> None:
    image = painter.paint(Screen((Row("█" * 10, big=True),)), shift=shift)
    left = BIG_MARGIN + shift
    assert image.getbbox() == (left, 1, left + 120, 16)
    assert image.histogram()[255] == 120 * 15


def test_big_letters_are_twice_as_large_and_one_pixel_lower(painter: Painter) -> None:
    big = painter.paint(Screen((Row("TEIL", big=True),)), shift=0)
    small = painter.paint(Screen((Row("TEIL"),)), shift=0)
    doubled_small = small.crop((0, 0, 24, 7)).resize((48, 14), Image.Resampling.NEAREST)
    shown = big.crop((BIG_MARGIN, 1, BIG_MARGIN + 48, 15))
    assert ImageChops.logical_and(shown, doubled_small).tobytes() == doubled_small.tobytes()


def test_doubling_fills_the_steps_of_a_slope_and_leaves_a_square_alone() -> None:
    slope = (0b100000, 0b010000, 0, 0, 0, 0, 0, 0)
    assert doubled(slope)[:4] == (0b110000000000, 0b111000000000, 0b011100000000, 0b001100000000)
    square = (0b111000, 0b111000, 0b111000, 0, 0, 0, 0, 0)
    assert doubled(square)[:6] == (0b111111000000,) * 6
    assert doubled(square)[6:] == (0,) * 10


def rows_of(art: str) -> tuple[int, ...]:
    return tuple(int(row.replace("#", "1").replace(".", "0"), 2) for row in art.split("/"))


def test_letters_in_bars_give_up_one_of_two_equal_rows() -> None:
    letter_t = rows_of("#####./..#.../..#.../..#.../..#.../..#.../..#.../......")
    assert squeezed(letter_t) == rows_of("....../#####./..#.../..#.../..#.../..#.../..#.../......")
    letter_p = rows_of("####../#...#./#...#./####../#...../#...../#...../......")
    assert squeezed(letter_p) == rows_of("....../####../#...#./#...#./####../#...../#...../......")
    slash = rows_of("...../....#/...#./..#../.#.../#..../...../.....")
    assert squeezed(slash) == slash
    two_dots = rows_of("#.#.../....../#.#.../#...../....../......./....../......")
    assert squeezed(two_dots) == rows_of("....../#.#.../....../#.#.../......./....../....../......")


@pytest.mark.parametrize("char", sorted(load_font()))
def test_every_letter_in_a_bar_keeps_its_gaps_and_frees_the_top_but_of_accents(char: str) -> None:
    glyph = load_font()[char]
    bar = squeezed(glyph)
    assert len(bar) == GLYPH_HEIGHT
    assert bar[0] == 0 or char in "ÀÁÂÈÉÊÌÍÎÒÓÔÙÚÛÝýþj|¦{}½¼¾"
    assert bar[-1] == glyph[-1]
    assert islands(bar) == islands(glyph)


def islands(glyph: tuple[int, ...]) -> int:
    """Count the stretches of lit rows, such as the two of an i."""
    return sum(bool(row) and not above for above, row in zip((0, *glyph), glyph, strict=False))


def test_a_bar_fills_the_whole_row_but_for_its_letters(painter: Painter) -> None:
    image = painter.paint(Screen((Row("Ab", inverse=True), Row(), Row("T", inverse=True))))
    assert image.crop((0, 0, 128, 8)).histogram()[255] == 128 * 8 - lit(squeezed(load_font()["A"])) - lit(
        squeezed(load_font()["b"])
    )
    assert image.crop((0, 0, 128, 1)).histogram()[255] == 128
    assert image.crop((0, 16, 128, 17)).histogram()[255] == 128


def lit(glyph: tuple[int, ...]) -> int:
    return sum(row.bit_count() for row in glyph)


def line(image: Image.Image, y: int) -> list[int]:
    return [x for x in range(image.width) if not image.getpixel((x, y))]


def test_letters_that_touch_a_bar_are_kept_clear_of_it(painter: Painter) -> None:
    image = painter.paint(Screen((Row(inverse=True), Row("  T p"), Row(inverse=True))))
    assert line(image, 7) == list(range(12, 19))
    assert line(image, 16) == list(range(24, 27))
    for y in (0, 6, 17, 23):
        assert line(image, y) == []
    beside = painter.paint(Screen((Row(inverse=True), Row("T", inverse=True), Row("T", big=True))))
    assert line(beside, 7) == line(beside, 15) == []


def test_an_inverse_screen_is_the_other_way_round_everywhere(painter: Painter) -> None:
    rows = (Row("Ab", inverse=True), Row("Cdg"), Row("EF", big=True), Row("g", inverse=True))
    plain, turned = painter.paint(Screen(rows)), painter.paint(Screen(rows, inverse=True))
    assert turned.tobytes() == ImageChops.invert(plain).tobytes()


def test_unknown_characters_become_boxes(painter: Painter) -> None:
    assert painter.paint(Screen((Row("a€漢\n\U0001f980b"),))).tobytes() == (
        painter.paint(Screen((Row(f"a{REPLACEMENT * 4}b"),))).tobytes()
    )


ROWS = st.builds(Row, text=st.text(max_size=30), big=st.booleans(), inverse=st.booleans())


@given(rows=st.lists(ROWS, max_size=10), inverse=st.booleans(), height=st.sampled_from([32, 40, 64]))
def test_a_picture_always_comes(rows: list[Row], inverse: bool, height: int) -> None:
    image = PAINTER.paint(Screen(tuple(rows), inverse), height=height)
    assert image.size == (128, height)


PAINTER = Painter()


@pytest.mark.parametrize(
    ("width", "height", "shift"), [(127, 64, 0), (128, 31, 0), (128, 64, 3), (128, 64, -1)]
)
def test_sizes_and_shifts_that_cannot_be_are_refused(
    painter: Painter, width: int, height: int, shift: int
) -> None:
    with pytest.raises(ValueError, match=r"too few|can be shifted"):
        painter.paint(SCREENS["DI1"], width=width, height=height, shift=shift)


def texts(name: str, capacity: int = 4) -> list[str]:
    return [row.text for row in fitted(SCREENS[name].rows, capacity)]


def test_a_small_display_shows_header_headline_and_keys() -> None:
    assert texts("DI4") == ["ANN: REPEL?    you †4", "◆RED 2", "Y:repel N:keep >:stop"]
    assert texts("TR1") == ["ANN TAKES      0 of 2", "TAKE 2", "tap a card    >:done"]


def test_a_small_display_shows_the_marked_line_of_a_list_and_the_next() -> None:
    assert texts("ME1") == ["MENU", ">Table and scores", " Undo, history", ">:down Y:open N:close"]
    last = screen("TRUMP", headline("TRUMP ?"), " ■ BLACK", " ◆ RED", ">≈ BLUE", keys="Y:ok")
    assert [row.text for row in fitted(last.rows, 4)] == ["TRUMP", " ■ BLACK", ">≈ BLUE", "Y:ok"]


def test_a_small_display_keeps_the_keys_below_when_little_is_said() -> None:
    assert [row.text for row in fitted(screen("A", "", "", "b", keys="c").rows, 4)] == ["A", "b", "", "c"]
    assert texts("DI1", 6) == [
        "ANN DISCOVERS  pile48",
        "REVEAL",
        "You: $6  4*  †2",
        "Open: AAH CC(you can)",
        "tap: reveal or claim",
    ]


def test_a_full_screen_is_painted_in_a_moment(painter: Painter) -> None:
    full = Screen(tuple(Row("ANN DISCOVERS  pile48", inverse=row in (0, 7)) for row in range(8)))
    painter.paint(full)
    times_s = []
    for _ in range(300):
        began_s = time.perf_counter()
        painter.paint(full)
        times_s.append(time.perf_counter() - began_s)
    assert min(times_s) < 0.005


def test_png_is_the_picture_with_every_pixel_a_square(painter: Painter, tmp_path: Path) -> None:
    image = painter.paint(SCREENS["DI1"])
    with Image.open(io.BytesIO(png_bytes(image, scale=3))) as png:
        assert png.size == (384, 192)
        assert png.convert("1").resize((128, 64), Image.Resampling.NEAREST).tobytes() == image.tobytes()
        assert png.getpixel((3, 0)) == png.getpixel((5, 2))
    save_png(image, tmp_path / "a.png")
    assert (tmp_path / "a.png").read_bytes() == png_bytes(image, 8)
