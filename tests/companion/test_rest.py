"""Displays at rest (R32): through the loop, what is dimmed, moved, switched off, and what wakes it."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from PIL import Image

from companion.displays import Wall
from companion.fittings import Outcome
from companion.flow import Settings
from companion.loop import Rounds
from companion.paint import Painter
from companion.rest import Rest
from companion.screen import Screen, headline, screen
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Darkness, Signals, Silence
from drivers.care import BRIGHT, DARK, DIM, Care
from drivers.oled import OledDisplay
from drivers.oled_wiring import I2CWiring
from drivers.oled_worker import BusWorker
from drivers.ports import (
    ButtonLong,
    ButtonShort,
    CardGone,
    CardsClash,
    CardSeen,
    DisplayLost,
    Input,
    ReaderLost,
    Tick,
)
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.clock import SteppedClock
from drivers.sim.i2c import SimI2CBus

KEY, HELD = ButtonShort("yes", 0.0), ButtonLong("no", 0.0)
TAP = CardSeen("main", "04a3c6cae26180", 0.0)
SCREEN = screen("ANN DISCOVERS", headline("REVEAL"), "Y" * 21, keys="tap: reveal")


class Stub:
    """A desk that shows one screen and remembers what it was told."""

    settings = Settings()

    def __init__(self, clock: SteppedClock) -> None:
        self.now_s = clock.now_s
        self.told: list[Input] = []

    def handle(self, item: Input) -> Outcome:
        self.told.append(item)
        return Outcome()

    def screens(self, now_s: float) -> dict[str, Screen]:
        return {"main": SCREEN}


class Table:
    """A loop gone through step by step, with a real driver on a simulated chip, on a clock moved by hand."""

    def __init__(self, care: Care) -> None:
        self.clock = SteppedClock()
        self.chip, bus = SimSsd1306(), SimI2CBus()
        bus.attach(0x3C, self.chip)
        self.display = OledDisplay("main", I2CWiring(bus.open), worker=BusWorker("bus", self.clock))
        self.desk = Stub(self.clock)
        self.rest = Rest(care, self.clock.now_s)
        wall = Wall({"main": self.display}, Painter())
        signals = Signals(Silence(), Darkness(), RHYTHMS, LIGHTS)
        self.rounds = Rounds(self.desk, wall, signals, self.rest)
        self.take(Tick(0.0))

    def take(self, item: Input, after_s: float = 0.0) -> None:
        self.clock.advance(after_s)
        self.rounds.take(item)
        assert self.display.settle(5)

    def picture(self) -> Image.Image:
        return self.chip.image()


@pytest.fixture
def table() -> Iterator[Table]:
    it = Table(Care())
    yield it
    it.display.close()


def painted(shift: int = 1) -> Image.Image:
    return Painter().paint(SCREEN, shift=shift)


def test_R32_displays_dim_and_go_dark_and_the_clock_alone_wakes_nothing(table: Table) -> None:
    assert (table.chip.is_on, table.chip.contrast) == (True, BRIGHT)
    table.take(Tick(0.0), 59)
    assert table.chip.contrast == BRIGHT
    table.take(Tick(0.0), 1)
    assert (table.chip.is_on, table.chip.contrast) == (True, DIM)
    table.take(Tick(0.0), 539)
    assert table.chip.is_on
    table.take(Tick(0.0), 1)
    assert not table.chip.is_on
    table.take(Tick(0.0), 3600)
    assert not table.chip.is_on


@pytest.mark.parametrize("item", [KEY, HELD])
def test_R32_a_key_wakes_dark_displays_and_does_nothing_else(table: Table, item: Input) -> None:
    table.take(Tick(0.0), 600)
    assert not table.chip.is_on
    table.take(item, 1)
    assert (table.chip.is_on, table.chip.contrast) == (True, BRIGHT)
    assert all(isinstance(told, Tick) for told in table.desk.told)
    table.take(item)
    assert table.desk.told[-1] == item


@pytest.mark.parametrize("item", [TAP, CardGone("main", "04", 0.0), CardsClash("main", ("04", "05"), 0.0)])
def test_R32_a_tap_wakes_dark_displays_and_counts(table: Table, item: Input) -> None:
    table.take(Tick(0.0), 600)
    table.take(item, 1)
    assert (table.chip.is_on, table.chip.contrast) == (True, BRIGHT)
    assert table.desk.told[-1] == item


def test_R32_a_key_at_a_dimmed_display_counts(table: Table) -> None:
    table.take(Tick(0.0), 599)
    table.take(KEY)
    assert table.desk.told[-1] == KEY
    assert table.chip.contrast == BRIGHT


@pytest.mark.parametrize("item", [DisplayLost("main", "", 0.0), ReaderLost("main", "", 0.0)])
def test_R32_what_devices_say_of_themselves_wakes_nobody(table: Table, item: Input) -> None:
    table.take(item, 600)
    assert not table.chip.is_on
    assert table.desk.told[-1] == item


def test_R32_the_picture_moves_once_a_minute(table: Table) -> None:
    for shift in (1, 2, 1, 0):
        assert table.picture().tobytes() == painted(shift).tobytes()
        table.take(TAP, 60)


def test_R32_it_wakes_itself_when_something_changes_and_not_before(table: Table) -> None:
    assert table.rest.next_s(0.0) == 60
    table.take(KEY, 30)
    assert table.rest.next_s(30.0) == 60  # the picture moves; it dims at 90
    table.take(Tick(0.0), 30)
    assert table.rest.next_s(60.0) == 90
    table.take(Tick(0.0), 570)
    assert table.rest.level == DARK
    assert table.rest.next_s(630.0) is None


def test_R32_the_owner_may_forbid_it() -> None:
    table = Table(Care(None, None, None))
    table.take(Tick(0.0), 8 * 3600)
    assert (table.chip.is_on, table.chip.contrast) == (True, BRIGHT)
    assert table.rest.next_s(table.clock.now_s()) is None
    table.display.close()


def test_R32_in_eight_idle_hours_no_pixel_is_lit_for_more_than_a_fifth_of_the_time(table: Table) -> None:
    """Minute by minute as the glass looks, through the loop, the painter, the driver and the chip."""
    lit = [0] * (128 * 64)
    minutes = 8 * 60
    for _ in range(minutes):
        if table.chip.is_on:
            for at, pixel in enumerate(table.picture().convert("L").tobytes()):
                lit[at] += pixel > 0
        table.take(Tick(0.0), 60)
    assert 0 < max(lit) <= 0.2 * minutes


def test_a_dark_display_that_lost_its_supply_wakes_with_its_picture(table: Table) -> None:
    table.take(Tick(0.0), 600)
    table.chip.power_cycle()
    table.take(KEY, 1)
    end_s = time.monotonic() + 20
    while not table.chip.is_on and time.monotonic() < end_s:
        time.sleep(0.002)
    assert table.picture().tobytes() == painted(table.rest.shift).tobytes()
