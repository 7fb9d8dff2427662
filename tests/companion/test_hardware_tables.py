"""Whole tables of every kind of part in the middle of a game: tapped, pressed, pulled apart and mended."""

from __future__ import annotations

import errno
import os
import queue
import random
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from PIL import ImageChops

from companion import config as c
from companion.bootstrap import RunningClock, SimulatedTable, build, simulated_table
from companion.catalogue import Catalogues
from companion.decks.sample import sample_deck, sample_tag
from companion.desk import Desk
from companion.displays import Wall
from companion.health import reader_name
from companion.loop import Inbox, Rounds, run_loop
from companion.outfit import fit_out, load_settings
from companion.paint import Painter
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Signals
from companion.store import Store
from drivers.ports import (
    CardGone,
    CardSeen,
    DeviceError,
    DisplayBack,
    DisplayLost,
    Input,
    ReaderBack,
    ReaderLost,
    Tick,
)
from drivers.probes import Probes
from engine.games import SetUp

PATIENCE_S = 30.0
"""How long to wait for what must come; how soon it comes (R21) is measured by the drivers' own tests."""
PERSONS = [card.name for card in Catalogues().cards("port-royal") if card.type == "person"]
EVERY_KIND = c.TableConfig(
    readers={
        "main": c.Pn532Uart(),
        "second": c.Mfrc522Spi(),
        "third": c.Pn532I2c(),
        "typed": c.UsbKeyboard(path="/dev/input/by-id/usb-reader-event-kbd", format="hex", role="seat-1"),
    },
    displays={
        "main": c.Ssd1309Spi(),
        "seat-1": c.Ssd1306I2c(mux=c.Mux(channel=0)),
        "seat-2": c.Sh1106I2c(bus=3, address=c.I2cAddress(0x3D), rotate=180),
        "seat-3": c.Sh1106Spi(bus=1, device=0, dc=22, reset=None),
        "seat-4": c.Ssd1309I2c(bus=3, height=32),
        "seat-5": c.Sh1106I2c(mux=c.Mux(channel=4), column_offset=0),
    },
    buttons=c.GpioKeys(pins={"yes": 5, "no": 6, "next": 16, "menu": 26}),
    light=c.RgbGpio(),
    sound=c.PiezoGpio(),
)
SPI = ("main", "seat-3")
"""Displays that never answer, so that nobody can see them go."""


