"""The real buses of a Raspberry Pi or another Linux machine.

Everything here is imported where it is used, so that the program starts without it.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from drivers.buses import SLICE_S
from drivers.ports import DeviceError, DeviceGone

if TYPE_CHECKING:
    from drivers.buses import SerialPort
    from drivers.oled_wiring import PanelDevice
    from drivers.pn532_i2c import MessageBus
    from drivers.tca9548a import SwitchingBus

WRITE_TIMEOUT_S = 0.5
HEADER_CHIPS = ("raspberrypi,rp1-gpio", "brcm,bcm2711-gpio", "brcm,bcm2835-gpio", "brcm,bcm2837-gpio")
"""Device-tree names of the chips that carry the 40-pin header: of the Pi 5, the Pi 4, and older ones."""
SYSFS_CHIPS = Path("/sys/bus/gpio/devices")
SYSFS_BUSES = Path("/sys/bus/i2c/devices")


def open_serial(path: str, baud: int = 115200) -> SerialPort:
    """Open a serial port for us alone; reads wait ``SLICE_S`` at most.

    Raises ``OSError`` (pyserial's errors are such) when it is missing, forbidden or taken.
    """
    import serial

    return serial.Serial(path, baud, timeout=SLICE_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True)


def open_i2c(bus_number: int) -> SwitchingBus:
    """Open ``/dev/i2c-N``; raises ``OSError`` when it is missing or forbidden."""
    import smbus2

    return smbus2.SMBus(bus_number)


def open_messages(bus_number: int) -> MessageBus:
    """Open ``/dev/i2c-N`` for plain messages; raises ``OSError`` when it is missing or forbidden."""
    import smbus2

    return smbus2.SMBus(bus_number)


def spi_device() -> PanelDevice:
    """Make a device that can be opened at a chip select; raises ``DeviceGone`` without the package spidev."""
    try:
        import spidev
    except ImportError as error:
        raise DeviceGone(
            "the Python package spidev is not installed: pip install '.[pi]' in the folder of this project"
        ) from error
    device: PanelDevice = spidev.SpiDev()
    return device


def root_bus(bus_number: int, sysfs: Path = SYSFS_BUSES) -> int:
    """Give the I2C bus that a channel of the kernel's multiplexer hangs on; any other bus is its own.

    The buses of all channels are one wire, whatever their numbers.
    """
    try:
        above = (sysfs / f"i2c-{bus_number}").resolve(strict=True).parts
    except OSError:
        return bus_number
    numbers = [part.removeprefix("i2c-") for part in above if part.startswith("i2c-")]
    return next((int(number) for number in numbers if number.isdecimal()), bus_number)


def header_chip(sysfs: Path = SYSFS_CHIPS) -> int:
    """Find the number of the GPIO chip that carries the 40-pin header, by what it is (R37, R38).

    The number moves between kernels (4, 0 and 11 were seen on a Pi 5).  Raises ``DeviceGone``.
    """
    found: dict[str, int] = {}
    for chip in sorted(sysfs.glob("gpiochip*")):
        number = chip.name.removeprefix("gpiochip")
        for name in _compatible(chip):
            if number.isdecimal():
                found.setdefault(name, int(number))
    for name in HEADER_CHIPS:
        if name in found:
            return found[name]
    seen = ", ".join(sorted(found)) or "none"
    raise DeviceGone(f"no GPIO chip of a Raspberry Pi in {sysfs} (chips there: {seen})")


def _compatible(chip: Path) -> list[str]:
    try:
        names = (chip / "of_node" / "compatible").read_bytes()
    except OSError:
        return []
    return [name for name in names.decode("ascii", "replace").split("\0") if name]


def open_pins(run_dir: Path, sysfs: Path = SYSFS_CHIPS) -> object:
    """Give the gpiozero pin factory of the header: lgpio on the right chip.

    lgpio makes a file in its working directory when imported, and changes into it: ``run_dir`` must
    be writable (R39), and all other paths of the program absolute.  Raises ``DeviceError``.
    """
    chip = header_chip(sysfs)
    os.environ.setdefault("LG_WD", str(run_dir))
    try:
        import lgpio
        from gpiozero.pins.lgpio import LGPIOFactory
    except (ImportError, AttributeError, OSError) as error:  # missing, a stub without content, no folder
        raise DeviceError(f"the library lgpio cannot be used: {error}") from error
    try:
        factory: object = LGPIOFactory(chip=chip)
    except (OSError, lgpio.error) as error:
        raise DeviceError(f"GPIO chip {chip} of the header cannot be opened: {error}") from error
    return factory


class HeaderPins:
    """The pins of the header, opened when they are needed first and then shared by all who need some."""

    def __init__(self, run_dir: Path) -> None:
        self._run_dir = run_dir
        self._opening = threading.Lock()
        self._factory: object = None

    def open(self) -> object:
        """Give the pin factory of gpiozero; raises ``DeviceError``, and tries anew when asked again."""
        with self._opening:
            if self._factory is None:
                self._factory = open_pins(self._run_dir)
            return self._factory
