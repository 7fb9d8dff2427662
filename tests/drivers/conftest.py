"""What the tests of the drivers share: an inbox for inputs, and the proof that nothing is left behind."""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from drivers.buses import SLICE_S, SystemClock
from drivers.flipper import parse_flipper
from drivers.mfrc522 import Mfrc522Reader
from drivers.pn532 import Pn532Reader
from drivers.pn532_i2c import over_i2c
from drivers.pn532_uart import over_uart
from drivers.ports import Clock, Input
from drivers.sim.agenda import Agenda
from drivers.sim.chips.ntag import Type2Tag
from drivers.sim.clock import RunningClock
from drivers.sim.i2c import SimI2CBus
from drivers.sim.pn532_i2c import Pn532OnI2c
from drivers.sim.pn532_wire import Pn532OnWire
from drivers.sim.serial import Pn532OnPty
from drivers.sim.spi import Mfrc522OnSpi
from drivers.tags import TagImage

PATIENCE_S = 30.0
"""How long a test waits for what must come; a loaded machine needs some of it."""


class Inbox:
    """A sink that tests wait at."""

    def __init__(self) -> None:
        self.items: list[Input] = []
        self._came = threading.Condition()

    def __call__(self, item: Input) -> None:
        with self._came:
            self.items.append(item)
            self._came.notify_all()

    def wait(self, kind: type[Input], times: int = 1, timeout_s: float = PATIENCE_S) -> Input:
        """Give the n-th input of a kind since the last ``clear``."""
        with self._came:
            assert self._came.wait_for(lambda: len(self.of(kind)) >= times, timeout_s), (kind, self.items)
            return self.of(kind)[times - 1]

    def of(self, *kinds: type[Input]) -> list[Input]:
        return [item for item in self.items if isinstance(item, kinds)]

    def clear(self) -> None:
        with self._came:
            self.items.clear()


@pytest.fixture
def inbox() -> Inbox:
    return Inbox()


@pytest.fixture(autouse=True)
def leaves_nothing() -> Iterator[None]:
    """Prove that a test leaves no thread and no open file.

    luma starts four threads of its own when it is imported, which stay; hence it is imported before.
    """
    importlib.import_module("luma.oled.device")
    threads, files = set(threading.enumerate()), open_files()
    yield
    end_s = time.monotonic() + PATIENCE_S
    while time.monotonic() < end_s and (set(threading.enumerate()) - threads or open_files() > files):
        time.sleep(0.01)
    assert set(threading.enumerate()) - threads == set()
    assert open_files() <= files


def open_files() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def eventually(is_so: Callable[[], bool], timeout_s: float = PATIENCE_S) -> bool:
    """Wait until something is so."""
    end_s = time.monotonic() + timeout_s
    while not is_so():
        if time.monotonic() > end_s:
            return False
        time.sleep(0.002)
    return True


@pytest.fixture(name="eventually")
def eventually_fixture() -> Callable[..., bool]:
    return eventually


class Desk:
    """A real reader driver on a simulated chip, and the inbox it reports to."""

    def __init__(self, chip: Pn532OnPty, clock: Clock, inbox: Inbox) -> None:
        self.chip = chip
        self.clock = clock
        self.inbox = inbox
        self.slice_s = SLICE_S
        self.known: Callable[[str], bool] | None = None
        self.reader: Pn532Reader | None = None

    def start(self) -> Pn532Reader:
        """Start the driver; it looks for tags when this returns."""
        self.begin()
        assert eventually(self.is_looking)
        return self.reader

    def begin(self) -> Pn532Reader:
        """Start the driver and do not wait for it."""
        self.reader = Pn532Reader("main", over_uart(self.open_port), self.clock, self.known)
        self.reader.start(self.inbox)
        return self.reader

    def open_port(self) -> serial.Serial:
        port = self.chip.open_port()
        port.timeout = self.slice_s
        return port

    def is_looking(self) -> bool:
        """A look without end is under way."""
        pending = self.chip.end.pending
        return pending is not None and pending.code == 0x4A and self.chip.chip.activation_retries == 0xFF

    def close(self) -> None:
        if self.reader:
            self.reader.close()


