"""Why a command does not answer what is asked: one sentence for every mismatch."""

from __future__ import annotations

from engine.kernel import Command, Illegal, Pending, Rules
from engine.portroyal.correction_messages import MoveCard, Rebuild, SetCoins, SetTurn
from engine.portroyal.messages import (
    Discovering,
    Gamble,
    Gambling,
    Keep,
    Pass,
    Repel,
    RepelChoice,
    Reveal,
    Stop,
    Take,
    Taking,
)
from engine.portroyal.state import State

CORRECTIONS = (SetCoins, MoveCard, SetTurn, Rebuild)


def refuse(rules: Rules, state: State, asked: Pending | None, command: Command) -> Illegal:
    """Say why a command is not an answer now."""
    if asked is None:
        if isinstance(command, CORRECTIONS):
            return Illegal("over", "The game is over: take back the last step first, then correct.")
        return Illegal("over", "The game is over.")
    if isinstance(command, (Repel, Keep)):
        return Illegal("nothing-to-repel", "There is no ship to repel now.")
    name = rules.names[asked.seat]
    if isinstance(asked, RepelChoice):
        kind = rules.cards[asked.card].kind
        return Illegal("answer-first", f"{name} must first decide about {kind}: repel it or keep it.")
    if isinstance(asked, Gambling):
        return Illegal("gambling", f"{name} turns up four cards at once: {asked.left} are still to come.")
    if isinstance(asked, Taking) and isinstance(command, (Reveal, Stop, Gamble)):
        return Illegal("discover-over", f"Discover is over: {name} may take cards or pass.")
    if isinstance(asked, Discovering) and isinstance(command, (Take, Pass)):
        return Illegal("stop-first", f"{name} still discovers: cards are taken after stopping.")
    return Illegal("not-now", "That cannot be done now.")
