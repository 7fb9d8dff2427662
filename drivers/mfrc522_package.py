"""Registers of an MFRC522 through the package ``mfrc522``, for tables that have it installed.

Only its access to registers is used: its own read calls cut 7-byte UIDs short (version 0.0.7).  The
package sets the mode of the whole GPIO library, drives a reset line, and adds a log handler for every
object; here it does none of that to others.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from importlib import import_module
from typing import Protocol, cast

from drivers.ports import DeviceGone

RESET_GPIO = 25
"""Where the modules' RST is usually wired; the package's own choice may be 15, which a serial port needs."""
# fmt: off
HEADER_PINS = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22,
    11: 23, 8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}
# fmt: on
"""Pin of the 40-pin header by GPIO number."""
LOGGER = "mfrc522Logger"


class PackageChip(Protocol):
    """What ``mfrc522.MFRC522`` gives."""

    spi: object

    def Read_MFRC522(self, addr: int) -> int:  # noqa: N802 - the package's name
        """Give the value of a register."""
        ...

    def Write_MFRC522(self, addr: int, val: int) -> None:  # noqa: N802 - the package's name
        """Set a register."""
        ...


class Gpio(Protocol):
    """What the GPIO library of the package gives."""

    BCM: int
    BOARD: int

    def getmode(self) -> int | None:
        """Say how pins are numbered, None when nobody chose yet."""
        ...

    def cleanup(self, channel: int) -> None:
        """Let one pin go."""
        ...


class PackageRegisters:
    """A ``RegisterPort`` over the package's object: one transfer for every value."""

    def __init__(self, chip: PackageChip, gpio: Gpio, reset_pin: int) -> None:
        self._chip = chip
        self._gpio = gpio
        self._reset_pin = reset_pin

    def read(self, register: int) -> int:
        """Give the value of a register."""
        return self._chip.Read_MFRC522(register)

    def write(self, register: int, value: int) -> None:
        """Set a register."""
        self._chip.Write_MFRC522(register, value)

    def read_each(self, registers: Sequence[int]) -> bytes:
        """Read several registers, one after the other."""
        return bytes(self._chip.Read_MFRC522(register) for register in registers)

    def read_many(self, register: int, count: int) -> bytes:
        """Read one register several times."""
        return bytes(self._chip.Read_MFRC522(register) for _ in range(count))

    def write_many(self, register: int, values: bytes) -> None:
        """Write several values to one register."""
        for value in values:
            self._chip.Write_MFRC522(register, value)

    def close(self) -> None:
        """Give bus and reset line back, and only these: the package's own close lets go of all GPIO."""
        self._chip.spi.close()  # type: ignore[attr-defined] # a spidev.SpiDev
        self._gpio.cleanup(self._reset_pin)


def open_package(bus: int = 0, device: int = 0, reset_gpio: int = RESET_GPIO) -> PackageRegisters:
    """Open the chip at a chip select through the package, with its RST at a GPIO.

    Raises ``OSError`` when the bus is missing or forbidden, ``DeviceGone`` when the package, or the GPIO
    library under it, is not there or does not work on this machine.
    """
    try:
        package = import_module("mfrc522")
        gpio = cast("Gpio", import_module("RPi.GPIO"))
    except (ImportError, RuntimeError) as error:
        raise DeviceGone(f"the Python package mfrc522 cannot be used here: {error}") from error
    log = logging.getLogger(LOGGER)
    handlers = list(log.handlers)
    numbering = gpio.getmode() or gpio.BCM
    reset_pin = HEADER_PINS[reset_gpio] if numbering == gpio.BOARD else reset_gpio
    try:
        chip = package.MFRC522(bus=bus, device=device, pin_mode=numbering, pin_rst=reset_pin)
    except (AttributeError, RuntimeError) as error:
        raise DeviceGone(f"the Python package mfrc522 cannot be used here: {error}") from error
    finally:
        log.handlers[:] = handlers
    return PackageRegisters(cast("PackageChip", chip), gpio, reset_pin)
