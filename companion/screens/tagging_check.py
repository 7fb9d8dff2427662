"""Screens of the check of a deck: TG5 and what is missing (device-ux.md 4.2, 7)."""

from __future__ import annotations

from companion.box import Box
from companion.decks.checkpass import Checked, CheckPass, Double, Finding, Foreign
from companion.flow import Context
from companion.lists import listed
from companion.screen import Screen, headline, screen
from companion.screens.heap_words import label
from companion.screens.scene import bar
from companion.screens.tagging import counted, meter


def checking(ctx: Context, box: Box, now: CheckPass, last: Finding | None, says: str = "") -> Screen:
    """Draw TG5: how far the check is, what was tapped last, and which other card its tag ``says``."""
    left = len(now.missing)
    named = isinstance(last, Checked | Double)
    big = ctx.texts("check.start")
    rows = (ctx.texts("check.any-order"), "")
    if isinstance(last, Checked | Double):
        big = ctx.names.headline(box.named[last.card].kind)
        name = label(ctx, box.named[last.card])
        rows = (name, ctx.texts("check.twice" if isinstance(last, Double) else "check.wrong"))
        if says in box.named:
            rows = (name, ctx.texts("check.says", brief=ctx.names.token(box.named[says].kind)))
    elif isinstance(last, Foreign):
        big = ctx.texts("check.foreign")
        rows = (ctx.texts("check.retired" if last.retired_from else "check.unknown"), ctx.texts("check.tell"))
    keys = "check.keys.named" if named else "check.keys.foreign" if last else "check.keys"
    return screen(
        bar(ctx.texts("check.header"), counted(ctx, now.progress)),
        meter(now.progress),
        headline(big if left or not named else ctx.texts("check.all")),
        *rows,
        ctx.texts("check.left", left=left) if left else ctx.texts("check.complete"),
        keys=ctx.texts(keys if left else "check.keys.done"),
    )


def missing_kinds(now: CheckPass) -> dict[str, list[str]]:
    """Give the cards that were not seen, by their kind."""
    kinds: dict[str, list[str]] = {}
    for name in now.missing:
        kinds.setdefault(name.rpartition("#")[0], []).append(name)
    return kinds


def missing(ctx: Context, box: Box, now: CheckPass, cursor: int) -> Screen:
    """List the kinds of which cards were not seen yet, with how many; a dash means that it has no tag."""
    lines = []
    for names in missing_kinds(now).values():
        untagged = all(name not in box.deck.tags for name in names)
        mark = ctx.texts("check.no-tag") if untagged else ctx.texts("check.times", count=len(names))
        lines.append(f"{label(ctx, box.named[names[0]])} {mark}")
    body = listed(ctx.texts, lines, cursor) if lines else (ctx.texts("check.complete"),)
    header = ctx.texts("check.missing.header", left=len(now.missing))
    return screen(header, *body, keys=ctx.texts("check.missing.keys"))
