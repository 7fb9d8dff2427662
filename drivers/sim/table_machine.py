"""The buses of a simulated machine, by the numbers and paths of a real one, and the parts on them."""

from __future__ import annotations

import errno
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol, TypeVar

from drivers.buses import SerialPort
from drivers.ports import Clock
from drivers.sim.chips.ntag import Type2Tag
from drivers.sim.chips.sh1106 import SimSh1106
from drivers.sim.chips.ssd1306 import SimSsd1306, SimSsd1309
from drivers.sim.chips.tca9548a import SimTca9548a
from drivers.sim.i2c import SimI2CBus, SimI2CPort
from drivers.sim.lines import SimLines
from drivers.sim.pn532_i2c import Pn532OnI2c
from drivers.sim.serial import Pn532OnPty
from drivers.sim.spi import Mfrc522OnSpi, SimSpiBoard
from drivers.sim.spi_panel import SimPanelDev, SimSpiPanel
from drivers.sim.table_usb import SimEventDevice, SimUsbReader
from drivers.sim.wire import FaultyWire, os_error
from drivers.spi_registers import SpiRegisters
from drivers.tags import TagImage
from drivers.usb_reader import UidFormat

if TYPE_CHECKING:
    from drivers.probes import Openers

CHIPS: dict[str, type[SimSsd1306]] = {"ssd1306": SimSsd1306, "ssd1309": SimSsd1309, "sh1106": SimSh1106}
Chip = Literal["ssd1306", "ssd1309", "sh1106"]
Place = tuple[int, int]
"""Bus and chip select, or address of a switch and channel."""


Key = TypeVar("Key")
Found = TypeVar("Found")


class SimReader(Protocol):
    """A simulated reader as hands see it."""

    def place_many(self, *tags: TagImage | Type2Tag) -> None:
        """Lay tags down in the same moment."""

    def lift(self) -> None:
        """Take every tag away."""

    def unplug(self) -> None:
        """Pull its cable."""

    def plug(self) -> None:
        """Put it back in."""

    def reset(self) -> None:
        """Let its supply dip."""


@dataclass(frozen=True, slots=True)
class SimPanel:
    """A display, its wires and its cable."""

    chip: SimSsd1306
    wire: FaultyWire
    """The bus it hangs on, with all else that does."""
    unplug: Callable[[], None]
    plug: Callable[[], None]
    """Connects it; its chip has forgotten everything."""


