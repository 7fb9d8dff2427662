"""Fingers on simulated keys: drives the lines of gpiozero's mock pins as switches to ground do."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from typing import Protocol


class _Pin(Protocol):
    """The part of gpiozero's ``MockPin`` used here."""

    def drive_low(self) -> None:
        """Pull the line to ground."""

    def drive_high(self) -> None:
        """Let the pull-up have it."""


class SimKeys:
    """Keys by name on BCM pins; ``pin_factory`` is for the driver.

    A key that is down stays down while the driver sets its line up, as a real one does.
    """

    def __init__(self, pins: Mapping[str, int]) -> None:
        from gpiozero.pins.mock import MockFactory, MockPin  # noqa: PLC0415 - loaded when keys are simulated

        down: set[int] = set()

        class SwitchPin(MockPin):  # type: ignore[misc,unused-ignore]  # gpiozero carries no types
            """A line whose level is the switch's while that is closed, whatever its pull."""

            def drive_high(self) -> None:
                """Go up, unless the switch holds the line."""
                if self._number not in down:
                    super().drive_high()

        factory = MockFactory(pin_class=SwitchPin)
        self.pin_factory: object = factory
        self._close: Callable[[], None] = factory.close
        self._pins = dict(pins)
        self._down = down
        self._pin: Callable[[int], _Pin] = factory.pin
        self._lock = threading.Lock()

    def press(self, name: str) -> None:
        """Close a switch."""
        with self._lock:
            number = self._pins[name]
            self._down.add(number)
            self._pin(number).drive_low()

    def release(self, name: str) -> None:
        """Open a switch."""
        with self._lock:
            number = self._pins[name]
            self._down.discard(number)
            self._pin(number).drive_high()

    def tap(self, name: str, down_s: float, wait: Callable[[float], None]) -> None:
        """Press and let go after a time, which passes by ``wait``."""
        self.press(name)
        wait(down_s)
        self.release(name)

    def bounce(
        self, name: str, gaps_s: tuple[float, ...], wait: Callable[[float], None], *, down: bool
    ) -> None:
        """Close or open a switch with bouncing: it flips back and forth once for each gap."""
        for gap_s in gaps_s:
            (self.press if down else self.release)(name)
            wait(gap_s / 2)
            (self.release if down else self.press)(name)
            wait(gap_s / 2)
        (self.press if down else self.release)(name)

    def close(self) -> None:
        """Let all lines go."""
        self._close()
