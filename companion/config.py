"""The table as its owner describes it: which devices, on which pins and buses, and how they behave.

A file is checked as a whole before any device is touched: unknown keys, wrong types, and two devices on
one pin, port or address (R19).  Every kind of device is one record here; a new kind is a new record in
the union of its sort.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion import typedyaml, wiring
from companion.config_displays import (
    Display,
    Mux,
    OledI2c,
    OledSpi,
    Sh1106I2c,
    Sh1106Spi,
    SimulatedDisplay,
    Ssd1306I2c,
    Ssd1306Spi,
    Ssd1309I2c,
    Ssd1309Spi,
)
from companion.config_parts import Gpio, I2cAddress, Part
from companion.config_readers import (
    Mfrc522Spi,
    Pn532I2c,
    Pn532Uart,
    Reader,
    SimulatedReader,
    UsbKeyboard,
)
from companion.wiring import Claim
from companion.yamltext import KeyPath, YamlError, place, read_text

__all__ = [
    "Display",
    "I2cAddress",
    "Mfrc522Spi",
    "Mux",
    "OledI2c",
    "OledSpi",
    "Part",
    "Pn532I2c",
    "Pn532Uart",
    "Reader",
    "Sh1106I2c",
    "Sh1106Spi",
    "SimulatedDisplay",
    "SimulatedReader",
    "Ssd1306I2c",
    "Ssd1306Spi",
    "Ssd1309I2c",
    "Ssd1309Spi",
    "UsbKeyboard",
]

DeviceName = Annotated[str, Meta(pattern="^[a-z][a-z0-9-]{0,11}$")]
DisplayName = Literal["main", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"]
KeyName = Literal["yes", "no", "next", "menu", "seat-1", "seat-2", "seat-3", "seat-4", "seat-5"]
Level = Literal["off", "soft", "loud", "night"]
Seconds = Annotated[float, Meta(gt=0, le=86400)]

_LOWEST, _HIGHEST = 0x08, 0x77
"""I2C addresses that a device may have; the rest is reserved by the I2C specification."""
_WIRE = 0xEF
"""The highest of them as it goes over the wire, with the bit for reading behind it."""
_NEEDED: tuple[KeyName, ...] = ("yes", "no", "next")


class ConfigError(ValueError):
    """A config file cannot be used; ``str()`` is one sentence with the file, the line and the key."""


class GpioKeys(Part, frozen=True, kw_only=True, tag="gpio"):
    """Keys between a GPIO and ground, with the pull-up set in software."""

    pins: dict[KeyName, Gpio]
    hold_s: Annotated[float, Meta(ge=0.3, le=2.5)] = 0.7
    """A key held this long is a long press (R34)."""
    bounce_s: Annotated[float, Meta(ge=0, le=0.05)] = 0.01
    """Contacts may chatter this long (R33)."""

    def __post_init__(self) -> None:
        _need_keys(self.pins)

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Claim a pin for every key."""
        return (wiring.gpio(pin, (*owner, "pins", name)) for name, pin in self.pins.items())


class SimulatedKeys(Part, frozen=True, kw_only=True, tag="simulated"):
    """Keys that a test or the terminal presses."""

    names: tuple[KeyName, ...] = ("yes", "no", "next", "menu")
    hold_s: Annotated[float, Meta(ge=0.3, le=2.5)] = 0.7
    bounce_s: Annotated[float, Meta(ge=0, le=0.05)] = 0.01

    def __post_init__(self) -> None:
        _need_keys(self.names)


class NoKeys(Part, frozen=True, kw_only=True, tag="none"):
    """A table without keys of its own."""


class RgbGpio(Part, frozen=True, kw_only=True, tag="rgb-gpio"):
    """An RGB LED with a common cathode."""

    red: Gpio = 12
    green: Gpio = 20
    blue: Gpio = 21
    pwm: bool = True
    """Mix colours; ``false`` switches each of the three on or off."""

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Claim the three pins."""
        colours = {"red": self.red, "green": self.green, "blue": self.blue}
        return (wiring.gpio(pin, (*owner, colour)) for colour, pin in colours.items())


class SimulatedLight(Part, frozen=True, kw_only=True, tag="simulated"):
    """A light that the terminal shows."""


class PiezoGpio(Part, frozen=True, kw_only=True, tag="piezo-gpio"):
    """A passive piezo on a PWM pin."""

    pin: Gpio = 13
    level: Level = "soft"
    """``night`` is light only."""

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Claim the pin."""
        yield wiring.gpio(self.pin, (*owner, "pin"))


