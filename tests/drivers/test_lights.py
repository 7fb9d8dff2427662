"""The lamp: what stands on its three lines and when, on a clock that is moved by hand."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from drivers.lights import PERIOD_S, RgbLight
from drivers.ports import DeviceError, Light
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.lines import SimLines

PINS = (12, 20, 21)
RED, GREEN, BLUE, BLACK = (255, 0, 0), (0, 255, 0), (0, 0, 255), (0, 0, 0)


class Lamp:
    """A light on simulated lines, and how it looks."""

    def __init__(self, clock=None, **how) -> None:
        self.clock = clock or SteppedClock(100.0)
        self.lines = SimLines()
        self.failures = []
        self.opened = 0
        self.light = RgbLight(PINS, self.open_pins, self.clock, on_failure=self.failures.append, **how)

    def open_pins(self) -> object:
        self.opened += 1
        return self.lines.pin_factory

    def looks(self) -> tuple[int, ...]:
        return tuple(round(self.lines.level(pin) * 255) for pin in PINS)

    def close(self) -> None:
        self.light.close()
        self.lines.close()


@pytest.fixture
def lamp() -> Iterator[Lamp]:
    it = Lamp()
    yield it
    it.close()


@pytest.fixture
def after(lamp, eventually):
    """Let time go by, then tell whether the lamp comes to look so, and stays so."""

    def look(duration_s: float, colour: tuple[int, int, int]) -> bool:
        lamp.clock.advance(duration_s)
        reached = eventually(lambda: lamp.looks() == colour)
        time.sleep(0.05)
        return reached and lamp.looks() == colour

    return look


def test_it_is_a_light(lamp):
    light: Light = lamp.light
    light.close()


def test_a_steady_colour_stays(lamp, after):
    lamp.light.show((255, 128, 0), 1.0, 0.0, 0)
    assert after(0, (255, 128, 0))
    assert after(3600, (255, 128, 0))
    lamp.light.show(BLACK, 1.0, 0.0, 0)
    assert after(0, BLACK)


def test_a_steady_colour_for_some_time_goes_out(lamp, after):
    lamp.light.show(GREEN, 1.0, 0.0, 2)
    assert after(0, GREEN)
    assert after(1.9, GREEN)
    assert after(0.2, BLACK)


def test_blinking_three_times_and_out(lamp, after):
    lamp.light.show(RED, 0.5, 0.5, 3)
    for _ in range(3):
        assert after(0.02, RED)
        assert after(0.5, BLACK)
        lamp.clock.advance(0.48)
    assert after(0.02, BLACK)
    assert after(5, BLACK)


def test_blinking_for_ever_until_something_else_is_shown(lamp, after):
    lamp.light.show(RED, 1.0, 1.0, 0)
    for _ in range(4):
        assert after(0.01, RED)
        assert after(1.0, BLACK)
        lamp.clock.advance(0.99)
    lamp.light.show(BLUE, 1.0, 0.0, 0)
    assert after(0.5, BLUE)
    assert after(10, BLUE)


def test_a_flash_begins_no_sooner_than_a_third_of_a_second_after_the_last(lamp, after):
    lamp.light.show(RED, 0.1, 0.1, 1)
    assert after(0, RED)
    assert after(0.1, BLACK)
    lamp.light.show(GREEN, 0.1, 0.1, 1)
    assert after(0.2, BLACK)  # a third of a second is not over yet
    assert after(0.04, GREEN)


def test_without_pulse_width_colours_are_as_near_as_that_comes(eventually):
    lamp = Lamp(clock=RunningClock(speed=20), pwm=False)
    for colour, looks in {
        (60, 60, 60): (255, 255, 255),
        (255, 200, 0): (255, 255, 0),
        (255, 0, 255): (255, 0, 255),
        (0, 10, 200): (0, 0, 255),
    }.items():
        lamp.light.show(colour, 1.0, 0.0, 0)
        assert eventually(lambda looks=looks: lamp.looks() == looks)
    lamp.close()


@given(
    st.lists(
        st.tuples(
            st.sampled_from([RED, GREEN, BLUE]), st.floats(0, 0.5), st.floats(0, 0.5), st.integers(0, 4),
            st.floats(0, 1),
        ),
        min_size=1, max_size=4,
    )
)  # fmt: skip
@settings(max_examples=20)
def test_nothing_asked_for_makes_it_flash_more_than_three_times_a_second(shows):
    """The pattern alone, on a clock that leaps; the moment of every flash is noted."""
    clock, light = SteppedClock(), RgbLight(PINS, object)
    light._steps.clock = clock
    flashes_s = []
    for colour, on_s, off_s, times, lasts_s in shows:
        end_s = clock.now_s() + lasts_s
        for shown, duration_s in light._pattern(colour, on_s, off_s, times):
            if clock.now_s() >= end_s:
                break
            if shown == colour:
                flashes_s.append(clock.now_s())
            clock.advance(min(duration_s, max(0.0, end_s - clock.now_s())))
    pauses_s = [later - earlier for earlier, later in itertools.pairwise(flashes_s)]
    assert all(pause_s >= PERIOD_S - 1e-9 for pause_s in pauses_s)


def test_no_line_is_touched_before_the_first_light(lamp, after):
    assert lamp.opened == 0
    lamp.light.show(RED, 1.0, 0.0, 0)
    assert after(0, RED)
    assert lamp.opened == 1


def test_close_goes_out_and_may_be_called_twice(lamp):
    lamp.light.show(RED, 1.0, 0.0, 0)
    began_s = time.monotonic()
    lamp.light.close()
    lamp.light.close()
    assert time.monotonic() - began_s < 2
    assert lamp.looks() == BLACK
    lamp.light.show(RED, 1.0, 0.0, 0)
    assert not [thread for thread in threading.enumerate() if thread.name == "light"]


def test_a_light_that_is_missing_is_told_once_and_costs_nothing_else(eventually):
    def no_pins():
        raise DeviceError("no GPIO chip of a Raspberry Pi")

    told = []
    light = RgbLight(PINS, no_pins, on_failure=told.append)
    for _ in range(3):
        light.show(RED, 1.0, 0.0, 0)
    assert eventually(lambda: told)
    light.show(RED, 1.0, 0.0, 0)
    time.sleep(0.02)
    assert told == ["light: no GPIO chip of a Raspberry Pi"]
    light.close()


def test_a_line_that_is_taken_is_told(lamp, eventually):
    from gpiozero import OutputDevice

    other = OutputDevice(21, pin_factory=lamp.lines.pin_factory)
    lamp.light.show(RED, 1.0, 0.0, 0)
    assert eventually(lambda: lamp.failures)
    assert lamp.failures[0].startswith("light: GPIOPinInUse: pin GPIO21 is already in use")
    other.close()


def test_colours_out_of_range_are_refused(lamp):
    with pytest.raises(ValueError, match=r"\(256, 0, 0\) is no colour"):
        lamp.light.show((256, 0, 0), 1.0, 0.0, 0)
