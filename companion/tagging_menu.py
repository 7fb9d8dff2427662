"""The menu of cards, out of the home menu: decks, and what is done about their tags (device-ux.md 6.3, 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import msgspec
from msgspec.structs import replace

from companion.box import Box
from companion.decks.order import extras_of
from companion.doors import Doors, closes, ground, list_key, no_tap
from companion.flow import STAY, Context, Flow, Flows, Mode, Press, Reply
from companion.lists import following, listed
from companion.orders import ChooseDeck, KeepDeck, NewDeck
from companion.screen import CELLS, Screen, headline, screen
from companion.screens.paragraph import wrapped
from companion.tagging import tagging_flows
from companion.tagging_check import check_flows, checking, corrected
from companion.tagging_list import PickKind, kind_flows
from companion.tagging_lost import kind_lost, lost_flows
from companion.tagging_modes import OPEN, Tagging, TagLater
from companion.tagging_write import write_flows

LINES = ("tag", "check", "lost", "write", "promo", "deck")
LINE_CELLS = 17
"""A deck's name in a list, with room for the mark before it and the count behind it."""
NAME_CELLS = 14
NONE = "none"


class CardsMenu(msgspec.Struct, frozen=True):
    """The menu of cards."""

    under: Mode
    cursor: int = 0


class ChoosingDeck(msgspec.Struct, frozen=True):
    """Asks which deck is used; the last line begins a new one."""

    under: Mode
    cursor: int = 0


class DeckGame(msgspec.Struct, frozen=True):
    """Asks of which game a new deck is."""

    under: Mode
    cursor: int = 0


class OpenWriting(msgspec.Struct, frozen=True):
    """Warns once that phones can read what is written on tags."""

    under: Mode


def cards_flows(doors: Doors) -> Flows:
    """Give every flow about decks and tags."""
    return {
        CardsMenu: Flow(draw=_draw, key=partial(_key, doors), tap=no_tap),
        ChoosingDeck: Flow(draw=_draw_decks, key=partial(_key_decks, doors), tap=no_tap),
        DeckGame: Flow(draw=partial(_draw_games, doors), key=partial(_key_games, doors), tap=no_tap),
        OpenWriting: Flow(draw=_draw_warning, key=_key_warning, tap=no_tap),
        **tagging_flows(),
        **write_flows(),
        **check_flows(doors),
        **lost_flows(),
        **kind_flows({"check": corrected, "lost": kind_lost}, doors),
    }


# -- the menu ----------------------------------------------------------------------------
def _draw(mode: CardsMenu, ctx: Context) -> Screen:
    lines = [_line(ctx, name) for name in LINES]
    return screen(
        ctx.texts("cards.header"), *listed(ctx.texts, lines, mode.cursor), keys=ctx.texts("cards.keys")
    )


def _line(ctx: Context, name: str) -> str:
    """Say a line, with how things stand."""
    box, texts = ctx.box, ctx.texts
    if name == "write":
        return texts(f"cards.write.{ctx.settings.tags}")
    if name == "promo":
        return texts(f"cards.promo.{_promo(box)}")
    if name == "deck":
        return texts("cards.deck", box=box.deck.name[:NAME_CELLS]) if box else texts("cards.no-deck")
    if name == "tag" and box and box.deck.tags:
        return texts("cards.go-on", left=len(box.gaps)) if box.gaps else texts("cards.tagged")
    return texts(f"cards.{name}")


def _promo(box: Box | None) -> str:
    """Name the set of promo cards that lies in the box."""
    return box.deck.extras[0] if box and box.deck.extras else NONE


def _key(doors: Doors, mode: CardsMenu, ctx: Context, press: Press) -> Reply:
    return list_key(mode, press, len(LINES), lambda line: OPENS[LINES[line]](doors, mode, ctx))


def _tag(doors: Doors, mode: CardsMenu, ctx: Context) -> Reply:
    """Begin a deck where there is none; one that was begun says first where it stopped."""
    if ctx.box is None:
        return _new(doors, mode, ctx)
    return Reply(mode=TagLater(mode) if ctx.box.deck.tags else Tagging(mode))


def _check(doors: Doors, mode: CardsMenu, ctx: Context) -> Reply:
    return Reply(mode=checking(mode)) if ctx.box else _no_deck(ctx)


def _lost(doors: Doors, mode: CardsMenu, ctx: Context) -> Reply:
    return Reply(mode=PickKind(mode, "lost")) if ctx.box else _no_deck(ctx)


