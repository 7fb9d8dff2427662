"""Picks a kind of card from lists outside a game: heap by heap, persons by their role."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.box import Box
from companion.doors import Doors, list_key, tap_under
from companion.flow import Context, Flow, Flows, Mode, Press, Reply
from companion.lists import listed
from companion.screen import Screen, screen
from companion.screens.heap_words import heap_line, label

Chosen = Callable[[Any, Context, str], Reply]
"""What a flow under the list does with the kind that was picked."""
ALIKE = ("ship", "expedition", "tax")
"""Types whose kinds stand in their heap without a level in between."""


class PickKind(msgspec.Struct, frozen=True):
    """Asks for a kind of card."""

    under: Mode
    then: str
    """What the kind is wanted for: ``check`` or ``lost``."""
    path: tuple[str, ...] = ()
    """Headings gone down so far."""
    cursor: int = 0


class Line(msgspec.Struct, frozen=True):
    """A heading, or a kind."""

    key: str
    label: str
    kind: str = ""
    """Empty for a heading."""


def kind_flows(chosen: Mapping[str, Chosen], doors: Doors) -> Flows:
    """Give the flow of ``PickKind``; ``chosen`` says what comes of a kind, by what it is wanted for."""
    return {PickKind: Flow(draw=_draw, key=partial(_key, chosen), tap=partial(tap_under, doors))}


def lines(ctx: Context, box: Box, path: tuple[str, ...]) -> tuple[Line, ...]:
    """Give the lines of a level: heaps, then roles of persons, then kinds; a kind alone needs no heading."""
    kinds = [heap.kind for heap in box.heaps if not path or heap.pile == path[0]]
    if not path:
        piles = dict.fromkeys(heap.pile for heap in box.heaps)
        return tuple(Line(pile, heap_line(ctx, pile)) for pile in piles)
    roles: dict[str, list[str]] = {}
    for kind in kinds:
        roles.setdefault(_role(box, kind), []).append(kind)
    if len(path) > 1:
        return tuple(_kind(ctx, box, kind) for kind in roles.get(path[1], ()))
    if len(roles) == 1:
        return tuple(_kind(ctx, box, kind) for kind in kinds)
    return tuple(
        _kind(ctx, box, members[0]) if len(members) == 1 else Line(role, _role_line(ctx, box, members[0]))
        for role, members in roles.items()
    )


def _role(box: Box, kind: str) -> str:
    """Give what a kind is grouped by: a person's role, the type of a ship, else its name but the number."""
    card = _first(box, kind)
    if card.type == "person":
        return str(card.face.role)
    return str(card.type) if card.type in ALIKE else kind.rpartition("-")[0] or kind


def _role_line(ctx: Context, box: Box, kind: str) -> str:
    """Name a group after one of its kinds."""
    if _first(box, kind).type == "person":
        return ctx.names.full(kind)
    return ctx.names.label(kind).rpartition(" ")[0]


def _kind(ctx: Context, box: Box, kind: str) -> Line:
    return Line(kind, label(ctx, _first(box, kind)), kind)


def _first(box: Box, kind: str) -> Any:
    return next(card for card in box.cards if card.kind == kind)


def _lines(mode: PickKind, ctx: Context) -> tuple[Line, ...]:
    return lines(ctx, ctx.box, mode.path) if ctx.box else ()


def _draw(mode: PickKind, ctx: Context) -> Screen:
    body = listed(ctx.texts, [line.label for line in _lines(mode, ctx)], mode.cursor)
    return screen(ctx.texts("pick.header"), *body, keys=ctx.texts("pick.keys"))


def _key(chosen: Mapping[str, Chosen], mode: PickKind, ctx: Context, press: Press) -> Reply:
    there = _lines(mode, ctx)

    def opened(line: int) -> Reply:
        if there[line].kind:
            return chosen[mode.then](mode.under, ctx, there[line].kind)
        return Reply(mode=replace(mode, path=(*mode.path, there[line].key), cursor=0))

    return list_key(mode, press, len(there), opened, back=lambda: _up(mode, ctx))


def _up(mode: PickKind, ctx: Context) -> Mode:
    """Go back a level, to the line that was opened; from the top, to what lies under the list."""
    if not mode.path:
        return mode.under
    above = replace(mode, path=mode.path[:-1])
    keys = [line.key for line in _lines(above, ctx)]
    return replace(above, cursor=keys.index(mode.path[-1]))
