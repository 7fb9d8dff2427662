"""Pictures as display memory: packing, and which parts changed.

A framebuffer is pages of eight pixel rows from the top, one byte a column, the lowest bit on top
(SSD1306 data sheet, 8.7).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

PAGE_ROWS = 8


@dataclass(frozen=True, slots=True)
class Region:
    """A rectangle of display memory; all bounds are inclusive."""

    pages: tuple[int, int]
    columns: tuple[int, int]
    content: bytes
    """Page after page, column after column."""


@lru_cache(maxsize=1)
def _mirrored_bits() -> bytes:
    return bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))


def pack(image: Image.Image) -> bytes:
    """Turn a mode-"1" image whose height is a multiple of 8 into a framebuffer."""
    count = image.height // PAGE_ROWS
    columns = image.transpose(Image.Transpose.TRANSPOSE).tobytes().translate(_mirrored_bits())
    return b"".join(columns[page::count] for page in range(count))


def whole(frame: bytes, width: int) -> Region:
    """Give a framebuffer as one region."""
    return Region((0, len(frame) // width - 1), (0, width - 1), frame)


def runs(shown: bytes, wanted: bytes, width: int, gap: int) -> list[Region]:
    """Say what must be sent to turn one framebuffer into the other, page by page; nothing for equal ones.

    Runs of columns that differ are joined over up to ``gap`` columns that do not: what moving on costs.
    """
    found = []
    for page, differing in _differences(shown, wanted, width):
        for run in _joined(gap).finditer(differing):
            begin, end = run.span()
            content = wanted[page * width + begin : page * width + end]
            found.append(Region((page, page), (begin, end - 1), content))
    return found


def blocks(shown: bytes, wanted: bytes, width: int, price: int) -> list[Region]:
    """Say the same as few rectangles over one page or more, where each costs as much as ``price`` bytes."""
    extents = [
        (page, len(row) - len(row.lstrip(b"\0")), len(row.rstrip(b"\0")) - 1)
        for page, row in _differences(shown, wanted, width)
    ]
    ways = [(0, 0, 0, 0)]
    """The cheapest for so many pages: its cost, where its last rectangle begins, the columns of that."""
    for end in range(1, len(extents) + 1):
        first, last, options = width, 0, []
        for begin in range(end - 1, -1, -1):
            top, left, right = extents[begin]
            first, last = min(first, left), max(last, right)
            size = (extents[end - 1][0] - top + 1) * (last - first + 1)
            options.append((ways[begin][0] + price + size, begin, first, last))
        ways.append(min(options))
    found, end = [], len(extents)
    while end:
        _cost, begin, first, last = ways[end]
        found.append(_cut(wanted, width, (extents[begin][0], extents[end - 1][0]), (first, last)))
        end = begin
    return found[::-1]


def _differences(shown: bytes, wanted: bytes, width: int) -> list[tuple[int, bytes]]:
    """Give each page that differs and, column by column, whether it does there: 0 for equal ones."""
    if shown == wanted:
        return []
    differing = (int.from_bytes(shown, "big") ^ int.from_bytes(wanted, "big")).to_bytes(len(wanted), "big")
    rows = (differing[at : at + width] for at in range(0, len(wanted), width))
    return [(page, row) for page, row in enumerate(rows) if any(row)]


@lru_cache(maxsize=4)
def _joined(gap: int) -> re.Pattern[bytes]:
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % gap)


def _cut(frame: bytes, width: int, pages: tuple[int, int], columns: tuple[int, int]) -> Region:
    first, last = columns
    rows = (frame[page * width + first : page * width + last + 1] for page in range(pages[0], pages[1] + 1))
    return Region(pages, columns, b"".join(rows))
