"""The main display while the game is on: trouble, news, or what is asked."""

from __future__ import annotations

import math

from msgspec.structs import replace

from companion.flow import Context
from companion.screen import Screen
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

NEEDS_TAPS = frozenset({"first", "running", "gamble", "active", "inactive"})
"""Situations that a tap answers: without a reader they need another way."""


def main_screen(ctx: Context, *, without_reader: bool = False) -> Screen:
    """Draw the main display of a running game.

    ``without_reader``: the table knows that the reader is lost, DV1 makes way for the game.
    """
    scene = scene_of(ctx)
    page, _ = news.current(scene)
    if page is not None:
        return page.screen
    if not without_reader and reader_missed(scene):
        return reader_lost(ctx)
    lost = announced(ctx)
    if lost is None:
        return prompt(scene)
    return seat_lost(ctx, lost) if is_display(lost) else one_reader_lost(ctx)


def reader_missed(scene: Scene) -> bool:
    """Tell whether a card is awaited that no reader can read."""
    return no_reader(scene.ctx) and scene.situation in NEEDS_TAPS


def without_reader_screen(ctx: Context) -> Screen:
    """Draw the main display for a table that picks cards from a list: YES does it."""
    scene = scene_of(ctx)
    drawn = main_screen(ctx, without_reader=True)
    if not reader_missed(scene):
        return drawn
    gambles = scene.view.may_gamble and scene.situation in ("first", "running")
    pick = scene.say("keys.pick-gamble" if gambles else "keys.pick")
    row = pick if scene.situation in ("first", "gamble") else bar(pick, go_on_key(scene))
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


def changes_s(ctx: Context) -> float | None:
    """Say in how many seconds a display changes by itself, None for never."""
    if ctx.session is None:
        return None
    waits = []
    scene = scene_of(ctx)
    page, left_s = news.current(scene)
    if page is not None:
        waits.append(left_s)
    if ctx.news is not None:
        waits.append(ctx.news.at_s + NEWS_S - ctx.now_s)
    if lost_readers(ctx):
        past_s = ctx.now_s - min(lost.since_s for lost in lost_readers(ctx))
        waits.append(math.floor(past_s) + 1 - past_s)
    waits += [lost.since_s + NEWS_S - ctx.now_s for lost in ctx.lost]
    return min((wait for wait in waits if wait > 0), default=None)
