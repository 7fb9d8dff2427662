"""Says when cards are named from a list instead of being tapped: without tags, or without a reader."""

from __future__ import annotations

from companion.flow import Context
from engine import cardset


def by_list(ctx: Context) -> bool:
    """Tell whether the list of cards is offered: the table has no reader, or cards in play have no tag."""
    if ctx.session is None:
        return False
    return not ctx.readers or any(not cardset.has(ctx.session.state.box, card) for card in ctx.untagged)
