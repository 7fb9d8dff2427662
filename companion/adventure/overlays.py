"""Questions that lie over the game: Lookout, task, item, event without a tag (AD6, AD8, AD9, AD11)."""

from __future__ import annotations

from companion.adventure import words
from companion.adventure.gains import reward_row
from companion.adventure.lines import events
from companion.adventure.modes import AskingItem, Fulfilling, LookingOut, PickEvent
from companion.adventure.words import shown
from companion.flow import Context
from companion.lists import listed
from companion.screen import CELLS, Screen, screen
from companion.screens.scene import Scene, bar, scene_of
from engine.adventure import messages as a
from engine.adventure.items import income_of
from engine.adventure.pack_cards import item_of, shows_crown
from engine.adventure.persons import discarded_unseen
from engine.adventure.requirements import slots
from engine.adventure.state import tale
from engine.adventure.tasks import can_fulfil, task_of, ways
from engine.kernel import Command
from engine.portroyal.messages import Discovering, Taking
from engine.portroyal.trade import fee_for

BODY = 6
BIG = 2


# -- AD6 ---------------------------------------------------------------------------------
def look_out(mode: LookingOut, ctx: Context) -> Screen:
    """Draw AD6."""
    scene = scene_of(ctx)
    due = discarded_unseen(scene.state)
    done = len(mode.discarded)
    rows = [scene.label(card) for card in mode.discarded]
    text = ["adv.look.only", "adv.look.tap", "adv.look.back", "adv.look.not"]
    return screen(
        scene.say("adv.look.header", name=scene.upper(scene.view.active)),
        scene.shout("adv.look.headline", num=due + 1),
        *(rows or [scene.say(key, num=due) for key in text]),
        keys=scene.say("adv.look.keys" if not done else "adv.look.keys-more", nth=done + 1, needed=due),
    )


# -- AD8, AD9 ----------------------------------------------------------------------------
def seat_of(scene: Scene) -> int:
    """Give the seat whose task it is: who is asked."""
    return scene.view.to_act if scene.view.to_act >= 0 else scene.view.active


def ready(scene: Scene, number: str) -> bool:
    """Tell whether who is asked could put a marker on a task of choice now."""
    task = next((task for task in tale(scene.state).tasks if task.number == number), None)
    in_time = (
        isinstance(scene.state.asked, (Discovering, Taking)) and task_of(scene.rules, number).when == "turn"
    )
    return in_time and task is not None and can_fulfil(scene.rules, scene.state, seat_of(scene), task)


def told_costs(scene: Scene, number: str) -> bool:
    """Tell whether the table says what is discarded, as the pack does not know it."""
    task = task_of(scene.rules, number)
    return task.discard is None or (task.table and not slots(task.discard))


def commands(scene: Scene, number: str) -> tuple[a.FulfilTask, ...]:
    """Give every way to fulfil a task, those that discard the same kinds once."""
    cards = scene.rules.cards
    different: dict[tuple[str, ...], a.FulfilTask] = {}
    for command in ways(scene.rules, scene.state, seat_of(scene), number):
        assert isinstance(command, a.FulfilTask), "ways to fulfil a task"
        different.setdefault(tuple(sorted(cards[c].kind for c in command.cards)), command)
    return tuple(different.values())


def command_of(scene: Scene, mode: Fulfilling) -> a.FulfilTask:
    """Give what YES says."""
    if told_costs(scene, mode.number):
        return a.FulfilTask(mode.number, mode.cards, mode.coins)
    offered = commands(scene, mode.number)
    return offered[mode.choice % len(offered)] if offered else a.FulfilTask(mode.number)


