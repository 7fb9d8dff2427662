"""Lays out what the terminal shows: the displays' pictures in frames, and lines of words below.

Pictures are drawn as large as the window allows: half blocks (130 x 34 characters with the frame),
Braille dots (66 x 18), or as the text that stands on them (23 x 10), which needs no special characters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest

import msgspec
from PIL import Image

from companion.braille import braille, half_blocks
from companion.screen import CELLS, ROWS, Screen

RESET = "\x1b[0m"
GAP = " "
"""Between boxes."""
SPACE = "  "
"""Between words."""
TOO_SMALL = "Make the window 66 x 24 characters to see the displays."
USUAL_FOOT = 5
"""Lines kept free for words, so that pictures do not change their size with every card."""
_BORDER = tuple("┌─┐│└┘")
_PLAIN_BORDER = tuple("+-+|++")


class Word(msgspec.Struct, frozen=True):
    """Something said in one piece, after the key that it belongs to."""

    text: str
    key: str = ""
    short: str = ""
    """Said instead where the line would not fit otherwise."""

    def __len__(self) -> int:
        return len(self.text) + (len(self.key) + 1 if self.key else 0)


class Style(msgspec.Struct, frozen=True):
    """How this terminal is written to."""

    colours: bool = True
    """Whether colours are wanted (NO_COLOR)."""
    dots: bool = True
    """Whether it knows block and Braille characters."""

    def key(self, text: str) -> str:
        """Make a key stand out."""
        return f"\x1b[1;36m{text}{RESET}" if self.colours else f"\x1b[1m{text}{RESET}"

    def panel(self, text: str) -> str:
        """Colour a line of a picture as an OLED: light on black."""
        return f"\x1b[97;40m{text}{RESET}" if self.colours else text

    def title(self, text: str, *, bright: bool) -> str:
        """Make a frame's title stand out, if it is the one to look at."""
        if not bright:
            return text
        return f"\x1b[1;33m{text}{RESET}" if self.colours else f"\x1b[1m{text}{RESET}"


class Shown(msgspec.Struct, frozen=True):
    """What stands on one display."""

    name: str
    image: Image.Image
    """Read from the display's memory."""
    screen: Screen | None = None
    """The same as text, where pictures cannot be drawn."""
    acts: bool = False
    """Somebody must look here first."""
    note: str = ""
    """Said in the lower border, such as ``dark``."""


class Box(msgspec.Struct, frozen=True):
    """A framed picture: lines of characters of one width, ready to be sent."""

    width: int
    lines: tuple[str, ...]


Draw = Callable[[Shown], Sequence[str]]


def page(
    size: tuple[int, int], shown: Sequence[Shown], foot: Sequence[Sequence[Word]], style: Style
) -> list[str]:
    """Lay out pictures and, below them, lines of words; gives the lines of a window of this size.

    Lines of words are broken where they are too long.  Displays without room are named.
    """
    columns, rows = size
    below = [line for words in foot for line in wrapped(words, columns)]
    above = _pictures((columns, rows - max(len(below), USUAL_FOOT)), shown, style)
    lines = above + [_said(words, style) for words in below]
    return lines[:rows] if above else lines[-rows:]


def wrapped(words: Sequence[Word], columns: int) -> Iterator[list[Word]]:
    """Break a line between words, shortened if need be; a word longer than a whole line is cut."""
    if sum(map(len, words)) + len(SPACE) * (len(words) - 1) > columns:
        words = [Word(word.short or word.text, word.key) for word in words]
    line: list[Word] = []
    used = 0
    for word in words:
        fitting = Word(word.text[: max(0, columns - (len(word) - len(word.text)))], word.key)
        gap = len(SPACE) if line else 0
        if line and used + gap + len(fitting) > columns:
            yield line
            line, used, gap = [], 0, 0
        line.append(fitting)
        used += gap + len(fitting)
    yield line


