"""The 90 cards of Port Royal (2000): booty, bonus and trick cards, each of them once (1 to 9)."""

from __future__ import annotations

from typing import Any, Final, Literal

import msgspec

SHIPS: Final = ("biscuit", "tobacco", "rum", "gunpowder")
"""The four ships of a board, each named after the good of its hold (10)."""
COLOURS: Final = ("red", "blue", "green", "black")


class Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One physical card."""

    id: int = 0
    kind: str
    """The name that table scripts use."""
    type: Literal["booty", "bonus", "trick"]
    ship: int = -1
    """The only ship that a simple booty card goes to; -1 for all other cards (2, 136)."""
    tons: int = 0
    """Weight and value of a booty card in one number (5, 146, 147)."""
    pays: bool = False
    """Whether it may be handed in for a bid (129, 130)."""
    room: int = 0
    """What Max +5 and Max -5 change at the capacity (151)."""
    doubles: bool = False
    """Whether it is x2 (154)."""
    tool: Literal["remove", "relocate", ""] = ""
    """What a booty card does that never lies on a ship (160, 163)."""
    points: int = 0
    """What a bonus card counts (6)."""
    colour: str = ""
    """Colour of a trick card; empty for a pirate (9)."""
    value: int = 0
    """Value of a trick card."""
    seats: tuple[int, ...] = (3, 4)
    """Numbers of players with which it is in the game (13, 14)."""

    @property
    def name(self) -> str:
        """Give the name of this very card: its kind and number, as in every game; each kind is there once."""
        return f"{self.kind}#{self.copy}"

    @property
    def copy(self) -> int:
        """Give 1: every kind is there once."""
        return 1

    @property
    def pirate(self) -> bool:
        """Tell whether it is a pirate card (9)."""
        return self.type == "trick" and not self.colour


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    cards: tuple[Card, ...]


def load(content: Any) -> tuple[Card, ...]:
    """Make the catalogue from the parsed ``cards.yaml``; raises ``msgspec.ValidationError``."""
    read = msgspec.convert(content, _File).cards
    return tuple(msgspec.structs.replace(card, id=number) for number, card in enumerate(read))
