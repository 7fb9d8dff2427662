"""What is printed about readers, tags and displays while a person looks on."""

from __future__ import annotations

from pathlib import Path

from companion.bootstrap import TagFound
from companion.catalogue import Catalogues
from companion.decks.file import load_deck
from companion.decks.record import Deck, DeckError
from drivers.ndef import NdefError, describe
from drivers.ports import (
    CardGone,
    CardsClash,
    CardSeen,
    DisplayBack,
    DisplayLost,
    ReaderBack,
    ReaderLost,
)
from drivers.tags import is_random


class Said:
    """Puts reports into words; knows which tag is which card, if there is a deck that can be read."""

    def __init__(self, deck: str | None) -> None:
        self._deck: Deck | None = None
        if deck is not None:
            try:
                self._deck = load_deck(Path(deck), Catalogues().tagged)
            except DeckError:
                self._deck = None  # the check of the deck has said so

    def of(self, item: object) -> list[str]:
        """Give lines about a report; none for what is of no interest here."""
        match item:
            case TagFound() | CardSeen() | CardGone() | CardsClash():
                return [f"reader {item.reader}: {self._tag(item)}"]
            case ReaderLost(reader=reader, reason=reason):
                return [f"reader {reader}: does not work: {reason}"]
            case ReaderBack(reader=reader):
                return [f"reader {reader}: works again"]
            case DisplayLost(display=display, reason=reason):
                return [f"display {display}: does not work: {reason}"]
            case DisplayBack(display=display):
                return [f"display {display}: works again"]
        return []

    def _tag(self, item: TagFound | CardSeen | CardGone | CardsClash) -> str:
        match item:
            case TagFound(uid=uid, kind=kind, memory=memory):
                return f"tag {spelled(uid)}, {kind}, {content(memory)}{self._card(uid)}"
            case CardSeen(uid=uid):
                return f"tag {spelled(uid)}; more a USB reader does not tell{self._card(uid)}"
            case CardGone(uid=uid):
                return f"tag {spelled(uid)} was lifted"
            case CardsClash(uids=uids):
                return f"several tags at once: {' and '.join(map(spelled, uids))}"

    def _card(self, uid: str) -> str:
        if is_random(uid):
            return "; its number is another one each time, so it can be no card"
        if self._deck is None:
            return ""
        card = self._deck.find(uid)
        return f"; card {card}" if card else "; no card of the deck"


def spelled(uid: str) -> str:
    """Write a UID as tags are usually spoken of."""
    return bytes.fromhex(uid).hex(":")


def content(memory: bytes | None) -> str:
    """Say what is written on a tag."""
    if memory is None:
        return "no memory that can be read"
    try:
        said = describe(memory)
    except NdefError:
        return f"{len(memory)} bytes that make no sense"
    return f"written: {said}" if said else "nothing written"
