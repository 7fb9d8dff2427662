"""Text size "large": between header and keys stand three headlines, to be read across the table.

The first is what the screen says largest anyway, the action; then an amount, then a reason.  Only what fits
ten cells as it is written is taken, whole: nothing is cut.  The rest is on the table page.
Source: device-ux.md, section 8.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from companion.flow import Context, Flows, Mode, Playing, Refused
from companion.screen import HEADLINE_CELLS, Row, Screen, headline

HEADLINES = 3
SHORTEST = 2
"""Cells of a part that says something."""
MARKED = ">"
"""Before a line of a list: lists stay as they are."""
_BETWEEN = re.compile(r"\s{2,}|: |, |; |\. ")
Compose = Callable[[Context, Mode, Flows], dict[str, Screen]]


def sized(compose: Compose) -> Compose:
    """Make what draws all displays heed the owner's text size while a game is played."""

    def composed(ctx: Context, mode: Mode, flows: Flows) -> dict[str, Screen]:
        screens = compose(ctx, mode, flows)
        if ctx.settings.size != "large" or not isinstance(mode, Playing | Refused):
            return screens
        return {name: enlarged(screen) for name, screen in screens.items()}

    return composed


def enlarged(screen: Screen) -> Screen:
    """Give the same screen in large text; one without a headline of its own, or with a list, as it is."""
    head, *body, keys = screen.rows
    large = [row for row in body if row.big]
    small = [row for row in body if not row.big]
    if not large or any(row.text.startswith(MARKED) for row in small):
        return screen
    parts = [part for row in small for part in _parts(row.text)]
    amount = next((part for part in parts if any(map(str.isdigit, part))), None)
    reasons = [part for part in parts if part != amount]
    chosen = [*large, *map(headline, ([amount] if amount else []) + reasons)][:HEADLINES]
    gap = [Row()] * (2 * (HEADLINES - len(chosen)))
    return Screen((head, *chosen, *gap, keys), screen.inverse)


def _parts(text: str) -> Iterator[str]:
    """Give the parts of a row that are short enough for a headline."""
    for part in _BETWEEN.split(text):
        bare = part.strip()
        if SHORTEST <= len(bare) <= HEADLINE_CELLS:
            yield bare
