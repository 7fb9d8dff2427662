"""A deck with the cards of its game, as screens and flows about tags need them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

import msgspec

from companion.decks.order import Heap, heaps, in_box
from companion.decks.record import Deck


class Box(msgspec.Struct, frozen=True, dict=True):
    """A deck and all cards of its game."""

    deck: Deck
    cards: tuple[Any, ...]
    """Every card of the game; in a running game each at the place of its id."""

    @cached_property
    def named(self) -> Mapping[str, Any]:
        """Every card by its name, such as ``sailor-3-1#2``."""
        return MappingProxyType({card.name: card for card in self.cards})

    @cached_property
    def heaps(self) -> tuple[Heap, ...]:
        """The kinds that lie in this box, in the order in which they are tagged."""
        return in_box(heaps(self.cards), self.deck.extras)

    @cached_property
    def copies(self) -> Mapping[str, int]:
        """How many cards of every kind the game has."""
        return MappingProxyType({heap.kind: len(heap.names) for heap in heaps(self.cards)})

    @cached_property
    def untagged(self) -> frozenset[int]:
        """Ids of the cards that have no tag, of optional sets too."""
        return frozenset(card.id for card in self.cards if card.name not in self.deck.tags)

    @cached_property
    def gaps(self) -> tuple[str, ...]:
        """Names of the cards in this box that have no tag, in the order in which they are tagged."""
        return tuple(name for heap in self.heaps for name in heap.names if name not in self.deck.tags)
