"""What the expansion keeps of a game, beside the state of the base game."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine import cardset
from engine.adventure.head import Book
from engine.kernel import Rules
from engine.portroyal.state import State, conserved

MARKERS = 4
"""Markers on a character: door and three windows (S08)."""
DRAWN = ""
"""An event that lies face down since the deck was set up; it may be Bribery (A64)."""
FROM_POOL = "?"
"""An event that was put on top at a month's end; it is one of number 0 (V06)."""


class Holder(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """What one player has of the expansion."""

    crowns: int = 0
    boxed: int = 0
    """Markers paid into the box."""
    upper: bool = False
    """Whether a marker lies on the upper field of task 52."""


class Laid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A task on the table."""

    number: str
    seats: tuple[int, ...] = ()
    """Who has fulfilled it, the first finisher first."""


class Fact(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Something that the table told: a value, as JSON, by its path; ``card`` for the name of a card."""

    path: str
    value: str
    card: int = -1


class Tale(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One moment of an adventure."""

    holders: tuple[Holder, ...]
    tasks: tuple[Laid, ...] = ()
    """In the order laid out: the last is the most recent."""
    inserted: tuple[str, ...] = ()
    candidates: int = 0
    """Set: cards whose group is not known, and that were not seen in this game."""
    loose: int = 0
    """How many of the candidates are in the game."""
    deck: tuple[str, ...] = ()
    """Events face down, top first; ``DRAWN`` and ``FROM_POOL`` are not known."""
    revealed: tuple[str, ...] = ()
    """The event discard pile, the first revealed first."""
    exchanged: tuple[str, ...] = ()
    """Events that left the game (A41)."""
    pool: int = 0
    """Events of number 0 that lie aside."""
    month: int = 1
    event: str = ""
    """The event of this turn; empty until it is revealed."""
    ally: int = -1
    """Whose swords may be added in this turn (E08)."""
    looked: int = 0
    """Lookouts used in this turn."""
    fewer: int = 0
    """Cards that the active player may take less in this turn (T27)."""
    buyers: tuple[int, ...] = ()
    """Innkeepers that still buy in this time to take, where they do all the time."""
    facts: tuple[Fact, ...] = ()
    layers: tuple[tuple[int, int], ...] = ()
    """Shuffles of the pile since it was made of all discards, see ``engine.adventure.odds``; none without
    cards that came in since."""
    result: str = ""
    """``won`` or ``lost`` in cooperative play (X02)."""
    failures: int = 0


def tale(state: State) -> Tale:
    """Give what the expansion keeps."""
    kept: Tale = state.ext[0]
    return kept


def told(state: State, **changes: Any) -> State:
    """Give a state with changes in what the expansion keeps."""
    return replace(state, ext=(replace(state.ext[0], **changes),))


def with_holder(state: State, seat: int, **changes: Any) -> State:
    """Give a state with changes in what one player has."""
    holders = tale(state).holders
    holder = replace(holders[seat], **changes)
    return told(state, holders=(*holders[:seat], holder, *holders[seat + 1 :]))


def book(rules: Rules) -> Book:
    """Give the pack and the mode."""
    read: Book = rules.book
    return read


def laid(state: State, number: str) -> Laid | None:
    """Give a task that lies on the table."""
    return next((task for task in tale(state).tasks if task.number == number), None)


def gone(state: State, seat: int) -> int:
    """Count the markers that are no longer on a character (T08, Y07)."""
    kept = tale(state)
    holder = kept.holders[seat]
    on_tasks = sum(seat in task.seats for task in kept.tasks)
    return on_tasks + holder.boxed + holder.upper


def markers(state: State, seat: int) -> int:
    """Count the markers left on a character."""
    return MARKERS - gone(state, seat)


def uncovered(rules: Rules, state: State, seat: int) -> int:
    """Count the places uncovered on a character (A11, A12)."""
    late = rules.options.t52_uncover_late and tale(state).holders[seat].upper
    return gone(state, seat) - late


def ability(rules: Rules, state: State, seat: int) -> str:
    """Give the character whose ability a seat has now; empty before the first marker is gone (T07)."""
    return book(rules).characters[seat] if uncovered(rules, state, seat) else ""


def trophy(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether a seat's trophy is visible (T07)."""
    return uncovered(rules, state, seat) >= 2


def open_card(rules: Rules, card: int) -> bool:
    """Tell whether a card's face is not known yet."""
    return "?" in rules.cards[card].kind


def kept_cards(state: State) -> tuple[int, int]:
    """Count the cards in the game by place and as faces; equal at every moment (P3).

    Of the candidates more may turn up than are in the game; those that are count.
    """
    by_place, faces = conserved(state)
    kept = tale(state)
    return by_place, faces - (state.unseen & kept.candidates).bit_count() + kept.loose


def cards_in_game(rules: Rules, state: State) -> int:
    """Count the cards that are in the game, wherever they lie."""
    kept = tale(state)
    return len(rules.cards) - (state.box | kept.candidates).bit_count() + kept.loose


def found(state: State, card: int) -> State:
    """Note that a card is in the game; once all that are in were seen, the other candidates lie aside."""
    kept = tale(state)
    if not cardset.has(kept.candidates, card):
        return state
    left, loose = kept.candidates & ~(1 << card), kept.loose - 1
    if not loose:
        state = replace(state, unseen=state.unseen & ~left, box=state.box | left)
    return told(state, candidates=left, loose=loose)
