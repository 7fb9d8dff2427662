"""What a seat may see of an adventure, worked out for screens: all of the base game's view, and more."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import asdict, replace

from engine.adventure import messages as a
from engine.adventure.event_deck import known_next
from engine.adventure.head import Mode
from engine.adventure.learning import in_this_light
from engine.adventure.months import standing
from engine.adventure.pack import Have, goal_of
from engine.adventure.persons import may_look, sellable
from engine.adventure.requirements import item_ships
from engine.adventure.state import ability, book, markers, tale, trophy
from engine.adventure.tasks import can_fulfil, task_of
from engine.kernel import Rules
from engine.portroyal.state import State
from engine.portroyal.view import PlayerView, View
from engine.portroyal.view import view as base_view

NOTHING = Have()


class Adventurer(msgspec.Struct, frozen=True):
    """What one player has of the expansion."""

    seat: int
    character: str
    ability: bool
    """Whether the ability works."""
    trophy: bool
    markers: int
    """Markers left on the character."""
    crowns: int
    next_shield: int | None
    """Fields to the next shield, None beyond the last or when the track is open."""
    items: tuple[int, ...]
    """Card ids of the item ships."""


class TaskView(msgspec.Struct, frozen=True):
    """A task on the table."""

    number: str
    title: str | None
    seats: tuple[int, ...]
    """Who has fulfilled it, the first finisher first."""
    upper: tuple[int, ...]
    """Who is on its upper field."""
    when: str
    by_table: bool
    """Whether the table checks what it asks for."""
    can: tuple[int, ...]
    """Seats that could fulfil it now if it were their time."""


class GoalView(msgspec.Struct, frozen=True):
    """How far a cooperative chapter is; None for numbers of card 9 that are open."""

    markers: int | None
    points: int | None
    open_tasks: int
    markers_missing: int
    points_missing: int


class AdventureView(View, frozen=True, kw_only=True):
    """The public table."""

    mode: Mode
    chapter: int
    pack: str
    invented: bool
    """Whether the pack is invented, which every screen must say."""
    adventurers: tuple[Adventurer, ...]
    tasks: tuple[TaskView, ...]
    event: str
    """The event of this turn, empty before it is revealed."""
    month: int
    event_deck: int
    """Cards in it, Month's End included: turns to Month's End."""
    next_event: str
    asked: str
    """Path of the open fact, number of the story card or task, event, or Innkeeper asked about."""
    price: int
    """Coins of the payment that is offered."""
    sellable: tuple[int, ...]
    """Items that the Innkeeper asked about buys."""
    may_look: bool
    goal: GoalView | None
    """In cooperative play."""
    result: str
    failures: int


def view(rules: Rules, state: State, seat: int | None = None) -> AdventureView:
    """Work out what a seat sees; all seats see the same."""
    rules = in_this_light(rules, state)
    kept, read, asked = tale(state), book(rules), state.asked
    plain: dict[str, Any] = asdict(base_view(rules, state, seat))
    plain["players"] = tuple(_player(rules, state, one) for one in plain["players"])
    plain["may_gamble"] = False
    innkeeper = asked.innkeeper if isinstance(asked, a.SaleOffered) else -1
    discovering = asked is not None and asked.phase == "discover"
    return AdventureView(
        **plain,
        mode=read.mode,
        chapter=read.chapter,
        pack=read.pack.name,
        invented=read.pack.invented,
        adventurers=tuple(_adventurer(rules, state, one) for one in range(rules.seats)),
        tasks=tuple(_task(rules, state, number) for number in range(len(kept.tasks))),
        event=kept.event,
        month=kept.month,
        event_deck=len(kept.deck),
        next_event=known_next(state),
        asked=_asked(rules, state),
        price=asked.coins if isinstance(asked, a.PaymentOffered) else 0,
        sellable=() if innkeeper < 0 else tuple(sellable(rules, state, asked.seat, innkeeper)),  # type: ignore[union-attr]
        may_look=discovering and may_look(rules, state, state.active),
        goal=_goal(rules, state) if read.coop else None,
        result=kept.result,
        failures=kept.failures,
    )


def _player(rules: Rules, state: State, player: PlayerView) -> PlayerView:
    """Give a player with the persons' symbols only, and his points without those of crowns."""
    cards = [rules.cards[c] for c in player.display]
    persons = [card.symbols for card in cards if card.type == "person" and card.symbols]
    symbols = [s if len(s) == 1 else "J" for s in persons]
    return replace(
        player,
        persons_points=sum(card.points for card in cards if card.type == "person"),
        symbols=tuple((s, symbols.count(s)) for s in "ACHJ"),
    )


def _adventurer(rules: Rules, state: State, seat: int) -> Adventurer:
    holder = tale(state).holders[seat]
    shields = book(rules).pack.crown_track.shields or {}
    ahead = [field - holder.crowns for field in shields if field > holder.crowns]
    return Adventurer(
        seat=seat,
        character=book(rules).characters[seat],
        ability=bool(ability(rules, state, seat)),
        trophy=trophy(rules, state, seat),
        markers=markers(state, seat),
        crowns=holder.crowns,
        next_shield=min(ahead, default=None),
        items=item_ships(rules, state, seat),
    )


def _task(rules: Rules, state: State, place: int) -> TaskView:
    laid = tale(state).tasks[place]
    task = task_of(rules, laid.number)
    seats = range(rules.seats)
    twice = task.when == "single-card-twice"
    return TaskView(
        number=laid.number,
        title=task.title,
        seats=laid.seats,
        upper=tuple(s for s in seats if twice and tale(state).holders[s].upper),
        when=task.when,
        by_table=task.checked_by_table,
        can=tuple(s for s in seats if can_fulfil(rules, state, s, laid)),
    )


def _goal(rules: Rules, state: State) -> GoalView:
    goal = goal_of(book(rules).pack, book(rules).chapter, rules.seats)
    return GoalView(goal.markers, goal.points, *standing(rules, state))


def _asked(rules: Rules, state: State) -> str:
    match state.asked:
        case a.AllyChoice() | a.Offered() | a.PaymentOffered() as asked:
            return asked.event
        case a.StoryAwaited() | a.TaskOffered() as asked:
            return asked.number
        case a.SaleOffered() as asked:
            return str(rules.cards[asked.innkeeper].kind)
        case a.FactAsked() as asked:
            return asked.path
    return ""
