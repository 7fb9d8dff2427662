"""The readers that a config may name: two chips on three kinds of bus, and USB readers that type."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from companion import wiring
from companion.config_displays import CHIP_SELECTS
from companion.config_parts import Gpio, I2cAddress, Part
from companion.wiring import Claim
from companion.yamltext import KeyPath

Role = Literal["shared", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"]
INPUTS = "/dev/input/"
UidFormat = Literal["decimal10", "decimal10-reversed", "hex", "hex-reversed"]


class TagReader(Part, frozen=True, kw_only=True):
    """What all of them have."""

    role: Role = "shared"
    """Whose cards are laid here: everybody's, or those of one seat."""


class Pn532Uart(TagReader, frozen=True, kw_only=True, tag="pn532-uart"):
    """A PN532 module set to HSU, on a serial port."""

    port: Annotated[str, Meta(min_length=1)] = "/dev/serial0"
    baud: Annotated[int, Meta(ge=9600, le=1_288_000)] = 115_200

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Claim the serial port."""
        return wiring.uart(self.port, owner)


class Pn532I2c(TagReader, frozen=True, kw_only=True, tag="pn532-i2c"):
    """A PN532 module set to I2C."""

    bus: Annotated[int, Meta(ge=0, le=99)] = 1
    address: I2cAddress = I2cAddress(0x24)

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Claim the address and the pins of the bus."""
        return wiring.i2c(self.bus, self.address, owner)


class Mfrc522Spi(TagReader, frozen=True, kw_only=True, tag="mfrc522-spi"):
    """An MFRC522, sold as RC522 module, on an SPI bus."""

    bus: Literal[0, 1] = 0
    device: Annotated[int, Meta(ge=0, le=2)] = 0
    """Chip select: 0 is CE0."""
    reset: Gpio | None = None
    """Where the module's RST is wired to; ``null``: to 3V3.  Only the package drives that line."""
    transport: Literal["spidev", "package"] = "spidev"
    """``package`` goes through the Python package ``mfrc522``, for tables that have it installed."""
    gain: Literal[18, 23, 33, 38, 43, 48] = 33
    """How well it hears, in dB."""

    def __post_init__(self) -> None:
        if self.device >= CHIP_SELECTS[self.bus]:
            raise ValueError(f"wants CE{self.device}, which SPI bus {self.bus} does not have")
        if self.transport == "package" and self.reset is None:
            raise ValueError("needs 'reset' with the transport 'package', which drives that line; usual: 25")
        if self.transport == "spidev" and self.reset is not None:
            # A GPIO that nobody drives is pulled low, and the chip sleeps for ever.
            raise ValueError("must not have 'reset' with the transport 'spidev': wire RST to 3V3 instead")

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Claim the chip select, the pins of the bus, and the line that resets."""
        yield from wiring.spi(self.bus, self.device, owner)
        if self.reset is not None:
            yield wiring.gpio(self.reset, (*owner, "reset"))


class UsbKeyboard(TagReader, frozen=True, kw_only=True, tag="usb-keyboard"):
    """A reader on USB that types the number of a tag as a keyboard would."""

    path: str
    """Its event device; the names in ``/dev/input/by-id`` stay the same."""
    format: UidFormat = "decimal10"
    """How it types a UID: ten decimal digits, or hex; ``reversed`` is last byte first."""

    def __post_init__(self) -> None:
        if not self.path.removeprefix(INPUTS) or not self.path.startswith(INPUTS):
            raise ValueError(f"needs a 'path' such as {INPUTS}by-id/usb-READER-event-kbd")

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Claim the event device."""
        yield wiring.Claim(f"the input device {self.path}", owner)


class SimulatedReader(TagReader, frozen=True, kw_only=True, tag="simulated"):
    """The real driver on a simulated chip."""

    chip: Literal["pn532"] = "pn532"


Reader = Pn532Uart | Pn532I2c | Mfrc522Spi | UsbKeyboard | SimulatedReader
