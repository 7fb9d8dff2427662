"""All displays of a table: paints the screens that changed and shows each on its own."""

from __future__ import annotations

from collections.abc import Mapping

from PIL import Image

from companion.paint import Painter
from companion.screen import Screen
from drivers.ports import Dimmable, Display

MIDDLE = 1
"""Pixels from the left at which a picture stands in the middle."""


class Wall:
    """Remembers what every display shows, so that nothing is painted twice."""

    def __init__(self, displays: Mapping[str, Display], painter: Painter) -> None:
        self._displays = displays
        self._painter = painter
        self._shown: dict[str, Screen] = {}
        self._shift = MIDDLE
        self._level: int | None = None
        self._moved: set[str] = set()
        """Displays whose picture stands where it stood before the last move."""

    def show(self, screens: Mapping[str, Screen]) -> None:
        """Show what changed: first the seat that must act, then the main display, then the others.

        Screens of displays that the table does not have are left out; a display without a screen
        keeps the one it has.
        """
        changed = [
            name
            for name in self._displays
            if name in screens and (name in self._moved or self._shown.get(name) != screens[name])
        ]
        for name in sorted(changed, key=lambda name: (not screens[name].inverse, name != "main", name)):
            display = self._displays[name]
            display.show(self._paint(screens[name], display))
            self._shown[name] = screens[name]
            self._moved.discard(name)

    def move(self, shift: int) -> None:
        """Let all pictures stand so many pixels from the left, from the next round on (R32)."""
        if shift != self._shift:
            self._shift = shift
            self._moved = set(self._shown)

    def dim(self, level: int) -> None:
        """Give all displays a contrast, 0 switches them off (R32); those that have no such setting stay."""
        if level == self._level:
            return
        self._level = level
        for display in self._displays.values():
            if isinstance(display, Dimmable):
                display.contrast(level)

    def refresh(self, name: str) -> None:
        """Clear a display and let the next round paint it whole: it is seen then whether it still works."""
        display = self._displays[name]
        self._shown.pop(name, None)
        display.show(Image.new("1", (display.width, display.height)))

    def shown(self) -> dict[str, Screen]:
        """Give what stands on the displays."""
        return dict(self._shown)

    def _paint(self, screen: Screen, display: Display) -> Image.Image:
        return self._painter.paint(screen, width=display.width, height=display.height, shift=self._shift)
