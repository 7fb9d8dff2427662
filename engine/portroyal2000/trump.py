"""The three privileges in their order: swap, trump, start (51 to 62)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from engine import cardset
from engine.kernel import Command, Illegal, Pending, Rules, Turn
from engine.portroyal2000.cards import COLOURS
from engine.portroyal2000.messages import (
    Choosing,
    HandSwapped,
    LeaderNamed,
    NameLeader,
    NameTrump,
    NamingLeader,
    NamingTrump,
    Swapped,
    Swapping,
    TrumpNamed,
)
from engine.portroyal2000.state import State, replace


def swapped(t: Turn, asked: Swapping, command: Swapped) -> None:
    """Swap two cards: unseen at a table, told where hands are known (51, 52, 54)."""
    aside = command.aside
    if not t.state.hands and aside:
        raise Illegal("secret", "Which two cards are laid aside is secret: say only that it is done.")
    if t.state.hands:
        ten = ten_cards(t.state, asked.seat)
        if len(set(aside)) != 2 or cardset.of(aside) & ~ten:
            raise Illegal("wrong-count", "Lay aside two of these ten cards.")
    t.then(NamingTrump(asked.seat))
    t.emit(HandSwapped(asked.seat, tuple(sorted(aside))))


def ten_cards(state: State, seat: int) -> int:
    """Give the set of cards that the holder has to choose from, where hands are known."""
    return state.hands[seat] | cardset.of(state.face_up)


def name_trump(t: Turn, asked: NamingTrump, command: NameTrump) -> None:
    """Name one of the four colours (56)."""
    if command.colour not in COLOURS:
        raise Illegal("no-colour", "Trump is one of the four colours: red, blue, green or black.")
    t.then(NamingLeader(asked.seat))
    t.emit(TrumpNamed(asked.seat, command.colour))


def name_leader(t: Turn, asked: NamingLeader, command: NameLeader) -> None:
    """Name the start player, who then chooses the booty card too (59, 60, 106, 107)."""
    if not 0 <= command.seat < t.rules.seats:
        raise Illegal("no-such-seat", f"There is no seat {command.seat + 1} at this table.")
    chooser = command.seat if t.rules.options.booty_chooser == "start" else asked.seat
    t.then(Choosing(chooser, command.seat))
    t.emit(LeaderNamed(asked.seat, command.seat))


# -- offers ------------------------------------------------------------------------------
def offer_swap(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer that it is done, or where hands are known every two cards."""
    if not state.hands:
        yield Swapped()
        return
    yield from map(Swapped, itertools.combinations(cardset.ids(ten_cards(state, asked.seat)), 2))


def offer_trump(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer the four colours."""
    yield from map(NameTrump, COLOURS)


def offer_leader(rules: Rules, state: State, asked: Pending) -> Iterator[Command]:
    """Offer every seat."""
    yield from map(NameLeader, range(rules.seats))


# -- evolvers ----------------------------------------------------------------------------
def hand_swapped(s: State, e: HandSwapped) -> State:
    """Apply ``HandSwapped``."""
    if not s.hands:
        return s
    aside = cardset.of(e.aside)
    hand = ten_cards(s, e.seat) & ~aside
    return replace(s, hands=(*s.hands[: e.seat], hand, *s.hands[e.seat + 1 :]), aside=aside)


def trump_named(s: State, e: TrumpNamed) -> State:
    """Apply ``TrumpNamed``."""
    return replace(s, trump=e.colour, trick=1)


def leader_named(s: State, e: LeaderNamed) -> State:
    """Apply ``LeaderNamed``."""
    return replace(s, leader=e.leader)
