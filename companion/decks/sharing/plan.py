"""What an import would change in a deck: worked out, and found to be right, before anything is changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.decks.enrolment import Stored, enrol, tapped
from companion.decks.numbers import unusable
from companion.decks.order import extras_of
from companion.decks.record import Deck, DeckError, entry
from companion.decks.sharing.lines import Found, Line
from companion.decks.written import Inscription, inscription_on
from companion.suggest import did_you_mean


class Differs(msgspec.Struct, frozen=True):
    """A card whose tag would be another one, or a tag that would be on another card."""

    card: str
    uid: str
    before: str
    """The UID that the card had; or, where it had none, the card that the tag was on."""


class Plan(msgspec.Struct, frozen=True):
    """An import that can be carried out."""

    deck: Deck
    """What the deck will be."""
    new: int
    """Cards that get their first tag."""
    same: int
    """Tags that the deck has already, on the same cards."""
    differ: tuple[Differs, ...] = ()
    left_over: tuple[Line, ...] = ()
    """Mere tags for which no card was left."""
    by_order: int = 0
    """Tags whose card only their order in the file tells."""
    lose: int = 0
    """Cards that have a tag and will have none: it goes to another card, or was retired elsewhere."""

    @property
    def summary(self) -> str:
        """Say it in short: ``118 new, 2 differ``."""
        counts = (
            (self.new, "new"),
            (len(self.differ), "differ"),
            (self.lose, "lose their tag"),
            (self.same, "as before"),
        )
        return ", ".join(f"{count} {what}" for count, what in counts if count) or "nothing new"


def plan(deck: Deck, found: Found, cards: Sequence[Any]) -> Plan:
    """Work out what becomes of a deck; raises ``DeckError`` for the first line that cannot be right.

    Lines that name a kind but no copy get the next free one.  Lines without a card are taken as taps of a
    deck that lies sorted, in the order in which decks are tagged.
    """
    if found.game and found.game != deck.game:
        raise DeckError(f"This is a deck of {found.game}, and {deck.name} is one of {deck.game}.")
    lines = _named(found.lines, deck, cards)
    _check(lines, deck, cards)
    known = extras_of(cards)
    extras = tuple(dict.fromkeys((*deck.extras, *(each for each in found.extras if each in known))))
    after = replace(deck, extras=extras)
    for line in lines:
        if line.card:
            after = _with(after, line)
    mere = [line for line in lines if not line.card]
    after, left_over = _in_order(after, mere, cards)
    return _compare(deck, after, lines, tuple(left_over), len(mere))


def _with(deck: Deck, line: Line) -> Deck:
    if line.state == "good":
        return deck if deck.find(line.uid) == line.card else deck.tagged(line.uid, line.card)
    if deck.find(line.uid) not in (None, line.card):
        return deck  # it is in use here: a note of elsewhere that it was lost there says nothing
    kept = tuple(each for each in deck.entries if each.uid != line.uid)
    return replace(deck, entries=(*kept, replace(entry(line.uid, line.card), state="retired")))


def _in_order(deck: Deck, lines: Iterable[Line], cards: Sequence[Any]) -> tuple[Deck, list[Line]]:
    """Let a list of mere tags be tapped one by one; give those for which no card was left."""
    state, left_over = enrol(deck, cards), []
    for line in lines:
        if line.uid in deck.cards or line.uid in deck.retired:
            continue
        state, outcome = tapped(state, line.uid, 0.0)
        if not isinstance(outcome, Stored):
            left_over.append(line)
    return state.deck, left_over


def _named(lines: Sequence[Line], deck: Deck, cards: Sequence[Any]) -> list[Line]:
    """Fill in the cards that only a record on the tag tells, and the copies of kinds."""
    copies: dict[str, list[str]] = {}
    for card in cards:
        copies.setdefault(card.kind, []).append(card.name)
    taken = {line.card for line in lines if line.state == "good"}
    lines_of = {line.uid: line for line in lines}
    free = {
        kind: [name for name in names if name not in taken and _is_free(name, deck, lines_of)]
        for kind, names in copies.items()
    }
    named = []
    for line in lines:
        told = _inscribed(line, deck)
        if told and line.card and told not in (line.card, _kind(told) if line.card == _kind(told) else ""):
            raise DeckError(f"{line.place}: the tag says that it is {told}, not {line.card}.")
        card = told or line.card
        if card in copies:
            card = _next_copy(line, card, deck, free)
        named.append(replace(line, card=card))
    return named


def _is_free(name: str, deck: Deck, lines: Mapping[str, Line]) -> bool:
    """Tell whether a card has no tag, or one that the file names anew."""
    uid = deck.tags.get(name)
    return uid is None or uid in lines


def _next_copy(line: Line, kind: str, deck: Deck, free: Mapping[str, list[str]]) -> str:
    """Choose the copy for a line that names a kind only; the one that the tag is on comes first."""
    now = deck.find(line.uid)
    if now in free[kind]:
        free[kind].remove(now)
        return now
    if not free[kind]:
        raise DeckError(f"{line.place}: every copy of {kind} has a tag already.")
    return free[kind].pop(0)


def _check(lines: Iterable[Line], deck: Deck, cards: Sequence[Any]) -> None:
    """Raise ``DeckError`` for the first line that cannot be right."""
    known = {card.name for card in cards}
    places: dict[str, str] = {}
    owners: dict[str, str] = {}
    lines = list(lines)
    every = {*(line.uid for line in lines), *(each.uid for each in deck.entries)}
    for line in lines:
        if bad := unusable(line.uid, every):
            raise DeckError(f"{line.place}: {bad.sentence}")
        if line.card and line.card not in known:
            meant = did_you_mean(line.card, known)
            raise DeckError(f"{line.place}: There is no card '{line.card}' in {deck.game}.{meant}")
        if line.uid in places:
            raise DeckError(
                f"{line.place}: the tag {line.uid} stands in {places[line.uid]} already; two tags with one "
                "number cannot be told apart, so keep one of them."
            )
        places[line.uid] = line.place
        if not line.card or line.state != "good":
            continue
        if line.card in owners:
            raise DeckError(
                f"{line.place}: the card '{line.card}' has a tag in {owners[line.card]} already; "
                "delete one of the two lines."
            )
        owners[line.card] = line.place


def _compare(
    before: Deck, after: Deck, lines: Sequence[Line], left_over: tuple[Line, ...], by_order: int
) -> Plan:
    new, differ = 0, []
    for uid, card in after.cards.items():
        if before.find(uid) == card:
            continue
        was = before.tags.get(card) or before.find(uid)
        if was is None:
            new += 1
        else:
            differ.append(Differs(card, uid, was))
    same = sum(1 for line in lines if before.find(line.uid) and before.find(line.uid) == after.find(line.uid))
    lose = sum(1 for card in before.tags if card not in after.tags)
    return Plan(after, new, same, tuple(differ), left_over, by_order, lose)


def _inscribed(line: Line, deck: Deck) -> str:
    """Give the card of this deck that is written on a tag."""
    said = inscription_on(line.memory, line.uid) if line.memory else None
    return said.card if isinstance(said, Inscription) and said.deck == deck.id else ""


def _kind(card: str) -> str:
    return card.partition("#")[0]
