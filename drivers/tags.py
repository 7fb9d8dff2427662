"""Tags: their identity, and what is written in them.

The identity is all UID bytes as zero-padded lower-case hex (R1, R3).  Memory follows the NTAG213/215/216
data sheet, sections 8.5 (memory) and 10 (commands).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from operator import xor

PAGE_BYTES = 4
FIRST_USER_PAGE = 4
CASCADE_TAG = 0x88
NDEF_MAGIC = 0xE1
ULTRALIGHT_ATQA = b"\x00\x44"
FACTORY_USER = bytes.fromhex("0103a00c340300fe")
"""What NTAG213 tags carry when new: a lock-control TLV, an empty message, the terminator."""


class UidError(ValueError):
    """A text that is no UID."""


def parse_uid(text: str) -> str:
    """Give the canonical form of a UID: 8, 14 or 20 lower-case hex digits (R3).

    Accepts colons, spaces and capitals; raises ``UidError`` for everything else.
    """
    digits = re.sub("[: ]", "", text).lower()
    if not re.fullmatch("(?:[0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})", digits):
        raise UidError(f"{text!r} is no tag number: 4, 7 or 10 bytes in hex, like 04:a1:b2:c3:d4:e5:f6")
    return digits


RANDOM_UID = 0x08
"""First byte of a 4-byte UID that is made up anew at each tap, as phones do (ISO/IEC 14443-3, 6.5.4)."""
PAGED_SAK = 0x00
"""What Ultralight and NTAG tags say of themselves; all others keep their memory behind keys or files."""


def is_random(uid: str) -> bool:
    """Tell whether a UID, in hex, changes at each tap and so belongs to no card (R6)."""
    return len(uid) == 8 and int(uid[:2], 16) == RANDOM_UID


def has_pages(sak: int) -> bool:
    """Tell whether a tag with this SAK has pages to read: Mifare Classic and others have none."""
    return sak == PAGED_SAK


@dataclass(frozen=True, slots=True)
class TagKind:
    """A type of tag, as far as its memory goes."""

    name: str
    pages: int
    """All pages of four bytes, with those for configuration."""
    user_pages: int
    """Pages from page 4 on that are the owner's."""
    version: bytes | None = None
    """Answer to GET_VERSION, 8 bytes; None for tags that do not know it."""
    tail: tuple[bytes, ...] = ()
    """Factory content of the pages after the user's."""
    locks: tuple[range, ...] = ()
    """Which pages each dynamic lock bit write-protects, the bits beginning with the tail's first byte."""
    auth0: int | None = None
    """Where in the tail's bytes the number of the first page is that a password protects."""
    hidden_pages: int = 0
    """Pages at the end that no reader gets to see."""

    @property
    def tail_page(self) -> int:
        """The first page that is not the owner's."""
        return FIRST_USER_PAGE + self.user_pages


def _blocks(first: int, last: int, step: int) -> tuple[range, ...]:
    """Give the pages from first to last, in so many of them at a time."""
    return tuple(range(page, min(page + step, last + 1)) for page in range(first, last + 1, step))


NTAG_TAIL = (*(bytes.fromhex(page) for page in ("000000bd", "040000ff", "00050000")), bytes(4), bytes(4))
NTAG213 = TagKind(
    "NTAG213", 45, 36, bytes.fromhex("0004040201000f03"), NTAG_TAIL, _blocks(16, 39, 2), auth0=7
)
NTAG215 = TagKind(
    "NTAG215", 135, 126, bytes.fromhex("0004040201001103"), NTAG_TAIL, _blocks(16, 129, 16), auth0=7
)
NTAG216 = TagKind(
    "NTAG216", 231, 222, bytes.fromhex("0004040201001303"), NTAG_TAIL, _blocks(16, 225, 16), auth0=7
)
ULTRALIGHT = TagKind("Mifare Ultralight", 16, 12)
ULTRALIGHT_11 = TagKind(
    "Mifare Ultralight 11", 20, 12, bytes.fromhex("0004030101000b03"), NTAG_TAIL[1:], auth0=3
)
ULTRALIGHT_21 = TagKind(
    "Mifare Ultralight 21", 41, 32, bytes.fromhex("0004030101000e03"), NTAG_TAIL, _blocks(16, 35, 2), auth0=7
)
ULTRALIGHT_C = TagKind(
    "Mifare Ultralight C",
    48,
    36,
    tail=(bytes(4), bytes(4), bytes.fromhex("30000000"), bytes(4), *(bytes(4),) * 4),
    locks=(range(0), *_blocks(16, 27, 4), range(0), *_blocks(28, 39, 4)),
    auth0=8,
    hidden_pages=4,
)
KINDS = (NTAG213, NTAG215, NTAG216, ULTRALIGHT, ULTRALIGHT_11, ULTRALIGHT_21, ULTRALIGHT_C)


