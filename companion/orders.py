"""What a flow asks the desk to do with decks: each order is carried out on disk before anything is heard."""

from __future__ import annotations

import msgspec

from companion.decks.record import Deck


class KeepDeck(msgspec.Struct, frozen=True):
    """Keep a deck as it is now."""

    deck: Deck
    last_copy: bool = False
    """The last card of a kind got its tag: it sounds different."""
    silent: bool = False
    """Something else tells that it is done."""


class Learn(msgspec.Struct, frozen=True):
    """From now on a tag is on this card: somebody said so; begins a deck where there is none."""

    uid: str
    card: int
    """Id in the running game."""
    name: str = ""
    """The card's name; empty where the catalogue of the game has it under its id."""


class NewDeck(msgspec.Struct, frozen=True):
    """Begin a deck and use it for its game."""

    name: str
    game: str


class ChooseDeck(msgspec.Struct, frozen=True):
    """Use a deck for its game."""

    name: str


class JudgeEdit(msgspec.Struct, frozen=True):
    """Take a deck file as somebody changed it by hand, or go back to the copy before."""

    name: str
    accepted: bool


class Inscribe(msgspec.Struct, frozen=True):
    """Write on a tag which card it is on, as soon as it lies on its reader alone."""

    reader: str
    uid: str
    card: str
    """Its name, such as ``sailor-3-1#2``."""


Order = KeepDeck | Learn | NewDeck | ChooseDeck | JudgeEdit | Inscribe
