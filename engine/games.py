"""The games under this roof, each as one record of functions, and how a table of one is opened.

The rules of a game are loaded when its record is asked for first: a table plays one of them.
"""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.adventure.head import Head
from engine.kernel import Command, Rules
from engine.later import Later
from engine.setup import SEATS


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


def _port_royal() -> Game:
    from engine import portroyal

    return Game(
        name="port-royal",
        seats=SEATS["port-royal"],
        presets=tuple(portroyal.PRESETS),
        open=portroyal.open_table,
        load=portroyal.load,
        parse=portroyal.parse,
        write=portroyal.write,
        facts=portroyal.facts,
        fact_names=portroyal.FACTS,
        view=portroyal.view,
        scores=portroyal.scores,
    )


def _adventure() -> Game:
    from engine import portroyal
    from engine.adventure import notation, options, setup
    from engine.adventure.view import view

    return Game(
        name="adventure",
        seats=SEATS["adventure"],
        presets=tuple(options.PRESETS),
        open=setup.open_table,
        load=portroyal.load,
        parse=notation.parse,
        write=notation.write,
        facts=notation.facts,
        fact_names=notation.FACTS,
        view=view,
        scores=portroyal.scores,
    )


def _port_royal_2000() -> Game:
    from engine import portroyal2000

    return Game(
        name="port-royal-2000",
        seats=SEATS["port-royal-2000"],
        presets=tuple(portroyal2000.PRESETS),
        open=portroyal2000.open_table,
        load=portroyal2000.load,
        parse=portroyal2000.parse,
        write=portroyal2000.write,
        facts=portroyal2000.facts,
        fact_names=portroyal2000.FACTS,
        view=portroyal2000.view,
        scores=portroyal2000.scores,
    )


GAMES = Later({"port-royal": _port_royal, "adventure": _adventure, "port-royal-2000": _port_royal_2000})
"""All of them by name, each loaded when it is asked for first."""


def open_table(set_up: SetUp, cards: tuple[Any, ...]) -> Table:
    """Open a table; raises ``SetupError`` or ``NotationError`` with a sentence when it cannot be."""
    game = GAMES[set_up.game]
    rules, state = game.open(set_up, cards)
    return Table(game, set_up, rules, state)
