"""A table put together from its config: real drivers on simulated chips, and what happens without devices."""

from __future__ import annotations

import queue
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import ImageChops

from companion import config as c
from companion.bootstrap import Parts, RunningClock, SimulatedTable, SteppedClock, build, simulated_table
from companion.decks.sample import sample_tag
from companion.paint import Painter
from companion.screen import headline, screen
from drivers import linux
from drivers.ports import (
    ButtonLong,
    ButtonShort,
    CardGone,
    CardsClash,
    CardSeen,
    DeviceError,
    DisplayBack,
    DisplayLost,
    Input,
    ReaderBack,
    ReaderLost,
)

BLUE, RED = sample_tag("ship-blue-1-1#1"), sample_tag("ship-red-1-1#1")
HELLO = screen("HELLO", headline("BUST"), keys="Y:ok")
PATIENCE_S = 30.0


class World:
    """A simulated table with its devices, whose clock moves while something is waited for."""

    def __init__(self, config: c.TableConfig) -> None:
        self.clock = SteppedClock()
        self.hardware: SimulatedTable = simulated_table(config, self.clock)
        self.inbox: queue.SimpleQueue[Input] = queue.SimpleQueue()
        self.parts: Parts = build(
            config, self.inbox.put, simulated=self.hardware, is_known=lambda uid: uid != RED.uid_hex
        )
        assert self.parts.start(self.inbox.put) == ()
        self.clock.advance(0.6)

    def until(self, wanted: Callable[[Input], bool]) -> Input:
        end_s = time.monotonic() + PATIENCE_S
        while time.monotonic() < end_s:
            try:
                item = self.inbox.get(timeout=0.003)
            except queue.Empty:
                self.clock.advance(0.02)
                continue
            if wanted(item):
                return item
        raise AssertionError("it did not come")

    def shown(self, display: str) -> bool:
        """Tell whether the pixels of a display are those of ``HELLO``."""
        self.parts.settle([display], PATIENCE_S)
        picture = self.hardware.framebuffer(display)
        return ImageChops.difference(picture, Painter().paint(HELLO)).getbbox() is None

    def close(self) -> None:
        self.parts.close()
        self.hardware.close()


@pytest.fixture
def world() -> Iterator[World]:
    config = c.TableConfig(
        readers={"main": c.SimulatedReader(), "left": c.SimulatedReader()},
        displays={"main": c.SimulatedDisplay(), "seat-1": c.SimulatedDisplay(rotate=180)},
        buttons=c.SimulatedKeys(),
    )
    world = World(config)
    yield world
    world.close()


def test_taps_go_from_tag_to_input(world: World) -> None:
    world.hardware.tap(BLUE)
    seen = world.until(lambda item: isinstance(item, CardSeen))
    assert (seen.reader, seen.uid, seen.memory) == ("main", BLUE.uid_hex, None)
    world.hardware.tap(RED)
    unknown = world.until(lambda item: isinstance(item, CardSeen))
    assert unknown.memory, "the memory of a tag that is not in the deck is read"
    world.hardware.lift()
    world.until(lambda item: isinstance(item, CardGone) and item.uid == RED.uid_hex)


def test_two_tags_at_once(world: World) -> None:
    world.hardware.tap(BLUE, RED, reader="left")
    clash = world.until(lambda item: isinstance(item, CardsClash))
    assert (clash.reader, set(clash.uids)) == ("left", {BLUE.uid_hex, RED.uid_hex})


def test_keys_short_and_long(world: World) -> None:
    world.hardware.press("yes")
    assert world.until(lambda item: isinstance(item, ButtonShort)).button == "yes"
    pressed_s = world.clock.now_s()
    world.hardware.hold("no")
    held = world.until(lambda item: isinstance(item, ButtonLong | ButtonShort))
    assert isinstance(held, ButtonLong)
    assert held.button == "no"
    assert pressed_s < held.at_s <= world.clock.now_s()


def test_pictures_go_to_the_glass_of_their_display_alone(world: World) -> None:
    world.parts.displays["main"].show(Painter().paint(HELLO))
    assert world.shown("main")
    assert world.hardware.bus_bytes("main") > 1024
    assert world.hardware.bus_bytes("seat-1") == 0


def test_a_display_built_in_upside_down(world: World) -> None:
    world.parts.displays["seat-1"].show(Painter().paint(HELLO))
    assert world.parts.settle(["seat-1"], PATIENCE_S) == []
    picture = world.hardware.framebuffer("seat-1").rotate(180)
    assert ImageChops.difference(picture, Painter().paint(HELLO)).getbbox() is None


def test_a_reader_is_pulled_out_and_put_back(world: World) -> None:
    world.hardware.unplug("reader")
    assert world.until(lambda item: isinstance(item, ReaderLost)).reader == "main"
    world.hardware.unplug("reader-left")
    assert world.until(lambda item: isinstance(item, ReaderLost)).reader == "left"
    world.hardware.plug("reader")
    assert world.until(lambda item: isinstance(item, ReaderBack)).reader == "main"
    world.hardware.tap(BLUE)
    world.until(lambda item: isinstance(item, CardSeen))


