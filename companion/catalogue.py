"""Loads the cards of a game, which lie as a YAML file beside the rules that give them meaning."""

from __future__ import annotations

from importlib import resources
from typing import Any

from companion.open_cards import OPEN_CARDS
from companion.yamltext import load
from engine.games import GAMES

FILES = {
    "port-royal": ("engine.portroyal", "cards.yaml"),
    "adventure": ("engine.portroyal", "cards.yaml"),  # its own cards are in a pack
    "port-royal-2000": ("engine.portroyal2000", "cards.yaml"),
}
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
        self._tagged: dict[str, tuple[Any, ...]] = {}

    def tagged(self, game: str) -> tuple[Any, ...]:
        """Give the cards of a game that a deck can have tags for; raises ``KeyError``.

        Those of The Adventure Begins are in a pack: they are the real ones, as far as they are known.
        """
        if game not in self._tagged:
            cards, opened = self.cards(game), OPEN_CARDS.get(game)
            self._tagged[game] = opened.tagged(cards) if opened else cards
        return self._tagged[game]

    def cards(self, game: str) -> tuple[Any, ...]:
        """Give the cards of a game; raises ``KeyError`` for a game that is not there."""
        if game not in self._cards:
            self._cards[game] = load_cards(game)
        return self._cards[game]
