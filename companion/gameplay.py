"""The games that a device offers, each as one record of what it brings: flows, displays of seats, signals.

A further game, or an expansion, is one more record here and one in ``companion/setups.py``.  Flows of the
same mode, such as ``Playing``, are told apart by the game on the table; everything else of the device
knows no game.  A record is loaded when its game is first set up or played.
"""
# ruff: noqa: PLC0415 - see above

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from companion import play
from companion.corrections import EditPlace
from companion.corrections_read import ReadWrong
from companion.doors import Around, Doors
from companion.flow import Context, Flow, Flows, Mode, Press, Refused, Reply, Settings, Signal, Tap
from companion.menus import menu_flows
from companion.play_pages import table_page, undo_page
from companion.rebuild_steps import LeavingRebuild, Rebuilding
from companion.screen import Screen
from companion.screens.compose import Seats, composed
from engine.games import SetUp, Table
from engine.kernel import Illegal
from engine.later import Later
from engine.session import Entry, Session


class Gameplay(msgspec.Struct, frozen=True):
    """How one game is played on the device."""

    around: Around
    """What the flows around the game ask of it."""
    flows: Callable[[Doors, Flows], Flows]
    """Gives the flows of a running game; what lies under a page is looked up in the second when needed."""
    refused: Callable[[Mode, Illegal, Tap | None, Context], Refused]
    """Makes a screen of a refusal."""
    seats: Seats
    """Draws the displays of the seats."""
    signals: Callable[[Any, Entry, Any], Signal | None]
    """What an entry sounds like, from the states before and after it."""
    noted: Callable[[Settings, int, Session, str], Settings] = lambda settings, game, session, how: settings
    """What is kept of a game from one evening to the next, see ``Fittings.noted``."""


def _port_royal() -> Gameplay:
    from companion import play_around, signals
    from companion.screens.compose import base_seats

    return Gameplay(
        around=play_around.AROUND,
        flows=lambda doors, flows: play.play_flows(flows),
        refused=play.refused,
        seats=base_seats,
        signals=signals.signals,
    )


def _adventure() -> Gameplay:
    from companion.adventure import around, corrections, finish, flows, newgame, seats, signals

    def all_flows(doors: Doors, table: Flows) -> Flows:
        before, within = newgame.newgame_flows(doors), corrections.corrections_flows(doors)
        return {**before, **within, **flows.adventure_flows(doors, table)}

    return Gameplay(
        around=around.AROUND,
        flows=all_flows,
        refused=play.refused,
        seats=seats.seats,
        signals=signals.signals,
        noted=finish.noted,
    )


def _port_royal_2000() -> Gameplay:
    from companion.tricks import around, flows, seats, signals

    return Gameplay(
        around=around.AROUND,
        flows=flows.tricks_flows,
        refused=play.refused,
        seats=seats.seats,
        signals=signals.signals,
    )


GAMEPLAYS = Later({"port-royal": _port_royal, "adventure": _adventure, "port-royal-2000": _port_royal_2000})
"""The games, in the order in which they are offered."""


def gameplay(session: Session | None) -> Gameplay:
    """Give how the game on the table is played; the first one speaks where there is none."""
    return GAMEPLAYS[session.table.game.name if session else next(iter(GAMEPLAYS))]


OF_PLAYING_CARDS: tuple[type[Mode], ...] = (EditPlace, ReadWrong, Rebuilding, LeavingRebuild)
"""Flows that set playing cards right: other tagged cards of a game are nothing to them."""


# -- what a desk is fitted out with --------------------------------------------------------
def device_flows(
    open_table: Callable[[SetUp], Table], pack: Callable[[str], Any] | None = None
) -> DeviceFlows:
    """Give all flows of the device, those of every running game and those around them.

    ``pack`` gives a pack of The Adventure Begins by its name, with what its owner told; without it the packs
    are as they come with the program.
    """

    def tap(mode: Mode, ctx: Context, given: Tap) -> Reply:
        return flows[type(mode)].tap(mode, ctx, given)

    doors = Doors(
        table_page=table_page,
        undo_page=undo_page,
        tap=tap,
        open_table=open_table,
        games=GAMEPLAYS.of_each(lambda game: game.around),
        **({"pack": pack} if pack else {}),
    )
    around = dict(menu_flows(doors))
    around.update({kind: _playing_cards_only(around[kind]) for kind in OF_PLAYING_CARDS})
    flows = DeviceFlows(around, GAMEPLAYS.of_each(lambda game: game.flows(doors, flows)))
    return flows


