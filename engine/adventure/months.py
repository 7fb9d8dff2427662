"""Month's End: the hourglass, story cards and their playing cards, payments, card 9 (V06 to X05)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import UNSET

from engine import cardset
from engine.adventure.dues import FirstStoryDue, GoalDue, HourglassDue, InsertDue, MonthEndDue, StartCoinsDue
from engine.adventure.learning import ask
from engine.adventure.messages import (
    Accept,
    Answered,
    CardsInserted,
    ChapterEnded,
    MarkerMoved,
    MonthTurned,
    PaymentOffered,
    ReadStory,
    StoryAwaited,
    TaskLaid,
)
from engine.adventure.odds import shuffled_in
from engine.adventure.pack import MONTHS_END_3, Effect, effect_of, goal_of
from engine.adventure.pack_cards import in_group
from engine.adventure.state import book, laid, markers, tale, told
from engine.adventure.tasks import task_of
from engine.kernel import SETTLED, Command, Illegal, Rules, Turn
from engine.portroyal.messages import CoinsPaid, GameEnded
from engine.portroyal.piles import pay_out
from engine.portroyal.state import State, clockwise, replace

VARIABLE_PAYMENT = 10


def months_end(t: Turn, seat: int, event: str) -> None:
    """Say what a Month's End brings, then that the month turns (V06, E15, E16)."""
    t.emit(MonthEndDue(seat))
    if event == MONTHS_END_3:
        offer_payment(t, seat, event, VARIABLE_PAYMENT)
    else:
        t.emit(HourglassDue(seat))


def month_end_due(t: Turn, due: MonthEndDue) -> bool:
    """Turn the discard pile over and put a card of the pool on top (V06, A46)."""
    t.emit(SETTLED)
    t.emit(MonthTurned(added=tale(t.state).pool > 0))
    return True


def hourglass_due(t: Turn, due: HourglassDue) -> bool:
    """Let the hourglass of the most recent task act (V06, V12)."""
    tasks = tale(t.state).tasks
    shown = task_of(t.rules, tasks[-1].number).hourglass if tasks else Effect()
    effect = None if shown is None else effect_of(shown, book(t.rules).mode)
    if effect is None:
        ask(t, due.seat, f"tasks.{tasks[-1].number}.hourglass")
        return False
    t.emit(SETTLED)
    _act(t, due.seat, effect)
    return True


def _act(t: Turn, seat: int, effect: Effect) -> None:
    if effect.pay is not UNSET:
        offer_payment(t, seat, tale(t.state).event, effect.pay)
    elif effect.card is not UNSET and book(t.rules).coop:
        t.emit(GoalDue(seat))
    number = next_story(t.state, effect)
    if number and laid(t.state, number) is None:
        t.emit(StoryAwaited(seat, number))


def next_story(state: State, effect: Effect) -> str:
    """Give the story card that an effect leads to; empty for none (V11, A16)."""
    if effect.story is not UNSET:
        return str(effect.story)
    if effect.check is UNSET:
        return ""
    task = laid(state, str(effect.check.task))
    done = task is not None and task.seats
    return str(effect.check.fulfilled if done else effect.check.missed)


# -- story cards -----------------------------------------------------------------------------
def read_story(t: Turn, asked: StoryAwaited, command: ReadStory) -> None:
    """Turn over the story card that is due: its task lies on the table (S17, V13)."""
    if command.number != asked.number:
        raise Illegal("other-story", f"Story card {asked.number} is due.", number=asked.number)
    lay_task(t, asked.seat, asked.number)


def lay_task(t: Turn, seat: int, number: str) -> None:
    """Lay a task on the table, its cards into the pile (S17, S18)."""
    t.emit(InsertDue(seat, number))
    t.emit(TaskLaid(number))


def offer_story(rules: Rules, state: State, asked: StoryAwaited) -> Iterator[Command]:
    """Offer the story card that is due."""
    yield ReadStory(asked.number)


def first_story_due(t: Turn, due: FirstStoryDue) -> bool:
    """Read the first story card of the chapter (S16)."""
    chapter = book(t.rules).chapter
    first = book(t.rules).pack.chapters[chapter].first
    if first is None:
        ask(t, due.seat, f"chapters.{chapter}.first")
        return False
    t.emit(SETTLED)
    lay_task(t, due.seat, str(first))
    return True


