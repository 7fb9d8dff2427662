"""The events: one for every turn, at its beginning, and what each does (V02 to V05, E01 to E14)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.adventure import crowns
from engine.adventure.characters import FEW, cheaper
from engine.adventure.dues import CrownsDue
from engine.adventure.event_deck import can_come, check_event
from engine.adventure.learning import ask, tell
from engine.adventure.messages import (
    Accept,
    AllyChoice,
    AllyChosen,
    Answered,
    Choose,
    Decline,
    EventAwaited,
    EventRevealed,
    FactAsked,
    ItemKept,
    Offered,
    RevealEvent,
    Tell,
)
from engine.adventure.months import months_end
from engine.adventure.pack import BRIBERY, MONTHS_END, MONTHS_END_3, TITLES, EventKind
from engine.adventure.requirements import has, persons
from engine.adventure.state import book, tale, told
from engine.kernel import SETTLED, Command, Illegal, Pending, Rules, Turn
from engine.portroyal.cards import Card
from engine.portroyal.discover import colours
from engine.portroyal.messages import (
    Busted,
    CoinsPaid,
    Discovering,
    ShipRepelled,
    ShipTraded,
    Stopped,
    TurnBegan,
    TurnDue,
)
from engine.portroyal.piles import pay_out
from engine.portroyal.state import State, clockwise

JOIN_FORCES = "event-join-forces"
PEACEFUL_TRADE = "event-peaceful-trade"
UNKNOWN = EventKind(copies=None)
"""An event that the pack has never heard of."""


def turn_due(t: Turn, due: TurnDue) -> bool:
    """Begin the turn of a seat: the event first (V01)."""
    t.emit(SETTLED)
    t.then(EventAwaited(due.seat), Discovering(due.seat))
    t.emit(TurnBegan(due.seat))
    return True


def is_event(rules: Rules, state: State, event: str) -> bool:
    """Tell whether this is the event of the turn."""
    return tale(state).event == event


def reveal_event(t: Turn, asked: EventAwaited, command: RevealEvent) -> None:
    """Turn up the event of this turn and carry it out (V02, V03)."""
    check_event(t.rules, t.state, command.event, exchange=asked.exchange)
    others = tale(t.state).pool - int(asked.exchange)  # what comes in exchange is in the pool until then
    leaves = command.event == JOIN_FORCES and t.rules.seats == 1 and others > 0
    t.emit(EventRevealed(command.event, asked.exchange, leaves))
    if leaves:
        t.emit(EventAwaited(asked.seat, exchange=True))
    elif command.event not in book(t.rules).pack.events and command.event not in KNOWN:
        ask(t, asked.seat, f"events.{command.event}")
    else:
        carry_out(t, asked.seat, command.event)


KNOWN = (*TITLES, BRIBERY, MONTHS_END, MONTHS_END_3)


def tell_fact(t: Turn, asked: FactAsked, command: Tell) -> None:
    """Take an answer down; an event that was only now described is carried out."""
    tell(t, asked, command)
    event = tale(t.state).event
    if asked.path == f"events.{event}":
        carry_out(t, asked.seat, event)


def carry_out(t: Turn, seat: int, event: str) -> None:
    """Do what an event does at once; what it does later in the turn is asked for then."""
    if event in (MONTHS_END, MONTHS_END_3):
        months_end(t, seat, event)
    elif event in OFFERS:
        t.then(*(Offered(one, event) for one in clockwise(t.state, seat)))
    elif event == JOIN_FORCES:
        if t.rules.seats > 1:
            t.emit(AllyChoice(seat, event))
    elif event == PEACEFUL_TRADE:
        peaceful_trade(t, clockwise(t.state, seat))
    elif event in AT_ONCE:
        for one in clockwise(t.state, seat):
            AT_ONCE[event](t, one)
    elif event not in TITLES:
        of_pack(t, seat, event, "at-once")


# -- events that act by themselves -------------------------------------------------------------
def peaceful_trade(t: Turn, seats: Sequence[int]) -> None:
    """Pay a crown for each Trader to who has one sword at most (E03)."""
    traders = {seat: persons(t.rules, t.state, seat, "trader") for seat in seats}
    peaceful = [seat for seat in seats if traders[seat] and t.state.players[seat].swords <= 1]
    t.then(*(CrownsDue(seat, traders[seat], "peaceful-trade") for seat in peaceful))


def recruitment(t: Turn, seat: int) -> None:
    """Pay a coin to who has a Captain (E10)."""
    if persons(t.rules, t.state, seat, "captain"):
        pay_out(t, seat, 1, "recruitment")


def bribery(t: Turn, seat: int) -> None:
    """Pay two coins for each Jester, then take two for each Governor and Admiral (E14, A42, A67)."""
    pay_out(t, seat, 2 * persons(t.rules, t.state, seat, "jester"), "bribery")
    officers = sum(persons(t.rules, t.state, seat, role) for role in ("governor", "admiral"))
    due = min(2 * officers, t.state.players[seat].coins)
    if due:
        t.emit(CoinsPaid(seat, due, "bribery"))


AT_ONCE: Mapping[str, Callable[[Turn, int], None]] = {
    "event-recruitment": recruitment,
    BRIBERY: bribery,
}


# -- events that are offered --------------------------------------------------------------------
class Offer(NamedTuple):
    """An event that players may use or not."""

    can: Callable[[Rules, State, int], bool]
    do: Callable[[Turn, int], None]


def sell_crown(t: Turn, seat: int) -> None:
    """Return a crown for four coins (E02)."""
    crowns.move(t, seat, -1, "black-market")
    pay_out(t, seat, 4, "black-market")


def buy_crown(t: Turn, seat: int) -> None:
    """Pay two coins for a crown (E06)."""
    t.emit(CoinsPaid(seat, 2, "scarce-coffers"))
    crowns.owe_crowns(t, seat, 1, "scarce-coffers")


OFFERS: Mapping[str, Offer] = {
    "event-black-market": Offer(lambda r, s, seat: tale(s).holders[seat].crowns >= 1, sell_crown),
    "event-scarce-coffers": Offer(lambda r, s, seat: s.players[seat].coins >= 2, buy_crown),
}


def offer_of(rules: Rules, event: str) -> Offer:
    """Give what an event offers."""
    if event in OFFERS:
        return OFFERS[event]
    kind = book(rules).pack.events[event]
    return Offer(lambda r, s, seat: _applies(r, s, seat, kind), lambda t, seat: pay_and_gain(t, [seat], kind))


def _applies(rules: Rules, state: State, seat: int, kind: EventKind) -> bool:
    pays = state.players[seat].coins >= kind.pay.coins
    return (
        pays
        and tale(state).holders[seat].crowns >= kind.pay.crowns
        and has(rules, state, seat, kind.condition)
    )


def offered(t: Turn, due: Offered) -> bool:
    """Ask only who could accept (A37)."""
    if offer_of(t.rules, due.event).can(t.rules, t.state, due.seat):
        return False
    t.emit(SETTLED)
    return True


def accept(t: Turn, asked: Offered, _: Accept) -> None:
    """Do what the event offers."""
    t.emit(Answered(asked.seat, accepted=True))
    offer_of(t.rules, asked.event).do(t, asked.seat)


def decline(t: Turn, asked: Pending, _: Decline) -> None:
    """Let the offer pass."""
    t.emit(Answered(asked.seat, accepted=False))


def offer_answers(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer to accept and to decline."""
    yield Accept()
    yield Decline()


