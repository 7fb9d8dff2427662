"""Tags from a folder of Flipper files: what can be tapped, and why some cannot."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec

from drivers.flipper import FlipperError, parse_flipper
from drivers.ndef import NdefError, describe
from drivers.tags import TagImage

LARGEST_BYTES = 1_000_000
"""A dump of the largest tag has some 10,000."""


class FolderError(ValueError):
    """A folder of tags cannot be read; ``str()`` is one sentence."""


class TagFile(msgspec.Struct, frozen=True):
    """One file of a tag."""

    name: str
    """Name of the file."""
    tag: TagImage | None = None
    """None for a file that cannot be used."""
    trouble: str = ""
    """Why not, a sentence."""

    def about(self, card_of: Callable[[str], str | None]) -> tuple[str, ...]:
        """Say what it is, in pieces: name, UID, its card or what is written on it, oddities."""
        if self.tag is None:
            return self.name, f"cannot be used: {self.trouble}"
        card = card_of(self.tag.uid_hex)
        what = f"card {card}" if card else f"foreign, {written_on(self.tag) or 'nothing written'}"
        return self.name, self.tag.uid.hex(":"), what, *self.tag.notes


def read_folder(folder: Path) -> tuple[TagFile, ...]:
    """Read all ``.nfc`` files of a folder, by name; files that are broken are in the list as well.

    Raises ``FolderError`` for a folder that is not there or has no such file.
    """
    try:
        paths = sorted(path for path in folder.iterdir() if path.suffix.lower() == ".nfc")
    except OSError as error:
        raise FolderError(f"The folder of tags {folder} cannot be read: {error.strerror}.") from None
    if not paths:
        raise FolderError(f"The folder of tags {folder} has no .nfc files.")
    return tuple(map(_read, paths))


def written_on(tag: TagImage) -> str:
    """Give the text or address on a tag, empty when there is none that can be read."""
    try:
        return describe(tag.user_memory)
    except NdefError:
        return "something that cannot be read"


def _read(path: Path) -> TagFile:
    try:
        with path.open("rb") as file:
            text = file.read(LARGEST_BYTES).decode()
        return TagFile(path.name, parse_flipper(text))
    except OSError as error:
        return TagFile(path.name, trouble=f"{error.strerror}.")
    except UnicodeDecodeError:
        return TagFile(path.name, trouble="this is no text.")
    except FlipperError as error:
        return TagFile(path.name, trouble=f"{error}.")
