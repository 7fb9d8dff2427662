"""Asks about a deck file that somebody changed by hand, and says what the home menu begins with (R46)."""

from __future__ import annotations

import msgspec

from companion.flow import STAY, Context, Flow, Flows, Home, Mode, Press, Reply
from companion.orders import JudgeEdit
from companion.screen import Screen, headline, screen
from companion.screens.paragraph import wrapped
from companion.screens.scene import say
from companion.tagging_menu import CardsMenu
from companion.tagging_modes import TagLater

TAGGING = "tagging"


class DeckEdited(msgspec.Struct, frozen=True):
    """A deck file was changed by hand: asks whether that counts."""

    under: Mode
    name: str


def edited_flows() -> Flows:
    """Give the flow of ``DeckEdited``."""
    return {
        DeckEdited: Flow(draw=_draw, key=_key, tap=lambda mode, ctx, tap: Reply(signal="refused"), asks=True)
    }


def first_mode(ctx: Context, doing: str) -> Mode:
    """Give what the device begins with where no game was cut short; ``doing`` is what it did before."""
    home = Home()
    if ctx.edited_deck:
        return DeckEdited(home, ctx.edited_deck)
    return TagLater(CardsMenu(home)) if doing == TAGGING and ctx.box else home


def _draw(mode: DeckEdited, ctx: Context) -> Screen:
    return screen(
        say(ctx.texts, "edited.header", box=mode.name),
        headline(ctx.texts("edited.headline")),
        *wrapped(ctx.texts("edited.text"), 4),
        keys=ctx.texts("edited.keys"),
    )


def _key(mode: DeckEdited, ctx: Context, press: Press) -> Reply:
    if press.key in ("yes", "no") and not press.long:
        return Reply(mode=mode.under, orders=(JudgeEdit(mode.name, press.key == "yes"),))
    return STAY
