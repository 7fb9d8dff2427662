"""The loop of a command at which cards are tapped: readers and keys come in, lines and a bar go out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn

from companion.decks.terminal.readers import Readers
from companion.decks.terminal.words import lasting
from companion.doctor.keyboard import Keyboard
from drivers.ports import CardsClash, CardSeen, Input, ReaderBack, ReaderLost

POLL_S = 0.02
"""How often readers are looked at while no key is pressed."""
NEXT_KEYS = "\r\n>"
"""Enter and ``>`` mean the same, as NEXT does at the table."""
CLASH = "Several tags lie on the reader: lift all, then tap one."


class Status(msgspec.Struct, frozen=True):
    """What stands in the last line."""

    line: str
    done: int = 0
    total: int = 0
    """0: there is nothing to count."""
    left_s: float | None = None
    """How long it still takes; None when nobody can tell."""


class Sitting(Protocol):
    """What is done with the cards."""

    over: bool
    """Nothing is left to be done."""

    def status(self) -> Status:
        """Say what is to be done next."""
        ...

    def seen(self, seen: CardSeen) -> None:
        """Take the tap of a tag."""
        ...

    def key(self, key: str) -> None:
        """Take a key: a letter, or ``>`` for Enter too."""
        ...

    def wait(self) -> None:
        """Go on with what takes time; called again and again."""
        ...


Say = Callable[[str], None]


def sit(sitting: Sitting, readers: Readers, keyboard: Keyboard, console: Console) -> None:
    """Let a person tap cards until it is over, or until q, Ctrl-C or the end of the keyboard's input."""
    with _bar(console) as bar:
        for problem in readers.start():
            console.print(problem, markup=False, soft_wrap=True)
        task = bar.add_task("", total=None, count="")
        shown: Status | None = None
        while not sitting.over:
            if (status := sitting.status()) != shown:
                shown = status
                _show(bar, task, status)
            typed = keyboard.typed(POLL_S)
            if typed is None or not _take_keys(sitting, typed.decode(errors="replace")):
                return
            for item in readers.reports():
                _take(sitting, item, console)
            sitting.wait()


def _take_keys(sitting: Sitting, typed: str) -> bool:
    """Give keys on; False for one that ends it."""
    for letter in typed:
        if letter in "qQ\x03\x04":
            return False
        sitting.key(">" if letter in NEXT_KEYS else letter.lower())
    return True


def _take(sitting: Sitting, item: Input, console: Console) -> None:
    """Give a report on, or say it."""
    said = ""
    match item:
        case CardSeen():
            sitting.seen(item)
        case CardsClash():
            said = CLASH
        case ReaderLost(reader=reader, reason=reason):
            said = f"The reader {reader} does not answer and is tried again: {reason}"
        case ReaderBack(reader=reader):
            said = f"The reader {reader} works again."
    if said:
        console.print(said, markup=False, soft_wrap=True)


def _bar(console: Console) -> Progress:
    """Make the bar; where the output is no terminal it is not drawn."""
    return Progress(
        BarColumn(bar_width=24),
        TextColumn("{task.fields[count]}", markup=False),
        TextColumn("{task.description}", markup=False),
        console=console,
        transient=True,
        auto_refresh=False,
        disable=not console.is_terminal,
    )


def _show(bar: Progress, task: TaskID, status: Status) -> None:
    left = f", {lasting(status.left_s)} left" if status.left_s is not None else ""
    count = f"{status.done}/{status.total}{left}" if status.total else ""
    bar.update(
        task,
        completed=status.done,
        total=status.total or None,
        description=status.line,
        count=count,
        refresh=True,
    )
