"""Keys on GPIO lines, by gpiozero.

gpiozero gives edges and nothing else: its handlers put them into a queue and cannot fail (R35); one
thread debounces them and tells short from long (R33, R34).
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Mapping
from typing import Protocol

from drivers.buses import deliver
from drivers.debounce import KeyGroup, KeyRules, Press, Release
from drivers.ports import ButtonLong, ButtonShort, ButtonUp, Clock, DeviceError, Sink
from drivers.pulse import Pulse

STEP_S = 0.01
"""How often the thread looks at the clock while a key is down or bouncing."""
CLOSE_S = 2.0


class _Line(Protocol):
    """The part of gpiozero's ``DigitalInputDevice`` used here."""

    is_active: bool
    when_activated: Callable[[], None] | None
    when_deactivated: Callable[[], None] | None

    def close(self) -> None:
        """Let the line go."""


class GpioButtons:
    """All keys: name to BCM pin; each line is pulled up and a pressed key pulls it down.

    ``pin_factory`` is one of gpiozero's.
    """

    def __init__(
        self, pins: Mapping[str, int], pin_factory: object, clock: Clock, rules: KeyRules | None = None
    ) -> None:
        self._pins = dict(pins)
        self._pin_factory = pin_factory
        self._clock = clock
        self._rules = rules or KeyRules()
        self._edges: queue.SimpleQueue[tuple[float, str, bool] | None] = queue.SimpleQueue()
        self._lines: dict[str, _Line] = {}
        self._thread: threading.Thread | None = None
        self._sink: Sink = lambda _item: None
        self._pulse = Pulse(clock)
        self._is_closing = False

    def start(self, sink: Sink) -> None:
        """Begin to report presses; raises ``DeviceError`` naming the pin that cannot be had."""
        if self._thread:
            raise RuntimeError("the keys were started before")
        self._sink = sink
        start_s = self._clock.now_s()
        try:
            for name in self._pins:
                self._open_line(name)
        except DeviceError:
            self._let_go()
            raise
        keys = KeyGroup(tuple(self._pins), self._rules, start_s)
        self._thread = threading.Thread(target=self._run, args=(keys,), name="buttons", daemon=True)
        self._pulse.belongs_to(self._thread)
        self._thread.start()

    def hung_s(self) -> float:
        """Give ``inf`` when its thread ended by itself, as ``drivers.pulse.Watched`` says."""
        return 0.0 if self._is_closing else self._pulse.hung_s()

    def close(self) -> None:
        """Let the lines go; may be called twice."""
        self._is_closing = True
        self._edges.put(None)
        if self._thread:
            self._thread.join(CLOSE_S)
        self._let_go()

    def _open_line(self, name: str) -> None:
        from gpiozero import DigitalInputDevice  # noqa: PLC0415 - loaded when keys are used

        pin = self._pins[name]
        try:
            line: _Line = DigitalInputDevice(pin, pull_up=True, pin_factory=self._pin_factory)
        except Exception as error:  # a line that somebody holds is an error of the factory's own library
            raise DeviceError(f"key {name} on GPIO {pin}: {error}") from error
        self._lines[name] = line
        line.when_activated = self._noting(name, down=True)
        line.when_deactivated = self._noting(name, down=False)
        self._edges.put((self._clock.now_s(), name, bool(line.is_active)))

    def _noting(self, name: str, *, down: bool) -> Callable[[], None]:
        def note() -> None:
            self._edges.put((self._clock.now_s(), name, down))

        return note

    def _let_go(self) -> None:
        lines, self._lines = self._lines, {}
        for line in lines.values():
            line.close()

    def _run(self, keys: KeyGroup) -> None:
        while True:
            try:
                edge = self._edges.get(timeout=self._patience_s(keys))
            except queue.Empty:
                self._report(self._time_passed(keys))
                continue
            if edge is None:
                return
            self._report(keys.feed(*edge))

    def _patience_s(self, keys: KeyGroup) -> float | None:
        """Say how long to wait for an edge before looking at the clock; None for as long as it takes."""
        if keys.due_s is None:
            return None
        return max(0.0, min(keys.due_s - self._clock.now_s(), STEP_S))

    def _time_passed(self, keys: KeyGroup) -> list[Press | Release]:
        """Let time decide, with the lines read again: an edge may have been lost (R33).

        Edges that came meanwhile go first: they tell when the line changed, reading it now does not.
        """
        now_s = self._clock.now_s()
        if keys.due_s is None or keys.due_s > now_s or not self._edges.empty():
            return []
        for name in keys.unsettled():
            keys.correct(now_s, name, bool(self._lines[name].is_active))
        return keys.advance(now_s)

    def _report(self, presses: list[Press | Release]) -> None:
        for press in presses:
            if isinstance(press, Release):
                deliver(self._sink, ButtonUp(press.key, press.at_s))
                continue
            kind = ButtonLong if press.long else ButtonShort
            deliver(self._sink, kind(press.key, press.at_s))
