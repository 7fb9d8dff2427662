"""The new persons: Lookouts and Innkeepers (P02, P06); expeditions that bring crowns (P05)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from engine import cardset
from engine.adventure.clauses import Buys, LooksOut, PaysCrowns
from engine.adventure.crowns import owe_crowns
from engine.adventure.dues import CrownsDue, ExpeditionRewardDue
from engine.adventure.learning import ask
from engine.adventure.messages import Answered, BuyersOpened, Decline, LookedOut, LookOut, SaleOffered, Sell
from engine.adventure.odds import turned_up
from engine.adventure.pack_cards import item_of
from engine.adventure.requirements import item_ships
from engine.adventure.state import ability, book, found, open_card, tale, told
from engine.adventure.tasks import discard_cards
from engine.kernel import SETTLED, Command, Illegal, Rules, Turn
from engine.portroyal.messages import (
    Discovering,
    ExpeditionClaimed,
    PileReshuffled,
    Taking,
    TimeToTakeBegan,
)
from engine.portroyal.piles import elsewhere, pay_out
from engine.portroyal.state import State, replace

LOOKED_AT = 3
"""Cards that a Lookout sees."""


# -- Lookout -----------------------------------------------------------------------------
def lookouts(rules: Rules, state: State, seat: int) -> int:
    """Count the uses of Lookouts that a seat has in a turn (P02, H11, A26)."""
    clauses = (clause for card in state.players[seat].display for clause in rules.cards[card].clauses)
    number = sum(type(clause) is LooksOut for clause in clauses)
    number += ability(rules, state, seat) == "thomas-fishborn"
    return number if rules.options.lookout_stack else min(number, 1)


def may_look(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether a seat has a Lookout left for this turn, and a card to look at."""
    return lookouts(rules, state, seat) > tale(state).looked and state.pile > 0


def discarded_unseen(state: State) -> int:
    """Count the cards that a Lookout discards: all that he sees but one (A28)."""
    there = state.pile + (state.discard_size if state.pile < LOOKED_AT else 0)
    return min(LOOKED_AT, there) - 1


def look_out(t: Turn, asked: Discovering, command: LookOut) -> None:
    """Discard all of the next cards but one, without effect (P02, P03)."""
    if not may_look(t.rules, t.state, asked.seat):
        name = t.rules.names[asked.seat]
        raise Illegal("no-lookout", f"{name} has no Lookout left for this turn, or no card to look at.")
    number = discarded_unseen(t.state)
    if t.state.pile < LOOKED_AT and t.state.discard_size:
        t.emit(PileReshuffled(t.state.discard_size))
    cards = tuple(sorted(command.discard))
    if len(cards) != number or len({*cards, command.keep}) != number + 1:
        raise Illegal("how-many", f"The Lookout discards {number} cards and puts one back.", cards=number)
    for card in (*cards, *(() if command.keep < 0 else (command.keep,))):
        if not cardset.has(t.state.unseen, card):
            raise elsewhere(t.rules, t.state, card)
    t.then(asked)
    for card in reversed(cards):
        if open_card(t.rules, card):
            ask(t, asked.seat, t.rules.cards[card].kind, card)
    t.emit(LookedOut(asked.seat, cards))


def offer_look(rules: Rules, state: State, asked: Discovering) -> Iterator[Command]:
    """Offer every set of cards that may be discarded."""
    if may_look(rules, state, asked.seat):
        unseen = state.unseen | (state.discard if state.pile < LOOKED_AT else 0)
        for cards in combinations(cardset.ids(unseen), discarded_unseen(state)):
            yield LookOut(cards)


def looked_out(s: State, e: LookedOut) -> State:
    """Apply ``LookedOut``."""
    bits = cardset.of(e.cards)
    s = replace(
        s,
        unseen=s.unseen & ~bits,
        returned=s.returned & ~bits,
        pile=s.pile - len(e.cards),
        places=s.places - len(e.cards),
        discard=s.discard | bits,
    )
    for card in e.cards:
        s = turned_up(found(s, card), card)
    return told(s, looked=tale(s).looked + 1)


# -- Innkeeper ---------------------------------------------------------------------------
def innkeepers(t: Turn, e: TimeToTakeBegan) -> None:
    """Let each Innkeeper pay his crown, then buy one thing (P06, A22)."""
    there = [c for c in t.state.players[e.seat].display if _fires(t.rules, c, e.cards)]
    if not there:
        return
    crowns = sum(x.crowns for c in there for x in t.rules.cards[c].clauses if type(x) is PaysCrowns)
    if t.rules.options.innkeeper_sale_any_time:
        t.emit(CrownsDue(e.seat, crowns, "innkeeper"))
        t.emit(BuyersOpened(e.seat, tuple(there)))
    else:
        t.then(CrownsDue(e.seat, crowns, "innkeeper"), *(SaleOffered(e.seat, c) for c in there))


def _fires(rules: Rules, card: int, harbor: int) -> bool:
    return any(type(x) is PaysCrowns and harbor >= x.cards for x in rules.cards[card].clauses)


