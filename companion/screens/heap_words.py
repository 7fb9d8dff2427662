"""Says cards of a deck in words, outside a game: names, copies, what tells kinds apart, their heap."""

from __future__ import annotations

from typing import Any

from companion.flow import Context

SHIP = "ship"
HEAPS = ("person", "expedition", "tax", "booty", "bonus", "trick")
"""Types of cards whose heap has a name of its own."""


def label(ctx: Context, card: Any) -> str:
    """Name a card so that no other kind of its game has the same name, at most 14 cells: ``◆RED 3 †6``."""
    if card.type == SHIP:
        return f"{ctx.names.label(card.kind)} {_strength(ctx, card)}".rstrip()
    printing = getattr(getattr(card, "face", None), "printing", "")
    points = f" {ctx.texts('pick.points', points=card.points)}" if printing else ""
    return ctx.names.label(card.kind) + points


def _strength(ctx: Context, card: Any) -> str:
    strength = getattr(card, "strength", None)
    if not isinstance(strength, int):
        return ""
    return ctx.texts("pick.skull") if _is_skull(card) else ctx.texts("pick.swords", swords=strength)


def _is_skull(card: Any) -> bool:
    return bool(card.kind.endswith("-skull"))


def facts(ctx: Context, card: Any, copies: int) -> str:
    """Say what tells a card from others of its name, and which copy it is: ``swords 3 copy 2 of 3``."""
    words = []
    if card.type == SHIP:
        words.append(
            ctx.texts("heap.skull") if _is_skull(card) else ctx.texts("heap.swords", swords=card.strength)
        )
    elif getattr(card, "points", 0):
        words.append(ctx.texts("heap.points", points=card.points))
    words.append(
        ctx.texts("heap.copy", copy=card.copy, copies=copies) if copies > 1 else ctx.texts("heap.only")
    )
    return " ".join(words)


def heap(ctx: Context, pile: str) -> str:
    """Name the sorted heap that a card lies in."""
    kind, _, colour = pile.partition("-")
    if kind == SHIP and colour:
        return ctx.texts("heap.ship", colour=ctx.names.hue(colour))
    return ctx.texts(f"heap.{kind}" if kind in HEAPS else "heap.other")


def heap_line(ctx: Context, pile: str) -> str:
    """Name a heap as a heading of a list, at most 17 cells."""
    kind, _, colour = pile.partition("-")
    if kind == SHIP and colour:
        return ctx.texts("pick.ships", colour=ctx.names.hue(colour))
    return ctx.texts(f"kinds.{kind}" if kind in HEAPS else "kinds.other")


def named(ctx: Context, card: Any, copies: int) -> str:
    """Name a card and, if there are several, its copy, at most 17 cells: ``◆RED 2 †3 c2``."""
    name = label(ctx, card)
    return ctx.texts("heap.named", label=name, copy=card.copy) if copies > 1 else name
