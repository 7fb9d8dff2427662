"""Discover, phase 1: reveal, repel, stop, bust (D1 to D8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine import cardset
from engine.kernel import SETTLED, Command, Illegal, Rules, Turn
from engine.portroyal.cards import Card
from engine.portroyal.messages import (
    Busted,
    CardRevealed,
    Discovering,
    ExpeditionLaidOut,
    Gamble,
    GambleCheck,
    GamblersReady,
    HarborEntered,
    Keep,
    Repel,
    RepelChoice,
    Reveal,
    ShipRepelled,
    Stop,
    Stopped,
    TaxLevied,
    TimeToTakeDue,
    TurnBegan,
    TurnDue,
    TurnEndDue,
)
from engine.portroyal.piles import elsewhere
from engine.portroyal.state import State, clockwise, replace, without


def turn_due(t: Turn, due: TurnDue) -> bool:
    """Begin the turn of a seat."""
    t.emit(SETTLED)
    t.then(Discovering(due.seat))
    t.emit(TurnBegan(due.seat))
    return True


def reveal(t: Turn, asked: Discovering, command: Reveal) -> None:
    """Turn up one card and resolve it (D1)."""
    if asked.locked:
        raise Illegal("gamble-ends", "After this gamble no single card may be revealed.")
    turn_up(t, command.card)
    if t.state.gambled and t.rules.options.gambler_again == "after_reveal":
        t.emit(GamblersReady(asked.seat))
    resolve(t, asked.seat, command.card, asked.shown + 1)


def turn_up(t: Turn, card: int) -> None:
    """Take a card out of the unseen ones; refuse one that cannot come (P4)."""
    if not cardset.has(t.state.unseen, card):
        raise elsewhere(t.rules, t.state, card)
    if not t.state.pile:
        raise Illegal("no-card-left", "No card is left in the pile: you must stop.")
    t.emit(CardRevealed(card))


def resolve(t: Turn, seat: int, card: int, shown: int) -> None:
    """Do what the card just turned up does (D2 to D7)."""
    face: Card = t.rules.cards[card]
    if face.type == "ship":
        if face.strength <= repel_swords(t.rules, t.state, seat):
            t.then(RepelChoice(seat, card, shown))
        else:
            let_in(t, seat, face, shown)
        return
    t.then(Discovering(seat, shown))
    lay_out(t, face)


LAID_OUT: dict[str, Callable[[int], HarborEntered | ExpeditionLaidOut | TaxLevied]] = {
    "ship": HarborEntered,
    "person": HarborEntered,
    "expedition": ExpeditionLaidOut,
    "tax": TaxLevied,
}


def lay_out(t: Turn, face: Card) -> None:
    """Lay a card where its type goes."""
    t.emit(LAID_OUT[face.type](face.id))


def let_in(t: Turn, seat: int, ship: Card, shown: int) -> None:
    """Let a ship into the harbor, or bust on its colour (D2, D4)."""
    if ship.colour in colours(t.rules, t.state.harbor):
        bust(t, seat, ship.id, (*t.state.harbor, ship.id))
    else:
        t.then(Discovering(seat, shown))
        t.emit(HarborEntered(ship.id))


def bust(t: Turn, seat: int, ship: int, cards: tuple[int, ...]) -> None:
    """Lose the harbor and the rest of the turn (D4)."""
    t.then(TurnEndDue(seat))
    t.emit(Busted(seat, cards, ship))


def repel(t: Turn, asked: RepelChoice, _: Repel) -> None:
    """Send the ship to the discard pile (D3)."""
    strength = t.rules.cards[asked.card].strength
    if strength > repel_swords(t.rules, t.state, asked.seat):
        raise Illegal("too-few-swords", "Your swords do not reach: this ship cannot be repelled.")
    if asked.gamble:
        t.then(GambleCheck(asked.seat, asked.shown, asked.four))
    else:
        t.then(Discovering(asked.seat, asked.shown))
    t.emit(ShipRepelled(asked.seat, asked.card))


def keep(t: Turn, asked: RepelChoice, _: Keep) -> None:
    """Let the ship in although it could be repelled; a twin busts (D3, D4)."""
    if asked.gamble:
        bust(t, asked.seat, asked.card, (*without(t.state.harbor, asked.card), asked.card))
    else:
        let_in(t, asked.seat, t.rules.cards[asked.card], asked.shown)


def stop(t: Turn, asked: Discovering, _: Stop) -> None:
    """End phase 1."""
    check_stop(t, asked)
    hand_over(t, asked.seat)


def check_stop(t: Turn, asked: Discovering) -> None:
    """Refuse to stop before one card was revealed, if there is any (D1, P2)."""
    if not asked.shown and t.state.pile:
        raise Illegal("reveal-first", f"{t.rules.names[asked.seat]} must reveal one card before stopping.")


def hand_over(t: Turn, seat: int) -> None:
    """Go on to phase 2: the active player, then the others clockwise (T6)."""
    t.then(*hand_over_steps(t.state, seat), TurnEndDue(seat))
    t.emit(Stopped(seat))


def hand_over_steps(state: State, seat: int) -> list[TimeToTakeDue]:
    """Give the times to take of phase 2 in their order."""
    return [TimeToTakeDue(seat) for seat in clockwise(state, seat)]


def colours(rules: Rules, cards: tuple[int, ...]) -> set[str]:
    """Give the ship colours among these cards."""
    faces = rules.cards
    return {faces[c].colour for c in cards if faces[c].type == "ship"}


def repel_swords(rules: Rules, state: State, seat: int) -> int:
    """Count the swords with which a seat may repel now."""
    return rules.ask("repel-swords", state, seat, None, state.players[seat].swords)


# -- offers ------------------------------------------------------------------------------
def offer_discover(rules: Rules, state: State, asked: Discovering) -> Iterator[Command]:
    """Offer every card that may come, and to stop."""
    if state.pile and not asked.locked:
        yield from map(Reveal, cardset.ids(state.unseen))
    if asked.shown or not state.pile:
        yield Stop()
    if may_gamble(rules, state, asked.seat):
        yield Gamble()


def may_gamble(rules: Rules, state: State, seat: int) -> bool:
    """Tell whether the active player has a Gambler left for this turn, and a card to turn up (G1)."""
    held = sum(1 for c in state.players[seat].display if rules.cards[c].face.role == "gambler")
    return held > state.gambled and state.pile > 0


def offer_repel(rules: Rules, state: State, asked: RepelChoice) -> Iterator[Command]:
    """Offer to repel, if the swords reach, and to keep."""
    if rules.cards[asked.card].strength <= repel_swords(rules, state, asked.seat):
        yield Repel()
    yield Keep()


# -- evolvers ----------------------------------------------------------------------------
def turn_began(s: State, e: TurnBegan) -> State:
    """Apply ``TurnBegan``."""
    return replace(s, active=e.seat, turns=s.turns + 1, gambled=0)


def card_revealed(s: State, e: CardRevealed) -> State:
    """Apply ``CardRevealed``."""
    bit = 1 << e.card
    return replace(
        s,
        unseen=s.unseen & ~bit,
        returned=s.returned & ~bit,
        pile=s.pile - 1,
        places=s.places - 1,
        turned=e.card,
    )


def harbor_entered(s: State, e: HarborEntered) -> State:
    """Apply ``HarborEntered``."""
    return replace(s, harbor=(*s.harbor, e.card), turned=-1)


def expedition_laid_out(s: State, e: ExpeditionLaidOut) -> State:
    """Apply ``ExpeditionLaidOut``."""
    return replace(s, expeditions=(*s.expeditions, e.card), turned=-1)


def ship_repelled(s: State, e: ShipRepelled) -> State:
    """Apply ``ShipRepelled``."""
    return replace(s, discard=s.discard | 1 << e.card, harbor=without(s.harbor, e.card), turned=-1)


def busted(s: State, e: Busted) -> State:
    """Apply ``Busted``."""
    return replace(s, discard=s.discard | cardset.of(e.cards), harbor=(), turned=-1)
