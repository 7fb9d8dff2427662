"""Makes the driver of every kind of device that a config may name."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import assert_never

from companion import config as c
from companion.bootstrap.buses import Buses, MachineBuses
from companion.sounds import Darkness, Silence
from drivers.buttons import GpioButtons
from drivers.debounce import KeyRules
from drivers.lights import RgbLight
from drivers.mfrc522 import Mfrc522Reader
from drivers.mfrc522_registers import RegisterPort
from drivers.oled import OledDisplay
from drivers.oled_panel import Panel
from drivers.oled_wiring import I2CWiring, SpiWiring, Wiring
from drivers.oled_worker import BusWorker
from drivers.pn532 import Pn532Reader
from drivers.pn532_i2c import over_i2c
from drivers.pn532_uart import over_uart
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
from drivers.sim.table import SimulatedTable
from drivers.sound import ActiveBuzzer, PiezoSounder
from drivers.tca9548a import Channel, SwitchedBus
from drivers.usb_reader import UsbReader

SETTLE_SHARE = 0.8
"""A level counts after this share of the longest bounce: more than half of it, see ``drivers.debounce``."""
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
            case c.Pn532Uart(port=port, baud=baud):
                line = over_uart(lambda: self._buses.open_serial(port, baud))
            case c.Pn532I2c(bus=bus, address=address):
                line = over_i2c(lambda: self._buses.open_messages(bus), int(address))
            case c.Mfrc522Spi(gain=gain):
                return Mfrc522Reader(
                    name,
                    lambda: self._registers(part),
                    self._clock,
                    self._is_known,
                    gain=gain,
                    field_slot=self._fields,
                )
            case c.UsbKeyboard(path=path):
                return UsbReader(name, lambda: self._buses.open_input(path), self._clock, part.format)
            case c.SimulatedReader():
                table = self._table(f"readers.{name}")
                line = over_uart(lambda: table.open_port(name))
            case _:
                assert_never(part)
        return Pn532Reader(name, line, self._clock, self._is_known)

    def display(self, name: str, part: c.Display) -> Display:
        """Make a display; those on one bus are drawn on by one thread."""
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
        number, mux = part.bus, part.mux
        if mux is None:
            return I2CWiring(lambda: self._buses.open_i2c(number), int(part.address), f"bus {number}")
        switched = self._switched.setdefault(number, SwitchedBus())
        return I2CWiring(
            lambda: Channel(self._buses.open_i2c(number), switched, int(mux.address), mux.channel),
            int(part.address),
            f"bus {number}, channel {mux.channel} of the switch at {mux.address:#04x}",
        )

    def _spi(self, part: c.OledSpi) -> SpiWiring:
        chip_select = part.bus, part.device
        return SpiWiring(
            self._buses.spi_device, self._buses.open_pins, chip_select, part.dc, part.reset, part.speed_hz
        )

    def light(self, part: c.Light | None) -> Light:
        """Make the light; it is opened when it is used first, and what goes wrong then is logged."""
        if not isinstance(part, c.RgbGpio):
            return Darkness()
        pins = (part.red, part.green, part.blue)
        return RgbLight(pins, self._buses.open_pins, self._clock, pwm=part.pwm, on_failure=_log)

    def sounder(self, part: c.Sound | None) -> Sounder:
        """Make the sounder; the same."""
        match part:
            case c.PiezoGpio(pin=pin):
                return PiezoSounder(pin, self._buses.open_pins, self._clock, on_failure=_log)
            case c.BuzzerGpio(pin=pin):
                return ActiveBuzzer(pin, self._buses.open_pins, self._clock, on_failure=_log)
        return Silence()

    def buttons(self, part: c.Keys) -> tuple[Buttons | None, tuple[str, ...]]:
        """Make the keys; give a sentence when the machine has no pins for them."""
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
            case c.NoKeys():
                return None, ()
            case _:
                assert_never(part)

    def _worker(self, bus: str) -> BusWorker:
        """Give the thread that owns a bus."""
        return self._workers.setdefault(bus, BusWorker(bus, self._clock))

    def _table(self, key: str) -> SimulatedTable:
        if self._simulated is None:
            raise c.ConfigError(f"{key} is simulated; play on a simulated table with: port-royal simulate")
        return self._simulated


def _rules(part: c.GpioKeys | c.SimulatedKeys) -> KeyRules:
    return KeyRules(settle_s=part.bounce_s * SETTLE_SHARE, hold_s=part.hold_s)


def _log(sentence: str) -> None:
    logging.getLogger(__name__).warning("the table plays without %s", sentence)
