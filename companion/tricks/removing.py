"""The kept remove used on any own card at any time, where a table plays so (``remove_kept``)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.doors import Doors, closes, ground
from companion.flow import STAY, Context, Menu, Press, Reply
from companion.lists import listed, stepped
from companion.screen import Screen, screen
from companion.tricks.lines import removals
from companion.tricks.modes import Removing
from companion.tricks.scene import scene_of


def open_removing(doors: Doors, mode: Menu, ctx: Context) -> Reply:
    """Open the list from the menu; refused while there is nothing that the remove could take away."""
    scene = scene_of(ctx)
    if scene.view.won >= 0 or not scene.view.removable:
        return Reply(mode=ground(mode), note=scene.say("remove.not-now"), signal="refused")
    return Reply(mode=Removing(mode))


def draw_removing(mode: Removing, ctx: Context) -> Screen:
    """Draw the list of what can be removed."""
    scene = scene_of(ctx)
    labels = [line.label for line in removals(scene)]
    title = scene.say("remove.title", name=scene.upper(scene.state.kept))
    return screen(title, *listed(ctx.texts, labels, mode.cursor), keys=scene.say("keys.list-back"))


def key_removing(mode: Removing, ctx: Context, press: Press) -> Reply:
    """Mark a line, take it, or leave."""
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    lines = list(removals(scene_of(ctx)))
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, len(lines))))
    if press.key == "no":
        return Reply(mode=mode.under)
    command = lines[mode.cursor].command if press.key == "yes" and mode.cursor < len(lines) else None
    return Reply(play=(command,), mode=ground(mode)) if command else STAY
