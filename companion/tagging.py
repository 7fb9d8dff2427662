"""Tags a deck: one tap a card, in the order of the sorted heaps, with surprises and pauses (TG1-4, TG6, TG7).

What comes next and what a tap means is ``companion/decks/enrolment.py``; here are the keys, and what is kept.
Source: device-ux.md 7.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.decks.enrolment import (
    Again,
    Already,
    Complete,
    Enrolment,
    Outcome,
    Retired,
    Stored,
    Unfit,
    enrol,
    reassigned,
    skipped,
    tapped,
    undone,
)
from companion.doors import closes, ground
from companion.flow import STAY, Context, Flow, Flows, Press, Reply, Tap
from companion.orders import Inscribe, KeepDeck
from companion.screen import CELLS, Screen
from companion.screens import tagging as screens
from companion.screens.scene import say
from companion.screens.tagging_reader import with_reader
from companion.tagging_check import checking
from companion.tagging_modes import (
    OPEN,
    Tagging,
    TagInUse,
    TagLater,
    TagUnfit,
    TagWriting,
    TagWritten,
    box_of,
    enrolment_of,
)


def tagging_flows() -> Flows:
    """Give the flows of tagging a deck."""
    return {
        Tagging: Flow(draw=with_reader(_draw), key=_key, tap=_tap, returns="tagging"),
        TagInUse: Flow(draw=_draw_in_use, key=_key_in_use, tap=_tap_other, returns="tagging"),
        TagUnfit: Flow(draw=_draw_unfit, key=_key_unfit, tap=_tap_other, returns="tagging"),
        TagWritten: Flow(draw=_draw_written, key=_key_written, tap=_tap_other, returns="tagging"),
        TagLater: Flow(draw=_draw_later, key=_key_later, tap=_tap_later),
    }


# -- TG1 ---------------------------------------------------------------------------------
def _draw(mode: Tagging, ctx: Context) -> Screen:
    return screens.wanted(ctx, box_of(ctx), enrolment_of(mode, ctx))


def _tap(mode: Tagging, ctx: Context, tap: Tap) -> Reply:
    """Put the tag on the wanted card; it counts once, for as long as it lies there."""
    if tap.several:
        return Reply(note=ctx.texts("notice.several"), signal="refused")
    enrolment = enrolment_of(mode, ctx)
    if tap.learnt and tap.uid != enrolment.lying:
        return _taken_up(mode, enrolment, tap)
    after, outcome = tapped(enrolment, tap.uid, ctx.now_s)
    if tap.note and isinstance(outcome, Stored):
        return Reply(mode=TagWritten(mode, tap), signal="question")
    return _answered(replace(mode, enrolment=after), ctx, tap, outcome)


def _taken_up(mode: Tagging, enrolment: Enrolment, tap: Tap) -> Reply:
    """Fill the map from a tag that says which card of this deck it is on; name it for who knows better."""
    known = replace(enrolment, deck=enrolment.deck.tagged(tap.uid, tap.learnt), lying=tap.uid)
    named = TagInUse(replace(mode, enrolment=known), tap, tap.learnt)
    return Reply(mode=named, orders=(KeepDeck(known.deck, silent=True),), signal="question")


def _answered(mode: Tagging, ctx: Context, tap: Tap, outcome: Outcome) -> Reply:
    """Say what comes of a tap."""
    match outcome:
        case Stored():
            return _stored(mode, ctx, tap, outcome)
        case Already(card=card):
            return Reply(mode=TagInUse(mode, tap, card), signal="question")
        case Retired(card=card):
            return Reply(mode=TagInUse(mode, tap, card, retired=True), signal="question")
        case Unfit():
            return Reply(mode=TagUnfit(mode, outcome), signal="refused")
        case Complete():
            return Reply(mode=mode, signal="refused")
        case Again():
            return STAY


def _stored(mode: Tagging, ctx: Context, tap: Tap, outcome: Stored) -> Reply:
    """Keep the deck; where tags are written, the click waits for the writing."""
    deck = enrolment_of(mode, ctx).deck
    if ctx.settings.tags != OPEN:
        return Reply(mode=mode, orders=(KeepDeck(deck, last_copy=outcome.last_copy),))
    writing = TagWriting(mode, tap, outcome.card, outcome.last_copy)
    return Reply(
        mode=writing, orders=(KeepDeck(deck, silent=True), Inscribe(tap.reader, tap.uid, outcome.card))
    )


def _key(mode: Tagging, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=TagLater(mode.under))
    if press.long:
        return STAY
    enrolment = enrolment_of(mode, ctx)
    if press.key == "next" and enrolment.wanted:
        return Reply(mode=replace(mode, enrolment=skipped(enrolment)))
    if press.key == "no":
        return taken_back(mode, ctx, enrolment)
    if press.key == "yes" and not enrolment.wanted:
        return Reply(mode=checking(mode.under))
    return STAY


def taken_back(mode: Tagging, ctx: Context, enrolment: Enrolment) -> Reply:
    """Take the last tap of this sitting back; its card is wanted again."""
    before, card = undone(enrolment)
    if card is None:
        return Reply(note=ctx.texts("tag.nothing"), signal="refused")
    said = say(ctx.texts, "tag.taken-back", CELLS, named=screens.card_named(ctx, box_of(ctx), card))
    return Reply(
        mode=replace(mode, enrolment=before),
        orders=(KeepDeck(before.deck, silent=True),),
        signal="undo",
        note=said,
    )


# -- TG2, TG6 ----------------------------------------------------------------------------
def _draw_in_use(mode: TagInUse, ctx: Context) -> Screen:
    want = enrolment_of(mode.under, ctx).wanted
    return screens.in_use(ctx, box_of(ctx), mode.card, want, retired=mode.retired)


def _key_in_use(mode: TagInUse, ctx: Context, press: Press) -> Reply:
    """Let YES put the tag on the wanted card, on purpose; NO and NEXT leave it where it is."""
    enrolment = enrolment_of(mode.under, ctx)
    if press.key == "yes" and not press.long and enrolment.wanted:
        moved, outcome = reassigned(enrolment, mode.tap.uid, ctx.now_s)
        return _answered(replace(mode.under, enrolment=moved), ctx, mode.tap, outcome)
    if press.key == "no" and not press.long:
        return Reply(mode=mode.under)
    return _through(mode, ctx, press)


def _draw_written(mode: TagWritten, ctx: Context) -> Screen:
    return screens.written_on(ctx, mode.tap.note)


def _key_written(mode: TagWritten, ctx: Context, press: Press) -> Reply:
    if press.key == "yes" and not press.long:
        after, outcome = tapped(enrolment_of(mode.under, ctx), mode.tap.uid, ctx.now_s)
        return _answered(replace(mode.under, enrolment=after), ctx, mode.tap, outcome)
    if press.key == "no" and not press.long:
        return Reply(mode=mode.under)
    return _through(mode, ctx, press)


def _draw_unfit(mode: TagUnfit, ctx: Context) -> Screen:
    return screens.unusable(ctx, mode.unfit)


def _key_unfit(mode: TagUnfit, ctx: Context, press: Press) -> Reply:
    if press.key == "no" and not press.long:
        return Reply(mode=mode.under)
    return _through(mode, ctx, press)


def _through(mode: Any, ctx: Context, press: Press) -> Reply:
    """Let the other keys mean what they mean while a card is wanted."""
    reply = _key(mode.under, ctx, press)
    return reply if reply == STAY else replace(reply, mode=reply.mode or mode.under)


def _tap_other(mode: Any, ctx: Context, tap: Tap) -> Reply:
    """Leave the surprise behind: the next tag counts."""
    reply = _tap(mode.under, ctx, tap)
    return reply if reply == STAY else replace(reply, mode=reply.mode or mode.under)


# -- TG7 ---------------------------------------------------------------------------------
def _draw_later(mode: TagLater, ctx: Context) -> Screen:
    box = box_of(ctx)
    return screens.later(ctx, box, enrol(box.deck, box.cards), mode.said)


def _tap_later(mode: TagLater, ctx: Context, tap: Tap) -> Reply:
    """Say which card it is."""
    if tap.several:
        return Reply(note=ctx.texts("notice.several"), signal="refused")
    box = box_of(ctx)
    card = box.deck.find(tap.uid)
    if card is None:
        return Reply(mode=replace(mode, said=ctx.texts("later.no-tag")), signal="refused")
    return Reply(mode=replace(mode, said=screens.card_named(ctx, box, card)), signal="tick")


def _key_later(mode: TagLater, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    if press.key == "yes":
        return Reply(mode=Tagging(mode.under))
    if press.key == "next":
        return Reply(mode=checking(mode.under))
    return Reply(mode=mode.under) if press.key == "no" else STAY
