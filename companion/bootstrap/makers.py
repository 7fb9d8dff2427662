"""Makes the driver of every kind of device that a config may name.

A driver is imported when the first device of its kind is made: no table needs all of them.
"""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, assert_never

from companion import config as c
from companion.bootstrap.buses import Buses, MachineBuses
from companion.sounds import Darkness, Silence
from drivers.ports import (
    Buttons,
    CardReader,
    Clock,
    DeviceError,
    Display,
    Light,
    Sink,
    Sounder,
)

if TYPE_CHECKING:
    from drivers.debounce import KeyRules
    from drivers.mfrc522_registers import RegisterPort
    from drivers.oled_wiring import I2CWiring, SpiWiring
    from drivers.oled_worker import BusWorker
    from drivers.pn532_link import OpenLine
    from drivers.sim.table import SimulatedTable
    from drivers.tca9548a import SwitchedBus

SETTLE_SHARE = 0.8
"""A level counts after this share of the longest bounce: more than half of it, see ``drivers.debounce``."""
OFF_KEY = "menu"
"""Held for a while it switches the machine off, unless it is let go before (device-ux.md 3.1)."""
QUARTERS = {0: 0, 180: 2}
"""Degrees to quarter turns."""


class Makers:
    """Makes one device after the other."""

    def __init__(
        self,
        clock: Clock,
        sink: Sink,
        simulated: SimulatedTable | None,
        is_known: Callable[[str], bool] | None,
        fields: threading.Lock | None,
    ) -> None:
        self._clock = clock
        self._fields = fields
        """Held by the reader whose field is on, where several would disturb each other (R20)."""
        self._sink = sink
        self._simulated = simulated
        self._is_known = is_known
        self._buses: Buses = simulated.machine if simulated and simulated.machine else MachineBuses()
        self._workers: dict[str, BusWorker] = {}
        self._switched: dict[int, SwitchedBus] = {}

    def reader(self, name: str, part: c.Reader) -> CardReader:
        """Make a reader."""
        match part:
            case c.Mfrc522Spi():
                return self._mfrc522(name, part)
            case c.UsbKeyboard(path=path):
                from drivers.usb_reader import UsbReader

                return UsbReader(name, lambda: self._buses.open_input(path), self._clock, part.format)
            case c.Pn532Uart() | c.Pn532I2c() | c.SimulatedReader():
                from drivers.pn532 import Pn532Reader

                return Pn532Reader(name, self._line(name, part), self._clock, self._is_known)
            case _:
                assert_never(part)

    def _line(self, name: str, part: c.Pn532Uart | c.Pn532I2c | c.SimulatedReader) -> OpenLine:
        """Give the way to a PN532."""
        if isinstance(part, c.Pn532I2c):
            from drivers.pn532_i2c import over_i2c

            bus = part.bus
            return over_i2c(lambda: self._buses.open_messages(bus), int(part.address))
        from drivers.pn532_uart import over_uart

        if isinstance(part, c.Pn532Uart):
            port, baud = part.port, part.baud
            return over_uart(lambda: self._buses.open_serial(port, baud))
        table = self._table(f"readers.{name}")
        return over_uart(lambda: table.open_port(name))

    def _mfrc522(self, name: str, part: c.Mfrc522Spi) -> CardReader:
        from drivers.mfrc522 import Mfrc522Reader

        return Mfrc522Reader(
            name,
            lambda: self._registers(part),
            self._clock,
            self._is_known,
            gain=part.gain,
            field_slot=self._fields,
        )

    def display(self, name: str, part: c.Display) -> Display:
        """Make a display; those on one bus are drawn on by one thread."""
        from drivers.oled import OledDisplay
        from drivers.oled_panel import Panel
        from drivers.oled_wiring import I2CWiring, Wiring

        if isinstance(part, c.SimulatedDisplay):
            table = self._table(f"displays.{name}")
            wiring: Wiring = I2CWiring(lambda: table.open_bus(name))
            offset, bus = None, f"display-{name}"
        elif isinstance(part, c.OledSpi):
            wiring, offset, bus = self._spi(part), part.column_offset, f"spi-{part.bus}"
        else:
            wiring, offset, bus = self._i2c(part), part.column_offset, f"i2c-{self._buses.root_bus(part.bus)}"
        panel = Panel(part.chip, part.width, part.height, QUARTERS[part.rotate], offset)
        return OledDisplay(name, wiring, panel, worker=self._worker(bus), sink=self._sink)

    def _registers(self, part: c.Mfrc522Spi) -> RegisterPort:
        """Open an MFRC522."""
        package_reset = part.reset if part.transport == "package" else None
        return self._buses.open_registers(part.bus, part.device, package_reset)

    def _i2c(self, part: c.OledI2c) -> I2CWiring:
        from drivers.oled_wiring import I2CWiring

        number, mux = part.bus, part.mux
        if mux is None:
            return I2CWiring(lambda: self._buses.open_i2c(number), int(part.address), f"bus {number}")
        from drivers.tca9548a import Channel, SwitchedBus

        switched = self._switched.setdefault(number, SwitchedBus())
        return I2CWiring(
            lambda: Channel(self._buses.open_i2c(number), switched, int(mux.address), mux.channel),
            int(part.address),
            f"bus {number}, channel {mux.channel} of the switch at {mux.address:#04x}",
        )

    def _spi(self, part: c.OledSpi) -> SpiWiring:
        from drivers.oled_wiring import SpiWiring

        chip_select = part.bus, part.device
        return SpiWiring(
            self._buses.spi_device, self._buses.open_pins, chip_select, part.dc, part.reset, part.speed_hz
        )

    def light(self, part: c.Light | None) -> Light:
        """Make the light; it is opened when it is used first, and what goes wrong then is logged."""
        if not isinstance(part, c.RgbGpio):
            return Darkness()
        from drivers.lights import RgbLight

        pins = (part.red, part.green, part.blue)
        return RgbLight(pins, self._buses.open_pins, self._clock, pwm=part.pwm, on_failure=_log)

    def sounder(self, part: c.Sound | None) -> Sounder:
        """Make the sounder; the same."""
        if not isinstance(part, c.PiezoGpio | c.BuzzerGpio):
            return Silence()
        from drivers.sound import ActiveBuzzer, PiezoSounder

        match part:
            case c.PiezoGpio(pin=pin):
                return PiezoSounder(pin, self._buses.open_pins, self._clock, on_failure=_log)
            case c.BuzzerGpio(pin=pin):
                return ActiveBuzzer(pin, self._buses.open_pins, self._clock, on_failure=_log)
            case _:
                assert_never(part)

    def buttons(self, part: c.Keys) -> tuple[Buttons | None, tuple[str, ...]]:
        """Make the keys; give a sentence when the machine has no pins for them."""
        if isinstance(part, c.NoKeys):
            return None, ()
        from drivers.buttons import GpioButtons

        match part:
            case c.GpioKeys():
                try:
                    factory = self._buses.open_pins()
                except DeviceError as error:
                    return None, (f"The keys do not work: {error}.",)
                pins = {str(name): pin for name, pin in part.pins.items()}
                return GpioButtons(pins, factory, self._clock, _rules(part)), ()
            case c.SimulatedKeys():
                table = self._table("buttons")
                return GpioButtons(table.pins, table.pin_factory, self._clock, _rules(part)), ()
            case _:
                assert_never(part)

    def _worker(self, bus: str) -> BusWorker:
        """Give the thread that owns a bus."""
        from drivers.oled_worker import BusWorker

        if bus not in self._workers:
            self._workers[bus] = BusWorker(bus, self._clock)
        return self._workers[bus]

    def _table(self, key: str) -> SimulatedTable:
        if self._simulated is None:
            raise c.ConfigError(f"'{key}' is simulated. Play on a simulated table with: port-royal simulate")
        return self._simulated


def _rules(part: c.GpioKeys | c.SimulatedKeys) -> KeyRules:
    from drivers.debounce import KeyRules

    return KeyRules(part.bounce_s * SETTLE_SHARE, part.hold_s, releases=frozenset({OFF_KEY}))


def _log(sentence: str) -> None:
    logging.getLogger(__name__).warning("the table plays without %s", sentence)