def price_of(rules: Rules, innkeeper: int, item: int) -> int:
    """Give what an Innkeeper pays for an item ship, 0 when he does not buy it."""
    buys = next(x for x in rules.cards[innkeeper].clauses if type(x) is Buys)
    return {"bread": buys.bread, "rum": buys.rum}.get(item_of(rules.cards[item]), 0)


def sellable(rules: Rules, state: State, seat: int, innkeeper: int) -> Iterator[int]:
    """Give the items of a seat that an Innkeeper buys."""
    return (c for c in item_ships(rules, state, seat) if price_of(rules, innkeeper, c))


def sale_offered(t: Turn, due: SaleOffered) -> bool:
    """Ask only who has something to sell to this Innkeeper."""
    if next(sellable(t.rules, t.state, due.seat, due.innkeeper), None) is not None:
        return False
    t.emit(SETTLED)
    return True


def sell(t: Turn, asked: SaleOffered, command: Sell) -> None:
    """Sell one item for the printed price (P06)."""
    if command.card not in sellable(t.rules, t.state, asked.seat, asked.innkeeper):
        kind, name = t.rules.cards[command.card].kind, t.rules.names[asked.seat]
        raise Illegal("not-bought", f"This Innkeeper does not buy {kind} of {name}.", card=command.card)
    _sold(t, asked.seat, command.card, asked.innkeeper)


def _sold(t: Turn, seat: int, item: int, innkeeper: int) -> None:
    discard_cards(t, seat, (item,), "sale")
    pay_out(t, seat, price_of(t.rules, innkeeper, item), "sale")


def decline_sale(t: Turn, asked: SaleOffered, _: Decline) -> None:
    """Sell nothing to this Innkeeper."""
    t.emit(Answered(asked.seat, accepted=False))


def offer_sale(rules: Rules, state: State, asked: SaleOffered) -> Iterator[Command]:
    """Offer to sell each item that he buys, or none."""
    yield Decline()
    yield from map(Sell, sellable(rules, state, asked.seat, asked.innkeeper))


# -- Innkeepers that buy all the time (switch innkeeper_sale_any_time) ---------------------------
def best_buyer(rules: Rules, state: State, item: int) -> int:
    """Give the Innkeeper, of those that still buy, who pays most for an item; -1 for none."""
    paid = {c: price_of(rules, c, item) for c in tale(state).buyers}
    return max(paid, key=lambda c: paid[c]) if any(paid.values()) else -1


def sell_any_time(t: Turn, asked: Taking, command: Sell) -> None:
    """Sell an item to the Innkeeper who pays most for it."""
    own = command.card in item_ships(t.rules, t.state, asked.seat)
    buyer = best_buyer(t.rules, t.state, command.card) if own else -1
    if buyer < 0:
        kind = t.rules.cards[command.card].kind
        raise Illegal("not-bought", f"Nobody buys {kind} now.", card=command.card)
    t.then(asked)
    t.emit(BuyersOpened(asked.seat, tuple(c for c in tale(t.state).buyers if c != buyer)))
    _sold(t, asked.seat, command.card, buyer)


def offer_any_sale(rules: Rules, state: State, asked: Taking) -> Iterator[Command]:
    """Offer to sell what an Innkeeper still buys."""
    if tale(state).buyers:
        for item in item_ships(rules, state, asked.seat):
            if best_buyer(rules, state, item) >= 0:
                yield Sell(item)


def could_sell(rules: Rules, state: State, seat: int, asked: object, value: int) -> int:
    """Keep a time to take open for who could still sell something."""
    if value or not tale(state).buyers:
        return value
    return int(any(best_buyer(rules, state, item) >= 0 for item in item_ships(rules, state, seat)))


def buyers_opened(s: State, e: BuyersOpened) -> State:
    """Apply ``BuyersOpened``."""
    return told(s, buyers=e.innkeepers)


# -- expeditions -------------------------------------------------------------------------
def expedition_reward(t: Turn, e: ExpeditionClaimed) -> None:
    """Let an expedition bring its crowns, and Jacques Grandeur's (P05, H03)."""
    kind = t.rules.cards[e.card].kind
    if kind[-1:].isdecimal():
        t.emit(ExpeditionRewardDue(e.seat, e.card, t.rules.cards[e.card].coins))
    if ability(t.rules, t.state, e.seat) == "jacques-grandeur":
        owe_crowns(t, e.seat, 2, "jacques-grandeur")


def expedition_reward_due(t: Turn, due: ExpeditionRewardDue) -> bool:
    """Give what the id of an expedition does not say, once it is known."""
    kind = t.rules.cards[due.card].kind
    facts = book(t.rules).pack.expeditions.get(kind)
    if facts is None or facts.coins is None or facts.crowns is None:
        ask(t, due.seat, f"expeditions.{kind}")
        return False
    t.emit(SETTLED)
    owe_crowns(t, due.seat, facts.crowns, "expedition")
    pay_out(t, due.seat, facts.coins - due.coins, "expedition")
    return True


def needs_facts(rules: Rules, card: int) -> bool:
    """Tell whether coins or crowns of a named expedition are open."""
    face = rules.cards[card]
    if face.type != "expedition" or not face.kind[-1:].isdecimal():
        return False
    facts = book(rules).pack.expeditions.get(face.kind)
    return facts is None or facts.coins is None or facts.crowns is None
