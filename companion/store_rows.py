"""What the rows of the store say, and how much of them can be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from engine.games import SetUp
from engine.journal import Journal
from engine.session import Entry

Outcome = Literal["finished", "saved", "dropped", "scored"]
"""How a game was left: over, to go on later, for good, or counted as it stood."""


class GameRow(msgspec.Struct, frozen=True):
    """What the store knows of a game without playing it."""

    id: int
    set_up: SetUp
    began: str
    """Local date and time, ISO 8601."""
    ended: str | None
    outcome: Outcome | None
    """None while it is being played."""
    entries: int
    """Entries of its log, undo and redo included."""
    unclean: bool
    """The device was cut off while this game was being played."""


class Loaded(msgspec.Struct, frozen=True):
    """The log of a game, as far as it can be read."""

    entries: tuple[Entry, ...]
    times: tuple[str, ...]
    """When each entry was made, ISO 8601."""
    dropped: int
    """Entries at the end that cannot be read, or do not follow from those before."""


def row_of(entry: Entry, journal: Journal, at: str) -> tuple[int, str, str, str, str, int]:
    """Give an entry as its row, without the game: seq, kind, at, commands, events, target."""
    commands, events = journal.encode(entry.commands).decode(), journal.encode(entry.events).decode()
    return entry.seq, entry.kind, at, commands, events, entry.target


def readable(rows: Iterable[tuple[Any, ...]], journal: Journal) -> Iterator[Entry]:
    """Give entries up to the first that does not decode or does not follow.

    A row is seq, kind, commands, events, target and time, texts as bytes.
    """
    done: list[int] = []
    undone: list[int] = []
    for number, (seq, kind, commands, events, target, _) in enumerate(rows, 1):
        if kind == b"play":
            undone.clear()
            done.append(seq)
        else:
            source, goal = (done, undone) if kind == b"undo" else (undone, done)
            if not source or source[-1] != target:
                return
            goal.append(source.pop())
        try:
            entry = Entry(seq, kind.decode(), journal.commands(commands), journal.events(events), target)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return
        if seq != number:
            return
        yield entry


def game_rows(rows: Iterable[tuple[Any, ...]]) -> Iterator[GameRow]:
    """Give the games whose beginning can be read."""
    for game, set_up, began, ended, outcome, entries, unclean in rows:
        try:
            head = msgspec.json.decode(set_up, type=SetUp)
            yield GameRow(game, head, began, ended, outcome, entries, bool(unclean))
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue  # a game without a readable beginning cannot be shown; `set_up` says so
