"""The moments at which tasks are offered: four colours, a tax, the fourth or the only card (T24 to T28)."""

from __future__ import annotations

from engine.adventure.dues import StopDue
from engine.adventure.messages import TakesFewer, TaskOffered
from engine.adventure.state import book, tale, told
from engine.kernel import SETTLED, Rules, Turn
from engine.portroyal.discover import check_stop, colours, hand_over
from engine.portroyal.messages import CoinsPaid, Discovering, HarborEntered, Stop, TaxLevied, TaxSettled
from engine.portroyal.state import State, clockwise, replace

COLOURS = 4
CARDS = 4


def tasks_with(rules: Rules, state: State, when: str) -> list[str]:
    """Give the tasks on the table that have this moment, in the order they lie (A63)."""
    known = book(rules).pack.tasks
    numbers = [task.number for task in tale(state).tasks]
    return [number for number in numbers if number in known and known[number].when == when]


def on_harbor_card(t: Turn, e: HarborEntered) -> None:
    """Offer what four colours and the fourth card bring: the former first (A30, A32, A63)."""
    state, seat = t.state, t.state.active
    numbers: list[str] = []
    ship = t.rules.cards[e.card].type == "ship"
    if ship and len(colours(t.rules, state.harbor)) >= COLOURS:
        numbers += tasks_with(t.rules, state, "four-colours")
    if len(state.harbor) == CARDS:
        numbers += tasks_with(t.rules, state, "fourth-card")
    t.then(*(TaskOffered(seat, number) for number in numbers))


def on_tax(t: Turn, _: TaxSettled) -> None:
    """Offer the task of the taxed to everybody who paid, once the whole tax is settled (T26, A31)."""
    numbers = tasks_with(t.rules, t.state, "taxed")
    if not numbers:
        return
    began = max(i for i, event in enumerate(t.events) if type(event) is TaxLevied)
    payers = {e.seat for e in t.events[began:] if type(e) is CoinsPaid and e.why == "tax"}
    order = [seat for seat in clockwise(t.state, t.state.active) if seat in payers]
    t.then(*(TaskOffered(seat, number) for seat in order for number in numbers))


def stop_instead(t: Turn, asked: Discovering, numbers: list[str]) -> None:
    """Ask about tasks before anything that the stop brings (A63)."""
    t.then(*(TaskOffered(asked.seat, number) for number in numbers), StopDue(asked.seat))


def on_stop(t: Turn, asked: Discovering, _: Stop) -> None:
    """Stop; with exactly one card in the harbor the task of the single card is offered first (T28, A34)."""
    check_stop(t, asked)
    if len(t.state.harbor) == 1:
        stop_instead(t, asked, tasks_with(t.rules, t.state, "single-card-twice"))
    else:
        t.then(StopDue(asked.seat))


def stop_due(t: Turn, due: StopDue) -> bool:
    """Go on to phase 2."""
    t.emit(SETTLED)
    hand_over(t, due.seat)
    return True


def one_fewer(rules: Rules, state: State, seat: int, _: object, value: int) -> int:
    """Take off the card that task 51 costs its player in this turn (T27, A32)."""
    return max(0, value - tale(state).fewer) if seat == state.active else value


def takes_fewer(s: State, e: TakesFewer) -> State:
    """Apply ``TakesFewer``: discovering is over, the stop is due instead."""
    agenda = tuple(StopDue(e.seat) if type(step) is Discovering else step for step in s.agenda)
    return told(replace(s, agenda=agenda), fewer=tale(s).fewer + 1)