class BuzzerGpio(Part, frozen=True, kw_only=True, tag="buzzer-gpio"):
    """An active buzzer, which has one tone of its own."""

    pin: Gpio = 13
    level: Level = "soft"
    """``night`` is light only; it knows no difference between ``soft`` and ``loud``."""

    def claims(self, owner: KeyPath) -> Iterator[Claim]:
        """Claim the pin."""
        yield wiring.gpio(self.pin, (*owner, "pin"))


class SimulatedSound(Part, frozen=True, kw_only=True, tag="simulated"):
    """Sound that a test listens to."""

    level: Level = "soft"


Keys = GpioKeys | SimulatedKeys | NoKeys
Light = RgbGpio | SimulatedLight
Sound = PiezoGpio | BuzzerGpio | SimulatedSound


class Help(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How much the table is told."""

    risk: Literal["off", "on-request", "always"] = "on-request"
    """The chance that the next card busts."""


class TableConfig(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A whole table."""

    language: Literal["en", "de", "pt-BR"] = "en"
    deck: str | None = None
    """File that tells which tag is which card; relative to the folder of the config file."""
    readers: dict[DeviceName, Reader] = {}
    displays: dict[DisplayName, Display] = {}
    buttons: Keys = NoKeys()
    light: Light | None = None
    sound: Sound | None = None
    help: Help = Help()
    dim_after_s: Seconds | None = 60.0
    """Without a tap or press the displays dim after this time; ``null`` is never (R32)."""
    off_after_s: Seconds | None = 600.0
    """And go dark after this one, counted from the same moment."""

    @property
    def keys(self) -> Literal["none", "three", "four"]:
        """Tell which set of keys the screens are worded for; with three, a long NEXT is the menu."""
        if isinstance(self.buttons, NoKeys):
            return "none"
        names = self.buttons.pins if isinstance(self.buttons, GpioKeys) else self.buttons.names
        return "four" if "menu" in names else "three"

    def claims(self) -> Iterator[Claim]:
        """Give what all devices need, those on buses first."""
        for name, reader in self.readers.items():
            yield from reader.claims(("readers", name))
        for name, display in self.displays.items():
            yield from display.claims(("displays", name))
        singles = {"light": self.light, "sound": self.sound, "buttons": self.buttons}
        for name, part in singles.items():
            if part is not None:
                yield from part.claims((name,))


def load_config(path: Path) -> TableConfig:
    """Read a config file and check all of it; raises ``ConfigError``."""
    try:
        text = read_text(path)
        config = typedyaml.read(text, str(path), TableConfig, _address)
    except YamlError as error:
        raise ConfigError(str(error)) from None
    fault = wiring.clash(config.claims()) or _rest_fault(config)
    if fault:
        raise ConfigError(f"{place(text, str(path), fault[0])}: {fault[1]}")
    return replace(config, deck=str(path.parent / config.deck)) if config.deck else config


def default_simulated() -> TableConfig:
    """Give the table of ``config/simulated.yaml``, for a program that is installed without that folder."""
    return TableConfig(
        readers={"main": SimulatedReader()},
        displays={"main": SimulatedDisplay()},
        buttons=SimulatedKeys(),
    )


def _need_keys(names: Iterable[KeyName]) -> None:
    """Raise ``ValueError`` when a key is missing without which no game can be played."""
    missing = [name for name in _NEEDED if name not in names]
    if missing:
        raise ValueError(f"needs the keys yes, no and next; missing: {', '.join(missing)}")


def _rest_fault(config: TableConfig) -> tuple[KeyPath, str] | None:
    """Find displays that would go dark before they dim."""
    dim_s, off_s = config.dim_after_s, config.off_after_s
    if dim_s is None or off_s is None or dim_s <= off_s:
        return None
    return ("off_after_s",), f"'off_after_s' must not be less than 'dim_after_s', which is {dim_s:g}."


def _address(kind: type, value: object) -> I2cAddress:
    """Read an address: ``0x3C`` as text, or a plain number."""
    assert kind is I2cAddress
    try:
        number = int(value, 16) if isinstance(value, str) and value.startswith("0x") else value
    except ValueError:
        number = None
    if not isinstance(number, int) or isinstance(number, bool) or not _LOWEST <= number <= _HIGHEST:
        printed = _as_printed(number) if isinstance(number, int) else ""
        raise ValueError(
            f"must be an I2C address from 0x{_LOWEST:02x} to 0x{_HIGHEST:02x}, such as 0x3C{printed}"
        )
    return I2cAddress(number)


def _as_printed(number: int) -> str:
    """Tell what an address means that was copied from a module: many are printed as on the wire."""
    return f"; 0x{number:02X} on a module is 0x{number >> 1:02X} here" if _HIGHEST < number <= _WIRE else ""
