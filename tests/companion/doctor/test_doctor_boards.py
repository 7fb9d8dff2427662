"""Whole tables on whole machines: what is right is found right, on every board and system."""

from __future__ import annotations

import pytest

from companion.bootstrap import RunningClock, simulated_table
from companion.config import load_config
from companion.doctor.checks import examine
from companion.doctor.machine import Node
from companion.doctor.parts import parts_of
from drivers.probes import Probes
from drivers.sim.chips.sh1106 import SimSh1106

MINIMAL = """
readers: {main: {kind: mfrc522-spi}}
displays: {main: {kind: sh1106-i2c}}
buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 16}}
"""
STANDARD = """
readers: {main: {kind: pn532-uart}}
displays: {main: {kind: ssd1309-spi}}
buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 16, menu: 26}}
light: {kind: rgb-gpio}
sound: {kind: piezo-gpio}
"""
FULL = """
readers:
  main: {kind: pn532-uart}
  second: {kind: mfrc522-spi}
displays:
  main: {kind: ssd1309-spi}
  seat-1: {kind: ssd1306-i2c, mux: {channel: 0}}
  seat-2: {kind: ssd1306-i2c, mux: {channel: 1}}
  seat-3: {kind: ssd1306-i2c, mux: {channel: 2}}
  seat-4: {kind: ssd1306-i2c, bus: 11}
buttons:
  kind: gpio
  pins: {yes: 5, no: 6, next: 16, menu: 26, seat-1: 17, seat-2: 27, seat-3: 22, seat-4: 4}
light: {kind: rgb-gpio}
"""
BOARDS = [
    ("Raspberry Pi Zero 2 W Rev 1.0", "12", 0, "ttyS0"),
    ("Raspberry Pi 3 Model A Plus Rev 1.0", "13", 0, "ttyAMA0"),
    ("Raspberry Pi 4 Model B Rev 1.5", "12", 0, "ttyS0"),
    ("Raspberry Pi 5 Model B Rev 1.0", "12", 4, "ttyAMA0"),
    ("Raspberry Pi 5 Model B Rev 1.0", "12", 0, "ttyAMA0"),
    ("Raspberry Pi 5 Model B Rev 1.0", "13", 11, "ttyAMA0"),
]
HELD_BACK = {("display main", "answers"), ("service", "state")}
"""What cannot be known of a display on SPI, and of a service that is not there."""


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("table", [MINIMAL, STANDARD, FULL], ids=["minimal", "standard", "full"])
def test_a_table_that_is_right_is_found_right(make_pi, ask, bench, table: str, board: tuple) -> None:
    model, release, chip, uart = board
    if table == MINIMAL:
        bench.i2c[1].attach(0x3C, SimSh1106())
    found = ask(make_pi(model, release, chip, uart), table)
    assert set(found.wrong) <= HELD_BACK
    assert found.of("computer", "board").message == f"This is a {model}."
    assert f"Debian GNU/Linux {release}" in found.of("computer", "system").message
    assert f"/dev/gpiochip{chip} " in found.of("GPIO", "chip").message


@pytest.mark.parametrize("table", ["minimal", "standard", "full", "pn532-ssd1306"])
def test_the_tables_that_come_with_the_program_are_found_right(root, pi, tmp_path, table: str) -> None:
    config = load_config(root / "config" / f"table-{table}.yaml")
    pi.nodes |= {f"/dev/i2c-{number}": Node("root", "i2c", 0o660) for number in range(10, 20)}
    pi.links |= {f"/sys/bus/i2c/devices/i2c-{n}": f"/sys/devices/soc/i2c-1/i2c-{n}" for n in range(10, 20)}
    pi.writable.add(str(tmp_path))
    with simulated_table(config, RunningClock(), every_kind=True) as simulated:
        probes = Probes(simulated.machine.openers)
        found = list(examine(parts_of(config, tmp_path), pi, probes, probes))
        assert {(f.part, f.check) for f in found if f.status != "ok"} <= HELD_BACK
        simulated.unplug("reader")
        simulated.keys.press("no")
        found = list(examine(parts_of(config, tmp_path), pi, probes, probes))
        wrong = {(f.part, f.check): f.status for f in found if f.status in ("failure", "warning")}
        assert wrong == {("reader main", "chip"): "failure", ("key no", "level"): "warning"}


def test_every_part_of_the_full_table_is_looked_at(pi, ask) -> None:
    found = ask(pi, FULL)
    assert {f.part for f in found} == {
        "computer", "service", "saved games", "deck", "GPIO", "I2C bus 1", "I2C bus 11", "TCA9548A 0x70",
        "SPI bus 0 CE0", "SPI bus 0 CE1", "port of reader main", "reader main", "reader second",
        "display main", "display seat-1", "display seat-2", "display seat-3", "display seat-4",
        "display main dc", "display main reset", "key yes", "key no", "key next", "key menu", "key seat-1",
        "key seat-2", "key seat-3", "key seat-4", "light red", "light green", "light blue",
    }  # fmt: skip


def test_a_device_on_a_pin_of_a_row_is_named(pi, ask) -> None:
    assert (
        ask(pi, "sound: {kind: buzzer-gpio, pin: 13}").of("sound", "holder").message
        == "GPIO 13 (pin 33) is free."
    )


@pytest.mark.parametrize(
    ("model", "status"),
    [
        ("Raspberry Pi Zero W Rev 1.1", "warning"),
        ("Raspberry Pi Model B Plus Rev 1.2", "warning"),
        ("", "warning"),
    ],
)
def test_a_board_that_will_not_do_is_said(pi, ask, model: str, status: str) -> None:
    pi.files["/proc/device-tree/model"] = model.encode()
    found = ask(pi, "sound: {kind: piezo-gpio}").of("computer", "board")
    assert found.status == status
    assert found.fix


def test_nothing_is_asked_of_the_board_when_all_is_simulated(bare_machine, ask) -> None:
    found = ask(bare_machine, "buttons: {kind: none}")
    assert {f.part for f in found} == {"computer", "saved games", "deck"}
    assert found.wrong == []


def test_32_bits_and_old_systems_are_warned_of(pi, ask) -> None:
    pi.bits = 32
    assert ask(pi, STANDARD).status("computer", "system") == "warning"
    pi.bits = 64
    pi.files["/etc/os-release"] = b'PRETTY_NAME="Raspbian 11"\nVERSION_ID="11"\n'
    assert ask(pi, STANDARD).of("computer", "system").message.startswith("The system is Raspbian 11, 64 bits")


@pytest.mark.parametrize(
    ("version", "status"),
    [((3, 10, 1), "failure"), ((3, 11, 0), "ok"), ((3, 13, 9), "ok"), ((3, 14, 0), "warning")],
)
def test_versions_of_python_are_judged(pi, ask, version: tuple[int, int, int], status: str) -> None:
    pi.python = version
    assert ask(pi, STANDARD).status("computer", "python") == status


def test_another_linux_is_no_trouble_for_a_table_on_usb(bare_machine, ask, bench) -> None:
    port = "/dev/serial/by-id/usb-FTDI_1"
    bare_machine.nodes[port] = Node("root", "dialout", 0o660)
    bare_machine.files["/etc/os-release"] = b"NAME=x\n"
    found = ask(bare_machine, f"readers: {{main: {{kind: pn532-uart, port: {port}}}}}")
    assert [f.part for f in found if f.status == "failure"] == []
    assert found.of("computer", "system").message.startswith("The system is a system that does not tell")
