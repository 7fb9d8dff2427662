"""What the flows around the game use of others without importing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from companion.flow import Context, Mode, Press, Reply, Tap
from engine.games import SetUp, Table


class Doors(msgspec.Struct, frozen=True):
    """Ways out of the flows around the game."""

    table_page: Callable[[Mode], Mode]
    """The page with the whole table (IN1), over a mode."""
    undo_page: Callable[[Mode], Reply]
    """Take the last entry back and show what that means on the table (UN1), over a mode."""
    tap: Callable[[Mode, Context, Tap], Reply]
    """What a mode's own flow replies to a tap."""
    open_table: Callable[[SetUp], Table]
    """Open a table that nobody plays on, to see what a set-up comes to; raises ``ValueError``, a sentence."""


def layers(mode: Mode) -> Iterator[Mode]:
    """Give a mode and what it lies over, from the top."""
    while True:
        yield mode
        below = getattr(mode, "under", None)
        if below is None:
            return
        mode = below


def ground(mode: Mode) -> Mode:
    """Give the flow that goes on when everything over it is closed: the game, or the home menu."""
    *_, lowest = layers(mode)
    return lowest


def pressed(ctx: Context, press: Press) -> Press:
    """Take NEXT held for MENU where there are three keys only (device-ux.md 3.1)."""
    if press.key == "next" and press.long and "menu" not in ctx.keys:
        return Press("menu")
    return press


def closes(press: Press) -> bool:
    """Tell whether this is the key that opens and closes the menu."""
    return press.key == "menu" and not press.long


def tap_ground(doors: Doors, mode: Mode, ctx: Context, tap: Tap) -> Reply:
    """Close whatever lies over the game and let the game have the tap."""
    lowest = ground(mode)
    reply = doors.tap(lowest, ctx, tap)
    return replace(reply, mode=reply.mode or lowest)


def keep_tap(mode: Mode, ctx: Context, tap: Tap) -> Reply:
    """Keep a tap until the open question is answered."""
    return Reply(wait=True)


def no_tap(mode: Mode, ctx: Context, tap: Tap) -> Reply:
    """Do nothing with a tap: no game is on the table that it could belong to."""
    return Reply()
