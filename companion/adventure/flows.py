"""The flows of a running game of The Adventure Begins: the base game's, and what the expansion asks."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from companion.adventure import asking, overlays, pages, tables
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
from companion.adventure.inserting import all_in, called_with, open_called, opened, tick
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
from companion.adventure.refusing import refused_flow
from companion.adventure.words import open_now, shown
from companion.doors import Doors, keep_tap, layers, pressed
from companion.flow import STAY, Context, Flow, Flows, Mode, Playing, Press, Refused, Reply, Tap
from companion.lists import stepped
from companion.menus import with_holds
from companion.play import back_to_taps, play_flows, playing_key, tapped, without_key
from companion.play_modes import Claiming, FinalSheet, TablePage, WithoutReader
from companion.play_moment import lasting, moment_of
from companion.play_pages import held, own_cards, page_keys, through
from companion.play_situation import seat_to_act
from companion.screen import Screen
from companion.screens.ending import sheet
from companion.screens.main import Drawing, changes_s, picks, playing_screen, without_reader_screen
from companion.screens.news import current
from companion.screens.scene import Scene, scene_of
from engine.adventure import messages as a


def adventure_flows(doors: Doors, flows: Flows) -> Flows:
    """Give the flows of this game, over those in the table that is passed."""
    base = play_flows(flows)
    playing = Flow(draw=_draw, key=_key, tap=_tap, changes_s=_changes_s)
    over: dict[type[Mode], Flow] = {
        TablePage: _page(flows, lambda mode, ctx: tables.table(scene_of(ctx), mode.cursor), pages.table_keys),
        HolderPage: _page(flows, lambda mode, ctx: tables.holder(scene_of(ctx), mode), pages.holder_keys),
        TaskList: _page(flows, lambda mode, ctx: tables.tasks(scene_of(ctx), mode), pages.tasks_keys),
        GoalPage: _page(flows, lambda mode, ctx: tables.goal(scene_of(ctx), mode), pages.goal_keys),
    }
    questions: dict[type[Mode], Flow] = {
        PickEvent: Flow(draw=overlays.pick_event, key=asking.pick_event_keys, tap=partial(through, flows)),
        LookingOut: Flow(draw=overlays.look_out, key=asking.look_keys, tap=asking.look_tap, asks=True),
        AskingItem: Flow(draw=overlays.item, key=_item_key, tap=keep_tap, asks=True),
        Fulfilling: Flow(draw=overlays.fulfil, key=_fulfil_key, tap=_fulfil_tap, asks=True),
    }
    return {
        **base,
        Playing: playing,
        Marked: playing,
        WithoutReader: Flow(draw=_draw_without, key=_key_without, tap=_tap_without, changes_s=_changes_s),
        FinalSheet: replace(base[FinalSheet], draw=_draw_sheet),
        Refused: refused_flow(base[Refused]),
        Claiming: replace(base[Claiming], tap=partial(_claim_tap, base[Claiming])),
        **over,
        **{kind: with_holds(doors, flow) for kind, flow in questions.items()},
    }


def _page(flows: Flows, draw: Any, keys: Any) -> Flow:
    return Flow(draw=draw, key=page_keys(flows, keys), tap=partial(through, flows))


# -- what is asked -----------------------------------------------------------------------
def _drawing(mode: Mode) -> Drawing:
    return Drawing(lambda scene: prompt(scene, marked_of(scene, mode)), TELLERS)


def _draw(mode: Mode, ctx: Context) -> Screen:
    """Draw the game; the cards to add are what an entry came to, and stand until they are in."""
    scene = scene_of(ctx)
    marked = marked_of(scene, mode)
    if open_called(scene, marked):
        return prompt(scene, marked)
    return _with_final_keys(playing_screen(ctx, _drawing(mode)), scene)


def _draw_without(mode: Mode, ctx: Context) -> Screen:
    return _with_final_keys(without_reader_screen(ctx, _drawing(mode)), scene_of(ctx))


def _with_final_keys(drawn: Screen, scene: Scene) -> Screen:
    """Say under the last news what keys do at the end of a chapter; the base game would play again."""
    if open_now(scene) != "final" or drawn.rows[-1].text != scene.say("keys.final"):
        return drawn
    return replace(drawn, rows=(*drawn.rows[:-1], replace(drawn.rows[-1], text=scene.say("keys.chapter"))))


def _changes_s(mode: Mode, ctx: Context) -> float | None:
    return changes_s(ctx, TELLERS)


def _key(mode: Mode, ctx: Context, press: Press) -> Reply:
    """Answer a key: by the rows of the expansion, else by those of the base game."""
    own = _own(mode, ctx, press)
    if own is not None:
        return own
    reply = playing_key(_kept(mode), ctx, press)
    if reply == STAY and press.key == "yes" and not press.long and press.seat is None:
        return yes_in_turn(moment_of(_kept(mode), ctx), scene_of(ctx))
    return reply


def _own(mode: Mode, ctx: Context, press: Press) -> Reply | None:
    """Answer a key where only the expansion asks; None elsewhere."""
    press = pressed(ctx, press)
    scene = scene_of(ctx)
    marked = marked_of(scene, mode)
    now = opened(scene, marked)
    if press.seat is not None and press.seat == seat_to_act(scene.state) and now in SEAT_KEYS:
        key = SEAT_KEYS[now][press.long]
        return _said(scene, marked, key) if key else STAY
    if now not in KEYS:
        return _lookout_by_list(scene, _kept(mode), press)
    if press.seat is not None:
        return STAY if press.long else own_cards(_kept(mode), ctx, press.seat)
    if press.key == "no" and press.long and marked.values:
        return Reply(mode=replace(marked, values=marked.values[:-1], value=None))
    everywhere = held(_kept(mode), ctx, press)
    if everywhere is not None:
        return everywhere
    if now == "fact" and current(scene, TELLERS)[0] is not None:
        return Reply(mode=marked)  # nobody has seen yet what is asked: a key only brings it up
    return _said(scene, marked, press.key + "-held" * press.long)


def _said(scene: Scene, marked: Marked, key: str) -> Reply:
    answer = KEYS[opened(scene, marked)].get(key)
    return answer(moment_of(_kept(marked), scene.ctx), scene, marked) if answer else STAY


def _kept(mode: Mode) -> Mode:
    """Give what pages over the game lead back to: what was marked is not lost by a look at them."""
    return next((layer for layer in layers(mode) if isinstance(layer, Marked)), Playing())


def _lookout_by_list(scene: Scene, under: Mode, press: Press) -> Reply | None:
    """Let NO look at three cards where YES picks a card from the list."""
    by_list = press.key == "no" and not press.long and picks(scene)
    return Reply(mode=LookingOut(under)) if by_list and shown(scene).may_look else None


def _tap(mode: Mode, ctx: Context, tap: Tap) -> Reply:
    """Answer a card by what is open, and by where the device believes it lies."""
    moment, scene = moment_of(_kept(mode), ctx), scene_of(ctx)
    wrong = wrong_tag(moment, tap)
    if wrong is not None or tap.card is None:
        return wrong or STAY
    paper = paper_of(scene, tap.card)
    if paper is not None:
        return tap_paper(moment, scene, paper)
    marked = marked_of(scene, mode)
    wanted = called_with(scene, marked, tap.card)
    if wanted is not None:
        return tick(scene, marked, wanted, tap.card) or _tap_with_all_in(all_in(marked), ctx, tap)
    if open_now(scene) in TAPS:
        return TAPS[open_now(scene)](moment, scene, tap.card)
    item = take_item(moment, scene, tap.card) if open_now(scene) in ("active", "inactive") else None
    return item or tapped(moment, tap, scene.situation)


def _tap_with_all_in(marked: Marked, ctx: Context, tap: Tap) -> Reply:
    """Answer a card that is none of those to add; a refusal leaves them as they were."""
    reply = _tap(marked, ctx, tap)
    return reply if reply.refuse else replace(reply, mode=reply.mode or marked)


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


# -- items -------------------------------------------------------------------------------
def _item_key(mode: AskingItem, ctx: Context, press: Press) -> Reply:
    if press.long:
        return STAY
    if press.key == "yes":
        return play(a.TakeItem(mode.card))
    if press.key == "no":
        return play(overlays.value_of(scene_of(ctx), mode.card))
    return Reply(mode=lasting(mode.under)) if press.key in ("next", "menu") else STAY


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
