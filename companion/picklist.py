"""Picks a card from lists, level by level; what comes of it is as if the card had been tapped.

Source: device-ux.md 4.2 (DV1: harbor and likely cards first).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.doors import Doors, Picking, closes, tap_under
from companion.flow import STAY, Context, Flow, Flows, Mode, PickCard, Press, Reply, Tap
from companion.lists import ROOM, cut, listed, stepped
from companion.open_cards import OPEN_CARDS
from companion.orders import Learn
from companion.screen import Screen, screen
from companion.screens.scene import rules_now
from engine.portroyal.cards import SKULL, Card
from engine.portroyal.messages import Claim, Reveal, Take
from engine.portroyal.piles import place_of
from engine.session import Session

TAPPED = (Reveal, Take, Claim)
"""Commands that a tapped card says."""
NEAR = ("harbor", "expeditions")
"""Places whose cards stand at the top, without a level above them."""


class Branch(msgspec.Struct, frozen=True):
    """A line: one card, or a level with more of them."""

    key: str
    label: str
    cards: tuple[int, ...]


def picklist_flows(doors: Doors) -> Flows:
    """Give the flow of ``PickCard``."""
    tap = partial(tap_under, doors)
    return {PickCard: Flow(draw=partial(_draw, doors), key=partial(_key, doors), tap=tap)}


# -- what is offered ---------------------------------------------------------------------
def can_come(session: Session, untagged: Collection[int] = ()) -> tuple[int, ...]:
    """Give the cards that may be tapped now, one of each kind; those on the table come first."""
    opened = OPEN_CARDS.get(session.table.game.name)
    tapped: tuple[type[Any], ...] = (*TAPPED, *opened.taps) if opened else TAPPED
    cards = [command.card for command in session.choices() if isinstance(command, tapped)]
    return one_each(session, cards, untagged)


def one_each(session: Session, cards: Iterable[int], untagged: Collection[int] = ()) -> tuple[int, ...]:
    """Give one card for each kind and place, those in the harbor and the row of expeditions first.

    Of several copies it is one that has no tag: the others would be tapped.
    """
    faces, state = rules_now(session).cards, session.state
    firsts: dict[tuple[str, tuple[str, int]], int] = {}
    for card in sorted(cards, key=lambda card: (card not in untagged, card)):
        firsts.setdefault((faces[card].kind, place_of(state, card)), card)
    return tuple(sorted(firsts.values(), key=lambda card: (place_of(state, card)[0] not in NEAR, card)))


def branches(picking: Picking, mode: PickCard, ctx: Context) -> tuple[Branch, ...]:
    """Give the lines of the level that is open."""
    if ctx.session is None:
        return ()
    lines = _split(picking, ctx, ctx.session, mode.cards)
    for key in mode.chosen:
        below = next((line.cards for line in lines if line.key == key), ())
        lines = _split(picking, ctx, ctx.session, below)
    return lines


def _split(picking: Picking, ctx: Context, session: Session, cards: tuple[int, ...]) -> tuple[Branch, ...]:
    """Put cards under as few headings as tell them apart; a few cards need none."""
    near = [card for card in cards if picking.near(session, card)]
    far = [card for card in cards if card not in near]
    if len(cards) > ROOM:
        for level in picking.levels:
            groups = _grouped(picking, ctx, session, far, level)
            if len(groups) > 1:
                return (*_singles(picking, ctx, session, near), *groups)
    return tuple(_singles(picking, ctx, session, cards))


def _grouped(
    picking: Picking,
    ctx: Context,
    session: Session,
    cards: list[int],
    level: Callable[[Context, Any], tuple[str, str]],
) -> list[Branch]:
    faces = rules_now(session).cards
    groups: dict[tuple[str, str], list[int]] = {}
    for card in cards:
        groups.setdefault(level(ctx, faces[card]), []).append(card)
    lines: list[Branch] = []
    for (key, label), members in groups.items():
        alone = len(members) == 1
        lines += _singles(picking, ctx, session, members) if alone else [Branch(key, label, tuple(members))]
    return lines


def _singles(picking: Picking, ctx: Context, session: Session, cards: Iterable[int]) -> list[Branch]:
    """Give a line for each card; twins in different places are told apart by their place."""
    faces = [rules_now(session).cards[card] for card in cards]
    kinds = [face.kind for face in faces]
    return [
        Branch(
            face.name,
            picking.name(ctx, face) if kinds.count(face.kind) == 1 else picking.placed(ctx, session, face.id),
            (face.id,),
        )
        for face in faces
    ]


# -- the base game's cards -----------------------------------------------------------------
def _type(ctx: Context, card: Card) -> tuple[str, str]:
    """Give the heading of a card's type, for ships of its colour."""
    if card.type == "ship" and not card.colour:
        return card.kind, long_name(ctx, card)
    if card.type == "ship":
        return card.colour, ctx.texts("pick.ships", colour=ctx.names.hue(card.colour))
    return card.type, ctx.texts(f"pick.{card.type}")


