"""Tasks: who may fulfil one, what it costs, the marker, and the rewards (T01 to T30)."""

from __future__ import annotations

from collections.abc import Iterator

from engine import cardset
from engine.adventure import crowns, requirements
from engine.adventure.dues import CrownRewardDue, FirstRewardDue
from engine.adventure.learning import ask
from engine.adventure.messages import (
    Answered,
    Decline,
    DisplayDiscarded,
    FulfilTask,
    MarkerMoved,
    SwordsUnlocked,
    TakesFewer,
    TaskLaid,
    TaskOffered,
)
from engine.adventure.pack import Discard, Task
from engine.adventure.pack_facts import NEW_TASK
from engine.adventure.state import (
    Laid,
    ability,
    book,
    laid,
    markers,
    tale,
    told,
    uncovered,
    with_holder,
)
from engine.kernel import SETTLED, Command, Illegal, Pending, Rules, Turn
from engine.portroyal.messages import CoinsPaid
from engine.portroyal.piles import pay_out
from engine.portroyal.state import State, replace, with_player, without

OF_CHOICE = "turn"
TWICE = "single-card-twice"
FOURTH = "fourth-card"
NO_COST = Discard()


def task_of(rules: Rules, number: str) -> Task:
    """Give a task of the pack; one that it has never heard of is open."""
    return book(rules).pack.tasks.get(number, NEW_TASK)


def refusal(rules: Rules, state: State, seat: int, task: Laid | None, number: str) -> Illegal | None:
    """Say why a seat cannot fulfil a task at all, whatever it has; None if it can (T02, T08)."""
    name = rules.names[seat]
    if task is None:
        return Illegal("no-such-task", f"Task {number} does not lie on the table.", number=number)
    if seat in task.seats:
        return Illegal("task-done", f"{name} has fulfilled task {number} already.", number=number)
    half = task_of(rules, number).when == TWICE and tale(state).holders[seat].upper
    if not markers(state, seat) and not half:
        return Illegal("no-marker", f"{name} has no marker left on the character.", seat=seat)
    return None


def can_fulfil(rules: Rules, state: State, seat: int, task: Laid) -> bool:
    """Tell whether a seat could put a marker on a task now."""
    if refusal(rules, state, seat, task, task.number) is not None:
        return False
    return requirements.meets(rules, state, seat, task_of(rules, task.number))


def tasks_of_choice(rules: Rules, state: State, seat: int) -> Iterator[Laid]:
    """Give the tasks that a seat could fulfil now of its own accord (T01, T05)."""
    for task in tale(state).tasks:
        if task_of(rules, task.number).when == OF_CHOICE and can_fulfil(rules, state, seat, task):
            yield task


def could_act(rules: Rules, state: State, seat: int, asked: object, value: int) -> int:
    """Keep a time to take open for who could fulfil a task of choice (A61)."""
    return value or int(any(True for _ in tasks_of_choice(rules, state, seat)))


# -- fulfilling --------------------------------------------------------------------------
def fulfil_of_choice(t: Turn, asked: Pending, command: FulfilTask) -> None:
    """Fulfil a task of choice in one's own time (T01)."""
    when = task_of(t.rules, command.number).when
    why_not = refusal(t.rules, t.state, asked.seat, laid(t.state, command.number), command.number)
    if why_not is not None:
        raise why_not
    if when != OF_CHOICE:
        raise Illegal("not-its-moment", f"Task {command.number} is asked by itself when its moment comes.")
    cards = _cards_for(t, asked.seat, command)
    t.then(asked)
    _fulfil(t, asked.seat, command, cards)


def fulfil_at_once(t: Turn, asked: TaskOffered, command: FulfilTask) -> None:
    """Fulfil the task that was offered at its moment (T05)."""
    if command.number != asked.number:
        name = t.rules.names[asked.seat]
        raise Illegal("answer-first", f"{name} must first decide about task {asked.number}.")
    cards = _cards_for(t, asked.seat, command)
    if task_of(t.rules, asked.number).when == FOURTH:
        t.emit(TakesFewer(asked.seat))
    _fulfil(t, asked.seat, command, cards)


