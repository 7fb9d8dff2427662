"""What a table may set right by hand beside coins and cards, and what then happened.

The tags are part of every saved game: they stay, and fields are only added at the end.
"""

from __future__ import annotations

from engine.kernel import Command, Event


class SetHolders(Command, frozen=True, tag="set-holders"):
    """Players really have so many crowns, and so many markers in the box: seat and number."""

    crowns: tuple[tuple[int, int], ...] = ()
    boxed: tuple[tuple[int, int], ...] = ()


class SetTasks(Command, frozen=True, tag="set-tasks"):
    """These players are really on these tasks, and on the upper field of task 52."""

    tasks: tuple[tuple[str, tuple[int, ...]], ...] = ()
    upper: tuple[int, ...] | None = None


class SetEvents(Command, frozen=True, tag="set-events"):
    """The event deck, its discard pile or the month are really like this."""

    month: int | None = None
    event: str | None = None
    deck: tuple[str, ...] | None = None
    revealed: tuple[str, ...] | None = None


class SetFact(Command, frozen=True, tag="set-fact"):
    """A fact that was told was told wrong."""

    path: str
    value: str
    card: int = -1
    """The card that was named wrong."""


class HoldersCorrected(Event, frozen=True, tag="holders-corrected"):
    """Crowns and boxed markers of a player were counted anew."""

    seat: int
    crowns: int
    boxed: int


class TasksCorrected(Event, frozen=True, tag="tasks-corrected"):
    """The markers on the tasks were looked at anew."""

    tasks: tuple[tuple[str, tuple[int, ...]], ...]
    upper: tuple[int, ...]


class EventsCorrected(Event, frozen=True, tag="events-corrected"):
    """The events were looked at anew."""

    month: int
    event: str
    deck: tuple[str, ...]
    revealed: tuple[str, ...]
    pool: int
