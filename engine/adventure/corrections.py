"""What a table sets right by hand beside coins and cards: crowns, markers, tasks, events, facts.

Nobody is paid for a correction; points, swords and the trigger follow from what lies there.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.adventure import mending
from engine.adventure import messages as a
from engine.adventure.crowns import worth
from engine.adventure.dues import InsertDue, MonthEndDue
from engine.adventure.event_deck import with_bribery
from engine.adventure.learning import check, read_value
from engine.adventure.odds import forgotten
from engine.adventure.pack import EVENTS, NUMBERED
from engine.adventure.state import (
    DRAWN,
    FROM_POOL,
    MARKERS,
    Fact,
    Laid,
    ability,
    book,
    gone,
    open_card,
    tale,
    told,
    with_holder,
)
from engine.adventure.tasks import TWICE, task_of
from engine.kernel import Answer, Illegal, Pending, Rules, Turn
from engine.portroyal import corrections as base
from engine.portroyal import messages as m
from engine.portroyal.cards import Card
from engine.portroyal.correction_messages import (
    CoinsCorrected,
    MoveCard,
    Rebuild,
    Recounted,
    SetCoins,
    SetTurn,
    TableRebuilt,
    TurnSet,
)
from engine.portroyal.ending import triggers
from engine.portroyal.state import State

UNKNOWN = (DRAWN, FROM_POOL)
TURN_MAY_BE_SET = (a.EventAwaited, a.AfterBust, m.Discovering, m.Taking)


def move_card(t: Turn, asked: Pending, command: MoveCard) -> None:
    """Believe the table that a card lies elsewhere; a card without a name must be named first."""
    if open_card(t.rules, command.card):
        kind = t.rules.cards[command.card].kind
        raise Illegal("name-first", f"Nobody knows what is printed on {kind}: reveal it first.")
    base.move_card(t, asked, command)


def set_turn(t: Turn, asked: Pending, command: SetTurn) -> None:
    """Believe the table whose turn it is, and in which phase; nobody is paid for it."""
    if type(asked) not in TURN_MAY_BE_SET:
        raise Illegal("answer-first", "Answer what is asked first, then set the turn.")
    if command.phase != "event":
        base.set_turn(t, asked, command)
        return
    if not 0 <= command.active < t.rules.seats:
        raise Illegal("no-such-seat", f"There is no seat {command.active + 1} at this table.")
    t.emit(TurnSet(command.active))
    kept = tale(t.state)
    t.emit(mending.EventsCorrected(kept.month, "", kept.deck, kept.revealed, kept.pool))
    t.then(a.EventAwaited(command.active), m.Discovering(command.active, len(t.state.harbor)))


def rebuild(t: Turn, asked: Pending, command: Rebuild) -> None:
    """Take over the whole table as it lies; crowns and markers stay as they are."""
    if type(asked) not in TURN_MAY_BE_SET:
        raise Illegal("answer-first", "Answer what is asked first, then enter the table.")
    if tale(t.state).loose:
        raise Illegal("name-first", "Cards without a name are in the pile: set single cards right instead.")
    base.rebuild(t, asked, command)


def add_bonus(t: Turn, _: TableRebuilt) -> None:
    """Add what crowns and characters give to what was added up from the cards."""
    for seat in range(t.rules.seats):
        points, swords = bonus(t.rules, t.state, seat)
        if points or swords:
            player = t.state.players[seat]
            t.emit(Recounted(seat, player.points + points, player.swords + swords))


def bonus(rules: Rules, state: State, seat: int) -> tuple[int, int]:
    """Give the points and swords of a seat that do not come from its cards (K05, H04)."""
    points = worth(book(rules).pack.crown_track, tale(state).holders[seat].crowns)
    return points, int(ability(rules, state, seat) == "jean-blackbeard")


def _recounting(t: Turn, before: list[tuple[int, int]], *, triggered: bool) -> None:
    """Let points, swords and the trigger follow from crowns and markers as they are now."""
    for seat, old in enumerate(before):
        new = bonus(t.rules, t.state, seat)
        if new != old:
            player = t.state.players[seat]
            points, swords = player.points + new[0] - old[0], player.swords + new[1] - old[1]
            t.emit(Recounted(seat, points, swords))
    base.withdraw(t, before=triggered)


def _triggered(t: Turn) -> bool:
    return any(triggers(t.rules, t.state, seat) for seat in range(t.rules.seats))


def _bonuses(t: Turn) -> list[tuple[int, int]]:
    return [bonus(t.rules, t.state, seat) for seat in range(t.rules.seats)]


def set_holders(t: Turn, asked: Pending, command: mending.SetHolders) -> None:
    """Believe the table's count of crowns and of markers in the box."""
    before, triggered = _bonuses(t), _triggered(t)
    fields = book(t.rules).pack.crown_track.fields
    crowns, boxed = dict(command.crowns), dict(command.boxed)
    for seat in sorted({*crowns, *boxed}):
        holder = tale(t.state).holders[seat]
        number, paid = crowns.get(seat, holder.crowns), boxed.get(seat, holder.boxed)
        if number < 0 or paid < 0 or number > (0 if fields is None else fields):
            raise Illegal("not-a-count", f"The crown track has {fields or 'no known'} fields.")
        t.emit(mending.HoldersCorrected(seat, number, paid))
    _check_markers(t)
    _recounting(t, before, triggered=triggered)
    t.then(asked)


