"""Brings games back that the database has lost: from the damaged file, and from the second copies (R46)."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
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


def mend(db: sqlite3.Connection, copies: Copies) -> int:
    """Bring back from the copies what games that can be resumed have lost; give how many entries came back.

    That is so when the system lost what it said was on disk, or a part of it reads as nothing.  What cannot
    be read goes into the table of lost entries.  ``db`` is in a transaction.
    """
    [(newest,)] = db.execute("SELECT coalesce(max(id), 0) FROM games")
    back = 0
    for game in copies.games():
        copy = copies.read(game) if game > newest or _may_go_on(db, game) else None
        if copy is None:
            continue
        if game > newest:
            _insert(db, copy)
            back += max(1, len(copy.rows))
        else:
            back += _mend_game(db, copy)
    return back


def _may_go_on(db: sqlite3.Connection, game: int) -> bool:
    query = "SELECT 1 FROM games WHERE id = ? AND (outcome IS NULL OR outcome = 'saved')"
    return db.execute(query, (game,)).fetchone() is not None


def _mend_game(db: sqlite3.Connection, copy: Copy) -> int:
    """Add the entries of a copy from the first on that the database has not, or cannot read."""
    [(set_up,)] = db.execute("SELECT CAST(set_up AS BLOB) FROM games WHERE id = ?", (copy.game,))
    if not _is_json(set_up):
        db.execute("UPDATE games SET set_up = ? WHERE id = ?", (copy.set_up, copy.game))
    good = as_rows(_rows(db, copy.game))
    rest = copy.rows[len(good) :]
    if not rest or copy.rows[: len(good)] != good:
        return 0  # it is the copy that is behind, or another game's
    bad = (copy.game, len(good))
    db.execute("INSERT INTO lost SELECT * FROM entries WHERE game = ? AND seq > ?", bad)
    db.execute("DELETE FROM entries WHERE game = ? AND seq > ?", bad)
    _insert_rows(db, copy.game, rest)
    return len(rest)


def _rows(db: sqlite3.Connection, game: int) -> Iterator[tuple[Any, ...]]:
    """Give the entries of a game, whatever stands in them."""
    texts = ", ".join(f"CAST({column} AS BLOB)" for column in ("kind", "at", "commands", "events"))
    query = f"SELECT seq, {texts}, target FROM entries WHERE game = ? ORDER BY seq"  # noqa: S608 - ours
    for seq, *said, target in db.execute(query, (game,)):
        yield seq, *(text.decode(errors="replace") for text in said), target


def _is_json(text: bytes) -> bool:
    try:
        msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    return True


def whole(db: sqlite3.Connection, game: int) -> Copy:
    """Give all of a game for a copy; raises ``OSError`` when it cannot be read."""
    try:
        query = "SELECT set_up, began, outcome, ended FROM games WHERE id = ?"
        [(set_up, began, outcome, ended)] = db.execute(query, (game,))
        return Copy(game, set_up, began, as_rows(_rows(db, game)), outcome, ended)
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