def decline_task(t: Turn, asked: TaskOffered, _: Decline) -> None:
    """Let the occasion pass (T30)."""
    t.emit(Answered(asked.seat, accepted=False))


def task_offered(t: Turn, due: TaskOffered) -> bool:
    """Ask only who could say yes."""
    task = laid(t.state, due.number)
    if task is not None and can_fulfil(t.rules, t.state, due.seat, task):
        return False
    t.emit(SETTLED)
    return True


def _cards_for(t: Turn, seat: int, command: FulfilTask) -> tuple[int, ...]:
    """Give the cards that are discarded; refuse who lacks what is asked for, or names other cards."""
    rules, state, task = t.rules, t.state, task_of(t.rules, command.number)
    name, number = rules.names[seat], command.number
    if not requirements.meets(rules, state, seat, task):
        raise Illegal("not-fulfilled", f"{name} does not have what task {number} asks for.", number=number)
    if task.discard is None or (task.table and not requirements.slots(task.discard)):
        return _at_his_word(t, seat, command)
    if command.coins or command.crowns:
        raise Illegal("cost-known", f"What task {number} costs is known: name cards only.", number=number)
    sets = list(requirements.discards(rules, state, seat, task.discard))
    if command.cards:
        cards = tuple(sorted(command.cards))
        if cards not in sets:
            raise Illegal("wrong-cards", f"Task {number} does not take these cards.", number=number)
        return cards
    if len({tuple(sorted(rules.cards[c].kind for c in cards)) for cards in sets}) > 1:
        raise Illegal("which-cards", f"{name} must say which cards go for task {number}.", number=number)
    return sets[0]


def _at_his_word(t: Turn, seat: int, command: FulfilTask) -> tuple[int, ...]:
    """Check only that a player has what he says he discards."""
    player, holder = t.state.players[seat], tale(t.state).holders[seat]
    known = task_of(t.rules, command.number).discard or NO_COST
    coins, crowns_left = player.coins - known.coins, holder.crowns - known.crowns
    own = len(set(command.cards)) == len(command.cards) and set(command.cards) <= set(player.display)
    if not own or not 0 <= command.coins <= coins or not 0 <= command.crowns <= crowns_left:
        name = t.rules.names[seat]
        raise Illegal("not-his", f"{name} does not have what should be discarded.", seat=seat)
    return tuple(sorted(command.cards))


def _fulfil(t: Turn, seat: int, command: FulfilTask, cards: tuple[int, ...]) -> None:
    """Pay the costs, move the marker; rewards follow once what it uncovers is settled (T06, T07)."""
    number, task = command.number, task_of(t.rules, command.number)
    upper = tale(t.state).holders[seat].upper
    on_table = laid(t.state, number)
    assert on_table is not None
    half = task.when == TWICE and not upper
    if not half:
        first = () if on_table.seats else (FirstRewardDue(seat, number),)
        t.then(*first, CrownRewardDue(seat, number))
    coins = command.coins + (task.discard.coins if task.discard else 0)
    if coins:
        t.emit(CoinsPaid(seat, coins, "task"))
    crowns_paid = command.crowns + (task.discard.crowns if task.discard else 0)
    if crowns_paid:
        crowns.move(t, seat, -crowns_paid, "task")
    discard_cards(t, seat, cards, "task")
    to = "upper" if half else "lower" if task.when == TWICE else "task"
    t.emit(MarkerMoved(seat, to, number))


def discard_cards(t: Turn, seat: int, cards: tuple[int, ...], why: str) -> None:
    """Discard cards of a display (A59)."""
    if cards:
        points = sum(t.rules.cards[c].points for c in cards)
        swords = sum(t.rules.cards[c].swords for c in cards)
        t.emit(DisplayDiscarded(seat, cards, -points, -swords, why))


