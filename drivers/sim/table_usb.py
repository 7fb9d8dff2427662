"""A simulated USB reader that types the numbers of tags, as its event device gives them."""

from __future__ import annotations

import errno
import threading

from drivers.sim.chips.ntag import Type2Tag
from drivers.sim.wire import os_error
from drivers.tags import TagImage
from drivers.usb_reader import DIGITS, ENTER, EVENT, KEY, SYN, UidFormat

CODES = {letter: code for code, letter in reversed(DIGITS.items())}
"""Key code by letter; of the row above the letters where there are two."""
DOWN, UP = 1, 0


class SimUsbReader:
    """The reader and its cable; thread-safe.  It types a tag once when it is laid down.

    It says nothing of a tag that is lifted; of two at once it hears neither.
    """

    def __init__(self, form: UidFormat = "decimal10") -> None:
        self._form = form
        self._plugged = True
        self._events = b""
        self._change = threading.Condition()

    def open_device(self) -> SimEventDevice:
        """Open its event device; raises ``OSError`` while it is unplugged."""
        with self._change:
            if not self._plugged:
                raise os_error(errno.ENOENT)
        return SimEventDevice(self)

    def place_many(self, *tags: TagImage | Type2Tag) -> None:
        """Lay tags down in the same moment."""
        if len(tags) == 1:
            tag = tags[0]
            image = tag.image if isinstance(tag, Type2Tag) else tag
            self.type(typed(bytes.fromhex(image.uid_hex), self._form))

    def type(self, text: str) -> None:
        """Type a line, every key down and up."""
        with self._change:
            for code in (*(CODES[letter] for letter in text), ENTER[0]):
                for level in (DOWN, UP):
                    self._events += EVENT.pack(0, 0, KEY, code, level) + EVENT.pack(0, 0, SYN, 0, 0)
            self._change.notify_all()

    def lift(self) -> None:
        """Take every tag away, of which it takes no note."""

    def unplug(self) -> None:
        """Pull the cable: the open device fails, its path is gone."""
        with self._change:
            self._plugged, self._events = False, b""
            self._change.notify_all()

    def plug(self) -> None:
        """Put the cable back in."""
        with self._change:
            self._plugged = True

    def reset(self) -> None:
        """Let the supply dip: what it was typing is lost."""
        with self._change:
            self._events = b""

    def take(self, timeout_s: float) -> bytes:
        """Give the events that came, none when nothing does in time; raises ``OSError`` once it is gone."""
        with self._change:
            self._change.wait_for(lambda: self._events or not self._plugged, timeout_s)
            if not self._plugged:
                raise os_error(errno.ENODEV)
            events, self._events = self._events, b""
            return events


class SimEventDevice:
    """Its event device, open; an ``EventSource``."""

    def __init__(self, reader: SimUsbReader) -> None:
        self._reader = reader
        self._is_open = True

    def read(self, timeout_s: float) -> bytes:
        """Give events that came, as bytes; none when nothing does in time."""
        if not self._is_open:
            raise os_error(errno.EBADF)
        return self._reader.take(timeout_s)

    def close(self) -> None:
        """Give the device back; may be called twice."""
        self._is_open = False


def typed(uid: bytes, form: UidFormat) -> str:
    """Say what such a reader types for a UID: of one that is longer, ten digits tell the first four bytes."""
    ordered = uid[::-1] if form.endswith("reversed") else uid
    if form.startswith("decimal10"):
        four = uid[:4][::-1] if form.endswith("reversed") else uid[:4]
        return f"{int.from_bytes(four):010d}"
    return ordered.hex()
