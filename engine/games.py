"""The games under this roof, each as one record of functions, and how a table of one is opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine import adventure, portroyal, portroyal2000
from engine.adventure import Head
from engine.kernel import Command, Rules


class SetUp(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a game is begun with: the head of a table script, and of every saved game."""

    game: str
    players: tuple[str, ...]
    """Clockwise."""
    rules: str = "big-box"
    """Name of a preset."""
    options: dict[str, Any] = {}
    """Single switches, over the preset."""
    start: str | None = None
    """Start player; None is the first in the list."""
    position: dict[str, Any] | None = None
    """Where to begin in the middle, in the words of table scripts."""
    adventure: Head | None = None
    """What only The Adventure Begins is begun with."""


class Game(msgspec.Struct, frozen=True):
    """One game, as functions over its own rules and states."""

    name: str
    seats: range
    presets: tuple[str, ...]
    open: Callable[[SetUp, tuple[Any, ...]], tuple[Rules, Any]]
    """Set-up and cards give the rules and the state before the first decision."""
    load: Callable[[Any], tuple[Any, ...]]
    """Parsed card file to cards."""
    parse: Callable[[Rules, Any, object], Command]
    write: Callable[[Rules, Command], object]
    facts: Callable[..., dict[str, object]]
    fact_names: tuple[str, ...]
    view: Callable[..., Any]
    scores: Callable[[Rules, Any], list[Any]]


class Table(msgspec.Struct, frozen=True):
    """A game with its players: rules, and the state before the first decision."""

    game: Game
    set_up: SetUp
    rules: Rules
    initial: Any


GAMES: Mapping[str, Game] = {
    "port-royal": Game(
        name="port-royal",
        seats=portroyal.SEATS,
        presets=tuple(portroyal.PRESETS),
        open=portroyal.open_table,
        load=portroyal.load,
        parse=portroyal.parse,
        write=portroyal.write,
        facts=portroyal.facts,
        fact_names=portroyal.FACTS,
        view=portroyal.view,
        scores=portroyal.scores,
    ),
    "adventure": Game(
        name="adventure",
        seats=adventure.SEATS,
        presets=tuple(adventure.PRESETS),
        open=adventure.open_table,
        load=portroyal.load,
        parse=adventure.parse,
        write=adventure.write,
        facts=adventure.facts,
        fact_names=adventure.FACTS,
        view=adventure.view,
        scores=portroyal.scores,
    ),
    "port-royal-2000": Game(
        name="port-royal-2000",
        seats=portroyal2000.SEATS,
        presets=tuple(portroyal2000.PRESETS),
        open=portroyal2000.open_table,
        load=portroyal2000.load,
        parse=portroyal2000.parse,
        write=portroyal2000.write,
        facts=portroyal2000.facts,
        fact_names=portroyal2000.FACTS,
        view=portroyal2000.view,
        scores=portroyal2000.scores,
    ),
}


def open_table(set_up: SetUp, cards: tuple[Any, ...]) -> Table:
    """Open a table; raises ``SetupError`` or ``NotationError`` with a sentence when it cannot be."""
    game = GAMES[set_up.game]
    rules, state = game.open(set_up, cards)
    return Table(game, set_up, rules, state)