def _no_deck(ctx: Context) -> Reply:
    return Reply(note=ctx.texts("cards.first"), signal="refused")


def _write(doors: Doors, mode: CardsMenu, ctx: Context) -> Reply:
    if ctx.settings.tags == OPEN:
        return Reply(mode=mode, settings=replace(ctx.settings, tags="no"))
    return Reply(mode=OpenWriting(mode))


def _turn_promo(doors: Doors, mode: CardsMenu, ctx: Context) -> Reply:
    """Say which promo cards lie in the box: they are tagged last."""
    box = ctx.box
    if box is None:
        return _no_deck(ctx)
    sets = (NONE, *extras_of(box.cards))
    chosen = following(sets, _promo(box))
    extras = () if chosen == NONE else (chosen,)
    return Reply(mode=mode, orders=(KeepDeck(replace(box.deck, extras=extras)),))


def _decks(doors: Doors, mode: CardsMenu, ctx: Context) -> Reply:
    names = [name for name, _ in ctx.decks]
    at = names.index(ctx.box.deck.name) if ctx.box and ctx.box.deck.name in names else 0
    return Reply(mode=ChoosingDeck(mode, at)) if ctx.decks else _new(doors, mode, ctx)


OPENS: Mapping[str, Callable[[Doors, CardsMenu, Context], Reply]] = {
    "tag": _tag,
    "check": _check,
    "lost": _lost,
    "write": _write,
    "promo": _turn_promo,
    "deck": _decks,
}
"""What the lines of the menu do."""


# -- decks ---------------------------------------------------------------------------------
def _draw_decks(mode: ChoosingDeck, ctx: Context) -> Screen:
    lines = [ctx.texts("decks.line", box=name)[:LINE_CELLS] for name, _ in ctx.decks]
    body = listed(ctx.texts, [*lines, ctx.texts("decks.new")], mode.cursor)
    return screen(ctx.texts("decks.header"), *body, keys=ctx.texts("decks.keys"))


def _key_decks(doors: Doors, mode: ChoosingDeck, ctx: Context, press: Press) -> Reply:
    return list_key(mode, press, len(ctx.decks) + 1, partial(_deck_chosen, doors, mode, ctx))


def _deck_chosen(doors: Doors, mode: ChoosingDeck, ctx: Context, line: int) -> Reply:
    if line >= len(ctx.decks):
        return _new(doors, mode.under, ctx)
    name, _ = ctx.decks[line]
    said = ctx.texts("decks.now", box=name)[:CELLS]
    return Reply(mode=mode.under, orders=(ChooseDeck(name),), note=said)


def _new(doors: Doors, under: Mode, ctx: Context) -> Reply:
    """Begin a deck of the only game there is, or ask of which one."""
    first, *others = doors.games
    return Reply(mode=DeckGame(under)) if others else _begun(under, ctx, first)


def _begun(under: Mode, ctx: Context, game: str) -> Reply:
    """Begin a deck under a name that is free, and tag it."""
    taken = {name.casefold() for name, _ in ctx.decks}
    names = (ctx.texts("decks.name", number=number) for number in range(1, len(taken) + 2))
    name = next(name for name in names if name.casefold() not in taken)
    return Reply(mode=Tagging(under), orders=(NewDeck(name, game),))


def _draw_games(doors: Doors, mode: DeckGame, ctx: Context) -> Screen:
    lines = [ctx.texts(f"game.{game}") for game in doors.games]
    body = listed(ctx.texts, lines, mode.cursor)
    return screen(ctx.texts("decks.game.header"), *body, keys=ctx.texts("decks.keys"))


def _key_games(doors: Doors, mode: DeckGame, ctx: Context, press: Press) -> Reply:
    games = list(doors.games)
    return list_key(mode, press, len(games), lambda line: _begun(mode.under, ctx, games[line]))


# -- the warning before tags are written ---------------------------------------------------
def _draw_warning(mode: OpenWriting, ctx: Context) -> Screen:
    return screen(
        ctx.texts("write.warning.header"),
        headline(ctx.texts("write.warning.headline")),
        *wrapped(ctx.texts("write.warning.text"), 4),
        keys=ctx.texts("write.warning.keys"),
    )


def _key_warning(mode: OpenWriting, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.key == "yes" and not press.long:
        return Reply(mode=mode.under, settings=replace(ctx.settings, tags="open"))
    return Reply(mode=mode.under) if press.key == "no" and not press.long else STAY
