"""An SSD1306 as luma.oled knows it, with three things changed.

Its memory is filled with the wanted picture before the panel is switched on (luma packs pixel by
pixel and calls what Pillow deprecates); only regions are sent; and nothing is left to do at exit.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from drivers.buses import I2CBus
from drivers.framebuffer import Region, whole

CHIPS = ("ssd1306",)
COLUMN_WINDOW, PAGE_WINDOW = 0x21, 0x22


class Panel(Protocol):
    """A display chip that is set up."""

    def draw(self, region: Region) -> None:
        """Write one rectangle of display memory."""

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255."""

    def show(self) -> None:
        """Switch the panel on."""

    def hide(self) -> None:
        """Switch the panel off; its memory stays."""


def bus_errors() -> tuple[type[Exception], ...]:
    """Name what luma and a bus raise when the display does not take its bytes (R26)."""
    from luma.core.error import Error  # noqa: PLC0415 - the library is loaded when a display is used

    return (OSError, Error)


def open_panel(bus: I2CBus, address: int, size: tuple[int, int], frame: bytes, *, lit: bool) -> Panel:
    """Set the chip up with a picture in its memory; ``lit`` says whether it is switched on then.

    ``size`` is columns and rows of the glass, ``frame`` a framebuffer of it.  Raises ``bus_errors()``.
    """
    from luma.core.device import device  # noqa: PLC0415 - as above
    from luma.core.interface.serial import i2c  # noqa: PLC0415 - as above
    from luma.oled.device import ssd1306  # noqa: PLC0415 - as above

    class WithoutExitHook(device):  # type: ignore[misc]  # luma carries no types
        """Comes between ssd1306 and its base, whose constructor would register a hook at every set-up."""

        def __init__(self, const: object, serial_interface: object) -> None:
            self._const = const
            self._serial_interface = serial_interface

    class RegionPanel(ssd1306, WithoutExitHook):  # type: ignore[misc]  # luma carries no types
        """The chip."""

        def clear(self) -> None:
            """Fill the memory; luma's constructor calls this before it switches the panel on."""
            self.draw(whole(frame, size[0]))

        def show(self) -> None:
            """Switch the panel on, unless it is to stay dark while it is set up."""
            if lit or ready:
                super().show()

        def draw(self, region: Region) -> None:
            left = self._colstart  # narrow glass uses columns in the middle of the memory
            first, last = region.columns
            self.command(COLUMN_WINDOW, left + first, left + last, PAGE_WINDOW, *region.pages)
            self.data(region.content)

    ready = False
    make: Callable[..., Panel] = RegionPanel
    panel = make(i2c(bus=bus, address=address), *size)
    ready = True
    return panel
