"""Registers of a chip on the kernel's SPI bus, through ``spidev``; no GPIO line is touched.

Source: MFRC522 data sheet, 8.1.2: the first byte is the address, bit 7 set for reading; while reading,
each further byte names the register whose value comes with the byte after it.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from drivers.ports import DeviceGone

SPEED_HZ = 1_000_000
"""The chip takes ten times as much; the calls, not the wire, are what costs time.

Source: docs/hardware-requirements.md, Times.
"""
READING = 0x80


class SpiDevice(Protocol):
    """An open chip select; ``spidev.SpiDev`` is one.  Methods raise ``OSError`` when the bus fails."""

    max_speed_hz: int
    mode: int

    def open(self, bus: int, device: int) -> None:
        """Open ``/dev/spidevBUS.DEVICE``."""
        ...

    def xfer2(self, values: list[int]) -> list[int]:
        """Send bytes with the chip select held, and give those that came meanwhile."""
        ...

    def close(self) -> None:
        """Give the bus back."""
        ...


class SpiRegisters:
    """A ``RegisterPort`` over an SPI device: one transfer each, whatever the number of values."""

    def __init__(self, device: SpiDevice) -> None:
        self._device = device

    def read(self, register: int) -> int:
        """Give the value of a register."""
        return self._device.xfer2([READING | register << 1, 0])[1]

    def write(self, register: int, value: int) -> None:
        """Set a register."""
        self._device.xfer2([register << 1, value])

    def read_each(self, registers: Sequence[int]) -> bytes:
        """Read several registers in a single transfer: each byte names the next one."""
        return bytes(self._device.xfer2([*(READING | register << 1 for register in registers), 0])[1:])

    def read_many(self, register: int, count: int) -> bytes:
        """Read one register several times in a single burst."""
        return bytes(self._device.xfer2([READING | register << 1] * count + [0])[1:])

    def write_many(self, register: int, values: bytes) -> None:
        """Write several values to one register in a single burst."""
        self._device.xfer2([register << 1, *values])

    def close(self) -> None:
        """Give the bus back."""
        self._device.close()


def open_spi(bus: int = 0, device: int = 0, speed_hz: int = SPEED_HZ) -> SpiRegisters:
    """Open the chip at a chip select of a bus: ``/dev/spidevBUS.DEVICE``, mode 0.

    Raises ``OSError`` when it is missing or forbidden, ``DeviceGone`` when the package is not installed.
    """
    try:
        spidev = import_module("spidev")
    except ImportError as error:
        raise DeviceGone(
            "the Python package spidev is not installed: pip install '.[pi]' in the folder of this project"
        ) from error
    spi = cast("SpiDevice", spidev.SpiDev())
    spi.open(bus, device)
    try:
        spi.mode = 0
        spi.max_speed_hz = speed_hz
    except OSError:
        spi.close()
        raise
    return SpiRegisters(spi)
