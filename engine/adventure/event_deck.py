"""The event deck: what is known of it, which event can come, and how it turns (S09 to S12, V06 to V10)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.adventure.head import Book
from engine.adventure.messages import EventRevealed, MonthTurned
from engine.adventure.pack import BRIBERY, EVENTS, MONTHS_END, MONTHS_END_3
from engine.adventure.pack_facts import events_complete
from engine.adventure.state import DRAWN, FROM_POOL, Tale, book, tale, told
from engine.kernel import Illegal, Rules
from engine.portroyal.state import State

TAKEN = {"coop": {1: 1, 2: 1, 3: 2, 4: 3}, "rivals": {2: 3, 3: 4, 4: 4}}
"""Cards of number 0 in the first deck (S09)."""


def first_cards(mode: str, seats: int) -> int:
    """Count the events of number 0 that a mode begins with (S09, Z03)."""
    return TAKEN["coop" if mode == "coop" else "rivals"][seats]


def with_bribery(seats: int) -> bool:
    """Tell whether event no. 1 is in (S10)."""
    return seats <= 2


def above_months_end(mode: str, seats: int) -> int:
    """Count the cards above Month's End in the first deck (S10)."""
    return first_cards(mode, seats) + with_bribery(seats)


def known_next(state: State) -> str:
    """Give the next event; empty when nobody can know it (A64)."""
    deck = tale(state).deck
    return deck[0] if deck and deck[0] not in (DRAWN, FROM_POOL) else ""


def elsewhere(kept: Tale) -> list[str]:
    """Give every event whose place is known."""
    return [*(e for e in kept.deck if e not in (DRAWN, FROM_POOL)), *kept.revealed, *kept.exchanged]


def copies_left(rules: Rules, state: State, event: str) -> bool:
    """Tell whether a copy of an event of the pack can still lie face down."""
    copies = book(rules).pack.events[event].copies
    return copies is None or elsewhere(tale(state)).count(event) < copies


def bribery_due(rules: Rules, state: State) -> bool:
    """Tell whether the last card of the first deck that nobody knows can only be Bribery.

    In a later month unknown cards come from a position, which need not say what lay on the discard pile.
    """
    kept = tale(state)
    return kept.month == 1 and _bribery_open(rules, kept) and kept.deck.count(DRAWN) == 1


def _bribery_open(rules: Rules, kept: Tale) -> bool:
    return with_bribery(rules.seats) and BRIBERY not in elsewhere(kept)


def can_come(rules: Rules, state: State, *, exchange: bool) -> Iterator[str]:
    """Give the events that can be revealed now."""
    known = "" if exchange else known_next(state)
    if known:
        yield known
        return
    slot = FROM_POOL if exchange else tale(state).deck[0]
    if slot == DRAWN and _bribery_open(rules, tale(state)):
        yield BRIBERY
        if bribery_due(rules, state):
            return
    yield from (e for e in book(rules).pack.events if copies_left(rules, state, e))


def printed(event: str) -> str:
    """Give the title of an event as it stands on its card."""
    if event in (MONTHS_END, MONTHS_END_3):
        return "Month's End"
    return event.removeprefix("event-").replace("-", " ").title().replace(" In ", " in ")


def check_event(rules: Rules, state: State, event: str, *, exchange: bool) -> None:
    """Refuse an event that cannot be the next card (V07, V08)."""
    name = printed(event)
    known = "" if exchange else known_next(state)
    if known and event != known:
        sentence = f"The next event is known: {printed(known)}. Look at the card again."
        raise Illegal("other-event", sentence, event=known)
    if event in can_come(rules, state, exchange=exchange):
        return
    pack = book(rules).pack
    if event in (MONTHS_END, MONTHS_END_3):
        raise Illegal("other-event", "Month's End lies at the bottom of the event deck.", event=event)
    if event == BRIBERY:
        raise Illegal("other-event", "Bribery cannot come here: look at the card again.", event=event)
    if bribery_due(rules, state) and not exchange:
        raise Illegal("other-event", "The last card above Month's End must be Bribery.", event=BRIBERY)
    if event not in pack.events and not events_complete(pack):
        return
    raise Illegal("other-event", f"{name} lies elsewhere: it cannot be the next event.", event=event)


# -- set-up and evolvers -------------------------------------------------------------------
def first_deck(read: Book, seats: int) -> tuple[tuple[str, ...], int]:
    """Give the deck of the first month and the number of events that stay in the pool (S09 to S12)."""
    cards = above_months_end(read.mode, seats)
    return (*[DRAWN] * cards, read.months_end), EVENTS - first_cards(read.mode, seats)


def event_revealed(s: State, e: EventRevealed) -> State:
    """Apply ``EventRevealed``: the event lies on its discard pile, in the order of reveal (V04)."""
    kept = tale(s)
    if e.exchange:
        kept_pool, deck = kept.pool - 1, kept.deck
    else:
        kept_pool, deck = kept.pool, kept.deck[1:]
    if e.leaves:
        return told(s, deck=deck, pool=kept_pool, exchanged=(*kept.exchanged, e.event))
    return told(s, deck=deck, pool=kept_pool, revealed=(*kept.revealed, e.event), event=e.event)


def month_turned(s: State, e: MonthTurned) -> State:
    """Apply ``MonthTurned``: the old order again, a new card on top (V06, V08)."""
    kept = tale(s)
    top = (FROM_POOL,) if e.added else ()
    return told(s, deck=(*top, *kept.revealed), revealed=(), pool=kept.pool - e.added, month=kept.month + 1)
