"""Measures readers, displays and rest of a table: ``python -m benches.hardware``.

The real drivers on simulated chips, in a single thread.  Time is that of the model (air, 30 µs for a call to
SPI, 115200 baud, 100 kHz to 1 MHz on I2C, 8 MHz on SPI) plus the processor time that it takes here.  That of
the simulated reader is counted as well, that of the simulated display is not: it listens while the wire is
busy.  What a disk takes is not counted.  Ends with status 1 above a bound.
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion import config as c
from companion.bootstrap import RunningClock, build, simulated_table
from companion.catalogue import Catalogues
from companion.decks.sample import sample_deck, sample_tag
from companion.desk import Desk
from companion.displays import Wall
from companion.loop import Rounds
from companion.outfit import fit_out, load_settings
from companion.paint import Painter
from companion.screen import headline, screen
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Darkness, Signals, Silence
from companion.store import Store
from drivers.mfrc522 import Mfrc522Reader
from drivers.oled import OledDisplay
from drivers.oled_panel import Panel
from drivers.oled_wiring import I2CWiring, SpiWiring, Wiring
from drivers.oled_worker import BusWorker
from drivers.pn532 import Pn532Reader
from drivers.pn532_i2c import over_i2c
from drivers.pn532_uart import over_uart
from drivers.ports import CardSeen, Input
from drivers.sim.agenda import Agenda
from drivers.sim.chips.sh1106 import SimSh1106
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.i2c import SimI2CBus
from drivers.sim.lines import SimLines
from drivers.sim.pn532_i2c import Pn532OnI2c
from drivers.sim.pn532_wire import Pn532OnWire
from drivers.sim.spi import TRANSFER_S, Mfrc522OnSpi
from drivers.sim.spi_panel import SimSpiPanel
from engine.games import SetUp

TAPS = 40
AIR_S = 4.45e-3
"""A UID of 7 bytes on the air (docs/hardware-requirements.md, Times)."""
APP_S = 1e-3
READER_S = {"mfrc522": 5.5e-3, "pn532-uart": 6.6e-3}
"""Floors of readers (docs/hardware-requirements.md, Times)."""
PANEL_BYTES = {"ssd1306": 1034, "sh1106": 1080}
SLACK = 1.25
SCREEN = screen("ANN DISCOVERS", headline("REVEAL"), keys="tap: reveal")
IDLE_WINDOWS = 12
"""Seconds that are measured; the least counts, as the machine may be busy with other things."""
IDLE_SHARE = 0.01
"""Of a core, at most."""


def mixed() -> list[str]:
    """Name the persons of the game in an order in which hardly two of a kind follow one another."""
    names = [card.name for card in Catalogues().cards("port-royal") if card.type == "person"]
    random.Random(3).shuffle(names)
    return names


class Tapped(msgspec.Struct, frozen=True):
    """One tap; seconds."""

    known_s: float
    """From the first look that can see the tag until its UID is reported."""
    transfers: int
    """To an MFRC522 meanwhile."""
    shown_s: float = 0.0
    """From there until the picture is on the glass."""
    sent: int = 0
    """Bytes to the display."""


def timed(owner: Any, name: str) -> Callable[[], float]:
    """Let the processor time of a method of a simulated chip be noted; gives what asks for it."""
    total = 0.0
    act = getattr(owner, name)

    def noted(*given: Any, **named: Any) -> Any:
        nonlocal total
        began_s = time.thread_time()
        got = act(*given, **named)
        total += time.thread_time() - began_s
        return got

    setattr(owner, name, noted)
    return lambda: total


class ReaderBench:
    """A reader in a time that only leaps, and the tags on it."""

    def __init__(self, kind: str) -> None:
        self.clock = Agenda()
        self.sim: Any
        self.reader: Any
        self.seen: list[float] = []
        """When the tag was reported, on the clock and in processor time, and the transfers until then."""
        self.item: Input | None = None
        if kind == "mfrc522":
            self.sim = Mfrc522OnSpi(self.clock, charged=True)
            self.reader = Mfrc522Reader("main", self.sim.open_port, self.clock, nap=self.clock.sleep)
        elif kind == "pn532-uart":
            self.sim = Pn532OnWire(self.clock)
            self.reader = Pn532Reader("main", over_uart(self.sim.open_port), self.clock)
        else:
            self.sim = Pn532OnI2c(SimI2CBus(wait=self.clock.sleep), self.clock.now_s, paced=True)
            self.reader = Pn532Reader("main", over_i2c(self.sim.open_bus, nap=self.clock.sleep), self.clock)
        self.reader._outages.sink = self.hear  # noqa: SLF001 - turns are taken here, not by a thread
        self.run(1.0)

    @property
    def transfers(self) -> int:
        """Count what went over SPI so far."""
        return self.sim.line.transfers if isinstance(self.sim, Mfrc522OnSpi) else 0

    def is_seen(self) -> bool:
        """Tell whether the tag was reported."""
        return bool(self.seen)

    def hear(self, item: Input) -> None:
        """Take a report."""
        if isinstance(item, CardSeen):
            self.item = item
            self.seen[:] = self.clock.now_s(), time.process_time(), self.transfers

    def run(self, duration_s: float) -> None:
        """Let the reader work."""
        end_s = self.clock.now_s() + duration_s
        while self.clock.now_s() < end_s:
            self.clock.sleep(max(0.0, min(self.reader.turn(), end_s - self.clock.now_s())))

    def tap(self, card: str) -> Tapped:
        """Lay a card down and see how long it takes; an outstanding look is under way then."""
        self.seen.clear()
        began: list[float] = []

        def lay() -> None:
            self.sim.place(sample_tag(card))
            began[:] = self.clock.now_s(), time.process_time(), self.transfers

        if isinstance(self.sim, Mfrc522OnSpi):
            lay()
        else:
            self.clock.at(self.clock.now_s() + 0.05, lay)
        while not self.is_seen():
            self.clock.sleep(self.reader.turn())
        known_s = self.seen[0] - began[0] + self.seen[1] - began[1]
        return Tapped(known_s, int(self.seen[2] - began[2]))

    def lift(self) -> None:
        """Take the card away, and wait until that was seen."""
        self.sim.lift()
        self.run(1.0)


class DisplayBench:
    """A display on a bus, with a game whose table is shown on it."""

    def __init__(self, folder: Path, way: str, chip: str = "ssd1306") -> None:
        glass = {"ssd1306": SimSsd1306, "sh1106": SimSh1106}[chip]()
        wiring: Wiring
        self.lines = SimLines() if way == "spi" else None
        if self.lines:
            self.wire: Any = SimSpiPanel(glass, self.lines)
            factory = self.lines.pin_factory
            wiring = SpiWiring(self.wire.device, lambda: factory)
        else:
            self.wire = SimI2CBus(int(way))
            self.wire.attach(0x3C, glass)
            wiring = I2CWiring(self.wire.open)
        self.chip_s = timed(glass, "take" if way == "spi" else "write")
        self.display = OledDisplay("main", wiring, Panel(chip), worker=BusWorker("bench"))
        config, catalogues = c.TableConfig(), Catalogues()
        self.store = Store.open(folder)
        fittings = fit_out(
            config, self.store, catalogues, sample_deck("port-royal", catalogues.cards),
            now_s=time.monotonic, wall=lambda: "", rng=random.Random(1),
        )  # fmt: skip
        desk = Desk(msgspec.structs.replace(fittings, displays=("main",)), load_settings(self.store))
        desk.begin(SetUp(game="port-royal", players=("Ann", "Ben")))
        signals = Signals(Silence(), Darkness(), RHYTHMS, LIGHTS)
        self.rounds = Rounds(desk, Wall({"main": self.display}, Painter()), signals)
        self.rounds.show()
        self.display.settle(5)

    def show(self, item: Input) -> tuple[float, int]:
        """Let the table answer; give the seconds until the picture is there, and its bytes."""
        busy_s, sent = self.wire.busy_s, self.wire.bytes
        cpu_s = time.process_time() - self.chip_s()
        self.rounds.take(item)
        if not self.display.settle(5):
            raise SystemExit("the display did not take its picture within 5 s")
        cpu_s = time.process_time() - self.chip_s() - cpu_s
        return cpu_s + self.wire.busy_s - busy_s, self.wire.bytes - sent

    def close(self) -> None:
        """End it."""
        self.display.close()
        self.store.close()
        if self.lines:
            self.lines.close()


@contextmanager
def display_bench(way: str, chip: str) -> Iterator[DisplayBench]:
    """Give a display for a while."""
    with tempfile.TemporaryDirectory() as folder:
        bench = DisplayBench(Path(folder), way, chip)
        try:
            yield bench
        finally:
            bench.close()


def taps(kind: str, way: str = "400000", chip: str = "ssd1306", count: int = TAPS) -> list[Tapped]:
    """Tap cards, one after the other."""
    reader = ReaderBench(kind)
    done = []
    with display_bench(way, chip) as display:
        for card in mixed()[:count]:
            tap = reader.tap(card)
            assert reader.item is not None, "it was reported"
            shown_s, sent = display.show(reader.item)
            done.append(msgspec.structs.replace(tap, shown_s=shown_s, sent=sent))
            reader.lift()
    return done


def slow(values: list[float]) -> float:
    """Give what 95 of 100 are below."""
    return statistics.quantiles(values, n=20)[-1]


def line(what: str, values: list[float], bound: float | None = None, unit: float = 1e3) -> bool:
    """Print one measurement; tell whether 95 of 100 keep its bound."""
    kept = bound is None or slow(values) <= bound
    verdict = "" if bound is None else f" {bound * unit:8.2f}  {'pass' if kept else 'FAIL'}"
    print(f"{what:54} {statistics.median(values) * unit:8.2f} {slow(values) * unit:8.2f}{verdict}")
    return kept


def readers() -> bool:
    """Tap to UID."""
    mfrc522 = taps("mfrc522")
    floor = [tap.known_s / (AIR_S + tap.transfers * TRANSFER_S) for tap in mfrc522]
    verdicts = [
        line("MFRC522: tap to UID / air and transfers", floor, 1.3, unit=1),
        line("MFRC522: tap to UID, ms", [tap.known_s for tap in mfrc522], 0.025),
        line("PN532 on a serial line: tap to UID, ms", [tap.known_s for tap in taps("pn532-uart")], 0.009),
        line("PN532 on I2C, 400 kHz: tap to UID, ms", [tap.known_s for tap in taps("pn532-i2c")], 0.025),
    ]
    return all(verdicts)


def pairs() -> bool:
    """Tap to picture, beside the floor of every pair of reader and bus."""
    ways = {"100000": "I2C 100 kHz", "400000": "I2C 400 kHz", "1000000": "I2C 1 MHz", "spi": "SPI 8 MHz"}
    kept = True
    for kind, reader_s in READER_S.items():
        for way, name in ways.items():
            for chip, size in PANEL_BYTES.items():
                done = taps(kind, way, chip)
                wire_s = size * 8 / 8e6 if way == "spi" else size * 9 / int(way)
                bound_s = SLACK * (reader_s + APP_S + wire_s)
                sent = statistics.median(tap.sent for tap in done)
                what = f"{kind}, {chip} on {name}, {sent:.0f} of {size} bytes"
                kept &= line(what, [tap.known_s + tap.shown_s for tap in done], bound_s)
    return kept


def idle() -> bool:
    """Tell what a table costs on which nothing happens, the simulated chip's own share taken off."""
    displays: dict[Any, Any] = {
        "main": c.Ssd1309Spi(),
        **{f"seat-{seat}": c.Ssd1306I2c(mux=c.Mux(channel=seat)) for seat in (1, 2, 3)},
    }
    config = c.TableConfig(readers={"main": c.Mfrc522Spi()}, displays=displays)
    with simulated_table(config, RunningClock(), every_kind=True) as hardware:
        assert hardware.machine is not None
        wires: Any = hardware.machine.readers["main"]
        spent = timed(wires.line, "transfer")
        parts = build(config, lambda _item: None, simulated=hardware)
        parts.start(lambda _item: None)
        for display in parts.displays.values():
            display.show(Painter().paint(SCREEN, width=display.width, height=display.height))
        time.sleep(0.5)
        transfers, began_s = wires.line.transfers, time.monotonic()
        shares = [_shares(spent) for _ in range(IDLE_WINDOWS)]
        a_second = (wires.line.transfers - transfers) / (time.monotonic() - began_s)
        whole, own = min(whole for whole, _ in shares), min(own for _, own in shares)
        print(f"{'idle: transfers a second to the MFRC522':54} {a_second:8.0f}")
        print(f"{'idle: share of a core, simulated chip counted':54} {whole:8.2%}")
        verdict = "pass" if own <= IDLE_SHARE else "FAIL"
        print(f"{'idle: share of a core, without it':54} {own:8.2%} {'':8} {IDLE_SHARE:8.2%}  {verdict}")
        parts.close()
    return own <= IDLE_SHARE


def _shares(spent: Callable[[], float]) -> tuple[float, float]:
    """Give the share of a core that all takes in a second, and what of it is not the simulated chip's."""
    chip_s, cpu_s, began_s = spent(), time.process_time(), time.monotonic()
    time.sleep(1.0)
    seconds = time.monotonic() - began_s
    whole_s = time.process_time() - cpu_s
    return whole_s / seconds, (whole_s - spent() + chip_s) / seconds


def judge() -> bool:
    """Measure and print all; tell whether all bounds are kept."""
    print(f"\n{'a table on simulated buses':54} {'median':>8} {'95th':>8} {'at most':>8}")
    verdicts = [readers(), pairs(), idle()]
    return all(verdicts)


if __name__ == "__main__":
    sys.exit(0 if judge() else 1)
