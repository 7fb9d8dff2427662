"""A simulated SH1106: 132 columns of memory, of which the glass shows 128, and page addressing alone.

Source: SH1106 data sheet, "Display Data RAM" and "Commands".  What an SSD1306 knows besides (windows,
charge pump, scrolling) are commands without effect here, and their arguments are commands in their turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from drivers.sim.chips.ssd1306 import SimSsd1306

OFFSET_OF_LOW_GLASS = 15
"""Display offset with which a glass of 32 rows stands upright, as luma.oled sets it."""


class SimSh1106(SimSsd1306):
    """The chip with a glass of ``width`` x ``height`` pixels; thread-safe.

    The usual glass shows the columns from 2 on; some show those from 0 on, then ``left`` is 0.
    """

    COLUMNS: ClassVar[int] = 132
    ARGUMENTS: ClassVar[Mapping[int, int]] = dict.fromkeys(
        (0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1
    )

    def __init__(
        self, width: int = 128, height: int = 64, left: int | None = None, offset: int | None = None
    ) -> None:
        if offset is None:
            offset = OFFSET_OF_LOW_GLASS if height == 32 else 0
        super().__init__(width, height, left, offset)

    def _start(self) -> None:
        super()._start()
        self.converter = True
        """The DC-DC converter for the voltage of the glass, on after reset (command AD)."""

    @property
    def is_on(self) -> bool:
        """The glass is lit: switched on, and the converter gives its voltage."""
        return self.display_on and self.converter

    def _store(self, byte: int) -> None:
        """Put a data byte into memory; a column set beyond the last one is the last one."""
        self._column = min(self._column, self.COLUMNS - 1)
        super()._store(byte)

    def _next_column(self) -> bool:
        """Move on by a column; the counter stops at the last one and the page stays."""
        self._column = min(self._column + 1, self.COLUMNS - 1)
        return False

    def _address(self, code: int, arguments: list[int]) -> None:
        """Obey the commands that set column and page (1, 2 and 12); 20 to 22 are none of them."""
        if code >= 0xB0:
            self._page = code & 7
        elif code < 0x10:
            self._column = self._column & 0xF0 | code
        elif code < 0x20:
            self._column = self._column & 0x0F | (code & 0x0F) << 4

    def _set(self, code: int, value: int) -> None:
        if code == 0xAD:
            self.converter = bool(value & 1)
        else:
            super()._set(code, value)
