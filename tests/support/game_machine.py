"""Plays, undoes and sets right at random in a game of any kind; all that must hold is checked on the way."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.games import SetUp, open_table
from engine.kernel import Command, Illegal
from engine.session import Entry, Session, restore
from game_checks import any_offered


def going_on(machine: GameMachine) -> bool:
    """Tell whether anything is to be decided."""
    return machine.session.state.asked is not None


class GameMachine(RuleBasedStateMachine):
    """One game of any kind; its log is kept as the store would.

    Each game adds how its tables are opened, in a rule that runs first, and what is special about it.
    """

    cards: tuple[Any, ...]
    checks: Any
    session: Session
    log: list[Entry]
    rng: random.Random

    def open_game(self, set_up: SetUp) -> None:
        """Open the table of this run."""
        self.session = Session(open_table(set_up, self.cards))
        self.log = []

    def play(self, command: Command) -> None:
        self.log.append(self.session.play(command))

    def something(self) -> None:
        """Play something that is offered; every kind of command is as likely as the others."""
        command = any_offered(self.session, self.rng)
        if command is not None:
            self.play(command)

    def corrections(self) -> list[Command]:
        """Give some of what a table could set right by hand, possible or not."""
        commands: list[Command] = self.checks.corrections(self.session, self.rng)
        return commands

    @precondition(going_on)
    @rule(pick=st.integers(0, 10**6))
    def correction(self, pick: int) -> None:
        """Set something right by hand; what the table cannot mean is refused and changes nothing."""
        before = self.session.state
        commands = self.corrections()
        try:
            self.play(commands[pick % len(commands)])
        except Illegal as no:
            said = str(no)
            assert self.session.state is before
            assert said.endswith(".")

    @precondition(lambda self: self.session.last is not None)
    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in range(min(times, len(self.session.done))):
            self.log.append(self.session.undo())

    @precondition(lambda self: self.session.can_redo)
    @rule()
    def redo(self) -> None:
        self.log.append(self.session.redo())

    @invariant()
    def holds(self) -> None:
        self.log += self.checks.all(self.session, self.rng)

    def teardown(self) -> None:
        if not hasattr(self, "session"):
            return
        self.checks.log_is_the_state(self.session)
        again = restore(self.session.table, self.log)
        assert (again.state, again.done, again.seq) == (
            self.session.state,
            self.session.done,
            self.session.seq,
        )


def run_machine(machine: type[GameMachine], cards: tuple[Any, ...], checks: object, tries: settings) -> None:
    """Run a machine with the cards of its game and what must hold."""
    kind = type("Machine", (machine,), {"cards": cards, "checks": checks})
    run_state_machine_as_test(kind, settings=tries)
