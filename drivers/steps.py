"""A thread that carries out steps, each with its time: what rhythms and blinking lights are made of."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from math import inf
from typing import Generic, TypeVar

from drivers.buses import STEP_S, SystemClock
from drivers.ports import Clock, DeviceError

CLOSE_S = 1.8
Value = TypeVar("Value")


class Steps(Generic[Value]):
    """Carries out steps in a thread of its own, which starts with the first; new ones cut the old ones off.

    ``open_part`` opens the part when it is needed first, and gives what carries out a step and what lets
    the part go.  Whatever goes wrong is told once to ``on_failure``, and the part stays silent from then
    on: it is there for decoration.
    """

    def __init__(
        self,
        name: str,
        open_part: Callable[[], tuple[Callable[[Value], None], Callable[[], None]]],
        clock: Clock | None = None,
        on_failure: Callable[[str], None] | None = None,
    ) -> None:
        self.clock: Clock = clock or SystemClock()
        self._name = name
        self._open_part = open_part
        self._on_failure = on_failure or (lambda _sentence: None)
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None
        self._next: Iterator[tuple[Value, float]] | None = None
        self._is_closing = self._has_failed = False

    def play(self, steps: Iterable[tuple[Value, float]]) -> None:
        """Carry steps out from now on: a value, and its time in seconds; returns at once.

        The steps are asked for one by one, each when its time has come.
        """
        with self._change:
            if self._is_closing or self._has_failed:
                return
            self._next = iter(steps)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._change.notify_all()

    def close(self) -> None:
        """Stop and let the part go, within two seconds; may be called twice."""
        with self._change:
            self._is_closing = True
            self._change.notify_all()
        if self._thread:
            self._thread.join(CLOSE_S)

    def _run(self) -> None:
        try:
            do, let_go = self._open_part()
        except Exception as error:  # noqa: BLE001 - whatever a library raises, this part alone is silent
            self._fail(error)
            return
        try:
            while steps := self._wait_for_steps():
                self._carry_out(steps, do)
        except Exception as error:  # noqa: BLE001 - as above
            self._fail(error)
        finally:
            with suppress(Exception):  # it may be gone
                let_go()

    def _fail(self, error: Exception) -> None:
        with self._change:
            self._has_failed = True
        reason = (
            str(error) if isinstance(error, DeviceError | OSError) else f"{type(error).__name__}: {error}"
        )
        self._on_failure(f"{self._name}: {reason}")

    def _wait_for_steps(self) -> Iterator[tuple[Value, float]] | None:
        """Give the latest steps that were asked for; None when closing."""
        with self._change:
            self._change.wait_for(lambda: self._is_closing or self._next is not None)
            steps, self._next = self._next, None
            return None if self._is_closing else steps

    def _carry_out(self, steps: Iterator[tuple[Value, float]], do: Callable[[Value], None]) -> None:
        for value, duration_s in steps:
            due_s = self.clock.now_s() + duration_s
            do(value)
            if not self._wait_until(due_s):
                return

    def _wait_until(self, due_s: float) -> bool:
        """Wait until a moment of the clock; False when something else is to be done."""
        with self._change:
            while not (self._is_closing or self._next):
                left_s = due_s - self.clock.now_s()
                if left_s <= 0:
                    return True
                # In small real steps, so that a clock that is moved by hand is followed.
                self._change.wait(None if left_s == inf else min(left_s, STEP_S))
        return False
