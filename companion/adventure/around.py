"""What the flows around a game ask of The Adventure Begins: its menu, what to prepare, how it stood."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion import corrections, corrections_read, play_around, rebuild
from companion.adventure.corrections import WhichFact, WhichTask
from companion.adventure.corrections_counts import WhoseCount
from companion.adventure.modes import GoalPage, TaskList
from companion.adventure.newgame import prepare
from companion.doors import Around, Doors, ground
from companion.flow import Context, Menu, Mode, Reply
from companion.lists import filled, packed, short
from companion.picklist import PICKING
from companion.screen import Screen, headline, screen
from engine.adventure.event_deck import above_months_end
from engine.adventure.head import Head
from engine.games import Table
from engine.session import Session

LINES: Mapping[tuple[str, ...], tuple[str, ...]] = {
    (): ("table", "tasks", "goal", "undo", "correct", "shuffle", "options", "end"),
    ("correct",): ("coins", "move", "read", "turn", "crowns", "markers", "boxed", "fact", "rebuild"),
    ("end",): ("save", "score", "drop"),
}
"""The lines of the menu IN PLAY."""


def _over(begin: Callable[..., Mode]) -> Callable[[Doors, Menu, Context], Reply]:
    """Make a line that opens a flow about the game, which N leads back from."""
    return lambda doors, mode, ctx: Reply(mode=begin(mode, ctx.session))


OPENS: Mapping[str, Callable[[Doors, Menu, Context], Reply]] = {
    **play_around.OPENS,
    "coins": _over(corrections.whose_coins),
    "read": _over(corrections_read.read_wrong),
    "rebuild": _over(rebuild.rebuilding),
    "tasks": lambda doors, mode, ctx: Reply(mode=TaskList(ground(mode))),
    "goal": lambda doors, mode, ctx: Reply(mode=GoalPage(ground(mode))),
    "crowns": lambda doors, mode, ctx: Reply(mode=WhoseCount(mode, "crowns")),
    "boxed": lambda doors, mode, ctx: Reply(mode=WhoseCount(mode, "boxed")),
    "markers": lambda doors, mode, ctx: Reply(mode=WhichTask(mode)),
    "fact": lambda doors, mode, ctx: Reply(mode=WhichFact(mode)),
}
"""What the lines of the menu do that this game has for itself."""


# -- a new game (NG6) --------------------------------------------------------------------
def deal(table: Table, start: str, ctx: Context) -> Screen:
    """Draw what to prepare: coins, story cards, cards to shuffle in."""
    head, texts = table.set_up.adventure, ctx.texts
    assert head is not None, "this game has a head"
    coins = [head.pack.characters[who].coins for who in table.rules.book.characters]
    rows = packed(
        texts, [_coins(ctx, head, name, n) for name, n in zip(table.rules.names, coins, strict=True)], 2
    )
    if None in coins:
        rows = (texts("new.adv.deal.open"),)
    variable = head.mode == "variable"
    title = "new.adv.deal.variable" if variable else "new.adv.deal.headline"
    story = _tasks(ctx, head) if variable else _story(ctx, head)
    events = texts("new.adv.deal.events", num=above_months_end(head.mode, table.rules.seats))
    keys = texts("new.deal.keys", name=start.upper()[:8]) if start else texts("new.deal.keys.lot")
    body = [*rows, *story, events][:4]
    return screen(texts("new.deal.header"), headline(texts(title, chapter=head.chapter)), *body, keys=keys)


def _coins(ctx: Context, head: Head, name: str, coins: int | None) -> str:
    more = head.extra_coins.get(name, 0)
    return ctx.texts("new.adv.deal.coins", nam=short(name), coin=(coins or 0) + more)


def _story(ctx: Context, head: Head) -> tuple[str, ...]:
    first = head.pack.chapters[head.chapter].first
    rows = [ctx.texts("new.adv.deal.story", chapter=head.chapter)]
    if first is not None:
        rows.append(ctx.texts("new.adv.deal.first", task=first))
        groups = " ".join(head.pack.tasks[str(first)].insert or ())
        rows += [ctx.texts("new.adv.deal.insert", groups=groups)] if groups else []
    return tuple(rows)


def _tasks(ctx: Context, head: Head) -> tuple[str, ...]:
    return (ctx.texts("new.adv.deal.tasks", tasks=" ".join(head.tasks)),)


# -- a saved game (RS1) ------------------------------------------------------------------
def stood(session: Session, ctx: Context) -> tuple[str, ...]:
    """Say what the table should look like."""
    view = session.view()
    tasks = filled([ctx.texts("adv.table.tasks", tasks=" ".join(task.number for task in view.tasks))])
    return (
        ctx.texts("adv.table.header", chapter=view.chapter, month=view.month),
        " ".join(map(short, session.table.rules.names)),
        play_around.last_line(session, ctx),
        *tasks[:1],
    )


def peek(session: Session, ctx: Context) -> Screen:
    """Draw everybody's coins, points, swords and cards, to compare with the table."""
    return play_around.peek(session, ctx)


AROUND = Around(
    lines=LINES,
    opens=OPENS,
    deal=deal,
    stood=stood,
    peek=peek,
    standing=play_around.standing,
    picking=PICKING,
    prepare=prepare,
)
"""The Adventure Begins."""