class World:
    """A table with a game on it, whose loop is gone through by the test; its clock runs as the wall's."""

    def __init__(
        self,
        config: c.TableConfig,
        folder: Path,
        before: Callable[[SimulatedTable], None] = lambda _hardware: None,
    ) -> None:
        clock = RunningClock()
        self.hardware: SimulatedTable = simulated_table(config, clock, every_kind=True)
        before(self.hardware)
        self.clock = clock
        self.inbox: Inbox = Inbox()
        self.heard: list[Input] = []
        self.config = config
        self.parts = build(config, self.inbox.put, simulated=self.hardware)
        self.store = Store.open(folder)
        catalogues = Catalogues()
        fittings = fit_out(
            config, self.store, catalogues, sample_deck("port-royal", catalogues.cards),
            now_s=clock.now_s, wall=lambda: "", rng=random.Random(1),
        )  # fmt: skip
        self.desk = Desk(fittings, load_settings(self.store, config))
        self.desk.begin(SetUp(game="port-royal", players=("Ann", "Ben", "Cem", "Dan", "Eve")))
        signals = Signals(self.parts.sounder, self.parts.light, RHYTHMS, LIGHTS)
        self.rounds = Rounds(self.desk, Wall(self.parts.displays, Painter()), signals)
        assert self.parts.start(self.inbox.put) == ()
        self.rounds.show()

    def take(self, timeout_s: float) -> None:
        """Let the loop take what comes next, or note that time went by."""
        try:
            item = self.inbox.get(timeout=timeout_s)
        except queue.Empty:
            item = Tick(self.clock.now_s())
        self.heard.append(item)
        self.rounds.take(item)

    def until(self, is_so: Callable[[], bool], within_s: float = PATIENCE_S) -> bool:
        end_s = self.clock.now_s() + within_s
        while not is_so() and self.clock.now_s() < end_s:
            self.take(0.02)
        return is_so()

    def told(self, kind: type[Input]) -> set[str]:
        """Name the devices that reported something since the last ``forget``."""
        return {
            getattr(item, "reader", "") or getattr(item, "display", "")
            for item in self.heard
            if isinstance(item, kind)
        }

    def forget(self) -> None:
        self.heard.clear()

    @property
    def seq(self) -> int:
        assert self.desk.session is not None
        return self.desk.session.seq

    def tap(self, reader: str, card: str) -> None:
        """Tap a card and lift it."""
        before = self.seq
        self.hardware.tap(sample_tag(card), reader=reader)
        assert self.until(lambda: self.seq == before + 1), (reader, self.heard)
        self.forget()
        self.hardware.lift(reader)
        assert self.until(lambda: reader in self.told(CardGone))

    def is_right(self, display: str) -> bool:
        """Tell whether the glass shows what the desk wants to be seen there."""
        self.parts.settle([display], PATIENCE_S)
        shown, part = self.rounds.wall.shown()[display], self.parts.displays[display]
        picture = self.hardware.framebuffer(display)
        if self.config.displays[display].rotate:
            picture = picture.rotate(180)
        wanted = Painter().paint(shown, width=part.width, height=part.height)
        return ImageChops.difference(picture, wanted).getbbox() is None

    def says(self, display: str, word: str) -> bool:
        """Tell whether a display was told to show a word."""
        return word in " ".join(self.rounds.wall.shown()[display].lines()).lower()

    def draw_anew(self, displays: Iterable[str], held: Iterable[str] = ()) -> None:
        """Let displays be cleared and painted; those that are held on their wire cannot be."""
        for display in displays:
            self.rounds.wall.refresh(display)
        # Else the picture replaces the empty one before anybody drew that (R31).
        taken = [self.parts.displays[display] for display in set(displays) - set(held)]
        end_s = time.monotonic() + PATIENCE_S
        while any(display._asked_s is not None for display in taken):
            assert time.monotonic() < end_s, "nobody draws"
            time.sleep(0.005)
        self.rounds.show()

    def wrong(self) -> list[str]:
        """Name the displays whose glass does not show what it should."""
        self.parts.settle(self.parts.displays, PATIENCE_S)
        return [name for name in self.parts.displays if not self.is_right(name)]

    def close(self) -> None:
        self.parts.close()
        self.hardware.close()
        self.store.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[..., World]]:
    worlds: list[World] = []

    def make(config: c.TableConfig, **how: Callable[[SimulatedTable], None]) -> World:
        worlds.append(World(config, tmp_path / str(len(worlds)), **how))
        world = worlds[-1]
        # keys are dead for half a second after the start (R36)
        assert world.until(lambda: world.clock.now_s() > 0.7)
        return world

    yield make
    for world in worlds:
        world.close()


def profiles(root: Path) -> list[Path]:
    return sorted((root / "config").glob("table-*.yaml"))


def test_every_profile_is_a_table_on_which_cards_are_tapped_and_keys_pressed(root: Path, table) -> None:
    assert {path.stem for path in profiles(root)} >= {"table-minimal", "table-standard", "table-full"}
    for path in profiles(root):
        world = table(c.load_config(path))
        assert world.wrong() == [], path.name
        for number, reader in enumerate(world.config.readers):
            world.tap(reader, PERSONS[number])
        before = world.seq
        world.hardware.press("no")
        assert world.until(lambda world=world, before=before: world.seq > before), path.name
        assert world.wrong() == [], path.name


def test_R04_R20_a_tap_counts_on_every_kind_of_reader_whosever_place_it_is(table) -> None:
    world = table(EVERY_KIND)
    for number, reader in enumerate(EVERY_KIND.readers):
        world.tap(reader, PERSONS[number])
    harbor = {world.desk.session.table.rules.cards[card].name for card in world.desk.session.state.harbor}
    assert harbor == set(PERSONS[:4])
    assert world.wrong() == []


