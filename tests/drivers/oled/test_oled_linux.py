"""What displays need of a Linux machine, as far as it goes without one that has it."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType

import pytest

from drivers import linux
from drivers.ports import DeviceError, DeviceGone


def test_the_channels_of_the_kernels_switch_are_one_bus(tmp_path: Path) -> None:
    """As sysfs has them: a channel's bus lies in the folder of the bus that the switch hangs on."""
    devices, names = tmp_path / "devices/platform/soc/fe804000.i2c", tmp_path / "bus"
    names.mkdir()
    for number, place in {1: "i2c-1", 11: "i2c-1/i2c-11", 12: "i2c-1/i2c-12", 20: "i2c-20"}.items():
        (devices / place).mkdir(parents=True)
        (names / f"i2c-{number}").symlink_to(devices / place)
    (names / "i2c-99").symlink_to(tmp_path / "nowhere")
    roots = {number: linux.root_bus(number, names) for number in (1, 11, 12, 20, 99, 7)}
    assert roots == {1: 1, 11: 1, 12: 1, 20: 20, 99: 99, 7: 7}


def test_a_machine_without_spidev_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(DeviceGone, match=r"spidev is not installed: pip install .*\[pi\]"):
        linux.spi_device()


def test_a_device_of_spidev_is_given_unopened(monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType("spidev")
    vars(module)["SpiDev"] = lambda: "a device"
    monkeypatch.setitem(sys.modules, "spidev", module)
    assert linux.spi_device() == "a device"


def test_pins_are_opened_once_for_all_and_again_after_a_failure(monkeypatch, tmp_path: Path) -> None:
    answers = iter([DeviceError("busy"), "factory"])

    def open_pins(folder: Path) -> object:
        assert folder == tmp_path
        answer = next(answers)
        if isinstance(answer, DeviceError):
            raise answer
        return answer

    monkeypatch.setattr(linux, "open_pins", open_pins)
    pins = linux.HeaderPins(tmp_path)
    with pytest.raises(DeviceError, match="busy"):
        pins.open()
    assert (pins.open(), pins.open()) == ("factory", "factory")
