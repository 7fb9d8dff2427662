"""A whole simulated table: chips, buses, tags and fingers, for the real drivers to be opened on."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Self

from PIL import Image

from drivers.buses import I2CBus, SerialPort
from drivers.sim.chips.ntag import Type2Tag
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.i2c import SimI2CBus
from drivers.sim.lines import SimKeys
from drivers.sim.serial import Pn532OnPty
from drivers.sim.table_machine import SimPanel, SimReader, SimulatedMachine
from drivers.sim.wire import FaultyWire
from drivers.tags import FIRST_USER_PAGE, PAGE_BYTES, TagImage

ADDRESS = 0x3C
PINS = {
    "yes": 5,
    "no": 6,
    "next": 16,
    "menu": 26,
    "seat-1": 17,
    "seat-2": 27,
    "seat-3": 22,
    "seat-4": 4,
    "seat-5": 18,
}
"""Where the keys are wired (GPIO numbers; device-ux.md 2)."""
SHORT_S, LONG_S, APART_S = 0.06, 0.9, 0.03
"""How long a finger presses or holds a key, and how long it stays off afterwards."""
LOOK_S = 0.012
"""Real time in which a thread that waits for a moment of the clock looks at it once more."""


class SimulatedTable:
    """The hardware of one table.  To be closed.

    ``paced`` gives tags and the bytes of readers the time they really take; what the bytes to displays
    would take is added up in ``buses[name].busy_s``.
    Time passes by ``clock``: one that is stepped moves on while a finger presses, a running one is
    waited for.  Each display hangs on an I2C bus of its own, at 0x3C.
    ``machine`` has the parts that hang on the buses of a machine, by their numbers, instead of on their own;
    it is closed with the table.  ``pins`` are the GPIO numbers of keys that are wired otherwise than usual.
    """

    def __init__(
        self,
        clock: SteppedClock | RunningClock,
        *,
        readers: Iterable[str] = ("main",),
        displays: Iterable[str] = ("main",),
        keys: Iterable[str] = ("yes", "no", "next", "menu"),
        paced: bool = False,
        machine: SimulatedMachine | None = None,
        pins: Mapping[str, int] | None = None,
    ) -> None:
        self.clock = clock
        self.machine = machine
        self.pins = dict(pins or {name: PINS[name] for name in keys})
        self.readers = {name: Pn532OnPty(paced=paced) for name in readers}
        self.chips = {name: SimSsd1306() for name in displays}
        self.buses = {name: SimI2CBus() for name in self.chips}
        self.keys = SimKeys(self.pins, machine.lines if machine else None)
        self._tags: dict[str, Type2Tag] = {}
        self._hands: dict[str, SimReader] = {**self.readers, **(machine.readers if machine else {})}
        self._panels: dict[str, SimPanel] = {
            name: own_panel(chip, self.buses[name]) for name, chip in self.chips.items()
        }
        if machine:
            self._panels |= machine.displays
            self.chips |= {name: panel.chip for name, panel in machine.displays.items()}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    # -- for drivers ---------------------------------------------------------------------
    @property
    def pin_factory(self) -> object:
        """Give the pin factory of gpiozero that the keys hang on."""
        return self.keys.pin_factory

    def open_port(self, reader: str) -> SerialPort:
        """Open the serial line to a reader; raises ``OSError`` while it is unplugged."""
        return self.readers[reader].open_port()

    def open_bus(self, display: str) -> I2CBus:
        """Open the bus of a display."""
        return self.buses[display].open()

    # -- for hands -----------------------------------------------------------------------
    def tap(self, *tags: TagImage, reader: str = "main") -> None:
        """Lay tags on a reader in the same moment, and take away what lay there.

        A tag keeps what is written on it for as long as this table stands.
        """
        chip = self._hands[reader]
        chip.lift()
        chip.place_many(*map(self._kept, tags))

    def _kept(self, tag: TagImage) -> Type2Tag:
        kept = self._tags.get(tag.uid_hex)
        if kept is None or kept.image != tag:
            kept = self._tags[tag.uid_hex] = Type2Tag(tag)
        return kept

    def memory(self, uid: str) -> bytes:
        """Give what is on a tag that was laid down once, by its canonical UID, from page 4 on."""
        return bytes(self._tags[uid].memory[FIRST_USER_PAGE * PAGE_BYTES :])

    def lift(self, reader: str = "main") -> None:
        """Take every tag off a reader."""
        self._hands[reader].lift()

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        self._push(key, SHORT_S)

    def hold(self, key: str) -> None:
        """Hold a key down for longer than a long press takes, then let it go."""
        self._push(key, LONG_S)

    def unplug(self, device: str) -> None:
        """Pull the cable of a display, or of a reader: ``reader`` for "main", ``reader-NAME`` for others."""
        if device in self._panels:
            self._panels[device].unplug()
        else:
            self._hands[self._reader(device)].unplug()

    def plug(self, device: str) -> None:
        """Plug it in again: its chip has forgotten everything."""
        if device in self._panels:
            self._panels[device].plug()
        else:
            self._hands[self._reader(device)].plug()

    def power_cycle(self) -> None:
        """Let every chip lose and regain its power."""
        for reader in self._hands.values():
            reader.reset()
        for chip in self.chips.values():
            chip.power_cycle()
        for switch in self.machine.switches.values() if self.machine else ():
            switch.reset()

    # -- for eyes ------------------------------------------------------------------------
    def framebuffer(self, display: str) -> Image.Image:
        """Give what a viewer sees on a display, as a mode-"1" image; black when it is off."""
        return self.chips[display].image()

    def bus_bytes(self, display: str) -> int:
        """Give how many bytes went over the bus of a display so far, addresses and its neighbours counted."""
        return self._panels[display].wire.bytes

    def wire(self, display: str) -> FaultyWire:
        """Give the bus that a display hangs on, for faults on request."""
        return self._panels[display].wire

    def close(self) -> None:
        """End all of it; may be called twice."""
        for reader in self.readers.values():
            reader.close()
        self.keys.close()
        if self.machine:
            self.machine.close()

    def pass_time(self, duration_s: float) -> None:
        """Let time go by: move a stepped clock, wait for a running one."""
        if isinstance(self.clock, SteppedClock):
            self.clock.advance(duration_s)
        else:
            self.clock.sleep(duration_s)

    def _push(self, key: str, down_s: float) -> None:
        self.keys.press(key)
        self.pass_time(down_s)
        self._let_others_look()
        self.keys.release(key)
        self.pass_time(APART_S)
        self._let_others_look()

    def _let_others_look(self) -> None:
        """Let threads that follow a stepped clock see it: no finger is as quick as the clock."""
        if isinstance(self.clock, SteppedClock):
            time.sleep(LOOK_S)

    def _reader(self, device: str) -> str:
        """Give the reader's own name; raises ``KeyError`` for what is no device of this table."""
        name = "main" if device == "reader" else device.removeprefix("reader-")
        if name not in self._hands:
            raise KeyError(f"this table has no {device!r}, only {', '.join([*self._hands, *self.chips])}")
        return name


def own_panel(chip: SimSsd1306, bus: SimI2CBus) -> SimPanel:
    """Hang a display on a bus of its own."""

    def plug() -> None:
        chip.power_cycle()
        bus.attach(ADDRESS, chip)

    bus.attach(ADDRESS, chip)
    return SimPanel(chip, bus, lambda: bus.detach(ADDRESS), plug)
