"""A simulated I2C bus: chips by address, the kernel's errors, and an account of the time it takes."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from drivers.sim.wire import FaultyWire, os_error

BLOCK_BYTES = 32
"""Longest block of an SMBus transfer."""
MOST_MESSAGES, MESSAGE_BYTES = 42, 8192
"""Most messages of one call, and the longest (``I2C_RDWR_IOCTL_MAX_MSGS`` and i2c-dev of the kernel)."""
BITS_PER_BYTE = 9
READING = 1
"""Flag of a message that reads (``I2C_M_RD`` of the kernel)."""
T = TypeVar("T")


class Chip(Protocol):
    """Something that listens at an address; one that can also be read has a ``read(size)``."""

    def write(self, message: bytes) -> None:
        """Take one write after the address; ``OSError`` for what is not acknowledged."""


class Switch(Protocol):
    """A chip with parts of the bus behind it, which it connects and disconnects."""

    def behind(self, address: int) -> list[Chip]:
        """Give the chips with an address on the parts that are connected now."""


class SimI2CBus(FaultyWire):
    """The wire and what hangs on it; thread-safe, one transfer at a time.

    Every transfer takes nine bits a byte at ``rate_hz``, addresses counted.
    """

    def __init__(self, rate_hz: int = 400_000, wait: Callable[[float], None] | None = None) -> None:
        super().__init__(wait)
        self.rate_hz = rate_hz
        self._chips: dict[int, Chip] = {}
        self._switches: list[Switch] = []

    def attach(self, address: int, chip: Chip) -> None:
        """Hang a chip on the bus at a 7-bit address."""
        self._chips[address] = chip

    def attach_switch(self, switch: Switch) -> None:
        """Hang the parts of the bus behind a switch on it; the switch itself is attached as a chip."""
        self._switches.append(switch)

    def detach(self, address: int) -> None:
        """Pull a chip off; its address is not acknowledged any more."""
        self._chips.pop(address, None)

    def open(self) -> SimI2CPort:
        """Open the bus as one of its users."""
        return SimI2CPort(self)

    def transfer(self, address: int, message: bytes) -> None:
        """Carry one write to all chips at an address; raises ``OSError`` as the kernel does."""
        self._carry(address, len(message), lambda chip: chip.write(message))

    def read(self, address: int, size: int) -> bytes:
        """Carry one read; several chips at the address pull each other's ones down.  Raises ``OSError``."""
        answers = self._carry(address, size, lambda chip: _read(chip, size))
        if len(answers) == 1:
            return answers[0]
        return bytes(_wired_and(column) for column in zip(*answers, strict=True))

    def _carry(self, address: int, size: int, act: Callable[[Chip], T]) -> list[T]:
        with self._transfer():
            error = self._error_for(address)
            chips = [] if error else self._listening(address)
            sent = 1 + size if chips else 1
            self._charge(sent, sent * BITS_PER_BYTE / self.rate_hz)
            if error:
                raise os_error(error)
            return _acknowledged(chips, act)

    def _listening(self, address: int) -> list[Chip]:
        """Give all chips that hear an address; behind a switch those of the parts it connects."""
        chips = [self._chips[address]] if address in self._chips else []
        return chips + [chip for switch in self._switches for chip in switch.behind(address)]


class SimI2CPort:
    """One user's open bus, with smbus2's surface as far as it is needed."""

    def __init__(self, bus: SimI2CBus) -> None:
        self._bus = bus
        self.closed = False

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Write one control byte and up to 32 bytes; raises as smbus2 does."""
        if len(data) > BLOCK_BYTES:
            raise ValueError(f"{len(data)} bytes do not fit into an SMBus block of {BLOCK_BYTES}")
        self._open_bus().transfer(i2c_addr, bytes([register, *data]))

    def write_byte(self, i2c_addr: int, value: int) -> None:
        """Write a single byte."""
        self._open_bus().transfer(i2c_addr, bytes([value]))

    def read_byte(self, i2c_addr: int) -> int:
        """Read a single byte."""
        return self._open_bus().read(i2c_addr, 1)[0]

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Carry messages of smbus2's ``i2c_msg`` one after the other; what is read goes into them.

        Raises ``OSError`` 22 for more messages, or longer ones, than the kernel takes.
        """
        if len(i2c_msgs) > MOST_MESSAGES or any(message.len > MESSAGE_BYTES for message in i2c_msgs):
            raise os_error(errno.EINVAL)
        for message in i2c_msgs:
            if message.flags & READING:
                for at, byte in enumerate(self._open_bus().read(message.addr, message.len)):
                    message.buf[at] = byte
            else:
                self._open_bus().transfer(message.addr, bytes(message))

    def close(self) -> None:
        """Give the bus back; may be called twice."""
        self.closed = True

    def _open_bus(self) -> SimI2CBus:
        if self.closed:
            raise os_error(errno.EBADF)
        return self._bus


def _acknowledged(chips: Iterable[Chip], act: Callable[[Chip], T]) -> list[T]:
    """Give what chips do; it is acknowledged when one of them acknowledges."""
    outcomes: list[T] = []
    refusal = os_error(errno.EREMOTEIO)
    for chip in chips:
        try:
            outcomes.append(act(chip))
        except OSError as error:
            refusal = error
    if not outcomes:
        raise refusal
    return outcomes


def _read(chip: Chip, size: int) -> bytes:
    read: Callable[[int], bytes] | None = getattr(chip, "read", None)
    if read is None:
        raise os_error(errno.EREMOTEIO)
    return read(size)


def _wired_and(levels: Iterable[int]) -> int:
    """Give what is read where several chips drive the line: it is high only if nobody pulls it down."""
    byte = 0xFF
    for level in levels:
        byte &= level
    return byte
