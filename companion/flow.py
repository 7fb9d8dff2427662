"""How the parts of the device speak to each other: what a flow may know, and what it may ask for.

A *flow* is one thing the device can be doing: play, a menu, a number editor, a rebuild.  Each is a
frozen record with three functions in a table (``Flow``): draw its main screen, answer a key,
answer a tap.  They are pure: they get a ``Context``, and give a ``Reply`` that says what to do.
``companion/desk.py`` carries replies out, keeps what must be kept, and knows no screen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from companion.box import Box
from companion.cardnames import CardNames
from companion.chores import Done, FoundGame
from companion.orders import Order
from companion.screen import Screen
from companion.texts import Texts
from engine.adventure.campaign import Campaign
from engine.games import SetUp
from engine.kernel import Command, Illegal
from engine.session import Entry, Session

Mode = msgspec.Struct
"""The record of a flow, such as ``Playing()`` or ``EditCoins(seat=1, coins=6, device=7)``."""
Signal = Literal[
    "tick",
    "turn",
    "question",
    "bust",
    "tax",
    "shuffle",
    "last-round",
    "final",
    "refused",
    "undo",
    "correction",
    "trouble",
    "last-copy",
]
"""What sounds and lights tell (device-ux.md 5)."""


class Press(msgspec.Struct, frozen=True):
    """A key: ``yes``, ``no``, ``next``, ``menu``, or ``seat-1`` and so on."""

    key: str
    long: bool = False
    seat: int | None = None
    """Seat number from 0 for a seat key."""


class Tap(msgspec.Struct, frozen=True):
    """A tag on a reader, looked up in the deck; removal is nobody's business but the reader's."""

    uid: str
    """Canonical hex."""
    card: int | None
    """Card id in the running game's catalogue; None when the deck does not know the tag."""
    kind: str = ""
    """The card's kind as table scripts name it; empty when unknown."""
    note: str = ""
    """What is written on an unknown tag: text, address or type."""
    reader: str = ""
    several: bool = False
    """Two tags lay on the reader at once (ER4): no card counts."""
    game: str = ""
    """The game of the deck that knows the tag; empty when none does."""
    deck: str = ""
    """Name of another deck than the one in use that knows the tag."""
    learnt: str = ""
    """Name of the card that is written on the tag: the deck takes it up unless nobody may know it now."""
    says: str = ""
    """Name of another card than the deck's that is written on the tag: told, never followed."""


class Wrote(msgspec.Struct, frozen=True):
    """A tag that was to be written is done with."""

    uid: str
    trouble: str = ""
    """Why it is not written, a sentence; empty when it was read back as it should be."""


class Noted(msgspec.Struct, frozen=True):
    """A game of The Adventure Begins that was noted in the campaign."""

    game: int
    """Its number in the store; 0 while it has none."""
    before: Campaign | None
    """The campaign without it."""


class Settings(msgspec.Struct, frozen=True):
    """What the owner likes; kept in the store, changed in the menu."""

    language: str = "en"
    risk: Literal["off", "on-request", "always"] = "on-request"
    sound: Literal["off", "soft", "loud", "night"] = "soft"
    light: Literal["on", "off"] = "on"
    care: Literal["usual", "late", "never"] = "usual"
    """When displays dim and go dark: as the config says, five times as late, or never."""
    size: Literal["normal", "large"] = "normal"
    """Of the text while a game is played."""
    marks: Literal["both", "shapes", "letters"] = "both"
    tags: Literal["no", "open"] = "no"
    """Whether tags are written on, too, when a deck is tagged."""
    names: tuple[str, ...] = ()
    """Remembered players, the last used first."""
    last_set_up: SetUp | None = None
    campaign: Campaign | None = None
    """How far the group is with The Adventure Begins."""
    noted: tuple[Noted, ...] = ()
    """Its games that the campaign has counted, the last one last: each counts once."""


class Lost(msgspec.Struct, frozen=True):
    """A device that does not answer."""

    name: str
    since_s: float
    reason: str = ""


class DeviceState(msgspec.Struct, frozen=True):
    """How a reader or display did since the start."""

    name: str
    """As ``Lost`` names it."""
    faults: int
    """Frames that were wrong or did not come, calls that a bus refused: all were tried again."""
    losses: int
    """How often it stopped answering."""
    counts: tuple[tuple[str, int], ...] = ()
    """All that its driver counts, each kind for itself: ``("bad-frames", 3)``."""


class News(msgspec.Struct, frozen=True):
    """The last entry and when it was made: what screens announce until the next input."""

    entry: Entry
    at_s: float
    before: Any
    """Engine state before the entry."""
    corrected: bool = False


class SavedGame(msgspec.Struct, frozen=True):
    """One game in the store."""

    id: int
    set_up: SetUp
    began: str
    """Local date and time, ISO 8601."""
    ended: str | None
    """None while it can be resumed."""
    entries: int
    unclean: bool = False
    """The device was cut off while this game was open."""


class About(msgspec.Struct, frozen=True):
    """What the device is made of, and how it fared."""

    version: str = ""
    """Of this program."""
    python: str = ""
    starts: int = 0
    power_cuts: int = 0


