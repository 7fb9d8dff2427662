"""What the expansion adds to what may be said, be owed and happen.

The tags are part of every saved game: they stay, and fields are only added at the end.
"""

from __future__ import annotations

from typing import ClassVar

from engine.kernel import Command, Event, Pending


# -- commands ----------------------------------------------------------------------------
class RevealEvent(Command, frozen=True, tag="event"):
    """The active player turns up this event (V02)."""

    event: str


class Choose(Command, frozen=True, tag="choose"):
    """The active player names another player (E08)."""

    seat: int


class Accept(Command, frozen=True, tag="accept"):
    """Do what is offered."""


class Decline(Command, frozen=True, tag="decline"):
    """Do not do what is offered."""


class ReadStory(Command, frozen=True, tag="story"):
    """The story card that is due was read and turned over (S17)."""

    number: str


class FulfilTask(Command, frozen=True, tag="task"):
    """Put the leftmost marker on a task (T06)."""

    number: str
    cards: tuple[int, ...] = ()
    """What is discarded from the display; empty where only one set of kinds would do."""
    coins: int = 0
    """What a task that the table checks takes besides, as told."""
    crowns: int = 0


class Sell(Command, frozen=True, tag="sell"):
    """Sell an item to an Innkeeper (P06)."""

    card: int


class TakeItem(Command, frozen=True, tag="take-item"):
    """Take a ship and keep what it carries (I04)."""

    card: int


class TakeCoin(Command, frozen=True, tag="take-coin"):
    """Take a ship that carries something for its coin (I04)."""

    card: int


class TakeCrown(Command, frozen=True, tag="take-crown"):
    """Take a ship that carries something for its crown (I04)."""

    card: int


class LookOut(Command, frozen=True, tag="lookout"):
    """Of the next three cards two are discarded without effect (P02)."""

    discard: tuple[int, ...]
    keep: int = -1
    """The third, if it was named."""


class Tell(Command, frozen=True, tag="fact"):
    """Answer an open fact; the value is JSON."""

    value: str


# -- decisions ---------------------------------------------------------------------------
class EventAwaited(Pending, frozen=True, tag="event-awaited"):
    """The active player reveals an event (V02); in exchange for another one: of the pool (A41)."""

    phase: ClassVar[str] = "event"

    exchange: bool = False


class AllyChoice(Pending, frozen=True, tag="ally-choice"):
    """The active player chooses who joins forces with him (E08)."""

    phase: ClassVar[str] = "choose"

    event: str


class Offered(Pending, frozen=True, tag="offered"):
    """A player may do what the event offers."""

    phase: ClassVar[str] = "offer"

    event: str


class PaymentOffered(Pending, frozen=True, tag="payment-offered"):
    """A player may pay for his leftmost marker to go into the box (Y06, Z04)."""

    phase: ClassVar[str] = "offer"

    event: str
    coins: int


class StoryAwaited(Pending, frozen=True, tag="story-awaited"):
    """A story card is due (V11)."""

    phase: ClassVar[str] = "story"

    number: str


class TaskOffered(Pending, frozen=True, tag="task-offered"):
    """A player may put a marker on this task at once, or not (T24 to T28)."""

    phase: ClassVar[str] = "task"

    number: str


class SaleOffered(Pending, frozen=True, tag="sale-offered"):
    """A player may sell an item to this Innkeeper (P06)."""

    phase: ClassVar[str] = "sell"

    innkeeper: int


class FactAsked(Pending, frozen=True, tag="fact-asked"):
    """The pack does not know this, and now it matters."""

    phase: ClassVar[str] = "fact"

    path: str
    card: int = -1
    """The card that wants its name."""


class AfterBust(Pending, frozen=True, tag="after-bust"):
    """The active player may still claim expeditions after a forced end (A6)."""

    phase: ClassVar[str] = "trade"


# -- what happened -----------------------------------------------------------------------
class EventRevealed(Event, frozen=True, tag="event-revealed"):
    """An event was turned up."""

    event: str
    exchange: bool = False
    leaves: bool = False
    """It goes out of the game, another one comes in exchange (A41)."""


class AllyChosen(Event, frozen=True, tag="ally-chosen"):
    """This player joins forces with the active one (E08)."""

    seat: int


class Answered(Event, frozen=True, tag="answered"):
    """A player accepted or declined what was offered."""

    seat: int
    accepted: bool


class CrownsMoved(Event, frozen=True, tag="crowns-moved"):
    """A crown marker moved; the points of the shields it passed came or went (K01 to K04)."""

    seat: int
    crowns: int
    """Where it stands now."""
    points: int
    """Points more, or less if negative."""
    why: str


class MarkerMoved(Event, frozen=True, tag="marker-moved"):
    """A player's leftmost marker left the character: for a task, its upper field, or the box."""

    seat: int
    to: str
    """``task``, ``upper``, ``lower`` (from the upper field) or ``box``."""
    number: str = ""


class SwordsUnlocked(Event, frozen=True, tag="swords-unlocked"):
    """A character's ability gives swords from now on (H04)."""

    seat: int
    swords: int


class DisplayDiscarded(Event, frozen=True, tag="display-discarded"):
    """Cards went from a display to the discard pile (T03, P06)."""

    seat: int
    cards: tuple[int, ...]
    points: int
    """Points lost, as a number to add."""
    swords: int
    why: str


class ItemKept(Event, frozen=True, tag="item-kept"):
    """A ship went into a display as an item (I04)."""

    seat: int
    card: int


class LookedOut(Event, frozen=True, tag="looked-out"):
    """Cards went unplayed from the pile to the discard pile (P02, P03)."""

    seat: int
    cards: tuple[int, ...]


class TakesFewer(Event, frozen=True, tag="takes-fewer"):
    """The active player takes one card fewer in this turn (T27)."""

    seat: int


class BuyersOpened(Event, frozen=True, tag="buyers-opened"):
    """These Innkeepers buy, once each, until the time to take is over (A22)."""

    seat: int
    innkeepers: tuple[int, ...]


class TaskLaid(Event, frozen=True, tag="task-laid"):
    """A story card was turned over: its task lies on the table (S17, V13)."""

    number: str


class CardsInserted(Event, frozen=True, tag="cards-inserted"):
    """Groups came into the game, into the draw pile (S18)."""

    groups: tuple[str, ...]
    cards: tuple[int, ...]
    """Those that are known."""
    loose: int
    """Number of those that are not."""


class FactTold(Event, frozen=True, tag="fact-told"):
    """The table told an open fact."""

    path: str
    value: str
    card: int = -1


class MonthTurned(Event, frozen=True, tag="month-turned"):
    """A new month began: the old order again, below one new event if there is any (V06, A46)."""

    added: bool


class ChapterEnded(Event, frozen=True, tag="chapter-ended"):
    """Card 9 judged the chapter (X02)."""

    won: bool
    failures: int
