"""What can go wrong on the wires of a simulated reader, each on request."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

Spoiler = Callable[[bytes], bytes]
"""Takes a frame the chip sends, gives what arrives."""


def torn(keep: int) -> Spoiler:
    """Let only the first bytes of a frame arrive."""
    return lambda frame: frame[:keep]


def flipped(byte: int, bit: int = 0) -> Spoiler:
    """Turn one bit over; bytes count from the start of the frame and wrap."""

    def flip(frame: bytes) -> bytes:
        if not frame:
            return frame
        at = byte % len(frame)
        return frame[:at] + bytes([frame[at] ^ 1 << bit]) + frame[at + 1 :]

    return flip


def lost(frame: bytes) -> bytes:
    """Let nothing of a frame arrive."""
    return b""


def intact(frame: bytes) -> bytes:
    """Let a frame through."""
    return frame


class LineFaults:
    """The faults that are to come; belongs to one line and is changed under its lock."""

    def __init__(self) -> None:
        self.late_s = 0.0
        """Every answer comes so much later."""
        self.always: Spoiler = intact
        """Applied to every frame for which no other spoiler waits."""
        self.leave_after: int | None = None
        """After so many more bytes to the host all tags leave the field."""
        self._next: deque[Spoiler] = deque()
        self._next_heard: deque[Spoiler] = deque()

    def spoil(self, *spoilers: Spoiler) -> None:
        """Spoil the next frames to the host, acknowledgements counted, one after the other."""
        self._next.extend(spoilers)

    def mishear(self, *spoilers: Spoiler) -> None:
        """Spoil the next messages from the host, one after the other."""
        self._next_heard.extend(spoilers)

    def heard(self, message: bytes) -> bytes:
        """Say what the chip gets of a message."""
        return self._next_heard.popleft()(message) if message and self._next_heard else message

    def arriving(self, frame: bytes) -> bytes:
        """Say what arrives of a frame."""
        spoiler = self._next.popleft() if self._next else self.always
        return spoiler(frame)
