"""Words that the text form of Port Royal (2000) is made of: cards, ships."""

from __future__ import annotations

from engine.kernel import Rules
from engine.notation import NotationError, pick
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.messages import HIDDEN

FACE_DOWN = "hidden"
"""What a script calls a bonus card whose value the device does not know."""


def card_of(rules: Rules, name: object) -> int:
    """Give a card by its name, ``hidden`` for a bonus card face down."""
    return HIDDEN if name == FACE_DOWN else pick(rules.cards, name, ())


def cards_of(rules: Rules, names: object, word: str) -> tuple[int, ...]:
    """Give the cards of a list."""
    if not isinstance(names, list):
        raise NotationError(f"{word}: needs a list of cards")
    return tuple(pick(rules.cards, name, ()) for name in names)


def cards_sorted(rules: Rules, names: object, word: str) -> tuple[int, ...]:
    """Give the cards of a list whose order means nothing."""
    return tuple(sorted(cards_of(rules, names, word)))


def ship_number(name: object) -> int:
    """Give the number of a ship by its name."""
    if name not in SHIPS:
        raise NotationError(f"{name!r} is no ship", str(name), SHIPS)
    return SHIPS.index(str(name))


def card_name(rules: Rules, card: int) -> str:
    """Give the name of a card."""
    return FACE_DOWN if card == HIDDEN else str(rules.cards[card].kind)


def card_names(rules: Rules, cards: tuple[int, ...]) -> list[str]:
    """Give the names of cards."""
    return [card_name(rules, card) for card in cards]
