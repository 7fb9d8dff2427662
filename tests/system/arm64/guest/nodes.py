"""`/dev/i2c-N` and `/dev/spidevN.M` for simulated chips: the calls of the kernel's own nodes.

Source: include/uapi/linux/i2c-dev.h, i2c.h and spi/spidev.h of the kernel.
"""

from __future__ import annotations

import errno
import struct

from cuse import Area, Node, Wanted

from drivers.sim.i2c import MESSAGE_BYTES, MOST_MESSAGES, READING, SimI2CBus
from drivers.sim.spi import SimSpiLine

SET_RETRIES, SET_TIMEOUT, SLAVE, TEN_BIT, FUNCTIONS, SLAVE_FORCE, MESSAGES, CHECKED, SMBUS = (
    0x701, 0x702, 0x703, 0x704, 0x705, 0x706, 0x707, 0x708, 0x720,
)  # fmt: skip
CAN = 0x0EFF0001
"""Plain messages, and all of SMBus that is made of them."""
HEAD, MESSAGE, SMBUS_CALL = struct.Struct("<QI4x"), struct.Struct("<HHHxxQ"), struct.Struct("<BBxxIQ")
QUICK, BYTE, BYTE_OF, WORD_OF, BLOCK_OF = 0, 1, 2, 3, 8
ROOM = 34
"""Bytes of a call's memory: length, block, and one for a checksum."""
TRANSFER = struct.Struct("<QQI12x")
SPI = 0x6B


class I2cNode(Node):
    """A bus."""

    def __init__(self, name: str, bus: SimI2CBus) -> None:
        super().__init__(name)
        self._bus = bus
        self._addresses: dict[int, int] = {}

    def ioctl(self, opened: int, command: int, argument: int, content: bytes, room: int) -> tuple[int, bytes]:
        if command in {SLAVE, SLAVE_FORCE}:
            self._addresses[opened] = argument
        elif command == FUNCTIONS:
            if not room:
                raise Wanted([], [(argument, 8)])
            return 0, struct.pack("<Q", CAN)
        elif command == MESSAGES:
            return self._messages(argument, content, room)
        elif command == SMBUS:
            return self._smbus(self._addresses.get(opened, 0), argument, content, room)
        elif command not in {SET_RETRIES, SET_TIMEOUT, TEN_BIT, CHECKED}:
            raise OSError(errno.ENOTTY, "no call of an I2C bus")
        return 0, b""

    def _messages(self, argument: int, content: bytes, room: int) -> tuple[int, bytes]:
        """Carry messages one after the other (I2C_RDWR)."""
        if len(content) < HEAD.size:
            raise Wanted([(argument, HEAD.size)], [])
        place, count = HEAD.unpack_from(content)
        if count > MOST_MESSAGES:
            raise OSError(errno.EINVAL, "too many messages")
        heads = [(argument, HEAD.size), (place, count * MESSAGE.size)]
        at = HEAD.size + count * MESSAGE.size
        if len(content) < at:
            raise Wanted(heads, [])
        parts = [MESSAGE.unpack_from(content, HEAD.size + n * MESSAGE.size) for n in range(count)]
        if any(length > MESSAGE_BYTES for _, _, length, _ in parts):
            raise OSError(errno.EINVAL, "too long a message")
        ins: list[Area] = [(where, length) for _, flags, length, where in parts if not flags & READING]
        outs: list[Area] = [(where, length) for _, flags, length, where in parts if flags & READING]
        if len(content) < at + sum(length for _, length in ins) or room < sum(length for _, length in outs):
            raise Wanted([*heads, *ins], outs)
        read = b""
        for address, flags, length, _ in parts:
            if flags & READING:
                read += self._bus.read(address, length)
            else:
                self._bus.transfer(address, content[at : at + length])
                at += length
        return count, read

    def _smbus(self, address: int, argument: int, content: bytes, room: int) -> tuple[int, bytes]:
        """Carry one of the calls of SMBus, as far as they are used (I2C_SMBUS)."""
        call = [(argument, SMBUS_CALL.size)]
        if not content:
            raise Wanted(call, [])
        reads, command, kind, place = SMBUS_CALL.unpack_from(content)
        if kind == QUICK or (kind == BYTE and not reads):
            self._bus.transfer(address, bytes([command]) if kind == BYTE else b"")
            return 0, b""
        if reads:
            if not room:
                raise Wanted(call, [(place, ROOM)])
            return 0, self._smbus_read(address, command, kind).ljust(ROOM, b"\0")
        if len(content) < SMBUS_CALL.size + ROOM:
            raise Wanted([*call, (place, ROOM)], [])
        sent = content[SMBUS_CALL.size :]
        parts = {BYTE_OF: sent[:1], WORD_OF: sent[:2], BLOCK_OF: sent[1 : 1 + sent[0]]}
        if kind not in parts:
            raise OSError(errno.EOPNOTSUPP, "no such transfer here")
        self._bus.transfer(address, bytes([command]) + parts[kind])
        return 0, b""

    def _smbus_read(self, address: int, command: int, kind: int) -> bytes:
        sizes = {BYTE: 1, BYTE_OF: 1, WORD_OF: 2}
        if kind not in sizes:
            raise OSError(errno.EOPNOTSUPP, "no such transfer here")
        if kind != BYTE:
            self._bus.transfer(address, bytes([command]))
        return self._bus.read(address, sizes[kind])


class SpiNode(Node):
    """A chip select."""

    def __init__(self, name: str, line: SimSpiLine) -> None:
        super().__init__(name)
        self._line = line
        self._settings: dict[int, bytes] = {}

    def ioctl(self, opened: int, command: int, argument: int, content: bytes, room: int) -> tuple[int, bytes]:
        number, size, writes = command & 0xFF, command >> 16 & 0x3FFF, command >> 30 & 1
        if command >> 8 & 0xFF != SPI:
            raise OSError(errno.ENOTTY, "no call of SPI")
        if number == 0:
            return self._transfers(argument, size, content, room)
        if writes:
            if not content:
                raise Wanted([(argument, size)], [])
            self._settings[number] = content
            return 0, b""
        if not room:
            raise Wanted([], [(argument, size)])
        return 0, self._settings.get(number, b"").ljust(size, b"\0")

    def _transfers(self, argument: int, size: int, content: bytes, room: int) -> tuple[int, bytes]:
        """Carry transfers one after the other (SPI_IOC_MESSAGE)."""
        if len(content) < size:
            raise Wanted([(argument, size)], [])
        parts = [TRANSFER.unpack_from(content, at) for at in range(0, size, TRANSFER.size)]
        ins: list[Area] = [(sent, length) for sent, _, length in parts if sent and length]
        outs: list[Area] = [(got, length) for _, got, length in parts if got and length]
        if len(content) < size + sum(length for _, length in ins) or room < sum(length for _, length in outs):
            raise Wanted([(argument, size), *ins], outs)
        at, answers = size, b""
        for sent, got, length in parts:
            taken = content[at : at + length] if sent else bytes(length)
            at += length if sent else 0
            answer = self._line.transfer(taken)
            answers += answer if got else b""
        return sum(length for _, _, length in parts), answers
