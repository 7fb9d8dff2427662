"""Frames of a PN532 on a serial line (HSU), read exactly as long as they are.

Every wait is a number of slices of ``SLICE_S``, counted by the port itself, never by a clock that may be
moved by hand.  Source: UM0701-02, 6.3.2 (HSU).
"""

from __future__ import annotations

import termios
from collections.abc import Callable

from drivers.buses import SerialPort
from drivers.pn532_frames import FLUSH, WAKE, Damaged, Frame, FrameScanner
from drivers.pn532_link import LinkCounts, OpenLine, ReaderGarbled, ReaderGone

SLICE_S = 0.02
"""How long one read waits; longer than a USB adapter holds bytes back."""
LONG_SLICE_S = 0.07
"""The same for the first byte of what comes late or never, so that an empty field wakes nobody (R18)."""
LONG_SLICES = 2
"""So many of them make a look; whatever waits as long does it so, too."""
GAP_SLICES = 2
"""A frame whose bytes do not go on for so long has broken off."""
BABBLE_BYTES = 2048
"""More than this without one frame that was asked for is no PN532."""
DRAIN_BYTES = 64


FAILURES = (OSError, termios.error, TypeError, ValueError)
"""All that a vanished port raises (R41)."""


def gone(label: str, error: Exception, last_bytes: str = "none") -> ReaderGone:
    """Say in one sentence that the port failed."""
    return ReaderGone(f"{label}: the port is gone ({error}); last bytes: {last_bytes}")


def over_uart(open_port: Callable[[], SerialPort]) -> OpenLine:
    """Say how to open the line to a PN532 that is set to HSU; ``open_port`` opens the port anew each time."""

    def open_line(name: str, _counts: LinkCounts) -> UartLine:
        try:
            return UartLine(open_port(), name)
        except FAILURES as error:
            raise gone(f"reader {name}", error) from error

    return open_line


class UartLine:
    """A ``FrameLine`` over a serial port."""

    look_s = LONG_SLICES * LONG_SLICE_S
    """Short, as an answer that gets lost on the wire leaves no trace; beginning anew takes 5 ms."""

    def __init__(self, port: SerialPort, name: str) -> None:
        self.label = f"reader {name} at {getattr(port, 'port', None) or 'its port'}"
        self._port = port
        self._scanner = FrameScanner()
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
        try:
            self._port.write(message)
        except FAILURES as error:
            raise self._gone(error) from error

    def frame(self, timeout_s: float, expected: int = 0, *, longer: bool = True) -> Frame | None:
        """Read one frame, exactly as long as it is whatever was expected; None when none begins in time."""
        slices = max(1, round(timeout_s / SLICE_S))
        if timeout_s >= self.look_s and self._scanner.empty:
            if not self._begins(round(timeout_s / LONG_SLICE_S)):
                return None
            slices = GAP_SLICES
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
        try:
            self._port.close()
        except FAILURES as error:
            raise self._gone(error) from error

    def _begins(self, slices: int) -> bool:
        """Wait for the first byte of a frame, in long slices; False when none comes."""
        self._wait_in(LONG_SLICE_S)
        byte = next((byte for _ in range(slices) if (byte := self._read(1))), b"")
        self._scanner.feed(byte)
        self._wait_in(SLICE_S)
        return bool(byte)

    def _wait_in(self, slice_s: float) -> None:
        try:
            self._port.timeout = slice_s
        except FAILURES as error:
            raise self._gone(error) from error

    def _read(self, size: int) -> bytes:
        try:
            return self._port.read(size)
        except FAILURES as error:
            raise self._gone(error) from error

    def _gone(self, error: Exception) -> ReaderGone:
        return gone(self.label, error, self.last_bytes)
