"""The end of a chapter: won, not yet, or the rivals' final (AD18 to AD20)."""

from __future__ import annotations

from companion.adventure.words import pack_of, shown
from companion.lists import upper
from companion.screen import Screen, headline, screen
from companion.screens.scene import Scene, bar

NAME_CELLS = 7


def final(scene: Scene) -> Screen:
    """Draw the end of the chapter."""
    view = shown(scene)
    if view.goal is None or not view.result:
        return _rivals(scene)
    won = view.result == "won"
    success = pack_of(scene).chapters[view.chapter].success
    last = (
        scene.say("adv.end.read", task=success)
        if won
        else scene.say("adv.end.next-try", coin=3 * view.failures)
    )
    return screen(
        scene.say("adv.end.header", chapter=view.chapter),
        scene.shout("adv.end.won" if won else "adv.end.lost"),
        *goal_rows(scene),
        last,
        keys=scene.say("keys.chapter"),
    )


def goal_rows(scene: Scene) -> tuple[str, ...]:
    """Say of tasks, markers and points how many there are and how many are needed; ``?`` is not known."""
    goal, view = shown(scene).goal, shown(scene)
    if goal is None:
        return ()
    markers = sum(len(task.seats) for task in view.tasks)
    points = sum(player.points for player in view.players)
    done = len(view.tasks) - goal.open_tasks
    return (
        _goal(scene, "tasks", done, len(view.tasks)),
        _goal(scene, "markers", markers, goal.markers),
        _goal(scene, "points", points, goal.points),
    )


def _goal(scene: Scene, what: str, there: int, needed: int | None) -> str:
    ok = needed is not None and there >= needed
    sign = scene.say("adv.ok" if ok else "adv.no")
    return scene.say(f"adv.goal.{what}", sign=sign, num=there, needed="?" if needed is None else needed)


def _rivals(scene: Scene) -> Screen:
    """Draw AD20: who wins needs his trophy; markers left and coins break ties."""
    view, lines = shown(scene), scene.session.scores()
    winners = [line.seat for line in lines if line.seat in scene.state.winners]
    rows = []
    for line in lines[:4]:
        left = view.adventurers[line.seat].markers
        key = "adv.end.line" if line.may_win else "adv.end.line-out"
        fields = {"rank": line.rank, "nam": scene.nam(line.seat), "points": line.points}
        rows.append(scene.say(key, **fields, markers=left, coin=line.coins))
    if len(winners) == 1:
        points = view.players[winners[0]].points
        title = headline(f"{upper(scene.rules.names[winners[0]])[:NAME_CELLS]} {points}")
    else:
        title = scene.shout("adv.end.shared" if winners else "final.nobody", num=len(winners))
    return screen(
        bar(scene.say("final.header"), scene.say("adv.end.chapter", chapter=view.chapter)),
        title,
        *rows,
        keys=scene.say("keys.chapter"),
    )
