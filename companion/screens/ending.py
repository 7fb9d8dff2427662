"""The end of the game: FI2, FI3, and the sheet of each player."""

from __future__ import annotations

from collections.abc import Sequence

from companion.screen import Row, Screen, headline, screen
from companion.screens.keyrows import key_row
from companion.screens.scene import Scene, bar
from engine.portroyal.ending import Score

ROOM = 4
"""Rows below the headline."""
NAME_CELLS = 7
"""A winner's name, so that his points stand beside it."""


def final(scene: Scene) -> Screen:
    """Draw FI2 or FI3."""
    lines: list[Score] = scene.session.scores()
    winners = [line for line in lines if line.seat in scene.state.winners]
    shown = lines if len(lines) <= ROOM else [line for line in lines if line not in winners]
    tie = len(winners) > 1
    rows = [_line(scene, line, tie=tie and line in winners) for line in shown]
    if tie and len(rows) < ROOM:
        rows.append(scene.say("final.tie"))
    title = [_winners(scene, winners)] if len(rows) <= ROOM else []
    return screen(
        bar(scene.say("final.header"), scene.say("round", round=scene.view.round)),
        *title,
        *rows,
        keys=key_row(scene),
    )


def _winners(scene: Scene, winners: Sequence[Score]) -> Row:
    if not winners:
        return scene.shout("final.nobody")
    if len(winners) == 1:
        [won] = winners
        return headline(f"{scene.upper(won.seat)[:NAME_CELLS]} {won.points}")
    if len(winners) == 2:
        first, second = (scene.nam(line.seat).upper() for line in winners)
        return scene.shout("final.two", first=first, second=second)
    return scene.shout("final.several", few=len(winners))


def _line(scene: Scene, line: Score, *, tie: bool) -> str:
    key = "final.line" if line.may_win else "final.line-out"
    row = scene.say(key, rank=line.rank, nam=scene.nam(line.seat), points=line.points, coins=line.coins)
    return f"{row}  {scene.say('final.tied')}" if tie else row


def sheet(scene: Scene, seat: int) -> Screen:
    """Draw the score of one player, part by part."""
    return screen(
        bar(scene.say("final.header"), scene.upper(seat)),
        score_headline(scene, seat),
        *score_rows(scene, seat),
        keys=scene.say("keys.sheet"),
    )


def score_headline(scene: Scene, seat: int) -> Row:
    """Give rank and points in the headline (SE9)."""
    line: Score = next(line for line in scene.session.scores() if line.seat == seat)
    return scene.shout(f"sheet.rank-{line.rank}" if line.may_win else "sheet.out", points=line.points)


def score_rows(scene: Scene, seat: int) -> tuple[str, ...]:
    """Add up what counts."""
    player = scene.player(seat)
    return (
        scene.say("sheet.persons", points=player.persons_points),
        scene.say("sheet.expeditions", points=player.expedition_points),
        scene.say("sheet.coins", coins=player.coins),
    )
