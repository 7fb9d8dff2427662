"""A game that plays itself on the displays, lights and sounds of a real table: `port-royal run --demo`.

It needs no reader and no tag.  Simple players put into the inbox what readers and keys would, from the same
thread that takes it out; all that follows is the device as it is.  Any key of the table ends it.
"""

from __future__ import annotations

import logging
import queue
import random
import tempfile
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from companion.adventure.papers import card_of
from companion.catalogue import Catalogues
from companion.config import TableConfig, load_config
from companion.decks.record import Deck
from companion.decks.sample import sample_deck
from companion.first_game import first_game
from companion.flow import Press
from companion.options import USUAL_NAMES
from companion.piles import Piles
from companion.run import Table
from companion.selfplay import SelfPlay
from companion.simulate.stickers import printed
from companion.store import Store
from companion.worlds import WORLDS, piles_of
from drivers.ports import ButtonLong, ButtonShort, CardSeen, DisplayLost, Input, Tick
from engine.games import SetUp
from engine.session import Session
from engine.setup import SEATS

GAME = "port-royal"
"""Played unless another one is asked for."""
FEWEST_PLAYERS = 3
PACE_S = 1.5
"""Between two deeds."""
NEWS_S = 2.0
"""So much longer stands what is not seen on every turn: a bust, a tax, the last round."""
END_S = 10.0
"""How long the final screen stands."""


def run_demo(config_path: Path, game: str = GAME) -> int:
    """Play one game on the table of a config, or until a key or a signal ends it; gives the exit status 0.

    What is saved meanwhile lies in a temporary folder.  Raises ``ConfigError``.
    """
    config = replace(load_config(config_path), readers={}, deck=None)
    rng = random.Random()
    deck = sample_deck(game, printed(Catalogues()))
    players = PlayersInbox(deck, rng)
    print("A demonstration: the players play by themselves. Any key of the table, or Ctrl-C here, ends it.")
    with tempfile.TemporaryDirectory(prefix="port-royal-") as folder, Store.open(Path(folder)) as store:
        table = Table(config, store, inbox=players, deck=deck)
        players.sit_down(table, set_up(config, game, rng))
        return table.run()


def set_up(config: TableConfig, game: str, rng: random.Random) -> SetUp:
    """Give the game that is played: a player for each seat with a display, three at least, if so many can."""
    seats = sum(name != "main" for name in config.displays)
    players = min(max(FEWEST_PLAYERS, seats), SEATS[game].stop - 1)
    return first_game(game, USUAL_NAMES[:players], rng)


class PlayersInbox(queue.SimpleQueue[Input]):
    """The inbox of a table whose players are programs; ``sit_down`` before it is asked.

    It is asked from the thread of the desk only.  What real devices report goes through, but for keys.
    """

    def __init__(self, deck: Deck, rng: random.Random) -> None:
        super().__init__()
        self._rng = rng
        self._uids: Mapping[str, str] = {card: uid for uid, card in deck.cards.items()}
        self._game: _Game | None = None

    def sit_down(self, table: Table, game: SetUp) -> None:
        """Take a place at a table; the game begins when the inbox is asked for the first time."""
        self._table = table
        self._set_up = game
        self._players = SelfPlay(table.desk, lambda: self._game.cards if self._game else None)

    def get(self, block: bool = True, timeout: float | None = None) -> Input:  # noqa: FBT001, FBT002 - the queue's
        """Give what comes in next, from a device or from a player; raises ``queue.Empty``."""
        desk = self._table.desk
        if self._game is None:
            self._game = _begun(self._table, self._set_up, self._rng)
        due_s = self._game.follow(desk.now_s(), over=self._players.over)
        left_s = max(0.0, due_s - desk.now_s())
        try:
            return self._reported(super().get(block, left_s if timeout is None else min(timeout, left_s)))
        except queue.Empty:
            if desk.now_s() < due_s:
                raise
        return self._end() if self._players.over else self._deed(self._game)

    def _deed(self, game: _Game) -> Input:
        """Do what a player does now."""
        deed, now_s = self._players.deed(), self._table.desk.now_s()
        game.acted()
        if isinstance(deed, Press):
            return ButtonLong(deed.key, now_s) if deed.long else ButtonShort(deed.key, now_s)
        card = game.cards.top if deed.card is None else deed.card
        assert card is not None, "players show cards that are there"
        return CardSeen("demo", self._uids[card_of(game.session.table.rules, card).name], now_s)

    def _reported(self, item: Input) -> Input:
        if isinstance(item, ButtonShort | ButtonLong):
            return self._end()
        if isinstance(item, DisplayLost):
            logging.getLogger(__name__).warning("Not everything is shown: %s.", item.reason)
        return item

    def _end(self) -> Input:
        self._table.stop()
        return Tick(self._table.desk.now_s())


def _begun(table: Table, game: SetUp, rng: random.Random) -> _Game:
    """Begin the game."""
    table.desk.begin(game)
    session = table.desk.session
    assert session is not None, "it has just begun"
    return _Game(session, rng, table.desk.now_s() + PACE_S)


class _Game:
    """The cards that lie face down, and when the next deed is due."""

    def __init__(self, session: Session, rng: random.Random, due_s: float) -> None:
        self.session = session
        self.cards: Piles = piles_of(session, str(rng.random()))
        self._loud = WORLDS[session.table.game.name].loud
        self._due_s = due_s
        self._before: int | None = None

    def acted(self) -> None:
        """Remember how the table lies, just before a deed is answered."""
        self._before = self.session.seq

    def follow(self, now_s: float, *, over: bool) -> float:
        """Move the cards as the last deed did, once it is answered; give when the next one is due."""
        if self._before is not None:
            seq, self._before = self._before, None
            entry = self.session.last
            events = entry.events if entry and self.session.seq > seq else ()
            self.cards.follow()
            loud = any(type(event) in self._loud for event in events)
            self._due_s = now_s + (END_S if over else PACE_S + NEWS_S * loud)
        return self._due_s
