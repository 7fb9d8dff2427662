"""How readers and displays do: a list with their faults and losses since the start (R15, R17).

It is reached from the settings, at home and in play.  Source: device-ux.md 6.3 (Device).
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from companion.doors import Doors, closes, ground, tap_ground
from companion.flow import STAY, Context, DeviceState, Flow, Flows, Mode, Press, Reply
from companion.lists import listed, stepped
from companion.screen import Screen, screen

NAME_CELLS = 9
MOST_FAULTS, MOST_LOSSES = 9999, 99
"""What a row has room for; more are told as this many."""
ANEW_S = 1.0
"""Counts are looked at so often while they are shown."""


class DeviceHealth(msgspec.Struct, frozen=True):
    """The list of readers and displays."""

    under: Mode
    cursor: int = 0


def device_health_flows(doors: Doors) -> Flows:
    """Give the flow of ``DeviceHealth``."""
    tap = partial(tap_ground, doors)
    return {DeviceHealth: Flow(draw=_draw, key=_key, tap=tap, changes_s=lambda _mode, _ctx: ANEW_S)}


def _draw(mode: DeviceHealth, ctx: Context) -> Screen:
    rows = [_row(ctx, device) for device in ctx.devices] or [ctx.texts("device.none")]
    body = listed(ctx.texts, rows, min(mode.cursor, len(rows) - 1))
    return screen(ctx.texts("device.header"), *body, keys=ctx.texts("device.keys"))


def _row(ctx: Context, device: DeviceState) -> str:
    state = "device.lost" if any(lost.name == device.name for lost in ctx.lost) else "device.works"
    faults, losses = min(device.faults, MOST_FAULTS), min(device.losses, MOST_LOSSES)
    counts = ctx.texts(state, faults=faults, losses=losses)
    return f"{device.name[:NAME_CELLS]:{NAME_CELLS}} {counts}"


def _key(mode: DeviceHealth, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, len(ctx.devices))))
    return Reply(mode=mode.under) if press.key == "no" else STAY
