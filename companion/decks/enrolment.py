"""Tagging a deck, card after card: what comes next, what a tap means, and how far it is.

Pure: an enrolment is a record, and every step gives the next one.  Whoever drives it keeps
``enrolment.deck`` on disk before it clicks.  Where it stands follows from the deck alone: going on after
any break is ``enrol(deck, cards)``.  Source: device-ux.md 7 and its screens TG1 to TG8.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.decks.numbers import Unusable, unusable
from companion.decks.order import Heap, heaps, in_box
from companion.decks.record import Deck

USUAL_PACE_S = 2.0
"""Seconds for a card until it is known how fast these hands are."""
PAUSE_S = 15.0
"""A longer wait between two taps is a pause and says nothing about the pace."""
PACED_TAPS = 20
"""So many of the last waits between taps tell the pace."""


class Wanted(msgspec.Struct, frozen=True):
    """The card whose tag is to be tapped next."""

    card: str
    """Its name, such as ``ship-red-2-3#2``."""
    kind: str
    copy: int
    copies: int
    """How many cards of this kind the box has."""
    pile: str
    """The sorted pile it lies in, see ``companion.decks.order``."""
    after: str = ""
    """The name of the card that comes then, empty after the last one."""


class Progress(msgspec.Struct, frozen=True):
    """How far a deck is."""

    done: int
    total: int
    later: int = 0
    """Cards that were skipped and come again at the end."""

    @property
    def left(self) -> int:
        """Give how many cards have no tag."""
        return self.total - self.done


# -- what a tap came to --------------------------------------------------------------------
class Stored(msgspec.Struct, frozen=True):
    """The tag is on this card from now on: to be kept on disk, then to be heard."""

    uid: str
    card: str
    last_copy: bool
    """Every card of the kind has a tag now: another sound."""


class Already(msgspec.Struct, frozen=True):
    """The tag is on a card of this deck; nothing changed (TG2).

    ``reassigned`` puts it on the wanted card.
    """

    uid: str
    card: str


class Retired(msgspec.Struct, frozen=True):
    """The tag was retired from this card; nothing changed.  ``reassigned`` takes it into use again."""

    uid: str
    card: str


class Unfit(msgspec.Struct, frozen=True):
    """The number cannot stand for a card; nothing changed (TG6)."""

    unusable: Unusable


class Again(msgspec.Struct, frozen=True):
    """The tag that was tapped last still lies there, or came back: it counts once."""

    uid: str
    card: str | None


class Complete(msgspec.Struct, frozen=True):
    """A new tag, but every card has one already; nothing changed."""

    uid: str


Outcome = Stored | Already | Retired | Unfit | Again | Complete


class Enrolment(msgspec.Struct, frozen=True):
    """A deck that is being tagged."""

    deck: Deck
    heaps: tuple[Heap, ...]
    """All kinds of the box in the order in which they are tagged."""
    later: tuple[str, ...] = ()
    """Kinds that were skipped, in the order in which they come again."""
    past: tuple[Deck, ...] = ()
    """The deck before each tap of this sitting that was stored, the last one at the end."""
    lying: str = ""
    """UID that was tapped last."""
    waits_s: tuple[float, ...] = ()
    """Seconds between the last taps, without pauses."""
    tapped_at_s: float | None = None
    """When the last tag was stored."""

    @property
    def wanted(self) -> Wanted | None:
        """Give the card that is tapped next: the first one without a tag; None when all have one."""
        gaps = self._gaps()
        if not gaps:
            return None
        heap, card = gaps[0]
        after = gaps[1][1] if len(gaps) > 1 else ""
        return Wanted(card, heap.kind, heap.names.index(card) + 1, len(heap.names), heap.pile, after)

    @property
    def progress(self) -> Progress:
        """Tell how many cards have a tag."""
        names = [(heap.kind, name) for heap in self.heaps for name in heap.names]
        missing = [kind for kind, name in names if name not in self.deck.tags]
        return Progress(len(names) - len(missing), len(names), sum(kind in self.later for kind in missing))

    @property
    def seconds_left(self) -> float:
        """Estimate how long the rest takes, from the pace of the last taps, pauses left out."""
        pace_s = sum(self.waits_s) / len(self.waits_s) if self.waits_s else USUAL_PACE_S
        return self.progress.left * pace_s

    def _gaps(self) -> list[tuple[Heap, str]]:
        """Give all cards without a tag, in the order in which they are wanted."""
        by_kind = {heap.kind: heap for heap in self.heaps}
        now = [heap for heap in self.heaps if heap.kind not in self.later]
        put_off = [by_kind[kind] for kind in self.later if kind in by_kind]
        return [
            (heap, name) for heap in (*now, *put_off) for name in heap.names if name not in self.deck.tags
        ]


