"""The main display while the game is on: trouble, news, or what is asked."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from companion.flow import Context
from companion.screen import CELLS, Screen
from companion.screens import discover, ending, news, trade
from companion.screens.keyrows import go_on_key
from companion.screens.page import NEWS_S
from companion.screens.scene import Scene, bar, scene_of
from companion.screens.trouble import (
    announced,
    is_display,
    lost_readers,
    no_reader,
    one_reader_lost,
    reader_lost,
    seat_lost,
)
from companion.untagged import by_list

NEEDS_TAPS = frozenset({"first", "running", "gamble", "active", "inactive"})
"""Situations that a tap answers: without a reader they need another way."""
BESIDE_CELLS = 13
"""Room of a key beside the one that goes on."""


class Drawing(msgspec.Struct, frozen=True):
    """What an expansion draws differently."""

    prompt: Callable[[Scene], Screen]
    """Draws what is asked."""
    tellers: Sequence[news.Teller]
    """Tell what happened, in the order of importance."""


def main_screen(ctx: Context, drawing: Drawing | None = None, *, without_reader: bool = False) -> Screen:
    """Draw the main display of a running game.

    ``without_reader``: the table knows that the reader is lost, DV1 makes way for the game.
    """
    drawing = drawing or BASE
    scene = scene_of(ctx)
    page, _ = news.current(scene, drawing.tellers)
    if page is not None:
        return page.screen
    if not without_reader and reader_missed(scene):
        return reader_lost(ctx)
    lost = announced(ctx)
    if lost is None:
        return drawing.prompt(scene)
    return seat_lost(ctx, lost) if is_display(lost) else one_reader_lost(ctx)


def reader_missed(scene: Scene) -> bool:
    """Tell whether a card is awaited that no reader can read."""
    return no_reader(scene.ctx) and scene.situation in NEEDS_TAPS


def without_reader_screen(ctx: Context, drawing: Drawing | None = None) -> Screen:
    """Draw the main display for a table whose reader is lost: YES picks a card from a list."""
    scene = scene_of(ctx)
    drawn = main_screen(ctx, drawing, without_reader=True)
    return _with_pick(drawn, scene) if reader_missed(scene) else drawn


def playing_screen(ctx: Context, drawing: Drawing | None = None) -> Screen:
    """Draw the main display; where cards have no tags yet, YES picks them from a list."""
    drawn = main_screen(ctx, drawing)
    if not by_list(ctx):
        return drawn
    scene = scene_of(ctx)
    return _with_pick(drawn, scene, "tap-" if ctx.readers else "") if picks(scene) else drawn


def picks(scene: Scene) -> bool:
    """Tell whether YES picks a card, although no reader is lost."""
    return scene.situation in NEEDS_TAPS and by_list(scene.ctx) and not reader_missed(scene)


def _with_pick(drawn: Screen, scene: Scene, tap: str = "") -> Screen:
    """Say in the key row that YES picks a card; ``tap`` is ``tap-`` where a tap is as good."""
    gambles = scene.view.may_gamble and scene.situation in ("first", "running")
    alone = scene.situation in ("first", "gamble")
    pick = scene.say(f"keys.{tap}pick{'-gamble' if gambles else ''}", CELLS if alone else BESIDE_CELLS)
    row = pick if alone else bar(pick, go_on_key(scene))
    return replace(drawn, rows=(*drawn.rows[:-1], replace(drawn.rows[-1], text=row)))


def prompt(scene: Scene) -> Screen:
    """Draw what is asked."""
    match scene.situation:
        case "first":
            return discover.first(scene)
        case "running":
            return discover.running(scene)
        case "new-colour" | "twin":
            return discover.repel(scene)
        case "gamble":
            return discover.gambling(scene)
        case "active":
            return trade.active(scene)
        case "inactive":
            return trade.inactive(scene)
    return ending.final(scene)


BASE = Drawing(prompt, news.TELLERS)
"""The base game."""


def changes_s(ctx: Context, tellers: Sequence[news.Teller] = news.TELLERS) -> float | None:
    """Say in how many seconds a display changes by itself, None for never."""
    if ctx.session is None:
        return None
    waits = []
    scene = scene_of(ctx)
    page, left_s = news.current(scene, tellers)
    if page is not None:
        waits.append(left_s)
    if ctx.news is not None:
        waits.append(ctx.news.at_s + NEWS_S - ctx.now_s)
    if lost_readers(ctx):
        past_s = ctx.now_s - min(lost.since_s for lost in lost_readers(ctx))
        waits.append(math.floor(past_s) + 1 - past_s)
    waits += [lost.since_s + NEWS_S - ctx.now_s for lost in ctx.lost]
    return min((wait for wait in waits if wait > 0), default=None)
