"""The list of readers and displays with what they had to mend, from the drivers to the screen."""

from __future__ import annotations

import pytest

from companion import config as c
from companion.bootstrap import RunningClock, build, simulated_table
from companion.device_health import DeviceHealth
from companion.flow import DeviceState, Home, Lost
from companion.preferences import Preferences
from companion.texts import load_catalogue
from drivers.mfrc522 import Mfrc522Counts
from drivers.oled import OledCounts
from drivers.pn532_link import LinkCounts
from drivers.usb_reader import KeyCounts

DEVICES = (
    DeviceState("reader", 3, 1, (("bad-frames", 2), ("retries", 1), ("losses", 1))),
    DeviceState("reader-second", 0, 0),
    DeviceState("main", 123_456, 1_000),
)


def test_it_is_reached_from_the_settings_and_left_again(hands) -> None:
    hand = hands(Home(), devices=DEVICES)
    hand.go_to("Settings")
    hand.press("y")
    hand.go_to("Devices")
    hand.press("y")
    assert isinstance(hand.mode, DeviceHealth)
    hand.press("n")
    assert isinstance(hand.mode, Preferences)
    hand.press("y m")
    assert isinstance(hand.mode, Home)


def test_every_device_has_a_row_and_what_is_lost_is_marked(hands) -> None:
    hand = hands(DeviceHealth(Home()), devices=DEVICES, lost=(Lost("main", 0.0),))
    assert hand.screen.lines()[1:4] == (
        ">reader    ok 3/1",
        " reader-se ok 0/0",
        " main      -- 9999/99",
    )
    hand.press("> >")
    assert hand.marked.startswith("main")
    hand.press(">")
    assert hand.marked.startswith("reader ")


def test_a_table_without_devices_says_so(hands) -> None:
    hand = hands(DeviceHealth(Home()))
    assert hand.lines[1] == ">none in this table"
    hand.press("> y")
    assert isinstance(hand.mode, DeviceHealth)


def test_R15_every_kind_of_fault_of_a_device_is_told(hands) -> None:
    hand = hands(DeviceHealth(Home()), devices=DEVICES)
    hand.press("y")
    assert hand.screen.lines()[:4] == (
        "reader",
        ">bad frames        2",
        " asked again       1",
        " times lost        1",
    )
    hand.press("> > >")
    assert hand.marked.startswith("bad frames")
    hand.press("> n")
    assert hand.mode == DeviceHealth(Home())
    hand.press("> y")
    assert hand.lines[1] == ">none in this table"
    hand.press("> m")
    assert hand.mode == Home()


def test_R15_all_that_drivers_count_has_a_name() -> None:
    kinds = {
        name.replace("_", "-")
        for counts in (LinkCounts, Mfrc522Counts, KeyCounts, OledCounts)
        for name in counts.__dataclass_fields__
    }
    known = load_catalogue("en").texts
    assert {kind for kind in kinds if f"device.count.{kind}" not in known} == set()


@pytest.mark.parametrize("count", [1, 6, 11])
def test_the_longest_rows_fit(hands, count: int) -> None:
    devices = tuple(DeviceState(f"reader-{'w' * 12}", 10**6, 10**6) for _ in range(count))
    hand = hands(DeviceHealth(Home(), count - 1), devices=devices)
    assert all(len(line) <= 21 for line in hand.screen.lines())


def test_R15_R26_faults_and_losses_of_every_kind_of_driver_are_counted() -> None:
    config = c.TableConfig(
        readers={
            "main": c.Pn532Uart(),
            "second": c.Mfrc522Spi(),
            "third": c.Pn532I2c(),
            "typed": c.UsbKeyboard(path="/dev/input/event7"),
        },
        displays={"main": c.Ssd1309Spi(), "seat-1": c.Ssd1306I2c(bus=3)},
    )
    with simulated_table(config, RunningClock(), every_kind=True) as hardware:
        for device in ("reader", "reader-third", "reader-typed", "seat-1"):
            hardware.unplug(device)
        heard: list[object] = []
        parts = build(config, heard.append, simulated=hardware)
        assert [state.name for state in parts.states()] == [
            "reader",
            "reader-second",
            "reader-third",
            "reader-typed",
            "main",
            "seat-1",
        ]
        assert all((state.faults, state.losses) == (0, 0) for state in parts.states())
        parts.start(heard.append)
        parts.displays["seat-1"].show(_empty())
        wait_until(lambda: len(heard) == 4)
        states = {state.name: state for state in parts.states()}
        assert {name for name, state in states.items() if state.losses == 1} == {
            "reader",
            "reader-third",
            "reader-typed",
            "seat-1",
        }
        assert states["seat-1"].faults >= 1
        assert dict(states["seat-1"].counts)["errors"] >= 1
        assert dict(states["reader-second"].counts)["losses"] == 0
        assert parts.close()


def _empty():
    from PIL import Image

    return Image.new("1", (128, 64))


def wait_until(is_so) -> None:
    import time

    end_s = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < end_s
        time.sleep(0.005)
