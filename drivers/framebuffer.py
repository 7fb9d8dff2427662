"""Pictures as display memory: packing, and which parts changed.

A framebuffer is pages of eight pixel rows from the top, one byte a column, the lowest bit on top
(SSD1306 data sheet, 8.7).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

PAGE_ROWS = 8
WINDOW_BYTES = 8
"""What moving to another window costs on the wire: address, control byte, six command bytes."""


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


def changes(shown: bytes, wanted: bytes, width: int) -> list[Region]:
    """Say what must be sent to turn one framebuffer into the other, from the top; nothing for equal ones.

    Columns are joined over gaps that cost less than a new window, pages when their columns agree.
    """
    if shown == wanted:
        return []
    regions = [_cut(wanted, width, *bounds) for bounds in _bounds(shown, wanted, width)]
    everything = [whole(wanted, width)]
    return regions if _cost(regions) < _cost(everything) else everything


def _bounds(shown: bytes, wanted: bytes, width: int) -> list[tuple[int, int, int, int]]:
    """Give the rectangles that differ: first and last page, first and last column."""
    found: list[tuple[int, int, int, int]] = []
    for page in range(len(wanted) // width):
        row = slice(page * width, (page + 1) * width)
        for first, last in _runs(shown[row], wanted[row]):
            above = (page - 1, first, last)
            match = next((n for n, (_, *lower) in enumerate(found) if tuple(lower) == above), None)
            if match is None:
                found.append((page, page, first, last))
            else:
                found[match] = (found[match][0], page, first, last)
    return found


def _runs(shown: bytes, wanted: bytes) -> Iterator[tuple[int, int]]:
    """Give the runs of columns in one page that differ."""
    if shown == wanted:
        return
    differing = [column for column in range(len(wanted)) if shown[column] != wanted[column]]
    first = last = differing[0]
    for column in differing[1:]:
        if column - last > WINDOW_BYTES:
            yield first, last
            first = column
        last = column
    yield first, last


def _cut(frame: bytes, width: int, top: int, bottom: int, first: int, last: int) -> Region:
    rows = (frame[page * width + first : page * width + last + 1] for page in range(top, bottom + 1))
    return Region((top, bottom), (first, last), b"".join(rows))


def _cost(regions: list[Region]) -> int:
    return sum(WINDOW_BYTES + len(region.content) for region in regions)
