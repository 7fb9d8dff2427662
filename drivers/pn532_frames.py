"""Frames of the PN532 as bytes, and what its answers say; no port, no time.

Source: PN532 user manual UM0701-02, 6.2.1 (frame structure), 7.3.5 (InListPassiveTarget).
"""

from __future__ import annotations

from dataclasses import dataclass

TO_CHIP, TO_HOST, ERROR = 0xD4, 0xD5, 0x7F
START = b"\x00\xff"
ACK_FRAME = b"\x00\x00\xff\x00\xff\x00"
NACK_FRAME = b"\x00\x00\xff\xff\x00\x00"
SHORTEST = len(ACK_FRAME)
"""Bytes of the shortest frame there is, with preamble and postamble."""
LONGEST_BODY = 265
"""Bytes of the longest body the chip sends (6.2.1.2)."""
WAKE = b"\x55\x55" + bytes(14)
"""Brings the chip out of power-down on its serial line (6.3.2.3)."""
FLUSH = bytes(LONGEST_BODY + 16)
"""Fills up whatever frame a chip may still be waiting for the end of."""


@dataclass(frozen=True, slots=True)
class Ack:
    """The chip took the command."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the chip answers to a command."""

    code: int
    """The command's code plus one."""
    payload: bytes


@dataclass(frozen=True, slots=True)
class Refusal:
    """The chip calls the command a syntax error."""


@dataclass(frozen=True, slots=True)
class Damaged:
    """Bytes that began like a frame and are none."""

    reason: str
    whole: bool
    """All bytes of the frame were read, what follows is another one."""


Frame = Ack | Answer | Refusal | Damaged


class AnswerError(ValueError):
    """An answer with right checksums whose content makes no sense."""


def command_frame(code: int, payload: bytes = b"") -> bytes:
    """Wrap a command for the chip, at most 254 bytes with its code."""
    body = bytes([TO_CHIP, code]) + payload
    if len(body) > 0xFF:
        raise ValueError(f"a command of {len(body)} bytes needs an extended frame")
    head = bytes([len(body), -len(body) & 0xFF])
    return b"\x00" + START + head + body + bytes([-sum(body) & 0xFF, 0x00])


class FrameScanner:
    """Cuts what the chip sends into frames and says how many bytes to ask for next.

    Asking for exactly ``wanted`` bytes never waits for bytes that a frame does not have.
    """

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._last = b""

    @property
    def last_bytes(self) -> str:
        """The last 16 bytes that came in, as hex for messages."""
        return self._last.hex(" ") or "none"

    @property
    def empty(self) -> bool:
        """Nothing of what came in is left."""
        return not self._bytes

    @property
    def begun(self) -> bool:
        """The start of a frame was read, its end was not."""
        return START in self._bytes

    @property
    def wanted(self) -> int:
        """Bytes that are at least missing from the next frame; 0 when there may be one already."""
        at = self._bytes.find(START)
        if at < 0:
            return SHORTEST - 1 if self._bytes.endswith(b"\x00") else SHORTEST
        have = len(self._bytes) - at
        _, total = self._extent(at)
        return max(0, total - have)

    def feed(self, chunk: bytes) -> None:
        """Add bytes from the line."""
        self._bytes += chunk
        self._last = (self._last + chunk)[-16:]

    def forget(self) -> None:
        """Drop what was not cut yet."""
        self._bytes.clear()

    def next(self) -> Frame | None:
        """Cut the next frame off, None as long as it is not complete."""
        at = self._bytes.find(START)
        if at < 0:
            del self._bytes[: len(self._bytes) - self._bytes.endswith(b"\x00")]
            return None
        del self._bytes[:at]
        head, total = self._extent(0)
        if total > len(self._bytes):
            return None
        frame = bytes(self._bytes[:total])
        if head == 0:
            del self._bytes[: len(START)]
            return Damaged(f"bad length {frame[2:4].hex(' ')}", whole=False)
        del self._bytes[:total]
        return _content(frame, head)

    def _extent(self, at: int) -> tuple[int, int]:
        """Give the length of the head and of the whole frame without preamble, as far as known.

        A head of 0 is a length that its check byte does not confirm.
        """
        head = self._bytes[at + 2 : at + 7]
        if len(head) < 2:
            return 0, SHORTEST - 1
        if bytes(head[:2]) in (b"\x00\xff", b"\xff\x00"):
            return 4, 5
        if bytes(head[:2]) == b"\xff\xff":
            return self._extended(bytes(head[2:]))
        if sum(head[:2]) & 0xFF or head[0] == 0:
            return 0, 4
        return 4, 4 + head[0] + 2

    @staticmethod
    def _extended(length: bytes) -> tuple[int, int]:
        if len(length) < 3:
            return 0, 7
        size = int.from_bytes(length[:2], "big")
        if sum(length) & 0xFF or not 0 < size <= LONGEST_BODY:
            return 0, 7
        return 7, 7 + size + 2


def _content(frame: bytes, head: int) -> Frame:
    """Check a frame that is complete and give what it says."""
    if frame[2:4] == b"\x00\xff":
        return Ack()
    if frame[2:4] == b"\xff\x00":
        return Damaged("a NACK, which only a host sends", whole=True)
    body, check = frame[head:-2], frame[-2]
    if (sum(body) + check) & 0xFF:
        return Damaged(f"bad checksum {check:02x}", whole=True)
    if body[0] == ERROR:
        return Refusal()
    if body[0] != TO_HOST or len(body) < 2:
        return Damaged(f"not from the chip: {body[:2].hex(' ')}", whole=True)
    return Answer(body[1], body[2:])


@dataclass(frozen=True, slots=True)
class Target:
    """A tag that the chip found."""

    number: int
    """1 or 2: how later commands name it."""
    uid: bytes
    sak: int
    atqa: bytes


def read_targets(payload: bytes) -> tuple[Target, ...]:
    """Take the answer to InListPassiveTarget at 106 kbit/s type A apart; no tag is an empty tuple (R13).

    Raises ``AnswerError`` when lengths and content do not agree.
    """
    if not payload or payload[0] > 2:
        raise AnswerError(f"no number of tags: {payload.hex(' ')}")
    targets, rest = [], payload[1:]
    for _ in range(payload[0]):
        target, rest = _target(rest)
        targets.append(target)
    return tuple(targets)


def _target(rest: bytes) -> tuple[Target, bytes]:
    if len(rest) < 5 or rest[4] not in (4, 7, 10) or len(rest) < 5 + rest[4]:
        raise AnswerError(f"no UID of 4, 7 or 10 bytes: {rest.hex(' ')}")
    number, atqa, sak, end = rest[0], rest[1:3], rest[3], 5 + rest[4]
    target = Target(number, rest[5:end], sak, atqa)
    if sak & 0x20 and end < len(rest):  # ISO/IEC 14443-4: its answer to select follows, length byte included
        end += max(1, rest[end])
    return target, rest[end:]
