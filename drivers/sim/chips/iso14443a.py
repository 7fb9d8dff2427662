"""Simulated tags on the air: frames of bits, and the states of ISO/IEC 14443-3, 6.3 (type A).

Written apart from the driver's own layer.  Source of the times: docs/hardware-requirements.md, Times.
"""

from __future__ import annotations

from enum import Enum, auto
from functools import cached_property
from typing import NamedTuple

from drivers.sim.chips.ntag import WRITE, Nak, Type2Tag

ETU_S = 128 / 13.56e6
"""One bit at 106 kbit/s: 9.44 us."""
ANSWER_DELAY_S = 1236 / 13.56e6
"""From the last bit of a reader's frame to the first of the answer: 91 us."""
WRITE_DELAY_S = 0.0041
"""The same after WRITE, while the memory is being written (NTAG21x, 10.4)."""
REQA, WUPA = 0x26, 0x52
SELECT_CODES = (0x93, 0x95, 0x97)
CASCADE = 0x88
NAK_CHECKSUM = 0x1


class Frame(NamedTuple):
    """Bits on the air, the first in the lowest place; parity bits are understood."""

    value: int
    bits: int

    @classmethod
    def of(cls, message: bytes, bits: int | None = None) -> Frame:
        """Give the first bits of a message, all without a number."""
        bits = 8 * len(message) if bits is None else bits
        return cls(int.from_bytes(message, "little") & (1 << bits) - 1, bits)

    @property
    def message(self) -> bytes:
        """The bits as bytes, the last one filled up with zeros."""
        return self.value.to_bytes((self.bits + 7) // 8, "little")

    @property
    def air_s(self) -> float:
        """How long it takes: a start bit, a parity bit after each byte, one bit at the end."""
        return (2 + self.bits + self.bits // 8) * ETU_S


def checksum(message: bytes) -> bytes:
    """Give CRC_A, bit by bit as the standard's annex B has it."""
    register = 0x6363
    for byte in message:
        for place in range(8):
            feedback = (register ^ byte >> place) & 1
            register = register >> 1 ^ 0x8408 * feedback
    return bytes([register & 0xFF, register >> 8])


class State(Enum):
    """Where a tag stands between the reader's commands."""

    IDLE = auto()
    READY = auto()
    ACTIVE = auto()
    HALT = auto()


class AirTag:
    """A tag with power; it begins idle and forgets its state without."""

    def __init__(self, tag: Type2Tag) -> None:
        self.tag = tag
        self.state = State.IDLE
        self._rest = State.IDLE
        """Where an error leads back to: tags that came from HALT go there again."""
        self._level = 0
        tag.selected = False

    @cached_property
    def levels(self) -> tuple[bytes, ...]:
        """What each cascade level says: four bytes and their check byte."""
        uid, parts = self.tag.image.uid, []
        while len(uid) > 4:
            parts.append(bytes([CASCADE]) + uid[:3])
            uid = uid[3:]
        parts.append(uid)
        return tuple(part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]]) for part in parts)

    def hear(self, frame: Frame) -> Frame | None:
        """Take a frame of the reader; give the answer, None for silence."""
        if frame.bits == 7:
            return self._called(frame.value)
        match self.state:
            case State.READY:
                return self._asked(frame)
            case State.ACTIVE:
                return self._commanded(frame)
        return None

    def answer_delay_s(self, frame: Frame) -> float:
        """Say how long it thinks about a frame."""
        return WRITE_DELAY_S if frame.value & 0xFF == WRITE and frame.bits > 32 else ANSWER_DELAY_S

    def _called(self, command: int) -> Frame | None:
        """Hear a request: tags that are already awake take it for an error."""
        if self.state in (State.READY, State.ACTIVE):
            return self._fall_back()
        if command != WUPA and (command != REQA or self.state is State.HALT):
            return None
        self._rest, self.state, self._level = self.state, State.READY, 0
        return Frame.of(self.tag.image.atqa[::-1])

    def _asked(self, frame: Frame) -> Frame | None:
        """Hear anticollision or selection of the level it stands at; from all else it falls back."""
        message, level = frame.message, self.levels[self._level]
        if len(message) < 2 or message[0] != SELECT_CODES[self._level]:
            return self._fall_back()
        if message[1] == 0x70:
            whole = frame.bits == 72 and message[2:7] == level and checksum(message[:7]) == message[7:]
            return self._chosen() if whole else self._fall_back()
        known = frame.bits - 16
        mine = int.from_bytes(level, "little")
        if message[1] != (2 + known // 8 << 4 | known % 8) or frame.value >> 16 != mine & (1 << known) - 1:
            return self._fall_back()
        return Frame(mine >> known, 40 - known)

    def _chosen(self) -> Frame:
        self._level += 1
        complete = self._level == len(self.levels)
        if complete:
            self.state = State.ACTIVE
            self.tag.selected = True
        sak = bytes([self.tag.image.sak & ~0x04 if complete else 0x04])
        return Frame.of(sak + checksum(sak))

    def _commanded(self, frame: Frame) -> Frame | None:
        """Hear a command with its checksum; refusals are four bits, after which it sleeps."""
        message = frame.message
        body, crc = message[:-2], message[-2:]
        if frame.bits % 8 or not body or checksum(body) != crc:
            self._fall_back()
            return Frame(NAK_CHECKSUM, 4) if self.tag.memory else None
        if body == b"\x50\x00":
            return self._fall_back(State.HALT)
        try:
            answer = self.tag.command(body)
        except Nak as nak:
            self._fall_back()
            return Frame(nak.code, 4)
        if answer is None:
            return self._fall_back()
        return Frame(answer[0], 4) if body[0] == WRITE else Frame.of(answer + checksum(answer))

    def _fall_back(self, state: State | None = None) -> Frame | None:
        """Sleep, and say nothing."""
        self.state = state or self._rest
        self.tag.selected = False
        return None
