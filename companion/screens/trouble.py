"""Devices that do not answer: DV1 to DV3.  The game goes on by the rest (device-ux.md 1.2)."""

from __future__ import annotations

from companion.flow import Context, Lost
from companion.lists import cut
from companion.screen import Row, Screen, headline, screen
from companion.screens.page import NEWS_S
from companion.screens.paragraph import wrapped
from companion.screens.scene import bar, say

MAIN = "main"
SEAT = "seat-"
MINUTE_S = 60


def is_display(lost: Lost) -> bool:
    """Tell whether a lost device is a display; the others are readers."""
    return lost.name == MAIN or lost.name.startswith(SEAT)


def lost_readers(ctx: Context) -> tuple[Lost, ...]:
    """Give the readers that do not answer."""
    return tuple(lost for lost in ctx.lost if not is_display(lost))


def no_reader(ctx: Context) -> bool:
    """Tell whether the table has readers, of which none is left that answers."""
    return 0 < ctx.readers <= len(lost_readers(ctx))


def lost_displays(ctx: Context) -> frozenset[str]:
    """Give the names of the displays that do not answer."""
    return frozenset(lost.name for lost in ctx.lost if is_display(lost))


def announced(ctx: Context) -> Lost | None:
    """Give the device whose loss is news still, unless something happened since.

    It is a seat's display, or a reader that is not the only one.
    """
    for lost in ctx.lost:
        newer = ctx.news is not None and ctx.news.at_s > lost.since_s
        told = lost.name.startswith(SEAT) or not (is_display(lost) or no_reader(ctx))
        if told and ctx.now_s - lost.since_s < NEWS_S and not newer:
            return lost
    return None


def reader_lost(ctx: Context) -> Screen:
    """Draw DV1, with the time since the reader was lost."""
    since_s = int(ctx.now_s - min(lost.since_s for lost in lost_readers(ctx)))
    return screen(
        bar(say(ctx.texts, "reader.header"), f"{since_s // MINUTE_S}:{since_s % MINUTE_S:02}"),
        _shout(ctx, "reader.headline"),
        *wrapped(ctx.texts("reader.text-1"), 2),
        *wrapped(ctx.texts("reader.text-2"), 2),
        keys=say(ctx.texts, "keys.reader"),
    )


def one_reader_lost(ctx: Context) -> Screen:
    """Draw that one of several readers is lost: the game goes on at the others."""
    return screen(
        say(ctx.texts, "reader.header"),
        "",
        *wrapped(ctx.texts("reader.text-3"), 3),
        "",
        say(ctx.texts, "trying"),
        keys=say(ctx.texts, "keys.go-on"),
    )


def seat_lost(ctx: Context, lost: Lost) -> Screen:
    """Draw DV2: the player whose display it is reads on the main display."""
    number = int(lost.name.removeprefix(SEAT))
    names = ctx.session.table.rules.names if ctx.session else ()
    reads = (say(ctx.texts, "seat.reads", name=cut(names[number - 1])),) if number <= len(names) else ()
    return screen(
        say(ctx.texts, "seat.header"),
        headline(say(ctx.texts, "seat.headline", seat=number)),
        *reads,
        say(ctx.texts, "trying"),
        say(ctx.texts, "seat.goes-on"),
        keys=say(ctx.texts, "keys.go-on"),
    )


def main_lost(ctx: Context) -> Screen:
    """Draw DV3 on the seats before they show the main text."""
    return screen(
        say(ctx.texts, "main.header"),
        _shout(ctx, "main.headline"),
        *wrapped(ctx.texts("main.text"), 4),
        keys=say(ctx.texts, "trying"),
    )


def _shout(ctx: Context, key: str) -> Row:
    return headline(say(ctx.texts, key))
