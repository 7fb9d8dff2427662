"""Piles: coins are cards, the discard pile comes back, and every card is in one place (P1 to P4)."""

from __future__ import annotations

from engine import cardset
from engine.kernel import Illegal, Rules, Turn
from engine.portroyal.cards import Card
from engine.portroyal.messages import (
    CoinsDrawn,
    CoinsGiven,
    CoinsPaid,
    PileReshuffled,
    Reshuffle,
)
from engine.portroyal.state import State, replace, with_player

MAY_LIE = {"display": ("person", "expedition"), "harbor": ("ship", "person"), "expeditions": ("expedition",)}
"""Types of cards by place; every type may lie in the piles and in the box."""


def pay_out(t: Turn, seat: int, amount: int, why: str) -> None:
    """Give coins from the pile, reshuffling in the middle if need be; never more than there are (P2)."""
    while amount > 0 and t.state.pile:
        drawn = min(amount, t.state.pile)
        amount -= drawn
        t.emit(CoinsDrawn(seat, drawn, why))


def available(state: State) -> int:
    """Count the cards that could still be paid out."""
    return state.pile + state.discard_size


def refill(t: Turn, _: object) -> None:
    """Shuffle the discard pile as soon as the pile is used up (P2)."""
    state: State = t.state
    if not state.pile and (state.paid or state.discard):
        t.emit(PileReshuffled(state.discard_size))


def reshuffle(t: Turn, asked: object, _: Reshuffle) -> None:
    """Believe the table that its pile ran out: the discard pile is the new pile."""
    if not t.state.discard_size:
        raise Illegal("no-discard", "There is no discard pile that could be shuffled.")
    t.then(asked)  # type: ignore[arg-type]  # any pending may be asked again
    t.emit(PileReshuffled(t.state.discard_size))


def place_of(state: State, card: int) -> tuple[str, int]:
    """Tell where a card lies, and before whom (-1: nobody); ``unseen`` may be the pile or a coin."""
    if cardset.has(state.unseen, card):
        return "unseen", -1
    if cardset.has(state.discard, card):
        return "discard", -1
    if card in state.harbor:
        return "harbor", -1
    if card in state.expeditions:
        return "expeditions", -1
    for seat, player in enumerate(state.players):
        if card in player.display:
            return "display", seat
    return ("turned", -1) if card == state.turned else ("box", -1)


def may_lie(rules: Rules, state: State | None, card: Card, place: str, seat: int = -1) -> bool:
    """Tell whether a card can lie in a place at all; before the first state there is none to ask about."""
    types = MAY_LIE.get(place)
    if types is None:
        return True
    return bool(rules.ask(f"may-lie-in-{place}", state, seat, card, int(card.type in types)))


def elsewhere(rules: Rules, state: State, card: int) -> Illegal:
    """Say where a card lies that cannot come from the pile (P4)."""
    place, seat = place_of(state, card)
    where = {
        "discard": "in the discard pile and comes again only after a shuffle",
        "harbor": "in the harbor already",
        "expeditions": "in the row of expeditions already",
        "turned": "before you already: it is the card just revealed",
        "box": "in the box: it is not in this game",
    }.get(place, "")
    if place == "display":
        where = f"in {rules.names[seat]}'s display"
    name = rules.cards[card].kind
    return Illegal("card-elsewhere", f"{name} lies {where}.", card=card, place=place, seat=seat)


# -- evolvers ----------------------------------------------------------------------------
def coins_drawn(s: State, e: CoinsDrawn) -> State:
    """Apply ``CoinsDrawn``."""
    p = s.players[e.seat]
    return replace(
        s, pile=s.pile - e.amount, players=with_player(s, e.seat, replace(p, coins=p.coins + e.amount))
    )


def coins_paid(s: State, e: CoinsPaid) -> State:
    """Apply ``CoinsPaid``."""
    p = s.players[e.seat]
    return replace(
        s, paid=s.paid + e.amount, players=with_player(s, e.seat, replace(p, coins=p.coins - e.amount))
    )


def coins_given(s: State, e: CoinsGiven) -> State:
    """Apply ``CoinsGiven``."""
    giver = s.players[e.seat]
    s = replace(s, players=with_player(s, e.seat, replace(giver, coins=giver.coins - e.amount)))
    taker = s.players[e.to]
    return replace(s, players=with_player(s, e.to, replace(taker, coins=taker.coins + e.amount)))


def pile_reshuffled(s: State, e: PileReshuffled) -> State:
    """Apply ``PileReshuffled``."""
    pile = s.pile + e.cards
    return replace(
        s, pile=pile, places=pile, unseen=s.unseen | s.discard, returned=s.discard, discard=0, paid=0
    )
