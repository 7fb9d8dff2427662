"""A whole game by itself without a terminal: as fast as it goes, told in a few lines of text."""

from __future__ import annotations

from collections.abc import Callable

from companion.bootstrap import SteppedClock
from companion.simulate.demo import Demo
from companion.simulate.hand import LOOK_S
from companion.simulate.sitting import Sitting
from companion.worlds import WORLDS

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
    played, players = WORLDS[session.table.game.name].stand(session)
    if played > told:
        say(f"Round {played:>2}:  {players}")
    return max(played, told)


def result(sitting: Sitting) -> list[str]:
    """Say who won, and the score of everybody."""
    session = sitting.desk.session
    assert session is not None
    return WORLDS[session.table.game.name].result(session)


def effort(demo: Demo, sitting: Sitting) -> str:
    """Say what it took."""
    session = sitting.desk.session
    assert session is not None
    turns = WORLDS[session.table.game.name].turns(session)
    return f"{turns}, {demo.taps} taps, {demo.presses} presses."
