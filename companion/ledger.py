"""What the device must have on disk, written in order: now, or as soon as the disk takes it again."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from companion.store import Outcome, Store, StoreError
from engine.games import SetUp
from engine.journal import Journal
from engine.session import Entry

RETRY_S = 10.0
"""How long to wait before a disk that refused is tried again."""
AGAIN_S = 60.0
"""How long a disk that refuses is not spoken of again."""


class _Book:
    """One game in the store; its number is known once its beginning is written."""

    def __init__(self, journal: Journal, game: int | None = None) -> None:
        self.journal = journal
        self.game = game


class Ledger:
    """Writes one game at a time; what the store refuses stays due and keeps its place in line."""

    def __init__(self, store: Store, wall: Callable[[], str], now_s: Callable[[], float]) -> None:
        self._store = store
        self._wall = wall
        self._now_s = now_s
        self._due: deque[Callable[[], None]] = deque()
        self._book: _Book | None = None
        self.trouble = ""
        """Why the last attempt failed, a sentence; empty while all is on disk."""
        self.retry_s: float | None = None
        """When on the clock ``flush`` should be tried again; None while all is on disk."""
        self._warned_s: float | None = None

    @property
    def game(self) -> int | None:
        """Give the number of the open game, None for none and while its beginning is not on disk."""
        return self._book.game if self._book else None

    def begin_run(self) -> bool:
        """Note that the device is on."""
        at = self._wall()

        def write() -> None:
            self._store.begin_run(at)

        return self._write(write)

    def begin(self, set_up: SetUp, journal: Journal) -> bool:
        """Open a new game; tell whether it is on disk, as all that follow do."""
        book = self._book = _Book(journal)
        at = self._wall()

        def write() -> None:
            book.game = self._store.begin(set_up, at)

        return self._write(write)

    def go_on(self, game: int, journal: Journal) -> bool:
        """Open a game that is in the store."""
        self._book = _Book(journal, game)
        return self._write(lambda: self._store.reopen(game))

    def add(self, set_up: SetUp, entries: tuple[Entry, ...], journal: Journal, how: Outcome) -> bool:
        """Write a game that was played elsewhere; the open one stays open."""
        at = self._wall()

        def write() -> None:
            self._store.add_game(set_up, entries, journal, how, at)

        return self._write(write)

    def append(self, entry: Entry) -> bool:
        """Write an entry of the open game."""
        book, at = self._open(), self._wall()
        return self._write(lambda: self._store.append(_known(book), entry, book.journal, at))

    def end(self, how: Outcome) -> bool:
        """Put the open game away; it stays open here, since an undo may bring it back."""
        book, at = self._open(), self._wall()
        return self._write(lambda: self._store.end(_known(book), how, at))

    def reopen(self) -> bool:
        """Take the open game up again after its end."""
        book = self._open()
        return self._write(lambda: self._store.reopen(_known(book)))

    def set_setting(self, key: str, value: object) -> bool:
        """Write a setting."""
        return self._write(lambda: self._store.set_setting(key, value))

    def flush(self) -> bool:
        """Try to write what is due; tell whether all is on disk."""
        while self._due:
            try:
                self._due[0]()
            except StoreError as error:
                self.trouble = str(error)
                self.retry_s = self._now_s() + RETRY_S
                return False
            self._due.popleft()
        self.trouble, self.retry_s, self._warned_s = "", None, None
        return True

    def warns(self) -> bool:
        """Tell whether the trouble shall be spoken of now: at its beginning, then once a minute."""
        now_s = self._now_s()
        if not self.trouble or (self._warned_s is not None and now_s < self._warned_s + AGAIN_S):
            return False
        self._warned_s = now_s
        return True

    def _write(self, write: Callable[[], None]) -> bool:
        self._due.append(write)
        return self.flush()

    def _open(self) -> _Book:
        assert self._book is not None, "no game is open"
        return self._book


def _known(book: _Book) -> int:
    """Give the game's number; its beginning was written before, or this would not be its turn."""
    assert book.game is not None
    return book.game
