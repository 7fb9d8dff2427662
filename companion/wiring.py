"""Finds two devices that use one pin, chip select, serial port or I2C address (R19)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from companion.yamltext import KeyPath, spell

I2C_PINS = {0: (0, 1), 1: (2, 3)}
"""GPIO numbers of SDA and SCL by bus; a mux channel has none, another bus those that its overlay says."""
UART_PINS = (14, 15)
HEADER_UARTS = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")
"""Names of the serial port on the header; which one is right depends on the Raspberry Pi."""
_SPI_PINS = {0: (7, 8, 9, 10, 11), 1: (16, 17, 18, 19, 20, 21)}
"""GPIO numbers by bus, all chip selects included: the kernel holds them whether a device uses them or not."""


class Claim(msgspec.Struct, frozen=True):
    """Something that a device needs for itself, or shares with the others on its bus."""

    what: str
    """Such as ``GPIO 5`` or ``I2C address 0x3C on bus 1``."""
    owner: KeyPath
    """Where in the config the device stands."""
    bus: str = ""
    """The bus whose devices all share it; empty when it belongs to one device alone."""


def gpio(pin: int, owner: KeyPath) -> Claim:
    """Claim a pin of its own."""
    return Claim(f"GPIO {pin}", owner)


def i2c(bus: int, address: int, owner: KeyPath) -> Iterator[Claim]:
    """Claim an address on an I2C bus, and the pins of the bus."""
    yield Claim(f"I2C address 0x{address:02X} on bus {bus}", owner)
    yield from _bus(f"I2C bus {bus}", I2C_PINS.get(bus, ()), owner)


def i2c_behind(bus: int, mux: tuple[int, int], address: int, owner: KeyPath) -> Iterator[Claim]:
    """Claim an address on a channel of a TCA9548A: ``mux`` is the address of that and the channel.

    The same address on the bus itself is taken too: a device there would answer together with this one.
    """
    mux_address, channel = mux
    switch = f"the TCA9548A at 0x{mux_address:02X} on bus {bus}"
    yield Claim(f"I2C address 0x{address:02X} on channel {channel} of {switch}", owner)
    yield Claim(f"I2C address 0x{mux_address:02X} on bus {bus}", owner, switch)
    yield Claim(f"I2C address 0x{address:02X} on bus {bus}", owner, f"the channels of I2C bus {bus}")
    yield from _bus(f"I2C bus {bus}", I2C_PINS.get(bus, ()), owner)


def uart(port: str, owner: KeyPath) -> Iterator[Claim]:
    """Claim a serial port, and the pins of the one on the header."""
    yield Claim(f"the serial port {port}", owner)
    yield from _bus(f"the serial port {port}", UART_PINS if port in HEADER_UARTS else (), owner)


def spi(bus: int, chip_select: int, owner: KeyPath) -> Iterator[Claim]:
    """Claim a chip select of an SPI bus, and the pins of the bus."""
    yield Claim(f"chip select CE{chip_select} of SPI bus {bus}", owner)
    yield from _bus(f"SPI bus {bus}", _SPI_PINS.get(bus, ()), owner)


def clash(claims: Iterable[Claim]) -> tuple[KeyPath, str] | None:
    """Give the first device that wants what another has, and a sentence about it; ``None`` if all is well."""
    taken: dict[str, Claim] = {}
    for claim in claims:
        first = taken.setdefault(claim.what, claim)
        if first is not claim and not (claim.bus and claim.bus == first.bus):
            use = f" for {first.bus}" if first.bus else ""
            return claim.owner, (
                f"'{spell(claim.owner)}' uses {claim.what}, "
                f"which '{spell(first.owner)}' uses already{use}; give each its own."
            )
    return None


def _bus(name: str, pins: Iterable[int], owner: KeyPath) -> Iterator[Claim]:
    """Claim the pins of a bus together with all that sit on it."""
    for pin in pins:
        yield Claim(f"GPIO {pin}", owner, name)
