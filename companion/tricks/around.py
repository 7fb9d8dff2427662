"""What the flows around a game ask of Port Royal (2000): its menu, set-up, and how it stood when resumed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from companion.doors import Around, Doors, Picking
from companion.flow import Context, Menu, Mode, Reply
from companion.lists import packed, short, upper
from companion.screen import Screen, headline, screen
from companion.tricks.ending import standing_line
from companion.tricks.log import line_of
from companion.tricks.misread import open_misread
from companion.tricks.modes import EditDealer, EditPlace, EditStones, WhoseDebt
from companion.tricks.removing import open_removing
from companion.tricks.scene import scene_of
from companion.tricks.tables import table
from engine.games import Table
from engine.session import Session

LINES: Mapping[tuple[str, ...], tuple[str, ...]] = {
    (): ("table", "undo", "correct", "kept-remove", "options", "end"),
    ("correct",): ("debt", "stones", "booty", "read", "dealer"),
    ("end",): ("save", "score", "drop"),
}
"""The lines of the menu IN PLAY."""


def _over(begin: Callable[[Mode], Mode]) -> Callable[[Doors, Menu, Context], Reply]:
    """Make a line that opens a correction, which N leads back from."""
    return lambda doors, mode, ctx: Reply(mode=begin(mode))


OPENS: Mapping[str, Callable[[Doors, Menu, Context], Reply]] = {
    "kept-remove": open_removing,
    "debt": _over(WhoseDebt),
    "stones": _over(EditStones),
    "booty": _over(EditPlace),
    "read": open_misread,
    "dealer": _over(EditDealer),
}


# -- a new game (NG6) --------------------------------------------------------------------
def deal(opened: Table, start: str, ctx: Context) -> Screen:
    """Draw what to prepare: relocate at the bottom of the booty, and which trick cards stay in the box."""
    texts = ctx.texts
    cards = opened.rules.cards
    tricks = [card for card in cards if card.type == "trick" and opened.rules.seats in card.seats]
    most = max(card.value for card in tricks if card.colour)
    pirates = " ".join(str(card.value) for card in tricks if not card.colour)
    name = upper(start)
    return screen(
        texts("new.deal.header"),
        headline(texts("tricks.deal.headline")),
        texts("tricks.deal.relocate"),
        texts("tricks.deal.bottom"),
        texts("tricks.deal.colours", most=most, pirates=pirates),
        texts("tricks.deal.stones"),
        keys=texts("tricks.deal.keys", name=name) if start else texts("tricks.deal.keys-lot"),
    )


# -- a saved game (RS1) ------------------------------------------------------------------
def stood(session: Session, ctx: Context) -> tuple[str, ...]:
    """Say what the table should look like: the last entry is the one that it may have lost."""
    scene = scene_of(ctx, session)
    view, last = scene.view, session.last
    booty = [ctx.texts("tricks.resume.open"), *map(scene.token, view.booty)]
    return (
        ctx.texts("tricks.resume.round", round=view.round, trick=view.trick),
        " ".join(map(short, session.table.rules.names)),
        line_of(scene, last, session.before()) if last else ctx.texts("last.none"),
        *packed(ctx.texts, booty, 1),
    )


def peek(session: Session, ctx: Context) -> Screen:
    """Draw everybody's debt and booty, to compare with the table."""
    scene = scene_of(ctx, session)
    drawn = table(scene, max(0, scene.view.to_act))
    return screen(drawn.rows[0].text, *drawn.rows[1:-1], keys=ctx.texts("resume.table.keys"))


def standing(session: Session, ctx: Context) -> list[str]:
    """Say who would win if the game ended now."""
    scene = scene_of(ctx, session)
    return [standing_line(scene, line) for line in session.scores()]


# -- cards picked from lists -------------------------------------------------------------
def _heading(ctx: Context, card: Any) -> tuple[str, str]:
    """Give the heading of a card: its good, colour or kind."""
    if card.type == "trick":
        if not card.colour:
            return "pirate", ctx.texts("tricks.pick.pirates")
        return card.colour, ctx.names.hue(card.colour)
    if card.type == "booty" and card.ship >= 0:
        stem = card.kind.partition("-")[0]
        return stem, ctx.names.full(stem)
    return card.type, ctx.texts(f"tricks.pick.{card.type}")


def _name(ctx: Context, card: Any) -> str:
    return ctx.names.full(card.kind)


def _placed(ctx: Context, session: Session, card: int) -> str:
    return _name(ctx, session.table.rules.cards[card])


def _near(session: Session, card: int) -> bool:
    """Keep nothing at the top: the order must not tell what came already."""
    return False


PICKING = Picking(near=_near, levels=(_heading,), name=_name, placed=_placed)

AROUND = Around(
    lines=LINES, opens=OPENS, deal=deal, stood=stood, peek=peek, standing=standing, picking=PICKING
)
"""Port Royal (2000)."""
