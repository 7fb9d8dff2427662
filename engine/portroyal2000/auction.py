"""The auction of the privileges, in laps until one is left (35 to 50)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import cardset
from engine.kernel import Command, Illegal, Pending, Rules, Turn
from engine.portroyal2000.messages import (
    Bid,
    Bidding,
    BidMade,
    Pass,
    Passed,
    PrivilegesWon,
    Swapping,
)
from engine.portroyal2000.state import DEBT_END, State, replace


def bid(t: Turn, asked: Bidding, command: Bid) -> None:
    """Bid more than the standing bid, within the scale (38, 39, 45)."""
    state, name = t.state, t.rules.names[asked.seat]
    debt, limit = state.boards[asked.seat].debt, DEBT_END - state.boards[asked.seat].debt
    if limit <= state.high:
        sentence = f"{name} can only pass: a debt of {debt} leaves no bid above {state.high}."
        raise Illegal("only-pass", sentence)
    if command.tons <= state.high:
        least = state.high + 1
        raise Illegal("bid-too-low", f"Bid at least {least}, or pass.", least=least, limit=limit)
    if command.tons > limit:
        sentence = f"{name} can bid at most {limit}: debt and bid together end at {DEBT_END}."
        raise Illegal("bid-too-high", sentence, least=state.high + 1, limit=limit)
    others = [seat for seat in in_auction(t.rules, state, asked.seat) if seat != asked.seat]
    t.then(Bidding(others[0]) if others else Swapping(asked.seat))
    t.emit(BidMade(asked.seat, command.tons))
    if not others:
        t.emit(PrivilegesWon(asked.seat, command.tons))


def pass_(t: Turn, asked: Bidding, _: Pass) -> None:
    """Leave the auction; the last one left has the privileges, if nobody bids the dealer (40, 41, 48)."""
    state = t.state
    left = [seat for seat in in_auction(t.rules, state, asked.seat) if seat != asked.seat]
    won = state.dealer if not left else left[0] if left == [state.bidder] else -1
    t.then(Bidding(left[0]) if won < 0 else Swapping(won))
    t.emit(Passed(asked.seat))
    if won >= 0:
        t.emit(PrivilegesWon(won, state.high))


def in_auction(rules: Rules, state: State, seat: int) -> list[int]:
    """Give the seats that have not passed, clockwise from the left of a seat (37)."""
    order = [(seat + 1 + i) % rules.seats for i in range(rules.seats)]
    return [each for each in order if not cardset.has(state.passed, each)]


def limit_of(state: State, seat: int) -> int:
    """Give the highest bid open to a seat, 0 if it can only pass or the auction is over for it (45 to 47)."""
    limit = DEBT_END - state.boards[seat].debt
    open_to_him = state.holder < 0 and limit > state.high and not cardset.has(state.passed, seat)
    return limit if open_to_him else 0


# -- offers ------------------------------------------------------------------------------
def offer_bids(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer every bid up to the limit, and to pass."""
    yield from map(Bid, range(state.high + 1, limit_of(state, asked.seat) + 1))
    yield Pass()


# -- evolvers ----------------------------------------------------------------------------
def bid_made(s: State, e: BidMade) -> State:
    """Apply ``BidMade``."""
    return replace(s, high=e.tons, bidder=e.seat)


def passed(s: State, e: Passed) -> State:
    """Apply ``Passed``."""
    return replace(s, passed=s.passed | 1 << e.seat)


def privileges_won(s: State, e: PrivilegesWon) -> State:
    """Apply ``PrivilegesWon``: the bid stone stands at debt and bid together (43)."""
    return replace(s, holder=e.seat, high=e.tons, stone=True)