# -- what follows ------------------------------------------------------------------------
def unlock(t: Turn, e: MarkerMoved) -> None:
    """Let what a marker uncovers take effect (T07, A11, A12)."""
    if e.to == ("upper" if t.rules.options.t52_uncover_late else "lower"):
        return
    places = uncovered(t.rules, t.state, e.seat)
    if places == 1:
        who = ability(t.rules, t.state, e.seat)
        if who == "samuel-blackguard":
            pay_out(t, e.seat, 2, "samuel-blackguard")
        elif who == "jean-blackbeard":
            t.emit(SwordsUnlocked(e.seat, 1))
    crowns.owe_crowns(t, e.seat, {3: 1, 4: 3}.get(places, 0), "window")


def first_reward(t: Turn, due: FirstRewardDue) -> bool:
    """Give what only the first on a task gets (T09, T11)."""
    reward = task_of(t.rules, due.number).first
    if reward is None:
        ask(t, due.seat, f"tasks.{due.number}.first")
        return False
    t.emit(SETTLED)
    crowns.owe_crowns(t, due.seat, reward.crowns, "first")
    pay_out(t, due.seat, reward.coins, "first")
    return True


def crown_reward(t: Turn, due: CrownRewardDue) -> bool:
    """Give the crowns that everybody on a task gets (T10)."""
    reward = task_of(t.rules, due.number).crowns
    if reward is None:
        ask(t, due.seat, f"tasks.{due.number}.crowns")
        return False
    t.emit(SETTLED)
    crowns.owe_crowns(t, due.seat, reward, "task")
    return True


# -- offers ------------------------------------------------------------------------------
def ways(rules: Rules, state: State, seat: int, number: str) -> Iterator[Command]:
    """Give every way to fulfil a task that a seat can fulfil."""
    discard = task_of(rules, number).discard
    if discard is None:
        yield FulfilTask(number)
        return
    for cards in requirements.discards(rules, state, seat, discard):
        yield FulfilTask(number, cards)


def offer_choice(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer the tasks of choice."""
    for task in tasks_of_choice(rules, state, asked.seat):
        yield from ways(rules, state, asked.seat, task.number)


def offer_at_once(rules: Rules, state: State, asked: TaskOffered) -> Iterator[Command]:
    """Offer to put a marker on the task, or not."""
    yield Decline()
    yield from ways(rules, state, asked.seat, asked.number)


# -- evolvers ----------------------------------------------------------------------------
def marker_moved(s: State, e: MarkerMoved) -> State:
    """Apply ``MarkerMoved``."""
    if e.to == "box":
        return with_holder(s, e.seat, boxed=tale(s).holders[e.seat].boxed + 1)
    if e.to in ("upper", "lower"):
        s = with_holder(s, e.seat, upper=e.to == "upper")
    if e.to == "upper":
        return s
    tasks = tale(s).tasks
    more = (Laid(x.number, (*x.seats, e.seat)) if x.number == e.number else x for x in tasks)
    return told(s, tasks=tuple(more))


def swords_unlocked(s: State, e: SwordsUnlocked) -> State:
    """Apply ``SwordsUnlocked``."""
    player = s.players[e.seat]
    return replace(s, players=with_player(s, e.seat, replace(player, swords=player.swords + e.swords)))


def display_discarded(s: State, e: DisplayDiscarded) -> State:
    """Apply ``DisplayDiscarded``."""
    p = s.players[e.seat]
    p = replace(
        p, display=without(p.display, *e.cards), points=p.points + e.points, swords=p.swords + e.swords
    )
    return replace(s, discard=s.discard | cardset.of(e.cards), players=with_player(s, e.seat, p))


def task_laid(s: State, e: TaskLaid) -> State:
    """Apply ``TaskLaid``: to the right of the others (V13)."""
    return told(s, tasks=(*tale(s).tasks, Laid(e.number)))
