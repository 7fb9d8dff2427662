"""Draws pictures of one bit a pixel with characters, for terminals: half blocks or Braille dots.

Each line of pixels is taken as one long number with a byte a pixel; adding up the lines of a
character row, each times its weight, gives the characters' numbers at once.
"""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

_HALF_BLOCKS = str.maketrans("\x00\x01\x02\x03", " ▀▄█")
_BRAILLE = {value: chr(0x2800 + value) for value in range(256)}
_DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""Value of each dot of a Braille character, by line from the top and column."""


def half_blocks(image: Image.Image) -> list[str]:
    """Draw a mode-"1" image with two pixels a character, one above the other: 32 lines of 128."""
    lines = _lines(image, 2, 1)
    return [
        _summed(((above, 1), (below, 2))).translate(_HALF_BLOCKS)
        for above, below in zip(lines[::2], lines[1::2], strict=True)
    ]


def braille(image: Image.Image) -> list[str]:
    """Draw a mode-"1" image with two by four pixels a character: 16 lines of 64."""
    lines = _lines(image, 4, 2)
    return [
        _summed(
            [
                (line[column::2], _DOTS[row][column])
                for row, line in enumerate(lines[top : top + 4])
                for column in (0, 1)
            ]
        ).translate(_BRAILLE)
        for top in range(0, len(lines), 4)
    ]


def _lines(image: Image.Image, rows: int, columns: int) -> list[bytes]:
    """Give the lines of pixels, a byte 0 or 1 each, filled up with dark ones to whole characters."""
    width = -(-image.width // columns) * columns
    height = -(-image.height // rows) * rows
    whole = Image.new("L", (width, height))
    whole.paste(1, mask=image.convert("1"))
    pixels = whole.tobytes()
    return [pixels[start : start + width] for start in range(0, width * height, width)]


def _summed(weighted: Sequence[tuple[bytes, int]]) -> str:
    """Add up lines of bytes times their weights; gives the sums, at most 255 each, as characters."""
    total = sum(int.from_bytes(line, "big") * weight for line, weight in weighted)
    return total.to_bytes(len(weighted[0][0]), "big").decode("latin-1")
