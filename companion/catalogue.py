"""Loads the cards of a game, which lie as a YAML file beside the rules that give them meaning."""

from __future__ import annotations

from importlib import resources
from typing import Any

from companion.yamltext import load
from engine.games import GAMES

FILES = {"port-royal": ("engine.portroyal", "cards.yaml")}
"""Package and file name of every game's cards."""


def load_cards(game: str) -> tuple[Any, ...]:
    """Give every physical card of a game at the place of its id; takes some milliseconds.

    Raises ``KeyError`` for a game that is not there.
    """
    package, name = FILES[game]
    text = resources.files(package).joinpath(name).read_text(encoding="utf-8")
    return GAMES[game].load(load(text, name))


class Catalogues:
    """The cards of all games, each loaded when it is first asked for."""

    def __init__(self) -> None:
        self._cards: dict[str, tuple[Any, ...]] = {}

    def cards(self, game: str) -> tuple[Any, ...]:
        """Give the cards of a game; raises ``KeyError`` for a game that is not there."""
        if game not in self._cards:
            self._cards[game] = load_cards(game)
        return self._cards[game]
