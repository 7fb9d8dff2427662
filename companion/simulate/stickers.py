"""The stickers on the cards of a simulated table, and the card on top of the heap that is being tagged."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.adventure.papers import with_papers
from companion.catalogue import Catalogues
from companion.decks.file import load_deck
from companion.decks.record import Cards, Deck, deck_of
from companion.decks.sample import sample_deck, sample_uid
from companion.desk import Desk
from companion.doors import layers
from companion.packs import SHIPPED, load_pack
from companion.simulate.tagfiles import TagFile
from companion.tagging_check import Checking
from companion.tagging_lost import NewTag, card_without
from companion.tagging_modes import Tagging, box_of, enrolment_of
from drivers.tags import TagImage, ntag213

ADVENTURE = "adventure"
UID_BYTES = 7
NXP = 0x04


class Stickers:
    """Every card has one; a deck that knows some of them may call their copies by other numbers."""

    def __init__(self, decks: Sequence[Deck], files: tuple[TagFile, ...]) -> None:
        """Take the decks of all games that lie on the table, the one in use first."""
        self._on = {card: image for deck in decks for card, image in _images(deck, files)}
        self._rng = random.Random(decks[0].id)

    def own(self, card: str) -> TagImage:
        """Give the sticker on a card, by its name."""
        return self._on[card]

    def new(self, card: str) -> TagImage:
        """Put a new sticker on a card and give it."""
        self._on[card] = ntag213(bytes([NXP]) + self._rng.randbytes(UID_BYTES - 1))
        return self._on[card]

    def on(self, card: str, deck: Deck | None) -> TagImage:
        """Give the sticker of the card that the device calls so: a copy that looks the same may carry it."""
        own = self._on[card]
        if deck is None:
            return own
        by_uid = {image.uid_hex: image for image in self._on.values()}
        if (tag := by_uid.get(deck.tags.get(card, ""))) is not None:
            return tag
        alike = [name for name in self._on if name.partition("#")[0] == card.partition("#")[0]]
        free = [self._on[name] for name in alike if self._on[name].uid_hex not in deck.cards]
        return own if own in free or not free else free[0]


class OnHeap(msgspec.Struct, frozen=True):
    """The card that is taken up next while a deck is seen to."""

    card: str
    new: bool = False
    """It gets a new sticker."""


def next_of_heap(desk: Desk) -> OnHeap | None:
    """Give the card that the device waits for while a deck is tagged or checked, None when it is not."""
    ctx = desk.context(desk.now_s())
    for mode in layers(desk.mode):
        if isinstance(mode, Tagging):
            wanted = enrolment_of(mode, ctx).wanted
            return OnHeap(wanted.card) if wanted else None
        if isinstance(mode, Checking):
            missing = mode.check.missing if mode.check else box_of(ctx).heaps[0].names
            return OnHeap(missing[0]) if missing else None
        if isinstance(mode, NewTag):
            return OnHeap(card_without(box_of(ctx), mode), new=True)
    return None


def printed(catalogues: Catalogues) -> Cards:
    """Give all cards that lie on a simulated table: of The Adventure Begins those of every pack."""

    def cards(game: str) -> tuple[Any, ...]:
        base = catalogues.cards(game)
        if game != ADVENTURE:
            return base
        packs = (with_papers(base, load_pack(name)) for name in SHIPPED)
        return tuple({card.name: card for pack in packs for card in pack}.values())

    return cards


def real_deck(game: str, path: Path | None, catalogues: Catalogues) -> Deck:
    """Give a deck in which every card has a tag: those of the file, and invented ones for the rest."""
    invented = sample_deck(game, printed(catalogues))
    if path is None:
        return invented
    real = load_deck(path, catalogues.tagged)
    tagged = set(real.cards.values())
    rest = {uid: card for uid, card in invented.cards.items() if card not in tagged}
    return deck_of(real.name, real.game, {**rest, **real.cards}, real.id)


def _images(deck: Deck, files: tuple[TagFile, ...]) -> Iterator[tuple[str, TagImage]]:
    """Give the tag on every card: from a file if there is one, else as it comes from the factory."""
    read: Mapping[str, TagImage] = {file.tag.uid_hex: file.tag for file in files if file.tag}
    for uid, card in deck.cards.items():
        number = bytes.fromhex(uid)
        blank = ntag213(number) if len(number) == len(sample_uid(card)) else TagImage(number)
        yield card, read.get(uid, blank)
