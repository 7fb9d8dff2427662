"""Invented decks and tags, for simulated tables and demos."""

from __future__ import annotations

import hashlib

from companion.decks.numbers import NXP
from companion.decks.record import Cards, Deck, deck_of
from drivers.tags import TagImage, ntag213


def sample_deck(game: str, cards: Cards, name: str = "sample") -> Deck:
    """Tag every card of a game with an invented UID, the same one for the same card each time."""
    return deck_of(name, game, {sample_uid(card.name).hex(): card.name for card in cards(game)})


def sample_uid(card: str) -> bytes:
    """Invent the UID, 7 bytes, of the tag on a card."""
    return bytes([NXP]) + hashlib.blake2s(card.encode(), digest_size=6).digest()


def sample_tag(card: str) -> TagImage:
    """Give the tag on a card of a sample deck: an NTAG213 as it comes from the factory."""
    return ntag213(sample_uid(card))
