"""The Adventure Begins, the expansion of Port Royal for one to four players (rules S01 to O05)."""

from __future__ import annotations

from engine.adventure.head import Head
from engine.adventure.notation import FACTS, facts, parse, write
from engine.adventure.options import PRESETS, Options
from engine.adventure.pack import Pack
from engine.adventure.setup import SEATS, open_table
from engine.adventure.view import view

__all__ = [
    "FACTS",
    "PRESETS",
    "SEATS",
    "Head",
    "Options",
    "Pack",
    "facts",
    "open_table",
    "parse",
    "view",
    "write",
]
