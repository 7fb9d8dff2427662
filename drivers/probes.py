"""Asks the parts of a table one by one whether they are there and what they are, before anything is played.

Each question opens its bus, and gives it back when it is answered.  Everything here may raise ``OSError``
for a bus that cannot be used and ``DeviceError`` for a part that does not do as it should.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol

from drivers.buses import SerialPort
from drivers.mfrc522_chip import Mfrc522, bus_failures, version_name
from drivers.mfrc522_registers import Register, RegisterPort
from drivers.pn532_commands import CHIP_TIMEOUT_S, GET_FIRMWARE_VERSION, Pn532
from drivers.pn532_i2c import over_i2c
from drivers.pn532_link import LinkCounts, OpenLine, Pn532Link, ReaderSilent
from drivers.pn532_uart import over_uart
from drivers.ports import Clock, DeviceError
from drivers.tag_watch import Mfrc522Eye, Pn532Eye, TagWatch
from drivers.tca9548a import Channel, SwitchedBus
from drivers.usb_reader import EventSource, UidFormat, UsbReader

NOP = (0x00, 0xE3)
"""A command that does nothing, to all the display chips (SSD1306 data sheet, table 9-1; SH1106, 22)."""
NO_CHANNEL = 0x00
VERSION_READS = 4
"""How often a version is read: a line that nobody drives may say anything, but not always the same."""

Mux = tuple[int, int]
"""Address of a TCA9548A and the channel that a part hangs on."""


@dataclass(frozen=True, slots=True)
class Openers:
    """Ways to the buses; each call opens one anew, to be closed by who asked."""

    serial: Callable[[str, int], SerialPort]
    """By name and baud rate."""
    i2c: Callable[[Any], Any]
    """By number, or by the name of a simulated one; gives what smbus2's ``SMBus`` is."""
    spi: Callable[[int, int, int | None], RegisterPort]
    """By bus and chip select; a GPIO for RST is given where the package ``mfrc522`` is to open it."""
    input: Callable[[str], EventSource]
    """By path."""
    pins: Callable[[], object]
    """Gives the pin factory of gpiozero; the same one each time, and not closed."""


@dataclass(frozen=True, slots=True)
class Versions:
    """What an MFRC522 said of itself."""

    reads: tuple[int, ...]
    """Its version, read several times; 0x00 and 0xFF are said by a line that nobody drives."""

    @property
    def name(self) -> str:
        """Say which chip this is."""
        return version_name(self.reads[0])


class _Line(Protocol):
    """The part of gpiozero's ``DigitalInputDevice`` used here."""

    is_active: bool

    def close(self) -> None:
        """Let the line go."""


class KeyLines:
    """Lines of keys that are looked at, nothing else."""

    def __init__(self, lines: Mapping[str, _Line]) -> None:
        self._lines = dict(lines)

    def down(self) -> dict[str, bool]:
        """Tell of each key whether its line is at ground."""
        return {name: bool(line.is_active) for name, line in self._lines.items()}

    def close(self) -> None:
        """Let the lines go; may be called twice."""
        lines, self._lines = self._lines, {}
        for line in lines.values():
            line.close()


