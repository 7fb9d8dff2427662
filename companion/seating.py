"""Asks who sits where, and spells the names of new players with a wheel of letters (NG3).

Source: device-ux.md 6.2 (remembered names first; wheel: NEXT letter, YES take, NO delete), 4.2.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
from msgspec.structs import replace

from companion.doors import closes, no_tap
from companion.draft import Draft
from companion.flow import STAY, Context, Flow, Flows, Home, Mode, Press, Reply
from companion.lists import NAME_CELLS, cut, listed, short, stepped
from companion.screen import Screen, headline, screen
from engine.setup import SEATS

Step = Callable[[Draft, Context], Mode]
"""The step of the new game before or after this one."""
NEW, DONE = "new", "done"
FIVE = 5
"""Letters that NEXT held goes on."""
BESIDE = 3
"""Letters of the wheel that are seen on either side of the one that is up."""


class Seating(msgspec.Struct, frozen=True):
    """Asks who sits on the next seat; ``draft.players`` sit already, clockwise."""

    draft: Draft
    cursor: int = 0


class Spelling(msgspec.Struct, frozen=True):
    """Spells the name of a new player."""

    under: Seating
    letters: str = ""
    at: int = 0
    """Place on the wheel; the one after the last letter ends the name."""
    notice: str = ""


class Line(msgspec.Struct, frozen=True):
    """A line of the list: a name to be seated, or what else can be done."""

    does: str
    """``sit``, ``new`` or ``done``."""
    name: str = ""


def seating_flows(before: Step, after: Step) -> Flows:
    """Give the flows of this step, between two others."""
    return {
        Seating: Flow(draw=_draw_seats, key=partial(_key_seats, before, after), tap=no_tap),
        Spelling: Flow(draw=_draw_spelling, key=_key_spelling, tap=no_tap),
    }


def seating(draft: Draft, ctx: Context) -> Seating:
    """Begin with those who played last, so that one key goes on."""
    mode = Seating(draft)
    return replace(mode, cursor=_first(_lines(mode, ctx), DONE))


# -- seats -------------------------------------------------------------------------------
def _lines(mode: Seating, ctx: Context) -> tuple[Line, ...]:
    """Give what can be done: remembered names that have no seat, a new name, and to go on."""
    seats, seated = SEATS[mode.draft.game], mode.draft.players
    done = (Line(DONE),) if len(seated) in seats else ()
    if len(seated) + 1 not in range(1, seats.stop):
        return done
    return (*(Line("sit", name) for name in ctx.settings.names if name not in seated), Line(NEW), *done)


def _first(lines: tuple[Line, ...], *wanted: str) -> int:
    """Give the place of the first line that does something wanted, else of the first line."""
    return next((i for i, line in enumerate(lines) if line.does in wanted), 0)


def _draw_seats(mode: Seating, ctx: Context) -> Screen:
    texts, seated = ctx.texts, mode.draft.players
    lines = _lines(mode, ctx)
    labels = [_label(line, mode, ctx) for line in lines]
    seat = len(seated) + 1
    full = seat == SEATS[mode.draft.game].stop
    key = _seat_key(mode, ctx)
    rows = listed(texts, labels, mode.cursor, room=3 if key else 4)
    doing = lines[mode.cursor].does
    return screen(
        texts("new.seats.header"),
        " ".join(short(name) for name in seated) or texts("new.seats.nobody"),
        texts("new.seats.full") if full else texts("new.seats.next", seat=seat),
        *rows,
        *[""] * (3 - len(rows) if key else 0),
        *([texts("new.seats.key", seat=seat)] if key else []),
        keys=texts("new.seats.keys.sit" if doing == "sit" else "new.seats.keys.go")
        + texts("new.seats.keys.undo" if seated else "new.seats.keys.back"),
    )


def _label(line: Line, mode: Seating, ctx: Context) -> str:
    if line.does == "sit":
        return cut(line.name)
    return ctx.texts(f"new.seats.{line.does}", players=len(mode.draft.players))


def _seat_key(mode: Seating, ctx: Context) -> bool:
    """Tell whether the next seat has a key of its own that may be pressed instead of YES."""
    lines = _lines(mode, ctx)
    return lines[mode.cursor].does == "sit" and f"seat-{len(mode.draft.players) + 1}" in ctx.keys


def _key_seats(before: Step, after: Step, mode: Seating, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=Home())
    if press.long:
        return STAY
    lines = _lines(mode, ctx)
    if press.seat is not None:
        mine = press.seat == len(mode.draft.players) and lines[mode.cursor].does == "sit"
        return Reply(mode=_sit(mode, ctx, lines[mode.cursor].name)) if mine else Reply(signal="refused")
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, len(lines))))
    if press.key == "no":
        return Reply(mode=_take_back(before, mode, ctx))
    return _chosen(after, mode, ctx, lines[mode.cursor]) if press.key == "yes" else STAY


def _chosen(after: Step, mode: Seating, ctx: Context, line: Line) -> Reply:
    if line.does == NEW:
        return Reply(mode=Spelling(mode))
    return Reply(mode=after(mode.draft, ctx) if line.does == DONE else _sit(mode, ctx, line.name))


def _sit(mode: Seating, ctx: Context, name: str) -> Seating:
    """Seat a player; the next remembered name is up, then whether that is all."""
    seated = Seating(replace(mode.draft, players=(*mode.draft.players, name)))
    lines = _lines(seated, ctx)
    return replace(seated, cursor=_first(lines, "sit" if any(line.does == "sit" for line in lines) else DONE))


def _take_back(before: Step, mode: Seating, ctx: Context) -> Mode:
    """Let the last one get up again, with his name up; with nobody seated go back a step."""
    players = mode.draft.players
    if not players:
        return before(mode.draft, ctx)
    left = Seating(replace(mode.draft, players=players[:-1]))
    names = [line.name for line in _lines(left, ctx)]
    return replace(left, cursor=names.index(players[-1]) if players[-1] in names else 0)


# -- spelling ----------------------------------------------------------------------------
def _wheel(ctx: Context) -> str:
    return ctx.texts("new.name.letters") + ctx.texts("new.name.end")


def _draw_spelling(mode: Spelling, ctx: Context) -> Screen:
    texts, wheel = ctx.texts, _wheel(ctx)
    around = [wheel[(mode.at + step) % len(wheel)] for step in range(-BESIDE, BESIDE + 1)]
    before, after = " ".join(around[:BESIDE]), " ".join(around[BESIDE + 1 :])
    return screen(
        texts("new.name.header", seat=len(mode.under.draft.players) + 1),
        headline(mode.letters + ("_" if len(mode.letters) < NAME_CELLS else "")),
        texts("new.name.wheel", letters_before=before, letter=around[BESIDE], letters_after=after),
        mode.notice or texts("new.name.end.help"),
        texts("new.name.hold.yes"),
        texts("new.name.hold.next"),
        keys=texts("new.name.keys"),
    )


def _key_spelling(mode: Spelling, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=mode.under)
    wheel = _wheel(ctx)
    if press.key == "next":
        return Reply(mode=replace(mode, at=(mode.at + (FIVE if press.long else 1)) % len(wheel), notice=""))
    if press.key == "no":
        shorter = replace(mode, letters=mode.letters[:-1], notice="")
        return Reply(mode=shorter if mode.letters else mode.under)
    if press.key != "yes":
        return STAY
    if press.long or mode.at == len(wheel) - 1:
        return _named(mode, ctx)
    return Reply(mode=_with_letter(mode, wheel))


def _with_letter(mode: Spelling, wheel: str) -> Spelling:
    """Take the letter that is up, the first one as a capital; after the eighth the name is at its end."""
    letter = wheel[mode.at]
    letters = mode.letters + (letter.lower() if mode.letters else letter)
    at = len(wheel) - 1 if len(letters) == NAME_CELLS else mode.at
    return replace(mode, letters=letters, at=at, notice="")


def _named(mode: Spelling, ctx: Context) -> Reply:
    """Seat the new player, unless the name cannot be told from another one at this table."""
    seated = mode.under.draft.players
    if not mode.letters:
        return Reply(mode=replace(mode, notice=ctx.texts("new.name.empty")), signal="refused")
    if mode.letters.casefold() in (name.casefold() for name in seated):
        return Reply(mode=replace(mode, notice=ctx.texts("new.name.twice")), signal="refused")
    known = {name.casefold(): name for name in ctx.settings.names}
    return Reply(mode=_sit(mode.under, ctx, known.get(mode.letters.casefold(), mode.letters)))
