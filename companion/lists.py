"""Draws what screens around the game have in common: lists with a marked line, rows of words, names.

Source: device-ux.md, drawing conventions (``>`` before a line = marked, names cut at 8, in lists at 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.screen import CELLS, ROWS
from companion.texts import Texts

ROOM = ROWS - 2
"""Rows between header and keys."""
NAME_CELLS = 8
SHORT_CELLS = 3


def stepped(cursor: int, count: int) -> int:
    """Give the line after this one; after the last comes the first."""
    return (cursor + 1) % count if count else 0


def listed(texts: Texts, lines: Sequence[str], cursor: int, room: int = ROOM) -> tuple[str, ...]:
    """Give the part of a list round its marked line that fits the room, and how many lines follow below."""
    first = max(0, min(cursor - room // 2, len(lines) - room))
    part = lines[first : first + room]
    shown = [(">" if first + i == cursor else " ") + line for i, line in enumerate(part)]
    below = len(lines) - first - len(shown)
    if below:
        more = texts("list.more", more=below)
        if len(shown[-1]) + 1 + len(more) <= CELLS:
            shown[-1] = shown[-1].ljust(CELLS - len(more)) + more
    return tuple(shown)


def packed(texts: Texts, words: Sequence[str], rows: int, *, last: bool = False) -> tuple[str, ...]:
    """Fill rows with words and count those that find no room, ``+2`` behind the others.

    With ``last`` the words at the end are the ones that must be seen; the count stands before them.
    """
    for kept in range(len(words), -1, -1):
        left_out = len(words) - kept
        more = [texts("list.more", more=left_out)] if left_out else []
        lines = filled([*more, *words[left_out:]] if last else [*words[:kept], *more])
        if len(lines) <= rows:
            return lines
    return ()


def filled(words: Iterable[str]) -> tuple[str, ...]:
    """Lay words out in as few rows as take them in their order."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= CELLS:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return tuple(lines)


def upper(name: str) -> str:
    """Give a player's name in capitals, at most 8 cells."""
    return name.upper()[:NAME_CELLS]


def cut(name: str) -> str:
    """Give a player's name, at most 8 cells."""
    return name[:NAME_CELLS]


def short(name: str) -> str:
    """Give a player's name for a list, at most 3 cells."""
    return name[:SHORT_CELLS]


def following(values: Sequence[Any], value: object) -> Any:
    """Give the value after this one, the first one after the last and after one that is not there."""
    return values[(values.index(value) + 1) % len(values)] if value in values else values[0]
