"""Keeps games and settings in one SQLite file; what was appended is on disk before anybody hears of it.

The file is in WAL mode with ``synchronous=FULL``: a commit is synced, and a cut of the power loses at
most what was not committed (R44).  A file that cannot be read is put aside, never overwritten (R46).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from companion.flow import SavedGame
from companion.store_copies import Copies, Row
from companion.store_file import (
    FILE,
    NewerStore,
    NoSuchGame,
    Opened,
    StoreError,
    open_file,
    sentences,
    state_folder,
)
from companion.store_rescue import mend, whole
from companion.store_rows import GameRow, Loaded, Outcome, game_rows, readable, row_of
from engine.games import SetUp
from engine.journal import Journal
from engine.session import Entry

__all__ = ["FILE", "GameRow", "Loaded", "NoSuchGame", "Outcome", "Store", "StoreError", "state_folder"]


MOST_COPIES = 20
"""So many games without a second copy get one when a run begins: it must not take long."""


class Store:
    """The file with all games and settings; for one thread at a time."""

    def __init__(self, opened: Opened | None, path: Path) -> None:
        self.path = path
        self.notice = opened.notice if opened else ""
        """What the players must know: a damaged file was put aside; empty when all is well."""
        self.back = opened.back if opened else 0
        """Games of a damaged file that could be read elsewhere."""
        self.caught_up = 0
        """Entries that the disk had lost or spoiled, and that their copy brought back when the run began."""
        self.copies = Copies(path.parent)
        """A second copy of every game."""
        self._opened = opened.db if opened else None
        self._run: int | None = None
        self._torn: dict[int, int] = {}
        """For games that were read with a loss: the first entry that is lost."""

    @classmethod
    def open(cls, folder: Path) -> Self:
        """Open the store of a folder, or begin one; raises ``StoreError``."""
        path = folder / FILE
        return cls(open_file(path, Copies(folder)), path)

    @classmethod
    def open_when_it_can_be(cls, folder: Path) -> Self:
        """Open the store of a folder, later if that cannot be now: until then all raises ``StoreError``.

        So a table can be played at while the disk is full.  Raises ``StoreError`` at once for a file of a
        newer version, which no waiting mends.
        """
        try:
            return cls.open(folder)
        except NewerStore:
            raise
        except StoreError:
            return cls(None, folder / FILE)

    @property
    def _db(self) -> sqlite3.Connection:
        """Give the database, opened now if it could not be before; raises ``StoreError``."""
        if self._opened is None:
            self._opened, self.notice, self.back = open_file(self.path, self.copies)
        return self._opened

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go; may be called twice."""
        self.copies.close()
        with sentences(self.path):
            if self._opened is not None:
                self._opened.close()

    # -- games ---------------------------------------------------------------------------
    def begin(self, set_up: SetUp, at: str) -> int:
        """Begin a game and give its number; raises ``StoreError``."""
        with self._transaction():
            game = self._insert_game(set_up, at)
        self.copies.replace(partial(whole, self._db, game))
        return game

    def append(self, game: int, entry: Entry, journal: Journal, at: str) -> None:
        """Write an entry; it is on disk when this returns.  Writing the same one again does nothing.

        Raises ``StoreError`` when it cannot be written or does not follow the last one.
        """
        with self._transaction():
            self._need(game)
            self._bury(game)
            row = row_of(entry, journal, at)
            [(last,)] = self._db.execute("SELECT coalesce(max(seq), 0) FROM entries WHERE game = ?", (game,))
            if entry.seq <= last and self._has(game, entry, journal):
                return
            if entry.seq != last + 1:
                raise StoreError(
                    f"Entry {entry.seq} does not follow entry {last} of game {game}: another program has "
                    "played on in it. Close that program and resume the game."
                )
            self._insert_entry(game, row)
            self._db.execute(
                "UPDATE games SET run = ? WHERE id = ? AND run IS NOT ?", (self._run, game, self._run)
            )
        self.copies.append(game, row, partial(whole, self._db, game))

    def add_game(
        self, set_up: SetUp, entries: Iterable[Entry], journal: Journal, outcome: Outcome, at: str
    ) -> int:
        """Add a game that was played elsewhere, all of it or nothing, and give its number."""
        with self._transaction():
            game = self._insert_game(set_up, at)
            for entry in entries:
                self._insert_entry(game, row_of(entry, journal, at))
            self._set_outcome(game, outcome, at)
        self.copies.replace(partial(whole, self._db, game))
        return game

    def entries(self, game: int, journal: Journal) -> Loaded:
        """Read the log of a game up to the first entry that cannot be read; raises ``StoreError``."""
        with sentences(self.path):
            self._need(game)
            rows = self._db.execute(
                "SELECT seq, CAST(kind AS BLOB), CAST(commands AS BLOB), CAST(events AS BLOB), target, "
                "CAST(at AS BLOB) FROM entries WHERE game = ? ORDER BY seq",
                (game,),
            ).fetchall()
        entries = list(readable(rows, journal))
        dropped = len(rows) - len(entries)
        if dropped:
            self._torn[game] = len(entries) + 1
        times = [row[5].decode(errors="replace") for row in rows[: len(entries)]]
        return Loaded(tuple(entries), tuple(times), dropped)

    def set_up(self, game: int) -> SetUp:
        """Give what a game was begun with; raises ``NoSuchGame``, or ``StoreError`` when it is unreadable."""
        with sentences(self.path):
            row = self._db.execute("SELECT CAST(set_up AS BLOB) FROM games WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise NoSuchGame(f"There is no game {game}.")
        try:
            return msgspec.json.decode(row[0], type=SetUp)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise StoreError(f"The beginning of game {game} cannot be read, so it cannot go on.") from None

    def all_games(self) -> tuple[GameRow, ...]:
        """Give every game that can be read, the oldest first; raises ``StoreError``."""
        with sentences(self.path):
            rows = self._db.execute(
                "SELECT games.id, CAST(set_up AS BLOB), began, games.ended, outcome, "
                "(SELECT count(*) FROM entries WHERE game = games.id), "
                "outcome IS NULL AND run IS NOT ? AND runs.id IS NOT NULL AND runs.ended IS NULL "
                "FROM games LEFT JOIN runs ON runs.id = games.run ORDER BY games.id",
                (self._run,),
            ).fetchall()
        return tuple(game_rows(rows))

    def saved(self) -> tuple[SavedGame, ...]:
        """Give the games that can be resumed: those being played, then those put away, the newest first."""
        rows = [row for row in reversed(self.all_games()) if row.outcome in (None, "saved")]
        rows.sort(key=lambda row: row.outcome is not None)
        return tuple(SavedGame(row.id, row.set_up, row.began, None, row.entries, row.unclean) for row in rows)

    def end(self, game: int, outcome: Outcome, at: str) -> None:
        """Note how a game was left; one that is ``saved`` can be resumed.  Raises ``StoreError``."""
        with self._transaction():
            self._need(game)
            self._set_outcome(game, outcome, at)
        self.copies.end(game, outcome, at, partial(whole, self._db, game))

    def reopen(self, game: int) -> None:
        """Note that a game is being played again; raises ``StoreError``."""
        with self._transaction():
            self._need(game)
            self._db.execute(
                "UPDATE games SET outcome = NULL, ended = NULL, run = ? WHERE id = ?", (self._run, game)
            )
        self.copies.end(game, None, "", partial(whole, self._db, game))

    # -- settings and runs ---------------------------------------------------------------
    def setting(self, key: str, default: Any, kind: Any = Any) -> Any:
        """Give a setting as it was set, or the default; ``kind`` is the type it is read as.

        What is no such value (any more) counts as not set, and so does everything while the file cannot be
        opened.  Raises ``StoreError``.
        """
        try:
            with sentences(self.path):
                query = "SELECT CAST(value AS BLOB) FROM settings WHERE key = ?"
                row = self._db.execute(query, (key,)).fetchone()
        except StoreError:
            if self._opened is None:
                return default
            raise
        try:
            return default if row is None else msgspec.json.decode(row[0], type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return default

    def set_setting(self, key: str, value: object) -> None:
        """Keep a setting: anything that JSON can say, records included; raises ``StoreError``."""
        with self._transaction():
            self._db.execute(
                "INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value",
                (key, msgspec.json.encode(value).decode()),
            )
            settings = dict(self._db.execute("SELECT key, value FROM settings"))
        self.copies.keep_settings(settings)

    def is_new(self) -> bool:
        """Tell whether nobody has used it yet: no game, no setting; raises ``StoreError``."""
        query = "SELECT NOT EXISTS (SELECT 1 FROM games) AND NOT EXISTS (SELECT 1 FROM settings)"
        with sentences(self.path):
            [(is_new,)] = self._db.execute(query)
        return bool(is_new)

    def begin_run(self, at: str) -> bool:
        """Note that the device is on; tell whether it was cut off the last time (R45)."""
        with self._transaction():
            self.caught_up = mend(self._db, self.copies)
            last = self._db.execute("SELECT ended FROM runs ORDER BY id DESC LIMIT 1").fetchone()
            self._run = self._db.execute("INSERT INTO runs (started) VALUES (?)", (at,)).lastrowid
            games = [game for (game,) in self._db.execute("SELECT id FROM games ORDER BY id DESC")]
        for game in sorted(set(games) - set(self.copies.games()), reverse=True)[:MOST_COPIES]:
            self.copies.replace(partial(whole, self._db, game))
        return last is not None and last[0] is None

    def runs(self) -> tuple[int, int]:
        """Tell how often the device was cut off, this run left out, and how often it was on (R45)."""
        with sentences(self.path):
            query = "SELECT count(*) FILTER (WHERE ended IS NULL AND id IS NOT ?), count(*) FROM runs"
            [(cuts, starts)] = self._db.execute(query, (self._run,))
        return int(cuts), int(starts)

    def end_run(self, at: str) -> None:
        """Note that the device is switched off in order; raises ``StoreError``."""
        with self._transaction():
            self._db.execute("UPDATE runs SET ended = ? WHERE id = ?", (at, self._run))

    # -- rows ----------------------------------------------------------------------------
    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with sentences(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            finally:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")

    def _need(self, game: int) -> None:
        if self._db.execute("SELECT 1 FROM games WHERE id = ?", (game,)).fetchone() is None:
            raise NoSuchGame(f"There is no game {game}.")

    def _insert_game(self, set_up: SetUp, at: str) -> int:
        row = (msgspec.json.encode(set_up).decode(), at, self._run)
        game = self._db.execute("INSERT INTO games (set_up, began, run) VALUES (?, ?, ?)", row).lastrowid
        assert game is not None
        return game

    def _insert_entry(self, game: int, row: Row) -> None:
        self._db.execute("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", (game, *row))

    def _set_outcome(self, game: int, outcome: Outcome, at: str) -> None:
        ended = None if outcome == "saved" else at
        self._db.execute("UPDATE games SET outcome = ?, ended = ? WHERE id = ?", (outcome, ended, game))

    def _has(self, game: int, entry: Entry, journal: Journal) -> bool:
        """Tell whether this very entry is written already, whenever that was."""
        query = "SELECT seq, kind, commands, events, target FROM entries WHERE game = ? AND seq = ?"
        seq, kind, _, *rest = row_of(entry, journal, "")
        written: tuple[Any, ...] | None = self._db.execute(query, (game, seq)).fetchone()
        return written == (seq, kind, *rest)

    def _bury(self, game: int) -> None:
        """Move entries out of the way that could not be read, now that the game goes on without them."""
        first = self._torn.pop(game, None)
        if first is not None:
            rest = (game, first)
            self._db.execute("INSERT INTO lost SELECT * FROM entries WHERE game = ? AND seq >= ?", rest)
            self._db.execute("DELETE FROM entries WHERE game = ? AND seq >= ?", rest)
