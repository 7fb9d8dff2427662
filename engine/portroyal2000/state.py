"""What the table knows of a game of Port Royal (2000).

Hands are unknown (C1): what counts is what lies open, what was said, and which cards were shown in
this round.  Only a practice game, ``Options.hands == "known"``, is told the hands as well.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from engine import cardset
from engine.kernel import Pending, Rules
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.messages import HIDDEN

OPEN_CARDS = 9
"""Booty cards that lie open at the start of a round (24, 25)."""
TRICKS = 8
ROUNDS = 6
DEBT_END = 19
"""The last space of the debt scale (45, B71)."""
BONUS_CARDS = 6
EMPTY: tuple[tuple[int, ...], ...] = ((),) * len(SHIPS)


class Stone(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """A white stone: by trumping, a seat said that it has no card of this colour (75)."""

    colour: str
    tricks: tuple[int, ...]
    """Tricks of this round in which it trumped that colour."""


class Board(msgspec.Struct, frozen=True, gc=False):
    """What lies before one player."""

    debt: int = 0
    """Tons where the yellow stone stands, 0 to 19."""
    ships: tuple[tuple[int, ...], ...] = EMPTY
    """Cards of the four ships in the order they came; ``HIDDEN`` for a bonus card nobody has shown."""
    stones: tuple[Stone, ...] = ()


class Revoke(msgspec.Struct, frozen=True, gc=False):
    """A false stone that was proved and waits for its penalty (78)."""

    seat: int
    colour: str
    card: int
    """The card that proved it."""
    claimed: tuple[int, ...]
    """Tricks in which the colour was trumped."""
    trick: int
    """The trick in which it was proved."""
    deferred: bool = False
    """It waits for the next booty card of that seat (``revoke_no_booty``)."""


class Trick(msgspec.Struct, frozen=True, gc=False):
    """A trick that was played."""

    leader: int
    cards: tuple[int, ...]
    """In play order, the leader's first."""
    winner: int
    booty: int


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One moment of a game; numbers of cards, and sets of them as bits (``engine/cardset.py``)."""

    agenda: tuple[Pending, ...]
    """What is owed, the next thing last; empty when the game is over."""
    round: int
    dealer: int
    boards: tuple[Board, ...]
    unseen: int
    """Set: booty cards in the pile."""
    box: int
    """Set: trick cards that are not in a game of so many players."""
    open: tuple[int, ...] = ()
    """Booty cards on the table, the contested one included."""
    carried: int = -1
    """The booty card that was left over from the round before, or is left now; -1 for none."""
    beneath: int = 0
    """Bonus cards under it."""
    bonuses: int = BONUS_CARDS
    """Bonus cards in their pile."""
    removed: int = 0
    """Set: booty and bonus cards that are known to be out of the game."""
    removed_unseen: int = 0
    """Bonus cards out of the game that nobody has shown."""
    kept: int = -1
    """Seat that keeps the remove beside its board, -1 for none."""
    high: int = 0
    """The standing bid, and after the auction the bid of the holder."""
    bidder: int = -1
    """Seat of the standing bid, -1 for none."""
    passed: int = 0
    """Set of seats that are out of the auction."""
    holder: int = -1
    """Seat that won the privileges of this round, -1 before."""
    stone: bool = False
    """Whether the bid stone stands on the holder's board."""
    trump: str = ""
    face_up: tuple[int, ...] = ()
    """The two open trick cards, as far as they were said."""
    trick: int = 0
    """The number of the trick, 0 before the first of a round."""
    contested: int = -1
    """The booty card that the trick is about, until its winner has dealt with it."""
    leader: int = -1
    played: tuple[int, ...] = ()
    """Cards of the trick in play order."""
    shown: int = 0
    """Set: trick cards played in this round."""
    tricks: tuple[Trick, ...] = ()
    """Tricks of this round."""
    revokes: tuple[Revoke, ...] = ()
    """Penalties that are due."""
    winners: tuple[int, ...] = ()
    hands: tuple[int, ...] = ()
    """Sets of trick cards by seat; empty where hands are secret."""
    aside: int = 0
    """Set: the two trick cards that the holder laid aside, where hands are known."""

    @property
    def asked(self) -> Pending | None:
        """Give what must be decided now, None when the game is over."""
        return self.agenda[-1] if self.agenda else None

    @property
    def in_hand(self) -> int:
        """Give the won card that is being placed, -1 for none."""
        return self.contested if self.contested not in self.open else -1


