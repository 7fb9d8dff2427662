"""The device is killed at random moments of whole games, played by taps and keys: what clicked is there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.catalogue import load_cards
from companion.gametable import GameTable
from companion.players import play_out
from companion.store import Store
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.session import Session, restore

PLAYER = '''
import os, random, sys
from pathlib import Path
from companion.catalogue import Catalogues
from companion.config import default_simulated
from companion.decks.sample import sample_deck
from companion.desk import Desk
from companion.flow import Press, Resuming, Settings
from companion.outfit import fit_out, load_settings, words
from companion.players import FaceDown
from companion.selfplay import SelfPlay
from companion.store import Store
from drivers.ports import ButtonLong, ButtonShort, CardSeen
from engine.games import SetUp
from msgspec.structs import replace

catalogues, config = Catalogues(), default_simulated()
deck = sample_deck("port-royal", catalogues.cards)
uids = {card: uid for uid, card in deck.cards.items()}
spoken = words(Settings())

class Device:
    """The device, and the players at it."""

    def __init__(self, folder, seed):
        self.rng = random.Random(seed)
        self.now_s = 100.0
        self.store = Store.open(folder)
        fittings = fit_out(config, self.store, catalogues, deck,
                           now_s=lambda: self.now_s, wall=self.wall, rng=self.rng)
        self.desk = Desk(replace(fittings, words=lambda _: spoken), load_settings(self.store))

    def wall(self):
        """Give a date as a clock without a battery does: any."""
        return f"{self.rng.randrange(1970, 2040)}-03-04T05:06:07+00:00"

    def handle(self, item):
        self.now_s += 5.0
        outcome = self.desk.handle(item)
        if "tick" in outcome.signals:
            self.acknowledge()

    def acknowledge(self):
        os.write(1, b"kept %d %d\\n" % (self.desk._table.ledger._book.game, self.desk.session.seq))

    def press(self, key, long=False):
        self.handle((ButtonLong if long else ButtonShort)(key, self.now_s))

    def play(self):
        desk = self.desk
        desk.start()
        self.now_s += 10.0
        if isinstance(desk.mode, Resuming):
            self.press("yes")
        else:
            desk.begin(SetUp(game="port-royal", players=("Ann", "Ben", "Cem")))
            self.acknowledge()
        players = SelfPlay(desk)
        while not players.over:
            if self.rng.random() < 0.03 and desk.session.done:
                self.press("no", long=True)
                players = SelfPlay(desk)
            deed = players.deed()
            if isinstance(deed, Press):
                self.press(deed.key, deed.long)
            else:
                cards = desk.session.table.rules.cards
                card = FaceDown(desk.session.state, self.rng).top if deed.card is None else deed.card
                self.handle(CardSeen("main", uids[cards[card].name], self.now_s))
        if desk.session.state.agenda:
            self.store.end(desk._table.ledger._book.game, "scored", self.wall())
        desk.close()
        os.write(1, b"over 0 0\\n")

while line := sys.stdin.readline():
    folder, seed = line.split()
    child = os.fork()
    if not child:
        Device(Path(folder), int(seed)).play()
        os._exit(0)
    os.write(1, b"pid %d 0\\n" % child)
    sys.stdin.readline()
    os.waitpid(child, 0)
    os.write(1, b"gone 0 0\\n")
'''
"""Starts a device for a line of its input, forked with everything loaded; collects it at the next line."""


class Power:
    """Switches devices on, and off at random moments."""

    def __init__(self, program: subprocess.Popen[bytes], folder: Path, seed: int) -> None:
        self.rng = random.Random(seed)
        self.acknowledged: dict[int, int] = {}
        """For each game the entry that clicked last."""
        self.games_over = 0
        self._program = program
        self._folder = folder

    def cut(self) -> None:
        """Let the device play on until it is killed."""
        self._tell(f"{self._folder} {self.rng.randrange(2**32)}")
        word, child, _ = self._said()
        assert word == "pid"
        for _ in range(self.rng.choice((0, 1, 3, 8, 15))):
            if not self._hear(*self._said()):
                break
        time.sleep(self.rng.random() * 0.004)
        os.kill(child, signal.SIGKILL)  # not collected yet, so the number is still its own
        self._tell("collect")
        while (said := self._said())[0] != "gone":
            self._hear(*said)

    def _hear(self, word: str, game: int, seq: int) -> bool:
        """Note what was said; False when the game is over."""
        if word == "kept":
            self.acknowledged[game] = seq
        else:
            assert word == "over", "the device fell over"
            self.games_over += 1
        return word == "kept"

    def _said(self) -> tuple[str, int, int]:
        assert self._program.stdout is not None
        word, game, seq = self._program.stdout.readline().split()
        return word.decode(), int(game), int(seq)

    def _tell(self, line: str) -> None:
        assert self._program.stdin is not None
        self._program.stdin.write(f"{line}\n".encode())
        self._program.stdin.flush()


@pytest.fixture
def program() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        yield program
        assert program.stdin is not None
        program.stdin.close()


def check(folder: Path, acknowledged: dict[int, int], games: set[int]) -> None:
    """Open what is left: all that clicked is there, at most one entry more, and it can be gone on with."""
    cards = load_cards("port-royal")
    with Store.open(folder) as store:
        assert store.notice == ""
        for game in games:
            table = open_table(store.set_up(game), cards)
            loaded = store.entries(game, Journal(table.rules))
            assert loaded.dropped == 0
            assert len(loaded.entries) in (acknowledged[game], acknowledged[game] + 1)
            assert restore(table, loaded.entries).seq == len(loaded.entries)


def test_R44_nothing_that_clicked_is_lost_however_often_the_device_is_killed(
    quick: Path, program: subprocess.Popen[bytes], soak: bool
) -> None:
    seed = time.time_ns() if soak else 20
    print(f"seed {seed}")
    kills = 5_000 if soak else 100
    power = Power(program, quick, seed)
    for _ in range(kills):
        power.cut()
        check(quick, power.acknowledged, {max(power.acknowledged)} if power.acknowledged else set())
    check(quick, power.acknowledged, set(power.acknowledged))
    assert sum(power.acknowledged.values()) > kills
    with Store.open(quick) as store:
        cuts, starts = store.runs()
    assert kills / 2 < starts <= kills, "some are cut off before they are on"
    assert starts / 2 < cuts <= starts


def test_a_game_that_was_cut_off_just_after_its_last_entry_is_put_away_when_it_is_looked_at(
    tmp_path: Path,
) -> None:
    set_up = SetUp(game="port-royal", players=("Ann", "Ben"))
    table = open_table(set_up, load_cards("port-royal"))
    session, journal = Session(table), Journal(table.rules)
    at = "2026-05-06T19:30:00"
    with Store.open(tmp_path) as store:
        game = store.begin(set_up, at)
        play_out(session, random.Random(1), watch=lambda entry: store.append(game, entry, journal, at))
        if session.state.agenda:
            pytest.skip("this game stands still")
        games = GameTable(store, load_cards, lambda: at, lambda: 0.0)
        assert games.cut_short() == game
        games.go_on(games.restore(game))
        assert store.all_games()[0].outcome == "finished"
        assert games.cut_short() is None
        assert games.session is not None, "its scores can be seen"
        games.enter(games.need().propose_undo())
        assert games.cut_short() == game, "taken back, it goes on"


def test_R45_cuts_are_counted(tmp_path: Path) -> None:
    for number in range(4):
        with Store.open(tmp_path) as store:
            store.begin_run("2026-05-06T19:30:00")
            assert store.runs() == (number, 2 * number + 1), "this run has not been cut off"
        with Store.open(tmp_path) as store:
            store.begin_run("2026-05-06T20:30:00")
            store.end_run("2026-05-06T21:30:00")
