"""Brings the decks of a table: those on the shelf of its state folder, or one that is a file of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from companion.bench import Bench
from companion.catalogue import Catalogues
from companion.decks.file import load_deck
from companion.decks.record import Deck, DeckError
from companion.decks.shelf import Shelf


def open_bench(
    catalogues: Catalogues, state_folder: Path, deck_file: str | None = None, given: Deck | None = None
) -> tuple[Bench, str]:
    """Give the decks of a table, and a sentence when the deck file that its config names cannot be used.

    Without that file the table goes on with what is on the shelf.
    """
    trouble = ""
    if given is None and deck_file is not None:
        try:
            given = load_deck(Path(deck_file), catalogues.tagged)
        except DeckError as error:
            trouble = str(error)
    return Bench(catalogues.tagged, Shelf(state_folder, catalogues.tagged), given), trouble


def lend(bench: Bench, readers: Iterable[Any], wake: Callable[[], None]) -> None:
    """Let a bench write tags on the readers of a table; ``wake`` is called from their threads."""
    bench.writers = {reader.name: reader for reader in readers}
    bench.wake = wake
