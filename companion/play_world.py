"""The base game on a simulated table: its players, its piles, and what lies before a person."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion import piles
from companion.deeds import Deed, Lying, Show
from companion.flow import Context, Mode, Playing, Press
from companion.piles import Piles
from companion.players import choose, stands_still
from companion.signals import LOUDEST
from engine.portroyal import messages as m
from engine.portroyal.ending import Score
from engine.session import Session

_SAID: Mapping[type, Press] = {
    m.Stop: Press("next"),
    m.Gamble: Press("yes"),
    m.Repel: Press("yes"),
    m.Keep: Press("no"),
    m.Pass: Press("next"),
}
"""The key that says each choice (device-ux.md 3.3)."""
KIND = piles.BASE
LOUD = frozenset(event for event, _ in LOUDEST)


def deed(mode: Mode, ctx: Context, hidden: Piles | None) -> Deed:
    """Say what a player does now; nobody looks at hidden cards."""
    if not isinstance(mode, Playing):
        return Press("yes")  # the persons proposed for an expedition
    assert ctx.session is not None, "players need a game"
    match choose(ctx.session.table.rules, ctx.session.state):
        case m.Take(card) | m.Claim(card):
            return Show(card)
        case str():
            return Show()
        case choice:
            return _SAID[type(choice)]


def over(session: Session) -> bool:
    """Tell whether the game is at its end, or stands still."""
    return not session.state.agenda or stands_still(session.table.rules, session.state)


def lying(hidden: Piles) -> Lying:
    """Say what lies open, and how much lies face down."""
    state, names = hidden.state, hidden.session.table.rules.names
    coins = [f"{name} {player.coins}" for name, player in zip(names, state.players, strict=True)]
    return Lying(
        rows=(("Harbor:", tuple(state.harbor)), ("Expeditions:", tuple(state.expeditions))),
        counts=(f"Pile {state.pile}", f"Discard {state.discard_size}", "Coins:", *coins),
        displays=tuple(tuple(player.display) for player in state.players),
    )


def loose(card: Any) -> bool:
    """Tell whether a card is never left in the box (S2, G1)."""
    return not card.face.five_players and not card.face.printing


def stand(session: Session) -> tuple[int, str]:
    """Count the rounds played, and say how the players stand."""
    state, names = session.state, session.table.rules.names
    played = state.round - 1 if state.agenda else state.round
    players = zip(names, state.players, strict=True)
    return played, "  ".join(f"{name} {player.points}*/{player.coins}$" for name, player in players)


def result(session: Session) -> list[str]:
    """Say who won, and the score of everybody."""
    names = session.table.rules.names
    scores = session.scores()
    first = [line.seat for line in scores if line.rank == 1]
    winners = [names[seat] for seat in session.state.winners or first]  # a game that stands still has none
    verb = "wins" if len(winners) == 1 else "win"
    return [
        f"{' and '.join(winners)} {verb} with {scores[0].points} points.",
        *(_score(line, names[line.seat]) for line in scores),
    ]


def _score(line: Score, name: str) -> str:
    return f"{line.rank}. {name:<8} {line.points:>2} points {line.coins:>3} coins"


def turns(session: Session) -> str:
    """Say how long the game was."""
    return f"{session.state.turns} turns"
