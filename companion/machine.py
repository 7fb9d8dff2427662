"""The menu of the device itself: self-test, versions, USB stick, power off (device-ux.md 6.3, Device)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from msgspec.structs import replace

from companion.doors import Doors, closes, ground, list_key, tap_ground
from companion.first_boot import SelfTest
from companion.flow import STAY, Context, Flow, Flows, Mode, Press, Reply
from companion.lists import listed
from companion.power_off import OFF, AskOff
from companion.screen import Screen, screen
from companion.stick_pages import EXPORT, IMPORT, UPDATE, Working


class Machine(msgspec.Struct, frozen=True):
    """The menu of the device."""

    under: Mode
    cursor: int = 0


class Versions(msgspec.Struct, frozen=True):
    """What the device is made of, and how often its power was cut."""

    under: Mode


def machine_flows(doors: Doors) -> Flows:
    """Give the flows of the device's menu."""
    tap = partial(tap_ground, doors)
    return {
        Machine: Flow(draw=_draw, key=_key, tap=tap),
        Versions: Flow(draw=_draw_versions, key=_key_versions, tap=tap),
    }


def _lines(ctx: Context) -> tuple[str, ...]:
    """Name the lines: what this device cannot do is left out."""
    return tuple(name for name in LINES if name not in CHORES or name in ctx.chores)


def _draw(mode: Machine, ctx: Context) -> Screen:
    lines = [ctx.texts(f"machine.{name}") for name in _lines(ctx)]
    body = listed(ctx.texts, lines, min(mode.cursor, len(lines) - 1))
    return screen(ctx.texts("machine.header"), *body, keys=ctx.texts("machine.keys"))


def _key(mode: Machine, ctx: Context, press: Press) -> Reply:
    lines = _lines(ctx)
    there = replace(mode, cursor=min(mode.cursor, len(lines) - 1))
    return list_key(there, press, len(lines), lambda line: OPENS[lines[line]](mode))


CHORES = (EXPORT, IMPORT, UPDATE, OFF)
OPENS: Mapping[str, Callable[[Machine], Reply]] = {
    "self-test": lambda mode: Reply(mode=SelfTest(mode)),
    "versions": lambda mode: Reply(mode=Versions(mode)),
    EXPORT: lambda mode: Reply(mode=Working(mode, EXPORT), chore=EXPORT),
    IMPORT: lambda mode: Reply(mode=Working(mode, IMPORT), chore=IMPORT),
    UPDATE: lambda mode: Reply(mode=Working(mode, UPDATE), chore=UPDATE),
    OFF: lambda mode: Reply(mode=AskOff(mode)),
}
"""What the lines do."""
LINES = tuple(OPENS)


def _draw_versions(mode: Versions, ctx: Context) -> Screen:
    about, texts = ctx.about(), ctx.texts
    return screen(
        texts("versions.header"),
        texts("versions.program", version=about.version),
        texts("versions.python", version=about.python),
        texts("versions.starts", count=about.starts),
        texts("versions.cuts", count=about.power_cuts),
        texts("versions.games", count=len(ctx.saved)),
        keys=texts("versions.keys"),
    )


def _key_versions(mode: Versions, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    return Reply(mode=mode.under) if press.key == "no" and not press.long else STAY