def _check_markers(t: Turn) -> None:
    for seat, name in enumerate(t.rules.names):
        if gone(t.state, seat) > MARKERS:
            raise Illegal("too-many-markers", f"{name} has {MARKERS} markers.", seat=seat)


def set_tasks(t: Turn, asked: Pending, command: mending.SetTasks) -> None:
    """Believe the table who is on which task; one that was not on the table brings its cards (S18)."""
    before, triggered = _bonuses(t), _triggered(t)
    new = dict(command.tasks)
    lying = {task.number: task.seats for task in tale(t.state).tasks}
    for number, seats in new.items():
        if len(set(seats)) < len(seats):
            raise Illegal("twice", f"Nobody is on task {number} twice.", number=number)
    upper = command.upper
    if upper is None:
        upper = tuple(seat for seat, holder in enumerate(tale(t.state).holders) if holder.upper)
    rows = {**lying, **new}
    _check_upper(t, rows, upper)
    t.emit(mending.TasksCorrected(tuple(rows.items()), upper))
    _check_markers(t)
    _recounting(t, before, triggered=triggered)
    more = (InsertDue(asked.seat, number) for number in new if number not in lying)
    t.then(*more, asked)


def _check_upper(t: Turn, rows: Mapping[str, tuple[int, ...]], upper: tuple[int, ...]) -> None:
    """Refuse a marker on an upper field that is not there, or whose owner is on the lower one (T28)."""
    twice = [number for number in rows if task_of(t.rules, number).when == TWICE]
    for seat in upper:
        name = t.rules.names[seat]
        if not twice:
            raise Illegal("no-such-task", "Only task 52 has an upper field, and it is not on the table.")
        if any(seat in rows[number] for number in twice):
            raise Illegal("task-done", f"{name} is on the lower field already, so not on the upper one.")


def set_events(t: Turn, asked: Pending, command: mending.SetEvents) -> None:
    """Believe the table which events lie where."""
    kept = tale(t.state)
    deck = kept.deck if command.deck is None else command.deck
    revealed = kept.revealed if command.revealed is None else command.revealed
    event = kept.event if command.event is None else command.event
    if command.revealed is None and revealed and revealed[-1] == kept.event:
        revealed = (*revealed[:-1], event)  # the event of this turn is the last one revealed (V04)
    _check_events(t, deck, revealed)
    month = kept.month if command.month is None else command.month
    if month < 1:
        raise Illegal("not-a-count", "The months are counted from 1.")
    t.emit(
        mending.EventsCorrected(
            month, event, deck, revealed, pool_of(t.rules, kept.exchanged, deck, revealed)
        )
    )
    t.then(asked)


