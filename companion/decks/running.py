"""Looks at the game that is being played, from another program than the one that plays it."""

from __future__ import annotations

from pathlib import Path

from companion.decks.record import Cards
from companion.store import Store
from engine.games import open_table
from engine.journal import Journal
from engine.session import Session, restore


def latest_game(state_folder: Path, game: str, cards: Cards) -> Session | None:
    """Give the newest game of a kind that is being played, as it stands now; None when there is none.

    Nothing is changed.  Raises ``StoreError``, and ``ValueError`` for a game that this version cannot read.
    """
    with Store.open(state_folder) as store:
        rows = [row for row in store.all_games() if row.outcome is None and row.set_up.game == game]
        if not rows:
            return None
        table = open_table(rows[-1].set_up, cards(game))
        return restore(table, store.entries(rows[-1].id, Journal(table.rules)).entries)
