"""What a terminal calls a card: everything that is printed on it, so that it is found in a heap."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

from companion.cardnames import CardNames, UnknownCard
from companion.decks.order import PERSONS, SHIPS

SKULL = "skull"
_PILES = {"ship": "ships", "person": "persons", "expedition": "expeditions", "tax": "taxes"}
LEAST_SKULL = 99
"""Strength that a ship with a skull has in the card file (D3)."""


class CardWords:
    """Describes the cards of a game."""

    def __init__(self, cards: Iterable[Any], names: CardNames) -> None:
        self._cards: Mapping[str, Any] = {card.name: card for card in cards}
        self._copies: dict[str, int] = {}
        for card in self._cards.values():
            self._copies[card.kind] = self._copies.get(card.kind, 0) + 1
        self._names = names

    @property
    def names(self) -> Container[str]:
        """Give the names of all cards."""
        return self._cards.keys()

    def card(self, name: str) -> str:
        """Describe a card with its copy: ``red Frigate, 2 coins, 3 swords, copy 2 of 3``."""
        if name not in self._cards:
            return self.kind(name)
        card = self._cards[name]
        copies = self._copies[card.kind]
        return self.kind(name) + (f", copy {card.copy} of {copies}" if copies > 1 else "")

    def kind(self, name: str) -> str:
        """Describe what all copies of a card have in common: ``red Frigate, 2 coins, 3 swords``."""
        if name not in self._cards:  # it got its name at the table
            return self._named_later(name.rpartition("#")[0])
        card = self._cards[name]
        try:
            full = self._names.full(card.kind)
        except UnknownCard:
            return str(card.kind)
        if card.type == SHIPS:
            strength = _number(card, "strength")
            swords = SKULL if strength >= LEAST_SKULL else _many(strength, "sword")
            return f"{getattr(card, 'colour', '')} {full}, {_many(_number(card, 'coins'), 'coin')}, {swords}"
        if card.type == PERSONS:
            return f"{full}, costs {_number(card, 'price')}, {_many(_number(card, 'points'), 'point')}"
        return full

    def _named_later(self, kind: str) -> str:
        try:
            return self._names.full(kind)
        except UnknownCard:
            return kind

    def pile(self, pile: str) -> str:
        """Name a sorted pile: ``the red ships``."""
        kind, _, colour = pile.partition("-")
        return f"the {colour} {_PILES.get(kind, f'{kind} cards')}".replace("  ", " ")


def spelled(uid: str) -> str:
    """Write a UID as tags are usually spoken of."""
    return bytes.fromhex(uid).hex(":")


def lasting(duration_s: float) -> str:
    """Say how long something takes: ``3:05``."""
    minutes, seconds = divmod(round(duration_s), 60)
    return f"{minutes}:{seconds:02}"


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _number(card: Any, what: str) -> int:
    value = getattr(card, what, 0)
    return value if isinstance(value, int) else 0
