"""Keeps every picture of the displays as a PNG file, enlarged, one folder a display."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from companion.paint import png_bytes

SCALE = 8
LAST = "last.png"


class Recorder:
    """Writes pictures that differ from the one before: ``main/0001.png`` and so on, and ``main/last.png``.

    Files of an earlier recording are overwritten; what was there beyond the new ones stays.
    Raises ``OSError``.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._shown: dict[str, bytes] = {}
        self._counts: dict[str, int] = {}
        folder.mkdir(parents=True, exist_ok=True)

    def keep(self, display: str, image: Image.Image) -> bool:
        """Write a picture if it is another one than before; tell whether it was."""
        pixels = image.tobytes()
        if self._shown.get(display) == pixels:
            return False
        self._shown[display] = pixels
        folder = self._folder / display
        folder.mkdir(exist_ok=True)
        number = self._counts[display] = self._counts.get(display, 0) + 1
        picture = png_bytes(image, SCALE)
        for name in (f"{number:04}.png", LAST):
            (folder / name).write_bytes(picture)
        return True
