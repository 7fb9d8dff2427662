"""What the flows around a game ask of the base game: its menu, what to deal, how it stood when resumed."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion import corrections, corrections_read, rebuild
from companion.doors import Around, Doors, ground
from companion.flow import Context, Menu, Mode, Reply
from companion.lists import cut, packed, short, upper
from companion.picklist import PICKING
from companion.screen import Screen, headline, screen
from engine import cardset
from engine.games import Table
from engine.kernel import Command
from engine.portroyal import messages as m
from engine.session import Session

LINES: Mapping[tuple[str, ...], tuple[str, ...]] = {
    (): ("table", "undo", "correct", "shuffle", "options", "end"),
    ("correct",): ("coins", "move", "read", "turn", "rebuild"),
    ("end",): ("save", "score", "drop"),
}
"""The lines of the menu IN PLAY."""


# -- the menu ----------------------------------------------------------------------------
def _shuffle(doors: Doors, mode: Menu, ctx: Context) -> Reply:
    return Reply(mode=ground(mode), play=(m.Reshuffle(),))


def _over(begin: Callable[..., Mode]) -> Callable[[Doors, Menu, Context], Reply]:
    """Make a line that opens a flow about the game, which N leads back from."""
    return lambda doors, mode, ctx: Reply(mode=begin(mode, ctx.session))


OPENS: Mapping[str, Callable[[Doors, Menu, Context], Reply]] = {
    "shuffle": _shuffle,
    "coins": _over(corrections.whose_coins),
    "move": lambda doors, mode, ctx: Reply(mode=corrections.EditPlace(mode)),
    "read": _over(corrections_read.read_wrong),
    "turn": _over(corrections.edit_turn),
    "rebuild": _over(rebuild.rebuilding),
}
"""What the lines of the menu do that this game has for itself."""


# -- a new game (NG6) --------------------------------------------------------------------
def deal(table: Table, start: str, ctx: Context) -> Screen:
    """Draw what to deal; an empty start is a start player by lot."""
    texts = ctx.texts
    return screen(
        texts("new.deal.header"),
        headline(texts("new.deal.coins", coins=table.rules.options.start_coins)),
        texts("new.deal.blind"),
        texts("new.deal.secret"),
        _apart(table, ctx),
        texts("new.deal.pile", pile=table.initial.pile),
        keys=texts("new.deal.keys", name=upper(start)) if start else texts("new.deal.keys.lot"),
    )


def _apart(table: Table, ctx: Context) -> str:
    """Say what becomes of the expedition that is never in the pile (S2)."""
    card = next((card for card in table.rules.cards if card.face.five_players), None)
    if card is None:
        return ""
    boxed = cardset.has(table.initial.box, card.id)
    return ctx.texts("new.deal.box" if boxed else "new.deal.open", brief=ctx.names.token(card.kind))


# -- a saved game (RS1) ------------------------------------------------------------------
def stood(session: Session, ctx: Context) -> tuple[str, ...]:
    """Say what the table should look like: the last entry is the one that it may have lost."""
    rules, state = session.table.rules, session.state
    harbor = [ctx.texts("resume.harbor"), *(ctx.names.token(rules.cards[c].kind) for c in state.harbor)]
    if not state.harbor:
        harbor.append(ctx.texts("resume.empty"))
    return (
        ctx.texts("resume.round", game=ctx.texts(f"game.{session.table.game.name}"), round=state.round),
        " ".join(map(short, rules.names)),
        last_line(session, ctx),
        *packed(ctx.texts, harbor, 1),
    )


def last_line(session: Session, ctx: Context) -> str:
    """Say what the last entry was, in one row."""
    entry = session.last
    if entry is None:
        return ctx.texts("last.none")
    asked = session.before().asked
    command = entry.commands[-1]
    key = LAST.get(type(command), "last.corrected")
    card = getattr(command, "card", None)
    brief = "" if card is None else ctx.names.token(session.table.rules.cards[card].kind)
    return ctx.texts(
        key, who=upper(short(session.table.rules.names[asked.seat])) if asked else "", brief=brief
    )


LAST: Mapping[type[Command], str] = {
    m.Reveal: "last.reveal",
    m.Repel: "last.repel",
    m.Keep: "last.keep",
    m.Stop: "last.stop",
    m.Take: "last.take",
    m.Pass: "last.pass",
    m.Claim: "last.claim",
    m.Gamble: "last.gamble",
    m.Reshuffle: "last.reshuffle",
}
"""How to say what was done last; everything else was a correction."""


def peek(session: Session, ctx: Context) -> Screen:
    """Show every player's coins, points, swords and cards, to compare with the table."""
    view = session.view()
    rows = [
        ctx.texts(
            "resume.table.row",
            who=short(player.name),
            coins=player.coins,
            points=player.points,
            swords=player.swords,
            cards=len(player.display),
        )
        for player in view.players
    ]
    return screen(
        ctx.texts("resume.table.header", round=view.round, pile=view.pile),
        ctx.texts("resume.table.columns"),
        *rows,
        keys=ctx.texts("resume.table.keys"),
    )


# -- the end of a game -------------------------------------------------------------------
def standing(session: Session, ctx: Context) -> list[str]:
    """Say who would win if the game ended now."""
    names = session.table.rules.names
    return [
        ctx.texts(
            "end.score.line", rank=line.rank, name=cut(names[line.seat]), points=line.points, coins=line.coins
        )
        for line in session.scores()
    ]


AROUND = Around(
    lines=LINES, opens=OPENS, deal=deal, stood=stood, peek=peek, standing=standing, picking=PICKING
)
"""The base game."""
