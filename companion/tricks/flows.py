"""The flows of a running game of Port Royal (2000): what is asked, a revoke, a card of the wrong player."""

from __future__ import annotations

import math
from typing import Any

from companion.doors import Doors, keep_tap, pressed
from companion.flow import STAY, Context, Flow, Flows, Mode, Playing, Press, Refused, Reply, Tap
from companion.menus import with_holds
from companion.play_pages import held, own_cards, undo
from companion.screen import Screen
from companion.screens.page import NEWS_S, NOTE_S
from companion.screens.trouble import lost_readers, no_reader, reader_lost
from companion.tricks.answers import KEYS, SEAT_KEYS, answer_tap, refuse, revoke_key, unanswered
from companion.tricks.corrected import corrected
from companion.tricks.corrections import corrections_flows
from companion.tricks.misread import misread_flows
from companion.tricks.modes import AskingRevoke, Marked, NotMine
from companion.tricks.pages import page_flows
from companion.tricks.prompts import prompt
from companion.tricks.refusals import refused_flow
from companion.tricks.scene import Scene, scene_of
from companion.tricks.seats import marked_of
from companion.tricks.trick import not_mine, revoke

SECRET = frozenset({"swap", "trump", "lead"})
"""Phases in which an unknown tag may well be a card of somebody's hand: it is not asked about."""
AWAITED = frozenset({"lay", "play", "count"})
"""Phases that a tap answers."""


def tricks_flows(doors: Doors, flows: Flows) -> Flows:
    """Give the flows of this game, over those in the table that is passed."""
    playing = Flow(draw=_draw, key=_key, tap=_tap, changes_s=changes_s)
    return {
        Playing: playing,
        Marked: playing,
        AskingRevoke: Flow(draw=_draw, key=_key, tap=_tap, asks=True, changes_s=changes_s),
        NotMine: Flow(draw=_draw_not_mine, key=_key_not_mine, tap=keep_tap, asks=True),
        Refused: refused_flow(flows),
        **page_flows(flows),
        **{kind: with_holds(doors, flow) for kind, flow in corrections_flows(doors).items()},
        **misread_flows(),
    }


# -- what is asked -----------------------------------------------------------------------
def _draw(mode: Mode, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    marked = marked_of(scene, mode)
    announced = corrected(scene)
    if announced is not None:
        return announced
    if _reader_news_s(ctx, scene) > 0:
        return reader_lost(ctx)
    shown = unanswered(scene, marked)
    return revoke(scene, shown) if shown else prompt(scene, marked)


def _key(mode: Mode, ctx: Context, press: Press) -> Reply:
    press = pressed(ctx, press)
    scene = scene_of(ctx)
    marked = marked_of(scene, mode)
    if press.seat is not None:
        return _seat_key(mode, scene, marked, press)
    taken_back = press.key == "no" and press.long
    everywhere = held(Playing() if taken_back else mode, ctx, press)
    if everywhere is not None:
        return everywhere
    return _own_key(scene, marked, press.key + "-held" * press.long)


def _own_key(scene: Scene, mode: Marked, name: str) -> Reply:
    if unanswered(scene, mode):
        return revoke_key(scene, mode, name)
    answer = KEYS[scene.view.phase].get(name)
    return answer(scene, mode) if answer else STAY


def _seat_key(mode: Mode, scene: Scene, marked: Marked, press: Press) -> Reply:
    """Let the seat that is asked answer with its own key; the others look at their ships."""
    assert press.seat is not None
    shown = unanswered(scene, marked)
    asked, keys = (
        (shown.seat, ("yes", "no")) if shown else (scene.view.to_act, SEAT_KEYS.get(scene.view.phase))
    )
    if keys is not None and press.seat == asked:
        return _own_key(scene, marked, keys[press.long]) if keys[press.long] else STAY
    return STAY if press.long else own_cards(mode, scene.ctx, press.seat)


def _tap(mode: Mode, ctx: Context, tap: Tap) -> Reply:
    scene = scene_of(ctx)
    marked = marked_of(scene, mode)
    if tap.several:
        return refuse(scene, "two-tags")
    if tap.card is None:
        secret = scene.view.phase in SECRET
        return refuse(scene, "not-here") if secret else refuse(scene, "unknown-tag", uid=tap.uid)
    if unanswered(scene, marked) and scene.card(tap.card).type == "trick":
        return Reply(mode=AskingRevoke(scene.session.seq), wait=True)
    return answer_tap(scene, marked, tap)


# -- a card of the wrong player ------------------------------------------------------------
def _draw_not_mine(mode: NotMine, ctx: Context) -> Screen:
    scene = scene_of(ctx)
    last: Any = scene.session.last
    return not_mine(scene, last.commands[-1].card, scene.session.before().asked.seat)


def _key_not_mine(mode: NotMine, ctx: Context, press: Press) -> Reply:
    press = pressed(ctx, press)
    everywhere = held(mode.under, ctx, press)
    if everywhere is not None:
        return everywhere
    if press.key == "yes":
        return undo(mode.under, ctx)
    return Reply(mode=mode.under) if press.key in ("no", "next") else STAY


# -- the clock ---------------------------------------------------------------------------
def _reader_news_s(ctx: Context, scene: Scene) -> float:
    """Say how long the loss of the reader is still announced; then cards are picked from a list (DV1)."""
    if not no_reader(ctx) or not lost_readers(ctx) or scene.view.phase not in AWAITED:
        return 0.0
    return NEWS_S - (ctx.now_s - min(lost.since_s for lost in lost_readers(ctx)))


def changes_s(mode: Mode, ctx: Context) -> float | None:
    """Say in how many seconds a display changes by itself, None for never."""
    if ctx.session is None:
        return None
    waits = [lost.since_s + NEWS_S - ctx.now_s for lost in ctx.lost]
    if ctx.news is not None and ctx.news.corrected:
        waits.append(ctx.news.at_s + NOTE_S - ctx.now_s)
    if lost_readers(ctx):
        past_s = ctx.now_s - min(lost.since_s for lost in lost_readers(ctx))
        waits.append(math.floor(past_s) + 1 - past_s)
    return min((wait for wait in waits if wait > 0), default=None)
