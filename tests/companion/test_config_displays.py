"""The kinds of displays, what they claim (R19), and what is refused."""

from __future__ import annotations

import pytest

from companion import config as c

KINDS = {
    "ssd1306-i2c": c.Ssd1306I2c,
    "ssd1309-i2c": c.Ssd1309I2c,
    "sh1106-i2c": c.Sh1106I2c,
    "ssd1306-spi": c.Ssd1306Spi,
    "ssd1309-spi": c.Ssd1309Spi,
    "sh1106-spi": c.Sh1106Spi,
}
FULL = """
readers:
  main: {kind: pn532-uart}
displays:
  main: {kind: ssd1309-spi}
  seat-1: {kind: ssd1306-i2c, mux: {address: 0x70, channel: 0}}
  seat-2: {kind: ssd1306-i2c, mux: {address: 0x70, channel: 1}}
  seat-3: {kind: sh1106-i2c, mux: {address: 0x70, channel: 2}}
  seat-4: {kind: ssd1306-i2c, mux: {address: 0x70, channel: 3}, height: 32}
  seat-5: {kind: ssd1306-i2c, mux: {address: 0x70, channel: 4}, address: 0x3D}
buttons:
  kind: gpio
  pins: {yes: 5, no: 6, next: 16, menu: 26, seat-1: 17, seat-2: 27, seat-3: 22, seat-4: 4, seat-5: 18}
light: {kind: rgb-gpio}
sound: {kind: piezo-gpio}
"""


@pytest.fixture
def refuse(refuse):
    """Give the sentence that refuses a text, without file and line."""
    return lambda text: refuse(text).partition(": ")[2]


def main(kind: str, **fields: object) -> str:
    inner = ", ".join(f"{key}: {value}" for key, value in {"kind": kind, **fields}.items())
    return f"displays:\n  main: {{{inner}}}\n"


@pytest.mark.parametrize(("kind", "record"), KINDS.items())
def test_every_kind_with_its_defaults_and_with_what_all_have(load, kind: str, record: type) -> None:
    assert load(main(kind)).displays["main"] == record()
    display = load(main(kind, width=128, height=32, rotate=180, column_offset=0)).displays["main"]
    assert (display.width, display.height, display.rotate, display.column_offset) == (128, 32, 180, 0)
    assert kind.startswith(display.chip)


def test_a_display_on_spi_has_the_lines_of_the_wiring_table(load) -> None:
    display = load(main("ssd1309-spi")).displays["main"]
    assert (display.bus, display.device, display.dc, display.reset, display.speed_hz) == (
        0,
        1,
        24,
        23,
        8_000_000,
    )
    display = load(main("sh1106-spi", bus=1, device=2, dc=5, reset="null", speed_hz=1000000)).displays["main"]
    assert display == c.Sh1106Spi(bus=1, device=2, dc=5, reset=None, speed_hz=1_000_000)


def test_the_full_table(load) -> None:
    config = load(FULL)
    assert config.displays["seat-3"] == c.Sh1106I2c(mux=c.Mux(channel=2))
    assert config.displays["seat-3"].mux == c.Mux(address=c.I2cAddress(0x70), channel=2)


@pytest.mark.parametrize(
    ("part", "who", "what", "whose"),
    [
        ("ssd1306-i2c", "displays.seat-1", "I2C address 0x3C on bus 1", "displays.main"),
        ("sh1106-i2c, address: 0x3D", "displays.seat-5", "I2C address 0x3D on bus 1", "displays.main"),
        ("sh1106-i2c, address: 0x70", "displays.seat-1", "I2C address 0x70 on bus 1", "displays.main"),
        (
            "sh1106-i2c, mux: {channel: 3}",
            "displays.seat-4",
            "I2C address 0x3C on channel 3 of the TCA9548A at 0x70 on bus 1",
            "displays.main",
        ),
        ("ssd1309-spi, dc: 26", "buttons.pins.menu", "GPIO 26", "displays.main.dc"),
        ("ssd1309-spi, reset: 12", "light.red", "GPIO 12", "displays.main.reset"),
        ("ssd1309-spi, dc: 9", "displays.main.dc", "GPIO 9", "displays.main"),
        ("ssd1309-spi, dc: 2", "displays.seat-1", "GPIO 2", "displays.main.dc"),
        ("ssd1309-spi, dc: 23", "displays.main.reset", "GPIO 23", "displays.main.dc"),
    ],
)
def test_R19_two_owners_of_one_thing_are_refused(refuse, part: str, who: str, what: str, whose: str) -> None:
    sentence = refuse(FULL.replace("main: {kind: ssd1309-spi}", f"main: {{kind: {part}}}"))
    assert sentence.startswith(f"'{who}' uses {what}, which '{whose}' uses already")


