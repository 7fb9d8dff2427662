"""Pages that show more than is asked: table, player, tasks with who has done what, goal (AD21, AD24)."""

from __future__ import annotations

from companion.adventure import words
from companion.adventure.ending import goal_rows
from companion.adventure.modes import GoalPage, HolderPage, TaskList
from companion.adventure.words import shown
from companion.lists import filled, listed, packed
from companion.screen import CELLS, Screen, headline, screen
from companion.screens.log import line_of
from companion.screens.scene import Scene, bar
from engine.adventure.pack_cards import item_of

ROOM = 6


# -- AD21 --------------------------------------------------------------------------------
def table(scene: Scene, cursor: int) -> Screen:
    """Draw AD21: coins, points, crowns, swords and markers of everybody, the event, the tasks."""
    view = shown(scene)
    marked = view.active if cursor < 0 else cursor
    rows = [_player_row(scene, seat, marked=seat == marked) for seat in range(scene.rules.seats)]
    tasks = " ".join(task.number for task in view.tasks)
    more = [words.event_line(scene), scene.say("adv.table.tasks", tasks=tasks) if tasks else ""]
    if scene.session.last is not None:
        more.append(line_of(scene, scene.session.last, scene.session.before()))
    rows += [row for row in more if row][: ROOM - 1 - len(rows)]
    page = scene.say("keys.table" if scene.ctx.settings.risk != "off" else "keys.table-log")
    return screen(
        bar(
            scene.say("adv.table.header", chapter=view.chapter, month=view.month),
            scene.say("table.pile", pile=view.pile),
            str(view.pile),
        ),
        scene.say("adv.table.columns"),
        *rows,
        keys=page,
    )


def _player_row(scene: Scene, seat: int, *, marked: bool) -> str:
    p, holder = scene.player(seat), shown(scene).adventurers[seat]
    name = (">" if marked else " ") + scene.nam(seat).ljust(3)
    return f"{name}{p.coins:>3}{p.points:>3}{holder.crowns:>3}{p.swords:>3}{holder.markers:>3}"


# -- one player --------------------------------------------------------------------------
def holder(scene: Scene, mode: HolderPage) -> Screen:
    """Draw what a player has of the expansion."""
    own, p = shown(scene).adventurers[mode.seat], scene.player(mode.seat)
    ability = words.ability_row(scene, own.character)
    ahead = own.next_shield
    crowns = scene.say("adv.crown-track", crowns=own.crowns, num="-" if ahead is None else ahead)
    goods = filled([f"{good} {few}" for good, few in items(scene, mode.seat)])
    state = scene.say(
        "adv.holder", markers=own.markers, trophy=scene.say("adv.yes" if own.trophy else "adv.not")
    )
    rows = [ability if own.ability else f"({ability})"[:CELLS], state, crowns, *goods[:1]]
    return screen(
        bar(scene.upper(mode.seat), words.character(scene, own.character)),
        headline(f"${p.coins} {p.points}*"),
        *rows,
        keys=scene.say("keys.player"),
    )


def items(scene: Scene, seat: int) -> list[tuple[str, int]]:
    """Count a player's items by their sort."""
    sorts = [item_of(scene.card(card)) for card in shown(scene).adventurers[seat].items]
    return [(scene.say(f"adv.good.{good}"), sorts.count(good)) for good in dict.fromkeys(sorts)]


# -- tasks -------------------------------------------------------------------------------
def tasks(scene: Scene, mode: TaskList) -> Screen:
    """Draw the tasks on the table, with who has done what."""
    view = shown(scene)
    lines = [task_line(scene, task.number) for task in view.tasks]
    body = listed(scene.ctx.texts, lines, mode.cursor) if lines else (scene.say("adv.tasks.none"),)
    header = bar(scene.say("adv.tasks.header"), scene.say("adv.month", month=view.month))
    return screen(header, *body, keys=scene.say("adv.keys.task-list"))


def task_line(scene: Scene, number: str) -> str:
    """Give a task with who has done it, and a sign where who is asked could do it now."""
    task = next(task for task in shown(scene).tasks if task.number == number)
    seat = scene.view.to_act if scene.view.to_act >= 0 else scene.view.active
    sign = "!" if seat in task.can else " "
    done = words.done_by(scene, number) or (task.title or "")
    return f"{number:<3}{sign}{done}"[: CELLS - 1]


# -- the goal ----------------------------------------------------------------------------
def goal(scene: Scene, mode: GoalPage) -> Screen:
    """Draw how far the chapter is, and what is left of the month."""
    view = shown(scene)
    rows = [
        scene.say(f"adv.mode.{view.mode}", chapter=view.chapter),
        *goal_rows(scene),
        scene.say("adv.turns", num=view.event_deck),
    ]
    if view.goal is None:
        trophies = [scene.nam(one.seat) for one in view.adventurers if one.trophy]
        rows.insert(1, scene.say("adv.trophies", on=" ".join(trophies) or "-"))
        rows.insert(2, scene.say("adv.to-win"))
    pack = scene.say("adv.invented") if view.invented else scene.say("adv.pack", pack=view.pack[:14])
    header = bar(scene.say("adv.goal.header"), scene.say("adv.month", month=view.month))
    return screen(header, *[row for row in (*rows, pack) if row][:ROOM], keys=scene.say("adv.keys.goal"))


# -- seats -------------------------------------------------------------------------------
def waiting(scene: Scene, seat: int) -> Screen:
    """Draw AD24: the display of a seat that waits."""
    own, p = shown(scene).adventurers[seat], scene.player(seat)
    done = [task.number for task in shown(scene).tasks if seat in task.seats]
    opened = [words.character(scene, own.character)] if own.ability else []
    opened += [scene.say("adv.trophy")] if own.trophy else []
    goods = [f"{good} {few}" for good, few in items(scene, seat)]
    rows = [
        scene.say("adv.seat.swords", swords=p.swords, markers=own.markers),
        *packed(scene.ctx.texts, goods, 1),
        *packed(scene.ctx.texts, opened, 1),
        *packed(scene.ctx.texts, [scene.say("adv.seat.done"), *done] if done else [], 1),
    ]
    active = scene.name(scene.view.active)
    return screen(
        bar(scene.upper(seat), scene.say("adv.seat.turn", name=active), active),
        headline(f"${p.coins} {p.points}* ♛{own.crowns}"[:10]),
        *rows,
        keys=scene.say("keys.seat-cards"),
    )
