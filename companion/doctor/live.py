"""The part of the doctor that a person takes part in: look at displays, press keys, tap tags."""

from __future__ import annotations

import queue
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from msgspec.structs import replace

from companion.bootstrap import Parts, SimulatedTable, build
from companion.braille import braille
from companion.config import NoKeys, TableConfig
from companion.doctor import places as p
from companion.doctor.buses import Buses, KeyLines, Watch
from companion.doctor.finding import Part
from companion.doctor.keyboard import Keyboard
from companion.doctor.pattern import pattern
from companion.doctor.said import Said
from drivers.ports import DeviceError

POLL_S = 0.02
"""How often keys are looked at."""
SETTLE_S = 1.5
"""How long displays have for their pattern before what went wrong is told."""
HOW_TO_END = "Press the keys and tap tags. q, Enter or Ctrl-C ends it."


def look_live(
    config: TableConfig, parts: Iterable[Part], real: Buses, simulated: Buses, table: SimulatedTable
) -> None:
    """Show a test pattern on every display, and print keys and tags until the person ends it."""
    live = _Live(lambda line: print(line, flush=True), Said(config.deck))
    with Keyboard(sys.stdin) as keyboard, ExitStack() as stack:
        displays = stack.enter_context(_displays(config, table, live.put))
        live.show_patterns(displays, table)
        for watch in _watches(parts, real, simulated, displays):
            watch.start(live.put)
            stack.callback(watch.close)
        keys = [
            *live.open_keys(parts, real, simulated=False),
            *live.open_keys(parts, simulated, simulated=True),
        ]
        for lines in keys:
            stack.callback(lines.close)
        live.say(HOW_TO_END)
        while not keyboard.ended(POLL_S):
            live.look(keys)
        live.drain()


class _Live:
    """Prints what happens."""

    def __init__(self, say: Callable[[str], None], said: Said) -> None:
        self.say = say
        self._said = said
        self._inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._down: dict[str, bool] = {}

    def put(self, item: object) -> None:
        """Take a report from any thread."""
        self._inbox.put(item)

    def show_patterns(self, displays: Parts, table: SimulatedTable) -> None:
        """Show the test pattern on all displays; those of a simulated table are drawn here."""
        for name, display in displays.displays.items():
            display.show(pattern(name, display.width, display.height))
        slow = displays.settle(displays.displays, SETTLE_S)
        self.drain()
        for name in displays.displays:
            state = "did not take its test pattern" if name in slow else "was sent its test pattern"
            self.say(f"display {name}: {state}")
            if name in table.chips and _can_print("⣿"):
                self.say("\n".join(braille(table.framebuffer(name))))
        if displays.displays:
            self.say(
                "Each display must show its name, a whole border, and all rows, numbered at both ends. "
                "Snow, stripes, a shifted picture: 'kind' or 'column_offset' of the config fits another chip."
            )

    def open_keys(self, parts: Iterable[Part], buses: Buses, *, simulated: bool) -> Iterator[KeyLines]:
        """Open the keys, each for itself, and say why one cannot be."""
        for part in parts:
            at = part.at
            if isinstance(at, p.Pin) and at.key and at.simulated == simulated:
                try:
                    yield buses.keys({part.name: at.gpio})
                except (DeviceError, OSError) as error:
                    self.say(f"{part.name}: cannot be looked at: {error}")

    def look(self, keys: Iterable[KeyLines]) -> None:
        """Print what changed since the last look."""
        for lines in keys:
            for name, down in lines.down().items():
                if self._down.get(name) != down:
                    self._down[name] = down
                    self.say(f"{name}: {'down' if down else 'up'}")
        self.drain()

    def drain(self) -> None:
        """Print what was reported."""
        while True:
            try:
                item = self._inbox.get_nowait()
            except queue.Empty:
                return
            for line in self._said.of(item):
                self.say(line)


def _can_print(letter: str) -> bool:
    """Tell whether what is printed may have a letter in it."""
    try:
        letter.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


@contextmanager
def _displays(config: TableConfig, table: SimulatedTable, put: Callable[[object], None]) -> Iterator[Parts]:
    """Build the displays of a table, and nothing else of it; they go dark at the end."""
    only = replace(config, readers={}, buttons=NoKeys(), light=None, sound=None)
    parts = build(only, put, simulated=table)
    try:
        yield parts
    finally:
        parts.close()


def _watches(parts: Iterable[Part], real: Buses, simulated: Buses, displays: Parts) -> Iterator[Watch]:
    """Make a watch for every reader."""
    for part in parts:
        buses, clock = simulated if part.at.simulated else real, displays.clock
        name = part.name.removeprefix("reader ")
        match part.at:
            case p.Pn532Serial(port=port, baud=baud):
                yield buses.watch_pn532_on_serial(name, port, baud, clock)
            case p.Pn532I2c(bus=bus, address=address):
                yield buses.watch_pn532_on_i2c(name, bus, address, clock)
            case p.Mfrc522Spi(bus=bus, device=device, package_reset=reset):
                yield buses.watch_mfrc522(name, bus, device, clock, reset)
            case p.InputDevice(path=path, form=form):
                yield buses.watch_usb(name, path, form, clock)