def _check_events(t: Turn, deck: tuple[str, ...], revealed: tuple[str, ...]) -> None:
    """Refuse what cannot lie there: more copies than there are, a Month's End that is not the last card."""
    if any(type(step) is MonthEndDue for step in t.state.agenda):
        raise Illegal("answer-first", "Answer what Month's End asks first, then set the events right.")
    read, lying = book(t.rules), [*deck, *revealed]
    if deck[-1:] != (read.months_end,) or lying.count(read.months_end) != 1:
        raise Illegal("not-a-deck", "Month's End is the last card of the event deck.")
    for event in lying:
        kind = read.pack.events.get(event)
        copies = kind.copies if kind else 1
        if event not in UNKNOWN and copies is not None and lying.count(event) > copies:
            raise Illegal("not-a-deck", f"There are only {copies} cards of {event}.", event=event)


def pool_of(
    rules: Rules, exchanged: tuple[str, ...], deck: tuple[str, ...], revealed: tuple[str, ...]
) -> int:
    """Count the events of number 0 that lie aside (V10)."""
    out = [event for event in (*exchanged, *deck, *revealed) if event not in NUMBERED]
    bribery = with_bribery(rules.seats) and DRAWN in deck and NUMBERED[0] not in (*deck, *revealed)
    return EVENTS - len(out) + bribery


def set_fact(t: Turn, asked: Pending, command: mending.SetFact) -> None:
    """Believe the table that a fact is another than was told; only crown points follow from it at once."""
    before, triggered = _bonuses(t), _triggered(t)
    old = None
    if command.card >= 0:
        old = t.rules.cards[command.card]
        if not any(fact.card == command.card for fact in tale(t.state).facts):
            raise Illegal("name-first", f"{old.kind} was not named yet: reveal it first.", card=command.card)
    check(t.rules, Fact(command.path, command.value, command.card), read_value(command.value))
    t.emit(a.FactTold(command.path, command.value, command.card))
    if old is not None:
        _renamed(t, old)
    _recounting(t, before, triggered=triggered)
    t.then(asked)


def _renamed(t: Turn, old: Card) -> None:
    """Let points and swords of whoever has a card follow from what it really is."""
    new: Card = t.rules.cards[old.id]
    for seat, player in enumerate(t.state.players):
        if old.id in player.display:
            points = player.points + new.points - old.points
            t.emit(Recounted(seat, points, player.swords + new.swords - old.swords))


ANSWERS: Mapping[type, Answer] = {
    SetCoins: base.set_coins,
    MoveCard: move_card,
    SetTurn: set_turn,
    Rebuild: rebuild,
    mending.SetHolders: set_holders,
    mending.SetTasks: set_tasks,
    mending.SetEvents: set_events,
    mending.SetFact: set_fact,
}


# -- evolvers ------------------------------------------------------------------------------
def holders_corrected(s: State, e: mending.HoldersCorrected) -> State:
    """Apply ``HoldersCorrected``."""
    return with_holder(s, e.seat, crowns=e.crowns, boxed=e.boxed)


def tasks_corrected(s: State, e: mending.TasksCorrected) -> State:
    """Apply ``TasksCorrected``."""
    for seat in range(len(s.players)):
        s = with_holder(s, seat, upper=seat in e.upper)
    return told(s, tasks=tuple(Laid(number, seats) for number, seats in e.tasks))


def events_corrected(s: State, e: mending.EventsCorrected) -> State:
    """Apply ``EventsCorrected``."""
    return told(s, month=e.month, event=e.event, deck=e.deck, revealed=e.revealed, pool=e.pool)


def turn_set(s: State, e: TurnSet) -> State:
    """Apply ``TurnSet``: another player's turn has an event of its own."""
    other = e.active != s.active
    s = base.turn_set(s, e)
    return told(s, event="", ally=-1, looked=0, fewer=0, buyers=()) if other else s


def coins_corrected(s: State, e: CoinsCorrected) -> State:
    """Apply ``CoinsCorrected``."""
    return forgotten(base.coins_corrected(s, e))


def table_rebuilt(s: State, e: TableRebuilt) -> State:
    """Apply ``TableRebuilt``."""
    other = e.active != s.active
    s = forgotten(base.table_rebuilt(s, e))
    return told(s, event="", ally=-1, looked=0, fewer=0, buyers=()) if other else s
