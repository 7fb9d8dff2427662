"""Port Royal, the push-your-luck card game for two to five players (rules S1 to G5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

import msgspec

from engine.kernel import Rules
from engine.notation import NotationError, in_words, seat_of
from engine.portroyal.cards import Card, load
from engine.portroyal.ending import scores
from engine.portroyal.notation import FACTS, facts, parse, placement, write
from engine.portroyal.options import PRESETS, Options
from engine.portroyal.rules import base
from engine.portroyal.setup import SEATS, initial
from engine.portroyal.state import State
from engine.portroyal.view import view
from engine.setup import SetupError, check_players

AnyOptions = TypeVar("AnyOptions", bound=Options)

__all__ = [
    "FACTS",
    "PRESETS",
    "SEATS",
    "Options",
    "SetupError",
    "chosen_options",
    "facts",
    "load",
    "open_table",
    "options_of",
    "parse",
    "scores",
    "view",
    "write",
]


def open_table(set_up: Any, cards: tuple[Card, ...]) -> tuple[Rules, State]:
    """Give rules and first state for a set-up (``engine.games.SetUp``)."""
    names = tuple(set_up.players)
    check_players(names, SEATS)
    rules = base(cards, names, options_of(set_up.rules, set_up.options))
    start = 0 if set_up.start is None else seat_of(names, set_up.start)
    position = None if set_up.position is None else placement(rules, set_up.position)
    return rules, initial(rules, start, position)


def options_of(preset: str, switches: dict[str, Any]) -> Options:
    """Give a preset's options with single switches set; raises ``NotationError`` for unknown ones."""
    return chosen_options(PRESETS, preset, switches, Options.__struct_fields__)


def chosen_options(
    presets: Mapping[str, AnyOptions], preset: str, switches: dict[str, Any], offered: Collection[str]
) -> AnyOptions:
    """Give one of the presets of a game with single switches set, of those that it offers.

    Raises ``NotationError`` for unknown ones, and for values that a switch does not take.
    """
    if preset not in presets:
        raise NotationError(f"there is no preset {preset!r}", preset, presets)
    for name in switches:
        if name not in offered:
            raise NotationError(f"there is no switch {name!r}", name, offered)
    chosen = presets[preset]
    try:
        return msgspec.convert({**msgspec.to_builtins(chosen), **switches}, type(chosen))
    except msgspec.ValidationError as error:
        raise NotationError(f"options: {in_words(error)}") from None
