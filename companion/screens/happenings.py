"""Reads what happened out of an entry's events: each event with the state before and after it, grouped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import msgspec

from engine.kernel import Event, Rules, Settled
from engine.portroyal import messages as m
from engine.portroyal.state import State


class Step(msgspec.Struct, frozen=True):
    """One event and what it changed."""

    event: Any
    before: State
    after: State


class Payment(msgspec.Struct, frozen=True):
    """Coins that one seat gained or lost."""

    seat: int
    amount: int
    before: int
    """Coins before."""
    after: int


class TakeTold(msgspec.Struct, frozen=True):
    """A card was taken."""

    seat: int
    card: int
    active: int
    fee: int
    paid: int
    """To the discard pile."""
    drawn: int
    fee_later: bool
    """The fee came out of what the ship brought (``fee: from_income``)."""
    before: State
    after: State
    takes: int
    """Cards the seat may still take."""
    taken: int


class TimeTold(msgspec.Struct, frozen=True):
    """A time to take began."""

    seat: int
    cards: int
    """In the harbor, as it began."""
    admiral: int
    jester: int
    coins: Payment
    """Admirals and Jesters together."""
    skipped: bool
    takes: int


class TaxTold(msgspec.Struct, frozen=True):
    """A tax increase came."""

    card: int
    paid: tuple[Payment, ...]
    relieved: tuple[Payment, ...]


def steps_of(rules: Rules, before: State, events: Iterable[Event]) -> tuple[Step, ...]:
    """Follow the events of an entry from the state before it."""
    steps, state = [], before
    for event in events:
        after = rules.evolvers[type(event)](state, event)
        steps.append(Step(event, state, after))
        state = after
    return tuple(steps)


def payments(steps: Iterable[Step], why: str) -> tuple[Payment, ...]:
    """Give what seats drew or paid for a reason, one payment for each seat."""
    found: dict[int, Payment] = {}
    for step in steps:
        if not isinstance(step.event, (m.CoinsDrawn, m.CoinsPaid)) or step.event.why != why:
            continue
        seat = step.event.seat
        known = found.get(seat)
        after = step.after.players[seat].coins
        if known is None:
            found[seat] = Payment(seat, step.event.amount, step.before.players[seat].coins, after)
        else:
            found[seat] = Payment(seat, known.amount + step.event.amount, known.before, after)
    return tuple(found.values())


def takes_of(steps: Sequence[Step]) -> tuple[TakeTold, ...]:
    """Give the cards taken."""
    told, first = [], 0
    for i, step in enumerate(steps):
        if isinstance(step.event, (m.ShipTraded, m.PersonHired)):
            told.append(_take(steps[first : i + 1]))
            first = i + 1
    return tuple(told)


def _take(steps: Sequence[Step]) -> TakeTold:
    last = steps[-1]
    asked = [i for i, step in enumerate(steps) if isinstance(step.event, m.Taking)]
    own = steps[asked[-1] :]
    fees = [i for i, step in enumerate(own) if isinstance(step.event, m.CoinsGiven)]
    drawn = [i for i, step in enumerate(own) if isinstance(step.event, m.CoinsDrawn)]
    taking: m.Taking = own[0].event
    return TakeTold(
        seat=last.event.seat,
        card=last.event.card,
        active=last.after.active,
        fee=sum(own[i].event.amount for i in fees),
        paid=sum(step.event.amount for step in own if isinstance(step.event, m.CoinsPaid)),
        drawn=sum(own[i].event.amount for i in drawn),
        fee_later=bool(fees and drawn and fees[0] > drawn[0]),
        before=own[0].before,
        after=last.after,
        takes=taking.takes,
        taken=len(taking.taken),
    )


def times_of(steps: Sequence[Step]) -> tuple[TimeTold, ...]:
    """Give the times to take that began."""
    starts = [i for i, step in enumerate(steps) if isinstance(step.event, m.TimeToTakeBegan)]
    return tuple(_time(steps[i:end]) for i, end in pairwise([*starts, len(steps)]))


def _time(steps: Sequence[Step]) -> TimeTold:
    began = steps[0]
    seat = began.event.seat
    ended = next((i for i, step in enumerate(steps) if isinstance(step.event, Settled)), len(steps))
    paid = steps[:ended]
    admiral = sum(p.amount for p in payments(paid, "admiral"))
    jester = sum(p.amount for p in payments(paid, "jester"))
    before = began.before.players[seat].coins
    asked = began.before.asked
    return TimeTold(
        seat=seat,
        cards=began.event.cards,
        admiral=admiral,
        jester=jester,
        coins=Payment(seat, admiral + jester, before, before + admiral + jester),
        skipped=any(isinstance(step.event, m.Skipped) and step.event.seat == seat for step in steps),
        takes=asked.takes if isinstance(asked, m.Taking) else 0,
    )


def taxes_of(steps: Sequence[Step]) -> tuple[TaxTold, ...]:
    """Give the tax increases that came."""
    told, first = [], 0
    for i, step in enumerate(steps):
        if isinstance(step.event, m.TaxLevied):
            first = i
        elif isinstance(step.event, m.TaxSettled):
            own = steps[first : i + 1]
            told.append(TaxTold(step.event.card, payments(own, "tax"), _relieved(own)))
    return tuple(told)


def _relieved(steps: Sequence[Step]) -> tuple[Payment, ...]:
    return payments(steps, "most-swords") + payments(steps, "fewest-points")


def found(steps: Iterable[Step], kind: type[Event]) -> tuple[Step, ...]:
    """Give the steps with one kind of event."""
    return tuple(step for step in steps if isinstance(step.event, kind))
