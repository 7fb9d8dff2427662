"""What a table begins with where nobody was asked: the usual rules, and chance for the rest."""
# ruff: noqa: PLC0415 - a game is loaded when it is played

from __future__ import annotations

import random

from companion.setups import SETUPS
from engine.adventure.head import Head, Mode
from engine.games import SetUp

ADVENTURE = "adventure"


def first_game(
    game: str,
    players: tuple[str, ...],
    rng: random.Random,
    *,
    rules: str = "",
    mode: Mode = "coop",
    chapter: int = 1,
    pack: str = "synthetic",
) -> SetUp:
    """Give a game's set-up: the preset named if the game has it, else its first one.

    ``mode``, ``chapter`` and ``pack`` are of The Adventure Begins; its characters and tasks are drawn by lot.
    """
    presets = SETUPS[game].presets
    preset = rules if rules in presets else next(iter(presets))
    head = _head(players, rng, mode, chapter, pack) if game == ADVENTURE else None
    return SetUp(game=game, players=players, rules=preset, adventure=head)


def _head(players: tuple[str, ...], rng: random.Random, mode: Mode, chapter: int, pack: str) -> Head:
    from companion.packs import load_pack
    from companion.players_adventure import drawn_head

    return drawn_head(rng, load_pack(pack), players, mode, chapter)
