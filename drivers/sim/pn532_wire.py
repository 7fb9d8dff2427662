"""A simulated PN532 on a serial line within the program: waiting for its bytes moves the time on."""

from __future__ import annotations

import errno

from drivers.buses import SLICE_S
from drivers.sim.agenda import Agenda
from drivers.sim.pn532_end import Hands, Pn532End
from drivers.sim.serial import BYTE_S
from drivers.sim.wire import os_error


class Pn532OnWire(Hands):
    """A chip, its field and its line for a program of a single thread, with the times of a real one."""

    def __init__(self, agenda: Agenda) -> None:
        super().__init__()
        self.end = Pn532End(self.field, agenda.now_s, byte_s=BYTE_S, paced=True)
        self.plugged = True
        self.opened = 0
        """Ports that are open now."""
        self._agenda = agenda
        self.field.listen(self.end.work)

    def open_port(self) -> WirePort:
        """Open the line; raises ``OSError`` while it is unplugged."""
        if not self.plugged:
            raise os_error(errno.ENOENT)
        return WirePort(self, self._agenda)

    def reset(self) -> None:
        """Let the supply dip: the chip forgets everything and sleeps."""
        self.end.reset()

    def unplug(self) -> None:
        """Pull the cable: open ports fail."""
        self.plugged = False

    def plug(self) -> None:
        """Put the cable back in: a fresh chip."""
        self.plugged = True
        self.end.reset()


class WirePort:
    """The host's end; a ``SerialPort``."""

    port = "the simulated wire"

    def __init__(self, wire: Pn532OnWire, agenda: Agenda) -> None:
        self.timeout: float | None = SLICE_S
        self._wire = wire
        self._agenda = agenda
        self._arrived = bytearray()
        self._open = True
        wire.opened += 1

    def read(self, size: int = 1) -> bytes:
        """Give ``size`` bytes, or what came within the timeout."""
        end_s = self._agenda.now_s() + (self.timeout or 0.0)
        self._receive()
        while len(self._arrived) < size and self._agenda.now_s() < end_s:
            next_s = self._wire.end.next_s()
            self._agenda.step(end_s if next_s is None else min(next_s, end_s))
            self._receive()
        taken = bytes(self._arrived[:size])
        del self._arrived[:size]
        return taken

    def write(self, message: bytes) -> int:
        """Send bytes; what they bring about comes after the time they take."""
        self._check()
        self._wire.end.hear(message)
        return len(message)

    def close(self) -> None:
        """Give the line back; may be called twice."""
        self._wire.opened -= self._open
        self._open = False

    def _receive(self) -> None:
        self._check()
        while (frame := self._wire.end.frame()) is not None:
            self._arrived += frame

    def _check(self) -> None:
        if not self._wire.plugged or not self._open:
            raise os_error(errno.EIO)
