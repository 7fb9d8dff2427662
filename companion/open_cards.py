"""Games with cards of their own, of which some facts only the table knows: one record for each.

Other games have none: all their cards are in a catalogue, as they are.  A record is loaded when a table, a
deck or an owner's pack of its game is looked at first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.decks.record import Deck
from engine.kernel import Command, Rules
from engine.later import Later
from engine.session import Entry, Session


class OpenCards(msgspec.Struct, frozen=True):
    """What differs with such cards."""

    tagged: Callable[[tuple[Any, ...]], tuple[Any, ...]]
    """Gives all cards that a deck can have tags for, from those of the catalogue."""
    could_be: Callable[[str, str], bool]
    """Tells of a game and a card's name whether it may be in a box although nothing names it."""
    in_deck: Callable[[tuple[Any, ...], Deck], tuple[Any, ...]]
    """Gives the cards that lie in a box, of those that can have tags, by the names that its deck has."""
    shown: Callable[[Rules], tuple[Any, ...]]
    """Gives the cards of a table that are only shown to the reader."""
    in_game: Callable[[Deck, Iterable[Any]], Deck]
    """Gives a deck in the words of a game's cards."""
    renamed: Callable[[Deck, Rules, Any, Any], Deck]
    """Gives a deck with the names that were told of its cards between two states."""
    taps: tuple[type[Command], ...]
    """Commands that a tapped card says, beside those of the base game."""
    pack: Callable[[Path], Callable[[str], Any]]
    """Gives what loads a pack by its name, with what its owner told, from the folder of saved games."""
    keeper: Callable[[Path], Callable[[Session, Any, Entry], None]]
    """Gives what keeps in that folder what an entry, begun in a state, told of cards."""


def _adventure() -> OpenCards:
    # Another game's table has no use for all this.
    from companion.adventure import keeping, papers, tags  # noqa: PLC0415
    from companion.packs import load_pack  # noqa: PLC0415
    from engine.adventure import messages as a  # noqa: PLC0415

    return OpenCards(
        tagged=lambda cards: papers.with_papers(cards, load_pack(REAL)),
        could_be=tags.could_be,
        in_deck=lambda cards, deck: tags.in_deck(cards, deck, partial(load_pack, REAL)),
        shown=papers.papers_of,
        in_game=tags.in_game,
        renamed=tags.renamed,
        taps=(a.TakeItem, a.TakeCoin, a.TakeCrown),
        pack=keeping.owners_pack,
        keeper=keeping.keeper,
    )


def cards_in(deck: Deck, cards: tuple[Any, ...]) -> tuple[Any, ...]:
    """Give the cards that lie in the box of a deck, of all that its game can have tags for."""
    opened = OPEN_CARDS.get(deck.game)
    return opened.in_deck(cards, deck) if opened else cards


REAL = "known"
"""The pack of the real cards."""
OPEN_CARDS = Later({"adventure": _adventure})
"""The games that have such cards."""
