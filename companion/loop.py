"""The loop of the device: waits for what comes in, lets the desk answer, shows and sounds what came of it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Mapping
from typing import Protocol

from companion.desk import Desk
from companion.displays import Wall
from companion.paint import Painter
from companion.rest import Rest
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Signals
from drivers.ports import Display, Input, Light, Sounder, Tick

PATIENCE_S = 1.0
"""The longest sleep while something is due: a clock that is moved by hand is looked at so often."""
Inbox = queue.SimpleQueue[Input]
"""Where all devices put what they report; it may be written to from a signal handler."""


class Rounds:
    """One round of the loop at a time: for the loop, and for those who go through it step by step.

    Without a ``rest`` the displays are as bright as they are, for ever.
    """

    def __init__(self, desk: Desk, wall: Wall, signals: Signals, rest: Rest | None = None) -> None:
        self.desk = desk
        self.wall = wall
        self._signals = signals
        self._rest = rest

    def take(self, item: Input) -> None:
        """Let the desk answer an input, and show and sound what came of it."""
        if self._rest and self._rest.wakes(item):
            item = Tick(self.desk.now_s())
        outcome = self.desk.handle(item)
        self.show()
        self._signals.give(outcome.signals, self.desk.settings)

    def show(self) -> None:
        """Show what is to be seen now; displays whose screen did not change are left alone."""
        if self._rest:
            self._rest.take_care(self.desk.settings.care)
            self.wall.move(self._rest.shift)
        self.wall.show(self.desk.screens(self.desk.now_s()))
        if self._rest:
            self.wall.dim(self._rest.level)


class Watcher(Protocol):
    """Somebody who goes round with the loop."""

    def round(self, item: Input | None, /) -> None:
        """Take note of a round, and of the input that it answered."""

    def next_s(self, now_s: float, /) -> float | None:
        """Say when on the clock the loop must go round again, whatever comes in."""


def run_loop(  # noqa: PLR0913, PLR0917 - all that a table is
    desk: Desk,
    inbox: Inbox,
    displays: Mapping[str, Display],
    painter: Painter,
    sounder: Sounder,
    light: Light,
    stop: threading.Event,
    rest: Rest | None = None,
    watcher: Watcher | None = None,
) -> int:
    """Run until told to stop, then give the exit status 0; whoever sets ``stop`` also puts in a ``Tick``.

    It sleeps until an input comes, the desk or the ``watcher`` wants to be woken, or the displays want to
    ``rest``.  A mistake of ours is logged and costs the one input that brought it up: the table plays on.
    """
    rounds = Rounds(desk, Wall(displays, painter), Signals(sounder, light, RHYTHMS, LIGHTS), rest)
    item: Input | None = Tick(desk.now_s())
    while not stop.is_set():
        try:
            if item is not None:
                rounds.take(item)
        except Exception:
            logging.getLogger(__name__).exception("an input was not answered: %s", type(item).__name__)
        if watcher:
            watcher.round(item)
        item = _next(desk, inbox, rest, watcher)
    return 0


def _next(desk: Desk, inbox: Inbox, rest: Rest | None, watcher: Watcher | None) -> Input | None:
    """Give the next input, or a tick when something changes by itself; None when there is neither yet."""
    now_s = desk.now_s()
    moments = [_wake_s(desk, now_s), rest.next_s(now_s) if rest else None]
    moments.append(watcher.next_s(now_s) if watcher else None)
    due_s = min((moment_s for moment_s in moments if moment_s is not None), default=None)
    try:
        return inbox.get(timeout=None if due_s is None else min(due_s - now_s, PATIENCE_S))
    except queue.Empty:
        now_s = desk.now_s()
        return Tick(now_s) if due_s is not None and now_s >= due_s else None


def _wake_s(desk: Desk, now_s: float) -> float | None:
    """Ask the desk when to wake it; a mistake of ours in it costs the wake-up alone."""
    try:
        return desk.next_wake_s(now_s)
    except Exception:
        logging.getLogger(__name__).exception("nobody knows when to wake the desk")
        return None
