"""Draws every display of the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.flow import Context, Flows, Home, Mode
from companion.play_modes import Claiming, OwnCards
from companion.play_situation import seat_to_act
from companion.screen import CELLS, Row, Screen, screen
from companion.screens.page import NEWS_S
from companion.screens.paragraph import wrapped
from companion.screens.scene import Scene, say, scene_of
from companion.screens.seats import BLANK, claiming, seat_of
from companion.screens.table import own_cards, own_pages
from companion.screens.trouble import MAIN, SEAT, lost_displays, main_lost

NOTE_ROWS = 6


Seats = Callable[[Context, Mode], Callable[[int], Screen]]
"""Gives what draws the displays of the seats of a running game, each by its number."""


def composed(seats_of: Seats, ctx: Context, mode: Mode, flows: Flows) -> dict[str, Screen]:
    """Draw all displays: the main one as the mode draws it, the seats by what concerns each.

    The home menu announces notes itself.  With the main display lost, the seats show what it
    would show (DV3).
    """
    drawn = flows[type(mode)].draw(mode, ctx)
    if ctx.note and not isinstance(mode, Home):
        drawn = noted(drawn, ctx)
    seats = [name for name in ctx.displays if name.startswith(SEAT)]
    if MAIN in lost_displays(ctx):
        shown = {name: _instead(ctx, _number(name), drawn) for name in seats}
    elif ctx.session is None or not seats:
        shown = dict.fromkeys(seats, BLANK)
    else:
        seat_screen = seats_of(ctx, mode)
        shown = {name: seat_screen(_number(name)) for name in seats}
    return {name: shown.get(name, drawn) for name in ctx.displays}


def base_seats(ctx: Context, mode: Mode) -> Callable[[int], Screen]:
    """Give what draws the displays of the seats of the base game."""
    return partial(_seat, scene_of(ctx), mode)


def compose(ctx: Context, mode: Mode, flows: Flows) -> dict[str, Screen]:
    """Draw all displays of the base game."""
    return composed(base_seats, ctx, mode, flows)


def _number(display: str) -> int:
    """Give the seat of a display, from 0."""
    return int(display.removeprefix(SEAT)) - 1


def noted(drawn: Screen, ctx: Context) -> Screen:
    """Announce a sentence: in the header, or on a page of its own when it is longer than a row."""
    if len(ctx.note) <= CELLS:
        return replace(drawn, rows=(Row(ctx.note, inverse=True), *drawn.rows[1:]))
    rows = wrapped(ctx.note, NOTE_ROWS)
    return screen(say(ctx.texts, "note.header"), *rows, keys=say(ctx.texts, "keys.go-on"))


def _seat(scene: Scene, mode: Mode, seat: int) -> Screen:
    """Draw a seat: his cards while he looks at them and is not asked, else what concerns him."""
    acts = seat == seat_to_act(scene.state)
    if isinstance(mode, OwnCards) and seat in mode.seats and not acts:
        more = own_pages(scene, seat) > 1
        keys = scene.say("keys.seat-back-more" if more else "keys.seat-back")
        return own_cards(scene, seat, mode.page, keys)
    return claiming(scene, mode) if isinstance(mode, Claiming) and acts else seat_of(scene, seat)


def _instead(ctx: Context, seat: int, drawn: Screen) -> Screen:
    """Draw DV3 on a seat, then the main screen, the other way round where somebody must act."""
    since_s = max(lost.since_s for lost in ctx.lost if lost.name == MAIN)
    if ctx.now_s - since_s < NEWS_S:
        return main_lost(ctx)
    asked = ctx.session.state.asked if ctx.session else None
    return replace(drawn, inverse=True) if asked is not None and asked.seat == seat else drawn