def with_board(state: State, seat: int, board: Board) -> tuple[Board, ...]:
    """Give the boards with one of them replaced."""
    boards = state.boards
    return (*boards[:seat], board, *boards[seat + 1 :])


def with_ship(board: Board, ship: int, cards: tuple[int, ...]) -> Board:
    """Give a board with the cards of one ship replaced."""
    ships = board.ships
    return replace(board, ships=(*ships[:ship], cards, *ships[ship + 1 :]))


def without(cards: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Give a row of cards less one of them, the last one of hidden bonus cards."""
    at = len(cards) - 1 - cards[::-1].index(card)
    return (*cards[:at], *cards[at + 1 :])


def on_ships(state: State) -> Iterator[tuple[int, int, int]]:
    """Give every card of every ship with its seat and ship."""
    for seat, board in enumerate(state.boards):
        for ship, cards in enumerate(board.ships):
            for card in cards:
                yield seat, ship, card


def booty_of(rules: Rules, state: State, seat: int) -> list[int]:
    """Give the booty cards of a seat, the kept remove included: what a penalty can take (B25)."""
    lying = [card for ship in state.boards[seat].ships for card in ship if card != HIDDEN]
    cards = [card for card in lying if rules.cards[card].type == "booty"]
    return [*cards, tool(rules, "remove")] if state.kept == seat else cards


def tool(rules: Rules, name: str) -> int:
    """Give the card that is the remove, or the relocate."""
    return next(int(card.id) for card in rules.cards if card.tool == name)


def hidden_bonuses(state: State) -> int:
    """Count the bonus cards on ships that nobody has shown."""
    return sum(1 for _, _, card in on_ships(state) if card == HIDDEN)


def known_bonuses(rules: Rules, state: State) -> int:
    """Give the set of bonus cards that somebody has shown."""
    bonuses = cardset.of(card.id for card in rules.cards if card.type == "bonus")
    return bonuses & (state.removed | cardset.of(card for _, _, card in on_ships(state) if card >= 0))


def place_of(rules: Rules, state: State, card: int) -> tuple[str, int, int]:
    """Tell where a card lies: place, seat and ship, -1 for none; ``pile`` if nobody has seen it."""
    for seat, ship, lying in on_ships(state):
        if lying == card:
            return "ship", seat, ship
    if card in state.open:
        return "open", -1, -1
    if card == state.contested:
        return "won", -1, -1
    if cardset.has(state.removed, card):
        return "removed", -1, -1
    if state.kept >= 0 and rules.cards[card].tool == "remove":
        return "kept", state.kept, -1
    return "pile", -1, -1


def conserved(rules: Rules, state: State) -> tuple[int, int]:
    """Count the booty cards, 49 at every moment, and the bonus cards, six unless a position left some out."""
    lying = [card for _, _, card in on_ships(state)]
    booty = [card for card in lying if card >= 0 and rules.cards[card].type == "booty"]
    gone = [rules.cards[card].type for card in cardset.ids(state.removed)]
    places = len(booty) + len(state.open) + (state.in_hand >= 0) + (state.kept >= 0)
    bonus = len(lying) - len(booty) + gone.count("bonus") + state.removed_unseen
    return (
        places + state.unseen.bit_count() + gone.count("booty"),
        bonus + state.beneath + state.bonuses,
    )


__all__ = [
    "BONUS_CARDS",
    "DEBT_END",
    "EMPTY",
    "OPEN_CARDS",
    "ROUNDS",
    "TRICKS",
    "Board",
    "Revoke",
    "State",
    "Stone",
    "Trick",
    "booty_of",
    "conserved",
    "hidden_bonuses",
    "known_bonuses",
    "on_ships",
    "place_of",
    "replace",
    "tool",
    "with_board",
    "with_ship",
    "without",
]
