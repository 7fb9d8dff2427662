"""What screens of a game are drawn from, and the words and rows they share."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec

from companion.flow import Context
from companion.lists import cut, short, upper
from companion.play_situation import Situation, situation
from companion.screen import CELLS, HEADLINE_CELLS, Row, headline
from companion.texts import TextError, Texts
from engine.kernel import Rules
from engine.portroyal.cards import Card
from engine.portroyal.view import PlayerView, View
from engine.session import Session

SHORTER = (".short", ".tiny")
"""Ends of the keys of a text's shorter forms."""


def say(texts: Texts, key: str, /, cells: int = CELLS, **fields: object) -> str:
    """Give a text in the longest of its forms that fits; the last one comes as it is.

    The forms of ``tax.title`` stand under ``tax.title``, ``tax.title.short`` and ``tax.title.tiny``.
    """
    said = texts(key, **fields)
    for end in SHORTER:
        if len(said) <= cells:
            break
        try:
            texts.entry(key + end)
        except TextError:
            break
        said = texts(key + end, **fields)
    return said


def bar(left: str, *rights: str, cells: int = CELLS) -> str:
    """Set a text to the left and one to the right; of several the first that leaves a gap, else none."""
    for right in rights:
        if right and len(left) + 1 + len(right) <= cells:
            return left + right.rjust(cells - len(left))
    return left


class Stage(msgspec.Struct, frozen=True):
    """A game at one moment, with the words that screens of every game share."""

    OWN: ClassVar[str] = ""
    """What the keys of the game's own texts begin with."""

    ctx: Context
    session: Session
    state: Any
    rules: Rules

    def say(self, key: str, cells: int = CELLS, /, **fields: object) -> str:
        """Give a text in the longest of its forms that fits."""
        return say(self.ctx.texts, self.OWN + key, cells, **fields)

    def shout(self, key: str, /, **fields: object) -> Row:
        """Give a text as a headline."""
        return headline(self.say(key, HEADLINE_CELLS, **fields))

    def big(self, card: int) -> Row:
        """Give a card's name as a headline."""
        return headline(self.ctx.names.headline(self.rules.cards[card].kind))

    def upper(self, seat: int) -> str:
        """Give a player's name in capitals."""
        return upper(self.rules.names[seat])

    def name(self, seat: int) -> str:
        """Give a player's name."""
        return cut(self.rules.names[seat])

    def nam(self, seat: int) -> str:
        """Give a player's name for lists."""
        return short(self.rules.names[seat])


class Scene(Stage, frozen=True):
    """A game of Port Royal at one moment, with what its screens need."""

    view: View

    @property
    def situation(self) -> Situation:
        """Say what is open on the table."""
        return situation(self.rules, self.state)

    def card(self, card: int) -> Card:
        """Give a card by its id."""
        face: Card = self.rules.cards[card]
        return face

    def token(self, card: int) -> str:
        """Give a card's name in at most four cells."""
        return self.ctx.names.token(self.card(card).kind)

    def label(self, card: int) -> str:
        """Give a card's name for a sentence."""
        return self.ctx.names.label(self.card(card).kind)

    def player(self, seat: int) -> PlayerView:
        """Give what lies before a seat."""
        return self.view.players[seat]


def rules_now(session: Session) -> Rules:
    """Give the rules of a table in the light of what it has told, for a game that learns."""
    rules = session.table.rules
    lit: Rules = rules.learned(rules, session.state) if rules.learned else rules
    return lit


def scene_of(ctx: Context) -> Scene:
    """Gather what screens of the running game need; the context must have a game."""
    session = ctx.session
    assert session is not None, "no game is on the table"
    return Scene(ctx, session, session.state, rules_now(session), session.view())
