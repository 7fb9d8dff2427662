"""Writes on a tag which card it is on, within the tap that tags it (TG3, TG4; device-ux.md 7).

The number of the tag is on disk before; the click comes when the tag was read back.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.doors import closes, ground
from companion.flow import STAY, Context, Flow, Flows, Press, Reply, Tap, Wrote
from companion.orders import Inscribe, KeepDeck
from companion.screen import Screen
from companion.screens import tagging as screens
from companion.tagging import taken_back
from companion.tagging_modes import Tagging, TagLater, TagWriting, box_of, enrolment_of


def write_flows() -> Flows:
    """Give the flow of writing on a tag."""
    return {TagWriting: Flow(draw=_draw, key=_key, tap=_tap, wrote=_wrote, returns="tagging")}


def _draw(mode: TagWriting, ctx: Context) -> Screen:
    draw = screens.not_written if mode.failed else screens.writing
    return draw(ctx, box_of(ctx), mode.card)


def _wrote(mode: TagWriting, ctx: Context, wrote: Wrote) -> Reply:
    """Click once the tag was read back; a tag that was not written is tapped again."""
    if wrote.uid != mode.tap.uid:
        return STAY
    if wrote.trouble:
        return Reply(mode=replace(mode, failed=True), signal="refused")
    return Reply(mode=mode.under, signal="last-copy" if mode.last_copy else "tick")


def _tap(mode: TagWriting, ctx: Context, tap: Tap) -> Reply:
    """Write the same tag again; others must wait for it."""
    if tap.uid != mode.tap.uid:
        return Reply(signal="refused")
    if not mode.failed:
        return STAY
    return Reply(
        mode=replace(mode, tap=tap, failed=False), orders=(Inscribe(tap.reader, tap.uid, mode.card),)
    )


def _key(mode: TagWriting, ctx: Context, press: Press) -> Reply:
    """Let YES do without the writing, for locked tags; NO takes the tag off the card again."""
    if press.key == "yes" and not press.long and mode.failed:
        return Reply(mode=mode.under, signal="last-copy" if mode.last_copy else "tick")
    if press.key == "no" and not press.long:
        return _unstored(mode, ctx)
    return Reply(mode=TagLater(ground(mode))) if closes(press) else STAY


def _unstored(mode: TagWriting, ctx: Context) -> Reply:
    """Take the tag off the card again: it was stored before it was to be written."""
    if isinstance(mode.under, Tagging):
        return taken_back(mode.under, ctx, enrolment_of(mode.under, ctx))
    deck = box_of(ctx).deck.untagged(mode.tap.uid)
    return Reply(mode=mode.under, orders=(KeepDeck(deck, silent=True),), signal="undo")
