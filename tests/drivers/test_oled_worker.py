"""Several displays on one bus: one thread, whose turn it is, and what one in trouble does to the others."""

from __future__ import annotations

import errno
import threading
import time
from collections.abc import Callable, Iterator
from math import inf

import pytest
from PIL import Image, ImageDraw

from drivers.oled import OledDisplay
from drivers.oled_panel import Panel, load_chip
from drivers.oled_wiring import I2CWiring
from drivers.oled_worker import STUCK_S, BusWorker
from drivers.ports import DisplayBack, DisplayLost
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.chips.tca9548a import SimTca9548a
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.i2c import SimI2CBus
from drivers.tca9548a import Channel, SwitchedBus

SEATS = tuple(f"seat-{number}" for number in range(1, 6))


class Table:
    """Five seats behind a switch on one bus; ``arrived`` tells whose glass changed, in order."""

    def __init__(
        self, clock, inbox, *, repaint_s: float | None = None, seats=SEATS, stuck_s: float = STUCK_S
    ) -> None:
        self.bus = SimI2CBus()
        self.mux = SimTca9548a()
        self.bus.attach(0x70, self.mux)
        self.bus.attach_switch(self.mux)
        self.arrived: list[str] = []
        self.chips = {name: self.watched(name) for name in seats}
        for channel, chip in enumerate(self.chips.values()):
            self.mux.attach(channel, 0x3C, chip)
        self.worker = BusWorker("i2c-1", clock, stuck_s)
        self.switched = SwitchedBus()
        self.displays = {
            name: OledDisplay(
                name,
                I2CWiring(self.opener(channel), 0x3C, f"channel {channel}"),
                worker=self.worker,
                sink=inbox,
                repaint_s=repaint_s,
            )
            for channel, name in enumerate(seats)
        }

    def opener(self, channel: int) -> Callable[[], Channel]:
        return lambda: Channel(self.bus.open(), self.switched, 0x70, channel)

    def watched(self, name: str) -> SimSsd1306:
        chip = SimSsd1306()
        write = chip.write

        def noting(message: bytes) -> None:
            write(message)
            if self.arrived[-1:] != [name]:
                self.arrived.append(name)

        chip.write = noting
        return chip

    def show(self, image: Image.Image, *names: str) -> None:
        for name in names or self.displays:
            self.displays[name].show(image)

    def shows(self, image: Image.Image, *names: str) -> bool:
        return all(
            self.displays[name].settle(20) and self.chips[name].image().tobytes() == image.tobytes()
            for name in names or self.displays
        )

    def wait_until_taken(self, name: str) -> None:
        """Wait until the thread has taken what a display was told, and begun to send it."""
        display, end_s = self.displays[name], time.monotonic() + 20
        while display._asked_s is not None:
            assert time.monotonic() < end_s, f"nobody attends to {name}"
            time.sleep(0.002)

    def close(self) -> None:
        self.bus.heal()
        self.bus.release()
        for display in self.displays.values():
            display.close()


@pytest.fixture
def table(inbox) -> Iterator[Table]:
    it = Table(RunningClock(), inbox)
    yield it
    it.close()


@pytest.fixture
def stepped(inbox) -> Iterator[Table]:
    it = Table(SteppedClock(), inbox, repaint_s=60.0)
    yield it
    it.close()


def picture(text: str) -> Image.Image:
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).text((3, 3), text, fill=1)
    return image


def threads() -> list[str]:
    return [thread.name for thread in threading.enumerate() if thread.name.startswith("i2c-1")]


def test_five_displays_behind_a_switch_have_one_thread_and_a_picture_each(table):
    for name in SEATS:
        table.show(picture(name), name)
    assert all(table.shows(picture(name), name) for name in SEATS)
    assert sorted(threads()) == ["i2c-1", "i2c-1-guard"]


def test_the_thread_ends_when_the_last_display_is_closed(table, eventually):
    table.show(picture("A"))
    assert table.shows(picture("A"))
    for name in SEATS[1:]:
        table.displays[name].close()
    table.show(picture("B"), "seat-1")
    assert table.shows(picture("B"), "seat-1")
    table.displays["seat-1"].close()
    assert eventually(lambda: threads() == [])


def hold(table: Table) -> None:
    """Hold the bus while a picture of the first seat is on its way."""
    table.show(picture("first"))
    assert table.shows(picture("first"))
    table.bus.stick(deadline_s=60.0)
    table.show(picture("second"), "seat-1")
    table.wait_until_taken("seat-1")
    table.arrived.clear()


def test_R31_displays_are_drawn_in_the_order_in_which_they_were_told(stepped):
    hold(stepped)
    stepped.show(picture("third"), "seat-4", "seat-2", "seat-5", "seat-3")
    stepped.bus.release()
    assert stepped.shows(picture("third"), *SEATS[1:])
    assert stepped.arrived == ["seat-1", "seat-4", "seat-2", "seat-5", "seat-3"]


