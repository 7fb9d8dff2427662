"""Trick play: who may play what, and who wins (61 to 77, 85 to 102)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine import cardset
from engine.kernel import Command, Illegal, Pending, Rules, Turn
from engine.portroyal2000.cards import Card
from engine.portroyal2000.layout import check_trick_card, trick_cards
from engine.portroyal2000.messages import (
    AwardDue,
    BootyChosen,
    CardPlayed,
    Choose,
    Choosing,
    Play,
    Playing,
    StoneLaid,
    TrickWon,
)
from engine.portroyal2000.revokes import penalties_due, prove
from engine.portroyal2000.state import State, Trick, replace


def choose(t: Turn, asked: Choosing, command: Choose) -> None:
    """Put the figure on an open booty card (61, 107)."""
    if command.card not in t.state.open:
        kind = t.rules.cards[command.card].kind
        raise Illegal("not-open", f"{kind} does not lie open: choose an open booty card.", card=command.card)
    t.then(Playing(asked.leader))
    t.emit(BootyChosen(asked.seat, command.card))


def play(t: Turn, asked: Playing, command: Play) -> None:
    """Play a card; after the last one the trick is won (64, 75, 78, 103)."""
    seat, card = asked.seat, command.card
    check_play(t.rules, t.state, seat, card)
    void = t.rules.cards[card].colour == t.state.trump and trumping_claims(t.rules, t.state)
    complete = len(t.state.played) + 1 == t.rules.seats
    if not complete:
        t.then(Playing((seat + 1) % t.rules.seats))
    t.emit(CardPlayed(seat, card))
    prove(t, seat, card)
    if void:
        t.emit(StoneLaid(seat, void, t.state.trick))
    if complete:
        _won(t)


def _won(t: Turn) -> None:
    """Give the trick to its winner: first penalties, then booty (B28, B36)."""
    state: State = t.state
    winner = best_seat(t.rules, state)
    bonuses = state.beneath if state.carried == state.contested else 0
    t.then(*penalties_due(t.rules, state), AwardDue(winner, bonuses))
    t.emit(TrickWon(winner, state.contested))


def check_play(rules: Rules, state: State, seat: int, card: int) -> None:
    """Refuse a card that cannot be there, or where hands are known one that may not be played."""
    face: Card = rules.cards[card]
    check_trick_card(rules, state, card, "play")
    if cardset.has(state.shown, card):
        raise Illegal("played", f"{face.kind} was played in this round already: play another.", card=card)
    if state.hands:
        _check_hand(rules, state, seat, face)
    elif card in state.face_up and seat != state.holder:
        holder = rules.names[state.holder]
        sentence = f"{face.kind} lay open: only {holder}, the holder, can have it. Play another card."
        raise Illegal("open-card", sentence, card=card)


def _check_hand(rules: Rules, state: State, seat: int, face: Card) -> None:
    """Refuse what a known hand does not hold or may not play (53, 68)."""
    name = rules.names[seat]
    if not cardset.has(state.hands[seat], face.id):
        raise Illegal("not-in-hand", f"{name} does not hold {face.kind}: play another card.", card=face.id)
    if face.id not in legal(rules, state, seat):
        colour = trumping_claims(rules, state)
        sentence = f"{name} still holds {colour}: no trump on it, play {colour}, another colour or a pirate."
        raise Illegal("holds-colour", sentence, card=face.id, colour=colour)


def legal(rules: Rules, state: State, seat: int) -> list[int]:
    """Give the cards of a known hand that may be played (66 to 74)."""
    return legal_cards(rules, state, list(cardset.ids(state.hands[seat])))


def legal_cards(rules: Rules, state: State, hand: Sequence[int]) -> list[int]:
    """Give the cards of any hand that may be played: all, but no trump on a colour it holds (66 to 74)."""
    colour = trumping_claims(rules, state)
    if not colour or all(rules.cards[card].colour != colour for card in hand):
        return list(hand)
    return [card for card in hand if rules.cards[card].colour != state.trump]


def led_at(rules: Rules, state: State) -> int:
    """Give the place in the trick of the card that sets the led colour, -1 if there is none (65, 100)."""
    coloured = (at for at, card in enumerate(state.played) if rules.cards[card].colour)
    first = next(coloured, -1)
    return first if first == 0 or rules.options.pirate_led == "first_coloured" else -1


def led_colour(rules: Rules, state: State) -> str:
    """Give the led colour of the trick, empty if there is none (65, 100)."""
    at = led_at(rules, state)
    return "" if at < 0 else str(rules.cards[state.played[at]].colour)


def trumping_claims(rules: Rules, state: State) -> str:
    """Give the colour that a trump played now claims to be void in, empty for none (71, 75, 93)."""
    at = led_at(rules, state)
    if at < 0:
        return ""
    led = str(rules.cards[state.played[at]].colour)
    freed = any(rules.cards[card].pirate for card in state.played[at + 1 :])
    return "" if freed or led == state.trump else led


def by_value(rules: Rules, played: Sequence[int]) -> bool:
    """Tell whether a pirate makes only the values count (91 to 96)."""
    return any(rules.cards[card].pirate for card in played)


def winning(rules: Rules, trump: str, played: Sequence[int]) -> int:
    """Give the place in the trick of the card that wins (85 to 99)."""
    cards: list[Card] = [rules.cards[card] for card in played]
    if by_value(rules, played):
        return max(range(len(cards)), key=lambda at: (cards[at].value, at))
    led = cards[0].colour
    return max(
        range(len(cards)),
        key=lambda at: (cards[at].colour == trump, cards[at].colour == led, cards[at].value),
    )


def best_seat(rules: Rules, state: State) -> int:
    """Give the seat that wins the trick as it lies, -1 before the first card."""
    if not state.played:
        return -1
    return (state.leader + winning(rules, state.trump, state.played)) % rules.seats


# -- offers ------------------------------------------------------------------------------
def offer_choose(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer the open booty cards."""
    yield from map(Choose, state.open)


def offer_play(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer every card that can be there, or of a known hand every card that may be played."""
    if state.hands:
        yield from map(Play, legal(rules, state, asked.seat))
        return
    others = state.face_up if asked.seat != state.holder else ()
    for card in trick_cards(rules, state):
        if not cardset.has(state.shown, card) and card not in others:
            yield Play(card)


# -- evolvers ----------------------------------------------------------------------------
def booty_chosen(s: State, e: BootyChosen) -> State:
    """Apply ``BootyChosen``."""
    return replace(s, contested=e.card, played=())


def card_played(s: State, e: CardPlayed) -> State:
    """Apply ``CardPlayed``."""
    bit = 1 << e.card
    hands = s.hands
    if hands:
        hands = (*hands[: e.seat], hands[e.seat] & ~bit, *hands[e.seat + 1 :])
    return replace(s, played=(*s.played, e.card), shown=s.shown | bit, hands=hands)


def trick_won(s: State, e: TrickWon) -> State:
    """Apply ``TrickWon``: the booty card leaves the table, and so do its bonus cards."""
    return replace(
        s,
        open=tuple([card for card in s.open if card != e.card]),
        carried=-1 if s.carried == e.card else s.carried,
        tricks=(*s.tricks, Trick(s.leader, s.played, e.seat, e.card)),
    )
