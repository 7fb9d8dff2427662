"""Pages over the game: the table, ships of a player, open booty, log, undo, final sheets, a card."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.flow import STAY, Context, Flow, Flows, Mode, Press, Reply
from companion.play_modes import CardShown, FinalSheet, LogPage, OwnCards, PlayerPage, TablePage, UndoPage
from companion.play_moment import lasting
from companion.play_pages import (
    Table,
    card_shown_flow,
    log_key,
    own_keys,
    page_keys,
    sheet_key,
    through,
    undo_keys,
)
from companion.screen import Screen
from companion.tricks import tables
from companion.tricks.ending import sheet
from companion.tricks.modes import BootyPage, Removing
from companion.tricks.removing import draw_removing, key_removing
from companion.tricks.scene import scene_of
from companion.tricks.undoing import undone


def page_flows(flows: Flows) -> dict[type[Mode], Flow]:
    """Give the flows of the pages, over those in the table that is passed."""
    tap = partial(through, flows)
    return {
        TablePage: Flow(draw=_draw_table, key=page_keys(flows, _table_key), tap=tap),
        PlayerPage: Flow(draw=_draw_player, key=page_keys(flows, _player_key), tap=tap),
        BootyPage: Flow(
            draw=lambda mode, ctx: tables.booty(scene_of(ctx)), key=page_keys(flows, _booty_key), tap=tap
        ),
        LogPage: Flow(
            draw=lambda mode, ctx: tables.log(scene_of(ctx), mode.page),
            key=page_keys(flows, log_key),
            tap=tap,
        ),
        FinalSheet: Flow(
            draw=lambda mode, ctx: sheet(scene_of(ctx), mode.seat), key=page_keys(flows, sheet_key), tap=tap
        ),
        UndoPage: Flow(draw=lambda mode, ctx: undone(scene_of(ctx)), key=partial(undo_keys, flows), tap=tap),
        CardShown: card_shown_flow(flows, lambda ctx, card: tables.shown_card(scene_of(ctx), card)),
        OwnCards: Flow(
            draw=partial(_draw_own, flows),
            key=partial(own_keys, flows),
            tap=lambda mode, ctx, given: flows[type(mode.under)].tap(mode.under, ctx, given),
        ),
        Removing: Flow(draw=draw_removing, key=key_removing, tap=tap),
    }


def _seat(mode: TablePage, ctx: Context) -> int:
    """Give the player who is marked: at first the one who must act."""
    if mode.cursor >= 0:
        return mode.cursor
    return max(0, scene_of(ctx).view.to_act)


def _draw_table(mode: TablePage, ctx: Context) -> Screen:
    return tables.table(scene_of(ctx), _seat(mode, ctx))


def _table_key(mode: TablePage, ctx: Context, press: Press) -> Reply:
    keys: dict[str, Mode] = {
        "yes": PlayerPage(mode, _seat(mode, ctx)),
        "no": mode.under,
        "next": BootyPage(mode.under),
    }
    return Reply(mode=keys[press.key]) if press.key in keys else STAY


def _draw_player(mode: PlayerPage, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    return tables.ships(scene, mode.seat, scene.say("keys.player"))


def _player_key(mode: PlayerPage, ctx: Context, press: Press) -> Reply:
    if press.key == "no":
        return Reply(mode=replace(mode.under, cursor=mode.seat))
    if press.key in ("yes", "next"):
        return Reply(mode=replace(mode, seat=(mode.seat + 1) % scene_of(ctx).rules.seats))
    return STAY


def _booty_key(mode: BootyPage, ctx: Context, press: Press) -> Reply:
    keys: dict[str, Mode] = {"no": mode.under, "next": LogPage(mode.under)}
    return Reply(mode=keys[press.key]) if press.key in keys else STAY


def _draw_own(flows: Table, mode: OwnCards, ctx: Context) -> Screen:
    """Draw what lies underneath; without displays of their own they look on the main one."""
    last = mode.seats[-1]
    if f"seat-{last + 1}" not in ctx.displays:
        scene = scene_of(ctx)
        return tables.ships(scene, last, ctx.texts("keys.seat-back"))
    under: Any = lasting(mode.under)
    return flows[type(under)].draw(under, ctx)
