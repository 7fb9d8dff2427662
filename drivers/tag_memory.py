"""What a Type 2 tag lets be written, and the order in which it is written (R24).

Sources: NFC Forum Type 2 Tag 1.0, 6.1 (capability container) and 6.4 (writing); NTAG213/215/216 data sheet,
8.5 (lock bytes) and 8.8 (password); MF0UL, 8.5; MF0ICU2, 7.5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from drivers.iso14443a_frames import AirError, Refused
from drivers.ndef import NdefError, length_at
from drivers.ntag import MOST_USER_BYTES, PAGES_PER_READ, Ntag
from drivers.ports import TagLocked, TagProtected, TagUnfit
from drivers.tags import FIRST_USER_PAGE, NDEF_MAGIC, PAGE_BYTES, TagKind, kind_of

NO_WRITING = 0x0F
"""Lower half of the capability container's last byte: 0 is free, all else read-only."""
FIRST_DYNAMIC_PAGE = 16
"""Pages before this one have static lock bits, in page 2."""
NO_PASSWORD = 0x100

Select = Callable[[], Ntag]
"""Selects a tag anew, whatever was done to it; raises ``AirError`` when it is not there alone."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found on a tag."""

    memory: bytes
    """All that is the owner's, from page 4 on."""
    locked: frozenset[int] = frozenset()
    """Pages that are write-protected."""
    password_from: int = NO_PASSWORD
    """First page that cannot be written without a password."""


@dataclass(frozen=True, slots=True)
class Write:
    """One page to be written."""

    page: int
    content: bytes


def survey(select: Select) -> Survey:
    """Look a tag over; nothing is written.

    Raises ``TagUnfit`` for a tag that holds no records, ``TagLocked`` for one that says it is read-only,
    ``TagProtected`` for one that cannot be read, ``AirError`` when contact is bad, and what readers raise.
    """
    head = select().read(0)
    size = _stated_size(head)
    kind = kind_of(_version_of(select), size)
    if kind:
        size = min(size, kind.user_pages * PAGE_BYTES)  # what is behind them must not be written by mistake
    try:
        memory = read_area(select(), size)
    except Refused:
        raise TagProtected("The tag can be read with its password only: take another one.") from None
    if _begins_again(head, memory) is not None:
        raise TagProtected("The tag can be read in part only: take another one.")
    static = int.from_bytes(head[10:12], "little")
    locked = frozenset(p for p in range(FIRST_USER_PAGE, FIRST_DYNAMIC_PAGE) if static >> p & 1)
    dynamic, password_from = _protection(kind, head, select) if kind else (frozenset[int](), NO_PASSWORD)
    return Survey(memory, locked | dynamic, password_from)


def _stated_size(head: bytes) -> int:
    """Give the bytes for the owner that the capability container tells of; raises ``WriteError``."""
    magic, _version, eighths, access = head[12:]
    if magic != NDEF_MAGIC or not eighths:
        raise TagUnfit("The tag is not made ready for records (NDEF): take another one, such as an NTAG213.")
    if access & NO_WRITING:
        raise TagLocked("The tag is set to read-only: take another one.")
    return min(eighths * 8, MOST_USER_BYTES)


def _begins_again(head: bytes, content: bytes) -> int | None:
    """Find where page 0 comes in what was read: there is the end of what may be read without a password."""
    return next(
        (at for at in range(0, len(content), PAGE_BYTES) if _page(content, at) == _page(head, 0)), None
    )


def read_area(tag: Ntag, size: int) -> bytes:
    """Read so many bytes from page 4 on, and no page behind them; raises ``AirError``."""
    memory = b""
    end = FIRST_USER_PAGE + size // PAGE_BYTES
    while len(memory) < size:
        page = FIRST_USER_PAGE + len(memory) // PAGE_BYTES
        first = max(FIRST_USER_PAGE, min(page, end - PAGES_PER_READ))
        memory += tag.read(first)[(page - first) * PAGE_BYTES :]
    return memory[:size]


def check(found: Survey, todo: tuple[Write, ...]) -> None:
    """Raise ``TagLocked`` or ``TagProtected`` when a page cannot be written, before any is."""
    pages = {write.page for write in todo}
    if pages & found.locked:
        raise TagLocked("The tag is locked where it has to be written: take another one.")
    if max(pages, default=0) >= found.password_from:
        raise TagProtected("The tag is protected by a password: take another one.")


def writes(now: bytes, target: bytes) -> tuple[Write, ...]:
    """Give the pages to be written, in order, for a memory to become another one of the same length.

    First the length of the message is set to 0, then everything else is written, then the length: whoever
    reads the tag in between finds no message instead of half of one (R24).  When a single page differs
    there is no in between.
    """
    differing = [at for at in range(0, len(now), PAGE_BYTES) if _page(now, at) != _page(target, at)]
    if len(differing) < 2:
        return tuple(_write(target, at) for at in differing)
    lengths = {at for at in (_length_at(now), _length_at(target)) if at is not None}
    blank = bytearray(now)
    for at in lengths:
        blank[at] = 0
    edges = sorted({at - at % PAGE_BYTES for at in lengths})
    rest = [at for at in differing if at not in edges]
    return (
        *(_write(bytes(blank), at) for at in edges if _page(now, at) != _page(bytes(blank), at)),
        *(_write(target, at) for at in rest),
        *(_write(target, at) for at in reversed(edges) if _page(bytes(blank), at) != _page(target, at)),
    )


def _length_at(memory: bytes) -> int | None:
    """Give the place of the message's length, None when there is no message."""
    try:
        return length_at(memory)
    except NdefError:
        return None


def _page(memory: bytes, at: int) -> bytes:
    return memory[at : at + PAGE_BYTES]


def _write(memory: bytes, at: int) -> Write:
    return Write(FIRST_USER_PAGE + at // PAGE_BYTES, _page(memory, at))


def _version_of(select: Select) -> bytes | None:
    """Ask a tag what it is; None when it does not know the question, after which it must be selected anew."""
    tag = select()
    try:
        return tag.version()
    except AirError:
        return None


def _protection(kind: TagKind, head: bytes, select: Select) -> tuple[frozenset[int], int]:
    """Read lock bits and password settings behind the owner's pages, as far as they may be read."""
    if kind.auth0 is None:
        return frozenset(), NO_PASSWORD
    try:
        tail = select().read(kind.tail_page)
    except Refused:
        return frozenset(), NO_PASSWORD
    bits = int.from_bytes(tail[:PAGE_BYTES], "little")
    hidden = _begins_again(head, tail)
    password_from = tail[kind.auth0] if hidden is None else kind.tail_page + hidden // PAGE_BYTES
    return frozenset(_locked(kind.locks, bits)), password_from


def _locked(locks: tuple[range, ...], bits: int) -> Iterator[int]:
    for number, pages in enumerate(locks):
        if bits >> number & 1:
            yield from pages