class Context(msgspec.Struct, frozen=True):
    """Everything a flow may know; nothing in it changes while a flow looks at it."""

    now_s: float
    """Monotonic seconds."""
    session: Session | None
    """The game on the table; flows read it and never play on it."""
    texts: Texts
    names: CardNames
    settings: Settings
    news: News | None = None
    saved: tuple[SavedGame, ...] = ()
    """Games that can be resumed, the newest first."""
    keys: tuple[str, ...] = ("yes", "no", "next", "menu")
    displays: tuple[str, ...] = ("main",)
    lost: tuple[Lost, ...] = ()
    """Readers and displays that do not answer."""
    readers: int = 1
    """How many readers the table has; without any, cards are picked from a list."""
    devices: tuple[DeviceState, ...] = ()
    """How all of them did so far."""
    waiting: Tap | None = None
    """A tap that is kept until a question is answered."""
    note: str = ""
    """Sentence to announce for a while: a correction, a resumed game, a repaired save."""
    unsaved: bool = False
    """The last entries are not on disk yet."""
    chores: frozenset[str] = frozenset()
    """What the device can be asked for, see ``companion.chores``."""
    about: Callable[[], About] = About
    """Tells of the device; slow when it is asked first."""
    deck_name: str = ""
    box: Box | None = None
    """The deck in use, with the cards of its game; None where there is none."""
    edited_deck: str = ""
    """Name of a deck whose file was changed by hand and nobody was asked about yet."""
    decks: tuple[tuple[str, str], ...] = ()
    """Name and game of every deck there is to choose from."""
    untagged: frozenset[int] = frozenset()
    """Cards of the game on the table that have no tag."""


class Reply(msgspec.Struct, frozen=True):
    """What a flow asks for; the default is: nothing, and silence."""

    mode: Mode | None = None
    """Go on in this flow; None stays."""
    play: tuple[Command, ...] = ()
    """Commands that this input implies, kept as one entry or refused as a whole."""
    undo: bool = False
    redo: bool = False
    begin: SetUp | None = None
    """Begin a new game."""
    resume: int | None = None
    """Go on with this saved game."""
    orders: tuple[Order, ...] = ()
    """What to do with decks, before all else."""
    games: tuple[FoundGame, ...] = ()
    """Games that were played elsewhere, to be kept here."""
    finish: Literal["", "save", "score", "drop"] = ""
    """Put the game away: to go on later, as it stands, or for good."""
    settings: Settings | None = None
    refuse: Illegal | None = None
    """Refused by the device itself, with the same keys and facts as the rules'."""
    wait: bool = False
    """Keep this tap until the question that is open is answered."""
    chore: str = ""
    """Begin this work, see ``companion.chores``."""
    signal: Signal | None = None
    note: str = ""
    announce: bool = False
    """The entry is a correction: say so for 3 s."""


STAY = Reply()


class Flow(msgspec.Struct, frozen=True):
    """The functions of one kind of mode."""

    draw: Callable[[Any, Context], Screen]
    """The main screen."""
    key: Callable[[Any, Context, Press], Reply]
    tap: Callable[[Any, Context, Tap], Reply]
    asks: bool = False
    """Something lies open that only an answer ends (a ``!`` state): taps may wait."""
    changes_s: Callable[[Any, Context], float | None] | None = None
    """Seconds until the picture changes by itself, None for never."""
    timed: Callable[[Any, Context], Reply] | None = None
    """What time alone brings; asked when ``changes_s`` said, and at other moments."""
    released: Callable[[Any, Context, str], Reply] | None = None
    """A key that was held is let go."""
    heard: Callable[[Any, Context, Done], Reply] | None = None
    """What comes of work that the device was asked for."""
    wrote: Callable[[Any, Context, Wrote], Reply] | None = None
    """What comes of a tag that was to be written."""
    returns: str = ""
    """Under this name the device remembers what it was doing, for after a power cut; not needed in a game."""
    looks_closely: bool = False
    """What is written on tags is read, of those that are known as well."""


Flows = Mapping[type[Mode], Flow]


class Playing(msgspec.Struct, frozen=True):
    """The game is on; what is asked follows from the session."""


UNNAMED = frozenset({"not-here"})
"""Keys of refusals that hold nothing of the tag that was read: nobody may know it now (ER6)."""


class Refused(msgspec.Struct, frozen=True):
    """Something was refused: says why, and offers what mends it (ER1 to ER8)."""

    key: str
    """The refusal's key, such as ``card-elsewhere``."""
    sentence: str
    facts: dict[str, Any]
    under: Mode
    """The flow that goes on with the next good input."""
    tap: Tap | None = None
    """The tap that was refused, if it was one."""


class Home(msgspec.Struct, frozen=True):
    """No game is on the table: the home menu."""

    cursor: int = 0


class Menu(msgspec.Struct, frozen=True):
    """The menu of a running game, over the flow it was opened in."""

    under: Mode
    path: tuple[str, ...] = ()
    cursor: int = 0


class Resuming(msgspec.Struct, frozen=True):
    """The power came back: asks whether to go on with this game (RS1)."""

    game: int
    peek: bool = False
    """Show the table to compare."""
    session: Any = None
    """The restored session, to show what was saved."""


class PickCard(msgspec.Struct, frozen=True):
    """Pick a card from a list instead of tapping it: only cards that can come are offered (DV1)."""

    under: Mode
    cards: tuple[int, ...]
    """The cards that may be picked, one id for each kind and place."""
    chosen: tuple[str, ...] = ()
    """Levels gone down so far: type or colour, then kind."""
    cursor: int = 0
    uid: str = ""
    """The unknown tag that is on the card picked from now on; empty for a card without one."""
