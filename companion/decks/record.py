"""What a deck is: every tag with the one physical card it sticks on.

A card is spoken of by the name of its kind and its copy, as table scripts do: ``ship-red-2-3#1``.
Nothing here changes in place: tagging a card gives another deck.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

Cards = Callable[[str], tuple[Any, ...]]
"""Gives all cards of a game by its name; raises ``KeyError`` for a game that there is not."""
State = Literal["good", "retired"]


class DeckError(ValueError):
    """A deck cannot be used, read or kept; ``str()`` is a sentence that says what to do."""


class TagEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One tag of a deck."""

    uid: str
    """Canonical hex (R3)."""
    card: str
    """The kind of its card."""
    copy: int
    """1 for the first of its kind."""
    state: State = "good"
    """``retired``: the tag was lost or replaced, and its number is not used again by itself."""

    @property
    def name(self) -> str:
        """Give the name of the card, such as ``sailor-3-1#2``."""
        return f"{self.card}#{self.copy}"


class Deck(msgspec.Struct, frozen=True, dict=True):
    """All tags of one box of cards, in the order in which they were stuck on."""

    name: str
    game: str
    id: str
    """Eight hex digits, the same for the life of the deck; written on its tags, if anything is."""
    entries: tuple[TagEntry, ...] = ()
    extras: tuple[str, ...] = ()
    """Optional sets of cards that lie in this box too, such as ``gamblers-big-box``."""

    @cached_property
    def cards(self) -> Mapping[str, str]:
        """The name of the card under every canonical UID that is good."""
        return MappingProxyType({entry.uid: entry.name for entry in self.entries if entry.state == "good"})

    @cached_property
    def tags(self) -> Mapping[str, str]:
        """The UID of the good tag on every card that has one, by the card's name."""
        return MappingProxyType({card: uid for uid, card in self.cards.items()})

    @cached_property
    def retired(self) -> Mapping[str, str]:
        """The name of the card that every retired tag was on."""
        return MappingProxyType({each.uid: each.name for each in self.entries if each.state == "retired"})

    def find(self, uid: str) -> str | None:
        """Give the card under a canonical UID, None for a tag that is not of this deck or was retired."""
        return self.cards.get(uid)

    def tagged(self, uid: str, card: str) -> Deck:
        """Give the deck in which a tag is on a card.

        The tag leaves the card it was on before, and the tag that the card had before is retired.
        """
        kept = (_retire(each) if each.name == card else each for each in self.entries if each.uid != uid)
        return replace(self, entries=(*kept, entry(uid, card)))

    def untagged(self, uid: str) -> Deck:
        """Give the deck without a tag, as if it had never been there."""
        return replace(self, entries=tuple(each for each in self.entries if each.uid != uid))

    def without_tag(self, card: str) -> Deck:
        """Give the deck in which the tag of a card is retired: it is lost, and the card has none for now."""
        return replace(
            self, entries=tuple(_retire(each) if each.name == card else each for each in self.entries)
        )


def entry(uid: str, card: str) -> TagEntry:
    """Make the entry of a good tag; raises ``ValueError`` for a name that is not KIND#COPY."""
    kind, _, copy = card.rpartition("#")
    return TagEntry(uid, kind, int(copy))


def deck_of(
    name: str, game: str, cards: Mapping[str, str] | Iterable[tuple[str, str]], deck_id: str = ""
) -> Deck:
    """Make a deck of canonical UIDs and the names of their cards.

    Without an id it gets one that follows from its name and game.
    """
    made = deck_id or hashlib.blake2s(f"{game}\n{name}".encode(), digest_size=4).hexdigest()
    return Deck(name, game, made, tuple(entry(uid, card) for uid, card in dict(cards).items()))


def _retire(each: TagEntry) -> TagEntry:
    return replace(each, state="retired")
