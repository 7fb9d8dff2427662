"""What the flows around the game use of others without importing them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.flow import STAY, Context, Menu, Mode, Press, Reply, Tap
from companion.lists import stepped
from companion.screen import Screen
from engine.games import SetUp, Table
from engine.kernel import Command
from engine.session import Session


class Picking(msgspec.Struct, frozen=True):
    """How the cards of a game are picked from lists."""

    near: Callable[[Session, int], bool]
    """Tells whether a card stands at the top, without a level above it."""
    levels: tuple[Callable[[Context, Any], tuple[str, str]], ...]
    """From the top; each gives the key and the label of a card's heading."""
    name: Callable[[Context, Any], str]
    """Names a card so that no other kind has the same name, at most 20 cells."""
    placed: Callable[[Context, Session, int], str]
    """Names a card in short and says where it lies, for twins in different places; at most 20 cells."""


class Around(msgspec.Struct, frozen=True):
    """What the flows around a game ask of the game itself."""

    lines: Mapping[tuple[str, ...], tuple[str, ...]]
    """The lines of the menu IN PLAY; a line that is the last of a path opens that menu (device-ux.md 6.3)."""
    opens: Mapping[str, Callable[[Doors, Menu, Context], Reply]]
    """What the lines do that other games do not have."""
    deal: Callable[[Table, str, Context], Screen]
    """Draws what to deal (NG6), from the table and its start player, who is empty for one by lot."""
    stood: Callable[[Session, Context], tuple[str, ...]]
    """Says in four rows what the table should look like (RS1)."""
    peek: Callable[[Session, Context], Screen]
    """Draws the table to compare, before the game goes on (RS1)."""
    standing: Callable[[Session, Context], list[str]]
    """Says in a row for each player who would win if the game ended now."""
    picking: Picking
    prepare: Callable[[Doors, Any, Context], Mode] | None = None
    """Asks what only this game is set up with; the last answer leads to NG6.  None: nothing."""


def _shipped_pack(name: str) -> Any:
    """Give a pack as it comes with the program."""
    from companion.packs import load_pack  # noqa: PLC0415 - of one game only

    return load_pack(name)


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
    games: Mapping[str, Around]
    """The games that the device offers, by their names."""
    pack: Callable[[str], Any] = _shipped_pack
    """Gives a pack of The Adventure Begins with what its owner told; raises ``ValueError``, a sentence."""

    def game(self, session: Session) -> Around:
        """Give what is asked of the game that is being played."""
        return self.games[session.table.game.name]


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


def in_list(mode: Any, press: Press, count: int, back: Callable[[], Mode] | None = None) -> Reply | None:
    """Answer the keys that every list has, None for the others; NO leads ``back``, or else under the list."""
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return None
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, count)))
    if press.key == "no":
        return Reply(mode=back() if back else mode.under)
    return None


def list_key(
    mode: Any,
    press: Press,
    count: int,
    chosen: Callable[[int], Reply],
    back: Callable[[], Mode] | None = None,
) -> Reply:
    """Answer every key of a list; ``chosen`` tells what YES does with the line that is marked."""
    if (stepping := in_list(mode, press, count, back)) is not None:
        return stepping
    yes = press.key == "yes" and not press.long and mode.cursor < count
    return chosen(mode.cursor) if yes else STAY


def corrected(mode: Mode, *commands: Command) -> Reply:
    """Make a correction one entry that everybody hears of, and go back to the game."""
    return Reply(mode=ground(mode), play=commands, announce=True)


def tap_ground(doors: Doors, mode: Mode, ctx: Context, tap: Tap) -> Reply:
    """Close whatever lies over the game and let the game have the tap."""
    lowest = ground(mode)
    reply = doors.tap(lowest, ctx, tap)
    return replace(reply, mode=reply.mode or lowest)


def tap_under(doors: Doors, mode: Any, ctx: Context, tap: Tap) -> Reply:
    """Leave a list and let what lies under it have the card, picked there or tapped after all."""
    reply = doors.tap(mode.under, ctx, tap)
    return replace(reply, mode=reply.mode or mode.under)


def keep_tap(mode: Mode, ctx: Context, tap: Tap) -> Reply:
    """Keep a tap until the open question is answered."""
    return Reply(wait=True)


def no_tap(mode: Mode, ctx: Context, tap: Tap) -> Reply:
    """Do nothing with a tap: no game is on the table that it could belong to."""
    return Reply()
