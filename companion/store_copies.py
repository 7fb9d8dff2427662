"""Keeps a second copy of every game beside the database, for the day when that cannot be read (R46).

A file ``copies/game-12.log`` for each game, a line for each thing that happened, with a checksum before it:
``8a3b5c7d ["entry",1,"play",...]``.  Lines are written right after the database has them, and left to the
system to put on disk: a cut of the power costs at most the last seconds of the copy, not of the game.  What
cannot be written here is no trouble of the game's: the copy is written anew at the next entry.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

FOLDER = "copies"
SETTINGS = "settings.log"
_NAME = re.compile(r"game-(\d+)\.log")

KINDS = ("play", "undo", "redo")
Row = tuple[int, str, str, str, str, int]
"""An entry: seq, kind, time, commands and events as JSON, target."""


class Copy(msgspec.Struct, frozen=True):
    """A game as it was copied."""

    game: int
    set_up: str
    """JSON."""
    began: str
    rows: tuple[Row, ...] = ()
    outcome: str | None = None
    ended: str | None = None


class Copies:
    """All copies in a state folder; for one thread at a time."""

    def __init__(self, state: Path) -> None:
        self.folder = state / FOLDER
        self._file: int | None = None
        self._game: int | None = None
        self._next = 0

    # -- writing ---------------------------------------------------------------------------
    def append(self, game: int, row: Row, whole: Callable[[], Copy]) -> None:
        """Add an entry; ``whole`` gives all of the game for a copy that does not end just before it."""
        if game == self._game and row[0] == self._next:
            self._try(lambda: self._write(_line("entry", *row)))
            self._next += 1
        else:
            self.replace(whole)

    def end(self, game: int, outcome: str | None, at: str, whole: Callable[[], Copy]) -> None:
        """Note how a game was left, None when it is played again, and put the copy on disk."""
        if game != self._game:
            self.replace(whole)
        self._try(lambda: self._write(_line("end", outcome, at)))
        self._try(self._sync)

    def replace(self, whole: Callable[[], Copy]) -> None:
        """Write the copy of a game anew."""
        self._try(lambda: self._replace(whole()))

    def keep_settings(self, settings: Mapping[str, str]) -> None:
        """Copy all settings, each as JSON."""
        lines = b"".join(_line("setting", key, value) for key, value in settings.items())
        self._try(lambda: self._put(self.folder / SETTINGS, lines))

    def clear(self) -> None:
        """Delete all copies: what they are of was replaced."""
        self.close()
        for path in self.folder.glob("*.log"):
            path.unlink(missing_ok=True)

    def close(self) -> None:
        """Put the last copy on disk; may be called twice."""
        if self._file is not None:
            with suppress(OSError):
                self._sync()
            os.close(self._file)
        self._file = self._game = None

    def _replace(self, copy: Copy) -> None:
        self.close()
        path = self.folder / f"game-{copy.game}.log"
        self._put(path, b"".join(lines_of(copy)))
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        self._game, self._next = copy.game, len(copy.rows) + 1

    def _put(self, path: Path, content: bytes) -> None:
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        beside = path.with_suffix(".new")
        beside.write_bytes(content)
        beside.replace(path)

    def _write(self, line: bytes) -> None:
        if self._file is not None and os.write(self._file, line) != len(line):
            raise OSError("the disk is full")

    def _sync(self) -> None:
        if self._file is not None:
            os.fsync(self._file)

    def _try(self, write: Callable[[], None]) -> None:
        try:
            write()
        except OSError:
            self.close()  # the next entry does not follow, and brings all of the game

    # -- reading ---------------------------------------------------------------------------
    def games(self) -> tuple[int, ...]:
        """Give the numbers of the games that there are copies of."""
        with suppress(OSError):
            found = (_NAME.fullmatch(path.name) for path in self.folder.iterdir())
            return tuple(sorted(int(name[1]) for name in found if name))
        return ()

    def read(self, game: int) -> Copy | None:
        """Read a copy as far as it is whole; None without a beginning."""
        lines = _lines(self.folder / f"game-{game}.log")
        what, *head = next(lines, ("nothing",))
        if what != "game" or head[0] != game:
            return None
        rows: list[Row] = []
        outcome: str | None = None
        ended = ""
        for what, *said in lines:
            if what == "end":
                outcome, ended = said
            elif what == "entry" and said[0] == len(rows) + 1:
                rows.append(tuple(said))
            else:
                break
        return Copy(game, head[1], head[2], tuple(rows), outcome, ended if outcome else None)

    def settings(self) -> dict[str, str]:
        """Read the settings, each as JSON."""
        return {said[0]: said[1] for what, *said in _lines(self.folder / SETTINGS) if what == "setting"}


def lines_of(copy: Copy) -> Iterator[bytes]:
    """Give all lines of a copy."""
    yield _line("game", copy.game, copy.set_up, copy.began)
    for row in copy.rows:
        yield _line("entry", *row)
    if copy.outcome:
        yield _line("end", copy.outcome, copy.ended or "")


def as_rows(rows: Iterable[Iterable[Any]]) -> tuple[Row, ...]:
    """Take rows up to the first that is no row of an entry, or does not follow the one before."""
    good: list[Row] = []
    for given in rows:
        try:
            row = msgspec.convert(tuple(given), Row)
            for text in row[3:5]:
                msgspec.json.decode(text)
        except (msgspec.DecodeError, UnicodeEncodeError):
            break
        if row[0] != len(good) + 1 or row[1] not in KINDS:
            break
        good.append(row)
    return tuple(good)


_KINDS: Mapping[str, Any] = {
    "game": tuple[str, int, str, str],
    "entry": tuple[str, int, str, str, str, str, int],
    "end": tuple[str, str | None, str],
    "setting": tuple[str, str, str],
}
"""What follows the word at the beginning of a line."""


def _line(*said: object) -> bytes:
    text = msgspec.json.encode(said)
    return b"%08x %s\n" % (zlib.crc32(text), text)


def _lines(path: Path) -> Iterator[tuple[Any, ...]]:
    """Give the lines of a file up to the first that is torn, spoiled or unknown."""
    try:
        content = path.read_bytes()
    except OSError:
        return
    for line in content.split(b"\n")[:-1]:
        checksum, _, text = line.partition(b" ")
        if checksum != b"%08x" % zlib.crc32(text):
            return
        try:
            word = msgspec.json.decode(text)[0]
            yield msgspec.json.decode(text, type=_KINDS[word])
        except (msgspec.DecodeError, LookupError, TypeError):
            return
