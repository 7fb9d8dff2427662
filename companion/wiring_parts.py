"""What has to be wired: every device of a config as a part with its own pins, and where each of them goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from companion import config as c
from companion.header_pins import Pin, Supply, pin_of
from companion.wiring import HEADER_UARTS, I2C_PINS, UART_PINS

Look = Literal["reader", "display", "keys", "light", "sound", "multiplexer"]
SPI_PINS: Mapping[int, tuple[int, int, int]] = {0: (10, 9, 11), 1: (20, 19, 21)}
"""GPIO numbers of MOSI, MISO and SCLK by bus."""
SPI_SELECTS: Mapping[int, tuple[int, ...]] = {0: (8, 7), 1: (18, 17, 16)}
"""GPIO numbers of the chip selects by bus."""
BUS_SIGNALS = frozenset({"SDA", "SCL", "TXD", "RXD", "MOSI", "MISO", "SCLK", "CE0", "CE1", "CE2"})
ADDRESS_BITS = ("A0", "A1", "A2")
FIRST_MUX = 0x70


class Joint(msgspec.Struct, frozen=True, kw_only=True):
    """One pin of a part, and the pin of the header that it is wired to."""

    label: str
    """As it is printed on the part, such as ``SDA``."""
    pin: Pin | None = None
    """``None`` for a supply that is not chosen yet, and for a wire to another part."""
    supply: Supply | None = None
    """It wants this, from whichever pin."""
    signal: str = ""
    """What the wire is for, where the pin does not say it by itself: ``yes``, ``red``, ``SDA``."""
    behind: str = ""
    """Pin of the part that this one is behind."""
    hint: str = ""
    """What belongs in between, such as ``330 Ω``, or what else may be printed on the part."""

    @property
    def bus(self) -> str:
        """Give the signal of a bus that it carries; empty for other wires."""
        return self.signal if self.signal in BUS_SIGNALS else ""


class Unit(msgspec.Struct, frozen=True, kw_only=True):
    """A part, with all its pins that are used."""

    name: str
    """Where in the config it stands: ``readers.main``."""
    title: str
    about: str
    look: Look
    joints: tuple[Joint, ...] = ()
    behind: str = ""
    """Name of the part that it hangs on; empty for the header."""
    remark: str = ""
    """Sentences for who wires it."""


def units(config: c.TableConfig) -> list[Unit]:
    """Give all parts of a table, those behind a multiplexer after it; simulated ones are none."""
    found: dict[str, Unit] = {}
    for name, reader in config.readers.items():
        _add(found, _made(f"readers.{name}", f"Reader {name}", reader))
    for name, display in config.displays.items():
        if isinstance(display, c.OledI2c) and display.mux:
            _add(found, [_multiplexer(display.bus, display.mux)])
        _add(found, _made(f"displays.{name}", _of_display(name), display))
    _add(found, _made("buttons", "Keys", config.buttons))
    _add(found, _made("light", "Light", config.light))
    _add(found, _made("sound", "Sound", config.sound))
    return list(found.values())


def _add(found: dict[str, Unit], more: Iterable[Unit]) -> None:
    for unit in more:
        found.setdefault(unit.name, unit)


def _of_display(name: str) -> str:
    return name.replace("seat-", "Seat ") if name.startswith("seat-") else f"Display {name}"


def _made(name: str, title: str, part: Any) -> Iterable[Unit]:
    """Give the parts to be wired for a device of the config: none, one, or keys by where they are."""
    maker = next((maker for kind, maker in _MAKERS.items() if isinstance(part, kind)), None)
    return maker(name, title, part) if maker else ()


# -- wires that many parts have ----------------------------------------------------------
def supplies(vcc: str = "VCC") -> tuple[Joint, Joint]:
    """Give the two wires that feed a part."""
    return Joint(label=vcc, supply="3V3"), Joint(label="GND", supply="GND")


def _line(label: str, gpio: int, signal: str = "", hint: str = "") -> Joint:
    return Joint(label=label, pin=pin_of(gpio), signal=signal, hint=hint)


def _i2c(bus: int) -> tuple[Joint, ...]:
    """Give the wires of a part on an I2C bus; none when nobody knows where that bus is."""
    if bus not in I2C_PINS:
        return ()
    sda, scl = I2C_PINS[bus]
    return (*supplies(), _line("SDA", sda, "SDA"), _line("SCL", scl, "SCL"))


def _address(bus: int, address: int) -> str:
    return f"I2C 0x{address:02X}" if bus == 1 else f"I2C {bus} 0x{address:02X}"


def _elsewhere(bus: int) -> str:
    if bus in I2C_PINS:
        return ""
    return (
        f"I2C bus {bus} is not one of the header's own: it is a channel of a multiplexer, "
        "or on the pins that its overlay says."
    )


# -- each kind ---------------------------------------------------------------------------
def _pn532_uart(name: str, title: str, part: c.Pn532Uart) -> Iterator[Unit]:
    joints: tuple[Joint, ...] = ()
    about, remark = "PN532, UART elsewhere", f"It hangs on {part.port}, which is not on the header."
    if part.port in HEADER_UARTS:
        txd, rxd = UART_PINS
        joints = (*supplies(), _line("TXD", rxd, "RXD", "or SDA"), _line("RXD", txd, "TXD", "or SCL"))
        about = "PN532, UART (HSU)"
        remark = "Set its two switches to HSU. Its TXD goes to the Pi's RXD and the other way round."
    yield Unit(name=name, title=title, about=about, look="reader", joints=joints, remark=remark)


def _pn532_i2c(name: str, title: str, part: c.Pn532I2c) -> Iterator[Unit]:
    remark = _elsewhere(part.bus) or "Set its two switches to I2C."
    about = f"PN532, {_address(part.bus, part.address)}"
    yield Unit(name=name, title=title, about=about, look="reader", joints=_i2c(part.bus), remark=remark)


def _mfrc522(name: str, title: str, part: c.Mfrc522Spi) -> Iterator[Unit]:
    mosi, miso, sclk = SPI_PINS[part.bus]
    reset = Joint(label="RST", supply="3V3") if part.reset is None else _line("RST", part.reset, "RST")
    joints = (
        _line("SDA", SPI_SELECTS[part.bus][part.device], f"CE{part.device}", "or SS, NSS"),
        _line("SCK", sclk, "SCLK"),
        _line("MOSI", mosi, "MOSI"),
        _line("MISO", miso, "MISO"),
        *reversed(supplies("3.3V")),
        reset,
    )
    about = f"RC522, SPI {part.bus} CE{part.device}"
    remark = "Its IRQ stays open."
    yield Unit(name=name, title=title, about=about, look="reader", joints=joints, remark=remark)


def _usb(name: str, title: str, part: c.UsbKeyboard) -> Iterator[Unit]:
    yield Unit(name=name, title=title, about="USB", look="reader", remark="It goes into a USB socket.")


def _oled_i2c(name: str, title: str, part: c.OledI2c) -> Iterator[Unit]:
    about = f"{part.chip.upper()}, 0x{part.address:02X}"
    if part.mux is None:
        about = f"{part.chip.upper()}, {_address(part.bus, part.address)}"
        joints, behind = _i2c(part.bus), ""
    else:
        behind = _name_of(part.bus, part.mux)
        joints = tuple(
            msgspec.structs.replace(joint, pin=None, behind=_channel(joint, part.mux.channel))
            for joint in _i2c(1)
        )
    yield Unit(
        name=name, title=title, about=about, look="display", joints=joints, behind=behind,
        remark="" if part.mux else _elsewhere(part.bus),
    )  # fmt: skip


def _channel(joint: Joint, channel: int) -> str:
    """Name the pin of a multiplexer that a pin of a part behind it goes to."""
    return {"SDA": f"SD{channel}", "SCL": f"SC{channel}"}.get(joint.label, joint.label)


def _name_of(bus: int, mux: c.Mux) -> str:
    return f"multiplexer 0x{mux.address:02X} on bus {bus}"


def _multiplexer(bus: int, mux: c.Mux) -> Unit:
    high = [bit for place, bit in enumerate(ADDRESS_BITS) if (mux.address - FIRST_MUX) >> place & 1]
    low = [bit for bit in ADDRESS_BITS if bit not in high]
    wires = [f"{all_of(bits)} to {where}" for bits, where in ((low, "GND"), (high, "VCC")) if bits]
    return Unit(
        name=_name_of(bus, mux),
        title="TCA9548A",
        about=_address(bus, mux.address),
        look="multiplexer",
        joints=_i2c(bus),
        remark=f"{' and '.join(wires)} on its board, for this address. {_elsewhere(bus)}".strip(),
    )


def all_of(names: Iterable[str]) -> str:
    """Give names as they stand in a sentence: ``A, B and C``."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _oled_spi(name: str, title: str, part: c.OledSpi) -> Iterator[Unit]:
    mosi, _, sclk = SPI_PINS[part.bus]
    joints = [
        *reversed(supplies()),
        _line("SCK", sclk, "SCLK", "or D0, SCL"),
        _line("SDA", mosi, "MOSI", "or D1, MOSI"),
        _line("DC", part.dc, "DC"),
        _line("CS", SPI_SELECTS[part.bus][part.device], f"CE{part.device}"),
    ]
    if part.reset is not None:
        joints.append(_line("RES", part.reset, "RES", "or RST"))
    about = f"{part.chip.upper()}, SPI {part.bus} CE{part.device}"
    yield Unit(name=name, title=title, about=about, look="display", joints=tuple(joints))