class Probes:
    """The questions, over buses that are opened as they are given."""

    def __init__(self, openers: Openers) -> None:
        self._open = openers

    # -- readers -------------------------------------------------------------------------
    def pn532_on_serial(self, port: str, baud: int) -> bytes:
        """Ask a PN532 on a serial port for its firmware: chip, version, revision, abilities."""
        return _firmware(self._uart(port, baud))

    def pn532_on_i2c(self, bus: int | str, address: int) -> bytes:
        """Ask a PN532 on an I2C bus for the same."""
        return _firmware(self._i2c(bus, address))

    def mfrc522(self, bus: int, device: int, package_reset: int | None = None) -> Versions:
        """Read the version of an MFRC522; what comes is for the asker to judge."""
        with closing(self._open.spi(bus, device, package_reset)) as port:
            return Versions(tuple(port.read(Register.VERSION) for _ in range(VERSION_READS)))

    def watch_pn532_on_serial(self, name: str, port: str, baud: int, clock: Clock) -> TagWatch:
        """Make a watch for a PN532 on a serial port; it is not started."""
        return _pn532_watch(name, self._uart(port, baud), clock)

    def watch_pn532_on_i2c(self, name: str, bus: int | str, address: int, clock: Clock) -> TagWatch:
        """Make a watch for a PN532 on an I2C bus; it is not started."""
        return _pn532_watch(name, self._i2c(bus, address), clock)

    def watch_mfrc522(
        self, name: str, bus: int, device: int, clock: Clock, package_reset: int | None = None
    ) -> TagWatch:
        """Make a watch for an MFRC522; it is not started."""
        label = f"reader {name}"

        def open_eye() -> Mfrc522Eye:
            with bus_failures(label):
                port = self._open.spi(bus, device, package_reset)
            return Mfrc522Eye(Mfrc522(port, label, time.sleep))

        return TagWatch(name, open_eye, clock)

    def watch_usb(self, name: str, path: str, form: UidFormat, clock: Clock) -> UsbReader:
        """Make a watch for a USB reader, which tells the numbers of tags and no more; it is not started."""
        return UsbReader(name, lambda: self._open.input(path), clock, form)

    # -- displays ------------------------------------------------------------------------
    def display(self, bus: int | str, address: int, mux: Mux | None = None) -> None:
        """Send a display a command that does nothing; ``OSError`` 121 when nobody takes it."""
        with closing(self._open.i2c(bus)) as port:
            if mux is None:
                port.write_i2c_block_data(address, NOP[0], list(NOP[1:]))
                return
            try:
                Channel(port, SwitchedBus(), *mux).write_i2c_block_data(address, NOP[0], list(NOP[1:]))
            finally:
                port.write_byte(mux[0], NO_CHANNEL)

    def switch(self, bus: int | str, address: int) -> None:
        """Disconnect all channels of a TCA9548A; ``OSError`` 121 when nobody takes that."""
        with closing(self._open.i2c(bus)) as port:
            port.write_byte(address, NO_CHANNEL)

    # -- pins ----------------------------------------------------------------------------
    def keys(self, pins: Mapping[str, int]) -> KeyLines:
        """Open the lines of keys with their pull-ups on; to be closed."""
        from gpiozero import DigitalInputDevice  # noqa: PLC0415 - loaded when keys are used

        factory = self._open.pins()
        lines: dict[str, _Line] = {}
        for name, pin in pins.items():
            try:
                lines[name] = DigitalInputDevice(pin, pull_up=True, pin_factory=factory)
            except Exception as error:  # lgpio's own error is no kind of another one
                KeyLines(lines).close()
                raise DeviceError(f"{name} on GPIO {pin}: {error}") from error
        return KeyLines(lines)

    def _uart(self, port: str, baud: int) -> OpenLine:
        return over_uart(lambda: self._open.serial(port, baud))

    def _i2c(self, bus: int | str, address: int) -> OpenLine:
        return over_i2c(lambda: self._open.i2c(bus), address)


def _firmware(open_line: OpenLine) -> bytes:
    counts = LinkCounts()
    with closing(Pn532Link(open_line("PN532", counts), counts)) as link:
        link.wake()
        try:
            return link.exchange(GET_FIRMWARE_VERSION, timeout_s=CHIP_TIMEOUT_S)
        except ReaderSilent:  # it may have got half a frame before
            link.wake(flush=True)
            return link.exchange(GET_FIRMWARE_VERSION, timeout_s=CHIP_TIMEOUT_S)


def _pn532_watch(name: str, open_line: OpenLine, clock: Clock) -> TagWatch:
    def open_eye() -> Pn532Eye:
        counts = LinkCounts()
        return Pn532Eye(Pn532(Pn532Link(open_line(name, counts), counts)))

    return TagWatch(name, open_eye, clock)