def test_the_light_shines_and_the_piezo_sounds_when_a_tap_was_taken(table) -> None:
    world = table(EVERY_KIND)
    lines = world.hardware.machine.lines
    levels: dict[int, set[float]] = {pin: set() for pin in (12, 13)}
    for pin, seen in levels.items():
        lines.watch(pin, seen.add)
    world.tap("main", PERSONS[0])
    assert world.until(lambda: all(max(seen, default=0) > 0 for seen in levels.values()))


def test_R21_R26_every_part_is_pulled_out_and_put_back_in_the_middle_of_a_game(table) -> None:
    """All at once: told lost, working again, and the game is the one it was."""
    world = table(EVERY_KIND)
    world.tap("second", PERSONS[0])
    session, seq, state = world.desk.session, world.seq, world.desk.session.state
    seats = set(EVERY_KIND.displays) - set(SPI)
    world.forget()
    for reader in EVERY_KIND.readers:
        world.hardware.unplug(reader_name(reader))
    for display in seats:
        world.hardware.unplug(display)
    assert world.until(lambda: world.told(ReaderLost) == set(EVERY_KIND.readers)), world.heard
    world.draw_anew(seats)  # that a display is gone is seen as soon as it is to show something
    assert world.until(lambda: world.told(DisplayLost) == seats), world.told(DisplayLost)
    assert world.is_right("main"), "the display that is left shows what there is to be seen"
    # ... and says so once the news of the last card has been read.
    assert world.until(lambda: world.says("main", "reader"))
    assert world.parts.settle(SPI, PATIENCE_S) == []
    assert world.is_right("main")
    assert (world.desk.session, world.seq, world.desk.session.state) == (session, seq, state)

    world.forget()
    for reader in EVERY_KIND.readers:
        world.hardware.plug(reader_name(reader))
    for display in seats:
        world.hardware.plug(display)
    back = lambda: (world.told(ReaderBack), world.told(DisplayBack))  # noqa: E731 - asked twice
    assert world.until(lambda: back() == (set(EVERY_KIND.readers), seats)), back()
    for number, reader in enumerate(EVERY_KIND.readers, start=1):
        world.tap(reader, PERSONS[number])
    assert world.seq == seq + 4
    assert world.wrong() == []


def test_R21_one_reader_of_several_is_lost_and_the_game_goes_on_at_the_others(table) -> None:
    world = table(replace(EVERY_KIND, displays={"main": EVERY_KIND.displays["main"]}))
    world.hardware.unplug("reader-third")
    assert world.until(lambda: world.told(ReaderLost) == {"third"})
    assert world.says("main", "one reader"), "said for a while"
    world.tap("second", PERSONS[0])
    assert world.until(lambda: world.says("main", "stop")), "and then the game again"
    before = world.seq
    world.hardware.press("no")
    assert world.until(lambda: world.seq == before + 1), "keys mean what they always do"


def test_R17_R27_a_dip_of_the_supply_is_mended_and_costs_no_tap(table) -> None:
    """Everything forgets everything; readers work at once, displays as soon as something changes on them."""
    world = table(replace(EVERY_KIND, displays={"seat-1": EVERY_KIND.displays["seat-1"]}))
    world.tap("main", PERSONS[0])
    world.hardware.power_cycle()
    lost: set[str] = set()
    for number, reader in enumerate(EVERY_KIND.readers, start=1):
        world.tap(reader, PERSONS[number])
        lost |= world.told(ReaderLost)
    assert (lost, world.seq) == (set(), 5)
    world.draw_anew(["seat-1"])
    set_up = world.until(lambda: not world.wrong())
    assert set_up, "the switch forgot its channel, so the display is seen to be gone, and set up"


