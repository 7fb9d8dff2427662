"""The kept remove used on any own card at any time, where a table plays so (``remove_kept``)."""

from __future__ import annotations

from companion.doors import Doors, ground, list_key
from companion.flow import STAY, Context, Menu, Press, Reply
from companion.lists import listed
from companion.screen import Screen, screen
from companion.tricks.lines import removals
from companion.tricks.modes import Removing
from companion.tricks.scene import scene_of
from engine.kernel import Command


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
    lines = list(removals(scene_of(ctx)))
    return list_key(mode, press, len(lines), lambda line: _removed(mode, lines[line].command))


def _removed(mode: Removing, command: Command | None) -> Reply:
    return Reply(play=(command,), mode=ground(mode)) if command else STAY
