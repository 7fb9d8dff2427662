from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.wiring import Claim, clash, gpio, i2c, spi, uart


def clash_of(*groups: Claim | Iterable[Claim]) -> str | None:
    claims = [claim for group in groups for claim in ([group] if isinstance(group, Claim) else group)]
    found = clash(claims)
    assert found is None or ".".join(map(str, found[0])) in found[1]
    return None if found is None else found[1]


@pytest.mark.parametrize(
    ("first", "second", "what"),
    [
        (gpio(5, ("a",)), gpio(5, ("b",)), "GPIO 5, which 'a' uses already"),
        (i2c(1, 0x3C, ("a",)), i2c(1, 0x3C, ("b",)), "I2C address 0x3C on bus 1, which 'a' uses already"),
        (i2c(4, 0x3C, ("a",)), i2c(4, 0x3C, ("b",)), "I2C address 0x3C on bus 4, which 'a' uses already"),
        (spi(0, 1, ("a",)), spi(0, 1, ("b",)), "chip select CE1 of SPI bus 0, which 'a' uses already"),
        (
            uart("/dev/ttyUSB0", ("a",)),
            uart("/dev/ttyUSB0", ("b",)),
            "the serial port /dev/ttyUSB0, which 'a' uses",
        ),
        (
            uart("/dev/serial0", ("a",)),
            uart("/dev/ttyAMA0", ("b",)),
            "GPIO 14, which 'a' uses already for the serial",
        ),
    ],
)
def test_r19_two_owners_of_one_thing_are_refused(first: object, second: object, what: str) -> None:
    sentence = clash_of(first, second)
    assert sentence is not None
    assert sentence.startswith(f"'b' uses {what}")
    assert sentence.endswith("; give each its own.")


@pytest.mark.parametrize(
    ("bus", "pins"),
    [
        (lambda: i2c(1, 0x3C, ("a",)), {2, 3}),
        (lambda: i2c(0, 0x3C, ("a",)), {0, 1}),
        (lambda: i2c(11, 0x3C, ("a",)), set()),
        (lambda: uart("/dev/serial0", ("a",)), {14, 15}),
        (lambda: uart("/dev/ttyS0", ("a",)), {14, 15}),
        (lambda: uart("/dev/serial/by-id/usb-1a86", ("a",)), set()),
        (lambda: spi(0, 0, ("a",)), {7, 8, 9, 10, 11}),
        (lambda: spi(1, 2, ("a",)), {16, 17, 18, 19, 20, 21}),
    ],
)
def test_r19_the_pins_of_a_bus_are_no_plain_pins(bus, pins: set[int]) -> None:
    refused = {pin for pin in range(28) if clash_of(bus(), gpio(pin, ("key",)))}
    assert refused == pins
    for pin in pins:
        assert "'a' uses already for " in clash_of(bus(), gpio(pin, ("key",)))


def test_devices_share_a_bus() -> None:
    assert clash_of(i2c(1, 0x3C, ("a",)), i2c(1, 0x3D, ("b",)), spi(0, 0, ("c",)), spi(0, 1, ("d",))) is None


def test_the_same_address_may_be_on_two_buses() -> None:
    assert clash_of(i2c(10, 0x3C, ("a",)), i2c(11, 0x3C, ("b",))) is None