def fulfil(mode: Fulfilling, ctx: Context) -> Screen:
    """Draw AD8 for a task that is ready, else AD9."""
    scene = scene_of(ctx)
    seat, number = seat_of(scene), mode.number
    title = bar(scene.say("adv.task", task=number), scene.upper(seat))
    lying = next((task for task in shown(scene).tasks if task.number == number), None)
    name = (lying.title or "") if lying else ""
    if not ready(scene, number):
        rows = (name[:CELLS], *words.wanted_rows(scene, seat, number), _by_whom(scene, number))
        rows = tuple(row for row in rows if row)[: BODY - BIG]
        shout = scene.shout("adv.done" if lying and seat in lying.seats else "adv.not-yet")
        return screen(title, shout, *rows, keys=scene.say("adv.keys.not-yet"))
    command = command_of(scene, mode)
    rows = (
        *words.wanted_rows(scene, seat, number),
        _cost_row(scene, mode, command),
        words.uncovers(scene, seat),
        reward_row(scene, number),
    )
    rows = tuple(row for row in rows if row)
    rows = rows if len(rows) <= BODY - BIG else tuple(row for row in rows if not row.startswith("ok"))
    return screen(title, scene.shout("adv.fulfil"), *rows[: BODY - BIG], keys=_fulfil_keys(scene, mode))


def _by_whom(scene: Scene, number: str) -> str:
    done = words.done_by(scene, number)
    return scene.say("adv.done-by", on=done) if done else ""


def _cost_row(scene: Scene, mode: Fulfilling, command: a.FulfilTask) -> str:
    tokens = " ".join(_discarded(scene, card) for card in command.cards)
    if told_costs(scene, mode.number):
        if not mode.coins and not tokens:
            return scene.say("adv.cost-open")
        return scene.say("adv.cost-told", coin=mode.coins, tokens=tokens).rstrip()[:CELLS]
    return scene.say("adv.cost", tokens=tokens)[:CELLS] if tokens else ""


def _discarded(scene: Scene, card: int) -> str:
    """Name a card that is discarded: an item ship by what it carries."""
    item_there = item_of(scene.card(card))
    return scene.say(f"adv.good.{item_there}") if item_there else scene.token(card)


def _fulfil_keys(scene: Scene, mode: Fulfilling) -> str:
    if told_costs(scene, mode.number):
        return scene.say("adv.keys.fulfil-told")
    return scene.say("adv.keys.fulfil-other" if len(commands(scene, mode.number)) > 1 else "adv.keys.fulfil")


# -- AD11, AD12 --------------------------------------------------------------------------
def value_of(scene: Scene, card: int) -> Command:
    """Give the command that takes a ship for its coin or crown."""
    return a.TakeCrown(card) if shows_crown(scene.card(card)) else a.TakeCoin(card)


def item(mode: AskingItem, ctx: Context) -> Screen:
    """Draw AD11 or AD12."""
    scene = scene_of(ctx)
    face, seat = scene.card(mode.card), scene.view.to_act
    good, crown = scene.say(f"adv.good.{item_of(face)}"), shows_crown(face)
    income = income_of(scene.rules, scene.state, seat, face, 0 if crown else 1)
    bonus = income - (0 if crown else 1)
    fee = fee_for(scene.rules, scene.state, seat, face)
    crowns = tale(scene.state).holders[seat].crowns
    rows = [
        scene.say("adv.item.keep", good=good),
        scene.say("adv.item.crown", num=crowns, more=crowns + 1) if crown else scene.say("adv.item.coin"),
        scene.say("adv.item.bonus", num=bonus) if bonus else "",
        scene.say("adv.item.fee", name=scene.upper(scene.view.active)) if fee else "",
        words.event_line(scene),
    ]
    return screen(
        scene.say("adv.item.header", nam=scene.nam(seat), token=scene.token(mode.card), good=good),
        scene.shout("adv.item.headline"),
        *[row for row in rows if row][: BODY - BIG],
        keys=scene.say("adv.item.keys-crown" if crown else "adv.item.keys-coin"),
    )


# -- an event without a tag --------------------------------------------------------------
def pick_event(mode: PickEvent, ctx: Context) -> Screen:
    """Draw the list of events that can come."""
    scene = scene_of(ctx)
    lines = [line.label for line in events(scene)]
    return screen(
        scene.say("adv.which-event"),
        *listed(ctx.texts, lines, mode.cursor % len(lines)),
        keys=scene.say("adv.keys.list-back"),
    )
