"""The game as a key or a tap finds it."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.flow import Context, Mode, Refused, Reply
from companion.play_modes import CardShown, Claiming, UndoPage
from companion.screens.scene import rules_now
from engine.kernel import Command, Illegal, Rules
from engine.portroyal.state import State
from engine.session import Session

PASSING = (Refused, CardShown, UndoPage)
"""Flows that the next input leaves: nothing goes back to them."""


class Moment(msgspec.Struct, frozen=True):
    """A running game, and the flow that is on."""

    mode: Mode
    ctx: Context
    session: Session

    @property
    def rules(self) -> Rules:
        """Give the rules of this table, in the light of what it has told."""
        return rules_now(self.session)

    @property
    def state(self) -> State:
        """Give the state now."""
        state: State = self.session.state
        return state

    def refuse(self, key: str, **facts: Any) -> Reply:
        """Refuse in the device's own name, with a sentence of the catalogue."""
        return Reply(refuse=Illegal(key, self.ctx.texts(f"sentence.{key}"), **facts))

    def claiming(self) -> Claiming:
        """Give the flow that is on, which chooses persons."""
        assert isinstance(self.mode, Claiming)
        return self.mode

    def under(self) -> Moment:
        """Give the same moment for the flow underneath."""
        return msgspec.structs.replace(self, mode=self.claiming().under)


def moment_of(mode: Mode, ctx: Context) -> Moment:
    """Gather what a key or a tap meets; the context must have a game."""
    assert ctx.session is not None, "no game is on the table"
    return Moment(mode, ctx, ctx.session)


def refused_by_rules(moment: Moment, command: Command) -> Reply:
    """Refuse a command for the reason that the rules give."""
    try:
        moment.session.propose(command)
    except Illegal as no:
        return Reply(refuse=no)
    return Reply(play=(command,))


def lasting(mode: Mode) -> Mode:
    """Give the flow that goes on after the next input."""
    while isinstance(mode, PASSING):
        mode = mode.under
    return mode
