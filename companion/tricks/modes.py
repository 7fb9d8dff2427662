"""What the device can be doing while Port Royal (2000) is on, beside the modes that all games share."""

from __future__ import annotations

import msgspec

from companion.flow import Mode, Playing
from engine.kernel import Command


class Marked(Playing, frozen=True):
    """The game is on, and something of the screen was changed by keys or taps since the last entry."""

    at: int
    """Number of the entry that it belongs to; after the next one it is as if it were not there."""
    path: tuple[int, ...] = ()
    """Lines gone down so far, where a choice has two steps."""
    cursor: int = 0
    """The line that is marked, or by how much the bid shown is higher than the least one."""
    opened: tuple[int, ...] = ()
    """The open trick card that was tapped first; both together are said at once."""
    sure: bool = False
    """The card that proved a revoke is the player's own."""


class AskingRevoke(msgspec.Struct, frozen=True):
    """Asks whether the card that proves a revoke was a mis-tap (RY7)."""

    at: int


class NotMine(msgspec.Struct, frozen=True):
    """Asks whether the last trick card was played by somebody else, and goes back to his hand."""

    under: Mode


class Removing(msgspec.Struct, frozen=True):
    """The owner of the kept remove chooses what it takes away, where rules let him do so at any time."""

    under: Mode
    cursor: int = 0


class BootyPage(msgspec.Struct, frozen=True):
    """The booty that lies open, trump, bid and the last trick."""

    under: Mode


class WhoseDebt(msgspec.Struct, frozen=True):
    """Asks whose debt stone is set right."""

    under: Mode
    cursor: int = 0


class EditDebt(msgspec.Struct, frozen=True):
    """Sets a debt stone to where it stands on the table."""

    under: Mode
    seat: int
    debt: int
    device: int
    """Where the device believed it."""


class EditStones(msgspec.Struct, frozen=True):
    """Sets the white stones of a player: first whose, then colour by colour."""

    under: Mode
    seat: int = -1
    cursor: int = 0
    colours: tuple[str, ...] = ()


class EditPlace(msgspec.Struct, frozen=True):
    """Says where a booty card really lies: first which card, then the place."""

    under: Mode
    card: int = -1
    cursor: int = 0
    notice: str = ""


class EditDealer(msgspec.Struct, frozen=True):
    """Says who really deals this round."""

    under: Mode
    cursor: int = 0


class TwoSeats(msgspec.Struct, frozen=True):
    """A correction that changes a score waits for the keys of two seats."""

    under: Mode
    commands: tuple[Command, ...]
    seats: tuple[int, ...] = ()
    """Seats that have agreed."""
