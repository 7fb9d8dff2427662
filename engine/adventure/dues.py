"""Steps that the rules of The Adventure Begins take when what lies above them is done.

The tags are part of every saved game, as those of ``messages``.
"""

from __future__ import annotations

from engine.kernel import Pending


class StartCoinsDue(Pending, frozen=True, tag="start-coins-due"):
    """A player gets the coins of his character (S07)."""

    extra: int = 0


class FirstStoryDue(Pending, frozen=True, tag="first-story-due"):
    """The first story card of the chapter is read (S16)."""


class InsertDue(Pending, frozen=True, tag="insert-due"):
    """The cards that a story card names are shuffled in (S18)."""

    number: str


class ResolveDue(Pending, frozen=True, tag="resolve-due"):
    """A card that was open when it was revealed is resolved now that it is named."""

    card: int
    shown: int


class CrownsDue(Pending, frozen=True, tag="crowns-due"):
    """A player gains crowns."""

    crowns: int
    why: str


class FirstRewardDue(Pending, frozen=True, tag="first-reward-due"):
    """A player is the first on a task (T09)."""

    number: str


class CrownRewardDue(Pending, frozen=True, tag="crown-reward-due"):
    """A player gets the crowns that everybody gets for a task (T10)."""

    number: str


class ExpeditionRewardDue(Pending, frozen=True, tag="expedition-reward-due"):
    """A player gets what an expedition brings beside the coins that its card was known for."""

    card: int
    coins: int


class StopDue(Pending, frozen=True, tag="stop-due"):
    """The active player stops; what the stop brings comes now."""


class HourglassDue(Pending, frozen=True, tag="hourglass-due"):
    """The hourglass of the most recent task acts (V06)."""


class MonthEndDue(Pending, frozen=True, tag="month-end-due"):
    """The event discard pile becomes the deck (V06)."""


class GoalDue(Pending, frozen=True, tag="goal-due"):
    """The chapter is judged by card 9 (V14, X02)."""
