"""Turns what readers and keys report into what flows understand: taps of cards, and presses."""

from __future__ import annotations

from msgspec.structs import replace

from companion.box import Box
from companion.decks.written import Contradiction, Learnt, OtherTag, resolve
from companion.flow import Press, Tap
from drivers.ndef import NdefError, describe
from drivers.ports import ButtonLong, ButtonShort, CardsClash, CardSeen


def tap_of(seen: CardSeen, box: Box | None) -> Tap:
    """Say what a tag means, by the deck in use; without a deck every tag is unknown."""
    note = _written(seen.memory)
    unknown = Tap(uid=seen.uid, card=None, note=note, reader=seen.reader)
    if box is None:
        return unknown
    reading = resolve(box.deck, seen.uid, seen.memory, box.named)
    if not isinstance(reading, OtherTag) and reading.card not in box.named:
        return unknown  # a card that this game does not have
    if isinstance(reading, OtherTag):
        return replace(unknown, note=_reason(reading) or unknown.note)
    card = box.named[reading.card]
    return Tap(
        uid=seen.uid,
        card=card.id,
        kind=card.kind,
        reader=seen.reader,
        game=box.deck.game,
        learnt=reading.card if isinstance(reading, Learnt) else "",
        says=reading.written.card if isinstance(reading, Contradiction) else "",
    )


def _reason(reading: OtherTag) -> str:
    """Say what can be said about a tag without naming a card: it may be one that nobody has seen (ER6)."""
    return "" if reading.written and reading.written.card in reading.reason else reading.reason


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
