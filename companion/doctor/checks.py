"""Which checks each part gets, and all of them done one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from companion.doctor import chips, i2c, nodes, packages, pins, serial, service, storage, system
from companion.doctor import places as p
from companion.doctor.buses import Buses
from companion.doctor.finding import Finding, Part
from companion.doctor.machine import Machine

Check = Callable[[Part, Machine, Buses], list[Finding]]
"""Looks at one part and says what it finds; raises nothing that is to be expected."""

CHECKS: Mapping[type[p.Place], tuple[Check, ...]] = {
    p.Board: (system.board, system.system, system.python),
    p.Service: (service.state,),
    p.Folder: (storage.folder,),
    p.DeckFile: (storage.deck,),
    p.Words: (storage.texts,),
    p.Header: (pins.header_chip, packages.lgpio),
    p.I2cBus: (nodes.i2c_node, nodes.node_access, i2c.speed),
    p.SpiSelect: (nodes.spi_node, nodes.node_access, packages.spidev),
    p.SerialLine: (nodes.serial_node, serial.serial_access, serial.console, serial.uart),
    p.InputDevice: (nodes.input_node, nodes.node_access),
    p.Pin: (pins.holder, pins.level),
    p.Pn532Serial: (chips.pn532,),
    p.Pn532I2c: (chips.pn532,),
    p.Mfrc522Spi: (packages.mfrc522, chips.mfrc522),
    p.OledI2c: (chips.display,),
    p.OledSpi: (chips.silent_display,),
    p.Switch: (chips.switch,),
}


def examine(parts: Iterable[Part], machine: Machine, real: Buses, simulated: Buses) -> Iterator[Finding]:
    """Do all checks of all parts, and give what is found as it is found.

    ``simulated`` is asked about the parts that are simulated, ``real`` about all others.
    """
    for part in parts:
        buses = simulated if part.at.simulated else real
        for check in CHECKS[type(part.at)]:
            yield from _outcome(check, part, machine, buses)


def _outcome(check: Check, part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Do a check; one that stumbles says so, and the others go on."""
    try:
        return check(part, machine, buses)
    except Exception as error:  # noqa: BLE001 - whatever it is, the other checks are still of use
        said = f"This check stumbled: {type(error).__name__}: {error}."
        return part.failure(check.__name__, said, "This is a mistake in the program: please report it.")
