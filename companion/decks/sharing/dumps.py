"""Dumps of tags that other tools write: Flipper ``.nfc`` files, folders of them, and Proxmark JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.decks.record import DeckError
from companion.decks.sharing.lines import Found, Line, read_uid, spelled_names
from drivers.flipper import FlipperError, parse_flipper
from drivers.tags import FIRST_USER_PAGE, uid_of_pages

LARGEST_BYTES = 1_000_000
"""A dump of the largest tag has some 10,000."""
MOST_FILES = 2_000
_DIGITS = re.compile(r"(\d+)")


class _Proxmark(msgspec.Struct, frozen=True):
    """A dump as a Proxmark writes it, as far as we look at it."""

    card: dict[str, Any] = msgspec.field(name="Card")
    blocks: dict[str, str] = {}


def read_flipper(text: str, source: str, stem: str, names: Sequence[str]) -> Found:
    """Read a Flipper file; its name, without the ending, may be that of a card.  Raises ``DeckError``.

    Pages 0 and 1 decide what the UID is; a header that says something else is told of.
    """
    try:
        tag = parse_flipper(text)
    except FlipperError as error:
        raise DeckError(f"{source}: {error}.") from None
    card = spelled_names(names).get(stem.lower(), "")
    notes = tuple(f"{source}: {note}." for note in tag.notes)
    return Found((Line(source, tag.uid_hex, card, memory=tag.user_memory),), notes)


def read_proxmark(text: str, source: str, stem: str, names: Sequence[str]) -> Found:
    """Read a Proxmark dump in JSON; raises ``DeckError``."""
    try:
        dump = msgspec.json.decode(text, type=_Proxmark)
    except (msgspec.DecodeError, RecursionError) as error:
        raise DeckError(f"{source}: this is no dump of a tag: {error}.") from None
    uid = read_uid(str(dump.card.get("UID", "")), source)
    pages = _pages(dump.blocks, source)
    notes: tuple[str, ...] = ()
    if len(pages) > 1 and len(uid) == 14 and (real := uid_of_pages(pages).hex()) != uid:
        notes = (f"{source}: the head says UID {uid}, pages 0 and 1 say {real}; these count.",)
        uid = real
    memory = b"".join(pages[FIRST_USER_PAGE:]) or None
    return Found((Line(source, uid, spelled_names(names).get(stem.lower(), ""), memory=memory),), notes)


def read_folder(folder: Path, names: Sequence[str]) -> Found:
    """Read all dumps of a folder, in the order of their names, in which 2 comes before 10.

    Raises ``DeckError`` for the first that cannot be used.
    """
    try:
        paths = [path for path in folder.iterdir() if path.suffix.lower() in (".nfc", ".json")]
    except OSError as error:
        raise DeckError(f"The folder {folder} cannot be read: {error.strerror}.") from None
    if not paths:
        raise DeckError(f"The folder {folder} has no .nfc or .json files.")
    if len(paths) > MOST_FILES:
        raise DeckError(
            f"The folder {folder} has {len(paths)} files; no deck has more than {MOST_FILES} cards."
        )
    found = [read_dump(path, names) for path in sorted(paths, key=lambda path: _natural(path.name))]
    return Found(
        tuple(line for each in found for line in each.lines),
        tuple(note for each in found for note in each.notes),
    )


def read_dump(path: Path, names: Sequence[str]) -> Found:
    """Read one dump; raises ``DeckError``."""
    text = text_of_dump(path)
    read = read_flipper if path.suffix.lower() == ".nfc" else read_proxmark
    return read(text, path.name, path.stem, names)


def text_of_dump(path: Path) -> str:
    """Give the text of a file that is not too large; raises ``DeckError``."""
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_BYTES + 1)
    except OSError as error:
        raise DeckError(f"{path} cannot be read: {error.strerror}.") from None
    if len(content) > LARGEST_BYTES:
        raise DeckError(f"{path} is too large to be imported.")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DeckError(f"{path} is not a text in UTF-8: look at byte {error.start + 1}.") from None


def _pages(blocks: dict[str, str], source: str) -> tuple[bytes, ...]:
    """Give the pages from 0 on, as far as the dump has them one after the other."""
    pages: list[bytes] = []
    while (text := blocks.get(str(len(pages)))) is not None:
        try:
            page = bytes.fromhex(text)
        except ValueError:
            raise DeckError(f"{source}: block {len(pages)} is not written in hex: {text[:40]!r}.") from None
        if len(page) != 4:
            return ()  # a Mifare Classic has blocks of 16 bytes, and nothing for us in them
        pages.append(page)
    return tuple(pages)


def _natural(name: str) -> list[tuple[int, str]]:
    """Give what file names are sorted by: numbers in them count as numbers."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in _DIGITS.split(name.lower())]
