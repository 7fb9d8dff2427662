"""What lies open on the simulated table, each card with the key that taps it.

A card keeps its key for as long as it lies there: nobody takes a wrong card by pressing a key twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec

FIRST_KEYS = "1234567890zxwvplkjoi"
SECOND_KEYS = "abcefgh"
LIST_KEYS = "123456789abcdefghijklmnoprstuvwxz"
"""Keys of what a list offers; a list has the keyboard for itself, but for ``q``."""


class Board(msgspec.Struct, frozen=True):
    """Cards and their keys, in the order they came; cards beyond the last key have an empty one."""

    first: Mapping[int, str] = {}
    """Such as the harbor, or the hand of whose turn it is."""
    second: Mapping[int, str] = {}
    """Such as the expeditions."""

    def card(self, key: str) -> int | None:
        """Give the card under a key."""
        rows = (self.first, self.second)
        return next((card for row in rows for card, its in row.items() if its == key), None)


def laid_out(before: Board, rows: Sequence[Iterable[int]] = ()) -> Board:
    """Give the board with the rows of cards that lie open now, two at most; an empty one without a game."""
    first, second = (*rows, (), ())[:2]
    return Board(_keyed(before.first, first, FIRST_KEYS), _keyed(before.second, second, SECOND_KEYS))


def _keyed(before: Mapping[int, str], cards: Iterable[int], keys: str) -> dict[int, str]:
    row = {card: before.get(card, "") for card in cards}
    free = (key for key in keys if key not in row.values())
    return {card: key or next(free, "") for card, key in row.items()}


def listed(count: int) -> list[str]:
    """Give the keys of a list with so many lines."""
    return list(LIST_KEYS[:count])