class DeviceFlows(Mapping[type[Mode], Flow]):
    """A flow for each kind of mode: those around games, and those of games, each loaded when it is asked for.

    A kind that several games have is one of the first game's, too; it is answered by the game on the table.
    """

    def __init__(self, around: Flows, games: Later[Flows]) -> None:
        self._around = around
        self._games = games
        self._shared: dict[type[Mode], Flow] = {}
        """Flows of the kinds that several games have, once they were asked for."""

    def __getitem__(self, kind: type[Mode]) -> Flow:
        """Give the flow of a kind of mode; raises ``KeyError``."""
        if kind in self._around:
            return self._around[kind]
        first = self._games[next(iter(self._games))]
        if kind in first:
            if kind not in self._shared:
                self._shared[kind] = _by_game(kind, first[kind], self._games)
            return self._shared[kind]
        # A game whose mode is on is loaded: the others are looked through for what is no mode at all.
        for flows in chain(self._games.loaded, self._games.values()):
            if kind in flows:
                return flows[kind]
        raise KeyError(kind)

    def __iter__(self) -> Iterator[type[Mode]]:
        """Give all kinds of modes, those of games that were not loaded before, too."""
        return iter(dict.fromkeys((*self._around, *(kind for game in self._games.values() for kind in game))))

    def __len__(self) -> int:
        """Count the kinds of modes."""
        return len(list(iter(self)))


def _playing_cards_only(flow: Flow) -> Flow:
    """Give a flow that refuses cards which are only shown to the reader."""

    def tap(mode: Mode, ctx: Context, given: Tap) -> Reply:
        session, card = ctx.session, given.card
        if session is not None and card is not None and card >= len(session.table.rules.cards):
            return Reply(signal="refused")
        reply: Reply = flow.tap(mode, ctx, given)
        return reply

    return replace(flow, tap=tap)


def compose(ctx: Context, mode: Mode, flows: Flows) -> dict[str, Screen]:
    """Draw all displays."""
    return composed(gameplay(ctx.session).seats, ctx, mode, flows)


def refused(mode: Mode, illegal: Illegal, tap: Tap | None, ctx: Context) -> Refused:
    """Make the flow that shows a refusal over the one that goes on."""
    return gameplay(ctx.session).refused(mode, illegal, tap, ctx)


def signal_of(before: Any, entry: Entry, session: Session) -> Signal | None:
    """Give the signal for an entry of a game, from the state before it; None when its click is enough."""
    return gameplay(session).signals(before, entry, session.state)


def noted(settings: Settings, game: int, session: Session, how: str) -> Settings:
    """Give the settings with what is kept of a game from one evening to the next."""
    return gameplay(session).noted(settings, game, session, how)


# -- flows by the game on the table --------------------------------------------------------
def _by_game(kind: type[Mode], first: Flow, games: Mapping[str, Flows]) -> Flow:
    """Make a flow that is the one of the game on the table; the first game's where there is none."""

    def of(ctx: Context) -> Flow:
        return games[ctx.session.table.game.name][kind] if ctx.session else first

    return Flow(
        draw=partial(_drawn, of),
        key=partial(_pressed, of),
        tap=partial(_tapped, of),
        asks=first.asks,
        changes_s=partial(_changes_s, of),
    )


Of = Callable[[Context], Flow]


def _drawn(of: Of, mode: Mode, ctx: Context) -> Screen:
    return of(ctx).draw(mode, ctx)


def _pressed(of: Of, mode: Mode, ctx: Context, press: Press) -> Reply:
    return of(ctx).key(mode, ctx, press)


def _tapped(of: Of, mode: Mode, ctx: Context, tap: Tap) -> Reply:
    return of(ctx).tap(mode, ctx, tap)


def _changes_s(of: Of, mode: Mode, ctx: Context) -> float | None:
    changes_s = of(ctx).changes_s
    return changes_s(mode, ctx) if changes_s else None
