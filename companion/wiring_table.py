"""The wiring of a table as a list: each part, its pins, and the pin of the header that each one goes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion import config as c
from companion.header_pins import nearest
from companion.sheet import aligned
from companion.wiring import HEADER_UARTS, I2C_PINS, UART_PINS
from companion.wiring_parts import Joint, Unit, all_of, units

APART_CM = 10
"""Two readers nearer to each other than this disturb each other (device-ux.md 2)."""
HEAD = ("its pin", "header pin", "GPIO", "signal", "")


class WiringTable(msgspec.Struct, frozen=True):
    """All that there is to say about the wiring of a table."""

    units: tuple[Unit, ...]
    settings: tuple[str, ...]
    """Lines that ``/boot/firmware/config.txt`` must have."""
    warnings: tuple[str, ...]
    """Sentences about what to look at twice."""


def wiring_table(config: c.TableConfig) -> WiringTable:
    """Say how a table is to be wired; a config that was loaded has no two owners of one thing (R19)."""
    parts = supplied(units(config))
    return WiringTable(tuple(parts), tuple(_settings(config)), tuple(_warnings(config, parts)))


def print_wiring(path: Path, svg: Path | None = None) -> int:
    """Print the wiring of a config and draw it to a file if one is named; gives the exit status 0.

    Raises ``ConfigError``, and ``OSError`` when the file cannot be written.
    """
    table = wiring_table(c.load_config(path))
    print(as_text(table, str(path)))
    if svg:
        from companion.wiring_picture import picture  # noqa: PLC0415 - only when it is wanted

        svg.write_text(picture(table.units, f"Wiring of {path.stem}"), encoding="utf-8")
        print(f"\nThe picture is in {svg}.")
    return 0


def supplied(parts: Sequence[Unit]) -> list[Unit]:
    """Propose a pin for each supply: one nearby that feeds few others."""
    used: Counter[int] = Counter()
    fed = []
    for unit in parts:
        beside = [joint.pin for joint in unit.joints if joint.pin]
        chosen = {
            supply: nearest(supply, beside, used)
            for supply in dict.fromkeys(joint.supply for joint in unit.joints if joint.supply)
            if not unit.behind
        }
        used.update(pin.number for pin in chosen.values())
        joints = tuple(
            replace(joint, pin=chosen[joint.supply]) if joint.supply in chosen else joint
            for joint in unit.joints
        )
        fed.append(replace(unit, joints=joints))
    return fed


# -- text --------------------------------------------------------------------------------
def as_text(table: WiringTable, source: str) -> str:
    """Write the table for a terminal; ``source`` names the config."""
    lines = aligned([HEAD, *(_row(joint) for unit in table.units for joint in unit.joints)], right=(1,))
    head, *rows = lines.splitlines()
    text = [f"Wiring of {source}, by part. Do it with the power unplugged."]
    text += ["", f"  {head}"] if rows else []
    for unit in table.units:
        text += ["", f"{unit.title}: {unit.about}", *(f"  {rows.pop(0)}" for _ in unit.joints)]
        text += [f"  {unit.remark}"] if unit.remark else []
    if table.settings:
        text += ["", "Lines in /boot/firmware/config.txt:", *(f"  {line}" for line in table.settings)]
    if table.warnings:
        text += ["", "Look twice:", *(f"  * {sentence}" for sentence in table.warnings)]
    return "\n".join(text)


def _row(joint: Joint) -> tuple[str, ...]:
    """Give the cells of a wire."""
    if joint.pin is None:
        return (
            joint.label,
            "",
            "",
            "",
            f"to {joint.behind} of the multiplexer" if joint.behind else joint.hint,
        )
    if joint.supply:
        return joint.label, str(joint.pin.number), "", joint.supply, joint.hint
    return joint.label, str(joint.pin.number), str(joint.pin.gpio), joint.bus, joint.hint


# -- what belongs to it ------------------------------------------------------------------
def _settings(config: c.TableConfig) -> Iterator[str]:
    """Give the lines that switch on the buses in use."""
    parts = [*config.readers.values(), *config.displays.values()]
    i2c = {part.bus for part in parts if isinstance(part, c.OledI2c | c.Pn532I2c)}
    spi = {part.bus: 0 for part in parts if isinstance(part, c.OledSpi | c.Mfrc522Spi)}
    for part in parts:
        if isinstance(part, c.OledSpi | c.Mfrc522Spi):
            spi[part.bus] = max(spi[part.bus], part.device + 1)
    if i2c:
        yield "dtparam=i2c_arm=on"
        yield "dtparam=i2c_arm_baudrate=400000"
    if 0 in i2c:
        yield "dtparam=i2c_vc=on"
    if 0 in spi:
        yield "dtparam=spi=on"
    if 1 in spi:
        yield f"dtoverlay=spi1-{spi[1]}cs"
    if _header_uart(config):
        yield "enable_uart=1"


def _header_uart(config: c.TableConfig) -> bool:
    return any(
        isinstance(part, c.Pn532Uart) and part.port in HEADER_UARTS for part in config.readers.values()
    )


def _warnings(config: c.TableConfig, parts: Sequence[Unit]) -> Iterator[str]:
    yield from _missing(config)
    for name in _simulated(config):
        yield f"{name} is simulated: there is nothing to wire."
    crowded = _crowded(parts)
    if crowded:
        pins = all_of(f"{number} ({name})" for number, name in sorted(crowded.items()))
        yield f"Several parts share pin {pins}: lead it to a terminal strip, and the parts from there."
    if sum(unit.look == "reader" for unit in parts) > 1:
        yield f"Keep readers {APART_CM} cm apart from each other, and from metal."
    if any(joint.pin and joint.pin.gpio in I2C_PINS[0] for unit in parts for joint in unit.joints):
        yield "I2C bus 0 is where add-on boards have their memory: use it only if none is on the header."
    console = _at_console(config, parts)
    if console:
        yield (
            f"{console} is where a serial console would speak: switch that off in raspi-config, under "
            "Interface Options, Serial Port, before anything is wired to it."
        )


def _crowded(parts: Sequence[Unit]) -> dict[int, str]:
    """Give the names of the pins that more than one part is wired to, by number."""
    pins = [pin for unit in parts for pin in {joint.pin for joint in unit.joints if joint.pin}]
    return {pin.number: pin.bus or pin.name for pin, count in Counter(pins).items() if count > 1}


def _missing(config: c.TableConfig) -> Iterator[str]:
    """Say what the table cannot do."""
    if not config.readers:
        yield "There is no reader: no card can be tapped."
    if not config.displays:
        yield "There is no display: nothing can be seen."
    elif "main" not in config.displays:
        yield "There is no display 'main', which shows what all must see."
    if isinstance(config.buttons, c.NoKeys):
        yield "There are no keys: nobody can stop, pass or repel."


def _simulated(config: c.TableConfig) -> Iterator[str]:
    """Name the simulated devices."""
    parts = {
        **{f"Reader {name}": part for name, part in config.readers.items()},
        **{f"Display {name}": part for name, part in config.displays.items()},
        "The set of keys": config.buttons,
        "The light": config.light,
        "The sound": config.sound,
    }
    for name, part in parts.items():
        if part is not None and part.__struct_config__.tag == "simulated":
            yield name


def _at_console(config: c.TableConfig, parts: Sequence[Unit]) -> str:
    """Name the pin of the serial port that is used for something else; empty when there is none."""
    if _header_uart(config):
        return ""
    used = [joint.pin for unit in parts for joint in unit.joints if joint.pin and joint.pin.gpio in UART_PINS]
    return f"Pin {used[0].number} ({used[0].name})" if used else ""