def enrol(deck: Deck, cards: Sequence[Any]) -> Enrolment:
    """Begin to tag a deck, or go on with it; ``cards`` are all cards of its game."""
    return Enrolment(deck, in_box(heaps(cards), deck.extras))


def tapped(enrolment: Enrolment, uid: str, at_s: float) -> tuple[Enrolment, Outcome]:
    """Say what the tap of a tag means at a time in monotonic seconds; ``uid`` is canonical."""
    deck = enrolment.deck
    if uid == enrolment.lying:
        return enrolment, Again(uid, deck.find(uid))
    seen = replace(enrolment, lying=uid)
    if bad := unusable(uid, (each.uid for each in deck.entries if each.uid != uid)):
        return seen, Unfit(bad)
    if card := deck.find(uid):
        return seen, Already(uid, card)
    if uid in deck.retired:
        return seen, Retired(uid, deck.retired[uid])
    return _stored(seen, uid, at_s)


def reassigned(enrolment: Enrolment, uid: str, at_s: float) -> tuple[Enrolment, Outcome]:
    """Put a tag on the wanted card although it is on another one, or was retired: asked for on purpose."""
    if bad := unusable(uid):
        return enrolment, Unfit(bad)
    return _stored(enrolment, uid, at_s)


def learnt(enrolment: Enrolment, uid: str, card: str, at_s: float) -> tuple[Enrolment, Outcome]:
    """Put a tag on the card that is written on it (``companion.decks.written.Learnt``), wanted or not."""
    if bad := unusable(uid):
        return enrolment, Unfit(bad)
    return _stored(enrolment, uid, at_s, card)


def undone(enrolment: Enrolment) -> tuple[Enrolment, str | None]:
    """Take the last stored tag of this sitting back and name its card; None when there is none."""
    if not enrolment.past:
        return enrolment, None
    *past, before = enrolment.past
    card = enrolment.deck.entries[-1].name
    back = replace(enrolment, deck=before, past=tuple(past), lying="", waits_s=enrolment.waits_s[:-1])
    kind = card.rpartition("#")[0]
    return replace(back, later=tuple(each for each in back.later if each != kind)), card


def skipped(enrolment: Enrolment) -> Enrolment:
    """Put the wanted kind off until all others were asked for; with several put off they take turns."""
    wanted = enrolment.wanted
    if wanted is None:
        return enrolment
    return replace(enrolment, later=(*(kind for kind in enrolment.later if kind != wanted.kind), wanted.kind))


def lifted(enrolment: Enrolment) -> Enrolment:
    """Let the tag that was tapped last count as a new tap: after it was written badly, or refused."""
    return replace(enrolment, lying="")


def replaced(deck: Deck, card: str, uid: str, taken: Iterable[str] = ()) -> tuple[Deck, Outcome]:
    """Put a new tag on a card whose tag is lost; the old number is retired (TG8).

    A tag that is on another card, or was retired, is told of and changes nothing; ``taken`` lifts that for
    the UIDs in it.
    """
    if bad := unusable(uid, (each.uid for each in deck.entries if each.uid != uid)):
        return deck, Unfit(bad)
    allowed = set(taken)
    if deck.find(uid) == card:
        return deck, Again(uid, card)
    if uid not in allowed and (other := deck.find(uid)):
        return deck, Already(uid, other)
    if uid not in allowed and uid in deck.retired:
        return deck, Retired(uid, deck.retired[uid])
    return deck.tagged(uid, card), Stored(uid, card, last_copy=False)


def _stored(
    enrolment: Enrolment, uid: str, at_s: float, card: str | None = None
) -> tuple[Enrolment, Outcome]:
    """Put a tag on a card, the wanted one unless another is named."""
    wanted, before = enrolment.wanted, enrolment.deck
    card = card or (wanted.card if wanted else None)
    if card is None:
        return enrolment, Complete(uid)
    deck = before.tagged(uid, card)
    waits_s = enrolment.waits_s
    if enrolment.tapped_at_s is not None and 0 < (wait_s := at_s - enrolment.tapped_at_s) <= PAUSE_S:
        waits_s = (*waits_s, wait_s)[-PACED_TAPS:]
    stored = replace(
        enrolment,
        deck=deck,
        past=(*enrolment.past, before),
        lying=uid,
        waits_s=waits_s,
        tapped_at_s=at_s,
    )
    kind = card.rpartition("#")[0]
    names = [name for heap in enrolment.heaps if heap.kind == kind for name in heap.names]
    return stored, Stored(uid, card, last_copy=all(name in deck.tags for name in names))
