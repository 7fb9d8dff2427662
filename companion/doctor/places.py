"""What can be checked, by where it is: on a bus, on a pin, on the disk.

Simulated devices have names where real ones have ports and bus numbers.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

Mux = tuple[int, int]
"""Address of a TCA9548A and the channel that a part hangs on."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a part is; the checks that it gets go by the type."""

    simulated: bool = False
    """On the simulated table, not on this machine."""


class Board(Place, frozen=True, kw_only=True):
    """The computer as a whole."""

    needed: bool
    """Some devices of the config are real."""


class Service(Place, frozen=True, kw_only=True):
    """The system service that plays at the table."""


class Folder(Place, frozen=True, kw_only=True):
    """Where saved games lie."""

    path: Path | None
    """None: where they usually do."""


class DeckFile(Place, frozen=True, kw_only=True):
    """The file that tells which tag is which card; without one, the decks of the state folder."""

    path: str | None
    folder: Path | None = None
    """The state folder; None: the usual one."""


class Words(Place, frozen=True, kw_only=True):
    """A language that the table cannot speak yet."""

    language: str


class I2cBus(Place, frozen=True, kw_only=True):
    """An I2C bus of the kernel."""

    number: int
    displays: int
    """How many displays hang on it."""

    @property
    def node(self) -> str:
        """Give its device node."""
        return f"/dev/i2c-{self.number}"


class SpiSelect(Place, frozen=True, kw_only=True):
    """A chip select of an SPI bus of the kernel."""

    bus: int
    device: int

    @property
    def node(self) -> str:
        """Give its device node."""
        return f"/dev/spidev{self.bus}.{self.device}"


class SerialLine(Place, frozen=True, kw_only=True):
    """A serial port."""

    port: str


class InputDevice(Place, frozen=True, kw_only=True):
    """A USB reader that types."""

    path: str
    form: str
    """How it types the number of a tag."""


class Header(Place, frozen=True, kw_only=True):
    """The pins of the 40-pin header as a whole."""


class Pin(Place, frozen=True, kw_only=True):
    """One pin of the header that a device has for itself."""

    gpio: int
    key: bool = False
    """A key is on it, and pulls it to ground when pressed."""


class Pn532Serial(Place, frozen=True, kw_only=True):
    """A PN532 on a serial port."""

    port: str
    baud: int


class Pn532I2c(Place, frozen=True, kw_only=True):
    """A PN532 on an I2C bus."""

    bus: int
    address: int


class Mfrc522Spi(Place, frozen=True, kw_only=True):
    """An MFRC522 at a chip select."""

    bus: int
    device: int
    package_reset: int | None = None
    """The GPIO of its RST where it is used through the Python package mfrc522; None: it is not."""


class OledI2c(Place, frozen=True, kw_only=True):
    """A display at an I2C address."""

    bus: int | str
    address: int
    mux: Mux | None = None


class OledSpi(Place, frozen=True, kw_only=True):
    """A display at a chip select, which can be told but not asked."""


class Switch(Place, frozen=True, kw_only=True):
    """A TCA9548A, driven by the program and not by the kernel."""

    bus: int
    address: int
