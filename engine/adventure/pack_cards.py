"""The playing cards of a pack: an id says what is printed, ``?`` stands for an open part."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from engine.adventure.clauses import Buys, CrownValue, Item, LooksOut, PaysCrowns
from engine.adventure.pack import Pack
from engine.portroyal.cards import (
    Card,
    Clause,
    Kind,
    ShipIncome,
    Swords,
    Symbols,
    physical_card,
    symbols_of,
)

ITEM_LETTERS = {"bread": "b", "rum": "r", "book": "k", "herbs": "e", "ares": "x"}
"""How items stand in the symbols of cards and the needs of expeditions; ``x``, either Ares Pirate, is last,
so that what needs the very item is served first."""
NUMBER = r"(?P<{}>0|[1-9]\d?|\?)"
COST_POINTS = NUMBER.format("cost") + "-" + NUMBER.format("points")
SHIP = (
    r"ship-(?P<colour>ares|yellow|blue|green|red|black|\?)-(?P<value>1|crown|\?)-"
    r"(?P<swords>0|[1-9]\d?|skull|\?)-(?P<item>book|herbs|bread|rum|\?)"
)
GOODS = r"(?:ares|book|bread|herbs|rum)"
NEEDS = rf"(?P<needs>(?=[ACH])A*C*H*(?:-{GOODS})*|{GOODS}(?:-{GOODS})*)"
EXPEDITION = rf"expedition-(?:\?|{NEEDS}-{NUMBER.format('points')})"
PATTERNS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (role, re.compile(pattern))
    for role, pattern in (
        ("ship", SHIP),
        ("tybuk", f"tybuk-{COST_POINTS}-{NUMBER.format('swords')}"),
        ("lookout", f"lookout-{COST_POINTS}"),
        ("innkeeper", f"innkeeper-{COST_POINTS}-b{NUMBER.format('bread')}-r{NUMBER.format('rum')}"),
        ("captain", f"captain-ares-{COST_POINTS}"),
        ("priest", f"priest-ares-{COST_POINTS}"),
        ("settler", f"settler-ares-{COST_POINTS}"),
        ("expedition", EXPEDITION),
        ("tax", "tax-16"),
    )
)
SYMBOL = {"captain": "A", "priest": "C", "settler": "H"}


class Face(msgspec.Struct, frozen=True):
    """What an id says: the kind, and the parts that stand in it."""

    kind: str
    role: str
    """``ship``, ``tax``, ``expedition``, or what a person is."""
    parts: dict[str, str]

    @property
    def open(self) -> bool:
        """Tell whether a part of it is not known."""
        return "?" in self.kind

    @property
    def ares(self) -> bool:
        """Tell whether it is one of the Ares Pirates."""
        return self.parts.get("colour") == "ares"


def face_of(kind: str) -> Face | None:
    """Read an id; None for one that no pattern fits, or whose parts cannot lie on one card (Q06)."""
    for role, pattern in PATTERNS:
        if found := pattern.fullmatch(kind):
            parts = {key: part for key, part in found.groupdict().items() if part is not None}
            return Face(kind, role, parts) if _possible(role, parts) else None
    return None


def _possible(role: str, parts: dict[str, str]) -> bool:
    if role == "ship":
        ares, item = parts["colour"] == "ares", parts["item"]
        if ares:
            return parts["value"] in ("1", "?") and item in ("book", "herbs", "?")
        return parts["colour"] == "?" or item in ("bread", "rum", "?")
    if role == "expedition" and "needs" in parts:
        _, items = _needs(parts["needs"])
        return items == sorted(items)
    return True


def _needs(text: str) -> tuple[str, list[str]]:
    """Split what an expedition needs into letters and items."""
    first, *items = text.split("-")
    return (first, items) if first.isupper() or not first else ("", [first, *items])


def fits(face: Face, wider: Face) -> bool:
    """Tell whether a face can be what an open one turns out to be."""
    if face.role != wider.role:
        return False
    return all(part in ("?", face.parts.get(key)) for key, part in wider.parts.items())


# -- cards --------------------------------------------------------------------------------
def pack_cards(pack: Pack, first_id: int) -> tuple[tuple[Card, ...], dict[int, str]]:
    """Make the cards of a pack, numbered from an id on, and the group of each."""
    cards: list[Card] = []
    groups: dict[int, str] = {}
    copies: dict[str, int] = {}
    for group, kinds in pack.groups.items():
        for kind, number in kinds.items():
            face = face_of(kind)
            assert face is not None, f"{kind} was checked before"
            for _ in range(number):
                copies[kind] = copies.get(kind, 0) + 1
                card = card_of(face, first_id + len(cards), copies[kind], pack)
                groups[card.id] = group
                cards.append(card)
    return tuple(cards), groups


def card_of(face: Face, card: int, copy: int, pack: Pack) -> Card:
    """Make one physical card of a face; what is open on it counts for nothing until it is named."""
    kind = _kind(face, pack)
    clauses = _clauses(face)
    items = [ITEM_LETTERS[c.item] + ("x" if face.ares else "") for c in clauses if isinstance(c, Item)]
    return physical_card(kind, card, copy, clauses, symbols_of(clauses) + "".join(items))


def _number(face: Face, part: str) -> int:
    text = face.parts.get(part, "?")
    return int(text) if text.isdecimal() else 0


def _kind(face: Face, pack: Pack) -> Kind:
    common: dict[str, Any] = {"kind": face.kind, "copies": 1}
    if face.role == "ship":
        swords = face.parts["swords"]
        colour: Any = "" if face.parts["colour"] == "?" else face.parts["colour"]
        return Kind(
            **common,
            type="ship",
            colour=colour,
            coins=_number(face, "value"),
            swords=_number(face, "swords"),
            skull=swords == "skull",
        )
    if face.role == "expedition":
        facts = pack.expeditions.get(face.kind)
        coins = (facts.coins or 0) if facts else 0
        return Kind(
            **common, type="expedition", points=_number(face, "points"), needs=needs_of(face), coins=coins
        )
    if face.role == "tax":
        return Kind(**common, type="tax", coins=2, relief="fewest-points")
    return Kind(
        **common, type="person", role=face.role, price=_number(face, "cost"), points=_number(face, "points")
    )


def needs_of(face: Face) -> str:
    """Give what an expedition needs as letters: persons, then items, then any Ares Pirate."""
    letters, items = _needs(face.parts.get("needs", ""))
    return letters + "".join(sorted((ITEM_LETTERS[item] for item in items), key=lambda x: (x == "x", x)))


def _clauses(face: Face) -> tuple[Clause, ...]:
    parts = face.parts
    if face.role == "ship":
        item = () if parts["item"] == "?" else (Item(parts["item"]),)
        return (*item, CrownValue()) if parts["value"] == "crown" else item
    if face.role == "tybuk":
        return (Swords(_number(face, "swords")),)
    if face.role == "lookout":
        return (LooksOut(),)
    if face.role == "innkeeper":
        return (PaysCrowns(4, 1), Buys(_number(face, "bread"), _number(face, "rum")))
    if face.role in SYMBOL:
        return (Symbols(SYMBOL[face.role]), ShipIncome("ares", 1))
    return ()


def item_of(card: Card) -> str:
    """Give the item on a ship, empty for none."""
    return next((c.item for c in card.clauses if type(c) is Item), "")


def shows_crown(card: Card) -> bool:
    """Tell whether a ship is worth a crown instead of a coin."""
    return any(type(c) is CrownValue for c in card.clauses)


def in_group(groups: dict[int, str], group: str) -> tuple[int, ...]:
    """Give the cards of a group."""
    return tuple(card for card, name in groups.items() if name == group)
