"""The deck of a table: which tag sticks on which card, read from a file that its owner may edit.

A deck file is YAML, or JSON, which our YAML reader takes as well: ``{name, game, cards: {UID: CARD}}``,
where CARD names one copy as table scripts do, such as ``ship-red-1-1#1``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion import typedyaml
from companion.suggest import did_you_mean
from companion.yamltext import KeyPath, YamlError, place, read_text
from drivers.tags import TagImage, UidError, ntag213, parse_uid

Cards = Callable[[str], tuple[Any, ...]]
"""Gives all cards of a game by its name; raises ``KeyError`` for a game that there is not."""
NXP = 0x04
"""First UID byte of every tag that NXP makes (ISO/IEC 7816-6)."""


class DeckError(ValueError):
    """A deck file cannot be used; ``str()`` is one sentence with the file, the line and what to do."""


class Deck(msgspec.Struct, frozen=True):
    """All tags of one box of cards."""

    name: str
    game: str
    cards: Mapping[str, str]
    """Canonical UID to the name of one copy."""

    def find(self, uid: str) -> str | None:
        """Give the card under a canonical UID, None for a tag that is not of this deck."""
        return self.cards.get(uid)


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A deck file as it is written."""

    name: str
    game: str
    cards: dict[str, str]


def load_deck(path: Path, cards: Cards) -> Deck:
    """Read a deck file and check all of it; raises ``DeckError``."""
    try:
        return read_deck(read_text(path), str(path), cards)
    except YamlError as error:
        raise DeckError(str(error)) from None


def read_deck(text: str, source: str, cards: Cards) -> Deck:
    """Take a deck from its text; ``source`` names the file in errors.  Raises ``DeckError``."""
    try:
        content = typedyaml.read(text, source, _File)
    except YamlError as error:
        raise DeckError(str(error)) from None
    found: dict[str, str] = {}
    for path, sentence in _faults(content, cards, found):
        raise DeckError(f"{place(text, source, path)}: {sentence}")
    return Deck(content.name, content.game, found)


def write_deck(deck: Deck) -> str:
    """Give the text of a deck file, which ``read_deck`` takes back."""
    content = {"name": deck.name, "game": deck.game, "cards": dict(deck.cards)}
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def sample_deck(game: str, cards: Cards, name: str = "sample") -> Deck:
    """Tag every card of a game with an invented UID, the same one for the same card each time."""
    return Deck(name, game, {sample_uid(card.name).hex(): card.name for card in cards(game)})


def sample_uid(card: str) -> bytes:
    """Invent the UID, 7 bytes, of the tag on a card."""
    return bytes([NXP]) + hashlib.blake2s(card.encode(), digest_size=6).digest()


def sample_tag(card: str) -> TagImage:
    """Give the tag on a card of a sample deck: an NTAG213 as it comes from the factory."""
    return ntag213(sample_uid(card))


def _faults(content: _File, cards: Cards, found: dict[str, str]) -> Iterator[tuple[KeyPath, str]]:
    """Give the path of each fault with a sentence; fill ``found`` with what is right."""
    try:
        known = {card.name for card in cards(content.game)}
    except KeyError:
        yield ("game",), f"There is no game '{content.game}'."
        return
    owner: dict[str, str] = {}
    for text, card in content.cards.items():
        path = ("cards", text)
        try:
            uid = parse_uid(text)
        except UidError as error:
            yield path, f"{error}."
            continue
        if card not in known:
            yield path, f"There is no card '{card}' in {content.game}.{did_you_mean(card, known)}"
        if uid in found:
            yield path, f"The tag {uid} stands here twice; delete one of the two lines."
        if card in owner:
            yield path, f"The card '{card}' has the tag {owner[card]} already; delete the tag it lost."
        found[uid] = card
        owner[card] = uid
