"""OLED chips as luma.oled knows them, with a few things changed.

Their memory is filled with the wanted picture before the panel is switched on (luma packs pixel by
pixel and calls what Pillow deprecates); only regions are sent; a panel that is lit stays so while it is
set up once more; and nothing is left to do at exit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

from drivers.framebuffer import Region, blocks, runs, whole
from drivers.oled_wiring import Link

MEMORY_MODE, PAGE_ADDRESSING = 0x20, 0x02
COLUMN_WINDOW, PAGE_WINDOW = 0x21, 0x22
PAGE, LOW_COLUMN, HIGH_COLUMN = 0xB0, 0x00, 0x10
_NARROW = 64
"""Glass of so many columns uses those in the middle of the memory."""
_SSD_SIZES = frozenset({(128, 64), (128, 32), (96, 16), (64, 48), (64, 32)})


@dataclass(frozen=True, slots=True)
class _Kind:
    """What a chip is like."""

    columns: int
    """Of its memory."""
    sizes: frozenset[tuple[int, int]]
    """Columns and rows of the glass that luma.oled can set it up for."""
    by_page: bool
    """Each page is addressed for itself."""
    left: int = 0
    """First column that the usual glass of full width shows."""


KINDS = {
    "ssd1306": _Kind(128, _SSD_SIZES, by_page=False),
    "ssd1309": _Kind(128, _SSD_SIZES, by_page=False),
    "sh1106": _Kind(132, frozenset({(128, 64), (128, 32)}), by_page=True, left=2),
}


@dataclass(frozen=True, slots=True)
class Panel:
    """A display as it is bought and built in; raises ``ValueError`` for one that there is not (R29)."""

    chip: str = "ssd1306"
    width: int = 128
    """Columns of the glass."""
    height: int = 64
    """Rows of the glass."""
    rotate: int = 0
    """Quarter turns clockwise by which pictures are turned before they are shown, 0 to 3."""
    column_offset: int | None = None
    """The first column of memory that the glass shows; ``None`` is the usual one."""

    def __post_init__(self) -> None:
        if self.chip not in KINDS:
            raise ValueError(f"chip {self.chip!r} is not one of {', '.join(KINDS)}")
        if (self.width, self.height) not in self.kind.sizes:
            sizes = ", ".join(f"{width}x{height}" for width, height in sorted(self.kind.sizes, reverse=True))
            raise ValueError(f"no {self.chip} has a glass of {self.width}x{self.height}, only of {sizes}")
        if self.rotate not in range(4):
            raise ValueError(f"rotate is {self.rotate}, it counts quarter turns from 0 to 3")
        highest = self.kind.columns - self.width
        if not 0 <= self.left <= highest:
            raise ValueError(
                f"column offset is {self.column_offset}, on {self.width} columns of an {self.chip} "
                f"it goes from 0 to {highest}"
            )

    @property
    def kind(self) -> _Kind:
        """Give what the chip is like."""
        return KINDS[self.chip]

    @property
    def left(self) -> int:
        """Give the first column of memory that the glass shows."""
        if self.column_offset is not None:
            return self.column_offset
        return 32 if self.width == _NARROW else self.kind.left

    @property
    def size(self) -> tuple[int, int]:
        """Give width and height of the pictures that it shows."""
        return (self.height, self.width) if self.rotate % 2 else (self.width, self.height)


class Glass(Protocol):
    """A panel that is set up."""

    def change(self, shown: bytes, wanted: bytes) -> None:
        """Turn one framebuffer into another, as quickly as the wire allows; equal ones send nothing."""

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""

    def show(self) -> None:
        """Switch the panel on."""

    def hide(self) -> None:
        """Switch the panel off; its memory stays."""


def load_chip(chip: str) -> Any:
    """Load luma's interfaces and give its class for a chip; raises ``ImportError`` and what luma raises."""
    import_module("luma.core.interface.serial")
    return getattr(import_module("luma.oled.device"), chip)


def open_panel(link: Link, panel: Panel, frame: bytes, *, level: int | None, lit: bool) -> Glass:
    """Set the chip up with a picture in its memory.

    ``frame`` is a framebuffer of the glass, ``level`` the brightness: 0 leaves the panel switched off, None
    is luma's own.  ``lit`` says that the panel may be on, which it then stays meanwhile.  Raises what luma
    and the bus raise.
    """
    from luma.core import const as chip_codes  # noqa: PLC0415 - the library is loaded when a display is used
    from luma.core.device import device  # noqa: PLC0415 - as above

    chip: Any = load_chip(panel.chip)
    display_off: int = chip_codes.common.DISPLAYOFF
    by_page = link.by_page or panel.kind.by_page

    class WithoutExitHook(device):  # type: ignore[misc]  # luma carries no types
        """Comes between the chip and its base, whose constructor would register a hook at every set-up."""

        def __init__(self, const: object, serial_interface: object) -> None:
            self._const = const
            self._serial_interface = serial_interface

    class RegionPanel(chip, WithoutExitHook):  # type: ignore[misc]  # as above
        """The chip; while it is being set up luma's constructor calls all of these but ``change``."""

        def command(self, *codes: int) -> None:
            """Send a command; setting up begins with one that switches the panel off."""
            begins = not ready and codes[0] == display_off
            super().command(*(codes[1:] if begins and lit else codes))

        def contrast(self, value: int) -> None:
            """Set the brightness; the wanted one while setting up."""
            super().contrast(value if ready or not level else level)

        def clear(self) -> None:
            """Fill the memory; this comes before the panel is switched on."""
            if by_page and not panel.kind.by_page:
                self.command(MEMORY_MODE, PAGE_ADDRESSING)
            self._draw([whole(frame, panel.width)])

        def show(self) -> None:
            """Switch the panel on, unless it is to stay dark while it is set up."""
            if ready or level != 0:
                super().show()

        def change(self, shown: bytes, wanted: bytes) -> None:
            """Write what differs to display memory."""
            difference = runs if by_page else blocks
            self._draw(difference(shown, wanted, panel.width, link.price))

        def _draw(self, regions: list[Region]) -> None:
            (_draw_by_page if by_page else _draw_by_window)(link, regions, panel.left)

    ready = False
    make: Callable[..., Glass] = RegionPanel
    glass = make(link.serial, panel.width, panel.height)
    ready = True
    return glass


def _draw_by_window(link: Link, regions: list[Region], left: int) -> None:
    """Write rectangles through windows, as the SSD1306 has them (data sheet 10.1.4, 10.1.5)."""
    for region in regions:
        first, last = region.columns
        link.write((COLUMN_WINDOW, left + first, left + last, PAGE_WINDOW, *region.pages), region.content)


def _draw_by_page(link: Link, regions: list[Region], left: int) -> None:
    """Write rectangles page by page (SSD1306 data sheet 10.1.1, 10.1.2, 10.1.13; SH1106, commands 1, 2, 12).

    The chip stays in its page: more of the same one needs no more than a column.
    """
    at = None
    for region in regions:
        column = left + region.columns[0]
        width = region.columns[1] - region.columns[0] + 1
        place = (LOW_COLUMN | column & 0x0F, HIGH_COLUMN | column >> 4)
        for number, page in enumerate(range(region.pages[0], region.pages[1] + 1)):
            turn = () if page == at else (PAGE | page,)
            link.write((*turn, *place), region.content[number * width : (number + 1) * width])
            at = page