class SimulatedMachine:
    """I2C buses, SPI buses, serial ports, input devices and GPIO lines of one machine.  To be closed.

    Parts are added as a config names them; what was not added is not there.  ``paced`` is as for
    ``SimulatedTable``.
    """

    def __init__(self, clock: Clock, *, paced: bool = False) -> None:
        self.lines = SimLines()
        self.readers: dict[str, SimReader] = {}
        self.displays: dict[str, SimPanel] = {}
        self.i2c: dict[int, SimI2CBus] = {}
        self.switches: dict[tuple[int, int], SimTca9548a] = {}
        """By bus and address."""
        self.board = SimSpiBoard()
        self._clock = clock
        self._paced = paced
        self._ports: dict[str, Pn532OnPty] = {}
        self._inputs: dict[str, SimUsbReader] = {}
        self._panels: list[SimSpiPanel] = []

    # -- parts ---------------------------------------------------------------------------
    def add_pn532_on_serial(self, name: str, port: str) -> Pn532OnPty:
        """Set up a PN532 on a serial port."""
        reader = self.readers[name] = self._ports[port] = Pn532OnPty(paced=self._paced)
        return reader

    def add_pn532_on_i2c(self, name: str, bus: int) -> Pn532OnI2c:
        """Set up a PN532 on an I2C bus, at its only address."""
        reader = self.readers[name] = Pn532OnI2c(self._bus(bus), paced=self._paced)
        return reader

    def add_mfrc522(self, name: str, place: Place) -> Mfrc522OnSpi:
        """Set up an MFRC522 at a chip select."""
        bus, device = place
        reader = self.readers[name] = Mfrc522OnSpi(
            self._clock, paced=self._paced, board=self.board, bus=bus, device=device
        )
        return reader

    def add_usb_reader(self, name: str, path: str, form: UidFormat) -> SimUsbReader:
        """Set up a USB reader that types."""
        reader = self.readers[name] = self._inputs[path] = SimUsbReader(form)
        return reader

    def add_i2c_display(
        self, name: str, chip: SimSsd1306, bus: int, address: int, mux: Place | None = None
    ) -> None:
        """Hang a display on an I2C bus, or on a channel of a switch of that bus."""
        wire = self._bus(bus)
        switch = self._switch(bus, mux[0]) if mux else None
        channel = mux[1] if mux else 0

        def attach() -> None:
            if switch:
                switch.attach(channel, address, chip)
            else:
                wire.attach(address, chip)

        def detach() -> None:
            if switch:
                switch.detach(channel, address)
            else:
                wire.detach(address)

        def plug() -> None:
            chip.power_cycle()
            attach()

        attach()
        self.displays[name] = SimPanel(chip, wire, detach, plug)

    def add_spi_display(
        self, name: str, chip: SimSsd1306, place: Place, dc: int, reset: int | None
    ) -> SimSpiPanel:
        """Hang a display on a chip select, with its lines."""
        bus, device = place
        panel = SimSpiPanel(chip, self.lines, bus=bus, device=device, dc=dc, reset=reset)
        self._panels.append(panel)
        self.displays[name] = SimPanel(chip, panel, panel.unplug, panel.plug)
        return panel

    # -- for drivers ---------------------------------------------------------------------
    def open_serial(self, port: str, _baud: int) -> SerialPort:
        """Open a serial port; raises ``OSError`` when nothing is plugged in there."""
        return _there(self._ports, port).open_port()

    def open_i2c(self, bus: int) -> SimI2CPort:
        """Open an I2C bus; raises ``OSError`` for one without any part."""
        return _there(self.i2c, bus).open()

    open_messages = open_i2c
    """Open it for plain messages."""

    def open_registers(self, bus: int, device: int, _package_reset: int | None = None) -> SpiRegisters:
        """Open the chip at a chip select; raises ``OSError`` where there is none."""
        selected = self.board.device()
        selected.open(bus, device)
        return SpiRegisters(selected)

    def open_input(self, path: str) -> SimEventDevice:
        """Open an event device; raises ``OSError`` when nothing is plugged in there."""
        return _there(self._inputs, path).open_device()

    def open_pins(self) -> object:
        """Give the pin factory of gpiozero."""
        return self.lines.pin_factory

    def spi_device(self) -> SimSelect:
        """Give a device that is not open yet, as ``spidev.SpiDev()`` does."""
        return SimSelect(self._panels)

    @staticmethod
    def root_bus(bus: int) -> int:
        """Say which wire a bus is: each one its own."""
        return bus

    @property
    def openers(self) -> Openers:
        """Give the ways to the buses for the questions of ``drivers.probes``."""
        from drivers.probes import Openers  # noqa: PLC0415 - who plays asks nothing

        return Openers(self.open_serial, self.open_i2c, self.open_registers, self.open_input, self.open_pins)

    def close(self) -> None:
        """End all of it; may be called twice."""
        for port in self._ports.values():
            port.close()
        self.lines.close()

    def _bus(self, number: int) -> SimI2CBus:
        return self.i2c.setdefault(number, SimI2CBus())

    def _switch(self, bus: int, address: int) -> SimTca9548a:
        if (bus, address) not in self.switches:
            switch = self.switches[bus, address] = SimTca9548a()
            self._bus(bus).attach(address, switch)
            self._bus(bus).attach_switch(switch)
        return self.switches[bus, address]


class SimSelect:
    """Stands for ``spidev.SpiDev`` where several displays are on the buses: opened, it is one of theirs."""

    def __init__(self, panels: list[SimSpiPanel]) -> None:
        self.max_speed_hz = 125_000_000
        self.mode = 0
        self._panels = panels
        self._open: SimPanelDev | None = None

    def open(self, bus: int, device: int) -> None:
        """Open a chip select; raises ``FileNotFoundError`` where there is none."""
        self.close()
        panel = next((panel for panel in self._panels if panel.is_at(bus, device)), None)
        if panel is None:
            raise os_error(errno.ENOENT)
        self._open = panel.device()
        self._open.open(bus, device)

    def writebytes(self, values: list[int]) -> None:
        """Send bytes with the chip select held."""
        if self._open is None:
            raise os_error(errno.EBADF)
        self._open.max_speed_hz = self.max_speed_hz
        self._open.writebytes(values)

    def close(self) -> None:
        """Give the bus back; may be called twice."""
        opened, self._open = self._open, None
        if opened:
            opened.close()


def make_chip(chip: Chip, width: int, height: int, column_offset: int | None = None) -> SimSsd1306:
    """Make a display chip whose glass begins at a column of its memory; None is where it usually does."""
    return CHIPS[chip](width, height, column_offset)


def _there(found: Mapping[Key, Found], key: Key) -> Found:
    """Give what is at a place; raises ``OSError`` when that is nothing."""
    if key not in found:
        raise os_error(errno.ENOENT)
    return found[key]
