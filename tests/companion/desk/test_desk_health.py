"""What is lost, when it is told, and when the screen must change for it."""

from __future__ import annotations

import pytest

from companion.flow import Lost
from companion.health import Health, reader_name
from drivers.ports import ButtonShort, DisplayBack, DisplayLost, ReaderBack, ReaderLost


def heard(health: Health, seconds: float, start_s: float = 0.0) -> list[float]:
    """Give the moments of all alarms, with a look each tenth of a second."""
    moments = (start_s + tick / 10 for tick in range(int(seconds * 10)))
    return [moment for moment in moments if health.alarm(moment)]


def test_reports_of_drivers_are_kept_until_they_are_back() -> None:
    health = Health()
    health.note(ReaderLost("main", "no answer", 5.0))
    health.note(ReaderLost("main", "still none", 9.0))
    health.note(DisplayLost("seat-2", "error 121", 6.0))
    health.note(ButtonShort("yes", 7.0))
    assert health.lost == (Lost("reader", 5.0, "no answer"), Lost("seat-2", 6.0, "error 121"))
    health.note(ReaderBack("main", 10.0))
    assert [lost.name for lost in health.lost] == ["seat-2"]
    health.note(DisplayBack("seat-2", 10.0))
    assert health.lost == ()


@pytest.mark.parametrize(("name", "shown"), [("main", "reader"), ("seat-1", "reader-seat-1")])
def test_no_reader_is_called_like_a_display(name: str, shown: str) -> None:
    assert reader_name(name) == shown


def test_trouble_sounds_each_ten_seconds_for_a_minute() -> None:
    health = Health()
    assert heard(health, 5) == []
    health.note(ReaderLost("main", "", 0.0))
    assert heard(health, 200) == [0, 10, 20, 30, 40, 50]


def test_a_late_look_sounds_once_and_keeps_the_beat() -> None:
    health = Health()
    health.note(ReaderLost("main", "", 0.0))
    assert heard(health, 10, start_s=25.0) == [25, 30]


def test_a_device_that_is_back_is_silent_and_a_new_loss_sounds_anew() -> None:
    health = Health()
    health.note(ReaderLost("main", "", 0.0))
    assert heard(health, 5) == [0]
    health.note(ReaderBack("main", 5.0))
    assert heard(health, 60, start_s=5.0) == []
    health.note(ReaderLost("main", "", 70.0))
    assert heard(health, 11, start_s=70.0) == [70, 80]


def test_the_screen_counts_whole_seconds() -> None:
    health = Health()
    assert health.next_s(100.0) is None
    health.note(ReaderLost("main", "", 100.25))
    health.alarm(100.25)
    assert health.next_s(100.25) == 101.25
    assert health.next_s(101.25) == 102.25
    assert health.next_s(103.0) == 103.25


def test_nobody_is_woken_twice_for_one_second() -> None:
    health = Health()
    health.note(ReaderLost("main", "", 0.1))
    health.alarm(0.1)
    now_s, wakes = 0.1, 0
    while now_s < 60:
        wake_s = health.next_s(now_s)
        assert wake_s > now_s
        now_s, wakes = wake_s, wakes + 1
        health.alarm(now_s)
    assert wakes == 60
