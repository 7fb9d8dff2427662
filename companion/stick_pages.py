"""Saving to a USB stick, and taking decks and games from one, as the device shows it (device-ux.md 6.3)."""

from __future__ import annotations

from functools import partial

import msgspec

from companion.chores import Done, FoundGame
from companion.decks.record import Deck
from companion.doors import Doors, closes, ground, tap_ground
from companion.flow import STAY, Context, Flow, Flows, Mode, Press, Reply
from companion.orders import KeepDeck
from companion.screen import CELLS, Screen, headline, screen
from companion.screens.paragraph import wrapped

EXPORT, IMPORT, UPDATE = "export", "import", "update"
"""The chores."""


class Working(msgspec.Struct, frozen=True):
    """The stick is being written or read."""

    under: Mode
    chore: str


class Found(msgspec.Struct, frozen=True):
    """Decks or games lie on the stick: asks whether to take them."""

    under: Mode
    decks: tuple[Deck, ...]
    """Those that are not here yet."""
    games: tuple[FoundGame, ...]
    """The same of games."""
    renamed: int
    """How many of the decks have another name from now on, since theirs is that of another deck here."""
    same: int
    """How many more are here already."""


class Told(msgspec.Struct, frozen=True):
    """Says what came of it."""

    under: Mode
    chore: str
    rows: tuple[str, ...]
    failed: bool


def stick_flows(doors: Doors) -> Flows:
    """Give the flows of the USB stick."""
    tap = partial(tap_ground, doors)
    return {
        Working: Flow(draw=_draw_working, key=_key_working, tap=tap, heard=_heard),
        Found: Flow(draw=_draw_found, key=_key_found, tap=tap),
        Told: Flow(draw=_draw_told, key=_key_told, tap=tap),
    }


def _draw_working(mode: Working, ctx: Context) -> Screen:
    texts = ctx.texts
    return screen(
        texts(f"stick.header.{mode.chore}"),
        headline(texts("stick.wait")),
        "",
        texts("stick.leave"),
        keys=texts("stick.keys"),
    )


def _key_working(mode: Working, ctx: Context, press: Press) -> Reply:
    """Leave the page; the work goes on."""
    if closes(press):
        return Reply(mode=ground(mode))
    return Reply(mode=mode.under) if press.key == "no" and not press.long else STAY


def _heard(mode: Working, ctx: Context, done: Done) -> Reply:
    if done.chore != mode.chore:
        return STAY
    if done.trouble:
        why = wrapped(done.trouble, 4)
        return Reply(mode=Told(mode.under, mode.chore, why, failed=True), signal="refused")
    if done.chore == UPDATE:
        said = (ctx.texts("update.runs"), ctx.texts("update.then-1"), ctx.texts("update.then-2"))
        return Reply(mode=Told(mode.under, mode.chore, said, failed=False), signal="tick")
    if done.chore == EXPORT:
        said = (ctx.texts("stick.pull"), ctx.texts("stick.on-it"), done.file[:CELLS])
        return Reply(mode=Told(mode.under, mode.chore, said, failed=False), signal="tick")
    return Reply(mode=Found(mode.under, done.decks, done.games, done.renamed, done.same), signal="question")


def _draw_found(mode: Found, ctx: Context) -> Screen:
    texts, decks, games = ctx.texts, len(mode.decks), len(mode.games)
    return screen(
        texts("stick.header.import"),
        headline(texts("stick.new", count=decks + games)),
        texts("stick.found", decks=decks, games=games) if decks or games else "",
        texts("stick.renamed", count=mode.renamed) if mode.renamed else "",
        texts("stick.same", count=mode.same) if mode.same else "",
        keys=texts("stick.keys.take" if decks or games else "stick.keys"),
    )


def _key_found(mode: Found, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    if press.key == "yes":
        orders = tuple(KeepDeck(deck) for deck in mode.decks)
        return Reply(mode=mode.under, orders=orders, games=mode.games)
    return Reply(mode=mode.under) if press.key == "no" else STAY


def _draw_told(mode: Told, ctx: Context) -> Screen:
    texts = ctx.texts
    return screen(
        texts(f"stick.header.{mode.chore}"),
        headline(texts("stick.failed" if mode.failed else "stick.done")),
        *mode.rows,
        keys=texts("stick.keys"),
    )


def _key_told(mode: Told, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    return Reply(mode=mode.under) if press.key in ("no", "yes") and not press.long else STAY
