"""Says with which key or card players of Port Royal (2000) tell the device what they do."""

from __future__ import annotations

from companion.deeds import Deed, Show
from companion.flow import Context, Mode, Press
from companion.tricks.answers import unanswered
from companion.tricks.bidding import shown_bid
from companion.tricks.lines import Line, open_lines
from companion.tricks.modes import Marked
from companion.tricks.scene import Scene, scene_of
from companion.tricks.seats import marked_of
from engine.kernel import Command
from engine.portroyal2000 import messages as m

TAPPED = (m.TurnUp, m.Choose, m.Play, m.TurnBonus)
"""Commands that are said by tapping their card."""
YES, NO, NEXT = Press("yes"), Press("no"), Press("next")


def deed_for(mode: Mode, ctx: Context, command: Command) -> Deed:
    """Say what a player does next so that the device hears this command in the end."""
    scene = scene_of(ctx)
    marked = marked_of(scene, mode)
    if unanswered(scene, marked):
        return YES
    if isinstance(command, TAPPED):
        return Show(command.card)
    if isinstance(command, m.Pass):
        return NO
    if isinstance(command, m.Bid):
        return YES if shown_bid(scene, marked) == command.tons else NEXT
    return _down(scene, marked, command)


def _down(scene: Scene, mode: Marked, command: Command) -> Deed:
    """Go down a list to the line that says the command; YES says everything else."""
    lines = open_lines(scene, mode)
    wanted = [number for number, line in enumerate(lines) if _says(line, command)]
    return YES if not wanted or mode.cursor in wanted else NEXT


def _says(line: Line, command: Command) -> bool:
    return _same(line.command, command) or any(_says(below, command) for below in line.then)


def _same(said: Command | None, command: Command) -> bool:
    """Tell whether two commands do the same; the ship that a card lies on may be left unsaid."""
    match said, command:
        case m.Remove(card, -1), m.Remove(other, _):
            return card == other
        case m.Relocate(card, ship, -1), m.Relocate(other, to, _):
            return (card, ship) == (other, to)
    return said == command
