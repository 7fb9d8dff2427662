"""GPIO: the chip of the header, the library, and who holds which pin."""

from __future__ import annotations

import errno
from contextlib import closing
from dataclasses import replace

import pytest

from companion.doctor.machine import Line, Output
from companion.doctor.pins import pin_name
from drivers.ports import DeviceError

KEYS = "buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 16}}"
SOUND = "sound: {kind: piezo-gpio}"
IMPORT = "lgpio; lgpio.gpiochip_open"


# -- the chip (R38) ----------------------------------------------------------------------
@pytest.mark.parametrize("number", [4, 0, 11])
def test_R38_the_chip_is_found_by_what_it_is(make_pi, ask, number: int) -> None:
    pi = make_pi("Raspberry Pi 5 Model B Rev 1.0", "13", number)
    for other in {0, 4, 10, 13} - {number}:
        pi.files[f"/sys/bus/gpio/devices/gpiochip{other}/of_node/compatible"] = b"brcm,brcmstb-gpio\0"
    found = ask(pi, KEYS)
    assert (
        found.of("GPIO", "chip").message == f"The header is on /dev/gpiochip{number} (raspberrypi,rp1-gpio)."
    )
    assert found.status("key yes", "level") == "ok"


def test_R38_without_one_the_chips_that_are_there_are_named(pi, ask) -> None:
    del pi.files["/sys/bus/gpio/devices/gpiochip0/of_node/compatible"]
    found = ask(pi, KEYS)
    assert "there are: raspberrypi,firmware-gpio" in found.of("GPIO", "chip").message
    assert found.status("key yes", "holder") == "skipped"
    assert found.status("key yes", "level") == "skipped"


# -- the library (R39, row 74) -----------------------------------------------------------
@pytest.mark.parametrize(
    ("python", "fix"), [((3, 11, 2), "pip install '.[pi]'"), ((3, 13, 5), "apt install python3-lgpio")]
)
def test_a_missing_lgpio_is_got_as_the_python_needs(pi, ask, python: tuple[int, int, int], fix: str) -> None:
    pi.python = python
    pi.import_gives(IMPORT, Output(1, "Traceback\nModuleNotFoundError: No module named 'lgpio'"))
    found = ask(pi, KEYS).of("GPIO", "lgpio")
    assert found.status == "failure"
    assert fix in found.fix


@pytest.mark.parametrize("python", [(3, 11, 2), (3, 13, 5)])
def test_a_stub_of_lgpio_is_found_out(pi, ask, python: tuple[int, int, int]) -> None:
    pi.python = python
    pi.import_gives(IMPORT, Output(1, "AttributeError: module 'lgpio' has no attribute 'gpiochip_open'"))
    found = ask(pi, KEYS).of("GPIO", "lgpio")
    assert found.message == "The lgpio that is installed is a stub without content."
    assert found.fix.startswith("pip uninstall -y lgpio")


def test_R39_the_folder_of_lgpio_must_be_writable(pi, ask) -> None:
    pi.environment = {"LG_WD": "/", "RUNTIME_DIRECTORY": "/run/port-royal:/run/b", "TMPDIR": "/tmp"}
    found = ask(pi, KEYS).of("GPIO", "lgpio folder")
    assert (found.status, "ann may not write in /." in found.message) == ("failure", True)
    del pi.environment["LG_WD"]
    assert "may not write in /run/port-royal." in ask(pi, KEYS).of("GPIO", "lgpio folder").message
    del pi.environment["RUNTIME_DIRECTORY"]
    assert ask(pi, KEYS).status("GPIO", "lgpio folder") == "ok"


# -- who holds a pin (row 72) ------------------------------------------------------------
def test_a_pin_that_a_driver_of_the_kernel_holds_names_both(pi, ask) -> None:
    pi.lines[16] = Line(True, "onewire@0")
    found = ask(pi, KEYS).of("key next", "holder")
    assert (found.status, found.message) == (
        "failure",
        "GPIO 16 (pin 36) is held by 'onewire@0', a driver of the kernel.",
    )
    assert "dtoverlay" in found.fix


@pytest.mark.parametrize("name", ["lg", "gpiozero", ""])
def test_a_pin_that_a_program_holds_names_both(pi, ask, name: str) -> None:
    pi.lines[13] = Line(True, name)
    found = ask(pi, SOUND).of("sound", "holder")
    assert found.status == "failure"
    assert f"GPIO 13 (pin 33) is held by '{name or 'somebody without a name'}'" in found.message


def test_pins_of_the_running_service_are_as_they_should_be(pi, ask) -> None:
    pi.lines[5] = Line(True, "lg")
    pi.service_is("active")
    found = ask(pi, KEYS)
    assert found.status("key yes", "holder") == "ok"
    assert found.of("key yes", "level").fix == "sudo systemctl stop port-royal, then ask again"


def test_a_holder_that_cannot_be_seen_is_said(pi, ask) -> None:
    del pi.nodes["/dev/gpiochip0"]
    assert (
        ask(pi, KEYS).of("key yes", "holder").message.endswith("cannot be seen: No such file or directory.")
    )


# -- levels ------------------------------------------------------------------------------
def test_a_key_at_ground_is_warned_of(pi, ask, bench) -> None:
    bench.lines.ground(6)
    found = ask(pi, KEYS)
    assert found.status("key no", "level") == "warning"
    assert found.of("key no", "level").message.startswith("GPIO 6 (pin 31) is at ground")
    assert found.status("key yes", "level") == "ok"


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (DeviceError("lgpio is a stub"), "The level of GPIO 5 (pin 29) cannot be read: lgpio is a stub."),
        (OSError(errno.EBUSY, "busy"), "The level of GPIO 5 (pin 29) cannot be read: [Errno 16] busy."),
        (ValueError("x"), "This check stumbled: ValueError: x."),
    ],
)
def test_a_level_that_cannot_be_read_is_said(pi, ask, bench, error: Exception, words: str) -> None:
    def fail() -> object:
        raise error

    bench.openers = replace(bench.openers, pins=fail)
    found = ask(pi, KEYS).of("key yes", "level")
    assert (found.status, found.message) == ("failure", words)


def test_a_key_on_a_line_that_is_taken_says_which(pi, ask, bench) -> None:
    with closing(bench.probes.keys({"x": 6})):
        found = ask(pi, KEYS)
    assert "key no on GPIO 6" in found.of("key no", "level").message
    assert found.status("key yes", "level") == "ok"


def test_pins_that_are_not_on_the_header_have_a_name_all_the_same() -> None:
    assert (pin_name(5), pin_name(45)) == ("GPIO 5 (pin 29)", "GPIO 45")
