"""Tagging needs a reader: says so where there is none, or where it does not answer (DV1)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.flow import Context
from companion.screen import HEADLINE_CELLS, Screen, headline, screen
from companion.screens.paragraph import wrapped
from companion.screens.scene import say
from companion.screens.trouble import no_reader

Draw = Callable[[Any, Context], Screen]


def with_reader(draw: Draw) -> Draw:
    """Draw a screen that waits for a tap only where something can be tapped."""

    def drawn(mode: Any, ctx: Context) -> Screen:
        return _without(ctx) if not ctx.readers or no_reader(ctx) else draw(mode, ctx)

    return drawn


def _without(ctx: Context) -> Screen:
    return screen(
        say(ctx.texts, "tag.no-reader.header"),
        headline(say(ctx.texts, "reader.headline", HEADLINE_CELLS)),
        *wrapped(ctx.texts("reader.text-1" if ctx.readers else "tag.no-reader.text"), 3),
        keys=ctx.texts("tag.no-reader.keys"),
    )
