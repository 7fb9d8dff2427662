"""Writes files whole: whatever happens, the old content or the new one is there afterwards (R44)."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from companion.decks.record import DeckError

OWNER_ONLY = 0o600
"""Who has a deck file can name a face-down card by its tag."""
_FULL = "The disk is full, so {path} was not saved and stays as it was: free some space, then try again."
_SENTENCES = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EROFS: "{path} cannot be saved: the disk is read-only, as a failing card often is. Copy it away.",
    errno.EACCES: "{path} cannot be saved: give the folder to the user who runs this program.",
    errno.EPERM: "{path} cannot be saved: give the folder to the user who runs this program.",
    errno.EIO: "{path} cannot be saved: the disk does not work any more. Copy it away.",
}


def replace_files(contents: Mapping[Path, bytes]) -> None:
    """Give files of one folder new contents, all on disk when this returns; raises ``DeckError``.

    All of them are written beside the old ones first, so that a full disk changes nothing.
    """
    folder = next(iter(contents)).parent
    written: list[tuple[Path, Path]] = []
    with sentences(next(iter(contents))):
        try:
            for path, content in contents.items():
                beside = path.with_name(f".{path.name}.new")
                written.append((beside, path))
                _write(beside, content)
            for beside, path in written:
                beside.replace(path)
        except BaseException:
            for beside, _ in written:
                with suppress(OSError):
                    beside.unlink(missing_ok=True)
            raise
        _sync_folder(folder)


@contextmanager
def sentences(path: Path) -> Iterator[None]:
    """Turn what the system says about a file that is to be saved into ``DeckError``."""
    try:
        yield
    except OSError as error:
        words = _SENTENCES.get(error.errno or 0, "{path} cannot be saved: {reason}.")
        raise DeckError(words.format(path=path, reason=error.strerror or error)) from error


def _write(path: Path, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, OWNER_ONLY)
    try:
        left = memoryview(content)
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
    finally:
        os.close(file)


def _sync_folder(folder: Path) -> None:
    """Put on disk that names in a folder have changed."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
