"""A pack: the numbers on the cards of The Adventure Begins, as typed records made from a parsed file.

``None`` is an open fact: printed on the card, not known here; it is neither 0 nor "none".  A key that
is absent asks for nothing.  Tasks, story cards and groups are known by text, ``"13"``, ``"28b"``, ``"80"``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, UnsetType

Count = Annotated[int, msgspec.Meta(ge=0)]
Number = Annotated[int, msgspec.Meta(ge=1)]

CHARACTERS = (
    "grace-may",
    "jacques-grandeur",
    "jean-blackbeard",
    "lady-anne",
    "master-ferdinando",
    "officer-scott",
    "peter-landman",
    "cutthroat-mary",
    "samuel-blackguard",
    "thomas-fishborn",
)
COLOURED = ("master-ferdinando", "peter-landman")
"""The characters who trade better in one colour; without it they cannot play (A21)."""
BASE_COLOURS = ("yellow", "blue", "green", "red", "black")
TITLES = (
    "event-favorable-opportunity",
    "event-black-market",
    "event-peaceful-trade",
    "event-detested-pinnace",
    "event-blessing-in-disguise",
    "event-scarce-coffers",
    "event-risky-maneuver",
    "event-join-forces",
    "event-a-stitch-in-time",
    "event-recruitment",
    "event-trade-in-blue",
)
"""The eleven known titles of number 0; their effects are code."""
BRIBERY = "event-bribery"
MONTHS_END = "event-months-end"
MONTHS_END_3 = "event-months-end-3"
NUMBERED = (BRIBERY, MONTHS_END, MONTHS_END_3)
"""Events no. 1, 2 and 3: in no pack, always there."""
EVENTS = 13
"""Event cards with the number 0."""
LOOSE = "?"
"""The group of the cards whose group is not known."""
ALL_CHAPTERS = "*"
CHAPTERS = (1, 2, 3, 4, 5)
WHENS = ("turn", "four-colours", "taxed", "fourth-card", "single-card-twice")
TIMINGS = ("at-once", "stop", "bust", "none")
WHO = ("everybody", "active")


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A mapping of a pack file."""


class Side(Record, frozen=True):
    """One side of a character card."""

    card: int | None
    """Number of the physical card, 1 to 5."""
    coins: Count | None
    """Start coins."""
    colour: str | UnsetType | None = UNSET


class Track(Record, frozen=True):
    """The crown card: how many fields, and what the shields on them are worth."""

    fields: Number | None
    shields: dict[int, int] | None

    @property
    def known(self) -> bool:
        """Tell whether crowns can be counted by it."""
        return self.fields is not None and self.shields is not None


class Purse(Record, frozen=True):
    """Coins and crowns."""

    coins: Count = 0
    crowns: Count = 0


class Cheap(Record, frozen=True):
    """So many persons of this printed cost or less."""

    count: Count
    cost: Count


class Harbor(Record, frozen=True):
    """At least so many cards of the harbor."""

    cards: Count = 0
    ships: Count = 0
    colours: Count = 0
    persons: Count = 0


class Most(Record, frozen=True):
    """At most so much; an absent key limits nothing."""

    swords: Count | UnsetType = UNSET
    coins: Count | UnsetType = UNSET
    crowns: Count | UnsetType = UNSET
    points: Count | UnsetType = UNSET


class Have(Record, frozen=True):
    """What must only be there, each at least (T04)."""

    swords: Count = 0
    coins: Count = 0
    crowns: Count = 0
    points: Count = 0
    expeditions: Count = 0
    items: Count = 0
    ares: Count = 0
    book: Count = 0
    herbs: Count = 0
    bread: Count = 0
    rum: Count = 0
    persons: dict[str, Count] = {}
    cheap: Cheap | None = None
    harbor: Harbor = Harbor()
    max: Most = Most()


class Discard(Record, frozen=True):
    """What is discarded for a task (T03)."""

    coins: Count = 0
    crowns: Count = 0
    ares: Count = 0
    book: Count = 0
    herbs: Count = 0
    bread: Count = 0
    rum: Count = 0
    persons: dict[str, Count] = {}


class EventKind(Record, frozen=True, rename={"condition": "if"}):
    """The copies of one event, and for titles that are no code what it does."""

    copies: Number | None
    title: str | None = ""
    timing: str = ""
    """Empty for the titles that are code, and where the table does what there is to do."""
    who: str = "everybody"
    condition: Have = Have()
    optional: bool = False
    pay: Purse = Purse()
    gain: Purse = Purse()
    table: bool = False


class ExpeditionFacts(Record, frozen=True):
    """What an expedition's id does not say."""

    coins: Count | None
    crowns: Count | None


