"""Pages over the game: the whole table, odds, log, undo, cards of a player, sheets, a card for a moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.doors import closes, ground, pressed
from companion.flow import STAY, Context, Flow, Menu, Mode, Press, Reply, Tap
from companion.play_modes import (
    CardShown,
    FinalSheet,
    LogPage,
    OddsPage,
    OwnCards,
    PlayerPage,
    TablePage,
    UndoPage,
)
from companion.play_moment import lasting
from companion.play_situation import seat_to_act
from companion.screen import Screen
from companion.screens import table
from companion.screens.ending import sheet
from companion.screens.scene import scene_of
from companion.screens.undo import undone
from engine.kernel import Illegal

Table = Mapping[type[Mode], Flow]
KeyOf = Callable[[Any, Context, Press], Reply]


# -- what all of them share --------------------------------------------------------------
def through(flows: Table, mode: Any, ctx: Context, given: Press | Tap) -> Reply:
    """Let the flow underneath answer, and go on in it if it does anything."""
    under = lasting(mode.under)
    flow = flows[type(under)]
    reply = flow.key(under, ctx, given) if isinstance(given, Press) else flow.tap(under, ctx, given)
    return reply if reply == STAY else replace(reply, mode=reply.mode or under)


def undo(mode: Mode, ctx: Context) -> Reply:
    """Take the last entry back and say what goes back on the table."""
    if ctx.session is not None:
        try:
            ctx.session.propose_undo()
        except Illegal as no:
            return Reply(refuse=no)
    return undo_page(mode)


def undo_page(under: Mode) -> Reply:
    """Take the last entry back, over a mode; refused by the game when there is nothing."""
    return Reply(undo=True, mode=UndoPage(ground(under)))


def table_page(under: Mode) -> Mode:
    """Give the page with the whole table over a mode."""
    return TablePage(lasting(under))


def held(mode: Mode, ctx: Context, press: Press) -> Reply | None:
    """Answer what keys mean everywhere: MENU, YES held, NO held; None for others (device-ux.md 3.1)."""
    if closes(press):
        return Reply(mode=Menu(under=lasting(mode)))
    if press.long and press.key == "yes":
        return Reply(mode=table_page(mode))
    if press.long and press.key == "no":
        return undo(mode, ctx)
    return None


def page_keys(flows: Table, keys: KeyOf) -> KeyOf:
    """Make the keys of a page: its own, then what keys mean everywhere, then those underneath."""

    def answer(mode: Any, ctx: Context, press: Press) -> Reply:
        press = pressed(ctx, press)
        if not press.long and press.seat is None:
            own = keys(mode, ctx, press)
            if own != STAY or press.key in ("yes", "no", "next"):
                return own
        elif press.key == "yes":
            return Reply(mode=lasting(mode.under))
        return held(mode, ctx, press) or through(flows, mode, ctx, press)

    return answer


# -- IN1, IN2, the log -------------------------------------------------------------------
def table_key(mode: TablePage, ctx: Context, press: Press) -> Reply:
    """Answer the keys of the table page."""
    scene = scene_of(ctx)
    seat = scene.view.active if mode.cursor < 0 else mode.cursor
    keys = {
        "yes": PlayerPage(mode, seat),
        "no": mode.under,
        "next": LogPage(mode.under) if ctx.settings.risk == "off" else OddsPage(mode.under),
    }
    return Reply(mode=keys[press.key]) if press.key in keys else STAY


def _player_key(mode: PlayerPage, ctx: Context, press: Press) -> Reply:
    scene = scene_of(ctx)
    if press.key == "no":
        return Reply(mode=replace(mode.under, cursor=mode.seat))
    if press.key == "yes" and mode.page + 1 < table.own_pages(scene, mode.seat):
        return Reply(mode=replace(mode, page=mode.page + 1))
    if press.key in ("yes", "next"):
        return Reply(mode=replace(mode, seat=(mode.seat + 1) % scene.rules.seats, page=0))
    return STAY


def _odds_key(mode: OddsPage, ctx: Context, press: Press) -> Reply:
    keys = {"no": mode.under, "next": LogPage(mode.under)}
    return Reply(mode=keys[press.key]) if press.key in keys else STAY


def log_key(mode: LogPage, ctx: Context, press: Press) -> Reply:
    """Answer the keys of the log."""
    if press.key == "next":
        return Reply(mode=replace(mode, page=mode.page + 1))
    return Reply(mode=mode.under) if press.key == "no" else STAY


def _draw_player(mode: PlayerPage, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    return table.own_cards(scene, mode.seat, mode.page, scene.say("keys.player"), "own.title.any")


# -- the final sheet ---------------------------------------------------------------------
def sheet_key(mode: FinalSheet, ctx: Context, press: Press) -> Reply:
    """Go on to the next player in the order of the ranks; after the last comes the final screen."""
    order = [line.seat for line in ctx.session.scores()] if ctx.session else []
    after = order.index(mode.seat) + 1
    if press.key == "next":
        return Reply(mode=replace(mode, seat=order[after]) if after < len(order) else mode.under)
    return Reply(mode=mode.under) if press.key == "no" else STAY


# -- undo --------------------------------------------------------------------------------
def undo_keys(flows: Table, mode: UndoPage, ctx: Context, press: Press) -> Reply:
    """Answer the keys of the page about an undo: one more back, redo, or leave it."""
    press = pressed(ctx, press)
    if press.key == "no":
        return undo(mode, ctx)
    if press.key == "next" and not press.long:
        return Reply(mode=mode.under)
    if press.key == "yes" and not press.long:
        more = ctx.session is not None and len(ctx.session.undone) > 1
        if ctx.session is None or not ctx.session.can_redo:
            return Reply(mode=mode.under)
        return Reply(redo=True, mode=mode if more else mode.under)
    return held(mode, ctx, press) or through(flows, mode, ctx, press)


# -- a card for a moment -----------------------------------------------------------------
def card_shown_flow(flows: Table, draw: Callable[[Context, int], Screen]) -> Flow:
    """Give the flow of ``CardShown``: the card as ``draw`` shows it, then what lies underneath."""

    def shown(mode: CardShown, ctx: Context) -> Screen:
        if ctx.now_s < mode.until_s:
            return draw(ctx, mode.card)
        under = lasting(mode.under)
        return flows[type(under)].draw(under, ctx)

    tap = partial(through, flows)
    return Flow(draw=shown, key=tap, tap=tap, changes_s=_shown_s)


def _shown_s(mode: CardShown, ctx: Context) -> float | None:
    left_s = mode.until_s - ctx.now_s
    return left_s if left_s > 0 else None


# -- own cards ---------------------------------------------------------------------------
def _draw_own(flows: Table, mode: OwnCards, ctx: Context) -> Screen:
    """Draw what lies underneath; without displays of their own they look on the main one."""
    last = mode.seats[-1]
    if f"seat-{last + 1}" not in ctx.displays:
        scene = scene_of(ctx)
        return table.own_cards(scene, last, mode.page, scene.say("keys.seat-back"))
    return flows[type(mode.under)].draw(mode.under, ctx)


def own_keys(flows: Table, mode: OwnCards, ctx: Context, press: Press) -> Reply:
    """Answer keys while players look at their own cards."""
    acts = ctx.session is not None and press.seat == seat_to_act(ctx.session.state)
    if press.seat is None or acts:
        flow = flows[type(mode.under)]
        return flow.key(mode.under, ctx, press)
    if press.seat not in mode.seats:
        return own_cards(mode.under, ctx, press.seat, beside=mode.seats)
    if press.long:
        return Reply(mode=replace(mode, page=mode.page + 1))
    left = tuple(seat for seat in mode.seats if seat != press.seat)
    return Reply(mode=replace(mode, seats=left) if left else mode.under)


def own_cards(under: Mode, ctx: Context, seat: int, *, beside: tuple[int, ...] = ()) -> Reply:
    """Show a seat its own cards; silent where nobody sits."""
    seated = ctx.session is not None and seat < ctx.session.table.rules.seats
    return Reply(mode=OwnCards(lasting(under), (*beside, seat))) if seated else STAY


def page_flows(flows: Table) -> dict[type[Mode], Flow]:
    """Give the flows of the pages, over those in the table that is passed."""
    tap = partial(through, flows)

    def page(draw: Callable[[Any, Context], Screen], keys: KeyOf) -> Flow:
        return Flow(draw=draw, key=page_keys(flows, keys), tap=tap)

    return {
        TablePage: page(lambda mode, ctx: table.table(scene_of(ctx), mode.cursor), table_key),
        PlayerPage: page(_draw_player, _player_key),
        OddsPage: page(lambda mode, ctx: table.odds(scene_of(ctx)), _odds_key),
        LogPage: page(lambda mode, ctx: table.log(scene_of(ctx), mode.page), log_key),
        FinalSheet: page(lambda mode, ctx: sheet(scene_of(ctx), mode.seat), sheet_key),
        UndoPage: Flow(draw=lambda mode, ctx: undone(scene_of(ctx)), key=partial(undo_keys, flows), tap=tap),
        CardShown: card_shown_flow(flows, lambda ctx, card: table.shown_card(scene_of(ctx), card)),
        OwnCards: Flow(
            draw=partial(_draw_own, flows),
            key=partial(own_keys, flows),
            tap=lambda mode, ctx, given: flows[type(mode.under)].tap(mode.under, ctx, given),
        ),
    }
