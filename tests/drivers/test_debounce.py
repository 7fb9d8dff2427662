"""From lines to presses, without hardware."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.debounce import KeyGroup, KeyRules, Press

AWAKE_S = 1.0
"""After the first 500 ms."""
bounces = st.lists(st.floats(0.00005, 0.01), max_size=12).map(
    lambda gaps: [gap * min(1, 0.01 / sum(gaps)) for gap in gaps] if gaps else []
)
"""Gaps between the edges of a bounce, 10 ms in all at most."""


def group(*names: str, **rules) -> KeyGroup:
    return KeyGroup(names or ("yes",), KeyRules(**rules), 0.0)


def edges(at_s: float, gaps: list[float], down: bool) -> list[tuple[float, bool]]:
    """Give the edges of a change to ``down`` that bounces; the last one is the level that stays."""
    times = [at_s]
    for gap in gaps:
        times.append(times[-1] + gap)
    if len(times) % 2 == 0:
        times.pop()
    return [(t, down if n % 2 == 0 else not down) for n, t in enumerate(times)]


def played(
    keys: KeyGroup, line: list[tuple[float, bool]], name: str = "yes", until_s: float = 100
) -> list[Press]:
    presses = []
    for at_s, down in line:
        presses += keys.feed(at_s, name, down)
    return presses + keys.advance(until_s)


@given(bounces, bounces, st.floats(0.02, 0.65))
def test_R33_one_press_for_one_press_however_it_bounces(pressing, releasing, down_s):
    line = edges(AWAKE_S, pressing, True) + edges(AWAKE_S + 0.01 + down_s, releasing, False)
    presses = played(group(), line)
    assert [(press.key, press.long) for press in presses] == [("yes", False)]


@given(bounces, bounces, st.floats(0.75, 5))
def test_R34_one_long_press_and_a_silent_release_however_it_bounces(pressing, releasing, down_s):
    line = edges(AWAKE_S, pressing, True) + edges(AWAKE_S + 0.01 + down_s, releasing, False)
    presses = played(group(), line)
    assert [(press.key, press.long) for press in presses] == [("yes", True)]
    assert AWAKE_S + 0.7 <= presses[0].at_s <= AWAKE_S + 0.711


@given(st.lists(st.tuples(bounces, bounces), min_size=4, max_size=12))
def test_R33_four_presses_a_second_and_more(turns):
    line = []
    for number, (pressing, releasing) in enumerate(turns):
        at_s = AWAKE_S + number * 0.2
        line += edges(at_s, pressing, True) + edges(at_s + 0.1, releasing, False)
    assert len(played(group(), line)) == len(turns)


@given(st.lists(st.floats(0.0001, 0.0075), min_size=1, max_size=40))
def test_R33_lows_that_are_too_short_are_no_press(gaps):
    line, at_s = [], AWAKE_S
    for gap in gaps:
        line += [(at_s, True), (at_s + gap, False)]
        at_s += gap + 0.02
    assert played(group(), line) == []


@given(st.lists(st.tuples(st.integers(0, 80), st.booleans()), max_size=40))
def test_R34_short_and_long_exclude_each_other(steps):
    """Whatever the line does, one time down gives one press at most: S, L or none."""
    keys, ticks, told = group(), 200, ""
    line = {(ticks := ticks + pause): down for pause, down in steps}  # of 5 ms each
    for tick in range(200, ticks + 200):
        was_down = keys._keys["yes"].down
        presses = keys.advance(tick * 0.005)
        if tick in line:
            presses += keys.feed(tick * 0.005, "yes", line[tick])
        told += "".join("L" if press.long else "S" for press in presses)
        told += "D" if keys._keys["yes"].down and not was_down else ""
    assert re.fullmatch("(D[SL]?)*", told)


def test_the_event_comes_soon_after_the_release():
    keys = group()
    keys.feed(1.0, "yes", True)
    keys.feed(1.1, "yes", False)
    assert keys.due_s == pytest.approx(1.108)
    assert keys.advance(1.107) == []
    assert keys.advance(1.109) == [Press("yes", False, 1.1)]
    assert keys.due_s is None


def test_R34_long_fires_at_the_hold_time():
    keys = group()
    keys.feed(1.0, "yes", True)
    assert keys.advance(1.699) == []
    assert keys.advance(1.701) == [Press("yes", True, 1.7)]
    assert keys.feed(3.0, "yes", False) == []
    assert keys.advance(9) == []


def test_R34_let_go_just_before_the_hold_time_is_short_even_if_decided_after_it():
    keys = group()
    keys.feed(1.0, "yes", True)
    keys.feed(1.697, "yes", False)
    assert keys.advance(5) == [Press("yes", False, 1.697)]


def test_R34_a_bounce_at_the_hold_time_does_not_lose_the_long_press():
    keys = group()
    keys.feed(1.0, "yes", True)
    keys.feed(1.698, "yes", False)
    keys.feed(1.702, "yes", True)
    assert keys.advance(5) == [Press("yes", True, 1.7)]


def test_the_hold_time_is_a_setting():
    keys = group(hold_s=3.0)
    keys.feed(1.0, "yes", True)
    assert keys.advance(3.9) == []
    assert keys.advance(4.1) == [Press("yes", True, 4.0)]


@pytest.mark.parametrize("pressed_s", [0.0, 0.3, 0.499])
def test_R36_what_goes_down_in_the_first_half_second_is_dead_until_let_go(pressed_s):
    keys = group()
    keys.feed(pressed_s, "yes", True)
    assert keys.advance(10) == []
    assert played(keys, [(11, False)], until_s=12) == []
    assert played(keys, [(13, True), (13.1, False)]) == [Press("yes", False, 13.1)]


def test_R36_after_half_a_second_a_press_counts():
    assert played(group(), [(0.501, True), (0.6, False)]) == [Press("yes", False, 0.6)]


def test_two_keys_at_once_are_neither():
    keys = group("yes", "no")
    keys.feed(1.0, "yes", True)
    keys.feed(1.1, "no", True)
    keys.feed(1.2, "yes", False)
    keys.feed(1.3, "no", False)
    assert keys.advance(5) == []
    assert played(keys, [(6.0, True), (6.1, False)]) == [Press("yes", False, 6.1)]


def test_two_keys_held_together_are_no_long_press():
    keys = group("yes", "no")
    keys.feed(1.0, "yes", True)
    keys.feed(1.2, "no", True)
    assert keys.advance(5) == []


def test_two_keys_one_after_the_other_are_both():
    keys = group("yes", "no")
    keys.feed(1.0, "yes", True)
    first = keys.feed(1.1, "yes", False)
    first += keys.feed(1.12, "no", True)
    first += keys.feed(1.2, "no", False)
    assert first + keys.advance(5) == [Press("yes", False, 1.1), Press("no", False, 1.2)]


def test_a_long_press_that_fired_stays_when_another_key_follows():
    keys = group("yes", "no")
    keys.feed(1.0, "yes", True)
    assert keys.advance(2) == [Press("yes", True, 1.7)]
    keys.feed(2.1, "no", True)
    assert keys.feed(2.2, "no", False) == []
    assert keys.advance(5) == []


def test_keys_may_be_allowed_together():
    keys = group("yes", "no", alone=False)
    keys.feed(1.0, "yes", True)
    keys.feed(1.1, "no", True)
    keys.feed(1.2, "yes", False)
    keys.feed(1.3, "no", False)
    assert keys.advance(5) == [Press("no", False, 1.3)]
