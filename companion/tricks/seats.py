"""Displays of the seats: the one that must act shows what is asked, the others their own ships.

Everything on them is public; bonus cards that lie face down are counted and never named (C6).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from companion.flow import Context, Mode
from companion.play_modes import OwnCards
from companion.screen import Row, Screen, screen
from companion.screens.scene import bar
from companion.tricks.bidding import shown_bid
from companion.tricks.modes import Marked
from companion.tricks.prompts import prompt
from companion.tricks.scene import Scene, scene_of
from companion.tricks.tables import now_row, ship_row, ships
from companion.tricks.trick import revoke, revoke_of

BLANK = screen("")
"""A seat where nobody sits."""
LISTS = frozenset({"trump", "lead", "choose", "penalty", "place", "bonus"})
"""Phases in which a seat key goes down the list, and takes the line when held."""
DONE = frozenset({"swap", "slide"})
"""Phases in which a seat key says that it is done."""


def seats(ctx: Context, mode: Mode) -> Callable[[int], Screen]:
    """Give what draws the displays of the seats."""
    return partial(_seat, scene_of(ctx), mode)


def _seat(scene: Scene, mode: Mode, seat: int) -> Screen:
    if seat >= scene.rules.seats:
        return BLANK
    if isinstance(mode, OwnCards) and seat in mode.seats:
        return ships(scene, seat, scene.ctx.texts("keys.seat-back"))
    marked = marked_of(scene, mode)
    shown = revoke_of(scene.session.last) if not marked.sure else None
    if shown is not None and seat == shown.seat:
        return _with_keys(revoke(scene, shown), scene.say("keys.seat-revoke"))
    if shown is not None or seat != scene.view.to_act:
        return waiting(scene, seat)
    drawn = prompt(scene, marked)
    return _with_keys(drawn, keys_of(scene, marked))


def marked_of(scene: Scene, mode: Mode) -> Marked:
    """Give what was changed on the screen since the last entry, by the mode that is on or lies underneath."""
    while not isinstance(mode, Marked):
        below = getattr(mode, "under", None)
        if below is None:
            return Marked(scene.session.seq)
        mode = below
    return mode if mode.at == scene.session.seq else Marked(scene.session.seq)


def _with_keys(drawn: Screen, keys: str) -> Screen:
    return replace(drawn, rows=(*drawn.rows[:-1], Row(keys, inverse=True)), inverse=True)


def keys_of(scene: Scene, mode: Marked) -> str:
    """Say what the key of the seat that must act does."""
    phase = scene.view.phase
    if phase == "auction":
        bid = shown_bid(scene, mode)
        return scene.say("keys.seat-bid", bid=bid) if bid else scene.say("keys.seat-pass")
    if phase in LISTS:
        return scene.say("keys.seat-list")
    return scene.say("keys.seat-done" if phase in DONE else "keys.seat-tap")


def _waits_for(scene: Scene) -> dict[str, object]:
    """Give what everybody may know of whose turn it is, the same for all seats."""
    view = scene.view
    booty = scene.token(view.contested) if view.contested >= 0 else ""
    seat = view.to_act
    return {"name": scene.name(seat), "nam": scene.nam(seat), "bid": view.high_bid, "booty": booty}


def waiting(scene: Scene, seat: int) -> Screen:
    """Draw a seat that waits: its own ships, and whose turn it is."""
    view = scene.view
    p = scene.player(seat)
    if view.to_act < 0:
        return ships(scene, seat, scene.ctx.texts("keys.seat-cards"))
    return screen(
        bar(scene.upper(seat), scene.say("ships.debt", debt=p.debt)),
        *(ship_row(scene, seat, number) for number in range(len(p.ships))),
        now_row(scene, seat),
        scene.say(f"waits.{view.phase}", **_waits_for(scene)),
        keys=scene.ctx.texts("keys.seat-cards"),
    )
