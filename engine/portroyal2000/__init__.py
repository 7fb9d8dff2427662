"""Port Royal (2000), the trick-taking game for three or four players (rules 1 to 171, rulings B1 to B71)."""

from __future__ import annotations

from typing import Any

from engine.kernel import Rules
from engine.notation import seat_of
from engine.portroyal2000.cards import Card, load
from engine.portroyal2000.facts import FACTS, Position, facts, placement
from engine.portroyal2000.notation import parse, write
from engine.portroyal2000.options import PRESETS, Options, options_of
from engine.portroyal2000.rules import base
from engine.portroyal2000.scoring import scores
from engine.portroyal2000.setup import SEATS, Placement, initial
from engine.portroyal2000.state import State
from engine.portroyal2000.view import view
from engine.setup import check_players

__all__ = [
    "FACTS",
    "PRESETS",
    "SEATS",
    "Options",
    "Position",
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
    """Give rules and first state for a set-up (``engine.games.SetUp``); ``start`` is the first dealer."""
    names = tuple(set_up.players)
    check_players(names, SEATS)
    rules = base(cards, names, options_of(set_up.rules, set_up.options))
    dealer = 0 if set_up.start is None else seat_of(names, set_up.start)
    place = Placement() if set_up.position is None else placement(rules, set_up.position)
    return rules, initial(rules, dealer, place)
