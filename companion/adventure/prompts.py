"""The main display while The Adventure Begins is on: what is asked (AD1 to AD7, AD13 to AD17, AD23)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.adventure import inserting, words
from companion.adventure.ending import final
from companion.adventure.facts import fact
from companion.adventure.gains import reward_row
from companion.adventure.lines import allies, goods_for_sale
from companion.adventure.modes import Marked
from companion.adventure.words import open_now, shown
from companion.lists import listed
from companion.play_fixes import after, may
from companion.play_modes import WithoutReader
from companion.screen import Row, Screen, screen
from companion.screens import main
from companion.screens.paragraph import wrapped
from companion.screens.rows import expedition_rows
from companion.screens.scene import Scene, bar
from engine.adventure import messages as a
from engine.adventure.months import next_story
from engine.adventure.pack import effect_of
from engine.adventure.state import tale
from engine.adventure.tasks import task_of
from engine.kernel import Command

BODY = 6
BIG = 2
"""Rows of a headline."""


def marked_of(scene: Scene, mode: Any) -> Marked:
    """Give what keys changed since the last entry, by the mode that is on or lies underneath."""
    while not isinstance(mode, Marked):
        if isinstance(mode, WithoutReader):
            return Marked(scene.session.seq, all_in=True)  # nothing can be tapped: it is told as news
        below = getattr(mode, "under", None)
        if below is None:
            return Marked(scene.session.seq)
        mode = below
    return mode if mode.at == scene.session.seq else Marked(scene.session.seq)


def prompt(scene: Scene, mode: Marked) -> Screen:
    """Draw what is asked; first of all the cards to add that are not in yet."""
    wanted = inserting.open_called(scene, mode)
    if wanted is not None:
        return inserting.draw(scene, mode, wanted)
    own = PROMPTS.get(open_now(scene))
    if own is not None:
        return own(scene, mode)
    drawn = main.prompt(scene)
    if shown(scene).may_look or can_fulfil(scene):
        drawn = _with_keys(drawn, scene)
    return _with_event(_with_tasks(drawn, scene), scene)


def _with_event(drawn: Screen, scene: Scene) -> Screen:
    """Add the line of the event: where there is room, or instead of what matters less if it still acts."""
    if open_now(scene) in ("new-colour", "twin"):
        if scene.ctx.waiting is not None:
            return drawn
        rows = (*drawn.rows[:-3], Row(words.event_line(scene)), Row(), drawn.rows[-1])
        return replace(drawn, rows=rows)
    return with_row(with_row(drawn, words.event_line(scene), free=True), words.lasting_line(scene))


def _with_tasks(drawn: Screen, scene: Scene) -> Screen:
    """Say which tasks of choice can be fulfilled, where there is room."""
    ready = can_fulfil(scene)
    key = "adv.you-can-tap" if shown(scene).may_look or main.picks(scene) else "adv.you-can"
    said = scene.say(key, tasks=" ".join(ready)) if ready else ""
    # Prices and what is too dear matter to nobody who may take no card any more.
    prices = open_now(scene) not in ("active", "inactive") or scene.view.takes > 0
    return with_row(drawn, said, free=prices)


def can_fulfil(scene: Scene) -> tuple[str, ...]:
    """Give the tasks of choice that who is asked could fulfil now."""
    view = shown(scene)
    if open_now(scene) not in ("first", "running", "active", "inactive"):
        return ()
    return tuple(task.number for task in view.tasks if task.when == "turn" and view.to_act in task.can)


def _with_keys(drawn: Screen, scene: Scene) -> Screen:
    """Say in the key row what YES does: look at three cards, or fulfil a task."""
    yes = scene.say("adv.keys.lookout" if shown(scene).may_look else "adv.keys.tasks")
    go_on = {"active": "keys.done", "inactive": "keys.pass", "running": "keys.stop"}.get(open_now(scene))
    left = f"{scene.say('adv.keys.tap')} {yes}"
    row = bar(left, scene.say(go_on)) if go_on else left
    return replace(drawn, rows=(*drawn.rows[:-1], replace(drawn.rows[-1], text=row)))


def with_row(drawn: Screen, text: str, *, free: bool = False) -> Screen:
    """Put a line into the first free row below everything else, else in the place of the last one.

    It is left out where it stands already and, when ``free``, where there is no free row.
    """
    body = list(drawn.rows[1:-1])
    if not text or Row(text) in body:
        return drawn
    below = len(body)
    while below and not body[below - 1].text and not body[below - 1].big:
        below -= 1
    if free and below == len(body):
        return drawn
    place = min(below, len(body) - 1)
    if body[place].big:
        return drawn
    body[place] = Row(text)
    return replace(drawn, rows=(drawn.rows[0], *body, drawn.rows[-1]))


# -- AD1 ---------------------------------------------------------------------------------
def _event(scene: Scene, mode: Marked) -> Screen:
    view = shown(scene)
    if scene.ctx.waiting is not None:
        return _event_first(scene)
    month = scene.say("adv.month", month=view.month)
    rows = [
        *_next_event(scene),
        scene.say(f"adv.mode.{view.mode}", chapter=view.chapter),
        scene.say("adv.turns", num=view.event_deck),
    ]
    if view.invented:
        rows.insert(-2, scene.say("adv.invented"))
    if len(rows) > BODY - BIG:
        del rows[-2]  # the turns that are left say more
    return screen(
        bar(scene.say("adv.event-due", name=scene.upper(view.active)), month, f"m{view.month}"),
        scene.shout("adv.tap-event"),
        *rows[: BODY - BIG],
        keys=scene.say("adv.keys.event-known" if view.next_event else "adv.keys.event"),
    )


def _event_first(scene: Scene) -> Screen:
    """Draw AD23: a card that was tapped too early waits."""
    known = shown(scene).next_event
    return screen(
        scene.say("adv.event-first", name=scene.upper(scene.view.active)),
        scene.shout("adv.event-first.headline"),
        *wrapped(scene.say("sentence.adv.event-first", 63), 3),
        keys=scene.say("adv.keys.event-known" if known else "adv.keys.event"),
    )


def _next_event(scene: Scene) -> tuple[str, ...]:
    view = shown(scene)
    if scene.state.asked.exchange:
        return (scene.say("adv.exchange"),)
    if view.next_event:
        return scene.say("adv.known"), words.title(scene, view.next_event)
    return (scene.say("adv.unknown"),)


# -- AD4 ---------------------------------------------------------------------------------
def _choose(scene: Scene, mode: Marked) -> Screen:
    lines = [line.label for line in allies(scene)]
    return screen(
        scene.say("adv.title", event=words.title(scene, scene.state.asked.event, 15)),
        scene.shout("adv.with"),
        *listed(scene.ctx.texts, lines, mode.cursor % len(lines), room=3),
        scene.say("adv.or-tap"),
        keys=scene.say("adv.keys.list"),
    )


# -- AD3, AD16 ---------------------------------------------------------------------------
def _offer(scene: Scene, mode: Marked) -> Screen:
    asked = scene.state.asked
    if isinstance(asked, a.PaymentOffered):
        return _payment(scene, asked)
    return screen(
        scene.say("adv.title", event=words.title(scene, asked.event, 15)),
        scene.shout("adv.who", name=scene.upper(asked.seat)),
        *words.rule(scene, asked.event, 2),
        _what_if(scene, asked.seat, a.Accept()),
        keys=scene.say("adv.keys.offer"),
    )


def _payment(scene: Scene, asked: a.PaymentOffered) -> Screen:
    who = scene.say("adv.who", name=scene.upper(asked.seat))
    return screen(
        bar(scene.say("adv.months-end"), who),
        scene.shout("adv.pay", price=asked.coins),
        *wrapped(scene.say("sentence.adv.payment", 63), 2),
        words.uncovers(scene, asked.seat),
        _what_if(scene, asked.seat, a.Accept()),
        keys=scene.say("adv.keys.offer"),
    )


def _what_if(scene: Scene, seat: int, command: Command) -> str:
    """Say what an answer comes to for who gives it."""
    if not may(scene.session, command):
        return ""
    return words.changes(scene, scene.state, after(scene.session, command), seat, name=False)


# -- AD7 ---------------------------------------------------------------------------------
def _task(scene: Scene, mode: Marked) -> Screen:
    asked = scene.state.asked
    when = task_of(scene.rules, asked.number).when
    stops = when == "fourth-card"
    wanted = words.wanted_rows(scene, asked.seat, asked.number)
    rows = [
        *((scene.say("adv.stops"), *wanted[1:]) if stops else wanted),
        words.uncovers(scene, asked.seat),
        reward_row(scene, asked.number),
        scene.say("adv.go-on-after") if when == "four-colours" else "",
    ]
    return screen(
        scene.say("adv.task-now", task=asked.number, name=scene.upper(asked.seat)),
        scene.shout("adv.place"),
        *[row for row in rows if row][: BODY - BIG],
        keys=scene.say("keys.task"),
    )


# -- AD13 --------------------------------------------------------------------------------
def _sell(scene: Scene, mode: Marked) -> Screen:
    asked = scene.state.asked
    lines = goods_for_sale(scene)
    line = lines[mode.cursor % len(lines)]
    others = [one.label for one in lines if one is not line]
    return screen(
        scene.say("adv.sale", name=scene.upper(asked.seat), token=scene.token(asked.innkeeper)),
        scene.shout("adv.sell"),
        line.label,
        *others[:1],
        scene.say("trade.coins", coins=scene.player(asked.seat).coins),
        words.event_line(scene),
        keys=scene.say("keys.sell" if others else "adv.keys.sell-one"),
    )


# -- AD14 --------------------------------------------------------------------------------
def _story(scene: Scene, mode: Marked) -> Screen:
    number = scene.state.asked.number
    view = shown(scene)
    adds = tale(scene.state).pool > 0
    return screen(
        bar(scene.say("adv.months-end"), scene.say("adv.month", month=view.month)),
        scene.shout("adv.story", task=number),
        _why(scene),
        scene.say("adv.story-read", task=number),
        scene.say("adv.story-turn"),
        scene.say("adv.story-add") if adds else "",
        keys=scene.say("adv.keys.story", task=number),
    )


def _why(scene: Scene) -> str:
    """Say why this story card is due: the check of a task, or the next in order."""
    last = shown(scene).tasks[-1].number
    hourglass = task_of(scene.rules, last).hourglass
    effect = effect_of(hourglass, shown(scene).mode) if hourglass else None
    if effect is None or not effect.check:
        return scene.say("adv.story-of", task=last)
    number = effect.check.task
    done = str(effect.check.fulfilled) == next_story(scene.state, effect)
    return scene.say("adv.check-done" if done else "adv.check-open", task=number)


# -- after a forced end (switch bust_window) ---------------------------------------------
def _trade(scene: Scene, mode: Marked) -> Screen:
    return screen(
        scene.say("trade.header", name=scene.upper(scene.view.active)),
        scene.shout("trade.claim"),
        *expedition_rows(scene),
        keys=scene.say("keys.trade"),
    )


PROMPTS: Mapping[str, Callable[[Scene, Marked], Screen]] = {
    "event": _event,
    "choose": _choose,
    "offer": _offer,
    "story": _story,
    "task": _task,
    "sell": _sell,
    "fact": fact,
    "trade": _trade,
    "final": lambda scene, mode: final(scene),
}
"""By what is open."""
