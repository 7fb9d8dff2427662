"""A desk with small flows of its own, a store whose disk can be full, and a clock that is set by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.catalogue import Catalogues
from companion.decks.record import Deck
from companion.decks.sample import sample_deck, sample_uid
from companion.desk import Desk
from companion.fittings import Fittings
from companion.flow import (
    STAY,
    Context,
    Flow,
    Home,
    Menu,
    Mode,
    Playing,
    Press,
    Refused,
    Reply,
    Resuming,
    Tap,
)
from companion.outfit import load_settings, words
from companion.screen import Row, Screen
from companion.store import Store
from drivers.ports import ButtonLong, ButtonShort, CardSeen, Tick
from engine.games import SetUp
from engine.kernel import Illegal
from engine.portroyal import messages as m
from engine.portroyal.correction_messages import SetCoins

SET_UP = SetUp(game="port-royal", players=("Ann", "Ben"))
BLUE, GREEN, RED = "ship-blue-1-1#1", "ship-green-1-1#1", "ship-red-1-1#1"
NDEF_TEXT = bytes.fromhex("0309d101055402656e4849fe")
"""A text record that says HI."""


class Asking(msgspec.Struct, frozen=True):
    """A question over the game."""

    under: Mode


class Opened(msgspec.Struct, frozen=True):
    """A page over a question."""

    under: Mode


def playing_key(mode: Playing, ctx: Context, press: Press) -> Reply:
    if press.key == "no" and press.long:
        return Reply(undo=True)
    if press.key == "menu":
        return Reply(mode=Menu(under=mode))
    asked = ctx.session.state.asked
    words = {
        ("yes", m.RepelChoice): m.Repel(),
        ("no", m.RepelChoice): m.Keep(),
        ("next", m.Discovering): m.Stop(),
        ("next", m.Taking): m.Pass(),
    }
    command = words.get((press.key, type(asked)))
    return Reply(play=(command,)) if command else STAY


def playing_tap(mode: Playing, ctx: Context, tap: Tap) -> Reply:
    if tap.card is None:
        return Reply(refuse=Illegal("unknown-tag", "This tag is not known."))
    if isinstance(ctx.session.state.asked, m.RepelChoice):
        return Reply(wait=True)
    if isinstance(ctx.session.state.asked, m.Taking):
        return Reply(play=(m.Take(tap.card),))
    return Reply(play=(m.Reveal(tap.card),))


def menu_key(mode: Menu, ctx: Context, press: Press) -> Reply:
    replies = {
        ("yes", False): Reply(finish="save"),
        ("yes", True): Reply(finish="score", mode=Playing()),
        ("no", True): Reply(finish="drop"),
        ("no", False): Reply(play=(SetCoins(1, 9),), announce=True, mode=Playing(), note="Ben has 9"),
        ("next", False): Reply(settings=msgspec.structs.replace(ctx.settings, risk="always")),
        ("next", True): Reply(mode=Asking(Playing())),
        ("menu", False): Reply(mode=mode.under, signal="question"),
    }
    return replies[press.key, press.long]


def refused_key(mode: Refused, ctx: Context, press: Press) -> Reply:
    return Reply(mode=mode.under) if press.key == "no" else playing_key(Playing(), ctx, press)


def home_key(mode: Home, ctx: Context, press: Press) -> Reply:
    if press.key == "yes":
        return Reply(begin=msgspec.structs.replace(SET_UP, start="Ben"))
    if press.key == "next":
        return Reply(resume=ctx.saved[0].id)
    return Reply(begin=msgspec.structs.replace(SET_UP, start=""))


def drawn(name: str) -> Callable[[Any, Context], Screen]:
    def draw(mode: Any, ctx: Context) -> Screen:
        lost = " ".join(lost.name for lost in ctx.lost)
        harbor = len(ctx.session.state.harbor) if ctx.session else 0
        lines = (f"harbor {harbor}", lost, ctx.note, "waits" if ctx.waiting else "")
        return Screen((Row(name), *map(Row, lines)))

    return draw


def no_tap(mode: Mode, ctx: Context, tap: Tap) -> Reply:
    return STAY


FLOWS = {
    Playing: Flow(
        drawn("PLAYING"),
        playing_key,
        playing_tap,
        changes_s=lambda mode, ctx: 4.0 if isinstance(mode, Playing) and ctx.news else None,
    ),
    Menu: Flow(drawn("MENU"), menu_key, no_tap),
    Refused: Flow(drawn("REFUSED"), refused_key, lambda mode, ctx, tap: playing_tap(Playing(), ctx, tap)),
    Home: Flow(
        drawn("HOME"), home_key, lambda mode, ctx, tap: Reply(begin=SET_UP, wait=tap.card is not None)
    ),
    Resuming: Flow(
        drawn("RESUME?"),
        lambda mode, ctx, press: (
            Reply(resume=mode.game, undo=press.long) if press.key == "yes" else Reply(mode=Home())
        ),
        no_tap,
    ),
    Asking: Flow(
        drawn("ASKING"),
        lambda mode, ctx, press: Reply(mode=mode.under if press.key == "no" else Opened(mode)),
        lambda mode, ctx, tap: Reply(wait=True),
        asks=True,
    ),
    Opened: Flow(drawn("OPENED"), lambda mode, ctx, press: Reply(mode=mode.under), no_tap),
}


def refused(mode: Mode, no: Illegal, tap: Tap | None, ctx: Context) -> Refused:
    return Refused(no.key, str(no), no.facts, mode, tap)


class Paper:
    """A store whose disk can be full, and a clock that is set by hand."""

    def __init__(self, folder: Path, *, seed: int = 1) -> None:
        self.store = Store.open(folder)
        self.now_s = 100.0
        self.catalogues = Catalogues()
        self.deck: Deck = sample_deck("port-royal", self.catalogues.cards)
        self.desk = self.boot(seed)

    def boot(self, seed: int = 1, **changes: Any) -> Desk:
        fittings = Fittings(
            flows=FLOWS,
            compose=lambda ctx, mode, flows: {"main": flows[type(mode)].draw(mode, ctx)},
            refused=refused,
            signal_of=lambda before, entry, after: "undo" if entry.kind == "undo" else None,
            store=self.store,
            cards=self.catalogues.cards,
            words=words,
            now_s=lambda: self.now_s,
            wall=lambda: "2026-01-02T03:04:05+01:00",
            rng=random.Random(seed),
            deck=self.deck,
        )
        desk = Desk(msgspec.structs.replace(fittings, **changes), load_settings(self.store))
        desk.start()
        self.desk = desk
        return desk

    def tap(self, card: str) -> tuple[str, ...]:
        return self.desk.handle(CardSeen("main", sample_uid(card).hex(), self.now_s)).signals

    def press(self, key: str, *, long: bool = False) -> tuple[str, ...]:
        kind = ButtonLong if long else ButtonShort
        return self.desk.handle(kind(key, self.now_s)).signals

    def shows(self, *texts: str) -> bool:
        main = self.desk.screens(self.now_s)["main"]
        return all(main.shows(text) for text in texts)

    def written(self) -> list[tuple[str, str | None, int]]:
        """Give players, outcome and number of entries of each game in the store."""
        return [(row.set_up.start, row.outcome, row.entries) for row in self.store.all_games()]

    def pass_time(self, duration_s: float) -> tuple[str, ...]:
        self.now_s += duration_s
        return self.desk.handle(Tick(self.now_s)).signals


def position(desk: Desk) -> tuple[Any, ...]:
    session = desk.session
    return session.seq, session.state
