"""What keys do on the pages over an adventure: table, player, tasks, goal (AD21, AD24)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.adventure.modes import Fulfilling, GoalPage, HolderPage, TaskList
from companion.adventure.words import shown
from companion.flow import STAY, Context, Press, Reply
from companion.lists import stepped
from companion.play_modes import PlayerPage, TablePage
from companion.play_moment import lasting
from companion.play_pages import table_key
from companion.screens.scene import scene_of


def table_keys(mode: TablePage, ctx: Context, press: Press) -> Reply:
    """Answer the keys of the table page; YES shows one player."""
    if press.key == "yes":
        seat = scene_of(ctx).view.active if mode.cursor < 0 else mode.cursor
        return Reply(mode=HolderPage(mode, seat))
    return table_key(mode, ctx, press)


def holder_keys(mode: HolderPage, ctx: Context, press: Press) -> Reply:
    """Answer the keys of what a player has; YES shows his cards."""
    under = mode.under if isinstance(mode.under, TablePage) else TablePage(lasting(mode.under))
    if press.key == "yes":
        return Reply(mode=PlayerPage(replace(under, cursor=mode.seat), mode.seat))
    if press.key == "next":
        return Reply(mode=replace(mode, seat=stepped(mode.seat, scene_of(ctx).rules.seats)))
    return Reply(mode=mode.under) if press.key == "no" else STAY


def tasks_keys(mode: TaskList, ctx: Context, press: Press) -> Reply:
    """Answer the keys of the list of tasks."""
    view = shown(scene_of(ctx))
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, len(view.tasks))))
    if press.key == "yes" and mode.cursor < len(view.tasks):
        return Reply(mode=Fulfilling(lasting(mode.under), view.tasks[mode.cursor].number))
    return Reply(mode=lasting(mode.under)) if press.key in ("no", "yes") else STAY


def goal_keys(mode: GoalPage, ctx: Context, press: Press) -> Reply:
    """Answer the keys of the page about the goal."""
    if press.key == "next":
        return Reply(mode=TaskList(lasting(mode.under)))
    return Reply(mode=lasting(mode.under)) if press.key in ("no", "yes") else STAY
