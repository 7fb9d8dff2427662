"""Plays whole games by taps and keys, and measures what every tap takes until its picture is on the glass.

The real loop, store and display driver on a simulated chip, one after the other in a time that leaps, with
pauses in which news go away.  What a tap takes is processor time, that of the simulated chip not counted as
the wire is busy meanwhile, and the time of the wire.
"""

from __future__ import annotations

import random
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec

from benches.hardware import timed
from companion import config as c
from companion.catalogue import Catalogues
from companion.decks.sample import sample_deck, sample_tag
from companion.desk import Desk
from companion.displays import Wall
from companion.flow import Press
from companion.loop import Rounds
from companion.outfit import fit_out, load_settings
from companion.paint import Painter
from companion.selfplay import SelfPlay
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Darkness, Signals, Silence
from companion.store import Store
from companion.worlds import piles_of
from drivers.oled import OledDisplay
from drivers.oled_panel import Panel
from drivers.oled_wiring import I2CWiring
from drivers.oled_worker import BusWorker
from drivers.ports import ButtonShort, CardSeen, Input, Tick
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.i2c import SimI2CBus
from engine.games import SetUp

PAUSE_S = 6.0
"""From one deed to the next: news are gone by then."""
HEADLINE_BYTES = 3 * 128
"""Display memory of the header and of the headline, which are sent first."""
NAMES = ("Ann", "Ben", "Cleo", "Dora", "Emil")


class Shown(msgspec.Struct, frozen=True):
    """What a tap took from its UID to its picture; seconds."""

    card: str
    host_s: float
    """Processor time, without the simulated chip."""
    wire_s: float
    sent: int
    """Bytes to the display."""
    headline_wire_s: float
    """Of the wire's time, until the last byte of the headline."""


class PlayedGame:
    """A game at a table with one display."""

    def __init__(self, folder: Path, players: int, seed: int) -> None:
        self.clock_s = 0.0
        self.bus, self.chip = SimI2CBus(), SimSsd1306()
        self.bus.attach(0x3C, self.chip)
        self.headline_s = 0.0
        """When on the wire the headline changed last."""
        take = self.chip.write
        self.chip.write = lambda message: self._taken(take, message)  # type: ignore[method-assign]
        self.chip_s = timed(self.chip, "write")
        worker = BusWorker("bench")
        self.display = OledDisplay("main", I2CWiring(self.bus.open), Panel(), worker=worker, repaint_s=None)
        catalogues = Catalogues()
        self.store = Store.open(folder)
        fittings = fit_out(
            c.default_simulated(), self.store, catalogues, sample_deck("port-royal", catalogues.cards),
            now_s=lambda: self.clock_s, wall=lambda: "", rng=random.Random(seed),
        )  # fmt: skip
        self.desk = Desk(msgspec.structs.replace(fittings, displays=("main",)), load_settings(self.store))
        self.desk.begin(SetUp(game="port-royal", players=NAMES[:players]))
        signals = Signals(Silence(), Darkness(), RHYTHMS, LIGHTS)
        self.rounds = Rounds(self.desk, Wall({"main": self.display}, Painter()), signals)
        assert self.desk.session is not None
        self.session = self.desk.session
        self.piles = piles_of(self.session, f"bench {seed}")
        self.rounds.show()
        self.display.settle(5)

    def _taken(self, take: Callable[[bytes], None], message: bytes) -> None:
        before = bytes(self.chip.memory[:HEADLINE_BYTES])
        take(message)
        if before != self.chip.memory[:HEADLINE_BYTES]:
            self.headline_s = self.bus.busy_s

    def taps(self) -> Iterator[Shown]:
        """Play to the end, and give what each tap took."""
        players = SelfPlay(self.desk, lambda: self.piles)
        while not players.over:
            self.clock_s += PAUSE_S
            self.rounds.take(Tick(self.clock_s))
            self.display.settle(5)
            deed = players.deed()
            if isinstance(deed, Press):
                self.rounds.take(ButtonShort(deed.key, self.clock_s))
                self.display.settle(5)
            else:
                card = self.piles.top if deed.card is None else deed.card
                assert card is not None, "players show cards that are there"
                name = self.session.table.rules.cards[card].name
                yield self._shown(name, CardSeen("main", sample_tag(name).uid_hex, self.clock_s))
            self.piles.follow()

    def _shown(self, card: str, item: Input) -> Shown:
        wire_s, sent = self.bus.busy_s, self.bus.bytes
        self.headline_s = wire_s
        cpu_s = time.process_time() - self.chip_s()
        self.rounds.take(item)
        self.display.settle(5)
        host_s = time.process_time() - self.chip_s() - cpu_s
        return Shown(card, host_s, self.bus.busy_s - wire_s, self.bus.bytes - sent, self.headline_s - wire_s)

    def close(self) -> None:
        """End it."""
        self.display.close()
        self.store.close()


def played(players: int, seed: int) -> list[Shown]:
    """Play a whole game."""
    with tempfile.TemporaryDirectory() as folder:
        game = PlayedGame(Path(folder), players, seed)
        try:
            return list(game.taps())
        finally:
            game.close()


def evening(players: Iterable[int] = (3, 4, 5)) -> list[Shown]:
    """Play one game each with so many players."""
    return [tap for count in players for tap in played(count, seed=count)]
