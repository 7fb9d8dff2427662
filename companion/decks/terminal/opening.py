"""Takes the deck that a command is about from the shelf, and asks what must be asked about it."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from companion.cardnames import CardNames
from companion.catalogue import Catalogues
from companion.decks.asking import ask
from companion.decks.record import Deck, DeckError
from companion.decks.shelf import Shelf
from companion.decks.terminal.words import CardWords
from companion.open_cards import cards_in
from companion.store_file import state_folder
from companion.texts import load_catalogue


def shelf_of(options: argparse.Namespace) -> Shelf:
    """Give the shelf of the state folder; raises ``StoreError``."""
    return Shelf(state_folder(options.data), Catalogues().tagged)


def opened_deck(shelf: Shelf, name: str | None, *, yes: bool, game: str = "") -> Deck:
    """Open a deck, without a name the one in use for a game; say what was odd, and ask about a hand edit.

    Raises ``DeckError``.
    """
    if name is None:
        name = shelf.chosen(game)
    if name is None:
        names = ", ".join(shelf.names())
        raise DeckError(
            f"No deck is in use for {game}: choose one of {names} with --deck NAME."
            if names
            else "There is no deck yet. Begin one with: port-royal cards new NAME"
        )
    opened = shelf.open(name)
    if opened.notice:
        print(opened.notice, file=sys.stderr)
    if opened.edited is None:
        return opened.deck
    question = f"The file of deck '{name}' was edited by hand and is good. Keep it as it is now?"
    return shelf.accept_edit(name) if ask(question, yes=yes) else shelf.refuse_edit(name)


def deck_cards(deck: Deck) -> tuple[Any, ...]:
    """Give all cards that lie in the box of a deck."""
    return cards_in(deck, Catalogues().tagged(deck.game))


def card_words(deck: Deck) -> CardWords:
    """Give the words for the cards of a deck."""
    return CardWords(deck_cards(deck), CardNames(load_catalogue().cards))
