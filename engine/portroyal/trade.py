"""Trade and hire, phase 2 (T1 to T9)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import SETTLED, Command, Illegal, Rules, Turn
from engine.portroyal.cards import Card, CoinsIfFull, CoinsIfNothing, ExtraTake, PriceCut, ShipIncome
from engine.portroyal.discover import colours
from engine.portroyal.expeditions import claimable
from engine.portroyal.messages import (
    Busted,
    CoinsGiven,
    CoinsPaid,
    Pass,
    PersonHired,
    ShipTraded,
    Skipped,
    Take,
    Taking,
    TimeToTakeBegan,
    TimeToTakeDue,
)
from engine.portroyal.piles import available, pay_out
from engine.portroyal.state import State, clockwise, replace, with_player, without


# -- how much ----------------------------------------------------------------------------
def allowance(rules: Rules, state: State, seat: int, taken: tuple[int, ...] = ()) -> int:
    """Count the cards a seat may take in all; what it took already still counts as harbor (T1, T6)."""
    printed = 1
    if seat == state.active:
        printed = max(1, len(colours(rules, (*state.harbor, *taken))) - 2)
    return rules.ask("takes", state, seat, None, printed)


def governors(rules: Rules, state: State, seat: int, _: object, value: int) -> int:
    """Add one card for each Governor (T1)."""
    if seat != state.active and rules.options.governor == "active":
        return value
    for card in state.players[seat].display:
        for clause in rules.cards[card].clauses:
            if type(clause) is ExtraTake:
                value += clause.n
    return value


def price_cuts(rules: Rules, state: State, seat: int, _: Card, value: int) -> int:
    """Take one coin off for each Mademoiselle, down to the floor (T4)."""
    cut = 0
    for card in state.players[seat].display:
        for clause in rules.cards[card].clauses:
            if type(clause) is PriceCut:
                cut += clause.by
    floor: int = rules.options.mademoiselle_floor
    return max(min(value, floor), value - cut)


def traders(rules: Rules, state: State, seat: int, ship: Card, value: int) -> int:
    """Add one coin for each Trader of the ship's colour (T3)."""
    for card in state.players[seat].display:
        for clause in rules.cards[card].clauses:
            if type(clause) is ShipIncome and clause.colour == ship.colour:
                value += clause.add
    return value


def fee_for(rules: Rules, state: State, seat: int, card: Card) -> int:
    """Give what the active player gets for this card (T6)."""
    return rules.ask("fee", state, seat, card, 0 if seat == state.active else 1)


def price_for(rules: Rules, state: State, seat: int, card: Card) -> int:
    """Give what a person costs this seat, without the fee (T4)."""
    return rules.ask("price", state, seat, card, card.price)


def income_for(rules: Rules, state: State, seat: int, card: Card) -> int:
    """Give what a ship brings this seat, before the fee; not more than there is (T3, P2)."""
    return min(rules.ask("income", state, seat, card, card.coins), available(state))


def missing_coins(rules: Rules, state: State, seat: int, card: Card) -> int:
    """Tell how many coins a seat lacks to take a card, 0 for none (T4, T6)."""
    fee = fee_for(rules, state, seat, card)
    coins = state.players[seat].coins
    if card.type == "ship":
        if coins >= fee:
            return 0
        if rules.options.fee == "from_income":
            coins += income_for(rules, state, seat, card)
        return max(0, fee - coins)
    return max(0, price_for(rules, state, seat, card) + fee - coins)


def can_take_any(rules: Rules, state: State, seat: int, takes: int) -> bool:
    """Tell whether a card lies in the harbor that a seat may take and can pay for."""
    cards = rules.cards
    return takes > 0 and any(not missing_coins(rules, state, seat, cards[c]) for c in state.harbor)


# -- what happens ------------------------------------------------------------------------
def time_to_take(t: Turn, due: TimeToTakeDue) -> bool:
    """Begin a seat's time to take: who pays first pays now (T5, T7)."""
    t.emit(SETTLED)
    t.then(Taking(due.seat, allowance(t.rules, t.state, due.seat)))
    t.emit(TimeToTakeBegan(due.seat, len(t.state.harbor)))
    return True


def taking(t: Turn, due: Taking) -> bool:
    """End a time to take by itself when nothing is left that its player could do (T9)."""
    if can_take_any(t.rules, t.state, due.seat, due.takes):
        return False
    if due.seat == t.state.active and claimable(t.rules, t.state, due.seat):
        return False
    if t.rules.ask("may-act", t.state, due.seat, due, 0):
        return False
    t.emit(SETTLED)
    if not due.taken:
        t.emit(Skipped(due.seat))
    return True


def take(t: Turn, asked: Taking, command: Take) -> None:
    """Trade a ship or hire a person."""
    if command.card not in t.state.harbor:
        raise Illegal(
            "not-in-harbor",
            f"{t.rules.cards[command.card].kind} does not lie in the harbor: only harbor cards can be taken.",
            card=command.card,
        )
    seat, card = asked.seat, t.rules.cards[command.card]
    if asked.takes < 1:
        raise Illegal("no-take-left", f"{t.rules.names[seat]} may take no more cards in this turn.")
    lacking = missing_coins(t.rules, t.state, seat, card)
    if lacking:
        raise too_dear(t, seat, card, lacking)
    more = 0
    if seat == t.state.active or t.rules.options.governor == "all":
        more = sum(c.n for c in card.clauses if type(c) is ExtraTake)
    t.then(Taking(seat, asked.takes - 1 + more, (*asked.taken, card.id)))
    if card.type == "ship":
        trade(t, seat, card)
    else:
        hire(t, seat, card)


