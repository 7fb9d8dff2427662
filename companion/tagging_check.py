"""Checks a deck: every card is tapped once, in any order, and named; what is wrong is set right (TG5).

What a tap means is ``companion/decks/checkpass.py``.  Source: device-ux.md 7.
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from companion.box import Box
from companion.decks.checkpass import Checked, CheckPass, Double, Finding, Foreign, Lying, check, looked_at
from companion.decks.numbers import unusable
from companion.doors import Doors, closes, ground
from companion.flow import STAY, Context, Flow, Flows, Mode, Press, Reply, Signal, Tap
from companion.lists import stepped
from companion.orders import KeepDeck, Order
from companion.screen import Screen
from companion.screens import tagging_check as screens
from companion.screens.tagging_reader import with_reader
from companion.tagging_list import PickKind


class Checking(msgspec.Struct, frozen=True):
    """Waits for the next card of the check (TG5)."""

    under: Mode
    check: CheckPass | None = None
    """None until it is first needed: it follows from the deck."""
    last: Finding | None = None
    """What the last tap came to."""
    says: str = ""
    """Name of another card that is written on the tag."""


class Missing(msgspec.Struct, frozen=True):
    """Lists the cards that were not tapped yet."""

    under: Checking
    cursor: int = 0


def check_flows(doors: Doors) -> Flows:
    """Give the flows of the check."""
    return {
        Checking: Flow(draw=with_reader(_draw), key=_key, tap=_tap, looks_closely=True),
        Missing: Flow(draw=_draw_missing, key=_key_missing, tap=partial(_tap_missing, doors)),
    }


def checking(under: Mode) -> Checking:
    """Begin to check the deck in use."""
    return Checking(under)


def _box(ctx: Context) -> Box:
    assert ctx.box is not None, "a check needs a deck"
    return ctx.box


def _pass(mode: Checking, ctx: Context) -> CheckPass:
    return mode.check or check(_box(ctx).deck, _box(ctx).cards)


def _draw(mode: Checking, ctx: Context) -> Screen:
    return screens.checking(ctx, _box(ctx), _pass(mode, ctx), mode.last, mode.says)


def _tap(mode: Checking, ctx: Context, tap: Tap) -> Reply:
    if tap.several:
        return Reply(note=ctx.texts("notice.several"), signal="refused")
    before = _pass(mode, ctx)
    orders: tuple[Order, ...] = ()
    if tap.learnt:
        before = replace(before, deck=_box(ctx).deck.tagged(tap.uid, tap.learnt))
        orders = (KeepDeck(before.deck, silent=True),)
    now, finding = looked_at(before, tap.uid)
    if isinstance(finding, Lying):
        return STAY
    signal: Signal = "tick" if now.missing else "final"
    if not isinstance(finding, Checked) or tap.says:
        signal = "refused"
    return Reply(mode=replace(mode, check=now, last=finding, says=tap.says), orders=orders, signal=signal)


def _key(mode: Checking, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    now = _pass(mode, ctx)
    if press.key == "next":
        return Reply(mode=Missing(replace(mode, check=now))) if now.missing else Reply(mode=mode.under)
    named = isinstance(mode.last, Checked | Double)
    if press.key == "no":
        return Reply(mode=PickKind(mode, "check") if named and now.missing else mode.under)
    if press.key == "yes" and isinstance(mode.last, Foreign):
        return _which(mode, ctx, mode.last)
    return STAY


def _which(mode: Checking, ctx: Context, foreign: Foreign) -> Reply:
    """Ask which card an unknown tag is on, if its number can stand for one."""
    bad = unusable(foreign.uid, _box(ctx).deck.cards)
    return Reply(signal="refused") if bad else Reply(mode=PickKind(mode, "check"))


def corrected(mode: Checking, ctx: Context, kind: str) -> Reply:
    """Put the tag that was tapped last on a card of the kind that it really is on."""
    box, last = _box(ctx), mode.last
    assert last is not None, "nothing was tapped"
    card = free_copy(box, kind, _pass(mode, ctx).seen)
    deck = box.deck.tagged(last.uid, card)
    was = getattr(last, "card", "")
    before = _pass(mode, ctx)
    now = replace(
        before,
        deck=deck,
        seen=(before.seen - {was}) | {card},
        foreign=tuple(uid for uid in before.foreign if uid != last.uid),
    )
    mended = replace(mode, check=now, last=Checked(last.uid, card), says="")
    return Reply(mode=mended, orders=(KeepDeck(deck),))


def free_copy(box: Box, kind: str, seen: frozenset[str]) -> str:
    """Give the copy of a kind that a tag is most likely on: one without a tag, else one that was not seen."""
    copies: list[str] = [card.name for card in box.cards if card.kind == kind]
    return min(copies, key=lambda name: (name in box.deck.tags, name in seen, copies.index(name)))


# -- what is missing -----------------------------------------------------------------------
def _draw_missing(mode: Missing, ctx: Context) -> Screen:
    return screens.missing(ctx, _box(ctx), _pass(mode.under, ctx), mode.cursor)


def _key_missing(mode: Missing, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    if press.key == "next":
        kinds = screens.missing_kinds(_pass(mode.under, ctx))
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, len(kinds))))
    return Reply(mode=mode.under) if press.key == "no" else STAY


def _tap_missing(doors: Doors, mode: Missing, ctx: Context, tap: Tap) -> Reply:
    reply = doors.tap(mode.under, ctx, tap)
    return replace(reply, mode=reply.mode or mode.under)
