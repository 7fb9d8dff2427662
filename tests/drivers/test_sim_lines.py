"""Simulated lines: switches, levels, and those who look at them."""

from __future__ import annotations

import pytest
from gpiozero import DigitalInputDevice, OutputDevice, PWMOutputDevice

from drivers.sim.lines import REMEMBERED, SimKeys, SimLines


@pytest.fixture
def lines():
    it = SimLines()
    yield it
    it.close()


def test_a_driven_line_has_its_level_and_tells_of_it(lines):
    levels = []
    lines.watch(5, levels.append)
    lines.watch(6, levels.append)
    line = OutputDevice(5, pin_factory=lines.pin_factory)
    for level in (1, 1, 0, 1):
        line.value = level
    assert levels == [1, 0, 1]
    assert (lines.level(5), lines.level(6)) == (1, 0)


def test_pulse_width_is_a_level_in_between(lines):
    line = PWMOutputDevice(13, frequency=440, pin_factory=lines.pin_factory)
    assert (lines.level(13), lines.frequency_hz(13)) == (0, 440)
    line.value = 0.25
    assert lines.level(13) == 0.25
    line.close()
    assert (lines.level(13), lines.frequency_hz(13)) == (0, None)


def test_a_grounded_line_stays_low_whatever_its_pull(lines):
    lines.ground(5)
    line = DigitalInputDevice(5, pull_up=True, pin_factory=lines.pin_factory)
    assert line.is_active
    assert lines.level(5) == 0
    lines.release(5)
    assert not line.is_active
    assert lines.level(5) == 1


def test_keys_and_other_parts_share_the_lines_of_a_board(lines):
    keys = SimKeys({"yes": 5}, lines)
    line = DigitalInputDevice(5, pull_up=True, pin_factory=keys.pin_factory)
    other = OutputDevice(24, initial_value=True, pin_factory=keys.pin_factory)
    keys.press("yes")
    assert line.is_active
    assert lines.level(24) == 1
    other.close()
    assert lines.level(5) == 0


def test_a_line_that_changes_for_hours_takes_no_more_memory(lines):
    line = OutputDevice(24, pin_factory=lines.pin_factory)
    for _ in range(REMEMBERED):
        line.on()
        line.off()
    assert len(lines._pin(24).states) == REMEMBERED
