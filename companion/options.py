"""What the commands are asked for, as records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec

from engine.adventure.head import Mode
from engine.setup import SEATS, SetupError, check_players

USUAL_NAMES = ("Ann", "Ben", "Cem", "Dot", "Eva")
BELONGS: Mapping[str, tuple[str, ...]] = {
    "rules": ("port-royal", "adventure"),
    "mode": ("adventure",),
    "chapter": ("adventure",),
    "pack": ("adventure",),
}
"""Options of ``port-royal simulate`` that only some games have, with these games."""


class SimulateOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of ``port-royal simulate``."""

    players: tuple[str, ...] | None = None
    """Names, clockwise; None: the usual three."""
    game: str = "port-royal"
    """Its name."""
    named: bool = False
    """It was asked for by name: a saved game of another name does not come before it."""
    rules: str = "big-box"
    """Name of a preset."""
    seed: int | None = None
    """Of the shuffled pile and of the simple players; None: another one each time."""
    seat_displays: int = 0
    """Displays beside the main one, for the first so many seats."""
    demo: bool = False
    """Simple players play the game by themselves."""
    record: Path | None = None
    """Folder for a picture of every screen."""
    tags: Path | None = None
    """Folder of tag dumps that can be laid on the reader."""
    deck: Path | None = None
    """Deck file that tells which tag is which card."""
    untagged: bool = False
    """The cards have blank tags, and the decks are those on the shelf: to tag one, or to play without."""
    fast: bool = False
    """Without pauses."""
    mode: Mode = "coop"
    """How The Adventure Begins is played."""
    chapter: int = 1
    """Its chapter."""
    pack: str = "synthetic"
    """Its cards."""
    data: Path | None = None
    """Folder for saved games; None: the user's own."""


def player_names(words: Sequence[str] | None, game: str = "port-royal") -> tuple[str, ...] | None:
    """Give the players of ``--players``: names, apart or joined by commas, or how many of the usual ones.

    Raises ``SetupError``.
    """
    if words is None:
        return None
    names = tuple(name for word in words for name in word.split(",") if name)
    if len(names) == 1 and names[0].isdecimal():
        count = int(names[0])
        names = USUAL_NAMES[:count] if count <= len(USUAL_NAMES) else ("",) * count  # too many: refused below
    check_players(names, SEATS[game])
    return names


def check_belongs(given: Mapping[str, object], game: str) -> None:
    """Refuse options that another game has: who gave them would believe that they count.

    Raises ``SetupError``.
    """
    for option, games in BELONGS.items():
        if option in given and game not in games:
            meant = " or ".join(games)
            raise SetupError(f"--{option} belongs to another game: say --game {meant}, or leave it out.")
