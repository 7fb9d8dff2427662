"""What a key of the keyboard means on the simulated table: a button, a card, or a list to choose from.

Pure: a panel and a key give the next panel and what is to be done.  The panel is what the keyboard
belongs to just now: the table itself, or a list that was opened over it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.simulate.board import LIST_KEYS, Board

TAGS_A_PAGE = 9
"""Lines of the list of tags, which may take two rows each."""


# -- what is to be done ------------------------------------------------------------------
class Button(msgspec.Struct, frozen=True, tag=True):
    """Press a button of the device, or hold it."""

    name: str
    long: bool = False


class TapTop(msgspec.Struct, frozen=True, tag=True):
    """Tap the top card of the pile."""


class TapCard(msgspec.Struct, frozen=True, tag=True):
    """Tap a card that lies open."""

    card: int


class TapFile(msgspec.Struct, frozen=True, tag=True):
    """Tap a tag that was read from a file."""

    number: int
    """From 0, in the order of the list."""


class Cable(msgspec.Struct, frozen=True, tag=True):
    """Unplug the reader, or plug it in again."""


class Quit(msgspec.Struct, frozen=True, tag=True):
    """Leave; the game is saved already."""


Deed = Button | TapTop | TapCard | TapFile | Cable | Quit


# -- whom the keyboard belongs to --------------------------------------------------------
class OnTable(msgspec.Struct, frozen=True):
    """The table itself."""


class Help(msgspec.Struct, frozen=True):
    """A page about all keys."""


class WhoseCards(msgspec.Struct, frozen=True):
    """A list of players: whose display is meant."""


class OfDisplay(msgspec.Struct, frozen=True):
    """A list of the cards before a player."""

    seat: int


class SeatKeys(msgspec.Struct, frozen=True):
    """A list of the seats that have a button."""

    long: bool = False


class Tags(msgspec.Struct, frozen=True):
    """A list of the tags that were read from files."""

    first: int = 0
    """The line at the top of the page."""


Panel = OnTable | Help | WhoseCards | OfDisplay | SeatKeys | Tags
Step = tuple[Panel, Deed | None]


class Sight(msgspec.Struct, frozen=True):
    """What can be reached just now."""

    board: Board = Board()
    displays: tuple[tuple[int, ...], ...] = ()
    """The cards before each player."""
    seats: int = 0
    """Number of seats with a button of their own."""
    tags: int = 0
    """Number of tags from files."""


_TABLE = OnTable()
_DEEDS: Mapping[str, Deed] = {
    "y": Button("yes"),
    "Y": Button("yes", long=True),
    "n": Button("no"),
    "N": Button("no", long=True),
    "enter": Button("next"),
    ">": Button("next", long=True),
    "m": Button("menu"),
    "M": Button("menu", long=True),
    " ": TapTop(),
    "r": TapTop(),
    "u": Cable(),
    "q": Quit(),
    **{f"f{seat}": Button(f"seat-{seat}") for seat in range(1, 6)},
}
_PANELS: Mapping[str, Panel] = {
    "?": Help(),
    "d": WhoseCards(),
    "s": SeatKeys(),
    "S": SeatKeys(long=True),
    "t": Tags(),
}


def key_pressed(panel: Panel, key: str, sight: Sight) -> Step:
    """Say what a key means; keys without a meaning change nothing, ``esc`` and ``backspace`` go back."""
    if key == "q":
        return panel, Quit()
    if not isinstance(panel, OnTable) and key in ("esc", "backspace"):
        return _TABLE, None
    return _PANEL_KEYS[type(panel)](panel, key, sight)


def _on_table(panel: OnTable, key: str, sight: Sight) -> Step:
    opened = _PANELS.get(key)
    if isinstance(opened, SeatKeys) and not sight.seats:
        return panel, None
    if opened is not None:
        return opened, None
    deed = _DEEDS.get(key)
    if isinstance(deed, Button) and deed.name.startswith("seat-") and int(deed.name[5:]) > sight.seats:
        return panel, None
    card = sight.board.card(key)
    return panel, deed or (None if card is None else TapCard(card))


def _help(_panel: Help, _key: str, _sight: Sight) -> Step:
    return _TABLE, None


def _whose(panel: WhoseCards, key: str, sight: Sight) -> Step:
    seat = _line(key, len(sight.displays))
    return (panel, None) if seat is None else (OfDisplay(seat), None)


def _of_display(panel: OfDisplay, key: str, sight: Sight) -> Step:
    cards = sight.displays[panel.seat] if panel.seat < len(sight.displays) else ()
    line = _line(key, len(cards))
    return (panel, None) if line is None else (_TABLE, TapCard(cards[line]))


def _seat_keys(panel: SeatKeys, key: str, sight: Sight) -> Step:
    seat = _line(key, sight.seats)
    return (panel, None) if seat is None else (_TABLE, Button(f"seat-{seat + 1}", panel.long))


def _tags(panel: Tags, key: str, sight: Sight) -> Step:
    if key in (" ", "enter"):
        following = panel.first + TAGS_A_PAGE
        return Tags(following if following < sight.tags else 0), None
    line = _line(key, min(TAGS_A_PAGE, sight.tags - panel.first))
    return (panel, None) if line is None else (_TABLE, TapFile(panel.first + line))


def _line(key: str, count: int) -> int | None:
    """Give the number of the line of a list under a key."""
    line = LIST_KEYS.find(key) if len(key) == 1 else -1
    return line if 0 <= line < count else None


_PANEL_KEYS: Mapping[type, Callable[[Any, str, Sight], Step]] = {
    OnTable: _on_table,
    Help: _help,
    WhoseCards: _whose,
    OfDisplay: _of_display,
    SeatKeys: _seat_keys,
    Tags: _tags,
}
