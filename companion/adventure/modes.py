"""What the device can be doing while The Adventure Begins is on, beside the modes of the base game."""

from __future__ import annotations

import msgspec

from companion.flow import Mode, Playing


class Marked(Playing, frozen=True):
    """The game is on, and something of the screen was changed by keys since the last entry."""

    at: int
    """Number of the entry that it belongs to; after the next one it is as if it were not there."""
    cursor: int = 0
    """The line that is marked."""
    values: tuple[int | str, ...] = ()
    """What was said so far of a fact that has several parts."""
    value: int | None = None
    """The number or line that is shown of the part that is asked; None for the likeliest."""
    ticked: tuple[int, ...] = ()
    """Cards to be added that were shown to the reader, the last one last (AD15)."""
    all_in: bool = False
    """The cards that this entry called for are in."""


class PickEvent(msgspec.Struct, frozen=True):
    """The event that was turned up is picked from a list: its card has no tag, or one that nobody knows."""

    under: Mode
    cursor: int = 0
    uid: str = ""
    """The unknown tag, which is on that card from now on."""


class LookingOut(msgspec.Struct, frozen=True):
    """The active player looks at three cards and taps those that he discards (AD6)."""

    under: Mode
    discarded: tuple[int, ...] = ()


class AskingItem(msgspec.Struct, frozen=True):
    """Asks whether a ship is kept for what it carries, or taken for its coin or crown (AD11, AD12)."""

    under: Mode
    card: int


class TaskList(msgspec.Struct, frozen=True):
    """The tasks on the table, with who has done what."""

    under: Mode
    cursor: int = 0


class Fulfilling(msgspec.Struct, frozen=True):
    """Asks whether a task is fulfilled now, or says what is missing (AD8, AD9)."""

    under: Mode
    number: str
    choice: int = 0
    """Which of the sets of cards that would do is shown; counts round."""
    coins: int = 0
    """Coins discarded, as told, where the pack does not know the costs."""
    cards: tuple[int, ...] = ()
    """Cards discarded, as tapped, where the pack does not know the costs."""


class GoalPage(msgspec.Struct, frozen=True):
    """How far the chapter is: tasks, markers, points, event deck."""

    under: Mode


class HolderPage(msgspec.Struct, frozen=True):
    """What one player has of the expansion: character, crowns, markers, items."""

    under: Mode
    seat: int
