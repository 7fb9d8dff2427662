"""When the displays rest: they dim, go dark, move their pictures, and wake (R32, device-ux.md 3.1, 8)."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

from drivers.care import DARK, Care
from drivers.ports import ButtonLong, ButtonShort, CardGone, CardsClash, CardSeen, Input

KEYS = (ButtonShort, ButtonLong)
TOUCHES = (*KEYS, CardSeen, CardGone, CardsClash)
"""What somebody at the table does; what devices say of themselves wakes nobody."""


TIMES = {"usual": 1.0, "late": 5.0, "never": inf}
"""How many times as late displays rest."""


class Rest:
    """Notes when the table was touched last, on a clock in seconds."""

    def __init__(self, care: Care, now_s: Callable[[], float]) -> None:
        self._as_configured = self._care = care
        self._now_s = now_s
        self._touched_s = now_s()

    def wakes(self, item: Input) -> bool:
        """Take note of an input; True for a key that wakes dark displays, and shall do nothing else."""
        if not isinstance(item, TOUCHES):
            return False
        was_dark = self.level == DARK
        self._touched_s = self._now_s()
        return was_dark and isinstance(item, KEYS)

    def take_care(self, how: str) -> None:
        """Dim and go dark as the owner likes, see ``Settings.care``; pictures are moved all the same."""
        times = TIMES[how]
        self._care = self._as_configured if times == 1 else self._as_configured.later(times)

    @property
    def level(self) -> int:
        """Give the contrast that displays shall have now."""
        return self._care.level(self._now_s() - self._touched_s)

    @property
    def shift(self) -> int:
        """Give how many pixels from the left pictures shall stand now."""
        return self._care.shift(self._now_s())

    def next_s(self, now_s: float) -> float | None:
        """Say when on the clock either changes by itself; None for not before somebody touches the table."""
        left_s = self._care.next_s(now_s - self._touched_s, now_s)
        return None if left_s is None else now_s + left_s