def test_R19_two_displays_on_one_chip_select(refuse) -> None:
    text = main("ssd1309-spi") + "  seat-1: {kind: sh1106-spi, dc: 5, reset: 6}\n"
    assert refuse(text).startswith(
        "'displays.seat-1' uses chip select CE1 of SPI bus 0, which 'displays.main'"
    )
    text = main("ssd1309-spi") + "  seat-1: {kind: sh1106-spi, device: 0, reset: 6}\n"
    assert refuse(text).startswith("'displays.seat-1.dc' uses GPIO 24, which 'displays.main.dc' uses already")


def test_R19_what_may_share_a_bus(load) -> None:
    load(main("ssd1309-spi") + "  seat-1: {kind: sh1106-spi, device: 0, dc: 5, reset: 6}\n")
    load(main("ssd1306-i2c", address="0x3D") + "  seat-1: {kind: sh1106-i2c, mux: {channel: 1}}\n")
    load(main("ssd1306-i2c", bus=3) + "  seat-1: {kind: sh1106-i2c, mux: {channel: 1}}\n")
    two = "seat-1: {kind: sh1106-i2c, mux: {channel: 1}}, seat-2: {kind: sh1106-i2c, mux: {%s, channel: 1}}"
    load("displays: {" + two % "address: 0x71" + "}")


@pytest.mark.parametrize(
    ("kind", "fields", "sentence"),
    [
        (
            "ssd1306-i2c",
            {"column_offset": 2},
            "'displays.main' must not have 'column_offset': all of an ssd1306",
        ),
        (
            "sh1106-i2c",
            {"column_offset": 5},
            "'displays.main.column_offset' must be a whole number <= 4, not 5.",
        ),
        ("sh1106-spi", {"device": 2}, "'displays.main' wants CE2, which SPI bus 0 does not have."),
        ("sh1106-spi", {"speed_hz": 3}, "'displays.main.speed_hz' cannot be 3."),
        ("sh1106-i2c", {"height": 48}, "'displays.main.height' cannot be 48. Possible: 32, 64."),
        ("sh1106-i2c", {"mux": "{channel: 8}"}, "'displays.main.mux.channel' must be a whole number <= 7"),
        (
            "sh1106-i2c",
            {"mux": "{address: 9, channel: 1}"},
            "'displays.main.mux' must have an address from 0x70",
        ),
        ("sh1106-i2c", {"mux": "{address: 0x70}"}, "'displays.main.mux' lacks the key 'channel'."),
        ("sh1106-i2c", {"dc": 4}, "the key 'displays.main.dc' is not known."),
        ("sh1107-i2c", {}, "'displays.main.kind' cannot be 'sh1107-i2c'. Did you mean 'sh1106-i2c'?"),
    ],
)
def test_a_slip_is_one_sentence(refuse, kind: str, fields: dict[str, object], sentence: str) -> None:
    assert refuse(main(kind, **fields)).startswith(sentence)


def test_sounds_and_lights(load) -> None:
    config = load("sound: {kind: buzzer-gpio, level: night}\nlight: {kind: rgb-gpio, pwm: false}")
    assert config.sound == c.BuzzerGpio(pin=13, level="night")
    assert config.light == c.RgbGpio(pwm=False)
