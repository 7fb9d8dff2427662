"""Turns what readers and keys report into what flows understand: taps of cards, and presses."""

from __future__ import annotations

from companion.deck import Cards, Deck
from companion.flow import Press, Tap
from drivers.ndef import NdefError, describe
from drivers.ports import ButtonLong, ButtonShort, CardsClash, CardSeen


class Tags:
    """Looks tags up in the deck of the table; without a deck every tag is unknown."""

    def __init__(self, deck: Deck | None, cards: Cards) -> None:
        self.deck = deck
        self._cards = cards
        self._numbers: dict[str, int] = {}

    def tap(self, seen: CardSeen, game: str | None) -> Tap:
        """Say what a tag means in a game that is being played, None for none."""
        name = self.deck.find(seen.uid) if self.deck else None
        if self.deck is None or name is None:
            return Tap(uid=seen.uid, card=None, note=_written(seen.memory), reader=seen.reader)
        card = self._number(self.deck, name) if game in (None, self.deck.game) else None
        return Tap(uid=seen.uid, card=card, kind=name.partition("#")[0], reader=seen.reader)

    def _number(self, deck: Deck, name: str) -> int:
        if not self._numbers:
            self._numbers = {card.name: card.id for card in self._cards(deck.game)}
        return self._numbers[name]


def clash(item: CardsClash) -> Tap:
    """Give the tap of several tags at once, of which none counts (R13)."""
    return Tap(uid="", card=None, reader=item.reader, several=True)


def press(item: ButtonShort | ButtonLong) -> Press:
    """Give the press of a key."""
    seat = item.button.removeprefix("seat-")
    number = int(seat) - 1 if seat != item.button and seat.isdecimal() else None
    return Press(item.button, long=isinstance(item, ButtonLong), seat=number)


def _written(memory: bytes | None) -> str:
    """Say what is written on an unknown tag; nothing when nobody can read it."""
    try:
        return describe(memory) if memory else ""
    except NdefError:
        return ""
