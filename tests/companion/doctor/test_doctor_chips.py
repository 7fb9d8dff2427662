"""Devices on buses: those that answer, those that do not, and those that are something else."""

from __future__ import annotations

import errno
import threading
import time
from dataclasses import replace

import pytest

from companion.doctor import chips
from drivers.ports import DeviceGone
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.faults import flipped, lost

UART = "readers: {main: {kind: pn532-uart}}"
PN532_I2C = "readers: {main: {kind: pn532-i2c}}"
RC522 = "readers: {main: {kind: mfrc522-spi}}"
OLED = "displays: {main: {kind: ssd1306-i2c}}"
SEAT = "displays: {seat-1: {kind: ssd1306-i2c, mux: {channel: 0}}}"


# -- PN532 -------------------------------------------------------------------------------
@pytest.mark.parametrize("config", [UART, PN532_I2C])
def test_a_pn532_tells_its_firmware(pi, ask, config: str) -> None:
    found = ask(pi, config).of("reader main", "chip")
    assert (found.status, found.message) == ("ok", "A PN532 with firmware 1.6 answers.")


def test_a_pn532_with_half_a_frame_in_it_is_woken_all_the_same(pi, ask, bench) -> None:
    port = bench.pn532.open_port()
    port.write(b"\x55\x55" + bytes(14) + b"\x00\xff\x80\x80\xd4")  # a frame whose 127 other bytes never come
    port.close()
    assert ask(pi, UART).status("reader main", "chip") == "ok"


def test_a_port_where_nobody_answers_asks_for_the_wires(pi, ask, bench) -> None:
    with bench.pn532.faults() as faults:
        faults.always = lost
    found = ask(pi, UART).of("reader main", "chip")
    assert found.message.startswith("It does not answer")
    assert "TXD of the module to GPIO 15 (pin 10)" in found.fix


def test_a_bus_where_nobody_answers_asks_for_the_wires(pi, ask, bench) -> None:
    bench.pn532_i2c.unplug()
    found = ask(pi, PN532_I2C).of("reader main", "chip")
    assert found.message.startswith("It does not answer")
    assert "i2cdetect -y 1" in found.fix


def test_garbled_answers_are_told_from_none(pi, ask, bench) -> None:
    with bench.pn532.faults() as faults:
        faults.always = flipped(5)
    assert "nothing that makes sense" in ask(pi, UART).of("reader main", "chip").message


def test_a_reader_that_is_unplugged_is_not_there(pi, ask, bench) -> None:
    bench.pn532.unplug()
    assert ask(pi, UART).of("reader main", "chip").message == "It is not there: No such file or directory."


def test_another_chip_is_no_pn532(pi, ask, bench, monkeypatch) -> None:
    monkeypatch.setattr("drivers.sim.chips.pn532.FIRMWARE", bytes.fromhex("33010607"))
    found = ask(pi, UART).of("reader main", "chip")
    assert found.message == "The chip is no PN532: asked who it is, it says 33 01 06 07."
    assert "'kind'" in found.fix


# -- MFRC522 (rows 35 and 36) ------------------------------------------------------------
@pytest.mark.parametrize(
    ("version", "status", "words"),
    [
        (0x91, "ok", "MFRC522 version 1.0"),
        (0x92, "ok", "MFRC522 version 2.0"),
        (0x88, "warning", "clone FM17522"),
        (0x12, "warning", "clone"),
        (0xB2, "warning", "unknown version b2"),
    ],
)
def test_versions_of_an_mfrc522_are_judged(pi, ask, bench, version: int, status: str, words: str) -> None:
    bench.rc522.line.spoiler = lambda _sent, _got: bytes([0, version])
    found = ask(pi, RC522).of("reader main", "chip")
    assert found.status == status
    assert words in found.message


@pytest.mark.parametrize(
    ("level", "words", "fix"),
    [(0x00, "reads 00: MISO stays low", "3.3 V"), (0xFF, "reads ff: MISO stays high", "chip select, pin 24")],
)
def test_silence_is_told_by_its_level(pi, ask, bench, level: int, words: str, fix: str) -> None:
    bench.rc522.unplug(level)
    found = ask(pi, RC522).of("reader main", "chip")
    assert found.status == "failure"
    assert words in found.message
    assert fix in found.fix


def test_at_the_other_chip_select_another_pin_is_named(pi, ask, bench) -> None:
    bench.rc522.unplug(0xFF)
    config = "readers: {main: {kind: mfrc522-spi, device: 1}}"
    assert "chip select, pin 26" in ask(pi, config).of("reader main", "chip").fix


