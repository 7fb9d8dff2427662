"""What the table sets right by hand, and what was set right.

The tags are part of every saved game, as those of ``messages``.
"""

from __future__ import annotations

from engine.kernel import Command, Event


# -- commands ----------------------------------------------------------------------------
class SetCoins(Command, frozen=True, tag="set-coins"):
    """A player really has so many coins."""

    seat: int
    coins: int
    others: tuple[tuple[int, int], ...] = ()
    """Further players counted at the same time: seat and coins."""


class MoveCard(Command, frozen=True, tag="move-card"):
    """A card really lies here: ``display`` (of ``seat``), or one of the places without an owner."""

    card: int
    place: str
    seat: int = -1


class SetTurn(Command, frozen=True, tag="set-turn"):
    """It is really this player's turn, in this phase."""

    active: int
    phase: str


class Rebuild(Command, frozen=True, tag="rebuild"):
    """Everything as it lies open on the table; what is named nowhere is unseen or discarded."""

    active: int
    phase: str
    coins: tuple[int, ...]
    displays: tuple[tuple[int, ...], ...]
    harbor: tuple[int, ...]
    expeditions: tuple[int, ...]
    last_round: bool = False


# -- what was set right ------------------------------------------------------------------
class CoinsCorrected(Event, frozen=True, tag="coins-corrected"):
    """A player's coins were counted anew; the pile and the coins paid make up for it (P3)."""

    seat: int
    coins: int
    pile: int
    """Change of the draw pile."""
    paid: int
    """Change of the coins in the discard pile."""


class CardMoved(Event, frozen=True, tag="card-moved"):
    """A card lies elsewhere than the device believed."""

    card: int
    source: str
    source_seat: int
    place: str
    seat: int
    pile: int
    """Change of the draw pile."""
    paid: int
    """Change of the coins in the discard pile."""


class Recounted(Event, frozen=True, tag="recounted"):
    """Points and swords of a player were added up again."""

    seat: int
    points: int
    swords: int


class TriggerWithdrawn(Event, frozen=True, tag="trigger-withdrawn"):
    """Nobody has the points after all (F2 keeps a real trigger)."""


class TurnSet(Event, frozen=True, tag="turn-set"):
    """The turn was set by hand; what was owed before is dropped."""

    active: int


class TableRebuilt(Event, frozen=True, tag="table-rebuilt"):
    """The whole table was entered anew; what was owed before is dropped."""

    active: int
    coins: tuple[int, ...]
    displays: tuple[tuple[int, ...], ...]
    points: tuple[int, ...]
    swords: tuple[int, ...]
    harbor: tuple[int, ...]
    expeditions: tuple[int, ...]
    discard: tuple[int, ...]
    pile: int
    paid: int
    last_round: bool
