"""What goes through the air to and from tags of type A: frames, their checksum, and what may become of them.

Source: ISO/IEC 14443-3, 6.2 (frames and timing) and annex B (CRC_A).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

ETU_S = 128 / 13.56e6
"""One bit on the air at 106 kbit/s (6.2.3)."""
ANSWER_DELAY_S = 1236 / 13.56e6
"""From a frame to the answer: 91 us, never later for calls and selection (6.2.1.1)."""
ANSWER_TIMEOUT_S = 0.0004
"""A tag answers calls and selection 91 us after their end, never later (6.2.1.1)."""


class AirError(Exception):
    """Something went wrong between reader and tag."""


class NoAnswer(AirError):
    """No tag answers."""


class Garbled(AirError):
    """What came in cannot be what a tag sent: parity, check byte, checksum, length or order."""


class Refused(AirError):
    """The tag answers with a NAK and falls asleep."""

    def __init__(self, code: int) -> None:
        super().__init__(f"the tag refuses with NAK {code:x}")
        self.code = code


@dataclass(frozen=True, slots=True)
class Reply:
    """What came in, the first bit of each byte in its lowest place."""

    message: bytes
    """The bits received begin at the place of the first byte that was asked for; the others are 0."""
    last_bits: int = 0
    """Valid bits of the last byte; 0 is all eight."""
    collision: int | None = None
    """Place of the first bit, from 0 on, that tags answered differently; bits from there on mean nothing."""


class Transceiver(Protocol):
    """Something that sends a frame and receives the answer to it."""

    def transceive(
        self,
        message: bytes,
        *,
        last_bits: int = 0,
        align: int = 0,
        timeout_s: float = ANSWER_TIMEOUT_S,
        expected: int = 0,
    ) -> Reply:
        """Send ``message``, of its last byte only ``last_bits`` (0 is all), and receive the answer.

        The first bit that comes in is put at place ``align`` of its byte.  ``expected`` is how many bytes a
        good answer has, 0 for a guess or none: it says when to look, not what is taken.  Raises ``NoAnswer``
        when no answer begins within ``timeout_s`` after the last bit sent, and ``Garbled``.
        """
        ...


def air_s(size: int) -> float:
    """Give how long a frame of so many bytes takes: nine bits each, one before and one at the end."""
    return (2 + 9 * size) * ETU_S


def _crc_of(byte: int) -> int:
    for _ in range(8):
        byte = byte >> 1 ^ (0x8408 if byte & 1 else 0)
    return byte


CRC_TABLE = tuple(map(_crc_of, range(256)))


def crc_a(message: bytes) -> bytes:
    """Give the two bytes that follow a message: x^16 + x^12 + x^5 + 1 from 0x6363 on, low byte first."""
    crc = 0x6363
    for byte in message:
        crc = crc >> 8 ^ CRC_TABLE[(crc ^ byte) & 0xFF]
    return crc.to_bytes(2, "little")
