"""Screens of tagging a deck: TG1, TG2, TG6 and TG7 (device-ux.md 4.2, 7)."""

from __future__ import annotations

import math

from companion.box import Box
from companion.decks.enrolment import Enrolment, Progress, Unfit, Wanted
from companion.flow import Context
from companion.screen import HEADLINE_CELLS, Screen, headline, screen
from companion.screens.heap_words import facts, heap, named
from companion.screens.paragraph import wrapped
from companion.screens.scene import bar, say

METER_CELLS = 19
"""Cells of the bar between its brackets."""
MINUTE_S = 60


def meter(progress: Progress) -> str:
    """Draw a bar that fills as the deck does; it is full only when nothing is left."""
    filled = METER_CELLS * progress.done // progress.total if progress.total else METER_CELLS
    return f"[{'#' * filled}{'.' * (METER_CELLS - filled)}]"


def counted(ctx: Context, progress: Progress) -> str:
    """Say how many of how many: ``37 / 120``."""
    return ctx.texts("tag.count", done=progress.done, total=progress.total)


def card_named(ctx: Context, box: Box, name: str) -> str:
    """Name a card of the box with its copy."""
    card = box.named[name]
    return named(ctx, card, box.copies[card.kind])


def wanted(ctx: Context, box: Box, enrolment: Enrolment) -> Screen:
    """Draw TG1: the card whose tag is tapped next, or that none is left."""
    want = enrolment.wanted
    progress = enrolment.progress
    header = bar(ctx.texts("tag.header"), counted(ctx, progress))
    if want is None:
        return screen(
            header,
            meter(progress),
            headline(ctx.texts("tag.done.headline")),
            ctx.texts("tag.done.count", total=progress.total),
            *wrapped(ctx.texts("tag.done.advice"), 2),
            keys=ctx.texts("tag.done.keys"),
        )
    minutes = math.ceil(enrolment.seconds_left / MINUTE_S)
    return screen(
        header,
        meter(progress),
        headline(ctx.names.headline(want.kind)),
        facts(ctx, box.named[want.card], want.copies),
        _then(ctx, box, want),
        bar(heap(ctx, want.pile), ctx.texts("tag.minutes", minutes=minutes)),
        keys=ctx.texts("tag.keys"),
    )


def _then(ctx: Context, box: Box, want: Wanted) -> str:
    if not want.after:
        return ctx.texts("tag.last")
    return say(ctx.texts, "tag.then", named=card_named(ctx, box, want.after))


def in_use(ctx: Context, box: Box, card: str, want: Wanted | None, *, retired: bool) -> Screen:
    """Draw TG2: the tag is on a card of this deck already, or was."""
    asks = (ctx.texts("used.wanted"), card_named(ctx, box, want.card)) if want else ()
    return screen(
        ctx.texts("used.header"),
        headline(ctx.names.headline(box.named[card].kind)),
        ctx.texts("used.was" if retired else "used.is", named=card_named(ctx, box, card)),
        *asks,
        ctx.texts("used.stays"),
        keys=ctx.texts("used.keys" if want else "used.keys.done"),
    )


def written_on(ctx: Context, content: str) -> Screen:
    """Ask whether a tag is used on which somebody wrote something."""
    return screen(
        ctx.texts("content.header"),
        headline(ctx.texts("content.headline")),
        *wrapped(content, 2),
        *wrapped(ctx.texts("content.kept"), 2),
        keys=ctx.texts("content.keys"),
    )


def unusable(ctx: Context, unfit: Unfit) -> Screen:
    """Draw TG6: the tag's number cannot stand for a card."""
    trouble = unfit.unusable.trouble
    return screen(
        ctx.texts("unfit.header"),
        headline(say(ctx.texts, f"unfit.{trouble}.headline", HEADLINE_CELLS)),
        *wrapped(ctx.texts(f"unfit.{trouble}"), 3),
        ctx.texts("unfit.nothing"),
        keys=ctx.texts("unfit.keys"),
    )


def later(ctx: Context, box: Box, enrolment: Enrolment, said: str) -> Screen:
    """Draw TG7: how far the deck is; ``said`` is what the card is that was tapped last."""
    want, left = enrolment.wanted, enrolment.progress.left
    big = ctx.texts("later.left", left=left) if left else ctx.texts("later.complete")
    stopped = say(ctx.texts, "later.stopped", named=card_named(ctx, box, want.card)) if want else ""
    return screen(
        say(ctx.texts, "later.header", box=box.deck.name),
        headline(big),
        stopped,
        ctx.texts("later.tap-1"),
        ctx.texts("later.tap-2"),
        said,
        keys=ctx.texts("later.keys"),
    )


def _how_many(ctx: Context, box: Box) -> str:
    total = sum(len(heap.names) for heap in box.heaps)
    return counted(ctx, Progress(total - len(box.gaps), total))


def writing(ctx: Context, box: Box, card: str) -> Screen:
    """Draw TG3: the tag is being written and must lie still."""
    return screen(
        bar(ctx.texts("write.header"), _how_many(ctx, box)),
        headline(ctx.texts("write.headline")),
        card_named(ctx, box, card),
        ctx.texts("write.checking"),
        "",
        ctx.texts("write.lift"),
        keys=ctx.texts("write.keys"),
    )


def not_written(ctx: Context, box: Box, card: str) -> Screen:
    """Draw TG4: the tag does not say what it should."""
    return screen(
        bar(ctx.texts("unwritten.header"), _how_many(ctx, box)),
        headline(ctx.texts("unwritten.headline")),
        *wrapped(ctx.texts("unwritten.text"), 4),
        keys=ctx.texts("unwritten.keys"),
    )


def new_tag(ctx: Context, box: Box, kind: str, seen: int, *, asked: bool) -> Screen:
    """Draw TG8: a card of this kind gets a new tag; those that have theirs may be tapped before."""
    copies = box.copies[kind]
    others = copies > 1 and not asked
    text = "lost.used" if asked else "lost.several" if others else "lost.one"
    return screen(
        ctx.texts("lost.header"),
        headline(ctx.names.headline(kind)),
        *wrapped(ctx.texts(text), 3),
        ctx.texts("lost.seen", seen=seen, copies=copies) if others else "",
        keys=ctx.texts("lost.keys.used" if asked else "lost.keys"),
    )
