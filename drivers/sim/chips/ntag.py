"""A simulated Type 2 tag: NTAG21x or Ultralight behind its air interface.

Sources: NTAG213/215/216 data sheet, 8.5 (memory, lock bytes), 8.8 (password) and 10 (commands); MF0UL, 8 and
10; MF0ICU1, 7.6; MF0ICU2, 7.5.  Counters and the triple-DES login of Ultralight C are not simulated.
"""

from __future__ import annotations

from collections.abc import Callable

from drivers.tags import PAGE_BYTES, TagImage, TagKind

READ, FAST_READ, GET_VERSION, WRITE, PWD_AUTH = 0x30, 0x3A, 0x60, 0xA2, 0x1B
ACK, NAK_ARGUMENT = 0xA, 0x0
PAGES_PER_READ = 4
FIRST_DYNAMIC_PAGE = 16


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
        self.programming: Callable[[int, bytes, bytes], bytes] = lambda _page, _old, new: new
        """Says what a page holds after a write, by its number, what it held, and what it should; the tag may
        lose its power meanwhile."""
        self._selected = False
        self._authenticated = False
        known = image.kind is not None and image.kind.pages == self.pages
        self._kind = image.kind if known else None
        """What is behind the owner's pages; None when these are not the pages of its kind."""

    @property
    def selected(self) -> bool:
        """It was chosen by its UID and listens to commands; who is logged in is forgotten with it."""
        return self._selected

    @selected.setter
    def selected(self, is_so: bool) -> None:
        self._selected = is_so
        self._authenticated = False

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
        if code == PWD_AUTH and len(rest) == PAGE_BYTES and version:
            return self._log_in(rest)
        raise Nak(NAK_ARGUMENT)

    @property
    def _is_modern(self) -> bool:
        return self.image.kind is not None and self.image.kind.version is not None

    @property
    def _readable(self) -> int:
        """How many pages a reader gets to see, from page 0 on (8.8.1)."""
        kind = self._kind
        if kind is None:
            return self.pages
        seen = kind.pages - kind.hidden_pages
        return min(seen, self._password_from(kind)) if self._hides_content(kind) else seen

    def _read(self, page: int) -> bytes:
        """Give four pages; after the last page the first one follows (10.2)."""
        readable = self._readable
        if page >= readable:
            raise Nak(NAK_ARGUMENT)
        numbers = ((page + step) % readable for step in range(PAGES_PER_READ))
        return b"".join(self._shown(number) for number in numbers)

    def _fast_read(self, first: int, last: int) -> bytes:
        if first > last or last >= self._readable:
            raise Nak(NAK_ARGUMENT)
        return b"".join(self._shown(number) for number in range(first, last + 1))

    def _shown(self, page: int) -> bytes:
        """Give a page as a reader sees it: password and PACK read as zeros (8.8.1)."""
        if self._is_modern and page >= self.pages - 2:
            return bytes(PAGE_BYTES)
        return bytes(self.memory[page * PAGE_BYTES : (page + 1) * PAGE_BYTES])

    def _write(self, page: int, content: bytes) -> bytes:
        if not 2 <= page < self.pages or self._is_locked(page) or self._is_protected(page):
            raise Nak(NAK_ARGUMENT)
        at = page * PAGE_BYTES
        old = bytes(self.memory[at : at + PAGE_BYTES])
        if page == 2:  # check byte and internal byte stay; lock bits can only be set (8.5.2)
            content = bytes([old[0], old[1], old[2] | content[2], old[3] | content[3]])
        elif page == 3 or self._has_lock_bits(page):  # one-time programmable (8.5.3, 8.5.5)
            content = bytes(was | becomes for was, becomes in zip(old, content, strict=True))
        self.memory[at : at + PAGE_BYTES] = self.programming(page, old, content)
        return bytes([ACK])

    def _has_lock_bits(self, page: int) -> bool:
        kind = self._kind
        return kind is not None and bool(kind.locks) and page == kind.tail_page

    def _is_locked(self, page: int) -> bool:
        """Look at the lock bits: static ones for the pages 3 to 15, dynamic ones for groups after them."""
        if page < FIRST_DYNAMIC_PAGE:
            return page >= 3 and bool(int.from_bytes(self.memory[10:12], "little") >> page & 1)
        kind = self._kind
        if kind is None:
            return False
        bits = int.from_bytes(self._tail(kind)[:3], "little")
        return any(bits >> number & 1 and page in group for number, group in enumerate(kind.locks))

    def _is_protected(self, page: int) -> bool:
        kind = self._kind
        return kind is not None and page >= self._password_from(kind)

    def _password_from(self, kind: TagKind) -> int:
        """Give the first page that is behind the password now."""
        if kind.auth0 is None or self._authenticated:
            return self.pages
        return self._tail(kind)[kind.auth0]

    def _hides_content(self, kind: TagKind) -> bool:
        """Tell whether the password is for reading as well: PROT, or AUTH1 of Ultralight C."""
        if kind.auth0 is None:
            return False
        if self._is_modern:
            return bool(self._tail(kind)[kind.auth0 + 1] & 0x80)
        return not self._tail(kind)[kind.auth0 + PAGE_BYTES] & 1

    def _tail(self, kind: TagKind) -> bytes:
        return bytes(self.memory[kind.tail_page * PAGE_BYTES :])

    def _log_in(self, password: bytes) -> bytes:
        """Compare the password and give PACK (10.7)."""
        secret = self.memory[-2 * PAGE_BYTES :]
        if password != bytes(secret[:PAGE_BYTES]):
            raise Nak(NAK_ARGUMENT)
        self._authenticated = True
        return bytes(secret[PAGE_BYTES : PAGE_BYTES + 2])
