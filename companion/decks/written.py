"""What is written on a tag, so that a deck plays on a table that has no map of it.

One NDEF record of an external type of ours says: deck, kind, copy, and a check value over these and the
tag's own UID, so that a record that was copied to another tag, or is half written, is never taken for a
card.  Layout of its content: version (1 byte), deck (4), check (4), copy (1), kind in ASCII.  It is plain:
any phone can read it.
Source: device-ux.md 7 (Identity, two modes); NDEF 1.0, 3.2.6 (external types).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Container

import msgspec

from companion.decks.record import Deck
from drivers.ndef import EXTERNAL, NdefError, Record, message_of, records, with_record

TYPE = b"port-royal:card"
VERSION = 1
CHECK_BYTES = 4
MOST_COPIES = 255
_KIND = re.compile(rb"[a-zA-Z0-9][a-zA-Z0-9+?-]{0,59}")


class Inscription(msgspec.Struct, frozen=True):
    """Which card a tag says it is on."""

    deck: str
    """Id of the deck, eight hex digits."""
    card: str
    """Name of the card, such as ``sailor-3-1#2``."""


class Illegible(msgspec.Struct, frozen=True):
    """A record of ours that cannot be trusted; the sentence says why."""

    sentence: str


# -- what a tag is, all in all -------------------------------------------------------------
class Known(msgspec.Struct, frozen=True):
    """A card of the deck, by the map of UIDs."""

    card: str


class Learnt(msgspec.Struct, frozen=True):
    """A card of the deck that the map did not have: the tag says so, and the map may be filled from it."""

    card: str


class Contradiction(msgspec.Struct, frozen=True):
    """The tag says another card than the map: the map counts, and the players must be told."""

    card: str
    """What the map says."""
    written: Inscription


class OtherTag(msgspec.Struct, frozen=True):
    """A tag that tells no card of this deck."""

    reason: str = ""
    """What can be said about it, a sentence; empty for a tag that just is unknown."""
    retired_from: str = ""
    """The card it was on before it was retired."""
    written: Inscription | None = None
    """The card of another deck that it says it is on."""


Reading = Known | Learnt | Contradiction | OtherTag


def inscribed(memory: bytes, uid: str, inscription: Inscription) -> bytes:
    """Give the memory of a tag with our record on it, everything else on it kept.

    Made to be what ``drivers.ports.TagWriter.write`` changes, which writes it so that a torn tag never
    shows half of it (R24).  ``memory`` is all of the tag from page 4 on; the result may be longer.  Raises
    ``NdefError`` when what is on the tag cannot be read, and so not be kept; ``ValueError`` for a card that
    has no such name.
    """
    return with_record(memory, record_for(uid, inscription))


def inscriber(uid: str, inscription: Inscription, before: bytes | None = None) -> Callable[[bytes], bytes]:
    """Give what ``drivers.ports.TagWriter.write`` takes as ``change``.

    ``before`` is what the tag held before an attempt that broke off (``WriteError.before``), so that the
    records of others are kept although they cannot be seen on it now.
    """
    return lambda memory: inscribed(memory if before is None else before, uid, inscription)


def record_for(uid: str, inscription: Inscription) -> Record:
    """Make the record for a tag; raises ``ValueError`` for a card or a deck that cannot be written."""
    kind, _, number = inscription.card.rpartition("#")
    name, copy = kind.encode(), int(number)
    if not _KIND.fullmatch(name) or not 1 <= copy <= MOST_COPIES:
        raise ValueError(f"the card {inscription.card!r} cannot be written on a tag")
    deck = bytes.fromhex(inscription.deck)
    if len(deck) != 4:
        raise ValueError(f"{inscription.deck!r} is no id of a deck")
    rest = bytes([copy]) + name
    return Record(EXTERNAL, TYPE, bytes([VERSION]) + deck + _check(uid, deck + rest) + rest)


def inscription_on(memory: bytes, uid: str) -> Inscription | Illegible | None:
    """Read which card a tag says it is on; None when it carries no record of ours, whatever else is there."""
    try:
        message = message_of(memory)
        found = records(message) if message else ()
    except NdefError:
        return None
    ours = [each for each in found if (each.name_format, each.type.lower()) == (EXTERNAL, TYPE)]
    if not ours:
        return None
    if len(ours) > 1:
        return Illegible("The tag carries more than one card: write it again.")
    return _read(ours[0].payload, uid)


def resolve(deck: Deck, uid: str, memory: bytes | None, names: Container[str]) -> Reading:
    """Say what a tag is: by the map of UIDs, else by a valid record of this deck (device-ux.md 7).

    ``memory`` is what was read from page 4 on, None when it was not looked at; ``names`` are those of all
    cards of the game.  A retired tag stays retired whatever it says, and a card that has another good tag is
    not learnt from a second one.
    """
    card = deck.find(uid)
    said = inscription_on(memory, uid) if memory else None
    if card is not None:
        differs = isinstance(said, Inscription) and said.deck == deck.id and said.card != card
        return Contradiction(card, said) if differs and isinstance(said, Inscription) else Known(card)
    if uid in deck.retired:
        return OtherTag("This tag was retired.", retired_from=deck.retired[uid])
    if isinstance(said, Illegible):
        return OtherTag(said.sentence)
    if said is None:
        return OtherTag()
    if said.deck != deck.id:
        return OtherTag("This tag is of another deck.", written=said)
    if said.card in deck.tags:
        return OtherTag(f"This tag says {said.card}, which has another tag in this deck.", written=said)
    if said.card not in names:
        return OtherTag(f"This tag says {said.card}, and there is no such card in {deck.game}.", written=said)
    return Learnt(said.card)


def _read(payload: bytes, uid: str) -> Inscription | Illegible:
    if payload[:1] != bytes([VERSION]):
        return Illegible("The tag was written by another version of this program: write it again.")
    deck, check, rest = payload[1:5], payload[5:9], payload[9:]
    if not _KIND.fullmatch(rest[1:]) or check != _check(uid, deck + rest):
        return Illegible("What is written on the tag is damaged, or a copy of another tag: write it again.")
    return Inscription(deck.hex(), f"{rest[1:].decode()}#{rest[0]}")


def _check(uid: str, content: bytes) -> bytes:
    """Give the check value of a record on a tag."""
    return hashlib.blake2s(bytes.fromhex(uid) + content, digest_size=CHECK_BYTES).digest()
