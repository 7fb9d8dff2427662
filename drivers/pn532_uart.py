"""Frames of a PN532 on a serial line (HSU), read exactly as long as they are.

Every wait is a number of slices of ``SLICE_S``, counted by the port itself, never by a clock that may be
moved by hand.  Source: UM0701-02, 6.3.2 (HSU).
"""

from __future__ import annotations

import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from drivers.buses import SerialPort
from drivers.pn532_frames import FLUSH, WAKE, Damaged, Frame, FrameScanner
from drivers.pn532_link import LinkCounts, OpenLine, ReaderGarbled, ReaderGone

SLICE_S = 0.02
"""How long one read waits; longer than a USB adapter holds bytes back."""
GAP_SLICES = 2
"""A frame whose bytes do not go on for so long has broken off."""
BABBLE_BYTES = 2048
"""More than this without one frame that was asked for is no PN532."""
DRAIN_BYTES = 64


@contextmanager
def port_failures(label: str, last_bytes: str = "none") -> Iterator[None]:
    """Turn all that a vanished port raises into ``ReaderGone`` (R41)."""
    try:
        yield
    except (OSError, termios.error, TypeError, ValueError) as error:
        raise ReaderGone(f"{label}: the port is gone ({error}); last bytes: {last_bytes}") from error


def over_uart(open_port: Callable[[], SerialPort]) -> OpenLine:
    """Say how to open the line to a PN532 that is set to HSU; ``open_port`` opens the port anew each time."""

    def open_line(name: str, _counts: LinkCounts) -> UartLine:
        with port_failures(f"reader {name}"):
            port = open_port()
        return UartLine(port, name)

    return open_line


class UartLine:
    """A ``FrameLine`` over a serial port."""

    look_s = 0.1
    """Short, as an answer that gets lost on the wire leaves no trace; beginning anew takes 5 ms."""

    def __init__(self, port: SerialPort, name: str) -> None:
        self.label = f"reader {name} at {getattr(port, 'port', None) or 'its port'}"
        self._port = port
        self._scanner = FrameScanner()
        with port_failures(self.label):
            port.timeout = SLICE_S

    @property
    def last_bytes(self) -> str:
        """The last 16 bytes that came in, as hex for messages."""
        return self._scanner.last_bytes

    def wake(self, *, flush: bool = False) -> None:
        """Send what brings the chip out of power-down; filling up half a frame before takes 25 ms."""
        self.write((FLUSH if flush else b"") + WAKE)

    def write(self, message: bytes) -> None:
        """Send bytes."""
        with port_failures(self.label, self.last_bytes):
            self._port.write(message)

    def frame(self, timeout_s: float, expected: int = 0, *, longer: bool = True) -> Frame | None:
        """Read one frame, exactly as long as it is whatever was expected; None when none begins in time."""
        slices = max(1, round(timeout_s / SLICE_S))
        empty = gap = babble = 0
        while (frame := self._scanner.next()) is None:
            wanted = self._scanner.wanted
            chunk = self._read(wanted)
            self._scanner.feed(chunk)
            babble += len(chunk)
            empty += len(chunk) < wanted
            gap = 0 if chunk else gap + 1
            if babble > BABBLE_BYTES:
                return Damaged("a stream of bytes without frames", whole=False)
            if self._scanner.begun:
                if gap >= GAP_SLICES:
                    return Damaged("a frame that breaks off", whole=False)
            elif empty >= slices:
                return None
        return frame

    def drain(self) -> None:
        """Throw away what comes in, until nothing does for one slice."""
        self._scanner.forget()
        for _ in range(BABBLE_BYTES // DRAIN_BYTES):
            if len(self._read(DRAIN_BYTES)) < DRAIN_BYTES:
                return
        raise ReaderGarbled(f"{self.label}: the line does not fall silent")

    def close(self) -> None:
        """Give the port back, whatever state it is in."""
        with port_failures(self.label, self.last_bytes):
            self._port.close()

    def _read(self, size: int) -> bytes:
        with port_failures(self.label, self.last_bytes):
            return self._port.read(size)
