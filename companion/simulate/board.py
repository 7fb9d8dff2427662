"""What lies open on the simulated table, each card with the key that taps it.

A card keeps its key for as long as it lies there: nobody takes a wrong card by pressing a key twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

HARBOR_KEYS = "1234567890zxwvplkjoi"
EXPEDITION_KEYS = "abcefgh"
LIST_KEYS = "123456789abcdefghijklmnoprstuvwxz"
"""Keys of what a list offers; a list has the keyboard for itself, but for ``q``."""


class Board(msgspec.Struct, frozen=True):
    """Cards and their keys, in the order they came; cards beyond the last key have an empty one."""

    harbor: Mapping[int, str] = {}
    expeditions: Mapping[int, str] = {}

    def card(self, key: str) -> int | None:
        """Give the card under a key."""
        rows = (self.harbor, self.expeditions)
        return next((card for row in rows for card, its in row.items() if its == key), None)


def laid_out(before: Board, state: Any) -> Board:
    """Give the board as it lies in a state of the game; an empty one without a game."""
    if state is None:
        return Board()
    return Board(
        _keyed(before.harbor, state.harbor, HARBOR_KEYS),
        _keyed(before.expeditions, state.expeditions, EXPEDITION_KEYS),
    )


def _keyed(before: Mapping[int, str], cards: Iterable[int], keys: str) -> dict[int, str]:
    row = {card: before.get(card, "") for card in cards}
    free = (key for key in keys if key not in row.values())
    return {card: key or next(free, "") for card, key in row.items()}


def listed(count: int) -> list[str]:
    """Give the keys of a list with so many lines."""
    return list(LIST_KEYS[:count])
