"""The questions of ``drivers.probes``, asked on a simulated table."""

from __future__ import annotations

import errno

from drivers.buses import I2CBus, SerialPort
from drivers.mfrc522_registers import RegisterPort
from drivers.probes import Openers, Probes
from drivers.sim.table import SimulatedTable
from drivers.sim.wire import os_error
from drivers.usb_reader import EventSource


def simulated_probes(table: SimulatedTable) -> Probes:
    """Give the probes for a simulated table, where ports and buses are called as their device is."""

    def open_serial(reader: str, _baud: int) -> SerialPort:
        return table.open_port(reader)

    def open_i2c(display: str) -> I2CBus:
        return table.open_bus(display)

    def open_spi(_bus: int, _device: int, _reset: int | None) -> RegisterPort:
        raise os_error(errno.ENODEV)

    def open_input(_path: str) -> EventSource:
        raise os_error(errno.ENODEV)

    return Probes(Openers(open_serial, open_i2c, open_spi, open_input, lambda: table.pin_factory))
