"""All that is to be checked for a config: the machine, then buses and pins, then every device on them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from companion import config as c
from companion.config_readers import Mfrc522Spi, Pn532I2c, Pn532Uart, SimulatedReader, UsbKeyboard
from companion.doctor import places as p
from companion.doctor.finding import Part
from companion.texts import languages

SIMULATED = ("simulated", "none")
"""Kinds of devices that need nothing of the machine."""
SIMULATED_ADDRESS = 0x3C
KEYS = ("buttons", "pins")
SINGULAR = {"readers": "reader", "displays": "display"}


def parts_of(
    config: c.TableConfig, data: Path | None = None, simulated_pins: Mapping[str, int] | None = None
) -> tuple[Part, ...]:
    """Give all parts of a table; ``data`` is the folder for saved games that was asked for.

    ``simulated_pins`` tells on which pins simulated keys are.
    """
    single = (config.buttons, config.light, config.sound)
    devices = [*config.readers.values(), *config.displays.values(), *filter(None, single)]
    pins = (*_pins(config), *_simulated_keys(config, simulated_pins or {}))
    header = any(not pin.at.simulated for pin in pins)
    needed = any(_kind(device) not in SIMULATED for device in devices)
    return (
        Part("computer", p.Board(needed=needed)),
        *([Part("service", p.Service())] if needed else []),
        Part("saved games", p.Folder(path=data)),
        Part("deck", p.DeckFile(path=config.deck, folder=data)),
        *([] if config.language in languages() else [Part("language", p.Words(language=config.language))]),
        *([Part("GPIO", p.Header())] if header else []),
        *_i2c(config),
        *_spi(config),
        *_ports(config),
        *(Part(f"reader {name}", _reader(name, reader)) for name, reader in config.readers.items()),
        *(Part(f"display {name}", _display(name, display)) for name, display in config.displays.items()),
        *pins,
    )


def _kind(device: c.Part) -> str:
    return str(device.__struct_config__.tag)


def _reader(name: str, reader: c.Reader) -> p.Place:
    """Say where a reader can be asked."""
    match reader:
        case Pn532Uart():
            return p.Pn532Serial(port=reader.port, baud=reader.baud)
        case Pn532I2c():
            return p.Pn532I2c(bus=reader.bus, address=int(reader.address))
        case Mfrc522Spi():
            reset = reader.reset if reader.transport == "package" else None
            return p.Mfrc522Spi(bus=reader.bus, device=reader.device, package_reset=reset)
        case UsbKeyboard():
            return p.InputDevice(path=reader.path, form=reader.format)
        case SimulatedReader():
            return p.Pn532Serial(port=name, baud=0, simulated=True)


def _display(name: str, display: c.Display) -> p.Place:
    """Say where a display can be asked."""
    if isinstance(display, c.OledI2c):
        return p.OledI2c(bus=display.bus, address=int(display.address), mux=_mux(display))
    if isinstance(display, c.OledSpi):
        return p.OledSpi()
    return p.OledI2c(bus=name, address=SIMULATED_ADDRESS, simulated=True)


def _mux(display: c.OledI2c) -> p.Mux | None:
    return (int(display.mux.address), display.mux.channel) if display.mux else None


def _i2c(config: c.TableConfig) -> Iterator[Part]:
    """Give each I2C bus and each switch on one."""
    displays = [display for display in config.displays.values() if isinstance(display, c.OledI2c)]
    readers = [reader for reader in config.readers.values() if isinstance(reader, Pn532I2c)]
    for number in sorted({device.bus for device in (*displays, *readers)}):
        there = [display for display in displays if display.bus == number]
        yield Part(f"I2C bus {number}", p.I2cBus(number=number, displays=len(there)))
        for address in sorted({mux[0] for display in there if (mux := _mux(display))}):
            yield Part(f"TCA9548A 0x{address:02X}", p.Switch(bus=number, address=address))


def _spi(config: c.TableConfig) -> Iterator[Part]:
    """Give each chip select that a device is at."""
    devices = (*config.readers.values(), *config.displays.values())
    on_spi = [device for device in devices if isinstance(device, Mfrc522Spi | c.OledSpi)]
    for bus, select in sorted({(device.bus, device.device) for device in on_spi}):
        yield Part(f"SPI bus {bus} CE{select}", p.SpiSelect(bus=bus, device=select))


def _ports(config: c.TableConfig) -> Iterator[Part]:
    """Give the serial ports."""
    for name, reader in config.readers.items():
        if isinstance(reader, Pn532Uart):
            yield Part(f"port of reader {name}", p.SerialLine(port=reader.port))


def _pins(config: c.TableConfig) -> Iterator[Part]:
    """Give the pins that devices have for themselves: keys, lights, lines of displays."""
    for claim in config.claims():
        gpio = claim.what.removeprefix("GPIO ")
        if claim.bus or not gpio.isdecimal():
            continue
        owner = tuple(map(str, claim.owner))
        if owner[:2] == KEYS:
            yield Part(f"key {owner[2]}", p.Pin(gpio=int(gpio), key=True))
        else:
            yield Part(_spoken(owner), p.Pin(gpio=int(gpio)))


def _simulated_keys(config: c.TableConfig, pins: Mapping[str, int]) -> Iterator[Part]:
    if isinstance(config.buttons, c.SimulatedKeys):
        for name in config.buttons.names:
            yield Part(f"key {name}", p.Pin(gpio=pins[name], key=True, simulated=True))


def _spoken(owner: tuple[str, ...]) -> str:
    """Name the owner of a pin: ``display main dc``, ``light red``, ``sound``."""
    return " ".join(SINGULAR.get(word, word) for word in owner if word != "pin")
