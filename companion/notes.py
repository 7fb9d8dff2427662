"""A sentence that is announced for a while."""

from __future__ import annotations

NOTE_S = 3.0
"""How long a note stands, unless the next input takes its place (device-ux.md 1.2, 1.3)."""


class Notes:
    """At most one note; a new one takes the place of the one before."""

    def __init__(self) -> None:
        self._text = ""
        self._ends_s = 0.0

    def say(self, text: str, now_s: float) -> None:
        """Announce a sentence from now on."""
        self._text, self._ends_s = text, now_s + NOTE_S

    def clear(self) -> None:
        """Take the note away."""
        self._text = ""

    def text(self, now_s: float) -> str:
        """Give the note that stands now, empty for none."""
        return self._text if now_s < self._ends_s else ""

    def ends_s(self, now_s: float) -> float | None:
        """Say when on the clock the note that stands goes away by itself; None for no note."""
        return self._ends_s if self.text(now_s) else None
