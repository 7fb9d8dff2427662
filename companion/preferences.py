"""What players may like one way or the other, as lines of a list that a key changes; below, the devices.

Source: device-ux.md 6.3 (Options) and 4.2 (NG5).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from companion.device_health import DeviceHealth
from companion.doors import Doors, list_key, tap_ground
from companion.flow import Context, Flow, Flows, Mode, Press, Reply, Settings
from companion.lists import following, listed
from companion.machine import Machine
from companion.screen import Screen, screen
from companion.texts import languages

PREFERENCES = ("risk", "sound")
"""Settings that a line of a list can change, by their names: those that a game may be begun with."""
SETTINGS = (*PREFERENCES, "light", "care", "size", "marks", "language")
"""All of them."""
PAGES: tuple[tuple[str, Callable[[Mode], Mode]], ...] = (
    ("device.line", DeviceHealth),
    ("machine.line", Machine),
)
"""Lines below them that open something."""


class Preferences(msgspec.Struct, frozen=True):
    """The list of what players may like one way or the other."""

    under: Mode
    cursor: int = 0


def preferences_flows(doors: Doors) -> Flows:
    """Give the flow of ``Preferences``."""
    return {Preferences: Flow(draw=_draw, key=_key, tap=partial(tap_ground, doors))}


def preference_line(ctx: Context, name: str) -> str:
    """Say how a setting stands: ``Risk: on request``."""
    return ctx.texts(f"{name}.{getattr(ctx.settings, name)}")


def turned(settings: Settings, name: str) -> Settings:
    """Give the settings with the next value of one of them; after the last comes the first."""
    values = languages() if name == "language" else get_args(get_type_hints(Settings)[name])
    return replace(settings, **{name: following(values, getattr(settings, name))})


def _draw(mode: Preferences, ctx: Context) -> Screen:
    lines = [preference_line(ctx, name) for name in SETTINGS] + [ctx.texts(line) for line, _ in PAGES]
    body = listed(ctx.texts, lines, mode.cursor)
    return screen(ctx.texts("preferences.header"), *body, keys=ctx.texts("preferences.keys"))


def _key(mode: Preferences, ctx: Context, press: Press) -> Reply:
    return list_key(mode, press, len(SETTINGS) + len(PAGES), partial(_chosen, mode, ctx))


def _chosen(mode: Preferences, ctx: Context, line: int) -> Reply:
    if line >= len(SETTINGS):
        return Reply(mode=PAGES[line - len(SETTINGS)][1](mode))
    return Reply(mode=mode, settings=turned(ctx.settings, SETTINGS[line]))
