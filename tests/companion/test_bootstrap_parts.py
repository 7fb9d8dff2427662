"""The full table of real kinds, put together from its config on simulated buses in place of the machine's."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator

import pytest
from PIL import Image

from companion import config as c
from companion.bootstrap import Parts, build
from companion.outfit import load_settings
from companion.paint import Painter
from companion.screen import headline, screen
from companion.sounds import Signals
from companion.store import Store
from drivers import linux
from drivers.ports import DeviceError, Tone
from drivers.sim.chips.sh1106 import SimSh1106
from drivers.sim.chips.ssd1306 import SimSsd1306, SimSsd1309
from drivers.sim.chips.tca9548a import SimTca9548a
from drivers.sim.i2c import SimI2CBus
from drivers.sim.lines import SimLines
from drivers.sim.spi_panel import SimSpiPanel
from drivers.sound import LOUD, SOFT

SEATS = [f"seat-{number}" for number in range(1, 6)]
FULL = c.TableConfig(
    displays={
        "main": c.Ssd1309Spi(),
        "seat-1": c.Ssd1306I2c(mux=c.Mux(channel=0)),
        "seat-2": c.Sh1106I2c(mux=c.Mux(channel=1)),
        "seat-3": c.Ssd1306I2c(mux=c.Mux(channel=2), rotate=180),
        "seat-4": c.Ssd1306I2c(mux=c.Mux(channel=3), height=32),
        "seat-5": c.Sh1106I2c(mux=c.Mux(channel=4), column_offset=0),
    },
    buttons=c.GpioKeys(pins={"yes": 5, "no": 6, "next": 16}),
    light=c.RgbGpio(),
    sound=c.PiezoGpio(),
)
SCREEN = screen("HELLO", headline("BUST"), keys="Y:ok")


class Machine:
    """The buses of a machine, simulated."""

    def __init__(self) -> None:
        self.lines = SimLines()
        self.bus = SimI2CBus()
        self.mux = SimTca9548a()
        self.bus.attach(0x70, self.mux)
        self.bus.attach_switch(self.mux)
        self.main = SimSpiPanel(SimSsd1309(), self.lines)
        self.seats = [SimSsd1306(), SimSh1106(), SimSsd1306(), SimSsd1306(128, 32), SimSh1106(left=0)]
        for channel, chip in enumerate(self.seats):
            self.mux.attach(channel, 0x3C, chip)
        self.opened: list[int] = []

    def open_i2c(self, number: int):
        self.opened.append(number)
        return self.bus.open()


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    it = Machine()
    monkeypatch.setattr(linux, "open_i2c", it.open_i2c)
    monkeypatch.setattr(linux, "spi_device", it.main.device)
    monkeypatch.setattr(linux, "open_pins", lambda _folder: it.lines.pin_factory)
    yield it
    it.lines.close()


@pytest.fixture
def built() -> Iterator[Callable[..., Parts]]:
    tables: list[Parts] = []

    def make(config: c.TableConfig) -> Parts:
        tables.append(build(config, lambda _item: None))
        assert tables[-1].start(lambda _item: None) == ()
        return tables[-1]

    yield make
    for parts in tables:
        assert parts.close()


def until(is_so: Callable[[], bool]) -> bool:
    end_s = time.monotonic() + 20
    while not is_so() and time.monotonic() < end_s:
        time.sleep(0.002)
    return is_so()


def painted(chip: SimSsd1306) -> Image.Image:
    return Painter().paint(SCREEN, width=chip.width, height=chip.height)


def test_the_full_table_shows_on_every_glass(machine: Machine, built) -> None:
    displays = built(FULL).displays
    for display in displays.values():
        display.show(Painter().paint(SCREEN, width=display.width, height=display.height))
    for name, chip in zip(["main", *SEATS], [machine.main.chip, *machine.seats], strict=True):
        assert displays[name].settle(20)
        turned = painted(chip).rotate(180 if name == "seat-3" else 0)
        assert chip.image().tobytes() == turned.tobytes(), name
    assert set(machine.opened) == {1}
    assert {thread.name for thread in threading.enumerate()} >= {"spi-0", "i2c-1"}


def test_keys_light_sound_and_the_display_share_the_pins(machine: Machine, built) -> None:
    parts = built(FULL)
    parts.light.show((255, 0, 0), 1.0, 0.0, 0)
    parts.sounder.play((Tone(440.0, 30.0),))
    parts.displays["main"].show(painted(machine.main.chip))
    assert until(lambda: [machine.lines.level(pin) for pin in (12, 20, 21)] == [1, 0, 0])
    assert until(lambda: machine.lines.frequency_hz(13) == 440)
    assert until(lambda: machine.lines.level(23) == 1)
    parts.close()
    assert [machine.lines.level(pin) for pin in (12, 13)] == [0, 0]


@pytest.mark.parametrize(("level", "share"), [("soft", SOFT), ("loud", LOUD)])
def test_the_level_that_the_owner_likes_is_heard(
    machine: Machine, built, tmp_path, level: str, share: float
) -> None:
    config = c.TableConfig(sound=c.PiezoGpio(level=level))
    with Store.open(tmp_path) as store:
        settings = load_settings(store, config)
    parts = built(config)
    rhythms = {"tick": (Tone(440.0, 30.0),)}
    Signals(parts.sounder, parts.light, rhythms, {}).give(("tick",), settings)
    assert until(lambda: machine.lines.level(13) == share)


def test_an_active_buzzer_and_a_light_without_pulse_width(machine: Machine, built) -> None:
    parts = built(c.TableConfig(sound=c.BuzzerGpio(pin=19), light=c.RgbGpio(pwm=False)))
    parts.light.show((60, 60, 60), 1.0, 0.0, 0)
    parts.sounder.play((Tone(440.0, 30.0),))
    assert until(lambda: machine.lines.level(19) == 1)
    assert until(lambda: [machine.lines.level(pin) for pin in (12, 20, 21)] == [1, 1, 1])
    assert machine.lines.frequency_hz(12) is None


def test_channels_of_the_kernels_switch_are_drawn_on_by_one_thread(
    machine: Machine, built, monkeypatch
) -> None:
    monkeypatch.setattr(linux, "root_bus", lambda number: 1 if number > 10 else number)
    parts = built(c.TableConfig(displays={"seat-1": c.Ssd1306I2c(bus=11), "seat-2": c.Sh1106I2c(bus=12)}))
    workers = {id(display.worker) for display in parts.displays.values()}
    assert len(workers) == 1


def test_what_decorates_may_be_missing(machine: Machine, built, monkeypatch, caplog) -> None:
    def no_pins(_folder: object) -> object:
        raise DeviceError("no GPIO chip of a Raspberry Pi")

    monkeypatch.setattr(linux, "open_pins", no_pins)
    parts = built(c.TableConfig(light=c.RgbGpio(), sound=c.PiezoGpio()))
    with caplog.at_level(logging.WARNING):
        for _ in range(3):
            parts.light.show((255, 0, 0), 1.0, 0.0, 0)
            parts.sounder.play((Tone(440.0, 0.1),))
        assert until(lambda: len(caplog.messages) == 2)
    assert sorted(caplog.messages) == [
        "the table plays without light: no GPIO chip of a Raspberry Pi",
        "the table plays without sound: no GPIO chip of a Raspberry Pi",
    ]


def test_a_seat_that_is_unplugged_is_named_with_its_channel(machine: Machine) -> None:
    heard: list[object] = []
    parts = build(FULL, heard.append)
    machine.mux.detach(1, 0x3C)
    parts.displays["seat-2"].show(painted(machine.seats[1]))
    assert until(lambda: bool(heard))
    assert heard[0].reason.startswith(
        "display seat-2: no answer at I2C address 0x3c on bus 1, channel 1 of the switch at 0x70 ("
    )
    assert parts.close()
