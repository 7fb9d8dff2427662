"""Card reader: one on USB that types the numbers of tags like a keyboard, read from its event device.

It says when a tag comes and never that one leaves, so a tag counts as lifted a moment after it was typed.
Readers that type ten decimal digits give four bytes of a UID only, of 7-byte tags too: on such a table tags
may be taken for each other (R2), and the same tag has another number on other readers (R4).
Source: Linux input subsystem, input.rst, event-codes.rst and input-event-codes.h.
"""

from __future__ import annotations

import errno
import fcntl
import os
import re
import select
import struct
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, Protocol

from drivers.buses import SLICE_S, deliver
from drivers.ports import CardGone, CardSeen, Clock, DeviceGone, Sink
from drivers.reader_loop import Outages, TurnThread
from drivers.tags import UidError, parse_uid

UidFormat = Literal["decimal10", "decimal10-reversed", "hex", "hex-reversed"]
"""How a reader types a UID: ten decimal digits of four bytes, or all bytes in hex; ``reversed`` is last byte
first."""
EVENT = struct.Struct("@llHHi")
"""``struct input_event``: seconds, microseconds, type, code, value."""
SYN, KEY = 0, 1
DROPPED = 3
PRESSED = 1
ENTER = (28, 96)
# fmt: off
DIGITS = {
    11: "0", 2: "1", 3: "2", 4: "3", 5: "4", 6: "5", 7: "6", 8: "7", 9: "8", 10: "9",
    82: "0", 79: "1", 80: "2", 81: "3", 75: "4", 76: "5", 77: "6", 71: "7", 72: "8", 73: "9",
    30: "a", 48: "b", 46: "c", 32: "d", 18: "e", 33: "f",
}
# fmt: on
"""Letters by key code, of the row above the letters, the keypad, and A to F."""
LONGEST_LINE = 32
UNFINISHED_S = 1.0
"""A number that is not ended within this time since its last key is forgotten."""
STAY_S = 0.3
"""A tag counts as lifted so long after it was typed; some readers type it again while it lies there."""
GRAB = 0x40044590
"""EVIOCGRAB: nobody else gets these keys, so that no number is typed into a terminal."""
READ_BYTES = 64 * EVENT.size


class EventSource(Protocol):
    """An open event device.  Methods raise ``OSError`` once it is gone."""

    def read(self, timeout_s: float) -> bytes:
        """Give events that came, as bytes; none when nothing does in time."""
        ...

    def close(self) -> None:
        """Give the device back."""
        ...


class InputDevice:
    """An event device by its open file."""

    def __init__(self, file: int) -> None:
        self._file = file

    def read(self, timeout_s: float) -> bytes:
        """Give events that came, as bytes; none when nothing does in time."""
        if not select.select([self._file], [], [], timeout_s)[0]:
            return b""
        events = os.read(self._file, READ_BYTES)
        if not events:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return events

    def close(self) -> None:
        """Give the device back, and its keys to others."""
        os.close(self._file)


def grab(file: int) -> None:
    """Keep an event device's keys from everybody else; raises ``OSError`` when somebody else has them."""
    fcntl.ioctl(file, GRAB, 1)


def open_input(path: str, take: Callable[[int], None] = grab) -> InputDevice:
    """Open ``/dev/input/...`` for us alone; raises ``OSError`` when it is missing, forbidden or taken."""
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        take(file)
    except OSError:
        os.close(file)
        raise
    return InputDevice(file)


def uid_of(typed: str, form: UidFormat) -> str:
    """Turn a number as it was typed into the canonical UID; raises ``UidError``."""
    if form.startswith("decimal10"):
        if not re.fullmatch("[0-9]{10}", typed) or int(typed) > 0xFFFFFFFF:
            raise UidError(f"{typed!r} are no ten digits of a number of four bytes")
        typed = f"{int(typed):08x}"
    uid = parse_uid(typed)
    return bytes.fromhex(uid)[::-1].hex() if form.endswith("reversed") else uid


@dataclass(slots=True)
class KeyCounts:
    """How often what went wrong, since the start; for the status page."""

    bad_numbers: int = 0
    """Lines that are no UID in the format that was set."""
    lost_keys: int = 0
    """The kernel had to drop events, or a number was not ended."""
    losses: int = 0


