"""Cards of the expansion that are not played but shown to the reader: events, story cards, characters.

They have numbers behind those of the playing cards, so that a tap can say them, and names like all cards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from engine.adventure.pack import CHARACTERS, EVENTS, NUMBERED, Pack
from engine.adventure.pack_cards import pack_cards
from engine.kernel import Rules

STORY = "task-"
STORY_NAME = re.compile(STORY + r"\d{1,2}[a-z]?")
SIDELESS = "character-?"
"""One of the five character cards, of which nobody has said yet whose two sides it has."""
UNKNOWN_EVENT = "event-?"
"""An event of number 0 whose title the pack does not know."""


class Paper(msgspec.Struct, frozen=True):
    """A card that is shown to the reader and never lies in a pile of playing cards."""

    id: int
    kind: str
    """``event-black-market``, ``task-13``, ``character-lady-anne``."""
    copy: int
    type: str
    """``event``, ``story`` or ``character``."""

    @property
    def name(self) -> str:
        """Name the card among its copies, such as ``task-13#1``."""
        return f"{self.kind}#{self.copy}"

    @property
    def word(self) -> str:
        """Say which one it is: the event's whole name, the number of a story or character card."""
        return self.kind if self.type == "event" else self.kind.partition("-")[2]


def papers(pack: Pack, first_id: int) -> tuple[Paper, ...]:
    """Give the cards of a pack that are shown to the reader, numbered from an id on."""
    return tuple(Paper(first_id + i, *one) for i, one in enumerate(_papers(pack)))


def _papers(pack: Pack) -> Iterator[tuple[str, int, str]]:
    copies = {event: kind.copies or 1 for event, kind in pack.events.items()}
    unknown = EVENTS - sum(copies.values())
    for event in (*pack.events, *NUMBERED):
        for copy in range(copies.get(event, 1)):
            yield event, copy + 1, "event"
    for copy in range(unknown):
        yield UNKNOWN_EVENT, copy + 1, "event"
    ends = [str(chapter.success) for chapter in pack.chapters.values() if chapter.success is not None]
    for number in dict.fromkeys((*pack.tasks, *ends)):
        yield f"{STORY}{number}", 1, "story"
    for who in CHARACTERS:
        yield f"character-{who}", 1, "character"
    for copy in range(len(CHARACTERS) // 2):
        yield SIDELESS, copy + 1, "character"


def papers_of(rules: Rules) -> tuple[Paper, ...]:
    """Give the cards of a table's pack that are shown to the reader; last come stories told of since."""
    original = rules.book.original or rules
    first = papers(original.book.pack, len(rules.cards))
    known = {paper.kind for paper in first}
    told = [number for number in rules.book.pack.tasks if f"{STORY}{number}" not in known]
    behind = len(rules.cards) + len(first)
    return (*first, *(Paper(behind + i, f"{STORY}{number}", 1, "story") for i, number in enumerate(told)))


def paper_named(name: str, number: int) -> Paper | None:
    """Give the story card of a name that no pack has (yet), with its id; None for other names."""
    kind, _, copy = name.rpartition("#")
    return Paper(number, kind, int(copy), "story") if STORY_NAME.fullmatch(kind) else None


def with_papers(base: tuple[Any, ...], pack: Pack) -> tuple[Any, ...]:
    """Give all cards of the game that can carry a tag, each at the place of its id."""
    own, _ = pack_cards(pack, len(base))
    playing = (*base, *own)
    return (*playing, *papers(pack, len(playing)))


def sides_of(pack: Pack, who: str) -> tuple[str, ...]:
    """Give both characters of the card that one is on; him alone while it is not known who is behind him."""
    sides = pack.characters
    if who not in sides or sides[who].card is None:
        return (who,)
    return tuple(other for other, side in sides.items() if side.card == sides[who].card)


def cards_of(rules: Rules, state: Any) -> tuple[Any, ...]:
    """Give all cards of a table, by the names that are known now, with those only shown to the reader."""
    if rules.book is None:
        return rules.cards
    lit = rules.learned(rules, state) if rules.learned else rules
    return (*lit.cards, *papers_of(rules))


def card_of(rules: Rules, card: int) -> Any:
    """Give a card of a table by its id, be it a playing card or one that is only shown to the reader."""
    behind = card - len(rules.cards)
    return papers_of(rules)[behind] if behind >= 0 else rules.cards[card]
