"""Sets right what players have of the expansion: their crowns, and their markers in the box (Y06, Z04)."""

from __future__ import annotations

from functools import partial
from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.doors import Doors, closes, corrected, ground, keep_tap, list_key, tap_ground
from companion.flow import STAY, Context, Flow, Mode, Press, Reply
from companion.lists import listed, upper
from companion.play_fixes import after, may
from companion.screen import Screen, headline, screen
from companion.screens.scene import Scene, scene_of
from engine.adventure.mending import SetHolders
from engine.adventure.state import MARKERS, book, gone, tale, trophy

What = Literal["crowns", "boxed"]
"""Crowns, or markers in the box."""


class WhoseCount(msgspec.Struct, frozen=True):
    """Asks whose crowns, or markers in the box, were counted."""

    under: Mode
    what: What
    cursor: int = 0


class EditCount(msgspec.Struct, frozen=True):
    """Sets how many crowns a player has, or how many of his markers lie in the box."""

    under: Mode
    what: What
    seat: int
    number: int


def counts_flows(doors: Doors) -> dict[type[Mode], Flow]:
    """Give the flows of these corrections."""
    return {
        WhoseCount: Flow(draw=_draw_whose, key=_key_whose, tap=partial(tap_ground, doors)),
        EditCount: Flow(draw=_draw_count, key=_key_count, tap=keep_tap, asks=True),
    }


# -- whose ---------------------------------------------------------------------------------
def _there(scene: Scene, what: What, seat: int) -> int:
    """Give what the device believes."""
    holder = tale(scene.state).holders[seat]
    return holder.crowns if what == "crowns" else holder.boxed


def _draw_whose(mode: WhoseCount, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    lines = [
        scene.say(f"adv.fix.{mode.what}-line", name=scene.name(seat), num=_there(scene, mode.what, seat))
        for seat in range(scene.rules.seats)
    ]
    body = listed(ctx.texts, lines, mode.cursor)
    return screen(scene.say(f"adv.fix.{mode.what}-whose"), *body, keys=ctx.texts("fix.list.keys"))


def _key_whose(mode: WhoseCount, ctx: Context, press: Press) -> Reply:
    scene = scene_of(ctx)

    def chosen(seat: int) -> Reply:
        return Reply(mode=EditCount(mode.under, mode.what, seat, _there(scene, mode.what, seat)))

    return list_key(mode, press, scene.rules.seats, chosen)


# -- how many ------------------------------------------------------------------------------
def _command(mode: EditCount) -> SetHolders:
    counted = ((mode.seat, mode.number),)
    return SetHolders(crowns=counted) if mode.what == "crowns" else SetHolders(boxed=counted)


def _most(scene: Scene, mode: EditCount) -> int:
    """Give the last field of the track, or the markers that are on no task."""
    if mode.what == "crowns":
        return book(scene.rules).pack.crown_track.fields or 0
    return MARKERS - gone(scene.state, mode.seat) + _there(scene, "boxed", mode.seat)


def _draw_count(mode: EditCount, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    sign = "♛ " if mode.what == "crowns" else ""
    return screen(
        scene.say(f"adv.fix.{mode.what}", name=upper(scene.rules.names[mode.seat])),
        headline(f"{sign}{mode.number}"),
        scene.say("adv.fix.device", num=_there(scene, mode.what, mode.seat)),
        scene.say("adv.fix.table", num=mode.number),
        _follows(scene, mode),
        scene.say("adv.nothing-paid"),
        keys=ctx.texts("number.keys"),
    )


def _follows(scene: Scene, mode: EditCount) -> str:
    """Say what follows from a correction: points of crowns, or what the markers uncover."""
    command = _command(mode)
    state = after(scene.session, command) if may(scene.session, command) else scene.state
    if mode.what == "crowns":
        points = scene.state.players[mode.seat].points
        return scene.say("adv.fix.points", points=points, more=state.players[mode.seat].points)
    return scene.say(
        "adv.holder",
        markers=MARKERS - gone(state, mode.seat),
        trophy=scene.say("adv.yes" if trophy(scene.rules, state, mode.seat) else "adv.not"),
    )


def _key_count(mode: EditCount, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.key in ("next", "no"):
        step = 5 if press.long else 1
        wanted = mode.number + (step if press.key == "next" else -step)
        number = max(0, min(_most(scene_of(ctx), mode), wanted))
        return Reply(mode=replace(mode, number=number), signal=None if number != mode.number else "refused")
    if press.key == "yes" and not press.long:
        return corrected(mode, _command(mode))
    return STAY
