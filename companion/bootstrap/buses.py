"""The buses that drivers are opened on: those of this machine, or a simulated one's."""
# ruff: noqa: PLC0415 - no table needs all of them

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from drivers import linux

if TYPE_CHECKING:
    from drivers.buses import SerialPort
    from drivers.mfrc522_registers import RegisterPort
    from drivers.oled_wiring import PanelDevice
    from drivers.pn532_i2c import MessageBus
    from drivers.probes import Probes
    from drivers.tca9548a import SwitchingBus
    from drivers.usb_reader import EventSource


class Buses(Protocol):
    """Ways to the buses; each call opens one anew.  All may raise ``OSError`` and ``DeviceError``."""

    def open_serial(self, port: str, baud: int, /) -> SerialPort:
        """Open a serial port by its path."""
        ...

    def open_i2c(self, bus: int, /) -> SwitchingBus:
        """Open an I2C bus by its number."""
        ...

    def open_messages(self, bus: int, /) -> MessageBus:
        """Open one for plain messages."""
        ...

    def open_registers(self, bus: int, device: int, package_reset: int | None, /) -> RegisterPort:
        """Open the chip at a chip select; with the GPIO of its RST through the package ``mfrc522``."""
        ...

    def open_input(self, path: str, /) -> EventSource:
        """Open an event device by its path."""
        ...

    def open_pins(self) -> object:
        """Give the pin factory of gpiozero, the same one each time."""
        ...

    def spi_device(self) -> PanelDevice:
        """Make a device that can be opened at a chip select."""
        ...

    def root_bus(self, bus: int, /) -> int:
        """Give the I2C bus whose wire a bus shares."""
        ...


class MachineBuses:
    """The buses of this machine; ``run_dir``, if given, is used as ``linux.open_pins`` says."""

    def __init__(self, run_dir: Path | None = None) -> None:
        self._pins = linux.HeaderPins(run_dir or runtime_folder())

    def open_serial(self, port: str, baud: int) -> SerialPort:
        """Open a serial port by its path."""
        return linux.open_serial(port, baud)

    def open_i2c(self, bus: int) -> SwitchingBus:
        """Open an I2C bus by its number."""
        return linux.open_i2c(bus)

    def open_messages(self, bus: int) -> MessageBus:
        """Open one for plain messages."""
        return linux.open_messages(bus)

    def open_registers(self, bus: int, device: int, package_reset: int | None) -> RegisterPort:
        """Open the chip at a chip select; with the GPIO of its RST through the package ``mfrc522``."""
        if package_reset is None:
            from drivers.spi_registers import open_spi

            return open_spi(bus, device)
        from drivers.mfrc522_package import open_package

        return open_package(bus, device, package_reset)

    def open_input(self, path: str) -> EventSource:
        """Open an event device by its path."""
        from drivers.usb_reader import open_input

        return open_input(path)

    def open_pins(self) -> object:
        """Give the pin factory of gpiozero, the same one each time."""
        return self._pins.open()

    def spi_device(self) -> PanelDevice:
        """Make a device that can be opened at a chip select."""
        return linux.spi_device()

    def root_bus(self, bus: int) -> int:
        """Give the I2C bus whose wire a bus shares."""
        return linux.root_bus(bus)


def real_probes(run_dir: Path) -> Probes:
    """Give the doctor's questions for the buses of this machine; ``run_dir`` as for ``linux.open_pins``."""
    from drivers.probes import Openers, Probes

    buses = MachineBuses(run_dir)
    return Probes(
        Openers(buses.open_serial, buses.open_i2c, buses.open_registers, buses.open_input, buses.open_pins)
    )


def runtime_folder() -> Path:
    """Give a folder that may be written while the program runs: systemd's, or the machine's temporary one."""
    first = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(first or os.environ.get("TMPDIR", "/tmp"))  # noqa: S108 - lgpio makes its own file there