class Keyboard:
    """Turns event bytes into the lines that were typed."""

    def __init__(self, counts: KeyCounts) -> None:
        self._counts = counts
        self._bytes = b""
        self._line = ""
        self._torn = False
        self._last_s = 0.0

    def feed(self, chunk: bytes, at_s: float) -> Iterator[str]:
        """Take bytes as they come, and give each line that ends in them."""
        if self._line and at_s - self._last_s > UNFINISHED_S:
            self._counts.lost_keys += 1
            self._line = ""
        self._bytes += chunk
        whole = len(self._bytes) // EVENT.size * EVENT.size
        events, self._bytes = self._bytes[:whole], self._bytes[whole:]
        for _seconds, _micros, kind, code, value in EVENT.iter_unpack(events):
            self._last_s = at_s
            if kind == SYN and code == DROPPED:
                self._counts.lost_keys += 1
                self._torn = True
            elif kind == KEY and value == PRESSED:
                yield from self._press(code)

    def forget(self) -> None:
        """Drop what is not complete."""
        self._bytes, self._line, self._torn = b"", "", False

    def _press(self, code: int) -> Iterator[str]:
        if code not in ENTER:
            self._line = (self._line + DIGITS.get(code, ""))[:LONGEST_LINE]
            return
        line, self._line = self._line, ""
        torn, self._torn = self._torn, False
        if line and not torn:
            yield line


class UsbReader:
    """Reports tags that a USB reader types, from a thread of its own.

    ``open_device`` opens the event device anew each time it is called, such as
    ``lambda: open_input("/dev/input/by-id/usb-...-event-kbd")``.
    """

    def __init__(
        self,
        name: str,
        open_device: Callable[[], EventSource],
        clock: Clock,
        form: UidFormat = "decimal10",
        stay_s: float = STAY_S,
    ) -> None:
        self.name = name
        self.counts = KeyCounts()
        self._open_device = open_device
        self._clock = clock
        self._form: UidFormat = form
        self._stay_s = stay_s
        self._keyboard = Keyboard(self.counts)
        self._outages = Outages(name, clock)
        self._thread = TurnThread(f"reader-{name}", clock, self.turn, self.end)
        self._device: EventSource | None = None
        self._lying: tuple[str, float] | None = None

    def start(self, sink: Sink) -> None:
        """Begin to listen; a missing reader is reported as ``ReaderLost``, never raised (R22)."""
        self._outages.sink = sink
        self._thread.start()

    def hung_s(self) -> float:
        """Give how long its thread has hung, as ``drivers.pulse.Watched`` says."""
        return self._thread.hung_s()

    def close(self) -> None:
        """Stop within two seconds; may be called twice."""
        self._thread.close()

    def turn(self) -> float:
        """Listen for a moment, or try to open the device; give the seconds until the next turn."""
        try:
            if self._device is None:
                self._device = self._open_device()
            chunk = self._device.read(SLICE_S)
        except (OSError, TypeError, ValueError) as error:
            self._let_go(self._clock.now_s())
            return self._trouble(error)
        self._outages.back()
        at_s = self._clock.now_s()
        self._let_go(at_s)
        for line in self._keyboard.feed(chunk, at_s):
            self._typed(line, at_s)
        return 0.0

    def end(self) -> None:
        """Give the device back; the next turn opens it again."""
        device, self._device = self._device, None
        self._keyboard.forget()
        if device:
            with suppress(OSError):
                device.close()

    def _trouble(self, error: Exception) -> float:
        absent = self._device is None
        self.counts.losses += not self._outages.lasting
        self.end()
        gone = DeviceGone(f"reader {self.name}: its event device cannot be read ({error})")
        return self._outages.lost(str(gone), absent=absent)

    def _typed(self, line: str, at_s: float) -> None:
        """Report a tag; one that is typed again is still there (R9)."""
        try:
            uid = uid_of(line, self._form)
        except UidError:
            self.counts.bad_numbers += 1
            return
        before = self._lying
        self._lying = (uid, at_s + self._stay_s)
        if before and before[0] == uid:
            return
        if before:
            deliver(self._outages.sink, CardGone(self.name, before[0], at_s))
        deliver(self._outages.sink, CardSeen(self.name, uid, at_s))

    def _let_go(self, at_s: float) -> None:
        """Take a tag for lifted when its time is up."""
        if self._lying and at_s >= self._lying[1]:
            uid, self._lying = self._lying[0], None
            deliver(self._outages.sink, CardGone(self.name, uid, at_s))
