"""The tables of the store, and the steps that lead from every older version to the present one.

The version stands in the file (``PRAGMA user_version``).  A step that was released is never changed: a
new version is a new step at the end.
"""

from __future__ import annotations

import sqlite3

V1 = (
    """
    CREATE TABLE runs (              -- every time the device was on
        id INTEGER PRIMARY KEY,
        started TEXT NOT NULL,       -- local date and time, ISO 8601, as everywhere
        ended TEXT                   -- NULL: it is on now, or the power was cut
    )""",
    """
    CREATE TABLE games (
        id INTEGER PRIMARY KEY,
        set_up TEXT NOT NULL,        -- JSON
        began TEXT NOT NULL,
        ended TEXT,
        outcome TEXT CHECK (outcome IN ('finished', 'saved', 'dropped', 'scored')),
                                     -- NULL: it is being played
        run INTEGER REFERENCES runs (id)   -- the run in which it was played last
    )""",
    """
    CREATE TABLE entries (           -- the log of every game; nothing is ever erased from it
        game INTEGER NOT NULL REFERENCES games (id),
        seq INTEGER NOT NULL CHECK (seq > 0),
        kind TEXT NOT NULL CHECK (kind IN ('play', 'undo', 'redo')),
        at TEXT NOT NULL,
        commands TEXT NOT NULL,      -- JSON
        events TEXT NOT NULL,        -- JSON
        target INTEGER NOT NULL,     -- for undo and redo: the seq that is taken back or brought back
        PRIMARY KEY (game, seq)
    ) WITHOUT ROWID""",
    """
    CREATE TABLE lost (              -- entries that could not be read when their game went on without them
        game INTEGER NOT NULL,
        seq INTEGER NOT NULL,
        kind, at, commands, events, target
    )""",
    """
    CREATE TABLE settings (
        key TEXT PRIMARY KEY,
        value TEXT NOT NULL          -- JSON
    ) WITHOUT ROWID""",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (V1,)
"""The statements that lead to version 1, 2 and so on."""
VERSION = len(MIGRATIONS)
TABLES = ("runs", "games", "entries", "lost", "settings")


class NewerFile(Exception):
    """A file was written by a later version of the program, and this one does not know its tables."""


class ForeignFile(Exception):
    """A file is a database, but not one of ours, or tables of it are gone."""


def migrate(db: sqlite3.Connection) -> None:
    """Bring a file to the present version, all of it or nothing; ``db`` commits by itself.

    Raises ``NewerFile`` and ``ForeignFile``, and ``sqlite3.Error``.
    """
    if _version(db) != VERSION:
        db.execute("BEGIN IMMEDIATE")
        try:
            _climb(db, _version(db))  # another program may have done it while this one waited
        except BaseException:
            db.execute("ROLLBACK")
            raise
        db.execute("COMMIT")
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    if not _tables(db).issuperset(TABLES):
        raise ForeignFile


def _tables(db: sqlite3.Connection) -> set[str]:
    return {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _climb(db: sqlite3.Connection, version: int) -> None:
    if version > VERSION:
        raise NewerFile(f"version {version}, and {VERSION} is the newest known")
    if version == 0 and _tables(db):
        raise ForeignFile
    for statements in MIGRATIONS[version:]:
        for statement in statements:
            db.execute(statement)
    db.execute(f"PRAGMA user_version = {VERSION}")


def _version(db: sqlite3.Connection) -> int:
    [(version,)] = db.execute("PRAGMA user_version")
    return int(version)
