"""A simulated SSD1306, and the SSD1309: command decoder, display memory and glass.

Source: SSD1306 data sheet, 8.1.3 (SPI), 8.1.5 (I2C), 8.9 (reset), 8.7 (memory), 9 and 10 (commands).
The glass is mounted as on the usual modules: with segment remap and reversed COM scan the picture
stands upright.
"""

from __future__ import annotations

import errno
import threading
from collections import deque
from collections.abc import Mapping
from enum import IntEnum
from typing import ClassVar

from PIL import Image

PAGES, ROWS_PER_PAGE = 8, 8
ROWS = PAGES * ROWS_PER_PAGE
LOGGED = 1000


class Addressing(IntEnum):
    """How the memory pointer goes on after a byte."""

    HORIZONTAL = 0
    VERTICAL = 1
    PAGE = 2


class SimSsd1306:
    """The chip with a glass of ``width`` x ``height`` pixels; thread-safe.

    The glass shows the columns from ``left`` on; without it those in the middle.  ``offset`` is the
    display offset (D3) with which it stands upright.
    """

    COLUMNS: ClassVar[int] = 128
    """Of the display memory."""
    ARGUMENTS: ClassVar[Mapping[int, int]] = {
        **dict.fromkeys((0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1),
        **dict.fromkeys((0x21, 0x22, 0xA3), 2),
        **dict.fromkeys((0x29, 0x2A), 5),
        **dict.fromkeys((0x26, 0x27), 6),
    }
    """Bytes that follow a command byte; all others stand alone."""

    def __init__(self, width: int = 128, height: int = 64, left: int | None = None, offset: int = 0) -> None:
        self.width, self.height = width, height
        self._left = (self.COLUMNS - width) // 2 if left is None else left
        self._mounted = offset
        self.log: deque[tuple[int, ...]] = deque(maxlen=LOGGED)
        """The latest commands taken, with their arguments."""
        self.data_bytes = 0
        self._lock = threading.Lock()
        self._power_on()

    def _power_on(self) -> None:
        # Memory holds noise at power-on: what was never written shows.
        self.memory = bytearray((column * 37 + 11) % 256 for column in range(self.COLUMNS * PAGES))
        self._start()

    def _start(self) -> None:
        self.contrast = 0x7F
        self.display_on = self.charge_pump = self.inverse = self.all_on = False
        self.remapped = self.scan_reversed = False
        self.start_line = self.offset = 0
        self.lines = ROWS
        self.addressing = Addressing.PAGE
        self._columns, self._pages = (0, self.COLUMNS - 1), (0, PAGES - 1)
        self._column = self._page = 0
        self._command: list[int] = []

    def power_cycle(self) -> None:
        """Lose and regain the supply: settings and memory are forgotten."""
        with self._lock:
            self._power_on()

    def reset(self) -> None:
        """Have the reset line pulled down: settings are forgotten, memory stays (8.9)."""
        with self._lock:
            self._start()

    @property
    def is_on(self) -> bool:
        """The glass is lit: switched on, and the charge pump gives its voltage."""
        return self.display_on and self.charge_pump

    def write(self, message: bytes) -> None:
        """Take one I2C write after the address; raises ``OSError`` 121 for a control byte it cannot take."""
        with self._lock:
            at = 0
            while at < len(message):
                control, at = message[at], at + 1
                if control & 0x3F:
                    raise OSError(errno.EREMOTEIO, f"control byte {control:02x} is not acknowledged")
                end = at + 1 if control & 0x80 else len(message)
                self._take(message[at:end], data=bool(control & 0x40))
                at = end

    def take(self, content: bytes, *, data: bool) -> None:
        """Take bytes from the SPI, ``data`` is the level of the D/C line (8.1.3)."""
        with self._lock:
            self._take(content, data=data)

    def _take(self, content: bytes, *, data: bool) -> None:
        for byte in content:
            (self._store if data else self._decode)(byte)

    def image(self) -> Image.Image:
        """Give what a viewer sees, as a mode-"1" image of the glass; black when the panel is off."""
        with self._lock:
            picture = Image.new("1", (self.width, self.height))
            if self.is_on:
                pixels = [self._pixel(x, y) for y in range(self.height) for x in range(self.width)]
                picture.putdata(pixels)
        return picture

    def _pixel(self, x: int, y: int) -> int:
        """Follow one pixel of the glass back to memory: COM line, start line, segment."""
        line = y if self.scan_reversed else self.height - 1 - y
        if line >= self.lines:
            return 0
        if self.all_on:
            return 255
        row = (line + self.start_line + self.offset - self._mounted) % ROWS
        segment = self.COLUMNS - 1 - self._left - x
        byte = self.memory[row // ROWS_PER_PAGE * self.COLUMNS + segment]
        return 255 if bool(byte >> row % ROWS_PER_PAGE & 1) != self.inverse else 0

    def _store(self, byte: int) -> None:
        """Put a data byte into memory; remapping applies when bytes are written (10.1.8)."""
        self.data_bytes += 1
        segment = self.COLUMNS - 1 - self._column if self.remapped else self._column
        self.memory[self._page * self.COLUMNS + segment] = byte
        if self.addressing is Addressing.VERTICAL:
            if self._next_page():
                self._next_column()
        elif self._next_column() and self.addressing is Addressing.HORIZONTAL:
            self._next_page()

    def _next_column(self) -> bool:
        """Move on by a column; True when the window's end was passed."""
        first, last = (0, self.COLUMNS - 1) if self.addressing is Addressing.PAGE else self._columns
        passed = self._column == last
        self._column = first if passed else (self._column + 1) % self.COLUMNS
        return passed

    def _next_page(self) -> bool:
        first, last = self._pages
        passed = self._page == last
        self._page = first if passed else (self._page + 1) % PAGES
        return passed

    def _decode(self, byte: int) -> None:
        """Collect a command with its arguments, then do it."""
        self._command.append(byte)
        if len(self._command) > self.ARGUMENTS.get(self._command[0], 0):
            code, *arguments = self._command
            self._command = []
            self.log.append((code, *arguments))
            self._do(code, arguments)

    def _do(self, code: int, arguments: list[int]) -> None:
        if code in (0x20, 0x21, 0x22) or code < 0x20 or 0xB0 <= code <= 0xB7:
            self._address(code, arguments)
        elif 0x40 <= code <= 0x7F:
            self.start_line = code & 0x3F
        elif code in self.ARGUMENTS:
            self._set(code, arguments[0])
        else:
            self._switch(code)

    def _address(self, code: int, arguments: list[int]) -> None:
        """Obey the addressing commands (10.1.1 to 10.1.5, 10.1.13); those of another mode do nothing."""
        windows = code in (0x21, 0x22)
        if code == 0x20:
            self.addressing = Addressing(min(arguments[0] & 3, 2))
        elif windows == (self.addressing is Addressing.PAGE):
            return
        elif code == 0x21:
            self._columns = (arguments[0] & 0x7F, arguments[1] & 0x7F)
            self._column = self._columns[0]
        elif code == 0x22:
            self._pages = (arguments[0] & 7, arguments[1] & 7)
            self._page = self._pages[0]
        elif code >= 0xB0:
            self._page = code & 7
        elif code < 0x10:
            self._column = self._column & 0x70 | code
        else:
            self._column = self._column & 0x0F | (code & 7) << 4

    def _set(self, code: int, value: int) -> None:
        if code == 0x81:
            self.contrast = value
        elif code == 0x8D:
            self.charge_pump = bool(value & 4)
        elif code == 0xA8:
            self.lines = (value & 0x3F) + 1
        elif code == 0xD3:
            self.offset = value & 0x3F

    def _switch(self, code: int) -> None:
        """Obey the commands of one byte that switch something."""
        match code & 0xFE, bool(code & 1):
            case 0xA0, remapped:
                self.remapped = remapped
            case 0xA4, all_on:
                self.all_on = all_on
            case 0xA6, inverse:
                self.inverse = inverse
            case 0xAE, on:
                self.display_on = on
            case (0xC0 | 0xC8) as scan, _:
                self.scan_reversed = scan == 0xC8


class SimSsd1309(SimSsd1306):
    """The chip of larger glasses: the same commands, but its voltage comes from outside.

    Source: SSD1309 data sheet, 9: there is no charge pump, hence no command 8D; FD locks the others.
    """

    ARGUMENTS: ClassVar[Mapping[int, int]] = {
        **{code: count for code, count in SimSsd1306.ARGUMENTS.items() if code != 0x8D},
        0xFD: 1,
    }

    @property
    def is_on(self) -> bool:
        """The glass is lit: switched on."""
        return self.display_on
