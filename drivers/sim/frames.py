"""The chip's end of PN532 frames, decoded byte by byte; written apart from the driver's own codec."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

ACK_BYTES = bytes.fromhex("0000ff00ff00")
ERROR_BYTES = bytes.fromhex("0000ff01ff7f8100")


@dataclass(frozen=True, slots=True)
class Command:
    """A frame from the host."""

    code: int
    payload: bytes


class Signal(Enum):
    """What the host says without a body."""

    ACK = auto()
    """It has had enough: end the command."""
    NACK = auto()
    """Send the last answer again."""


class _At(Enum):
    PREAMBLE = auto()
    START = auto()
    LENGTH = auto()
    LENGTH_CHECK = auto()
    BODY = auto()
    CHECK = auto()


def answer_bytes(code: int, payload: bytes) -> bytes:
    """Wrap an answer for the host; bodies over 255 bytes take an extended frame."""
    body = bytes([0xD5, code + 1]) + payload
    size = len(body)
    if size <= 0xFF:
        head = bytes([size, (0x100 - size) % 0x100])
    else:
        high, low = divmod(size, 0x100)
        head = bytes([0xFF, 0xFF, high, low, (0x200 - high - low) % 0x100])
    return b"\x00\x00\xff" + head + body + bytes([(0x10000 - sum(body)) % 0x100, 0x00])


class HostFrames:
    """Takes bytes as they come and gives what they said; asleep it waits for 0x55 (UM0701-02, 6.3.2.3)."""

    def __init__(self) -> None:
        self.awake = True
        self._at = _At.PREAMBLE
        self._length = 0
        self._body = bytearray()

    def sleep(self) -> None:
        """Fall asleep and forget what was read."""
        self.awake = False
        self.restart()

    def restart(self) -> None:
        """Forget what was read of a frame."""
        self._at = _At.PREAMBLE

    def take(self, byte: int) -> Command | Signal | None:
        """Take one byte; damaged frames are dropped without a word, as the chip does."""
        if not self.awake:
            self.awake = byte == 0x55
            return None
        match self._at:
            case _At.PREAMBLE:
                self._at = _At.START if byte == 0x00 else _At.PREAMBLE
            case _At.START:
                self._at = {0x00: _At.START, 0xFF: _At.LENGTH}.get(byte, _At.PREAMBLE)
            case _At.LENGTH:
                self._length, self._at = byte, _At.LENGTH_CHECK
            case _At.LENGTH_CHECK:
                return self._length_check(byte)
            case _At.BODY:
                self._body.append(byte)
                if len(self._body) == self._length:
                    self._at = _At.CHECK
            case _At.CHECK:
                return self._check(byte)
        return None

    def _length_check(self, byte: int) -> Signal | None:
        self._at = _At.PREAMBLE
        if (self._length, byte) == (0x00, 0xFF):
            return Signal.ACK
        if (self._length, byte) == (0xFF, 0x00):
            return Signal.NACK
        if self._length and (self._length + byte) % 0x100 == 0:
            self._body.clear()
            self._at = _At.BODY
        return None

    def _check(self, byte: int) -> Command | None:
        self._at = _At.PREAMBLE
        body = bytes(self._body)
        if (sum(body) + byte) % 0x100 or len(body) < 2 or body[0] != 0xD4:
            return None
        return Command(body[1], body[2:])
