"""What holds for a session of any game, and how a test goes on in one without knowing its rules."""

from __future__ import annotations

import random

from engine.journal import Journal
from engine.kernel import Command, Illegal, Rules, decide, fold
from engine.session import Entry, Session


def accepted(rules: Rules, state: object, command: Command) -> bool:
    """Tell whether the rules play a command; a refusal must be a sentence."""
    try:
        decide(rules, state, command)
    except Illegal as refusal:
        said = str(refusal)
    else:
        return True
    assert said.endswith(".")
    return False


def offered_by_kind(session: Session) -> dict[str, list[Command]]:
    """Give all that is offered under the names of its kinds, which come in the order of the alphabet."""
    by_kind: dict[str, list[Command]] = {}
    for command in session.choices():
        by_kind.setdefault(type(command).__name__, []).append(command)
    return dict(sorted(by_kind.items()))


def any_offered(session: Session, rng: random.Random) -> Command | None:
    """Give something that is offered, every kind as likely as the others; None when nothing is."""
    by_kind = list(offered_by_kind(session).values())
    return rng.choice(rng.choice(by_kind)) if by_kind else None


class SessionChecks:
    """What must hold for the log of a session whatever was played."""

    def log_is_the_state(self, session: Session) -> None:
        """Folding the log as it is written gives the state, and deciding again the same events."""
        table = session.table
        journal = Journal(table.rules)
        state = fold(table.rules, table.initial, session.opening)
        for entry in session.done:
            assert journal.commands(journal.encode(entry.commands)) == entry.commands
            events = journal.events(journal.encode(entry.events))
            assert events == entry.events
            again, replayed = state, []
            for command in entry.commands:
                turn = decide(table.rules, again, command)
                again = turn.state
                replayed += turn.events
            assert tuple(replayed) == events
            state = fold(table.rules, state, events)
            assert state == again
        assert state == session.state

    def undo_and_redo(self, session: Session) -> list[Entry]:
        """Undo then redo is as if nothing had been done; gives these two entries."""
        if session.last is None:
            return []
        state, before, last = session.state, session.before(), session.last
        undone = session.undo()
        assert session.state == before
        redone = session.redo()
        assert (session.state, session.last) == (state, last)
        return [undone, redone]
