"""Cuts the font's glyphs to the three forms in which rows show them: plain, in a bar, and big.

Source: device-ux.md, drawing conventions.
"""

from __future__ import annotations

import enum

from companion.font import GLYPH_HEIGHT, GLYPH_WIDTH, Glyph


class Cut(enum.Enum):
    """How a glyph is drawn."""

    PLAIN = enum.auto()
    """As in the font."""
    BAR = enum.auto()
    """Dark in a light bar: one pixel lower at the top, so that the bar goes on above the letters."""
    BIG = enum.auto()
    """Double size, one pixel lower, so that it hangs free below a bar."""


def cut_to(glyph: Glyph, cut: Cut) -> tuple[int, ...]:
    """Give a glyph's rows of pixels in one form: 8 rows of 6, or 16 rows of 12."""
    if cut is Cut.BIG:
        return (0, *doubled(glyph)[:-1])
    return squeezed(glyph) if cut is Cut.BAR else glyph


def squeezed(glyph: Glyph) -> Glyph:
    """Free the uppermost row of pixels, by making one of two rows that are the same, or nearly so.

    Where several are the same, the longest run of them gives: nobody misses a bit of a stem.  A glyph
    that fills all eight rows and has only an accent or a stem in the uppermost stays as it is.
    """
    narrow = glyph[0].bit_count() <= 1
    if not glyph[0] or (narrow and glyph[-1]):
        return glyph
    runs = [_run(glyph, row) for row in range(GLYPH_HEIGHT - 1)]
    row = max(range(GLYPH_HEIGHT - 1), key=lambda row: (runs[row], -_difference(glyph, row)))
    return (0, *glyph[:row], glyph[row] | glyph[row + 1], *glyph[row + 2 :])


def _run(glyph: Glyph, row: int) -> int:
    """Count the rows from this one down that are the same and not dark, less one."""
    below = row + 1
    while glyph[row] and below < GLYPH_HEIGHT and glyph[below] == glyph[row]:
        below += 1
    return below - row - 1


def _difference(glyph: Glyph, row: int) -> int:
    """Count the pixels in which a row differs from the next; a gap between them must stay."""
    if not glyph[row] or not glyph[row + 1]:
        return GLYPH_WIDTH + 1
    return (glyph[row] ^ glyph[row + 1]).bit_count()


def doubled(glyph: Glyph) -> tuple[int, ...]:
    """Draw a glyph twice as large: a pixel becomes four, and a diagonal step gets its corner filled.

    A quarter of a dark pixel lights up when both its neighbours are lit and the two opposite ones
    are not (scaling by Scale2x, but never darkening anything): slanting strokes become smooth.
    """
    lit = [[bool(row >> bit & 1) for bit in range(GLYPH_WIDTH - 1, -1, -1)] for row in glyph]
    rows: list[int] = []
    for y in range(GLYPH_HEIGHT):
        for vertical in (-1, 1):
            bits = 0
            for x in range(GLYPH_WIDTH):
                for horizontal in (-1, 1):
                    bits = bits << 1 | (lit[y][x] or _fills(lit, x, y, horizontal, vertical))
            rows.append(bits)
    return tuple(rows)


def _fills(lit: list[list[bool]], x: int, y: int, horizontal: int, vertical: int) -> bool:
    """Tell whether the quarter of pixel x, y on the given sides lies in the corner of a step."""

    def at(column: int, line: int) -> bool:
        return 0 <= column < GLYPH_WIDTH and 0 <= line < GLYPH_HEIGHT and lit[line][column]

    near = at(x + horizontal, y) and at(x, y + vertical)
    return near and not at(x - horizontal, y) and not at(x, y - vertical)
