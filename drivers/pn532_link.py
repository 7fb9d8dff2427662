"""One dialogue with a PN532: commands out, acknowledgements and answers in, whatever carries its frames.

Source: UM0701-02, 6.2 (dialogue, NACK, abort by ACK).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from drivers.pn532_frames import (
    ACK_FRAME,
    NACK_FRAME,
    SHORTEST,
    Ack,
    Answer,
    Damaged,
    Frame,
    Refusal,
    command_frame,
)
from drivers.ports import DeviceError, DeviceGone

RETRIES = 2
"""How often a command or a bad answer is asked for again before the line is set up anew (R15)."""
SILENT_RETRIES = 1
"""The same when nothing comes at all: most likely the chip was reset and waits for more than that."""
ACK_TIMEOUT_S, HASTY_ACK_TIMEOUT_S = 0.06, 0.04
"""The chip acknowledges within 15 ms (UM0701-02, 6.2.2); a USB adapter hands bytes on up to 16 ms later.

The shorter one is for when silence most likely means that the chip was reset, and a tag may be waiting.
"""

AROUND_ANSWER = 9
"""Bytes of a frame beside those of the answer in it: preamble to length check, codes, check, postamble."""
USUAL_ANSWER = 30
"""Bytes that hold a list of two tags, and four pages of one."""


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
    silences: int = 0
    """Commands to which nothing came."""
    naks: int = 0
    """Transfers that an I2C chip did not acknowledge."""
    resyncs: int = 0
    losses: int = 0


class FrameLine(Protocol):
    """What carries frames to and from one chip; owns the open port.

    Every method may raise ``ReaderGone`` when the port fails, and ends within its timeout, or 0.5 s.
    """

    @property
    def label(self) -> str:
        """Name of the reader and its port, for messages."""
        ...

    @property
    def look_s(self) -> float:
        """How long one look without end goes on; a lost answer or a reset costs a tap hardly more."""
        ...

    @property
    def last_bytes(self) -> str:
        """The last bytes that came in, as hex for messages."""
        ...

    def wake(self, *, flush: bool) -> None:
        """Make the chip listen; with ``flush`` first fill up the frame that it may have got half of."""
        ...

    def write(self, message: bytes) -> None:
        """Send a whole frame."""
        ...

    def frame(self, timeout_s: float, expected: int, *, longer: bool = True) -> Frame | None:
        """Give the next frame, None when none begins in time.

        It is expected to have so many bytes; one with more is of interest only if ``longer``.
        """
        ...

    def drain(self) -> None:
        """Throw away what comes in until nothing does; raises ``ReaderGarbled`` when there is no end."""
        ...

    def close(self) -> None:
        """Give the port back, whatever state it is in."""
        ...


OpenLine = Callable[[str, LinkCounts], FrameLine]
"""Opens the line to the reader of a name; raises ``ReaderGone``."""


class Pn532Link:
    """The host's end of the dialogue; owns the line."""

    def __init__(self, line: FrameLine, counts: LinkCounts) -> None:
        self._line = line
        self._counts = counts

    @property
    def look_s(self) -> float:
        """How long one look without end goes on."""
        return self._line.look_s

    def wake(self, *, flush: bool = False) -> None:
        """Bring the chip to listen from any state: wake it, end what it is doing, empty the line (R16)."""
        self._line.wake(flush=flush)
        self.abort()
        self._line.drain()

    def abort(self) -> None:
        """End the command under way; the chip says nothing to it."""
        self._line.write(ACK_FRAME)

    def exchange(
        self,
        code: int,
        payload: bytes = b"",
        *,
        timeout_s: float,
        expected: int = USUAL_ANSWER,
        hasty: bool = False,
    ) -> bytes:
        """Send a command and give its answer; raises ``DeviceError`` when there is none in time.

        ``expected`` is how many bytes the answer will most likely have; it may have others.  ``hasty`` as in
        ``send``.
        """
        self.send(code, payload, hasty=hasty)
        answer = self.answer(code, timeout_s=timeout_s, expected=expected)
        if answer is None:
            self._counts.silences += 1
            raise ReaderSilent(
                f"{self._line.label}: no answer to {code:02x} in {timeout_s:g} s; {self._last()}"
            )
        return answer

    def send(self, code: int, payload: bytes = b"", *, hasty: bool = False) -> None:
        """Send a command until the chip acknowledges it; raises ``DeviceError`` when it does not.

        With ``hasty`` a chip that says nothing is not asked again: there is no time to lose.
        """
        problem, silent_retries = "", 0 if hasty else SILENT_RETRIES
        patience_s = HASTY_ACK_TIMEOUT_S if hasty else ACK_TIMEOUT_S
        for attempt in range(1 + RETRIES):
            self._counts.retries += attempt > 0
            self._line.write(command_frame(code, payload))
            problem = self._acknowledged(patience_s)
            if not problem:
                return
            if problem == "nothing":
                self._counts.silences += 1
                if attempt >= silent_retries:
                    break
        kind = ReaderSilent if problem == "nothing" else ReaderGarbled
        raise kind(
            f"{self._line.label}: command {code:02x} was not acknowledged, {problem} came; {self._last()}"
        )

    def answer(self, code: int, *, timeout_s: float, expected: int = USUAL_ANSWER) -> bytes | None:
        """Wait for the answer to a command sent before; None when nothing comes in time."""
        asked_again = 0
        while True:
            match self._line.frame(timeout_s, AROUND_ANSWER + expected):
                case None:
                    return None
                case Answer(got, payload) if got == code + 1:
                    return payload
                case Refusal():
                    raise ReaderGarbled(f"{self._line.label}: command {code:02x} is called a syntax error")
                case Damaged() as damaged:
                    self._damaged(damaged)
                    if asked_again == RETRIES:
                        raise ReaderGarbled(f"{self._line.label}: {damaged.reason}; {self._last()}")
                    asked_again += 1
                    self._counts.retries += 1
                    self._line.write(NACK_FRAME)
                case _:
                    self._counts.stale_frames += 1

    def close(self) -> None:
        """Give the port back, whatever state it is in."""
        self._line.close()

    def _acknowledged(self, timeout_s: float) -> str:
        """Wait for the acknowledgement; give what came instead, ``""`` when it came."""
        while True:
            match self._line.frame(timeout_s, SHORTEST, longer=False):
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
            self._line.drain()

    def _last(self) -> str:
        return f"last bytes: {self._line.last_bytes}"
