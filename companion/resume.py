"""Asks whether a saved game goes on, with what the table needs to compare; several games make a list (RS1).

Source: device-ux.md 6.5, 4.2.  A game never goes on by itself.
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from companion.doors import Doors, closes, keep_tap, no_tap
from companion.flow import STAY, Context, Flow, Flows, Home, Playing, Press, Reply, Resuming, SavedGame
from companion.lists import listed, short, stepped
from companion.screen import Screen, headline, screen
from engine.session import Session

DATE = slice(5, 10)
"""Month and day of an ISO 8601 date."""


class SavedList(msgspec.Struct, frozen=True):
    """The saved games, the newest first."""

    cursor: int = 0


def resume_flows(doors: Doors) -> Flows:
    """Give the flows of saved games."""
    return {
        Resuming: Flow(draw=partial(_draw, doors), key=partial(_key, doors), tap=keep_tap, asks=True),
        SavedList: Flow(draw=_draw_list, key=_key_list, tap=no_tap),
    }


# -- RS1 ---------------------------------------------------------------------------------
def _draw(doors: Doors, mode: Resuming, ctx: Context) -> Screen:
    session: Session | None = mode.session
    if mode.peek and session is not None:
        return doors.game(session).peek(session, ctx)
    texts, saved = ctx.texts, _saved(mode, ctx)
    cut_off = saved is not None and saved.unclean
    return screen(
        texts("resume.header.cut" if cut_off else "resume.header"),
        headline(texts("resume.question")),
        *(_as_listed(saved, ctx) if session is None else doors.game(session).stood(session, ctx)),
        keys=texts("resume.keys.table" if session is not None else "resume.keys"),
    )


def _saved(mode: Resuming, ctx: Context) -> SavedGame | None:
    return next((game for game in ctx.saved if game.id == mode.game), None)


def _as_listed(saved: SavedGame | None, ctx: Context) -> tuple[str, ...]:
    """Say what the list of saved games knows of a game that is not loaded."""
    if saved is None:
        return ()
    return (
        ctx.texts(f"game.{saved.set_up.game}"),
        " ".join(map(short, saved.set_up.players)),
        ctx.texts("resume.began", date=saved.began[DATE]),
        ctx.texts("resume.entries", entries=saved.entries),
    )


def _key(doors: Doors, mode: Resuming, ctx: Context, press: Press) -> Reply:
    if press.key == "no" and press.long:
        return replace(doors.undo_page(Playing()), resume=mode.game)
    if mode.peek and press.key in ("no", "next"):
        return Reply(mode=replace(mode, peek=False))
    if mode.session is not None and (press.key, press.long) in PEEKS:
        return Reply(mode=replace(mode, peek=True))
    if press.long:
        return STAY
    if press.key == "yes":
        return Reply(resume=mode.game, mode=Playing())
    return Reply(mode=Home()) if press.key == "no" else STAY


PEEKS = (("next", False), ("yes", True))
"""Keys that show the table, and whether they are held."""


# -- several saved games -----------------------------------------------------------------
def _draw_list(mode: SavedList, ctx: Context) -> Screen:
    lines = [_saved_line(game, ctx) for game in ctx.saved]
    body = listed(ctx.texts, lines, min(mode.cursor, len(lines) - 1)) if lines else (ctx.texts("saved.none"),)
    return screen(ctx.texts("saved.header"), *body, keys=ctx.texts("saved.keys"))


def _saved_line(game: SavedGame, ctx: Context) -> str:
    """Say when a game began and who plays, as many as find room."""
    words = [game.began[DATE], *map(short, game.set_up.players)]
    most = len(words)
    while len(line := " ".join([*words[:most], *_more(ctx, len(words) - most)])) > LINE_CELLS:
        most -= 1
    return line


LINE_CELLS = 17
"""A line of the list, with room for the mark before it and the count behind it."""


def _more(ctx: Context, count: int) -> list[str]:
    return [ctx.texts("list.more", more=count)] if count else []


def _key_list(mode: SavedList, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=Home())
    if press.long:
        return STAY
    if press.key == "next":
        return Reply(mode=SavedList(stepped(mode.cursor, len(ctx.saved))))
    if press.key == "no":
        return Reply(mode=Home())
    if press.key == "yes" and mode.cursor < len(ctx.saved):
        return Reply(mode=Resuming(ctx.saved[mode.cursor].id))
    return STAY
