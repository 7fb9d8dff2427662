"""Brings games back that the database has lost: from the damaged file, and from the second copies (R46)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.store_copies import Copies, Copy, Row, as_rows

ENTRIES = "SELECT seq, kind, at, commands, events, target FROM entries WHERE game = ? ORDER BY seq"
OUTCOMES = (None, "finished", "saved", "dropped", "scored")


def rescue(db: sqlite3.Connection, damaged: Path, copies: Copies) -> int:
    """Put into a new database all games that can be read elsewhere; give how many.

    Of two readings of a game the longer one counts.  Raises ``sqlite3.Error`` when ``db`` cannot be written.
    """
    found: dict[int, Copy] = {}
    for copy in (*_copied(copies), *_salvaged(damaged)):
        first = found.setdefault(copy.game, copy)
        if len(copy.rows) > len(first.rows):
            found[copy.game] = replace(copy, set_up=first.set_up, began=first.began)
    settings = copies.settings() | _salvaged_settings(damaged)
    db.execute("BEGIN IMMEDIATE")
    try:
        for copy in found.values():
            _insert(db, copy)
        db.executemany("INSERT OR REPLACE INTO settings VALUES (?, ?)", settings.items())
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    return len(found)


def catch_up(db: sqlite3.Connection, copies: Copies) -> int:
    """Add what the copy of the last game has beyond the database; give how many entries came back.

    That is so when the system has lost what it said was on disk.  ``db`` is in a transaction.
    """
    game = max(copies.games(), default=0)
    [(newest,)] = db.execute("SELECT coalesce(max(id), 0) FROM games")
    copy = copies.read(game) if game and game >= newest else None
    if copy is None:
        return 0
    if game > newest:
        _insert(db, copy)
        return max(1, len(copy.rows))
    present: list[Row] = db.execute(ENTRIES, (game,)).fetchall()
    rest = copy.rows[len(present) :]
    if tuple(present) != copy.rows[: len(present)]:
        return 0  # it is the copy that is behind
    _insert_rows(db, game, rest)
    return len(rest)


def whole(db: sqlite3.Connection, game: int) -> Copy:
    """Give all of a game for a copy; raises ``OSError`` when it cannot be read."""
    try:
        query = "SELECT set_up, began, outcome, ended FROM games WHERE id = ?"
        [(set_up, began, outcome, ended)] = db.execute(query, (game,))
        return Copy(game, set_up, began, as_rows(db.execute(ENTRIES, (game,))), outcome, ended)
    except (sqlite3.Error, ValueError) as error:
        raise OSError(str(error)) from error


def _copied(copies: Copies) -> Iterator[Copy]:
    for game in copies.games():
        if (copy := copies.read(game)) is not None:
            yield copy


def _salvaged(path: Path) -> Iterator[Copy]:
    """Read the games of a damaged database, as far as it lets itself be read."""
    with suppress(sqlite3.Error):
        db = _look_into(path)
        try:
            query = "SELECT id, set_up, began, outcome, ended FROM games ORDER BY id"
            for game, set_up, began, outcome, ended in _until_broken(db, query):
                if isinstance(set_up, str) and isinstance(began, str) and outcome in OUTCOMES:
                    rows = as_rows(_until_broken(db, ENTRIES, game))
                    yield Copy(game, set_up, began, rows, outcome, ended if outcome else None)
        finally:
            db.close()


def _salvaged_settings(path: Path) -> dict[str, str]:
    settings: dict[str, str] = {}
    with suppress(sqlite3.Error):
        db = _look_into(path)
        try:
            rows = _until_broken(db, "SELECT key, value FROM settings")
            settings = {key: value for key, value in rows if isinstance(key, str) and isinstance(value, str)}
        finally:
            db.close()
    return settings


def _look_into(path: Path) -> sqlite3.Connection:
    """Open a database without changing it; raises ``sqlite3.Error``."""
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    db.text_factory = lambda raw: raw.decode(errors="replace")
    return db


def _until_broken(db: sqlite3.Connection, query: str, *given: int) -> Iterator[tuple[Any, ...]]:
    """Give rows up to the first that cannot be read."""
    with suppress(sqlite3.Error):
        yield from db.execute(query, given)


def _insert(db: sqlite3.Connection, copy: Copy) -> None:
    db.execute(
        "INSERT INTO games (id, set_up, began, ended, outcome) VALUES (?, ?, ?, ?, ?)",
        (copy.game, copy.set_up, copy.began, copy.ended, copy.outcome),
    )
    _insert_rows(db, copy.game, copy.rows)


def _insert_rows(db: sqlite3.Connection, game: int, rows: tuple[Row, ...]) -> None:
    db.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?)", [(game, *row) for row in rows])
