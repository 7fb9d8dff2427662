"""What the table knows of a game of Port Royal.

Coins and pile are counts: a face nobody has seen is never guessed (P1).  ``unseen`` is the set of
cards that can still turn up anywhere: in the pile, as a coin, or among the coins paid.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from engine import cardset
from engine.kernel import Pending


class Player(msgspec.Struct, frozen=True, gc=False):
    """What lies before one player."""

    coins: int = 0
    display: tuple[int, ...] = ()
    """Persons and claimed expeditions, in the order they came."""
    points: int = 0
    swords: int = 0


class State(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One moment of a game; numbers of cards, and sets of them as bits (``engine/cardset.py``)."""

    agenda: tuple[Pending, ...]
    """What is owed, the next thing last; empty when the game is over."""
    start: int
    """Seat of the start player."""
    active: int
    """Seat of the player whose turn it is."""
    players: tuple[Player, ...]
    unseen: int
    """Set: everything in the draw pile, all coins, and the coins in the discard pile."""
    pile: int
    """Number of cards in the draw pile."""
    paid: int = 0
    """Number of unseen cards in the discard pile: coins paid or lost."""
    discard: int = 0
    """Set: the cards known to lie in the discard pile."""
    returned: int = 0
    """Set: cards not seen since, that were surely in the pile when it was last shuffled."""
    places: int = 0
    """Number of cards of that shuffle which nobody has turned up since, in the pile or as coins."""
    box: int = 0
    """Set: cards that are not in the game."""
    harbor: tuple[int, ...] = ()
    expeditions: tuple[int, ...] = ()
    turned: int = -1
    """The card being resolved, -1 for none."""
    last_round: bool = False
    winners: tuple[int, ...] = ()
    turns: int = 0
    """Turns begun, this one included."""
    gambled: int = 0
    """Gamblers used in this turn (G1)."""
    ext: tuple[Any, ...] = ()
    """What expansions keep, one record each, found by its type."""

    @property
    def asked(self) -> Pending | None:
        """Give what must be decided now, None when the game is over."""
        return self.agenda[-1] if self.agenda else None

    @property
    def discard_size(self) -> int:
        """Give the number of cards in the discard pile."""
        return self.paid + self.discard.bit_count()

    @property
    def round(self) -> int:
        """Give the number of the round, from 1."""
        return max(0, self.turns - 1) // len(self.players) + 1


def with_player(state: State, seat: int, player: Player) -> tuple[Player, ...]:
    """Give the players with one of them replaced."""
    players = state.players
    return (*players[:seat], player, *players[seat + 1 :])


def clockwise(state: State, first: int) -> list[int]:
    """Give all seats, beginning with one."""
    seats = len(state.players)
    return [(first + i) % seats for i in range(seats)]


def without(cards: tuple[int, ...], *gone: int) -> tuple[int, ...]:
    """Give a row of cards less some of them."""
    return tuple([c for c in cards if c not in gone])


def conserved(state: State) -> tuple[int, int]:
    """Count the cards in the game twice: by place, and as faces known and unseen (P3).

    The first number adds up all places, the second the unseen faces and the seen ones; both equal
    the number of cards in the game at every moment.
    """
    open_cards = [*state.harbor, *state.expeditions]
    for player in state.players:
        open_cards += player.display
    if state.turned >= 0:
        open_cards.append(state.turned)
    coins = sum(player.coins for player in state.players)
    by_place = state.pile + state.discard_size + coins + len(open_cards)
    faces = state.unseen | state.discard | cardset.of(open_cards)
    return by_place, faces.bit_count()


__all__ = ["Player", "State", "clockwise", "conserved", "replace", "with_player", "without"]