def test_a_display_is_pulled_out_and_shows_the_last_picture_when_it_is_back(world: World) -> None:
    world.hardware.unplug("main")
    world.parts.displays["main"].show(Painter().paint(HELLO))
    assert world.until(lambda item: isinstance(item, DisplayLost)).display == "main"
    assert world.parts.settle(["main"], 0.01) == ["main"]
    world.hardware.plug("main")
    world.until(lambda item: isinstance(item, DisplayBack))
    assert world.shown("main")


def test_after_a_power_cut_the_chips_have_forgotten_everything(world: World) -> None:
    world.parts.displays["main"].show(Painter().paint(HELLO))
    assert world.shown("main")
    world.hardware.power_cycle()
    assert not world.shown("main")
    world.hardware.tap(BLUE)
    world.until(lambda item: isinstance(item, CardSeen))


def test_closed_displays_are_dark_within_two_seconds(world: World) -> None:
    world.parts.displays["main"].show(Painter().paint(HELLO))
    assert world.shown("main")
    began_s = time.monotonic()
    assert world.parts.close()
    assert time.monotonic() - began_s < 5
    assert world.hardware.framebuffer("main").getbbox() is None


def test_a_stuck_device_keeps_no_other_open(world: World) -> None:
    for name in ("main", "seat-1"):
        world.parts.displays[name].show(Painter().paint(HELLO))
    world.parts.settle(["main", "seat-1"], PATIENCE_S)
    world.hardware.buses["main"].stick(deadline_s=60.0)
    began_s = time.monotonic()
    assert not world.parts.close(within_s=0.3)
    while world.hardware.framebuffer("seat-1").getbbox():
        assert time.monotonic() - began_s < 20, "the bus is held for sixty"
        time.sleep(0.01)
    world.hardware.buses["main"].release()


def test_a_name_that_is_no_device(world: World) -> None:
    with pytest.raises(KeyError, match="no 'seat-2', only main, left, main, seat-1"):
        world.hardware.unplug("seat-2")


def test_a_running_clock_is_waited_for() -> None:
    with SimulatedTable(RunningClock(speed=10), displays=()) as hardware:
        began_s = hardware.clock.now_s()
        hardware.press("yes")
        assert hardware.clock.now_s() - began_s >= 0.09


# -- real kinds --------------------------------------------------------------------------
REAL = c.TableConfig(
    readers={"main": c.Pn532Uart(port="/dev/no-such-port")},
    displays={"main": c.Ssd1306I2c(bus=99)},
    buttons=c.GpioKeys(pins={"yes": 5, "no": 6, "next": 16}),
    sound=c.PiezoGpio(),
    light=c.RgbGpio(),
)


def test_a_machine_without_the_devices_plays_on_and_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def no_pins(_folder: Path) -> object:
        raise DeviceError("no GPIO chip of a Raspberry Pi")

    monkeypatch.setattr(linux, "open_pins", no_pins)
    inbox: queue.SimpleQueue[Input] = queue.SimpleQueue()
    parts = build(REAL, inbox.put)
    problems = parts.start(inbox.put)
    assert problems == ("The keys do not work: no GPIO chip of a Raspberry Pi.",)
    parts.displays["main"].show(Painter().paint(HELLO))
    kinds = {type(inbox.get(timeout=20)), type(inbox.get(timeout=20))}
    assert kinds == {ReaderLost, DisplayLost}
    parts.sounder.play(())
    parts.light.show((255, 0, 0), 1.0, 0.0, 1)
    assert parts.close()


def test_keys_that_are_taken_are_told_and_the_rest_works(monkeypatch: pytest.MonkeyPatch) -> None:
    from gpiozero import DigitalInputDevice
    from gpiozero.pins.mock import MockFactory

    factory = MockFactory()
    other = DigitalInputDevice(5, pull_up=True, pin_factory=factory)
    monkeypatch.setattr(linux, "open_pins", lambda folder: factory)
    parts = build(c.TableConfig(buttons=REAL.buttons), lambda item: None)
    assert parts.start(lambda item: None)[0].startswith("The keys do not work: key yes on GPIO 5")
    assert parts.close()
    other.close()
    factory.close()


@pytest.mark.parametrize(
    "config",
    [
        c.TableConfig(readers={"main": c.SimulatedReader()}),
        c.TableConfig(displays={"main": c.SimulatedDisplay()}),
        c.TableConfig(buttons=c.SimulatedKeys()),
    ],
)
def test_simulated_devices_need_a_simulated_table(config: c.TableConfig) -> None:
    with pytest.raises(c.ConfigError, match="port-royal simulate"):
        build(config, lambda item: None)


def test_no_keys_are_no_problem() -> None:
    parts = build(c.TableConfig(), lambda item: None)
    assert parts.buttons is None
    assert parts.start(lambda item: None) == ()
    assert parts.close()
