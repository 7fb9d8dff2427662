"""The end of a turn, of the last round, and of the game (T8, F1 to F4)."""

from __future__ import annotations

from typing import NamedTuple

from engine import cardset
from engine.kernel import SETTLED, Rules, Turn
from engine.portroyal.messages import (
    ExpeditionClaimed,
    GameEnded,
    HarborCleared,
    LastRoundBegan,
    PersonHired,
    TurnDue,
    TurnEndDue,
    TurnEnded,
)
from engine.portroyal.state import State, replace


class Score(NamedTuple):
    """One line of the final score, best first."""

    rank: int
    seat: int
    points: int
    coins: int
    may_win: bool


def turn_end(t: Turn, due: TurnEndDue) -> bool:
    """Clear the harbor; end the game after the last turn of the last round (T8, F1)."""
    t.emit(SETTLED)
    seats = t.rules.seats
    if t.state.harbor:
        t.emit(HarborCleared(t.state.harbor))
    over = t.state.last_round and due.seat == (t.state.start - 1) % seats
    if not over:
        t.then(TurnDue((due.seat + 1) % seats))
    t.emit(TurnEnded(due.seat))
    if over:
        t.emit(GameEnded(winners(t.rules, t.state)))
    return True


def watch_points(t: Turn, e: PersonHired | ExpeditionClaimed) -> None:
    """Trigger the end as soon as a player has the points (F1)."""
    if not t.state.last_round and triggers(t.rules, t.state, e.seat):
        t.emit(LastRoundBegan(e.seat))


def triggers(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether a seat has what ends the game (F1, F4)."""
    enough = state.players[seat].points >= rules.options.winning_points
    return bool(rules.ask("triggers", state, seat, None, int(enough and may_win(rules, state, seat))))


def may_win(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether a seat may win at all (F4)."""
    able = not rules.options.expedition_required or any(
        rules.cards[c].type == "expedition" for c in state.players[seat].display
    )
    return bool(rules.ask("may-win", state, seat, None, int(able)))


def scores(rules: Rules, state: State) -> list[Score]:
    """Rank the players: points, then coins; equal in both is the same rank (F3)."""
    keys = {
        seat: (
            may_win(rules, state, seat),
            player.points,
            rules.ask("tie-break", state, seat, None, 0),
            player.coins,
        )
        for seat, player in enumerate(state.players)
    }
    lines = [
        Score(1 + sum(other > key for other in keys.values()), seat, key[1], key[3], key[0])
        for seat, key in keys.items()
    ]
    return sorted(lines, key=lambda line: (line.rank, line.seat))


def winners(rules: Rules, state: State) -> tuple[int, ...]:
    """Give the seats that share the win; nobody when nobody has what it takes (F3, F4)."""
    return tuple(line.seat for line in scores(rules, state) if line.rank == 1 and line.may_win)


# -- evolvers ----------------------------------------------------------------------------
def harbor_cleared(s: State, e: HarborCleared) -> State:
    """Apply ``HarborCleared``."""
    return replace(s, discard=s.discard | cardset.of(e.cards), harbor=())


def last_round_began(s: State, _: LastRoundBegan) -> State:
    """Apply ``LastRoundBegan``."""
    return replace(s, last_round=True)


def game_ended(s: State, e: GameEnded) -> State:
    """Apply ``GameEnded``."""
    return replace(s, winners=e.winners)
