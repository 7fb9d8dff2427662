"""Care for displays (R32): levels, places, and what eight hours of idling do to a pixel."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from drivers.care import BRIGHT, DARK, DIM, PATH, Care

HOURS_8_S = 8 * 3600
times_s = st.integers(0, 2 * HOURS_8_S * 1000).map(lambda milliseconds: milliseconds / 1000)


@pytest.mark.parametrize(
    ("idle_s", "level"),
    [(0, BRIGHT), (59.9, BRIGHT), (60, DIM), (599.9, DIM), (600, DARK), (HOURS_8_S, DARK)],
)
def test_R32_dim_after_a_minute_dark_after_ten(idle_s, level):
    assert Care().level(idle_s) == level


def test_R32_the_owner_may_set_the_times_or_none():
    assert [Care(5, 10).level(idle_s) for idle_s in (4, 5, 10)] == [BRIGHT, DIM, DARK]
    assert Care(5, 5).level(5) == DARK
    assert Care(None, 10).level(9) == BRIGHT
    assert Care(5, None).level(HOURS_8_S) == DIM
    assert Care(None, None, None).next_s(0, 0) is None
    assert Care(None, None, None).shift(HOURS_8_S) == PATH[0]


def test_R32_the_picture_moves_every_minute_by_a_pixel_and_by_two_in_all():
    places = [Care().shift(minute * 60.0 + 1) for minute in range(100)]
    assert places[:5] == [1, 2, 1, 0, 1]
    assert {abs(a - b) for a, b in itertools.pairwise(places)} == {1}
    assert max(places) - min(places) == 2
    assert Care().shift(59.9) == Care().shift(0)


@given(times_s, times_s)
def test_R32_nothing_changes_before_it_is_said_to(idle_s, now_s):
    care = Care()
    due_s = care.next_s(idle_s, now_s)
    if due_s is None:
        assert care.level(idle_s) == DARK
        return
    assert due_s > 0
    before = care.level(idle_s), care.shift(now_s)
    assert (care.level(idle_s + due_s * 0.99), care.shift(now_s + due_s * 0.99)) == before
    due_s += 1e-6
    assert (care.level(idle_s + due_s), care.shift(now_s + due_s)) != before


def lit_s(care: Care, picture: Image.Image, step_s: float = 10.0) -> list[float]:
    """Give for every pixel how many seconds of eight idle hours it is lit."""
    lit = [0.0] * (picture.width * picture.height)
    offsets = {dx: list(ImageChops.offset(picture, dx - 1, 0).convert("L").tobytes()) for dx in range(3)}
    for step in range(int(HOURS_8_S / step_s)):
        now_s = step * step_s
        if care.level(now_s) != DARK:
            for at, pixel in enumerate(offsets[care.shift(now_s)]):
                lit[at] += step_s if pixel else 0.0
    return lit


@pytest.fixture
def picture() -> Image.Image:
    """Give a picture with an all-white bar, lines and dots, such as screens are."""
    image = Image.new("1", (128, 64))
    image.paste(1, (0, 0, 128, 8))
    for x in range(0, 128, 3):
        image.putpixel((x, 40), 1)
    return image


def test_R32_in_eight_idle_hours_no_pixel_is_lit_for_more_than_a_fifth_of_the_time(picture):
    assert max(lit_s(Care(), picture)) == 600
    assert max(lit_s(Care(), picture)) <= 0.2 * HOURS_8_S


def test_R32_without_switching_off_a_bar_would_burn_in(picture):
    assert max(lit_s(Care(off_s=None), picture, step_s=60.0)) == HOURS_8_S
