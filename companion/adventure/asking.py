"""Keys and taps of two questions over the game: which event came, and what a Lookout discards (AD1, AD6)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.adventure.answers import paper_of, play, wrong_tag
from companion.adventure.lines import events
from companion.adventure.modes import LookingOut, PickEvent
from companion.adventure.refusing import learns
from companion.adventure.words import open_now
from companion.flow import STAY, Context, PickCard, Press, Reply, Tap
from companion.lists import stepped
from companion.picklist import one_each
from companion.play_moment import lasting, moment_of
from companion.screens.scene import scene_of
from engine import cardset
from engine.adventure import messages as a
from engine.adventure.persons import discarded_unseen


# -- events from a list ------------------------------------------------------------------
def pick_event_keys(mode: PickEvent, ctx: Context, press: Press) -> Reply:
    """Answer the keys of the list of events."""
    scene = scene_of(ctx)
    if press.long or open_now(scene) != "event":
        return STAY
    lines = events(scene)
    if press.key == "next":
        return Reply(mode=replace(mode, cursor=stepped(mode.cursor, len(lines))))
    if press.key == "yes":
        chosen = lines[mode.cursor % len(lines)].command
        assert isinstance(chosen, a.RevealEvent), "events are listed"
        return replace(play(chosen), orders=learns(ctx, mode.uid, chosen.event))
    return Reply(mode=lasting(mode.under)) if press.key in ("no", "menu") else STAY


# -- Lookout -----------------------------------------------------------------------------
def look_keys(mode: LookingOut, ctx: Context, press: Press) -> Reply:
    """Answer keys while somebody looks at three cards; YES lists those that have no tag."""
    if press.long:
        return STAY
    if press.key in ("no", "menu"):
        fewer = replace(mode, discarded=mode.discarded[:-1])
        return Reply(mode=fewer if mode.discarded else lasting(mode.under))
    if press.key == "yes" and (ctx.untagged or not ctx.readers):
        session = ctx.session
        assert session is not None, "a game is on"
        unseen = [card for card in cardset.ids(session.state.unseen) if card not in mode.discarded]
        return Reply(mode=PickCard(mode, one_each(session, unseen, ctx.untagged)))
    return STAY


def look_tap(mode: LookingOut, ctx: Context, tap: Tap) -> Reply:
    """Discard the card that was tapped; the last one makes the answer."""
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
