"""The game that lies on the table, and its book in the store: begun, gone on with, put away.

Nothing here knows screens; ``companion/desk.py`` does, and asks for what players want.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from companion.chores import FoundGame
from companion.decks.record import Cards
from companion.flow import SavedGame
from companion.ledger import Ledger
from companion.store import Outcome, Store, StoreError
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.kernel import Illegal
from engine.session import Entry, Session, restore


class Restored(msgspec.Struct, frozen=True):
    """A game brought back from the store."""

    game: int
    session: Session
    journal: Journal
    dropped: int = 0
    """Entries at the end that nobody could read; the game goes on before them."""


class GameTable:
    """At most one game at a time; what it must keep is kept by ``ledger``."""

    def __init__(
        self, store: Store, cards: Cards, wall: Callable[[], str], now_s: Callable[[], float]
    ) -> None:
        self.ledger = Ledger(store, wall, now_s)
        self.session: Session | None = None
        """The game on the table."""
        self.saved: tuple[SavedGame, ...] = ()
        """Games that can be resumed, the newest first."""
        self._store = store
        self._cards = cards
        self._put_away = False

    @property
    def running(self) -> bool:
        """Tell whether somebody has to decide something."""
        return self.session is not None and bool(self.session.state.agenda)

    def need(self) -> Session:
        """Give the game on the table; raises ``Illegal`` when there is none."""
        if self.session is None:
            raise Illegal("no-game", "No game is on the table; begin one first.")
        return self.session

    def begin(self, set_up: SetUp) -> bool:
        """Begin a game, with the one before put away; tell whether it is on disk.

        Raises ``Illegal`` when it cannot be begun so.
        """
        try:
            table = open_table(set_up, self._cards(set_up.game))
        except (ValueError, KeyError) as error:
            raise Illegal("set-up", f"This game cannot be begun: {error}") from None
        self.leave()
        self.session, self._put_away = Session(table), False
        return self.ledger.begin(set_up, Journal(table.rules))

    @property
    def game(self) -> int:
        """Give the number of the game in the store; 0 while its beginning is not on disk."""
        return self.ledger.game or 0

    def enter(self, entry: Entry, then: Callable[[], None] = lambda: None) -> bool:
        """Keep an entry, on disk before in memory; tell whether it is on disk.

        ``then`` writes what else follows from it, before a game that is over is put away: who is cut off
        meanwhile finds the game again.
        """
        saved = self.ledger.append(entry)
        self.need().keep(entry)
        then()
        if self._put_away == self.running:
            self._put_away = not self.running
            return self.ledger.reopen() if self.running else self.ledger.end("finished")
        return saved

    def finish(self, how: Outcome) -> bool:
        """Put the game away as the players want it; a scored one stays to be looked at."""
        self.need()
        self._put_away = True
        saved = self.ledger.end(how)
        if how != "scored":
            self.session = None
        return saved

    def adopt(self, game: FoundGame) -> bool:
        """Keep a game that was played elsewhere; tell whether it is on disk."""
        journal = Journal(open_table(game.set_up, self._cards(game.set_up.game)).rules)
        return self.ledger.add(game.set_up, game.entries, journal, "finished" if game.over else "saved")

    def leave(self) -> None:
        """Take the game off the table; one that is not over can be resumed, unless nothing happened yet."""
        if self.session and not self._put_away:
            self.ledger.end("saved" if self.session.seq else "dropped")
        self.session = None

    def look_up_saved(self) -> None:
        """Read which games can be resumed; the list stays as it was when it cannot be read."""
        try:
            self.saved = self._store.saved()
        except StoreError as error:
            self.ledger.trouble = str(error)

    def cut_short(self) -> int | None:
        """Give the last game that nobody put away: it was being played when the device went off.

        Raises ``StoreError``.
        """
        open_games = [row.id for row in self._store.all_games() if row.outcome is None]
        return open_games[-1] if open_games else None

    def restore(self, game: int) -> Restored:
        """Bring a game back from the store; raises ``Illegal`` when it cannot be read."""
        try:
            set_up = self._store.set_up(game)
            table = open_table(set_up, self._cards(set_up.game))
            journal = Journal(table.rules)
            loaded = self._store.entries(game, journal)
            return Restored(game, restore(table, loaded.entries), journal, loaded.dropped)
        except (StoreError, ValueError, KeyError) as error:
            raise Illegal("saved-game", f"Game {game} cannot be read: {error}") from None

    def go_on(self, restored: Restored) -> bool:
        """Put a restored game on the table, with the one before put away.

        One that is over was cut off just after its last entry: now it is put away, too.
        """
        self.leave()
        self.session = restored.session
        self._put_away = not self.running
        saved = self.ledger.go_on(restored.game, restored.journal)
        return self.ledger.end("finished") if self._put_away else saved
