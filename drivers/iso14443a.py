"""Tags of type A: woken, told apart and selected over whatever sends bits through the air.

Source: ISO/IEC 14443-3, 6 (type A: states, anticollision, cascade levels).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from drivers.iso14443a_frames import AirError, Garbled, NoAnswer, Refused, Reply, Transceiver, crc_a
from drivers.tags import CASCADE_TAG, check_byte

REQA, WUPA = 0x26, 0x52
"""Short frames of seven bits: wake tags that are idle; wake those put to sleep too."""
SELECT_CODES = (0x93, 0x95, 0x97)
"""SEL of cascade levels 1 to 3."""
WHOLE_UID, NO_UID_YET = 0x70, 0x20
"""NVB: 40 bits of a level follow, or none."""
HLTA = b"\x50\x00"
UID_NOT_COMPLETE = 0x04
"""In SAK: another cascade level follows (R5)."""
LEVEL_BYTES, SAK_BYTES = 5, 3
"""Of the answers to an anticollision and to a selection, check bytes counted."""
LEVEL_BITS = 32
"""Bits of one level that are UID; eight of BCC follow."""
ACK = 0xA
COMMAND_TIMEOUT_S = 0.005
RETRIES = 2
"""How often a damaged answer is asked for again (R15)."""
MOST_PASSES = 8
"""Branches of the anticollision that are followed in one look, false ones counted."""


@dataclass(frozen=True, slots=True)
class Picc:
    """A tag that was selected."""

    uid: bytes
    """4, 7 or 10 bytes, without cascade tags and check bytes (R1)."""
    sak: int
    atqa: bytes
    """Two bytes, the higher first."""


@dataclass(slots=True)
class AirCounts:
    """How well tags are understood; for the status page (R15)."""

    bad_frames: int = 0
    retries: int = 0


@dataclass(slots=True)
class _Fork:
    """A bit that tags answered differently, and which of them go on."""

    level: int
    bit: int
    value: int = 1
    last: bool = False
    """The other value was tried before."""


class TypeA:
    """The tags in one field."""

    def __init__(self, air: Transceiver, counts: AirCounts | None = None) -> None:
        self.selected: Picc | None = None
        """The one that listens to ``exchange``."""
        self._air = air
        self._counts = counts or AirCounts()

    def find(self, most: int = 2, *, lying: bool = False) -> tuple[Picc, ...]:
        """Wake all tags and give up to ``most`` of them; the last one may still be ``selected`` then.

        With ``lying``, tags are known to be there: one that misses the first wake-up is called again.
        """
        found: dict[bytes, Picc] = {}
        path: list[_Fork] = []
        for number in range(MOST_PASSES):
            picc = self._follow(path, certain=lying or number > 0)
            if picc:
                found.setdefault(picc.uid, picc)
            if len(found) >= most or not _turn_off(path):
                break
            self.halt()
        return tuple(found.values())

    def wake(self, command: int = WUPA) -> bytes:
        """Call all tags; give ATQA, the higher byte first.  Several at once may answer differently.

        Raises ``NoAnswer`` when none is there, ``Garbled``.
        """
        self.selected = None
        reply = self._air.transceive(bytes([command]), last_bits=7)
        if len(reply.message) != 2 or (reply.last_bits and reply.collision is None):
            raise Garbled(f"no ATQA: {reply.message.hex(' ')}")
        return reply.message[::-1]

    def activate(self, picc: Picc) -> None:
        """Wake all tags and select the one that was found before; raises ``AirError``."""
        self.halt()
        self._wake_surely()
        *before, last = _levels(picc.uid)
        for level, part in enumerate([*before, last]):
            sak = self._choose(level, part)
            if bool(sak & UID_NOT_COMPLETE) != (level < len(before)):
                raise Garbled(f"SAK {sak:02x} does not fit the UID that was selected")
        self.selected = picc

    def halt(self) -> None:
        """Put the selected tag to sleep, so that only WUPA wakes it; a tag never answers to this (6.4.3)."""
        if self.selected:
            self.selected = None
            with suppress(AirError):
                self._air.transceive(HLTA + crc_a(HLTA))

    def exchange(self, message: bytes, *, timeout_s: float = COMMAND_TIMEOUT_S) -> bytes:
        """Send the selected tag a command and give its answer without checksum; an ACK is one byte, 0x0A.

        Raises ``NoAnswer``, ``Garbled``, and ``Refused``, after which no tag is selected.
        """
        reply = self._air.transceive(message + crc_a(message), timeout_s=timeout_s)
        if reply.collision is None and len(reply.message) == 1 and reply.last_bits == 4:
            code = reply.message[0] & 0xF
            if code != ACK:
                self.selected = None
                raise Refused(code)
            return bytes([code])
        return _checked(reply)

    def _follow(self, path: list[_Fork], *, certain: bool) -> Picc | None:
        """Select the tag at the end of a path, again if its answers are damaged; None when none is there."""
        forks = len(path)
        for attempt in range(1 + RETRIES):
            del path[forks:]
            self._counts.retries += attempt > 0
            try:
                atqa = self._wake_surely() if certain or attempt else self.wake()
            except NoAnswer:
                return None
            except Garbled:
                self._counts.bad_frames += 1
                continue
            try:
                self.selected = self._select(path, atqa)
            except AirError:
                self._counts.bad_frames += 1
            else:
                return self.selected
        return None

    def _wake_surely(self) -> bytes:
        """Call until a tag that is there must have answered.

        One whose answer got lost stands half selected and only falls idle at the next call (6.3).
        """
        for _ in range(2):
            with suppress(NoAnswer):
                return self.wake()
        return self.wake()

    def _select(self, path: list[_Fork], atqa: bytes) -> Picc:
        uid = b""
        for level in range(len(SELECT_CODES)):
            part = self._resolve(level, path)
            sak = self._choose(level, part)
            if not sak & UID_NOT_COMPLETE:
                return Picc(uid + part, sak, atqa)
            if part[0] != CASCADE_TAG:
                raise Garbled(f"level {level + 1} is not the last and has no cascade tag: {part.hex(' ')}")
            uid += part[1:]
        raise Garbled("a UID that does not end after three levels")

    def _resolve(self, level: int, path: list[_Fork]) -> bytes:
        """Learn the four UID bytes of one level, bit by bit where tags differ."""
        known = bits = 0
        while True:
            whole, rest = divmod(bits, 8)
            sent = known.to_bytes(5, "little")[: whole + (rest > 0)]
            message = bytes([SELECT_CODES[level], NO_UID_YET + (whole << 4) + rest]) + sent
            reply = self._air.transceive(message, last_bits=rest, align=rest, expected=LEVEL_BYTES - whole)
            got = int.from_bytes(reply.message, "little") >> rest << rest
            if reply.collision is None:
                known |= got << 8 * whole
                return _level_bytes(known, whole + len(reply.message), reply.last_bits)
            bit = 8 * whole + reply.collision
            if not bits <= bit < LEVEL_BITS:
                raise Garbled(f"tags differ at bit {bit}, where they cannot")
            known |= (got & (1 << reply.collision) - 1) << 8 * whole | _side(path, level, bit) << bit
            bits = bit + 1

    def _choose(self, level: int, part: bytes) -> int:
        """Select by the four bytes of one level and give SAK."""
        message = bytes([SELECT_CODES[level], WHOLE_UID]) + part + bytes([check_byte(part)])
        sak = _checked(self._air.transceive(message + crc_a(message), expected=SAK_BYTES))
        if len(sak) != 1:
            raise Garbled(f"no SAK: {sak.hex(' ')}")
        return sak[0]


def _levels(uid: bytes) -> list[bytes]:
    """Cut a UID into what the cascade levels select by, four bytes each."""
    parts = []
    while len(uid) > 4:
        parts.append(bytes([CASCADE_TAG]) + uid[:3])
        uid = uid[3:]
    return [*parts, uid]


def _level_bytes(known: int, length: int, last_bits: int) -> bytes:
    """Check the five bytes of a level and give those of the UID (6.5.3)."""
    if length != 5 or last_bits:
        raise Garbled(f"{length} bytes of a level instead of 5")
    level = known.to_bytes(5, "little")
    if check_byte(level):
        raise Garbled(f"the check byte of {level.hex(' ')} is wrong")
    return level[:4]


def _checked(reply: Reply) -> bytes:
    """Check CRC_A and give what it protects."""
    message, crc = reply.message[:-2], reply.message[-2:]
    if reply.collision is not None or reply.last_bits or not message or crc_a(message) != crc:
        raise Garbled(f"the checksum of {reply.message.hex(' ') or 'nothing'} is wrong")
    return message


def _side(path: list[_Fork], level: int, bit: int) -> int:
    """Say which tags go on at a bit: as the path has it, or those with a 1 at a fork not met before."""
    for fork in path:
        if (fork.level, fork.bit) == (level, bit):
            return fork.value
    path.append(_Fork(level, bit))
    return 1


def _turn_off(path: list[_Fork]) -> bool:
    """Turn to the next branch that was not followed yet; False when there is none."""
    while path and path[-1].last:
        path.pop()
    if path:
        path[-1].value, path[-1].last = 0, True
    return bool(path)
