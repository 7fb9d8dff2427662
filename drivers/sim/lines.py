"""Simulated GPIO lines: those of gpiozero's mock pins, with switches to ground and with lookers-on."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Protocol

REMEMBERED = 1000
"""Changes of a line that its pin keeps a list of."""


class _Pin(Protocol):
    """The part of gpiozero's ``MockPin`` used here."""

    state: float
    frequency: float | None

    def drive_low(self) -> None:
        """Pull the line to ground."""

    def drive_high(self) -> None:
        """Let the pull-up have it."""


class SimLines:
    """All lines of a board by BCM number; ``pin_factory`` is for the drivers, pulse width included."""

    def __init__(self) -> None:
        from gpiozero.pins.mock import MockFactory, MockPWMPin  # noqa: PLC0415 - loaded when lines are simulated

        grounded: set[int] = set()
        watchers: dict[int, list[Callable[[float], None]]] = defaultdict(list)

        class LinePin(MockPWMPin):  # type: ignore[misc,unused-ignore]  # gpiozero carries no types
            """A line whose level is the switch's while that is closed, whatever its pull."""

            def drive_high(self) -> None:
                """Go up, unless the switch holds the line."""
                if self._number not in grounded:
                    super().drive_high()

            def _change_state(self, value: float) -> bool:
                """Take a level, and tell those who look at it."""
                changed: bool = super()._change_state(value)
                if changed:
                    del self.states[:-REMEMBERED]
                    for told in watchers[self._number]:
                        told(float(value))
                return changed

        factory = MockFactory(pin_class=LinePin)
        self.pin_factory: object = factory
        self.close: Callable[[], None] = factory.close
        """Let all lines go."""
        self._pin: Callable[[int], _Pin] = factory.pin
        self._grounded = grounded
        self._watchers = watchers
        self._lock = threading.Lock()

    def ground(self, pin: int) -> None:
        """Close a switch from a line to ground."""
        with self._lock:
            self._grounded.add(pin)
            self._pin(pin).drive_low()

    def release(self, pin: int) -> None:
        """Open that switch."""
        with self._lock:
            self._grounded.discard(pin)
            self._pin(pin).drive_high()

    def level(self, pin: int) -> float:
        """Give a line's level from 0 to 1; in between it is the share of time that it is high."""
        return float(self._pin(pin).state)

    def frequency_hz(self, pin: int) -> float | None:
        """Give how often a second a line is switched on and off; None when it is not."""
        return self._pin(pin).frequency

    def watch(self, pin: int, told: Callable[[float], None]) -> None:
        """Call with every new level of a line, in the thread that sets it."""
        self._watchers[pin].append(told)


class SimKeys:
    """Keys by name on BCM pins; ``pin_factory`` is for the driver.

    A key that is down stays down while the driver sets its line up, as a real one does.
    """

    def __init__(self, pins: Mapping[str, int], lines: SimLines | None = None) -> None:
        self.lines = lines or SimLines()
        self.pin_factory = self.lines.pin_factory
        self._pins = dict(pins)

    def press(self, name: str) -> None:
        """Close a switch."""
        self.lines.ground(self._pins[name])

    def release(self, name: str) -> None:
        """Open a switch."""
        self.lines.release(self._pins[name])

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
        self.lines.close()
