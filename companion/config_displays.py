"""The displays that a config may name: three chips, each on I2C or on SPI."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import msgspec
from msgspec import Meta

from companion import wiring
from companion.config_parts import Gpio, I2cAddress, Part
from companion.wiring import Claim
from companion.yamltext import KeyPath

Chip = Literal["ssd1306", "ssd1309", "sh1106"]
FIRST_MUX, LAST_MUX = 0x70, 0x77
"""Addresses that a TCA9548A can be set to."""
CHIP_SELECTS = {0: 2, 1: 3}
"""How many chip selects each SPI bus of the header has."""


class Mux(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The channel of a TCA9548A that a display hangs on; without the kernel's own overlay for it."""

    address: I2cAddress = I2cAddress(0x70)
    channel: Annotated[int, Meta(ge=0, le=7)]

    def __post_init__(self) -> None:
        if not FIRST_MUX <= self.address <= LAST_MUX:
            raise ValueError(f"must have an address from 0x{FIRST_MUX:02x} to 0x{LAST_MUX:02x}")


class Oled(Part, frozen=True, kw_only=True):
    """What all of them have."""

    chip: ClassVar[Chip]
    width: Literal[128] = 128
    """Pixels."""
    height: Literal[64, 32] = 64
    """Pixels; a display of 32 gets the rows that tell most."""
    rotate: Literal[0, 180] = 0
    """Degrees."""
    column_offset: Annotated[int, Meta(ge=0, le=4)] | None = None
    """The first column of an SH1106's memory that is seen; ``null`` is the usual one (R29)."""

    def __post_init__(self) -> None:
        if self.column_offset and self.chip != "sh1106":
            raise ValueError(f"must not have 'column_offset': all of an {self.chip}'s memory is seen")


class OledI2c(Oled, frozen=True, kw_only=True):
    """An OLED on an I2C bus."""

    bus: Annotated[int, Meta(ge=0, le=99)] = 1
    """Channels of the kernel's multiplexer are buses with numbers of their own."""
    address: I2cAddress = I2cAddress(0x3C)
    mux: Mux | None = None
    """Where it hangs on a TCA9548A of that bus."""

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Claim the address and the pins of the bus."""
        if self.mux is None:
            return wiring.i2c(self.bus, self.address, owner)
        return wiring.i2c_behind(self.bus, (self.mux.address, self.mux.channel), self.address, owner)


class OledSpi(Oled, frozen=True, kw_only=True):
    """An OLED on an SPI bus, with lines for D/C and reset."""

    bus: Literal[0, 1] = 0
    device: Annotated[int, Meta(ge=0, le=2)] = 1
    """Chip select: 1 is CE1."""
    dc: Gpio = 24
    reset: Gpio | None = 23
    """``null`` for a module that resets itself."""
    speed_hz: Literal[500_000, 1_000_000, 2_000_000, 4_000_000, 8_000_000] = 8_000_000
    """Long or thin wires want less."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.device >= CHIP_SELECTS[self.bus]:
            raise ValueError(f"wants CE{self.device}, which SPI bus {self.bus} does not have")

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Claim the chip select, the pins of the bus, and both lines."""
        yield from wiring.spi(self.bus, self.device, owner)
        yield wiring.gpio(self.dc, (*owner, "dc"))
        if self.reset is not None:
            yield wiring.gpio(self.reset, (*owner, "reset"))


class Ssd1306I2c(OledI2c, frozen=True, kw_only=True, tag="ssd1306-i2c"):
    """An SSD1306 on an I2C bus."""

    chip: ClassVar[Chip] = "ssd1306"


class Ssd1309I2c(OledI2c, frozen=True, kw_only=True, tag="ssd1309-i2c"):
    """An SSD1309 on an I2C bus."""

    chip: ClassVar[Chip] = "ssd1309"


class Sh1106I2c(OledI2c, frozen=True, kw_only=True, tag="sh1106-i2c"):
    """An SH1106 on an I2C bus, whose memory is wider than its glass."""

    chip: ClassVar[Chip] = "sh1106"


class Ssd1306Spi(OledSpi, frozen=True, kw_only=True, tag="ssd1306-spi"):
    """An SSD1306 on an SPI bus."""

    chip: ClassVar[Chip] = "ssd1306"


class Ssd1309Spi(OledSpi, frozen=True, kw_only=True, tag="ssd1309-spi"):
    """An SSD1309 on an SPI bus."""

    chip: ClassVar[Chip] = "ssd1309"


class Sh1106Spi(OledSpi, frozen=True, kw_only=True, tag="sh1106-spi"):
    """An SH1106 on an SPI bus, whose memory is wider than its glass."""

    chip: ClassVar[Chip] = "sh1106"


class SimulatedDisplay(Part, frozen=True, kw_only=True, tag="simulated"):
    """The real driver on a simulated chip."""

    chip: Literal["ssd1306"] = "ssd1306"
    width: Literal[128] = 128
    height: Literal[64] = 64
    rotate: Literal[0, 180] = 0


Display = Ssd1306I2c | Ssd1309I2c | Sh1106I2c | Ssd1306Spi | Ssd1309Spi | Sh1106Spi | SimulatedDisplay
