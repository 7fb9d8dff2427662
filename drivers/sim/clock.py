"""Clocks for simulated tables: one that moves when told, one that runs at a chosen speed."""

from __future__ import annotations

import threading
import time


class SteppedClock:
    """Time that moves only by ``advance``; sleepers wake when their moment has come."""

    def __init__(self, start_s: float = 0.0) -> None:
        self._now_s = start_s
        self._moved = threading.Condition()
        self._stopped = False

    def now_s(self) -> float:
        """Give the seconds it was told."""
        with self._moved:
            return self._now_s

    def sleep(self, duration_s: float) -> None:
        """Wait until the clock was moved so far, or stopped."""
        with self._moved:
            due_s = self._now_s + duration_s
            self._moved.wait_for(lambda: self._stopped or self._now_s >= due_s)

    def advance(self, duration_s: float) -> None:
        """Move the clock; raises ``ValueError`` for a step back."""
        if duration_s < 0:
            raise ValueError(f"time does not go back by {-duration_s:g} s")
        with self._moved:
            self._now_s += duration_s
            self._moved.notify_all()

    def stop(self) -> None:
        """Wake all sleepers for good."""
        with self._moved:
            self._stopped = True
            self._moved.notify_all()


class RunningClock:
    """Time that runs by itself from zero, ``speed`` times as fast as on the wall."""

    def __init__(self, speed: float = 1.0) -> None:
        if speed <= 0:
            raise ValueError(f"a clock cannot run {speed:g} times as fast")
        self._speed = speed
        self._start_s = time.monotonic()

    def now_s(self) -> float:
        """Give the seconds since it was made, in its own measure."""
        return (time.monotonic() - self._start_s) * self._speed

    def sleep(self, duration_s: float) -> None:
        """Wait for so many of its own seconds."""
        time.sleep(max(0.0, duration_s / self._speed))
