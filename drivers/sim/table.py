"""A whole simulated table: chips, buses, tags and fingers, for the real drivers to be opened on."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Self

from PIL import Image

from drivers.buses import I2CBus, SerialPort
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.i2c import SimI2CBus
from drivers.sim.lines import SimKeys
from drivers.sim.serial import Pn532OnPty
from drivers.tags import TagImage

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
    """

    def __init__(
        self,
        clock: SteppedClock | RunningClock,
        *,
        readers: Iterable[str] = ("main",),
        displays: Iterable[str] = ("main",),
        keys: Iterable[str] = ("yes", "no", "next", "menu"),
        paced: bool = False,
    ) -> None:
        self.clock = clock
        self.pins = {name: PINS[name] for name in keys}
        self.readers = {name: Pn532OnPty(paced=paced) for name in readers}
        self.chips = {name: SimSsd1306() for name in displays}
        self.buses = {name: SimI2CBus() for name in self.chips}
        self.keys = SimKeys(self.pins)
        for name, chip in self.chips.items():
            self.buses[name].attach(ADDRESS, chip)

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
        """Lay tags on a reader in the same moment, and take away what lay there."""
        chip = self.readers[reader]
        chip.lift()
        chip.place_many(*tags)

    def lift(self, reader: str = "main") -> None:
        """Take every tag off a reader."""
        self.readers[reader].lift()

    def press(self, key: str) -> None:
        """Press a key and let it go."""
        self._push(key, SHORT_S)

    def hold(self, key: str) -> None:
        """Hold a key down for longer than a long press takes, then let it go."""
        self._push(key, LONG_S)

    def unplug(self, device: str) -> None:
        """Pull the cable of a display, or of a reader: ``reader`` for "main", ``reader-NAME`` for others."""
        if device in self.chips:
            self.buses[device].detach(ADDRESS)
        else:
            self.readers[self._reader(device)].unplug()

    def plug(self, device: str) -> None:
        """Plug it in again: its chip has forgotten everything."""
        if device in self.chips:
            self.chips[device].power_cycle()
            self.buses[device].attach(ADDRESS, self.chips[device])
        else:
            self.readers[self._reader(device)].plug()

    def power_cycle(self) -> None:
        """Let every chip lose and regain its power."""
        for reader in self.readers.values():
            reader.reset()
        for chip in self.chips.values():
            chip.power_cycle()

    # -- for eyes ------------------------------------------------------------------------
    def framebuffer(self, display: str) -> Image.Image:
        """Give what a viewer sees on a display, as a mode-"1" image; black when it is off."""
        return self.chips[display].image()

    def bus_bytes(self, display: str) -> int:
        """Give how many bytes went over the bus of a display so far, addresses counted."""
        return self.buses[display].bytes

    def close(self) -> None:
        """End all of it; may be called twice."""
        for reader in self.readers.values():
            reader.close()
        self.keys.close()

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
        if name not in self.readers:
            raise KeyError(f"this table has no {device!r}, only {', '.join([*self.readers, *self.chips])}")
        return name