def test_R28_a_stuck_bus_is_lost_and_the_others_and_the_game_go_on(table) -> None:
    world = table(EVERY_KIND)
    world.forget()
    world.hardware.wire("seat-2").stick(deadline_s=60.0)
    try:
        world.draw_anew(EVERY_KIND.displays, held={"seat-2", "seat-4"})
        assert world.until(lambda: world.told(DisplayLost) == {"seat-2", "seat-4"}), world.heard
        world.tap("main", PERSONS[0])
        world.tap("second", PERSONS[1])
        free = [name for name in EVERY_KIND.displays if name not in {"seat-2", "seat-4"}]
        assert world.parts.settle(free, PATIENCE_S) == []
        assert [name for name in free if not world.is_right(name)] == []
    finally:
        world.hardware.wire("seat-2").release()
    assert world.until(lambda: {"seat-2", "seat-4"} <= world.told(DisplayBack)), world.heard
    assert world.wrong() == []


def test_R28_the_loop_never_waits_for_a_bus(tmp_path: Path) -> None:
    """With every wire to a display held, taps are answered as fast as ever."""
    world = World(EVERY_KIND, tmp_path)
    for name in EVERY_KIND.displays:
        world.hardware.wire(name).stick(deadline_s=60.0)
    stop, seen = threading.Event(), threading.Event()
    displays, parts = world.parts.displays, world.parts
    thread = threading.Thread(
        target=run_loop,
        args=(world.desk, world.inbox, displays, Painter(), parts.sounder, parts.light, stop),
    )
    thread.start()
    handle = world.desk.handle
    world.desk.handle = lambda item: (handle(item), isinstance(item, CardSeen) and seen.set())[0]  # type: ignore[method-assign]
    try:
        for card in PERSONS[:3]:
            seen.clear()
            world.hardware.tap(sample_tag(card))
            assert seen.wait(20), "the wires are held for sixty seconds"
    finally:
        stop.set()
        world.inbox.put(Tick(0.0))
        thread.join(20)
        for name in EVERY_KIND.displays:
            world.hardware.wire(name).release()
        world.close()
    assert not thread.is_alive()


def test_R22_a_table_whose_parts_are_all_missing_starts_and_finds_them_later(table) -> None:
    seats = set(EVERY_KIND.displays) - set(SPI)
    cables = [*map(reader_name, EVERY_KIND.readers), *seats]

    def pull(hardware: SimulatedTable) -> None:
        for cable in cables:
            hardware.unplug(cable)

    world = table(EVERY_KIND, before=pull)
    found = lambda: (world.told(ReaderLost), world.told(DisplayLost))  # noqa: E731 - asked twice
    assert world.until(lambda: found() == (set(EVERY_KIND.readers), seats)), found()
    before = world.seq
    world.hardware.press("no")
    assert world.is_right("main")
    for cable in cables:
        world.hardware.plug(cable)
    back = lambda: (world.told(ReaderBack), world.told(DisplayBack))  # noqa: E731 - asked twice
    assert world.until(lambda: back() == (set(EVERY_KIND.readers), seats)), back()
    world.tap("third", PERSONS[0])
    assert world.seq == before + 1
    assert world.wrong() == []


def test_the_questions_of_the_doctor_are_answered_by_every_kind_of_part() -> None:
    with simulated_table(EVERY_KIND, RunningClock(), every_kind=True) as hardware:
        probes = Probes(hardware.machine.openers)
        assert probes.pn532_on_serial("/dev/serial0", 115200)[0] == 0x32
        assert probes.pn532_on_i2c(1, 0x24)[0] == 0x32
        assert set(probes.mfrc522(0, 0).reads) == {0x92}
        probes.display(1, 0x3C, (0x70, 4))
        probes.display(3, 0x3D)
        probes.switch(1, 0x70)
        hardware.unplug("seat-5")
        hardware.unplug("reader-third")
        with pytest.raises(OSError, match=os.strerror(errno.EREMOTEIO)):
            probes.display(1, 0x3C, (0x70, 4))
        with pytest.raises(DeviceError):
            probes.pn532_on_i2c(1, 0x24)
        with pytest.raises(OSError, match=os.strerror(errno.ENOENT)):
            probes.display(7, 0x3C)
