"""What people at a table do with the device: keys, and cards shown to the reader; what lies before them."""

from __future__ import annotations

import msgspec

from companion.flow import Press


class Show(msgspec.Struct, frozen=True):
    """Lay a card on the reader."""

    card: int | None = None
    """Its id in the catalogue of the game; None is the top card of the pile."""


Deed = Press | Show


class Lying(msgspec.Struct, frozen=True):
    """What a person at a simulated table has before him."""

    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """Up to two rows of cards that can be tapped, each with its title."""
    counts: tuple[str, ...] = ()
    """What lies face down, and what everybody has."""
    displays: tuple[tuple[int, ...], ...] = ()
    """The cards before each player."""