def test_a_wire_without_good_contact_is_told(pi, ask, bench) -> None:
    values = iter([0x92, 0x92, 0x00, 0x92])
    bench.rc522.line.spoiler = lambda _sent, _got: bytes([0, next(values)])
    found = ask(pi, RC522).of("reader main", "chip")
    assert "reads differently each time (92 92 00 92)" in found.message


def test_a_missing_library_is_no_fault_of_the_reader(pi, ask, bench) -> None:
    def fail(*_where: object) -> None:
        raise DeviceGone("the Python package spidev is not installed") from ImportError()

    bench.openers = replace(bench.openers, spi=fail)
    found = ask(pi, RC522).of("reader main", "chip")
    assert found.message == "It cannot be asked: the Python package spidev is not installed."
    assert ".venv/bin/pip install '.[pi]'" in found.fix


# -- displays and switches ---------------------------------------------------------------
def test_a_display_that_answers_shows_nothing_of_the_question(pi, ask, bench) -> None:
    chip = SimSsd1306()
    bench.i2c[1].attach(0x3C, chip)
    before = bytes(chip.memory)
    assert ask(pi, OLED).of("display main", "answers").message == "It answers at 0x3C."
    assert (bytes(chip.memory), chip.is_on, list(chip.log)) == (before, False, [(0xE3,)])


def test_a_display_that_does_not_answer_asks_for_the_wires(pi, ask) -> None:
    found = ask(pi, OLED).of("display main", "answers")
    assert found.message == "It does not answer: Remote I/O error."
    assert "SDA (GPIO 2, pin 3)" in found.fix


@pytest.mark.parametrize(
    ("at", "config"), [(0x3D, OLED), (0x3C, "displays: {main: {kind: sh1106-i2c, address: 0x3D}}")]
)
def test_a_display_at_the_other_address_is_found(pi, ask, bench, at: int, config: str) -> None:
    bench.i2c[1].attach(at, SimSsd1306())
    found = ask(pi, config).of("display main", "answers")
    assert f"something does at 0x{at:02X}" in found.message
    assert f"'address: 0x{at:02X}'" in found.fix


def test_a_display_behind_a_switch_is_reached_and_its_channel_closed(pi, ask, bench) -> None:
    found = ask(pi, SEAT)
    assert found.status("TCA9548A 0x70", "answers") == "ok"
    assert found.status("display seat-1", "answers") == "ok"
    assert 0b1 in bench.mux.written
    assert bench.mux.mask == 0
    bench.mux.detach(0, 0x3C)
    assert ask(pi, SEAT).status("display seat-1", "answers") == "failure"
    assert bench.mux.mask == 0


def test_a_switch_that_does_not_answer_is_told_for_itself(pi, ask, bench) -> None:
    bench.i2c[1].detach(0x70)
    found = ask(pi, SEAT).of("TCA9548A 0x70", "answers")
    assert found.status == "failure"
    assert "A0 to A2" in found.fix


def test_a_display_on_spi_asks_for_eyes(pi, ask) -> None:
    found = ask(pi, "displays: {main: {kind: sh1106-spi}}").of("display main", "answers")
    assert found.status == "skipped"
    assert "--live" in found.fix


# -- buses that hang ---------------------------------------------------------------------
def test_a_bus_that_times_out_is_stuck(pi, ask, bench) -> None:
    bench.i2c[1].attach(0x3C, SimSsd1306())
    bench.i2c[1].fail(errno.ETIMEDOUT)
    found = ask(pi, OLED).of("display main", "answers")
    assert found.message.startswith("Its bus is stuck")
    assert "power off" in found.fix


def test_a_question_without_end_is_given_up(pi, ask, bench, monkeypatch) -> None:
    monkeypatch.setattr(chips, "PATIENCE_S", 0.05)
    bench.i2c[1].stick(60)
    began_s = time.monotonic()
    found = ask(pi, OLED).of("display main", "answers")
    assert found.message == "Its bus is stuck: no answer in 0.05 s."
    assert time.monotonic() - began_s < 20
    bench.i2c[1].release()
    for thread in threading.enumerate():
        if thread.name == "probe":
            thread.join()


# -- the service has them ----------------------------------------------------------------
@pytest.mark.parametrize(("config", "part", "check"), [
    (UART, "reader main", "chip"), (RC522, "reader main", "chip"), (OLED, "display main", "answers"),
    (SEAT, "TCA9548A 0x70", "answers"),
])  # fmt: skip
def test_what_the_running_service_uses_is_left_in_peace(
    pi, ask, bench, config: str, part: str, check: str
) -> None:
    pi.service_is("active")
    found = ask(pi, config)
    assert found.of(part, check).fix == "sudo systemctl stop port-royal, then ask again"
    assert (bench.pn532.frames_in, bench.i2c[1].transfers, bench.rc522.line.transfers) == (0, 0, 0)
