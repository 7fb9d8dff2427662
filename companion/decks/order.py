"""The order in which a deck is tagged: heap by heap and kind by kind, as a sorted deck lies (device-ux.md 7).

Works for the cards of every game: they have a ``kind``, a ``copy``, a ``name`` and a ``type``; what else
is used to sort them (colour, coins, strength, role, price, points) may be missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

SHIPS, PERSONS = "ship", "person"
TYPES = (SHIPS, PERSONS, "expedition", "tax")
"""Types of cards in the order of their heaps; others follow as the card file has them."""


class Heap(msgspec.Struct, frozen=True):
    """All copies of one kind: they look alike, so nobody counts them."""

    kind: str
    pile: str
    """The sorted pile it lies in: ``ship-red`` for a colour of ships, else the type, such as ``person``."""
    names: tuple[str, ...]
    """One name for each copy, such as ``sailor-3-1#1``."""
    extra: str = ""
    """The optional set it belongs to, empty for cards that are in every box."""


def heaps(cards: Sequence[Any]) -> tuple[Heap, ...]:
    """Sort all cards of a game into heaps, in the order in which they are tagged."""
    first = {card.kind: number for number, card in reversed(list(enumerate(cards)))}
    ranks = _Ranks(cards)
    kinds: dict[str, list[Any]] = {}
    for card in sorted(cards, key=lambda card: (*ranks.of(card), first[card.kind], card.copy)):
        kinds.setdefault(card.kind, []).append(card)
    return tuple(
        Heap(kind, _pile(same[0]), tuple(card.name for card in same), extra_of(same[0]))
        for kind, same in kinds.items()
    )


def in_box(sorted_heaps: Iterable[Heap], extras: Iterable[str] = ()) -> tuple[Heap, ...]:
    """Leave out the heaps of optional sets that do not lie in a box."""
    there = {"", *extras}
    return tuple(heap for heap in sorted_heaps if heap.extra in there)


def extra_of(card: Any) -> str:
    """Name the optional set that a card belongs to: the Gamblers are another promo in each printing (G1)."""
    printing = getattr(getattr(card, "face", None), "printing", "")
    return f"gamblers-{printing}" if printing else ""


def extras_of(cards: Iterable[Any]) -> tuple[str, ...]:
    """Name all optional sets of a game."""
    return tuple(dict.fromkeys(extra for card in cards if (extra := extra_of(card))))


class _Ranks:
    """Places of colours, roles and types, in the order in which the card file has them first."""

    def __init__(self, cards: Iterable[Any]) -> None:
        cards = list(cards)
        self._types = _places([*TYPES, *(card.type for card in cards)])
        self._colours = _places(_colour(card) for card in cards)
        self._roles = _places(_role(card) for card in cards)

    def of(self, card: Any) -> tuple[int, ...]:
        """Give what cards are sorted by; optional sets come last."""
        late = int(bool(extra_of(card)))
        kind = self._types[card.type]
        if card.type == SHIPS:
            return late, kind, self._colours[_colour(card)], _number(card, "coins"), _number(card, "strength")
        if card.type == PERSONS:
            return late, kind, self._roles[_role(card)], _number(card, "price"), _number(card, "points")
        return late, kind, _number(card, "points"), 0, 0


def _places(words: Iterable[str]) -> dict[str, int]:
    return {word: place for place, word in enumerate(dict.fromkeys(words))}


def _role(card: Any) -> str:
    return str(getattr(getattr(card, "face", None), "role", ""))


def _colour(card: Any) -> str:
    return str(getattr(card, "colour", ""))


def _number(card: Any, what: str) -> int:
    """Give a number of a card, 0 for what it has not, or what is no plain number."""
    value = getattr(card, what, 0)
    return value if isinstance(value, int) else 0


def _pile(card: Any) -> str:
    return f"{SHIPS}-{card.colour}" if card.type == SHIPS and getattr(card, "colour", "") else str(card.type)
