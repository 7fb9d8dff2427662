"""What the device can be doing while a game is on: a frozen record for each flow of ``companion/play.py``."""

from __future__ import annotations

import msgspec

from companion.flow import Mode


class WithoutReader(msgspec.Struct, frozen=True):
    """The game goes on by keys alone: the table was told that the reader is lost (DV1)."""


class Claiming(msgspec.Struct, frozen=True):
    """The active player chooses the persons for an expedition (DI10)."""

    under: Mode
    card: int
    """The expedition."""
    tapped: tuple[int, ...] = ()
    """Persons that were tapped: they replace the device's proposal."""
    choice: int = 0
    """Which of the sets that would do is shown; counts round."""


class CardShown(msgspec.Struct, frozen=True):
    """A card that was tapped is shown for a moment, and nothing changes."""

    under: Mode
    card: int
    until_s: float
    """Monotonic seconds."""


class OwnCards(msgspec.Struct, frozen=True):
    """Players look at what lies before them on their own displays (SE8)."""

    under: Mode
    seats: tuple[int, ...]
    page: int = 0
    """Counts round; for those who have more cards than a display shows."""


class TablePage(msgspec.Struct, frozen=True):
    """The whole table (IN1)."""

    under: Mode
    cursor: int = -1
    """Seat that is marked, -1 for the active player."""


class PlayerPage(msgspec.Struct, frozen=True):
    """What lies before one player, in detail, out of the table page."""

    under: TablePage
    seat: int
    page: int = 0


class OddsPage(msgspec.Struct, frozen=True):
    """The odds of the next card (IN2)."""

    under: Mode


class LogPage(msgspec.Struct, frozen=True):
    """What was done, the newest first."""

    under: Mode
    page: int = 0


class UndoPage(msgspec.Struct, frozen=True):
    """Something was taken back: says what to move on the table (UN1)."""

    under: Mode


class FinalSheet(msgspec.Struct, frozen=True):
    """The score of one player, part by part."""

    under: Mode
    seat: int
