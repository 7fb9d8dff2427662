"""What the table sets right by hand, and what was set right.

The tags are part of every saved game.  Ships are numbers and unknown bonus cards ``HIDDEN``, as in
``messages``.
"""

from __future__ import annotations

from engine.kernel import Command, Event


# -- commands ----------------------------------------------------------------------------
class SetDebt(Command, frozen=True, tag="set-debt"):
    """A player's yellow stone really stands at so many tons."""

    seat: int
    debt: int
    others: tuple[tuple[int, int], ...] = ()
    """Further players at the same time: seat and debt."""


class SetStones(Command, frozen=True, tag="set-stones"):
    """A player's white stones really lie on these colours."""

    seat: int
    colours: tuple[str, ...]
    others: tuple[tuple[int, tuple[str, ...]], ...] = ()
    """Further players at the same time: seat and colours."""


class MoveCard(Command, frozen=True, tag="move-card"):
    """A booty or bonus card really lies here."""

    card: int
    place: str
    """``ship`` (of ``seat``), ``kept`` (by ``seat``), ``removed`` or ``pile``."""
    seat: int = -1
    ship: int = -1


class SetShips(Command, frozen=True, tag="set-ships"):
    """These ships really hold these cards; what lay on them and is not named any more left the game."""

    ships: tuple[tuple[int, int, tuple[int, ...]], ...]
    """Seat, ship and cards."""


class SetDealer(Command, frozen=True, tag="set-dealer"):
    """This player really deals; before the first bid of a round."""

    seat: int


class SetRemoved(Command, frozen=True, tag="set-removed"):
    """These booty and bonus cards are out of the game; others that were are in their pile."""

    cards: tuple[int, ...]


class SetLeftOver(Command, frozen=True, tag="set-left-over"):
    """This booty card is left over from the round before, with so many bonus cards under it."""

    card: int
    bonuses: int


class SetRound(Command, frozen=True, tag="set-round"):
    """It is this round, 1 to 6; while booty is laid out."""

    round: int


# -- what was set right ------------------------------------------------------------------
class DebtCorrected(Event, frozen=True, tag="debt-corrected"):
    """A debt stone was set by hand."""

    seat: int
    debt: int


class StonesCorrected(Event, frozen=True, tag="stones-corrected"):
    """White stones were set by hand."""

    seat: int
    stones: tuple[tuple[str, tuple[int, ...]], ...]
    """Colour, and the tricks in which it was trumped."""


class ShipCorrected(Event, frozen=True, tag="ship-corrected"):
    """A ship was set by hand."""

    seat: int
    ship: int
    cards: tuple[int, ...]


class PlacesCorrected(Event, frozen=True, tag="places-corrected"):
    """What lies face down, left the game or is kept was set by hand."""

    unseen: tuple[int, ...]
    removed: tuple[int, ...]
    removed_unseen: int
    kept: int
    bonuses: int


class DealerCorrected(Event, frozen=True, tag="dealer-corrected"):
    """Another player deals; what was owed before is dropped."""

    seat: int


class LeftOverCorrected(Event, frozen=True, tag="left-over-corrected"):
    """The left-over card, or how many bonus cards lie under it, was set by hand."""

    card: int
    beneath: int
    pile: int
    """Bonus cards in their pile then."""


class RoundCorrected(Event, frozen=True, tag="round-corrected"):
    """The number of the round was set by hand."""

    round: int
