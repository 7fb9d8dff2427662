"""How each game lies on a simulated table, and how simple players play it there; one record for each game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion import play_world
from companion.adventure import world as adventure_world
from companion.deeds import Deed, Lying
from companion.flow import Context, Mode
from companion.piles import Kind, Piles
from companion.tricks import world as tricks_world
from engine.kernel import Event
from engine.session import Session


class World(msgspec.Struct, frozen=True):
    """One game on a simulated table."""

    kind: Kind
    """How its hidden cards lie and move."""
    deed: Callable[[Mode, Context, Piles], Deed]
    """Says what the players do next; each sees what lies open, and his own hand."""
    over: Callable[[Session], bool]
    """Tells whether the game is at its end, or stands still."""
    lying: Callable[[Piles], Lying]
    """Says what a person at the terminal has before him."""
    loose: Callable[[Any], bool]
    """Tells whether a card is in every game, so that the first one tapped may be it."""
    stand: Callable[[Session], tuple[int, str]]
    """Counts the rounds played, and says how the players stand."""
    result: Callable[[Session], list[str]]
    """Says who won, and the score of everybody."""
    turns: Callable[[Session], str]
    """Says how long the game was."""
    loud: frozenset[type[Event]]
    """What is not seen on every turn: it is shown longer."""
    seats: int
    """Players of a usual game."""


WORLDS: Mapping[str, World] = {
    "port-royal": World(
        kind=play_world.KIND,
        deed=play_world.deed,
        over=play_world.over,
        lying=play_world.lying,
        loose=play_world.loose,
        stand=play_world.stand,
        result=play_world.result,
        turns=play_world.turns,
        loud=play_world.LOUD,
        seats=3,
    ),
    "adventure": World(
        kind=adventure_world.KIND,
        deed=adventure_world.deed,
        over=adventure_world.over,
        lying=adventure_world.lying,
        loose=play_world.loose,
        stand=adventure_world.stand,
        result=adventure_world.result,
        turns=adventure_world.turns,
        loud=adventure_world.LOUD,
        seats=3,
    ),
    "port-royal-2000": World(
        kind=tricks_world.KIND,
        deed=tricks_world.deed,
        over=tricks_world.over,
        lying=tricks_world.lying,
        loose=tricks_world.loose,
        stand=tricks_world.stand,
        result=tricks_world.result,
        turns=tricks_world.turns,
        loud=tricks_world.LOUD,
        seats=4,
    ),
}
"""The games that can be simulated."""


def piles_of(session: Session, seed: str) -> Piles:
    """Lay the hidden cards of a game that is on the table."""
    return Piles(session, seed, WORLDS[session.table.game.name].kind)
