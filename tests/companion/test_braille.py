import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.braille import braille, half_blocks
from companion.paint import Painter
from companion.screen import headline, screen


def drawn(*rows: str) -> Image.Image:
    image = Image.new("1", (len(rows[0]), len(rows)))
    for y, row in enumerate(rows):
        for x, pixel in enumerate(row):
            image.putpixel((x, y), pixel == "#")
    return image


def test_half_blocks_show_two_pixels_a_character() -> None:
    assert half_blocks(drawn("#.#.#", "##..#", "....#", "...##")) == ["█▄▀ █", "   ▄█"]


def test_braille_shows_two_by_four_pixels_a_character() -> None:
    assert braille(drawn("#..#", "....", "....", "....")) == ["⠁⠈"]
    assert braille(drawn("..", "#.", ".#", "..")) == ["⠢"]
    assert braille(drawn("..", "..", "..", "#.")) == ["⡀"]
    assert braille(drawn("##", "##", "##", "##", "..", "..", "..", ".#")) == ["⣿", "⢀"]


def test_sizes_that_are_no_multiple_are_filled_up_with_dark_pixels() -> None:
    assert half_blocks(drawn("###")) == ["▀▀▀"]
    assert braille(drawn("###", "###", "###", "###", "###")) == ["⣿⡇", "⠉⠁"]


def test_a_display_has_the_promised_size() -> None:
    image = Painter().paint(screen("ANN", headline("BUST"), keys="BEN: tap"))
    assert {len(line) for line in half_blocks(image)} == {128}
    assert len(half_blocks(image)) == 32
    assert {len(line) for line in braille(image)} == {64}
    assert len(braille(image)) == 16


PIXELS = st.tuples(st.integers(1, 12), st.integers(1, 12)).flatmap(
    lambda size: st.lists(
        st.text("#.", min_size=size[0], max_size=size[0]), min_size=size[1], max_size=size[1]
    )
)


@given(PIXELS)
def test_every_pixel_can_be_read_back(rows: list[str]) -> None:
    image = drawn(*rows)
    blocks, dots = half_blocks(image), braille(image)
    for y, row in enumerate(rows):
        for x, pixel in enumerate(row):
            lit = pixel == "#"
            assert (blocks[y // 2][x] in ("▀█", "▄█")[y % 2]) == lit
            dot = [[0, 3], [1, 4], [2, 5], [6, 7]][y % 4][x % 2]
            assert bool(ord(dots[y // 4][x // 2]) - 0x2800 >> dot & 1) == lit


@pytest.mark.parametrize("draw", [half_blocks, braille])
def test_a_display_is_drawn_in_a_moment(draw) -> None:
    image = Painter().paint(screen("ANN DISCOVERS", headline("REVEAL"), keys="tap: reveal or claim"))
    times_s = []
    for _ in range(100):
        began_s = time.perf_counter()
        draw(image)
        times_s.append(time.perf_counter() - began_s)
    assert min(times_s) < 0.05
