"""Says with which key or card players of The Adventure Begins tell the device what they do."""

from __future__ import annotations

from typing import Any

from companion.adventure import facts, overlays
from companion.adventure.lines import allies, events, goods_for_sale
from companion.adventure.modes import AskingItem, Fulfilling, LookingOut, Marked, PickEvent, TaskList
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
        case PickEvent():
            return _down(mode.cursor, [line.command for line in events(scene)], command)
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


def _asked(scene: Scene, mode: Marked, command: Command) -> Deed:
    match command:
        case a.RevealEvent(event):
            return Show(_paper(scene, event))
        case a.ReadStory(number):
            there = _paper_or_none(scene, f"story-{number}")
            return YES if there is None else Show(there)
        case a.Choose():
            return _down(mode.cursor, [line.command for line in allies(scene)], command)
        case a.Sell(card):
            return _sells(scene, mode, card)
        case a.Tell(value):
            return YES if facts.likeliest(scene).value != value else SKIP
        case a.FulfilTask():
            return _opens(scene, command)
        case a.LookOut():
            return NO if picks(scene) else YES
        case m.Take(card) | m.Claim(card) | m.Reveal(card):
            return Show(card)
        case a.TakeItem(card) | a.TakeCoin(card) | a.TakeCrown(card):
            return Show(card)
        case a.Accept() | m.Repel():
            return YES
        case a.Decline() | m.Keep():
            return NO
    return NEXT


def _opens(scene: Scene, command: a.FulfilTask) -> Deed:
    """Answer a task that is asked, else show its story card, or open the list where it has none."""
    if open_now(scene) == "task":
        return YES
    there = _paper_or_none(scene, f"story-{command.number}")
    if there is not None:
        return Show(there)
    return YES if can_fulfil(scene) and not shown(scene).may_look and not picks(scene) else Press("menu")


def _sells(scene: Scene, mode: Marked, card: int) -> Deed:
    kinds = [line.command for line in goods_for_sale(scene)]
    good = [item_of(scene.card(line.card)) for line in kinds if isinstance(line, a.Sell)]
    return YES if good[mode.cursor % len(good)] == item_of(scene.card(card)) else NEXT


def _down(cursor: int, commands: list[Command], command: Command) -> Deed:
    """Go down a list to the line that says the command."""
    return YES if commands[cursor % len(commands)] == command else NEXT


def _paper(scene: Scene, kind: str) -> int:
    there = _paper_or_none(scene, kind)
    assert there is not None, f"{kind} is a card of the pack"
    return there


def _paper_or_none(scene: Scene, kind: str) -> int | None:
    found: Any = (paper.id for paper in papers_of(scene.rules) if paper.kind == kind)
    first: int | None = next(found, None)
    return first
