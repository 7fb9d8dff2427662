"""What a game of the expansion is begun with beside what every game needs."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from engine.adventure.pack import Count, Pack

Mode = Literal["coop", "competitive", "variable"]


class Head(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The further keys at the head of a table script, with the pack itself instead of its name."""

    pack: Pack
    mode: Mode
    characters: dict[str, str]
    """Character by player."""
    chapter: Annotated[int, msgspec.Meta(ge=1, le=5)] = 1
    inserted: tuple[str, ...] | None = None
    """Groups in the pile before the first story card; None: all that earlier chapters can insert (A4)."""
    failures: Count = 0
    """Failures of this chapter since its last success (S19)."""
    extra_coins: dict[str, Count] = {}
    tasks: tuple[str, ...] = ()
    """The four tasks of a variable game, from left to right (Z02)."""


class Book(msgspec.Struct, frozen=True):
    """What the tables play by: a pack in the light of what was told, and how it is played."""

    pack: Pack
    mode: Mode
    chapter: int
    characters: tuple[str, ...]
    """By seat."""
    groups: dict[int, str]
    """Group of every card of the pack."""
    failures: int = 0
    original: Any = None
    """The rules before anything was told, where these are in the light of what was."""

    @property
    def coop(self) -> bool:
        """Tell whether all play together, alone included."""
        return self.mode == "coop"

    @property
    def months_end(self) -> str:
        """Give the Month's End of this mode (S11, Z03)."""
        return "event-months-end-3" if self.mode == "variable" else "event-months-end"
