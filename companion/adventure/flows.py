"""The flows of a running game of The Adventure Begins: the base game's, and what the expansion asks."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.adventure import overlays, tables
from companion.adventure.answers import (
    KEYS,
    SEAT_KEYS,
    TAPS,
    paper_of,
    play,
    take_item,
    tap_paper,
    wrong_tag,
    yes_in_turn,
)
from companion.adventure.lines import events
from companion.adventure.modes import (
    AskingItem,
    Fulfilling,
    GoalPage,
    HolderPage,
    LookingOut,
    Marked,
    PickEvent,
    TaskList,
)
from companion.adventure.news import TELLERS
from companion.adventure.prompts import marked_of, prompt, with_row
from companion.adventure.words import open_now, shown
from companion.doors import Doors, keep_tap, pressed
from companion.flow import STAY, Context, Flow, Flows, Mode, PickCard, Playing, Press, Reply, Tap
from companion.lists import stepped
from companion.menus import with_holds
from companion.picklist import one_each
from companion.play import back_to_taps, play_flows, playing_key, tapped, without_key
from companion.play_modes import Claiming, FinalSheet, PlayerPage, TablePage, WithoutReader
from companion.play_moment import lasting, moment_of
from companion.play_pages import held, own_cards, page_keys, table_key, through
from companion.play_situation import seat_to_act
from companion.screen import Screen
from companion.screens.ending import sheet
from companion.screens.main import Drawing, changes_s, picks, playing_screen, without_reader_screen
from companion.screens.scene import Scene, scene_of
from engine import cardset
from engine.adventure import messages as a
from engine.adventure.persons import discarded_unseen


def adventure_flows(doors: Doors, flows: Flows) -> Flows:
    """Give the flows of this game, over those in the table that is passed."""
    base = play_flows(flows)
    playing = Flow(draw=_draw, key=_key, tap=_tap, changes_s=_changes_s)
    pages: dict[type[Mode], Flow] = {
        TablePage: _page(flows, lambda mode, ctx: tables.table(scene_of(ctx), mode.cursor), _table_key),
        HolderPage: _page(flows, lambda mode, ctx: tables.holder(scene_of(ctx), mode), _holder_key),
        TaskList: _page(flows, lambda mode, ctx: tables.tasks(scene_of(ctx), mode), _tasks_key),
        GoalPage: _page(flows, lambda mode, ctx: tables.goal(scene_of(ctx), mode), _goal_key),
    }
    asking: dict[type[Mode], Flow] = {
        PickEvent: Flow(draw=overlays.pick_event, key=_pick_event_key, tap=partial(through, flows)),
        LookingOut: Flow(draw=overlays.look_out, key=_look_key, tap=_look_tap, asks=True),
        AskingItem: Flow(draw=overlays.item, key=_item_key, tap=keep_tap, asks=True),
        Fulfilling: Flow(draw=overlays.fulfil, key=_fulfil_key, tap=_fulfil_tap, asks=True),
    }
    return {
        **base,
        Playing: playing,
        Marked: playing,
        WithoutReader: Flow(draw=_draw_without, key=_key_without, tap=_tap_without, changes_s=_changes_s),
        FinalSheet: replace(base[FinalSheet], draw=_draw_sheet),
        Claiming: replace(base[Claiming], tap=partial(_claim_tap, base[Claiming])),
        **pages,
        **{kind: with_holds(doors, flow) for kind, flow in asking.items()},
    }


def _page(flows: Flows, draw: Any, keys: Any) -> Flow:
    return Flow(draw=draw, key=page_keys(flows, keys), tap=partial(through, flows))


# -- what is asked -----------------------------------------------------------------------
def _drawing(mode: Mode) -> Drawing:
    return Drawing(lambda scene: prompt(scene, marked_of(scene, mode)), TELLERS)


def _draw(mode: Mode, ctx: Context) -> Screen:
    return playing_screen(ctx, _drawing(mode))


def _draw_without(mode: Mode, ctx: Context) -> Screen:
    return without_reader_screen(ctx, _drawing(mode))


def _changes_s(mode: Mode, ctx: Context) -> float | None:
    return changes_s(ctx, TELLERS)


def _key(mode: Mode, ctx: Context, press: Press) -> Reply:
    """Answer a key: by the rows of the expansion, else by those of the base game."""
    own = _own(mode, ctx, press)
    if own is not None:
        return own
    reply = playing_key(Playing(), ctx, press)
    if reply == STAY and press.key == "yes" and not press.long and press.seat is None:
        return yes_in_turn(moment_of(Playing(), ctx), scene_of(ctx))
    return reply


def _own(mode: Mode, ctx: Context, press: Press) -> Reply | None:
    """Answer a key where only the expansion asks; None elsewhere."""
    press = pressed(ctx, press)
    scene = scene_of(ctx)
    marked = marked_of(scene, mode)
    table = KEYS.get(open_now(scene))
    if press.seat is not None and press.seat == seat_to_act(scene.state) and open_now(scene) in SEAT_KEYS:
        key = SEAT_KEYS[open_now(scene)][press.long]
        return _said(scene, marked, key) if key else STAY
    if table is None:
        return _lookout_by_list(scene, press)
    if press.seat is not None:
        return STAY if press.long else own_cards(Playing(), ctx, press.seat)
    if press.key == "no" and press.long and marked.values:
        return Reply(mode=replace(marked, values=marked.values[:-1], value=None))
    everywhere = held(Playing(), ctx, press)
    if everywhere is not None:
        return everywhere
    return _said(scene, marked, press.key + "-held" * press.long)


def _said(scene: Scene, marked: Marked, key: str) -> Reply:
    answer = KEYS[open_now(scene)].get(key)
    return answer(moment_of(Playing(), scene.ctx), scene, marked) if answer else STAY


def _lookout_by_list(scene: Scene, press: Press) -> Reply | None:
    """Let NO look at three cards where YES picks a card from the list."""
    by_list = press.key == "no" and not press.long and picks(scene)
    return Reply(mode=LookingOut(Playing())) if by_list and shown(scene).may_look else None


def _tap(mode: Mode, ctx: Context, tap: Tap) -> Reply:
    """Answer a card by what is open, and by where the device believes it lies."""
    moment, scene = moment_of(Playing(), ctx), scene_of(ctx)
    wrong = wrong_tag(moment, tap)
    if wrong is not None or tap.card is None:
        return wrong or STAY
    paper = paper_of(scene, tap.card)
    if paper is not None:
        return tap_paper(moment, scene, paper)
    if open_now(scene) in TAPS:
        return TAPS[open_now(scene)](moment, scene, tap.card)
    item = take_item(moment, scene, tap.card) if open_now(scene) in ("active", "inactive") else None
    return item or tapped(moment, tap, scene.situation)


def _claim_tap(base: Flow, mode: Mode, ctx: Context, tap: Tap) -> Reply:
    """Let playing cards join those who go; another card leaves the choice and is answered by the game."""
    shown_only = tap.card is not None and paper_of(scene_of(ctx), tap.card) is not None
    if not shown_only:
        reply: Reply = base.tap(mode, ctx, tap)
        return reply
    answered = _tap(Playing(), ctx, tap)
    return replace(answered, mode=answered.mode or Playing())


def _key_without(mode: WithoutReader, ctx: Context, press: Press) -> Reply:
    return _own(mode, ctx, press) or without_key(mode, ctx, press)


def _tap_without(mode: WithoutReader, ctx: Context, tap: Tap) -> Reply:
    return back_to_taps(_tap(Playing(), ctx, tap))


def _draw_sheet(mode: FinalSheet, ctx: Context) -> Screen:
    """Draw the score of a player, crowns included."""
    scene = scene_of(ctx)
    player = scene.player(mode.seat)
    crowns = player.points - player.persons_points - player.expedition_points
    return with_row(sheet(scene, mode.seat), scene.say("adv.sheet.crowns", points=crowns))


# -- events from a list ------------------------------------------------------------------
def _pick_event_key(mode: PickEvent, ctx: Context, press: Press) -> Reply:
    scene = scene_of(ctx)
    if press.long or open_now(scene) != "event":
        return STAY
    lines = events(scene)
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, len(lines))))
    if press.key == "yes":
        return play(lines[mode.cursor % len(lines)].command)
    return Reply(mode=Playing()) if press.key in ("no", "menu") else STAY


# -- Lookout -----------------------------------------------------------------------------
def _look_key(mode: LookingOut, ctx: Context, press: Press) -> Reply:
    if press.long:
        return STAY
    if press.key in ("no", "menu"):
        fewer = replace(mode, discarded=mode.discarded[:-1])
        return Reply(mode=fewer if mode.discarded else Playing())
    if press.key == "yes" and (ctx.untagged or not ctx.readers):
        session = ctx.session
        assert session is not None, "a game is on"
        unseen = [card for card in cardset.ids(session.state.unseen) if card not in mode.discarded]
        return Reply(mode=PickCard(mode, one_each(session, unseen, ctx.untagged)))
    return STAY


def _look_tap(mode: LookingOut, ctx: Context, tap: Tap) -> Reply:
    moment, scene = moment_of(mode, ctx), scene_of(ctx)
    wrong = wrong_tag(moment, tap)
    if wrong is not None or tap.card is None:
        return wrong or STAY
    if tap.card in mode.discarded or paper_of(scene, tap.card):
        return Reply(signal="refused")
    discarded = (*mode.discarded, tap.card)
    if len(discarded) < discarded_unseen(scene.state):
        return Reply(mode=replace(mode, discarded=discarded), signal="tick")
    return play(a.LookOut(discarded))


# -- items -------------------------------------------------------------------------------
def _item_key(mode: AskingItem, ctx: Context, press: Press) -> Reply:
    if press.long:
        return STAY
    if press.key == "yes":
        return play(a.TakeItem(mode.card))
    if press.key == "no":
        return play(overlays.value_of(scene_of(ctx), mode.card))
    return Reply(mode=Playing()) if press.key in ("next", "menu") else STAY


# -- tasks -------------------------------------------------------------------------------
def _fulfil_key(mode: Fulfilling, ctx: Context, press: Press) -> Reply:
    scene = scene_of(ctx)
    if press.long or press.seat is not None:
        return STAY
    if press.key in ("no", "menu"):
        return Reply(mode=lasting(mode.under))
    if not overlays.ready(scene, mode.number):
        return Reply(mode=lasting(mode.under)) if press.key in ("yes", "next") else STAY
    if press.key == "yes":
        return play(overlays.command_of(scene, mode))
    if press.key != "next":
        return STAY
    if overlays.told_costs(scene, mode.number):
        coins = scene.player(overlays.seat_of(scene)).coins
        return Reply(mode=replace(mode, coins=stepped(mode.coins, coins + 1)))
    return Reply(mode=replace(mode, choice=mode.choice + 1))


def _fulfil_tap(mode: Fulfilling, ctx: Context, tap: Tap) -> Reply:
    """Let cards that are discarded for a task be tapped; a story card opens its own task."""
    moment, scene = moment_of(mode, ctx), scene_of(ctx)
    wrong = wrong_tag(moment, tap)
    if wrong is not None or tap.card is None:
        return wrong or STAY
    if paper_of(scene, tap.card):
        return _tap(Playing(), ctx, tap)
    if not overlays.ready(scene, mode.number):
        reply = _tap(mode, ctx, tap)
        return replace(reply, mode=reply.mode or Playing())
    seat = overlays.seat_of(scene)
    if tap.card not in scene.state.players[seat].display:
        return Reply(wait=True)
    return _discarded(mode, scene, tap.card)


def _discarded(mode: Fulfilling, scene: Scene, card: int) -> Reply:
    """Let a card join what is discarded, or leave it; where the costs are known, show the set that has it."""
    if overlays.told_costs(scene, mode.number):
        cards = tuple(c for c in mode.cards if c != card) if card in mode.cards else (*mode.cards, card)
        return Reply(mode=replace(mode, cards=cards))
    kind = scene.card(card).kind
    sets = [command.cards for command in overlays.commands(scene, mode.number)]
    fits = [i for i, cards in enumerate(sets) if kind in [scene.card(c).kind for c in cards]]
    return Reply(mode=replace(mode, choice=fits[0])) if fits else Reply(signal="refused")


# -- pages -------------------------------------------------------------------------------
def _table_key(mode: TablePage, ctx: Context, press: Press) -> Reply:
    if press.key == "yes":
        seat = scene_of(ctx).view.active if mode.cursor < 0 else mode.cursor
        return Reply(mode=HolderPage(mode, seat))
    return table_key(mode, ctx, press)


def _holder_key(mode: HolderPage, ctx: Context, press: Press) -> Reply:
    under = mode.under if isinstance(mode.under, TablePage) else TablePage(lasting(mode.under))
    if press.key == "yes":
        return Reply(mode=PlayerPage(replace(under, cursor=mode.seat), mode.seat))
    if press.key == "next":
        return Reply(mode=replace(mode, seat=stepped(mode.seat, scene_of(ctx).rules.seats)))
    return Reply(mode=mode.under) if press.key == "no" else STAY


def _tasks_key(mode: TaskList, ctx: Context, press: Press) -> Reply:
    view = shown(scene_of(ctx))
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, len(view.tasks))))
    if press.key == "yes" and mode.cursor < len(view.tasks):
        return Reply(mode=Fulfilling(lasting(mode.under), view.tasks[mode.cursor].number))
    return Reply(mode=lasting(mode.under)) if press.key in ("no", "yes") else STAY


def _goal_key(mode: GoalPage, ctx: Context, press: Press) -> Reply:
    if press.key == "next":
        return Reply(mode=TaskList(lasting(mode.under)))
    return Reply(mode=lasting(mode.under)) if press.key in ("no", "yes") else STAY
