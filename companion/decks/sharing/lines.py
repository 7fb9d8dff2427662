"""What a file that is imported says, line by line, before anybody decides what becomes of it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from companion.decks.numbers import DOUBLE, NXP
from companion.decks.record import DeckError, State
from drivers.tags import UidError, parse_uid

_BYTE = "[0-9A-Fa-f]{2}"
_SPELLING = re.compile(f"(?:0[xX])?({_BYTE}(?:(?P<sign>[ :._-]?){_BYTE})(?:(?P=sign){_BYTE})*)")
"""Bytes in hex with one and the same sign between all of them, or none."""
_SIGNS = re.compile("[ :._-]")
COPY_SIGNS = "#_- "
"""What may stand between the kind and the copy of a card: file names of some systems can have no ``#``."""


class Line(msgspec.Struct, frozen=True):
    """One tag that a file names."""

    place: str
    """Where it stands: ``tags.csv, line 3``, or the name of its own file."""
    uid: str
    """Canonical hex."""
    card: str = ""
    """The name of its card or only the kind; empty for a list of mere tags, whose order tells."""
    state: State = "good"
    memory: bytes | None = None
    """What is written on it, from page 4 on, where the file has that."""


class Found(msgspec.Struct, frozen=True):
    """All that a file says."""

    lines: tuple[Line, ...]
    notes: tuple[str, ...] = ()
    """What was odd, one sentence each: nothing that stands in the way."""
    name: str = ""
    """Of the deck, where the file says it."""
    game: str = ""
    id: str = ""
    extras: tuple[str, ...] = ()


def read_uid(text: str, place: str) -> str:
    """Give the canonical form of a UID in any usual spelling; raises ``DeckError``.

    Colons, spaces, dashes, dots, a ``0x`` before it and capitals are all the same.
    """
    if spelled := _SPELLING.fullmatch(text.strip()):
        with suppress(UidError):
            return parse_uid(_SIGNS.sub("", spelled[1]))
    hint = " A spreadsheet has spoiled it: mark that column as text." if "E+" in text.upper() else ""
    raise DeckError(
        f"{place}: {_short(text)} is no tag number: 4, 7 or 10 bytes in hex, like 04:a1:b2:c3:d4:e5:f6.{hint}"
    )


def looks_like_uid(text: str) -> bool:
    """Tell whether a text could be a UID."""
    try:
        read_uid(text, "")
    except DeckError:
        return False
    return True


def backwards(found: Found) -> tuple[Line, ...]:
    """Give the lines whose number seems to be written from its last byte to its first.

    Seven-byte numbers begin with the maker's byte; NXP, which makes nearly all of these tags, has 04.
    """
    return tuple(line for line in found.lines if _is_backwards(line.uid))


def turned(found: Found) -> Found:
    """Turn the numbers round that seem to be written backwards."""
    lines = (
        replace(line, uid=_reversed(line.uid)) if _is_backwards(line.uid) else line for line in found.lines
    )
    return replace(found, lines=tuple(lines))


def spelled_names(names: Sequence[str]) -> Mapping[str, str]:
    """Give every spelling of the names of cards: ``sailor-3-1#2``, ``sailor-3-1_2``, ``SAILOR-3-1 2``."""
    return {name.replace("#", sign).lower(): name for name in names for sign in COPY_SIGNS}


def _is_backwards(uid: str) -> bool:
    marks = f"{NXP:02x}"
    return len(uid) == DOUBLE and not uid.startswith(marks) and uid.endswith(marks)


def _reversed(uid: str) -> str:
    return bytes.fromhex(uid)[::-1].hex()


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:40]}...")
