"""Displays of the seats: what the one that is asked may answer, and what the others have (AD24)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.adventure.answers import KEYS, SEAT_KEYS
from companion.adventure.inserting import opened
from companion.adventure.prompts import marked_of, prompt
from companion.adventure.tables import waiting
from companion.flow import Context, Mode
from companion.play_modes import Claiming, OwnCards
from companion.play_situation import seat_to_act
from companion.screen import Row, Screen
from companion.screens import news
from companion.screens.compose import base_seats
from companion.screens.page import NEWS_S
from companion.screens.scene import Scene, scene_of
from companion.screens.seat_news import seat_news


def seats(ctx: Context, mode: Mode) -> Callable[[int], Screen]:
    """Give what draws the displays of the seats."""
    return partial(_seat, scene_of(ctx), mode, base_seats(ctx, mode))


def _seat(scene: Scene, mode: Mode, base: Callable[[int], Screen], seat: int) -> Screen:
    asked = seat_to_act(scene.state)
    looks = isinstance(mode, OwnCards) and seat in mode.seats
    if seat >= scene.rules.seats or asked < 0 or (looks and seat != asked):
        return base(seat)
    marked = marked_of(scene, mode)
    now = opened(scene, marked)
    if seat == asked and now in KEYS:
        drawn = prompt(scene, marked)
        keys = scene.say(f"adv.keys.seat.{now}" if now in SEAT_KEYS else "keys.seat-you")
        return replace(drawn, rows=(*drawn.rows[:-1], Row(keys, inverse=True)), inverse=True)
    if seat == asked or isinstance(mode, Claiming):
        return base(seat)
    fresh = scene.ctx.news is not None and scene.ctx.now_s - scene.ctx.news.at_s < NEWS_S
    told = seat_news(scene, seat, news.told(scene)) if fresh else None
    return told or waiting(scene, seat)
