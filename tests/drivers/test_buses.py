"""Clocks, waiting, and the openers of real buses as far as they go without hardware."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import serial

from drivers.buses import SystemClock, deliver, wait_until
from drivers.linux import header_chip, open_i2c, open_pins, open_serial
from drivers.ports import DeviceError, DeviceGone, Tick
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.sim.serial import Pn532OnPty


def test_the_system_clock_is_monotonic_and_sleeps():
    clock = SystemClock()
    began_s = clock.now_s()
    clock.sleep(0.01)
    clock.sleep(-1)
    assert 0.01 <= clock.now_s() - began_s < 1


def test_a_stepped_clock_moves_when_told():
    clock, woken = SteppedClock(5.0), threading.Event()
    sleeper = threading.Thread(target=lambda: (clock.sleep(2), woken.set()))
    sleeper.start()
    time.sleep(0.01)
    clock.advance(1.9)
    assert not woken.wait(0.02)
    clock.advance(0.2)
    assert woken.wait(20)
    sleeper.join()
    assert clock.now_s() == pytest.approx(7.1)
    with pytest.raises(ValueError, match="does not go back"):
        clock.advance(-1)


def test_a_stepped_clock_that_is_stopped_holds_nobody():
    clock = SteppedClock()
    sleeper = threading.Thread(target=clock.sleep, args=(1000,))
    sleeper.start()
    clock.stop()
    sleeper.join(20)
    assert not sleeper.is_alive()


def test_a_running_clock_runs_at_its_speed():
    clock = RunningClock(speed=50)
    began_s = time.monotonic()
    clock.sleep(1)
    assert 0.02 <= time.monotonic() - began_s < 0.9
    assert clock.now_s() >= 1
    with pytest.raises(ValueError, match="0 times"):
        RunningClock(0)


def test_waiting_follows_a_clock_that_is_moved_and_ends_when_told():
    clock, stop = SteppedClock(), threading.Event()
    outcome = []
    waiter = threading.Thread(target=lambda: outcome.append(wait_until(clock, 10, stop)))
    waiter.start()
    clock.advance(10)
    waiter.join(20)
    assert outcome == [True]
    stop.set()
    assert wait_until(clock, 20, stop) is False


def test_an_input_that_a_consumer_drops_is_logged(caplog):
    def sink(item):
        raise LookupError("no such card")

    deliver(sink, Tick(1.0))
    assert "an input was lost: Tick(at_s=1.0)" in caplog.text
    assert "no such card" in caplog.text


def test_a_serial_port_is_ours_alone_and_reads_wait_a_slice():
    with Pn532OnPty() as chip:
        port = open_serial(chip.path)
        began_s = time.monotonic()
        assert port.read(1) == b""
        assert 0.09 <= time.monotonic() - began_s < 5
        with pytest.raises(serial.SerialException, match="lock"):
            open_serial(chip.path)
        port.close()


def test_buses_that_are_not_there_are_os_errors():
    with pytest.raises(OSError, match="ttyNOWHERE"):
        open_serial("/dev/ttyNOWHERE")
    with pytest.raises(OSError, match="i2c-99"):
        open_i2c(99)


def sysfs(folder: Path, **chips: str) -> Path:
    for name, compatible in chips.items():
        node = folder / name / "of_node"
        node.mkdir(parents=True)
        (node / "compatible").write_bytes(compatible.encode() + b"\0")
    return folder


@pytest.mark.parametrize("number", [4, 0, 11])
def test_R38_the_header_of_a_pi_5_is_found_wherever_it_is(tmp_path, number):
    others = {f"gpiochip{n}": "brcm,brcmstb-gpio" for n in range(10, 14) if n != number}
    chips = {**others, f"gpiochip{number}": "raspberrypi,rp1-gpio"}
    assert header_chip(sysfs(tmp_path, **chips)) == number


@pytest.mark.parametrize(
    "compatible", ["brcm,bcm2711-gpio", "brcm,bcm2835-gpio", "brcm,bcm2837-gpio\0brcm,bcm2835-gpio"]
)
def test_R38_the_header_of_older_boards(tmp_path, compatible):
    tree = sysfs(
        tmp_path, gpiochip0=compatible, gpiochip1="raspberrypi,firmware-gpio", gpiochipX="brcm,bcm2711-gpio"
    )
    (tmp_path / "gpiochip2").mkdir()
    assert header_chip(tree) == 0


def test_R38_without_such_a_chip_it_says_what_is_there(tmp_path):
    with pytest.raises(DeviceGone, match="chips there: brcm,brcmstb-gpio"):
        header_chip(sysfs(tmp_path, gpiochip0="brcm,brcmstb-gpio"))
    with pytest.raises(DeviceGone, match="chips there: none"):
        header_chip(tmp_path / "nothing")


class Lgpio:
    """Stands in for the C library, which needs a machine with GPIO lines to open anything."""

    SET_PULL_NONE = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0

    class error(Exception):  # noqa: N801 - so it is called there
        pass

    def __init__(self, *chips: int) -> None:
        self.chips = chips
        self.opened = []

    def gpiochip_open(self, chip: int) -> int:
        if chip not in self.chips:
            raise self.error("can not open gpiochip")
        self.opened.append((chip, os.environ["LG_WD"]))
        return 7

    def gpiochip_close(self, handle: int) -> None:
        self.opened.append(handle)


@pytest.fixture
def lgpio_is(monkeypatch):
    """Put something in the place of lgpio; gpiozero's part for it is loaded anew before and after."""
    monkeypatch.setenv("LG_WD", "remembered, to be put back")
    monkeypatch.delenv("LG_WD")

    def put(module: object) -> None:
        monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
        monkeypatch.setitem(sys.modules, "lgpio", module)

    yield put
    sys.modules.pop("gpiozero.pins.lgpio", None)


def test_R37_pins_come_from_lgpio_on_the_right_chip(tmp_path, lgpio_is):
    lgpio = Lgpio(4)
    lgpio_is(lgpio)
    factory = open_pins(tmp_path, sysfs(tmp_path, gpiochip4="raspberrypi,rp1-gpio"))
    assert lgpio.opened == [(4, str(tmp_path))]
    factory.close()
    assert lgpio.opened[1:] == [7]


def test_R37_a_chip_that_cannot_be_opened_is_named(tmp_path, lgpio_is):
    lgpio_is(Lgpio())
    with pytest.raises(DeviceError, match="GPIO chip 0 of the header cannot be opened: can not open"):
        open_pins(tmp_path, sysfs(tmp_path, gpiochip0="brcm,bcm2711-gpio"))


@pytest.mark.parametrize("module", [None, object()], ids=["missing", "an empty stub"])
def test_R37_a_machine_without_lgpio_says_so(tmp_path, lgpio_is, module):
    lgpio_is(module)
    with pytest.raises(DeviceError, match="the library lgpio cannot be used"):
        open_pins(tmp_path, sysfs(tmp_path, gpiochip0="brcm,bcm2711-gpio"))


def test_importing_the_drivers_loads_no_bus_library(root):
    code = (
        "import sys, drivers.pn532, drivers.oled, drivers.buttons, drivers.linux, drivers.sim.serial, "
        "drivers.sim.i2c, drivers.sim.lines\n"
        "print([name for name in ('luma', 'gpiozero', 'serial', 'smbus2', 'lgpio') if name in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"
