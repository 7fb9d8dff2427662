"""A game being played: entries, undo and redo, and what may be done now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from engine.games import Table
from engine.kernel import Command, Event, Illegal, Turn, begin, decide, fold


class Entry(msgspec.Struct, frozen=True):
    """One entry of the log: what one input implied, and what happened."""

    seq: int
    """1 for the first entry of a game, then without gaps."""
    kind: Literal["play", "undo", "redo"]
    commands: tuple[Command, ...] = ()
    events: tuple[Event, ...] = ()
    target: int = 0
    """For undo and redo: the entry that is taken back or brought back."""


class Session:
    """The states of one game so far; nothing is ever erased from its log."""

    def __init__(self, table: Table) -> None:
        self.table = table
        first = begin(table.rules, table.initial)
        self.opening: tuple[Event, ...] = tuple(first.events)
        """What happened before the first decision."""
        self._states: list[Any] = [first.state]
        self._done: list[Entry] = []
        self._undone: list[Entry] = []
        self.seq = 0

    @property
    def state(self) -> Any:
        """Give the state now."""
        return self._states[-1]

    @property
    def done(self) -> tuple[Entry, ...]:
        """Give the entries that count, oldest first."""
        return tuple(self._done)

    @property
    def last(self) -> Entry | None:
        """Give the last entry that counts."""
        return self._done[-1] if self._done else None

    @property
    def undone(self) -> tuple[Entry, ...]:
        """Give the entries taken back that could be done again, the one to come first last."""
        return tuple(self._undone)

    @property
    def can_redo(self) -> bool:
        """Tell whether something was taken back and nothing was done since."""
        return bool(self._undone)

    def choices(self) -> Iterator[Command]:
        """Give everything that may be done now."""
        return self.table.rules.choices(self.state)

    def step(self, text: object) -> Command:
        """Read a step in the words of table scripts, as of now."""
        return self.table.game.parse(self.table.rules, self.state, text)

    def view(self, seat: int | None = None) -> Any:
        """Give what a seat may see."""
        return self.table.game.view(self.table.rules, self.state, seat)

    def facts(self) -> dict[str, object]:
        """Give the facts that table scripts compare."""
        return self.table.game.facts(self.table.rules, self.state)

    def scores(self) -> list[Any]:
        """Give the score lines as they stand, best first."""
        return self.table.game.scores(self.table.rules, self.state)

    def before(self, back: int = 1) -> Any:
        """Give the state so many entries ago."""
        return self._states[max(0, len(self._states) - 1 - back)]

    # -- doing ---------------------------------------------------------------------------
    def propose(self, *commands: Command) -> Entry:
        """Work out an entry without keeping it; raises ``Illegal`` if any command is refused."""
        return self._decide(commands)[0]

    def play(self, *commands: Command) -> Entry:
        """Do what one input implies, all of it or nothing; raises ``Illegal`` with the reason."""
        entry, state = self._decide(commands)
        self._push(entry, state)
        return entry

    def _decide(self, commands: tuple[Command, ...]) -> tuple[Entry, Any]:
        state, events = self.state, []
        for command in commands:
            turn: Turn = decide(self.table.rules, state, command)
            state = turn.state
            events += turn.events
        return Entry(self.seq + 1, "play", commands, tuple(events)), state

    def _push(self, entry: Entry, state: Any) -> None:
        self._states.append(state)
        self._done.append(entry)
        self._undone.clear()
        self.seq = entry.seq

    def propose_undo(self) -> Entry:
        """Work out what taking back the last entry is; raises ``Illegal`` at the beginning."""
        if not self._done:
            raise Illegal("nothing-to-undo", "Nothing has been done yet that could be taken back.")
        return Entry(self.seq + 1, "undo", target=self._done[-1].seq)

    def propose_redo(self) -> Entry:
        """Work out what bringing back the last entry taken back is; raises ``Illegal`` if there is none."""
        if not self._undone:
            raise Illegal("nothing-to-redo", "Nothing was taken back that could be done again.")
        return Entry(self.seq + 1, "redo", target=self._undone[-1].seq)

    def undo(self) -> Entry:
        """Take back the last entry with all that followed from it."""
        entry = self.propose_undo()
        self.keep(entry)
        return entry

    def redo(self) -> Entry:
        """Bring back what was taken back last."""
        entry = self.propose_redo()
        self.keep(entry)
        return entry

    def keep(self, entry: Entry) -> None:
        """Add an entry that was proposed now, or recorded before; raises ``ValueError`` out of order."""
        if entry.seq != self.seq + 1:
            raise ValueError(f"entry {entry.seq} does not follow entry {self.seq}")
        if entry.kind == "play":
            self._push(entry, fold(self.table.rules, self.state, entry.events))
        elif entry.kind == "undo":
            self._expect(self._done, entry)
            self._states.pop()
            self._undone.append(self._done.pop())
        else:
            self._expect(self._undone, entry)
            again = self._undone.pop()
            self._states.append(fold(self.table.rules, self.state, again.events))
            self._done.append(again)
        self.seq = entry.seq

    @staticmethod
    def _expect(entries: list[Entry], entry: Entry) -> None:
        if not entries or entries[-1].seq != entry.target:
            raise ValueError(f"entry {entry.seq} cannot {entry.kind} entry {entry.target}")


def restore(table: Table, entries: Iterable[Entry]) -> Session:
    """Bring a recorded game back by folding its events; raises ``ValueError`` out of order."""
    session = Session(table)
    for entry in entries:
        session.keep(entry)
    return session
