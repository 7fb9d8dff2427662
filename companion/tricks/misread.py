"""Sets right a card that was read wrong: its tag sticks on another card than the deck says (CO3).

The tag is mapped anew, and the entry that it made is taken back and made with the right card.  The list has
all cards of that type: what is left would tell too much (C6).  Source: device-ux.md 6.4.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.corrections_read import mapped
from companion.doors import Doors, closes, ground
from companion.flow import STAY, Context, Flow, Menu, Mode, PickCard, Press, Reply, Tap
from companion.screen import Screen, screen
from companion.tricks.scene import Scene, scene_of
from engine.kernel import Command, Illegal, decide
from engine.portroyal2000 import messages as m

TAPPED = (m.TurnUp, m.Choose, m.Play, m.TakePenalty, m.TurnBonus)
"""Commands that a tap of their card makes."""


class Misread(msgspec.Struct, frozen=True):
    """Asks which card the one tapped last really is."""

    under: Mode


def misread_flows() -> dict[type[Mode], Flow]:
    """Give the flow of ``Misread``."""
    return {Misread: Flow(draw=_draw, key=_key, tap=_tap)}


def open_misread(doors: Doors, mode: Menu, ctx: Context) -> Reply:
    """Open the list from the menu; refused when the last entry is no card that was tapped."""
    scene = scene_of(ctx)
    if _said(scene) is None:
        return Reply(mode=ground(mode), note=scene.say("read.none"), signal="refused")
    return Reply(mode=PickCard(Misread(mode), _alike(scene)))


def _said(scene: Scene) -> Any:
    """Give the last command if a tap made it, else None."""
    last = scene.session.last
    command: Command | None = last.commands[0] if last and len(last.commands) == 1 else None
    return command if isinstance(command, TAPPED) else None


def _alike(scene: Scene) -> tuple[int, ...]:
    """Give all cards of the type of the card that was tapped."""
    kind = scene.card(_said(scene).card).type
    return tuple(c.id for c in scene.rules.cards if c.type == kind and scene.in_game(c.id))


def _draw(mode: Misread, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    said = _said(scene)
    name = scene.full(said.card) if said is not None else ""
    rows = (ctx.texts("read.said"), name, "", scene.say("read.which"))
    return screen(scene.say("read.title"), *rows, keys=scene.say("keys.read"))


def _key(mode: Misread, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    scene = scene_of(ctx)
    if press.long or press.key == "next" or _said(scene) is None:
        return STAY
    return Reply(mode=PickCard(mode, _alike(scene))) if press.key == "yes" else Reply(mode=mode.under)


def _tap(mode: Misread, ctx: Context, tap: Tap) -> Reply:
    """Take the card that was picked for the one that the tag is on; a card on the reader is no answer."""
    scene = scene_of(ctx)
    said = _said(scene)
    if tap.uid or tap.card is None or said is None:
        return Reply(signal="refused")
    right = msgspec.structs.replace(said, card=tap.card)
    try:
        decide(scene.rules, scene.session.before(), right)
    except Illegal as no:
        return Reply(refuse=no)
    orders = mapped(ctx, said.card, tap.card)
    return Reply(mode=ground(mode), undo=True, play=(right,), orders=orders, note=scene.say("read.done"))