def too_dear(t: Turn, seat: int, card: Card, lacking: int) -> Illegal:
    """Say what a card takes and what there is (T4, T6)."""
    has = t.state.players[seat].coins
    fee = fee_for(t.rules, t.state, seat, card)
    price = 0 if card.type == "ship" else price_for(t.rules, t.state, seat, card)
    name = t.rules.names[seat]
    return Illegal(
        "too-dear",
        f"{name} needs {has + lacking} coins for {card.kind} and has {has}.",
        card=card.id,
        seat=seat,
        needs=has + lacking,
        price=price,
        fee=fee,
        has=has,
    )


def trade(t: Turn, seat: int, ship: Card) -> None:
    """Take a ship's coins; it goes to the discard pile (T3, T6)."""
    fee = fee_for(t.rules, t.state, seat, ship)
    upfront = t.rules.options.fee == "upfront" or t.state.players[seat].coins >= fee
    if fee and upfront:
        t.emit(CoinsGiven(seat, t.state.active, fee, "fee"))
    pay_out(t, seat, income_for(t.rules, t.state, seat, ship), "trade")
    if fee and not upfront:
        t.emit(CoinsGiven(seat, t.state.active, fee, "fee"))
    t.emit(ShipTraded(seat, ship.id))


def hire(t: Turn, seat: int, person: Card) -> None:
    """Pay for a person and lay it into the display (T4, T6)."""
    fee = fee_for(t.rules, t.state, seat, person)
    price = price_for(t.rules, t.state, seat, person)
    if fee:
        t.emit(CoinsGiven(seat, t.state.active, fee, "fee"))
    if price:
        t.emit(CoinsPaid(seat, price, "hire"))
    t.emit(PersonHired(seat, person.id, person.points, person.swords))


def pass_(t: Turn, asked: Taking, _: Pass) -> None:
    """Take no more: what was asked is settled, the agenda goes on (T2)."""


# -- who pays ----------------------------------------------------------------------------
def admirals(t: Turn, e: TimeToTakeBegan) -> None:
    """Pay two coins for each Admiral when five cards lie there (T5)."""
    coins = 0
    for card in t.state.players[e.seat].display:
        for clause in t.rules.cards[card].clauses:
            if type(clause) is CoinsIfFull and e.cards >= clause.cards:
                coins += clause.coins
    if coins:
        pay_out(t, e.seat, coins, "admiral")


def jesters_on_empty(t: Turn, e: TimeToTakeBegan) -> None:
    """Pay the Jesters of who has nothing to take (T7)."""
    coins = jester_coins(t.rules, t.state, e.seat)
    if coins and nothing_to_take(t.rules, t.state, e.seat):
        pay_out(t, e.seat, coins, "jester")


def nothing_to_take(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether a seat finds nothing to take, in the sense that Jesters are paid for (T7)."""
    if rules.options.jester_on_empty == "inactive":
        return seat != state.active and not state.harbor
    return not can_take_any(rules, state, seat, allowance(rules, state, seat))


def jesters_on_bust(t: Turn, e: Busted) -> None:
    """Pay the Jesters when the active player busts (D4)."""
    everybody = t.rules.options.jester_on_bust == "all"
    for seat in clockwise(t.state, e.seat) if everybody else [e.seat]:
        pay_out(t, seat, jester_coins(t.rules, t.state, seat), "jester")


def jester_coins(rules: Rules, state: State, seat: int) -> int:
    """Count one coin for each Jester of a seat."""
    coins = 0
    for card in state.players[seat].display:
        for clause in rules.cards[card].clauses:
            if type(clause) is CoinsIfNothing:
                coins += clause.coins
    return coins


# -- offers and evolvers -----------------------------------------------------------------
def offer_take(rules: Rules, state: State, asked: Taking) -> Iterator[Command]:
    """Offer to pass, and every card that can be paid for."""
    yield Pass()
    if asked.takes > 0:
        for card in state.harbor:
            if not missing_coins(rules, state, asked.seat, rules.cards[card]):
                yield Take(card)


def ship_traded(s: State, e: ShipTraded) -> State:
    """Apply ``ShipTraded``."""
    return replace(s, harbor=without(s.harbor, e.card), discard=s.discard | 1 << e.card)


def person_hired(s: State, e: PersonHired) -> State:
    """Apply ``PersonHired``."""
    p = s.players[e.seat]
    p = replace(p, display=(*p.display, e.card), points=p.points + e.points, swords=p.swords + e.swords)
    return replace(s, harbor=without(s.harbor, e.card), players=with_player(s, e.seat, p))


def unchanged(s: State, _: object) -> State:
    """Apply an event that only tells what happens."""
    return s
