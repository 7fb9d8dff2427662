"""What players and the deck may say, what can be owed, and what can happen.

The tags are part of every saved game: they stay when a class is renamed, and fields are only
added at the end, with a default.
"""

from __future__ import annotations

from typing import ClassVar

from engine.kernel import Command, Event, Pending


# -- commands: players and the deck ------------------------------------------------------
class Reveal(Command, frozen=True, tag="reveal"):
    """The active player turns up this card (D1)."""

    card: int


class Repel(Command, frozen=True, tag="repel"):
    """Repel the ship just revealed (D3)."""


class Keep(Command, frozen=True, tag="keep"):
    """Do not repel it (D3, D4)."""


class Stop(Command, frozen=True, tag="stop"):
    """Stop discovering (D1)."""


class Gamble(Command, frozen=True, tag="gamble"):
    """Turn up four cards at once (G1)."""


class Take(Command, frozen=True, tag="take"):
    """Trade a ship or hire a person (T3, T4)."""

    card: int


class Pass(Command, frozen=True, tag="pass"):
    """Take no more (T2)."""


class Claim(Command, frozen=True, tag="claim"):
    """Fulfil an expedition with these persons (E2)."""

    card: int
    crew: tuple[int, ...]


class Reshuffle(Command, frozen=True, tag="reshuffle"):
    """The table's pile ran out before the count did: the discard pile is the new pile (P2)."""


# -- what is owed ------------------------------------------------------------------------
class TurnDue(Pending, frozen=True, tag="turn-due"):
    """The turn of this seat begins next."""


class Discovering(Pending, frozen=True, tag="discovering"):
    """The active player reveals another card, or stops."""

    phase: ClassVar[str] = "discover"

    shown: int = 0
    """Cards turned up so far."""
    locked: bool = False
    """After a gamble that ends Discover only another Gambler may follow (G4)."""


class Gambling(Pending, frozen=True, tag="gambling"):
    """Four cards are being turned up at once (G2)."""

    phase: ClassVar[str] = "discover"

    shown: int
    left: int
    """Cards still to come."""
    four: tuple[int, ...] = ()
    """Those that came."""


class GambleCheck(Pending, frozen=True, tag="gamble-check"):
    """The colours of the four are compared from this ship on (G3)."""

    shown: int
    four: tuple[int, ...]


class RepelChoice(Pending, frozen=True, tag="repel-choice"):
    """The ship just revealed may be repelled (D3)."""

    phase: ClassVar[str] = "repel"

    card: int
    shown: int
    four: tuple[int, ...] = ()
    """In a gamble: those of the four that are still to be compared after this one."""
    gamble: bool = False


class TimeToTakeDue(Pending, frozen=True, tag="time-to-take-due"):
    """This seat's time to take begins next."""


class Taking(Pending, frozen=True, tag="taking"):
    """This seat may take cards."""

    phase: ClassVar[str] = "trade"

    takes: int
    """Cards it may still take."""
    taken: tuple[int, ...] = ()
    """Cards it took already in this time."""


class TurnEndDue(Pending, frozen=True, tag="turn-end-due"):
    """The turn of this seat is over."""


# -- what happened -----------------------------------------------------------------------
class TurnBegan(Event, frozen=True, tag="turn-began"):
    """It is this seat's turn."""

    seat: int


class CardRevealed(Event, frozen=True, tag="card-revealed"):
    """A card was turned up and is being resolved."""

    card: int


class HarborEntered(Event, frozen=True, tag="harbor-entered"):
    """The card turned up lies in the harbor (D2, D5)."""

    card: int


class ExpeditionLaidOut(Event, frozen=True, tag="expedition-laid-out"):
    """The card turned up lies in the row of expeditions (D6)."""

    card: int


class ShipRepelled(Event, frozen=True, tag="ship-repelled"):
    """A ship went to the discard pile instead of the harbor (D3)."""

    seat: int
    card: int


class TaxLevied(Event, frozen=True, tag="tax-levied"):
    """A tax increase begins (D7)."""

    card: int


class TaxSettled(Event, frozen=True, tag="tax-settled"):
    """A tax increase is over and its card discarded."""

    card: int


class GambleBegan(Event, frozen=True, tag="gamble-began"):
    """One more Gambler is used (G1)."""

    seat: int


class GamblersReady(Event, frozen=True, tag="gamblers-ready"):
    """A single card was revealed after a gamble: the Gamblers used may be used again (G1)."""

    seat: int


class Busted(Event, frozen=True, tag="busted"):
    """The ship and the whole harbor went to the discard pile (D4)."""

    seat: int
    cards: tuple[int, ...]
    """All of them, the ship that did it last."""
    ship: int


class Stopped(Event, frozen=True, tag="stopped"):
    """The active player stopped discovering."""

    seat: int


class TimeToTakeBegan(Event, frozen=True, tag="time-to-take-began"):
    """A player's time to take began, with so many cards in the harbor (T5, T7)."""

    seat: int
    cards: int


class Skipped(Event, frozen=True, tag="skipped"):
    """A time to take ended by itself before anything was taken (T9)."""

    seat: int


class ShipTraded(Event, frozen=True, tag="ship-traded"):
    """A ship was taken for its coins (T3)."""

    seat: int
    card: int


class PersonHired(Event, frozen=True, tag="person-hired"):
    """A person went into a display (T4)."""

    seat: int
    card: int
    points: int
    swords: int


class ExpeditionClaimed(Event, frozen=True, tag="expedition-claimed"):
    """An expedition went into a display, its persons to the discard pile (E2, E3)."""

    seat: int
    card: int
    crew: tuple[int, ...]
    points: int
    """Points gained, less those of the persons."""
    swords: int = 0
    """Swords lost with the persons, as a number to add."""


class CoinsDrawn(Event, frozen=True, tag="coins-drawn"):
    """Coins came from the pile, blind (P1)."""

    seat: int
    amount: int
    why: str


class CoinsPaid(Event, frozen=True, tag="coins-paid"):
    """Coins went to the discard pile, unseen (P1)."""

    seat: int
    amount: int
    why: str


class CoinsGiven(Event, frozen=True, tag="coins-given"):
    """Coins went from one player to another (T6)."""

    seat: int
    to: int
    amount: int
    why: str


class PileReshuffled(Event, frozen=True, tag="pile-reshuffled"):
    """The discard pile became the draw pile (P2)."""

    cards: int
    """Number of cards that went over."""


class HarborCleared(Event, frozen=True, tag="harbor-cleared"):
    """What nobody took went to the discard pile (T8)."""

    cards: tuple[int, ...]


class TurnEnded(Event, frozen=True, tag="turn-ended"):
    """This seat's turn is over."""

    seat: int


class LastRoundBegan(Event, frozen=True, tag="last-round-began"):
    """Somebody has the points: the round is finished, then the game ends (F1)."""

    seat: int


class GameEnded(Event, frozen=True, tag="game-ended"):
    """The game is over (F3)."""

    winners: tuple[int, ...]
