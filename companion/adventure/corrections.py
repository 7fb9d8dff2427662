"""Sets right what the device believes of tasks and of facts: says what changes, and pays nothing."""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from companion.adventure.corrections_counts import counts_flows
from companion.adventure.facts import form_for
from companion.adventure.forms import Form
from companion.adventure.modes import Marked
from companion.adventure.words import shown
from companion.doors import Doors, closes, corrected, ground, keep_tap, list_key, tap_ground
from companion.flow import STAY, Context, Flow, Flows, Mode, Press, Reply
from companion.lists import cut, listed
from companion.menus import with_holds
from companion.screen import Screen, headline, screen
from companion.screens.scene import Scene, scene_of
from engine.adventure.mending import SetFact, SetTasks
from engine.adventure.state import tale
from engine.adventure.tasks import TWICE, task_of


class WhichTask(msgspec.Struct, frozen=True):
    """Asks on which task the markers are set right."""

    under: Mode
    cursor: int = 0


class EditMarkers(msgspec.Struct, frozen=True):
    """Sets who is really on a task."""

    under: Mode
    number: str
    seats: tuple[int, ...]
    upper: tuple[int, ...] = ()
    """Of task 52."""
    cursor: int = 0


class WhichFact(msgspec.Struct, frozen=True):
    """Asks which fact was told wrong."""

    under: Mode
    cursor: int = 0


class EditFact(msgspec.Struct, frozen=True):
    """Tells a fact anew, part by part."""

    under: Mode
    path: str
    marked: Marked


def corrections_flows(doors: Doors) -> Flows:
    """Give the flows of these corrections."""
    flows: dict[type[Mode], Flow] = {
        **counts_flows(doors),
        WhichTask: Flow(draw=_draw_tasks, key=_key_tasks, tap=partial(tap_ground, doors)),
        EditMarkers: Flow(draw=_draw_markers, key=_key_markers, tap=keep_tap, asks=True),
        WhichFact: Flow(draw=_draw_facts, key=_key_facts, tap=partial(tap_ground, doors)),
        EditFact: Flow(draw=_draw_fact, key=_key_fact, tap=keep_tap, asks=True),
    }
    return {kind: with_holds(doors, flow) for kind, flow in flows.items()}


# -- markers -----------------------------------------------------------------------------
def _draw_tasks(mode: WhichTask, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    lines = [
        scene.say("adv.task-now-by", task=task.number, on=" ".join(map(scene.nam, task.seats)) or "-")
        for task in shown(scene).tasks
    ]
    body = listed(ctx.texts, lines, mode.cursor) if lines else (scene.say("adv.tasks.none"),)
    return screen(scene.say("adv.fix.markers"), *body, keys=ctx.texts("fix.list.keys"))


def _key_tasks(mode: WhichTask, ctx: Context, press: Press) -> Reply:
    scene = scene_of(ctx)
    lying = tale(scene.state).tasks

    def chosen(line: int) -> Reply:
        task = lying[line]
        upper = next(each.upper for each in shown(scene).tasks if each.number == task.number)
        return Reply(mode=EditMarkers(mode, task.number, task.seats, upper))

    return list_key(mode, press, len(lying), chosen)


def _draw_markers(mode: EditMarkers, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    lines = [
        scene.say(f"adv.fix.{_place(mode, seat)}", name=cut(name))
        for seat, name in enumerate(scene.rules.names)
    ]
    lines.append(scene.say("adv.fix.save"))
    body = listed(ctx.texts, lines, mode.cursor)
    return screen(
        scene.say("adv.fix.markers-who", task=mode.number), *body, keys=scene.say("adv.keys.toggle")
    )


def _key_markers(mode: EditMarkers, ctx: Context, press: Press) -> Reply:
    scene = scene_of(ctx)

    def chosen(line: int) -> Reply:
        twice = task_of(scene.rules, mode.number).when == TWICE
        if line == scene.rules.seats:
            upper = mode.upper if twice else None
            return corrected(mode, SetTasks(tasks=((mode.number, mode.seats),), upper=upper))
        return Reply(mode=_turned(mode, line, twice=twice))

    return list_key(mode, press, scene.rules.seats + 1, chosen)


def _place(mode: EditMarkers, seat: int) -> str:
    return "upper" if seat in mode.upper else "on" if seat in mode.seats else "off"


def _turned(mode: EditMarkers, seat: int, *, twice: bool) -> EditMarkers:
    """Move a marker on: from the character to the task, over its upper field if it has one, and back."""
    seats = tuple(each for each in mode.seats if each != seat)
    upper = tuple(each for each in mode.upper if each != seat)
    match _place(mode, seat):
        case "off" if twice:
            return replace(mode, upper=(*upper, seat))
        case "off" | "upper":
            return replace(mode, seats=(*seats, seat), upper=upper)
    return replace(mode, seats=seats)


# -- facts -------------------------------------------------------------------------------
def _told(scene: Scene) -> tuple[str, ...]:
    """Give the facts told in this game that can be told anew; names of cards are undone instead."""
    return tuple(fact.path for fact in tale(scene.state).facts if fact.card < 0)


def _draw_facts(mode: WhichFact, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    lines = [path[-20:] for path in _told(scene)]
    body = listed(ctx.texts, lines, mode.cursor) if lines else (scene.say("adv.fix.fact-none"),)
    return screen(scene.say("adv.fix.fact"), *body, keys=ctx.texts("fix.list.keys"))


def _key_facts(mode: WhichFact, ctx: Context, press: Press) -> Reply:
    scene = scene_of(ctx)
    paths = _told(scene)

    def chosen(line: int) -> Reply:
        return Reply(mode=EditFact(mode, paths[line], Marked(scene.session.seq)))

    return list_key(mode, press, len(paths), chosen)


def _form(mode: EditFact, scene: Scene) -> Form:
    return form_for(scene, mode.path)


def _draw_fact(mode: EditFact, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    part = _form(mode, scene).part(mode.marked.values)
    assert part is not None, "something is asked"
    value = part.said(part.first() if mode.marked.value is None else mode.marked.value)
    return screen(
        scene.say("adv.fix.fact"),
        headline(str(value).upper()[:10]),
        scene.say(f"adv.fact.{part.key}"),
        mode.path[-21:],
        scene.say("adv.nothing-paid"),
        keys=scene.say("adv.keys.fact"),
    )


def _key_fact(mode: EditFact, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    form = _form(mode, scene_of(ctx))
    part = form.part(mode.marked.values)
    assert part is not None, "something is asked"
    value = part.first() if mode.marked.value is None else mode.marked.value
    by = {"next": 1, "no": -1}.get(press.key, 0)
    if by:
        return Reply(mode=replace(mode, marked=replace(mode.marked, value=part.turned(value, by))))
    if press.key != "yes":
        return STAY
    values = (*mode.marked.values, part.said(value))
    if form.part(values) is not None:
        return Reply(mode=replace(mode, marked=Marked(mode.marked.at, values=values)))
    return corrected(mode, SetFact(mode.path, msgspec.json.encode(form.value(values)).decode()))
