"""Says a card's name in the lengths that screens need: token, headline, full name and label.

The words of a language come from its catalogue; which of shape and letters stands for a colour is
a setting.  Source: device-ux.md, section 8; kinds of cards: table-script.md, "Cards".
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

Marks = Literal["letters", "shapes", "both"]
"""What stands for a colour: its letters, its shape, or the shape and then the letters."""

TOKEN_CELLS = 4
HEADLINE_CELLS = 10
FULL_CELLS = 13
LABEL_CELLS = 14

SHAPES = {"yellow": "●", "blue": "≈", "green": "▲", "red": "◆", "black": "■", "ares": "✖"}
"""The shape of each ship colour; a shape is one cell and the same in every language."""

_COLOUR = "|".join(SHAPES)
_SHIP = re.compile(rf"ship-(?P<colour>{_COLOUR})-(?P<value>\d+|crown|\?)-(?:\d+|skull|\?)(?:-(?:[a-z]+|\?))?")
_EXPEDITION = re.compile(r"expedition-(?P<symbols>[ACH]+|\?)(?P<items>(?:-[a-z]+)*)(?:-\d+)?")
_TAX = re.compile(r"tax-(?P<which>[a-z0-9-]+)")
_SUIT = re.compile(rf"(?P<colour>{_COLOUR})-(?P<value>\d+)")
_NUMBERED = re.compile(r"(?P<stem>[a-z]+)-(?P<value>\d+[a-z]?)")
_PERSON = re.compile(
    rf"(?P<role>[a-z]+(?:-[a-z]+)*?)(?:-(?P<colour>{_COLOUR}))?-(?P<cost>\d+|\?)-(?:\d+|\?)(?:-[\w?]+)*"
)
_OTHER_EVENT = re.compile(r"event-.+")


class ColourWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language's words for one ship colour."""

    letters: str
    """One or two letters."""
    word: str
    """The colour in capitals, at most 8 letters."""
    ship: str
    """The kind of ship, at most 13 letters."""


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A language's names for one role, or for another kind of card."""

    token: str
    headline: str
    full: str


class CardWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ``cards`` section of a catalogue."""

    colours: dict[str, ColourWords]
    roles: dict[str, Name]
    expedition: Name
    taxes: dict[str, Name]
    kinds: dict[str, Name] = {}
    """Cards named by their whole kind, such as ``max-plus-5``, or before a number, such as ``biscuit`` of
    ``biscuit-12``: those of Port Royal 2000.  With the number a token has up to 5 cells."""


class _Numbered(msgspec.Struct, frozen=True):
    """A name in three lengths, each with the number that stands behind it, if any."""

    token: tuple[str, str]
    headline: tuple[str, str]
    full: tuple[str, str]


class UnknownCard(ValueError):
    """No card of a catalogue has this name."""


class CardNames:
    """Names cards in one language, with one way of marking colours."""

    def __init__(self, words: CardWords, marks: Marks = "both") -> None:
        self._words = words
        self._marks = marks

    def mark(self, colour: str) -> str:
        """Give a colour's sign for rows of cards, at most 3 cells: ``◆R``."""
        shape, letters = SHAPES[colour], self._words.colours[colour].letters
        return {"letters": letters, "shapes": shape, "both": shape + letters}[self._marks]

    def sign(self, colour: str) -> str:
        """Give a colour's shape, or its letters where these alone are wanted, at most 2 cells: ``◆``."""
        return self._words.colours[colour].letters if self._marks == "letters" else SHAPES[colour]

    def hue(self, colour: str) -> str:
        """Give a colour with its word: ``◆RED``, or ``RED`` where letters alone are wanted."""
        word = self._words.colours[colour].word
        return word if self._marks == "letters" else SHAPES[colour] + word

    def token(self, kind: str) -> str:
        """Give the name for a row of cards, at most 5 cells: ``◆R3``, ``Sai3``, ``Tr≈5``, ``BIS12``."""
        if ship := _SHIP.fullmatch(kind):
            return self.mark(ship["colour"]) + _coins(ship["value"])
        if expedition := _EXPEDITION.fullmatch(kind):
            symbols = _symbols(expedition)
            return f"{self._words.expedition.token}?" if symbols == "?" else symbols
        if tax := _TAX.fullmatch(kind):
            return self._tax(tax["which"], kind).token
        if suit := _SUIT.fullmatch(kind):
            return self.mark(suit["colour"]) + suit["value"]
        if numbered := self._numbered(kind):
            return "".join(numbered.token)
        name, mark, cost = self._person(kind)
        return name.token[: TOKEN_CELLS - len(mark) - len(cost)] + mark + cost

    def headline(self, kind: str) -> str:
        """Give the name in capitals, at most 10 cells: ``◆RED 2``, ``MADEMOI. 7``, ``EXP. AAH``."""
        if ship := _SHIP.fullmatch(kind):
            return _joined(self.hue(ship["colour"]), _coins(ship["value"]), HEADLINE_CELLS)
        if expedition := _EXPEDITION.fullmatch(kind):
            return _joined(self._words.expedition.headline, _symbols(expedition), HEADLINE_CELLS)
        if tax := _TAX.fullmatch(kind):
            return self._tax(tax["which"], kind).headline
        if suit := _SUIT.fullmatch(kind):
            return _joined(self.hue(suit["colour"]), suit["value"], HEADLINE_CELLS)
        if numbered := self._numbered(kind):
            return _joined(*numbered.headline, HEADLINE_CELLS)
        name, mark, cost = self._person(kind)
        return _priced(name.headline, mark, cost, HEADLINE_CELLS)

    def full(self, kind: str) -> str:
        """Give the name alone, at most 13 cells: ``Frigate``, ``Sailor``, ``Trader ≈``, ``Exped. AAH``."""
        if ship := _SHIP.fullmatch(kind):
            return self._words.colours[ship["colour"]].ship
        if expedition := _EXPEDITION.fullmatch(kind):
            return _joined(self._words.expedition.full, _symbols(expedition), FULL_CELLS)
        if tax := _TAX.fullmatch(kind):
            return self._tax(tax["which"], kind).full
        if suit := _SUIT.fullmatch(kind):
            return _joined(self.hue(suit["colour"]), suit["value"], FULL_CELLS)
        if numbered := self._numbered(kind):
            return _joined(*numbered.full, FULL_CELLS)
        name, mark, _ = self._person(kind)
        return _joined(name.full, mark, FULL_CELLS) if mark else name.full

    def label(self, kind: str) -> str:
        """Give what a sentence calls a card, at most 14 cells: ``Sailor 3``, ``◆RED 3``, ``Trader≈ 5``."""
        if _SHIP.fullmatch(kind):
            return self.headline(kind)
        others = (_EXPEDITION.fullmatch(kind), _TAX.fullmatch(kind), _SUIT.fullmatch(kind))
        if any(others) or self._numbered(kind):
            return self.full(kind)
        name, mark, cost = self._person(kind)
        return _priced(name.full, mark, cost, LABEL_CELLS)

    def _numbered(self, kind: str) -> _Numbered | None:
        """Find the names of a kind that has words of its own, each with the number behind it."""
        known = "event" if kind not in self._words.kinds and _OTHER_EVENT.fullmatch(kind) else kind
        if name := self._words.kinds.get(known):
            return _Numbered((name.token, ""), (name.headline, ""), (name.full, ""))
        numbered = _NUMBERED.fullmatch(kind)
        if numbered is None or (name := self._words.kinds.get(numbered["stem"])) is None:
            return None
        value = numbered["value"]
        return _Numbered((name.token, value), (name.headline, value), (name.full, value))

    def _tax(self, which: str, kind: str) -> Name:
        if which not in self._words.taxes:
            raise UnknownCard(f"There is no card {kind!r}.")
        return self._words.taxes[which]

    def _person(self, kind: str) -> tuple[Name, str, str]:
        """Find a person's name, the mark of a trader's colour (else nothing) and the cost."""
        person = _PERSON.fullmatch(kind)
        name = self._words.roles.get(person["role"]) if person else None
        if person is None or name is None:
            raise UnknownCard(f"There is no card {kind!r}.")
        colour = person["colour"] if person["role"] == "trader" else None
        if colour is None:
            return name, "", person["cost"]
        letters = self._words.colours[colour].letters
        return name, letters if self._marks == "letters" else SHAPES[colour], person["cost"]


def _symbols(expedition: re.Match[str]) -> str:
    """Give what an expedition asks for: its symbols and the number of items, ``?`` when not known."""
    items = expedition["items"].count("-")
    return expedition["symbols"] + (f"+{items}" if items else "")


def _coins(value: str) -> str:
    return "♛" if value == "crown" else value


def _priced(name: str, mark: str, cost: str, cells: int) -> str:
    """Put a trader's shape after the name, its letters before the cost: ``Trader≈ 5``, ``Trader B5``."""
    return _joined(name, mark + cost, cells) if mark.isalpha() else _joined(name + mark, cost, cells)


def _joined(first: str, second: str, cells: int) -> str:
    """Put a space between two words where there is room for it."""
    spaced = f"{first} {second}".rstrip()
    return spaced if len(spaced) <= cells else first + second
