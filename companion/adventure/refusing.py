"""Refusals of the expansion: those of the base game, and what YES makes of an unknown tag (AD15, AD22)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import islice

from msgspec.structs import replace

from companion.adventure.inserting import can_be, open_called
from companion.adventure.modes import PickEvent
from companion.adventure.papers import STORY, UNKNOWN_EVENT, papers_of
from companion.adventure.prompts import marked_of
from companion.adventure.words import EVENT, open_now
from companion.decks.numbers import unusable
from companion.flow import Context, Flow, Playing, Press, Refused, Reply
from companion.orders import Learn, Order
from companion.picklist import one_each
from companion.play_refused import pick_for_tag
from companion.screens.scene import Scene, scene_of
from engine.adventure.messages import ReadStory


def refused_flow(base: Flow) -> Flow:
    """Give the flow of refusals."""
    return replace(base, key=partial(_key, base))


def _key(base: Flow, mode: Refused, ctx: Context, press: Press) -> Reply:
    own = _mended(mode, ctx) if press.key == "yes" and not press.long else None
    reply: Reply = base.key(mode, ctx, press) if own is None else own
    return reply


def _mended(mode: Refused, ctx: Context) -> Reply | None:
    """Ask which card an unknown tag is on, of those that are due."""
    if ctx.session is None or mode.tap is None or mode.key != "unknown-tag":
        return None
    scene = scene_of(ctx)
    marked = marked_of(scene, mode)
    if open_now(scene) in LEARNT and open_called(scene, marked) is None:
        return LEARNT[open_now(scene)](scene, mode, fit(mode.tap.uid, ctx))
    wanted = open_called(scene, marked)
    if wanted is None:
        return None
    missing = [card for card in can_be(ctx.session, wanted) if card not in marked.ticked]
    return pick_for_tag(mode, ctx, one_each(ctx.session, missing, ctx.untagged))


# -- events and story cards ----------------------------------------------------------------
def fit(uid: str, ctx: Context) -> str:
    """Give a tag's number if it can stand for a card, else nothing (R6)."""
    return "" if unusable(uid, ctx.box.deck.cards if ctx.box else ()) else uid


def learns(ctx: Context, uid: str, kind: str) -> tuple[Order, ...]:
    """Learn a tag as that of a card which is only shown to the reader: a copy of it that has none."""
    if not uid or ctx.session is None:
        return ()
    tagged = ctx.box.deck.tags if ctx.box else {}
    names = {paper.name: paper.kind for paper in papers_of(scene_of(ctx).rules)}
    if kind not in names.values():
        kind = UNKNOWN_EVENT if kind.startswith(EVENT) else kind
        names.setdefault(f"{kind}#1", kind)
    free = (name for name, of_kind in names.items() if of_kind == kind and name not in tagged)
    return tuple(Learn(uid, -1, name) for name in islice(free, 1))


def _event(scene: Scene, mode: Refused, uid: str) -> Reply:
    """Ask which event it is."""
    return Reply(mode=PickEvent(mode.under, uid=uid))


def _story(scene: Scene, mode: Refused, uid: str) -> Reply:
    """Take it for the story card that is due."""
    number = scene.state.asked.number
    return Reply(
        play=(ReadStory(number),),
        mode=Playing(),
        orders=learns(scene.ctx, uid, f"{STORY}{number}"),
        note=scene.say("adv.learnt-story", task=number) if uid else scene.ctx.texts("deck.unfit"),
    )


LEARNT: Mapping[str, Callable[[Scene, Refused, str], Reply]] = {"event": _event, "story": _story}
"""What YES does about an unknown tag, by what is open."""
