"""What players may say, with ``pendings``, what can be owed, and ``events``, what can happen.

The tags are part of every saved game: they stay when a class is renamed, and fields are only
added at the end, with a default.  Ships are numbers 0 to 3 in the order of ``cards.SHIPS``; a bonus
card whose value nobody has shown to the device is ``HIDDEN``.
"""

from __future__ import annotations

from typing import Final

from engine.kernel import Command
from engine.portroyal2000.events import (
    BidBecameDebt,
    BidMade,
    BidRepaid,
    BonusPlaced,
    BonusSlid,
    BonusTurned,
    BootyChosen,
    BootyDiscarded,
    BootyLaid,
    BootyPlaced,
    CardPlayed,
    CardRelocated,
    CardRemoved,
    CardsOpened,
    GameEnded,
    HandsDealt,
    HandSwapped,
    LeaderNamed,
    Passed,
    PenaltyTaken,
    PenaltyWaived,
    PrivilegesWon,
    RelocateLapsed,
    RemoveKept,
    RevokeShown,
    RoundBegan,
    RoundEnded,
    StoneLaid,
    TrickEnded,
    TrickWon,
    TrumpNamed,
)
from engine.portroyal2000.pendings import (
    AwardDue,
    Bidding,
    Choosing,
    Counting,
    Dealing,
    DeferredDue,
    LayingOut,
    NamingLeader,
    NamingTrump,
    PenaltyChoice,
    Placing,
    PlacingBonus,
    Playing,
    Sliding,
    Swapping,
    TrickEndDue,
)

HIDDEN: Final = -1
"""A bonus card that lies face down: the device does not know which it is (B39)."""


# -- commands: a round in its order ------------------------------------------------------
class TurnUp(Command, frozen=True, tag="turn-up"):
    """One booty card is turned up (24, 25)."""

    card: int


class Lay(Command, frozen=True, tag="lay"):
    """All booty cards that are missing are turned up at once (24, 25)."""

    cards: tuple[int, ...]


class Deal(Command, frozen=True, tag="deal"):
    """Everybody holds these trick cards; said only where hands are known (30, 31)."""

    hands: tuple[tuple[int, ...], ...]
    """By seat."""
    face_up: tuple[int, ...]


class Open(Command, frozen=True, tag="open"):
    """These two trick cards lie face up; a table may leave it unsaid (31)."""

    cards: tuple[int, ...]


class Bid(Command, frozen=True, tag="bid"):
    """Bid so many tons (38)."""

    tons: int


class Pass(Command, frozen=True, tag="pass"):
    """Bid no more in this auction (40)."""


class Swapped(Command, frozen=True, tag="swapped"):
    """The holder took the two open cards and laid two aside (51, 52)."""

    aside: tuple[int, ...] = ()
    """Which ones is said only where hands are known."""


class NameTrump(Command, frozen=True, tag="name-trump"):
    """The holder names the trump colour (56)."""

    colour: str


class NameLeader(Command, frozen=True, tag="name-leader"):
    """The holder, or who won the last trick, names the start player (59, 106)."""

    seat: int


class Choose(Command, frozen=True, tag="choose"):
    """The next trick is about this booty card (61, 107)."""

    card: int


class Play(Command, frozen=True, tag="play"):
    """Whose turn it is plays this trick card (64)."""

    card: int


class TakePenalty(Command, frozen=True, tag="take-penalty"):
    """The right neighbour picks the booty card that is lost (79)."""

    card: int


class Place(Command, frozen=True, tag="place"):
    """Put the won card on this own ship (136, 137)."""

    ship: int


class Repay(Command, frozen=True, tag="repay"):
    """Hand the won card in for the bid (122)."""


class Discard(Command, frozen=True, tag="discard"):
    """Use the kept remove on the won card (161)."""


class Remove(Command, frozen=True, tag="remove"):
    """Use the remove on a card of an own ship (160)."""

    card: int
    ship: int = -1
    """Where it lies; must be said for a hidden bonus card if it could lie on several."""


class Keep(Command, frozen=True, tag="keep"):
    """Keep the remove for later (161)."""


class Relocate(Command, frozen=True, tag="relocate"):
    """Move an own extra or bonus card to another own ship (163)."""

    card: int
    ship: int
    source: int = -1
    """Where it lies; must be said for a hidden bonus card if it could lie on several."""


class Lapse(Command, frozen=True, tag="lapse"):
    """Move nothing with the relocate (164)."""


class PlaceBonus(Command, frozen=True, tag="place-bonus"):
    """Put a won bonus card face down on an own ship (138); ``HIDDEN`` where the device does not know it."""

    card: int
    ship: int


class Slide(Command, frozen=True, tag="slide"):
    """The top bonus card lies under the left-over booty card now (113)."""


class TurnBonus(Command, frozen=True, tag="turn-bonus"):
    """After the last round a hidden bonus card is turned up (RY11)."""

    seat: int
    ship: int
    card: int


__all__ = [
    "HIDDEN",
    "AwardDue",
    "Bid",
    "BidBecameDebt",
    "BidMade",
    "BidRepaid",
    "Bidding",
    "BonusPlaced",
    "BonusSlid",
    "BonusTurned",
    "BootyChosen",
    "BootyDiscarded",
    "BootyLaid",
    "BootyPlaced",
    "CardPlayed",
    "CardRelocated",
    "CardRemoved",
    "CardsOpened",
    "Choose",
    "Choosing",
    "Counting",
    "Deal",
    "Dealing",
    "DeferredDue",
    "Discard",
    "GameEnded",
    "HandSwapped",
    "HandsDealt",
    "Keep",
    "Lapse",
    "Lay",
    "LayingOut",
    "LeaderNamed",
    "NameLeader",
    "NameTrump",
    "NamingLeader",
    "NamingTrump",
    "Open",
    "Pass",
    "Passed",
    "PenaltyChoice",
    "PenaltyTaken",
    "PenaltyWaived",
    "Place",
    "PlaceBonus",
    "Placing",
    "PlacingBonus",
    "Play",
    "Playing",
    "PrivilegesWon",
    "Relocate",
    "RelocateLapsed",
    "Remove",
    "RemoveKept",
    "Repay",
    "RevokeShown",
    "RoundBegan",
    "RoundEnded",
    "Slide",
    "Sliding",
    "StoneLaid",
    "Swapped",
    "Swapping",
    "TakePenalty",
    "TrickEndDue",
    "TrickEnded",
    "TrickWon",
    "TrumpNamed",
    "TurnBonus",
    "TurnUp",
]