def offer_events(rules: Rules, state: State, asked: EventAwaited) -> Iterator[Command]:
    """Offer every event that can come."""
    return map(RevealEvent, can_come(rules, state, exchange=asked.exchange))


# -- Join Forces -----------------------------------------------------------------------------------
def choose(t: Turn, asked: AllyChoice, command: Choose) -> None:
    """Join forces with another player, who gets a coin (E08, A40)."""
    if command.seat == asked.seat or not 0 <= command.seat < t.rules.seats:
        raise Illegal("not-yourself", "Choose another player to join forces with.")
    t.emit(AllyChosen(command.seat))
    pay_out(t, command.seat, 1, "join-forces")


def offer_allies(rules: Rules, state: State, asked: AllyChoice) -> Iterator[Command]:
    """Offer every other player."""
    return (Choose(seat) for seat in clockwise(state, asked.seat)[1:])


def ally_swords(rules: Rules, state: State, seat: int, _: object, value: int) -> int:
    """Add the swords of who joined forces, to repel only (E08, A40)."""
    ally = tale(state).ally
    return value + state.players[ally].swords if ally >= 0 and seat == state.active else value


def ally_chosen(s: State, e: AllyChosen) -> State:
    """Apply ``AllyChosen``."""
    return told(s, ally=e.seat)


