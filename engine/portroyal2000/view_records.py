"""What a seat may see, as records; ``view`` works them out."""

from __future__ import annotations

import msgspec

from engine.portroyal2000.state import Revoke, Trick


class ShipView(msgspec.Struct, frozen=True):
    """One ship as somebody sees it."""

    ship: int
    name: str
    cards: tuple[int, ...]
    """Card ids in the order they came; ``HIDDEN`` for a bonus card whose value he may not see."""
    weight: int
    capacity: int
    sunk: bool
    """Whether it sank if the game ended now."""
    bonuses: int
    """Number of its bonus cards."""
    score: int
    """What it would count, without the bonus cards that he may not see."""


class PlayerView(msgspec.Struct, frozen=True):
    """One player as somebody sees him."""

    seat: int
    name: str
    debt: int
    stone: int
    """Where the bid stone stands on his board, -1 if it is not there."""
    projected: int
    """Until the auction is over: where the bid stone would stand with his least bid, else -1."""
    limit: int
    """Highest bid open to him, 0 if he can only pass or the auction is over."""
    passed: bool
    ships: tuple[ShipView, ...]
    stones: tuple[str, ...]
    """Colours that he claims to be void in."""
    keeps: bool
    """Whether the remove lies beside his board."""
    total: int
    """His points if the game ended now: an open bid is debt, bonus cards count as far as they may be seen."""
    hidden: int
    """Bonus cards not in the total."""
    cards: int
    """Number of his booty cards."""
    tricks: int
    """Tricks won in this round."""


class PlayedCard(msgspec.Struct, frozen=True):
    """A card of the trick."""

    seat: int
    card: int
    best: bool
    """Whether it wins as the trick lies."""


class WhatIf(msgspec.Struct, frozen=True):
    """What a ship would be with the won card on it."""

    ship: int
    before: int
    """Weight now."""
    after: int
    capacity_before: int
    capacity: int
    sinks_before: bool
    sinks: bool
    """Whether it would sink if the game ended then."""
    score_before: int
    """Its public points now."""
    score: int


class Repaying(msgspec.Struct, frozen=True):
    """What handing the won card in would do."""

    card: int
    stone: int
    """Where the bid stone stands."""
    debt: int
    """Where the debt stone would stand."""
    lost: int
    """Tons of the card that would be forfeited (125)."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """The table as a seat sees it, or nobody in particular."""

    phase: str
    to_act: int
    """Seat that must decide, -1 when over."""
    round: int
    trick: int
    dealer: int
    next_dealer: int
    holder: int
    high_bid: int
    bidder: int
    least_bid: int
    """The least bid open to the seat that is asked, 0 if it can only pass or no auction is on."""
    bid_stone: int
    trump: str
    led: str
    pirate: bool
    """Whether only values count in this trick."""
    leader: int
    contested: int
    carried: int
    beneath: int
    """Bonus cards under the carried card, or won with it and not placed yet."""
    booty: tuple[int, ...]
    missing: int
    """Booty cards still to turn up."""
    pile: int
    bonuses: int
    face_up: tuple[int, ...]
    may_open: bool
    """Whether the two open trick cards may still be told."""
    played: tuple[PlayedCard, ...]
    best: int
    """Seat that wins as the trick lies, -1 for none."""
    last_trick: Trick | None
    tricks: tuple[Trick, ...]
    """Tricks of this round that may be looked at."""
    revokes: tuple[Revoke, ...]
    offender: int
    """Seat that loses a card now, -1 for none."""
    losable: tuple[int, ...]
    won: int
    """The card being placed, -1 for none."""
    what_if: tuple[WhatIf, ...]
    """For every ship that the won card may go to."""
    repay: Repaying | None
    may_discard: bool
    removable: tuple[tuple[int, int], ...]
    """Ship and card of everything a remove could take now."""
    movable: tuple[tuple[int, int], ...]
    """Ship and card of everything the relocate could move now."""
    bonuses_left: int
    """Bonus cards to place now, this one included."""
    hidden_left: int
    """Bonus cards on ships that the device does not know."""
    last_chance: bool
    """Whether this trick is the last in which the open bid may be repaid."""
    players: tuple[PlayerView, ...]
    winners: tuple[int, ...]
    hand: tuple[int, ...]
    """Own trick cards, where hands are known."""
    aside: tuple[int, ...]
    """The holder's own cards laid aside, where hands are known."""
