"""What can be owed in a game of Port Royal (2000); the tags are pinned as those of ``messages``."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel import Pending


# -- what is owed: decisions -------------------------------------------------------------
class LayingOut(Pending, frozen=True, tag="laying-out"):
    """Booty cards are turned up until nine lie open; the dealer is asked."""

    phase: ClassVar[str] = "lay"


class Dealing(Pending, frozen=True, tag="dealing"):
    """The hands are dealt; asked only where hands are known."""

    phase: ClassVar[str] = "deal"


class Bidding(Pending, frozen=True, tag="bidding"):
    """This seat bids or passes (38)."""

    phase: ClassVar[str] = "auction"


class Swapping(Pending, frozen=True, tag="swapping"):
    """The holder swaps two cards (51)."""

    phase: ClassVar[str] = "swap"


class NamingTrump(Pending, frozen=True, tag="naming-trump"):
    """The holder names trump (56)."""

    phase: ClassVar[str] = "trump"


class NamingLeader(Pending, frozen=True, tag="naming-leader"):
    """This seat names the start player of the next trick (59, 106)."""

    phase: ClassVar[str] = "lead"


class Choosing(Pending, frozen=True, tag="choosing"):
    """This seat chooses the booty card of the trick (107)."""

    phase: ClassVar[str] = "choose"

    leader: int
    """Who leads then; another seat only by ``booty_chooser``."""


class Playing(Pending, frozen=True, tag="playing"):
    """This seat plays a trick card (64)."""

    phase: ClassVar[str] = "play"


class PenaltyChoice(Pending, frozen=True, tag="penalty-choice"):
    """The right neighbour of an offender picks the booty card that is lost (79)."""

    phase: ClassVar[str] = "penalty"

    offender: int
    colour: str


class Placing(Pending, frozen=True, tag="placing"):
    """The winner places the contested card, or uses it otherwise (105)."""

    phase: ClassVar[str] = "place"


class PlacingBonus(Pending, frozen=True, tag="placing-bonus"):
    """The winner places a bonus card (138)."""

    phase: ClassVar[str] = "bonus"

    left: int
    """Bonus cards still to place, this one included."""


class Sliding(Pending, frozen=True, tag="sliding"):
    """A bonus card goes under the left-over card (113); the dealer is asked."""

    phase: ClassVar[str] = "slide"


class Counting(Pending, frozen=True, tag="counting"):
    """Hidden bonus cards are turned up one by one after the last round."""

    phase: ClassVar[str] = "count"


# -- what is owed: steps that the rules take ---------------------------------------------
class AwardDue(Pending, frozen=True, tag="award-due"):
    """The contested card goes to this seat next (103)."""

    bonuses: int
    """Bonus cards that come with it (104)."""


class DeferredDue(Pending, frozen=True, tag="deferred-due"):
    """Penalties of this seat that waited for a booty card are settled next (``revoke_no_booty``)."""


class TrickEndDue(Pending, frozen=True, tag="trick-end-due"):
    """The trick that this seat won is over."""