def _role(ctx: Context, card: Card) -> tuple[str, str]:
    """Give the heading of a person's role; for other cards that of their kind."""
    if card.face.role:
        return card.face.role, ctx.names.full(card.kind)
    return card.kind, long_name(ctx, card)


# -- words -------------------------------------------------------------------------------
def long_name(ctx: Context, card: Card) -> str:
    """Name a card so that no other kind has the same name: ``◆RED 3 †6``, ``Sailor 5``, ``Gambler 6 2*``."""
    points = ctx.texts("pick.points", points=card.points) if card.face.printing else ""
    return " ".join(filter(None, (ctx.names.label(card.kind), _strength(ctx, card), points)))


def placed_name(ctx: Context, session: Session, card: int) -> str:
    """Name a card in short and say where it lies: ``Sai3 Before ANN``."""
    face = rules_now(session).cards[card]
    brief = ctx.names.token(face.kind) + _strength(ctx, face)
    return ctx.texts("pick.placed", brief=brief, place=place_name(ctx, *place_of(session.state, card)))


def _strength(ctx: Context, card: Card) -> str:
    """Say what repels a ship; the coins alone do not tell ships apart."""
    if card.type != "ship" or "?" in card.kind:
        return ""
    skull = card.strength == SKULL
    return ctx.texts("pick.skull") if skull else ctx.texts("pick.swords", swords=card.strength)


def _is_near(session: Session, card: int) -> bool:
    return place_of(session.state, card)[0] in NEAR


def place_name(ctx: Context, place: str, seat: int = -1) -> str:
    """Name a place of the table, at most 15 cells."""
    if place != "display" or ctx.session is None:
        return ctx.texts(f"place.{place}")
    return ctx.texts("place.display", name=cut(ctx.session.table.rules.names[seat]))


PICKING = Picking(near=_is_near, levels=(_type, _role), name=long_name, placed=placed_name)
"""How the base game's cards are picked."""


# -- the flow ----------------------------------------------------------------------------
def _branches(doors: Doors, mode: PickCard, ctx: Context) -> tuple[Branch, ...]:
    return branches(doors.game(ctx.session).picking, mode, ctx) if ctx.session else ()


def _draw(doors: Doors, mode: PickCard, ctx: Context) -> Screen:
    lines = [branch.label for branch in _branches(doors, mode, ctx)]
    body = listed(ctx.texts, lines, mode.cursor) if lines else (ctx.texts("pick.none"),)
    return screen(ctx.texts("pick.header"), *body, keys=ctx.texts("pick.keys"))


def _key(doors: Doors, mode: PickCard, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=mode.under)
    if press.long:
        return STAY
    lines = _branches(doors, mode, ctx)
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, len(lines))))
    if press.key == "no":
        return Reply(mode=_up(doors, mode, ctx))
    if press.key == "yes" and mode.cursor < len(lines):
        branch = lines[mode.cursor]
        if len(branch.cards) > 1:
            return Reply(mode=replace(mode, chosen=(*mode.chosen, branch.key), cursor=0))
        return _picked(doors, mode, ctx, branch.cards[0])
    return STAY


def _up(doors: Doors, mode: PickCard, ctx: Context) -> Mode:
    """Go back a level, to the line that was opened; from the top, to what lies under the list."""
    if not mode.chosen:
        return mode.under
    above = replace(mode, chosen=mode.chosen[:-1])
    keys = [branch.key for branch in _branches(doors, above, ctx)]
    return replace(above, cursor=keys.index(mode.chosen[-1]) if mode.chosen[-1] in keys else 0)


def _picked(doors: Doors, mode: PickCard, ctx: Context, card: int) -> Reply:
    """Let the card count as tapped; an unknown tag is on it from now on."""
    session: Any = ctx.session
    kind = rules_now(session).cards[card].kind
    reply = tap_under(doors, mode, ctx, Tap(uid=mode.uid, card=card, kind=kind))
    return replace(reply, orders=(Learn(mode.uid, card), *reply.orders)) if mode.uid else reply
