"""Commands of NTAG21x and Ultralight tags, over anything that carries them to the selected tag.

Sources: NTAG213/215/216 data sheet, 10 (commands); MF0ICU1, 7.6; NFC Forum Type 2 Tag 1.0, 5.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from drivers.iso14443a import ACK, RETRIES
from drivers.iso14443a_frames import AirError, Garbled, Refused
from drivers.ndef import is_whole
from drivers.tags import CASCADE_TAG, FIRST_USER_PAGE, NDEF_MAGIC, PAGE_BYTES, check_byte

READ, FAST_READ, GET_VERSION, WRITE = 0x30, 0x3A, 0x60, 0xA2
PAGES_PER_READ = 4
VERSION_BYTES = 8
READ_TIMEOUT_S = 0.005
WRITE_TIMEOUT_S = 0.01
MOST_USER_BYTES = 888
"""User memory of the largest tag, NTAG216."""
MOST_PAGES = 15
"""Longest FAST_READ whose answer, with its checksum, fits into the 64 bytes of a reader's FIFO."""


class TagPort(Protocol):
    """A way to the selected tag, with checksums taken care of."""

    def exchange(self, message: bytes, *, timeout_s: float) -> bytes:
        """Give the answer to a command, 0x0A for an ACK; raises ``NoAnswer``, ``Garbled``, ``Refused``."""
        ...


class Ntag:
    """A tag that was selected.  Every command raises ``AirError`` when the tag is gone or refuses."""

    def __init__(self, port: TagPort) -> None:
        self._port = port

    def read(self, page: int) -> bytes:
        """Give four pages, 16 bytes; after the last page of the tag the first one follows (10.2)."""
        return self._ask(bytes([READ, page]), PAGES_PER_READ * PAGE_BYTES)

    def fast_read(self, first: int, last: int) -> bytes:
        """Give the pages from ``first`` to ``last``, at most 15; NTAG21x and Ultralight EV1 only (10.3).

        Raises ``ValueError`` for a range that cannot be.
        """
        if not 0 <= last - first < MOST_PAGES:
            raise ValueError(f"pages {first} to {last} cannot be read at once, only 1 to {MOST_PAGES}")
        return self._ask(bytes([FAST_READ, first, last]), (last - first + 1) * PAGE_BYTES)

    def version(self) -> bytes:
        """Give the eight bytes that tell type and size; first-generation Ultralight refuses (10.1)."""
        return self._ask(bytes([GET_VERSION]), VERSION_BYTES)

    def write(self, page: int, content: bytes) -> None:
        """Write one page; raises ``Refused`` when it is locked, ``ValueError`` for other than four bytes.

        Not tried again by itself: whoever writes reads back and compares (R24).
        """
        if len(content) != PAGE_BYTES:
            raise ValueError(f"a page has {PAGE_BYTES} bytes, not {len(content)}")
        answer = self._port.exchange(bytes([WRITE, page]) + content, timeout_s=WRITE_TIMEOUT_S)
        if answer != bytes([ACK]):
            raise Garbled(f"the answer to writing page {page} is {answer.hex(' ')} and no ACK")

    def _ask(self, command: bytes, size: int) -> bytes:
        """Ask for so many bytes, again when the answer comes damaged: reading changes nothing."""
        for _ in range(RETRIES):
            try:
                return self._ask_once(command, size)
            except Garbled:
                continue
        return self._ask_once(command, size)

    def _ask_once(self, command: bytes, size: int) -> bytes:
        answer = self._port.exchange(command, timeout_s=READ_TIMEOUT_S)
        if len(answer) != size:
            raise Garbled(f"{len(answer)} bytes instead of {size} came for {command.hex(' ')}")
        return answer


def read_memory(tag: Ntag, uid: bytes, hurry: Callable[[], bool]) -> bytes | None:
    """Read user memory from page 4 on: to the end of what is written, of the tag, or 888 bytes.

    None when the tag has no such memory, goes away meanwhile, or ``hurry`` says that it takes too long.
    """
    try:
        head = tag.read(FIRST_USER_PAGE - 1)
    except AirError:
        return None
    formatted = head[0] == NDEF_MAGIC
    room = min(head[2] * 8, MOST_USER_BYTES) if formatted else MOST_USER_BYTES
    memory = head[PAGE_BYTES:]
    while len(memory) < room and not is_whole(memory):
        if hurry():
            return None
        try:
            more = tag.read(FIRST_USER_PAGE + len(memory) // PAGE_BYTES)
        except Refused:
            return None if formatted else memory  # without a stated size it ends at the refusal
        except AirError:
            return None
        if not formatted and (wrapped := _page_0_in(more, uid)) is not None:
            return memory + more[:wrapped]
        memory += more
    return memory[:room]


def _page_0_in(pages: bytes, uid: bytes) -> int | None:
    """Find where reading went past the last page and began at the first one again (10.2)."""
    first = uid[:3] + bytes([check_byte(bytes([CASCADE_TAG]) + uid[:3])])
    starts = range(0, len(pages), PAGE_BYTES)
    return next((at for at in starts if pages[at : at + PAGE_BYTES] == first), None)
