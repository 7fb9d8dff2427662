"""Sets right a card that was read wrong: its tag stuck on another card than the deck says (CO3).

The tag is mapped anew, and what the game made of it is repaired: a card just revealed is taken back and the
right one revealed; one that lies there longer changes its face.  Only cards that nobody has seen are offered.
Source: device-ux.md 6.4.
"""

from __future__ import annotations

from functools import partial

import msgspec
from msgspec.structs import replace

from companion.doors import Doors, closes, ground
from companion.flow import STAY, Context, Flow, Flows, Mode, PickCard, Press, Reply, Tap
from companion.lists import listed, stepped
from companion.orders import Learn, Order
from companion.picklist import Branch, branches, one_each
from companion.play_fixes import may
from companion.screen import CELLS, Screen, screen
from companion.screens.heap_words import label
from engine import cardset
from engine.kernel import Command
from engine.portroyal.correction_messages import MoveCard
from engine.portroyal.messages import Reveal
from engine.portroyal.piles import place_of
from engine.session import Session

HIDDEN = ("unseen", "pile", "box")
"""Places whose cards nobody has seen, or that play no part."""
LINES = 3


class ReadWrong(msgspec.Struct, frozen=True):
    """Asks which card was taken for another one: first the card that was tapped, then the one that it is."""

    under: Mode
    card: int = -1
    """The card that the tag said, -1 before one was tapped."""
    pick: PickCard | None = None
    """What it may be, and the place in the list."""
    notice: str = ""


def read_flows(doors: Doors) -> Flows:
    """Give the flow of ``ReadWrong``."""
    return {ReadWrong: Flow(draw=partial(_draw, doors), key=partial(_key, doors), tap=_tap)}


def read_wrong(under: Mode, session: Session) -> ReadWrong:
    """Begin with the card of the last entry, the one that was looked at; another one may be tapped."""
    last = session.last
    cards = [card for command in (last.commands if last else ()) if (card := _card_of(command)) >= 0]
    empty = ReadWrong(under)
    return replace(empty, card=cards[-1]) if cards and _seen(session, cards[-1]) else empty


def _card_of(command: Command) -> int:
    return int(getattr(command, "card", -1))


def _seen(session: Session, card: int) -> bool:
    """Tell whether a card lies open, so that it may be named."""
    return place_of(session.state, card)[0] not in HIDDEN


def _session(ctx: Context) -> Session:
    assert ctx.session is not None, "corrections need a game"
    return ctx.session


# -- which card it is --------------------------------------------------------------------
def _list(mode: ReadWrong, ctx: Context) -> PickCard:
    """Give the list of what the card may be: unseen cards of other kinds."""
    if mode.pick is not None:
        return mode.pick
    session = _session(ctx)
    faces = session.table.rules.cards
    unseen = [card for card in cardset.ids(session.state.unseen) if faces[card].kind != faces[mode.card].kind]
    return PickCard(under=mode, cards=one_each(session, unseen, ctx.untagged))


def _lines(doors: Doors, mode: ReadWrong, ctx: Context) -> tuple[Branch, ...]:
    return branches(doors.game(_session(ctx)).picking, _list(mode, ctx), ctx)


def _draw(doors: Doors, mode: ReadWrong, ctx: Context) -> Screen:
    texts = ctx.texts
    if mode.card < 0:
        body = (texts("read.tap-1"), texts("read.tap-2"), "", mode.notice)
        return screen(texts("read.header"), *body, keys=texts("read.keys.tap"))
    face = _session(ctx).table.rules.cards[mode.card]
    return screen(
        texts("read.said"),
        texts("read.card", label=label(ctx, face), copy=face.copy)[:CELLS],
        texts("read.is"),
        *listed(texts, [line.label for line in _lines(doors, mode, ctx)], _list(mode, ctx).cursor, LINES),
        texts("read.only"),
        keys=texts("read.keys"),
    )


def _tap(mode: ReadWrong, ctx: Context, tap: Tap) -> Reply:
    """Take the card tapped as the one with the wrong name; what lies hidden is not named (ER6)."""
    if tap.several or tap.card is None:
        key = "notice.several" if tap.several else "notice.unknown"
        return _refused(mode, ctx, key)
    if not _seen(_session(ctx), tap.card):
        return _refused(mode, ctx, "read.hidden")
    return Reply(mode=replace(mode, card=tap.card, pick=None, notice=""))


def _refused(mode: ReadWrong, ctx: Context, key: str) -> Reply:
    return Reply(mode=replace(mode, card=-1, pick=None, notice=ctx.texts(key)), signal="refused")


def _key(doors: Doors, mode: ReadWrong, ctx: Context, press: Press) -> Reply:
    if closes(press):
        return Reply(mode=ground(mode))
    if press.long:
        return STAY
    if mode.card < 0:
        return Reply(mode=mode.under) if press.key == "no" else STAY
    pick, lines = _list(mode, ctx), _lines(doors, mode, ctx)
    if press.key == "next":
        return Reply(mode=replace(mode, pick=replace(pick, cursor=stepped(pick.cursor, len(lines)))))
    if press.key == "no":
        return Reply(mode=_up(doors, mode, ctx))
    if press.key != "yes" or pick.cursor >= len(lines):
        return STAY
    line = lines[pick.cursor]
    if len(line.cards) > 1:
        return Reply(mode=replace(mode, pick=replace(pick, chosen=(*pick.chosen, line.key), cursor=0)))
    return _mended(mode, ctx, line.cards[0])


def _up(doors: Doors, mode: ReadWrong, ctx: Context) -> Mode:
    """Go back a level of the list, to the line that was opened; from the top, to the question which card."""
    pick = _list(mode, ctx)
    if not pick.chosen:
        return replace(mode, card=-1, pick=None)
    above = replace(pick, chosen=pick.chosen[:-1])
    keys = [line.key for line in _lines(doors, replace(mode, pick=above), ctx)]
    return replace(mode, pick=replace(above, cursor=keys.index(pick.chosen[-1])))


# -- what is done about it ---------------------------------------------------------------
def _mended(mode: ReadWrong, ctx: Context, card: int) -> Reply:
    """Map the tag anew and repair the entry, or what lies on the table."""
    session = _session(ctx)
    face = session.table.rules.cards[card]
    mended = Reply(
        mode=ground(mode),
        orders=mapped(ctx, mode.card, card),
        note=ctx.texts("read.done", label=label(ctx, face))[:CELLS],
        announce=True,
    )
    last = session.last
    if last and last.commands and last.commands[-1] == Reveal(mode.card):
        return replace(mended, undo=True, play=(*last.commands[:-1], Reveal(card)))
    place, seat = place_of(session.state, mode.card)
    moves = (MoveCard(mode.card, "pile"), MoveCard(card, place, seat))
    if may(session, *moves):
        return replace(mended, play=moves)
    return replace(mended, mode=None, orders=(), note="", play=moves)


def mapped(ctx: Context, said: int, card: int) -> tuple[Order, ...]:
    """Put the tag of the card that was said on the right one; there is none on a card from the list."""
    uid = ctx.box.deck.tags.get(ctx.box.cards[said].name) if ctx.box else None
    return (Learn(uid, card),) if uid else ()