def _keys(name: str, title: str, part: c.GpioKeys) -> Iterator[Unit]:
    """Give the keys in the middle of the table, and those that are at the seats."""
    places = {name: [key for key in part.pins if not key.startswith("seat-")]}
    places[f"{name}.seats"] = [key for key in part.pins if key.startswith("seat-")]
    for place, keys in places.items():
        joints = [_line(key.replace("-", " ").upper(), part.pins[key], key) for key in keys]
        if joints:
            ground = Joint(label="GND", supply="GND", hint="all keys")
            named, about = (
                (title, "each to ground") if place == name else ("Seat keys", "in the leads to the seats")
            )
            yield Unit(name=place, title=named, about=about, look="keys", joints=(*joints, ground))


def _rgb(name: str, title: str, part: c.RgbGpio) -> Iterator[Unit]:
    lamps = {"R": ("red", part.red), "G": ("green", part.green), "B": ("blue", part.blue)}
    joints = [_line(label, gpio, colour, "330 Ω") for label, (colour, gpio) in lamps.items()]
    cathode = Joint(label="−", supply="GND", hint="longest leg")
    yield Unit(name=name, title=title, about="RGB, common cathode", look="light", joints=(*joints, cathode))


def _sounder(name: str, title: str, part: c.PiezoGpio | c.BuzzerGpio) -> Iterator[Unit]:
    kind, short = ("piezo",) * 2 if isinstance(part, c.PiezoGpio) else ("active buzzer", "buzzer")
    joints = (
        Joint(label="+", supply="3V3", hint=f"of the {short}"),
        _line("B", part.pin, "sound", "1 kΩ, base"),
        Joint(label="E", supply="GND", hint="emitter"),
    )
    remark = f"The collector of the BC547 goes to the other leg of the {kind}."
    yield Unit(name=name, title=title, about=f"{kind}, BC547", look="sound", joints=joints, remark=remark)


_MAKERS: Mapping[type, Callable[[str, str, Any], Iterable[Unit]]] = {
    c.Pn532Uart: _pn532_uart,
    c.Pn532I2c: _pn532_i2c,
    c.Mfrc522Spi: _mfrc522,
    c.UsbKeyboard: _usb,
    c.OledI2c: _oled_i2c,
    c.OledSpi: _oled_spi,
    c.GpioKeys: _keys,
    c.RgbGpio: _rgb,
    c.PiezoGpio: _sounder,
    c.BuzzerGpio: _sounder,
}
