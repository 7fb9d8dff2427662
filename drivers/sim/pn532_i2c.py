"""A simulated PN532 on a simulated I2C bus."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from drivers.sim.faults import LineFaults, Spoiler
from drivers.sim.i2c import SimI2CBus, SimI2CPort
from drivers.sim.pn532_end import Hands, Pn532End
from drivers.sim.wire import os_error

ADDRESS = 0x24
READY, NOT_READY, RELEASED = 0x01, 0x00, 0xFF


class Pn532OnI2c(Hands):
    """A chip and its field at 0x24 of a bus; thread-safe.

    ``now_s`` is the time it lives in; ``paced`` gives tags the time that they really take.  What is not
    read of a frame is lost.  Asleep, it wakes at the first transfer and leaves that one unacknowledged.
    """

    def __init__(
        self,
        bus: SimI2CBus | None = None,
        now_s: Callable[[], float] = time.monotonic,
        *,
        paced: bool = False,
    ) -> None:
        super().__init__()
        self.bus = bus or SimI2CBus()
        self.end = Pn532End(self.field, now_s, paced=paced)
        self.deaf = False
        """Nothing is ever ready."""
        self._refusals = 0
        self._error = errno.EREMOTEIO
        self._frame: bytes | None = None
        self._lock = threading.RLock()
        self.plug()
        self.field.listen(self._field_changed)

    def open_bus(self) -> SimI2CPort:
        """Open the bus it hangs on."""
        return self.bus.open()

    def spoil(self, *spoilers: Spoiler) -> None:
        """Spoil the next frames to the host, one after the other."""
        with self._lock:
            self.end.faults.spoil(*spoilers)

    @contextmanager
    def faults(self) -> Iterator[LineFaults]:
        """Change the faults of its answers."""
        with self._lock:
            yield self.end.faults

    def refuse(self, times: int, error: int = errno.EREMOTEIO) -> None:
        """Let the next transfers fail, as when the chip is busy and does not acknowledge them."""
        with self._lock:
            self._refusals, self._error = times, error

    def reset(self) -> None:
        """Let the supply dip: the chip forgets everything and sleeps."""
        with self._lock:
            self._frame = None
            self.end.reset()

    def unplug(self) -> None:
        """Pull it off the bus."""
        self.bus.detach(ADDRESS)

    def plug(self) -> None:
        """Hang it on the bus: a fresh chip."""
        self.reset()
        self.bus.attach(ADDRESS, self)

    # -- the bus's side ------------------------------------------------------------------
    def write(self, message: bytes) -> None:
        """Take what the host sends."""
        with self._lock:
            self._acknowledge()
            self._frame = None
            self.end.hear(message, whole=True)

    def read(self, size: int) -> bytes:
        """Give the status, and of a frame that is ready as much as is read."""
        with self._lock:
            self._acknowledge()
            if self._frame is None and not self.deaf:
                self._frame = self.end.frame()
            if self._frame is None:
                return bytes([NOT_READY]).ljust(size, b"\x00")
            if size == 1:
                return bytes([READY])
            frame, self._frame = self._frame, None
            return (bytes([READY]) + frame[: size - 1]).ljust(size, bytes([RELEASED]))

    def _field_changed(self) -> None:
        with self._lock:
            self.end.work()

    def _acknowledge(self) -> None:
        """Raise ``OSError`` when it does not listen to its address."""
        if not self.end.awake:
            self.end.wake()
            raise os_error(errno.EREMOTEIO)
        if self._refusals:
            self._refusals -= 1
            raise os_error(self._error)
