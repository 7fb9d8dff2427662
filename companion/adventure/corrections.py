"""Sets right what the device believes of crowns, markers and facts: says what changes, and pays nothing."""

from __future__ import annotations

from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.adventure.facts import form_for
from companion.adventure.forms import Form
from companion.adventure.modes import Marked
from companion.adventure.words import shown
from companion.doors import Doors, closes, ground, keep_tap, tap_ground
from companion.flow import STAY, Context, Flow, Flows, Mode, Press, Reply
from companion.lists import cut, listed, stepped, upper
from companion.menus import with_holds
from companion.play_fixes import after, may
from companion.screen import Screen, headline, screen
from companion.screens.scene import Scene, scene_of
from engine.adventure.mending import SetFact, SetHolders, SetTasks
from engine.adventure.state import book, tale
from engine.kernel import Command


class WhoseCrowns(msgspec.Struct, frozen=True):
    """Asks whose crowns were counted."""

    under: Mode
    cursor: int = 0


class EditCrowns(msgspec.Struct, frozen=True):
    """Sets a player's crown marker to the field where it stands."""

    under: Mode
    seat: int
    crowns: int


class WhichTask(msgspec.Struct, frozen=True):
    """Asks on which task the markers are set right."""

    under: Mode
    cursor: int = 0


class EditMarkers(msgspec.Struct, frozen=True):
    """Sets who is really on a task."""

    under: Mode
    number: str
    seats: tuple[int, ...]
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
        WhoseCrowns: Flow(draw=_draw_whose, key=_key_whose, tap=partial(tap_ground, doors)),
        EditCrowns: Flow(draw=_draw_crowns, key=_key_crowns, tap=keep_tap, asks=True),
        WhichTask: Flow(draw=_draw_tasks, key=_key_tasks, tap=partial(tap_ground, doors)),
        EditMarkers: Flow(draw=_draw_markers, key=_key_markers, tap=keep_tap, asks=True),
        WhichFact: Flow(draw=_draw_facts, key=_key_facts, tap=partial(tap_ground, doors)),
        EditFact: Flow(draw=_draw_fact, key=_key_fact, tap=keep_tap, asks=True),
    }
    return {kind: with_holds(doors, flow) for kind, flow in flows.items()}


def _listed(mode: Any, press: Press, count: int) -> Reply | None:
    """Answer the keys of a list but YES; None for that."""
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, count)))
    if press.key == "no":
        return Reply(mode=mode.under)
    return None if press.key == "yes" and count else STAY


def _entered(mode: Any, *commands: Command) -> Reply:
    return Reply(play=commands, mode=ground(mode), announce=True)


# -- crowns ------------------------------------------------------------------------------
def _draw_whose(mode: WhoseCrowns, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    lines = [
        scene.say("adv.fix.crowns-line", name=scene.name(one.seat), crowns=one.crowns)
        for one in shown(scene).adventurers
    ]
    body = listed(ctx.texts, lines, mode.cursor)
    return screen(scene.say("adv.fix.crowns-whose"), *body, keys=ctx.texts("fix.list.keys"))


def _key_whose(mode: WhoseCrowns, ctx: Context, press: Press) -> Reply:
    scene = scene_of(ctx)
    stepping = _listed(mode, press, scene.rules.seats)
    if stepping is not None:
        return stepping
    crowns = tale(scene.state).holders[mode.cursor].crowns
    return Reply(mode=EditCrowns(mode.under, mode.cursor, crowns))


def _draw_crowns(mode: EditCrowns, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    device = tale(scene.state).holders[mode.seat].crowns
    return screen(
        scene.say("adv.fix.crowns", name=upper(scene.rules.names[mode.seat])),
        headline(f"♛ {mode.crowns}"),
        scene.say("adv.fix.device", num=device),
        scene.say("adv.fix.table", num=mode.crowns),
        _points_row(scene, mode.seat, SetHolders(crowns=((mode.seat, mode.crowns),))),
        scene.say("adv.nothing-paid"),
        keys=ctx.texts("number.keys"),
    )


def _points_row(scene: Scene, seat: int, command: Command) -> str:
    """Say which points follow from a correction."""
    before = scene.state.players[seat].points
    now = after(scene.session, command).players[seat].points if may(scene.session, command) else before
    return scene.say("adv.fix.points", points=before, more=now)


def _key_crowns(mode: EditCrowns, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.key in ("next", "no"):
        step = 5 if press.long else 1
        most = book(scene_of(ctx).rules).pack.crown_track.fields or 0
        crowns = max(0, min(most, mode.crowns + (step if press.key == "next" else -step)))
        return Reply(mode=replace(mode, crowns=crowns), signal=None if crowns != mode.crowns else "refused")
    if press.key == "yes" and not press.long:
        return _entered(mode, SetHolders(crowns=((mode.seat, mode.crowns),)))
    return STAY


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
    lying = tale(scene_of(ctx).state).tasks
    stepping = _listed(mode, press, len(lying))
    if stepping is not None:
        return stepping
    task = lying[mode.cursor]
    return Reply(mode=EditMarkers(mode, task.number, task.seats))


def _draw_markers(mode: EditMarkers, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    lines = [
        scene.say("adv.fix.on" if seat in mode.seats else "adv.fix.off", name=cut(name))
        for seat, name in enumerate(scene.rules.names)
    ]
    lines.append(scene.say("adv.fix.save"))
    body = listed(ctx.texts, lines, mode.cursor)
    return screen(
        scene.say("adv.fix.markers-who", task=mode.number), *body, keys=scene.say("adv.keys.toggle")
    )


def _key_markers(mode: EditMarkers, ctx: Context, press: Press) -> Reply:
    seats = scene_of(ctx).rules.seats
    stepping = _listed(mode, press, seats + 1)
    if stepping is not None:
        return stepping
    if mode.cursor == seats:
        return _entered(mode, SetTasks(tasks=((mode.number, mode.seats),)))
    seat = mode.cursor
    there = tuple(s for s in mode.seats if s != seat) if seat in mode.seats else (*mode.seats, seat)
    return Reply(mode=replace(mode, seats=there))


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
    stepping = _listed(mode, press, len(paths))
    if stepping is not None:
        return stepping
    return Reply(mode=EditFact(mode, paths[mode.cursor], Marked(scene.session.seq)))


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
        keys=scene.say("keys.fact"),
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
    return _entered(mode, SetFact(mode.path, msgspec.json.encode(form.value(values)).decode()))
