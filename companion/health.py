"""Which readers and displays do not answer, and when the table is to hear of it again."""

from __future__ import annotations

from companion.flow import Lost
from drivers.ports import DisplayBack, DisplayLost, Input, ReaderBack, ReaderLost

ALARM_EVERY_S = 10.0
ALARM_FOR_S = 60.0
"""Device trouble sounds each 10 s, for a minute at most (device-ux.md 5)."""
ROUNDING_S = 1e-6
"""A second that is full but for this counts as full, so that nobody wakes for it twice."""


def reader_name(name: str) -> str:
    """Name a reader so that no display is called the same: ``reader`` for ``main``, else ``reader-NAME``."""
    return "reader" if name == "main" else f"reader-{name}"


class Health:
    """Keeps the list of lost devices up to date from what their drivers report."""

    def __init__(self) -> None:
        self._lost: dict[str, Lost] = {}
        self._alarm_s: float | None = None

    @property
    def lost(self) -> tuple[Lost, ...]:
        """Give the devices that do not answer, the longest lost first."""
        return tuple(self._lost.values())

    def note(self, item: Input) -> None:
        """Take a report into account; other inputs change nothing."""
        match item:
            case ReaderLost(reader, reason, at_s):
                self._lose(reader_name(reader), reason, at_s)
            case DisplayLost(display, reason, at_s):
                self._lose(display, reason, at_s)
            case ReaderBack(reader):
                self._lost.pop(reader_name(reader), None)
            case DisplayBack(display):
                self._lost.pop(display, None)
        if not self._lost:
            self._alarm_s = None

    def alarm(self, now_s: float) -> bool:
        """Tell whether the trouble shall sound now; each sounding is told once."""
        if self._alarm_s is None or now_s < self._alarm_s:
            return False
        last_s = max(lost.since_s for lost in self.lost) + ALARM_FOR_S
        next_s = self._alarm_s + ALARM_EVERY_S * (1 + (now_s - self._alarm_s) // ALARM_EVERY_S)
        self._alarm_s = next_s if next_s < last_s else None
        return True

    def next_s(self, now_s: float) -> float | None:
        """Say when the next second of a lost device is full, or an alarm is due; None when all is well."""
        if not self._lost:
            return None
        full_s = min(lost.since_s + 1 + (now_s - lost.since_s + ROUNDING_S) // 1 for lost in self.lost)
        return full_s if self._alarm_s is None else min(full_s, self._alarm_s)

    def _lose(self, name: str, reason: str, at_s: float) -> None:
        if name not in self._lost:
            self._lost[name] = Lost(name, at_s, reason)
            self._alarm_s = at_s
