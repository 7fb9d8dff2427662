"""A simulated Type 2 tag: NTAG21x or Ultralight behind its air interface.

Sources: NTAG213/215/216 data sheet, 8.5 (memory, lock bytes) and 10 (commands); MF0ICU1, 7.6.
Dynamic lock bits, passwords and counters are not simulated.
"""

from __future__ import annotations

from drivers.tags import PAGE_BYTES, TagImage

READ, FAST_READ, GET_VERSION, WRITE = 0x30, 0x3A, 0x60, 0xA2
ACK, NAK_ARGUMENT = 0xA, 0x0
PAGES_PER_READ = 4


class Nak(Exception):
    """The tag refuses; four bits are all it says, and it falls asleep after them."""

    def __init__(self, code: int) -> None:
        super().__init__(f"NAK {code:x}")
        self.code = code


class Type2Tag:
    """A tag with memory; not thread-safe, its field takes care of that."""

    def __init__(self, image: TagImage) -> None:
        self.image = image
        """What the tag was when it was made."""
        self.memory = bytearray(b"".join(image.pages))
        self.selected = False
        """It was chosen by its UID and listens to commands."""

    @property
    def pages(self) -> int:
        """How many pages of four bytes there are."""
        return len(self.memory) // PAGE_BYTES

    def command(self, message: bytes) -> bytes | None:
        """Answer a command without its checksum; None when the tag says nothing.

        Raises ``Nak`` for what it refuses.
        """
        if not self.selected or not message or not self.memory:
            return None
        try:
            return self._answer(message[0], message[1:])
        except Nak:
            self.selected = False
            raise

    def _answer(self, code: int, rest: bytes) -> bytes | None:
        version = self.image.kind.version if self.image.kind else None
        if code == READ and len(rest) == 1:
            return self._read(rest[0])
        if code == WRITE and len(rest) == 1 + PAGE_BYTES:
            return self._write(rest[0], rest[1:])
        if code == FAST_READ and len(rest) == 2 and version:
            return self._fast_read(rest[0], rest[1])
        if code == GET_VERSION and not rest and version:
            return version
        raise Nak(NAK_ARGUMENT)

    @property
    def _is_modern(self) -> bool:
        return self.image.kind is not None and self.image.kind.version is not None

    def _read(self, page: int) -> bytes:
        """Give four pages; after the last page the first one follows (10.2)."""
        if page >= self.pages:
            raise Nak(NAK_ARGUMENT)
        numbers = ((page + step) % self.pages for step in range(PAGES_PER_READ))
        return b"".join(self._shown(number) for number in numbers)

    def _fast_read(self, first: int, last: int) -> bytes:
        if first > last or last >= self.pages:
            raise Nak(NAK_ARGUMENT)
        return b"".join(self._shown(number) for number in range(first, last + 1))

    def _shown(self, page: int) -> bytes:
        """Give a page as a reader sees it: password and PACK read as zeros (8.8.1)."""
        if self._is_modern and page >= self.pages - 2:
            return bytes(PAGE_BYTES)
        return bytes(self.memory[page * PAGE_BYTES : (page + 1) * PAGE_BYTES])

    def _write(self, page: int, content: bytes) -> bytes:
        if not 2 <= page < self.pages or self._is_locked(page):
            raise Nak(NAK_ARGUMENT)
        at = page * PAGE_BYTES
        old = self.memory[at : at + PAGE_BYTES]
        if page == 2:  # check byte and internal byte stay; lock bits can only be set (8.5.2)
            content = bytes([old[0], old[1], old[2] | content[2], old[3] | content[3]])
        elif page == 3:  # one-time programmable (8.5.5)
            content = bytes(was | becomes for was, becomes in zip(old, content, strict=True))
        self.memory[at : at + PAGE_BYTES] = content
        return bytes([ACK])

    def _is_locked(self, page: int) -> bool:
        """Look at the static lock bytes: one bit for each of the pages 3 to 15 (8.5.2)."""
        locks = int.from_bytes(self.memory[10:12], "little")
        return 3 <= page <= 15 and bool(locks >> page & 1)
