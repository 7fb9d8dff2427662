"""Measures the service: cold start, memory, idle time of the processor, bytes that a game writes.

    python -m benches.service

A table with a reader and four displays, on simulated chips; the disk is this machine's.  The chips are
counted in, but for what that of the reader takes of an idle processor: it has a thread of its own, and is
said beside it.
"""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benches.program import line
from companion.catalogue import load_cards
from companion.players import play_out
from companion.store import Store
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.session import Session

FIRST_FRAME_S = 0.6
MEMORY_MB = 60.0
IDLE_PERCENT = 1.0
GAME_KB = 4_000.0
STARTS = 5
IDLE_S = 10.0
CONFIG = """
readers: {main: {kind: pn532-uart, port: /dev/port-royal-bench}}
displays:
  main: {kind: ssd1309-spi}
  seat-1: {kind: ssd1306-i2c, bus: 31}
  seat-2: {kind: ssd1306-i2c, bus: 32}
  seat-3: {kind: ssd1306-i2c, bus: 33}
buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 16, menu: 26}}
"""
TABLE = """
import sys, threading, time
from pathlib import Path
from companion import run
from companion.bootstrap import RunningClock, build, simulated_table
from companion.displays import Wall

real_show = Wall.show

def show(self, screens):
    real_show(self, screens)
    Wall.show = real_show
    table.parts_of_bench.settle(list(screens), 10.0)
    chips = [thread.native_id for thread in threading.enumerate() if thread.name.startswith("sim-")]
    print(time.monotonic(), time.process_time(), *chips, flush=True)

class Simulated:
    pass

table = Simulated()

def build_simulated(config, sink, *, is_known):
    table.chips = simulated_table(config, RunningClock(), every_kind=True)
    table.parts_of_bench = build(config, sink, simulated=table.chips, is_known=is_known)
    return table.parts_of_bench

Wall.show = show
run.build = build_simulated
sys.exit(run.run_table(Path(sys.argv[1]), Path(sys.argv[2])))
"""
"""Runs the service on simulated chips, and prints when the first pictures stand on all displays."""


class Service:
    """The service, running."""

    def __init__(self, folder: Path) -> None:
        config = folder / "table.yaml"
        config.write_text(CONFIG)
        began_s = time.monotonic()
        self._program = subprocess.Popen(
            [sys.executable, "-c", TABLE, str(config), str(folder / "saved")],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self._program.stdout is not None
        shown_s, busy_s, *chips = self._program.stdout.readline().split()
        self.first_frame_s, self.busy_s = float(shown_s) - began_s, float(busy_s)
        self._chips = frozenset(chips)

    @property
    def memory_mb(self) -> float:
        """Give the memory that it holds now."""
        status = Path(f"/proc/{self._program.pid}/status").read_text()
        [size] = [line.split()[1] for line in status.splitlines() if line.startswith("VmRSS:")]
        return int(size) * 1024 / 1e6

    def idle_percent(self) -> tuple[float, float]:
        """Give how much of a processor it takes while nobody does anything, and how much of that chips do."""
        (all_s, chips_s), began_s = self._busy_s(), time.monotonic()
        time.sleep(IDLE_S)
        (all_later_s, chips_later_s), took_s = self._busy_s(), time.monotonic() - began_s
        return 100 * (all_later_s - all_s) / took_s, 100 * (chips_later_s - chips_s) / took_s

    def _busy_s(self) -> tuple[float, float]:
        """Give the seconds of processor of all threads, and of simulated chips alone."""
        threads = Path(f"/proc/{self._program.pid}/task").iterdir()
        busy_s = {thread.name: int((thread / "schedstat").read_text().split()[0]) / 1e9 for thread in threads}
        return sum(busy_s.values()), sum(busy_s[chip] for chip in self._chips)

    def stop(self) -> None:
        """End it."""
        self._program.send_signal(signal.SIGTERM)
        if self._program.wait(10):
            raise RuntimeError("the service did not end well")


def service() -> tuple[float, float, float, float, float]:
    """Give the seconds to the first frame and of processor until then, each the least of some starts.

    Then memory in MB, and percent of a processor when idle, of all threads and of simulated chips.
    """
    starts = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(STARTS - 1):
            one = Service(Path(folder))
            starts.append((one.first_frame_s, one.busy_s))
            one.stop()
        last = Service(Path(folder))
        starts.append((last.first_frame_s, last.busy_s))
        time.sleep(1.0)
        idle, chips = last.idle_percent()
        memory = last.memory_mb
        last.stop()
    firsts, busy = zip(*starts, strict=True)
    return min(firsts), min(busy), memory, idle, chips


def game_bytes(seed: int = 1) -> tuple[int, int]:
    """Play a game into a store; give its entries, and the bytes that were written for it."""
    set_up = SetUp(game="port-royal", players=("Ann", "Ben", "Cem", "Dot"))
    table = open_table(set_up, load_cards("port-royal"))
    session, journal = Session(table), Journal(table.rules)
    with tempfile.TemporaryDirectory() as folder, Store.open(Path(folder)) as store:
        before = written()
        game = store.begin(set_up, "2026-05-06T19:30:00")
        watch = lambda entry: store.append(game, entry, journal, "2026-05-06T19:30:00")  # noqa: E731
        entries = play_out(session, random.Random(seed), watch=watch)
        store.end(game, "finished", "2026-05-06T22:30:00")
        return entries, written() - before


def written() -> int:
    """Give the bytes that this process has written so far."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("wchar:"))


def judge() -> bool:
    """Measure and print; tell whether all bounds are kept."""
    print(f"{'the service, with a reader and four displays':54} {'':8} {'':8} {'at most':>8}")
    first_s, busy_s, memory, idle, chips = service()
    entries, size = game_bytes()
    verdicts = (
        line("cold start to the first pictures, s", first_s, FIRST_FRAME_S),
        line("of it on the processor, s", busy_s, FIRST_FRAME_S),
        line("memory, MB", memory, MEMORY_MB),
        line("idle, % of a processor", idle - chips, IDLE_PERCENT),
        line("beside it the simulated chip of the reader, %", chips, IDLE_PERCENT),
        line(f"written for a game of four ({entries} entries), kB", size / 1000, GAME_KB),
    )
    return all(verdicts)


if __name__ == "__main__":
    sys.exit(0 if judge() else 1)
