"""What was set right of crowns, markers, tasks, events and facts, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.adventure import words
from companion.adventure.news_page import page_of
from companion.screen import Row
from companion.screens.happenings import Step
from companion.screens.page import NOTE_S, Page
from companion.screens.scene import Scene
from engine.adventure import mending
from engine.adventure import messages as a
from engine.adventure.state import tale


def corrected(scene: Scene, steps: Sequence[Step]) -> list[Page]:
    """Announce what was set right of crowns, markers, tasks, events and facts, and what follows from it."""
    rows = [row for step in steps for row in _corrected_rows(scene, step)]
    if not rows or scene.ctx.news is None or not scene.ctx.news.corrected:
        return []
    follows = words.all_changes(scene, steps[0].before, steps[-1].after)
    rows = [row for row in rows if not any(one.startswith(row) for one in follows)]
    shout, last = scene.shout("corrected.headline"), scene.say("adv.nothing-paid")
    body: tuple[str | Row, ...] = (shout, *rows, *follows, last)
    page = page_of(scene.say("corrected.header"), *body, scene=scene, seat=scene.state.active)
    return [Page(page.screen, NOTE_S)]


def _corrected_rows(scene: Scene, step: Step) -> tuple[str, ...]:
    match step.event:
        case mending.HoldersCorrected(seat, crowns, boxed):
            old = tale(step.before).holders[seat]
            said = [f"♛{old.crowns}>{crowns}"] if old.crowns != crowns else []
            said += [scene.say("adv.boxed-now", num=boxed)] if old.boxed != boxed else []
            return (" ".join([scene.nam(seat), *said]),)
        case mending.TasksCorrected(tasks):
            old_tasks = {task.number: task.seats for task in tale(step.before).tasks}
            return tuple(
                scene.say("adv.task-now-by", task=number, on=" ".join(map(scene.nam, seats)) or "-")
                for number, seats in tasks
                if old_tasks.get(number) != seats
            )
        case mending.EventsCorrected(month, event):
            return (scene.say("adv.month", month=month), words.title(scene, event) if event else "")
        case a.FactTold(path, value):
            return (path[-21:], value[:21])
    return ()