def insert_due(t: Turn, due: InsertDue) -> bool:
    """Shuffle in the cards that a story card names, those that are not in already (S18, A3)."""
    insert = task_of(t.rules, due.number).insert
    if insert is None:
        ask(t, due.seat, f"tasks.{due.number}.insert")
        return False
    t.emit(SETTLED)
    groups = tuple(group for group in insert if group not in tale(t.state).inserted)
    if groups:
        cards = tuple(card for group in groups for card in in_group(book(t.rules).groups, group))
        t.emit(CardsInserted(groups, cards, sum(insert[group] for group in groups) - len(cards)))
    return True


def start_coins_due(t: Turn, due: StartCoinsDue) -> bool:
    """Deal a player the coins of his character, and what he gets after defeats (S07, S19)."""
    who = book(t.rules).characters[due.seat]
    coins = book(t.rules).pack.characters[who].coins
    if coins is None:
        ask(t, due.seat, f"characters.{who}.coins")
        return False
    t.emit(SETTLED)
    pay_out(t, due.seat, coins + due.extra, "start")
    return True


# -- payments --------------------------------------------------------------------------------
def offer_payment(t: Turn, seat: int, event: str, coins: int) -> None:
    """Offer everybody to pay for his leftmost marker to go into the box (Y06, A53)."""
    t.then(*(PaymentOffered(one, event, coins) for one in clockwise(t.state, seat)))


def payment_offered(t: Turn, due: PaymentOffered) -> bool:
    """Ask only who has the coins and a marker."""
    if t.state.players[due.seat].coins >= due.coins and markers(t.state, due.seat):
        return False
    t.emit(SETTLED)
    return True


def accept_payment(t: Turn, asked: PaymentOffered, _: Accept) -> None:
    """Pay; the marker uncovers what is below it (Y07, A11)."""
    t.emit(Answered(asked.seat, accepted=True))
    t.emit(CoinsPaid(asked.seat, asked.coins, "marker"))
    t.emit(MarkerMoved(asked.seat, "box"))


# -- card 9 ------------------------------------------------------------------------------------
def goal_due(t: Turn, due: GoalDue) -> bool:
    """Judge the chapter, at once (X01, X02)."""
    goal = goal_of(book(t.rules).pack, book(t.rules).chapter, t.rules.seats)
    for key in ("markers", "points"):
        if getattr(goal, key) is None:
            ask(t, due.seat, f"card9.{key}")
            return False
    t.emit(SETTLED)
    missing = standing(t.rules, t.state)
    won = not any(missing)
    t.emit(ChapterEnded(won, 0 if won else tale(t.state).failures + 1))
    t.emit(GameEnded(tuple(range(t.rules.seats)) if won else ()))
    return True


def standing(rules: Rules, state: State) -> tuple[int, int, int]:
    """Count what is missing: tasks not fulfilled, markers on tasks, points of all (X02, X03).

    Open numbers of card 9 count as reached.
    """
    tasks = tale(state).tasks
    goal = goal_of(book(rules).pack, book(rules).chapter, rules.seats)
    open_tasks = sum(not task.seats for task in tasks)
    on_tasks = sum(len(task.seats) for task in tasks)
    points = sum(player.points for player in state.players)
    return open_tasks, max(0, (goal.markers or 0) - on_tasks), max(0, (goal.points or 0) - points)


# -- evolvers ----------------------------------------------------------------------------------
def cards_inserted(s: State, e: CardsInserted) -> State:
    """Apply ``CardsInserted``: they lie in the draw pile, which is shuffled alone (S18)."""
    kept, bits, number, before = tale(s), cardset.of(e.cards), len(e.cards) + e.loose, s
    coming = bits | (kept.candidates if e.loose else 0)
    s = replace(
        s,
        unseen=s.unseen | coming,
        box=s.box & ~coming,
        pile=s.pile + number,
        places=s.places + number,
        returned=s.returned | bits,
    )
    s = told(s, inserted=(*kept.inserted, *e.groups), loose=kept.loose + e.loose)
    return shuffled_in(s, before, bits, e.loose)


def chapter_ended(s: State, e: ChapterEnded) -> State:
    """Apply ``ChapterEnded``: nothing is owed any more."""
    return told(replace(s, agenda=()), result="won" if e.won else "lost", failures=e.failures)
