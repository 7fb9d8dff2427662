"""Packing pictures, and finding what changed in them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from drivers.framebuffer import WINDOW_BYTES, Region, changes, pack, whole

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


def cost(regions: list[Region]) -> int:
    return sum(WINDOW_BYTES + len(region.content) for region in regions)


@pytest.mark.parametrize("size", [(128, 64), (128, 32), (96, 16), (64, 48), (1, 8)])
def test_every_pixel_lands_in_its_bit(size):
    width, height = size
    for x, y in {(0, 0), (width - 1, 0), (0, height - 1), (width - 1, height - 1), (width // 2, height // 3)}:
        image = Image.new("1", size)
        image.putpixel((x, y), 1)
        expected = bytearray(width * height // 8)
        expected[y // 8 * width + x] = 1 << y % 8
        assert pack(image) == bytes(expected)


@given(frames, frames)
def test_R31_changes_turn_one_picture_into_the_other(shown, wanted):
    regions = changes(shown, wanted, WIDTH)
    assert drawn(shown, regions) == wanted
    assert cost(regions) <= cost([whole(wanted, WIDTH)])


@given(frames, st.lists(st.tuples(st.integers(0, WIDTH * PAGES - 1), st.integers(0, 255)), max_size=6))
def test_R31_small_changes_are_small(shown, edits):
    wanted = bytearray(shown)
    for at, value in edits:
        wanted[at] = value
    regions = changes(shown, bytes(wanted), WIDTH)
    assert drawn(shown, regions) == bytes(wanted)
    assert cost(regions) <= len(edits) * (WINDOW_BYTES + 1)


@given(frames)
def test_R31_nothing_changed_is_nothing_sent(frame):
    assert changes(frame, frame, WIDTH) == []


def test_a_block_over_several_pages_is_one_region():
    wanted = bytearray(WIDTH * PAGES)
    for page in (1, 2, 3):
        wanted[page * WIDTH + 5 : page * WIDTH + 8] = b"abc"
    assert changes(bytes(WIDTH * PAGES), bytes(wanted), WIDTH) == [Region((1, 3), (5, 7), b"abc" * 3)]


def test_far_columns_are_two_regions_and_near_ones_are_one():
    wanted = bytearray(WIDTH * PAGES)
    wanted[0] = wanted[8] = wanted[30] = 1
    assert [region.columns for region in changes(bytes(WIDTH * PAGES), bytes(wanted), WIDTH)] == [
        (0, 8),
        (30, 30),
    ]
