"""Rhythms on a simulated line: frequencies, pulse widths and times, and what a missing buzzer costs."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

from drivers.ports import DeviceError, Sounder, Tone
from drivers.sim.clock import SteppedClock
from drivers.sim.lines import SimLines
from drivers.sound import LOUD, SOFT, ActiveBuzzer, PiezoSounder

PIN = 13
RHYTHM = (Tone(784.0, 0.08), Tone(0.0, 0.06), Tone(1047.0, 0.08))


class Rig:
    """A sounder on a simulated line, whose clock is moved by hand."""

    def __init__(self, kind) -> None:
        self.clock = SteppedClock(100.0)
        self.lines = SimLines()
        self.failures = []
        self.sounder = kind(PIN, lambda: self.lines.pin_factory, self.clock, self.failures.append)

    def sounds(self) -> tuple[float | None, float]:
        return self.lines.frequency_hz(PIN), self.lines.level(PIN)

    def close(self) -> None:
        self.sounder.close()
        self.lines.close()


@pytest.fixture
def piezo() -> Iterator[Rig]:
    it = Rig(PiezoSounder)
    yield it
    it.close()


@pytest.fixture
def buzzer() -> Iterator[Rig]:
    it = Rig(ActiveBuzzer)
    yield it
    it.close()


@pytest.fixture
def after(eventually):
    """Let time go by, then tell whether it comes to sound so, and stays so."""

    def listen(rig: Rig, duration_s: float, frequency_hz: float | None, level: float) -> bool:
        rig.clock.advance(duration_s)
        reached = eventually(lambda: rig.sounds() == (frequency_hz, level))
        time.sleep(0.05)
        return reached and rig.sounds() == (frequency_hz, level)

    return listen


@pytest.mark.parametrize("kind", ["piezo", "buzzer"])
def test_they_are_sounders(request, kind):
    sounder: Sounder = request.getfixturevalue(kind).sounder
    sounder.close()


def test_a_rhythm_is_played_tone_by_tone(piezo, after):
    piezo.sounder.play(RHYTHM)
    assert after(piezo, 0, 784.0, SOFT)
    assert after(piezo, 0.07, 784.0, SOFT)
    assert after(piezo, 0.02, 784.0, 0)
    assert after(piezo, 0.06, 1047.0, SOFT)
    assert after(piezo, 0.08, 1047.0, 0)
    assert after(piezo, 10, 1047.0, 0)


def test_an_active_buzzer_has_the_same_rhythm_at_its_own_pitch(buzzer, after):
    buzzer.sounder.play(RHYTHM)
    for duration_s, level in ((0, 1), (0.07, 1), (0.02, 0), (0.06, 1), (0.08, 0), (10, 0)):
        assert after(buzzer, duration_s, None, level)


def test_a_new_rhythm_cuts_the_old_one_off(piezo, after):
    piezo.sounder.play((Tone(440.0, 10.0),))
    assert after(piezo, 1, 440.0, SOFT)
    piezo.sounder.play((Tone(220.0, 0.06),))
    assert after(piezo, 0, 220.0, SOFT)
    assert after(piezo, 0.07, 220.0, 0)
    assert after(piezo, 20, 220.0, 0)


def test_an_empty_rhythm_is_silence(piezo, after):
    piezo.sounder.play((Tone(440.0, 10.0),))
    assert after(piezo, 1, 440.0, SOFT)
    piezo.sounder.play(())
    assert after(piezo, 0, 440.0, 0)


def test_loud_and_soft_are_pulse_widths(piezo, after):
    piezo.sounder.set_loud(True)
    piezo.sounder.play(RHYTHM)
    assert after(piezo, 0, 784.0, LOUD)
    piezo.sounder.set_loud(False)
    piezo.sounder.play(RHYTHM)
    assert after(piezo, 0, 784.0, SOFT)


@pytest.mark.parametrize("kind", ["piezo", "buzzer"])
def test_close_falls_silent_at_once(request, kind, after):
    rig = request.getfixturevalue(kind)
    rig.sounder.play((Tone(440.0, 10.0),))
    began_s = time.monotonic()
    rig.sounder.close()
    rig.sounder.close()
    assert time.monotonic() - began_s < 2
    assert rig.sounds() == (None, 0)
    rig.sounder.play(RHYTHM)
    assert rig.sounds() == (None, 0)


@pytest.mark.parametrize("kind", [PiezoSounder, ActiveBuzzer])
def test_a_buzzer_that_is_missing_is_told_once_and_costs_nothing_else(kind, eventually):
    def no_pins():
        raise DeviceError("no GPIO chip of a Raspberry Pi")

    told = []
    sounder = kind(PIN, no_pins, on_failure=told.append)
    sounder.play(RHYTHM)
    assert eventually(lambda: told)
    sounder.play(RHYTHM)
    time.sleep(0.02)
    assert told == ["sound: no GPIO chip of a Raspberry Pi"]
    sounder.close()


def test_nobody_need_listen_to_failures(eventually):
    sounder = PiezoSounder(PIN, lambda: 1 / 0)
    sounder.play(RHYTHM)
    assert eventually(lambda: sounder._steps._has_failed)
    sounder.close()


def test_a_line_that_fails_in_the_middle_is_told_and_let_go(piezo, eventually):
    pin = piezo.lines._pin(PIN)
    set_frequency = pin._set_frequency

    def failing(value):
        if value == 880.0:
            raise OSError(5, "Input/output error")
        set_frequency(value)

    pin._set_frequency = failing
    piezo.sounder.play((Tone(440.0, 0.1), Tone(880.0, 0.1)))
    assert eventually(lambda: piezo.sounds() == (440.0, SOFT))
    piezo.clock.advance(0.2)
    assert eventually(lambda: piezo.failures)
    assert piezo.failures == ["sound: [Errno 5] Input/output error"]
    assert eventually(lambda: piezo.sounds() == (None, 0))
