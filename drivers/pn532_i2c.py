"""Frames of a PN532 on an I2C bus: asked whether one is ready, then read in one transfer.

Every read begins with a status byte; what is not read of a frame is lost and comes again only after a NACK.
A busy or sleeping chip may leave its address unacknowledged.  Source: UM0701-02, 6.2.4 and 6.3.2.
"""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, Protocol

from drivers.pn532_frames import NACK_FRAME, SHORTEST, Damaged, Frame, FrameScanner
from drivers.pn532_link import LinkCounts, OpenLine, ReaderGarbled, ReaderGone, ReaderSilent

ADDRESS = 0x24
READY = 0x01
FIRST_POLL_S, LONGEST_POLL_S = 0.001, 0.01
"""Between questions whether a frame is ready: doubling, as a tap can wait a little (R18)."""
PATIENCE_S = 0.1
"""How long a chip may leave its address unacknowledged before it counts as silent."""
BUSY = (errno.EREMOTEIO, errno.ENXIO, errno.EIO, errno.EAGAIN)
"""What kernels say when nobody acknowledges, or when a transfer was disturbed."""
MOST_STALE = 8
"""Frames that may lie ready at the start, one after the other; a chip holds one."""


class MessageBus(Protocol):
    """The part of an I2C bus that carries plain messages; smbus2's ``SMBus`` is one.  Raises ``OSError``."""

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Carry messages made by ``smbus2.i2c_msg``; what is read goes into them."""
        ...

    def close(self) -> None:
        """Give the bus back."""
        ...


def over_i2c(
    open_bus: Callable[[], MessageBus],
    address: int = ADDRESS,
    nap: Callable[[float], None] = time.sleep,
) -> OpenLine:
    """Say how to open the line to a PN532 that is set to I2C; ``open_bus`` opens the bus anew each time."""

    def open_line(name: str, counts: LinkCounts) -> I2cLine:
        label = f"reader {name} at I2C address 0x{address:02x}"
        with bus_failures(label):
            bus = open_bus()
        return I2cLine(bus, label, counts, address, nap)

    return open_line


@contextmanager
def bus_failures(label: str, last_bytes: str = "none") -> Iterator[None]:
    """Turn all that a missing, forbidden or vanished bus raises into ``ReaderGone`` (R41)."""
    try:
        yield
    except (OSError, TypeError, ValueError) as error:
        raise ReaderGone(f"{label}: the bus is gone ({error}); last bytes: {last_bytes}") from error


class I2cLine:
    """A ``FrameLine`` over an I2C bus.

    Waits are added up from naps, never taken from a clock that may be moved by hand.
    """

    look_s = 0.15
    """Longer than on a serial line: beginning anew takes 15 ms at 100 kHz, in which no tag is looked for."""

    def __init__(
        self,
        bus: MessageBus,
        label: str,
        counts: LinkCounts,
        address: int = ADDRESS,
        nap: Callable[[float], None] = time.sleep,
    ) -> None:
        self.label = label
        self._bus = bus
        self._counts = counts
        self._address = address
        self._nap = nap
        self._scanner = FrameScanner()
        self._last = b""
        self._message: Any = import_module("smbus2").i2c_msg

    @property
    def last_bytes(self) -> str:
        """The first 16 bytes of what was read last, as hex for messages."""
        return self._last[:16].hex(" ") or "none"

    def wake(self, *, flush: bool = False) -> None:
        """Do nothing: its address wakes the chip, and a transfer that ends takes half a frame with it."""

    def write(self, message: bytes) -> None:
        """Send a frame; a chip that is busy or asleep is asked again for a while."""
        for pause_s in _pauses(PATIENCE_S):
            if self._carried(self._message.write(self._address, message)):
                return
            self._nap(pause_s)
        raise ReaderSilent(
            f"{self.label}: nobody acknowledges the address; check its 3.3 V and ground, SDA and SCL, "
            "and that its switches are set to I2C"
        )

    def frame(self, timeout_s: float, expected: int, *, longer: bool = True) -> Frame | None:
        """Wait until a frame is ready and read it, a longer one twice; None when none is in time."""
        if not self._await_ready(timeout_s):
            return None
        frame, missing = self._read_frame(expected)
        if frame is None and missing and longer:
            self.write(NACK_FRAME)
            if not self._await_ready(timeout_s):
                return Damaged("the rest of a frame does not come", whole=True)
            frame, missing = self._read_frame(expected + missing)
        return frame or Damaged("no frame where one was ready", whole=True)

    def drain(self) -> None:
        """Read away what the chip still has to say."""
        for _ in range(MOST_STALE):
            if not self._is_ready():
                return
            self._read_frame(SHORTEST)
        raise ReaderGarbled(f"{self.label}: the chip does not fall silent")

    def close(self) -> None:
        """Give the bus back, whatever state it is in."""
        with bus_failures(self.label, self.last_bytes):
            self._bus.close()

    def _await_ready(self, timeout_s: float) -> bool:
        for pause_s in _pauses(timeout_s):
            if self._is_ready():
                return True
            self._nap(pause_s)
        return self._is_ready()

    def _is_ready(self) -> bool:
        return self._read(1) == bytes([READY])

    def _read_frame(self, size: int) -> tuple[Frame | None, int]:
        """Read a frame of at most ``size`` bytes; give it, or how many bytes more it has."""
        self._last = message = self._read(1 + size)
        self._scanner.forget()
        if message[:1] == bytes([READY]):
            self._scanner.feed(message[1:])
        frame = self._scanner.next()
        return frame, self._scanner.wanted if self._scanner.begun else 0

    def _read(self, size: int) -> bytes:
        """Read the status and what follows it; nothing when the chip does not acknowledge."""
        message = self._message.read(self._address, size)
        return bytes(message) if self._carried(message) else b""

    def _carried(self, message: Any) -> bool:
        """Carry one message; False when the chip does not acknowledge it."""
        try:
            with bus_failures(self.label, self.last_bytes):
                self._bus.i2c_rdwr(message)
        except ReaderGone as gone:
            if not isinstance(gone.__cause__, OSError) or gone.__cause__.errno not in BUSY:
                raise
            self._counts.naks += 1
            return False
        return True


def _pauses(total_s: float) -> Iterator[float]:
    """Give pauses that grow, of so many seconds in all."""
    pause_s = FIRST_POLL_S
    while total_s > 0:
        pause_s = min(pause_s, total_s)
        yield pause_s
        total_s -= pause_s
        pause_s = min(2 * pause_s, LONGEST_POLL_S)
