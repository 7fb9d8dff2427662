"""Care for displays that burn in: when they dim, go dark, and move their picture a little (R32)."""

from __future__ import annotations

from math import floor, inf

BRIGHT, DIM, DARK = 0xCF, 0x10, 0
"""Contrast as chips take it, 0 to 255; 0 is off."""
PATH = (1, 2, 1, 0)
"""Places that a picture takes in turn, in pixels from the left; the first is the middle."""


class Care:
    """The rules for one table; all times in seconds, None is never."""

    def __init__(
        self, dim_s: float | None = 60.0, off_s: float | None = 600.0, shift_s: float | None = 60.0
    ) -> None:
        self._dim_s = inf if dim_s is None else dim_s
        self._off_s = inf if off_s is None else off_s
        self._shift_s = inf if shift_s is None else shift_s

    def later(self, times: float) -> Care:
        """Give rules that dim and go dark so many times as late, and move pictures as these do."""
        dim_s, off_s = (None if after_s == inf else after_s * times for after_s in (self._dim_s, self._off_s))
        return Care(dim_s, off_s, self._shift_s)

    def level(self, idle_s: float) -> int:
        """Give the contrast, ``idle_s`` after the last tap or press."""
        if idle_s >= self._off_s:
            return DARK
        return DIM if idle_s >= self._dim_s else BRIGHT

    def shift(self, now_s: float) -> int:
        """Give the place of the picture at a moment of the clock: 0 to 2 pixels from the left."""
        return PATH[floor(now_s / self._shift_s) % len(PATH)]

    def next_s(self, idle_s: float, now_s: float) -> float | None:
        """Say in how many seconds level or place change; None when neither will by itself.

        A dark picture need not move.
        """
        if self.level(idle_s) == DARK:
            return None
        moments = [due_s - idle_s for due_s in (self._dim_s, self._off_s) if due_s > idle_s]
        if self._shift_s < inf:
            moments.append((floor(now_s / self._shift_s) + 1) * self._shift_s - now_s)
        soonest_s = min(moments, default=inf)
        return None if soonest_s == inf else soonest_s
