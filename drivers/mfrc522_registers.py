"""The registers of an MFRC522, and what a bus to them must be able to do.

Source: MFRC522 data sheet, 8.1.2 (SPI), 9 (registers), 10 (commands).
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Protocol


class Register(IntEnum):
    """Addresses of the registers in use (9.2)."""

    COMMAND = 0x01
    COM_IRQ = 0x04
    DIV_IRQ = 0x05
    ERROR = 0x06
    STATUS_2 = 0x08
    FIFO_DATA = 0x09
    FIFO_LEVEL = 0x0A
    CONTROL = 0x0C
    BIT_FRAMING = 0x0D
    COLL = 0x0E
    MODE = 0x11
    TX_CONTROL = 0x14
    TX_ASK = 0x15
    RF_CFG = 0x26
    T_MODE = 0x2A
    T_PRESCALER = 0x2B
    T_RELOAD_HIGH = 0x2C
    T_RELOAD_LOW = 0x2D
    VERSION = 0x37


class Command(IntEnum):
    """Values of ``Register.COMMAND`` (10.3)."""

    IDLE = 0x0
    CALC_CRC = 0x3
    TRANSCEIVE = 0xC
    MF_AUTHENT = 0xE
    SOFT_RESET = 0xF


class Irq(IntEnum):
    """Bits of ``Register.COM_IRQ`` (9.3.1.5)."""

    SET = 0x80
    """Write only: sets the bits given with it; without it they are cleared.  Never read as 1."""
    TX = 0x40
    RX = 0x20
    IDLE = 0x10
    ERROR = 0x02
    TIMER = 0x01


class Fault(IntEnum):
    """Bits of ``Register.ERROR`` (9.3.1.7)."""

    FIFO_OVERFLOW = 0x10
    COLLISION = 0x08
    CRC = 0x04
    PARITY = 0x02
    PROTOCOL = 0x01


POWER_DOWN = 0x10
"""In ``COMMAND``: the chip sleeps, or is starting."""
FLUSH = 0x80
"""In ``FIFO_LEVEL``: forget all bytes."""
START_SEND = 0x80
"""In ``BIT_FRAMING``; bits 0-2 say how much of the last byte to send, 4-6 where the first received goes."""
RX_LAST_BITS = 0x07
"""In ``CONTROL``: valid bits of the last byte received; 0 is all."""
POSITION_UNKNOWN = 0x20
"""In ``COLL``: there is no position of a collision in the bits below."""
POSITION = 0x1F
ANTENNA = 0x03
"""In ``TX_CONTROL``: both ends of the coil are driven."""
FIFO_BYTES = 64
TIMER_HZ = 13_560_000


class RegisterPort(Protocol):
    """A way to the registers of one chip.

    Every method may raise ``OSError`` when the bus fails.
    """

    def read(self, register: int, /) -> int:
        """Give the value of a register."""
        ...

    def write(self, register: int, value: int, /) -> None:
        """Set a register."""
        ...

    def read_each(self, registers: Sequence[int], /) -> bytes:
        """Read several registers, one after the other, in as few calls to the bus as it takes."""
        ...

    def read_many(self, register: int, count: int, /) -> bytes:
        """Read one register several times, as the FIFO wants it."""
        ...

    def write_many(self, register: int, values: bytes, /) -> None:
        """Write several values to one register, one after the other."""
        ...

    def close(self) -> None:
        """Give the bus back."""
        ...