# -- events of phases 1 and 2 --------------------------------------------------------------------------
def favorable_opportunity(rules: Rules, state: State, seat: int, _: Card, value: int) -> int:
    """Take one coin off for everybody (E01)."""
    return cheaper(rules, value) if is_event(rules, state, "event-favorable-opportunity") else value


def detested_pinnace(t: Turn, e: ShipRepelled) -> None:
    """Pay a crown for a yellow ship repelled, and to all others whose own swords reach (E04, A43)."""
    ship = t.rules.cards[e.card]
    if ship.colour != "yellow" or not is_event(t.rules, t.state, "event-detested-pinnace"):
        return
    order = clockwise(t.state, e.seat)
    reach = [s for s in order if s == e.seat or t.state.players[s].swords >= ship.strength]
    t.then(*(CrownsDue(seat, 1, "detested-pinnace") for seat in reach))


def blessing_in_disguise(t: Turn, e: Busted) -> None:
    """Pay two coins for a forced end with few cards (E05)."""
    if len(e.cards) <= FEW and is_event(t.rules, t.state, "event-blessing-in-disguise"):
        pay_out(t, e.seat, 2, "blessing-in-disguise")


def voluntary_stop(t: Turn, e: Stopped) -> None:
    """Pay for a voluntary stop with three colours, or with exactly three cards (E07, E09)."""
    if is_event(t.rules, t.state, "event-risky-maneuver"):
        if len(colours(t.rules, t.state.harbor)) >= 3:
            crowns.owe_crowns(t, e.seat, 1, "risky-maneuver")
    elif is_event(t.rules, t.state, "event-a-stitch-in-time") and len(t.state.harbor) == 3:
        pay_out(t, e.seat, 1, "a-stitch-in-time")


def trade_in_blue(t: Turn, e: ShipTraded | ItemKept) -> None:
    """Pay a crown for each trade with a Flute, kept ones too (E11, A39)."""
    if t.rules.cards[e.card].colour == "blue" and is_event(t.rules, t.state, "event-trade-in-blue"):
        crowns.owe_crowns(t, e.seat, 1, "trade-in-blue")


# -- events that a pack describes (E12, E13) --------------------------------------------------------------
def of_pack(t: Turn, active: int, event: str, timing: str, harbor: tuple[int, ...] | None = None) -> None:
    """Carry out an event that the pack describes, if this is its moment."""
    kind = book(t.rules).pack.events.get(event, UNKNOWN)
    if event in KNOWN or kind.table or kind.timing != timing:
        return
    seats = clockwise(t.state, active) if kind.who == "everybody" and timing == "at-once" else [active]
    if kind.optional:
        t.then(*(Offered(seat, event) for seat in seats))
        return
    concerned = [seat for seat in seats if has(t.rules, t.state, seat, kind.condition, harbor)]
    pay_and_gain(t, concerned, kind)


def pay_and_gain(t: Turn, seats: Sequence[int], kind: EventKind) -> None:
    """Let players, from the first of them on, pay as far as possible, then gain."""
    if kind.gain.crowns:
        t.then(*(CrownsDue(seat, kind.gain.crowns, "event") for seat in seats))
    for seat in seats:
        _pay_and_draw(t, seat, kind)


def _pay_and_draw(t: Turn, seat: int, kind: EventKind) -> None:
    coins = min(kind.pay.coins, t.state.players[seat].coins)
    if coins:
        t.emit(CoinsPaid(seat, coins, "event"))
    if kind.pay.crowns:
        crowns.move(t, seat, -kind.pay.crowns, "event")
    pay_out(t, seat, kind.gain.coins, "event")


def pack_stop(t: Turn, e: Stopped) -> None:
    """Carry out what the pack's event does at a voluntary stop."""
    of_pack(t, e.seat, tale(t.state).event, "stop")


def pack_bust(t: Turn, e: Busted) -> None:
    """Carry out what the pack's event does at a forced end; the harbor as it lay then (A38)."""
    of_pack(t, e.seat, tale(t.state).event, "bust", e.cards)
