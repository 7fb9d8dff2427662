"""One conversation with a PN532 over a serial line: commands out, acknowledgements and answers in.

Every wait is a number of slices of ``SLICE_S``, counted by the line itself, never by a clock that
may be moved by hand.  Source: UM0701-02, 6.2 (dialogue, NACK, abort by ACK) and 6.3.2 (HSU).
"""

from __future__ import annotations

import termios
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from drivers.buses import SLICE_S, SerialPort
from drivers.pn532_frames import (
    ACK_FRAME,
    FLUSH,
    NACK_FRAME,
    WAKE,
    Ack,
    Answer,
    Damaged,
    Frame,
    FrameScanner,
    Refusal,
    command_frame,
)
from drivers.ports import DeviceError, DeviceGone

RETRIES = 2
"""How often a command or a bad answer is asked for again before the line is set up anew (R15)."""
ACK_SLICES = 1
"""The chip acknowledges within 15 ms (UM0701-02, 6.2.2)."""
BABBLE_BYTES = 2048
"""More than this without one frame that was asked for is no PN532."""
DRAIN_BYTES = 64


class ReaderGone(DeviceGone):
    """The port itself failed: unplugged, closed, or not there (R41)."""


class ReaderSilent(DeviceGone):
    """The port is there, but no chip answers at it."""


class ReaderGarbled(DeviceError):
    """What comes in makes no sense, even after asking again."""


@dataclass(slots=True)
class LinkCounts:
    """How well the line does; for the status page (R15)."""

    bad_frames: int = 0
    retries: int = 0
    stale_frames: int = 0
    resyncs: int = 0
    losses: int = 0


@contextmanager
def port_failures(label: str, last_bytes: str) -> Iterator[None]:
    """Turn all that a vanished port raises into ``ReaderGone`` (R41)."""
    try:
        yield
    except (OSError, termios.error, TypeError, ValueError) as error:
        raise ReaderGone(f"{label}: the port is gone ({error}); last bytes: {last_bytes}") from error


class Pn532Link:
    """The host's end of the line; owns the open port."""

    def __init__(self, port: SerialPort, name: str, counts: LinkCounts) -> None:
        self._port = port
        self._label = f"reader {name} at {getattr(port, 'port', None) or 'its port'}"
        self._counts = counts
        self._scanner = FrameScanner()

    def wake(self, *, flush: bool = False) -> None:
        """Bring the chip to listen from any state: wake it, end what it is doing, empty the line (R16).

        With ``flush`` first fill up the frame that it may have got only half of; takes 25 ms.
        """
        self._write((FLUSH if flush else b"") + WAKE)
        self.abort()
        self.drain()

    def abort(self) -> None:
        """End the command under way; the chip says nothing to it."""
        self._write(ACK_FRAME)

    def drain(self) -> None:
        """Throw away what comes in, until nothing does for one slice."""
        self._scanner.forget()
        for _ in range(BABBLE_BYTES // DRAIN_BYTES):
            if len(self._read(DRAIN_BYTES)) < DRAIN_BYTES:
                return
        raise ReaderGarbled(f"{self._label}: the line does not fall silent")

    def exchange(self, code: int, payload: bytes = b"", *, timeout_s: float) -> bytes:
        """Send a command and give its answer; raises ``DeviceError`` when there is none in time."""
        self.send(code, payload)
        answer = self.answer(code, slices=max(1, round(timeout_s / SLICE_S)))
        if answer is None:
            raise ReaderSilent(f"{self._label}: no answer to {code:02x} in {timeout_s:g} s; {self._last()}")
        return answer

    def send(self, code: int, payload: bytes = b"") -> None:
        """Send a command until the chip acknowledges it."""
        problem = ""
        for attempt in range(1 + RETRIES):
            self._counts.retries += attempt > 0
            self._write(command_frame(code, payload))
            problem = self._acknowledged()
            if not problem:
                return
        kind = ReaderSilent if problem == "nothing" else ReaderGarbled
        raise kind(f"{self._label}: command {code:02x} was not acknowledged, {problem} came; {self._last()}")

    def answer(self, code: int, *, slices: int) -> bytes | None:
        """Wait for the answer to a command sent before; None when nothing comes in time."""
        asked_again = 0
        while True:
            match self._frame(slices):
                case None:
                    return None
                case Answer(got, payload) if got == code + 1:
                    return payload
                case Refusal():
                    raise ReaderGarbled(f"{self._label}: command {code:02x} is called a syntax error")
                case Damaged() as damaged:
                    self._damaged(damaged)
                    if asked_again == RETRIES:
                        raise ReaderGarbled(f"{self._label}: {damaged.reason}; {self._last()}")
                    asked_again += 1
                    self._counts.retries += 1
                    self._write(NACK_FRAME)
                case _:
                    self._counts.stale_frames += 1

    def close(self) -> None:
        """Give the port back, whatever state it is in."""
        with port_failures(self._label, self._scanner.last_bytes):
            self._port.close()

    def _acknowledged(self) -> str:
        """Wait for the acknowledgement; give what came instead, ``""`` when it came."""
        while True:
            match self._frame(ACK_SLICES):
                case Ack():
                    return ""
                case None:
                    return "nothing"
                case Damaged() as damaged:
                    self._damaged(damaged)
                    return damaged.reason
                case _:
                    self._counts.stale_frames += 1  # the answer to a command that was given up

    def _damaged(self, damaged: Damaged) -> None:
        self._counts.bad_frames += 1
        if not damaged.whole:
            self.drain()

    def _frame(self, slices: int) -> Frame | None:
        """Read one frame, exactly as long as it is; None when none begins within so many slices."""
        empty = babble = 0
        while (frame := self._scanner.next()) is None:
            wanted = self._scanner.wanted
            chunk = self._read(wanted)
            self._scanner.feed(chunk)
            babble += len(chunk)
            empty += len(chunk) < wanted
            if babble > BABBLE_BYTES:
                return Damaged("a stream of bytes without frames", whole=False)
            if empty > slices and self._scanner.begun:
                return Damaged("a frame that breaks off", whole=False)
            if empty >= slices and not self._scanner.begun:
                return None
        return frame

    def _read(self, size: int) -> bytes:
        with port_failures(self._label, self._scanner.last_bytes):
            return self._port.read(size)

    def _write(self, message: bytes) -> None:
        with port_failures(self._label, self._scanner.last_bytes):
            self._port.write(message)

    def _last(self) -> str:
        return f"last bytes: {self._scanner.last_bytes}"
