"""A whole game by itself without a terminal: as fast as it goes, told in a few lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from companion.bootstrap import SteppedClock
from companion.simulate.demo import Demo
from companion.simulate.hand import LOOK_S
from companion.simulate.sitting import Sitting

Say = Callable[[str], None]
Look = Callable[[], None]


def play_fast(sitting: Sitting, clock: SteppedClock, say: Say, look: Look) -> None:
    """Play the game on the table to its end; ``look`` is called whenever pictures may have changed."""
    demo = Demo(sitting)
    told = 0
    look()
    while not demo.over:
        demo.do(demo.deed())
        finish(sitting, clock)
        look()
        told = _tell_round(sitting, told, say)
    for line in (*result(sitting), effort(demo, sitting)):
        say(line)


def finish(sitting: Sitting, clock: SteppedClock) -> None:
    """Let the hand finish what it does: time passes as fast as the devices notice."""
    hand = sitting.hand
    while hand.busy:
        wait_s = LOOK_S if hand.waiting else 0.0
        clock.advance(hand.left_s() or 0.0)
        sitting.work(wait_s)


def _tell_round(sitting: Sitting, told: int, say: Say) -> int:
    """Say how the players stand when a round is over."""
    session = sitting.desk.session
    assert session is not None
    state = session.state
    played: int = state.round - 1 if state.agenda else state.round
    if played > told:
        names = session.table.rules.names
        stand = (
            f"{name} {player.points}*/{player.coins}$"
            for name, player in zip(names, state.players, strict=True)
        )
        say(f"Round {played:>2}:  {'  '.join(stand)}")
    return max(played, told)


def result(sitting: Sitting) -> Iterator[str]:
    """Say who won, and the score of everybody."""
    session = sitting.desk.session
    assert session is not None
    names = session.table.rules.names
    first = [line.seat for line in session.scores() if line.rank == 1]
    winners = [names[seat] for seat in session.state.winners or first]  # a game that stands still has none
    points = session.scores()[0].points
    yield f"{' and '.join(winners)} {'wins' if len(winners) == 1 else 'win'} with {points} points."
    for line in session.scores():
        yield f"{line.rank}. {names[line.seat]:<8} {line.points:>2} points {line.coins:>3} coins"


def effort(demo: Demo, sitting: Sitting) -> str:
    """Say what it took."""
    session = sitting.desk.session
    assert session is not None
    return f"{session.state.turns} turns, {demo.taps} taps, {demo.presses} presses."
