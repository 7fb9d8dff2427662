"""What the cards of the expansion do for their owner, beside the clauses of the base game."""

from __future__ import annotations

from engine.portroyal.cards import Clause


class Item(Clause, frozen=True, tag="item"):
    """A ship that may be kept for what it carries (I03)."""

    item: str


class CrownValue(Clause, frozen=True, tag="crown-value"):
    """A ship that is worth a crown instead of a coin (I04)."""


class LooksOut(Clause, frozen=True, tag="looks-out"):
    """Lets its owner look at three cards once in his turn (P02)."""


class PaysCrowns(Clause, frozen=True, tag="pays-crowns"):
    """Pays when so many cards lie in the harbor as the time to take begins (P06)."""

    cards: int
    crowns: int


class Buys(Clause, frozen=True, tag="buys"):
    """Buys one item at that moment; 0: not this one (P06)."""

    bread: int
    rum: int
