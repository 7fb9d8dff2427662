"""A screen that stands for a while."""

from __future__ import annotations

import msgspec

from companion.screen import Screen

NEWS_S = 4.0
"""How long a result stands before the next prompt replaces it (device-ux.md 3.3)."""
CARD_S = 2.0
"""How long a new card stands (DI3)."""
NOTE_S = 3.0
"""How long a correction is announced (device-ux.md 1.3)."""


class Page(msgspec.Struct, frozen=True):
    """A screen with its time."""

    screen: Screen
    lasts_s: float = NEWS_S
