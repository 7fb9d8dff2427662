"""The check of a deck: every card is tapped once, in any order, until none is missing.

Source: device-ux.md 7 and its screen TG5.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.decks.enrolment import Progress
from companion.decks.order import Heap, heaps, in_box
from companion.decks.record import Deck


class Checked(msgspec.Struct, frozen=True):
    """A card of the deck, seen for the first time."""

    uid: str
    card: str


class Double(msgspec.Struct, frozen=True):
    """This tag was seen before: the card was tapped twice, or two cards have tags with one number."""

    uid: str
    card: str


class Foreign(msgspec.Struct, frozen=True):
    """No tag of this deck."""

    uid: str
    retired_from: str = ""
    """The card that it was on before it was retired, if it was."""


class Lying(msgspec.Struct, frozen=True):
    """The tag that was tapped last still lies there, or came back: it counts once."""

    uid: str


Finding = Checked | Double | Foreign | Lying


class CheckPass(msgspec.Struct, frozen=True):
    """A deck that is being checked."""

    deck: Deck
    heaps: tuple[Heap, ...]
    seen: frozenset[str] = frozenset()
    """Names of the cards that were tapped."""
    doubles: tuple[str, ...] = ()
    """Names of the cards whose tag came a second time."""
    foreign: tuple[str, ...] = ()
    """UIDs that are not of this deck."""
    lying: str = ""

    @property
    def missing(self) -> tuple[str, ...]:
        """Name the cards that were not tapped yet, in the order of the heaps."""
        return tuple(name for heap in self.heaps for name in heap.names if name not in self.seen)

    @property
    def without_tag(self) -> tuple[str, ...]:
        """Name the cards that have no tag, so that tapping them can only be foreign."""
        return tuple(name for heap in self.heaps for name in heap.names if name not in self.deck.tags)

    @property
    def progress(self) -> Progress:
        """Tell how many cards were seen."""
        total = sum(len(heap.names) for heap in self.heaps)
        return Progress(total - len(self.missing), total)


def check(deck: Deck, cards: Sequence[Any]) -> CheckPass:
    """Begin to check a deck; ``cards`` are all cards of its game.

    Cards of an optional set are asked for when the set lies in the box, or when one of its cards has a tag.
    """
    every = heaps(cards)
    tagged = {heap.extra for heap in every if any(name in deck.tags for name in heap.names)}
    return CheckPass(deck, in_box(every, (*deck.extras, *tagged)))


def looked_at(state: CheckPass, uid: str) -> tuple[CheckPass, Finding]:
    """Say what the tap of a tag means in a check; ``uid`` is canonical."""
    if uid == state.lying:
        return state, Lying(uid)
    now = replace(state, lying=uid)
    card = state.deck.find(uid)
    if card is None:
        foreign = state.foreign if uid in state.foreign else (*state.foreign, uid)
        return replace(now, foreign=foreign), Foreign(uid, state.deck.retired.get(uid, ""))
    if card in state.seen:
        doubles = state.doubles if card in state.doubles else (*state.doubles, card)
        return replace(now, doubles=doubles), Double(uid, card)
    return replace(now, seen=state.seen | {card}), Checked(uid, card)
