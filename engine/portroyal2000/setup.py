"""Set-up and positions: who plays, who deals, and what lies where when a game begins (12 to 20)."""

from __future__ import annotations

import msgspec

from engine import cardset
from engine.kernel import Illegal, Rules
from engine.portroyal2000.cards import Card
from engine.portroyal2000.corrections import check_cargo
from engine.portroyal2000.messages import HIDDEN, LayingOut
from engine.portroyal2000.state import (
    BONUS_CARDS,
    DEBT_END,
    EMPTY,
    OPEN_CARDS,
    ROUNDS,
    Board,
    State,
    tool,
)
from engine.setup import SEATS as PLAYERS
from engine.setup import SetupError, check_players

SEATS = PLAYERS["port-royal-2000"]
Ships = tuple[tuple[int, ...], ...]


class Placement(msgspec.Struct, frozen=True, kw_only=True):
    """Where to begin in the middle: at the lay-out of a round."""

    round: int = 1
    dealer: int | None = None
    debt: dict[int, int] = {}
    ships: dict[int, Ships] = {}
    removed: tuple[int, ...] = ()
    kept: int = -1
    carried: int = -1
    """The left-over card."""
    beneath: int = 0
    """Bonus cards under it."""


def boxed(cards: tuple[Card, ...], seats: int) -> int:
    """Give the set of trick cards that are not in the game (13, 14)."""
    return cardset.of(card.id for card in cards if card.type == "trick" and seats not in card.seats)


def initial(rules: Rules, dealer: int, place: Placement) -> State:
    """Give the state in which booty is laid out.

    Raises ``SetupError`` for a wrong number of players or a placement that the cards do not allow.
    """
    check_players(rules.names, SEATS)
    dealer = dealer if place.dealer is None else place.dealer
    _check_numbers(rules, place)
    _check_cards(rules, place)
    known = _known(rules, place)
    booty = cardset.of(card.id for card in rules.cards if card.type == "booty")
    bonus = [card for _, cards in _ships(place) for card in cards if _is_bonus(rules, card)]
    gone = [card for card in place.removed if _is_bonus(rules, card)]
    pile = BONUS_CARDS - len(bonus) - len(gone) - place.beneath
    if pile < 0:
        raise SetupError(f"There are {BONUS_CARDS} bonus cards in the game, not {BONUS_CARDS - pile}.")
    unseen = booty & ~cardset.of(known)
    _check_pile(rules, place, unseen)
    return State(
        agenda=(LayingOut(dealer),),
        round=place.round,
        dealer=dealer,
        boards=tuple(
            Board(place.debt.get(seat, 0), place.ships.get(seat, EMPTY)) for seat in range(rules.seats)
        ),
        unseen=unseen,
        box=boxed(rules.cards, rules.seats),
        open=(place.carried,) if place.carried >= 0 else (),
        carried=place.carried,
        beneath=place.beneath,
        bonuses=pile,
        removed=cardset.of(place.removed),
        kept=place.kept,
    )


def _is_bonus(rules: Rules, card: int) -> bool:
    return card == HIDDEN or rules.cards[card].type == "bonus"


def _ships(place: Placement) -> list[tuple[int, tuple[int, ...]]]:
    """Give the ships of all seats with their numbers."""
    return [(ship, cards) for ships in place.ships.values() for ship, cards in enumerate(ships)]


def _known(rules: Rules, place: Placement) -> list[int]:
    """Give every card that is placed anywhere."""
    known = [card for _, cards in _ships(place) for card in cards if card != HIDDEN]
    known += place.removed
    known += [place.carried] if place.carried >= 0 else []
    return known + ([tool(rules, "remove")] if place.kept >= 0 else [])


def _check_numbers(rules: Rules, place: Placement) -> None:
    if not 1 <= place.round <= ROUNDS:
        raise SetupError(f"A game has the rounds 1 to {ROUNDS}, not {place.round}.")
    for seat, debt in place.debt.items():
        if not 0 <= debt <= DEBT_END:
            name = rules.names[seat]
            raise SetupError(f"{name} cannot have a debt of {debt}: the scale goes from 0 to {DEBT_END}.")
    if place.beneath < 0 or (place.beneath and place.carried < 0):
        raise SetupError("Bonus cards lie under a left-over card only, and never less than 0.")


def _check_cards(rules: Rules, place: Placement) -> None:
    known = _known(rules, place)
    for card in known:
        face = rules.cards[card]
        if known.count(card) > 1:
            raise SetupError(f"{face.kind} cannot lie in two places.")
        if face.type == "trick":
            raise SetupError(f"{face.kind} is a trick card: it is dealt anew in every round.")
    if place.carried >= 0:
        face = rules.cards[place.carried]
        if face.type != "booty" or face.tool == "relocate":
            raise SetupError(f"{face.kind} cannot be the left-over card at the start of a round.")
    for ship, cards in _ships(place):
        for card in cards:
            try:
                check_cargo(rules, card, ship)
            except Illegal as no:
                raise SetupError(str(no)) from None


def _check_pile(rules: Rules, place: Placement, unseen: int) -> None:
    """Refuse a placement that leaves too few cards for its round; later ones play with what there is."""
    needed = OPEN_CARDS - (1 if place.carried >= 0 else 0)
    there = unseen if place.round == ROUNDS else unseen & ~(1 << tool(rules, "relocate"))
    if there.bit_count() < needed:
        raise SetupError(f"{there.bit_count()} booty cards are left, and {needed} must be turned up.")
