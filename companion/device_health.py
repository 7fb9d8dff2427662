"""How readers and displays do: a list with their faults and losses since the start (R15, R17).

Behind each line stands all that the driver counts, each kind of fault for itself.  It is reached from the
settings, at home and in play.  Source: device-ux.md 6.3 (Device).
"""

from __future__ import annotations

from functools import partial

import msgspec

from companion.doors import Doors, in_list, list_key, tap_ground
from companion.flow import STAY, Context, DeviceState, Flow, Flows, Mode, Press, Reply
from companion.lists import listed
from companion.screen import CELLS, Screen, screen

NAME_CELLS = 9
MOST_FAULTS, MOST_LOSSES = 9999, 99
"""What a row has room for; more are told as this many."""
ANEW_S = 1.0
"""Counts are looked at so often while they are shown."""


class DeviceHealth(msgspec.Struct, frozen=True):
    """The list of readers and displays."""

    under: Mode
    cursor: int = 0


class DeviceCounts(msgspec.Struct, frozen=True):
    """What the driver of one device counted."""

    under: DeviceHealth
    name: str
    """As ``DeviceState`` names it."""
    cursor: int = 0


def device_health_flows(doors: Doors) -> Flows:
    """Give the flows of the list and of what stands behind its lines."""
    tap = partial(tap_ground, doors)
    return {
        DeviceHealth: Flow(draw=_draw, key=_key, tap=tap, changes_s=lambda _mode, _ctx: ANEW_S),
        DeviceCounts: Flow(draw=_draw_counts, key=_counts_key, tap=tap, changes_s=lambda _mode, _ctx: ANEW_S),
    }


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
    devices = ctx.devices
    return list_key(
        mode, press, len(devices), lambda line: Reply(mode=DeviceCounts(mode, devices[line].name))
    )


def _counts(ctx: Context, name: str) -> tuple[tuple[str, int], ...]:
    return next((device.counts for device in ctx.devices if device.name == name), ())


def _draw_counts(mode: DeviceCounts, ctx: Context) -> Screen:
    rows = [
        ctx.texts("device.count", fault=ctx.texts(f"device.count.{kind}"), often=min(count, MOST_FAULTS))
        for kind, count in _counts(ctx, mode.name)
    ]
    body = listed(ctx.texts, rows or [ctx.texts("device.none")], mode.cursor)
    return screen(mode.name[:CELLS], *body, keys=ctx.texts("device.counts.keys"))


def _counts_key(mode: DeviceCounts, ctx: Context, press: Press) -> Reply:
    return in_list(mode, press, len(_counts(ctx, mode.name))) or STAY
