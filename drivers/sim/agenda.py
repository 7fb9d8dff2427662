"""Time for a whole simulated evening in a single thread: it leaps on, and does on the way what is planned."""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable


class Agenda:
    """A clock that moves when somebody sleeps; not thread-safe."""

    def __init__(self) -> None:
        self._now_s = 0.0
        self._planned: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = itertools.count()

    def now_s(self) -> float:
        """Give the seconds that went by."""
        return self._now_s

    def sleep(self, duration_s: float) -> None:
        """Let so much time go by."""
        end_s = self._now_s + duration_s
        while self.step(end_s):
            pass

    def at(self, due_s: float, act: Callable[[], object]) -> None:
        """Plan something; what is due already happens at the next step."""
        heapq.heappush(self._planned, (due_s, next(self._numbers), act))

    def step(self, until_s: float) -> bool:
        """Go on to the next thing that is planned and do it, or to the end; False when that is reached."""
        if not self._planned or self._planned[0][0] > until_s:
            self._now_s = max(self._now_s, until_s)
            return False
        due_s, _number, act = heapq.heappop(self._planned)
        self._now_s = max(self._now_s, due_s)
        act()
        return True
