"""The readers that a config may name: what they need for themselves, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import (
    I2cAddress,
    Mfrc522Spi,
    Pn532I2c,
    UsbKeyboard,
    load_config,
)

PACKAGE = "kind: mfrc522-spi, transport: package"
USB = "{kind: usb-keyboard, path: /dev/input/event0}"


@pytest.fixture
def refuse(refuse):
    """Give the sentence that refuses a text, without its file."""
    return lambda text: refuse(text).removeprefix("table.yaml, ")


def test_a_pn532_on_i2c(load) -> None:
    assert load("readers: {main: {kind: pn532-i2c}}").readers["main"] == Pn532I2c(
        bus=1, address=I2cAddress(0x24), role="shared"
    )


def test_an_mfrc522_on_spi(load) -> None:
    config = load("""
readers:
  main: {kind: mfrc522-spi}
  seat: {kind: mfrc522-spi, device: 1, reset: 25, transport: package, gain: 48, role: seat-2}
""")
    assert config.readers == {
        "main": Mfrc522Spi(bus=0, device=0, reset=None, transport="spidev", gain=33, role="shared"),
        "seat": Mfrc522Spi(device=1, reset=25, transport="package", gain=48, role="seat-2"),
    }


def test_a_reader_on_usb(load) -> None:
    path = "/dev/input/by-id/usb-reader-event-kbd"
    config = load(f"readers: {{main: {{kind: usb-keyboard, path: {path}, format: hex-reversed}}}}")
    assert config.readers["main"] == UsbKeyboard(path=path, format="hex-reversed")


@pytest.mark.parametrize("kind", ["pn532-uart", "pn532-i2c", "mfrc522-spi", "simulated"])
def test_each_kind_may_belong_to_a_seat(load, kind: str) -> None:
    assert load(f"readers: {{main: {{kind: {kind}, role: seat-3}}}}").readers["main"].role == "seat-3"


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [
        ("{kind: mfrc522-spi, device: 2}", "'readers.main' wants CE2, which SPI bus 0 does not have."),
        (
            "{kind: mfrc522-spi, transport: package}",
            "'readers.main' needs 'reset' with the transport 'package', which drives that line; usual: 25.",
        ),
        (
            "{kind: mfrc522-spi, reset: 25}",
            "'readers.main' must not have 'reset' with the transport 'spidev': wire RST to 3V3 instead.",
        ),
        (
            "{kind: mfrc522-spi, gain: 40}",
            "'readers.main.gain' cannot be 40. Possible: 18, 23, 33, 38, 43, 48.",
        ),
        ("{kind: mfrc522-spi, transport: spi}", "'readers.main.transport' cannot be 'spi'."),
        ("{kind: usb-keyboard}", "'readers.main' lacks the key 'path'."),
        ("{kind: usb-keyboard, path: keyboard}", "'readers.main' needs a 'path' such as /dev/input/by-id/"),
        (
            "{kind: usb-keyboard, path: /dev/input/event0, format: decimal}",
            "'readers.main.format' cannot be 'decimal'. Did you mean 'decimal10'?",
        ),
        ("{kind: pn532-i2c, address: 0x80}", "'readers.main.address' must be an I2C address"),
        ("{kind: pn532-i2c, port: /dev/serial0}", "the key 'readers.main.port' is not known."),
        ("{kind: pn532-spi}", "'readers.main.kind' cannot be 'pn532-spi'."),
    ],
)
def test_a_slip_is_one_sentence_with_its_place(refuse, reader: str, sentence: str) -> None:
    said = refuse(f"readers:\n  main: {reader}")
    assert said.startswith(f"line 2: {sentence}")
    assert "\n" not in said


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "readers:\n  main: {kind: mfrc522-spi}\n  other: {kind: mfrc522-spi}",
            "line 3: 'readers.other' uses chip select CE0 of SPI bus 0, which 'readers.main' uses already",
        ),
        (
            f"readers:\n  main: {{{PACKAGE}, reset: 25}}\ndisplays: {{main: {{kind: ssd1309-spi, dc: 25}}}}",
            "line 3: 'displays.main.dc' uses GPIO 25, which 'readers.main.reset' uses already",
        ),
        (
            f"readers:\n  main: {{{PACKAGE}, reset: 8}}",
            "line 2: 'readers.main.reset' uses GPIO 8, which 'readers.main' uses already for SPI bus 0",
        ),
        (
            "readers:\n  main: {kind: mfrc522-spi}\nbuttons: {kind: gpio, pins: {yes: 5, no: 6, next: 7}}",
            "line 3: 'buttons.pins.next' uses GPIO 7, which 'readers.main' uses already for SPI bus 0",
        ),
        (
            "readers:\n  main: {kind: pn532-i2c}\n  other: {kind: pn532-i2c}",
            "line 3: 'readers.other' uses I2C address 0x24 on bus 1, which 'readers.main' uses already",
        ),
        (
            "readers:\n  main: {kind: pn532-i2c}\nbuttons: {kind: gpio, pins: {yes: 5, no: 6, next: 2}}",
            "line 3: 'buttons.pins.next' uses GPIO 2, which 'readers.main' uses already for I2C bus 1",
        ),
        (
            f"readers:\n  main: {USB}\n  other: {USB}",
            "line 3: 'readers.other' uses the input device /dev/input/event0, which 'readers.main' uses",
        ),
    ],
)
def test_r19_two_devices_on_one_thing_are_refused(refuse, text: str, sentence: str) -> None:
    assert refuse(text).startswith(sentence)


def test_r19_readers_and_displays_share_buses(load) -> None:
    config = load("""
readers: {main: {kind: pn532-i2c}, other: {kind: mfrc522-spi}}
displays: {main: {kind: ssd1306-spi}, seat-1: {kind: ssd1306-i2c}}
""")
    assert len(config.readers) == len(config.displays) == 2


@pytest.mark.parametrize("name", ["minimal", "standard", "full"])
def test_the_three_profiles_are_configs_that_work(root: Path, name: str) -> None:
    """The shape of each table as device-ux.md 2 has it; that no pin has two jobs is part of loading it."""
    config = load_config(root / "config" / f"table-{name}.yaml")
    full, minimal = name == "full", name == "minimal"
    readers = {"minimal": ["mfrc522-spi"], "standard": ["pn532-uart"], "full": ["pn532-uart", "mfrc522-spi"]}
    assert [kind(part) for part in config.readers.values()] == readers[name]
    assert kind(config.displays["main"]) == ("sh1106-i2c" if minimal else "ssd1309-spi")
    assert len(config.displays) == (6 if full else 1)
    assert config.keys == "four"
    assert len(config.buttons.pins) == (9 if full else 4)
    assert (config.light is None, config.sound is None) == (minimal, minimal)
    assert all(part.role == "shared" for part in config.readers.values())
    if full:
        channels = [config.displays[f"seat-{seat}"].mux.channel for seat in range(1, 6)]
        assert channels == [0, 1, 2, 3, 4]


def kind(part: object) -> str:
    return part.__struct_config__.tag
