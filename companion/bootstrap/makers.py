"""Puts a table together: the one place that names concrete drivers, real ones and simulated chips."""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import assert_never

from companion import config as c
from companion.sounds import Darkness, Silence
from drivers import linux
from drivers.buses import SystemClock
from drivers.buttons import GpioButtons
from drivers.debounce import KeyRules
from drivers.oled import OledDisplay
from drivers.oled_panel import Panel
from drivers.oled_wiring import I2CWiring
from drivers.oled_worker import BusWorker
from drivers.pn532 import Pn532Reader
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
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.table import APART_S, LONG_S, SHORT_S, SimulatedTable

__all__ = [
    "APART_S",
    "LONG_S",
    "SHORT_S",
    "Parts",
    "RunningClock",
    "SimulatedTable",
    "SteppedClock",
    "build",
    "simulated_table",
]

SETTLE_SHARE = 0.8
"""A level counts after this share of the longest bounce: more than half of it, see ``drivers.debounce``."""
QUARTERS = {0: 0, 180: 2}
"""Degrees to quarter turns."""
CLOSE_S = 1.9
"""All devices together are closed within two seconds (R30)."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The devices of a table, built but not started."""

    readers: tuple[CardReader, ...]
    displays: Mapping[str, Display]
    buttons: Buttons | None
    sounder: Sounder
    light: Light
    clock: Clock
    problems: tuple[str, ...] = ()
    """What could not be built; the table plays without it."""

    def start(self, sink: Sink) -> tuple[str, ...]:
        """Begin to report to the sink; give what does not work, one sentence each."""
        problems = list(self.problems)
        for reader in self.readers:
            reader.start(sink)
        if self.buttons:
            try:
                self.buttons.start(sink)
            except DeviceError as error:
                problems.append(f"The keys do not work: {error}.")
        return tuple(problems)

    def settle(self, displays: Iterable[str], timeout_s: float) -> list[str]:
        """Wait until displays show what they were told; give those that need more real seconds than that."""
        slow = []
        for name in displays:
            display = self.displays[name]
            if isinstance(display, OledDisplay) and not display.settle(timeout_s):
                slow.append(name)
        return slow

    def close(self, within_s: float = CLOSE_S) -> bool:
        """Close all devices side by side, so that a stuck one keeps none open; tell whether all were done."""
        closing: list[Callable[[], None]] = [reader.close for reader in self.readers]
        closing += [display.close for display in self.displays.values()]
        closing += [self.sounder.close, self.light.close, *([self.buttons.close] if self.buttons else [])]
        threads = [
            threading.Thread(target=_close, args=(close,), name="closing", daemon=True) for close in closing
        ]
        for thread in threads:
            thread.start()
        clock = SystemClock()
        end_s = clock.now_s() + within_s
        for thread in threads:
            thread.join(max(0.0, end_s - clock.now_s()))
        return not any(thread.is_alive() for thread in threads)


def build(
    config: c.TableConfig,
    sink: Sink,
    *,
    simulated: SimulatedTable | None = None,
    is_known: Callable[[str], bool] | None = None,
) -> Parts:
    """Build the devices of a config; displays tell ``sink`` about themselves from now on.

    ``simulated`` is the hardware for the devices of kind ``simulated``; ``is_known`` says of a UID
    whether the tag's memory need not be read.  Raises ``ConfigError`` for a simulated device where
    there is no simulated table.
    """
    clock: Clock = simulated.clock if simulated else SystemClock()
    makers = _Makers(clock, sink, simulated, is_known)
    buttons, problems = makers.buttons(config.buttons)
    for name, part in (("sound", config.sound), ("light", config.light)):
        if part is not None and not isinstance(part, c.SimulatedSound | c.SimulatedLight):
            problems = (*problems, f"There is no driver for the {name} yet; the table plays without it.")
    return Parts(
        readers=tuple(makers.reader(name, part) for name, part in config.readers.items()),
        displays={name: makers.display(name, part) for name, part in config.displays.items()},
        buttons=buttons,
        sounder=Silence(),
        light=Darkness(),
        clock=clock,
        problems=problems,
    )


def simulated_table(
    config: c.TableConfig, clock: SteppedClock | RunningClock, *, paced: bool = False
) -> SimulatedTable:
    """Open the simulated hardware for all devices of kind ``simulated`` in a config."""
    keys: Iterable[str] = config.buttons.names if isinstance(config.buttons, c.SimulatedKeys) else ()
    return SimulatedTable(
        clock,
        readers=[name for name, part in config.readers.items() if isinstance(part, c.SimulatedReader)],
        displays=[name for name, part in config.displays.items() if isinstance(part, c.SimulatedDisplay)],
        keys=keys,
        paced=paced,
    )


class _Makers:
    """Makes one device after the other."""

    def __init__(
        self,
        clock: Clock,
        sink: Sink,
        simulated: SimulatedTable | None,
        is_known: Callable[[str], bool] | None,
    ) -> None:
        self._clock = clock
        self._sink = sink
        self._simulated = simulated
        self._is_known = is_known
        self._workers: dict[str, BusWorker] = {}

    def reader(self, name: str, part: c.Reader) -> CardReader:
        """Make a reader."""
        match part:
            case c.Pn532Uart(port=port, baud=baud):
                line = over_uart(lambda: linux.open_serial(port, baud))
            case c.SimulatedReader():
                table = self._table(f"readers.{name}")
                line = over_uart(lambda: table.open_port(name))
            case _:
                assert_never(part)
        return Pn532Reader(name, line, self._clock, self._is_known)

    def display(self, name: str, part: c.Display) -> Display:
        """Make a display; those on one bus are drawn on by one thread."""
        match part:
            case c.Ssd1306I2c(bus=bus, address=address):
                wiring = I2CWiring(lambda: linux.open_i2c(bus), int(address), f"bus {bus}")
                worker = self._worker(f"i2c-{bus}")
            case c.SimulatedDisplay():
                table = self._table(f"displays.{name}")
                wiring = I2CWiring(lambda: table.open_bus(name))
                worker = self._worker(f"display-{name}")
            case _:
                assert_never(part)
        panel = Panel(width=part.width, height=part.height, rotate=QUARTERS[part.rotate])
        return OledDisplay(name, wiring, panel, worker=worker, sink=self._sink)

    def buttons(self, part: c.Keys) -> tuple[Buttons | None, tuple[str, ...]]:
        """Make the keys; give a sentence when the machine has no pins for them."""
        match part:
            case c.GpioKeys():
                try:
                    factory = linux.open_pins(runtime_folder())
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


def runtime_folder() -> Path:
    """Give a folder that may be written while the program runs: systemd's, or the machine's temporary one."""
    first = os.environ.get("RUNTIME_DIRECTORY", "").partition(":")[0]
    return Path(first or os.environ.get("TMPDIR", "/tmp"))  # noqa: S108 - lgpio makes its own file there


def _rules(part: c.GpioKeys | c.SimulatedKeys) -> KeyRules:
    return KeyRules(settle_s=part.bounce_s * SETTLE_SHARE, hold_s=part.hold_s)


def _close(close: Callable[[], None]) -> None:
    try:
        close()
    except Exception:
        logging.getLogger(__name__).exception("a device could not be closed")
