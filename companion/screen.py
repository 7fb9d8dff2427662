"""A screen as text: eight rows of twenty-one cells, the one model that every display draws.

The rows' text is what table scripts compare (``screen: {main: [BUST]}``); how it looks in pixels
is ``companion/paint.py``'s affair.  Source: device-ux.md, drawing conventions.
"""

from __future__ import annotations

import msgspec

ROWS = 8
CELLS = 21
HEADLINE_CELLS = 10


class Row(msgspec.Struct, frozen=True):
    """One row of cells."""

    text: str = ""
    """At most 21 cells, 10 when big; every character is one cell."""
    big: bool = False
    """Double size: takes this row and the next."""
    inverse: bool = False
    """Dark on light over the whole row."""


class Screen(msgspec.Struct, frozen=True):
    """What one display says; equal screens are the same picture."""

    rows: tuple[Row, ...]
    """From the top; big rows count twice, all together eight."""
    inverse: bool = False
    """The whole display the other way round: this seat must act."""

    def lines(self) -> tuple[str, ...]:
        """Give the texts from the top, one for each row given."""
        return tuple(row.text for row in self.rows)

    def shows(self, text: str) -> bool:
        """Tell whether a text stands on this screen, in one row."""
        return any(text in row.text for row in self.rows)


def screen(header: str, *body: str | Row, keys: str = "", inverse: bool = False) -> Screen:
    """Lay out the usual screen: inverse header, body rows, inverse key row; short bodies are filled up.

    Raises ``ValueError`` for a text over its cell budget or a body over six rows: texts are
    written to fit, nothing is cut here.
    """
    rows = [part if isinstance(part, Row) else Row(part) for part in body]
    height = sum(2 if row.big else 1 for row in rows)
    if height > ROWS - 2:
        raise ValueError(f"{height} body rows on a screen of {ROWS - 2}: {rows}")
    rows += [Row()] * (ROWS - 2 - height)
    whole = (Row(header, inverse=True), *rows, Row(keys, inverse=True))
    for row in whole:
        if len(row.text) > (HEADLINE_CELLS if row.big else CELLS):
            raise ValueError(f"too long for its row: {row.text!r}")
    return Screen(whole, inverse)


def headline(text: str) -> Row:
    """Make a double-size row; at most 10 characters."""
    return Row(text, big=True)
