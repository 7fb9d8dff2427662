"""How one fact is asked: part by part, each pre-set to the likeliest (AD17); the names of open cards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from engine.adventure.pack_cards import face_of

Values = tuple[int | str, ...]


class Part(msgspec.Struct, frozen=True):
    """One part of a fact: a number in a range, or one of some words."""

    key: str
    """Of the text that asks for it."""
    likely: int | str
    least: int = 0
    most: int = 99
    words: tuple[str, ...] = ()

    def first(self) -> int:
        """Give the number or the place of the word that is shown first."""
        return self.words.index(str(self.likely)) if self.words else int(self.likely)

    def turned(self, value: int, by: int) -> int:
        """Give the next or an earlier value; after the last comes the first."""
        if self.words:
            return (value + by) % len(self.words)
        return self.least + (value + by - self.least) % (self.most - self.least + 1)

    def said(self, value: int) -> int | str:
        """Give the value that is meant."""
        return self.words[value] if self.words else value


class Form(msgspec.Struct, frozen=True):
    """How one fact is asked."""

    part: Callable[[Values], Part | None]
    """Gives the part that is asked next, None when all was said."""
    value: Callable[[Values], Any]
    """Makes the fact of its parts."""


def of_parts(parts: tuple[Part, ...]) -> Callable[[Values], Part | None]:
    """Ask for parts in their order."""
    return lambda values: parts[len(values)] if len(values) < len(parts) else None


# -- names of cards ----------------------------------------------------------------------
COLOURS = ("yellow", "blue", "green", "red", "black")
SWORDS = ("1", "2", "3", "4", "5", "6", "7", "8", "skull")


def card_form(kind: str, likely: str) -> Form:
    """Ask for the open parts of a card's name."""
    wider, proposal = face_of(kind), face_of(likely)
    assert wider is not None, "it is a card of the pack"
    assert proposal is not None, "it is proposed"
    if wider.role == "expedition":
        return _needs()
    keys = [key for key, part in wider.parts.items() if part == "?"]
    parts = tuple(_open(key, proposal.parts[key], ares=proposal.ares) for key in keys)

    def value(values: Values) -> str:
        name = wider.kind
        for said in values:
            name = name.replace("?", str(said), 1)
        return name

    return Form(of_parts(parts), value)


def _open(key: str, likely: str, *, ares: bool) -> Part:
    if key == "colour":
        return Part("colour", likely, words=COLOURS)
    if key == "value":
        return Part("value", likely, words=("1", "crown"))
    if key == "item":
        return Part("item", likely, words=("book", "herbs") if ares else ("bread", "rum"))
    if key == "swords" and likely in SWORDS:
        return Part("swords", likely, words=SWORDS)
    return Part(key, int(likely), 0, 20)


ITEMS = ("none", "book", "bread", "herbs", "rum", "ares")
SYMBOLS = ("A", "C", "H", "AA", "CC", "HH", "AC", "AH", "CH", "AAC", "AAH", "ACC", "ACH", "AHH", "CCH", "CHH")
ALL_SYMBOLS = (*SYMBOLS, "AACC", "AACH", "AAHH", "ACCH", "ACHH", "CCHH")


def _needs() -> Form:
    """Ask for symbols, two items and the points of an expedition."""
    parts = (
        Part("symbols", "AC", words=ALL_SYMBOLS),
        Part("item-1", "herbs", words=ITEMS),
        Part("item-2", "none", words=ITEMS),
        Part("exp-points", 7, 0, 20),
    )

    def value(values: Values) -> str:
        items = sorted(str(item) for item in values[1:3] if item != "none")
        return "-".join(["expedition", str(values[0]), *items, str(values[3])])

    return Form(of_parts(parts), value)