class ChapterCard(Record, frozen=True):
    """One chapter: its first story card, and the card read after a success."""

    first: int | str | None
    success: int | str | None


class Check(Record, frozen=True):
    """Story cards with the check mark and with the X (V11)."""

    task: int | str
    fulfilled: int | str
    missed: int | str


class Effect(Record, frozen=True):
    """What an hourglass does: exactly one of these keys, or one for each mode (V11 to V15)."""

    story: int | str | UnsetType = UNSET
    check: Check | UnsetType = UNSET
    pay: Count | UnsetType = UNSET
    card: Count | UnsetType = UNSET
    fist: Effect | UnsetType | None = UNSET
    handshake: Effect | UnsetType | None = UNSET

    @property
    def sided(self) -> bool:
        """Tell whether it shows a fist and a handshake."""
        return self.fist is not UNSET or self.handshake is not UNSET


class Task(Record, frozen=True, kw_only=True):
    """The task on the back of a story card."""

    chapter: int | None
    title: str | None
    star: bool | None
    insert: dict[str, Number] | None = {}
    """Groups to shuffle in when the front is read, with their number of cards."""
    when: str = "turn"
    discard: Discard | None = Discard()
    have: Have | None = Have()
    table: bool = False
    first: Purse | None
    crowns: Count | None
    hourglass: Effect | None

    @property
    def checked_by_table(self) -> bool:
        """Tell whether the requirement is more than the device can check."""
        return self.table or self.have is None or self.discard is None


class Goal(Record, frozen=True):
    """Card 9 for one number of players: markers on tasks, points of all."""

    markers: Count | None
    points: Count | None


class Pack(Record, frozen=True, omit_defaults=False):
    """All numbers of one edition of the cards."""

    name: str
    invented: bool
    characters: dict[str, Side]
    crown_track: Track
    events: dict[str, EventKind]
    groups: dict[str, dict[str, Number]]
    expeditions: dict[str, ExpeditionFacts]
    chapters: dict[int, ChapterCard]
    tasks: dict[str, Task]
    card9: dict[str, dict[int, Goal]]


def words(content: Any) -> Any:
    """Give a parsed pack with tasks, groups and chapters of card 9 known by text, as ``Pack`` has them."""
    if not isinstance(content, Mapping):
        return content
    told = dict(content)
    for section in ("tasks", "groups", "card9"):
        if isinstance(told.get(section), Mapping):
            told[section] = {_word(key): entry for key, entry in told[section].items()}
    tasks = told.get("tasks")
    if isinstance(tasks, Mapping):
        told["tasks"] = {number: _insert_by_word(task) for number, task in tasks.items()}
    return told


def _insert_by_word(task: Any) -> Any:
    if isinstance(task, Mapping) and isinstance(task.get("insert"), Mapping):
        return {**task, "insert": {_word(group): n for group, n in task["insert"].items()}}
    return task


def _word(key: object) -> object:
    return str(key) if isinstance(key, int) and not isinstance(key, bool) else key


def spoken(number: object) -> int | str:
    """Give a task, story card or group as files name it: a number where it is one."""
    text = str(number)
    return int(text) if text.isdecimal() and str(int(text)) == text else text


def content_of(pack: Pack) -> dict[str, Any]:
    """Give a pack as the content of a file, which ``words`` and ``Pack`` read back as the same pack."""
    plain: dict[str, Any] = msgspec.to_builtins(pack)
    for section in ("tasks", "groups", "card9"):
        plain[section] = {spoken(key): entry for key, entry in plain[section].items()}
    for task in plain["tasks"].values():
        if task.get("insert"):
            task["insert"] = {spoken(group): n for group, n in task["insert"].items()}
    return plain


def goal_of(pack: Pack, chapter: int, seats: int) -> Goal:
    """Give the numbers of card 9 for a chapter and a number of players (A58)."""
    entry = pack.card9.get(str(chapter)) or pack.card9.get(ALL_CHAPTERS) or {}
    return entry.get(seats, Goal(markers=None, points=None))


def effect_of(effect: Effect, mode: str) -> Effect | None:
    """Give the side of an hourglass that a mode follows; None when it is open (V12)."""
    if not effect.sided:
        return effect
    side = effect.handshake if mode == "coop" else effect.fist
    return None if side is UNSET else side


def inserts_before(pack: Pack, chapter: int) -> tuple[str, ...]:
    """Give all groups that the chapters before one can insert (A4)."""
    groups: dict[str, None] = {}
    for task in pack.tasks.values():
        if task.chapter is not None and task.chapter < chapter:
            groups.update(dict.fromkeys(task.insert or ()))
    return tuple(groups)
