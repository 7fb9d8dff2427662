"""The picture by which a display is judged: a border, its name, and a number at both ends of every row.

A chip of another kind than the config says shows it shifted, in stripes, or as snow (R29).
"""

from __future__ import annotations

from PIL import Image, ImageDraw

from companion.font import GLYPH_HEIGHT, GLYPH_WIDTH, Glyph, load_font

INSET = 3
"""From the border to the numbers."""
STEP = 4
"""From one dot of a row to the next."""
LIT = 1


def pattern(name: str, width: int, height: int) -> Image.Image:
    """Draw the test pattern as a mode-"1" image of so many pixels."""
    picture = Image.new("1", (width, height))
    pen, font = ImageDraw.Draw(picture), load_font()
    rows = height // GLYPH_HEIGHT
    for row in range(rows):
        top = row * GLYPH_HEIGHT
        number = font[str(row + 1)]
        for left in (INSET, width - INSET - GLYPH_WIDTH + 1):
            _put(picture, number, left, top)
        for x in range(INSET + 2 * GLYPH_WIDTH + row % STEP, width - INSET - 2 * GLYPH_WIDTH, STEP):
            pen.line([(x, top), (x, top + GLYPH_HEIGHT - 1)], fill=LIT)
    half, middle = len(name) * GLYPH_WIDTH // 2 + 3, (width // 2, height // 2)
    above, below = middle[1] - GLYPH_HEIGHT // 2 - 3, middle[1] + GLYPH_HEIGHT // 2 + 2
    pen.rectangle([middle[0] - half, above, middle[0] + half, below], fill=0, outline=LIT)
    for place, letter in enumerate(name):
        left = middle[0] - half + 4 + place * GLYPH_WIDTH
        _put(picture, font[letter], left, middle[1] - GLYPH_HEIGHT // 2)
    pen.rectangle([0, 0, width - 1, height - 1], outline=LIT)
    return picture


def _put(picture: Image.Image, glyph: Glyph, left: int, top: int) -> None:
    """Draw a letter."""
    for y, bits in enumerate(glyph):
        for x in range(GLYPH_WIDTH):
            if bits >> GLYPH_WIDTH - 1 - x & 1:
                picture.putpixel((left + x, top + y), LIT)