def desk(inbox: Inbox, clock: Clock, *, paced: bool = False) -> Iterator[Desk]:
    with Pn532OnPty(paced=paced) as chip:
        it = Desk(chip, clock, inbox)
        try:
            yield it
        finally:
            it.close()


@pytest.fixture
def quick(inbox: Inbox) -> Iterator[Desk]:
    """Give a reader whose pauses take a tenth of their time, silences half, and a line that takes none."""
    for it in desk(inbox, RunningClock(speed=10)):
        it.slice_s = SLICE_S / 2
        yield it


@pytest.fixture
def steady(inbox: Inbox) -> Iterator[Desk]:
    """Give a reader in real time, on a line that takes none."""
    yield from desk(inbox, SystemClock())


@pytest.fixture
def paced(inbox: Inbox) -> Iterator[Desk]:
    """Give a reader with short pauses on a line of 115200 baud, with tags as slow as real ones."""
    yield from desk(inbox, RunningClock(speed=10), paced=True)


class Bench:
    """A reader driver in a single thread, with its chip and its tags in a time that only leaps."""

    def __init__(self, kind: str, known: Callable[[str], bool] | None = None) -> None:
        self.kind = kind
        self.clock = Agenda()
        self.items: list[Input] = []
        self.longest_turn_s = 0.0
        self.sim: Pn532OnWire | Pn532OnI2c | Mfrc522OnSpi
        self.reader: Pn532Reader | Mfrc522Reader
        if kind == "uart":
            self.sim = Pn532OnWire(self.clock)
            self.reader = Pn532Reader("main", over_uart(self.sim.open_port), self.clock, known)
        elif kind == "i2c":
            bus = SimI2CBus(100_000, wait=self.clock.sleep)
            self.sim = Pn532OnI2c(bus, self.clock.now_s, paced=True)
            line = over_i2c(self.sim.open_bus, nap=self.clock.sleep)
            self.reader = Pn532Reader("main", line, self.clock, known)
        else:
            self.sim = Mfrc522OnSpi(self.clock, charged=True)
            self.reader = Mfrc522Reader("main", self.sim.open_port, self.clock, known, nap=self.clock.sleep)
        self.reader._outages.sink = self.items.append

    def run(self, duration_s: float) -> list[Input]:
        """Let the reader work for a while; give what it reported meanwhile."""
        before = len(self.items)
        end_s = self.clock.now_s() + duration_s
        while self.clock.now_s() < end_s:
            began_s = self.clock.now_s()
            pause_s = self.reader.turn()
            self.longest_turn_s = max(self.longest_turn_s, self.clock.now_s() - began_s)
            self.clock.sleep(max(0.0, min(pause_s, end_s - self.clock.now_s())))
        return self.items[before:]

    def after(self, duration_s: float, act: Callable[[], object]) -> None:
        """Do something in a moment."""
        self.clock.at(self.clock.now_s() + duration_s, act)

    def tap(self, tag: TagImage | Type2Tag, held_s: float = 0.3) -> list[Input]:
        """Lay a tag down, take it away again, and wait until that must have been told."""
        self.sim.place(tag)
        self.after(held_s, self.sim.lift)
        return self.run(held_s + 0.6)


@pytest.fixture
def bench() -> Callable[..., Bench]:
    """Give a maker of readers on a chip: "uart", "i2c" or "mfrc522"."""
    return Bench


@pytest.fixture(scope="session")
def tag_files(shared: Path) -> dict[str, TagImage]:
    """Give the real tags beside the project, by file name."""
    files = sorted((shared / "data" / "tags").glob("*.nfc"))
    if not files:
        pytest.skip(f"there are no tag files in {shared}/data/tags")
    return {file.stem: parse_flipper(file.read_text(encoding="utf-8")) for file in files}
