"""Work that takes longer than a screen may wait: each piece is done in a thread, and told when it is done."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping

import msgspec

from companion.decks.record import Deck
from engine.games import SetUp
from engine.session import Entry


class FoundGame(msgspec.Struct, frozen=True):
    """A game that was played elsewhere."""

    set_up: SetUp
    entries: tuple[Entry, ...]
    over: bool


class Done(msgspec.Struct, frozen=True):
    """A piece of work is over."""

    chore: str
    trouble: str = ""
    """Why it could not be done, a sentence; empty when it was."""
    file: str = ""
    """What was written."""
    decks: tuple[Deck, ...] = ()
    """What was found, and is not here yet."""
    games: tuple[FoundGame, ...] = ()
    """The same of games."""
    renamed: int = 0
    """How many of the decks got another name, since theirs is that of another deck here."""
    same: int = 0
    """How many more were found that are here already."""


class Chores:
    """What the device can do on request, such as ``off``, ``export`` or ``update``; one thing at a time.

    ``wake`` is called from the thread when something is done, to have ``done`` looked at.
    """

    def __init__(self, work: Mapping[str, Callable[[], Done]], wake: Callable[[], None]) -> None:
        self.can = frozenset(work)
        """What there is to be asked for."""
        self._work = work
        self._wake = wake
        self._done: Done | None = None
        self._thread: threading.Thread | None = None

    def begin(self, chore: str) -> None:
        """Begin a piece of work; nothing happens while another one is under way."""
        if self._thread and self._thread.is_alive():
            return
        self._thread = threading.Thread(target=self._do, args=(chore,), name=f"chore-{chore}", daemon=True)
        self._thread.start()

    def done(self) -> Done | None:
        """Tell once what came of a piece of work; None while nothing is over."""
        done, self._done = self._done, None
        return done

    def _do(self, chore: str) -> None:
        try:
            self._done = self._work[chore]()
        except Exception as error:
            logging.getLogger(__name__).exception("a piece of work failed: %s", chore)
            self._done = Done(chore, f"This is a mistake in the program: {type(error).__name__}.")
        self._wake()
