"""White stones and false ones: what proves a revoke, and what it costs (75 to 84)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import SETTLED, Command, Illegal, Rules, Turn
from engine.portroyal2000.messages import (
    DeferredDue,
    PenaltyChoice,
    PenaltyTaken,
    PenaltyWaived,
    RevokeShown,
    StoneLaid,
    TakePenalty,
)
from engine.portroyal2000.state import (
    Revoke,
    State,
    Stone,
    booty_of,
    replace,
    with_board,
    with_ship,
    without,
)


def prove(t: Turn, seat: int, card: int) -> None:
    """Find out whether a card proves a stone of its owner false (78, B23)."""
    stones = t.state.boards[seat].stones
    if not stones:
        return
    colour = t.rules.cards[card].colour
    stone = next((each for each in stones if each.colour == colour), None)
    if stone is None:
        return
    costs = len(stone.tricks) if t.rules.options.revoke_unit == "per_play" else 1
    due = min(costs, len(booty_of(t.rules, t.state, seat)))
    deferred = costs - due if t.rules.options.revoke_no_booty == "defer" else 0
    for _ in range(costs - due - deferred):
        t.emit(PenaltyWaived(seat, colour))
    t.emit(RevokeShown(seat, colour, card, stone.tricks, due, deferred))


def penalties_due(rules: Rules, state: State) -> list[PenaltyChoice]:
    """Give the penalties to settle after this trick, in play order (B28)."""
    return [_choice(rules, revoke) for revoke in state.revokes if not revoke.deferred]


def _choice(rules: Rules, revoke: Revoke) -> PenaltyChoice:
    """Ask the player on the right of the offender (79)."""
    return PenaltyChoice((revoke.seat - 1) % rules.seats, revoke.seat, revoke.colour)


def penalty(t: Turn, asked: PenaltyChoice) -> bool:
    """Waive a penalty when nothing is left to lose; else the right neighbour picks (B26, B29)."""
    if booty_of(t.rules, t.state, asked.offender):
        return False
    t.emit(SETTLED)
    t.emit(PenaltyWaived(asked.offender, asked.colour))
    return True


def take_penalty(t: Turn, asked: PenaltyChoice, command: TakePenalty) -> None:
    """Take a booty card of the offender out of the game, never a bonus card (79, 80, B25)."""
    if command.card not in booty_of(t.rules, t.state, asked.offender):
        name, kind = t.rules.names[asked.offender], t.rules.cards[command.card].kind
        raise Illegal("not-losable", f"{kind} is no booty of {name}: pick one that is.", card=command.card)
    t.emit(PenaltyTaken(asked.seat, asked.offender, asked.colour, command.card))


def deferred_due(t: Turn, due: DeferredDue) -> bool:
    """Settle what waited for this booty card, as far as there is booty (``revoke_no_booty``)."""
    t.emit(SETTLED)
    waiting = [each for each in t.state.revokes if each.deferred and each.seat == due.seat]
    there = len(booty_of(t.rules, t.state, due.seat))
    t.then(*(_choice(t.rules, revoke) for revoke in waiting[:there]))
    return True


# -- offers ------------------------------------------------------------------------------
def offer_penalty(rules: Rules, state: State, asked: PenaltyChoice) -> Iterator[Command]:
    """Offer every booty card of the offender."""
    yield from map(TakePenalty, booty_of(rules, state, asked.offender))


# -- evolvers ----------------------------------------------------------------------------
def stone_laid(s: State, e: StoneLaid) -> State:
    """Apply ``StoneLaid``: one stone for each colour is enough (76)."""
    board = s.boards[e.seat]
    tricks = next((stone.tricks for stone in board.stones if stone.colour == e.colour), ())
    stones = [stone for stone in board.stones if stone.colour != e.colour]
    board = replace(board, stones=(*stones, Stone(e.colour, (*tricks, e.trick))))
    return replace(s, boards=with_board(s, e.seat, board))


def revoke_shown(s: State, e: RevokeShown) -> State:
    """Apply ``RevokeShown``: the stone goes back, the penalties are due (B27, B30)."""
    board = s.boards[e.seat]
    board = replace(board, stones=tuple(stone for stone in board.stones if stone.colour != e.colour))
    now = Revoke(e.seat, e.colour, e.card, e.claimed, s.trick)
    later = replace(now, deferred=True)
    revokes = (*s.revokes, *(now,) * e.penalties, *(later,) * e.deferred)
    return replace(s, boards=with_board(s, e.seat, board), revokes=revokes)


def penalty_taken(s: State, e: PenaltyTaken) -> State:
    """Apply ``PenaltyTaken``."""
    board = s.boards[e.offender]
    ship = next((at for at, cards in enumerate(board.ships) if e.card in cards), -1)
    if ship >= 0:
        board = with_ship(board, ship, without(board.ships[ship], e.card))
    return replace(
        s,
        boards=with_board(s, e.offender, board),
        kept=s.kept if ship >= 0 else -1,
        removed=s.removed | 1 << e.card,
        revokes=_settled(s, e.offender, e.colour),
    )


def penalty_waived(s: State, e: PenaltyWaived) -> State:
    """Apply ``PenaltyWaived``."""
    return replace(s, revokes=_settled(s, e.offender, e.colour))


def _settled(s: State, seat: int, colour: str) -> tuple[Revoke, ...]:
    """Give the revokes less one of a seat and colour; those that are due go before those that wait."""
    found = [at for at, each in enumerate(s.revokes) if (each.seat, each.colour) == (seat, colour)]
    found.sort(key=lambda at: s.revokes[at].deferred)
    return tuple(each for at, each in enumerate(s.revokes) if at not in found[:1])
