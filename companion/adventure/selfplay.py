"""Says with which key or card players of The Adventure Begins tell the device what they do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.adventure import facts, overlays
from companion.adventure.lines import allies, goods_for_sale
from companion.adventure.modes import AskingItem, Fulfilling, LookingOut, Marked, TaskList
from companion.adventure.papers import papers_of
from companion.adventure.prompts import can_fulfil, marked_of
from companion.adventure.words import open_now, shown
from companion.deeds import Deed, Show
from companion.flow import Context, Mode, Press
from companion.play_modes import Claiming
from companion.screens.main import picks
from companion.screens.scene import Scene, scene_of
from engine.adventure import messages as a
from engine.adventure.pack_cards import item_of
from engine.kernel import Command
from engine.portroyal import messages as m

YES, NO, NEXT, SKIP = Press("yes"), Press("no"), Press("next"), Press("next", long=True)
ITEMS = (a.TakeItem, a.TakeCoin, a.TakeCrown)


def deed_for(mode: Mode, ctx: Context, command: Command) -> Deed:
    """Say what a player does next so that the device hears this command in the end."""
    scene = scene_of(ctx)
    match mode:
        case Claiming():
            return YES
        case AskingItem():
            return YES if isinstance(command, a.TakeItem) else NO
        case LookingOut():
            assert isinstance(command, a.LookOut), "a Lookout was asked for"
            return Show(next(card for card in command.discard if card not in mode.discarded))
        case TaskList():
            numbers = [task.number for task in shown(scene).tasks]
            assert isinstance(command, a.FulfilTask), "a task was asked for"
            return YES if numbers[mode.cursor] == command.number else NEXT
        case Fulfilling():
            return _fulfils(scene, mode, command)
    return _asked(scene, marked_of(scene, mode), command)


def _fulfils(scene: Scene, mode: Fulfilling, command: Command) -> Deed:
    """Turn to the set of cards that goes, then say yes."""
    if overlays.told_costs(scene, mode.number) or not isinstance(command, a.FulfilTask):
        return YES
    shown_now = overlays.command_of(scene, mode)
    kinds = [sorted(scene.card(c).kind for c in one.cards) for one in (shown_now, command)]
    return YES if kinds[0] == kinds[1] else NEXT


KEYS: Mapping[type, Deed] = {
    a.Accept: YES,
    m.Repel: YES,
    a.Decline: NO,
    m.Keep: NO,
}
"""Answers that are said by one key; NEXT says all others."""
SHOWN = (m.Take, m.Claim, m.Reveal, a.TakeItem, a.TakeCoin, a.TakeCrown)
"""Answers that are said by their card."""


def _asked(scene: Scene, mode: Marked, command: Command) -> Deed:
    if isinstance(command, SHOWN):
        return Show(command.card)
    answer = _ASKED.get(type(command))
    return answer(scene, mode, command) if answer else KEYS.get(type(command), NEXT)


def _reads(scene: Scene, mode: Marked, command: a.ReadStory) -> Deed:
    """Show the story card that is due, where the pack has it."""
    there = _paper(scene, f"task-{command.number}")
    return YES if there is None else Show(there)


def _chooses(scene: Scene, mode: Marked, command: a.Choose) -> Deed:
    return _down(mode.cursor, [line.command for line in allies(scene)], command)


def _tells(scene: Scene, mode: Marked, command: a.Tell) -> Deed:
    """Take what is shown, at once where it is all that is wanted."""
    return SKIP if facts.likeliest(scene).value == command.value else YES


def _looks(scene: Scene, mode: Marked, command: a.LookOut) -> Deed:
    return NO if picks(scene) else YES


def _opens(scene: Scene, mode: Marked, command: a.FulfilTask) -> Deed:
    """Answer a task that is asked, else show its story card, or open the list where it has none."""
    if open_now(scene) == "task":
        return YES
    there = _paper(scene, f"task-{command.number}")
    if there is not None:
        return Show(there)
    return YES if can_fulfil(scene) and not shown(scene).may_look and not picks(scene) else Press("menu")


def _sells(scene: Scene, mode: Marked, command: a.Sell) -> Deed:
    kinds = [line.command for line in goods_for_sale(scene)]
    good = [item_of(scene.card(line.card)) for line in kinds if isinstance(line, a.Sell)]
    return YES if good[mode.cursor % len(good)] == item_of(scene.card(command.card)) else NEXT


def _down(cursor: int, commands: list[Command], command: Command) -> Deed:
    """Go down a list to the line that says the command."""
    return YES if commands[cursor % len(commands)] == command else NEXT


def _paper(scene: Scene, kind: str) -> int | None:
    """Find a card that is shown to the reader; None when the pack does not have it."""
    found = (paper.id for paper in papers_of(scene.rules) if paper.kind == kind)
    return next(found, None)


_ASKED: Mapping[type, Callable[[Scene, Marked, Any], Deed]] = {
    a.ReadStory: _reads,
    a.Choose: _chooses,
    a.Sell: _sells,
    a.Tell: _tells,
    a.FulfilTask: _opens,
    a.LookOut: _looks,
}
