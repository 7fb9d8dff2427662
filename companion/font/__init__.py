"""The font of the displays: a readable drawing of every glyph, and its strict parser.

The drawings stand in ``6x8.txt`` beside this file.  Source: device-ux.md, drawing conventions and
section 8 (zero without a dot, own glyphs for ships, coin, sword, crown, shield and keys).
"""

from __future__ import annotations

import re
from importlib import resources

GLYPH_WIDTH = 6
"""Pixels, the gap to the next cell included."""
GLYPH_HEIGHT = 8
"""Pixels, the row for tails below the line included."""
REPLACEMENT = "\ufffd"
"""The box that stands for every character the font does not draw."""

Glyph = tuple[int, ...]
"""Eight rows from the top; in each the six pixels are bits, the leftmost the highest, 1 is lit."""

_HEADING = re.compile(r"U\+([0-9A-F]{4,6}) (\S.*)")
_PIXELS = re.compile(r"[.#]{6}")
_TO_BITS = str.maketrans(".#", "01")


class FontError(ValueError):
    """A font file cannot be read; ``str()`` names the file, the line and what is wrong there."""


def load_font() -> dict[str, Glyph]:
    """Read the font that comes with the program: a glyph for each character it draws."""
    file = resources.files(__name__).joinpath("6x8.txt")
    return parse_font(file.read_text("utf-8"), file.name)


def parse_font(text: str, source: str) -> dict[str, Glyph]:
    """Turn a font file's text into glyphs by character; ``source`` is its name in errors.

    Raises ``FontError`` for anything but blocks of a heading ``U+XXXX NAME`` and eight rows of six
    pixels, for a character that comes twice, and for a font without the replacement box.
    """
    lines = [
        (number, line)
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.startswith(";")
    ]
    glyphs: dict[str, Glyph] = {}
    for start in range(0, len(lines), GLYPH_HEIGHT + 1):
        number, heading = lines[start]
        char = _character(heading, f"{source}, line {number}")
        if char in glyphs:
            raise FontError(f"{source}, line {number}: U+{ord(char):04X} is drawn twice.")
        glyphs[char] = _rows(lines[start + 1 : start + 1 + GLYPH_HEIGHT], heading, source)
    if REPLACEMENT not in glyphs:
        raise FontError(f"{source}: U+FFFD is missing, the box for characters that the font does not draw.")
    return glyphs


def _character(heading: str, place: str) -> str:
    match = _HEADING.fullmatch(heading)
    if match is None:
        raise FontError(f"{place}: a glyph begins with 'U+XXXX NAME', not with {heading!r}.")
    code = int(match[1], 16)
    if code > 0x10FFFF:
        raise FontError(f"{place}: U+{match[1]} is no code point.")
    return chr(code)


def _rows(lines: list[tuple[int, str]], heading: str, source: str) -> Glyph:
    for number, line in lines:
        if not _PIXELS.fullmatch(line):
            raise FontError(
                f"{source}, line {number}: a row of {heading} is six times '.' or '#', not {line!r}."
            )
    if len(lines) < GLYPH_HEIGHT:
        raise FontError(f"{source}: {heading} has {len(lines)} rows instead of {GLYPH_HEIGHT}.")
    return tuple(int(line.translate(_TO_BITS), 2) for _, line in lines)
