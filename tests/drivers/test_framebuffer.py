"""Packing pictures, and finding what changed in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from drivers.framebuffer import Region, blocks, pack, runs

WIDTH, PAGES = 32, 4
frames = st.binary(min_size=WIDTH * PAGES, max_size=WIDTH * PAGES)


def drawn(frame: bytes, regions: list[Region]) -> bytes:
    """Write regions into a framebuffer, byte by byte."""
    memory = bytearray(frame)
    for region in regions:
        content = iter(region.content)
        for page in range(region.pages[0], region.pages[1] + 1):
            for column in range(region.columns[0], region.columns[1] + 1):
                memory[page * WIDTH + column] = next(content)
        assert next(content, None) is None
    return bytes(memory)


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (96, 16), (64, 48), (1, 8)])
def test_every_pixel_lands_in_its_bit(size):
    width, height = size
    for x, y in {(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (width // 2, height // 3)}:
        image = Image.new("1", size)
        image.putpixel((x, y), 1)
        expected = bytearray(width * height // 8)
        expected[y // 8 * width + x] = 1 << y % 8
        assert pack(image) == bytes(expected)


@given(frames, frames, st.integers(1, 40))
def test_R31_what_changed_turns_one_picture_into_the_other(shown, wanted, price):
    assert drawn(shown, runs(shown, wanted, WIDTH, price)) == wanted
    assert drawn(shown, blocks(shown, wanted, WIDTH, price)) == wanted


few_edits = st.lists(st.tuples(st.integers(0, WIDTH * PAGES - 1), st.integers(0, 255)), max_size=6)


def edited(frame: bytes, edits: list[tuple[int, int]]) -> bytes:
    memory = bytearray(frame)
    for at, value in edits:
        memory[at] = value
    return bytes(memory)


@given(frames, few_edits, st.integers(1, 40))
def test_R31_small_changes_are_small(shown, edits, price):
    wanted = edited(shown, edits)
    for regions in (runs(shown, wanted, WIDTH, price), blocks(shown, wanted, WIDTH, price)):
        assert drawn(shown, regions) == wanted
    joined = runs(shown, wanted, WIDTH, price)
    assert sum(len(region.content) for region in joined) + price * len(joined) <= len(edits) * (price + 1)


@given(frames, few_edits, st.integers(1, 200))
def test_R31_no_choice_of_pages_to_take_together_costs_less(shown, edits, price):
    wanted = edited(shown, edits)
    cost = sum(price + len(region.content) for region in blocks(shown, wanted, WIDTH, price))
    pages = [page for page in range(PAGES) if any(edit[0] // WIDTH == page for edit in edits)]
    for cuts in range(1 << PAGES):
        parts = [[page for page in pages if (cuts >> page).bit_count() == n] for n in range(PAGES + 1)]
        boxes = [list(_extent(shown, wanted, part)) for part in parts if part]
        assert cost <= sum(
            price + (bottom - top + 1) * (last - first + 1) for top, bottom, first, last in boxes
        )


def _extent(shown: bytes, wanted: bytes, pages: list[int]) -> tuple[int, int, int, int]:
    """Give the box around all that differs in some pages, a whole line for nothing."""
    places = [at for at in range(len(shown)) if at // WIDTH in pages and shown[at] != wanted[at]]
    columns = [at % WIDTH for at in places] or [0]
    return min(pages), max(pages), min(columns), max(columns)


@given(frames)
def test_R31_nothing_changed_is_nothing_sent(frame):
    assert runs(frame, frame, WIDTH, 6) == blocks(frame, frame, WIDTH, 60) == []


def test_a_block_over_several_pages_is_one_rectangle():
    wanted = bytearray(WIDTH * PAGES)
    for page in (1, 2, 3):
        wanted[page * WIDTH + 5 : page * WIDTH + 8] = b"abc"
    assert blocks(bytes(WIDTH * PAGES), bytes(wanted), WIDTH, 6) == [Region((1, 3), (5, 7), b"abc" * 3)]
    assert [region.pages for region in runs(bytes(WIDTH * PAGES), bytes(wanted), WIDTH, 6)] == [
        (1, 1),
        (2, 2),
        (3, 3),
    ]


def test_far_columns_are_two_runs_and_near_ones_are_one():
    wanted = bytearray(WIDTH * PAGES)
    wanted[0] = wanted[7] = wanted[15] = 1
    assert [region.columns for region in runs(bytes(WIDTH * PAGES), bytes(wanted), WIDTH, 6)] == [
        (0, 7),
        (15, 15),
    ]


def test_where_a_call_is_dear_pages_are_sent_together():
    wanted = bytearray(WIDTH * PAGES)
    wanted[0] = wanted[WIDTH + 3] = wanted[3 * WIDTH + 31] = 1
    regions = blocks(bytes(WIDTH * PAGES), bytes(wanted), WIDTH, 20)
    assert [(region.pages, region.columns) for region in regions] == [((0, 1), (0, 3)), ((3, 3), (31, 31))]
