"""What a table sets right by hand about the round: its number, the left-over card, what left the game."""

from __future__ import annotations

from engine import cardset
from engine.kernel import Illegal, Pending, Turn
from engine.portroyal2000.cards import Card
from engine.portroyal2000.correction_messages import (
    LeftOverCorrected,
    RoundCorrected,
    SetLeftOver,
    SetRemoved,
    SetRound,
)
from engine.portroyal2000.corrections import arrange, check_once, ships_now
from engine.portroyal2000.layout import may_come
from engine.portroyal2000.messages import LayingOut
from engine.portroyal2000.state import OPEN_CARDS, ROUNDS, State, replace


def set_removed(t: Turn, asked: Pending, command: SetRemoved) -> None:
    """Believe the table which cards left the game; what it names no more is in its pile."""
    check_once(t.rules, command.cards)
    named = cardset.of(command.cards)
    moved = dict.fromkeys(cardset.ids(t.state.removed & ~named), "pile")
    moved |= dict.fromkeys(cardset.ids(named & ~t.state.removed), "removed")
    ships = {key: tuple(c for c in cards if c not in moved) for key, cards in ships_now(t.state).items()}
    t.then(asked)
    arrange(t, ships, moved, -1)


def set_left_over(t: Turn, asked: Pending, command: SetLeftOver) -> None:
    """Believe the table which card was left over, and how many bonus cards lie under it."""
    state: State = t.state
    if command.card != state.carried:
        _check_left_over(t, asked, command.card)
    pile = state.bonuses + state.beneath - command.bonuses
    if command.bonuses < 0 or pile < 0:
        most = state.bonuses + state.beneath
        raise Illegal("too-many-cards", f"Under the left-over card lie 0 to {most} bonus cards: count again.")
    t.then(asked)
    t.emit(LeftOverCorrected(command.card, command.bonuses, pile))


def _check_left_over(t: Turn, asked: Pending, card: int) -> None:
    """Refuse another left-over card once booty was turned up, and one that cannot be it."""
    if not isinstance(asked, LayingOut) or set(t.state.open) - {t.state.carried}:
        sentence = "The left-over card is corrected before booty is turned up: take back the steps to there."
        raise Illegal("too-late", sentence)
    face: Card = t.rules.cards[card]
    if not cardset.has(t.state.unseen, card) or face.tool == "relocate":
        sentence = f"{face.kind} cannot be the left-over card: name booty that has not come yet."
        raise Illegal("not-left-over", sentence, card=card)


def set_round(t: Turn, asked: Pending, command: SetRound) -> None:
    """Believe the table which round it is, while its booty is laid out."""
    if not isinstance(asked, LayingOut):
        sentence = "The round is corrected while booty is laid out: take back the steps to there."
        raise Illegal("too-late", sentence)
    if not 1 <= command.round <= ROUNDS:
        raise Illegal("no-such-round", f"A game has the rounds 1 to {ROUNDS}: give one of these.")
    needed = OPEN_CARDS - len(t.state.open)
    there = may_come(t.rules, replace(t.state, round=command.round)).bit_count()
    if there < needed:
        sentence = f"That round needs {needed} booty cards, the pile has {there}: correct what left the game."
        raise Illegal("too-few-cards", sentence)
    t.then(asked)
    t.emit(RoundCorrected(command.round))


# -- evolvers ----------------------------------------------------------------------------
def left_over_corrected(s: State, e: LeftOverCorrected) -> State:
    """Apply ``LeftOverCorrected``: another card than before takes the place of that one."""
    if e.card == s.carried:
        return replace(s, beneath=e.beneath, bonuses=e.pile)
    unseen = (s.unseen | cardset.of(s.open)) & ~(1 << e.card)
    return replace(s, open=(e.card,), carried=e.card, unseen=unseen, beneath=e.beneath, bonuses=e.pile)


def round_corrected(s: State, e: RoundCorrected) -> State:
    """Apply ``RoundCorrected``."""
    return replace(s, round=e.round)
