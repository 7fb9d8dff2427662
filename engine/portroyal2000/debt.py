"""Repaying a bid with a card just won, and what is left of it as debt (120 to 134)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import Command, Illegal, Rules, Turn
from engine.portroyal2000.cards import Card
from engine.portroyal2000.messages import BidBecameDebt, BidRepaid, Placing, Repay
from engine.portroyal2000.state import State, replace, with_board


def repay(t: Turn, asked: Placing, _: Repay) -> None:
    """Hand the won card in: the debt stone goes where the bid stone comes to (122 to 125)."""
    no = why_not(t.rules, t.state, asked.seat)
    if no is not None:
        raise no
    t.emit(BidRepaid(asked.seat, t.state.contested, debt_after(t.rules, t.state)))


def debt_after(rules: Rules, state: State) -> int:
    """Give the debt after handing the won card in: never less than before the bid (124, 125)."""
    debt = state.boards[state.holder].debt
    return int(max(debt, debt + state.high - rules.cards[state.contested].tons))


def may_repay(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether a seat may hand the won card in."""
    least = 0 if rules.options.zero_bid_handin == "yes" else 1
    return state.stone and seat == state.holder and state.high >= least and rules.cards[state.contested].pays


def why_not(rules: Rules, state: State, seat: int) -> Illegal | None:
    """Say why the won card cannot be handed in, None if it can (120, 121, 130, 133)."""
    if may_repay(rules, state, seat):
        return None
    face: Card = rules.cards[state.contested]
    if seat != state.holder:
        holder = rules.names[state.holder]
        key, no = "not-holder", f"Only {holder} holds the privileges and has a bid to repay"
    elif not state.stone:
        key, no = "repaid", "The bid of this round is settled already, a card pays once in a round"
    elif not face.pays:
        key, no = "does-not-pay", f"{face.kind} cannot be handed in, only goods, +8 and +6 pay a bid"
    else:
        key, no = "nothing-to-repay", "The bid is 0, so there is nothing to repay"
    return Illegal(key, f"{no}: {'use' if face.tool else 'place'} {face.kind}.")


def settle_bid(t: Turn) -> None:
    """Make an unpaid bid a debt at the end of the round (132, B46)."""
    state: State = t.state
    if state.stone:
        t.emit(BidBecameDebt(state.holder, state.boards[state.holder].debt + state.high))


# -- offers ------------------------------------------------------------------------------
def offer_repay(rules: Rules, state: State, asked: Placing) -> Iterator[Command]:
    """Offer to hand the won card in."""
    if may_repay(rules, state, asked.seat):
        yield Repay()


# -- evolvers ----------------------------------------------------------------------------
def bid_repaid(s: State, e: BidRepaid) -> State:
    """Apply ``BidRepaid``: the card leaves the game, the bid stone the board (123, 124)."""
    board = replace(s.boards[e.seat], debt=e.debt)
    removed = s.removed | 1 << e.card
    return replace(s, boards=with_board(s, e.seat, board), removed=removed, contested=-1, stone=False)


def bid_became_debt(s: State, e: BidBecameDebt) -> State:
    """Apply ``BidBecameDebt``."""
    board = replace(s.boards[e.seat], debt=e.debt)
    return replace(s, boards=with_board(s, e.seat, board), stone=False)
