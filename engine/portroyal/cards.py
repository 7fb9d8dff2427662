"""The cards of Port Royal: kinds with their numbers, clauses as a closed vocabulary, and the catalogue.

Text and numbers are data (``cards.yaml``), the vocabulary is here, and a person is a sentence in it.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Colour = Literal["yellow", "blue", "green", "red", "black", "ares"]
"""``ares``: the sixth colour, of the expansion's pirates."""
SKULL = 99
"""Strength of a ship that can never be repelled (D3)."""


class Clause(msgspec.Struct, frozen=True, tag_field="clause", forbid_unknown_fields=True):
    """One clause of what a card does for its owner."""


class Swords(Clause, frozen=True, tag="swords"):
    """Repels: counts as so many swords (D3)."""

    n: int


class ShipIncome(Clause, frozen=True, tag="ship-income"):
    """Ships of a colour bring more (T3)."""

    colour: str
    add: int


class PriceCut(Clause, frozen=True, tag="price-cut"):
    """Persons cost less (T4)."""

    by: int


class ExtraTake(Clause, frozen=True, tag="extra-take"):
    """More cards may be taken (T1)."""

    n: int


class CoinsIfFull(Clause, frozen=True, tag="coins-if-full"):
    """Pays when so many cards lie in the harbor as the time to take begins (T5)."""

    cards: int
    coins: int


class CoinsIfNothing(Clause, frozen=True, tag="coins-if-nothing"):
    """Pays on a bust and when there is nothing to take (D4, T7)."""

    coins: int


class Symbols(Clause, frozen=True, tag="symbols"):
    """Goes on expeditions as any one of these symbols (E2)."""

    any_of: str


class Gamble(Clause, frozen=True, tag="gamble"):
    """Lets its owner turn up four cards at once (G1)."""


AnyClause = Swords | ShipIncome | PriceCut | ExtraTake | CoinsIfFull | CoinsIfNothing | Symbols | Gamble


class Kind(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All copies of one printed face."""

    kind: str
    """The name that table scripts use."""
    copies: int
    type: Literal["ship", "person", "expedition", "tax"]
    role: str = ""
    """What a person is, such as ``sailor`` or ``trader-red``."""
    colour: Colour | Literal[""] = ""
    coins: int = 0
    """What a ship or an expedition brings, or a tax gives as its bonus."""
    swords: int = 0
    """What repels a ship."""
    skull: bool = False
    price: int = 0
    points: int = 0
    needs: str = ""
    """Symbols of an expedition, sorted: A anchor, C cross, H hut."""
    relief: Literal["most-swords", "fewest-points", ""] = ""
    """Who gets the bonus of a tax (D7)."""
    five_players: bool = False
    printing: Literal["big-box", "first-edition", ""] = ""
    clauses: tuple[AnyClause, ...] = ()


class Card(msgspec.Struct, frozen=True, kw_only=True):
    """One physical card; its numbers are those of its kind."""

    id: int
    face: Kind
    copy: int
    """1 for the first of its kind."""
    kind: str
    type: str
    colour: str
    coins: int
    strength: int
    """What a ship takes to be repelled; ``SKULL`` for never."""
    swords: int
    """What a person repels."""
    price: int
    points: int
    needs: str
    symbols: str
    """The symbols a person may stand for; empty for most."""
    clauses: tuple[Clause, ...]

    @property
    def name(self) -> str:
        """Give the name of this very copy, such as ``sailor-3-1#2``."""
        return f"{self.kind}#{self.copy}"


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[Kind, ...]


def load(content: Any) -> tuple[Card, ...]:
    """Make the catalogue from the parsed ``cards.yaml``; raises ``msgspec.ValidationError``."""
    cards: list[Card] = []
    for kind in msgspec.convert(content, _File).cards:
        symbols = symbols_of(kind.clauses)
        cards += [
            physical_card(kind, len(cards) + i, i + 1, kind.clauses, symbols) for i in range(kind.copies)
        ]
    return tuple(cards)


def symbols_of(clauses: tuple[Clause, ...]) -> str:
    """Give the symbols that a person with these clauses may stand for."""
    return "".join(c.any_of for c in clauses if isinstance(c, Symbols))


def physical_card(kind: Kind, number: int, copy: int, clauses: tuple[Clause, ...], symbols: str) -> Card:
    """Make one physical card of a kind, with what is printed on it as far as it is known."""
    return Card(
        id=number,
        face=kind,
        copy=copy,
        kind=kind.kind,
        type=kind.type,
        colour=kind.colour,
        coins=kind.coins,
        strength=SKULL if kind.skull else kind.swords,
        swords=sum(c.n for c in clauses if isinstance(c, Swords)),
        price=kind.price,
        points=kind.points,
        needs=kind.needs,
        symbols=symbols,
        clauses=clauses,
    )
