"""Tag files in the text form that the Flipper Zero writes (``.nfc``).

Pages 0 and 1 decide what the UID is: in files edited by hand the header often says something else.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from drivers.tags import CASCADE_TAG, KINDS, PAGE_BYTES, TagImage, TagKind, check_byte, uid_of_pages

FILETYPE = "Flipper NFC device"


class FlipperError(ValueError):
    """A file that is no complete dump of a tag we can use; the sentence says why."""


def parse_flipper(text: str) -> TagImage:
    """Read a ``.nfc`` file of an NTAG21x or Ultralight tag.

    Raises ``FlipperError`` for another file, another kind of tag, or pages that are missing.
    """
    fields = _fields(text)
    if fields.get("filetype") != FILETYPE:
        raise FlipperError(f"this is no tag file: it must begin with 'Filetype: {FILETYPE}'")
    kind = _kind(fields)
    pages = _pages(fields, kind)
    atqa = _hex(fields, "atqa", 2)
    if _number(fields, "version") < 3:
        atqa = atqa[::-1]  # older files have the lower byte first
    uid = uid_of_pages(pages)
    return TagImage(uid, _hex(fields, "sak", 1)[0], atqa, pages, kind, tuple(_notes(fields, uid, pages)))


def _fields(text: str) -> Mapping[str, str]:
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    pairs = (line.partition(":") for line in lines if ":" in line)
    return {key.strip().lower(): value.strip() for key, _, value in pairs}


def _kind(fields: Mapping[str, str]) -> TagKind:
    named = fields.get("ntag/ultralight type") or fields.get("device type") or "nothing"
    for kind in KINDS:
        if kind.name.lower() == named.lower():
            return kind
    known = ", ".join(kind.name for kind in KINDS)
    raise FlipperError(f"tags of type {named!r} are not read from files, only these: {known}")


def _pages(fields: Mapping[str, str], kind: TagKind) -> tuple[bytes, ...]:
    total = _number(fields, "pages total")
    read = _number(fields, "pages read") if "pages read" in fields else total
    if total != kind.pages:
        raise FlipperError(f"a {kind.name} has {kind.pages} pages, this file says {total}")
    if read != total:
        raise FlipperError(f"only {read} of {total} pages were read into this file: read the tag again")
    return tuple(_hex(fields, f"page {number}", PAGE_BYTES) for number in range(total))


def _notes(fields: Mapping[str, str], uid: bytes, pages: tuple[bytes, ...]) -> list[str]:
    notes = []
    header = fields.get("uid", "")
    if re.sub(" ", "", header).lower() != uid.hex():
        notes.append(f"the header says UID {header or 'nothing'}, pages 0 and 1 say {uid.hex(' ').upper()}")
    wanted = check_byte(bytes([CASCADE_TAG]) + uid[:3]), check_byte(uid[3:])
    if (pages[0][3], pages[2][0]) != wanted:
        notes.append("the check bytes of the UID are wrong")
    return notes


def _number(fields: Mapping[str, str], key: str) -> int:
    value = fields.get(key, "")
    if not re.fullmatch("[0-9]{1,6}", value):
        raise FlipperError(f"the line '{key.capitalize()}: number' is missing or wrong")
    return int(value)


def _hex(fields: Mapping[str, str], key: str, length: int) -> bytes:
    value = fields.get(key, "")
    if not re.fullmatch("[0-9A-Fa-f]{2}( [0-9A-Fa-f]{2})*", value) or len(value) != 3 * length - 1:
        raise FlipperError(f"the line '{key.capitalize()}' must have {length} bytes in hex, it has {value!r}")
    return bytes.fromhex(value)
