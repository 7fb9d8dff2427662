"""Sets simulated hardware up for the devices of a config."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from companion import config as c
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.table import SimulatedTable
from drivers.sim.table_machine import SimulatedMachine, make_chip


def simulated_table(
    config: c.TableConfig,
    clock: SteppedClock | RunningClock,
    *,
    paced: bool = False,
    every_kind: bool = False,
) -> SimulatedTable:
    """Open the simulated hardware for all devices of kind ``simulated`` in a config.

    With ``every_kind`` also for all others, on buses with the numbers that the config gives them: no
    device of it is looked for on this machine then.
    """
    names: Iterable[str] = config.buttons.names if isinstance(config.buttons, c.SimulatedKeys) else ()
    pins = config.buttons.pins if every_kind and isinstance(config.buttons, c.GpioKeys) else {}
    return SimulatedTable(
        clock,
        readers=[name for name, part in config.readers.items() if isinstance(part, c.SimulatedReader)],
        displays=[name for name, part in config.displays.items() if isinstance(part, c.SimulatedDisplay)],
        keys=names,
        paced=paced,
        machine=_machine(config, clock, paced=paced) if every_kind else None,
        pins={str(name): pin for name, pin in pins.items()},
    )


def _machine(config: c.TableConfig, clock: SteppedClock | RunningClock, *, paced: bool) -> SimulatedMachine:
    machine = SimulatedMachine(clock, paced=paced)
    for name, reader in config.readers.items():
        _add_reader(machine, name, reader)
    for name, display in config.displays.items():
        _add_display(machine, name, display)
    return machine


def _add_reader(machine: SimulatedMachine, name: str, part: c.Reader) -> None:
    match part:
        case c.Pn532Uart(port=port):
            machine.add_pn532_on_serial(name, port)
        case c.Pn532I2c(bus=bus):
            machine.add_pn532_on_i2c(name, bus)
        case c.Mfrc522Spi(bus=bus, device=device):
            machine.add_mfrc522(name, (bus, device))
        case c.UsbKeyboard(path=path):
            machine.add_usb_reader(name, path, part.format)
        case c.SimulatedReader():
            pass
        case _:
            assert_never(part)


def _add_display(machine: SimulatedMachine, name: str, part: c.Display) -> None:
    if isinstance(part, c.SimulatedDisplay):
        return
    chip = make_chip(part.chip, part.width, part.height, part.column_offset)
    if isinstance(part, c.OledSpi):
        machine.add_spi_display(name, chip, (part.bus, part.device), part.dc, part.reset)
    else:
        mux = (int(part.mux.address), part.mux.channel) if part.mux else None
        machine.add_i2c_display(name, chip, part.bus, int(part.address), mux)
