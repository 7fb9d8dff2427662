"""Breaks sentences into rows."""

from __future__ import annotations

import textwrap

from companion.screen import CELLS


def wrapped(sentence: str, rows: int) -> tuple[str, ...]:
    """Break a sentence into rows of 21 cells between words; what finds no room becomes an ellipsis."""
    lines = textwrap.wrap(sentence, CELLS, max_lines=rows, placeholder="…")
    return tuple(line[:CELLS] for line in lines)


def fits(sentence: str, rows: int) -> bool:
    """Tell whether a sentence fits so many rows as a whole."""
    return len(textwrap.wrap(sentence, CELLS)) <= rows
