"""Checks of what is kept on the disk: saved games, the deck, the words of a language."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from companion.catalogue import Catalogues
from companion.decks.checkpass import check
from companion.decks.file import load_deck
from companion.decks.record import Cards, Deck, DeckError
from companion.decks.shelf import Listed, Shelf
from companion.doctor.buses import Buses
from companion.doctor.finding import Finding, Part
from companion.doctor.machine import Machine
from companion.doctor.places import DeckFile, Folder, Words
from companion.open_cards import cards_in
from companion.store_file import FILE, StoreError, state_folder

NAMED = 3
"""So many of the cards without a tag are named."""
BUSY_S = 2.0
MB = 1_000_000
ROOM_MB = 50
"""An evening writes some 2 MB; with less than this, the system itself runs short first."""
MAKE_ROOM = "Free some space: sudo apt clean, then sudo journalctl --vacuum-size=50M"
MEND = "Mend that line of the deck file."
NAME_IT = (
    "Write behind 'deck:' in the config where your deck file lies, or null for the decks made on the device."
)


def folder(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that games can be saved; the folder is made if it is not there, as it would be for a game."""
    assert isinstance(part.at, Folder)
    try:
        path = state_folder(part.at.path).absolute()
    except StoreError as error:
        return part.failure("folder", str(error), "Choose a folder with --data DIR.")
    if not machine.may_use(str(path)):
        return part.failure(
            "folder", f"{machine.user} may not write in {path}.", f"sudo chown -R {machine.user} {path}"
        )
    found = part.ok("folder", f"{machine.user} may write in {path}.")
    return found + _room(part, path) + _database(part, machine, path / FILE)


def _room(part: Part, path: Path) -> list[Finding]:
    """Check that the disk has room for games: a full one keeps them in memory only."""
    free_mb = shutil.disk_usage(path).free // MB
    if free_mb >= ROOM_MB:
        return part.ok("room", f"{free_mb} MB are free for saved games.")
    return part.warning("room", f"Only {free_mb} MB are free where games are saved.", MAKE_ROOM)


def _database(part: Part, machine: Machine, path: Path) -> list[Finding]:
    """Check the file of the store, and change nothing in it."""
    if not path.exists():
        return part.ok("database", "No game was saved yet.")
    if not machine.may_use(str(path)):
        return part.failure(
            "database", f"{machine.user} may not write {path}.", f"sudo chown {machine.user} {path}*"
        )
    if not path.stat().st_size:
        return part.ok("database", "No game was saved yet.")
    try:
        verdict, games = _examined(path)
    except sqlite3.Error as error:
        verdict, games = str(error), 0
    if verdict != "ok":
        return part.failure(
            "database",
            f"{path} is damaged: {verdict}.",
            f"cp {path}* to a safe place. The next start keeps the file beside the new one that it begins.",
        )
    return part.ok("database", f"{path} is sound; saved games in it: {games}.")


def _examined(path: Path) -> tuple[str, int]:
    """Give SQLite's verdict on a file, and the number of games; raises ``sqlite3.Error``."""
    address = f"file:{quote(os.fspath(path))}?mode=ro"
    with closing(sqlite3.connect(address, uri=True, timeout=BUSY_S)) as database:
        [(verdict,)] = database.execute("PRAGMA quick_check(1)").fetchall()
        [(games,)] = database.execute("SELECT count(*) FROM games").fetchall()
    return verdict, games


def deck(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that the deck can be read, and that every card has a tag.

    That is the deck file of the config, or else the decks in use; no file is changed.
    """
    assert isinstance(part.at, DeckFile)
    cards = Catalogues().tagged
    if part.at.path is not None:
        try:
            return _tagged(part, load_deck(Path(part.at.path), cards), cards)
        except DeckError as error:
            there = Path(part.at.path).exists()
            return part.failure("deck", str(error), MEND if there else NAME_IT)
    try:
        listed = _in_use(Shelf(state_folder(part.at.folder), cards))
    except (DeckError, StoreError) as error:
        return part.failure("deck", str(error), "Choose a folder with --data DIR.")
    if not listed:
        return part.ok("deck", "No deck is in use, so cards are chosen with the keys.")
    return [finding for each in listed for finding in _looked_at(part, each, cards)]


def _in_use(shelf: Shelf) -> list[Listed]:
    """Give the decks that games are played with, and those that cannot be read."""
    listed = shelf.listed()
    used = {shelf.chosen(game) for game in {each.deck.game for each in listed if each.deck}}
    return [each for each in listed if each.deck is None or each.name in used]


def _looked_at(part: Part, each: Listed, cards: Cards) -> list[Finding]:
    if each.deck is None:
        return part.failure("deck", each.trouble, MEND)
    if each.trouble:
        return part.warning("deck", each.trouble, "The device says what it does about it when it starts.")
    return _tagged(part, each.deck, cards)


def _tagged(part: Part, found: Deck, cards: Cards) -> list[Finding]:
    """Say which cards of a deck have no tag; those of an optional set count once one of them has."""
    state = check(found, cards_in(found, cards(found.game)))
    missing, total = state.without_tag, state.progress.total
    if missing:
        named = ", ".join(missing[:NAMED]) + (", ..." if len(missing) > NAMED else "")
        return part.warning(
            "deck",
            f"{len(missing)} of the {total} cards of '{found.name}' have no tag: {named}.",
            "Tag them, or choose these cards with the keys when they come.",
        )
    return part.ok("deck", f"All {total} cards of '{found.name}' have a tag.")


def texts(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Say that a language has no words yet."""
    assert isinstance(part.at, Words)
    return part.warning(
        "texts",
        f"There are no words in {part.at.language!r} yet: the table speaks English.",
        "Write language: en in the config, and this line is gone.",
    )