def _said(words: Sequence[Word], style: Style) -> str:
    parts = [f"{style.key(word.key)} {word.text}" if word.key else word.text for word in words]
    return SPACE.join(parts)


# -- pictures ----------------------------------------------------------------------------
def _pictures(room: tuple[int, int], shown: Sequence[Shown], style: Style) -> list[str]:
    """Draw all displays in the largest way in which they fit, or as many as fit in the smallest."""
    ordered = sorted(shown, key=lambda one: (one.name != "main", not one.acts, one.name))
    ways: list[tuple[Draw, Draw]] = [(_text, _text)]
    if style.dots:
        ways = [(_halves, _halves), (_halves, _dots), (_dots, _dots), (_dots, _text), *ways]
    for way in ways:
        if lines := _stacked(room, _boxes(ordered, way, style)):
            return lines
    return _as_many_as_fit(room, ordered, ways[-2:], style)


def _boxes(shown: Sequence[Shown], way: tuple[Draw, Draw], style: Style) -> list[Box]:
    """Draw the main display in one way and the others in another."""
    return [_box(one, way[one.name != "main"], style) for one in shown]


def _as_many_as_fit(
    room: tuple[int, int], ordered: Sequence[Shown], ways: Sequence[tuple[Draw, Draw]], style: Style
) -> list[str]:
    """Draw what fits, the most important first, and name the rest."""
    for count in range(len(ordered) - 1, 0, -1):
        for way in ways:
            if lines := _stacked((room[0], room[1] - 1), _boxes(ordered[:count], way, style)):
                names = ", ".join(one.name for one in ordered[count:])
                return [*lines, f"No room for {names}: make the window larger."[: room[0]]]
    return [TOO_SMALL[: room[0]]] if ordered else []


def _stacked(room: tuple[int, int], boxes: Sequence[Box]) -> list[str]:
    """Put boxes below one another, then beside; gives nothing when there is no room for all."""
    columns: list[list[Box]] = []
    for box in boxes:
        if len(box.lines) > room[1]:
            return []
        if columns and sum(len(above.lines) for above in columns[-1]) + len(box.lines) <= room[1]:
            columns[-1].append(box)
        else:
            columns.append([box])
    widths = [max(box.width for box in column) for column in columns]
    if sum(widths) + len(GAP) * (len(widths) - 1) > room[0]:
        return []
    filled = [_column(column, width) for column, width in zip(columns, widths, strict=True)]
    blanks = [" " * width for width in widths]
    return [
        GAP.join(part or blank for part, blank in zip(parts, blanks, strict=True))
        for parts in zip_longest(*filled, fillvalue="")
    ]


def _column(boxes: Sequence[Box], width: int) -> list[str]:
    return [line + " " * (width - box.width) for box in boxes for line in box.lines]


def _box(one: Shown, draw: Draw, style: Style) -> Box:
    """Frame a picture, with its name above and its note below."""
    inside = draw(one)
    width = len(inside[0])
    left, flat, right, wall, lower_left, lower_right = _BORDER if style.dots else _PLAIN_BORDER
    title = f" {one.name} "[:width]
    note = f" {one.note} "[:width] if one.note else ""
    top = left + flat + style.title(title, bright=one.acts) + flat * (width - 1 - len(title)) + right
    bottom = lower_left + flat * (width - 1 - len(note)) + note + flat + lower_right
    return Box(width + 2, (top, *(wall + style.panel(line) + wall for line in inside), bottom))


def _halves(one: Shown) -> list[str]:
    return half_blocks(one.image)


def _dots(one: Shown) -> list[str]:
    return braille(one.image)


def _text(one: Shown) -> list[str]:
    """Give the text of a display, spaced out where it is large."""
    lines: list[str] = []
    for row in one.screen.rows if one.screen else ():
        lines.append((" ".join(row.text) if row.big else row.text)[:CELLS].ljust(CELLS))
        lines += [" " * CELLS] * row.big
    return lines[:ROWS] + [" " * CELLS] * (ROWS - len(lines))