def test_R31_whoever_must_act_now_goes_before_the_round_before(stepped):
    hold(stepped)
    stepped.show(picture("third"), "seat-4", "seat-2", "seat-5")
    stepped.show(picture("fourth"), "seat-5", "seat-4", "seat-2")
    stepped.bus.release()
    assert stepped.shows(picture("fourth"), "seat-2", "seat-4", "seat-5")
    assert stepped.arrived == ["seat-1", "seat-5", "seat-4", "seat-2"]


def test_R31_nobody_waits_for_ever_while_others_have_something_newer(stepped):
    hold(stepped)
    stepped.show(picture("third"), "seat-5")
    stepped.worker.clock.advance(0.6)
    stepped.show(picture("third"), "seat-2", "seat-3", "seat-5")
    stepped.bus.release()
    assert stepped.shows(picture("third"), "seat-2", "seat-3", "seat-5")
    assert stepped.arrived == ["seat-1", "seat-5", "seat-2", "seat-3"]


def test_R31_of_many_pictures_for_each_display_the_latest_is_sent(stepped):
    hold(stepped)
    before = {name: stepped.chips[name].data_bytes for name in SEATS}
    for number in range(50):
        stepped.show(picture(f"card {number}"))
    stepped.bus.release()
    assert stepped.shows(picture("card 49"))
    assert all(stepped.chips[name].data_bytes - before[name] < 2 * 1024 for name in SEATS)


def test_R27_new_set_ups_wait_until_pictures_are_drawn(inbox):
    table = Table(SteppedClock(), inbox, repaint_s=60.0, stuck_s=inf)
    hold(table)
    table.worker.clock.advance(60.3)
    table.show(picture("third"), "seat-5")
    table.bus.release()
    assert table.shows(picture("third"), "seat-5")
    assert table.arrived[:2] == ["seat-1", "seat-5"]
    table.close()


@pytest.mark.parametrize("gone", [SEATS[0], SEATS[2], SEATS[4]])
def test_R26_a_seat_that_is_unplugged_keeps_no_other_waiting(table, inbox, gone):
    rest = [name for name in SEATS if name != gone]
    table.show(picture("first"))
    assert table.shows(picture("first"))
    channel = SEATS.index(gone)
    table.mux.detach(channel, 0x3C)
    table.show(picture("second"))
    assert table.shows(picture("second"), *rest)
    lost = inbox.wait(DisplayLost)
    assert lost.display == gone
    assert f"no answer at I2C address 0x3c on channel {channel}" in lost.reason
    table.chips[gone].power_cycle()
    table.mux.attach(channel, 0x3C, table.chips[gone])
    inbox.wait(DisplayBack)
    assert table.shows(picture("second"))
    assert len(inbox.items) == 2


def test_R26_random_errors_on_a_shared_bus_end_and_all_pictures_are_right(inbox, eventually):
    table = Table(RunningClock(speed=20), inbox)
    table.bus.fail_at_random(0.01, (121, 5, 11, 110), seed=3)
    for number in range(20):
        table.show(picture(f"card {number}"))
        table.displays["seat-3"].settle(0.02)
    table.bus.heal()
    assert table.shows(picture("card 19"))
    assert sum(display.counts.errors for display in table.displays.values()) > 0
    for name in SEATS:
        told = lambda kind, name=name: sum(item.display == name for item in inbox.of(kind))  # noqa: E731
        assert eventually(lambda told=told: told(DisplayLost) == told(DisplayBack))
    table.close()


def test_R26_a_switch_that_lost_its_supply_is_told_again(table, inbox):
    for name in SEATS:
        table.show(picture(name), name)
    assert all(table.shows(picture(name), name) for name in SEATS)
    table.mux.reset()
    table.show(picture("after"), "seat-5")
    assert table.shows(picture("after"), "seat-5")
    assert inbox.items == []


def test_R28_a_stuck_bus_is_told_by_all_its_displays_without_anybody_asking(stepped, inbox):
    hold(stepped)
    assert stepped.worker.alive_at_s == 0
    stepped.worker.clock.advance(0.9)
    time.sleep(0.3)
    assert inbox.items == []
    stepped.worker.clock.advance(0.2)
    inbox.wait(DisplayLost, times=5)
    assert {item.display for item in inbox.of(DisplayLost)} == set(SEATS)
    assert "stuck for more than 1 s" in inbox.items[0].reason
    assert stepped.worker.alive_at_s == 0
    stepped.bus.release()
    inbox.wait(DisplayBack, times=5)
    assert stepped.shows(picture("second"), "seat-1")
    assert stepped.shows(picture("first"), *SEATS[1:])
    assert all(display.counts.set_ups >= 2 for name, display in stepped.displays.items() if name != "seat-1")
    assert stepped.worker.alive_at_s == stepped.worker.clock.now_s()
    assert len(inbox.items) == 10


