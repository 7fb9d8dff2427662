"""The two menus, HOME and IN PLAY, the question before a game ends, and all flows around the game together.

Source: device-ux.md 6.3; ME1 in 4.2.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from msgspec.structs import replace

from companion import (
    corrections,
    corrections_read,
    newgame,
    picklist,
    preferences,
    rebuild,
    resume,
    tagging_edited,
    tagging_menu,
)
from companion.device_health import device_health_flows
from companion.doors import Doors, closes, ground, keep_tap, list_key, no_tap, pressed, tap_ground
from companion.first_boot import first_boot_flows
from companion.flow import STAY, Context, Flow, Flows, Home, Menu, Mode, Press, Reply, Resuming
from companion.lists import ROOM, filled, listed, stepped
from companion.machine import machine_flows
from companion.power_off import power_flows
from companion.screen import Screen, headline, screen
from companion.stick_pages import stick_flows


class Ending(msgspec.Struct, frozen=True):
    """Asks once more before a game is scored as it stands, or dropped."""

    under: Mode
    how: str
    """``score`` or ``drop``."""


def menu_flows(doors: Doors) -> Flows:
    """Give every flow around the game: menus, new game, corrections, rebuild, resume, picking a card."""
    menus: Flows = {
        Home: Flow(draw=_draw_home, key=_key_home, tap=no_tap),
        Menu: Flow(
            draw=partial(_draw_menu, doors), key=partial(_key_menu, doors), tap=partial(tap_ground, doors)
        ),
        Ending: Flow(draw=partial(_draw_ending, doors), key=_key_ending, tap=keep_tap, asks=True),
    }
    flows = {
        **menus,
        **preferences.preferences_flows(doors),
        **device_health_flows(doors),
        **newgame.newgame_flows(doors),
        **corrections.corrections_flows(doors),
        **corrections_read.read_flows(doors),
        **rebuild.rebuild_flows(),
        **resume.resume_flows(doors),
        **picklist.picklist_flows(doors),
        **tagging_menu.cards_flows(doors),
        **tagging_edited.edited_flows(),
        **first_boot_flows(),
        **machine_flows(doors),
        **power_flows(doors),
        **stick_flows(doors),
    }
    return {kind: with_holds(doors, flow) for kind, flow in flows.items()}


def with_holds(doors: Doors, flow: Flow) -> Flow:
    """Add what YES and NO held mean everywhere in a game, unless the flow has its own meaning (3.1)."""

    def key(mode: Mode, ctx: Context, press: Press) -> Reply:
        press = pressed(ctx, press)
        reply: Reply = flow.key(mode, ctx, press)
        if reply != STAY or not press.long or ctx.session is None:
            return reply
        if press.key == "yes":
            return Reply(mode=doors.table_page(mode))
        return doors.undo_page(ground(mode)) if press.key == "no" else STAY

    return replace(flow, key=key)


# -- HOME --------------------------------------------------------------------------------
HOME_LINES = ("new", "cards", "settings")
LEAST_LINES = 3
"""So many of them are seen beside a note, however long it is."""


def _home_lines(ctx: Context) -> tuple[str, ...]:
    return ("resume", *HOME_LINES) if ctx.saved else HOME_LINES


def _draw_home(mode: Home, ctx: Context) -> Screen:
    lines = [ctx.texts(f"home.{line}") for line in _home_lines(ctx)]
    said = filled(ctx.note.split())
    room = max(LEAST_LINES, ROOM - len(said))
    body = listed(ctx.texts, lines, min(mode.cursor, len(lines) - 1), room)
    note = said[: ROOM - len(body)]
    gap = [""] * (ROOM - len(body) - len(note))
    return screen(ctx.texts("home.header"), *body, *gap, *note, keys=ctx.texts("home.keys"))


def _key_home(mode: Home, ctx: Context, press: Press) -> Reply:
    if press.long:
        return STAY
    lines = _home_lines(ctx)
    cursor = min(mode.cursor, len(lines) - 1)
    if press.key == "next":
        return Reply(mode=Home(stepped(cursor, len(lines))))
    return Reply(mode=HOME[lines[cursor]](Home(cursor), ctx)) if press.key == "yes" else STAY


def _resume(home: Home, ctx: Context) -> Mode:
    """Ask about the only saved game, or which of several."""
    return Resuming(ctx.saved[0].id) if len(ctx.saved) == 1 else resume.SavedList()


HOME: Mapping[str, Callable[[Home, Context], Mode]] = {
    "resume": _resume,
    "new": lambda home, ctx: newgame.new_game(ctx.settings),
    "cards": lambda home, ctx: tagging_menu.CardsMenu(home),
    "settings": lambda home, ctx: preferences.Preferences(home),
}
"""What the lines of the home menu open."""


# -- IN PLAY -----------------------------------------------------------------------------
def _lines(doors: Doors, mode: Menu, ctx: Context) -> Mapping[tuple[str, ...], tuple[str, ...]]:
    assert ctx.session is not None, "the menu IN PLAY needs a game"
    return doors.game(ctx.session).lines


def _draw_menu(doors: Doors, mode: Menu, ctx: Context) -> Screen:
    lines = [ctx.texts(f"menu.{line}") for line in _lines(doors, mode, ctx)[mode.path]]
    header = ctx.texts(f"menu.{mode.path[-1]}.header" if mode.path else "menu.header")
    keys = ctx.texts("menu.keys.inner" if mode.path else "menu.keys")
    return screen(header, *listed(ctx.texts, lines, mode.cursor), keys=keys)


def _key_menu(doors: Doors, mode: Menu, ctx: Context, press: Press) -> Reply:
    lines = _lines(doors, mode, ctx)[mode.path]
    return list_key(
        mode,
        press,
        len(lines),
        lambda line: _opened(doors, mode, ctx, lines[line]),
        back=lambda: _up(doors, mode, ctx),
    )


def _up(doors: Doors, mode: Menu, ctx: Context) -> Mode:
    """Go back to the menu above, to the line that was opened; from the top, to the game."""
    if not mode.path:
        return ground(mode)
    above = mode.path[:-1]
    return Menu(mode.under, above, _lines(doors, mode, ctx)[above].index(mode.path[-1]))


def _opened(doors: Doors, mode: Menu, ctx: Context, line: str) -> Reply:
    path = (*mode.path, line)
    if path in _lines(doors, mode, ctx):
        return Reply(mode=Menu(mode.under, path))
    assert ctx.session is not None, "the menu IN PLAY needs a game"
    opens = OPENS.get(line) or doors.game(ctx.session).opens[line]
    return opens(doors, mode, ctx)


OPENS: Mapping[str, Callable[[Doors, Menu, Context], Reply]] = {
    "table": lambda doors, mode, ctx: Reply(mode=doors.table_page(ground(mode))),
    "undo": lambda doors, mode, ctx: doors.undo_page(ground(mode)),
    "options": lambda doors, mode, ctx: Reply(mode=preferences.Preferences(mode)),
    "save": lambda doors, mode, ctx: Reply(mode=Home(), finish="save", note=ctx.texts("end.saved")),
    "score": lambda doors, mode, ctx: Reply(mode=Ending(mode, "score")),
    "drop": lambda doors, mode, ctx: Reply(mode=Ending(mode, "drop")),
}
"""What the lines of the menu do that every game has."""


# -- the end of a game -------------------------------------------------------------------
def _draw_ending(doors: Doors, mode: Ending, ctx: Context) -> Screen:
    texts = ctx.texts
    if mode.how == "score":
        standing = doors.game(ctx.session).standing(ctx.session, ctx) if ctx.session else []
        return screen(texts("end.score.header"), *standing, keys=texts("end.score.keys"))
    return screen(
        texts("end.drop.header"),
        headline(texts("end.drop.question")),
        "",
        texts("end.drop.gone"),
        texts("end.drop.for-good"),
        keys=texts("end.drop.keys"),
    )


def _key_ending(mode: Ending, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    if press.key == "no":
        return Reply(mode=mode.under)
    if press.key == "yes" and mode.how == "score":
        return Reply(finish="score", mode=Home(), note=ctx.texts("end.scored"))
    if press.key == "yes":
        return Reply(finish="drop", mode=Home(), note=ctx.texts("end.dropped"))
    return STAY
