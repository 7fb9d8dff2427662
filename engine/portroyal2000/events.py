"""What can happen in a game of Port Royal (2000); the tags are pinned as those of ``messages``."""

from __future__ import annotations

from engine.kernel import Event


# -- what happened -----------------------------------------------------------------------
class RoundBegan(Event, frozen=True, tag="round-began"):
    """A round began (22)."""

    round: int
    dealer: int


class BootyLaid(Event, frozen=True, tag="booty-laid"):
    """Booty cards lie open (24)."""

    cards: tuple[int, ...]


class HandsDealt(Event, frozen=True, tag="hands-dealt"):
    """Everybody holds these cards, where hands are known (30)."""

    hands: tuple[tuple[int, ...], ...]
    face_up: tuple[int, ...]


class CardsOpened(Event, frozen=True, tag="cards-opened"):
    """Two trick cards lie face up (31)."""

    cards: tuple[int, ...]


class BidMade(Event, frozen=True, tag="bid-made"):
    """A seat bid (38)."""

    seat: int
    tons: int


class Passed(Event, frozen=True, tag="passed"):
    """A seat is out of the auction (40)."""

    seat: int


class PrivilegesWon(Event, frozen=True, tag="privileges-won"):
    """The auction is over: the bid stone stands on this board (43, 48)."""

    seat: int
    tons: int


class HandSwapped(Event, frozen=True, tag="hand-swapped"):
    """The holder took the open cards and laid two aside (51)."""

    seat: int
    aside: tuple[int, ...]


class TrumpNamed(Event, frozen=True, tag="trump-named"):
    """All red stones lie on this colour (57)."""

    seat: int
    colour: str


class LeaderNamed(Event, frozen=True, tag="leader-named"):
    """This seat leads the next trick (59, 106)."""

    seat: int
    leader: int


class BootyChosen(Event, frozen=True, tag="booty-chosen"):
    """The black figure stands on this booty card (61)."""

    seat: int
    card: int


class CardPlayed(Event, frozen=True, tag="card-played"):
    """A trick card was played (64)."""

    seat: int
    card: int


class StoneLaid(Event, frozen=True, tag="stone-laid"):
    """By trumping a seat says that it has no card of this colour (75)."""

    seat: int
    colour: str
    trick: int


class RevokeShown(Event, frozen=True, tag="revoke-shown"):
    """A card proved a stone false: the stone goes back (78, B23)."""

    seat: int
    colour: str
    card: int
    """The card that proved it."""
    claimed: tuple[int, ...]
    """Tricks in which the seat trumped that colour."""
    penalties: int
    """Booty cards that it loses for it after this trick."""
    deferred: int = 0
    """Booty cards that it loses when it next wins one."""


class TrickWon(Event, frozen=True, tag="trick-won"):
    """A seat won the trick, and with it this booty card (103)."""

    seat: int
    card: int


class PenaltyTaken(Event, frozen=True, tag="penalty-taken"):
    """A booty card of the offender left the game (80)."""

    seat: int
    offender: int
    colour: str
    card: int


class PenaltyWaived(Event, frozen=True, tag="penalty-waived"):
    """The offender has no booty card to lose (B26)."""

    offender: int
    colour: str


class BootyPlaced(Event, frozen=True, tag="booty-placed"):
    """The won card lies on a ship (135)."""

    seat: int
    card: int
    ship: int


class BidRepaid(Event, frozen=True, tag="bid-repaid"):
    """The won card was handed in, and the debt stone stands where the bid stone moved to (124)."""

    seat: int
    card: int
    debt: int


class BootyDiscarded(Event, frozen=True, tag="booty-discarded"):
    """The won card left the game with the kept remove (161)."""

    seat: int
    card: int
    tool: int
    """The remove."""


class RemoveKept(Event, frozen=True, tag="remove-kept"):
    """The remove lies beside this board (161)."""

    seat: int


class CardRemoved(Event, frozen=True, tag="card-removed"):
    """A card of a ship left the game with the remove (160)."""

    seat: int
    card: int
    ship: int
    tool: int
    """The remove, just won or kept."""


class CardRelocated(Event, frozen=True, tag="card-relocated"):
    """A card lies on another ship; the relocate left the game (163)."""

    seat: int
    card: int
    source: int
    ship: int
    tool: int
    """The relocate."""


class RelocateLapsed(Event, frozen=True, tag="relocate-lapsed"):
    """The relocate left the game without effect (164)."""

    seat: int
    tool: int
    """The relocate."""


class BonusPlaced(Event, frozen=True, tag="bonus-placed"):
    """A bonus card lies face down on a ship (138)."""

    seat: int
    card: int
    ship: int


class TrickEnded(Event, frozen=True, tag="trick-ended"):
    """The next trick of the round is due."""

    trick: int
    """Its number."""


class BidBecameDebt(Event, frozen=True, tag="bid-became-debt"):
    """The bid was not repaid: the debt stone stands where the bid stone was (132)."""

    seat: int
    debt: int


class RoundEnded(Event, frozen=True, tag="round-ended"):
    """Eight tricks are played and this booty card is left (112)."""

    card: int


class BonusSlid(Event, frozen=True, tag="bonus-slid"):
    """So many bonus cards lie under the left-over card now, and in the bonus pile (113)."""

    beneath: int
    pile: int


class BonusTurned(Event, frozen=True, tag="bonus-turned"):
    """A hidden bonus card of a ship lies face up."""

    seat: int
    ship: int
    card: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    """The game is over (170, 171)."""

    winners: tuple[int, ...]
