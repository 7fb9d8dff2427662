"""A simulated display on an SPI bus: its chip select, D/C and reset line, opened as ``spidev`` opens it.

Source: SSD1306 data sheet, 8.1.3 (four wires: what D/C says while a byte comes decides what it is) and
8.9 (reset).  Nothing comes back: a display that is not there takes its bytes as well as one that is.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import Protocol

from drivers.sim.lines import SimLines
from drivers.sim.wire import FaultyWire, os_error

CALL_S = 30e-6
"""One call from Python on a Pi, besides the time on the wire (docs/hardware-requirements.md, Times)."""
LONGEST_BYTES = 4096
BITS_PER_BYTE = 8


class PanelChip(Protocol):
    """A display chip with an SPI."""

    def take(self, content: bytes, *, data: bool) -> None:
        """Take bytes, ``data`` is the level of the D/C line."""

    def reset(self) -> None:
        """Have the reset line pulled down."""

    def power_cycle(self) -> None:
        """Lose and regain the supply."""


class SimSpiPanel(FaultyWire):
    """The wires to one display; thread-safe, one transfer at a time.

    Every transfer takes eight bits a byte at the speed of the device, and ``CALL_S``.
    """

    def __init__(
        self,
        chip: PanelChip,
        lines: SimLines,
        *,
        bus: int = 0,
        device: int = 1,
        dc: int = 24,
        reset: int | None = 23,
        wait: Callable[[float], None] | None = None,
    ) -> None:
        super().__init__(wait)
        self.chip = chip
        self.opened = 0
        """Devices that are open now."""
        self._lines = lines
        self._place = (bus, device)
        self._is_there = True
        self._dc, self._reset = dc, reset
        self._plugged = True
        if reset is not None:
            lines.watch(reset, self._reset_to)

    def device(self) -> SimPanelDev:
        """Give a device that is not open yet, as ``spidev.SpiDev()`` does."""
        return SimPanelDev(self)

    def unplug(self) -> None:
        """Cut all wires to the display: bytes go nowhere."""
        self._plugged = False

    def plug(self) -> None:
        """Mend them; the chip had no power in between and has forgotten everything."""
        self._plugged = True
        self.chip.power_cycle()

    def remove(self) -> None:
        """Take the bus away, as when SPI is switched off: it cannot be opened any more."""
        self._is_there = False

    def put_back(self) -> None:
        """Let the bus be there again."""
        self._is_there = True

    def is_at(self, bus: int, device: int) -> bool:
        """Tell whether the display is at a chip select."""
        return self._is_there and self._place == (bus, device)

    def send(self, content: bytes, speed_hz: int) -> None:
        """Carry one transfer; raises ``OSError`` as the kernel does."""
        with self._transfer():
            error = self._error_for(None)
            size = 0 if error else len(content)
            self._charge(size, CALL_S + size * BITS_PER_BYTE / speed_hz)
            if error:
                raise os_error(error)
            if self._plugged and not self._is_held():
                self.chip.take(content, data=bool(self._lines.level(self._dc)))

    def _is_held(self) -> bool:
        return self._reset is not None and not self._lines.level(self._reset)

    def _reset_to(self, level: float) -> None:
        if self._plugged and not level:
            self.chip.reset()


class SimPanelDev:
    """Stands for ``spidev.SpiDev``: its surface as far as displays need it, and its errors."""

    def __init__(self, panel: SimSpiPanel) -> None:
        self.max_speed_hz = 125_000_000
        self.mode = 0
        self._panel = panel
        self._is_open = False

    def open(self, bus: int, device: int) -> None:
        """Open a chip select; raises ``FileNotFoundError`` where there is none."""
        if not self._panel.is_at(bus, device):
            raise os_error(errno.ENOENT)
        self.close()
        self._is_open = True
        self._panel.opened += 1

    def writebytes(self, values: list[int]) -> None:
        """Send bytes with the chip select held."""
        if len(values) > LONGEST_BYTES:
            raise OverflowError(f"Argument list size exceeds {LONGEST_BYTES} bytes.")
        if not self._is_open:
            raise os_error(errno.EBADF)
        self._panel.send(bytes(values), self.max_speed_hz)

    def close(self) -> None:
        """Give the bus back; may be called twice."""
        self._panel.opened -= self._is_open
        self._is_open = False