@dataclass(frozen=True, slots=True)
class TagImage:
    """All that is known of one tag."""

    uid: bytes
    """4, 7 or 10 bytes, without cascade tags and check bytes (R1)."""
    sak: int = 0x00
    atqa: bytes = ULTRALIGHT_ATQA
    """Two bytes, the higher first, as the PN532 gives them."""
    pages: tuple[bytes, ...] = ()
    """The memory, four bytes a page; empty for tags that have none to read."""
    kind: TagKind | None = None
    notes: tuple[str, ...] = ()
    """What was odd where this image came from."""

    @property
    def uid_hex(self) -> str:
        """The identity of the tag: lower-case hex."""
        return self.uid.hex()

    @property
    def user_memory(self) -> bytes:
        """The owner's bytes from page 4 on."""
        end = FIRST_USER_PAGE + self.kind.user_pages if self.kind else len(self.pages)
        return b"".join(self.pages[FIRST_USER_PAGE:end])


def check_byte(part: bytes) -> int:
    """Give the BCC of some UID bytes: all of them XORed (ISO/IEC 14443-3, 6.5.3.4)."""
    return reduce(xor, part)


def uid_of_pages(pages: tuple[bytes, ...]) -> bytes:
    """Take the 7 UID bytes out of pages 0 and 1."""
    return pages[0][:3] + pages[1]


def blank_tag(kind: TagKind, uid: bytes, user: bytes = b"") -> TagImage:
    """Build the whole memory of a new tag; ``user`` begins at page 4 and is filled up with zeros.

    Raises ``ValueError`` for a UID that has not 7 bytes and for more bytes than the tag can hold.
    """
    room = kind.user_pages * PAGE_BYTES
    if len(uid) != 7:
        raise ValueError(f"a {kind.name} has a UID of 7 bytes, not {len(uid)}")
    if len(user) > room:
        raise ValueError(f"{len(user)} bytes do not fit into the {room} of a {kind.name}")
    first, second = uid[:3], uid[3:]
    size = min(room, NTAG216.user_pages * PAGE_BYTES) // 8
    header = (
        first
        + bytes([check_byte(bytes([CASCADE_TAG]) + first)])
        + second
        + bytes([check_byte(second), 0x48, 0, 0])
        + bytes([NDEF_MAGIC, 0x10, size, 0])
    )
    memory = header + user.ljust(room, b"\0")
    pages = tuple(memory[at : at + PAGE_BYTES] for at in range(0, len(memory), PAGE_BYTES))
    return TagImage(uid, pages=pages + kind.tail, kind=kind)


def ntag213(uid: bytes, user: bytes = b"") -> TagImage:
    """Build a real NTAG213: 45 pages, check bytes, capability container ``E1 10 12 00``.

    Without ``user`` it carries what the factory writes.  Raises ``ValueError`` as ``blank_tag`` does.
    """
    return blank_tag(NTAG213, uid, user or FACTORY_USER)


def ntag215(uid: bytes, user: bytes = b"") -> TagImage:
    """Build an NTAG215: 135 pages, 504 bytes for the owner."""
    return blank_tag(NTAG215, uid, user)


def ntag216(uid: bytes, user: bytes = b"") -> TagImage:
    """Build an NTAG216: 231 pages, 888 bytes for the owner."""
    return blank_tag(NTAG216, uid, user)


def ultralight(uid: bytes, user: bytes = b"") -> TagImage:
    """Build a first-generation Mifare Ultralight: 16 pages, no GET_VERSION."""
    return blank_tag(ULTRALIGHT, uid, user)


def ultralight_c(uid: bytes, user: bytes = b"") -> TagImage:
    """Build a Mifare Ultralight C: 48 pages, the last four of them keys, no GET_VERSION."""
    return blank_tag(ULTRALIGHT_C, uid, user)


def kind_of(version: bytes | None, size: int) -> TagKind | None:
    """Tell a tag by its answer to GET_VERSION, or without one by the bytes that it says it has for its owner.

    The version's third byte is the product, its seventh the memory; the others differ between makers.
    """
    if version is None:
        silent = (ULTRALIGHT, ULTRALIGHT_C)
        return next((kind for kind in silent if kind.user_pages * PAGE_BYTES == size), None)
    described = (version[2:3], version[6:7])
    versions = {(kind.version[2:3], kind.version[6:7]): kind for kind in KINDS if kind.version}
    return versions.get(described)
