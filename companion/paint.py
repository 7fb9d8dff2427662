"""Draws screens as pictures of one bit a pixel, for displays of 128 x 64 and 128 x 32 pixels.

A row of cells is composed as one integer whose bits are the pixels of its eight (big: sixteen)
pixel rows, glyph by glyph with shift and or; that is some twenty times faster than drawing on an
image.  Source: device-ux.md, drawing conventions and section 8.
"""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image

from companion.font import GLYPH_HEIGHT, GLYPH_WIDTH, REPLACEMENT, load_font
from companion.glyphs import Cut, cut_to
from companion.screen import CELLS, HEADLINE_CELLS, Row, Screen

MAX_SHIFT = 2
"""Pixels by which a picture may move to the right to spare the panel (R32)."""
BIG_MARGIN = 4
"""Pixels left of a big row: ten cells of twelve pixels stand in the middle of 128."""
_MIN_WIDTH = CELLS * GLYPH_WIDTH + MAX_SHIFT
_MIN_ROWS = 4
_Strips = dict[str, int]
"""Every glyph as the bits of an otherwise dark row, the glyph at its left end."""


class Painter:
    """Draws screens; holds the font, read once for each painter."""

    def __init__(self) -> None:
        self._font = load_font()
        self._strips: dict[tuple[int, Cut], _Strips] = {}

    def paint(self, screen: Screen, *, width: int = 128, height: int = 64, shift: int = 1) -> Image.Image:
        """Draw a screen as a mode-"1" image, ``shift`` pixels from the left: 0 to 2, 1 is the middle.

        A display of fewer than eight rows gets the rows that tell most, see ``fitted``.  Characters
        that the font lacks become boxes, and what is beyond the last cell is left out: a picture
        always comes.  Raises ``ValueError`` for a size that holds no 21 cells or no four rows, and
        for a shift out of range.
        """
        if width < _MIN_WIDTH or height < _MIN_ROWS * GLYPH_HEIGHT:
            raise ValueError(f"{width} x {height} pixels are too few, the least are {_MIN_WIDTH} x 32.")
        if not 0 <= shift <= MAX_SHIFT:
            raise ValueError(f"A picture can be shifted by 0 to {MAX_SHIFT} pixels, not by {shift}.")
        line = (width + 7) // 8 * 8
        rows = [
            (self._ink(row, line, shift), line * GLYPH_HEIGHT * _height(row), row.inverse)
            for row in fitted(screen.rows, height // GLYPH_HEIGHT)
        ]
        bits = _stacked(rows, line) << line * height >> sum(size for _, size, _ in rows)
        if screen.inverse:
            bits ^= (1 << line * height) - 1
        return Image.frombytes("1", (width, height), bits.to_bytes(line * height // 8, "big"))

    def _ink(self, row: Row, line: int, shift: int) -> int:
        """Give the bits of a row's letters, ``line`` bits for each line of pixels."""
        cut = Cut.BIG if row.big else Cut.BAR if row.inverse else Cut.PLAIN
        strips = self._strips_for(line, cut)
        box = strips[REPLACEMENT]
        left, step = (shift + BIG_MARGIN, GLYPH_WIDTH * 2) if row.big else (shift, GLYPH_WIDTH)
        bits = 0
        for char in row.text[: HEADLINE_CELLS if row.big else CELLS]:
            bits |= strips.get(char, box) >> left
            left += step
        return bits

    def _strips_for(self, line: int, cut: Cut) -> _Strips:
        strips = self._strips.get((line, cut))
        if strips is None:
            width = GLYPH_WIDTH * 2 if cut is Cut.BIG else GLYPH_WIDTH
            strips = {
                char: _strip(cut_to(glyph, cut), line - width, line) for char, glyph in self._font.items()
            }
            self._strips[line, cut] = strips
        return strips


def _strip(rows: tuple[int, ...], left: int, line: int) -> int:
    bits = 0
    for row in rows:
        bits = bits << line | row << left
    return bits


def _stacked(rows: list[tuple[int, int, bool]], line: int) -> int:
    """Put rows (ink, number of bits, inverse) below one another, bars as light with dark letters.

    A bar that touches the letters of the row above or below it is nicked around them: they would
    grow into it otherwise, as eight rows of eight pixels leave no room between them.
    """
    picture = 0
    mask = (1 << line) - 1
    for index, (ink, size, inverse) in enumerate(rows):
        bits = ink
        if inverse:
            bits ^= (1 << size) - 1
            if index and not rows[index - 1][2]:
                bits &= ~(_spread(rows[index - 1][0] & mask) << size - line)
            if index + 1 < len(rows) and not rows[index + 1][2]:
                below, below_size, _ = rows[index + 1]
                bits &= ~(_spread(below >> below_size - line) & mask)
        picture = picture << size | bits
    return picture


def _spread(pixels: int) -> int:
    return pixels | pixels << 1 | pixels >> 1


def fitted(rows: tuple[Row, ...], capacity: int) -> tuple[Row, ...]:
    """Choose the rows for a display of ``capacity`` rows of eight pixels; big rows need two.

    When all fit, all are taken.  Otherwise the first and the last row stay (header and keys), and of
    the rest, in their order, what fits by this rank: the marked line of a list (``>``), since keys
    act on it; the headline; the lines after the marked one; other lines with text, from the top.
    """
    if sum(_height(row) for row in rows) <= capacity:
        return rows
    header, *body, keys = rows
    room = capacity - _height(header) - _height(keys)
    chosen: set[int] = set()
    for index in _ranked(body):
        if _height(body[index]) <= room:
            chosen.add(index)
            room -= _height(body[index])
    return (header, *(body[index] for index in sorted(chosen)), *[Row()] * room, keys)


def _ranked(body: list[Row]) -> list[int]:
    marked = next((index for index, row in enumerate(body) if row.text.startswith(">")), len(body))

    def rank(index: int) -> tuple[bool, bool, bool]:
        return index != marked, not body[index].big, index < marked

    return sorted((index for index, row in enumerate(body) if row.text.strip()), key=rank)


def _height(row: Row) -> int:
    return 2 if row.big else 1


def enlarged(image: Image.Image, scale: int) -> Image.Image:
    """Draw an image ``scale`` times as large, every pixel a sharp square."""
    return image.resize((image.width * scale, image.height * scale), Image.Resampling.NEAREST)


def png_bytes(image: Image.Image, scale: int = 8) -> bytes:
    """Write an image as PNG, enlarged ``scale`` times."""
    buffer = io.BytesIO()
    enlarged(image, scale).save(buffer, "PNG")
    return buffer.getvalue()


def save_png(image: Image.Image, path: Path, scale: int = 8) -> None:
    """Write an image to a PNG file, enlarged ``scale`` times."""
    path.write_bytes(png_bytes(image, scale))
