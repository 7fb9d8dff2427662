"""Positions in the words of table scripts: where a chapter begins in the middle."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec

from engine.adventure.event_deck import with_bribery
from engine.adventure.pack import BRIBERY, MONTHS_END, MONTHS_END_3, Count, Number
from engine.adventure.pack_facts import events_complete, grows, task_of
from engine.adventure.state import book
from engine.kernel import Rules
from engine.notation import NotationError, in_words, seat_of
from engine.portroyal.notation import Position as BasePosition
from engine.portroyal.notation import placement
from engine.portroyal.setup import Placement
from engine.setup import SetupError

OWN = ("crowns", "boxed", "tasks", "upper", "month", "event", "events", "event_discard")
"""Keys of a position beside those of the base game."""
Tasks = dict[str, tuple[int, ...]] | None
"""Numbers of the tasks laid out, and the seats on them; None for those of set-up."""
Inside = Callable[[Tasks], Sequence[int]]
"""Gives the cards of the groups that are in when these tasks lie there."""


class Position(BasePosition, frozen=True, forbid_unknown_fields=True):
    """The keys of ``position``."""

    crowns: dict[str, Count] = msgspec.field(default_factory=dict)
    boxed: dict[str, Count] = msgspec.field(default_factory=dict)
    tasks: dict[int | str, list[str]] | None = None
    upper: list[str] = msgspec.field(default_factory=list)
    month: Number = 1
    event: str | None = None
    events: list[str] | None = None
    event_discard: list[str] | None = None


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where to begin: cards and coins as in the base game, and what the expansion adds."""

    cards: Placement
    crowns: dict[int, int]
    boxed: dict[int, int]
    tasks: Tasks
    upper: tuple[int, ...]
    month: int
    event: str | None
    deck: tuple[str, ...] | None
    revealed: tuple[str, ...] | None


def place_of(rules: Rules, position: dict[str, Any], inside: Inside) -> Place:
    """Read a position; raises ``NotationError`` for unknown keys, names, cards, tasks and events.

    A card of which copies belong to different groups is one of a group that is in.
    """
    try:
        parts = msgspec.convert(position, Position)
    except msgspec.ValidationError as error:
        raise NotationError(f"position: {in_words(error)}") from None
    tasks: Tasks = None
    if parts.tasks is not None:
        tasks = {task_name(rules, number): _seats(rules, row) for number, row in parts.tasks.items()}
    of_base = {key: value for key, value in position.items() if key not in OWN}
    return Place(
        cards=placement(rules, of_base, inside(tasks)),
        crowns=_counts(rules, parts.crowns),
        boxed=_counts(rules, parts.boxed),
        tasks=tasks,
        upper=_seats(rules, parts.upper),
        month=parts.month,
        event=None if parts.event is None else event_name(rules, parts.event),
        deck=_events(rules, parts.events),
        revealed=_events(rules, parts.event_discard),
    )


def _events(rules: Rules, events: list[str] | None) -> tuple[str, ...] | None:
    if events is None:
        return None
    named = tuple(event_name(rules, event) for event in events)
    if MONTHS_END in named or MONTHS_END_3 in named:
        raise SetupError("Month's End is always the last card of the event deck and is not named.")
    return named


def check_place(rules: Rules, place: Place, numbers: Iterable[str]) -> None:
    """Refuse markers and events that cannot lie like that, with these tasks on the table (``SetupError``)."""
    for number, seats in (place.tasks or {}).items():
        if len(set(seats)) < len(seats):
            raise SetupError(f"Nobody is on task {number} twice.")
    twice = [number for number in numbers if task_of(book(rules).pack, number).when == "single-card-twice"]
    for seat in place.upper:
        if not twice or any(seat in (place.tasks or {}).get(number, ()) for number in twice):
            raise SetupError(f"{rules.names[seat]} cannot have a marker on the upper field of task 52 here.")
    if place.cards.last_round and book(rules).coop:
        raise SetupError("A cooperative chapter has no last round: only card 9 ends it.")
    _check_events(rules, place)


def _check_events(rules: Rules, place: Place) -> None:
    """Refuse more copies of an event than there are, and events that are not in this game (S10, S11)."""
    current = () if place.event is None else (place.event,)
    named = (*(place.deck or ()), *(place.revealed or ()), *current)
    for event in dict.fromkeys(named):
        kind = book(rules).pack.events.get(event)
        copies = 1 if kind is None else kind.copies
        if copies is not None and named.count(event) > copies:
            raise SetupError(f"{event} is named more often than there are copies.")
    out = {MONTHS_END, MONTHS_END_3} - {book(rules).months_end}
    out |= set() if with_bribery(rules.seats) else {BRIBERY}
    for event in named:
        if event in out:
            raise SetupError(f"{event} lies in the box in this game.")


def _counts(rules: Rules, counts: dict[str, int]) -> dict[int, int]:
    return {seat_of(rules.names, name): number for name, number in counts.items()}


def _seats(rules: Rules, names: Iterable[str]) -> tuple[int, ...]:
    return tuple(seat_of(rules.names, name) for name in names)


def task_name(rules: Rules, number: object) -> str:
    """Read the number of a task or story card; a pack that still learns may not know it yet."""
    pack = book(rules).pack
    text = "" if isinstance(number, bool) or not isinstance(number, int | str) else str(number)
    if text in pack.tasks or (text[:1].isdecimal() and text.isalnum() and grows(pack)):
        return text
    raise NotationError(f"there is no task {number!r} in this pack", str(number), pack.tasks)


def event_name(rules: Rules, event: object) -> str:
    """Read the name of an event that can be in this game."""
    pack = book(rules).pack
    known = [*pack.events, book(rules).months_end]
    known += [BRIBERY] if with_bribery(rules.seats) else []
    text = str(event)
    if text in known or (text.startswith("event-") and not events_complete(pack) and "month" not in text):
        return text
    every = (*known, BRIBERY, "event-months-end", "event-months-end-3")
    if text in every:
        return text
    raise NotationError(f"there is no event {event!r}", text, every)