def test_R28_libraries_that_take_long_to_load_are_no_stuck_bus(stepped, inbox, monkeypatch):
    """A small Raspberry Pi takes more than a second for them when it has just been switched on."""
    loading, loaded = threading.Event(), threading.Event()

    def slow(chip: str) -> object:
        loading.set()
        assert loaded.wait(20)
        return load_chip(chip)

    monkeypatch.setattr("drivers.oled.load_chip", slow)
    stepped.show(picture("first"))
    assert loading.wait(20)
    for _ in range(30):
        stepped.worker.clock.advance(1.0)
        time.sleep(0.01)  # somebody who counts looks at the bus has some
    assert list(inbox.items) == []
    loaded.set()
    assert stepped.shows(picture("first"))
    assert list(inbox.items) == []


def test_R28_a_stuck_bus_touches_no_display_of_another(inbox):
    stuck, well = Table(SteppedClock(), inbox), Table(SteppedClock(), inbox)
    hold(stuck)
    stuck.worker.clock.advance(2)
    inbox.wait(DisplayLost, times=5)
    well.show(picture("well"))
    assert well.shows(picture("well"))
    assert well.worker.alive_at_s == 0
    assert not inbox.of(DisplayBack)
    well.close()
    stuck.close()


def test_R28_a_bus_that_never_moves_again_ends_by_the_kernels_own_time_limit(inbox):
    table = Table(RunningClock(speed=20), inbox, seats=SEATS[:2])
    table.show(picture("first"))
    assert table.shows(picture("first"))
    table.bus.stick(deadline_s=0.1)
    table.show(picture("second"))
    inbox.wait(DisplayLost, times=2)
    table.bus.release()
    inbox.wait(DisplayBack, times=2)
    assert table.shows(picture("second"))
    table.close()


def test_R30_all_displays_are_dark_at_once(table):
    table.show(picture("first"))
    assert table.shows(picture("first"))
    began_s = time.monotonic()
    table.close()
    assert time.monotonic() - began_s < 2
    assert not any(chip.is_on for chip in table.chips.values())


def test_R30_closing_goes_before_everything_else(stepped, eventually):
    hold(stepped)
    stepped.show(picture("third"))
    closing = threading.Thread(target=stepped.displays["seat-5"].close)
    closing.start()
    assert eventually(lambda: stepped.displays["seat-5"]._is_closing)
    stepped.bus.release()
    closing.join(20)
    assert stepped.shows(picture("third"), *SEATS[:4])
    assert stepped.arrived[:2] == ["seat-1", "seat-5"]
    assert not stepped.chips["seat-5"].is_on


def test_two_addresses_on_one_bus(inbox):
    bus, worker = SimI2CBus(), BusWorker("i2c-1", RunningClock())
    chips = {0x3C: SimSsd1306(), 0x3D: SimSsd1306(128, 32)}
    displays = []
    for address, chip in chips.items():
        bus.attach(address, chip)
        panel = Panel(height=chip.height)
        displays.append(OledDisplay(f"at-{address:x}", I2CWiring(bus.open, address), panel, worker=worker))
    for display, chip in zip(displays, chips.values(), strict=True):
        image = picture(display.name).crop((0, 0, 128, chip.height))
        display.show(image)
        assert display.settle(20)
        assert chip.image().tobytes() == image.tobytes()
    assert sorted(threads()) == ["i2c-1", "i2c-1-guard"]
    for display in displays:
        display.close()


def test_two_buses_of_the_kernels_own_switch(inbox):
    """Channels of the i2c-mux overlay are buses of their own numbers on one wire: one thread, two buses."""
    buses, worker = [SimI2CBus(), SimI2CBus()], BusWorker("i2c-1", RunningClock())
    chips = [SimSsd1306(), SimSsd1306()]
    displays = []
    for bus, chip in zip(buses, chips, strict=True):
        bus.attach(0x3C, chip)
        displays.append(OledDisplay(f"seat-{len(displays)}", I2CWiring(bus.open), worker=worker, sink=inbox))
    buses[0].fail(errno.EIO)
    for display in displays:
        display.show(picture("both"))
    assert displays[1].settle(20)
    assert chips[1].image().tobytes() == picture("both").tobytes()
    assert inbox.wait(DisplayLost).display == "seat-0"
    buses[0].heal()
    inbox.wait(DisplayBack)
    assert chips[0].image().tobytes() == picture("both").tobytes()
    for display in displays:
        display.close()


def test_R18_an_idle_bus_is_left_alone(table):
    table.show(picture("first"))
    assert table.shows(picture("first"))
    transfers, busy_s = table.bus.transfers, time.process_time()
    time.sleep(0.5)
    assert table.bus.transfers == transfers
    assert time.process_time() - busy_s < 0.2
