"""The file of the store: where it lies, how it is opened and checked, and what its errors mean in words."""

from __future__ import annotations

import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.schema import ForeignFile, NewerFile, migrate
from companion.store_copies import Copies
from companion.store_rescue import rescue

FILE = "port-royal.db"
LEAST_BYTES = 512
"""SQLite has no smaller page."""
BUSY_S = 5.0
"""How long to wait for another program that is writing."""
_DAMAGED = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})


class StoreError(Exception):
    """Something cannot be saved or read; ``str()`` is a sentence that says what to do."""


class NewerStore(StoreError):
    """The file was written by a newer version of the program."""


class NoSuchGame(StoreError):
    """No game has this number."""


def state_folder(option: Path | None = None) -> Path:
    """Give the folder for all that is kept, and make it; raises ``StoreError`` when it cannot be made.

    It is the option, else what the system service sets, else the user's folder for state.
    """
    folder = option
    if folder is None and (named := os.environ.get("STATE_DIRECTORY", "").partition(":")[0]):
        folder = Path(named)
    if folder is None:
        import platformdirs  # noqa: PLC0415 - needed only where nothing else is said

        folder = platformdirs.user_state_path("port-royal", appauthor=False)
    with sentences(folder):
        make_folder(folder)
    return folder


@contextmanager
def in_use(folder: Path, *, restores: bool = False) -> Iterator[None]:
    """Hold a folder for the device that plays there, or for who ``restores`` all that is in it.

    Raises ``StoreError`` when somebody else holds it; the system lets go of it, come what may.
    """
    with sentences(folder):
        held = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(_PLAYS if restores else _TAKEN) from None
        yield
    finally:
        os.close(held)


def make_folder(folder: Path) -> None:
    """Make a folder for its owner only; one that is there stays as it is."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


class Opened(NamedTuple):
    """The file of the store, open."""

    db: sqlite3.Connection
    notice: str = ""
    """What the players must know: a damaged file was put aside; empty when all is well."""
    back: int = 0
    """Games that are in the new file because they could be read elsewhere."""


def open_file(path: Path, copies: Copies | None = None) -> Opened:
    """Open the file, or begin one; what cannot be read is put aside, and the notice says so.

    With ``copies`` a new file begins with all that can be read elsewhere.  Raises ``StoreError``.
    """
    with sentences(path):
        make_folder(path.parent)
        try:
            if _is_lost(path, copies):
                raise _Damaged("the file is empty, and it was not before")
            return Opened(_connect(path))
        except (sqlite3.DatabaseError, ForeignFile) as error:
            if isinstance(error, sqlite3.Error) and _code(error) not in _DAMAGED:
                raise
        aside = _put_aside(path)
        db, back = _connect(path), 0
        try:
            back = rescue(db, aside, copies) if copies else 0
        except BaseException:
            db.close()
            raise
        came = f", with the {back} games that could be brought back" if back else ""
        notice = f"{path} could not be read. It is kept as {aside.name}, and a new file was begun{came}."
        return Opened(db, notice, back)


def _is_lost(path: Path, copies: Copies | None) -> bool:
    """Tell whether the file has no head, but something lies beside it: SQLite would begin a new one."""
    if path.exists() and path.stat().st_size >= LEAST_BYTES:
        return False
    log = path.with_name(f"{path.name}-wal")
    return bool(copies and copies.games()) or (log.exists() and log.stat().st_size > 0)


def _connect(path: Path) -> sqlite3.Connection:
    """Open and check the file; raises ``sqlite3.Error``, ``ForeignFile`` and ``NewerFile``."""
    db = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        migrate(db)
        _check(db)
    except BaseException:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection) -> None:
    [(verdict,)] = db.execute("PRAGMA quick_check(1)")
    if verdict != "ok":
        raise _Damaged(verdict)


class _Damaged(sqlite3.DatabaseError):
    """The check of the file found something."""

    sqlite_errorcode = sqlite3.SQLITE_CORRUPT


def _put_aside(path: Path) -> Path:
    """Rename a file, with what SQLite keeps beside it, to a name that is free."""
    number = 1
    while (aside := path.with_name(f"{path.name}.bad-{number}")).exists():
        number += 1
    for ending in ("", "-wal", "-shm"):
        if (part := path.with_name(path.name + ending)).exists():
            part.rename(aside.with_name(aside.name + ending))
    return aside


def _code(error: sqlite3.Error) -> int:
    """Give SQLite's primary result code, -1 for an error of Python's own."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return -1 if code is None else code & 0xFF


@contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system say into ``StoreError``."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a mistake of ours, no trouble with the file
    except sqlite3.Error as error:
        words = _SENTENCES.get(_code(error), f"{{path}} does not work: {error}.")
        raise StoreError(words.replace("{path}", str(path))) from error
    except NewerFile as error:
        raise NewerStore(
            f"{path} was written by a newer version of this program ({error}): install that version, "
            "or use another folder with --data."
        ) from None
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {error.strerror}. Choose a folder with --data.") from error


_TAKEN = (
    "Another table plays with these saved games, or they are being restored at this moment: end that first, "
    "or name another folder with --data."
)
_PLAYS = "The table is on, and plays with these games: switch it off first (sudo systemctl stop port-royal)."
_OWNER = "{path} cannot be written: give the folder and the file to the user who runs this program."
_BUSY = "Another program is writing to {path}: close it, then try again."
_BROKEN = "{path} is damaged: start the program again; it keeps the file and begins a new one."
_SENTENCES = {
    sqlite3.SQLITE_FULL: "The disk is full: free some space, then {path} can be written again.",
    sqlite3.SQLITE_READONLY: _OWNER,
    sqlite3.SQLITE_CANTOPEN: _OWNER,
    sqlite3.SQLITE_PERM: _OWNER,
    sqlite3.SQLITE_BUSY: _BUSY,
    sqlite3.SQLITE_LOCKED: _BUSY,
    sqlite3.SQLITE_IOERR: "{path} cannot be read or written: the card may be failing; copy the file away.",
    sqlite3.SQLITE_CORRUPT: _BROKEN,
    sqlite3.SQLITE_NOTADB: _BROKEN,
}
