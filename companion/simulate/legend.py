"""The lines below the pictures: what lies on the table, what can be done, and lists to choose from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from companion.adventure.papers import card_of
from companion.cardnames import CardNames
from companion.deeds import Lying
from companion.simulate.board import LIST_KEYS, listed
from companion.simulate.keys import (
    TAGS_A_PAGE,
    Help,
    OfDisplay,
    OnTable,
    Panel,
    SeatKeys,
    Sight,
    Tags,
    WhoseCards,
)
from companion.simulate.page import Word
from engine.kernel import Rules

Line = Sequence[Word]
_BACK = Word("back", "Esc")
_KEYS: Line = (
    Word("yes", "y"),
    Word("no", "n"),
    Word("next", "Enter"),
    Word("menu", "m"),
    Word("reveal", "Space"),
    Word("cards", "d"),
    Word("help", "?"),
    Word("quit", "q"),
)
_HELP = (
    (Word("THE BUTTONS OF THE DEVICE"),),
    (Word("yes", "y"), Word("no", "n"), Word("next", "Enter"), Word("menu", "m")),
    (
        Word("the same, held down for 0.7 s:", "Y N > M"),
        Word("table and scores,"),
        Word("undo, all pass, power off"),
    ),
    (Word("a seat's button (with --displays), held:", "s"), Word("", "S"), Word("also", "F1-F5")),
    (Word("THE CARDS"),),
    (Word("turn up the top card of the pile and tap it on the reader", "Space"), Word("the same", "r")),
    (Word("a card that lies open or in the hand: its own key, shown beside it"),),
    (Word("while a deck is tagged (start with --untagged, menu Cards): the next card", "Space"),),
    (Word("a card of somebody's display", "d"), Word("a tag from a file (with --tags)", "t")),
    (Word("THE REST"),),
    (Word("unplug the reader, plug it in again", "u"), Word("leave: the game is saved", "q")),
)


class Tabletop(msgspec.Struct, frozen=True):
    """What the lines tell of."""

    sight: Sight
    rules: Rules | None = None
    """None while there is no game."""
    lying: Lying | None = None
    """What lies on the table; None while there is no game."""
    names: CardNames | None = None
    said: str = ""
    """What the device let hear or shine last."""
    deed: str = ""
    """What was done last."""
    tags: tuple[tuple[str, ...], ...] = ()
    """What each tag from a file is, in pieces."""
    unplugged: bool = False

    def word(self, card: int, key: str) -> Word:
        """Name a card, with its key."""
        assert self.rules is not None
        kind: str = card_of(self.rules, card).kind
        return Word(self.names.label(kind), key, self.names.token(kind)) if self.names else Word(kind, key)


def legend(panel: Panel, table: Tabletop) -> list[Line]:
    """Give the lines that belong below the pictures, from the top."""
    return _PANELS[type(panel)](panel, table)


def _on_table(_panel: OnTable, table: Tabletop) -> list[Line]:
    keys = list(_KEYS)
    if table.sight.seats:
        keys.insert(-2, Word("seats", "s"))
    if table.tags:
        keys.insert(-2, Word("tags", "t"))
    return [*_lying(table), _heard(table), keys]


def _lying(table: Tabletop) -> list[Line]:
    """Tell what lies open, and how much lies face down."""
    if table.rules is None or table.lying is None:
        return [[Word("No game is on the table yet.")]]
    board, titles = table.sight.board, [title for title, _ in table.lying.rows]
    rows = [_row(title, row, table) for title, row in zip(titles, (board.first, board.second), strict=False)]
    return [[word for row in rows for word in row], list(map(Word, table.lying.counts))]


def _row(title: str, row: Mapping[int, str], table: Tabletop) -> Line:
    return [Word(title), *([table.word(card, key) for card, key in row.items()] or [Word("none")])]


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _heard(table: Tabletop) -> Line:
    reader = [Word("The reader is unplugged.", "u")] if table.unplugged else []
    return [Word(f"♪ {table.said}" if table.said else "♪"), *reader, Word(table.deed)]


def _help(_panel: Help, _table: Tabletop) -> list[Line]:
    return [*_HELP, [Word("any key goes back")]]


def _whose(_panel: WhoseCards, table: Tabletop) -> list[Line]:
    if table.rules is None:
        return [[Word("No game is on the table, so nobody has cards."), _BACK]]
    counts = [_count(len(cards), "card") for cards in table.sight.displays]
    players = [f"{name} ({count})" for name, count in zip(table.rules.names, counts, strict=True)]
    return [[Word("Tap a card before whom?"), *_list(players), _BACK]]


def _of_display(panel: OfDisplay, table: Tabletop) -> list[Line]:
    cards = table.sight.displays[panel.seat] if panel.seat < len(table.sight.displays) else ()
    name = table.rules.names[panel.seat] if table.rules else ""
    if not cards:
        return [[Word(f"{name} has no cards in the display."), _BACK]]
    words = [table.word(card, key) for card, key in zip(cards, listed(len(cards)), strict=False)]
    return [[Word(f"Tap which card of {name}?"), *words, _BACK]]


def _seat_keys(panel: SeatKeys, table: Tabletop) -> list[Line]:
    how = "Hold" if panel.long else "Press"
    return [
        [Word(f"{how} the button of which seat?"), *_list(map(str, range(1, table.sight.seats + 1))), _BACK]
    ]


def _tags(panel: Tags, table: Tabletop) -> list[Line]:
    if not table.tags:
        return [[Word("No tags were loaded: start with --tags FOLDER."), _BACK]]
    page = table.tags[panel.first : panel.first + TAGS_A_PAGE]
    lines = [
        [Word(name, key), *map(Word, about)] for key, (name, *about) in zip(LIST_KEYS, page, strict=False)
    ]
    more = [Word("more", "Space")] if len(page) < len(table.tags) else []
    return [[Word("Tap which tag?")], *lines, [*more, _BACK]]


def _list(texts: Iterable[str]) -> list[Word]:
    texts = list(texts)
    return [Word(text, key) for key, text in zip(listed(len(texts)), texts, strict=False)]


_PANELS: Mapping[type, Callable[[Any, Tabletop], list[Line]]] = {
    OnTable: _on_table,
    Help: _help,
    WhoseCards: _whose,
    OfDisplay: _of_display,
    SeatKeys: _seat_keys,
    Tags: _tags,
}
