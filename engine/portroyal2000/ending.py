"""The end of a trick, of a round, and of the game (110, 112, 132, 166)."""

from __future__ import annotations

from engine.kernel import SETTLED, Turn
from engine.portroyal2000.debt import settle_bid
from engine.portroyal2000.messages import (
    HIDDEN,
    Counting,
    GameEnded,
    NamingLeader,
    RoundEnded,
    Sliding,
    TrickEndDue,
    TrickEnded,
)
from engine.portroyal2000.scoring import winners
from engine.portroyal2000.state import ROUNDS, TRICKS, State, on_ships, replace


def trick_end(t: Turn, due: TrickEndDue) -> bool:
    """Ask the winner for the next start player; after trick 8 end the round (106, 110)."""
    t.emit(SETTLED)
    state: State = t.state
    if state.trick < TRICKS and len(state.open) > 1:
        t.then(NamingLeader(due.seat))
        t.emit(TrickEnded(state.trick + 1))
        return True
    settle_bid(t)
    if state.round < ROUNDS:
        t.then(Sliding(state.dealer))
    t.emit(RoundEnded(state.open[0] if state.open else -1))
    if state.round == ROUNDS:
        finish(t)
    return True


def finish(t: Turn) -> None:
    """Count hidden bonus cards, then end the game."""
    seat = first_hidden(t.state)
    if seat >= 0:
        t.then(Counting(seat))
    else:
        game_end(t)


def game_end(t: Turn) -> None:
    """End the game (170, 171)."""
    t.emit(GameEnded(winners(t.rules, t.state)))


def first_hidden(state: State) -> int:
    """Give the first seat with a hidden bonus card, -1 if there is none."""
    return next((seat for seat, _, card in on_ships(state) if card == HIDDEN), -1)


# -- evolvers ----------------------------------------------------------------------------
def trick_ended(s: State, e: TrickEnded) -> State:
    """Apply ``TrickEnded``."""
    return replace(s, trick=e.trick, played=(), leader=-1)


def round_ended(s: State, e: RoundEnded) -> State:
    """Apply ``RoundEnded``."""
    return replace(s, carried=e.card, played=(), leader=-1)


def game_ended(s: State, e: GameEnded) -> State:
    """Apply ``GameEnded``."""
    return replace(s, winners=e.winners)
