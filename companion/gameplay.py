"""The games that a device offers, each as one record of what it brings: flows, displays of seats, signals.

A further game, or an expansion, is one more record here and one in ``companion/setups.py``.  Flows of the
same mode, such as ``Playing``, are told apart by the game on the table; everything else of the device
knows no game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from companion import play, play_around, signals
from companion.adventure import around as adventure_around
from companion.adventure.corrections import corrections_flows as adventure_corrections
from companion.adventure.flows import adventure_flows
from companion.adventure.newgame import newgame_flows as adventure_newgame
from companion.adventure.seats import seats as adventure_seats
from companion.adventure.signals import signals as adventure_signals
from companion.corrections import EditPlace
from companion.corrections_read import ReadWrong
from companion.doors import Around, Doors
from companion.flow import Context, Flow, Flows, Mode, Press, Refused, Reply, Signal, Tap
from companion.menus import menu_flows
from companion.packs import load_pack
from companion.play_pages import table_page, undo_page
from companion.rebuild_steps import LeavingRebuild, Rebuilding
from companion.screen import Screen
from companion.screens.compose import Seats, base_seats, composed
from companion.tricks import around as tricks_around
from companion.tricks.flows import tricks_flows
from companion.tricks.seats import seats as tricks_seats
from companion.tricks.signals import signals as tricks_signals
from engine.adventure import Pack
from engine.games import SetUp, Table
from engine.kernel import Illegal
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


GAMEPLAYS: Mapping[str, Gameplay] = {
    "port-royal": Gameplay(
        around=play_around.AROUND,
        flows=lambda doors, flows: play.play_flows(flows),
        refused=play.refused,
        seats=base_seats,
        signals=signals.signals,
    ),
    "adventure": Gameplay(
        around=adventure_around.AROUND,
        flows=adventure_flows,
        refused=play.refused,
        seats=adventure_seats,
        signals=adventure_signals,
    ),
    "port-royal-2000": Gameplay(
        around=tricks_around.AROUND,
        flows=tricks_flows,
        refused=play.refused,
        seats=tricks_seats,
        signals=tricks_signals,
    ),
}
"""The games, in the order in which they are offered."""
FIRST = next(iter(GAMEPLAYS.values()))
"""Speaks where no game is on the table."""


def gameplay(session: Session | None) -> Gameplay:
    """Give how the game on the table is played."""
    return GAMEPLAYS[session.table.game.name] if session else FIRST


OF_PLAYING_CARDS: tuple[type[Mode], ...] = (EditPlace, ReadWrong, Rebuilding, LeavingRebuild)
"""Flows that set playing cards right: other tagged cards of a game are nothing to them."""


# -- what a desk is fitted out with --------------------------------------------------------
def device_flows(open_table: Callable[[SetUp], Table], pack: Callable[[str], Pack] = load_pack) -> Flows:
    """Give all flows of the device, those of every running game and those around them.

    ``pack`` gives a pack of The Adventure Begins by its name, with what its owner told.
    """
    flows: dict[type[Mode], Flow] = {}

    def tap(mode: Mode, ctx: Context, given: Tap) -> Reply:
        return flows[type(mode)].tap(mode, ctx, given)

    doors = Doors(
        table_page=table_page,
        undo_page=undo_page,
        tap=tap,
        open_table=open_table,
        games={name: game.around for name, game in GAMEPLAYS.items()},
        pack=pack,
    )
    around = menu_flows(doors)
    flows.update(around)
    flows.update({kind: _playing_cards_only(around[kind]) for kind in OF_PLAYING_CARDS})
    flows.update(adventure_newgame(doors))
    flows.update(adventure_corrections(doors))
    flows.update(_joined({name: game.flows(doors, flows) for name, game in GAMEPLAYS.items()}))
    return flows


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


# -- flows by the game on the table --------------------------------------------------------
def _joined(games: Mapping[str, Flows]) -> dict[type[Mode], Flow]:
    """Give one flow for each kind of mode that any game has."""
    kinds = {kind for flows in games.values() for kind in flows}
    return {
        kind: _by_game({name: flows[kind] for name, flows in games.items() if kind in flows})
        for kind in kinds
    }


def _by_game(flows: Mapping[str, Flow]) -> Flow:
    """Make a flow that is the one of the game on the table; the first where there is none."""
    first = next(iter(flows.values()))
    if len(flows) == 1:
        return first

    def of(ctx: Context) -> Flow:
        return flows[ctx.session.table.game.name] if ctx.session else first

    return Flow(
        draw=partial(_drawn, of),
        key=partial(_pressed, of),
        tap=partial(_tapped, of),
        asks=any(flow.asks for flow in flows.values()),
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
