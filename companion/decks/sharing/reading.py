"""Finds out what kind of file an import is, and reads it."""

from __future__ import annotations

import json
import re
from pathlib import Path

from msgspec.structs import replace

from companion.decks.file import is_own, read_deck
from companion.decks.record import Cards, Deck
from companion.decks.sharing.dumps import (
    read_dump,
    read_flipper,
    read_folder,
    read_proxmark,
    text_of_dump,
)
from companion.decks.sharing.lines import Found, Line
from companion.decks.sharing.table import read_csv
from drivers.flipper import FILETYPE


def read_import(path: Path, cards: Cards, game: str) -> Found:
    """Read a file or a folder that is to be imported into a deck of a game; raises ``DeckError``.

    What it is follows from what stands in it: a deck file, a table, or the dump of a tag.
    """
    names = [card.name for card in cards(game)]
    if path.is_dir():
        return read_folder(path, names)
    if path.suffix.lower() == ".nfc":
        return read_dump(path, names)
    return read_import_text(text_of_dump(path), str(path), cards, game)


def read_import_text(text: str, source: str, cards: Cards, game: str) -> Found:
    """Take what is to be imported from a text; ``source`` names it.  Raises ``DeckError``."""
    names = [card.name for card in cards(game)]
    start = text.lstrip()
    if start.startswith(f"Filetype: {FILETYPE}"):
        return read_flipper(text, source, Path(source).stem, names)
    if start.startswith("{") and _is_proxmark(text):
        return read_proxmark(text, source, Path(source).stem, names)
    if is_own(text) or Path(source).suffix.lower() in (".yaml", ".yml", ".json"):
        return _with_lines(of_deck(read_deck(text, source, cards), source), text)
    return read_csv(text, source, names)


def of_deck(deck: Deck, source: str) -> Found:
    """Give what a whole deck says as lines."""
    lines = tuple(Line(source, each.uid, each.name, each.state) for each in deck.entries)
    return Found(lines, (), deck.name, deck.game, deck.id, deck.extras)


def _with_lines(found: Found, text: str) -> Found:
    """Add the number of its line to every place, for what is said later of a tag."""
    rows = [re.sub("[ :]", "", row).lower() for row in text.split("\n")]
    numbers = {line.uid: at for line in found.lines for at, row in enumerate(rows, 1) if line.uid in row}
    lines = (
        replace(line, place=f"{line.place}, line {numbers[line.uid]}") if line.uid in numbers else line
        for line in found.lines
    )
    return replace(found, lines=tuple(lines))


def _is_proxmark(text: str) -> bool:
    """Tell whether a text is a dump as a Proxmark writes it."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(content, dict) and isinstance(content.get("Card"), dict)
