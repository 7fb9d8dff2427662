"""A whole table at rest: what goes over its buses while nobody plays (R18, R32)."""

from __future__ import annotations

import queue
import time
from collections.abc import Iterator
from typing import Any

import pytest

from companion import config as c
from companion.bootstrap import Parts, RunningClock, SimulatedTable, SteppedClock, build, simulated_table
from companion.displays import Wall
from companion.fittings import Outcome
from companion.flow import Settings
from companion.loop import Rounds
from companion.paint import Painter
from companion.rest import Rest
from companion.screen import Screen, headline, screen
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Signals
from drivers.care import BRIGHT, DIM, Care
from drivers.ports import ButtonShort, Input, Tick

DISPLAYS: dict[Any, Any] = {
    "main": c.Ssd1309Spi(),
    "seat-1": c.Ssd1306I2c(mux=c.Mux(channel=0)),
    "seat-2": c.Sh1106I2c(mux=c.Mux(channel=1)),
    "seat-3": c.Ssd1306I2c(bus=3),
}
SCREEN = screen("ANN DISCOVERS", headline("REVEAL"), "Y" * 21, keys="tap: reveal")
MINUTE_S = 60.0
TRANSFERS_A_LOOK = 25
"""Most transfers of one look at an empty field, the health probe's share counted."""
LOOKS_A_SECOND = 40


class Stub:
    """A desk that shows one screen everywhere."""

    settings = Settings()

    def __init__(self, clock: SteppedClock) -> None:
        self.now_s = clock.now_s

    def handle(self, _item: Input) -> Outcome:
        return Outcome()

    def screens(self, _now_s: float) -> dict[str, Screen]:
        return dict.fromkeys(DISPLAYS, SCREEN)


class World:
    """Four displays of different kinds on four ways, with a clock moved by hand."""

    def __init__(self) -> None:
        config = c.TableConfig(displays=DISPLAYS)
        self.clock = SteppedClock()
        self.hardware: SimulatedTable = simulated_table(config, self.clock, every_kind=True)
        self.parts: Parts = build(config, lambda _item: None, simulated=self.hardware)
        rest = Rest(Care(config.dim_after_s, config.off_after_s), self.clock.now_s)
        signals = Signals(self.parts.sounder, self.parts.light, RHYTHMS, LIGHTS)
        self.rounds = Rounds(Stub(self.clock), Wall(self.parts.displays, Painter()), signals, rest)
        self.take(Tick(0.0))

    def take(self, item: Input, after_s: float = 0.0) -> int:
        """Let time go by, let the loop take an input, and give the bytes that went to displays."""
        before = self.bytes
        self.clock.advance(after_s)
        self.rounds.take(item)
        assert self.parts.settle(DISPLAYS, 20.0) == []
        return self.bytes - before

    @property
    def bytes(self) -> int:
        return sum(wire.bytes for wire in {id(w): w for w in map(self.hardware.wire, DISPLAYS)}.values())

    def levels(self) -> set[int | None]:
        chips = self.hardware.chips.values()
        return {chip.contrast if chip.is_on else None for chip in chips}

    def close(self) -> None:
        self.parts.close()
        self.hardware.close()


@pytest.fixture
def world() -> Iterator[World]:
    it = World()
    yield it
    it.close()


def test_R32_a_dimmed_table_at_rest_sends_no_byte_but_the_minutes_move(world: World) -> None:
    assert world.levels() == {BRIGHT}
    for _ in range(5):
        assert world.take(Tick(0.0), MINUTE_S / 6) == 0
    assert world.take(Tick(0.0), MINUTE_S / 6) > 0, "dimmed, and moved"
    assert world.levels() == {DIM}
    for _ in range(5):
        assert world.take(Tick(0.0), MINUTE_S / 6) == 0
    assert world.take(Tick(0.0), MINUTE_S / 6) > 0, "moved"


def test_R32_every_kind_of_display_goes_dark_and_is_woken_by_a_key(world: World) -> None:
    world.take(Tick(0.0), 10 * MINUTE_S)
    assert world.levels() == {None}
    assert world.take(Tick(0.0), 60 * MINUTE_S) == 0, "a dark display need not move"
    world.take(ButtonShort("yes", 0.0))
    assert world.levels() == {BRIGHT}


def test_R18_an_idle_table_of_a_reader_and_four_displays_is_bounded() -> None:
    """In real time: the reader's looks are counted, the displays' buses are left alone."""
    config = c.TableConfig(readers={"main": c.Mfrc522Spi()}, displays=DISPLAYS)
    with simulated_table(config, RunningClock(), every_kind=True) as hardware:
        parts = build(config, lambda _item: None, simulated=hardware)
        inbox: queue.SimpleQueue[Input] = queue.SimpleQueue()
        assert parts.start(inbox.put) == ()
        for display in parts.displays.values():
            display.show(Painter().paint(SCREEN, width=display.width, height=display.height))
        assert parts.settle(DISPLAYS, 20.0) == []
        time.sleep(0.2)
        line = hardware.machine.readers["main"].line
        transfers, sent = line.transfers, {name: hardware.bus_bytes(name) for name in DISPLAYS}
        cpu_s, began_s = time.process_time(), time.monotonic()
        time.sleep(1.0)
        seconds = time.monotonic() - began_s
        a_second = (line.transfers - transfers) / seconds
        assert time.process_time() - cpu_s < 0.3 * seconds, (
            "far above what is measured by benches/hardware.py"
        )
        assert 0 < a_second <= LOOKS_A_SECOND * TRANSFERS_A_LOOK
        assert {name: hardware.bus_bytes(name) for name in DISPLAYS} == sent
        assert inbox.empty()
        parts.close()
