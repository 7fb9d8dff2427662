"""Puts a new tag on a card whose tag is lost; the old number is retired (TG8).

Copies of a kind look alike, so nobody knows which one lost its tag: whoever taps the others first tells.
Source: device-ux.md 7.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.box import Box
from companion.decks.enrolment import Already, Retired, Stored, Unfit, replaced
from companion.doors import closes, ground
from companion.flow import STAY, Context, Flow, Flows, Mode, Press, Reply, Tap
from companion.orders import Inscribe, KeepDeck
from companion.screen import CELLS, Screen
from companion.screens import tagging as screens
from companion.screens.scene import say
from companion.screens.tagging_reader import with_reader
from companion.tagging_check import free_copy
from companion.tagging_modes import OPEN, TagWriting, box_of


class NewTag(msgspec.Struct, frozen=True):
    """Waits for the new tag of a card, or for the other cards of its kind."""

    under: Mode
    kind: str
    seen: frozenset[str] = frozenset()
    """Cards of the kind whose tags were tapped: they are not the ones."""
    asked: Tap | None = None
    """A tag that was on a card before, and may be used again on purpose."""


def lost_flows() -> Flows:
    """Give the flow of a lost tag."""
    return {NewTag: Flow(draw=with_reader(_draw), key=_key, tap=_tap)}


def kind_lost(under: Mode, ctx: Context, kind: str) -> Reply:
    """Ask for the new tag of a card of this kind."""
    return Reply(mode=NewTag(under, kind))


def card_without(box: Box, mode: NewTag) -> str:
    """Name the card that gets the new tag: one without, else the first that was not seen."""
    return free_copy(box, mode.kind, mode.seen)


def _draw(mode: NewTag, ctx: Context) -> Screen:
    return screens.new_tag(ctx, box_of(ctx), mode.kind, len(mode.seen), asked=mode.asked is not None)


def _tap(mode: NewTag, ctx: Context, tap: Tap) -> Reply:
    """Take an unknown tag for the new one; a card of the kind that has its tag is not the one."""
    if tap.several:
        return Reply(note=ctx.texts("notice.several"), signal="refused")
    box = box_of(ctx)
    known = box.deck.find(tap.uid)
    if known is not None:
        return _other(mode, ctx, box, known)
    return _take(mode, ctx, tap, box)


def _other(mode: NewTag, ctx: Context, box: Box, known: str) -> Reply:
    """Take note of a card that has its tag."""
    if box.named[known].kind == mode.kind:
        return Reply(mode=replace(mode, seen=mode.seen | {known}, asked=None), signal="tick")
    note = say(ctx.texts, "lost.other", CELLS, named=screens.card_named(ctx, box, known))
    return Reply(mode=replace(mode, asked=None), note=note, signal="refused")


def _take(mode: NewTag, ctx: Context, tap: Tap, box: Box) -> Reply:
    card = card_without(box, mode)
    deck, outcome = replaced(box.deck, card, tap.uid, (mode.asked.uid,) if mode.asked else ())
    match outcome:
        case Stored():
            done = say(ctx.texts, "lost.done", CELLS, named=screens.card_named(ctx, box, card))
            keep = KeepDeck(deck, silent=ctx.settings.tags == OPEN)
            if ctx.settings.tags != OPEN:
                return Reply(mode=mode.under, orders=(keep,), note=done)
            writing = TagWriting(mode.under, tap, card)
            return Reply(mode=writing, orders=(keep, Inscribe(tap.reader, tap.uid, card)))
        case Unfit(unusable=bad):
            return Reply(note=ctx.texts(f"lost.{bad.trouble}"), signal="refused")
        case Retired() | Already():
            return Reply(mode=replace(mode, asked=tap), signal="question")
    return STAY


def _key(mode: NewTag, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    if press.key == "yes" and mode.asked:
        return _take(mode, ctx, mode.asked, box_of(ctx))
    return Reply(mode=mode.under) if press.key == "no" else STAY
