"""Buses and nodes: switched on, there, and allowed to be used."""

from __future__ import annotations

import pytest

from companion.doctor.machine import Node, Output

I2C = "displays: {seat-1: {kind: ssd1306-i2c, mux: {channel: 0}}}"
SPI = "readers: {main: {kind: mfrc522-spi}}"
UART = "readers: {main: {kind: pn532-uart}}"
USB = "readers: {main: {kind: usb-keyboard, path: /dev/input/by-id/usb-reader-event-kbd}}"
KEYS = "buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 16}}"


# -- are they there ----------------------------------------------------------------------
@pytest.mark.parametrize(
    ("config", "part", "node", "fix"),
    [
        (I2C, "I2C bus 1", "/dev/i2c-1", "sudo raspi-config nonint do_i2c 0"),
        (SPI, "SPI bus 0 CE0", "/dev/spidev0.", "sudo raspi-config nonint do_spi 0"),
        (UART, "port of reader main", "/dev/ttyAMA0", "sudo raspi-config nonint do_serial_hw 0"),
    ],
)
def test_a_bus_that_is_off_is_switched_on_by_a_command(
    pi, ask, config: str, part: str, node: str, fix: str
) -> None:
    pi.nodes = {name: n for name, n in pi.nodes.items() if not name.startswith(node)}
    pi.files = {name: f for name, f in pi.files.items() if "/i2c" not in name}
    found = ask(pi, config)
    assert found.status(part, "node") == "failure"
    assert fix in found.of(part, "node").fix
    assert found.status(part, "access") == "skipped"


@pytest.mark.parametrize("config", [I2C, SPI, UART])
def test_nobody_is_told_to_configure_a_machine_that_is_no_raspberry_pi(
    bare_machine, ask, config: str
) -> None:
    bare_machine.files["/dev/x"] = b""
    missing = [f for f in ask(bare_machine, config) if f.check == "node"]
    assert missing
    assert all("raspi-config" not in f.fix for f in missing)


def test_a_bus_that_the_kernel_drives_needs_a_module(pi, ask) -> None:
    del pi.nodes["/dev/i2c-1"]
    pi.files["/sys/bus/i2c/devices/i2c-1"] = b""
    pi.links.clear()
    assert "modprobe i2c-dev" in ask(pi, I2C).of("I2C bus 1", "node").fix


def test_a_bus_of_another_number_needs_an_overlay(pi, ask) -> None:
    found = ask(pi, "displays: {main: {kind: ssd1306-i2c, bus: 7}}").of("I2C bus 7", "node")
    assert found.message == "There is no /dev/i2c-7; there are /dev/i2c-1, /dev/i2c-11."
    assert "dtoverlay=i2c-mux" in found.fix
    assert "/boot/firmware/config.txt" in found.fix


def test_a_chip_select_that_is_missing_needs_an_overlay(pi, ask) -> None:
    found = ask(pi, "readers: {main: {kind: mfrc522-spi, bus: 1, device: 2}}").of("SPI bus 1 CE2", "node")
    assert "there are /dev/spidev0.0, /dev/spidev0.1" in found.message
    assert "dtoverlay=spi1-3cs" in found.fix


def test_a_port_that_is_missing_names_those_that_are_there(pi, ask) -> None:
    pi.nodes["/dev/serial/by-id/usb-FTDI_1-if00"] = Node("root", "dialout", 0o660)
    config = "readers: {main: {kind: pn532-uart, port: /dev/ttyUSB0}}"
    found = ask(pi, config).of("port of reader main", "node")
    assert "/dev/serial/by-id/usb-FTDI_1-if00, /dev/serial" in found.message
    assert "/dev/ttyAMA0" in found.message


def test_a_usb_reader_that_is_missing_names_those_that_are_there(pi, ask) -> None:
    assert ask(pi, USB).status("reader main", "node") == "ok"
    found = ask(pi, USB.replace("usb-reader", "usb-other")).of("reader main", "node")
    assert found.status == "failure"
    assert "/dev/input/by-id/usb-reader-event-kbd" in found.message


# -- may they be used (R42) --------------------------------------------------------------
@pytest.mark.parametrize(
    ("config", "part", "group"),
    [
        (I2C, "I2C bus 1", "i2c"),
        (SPI, "SPI bus 0 CE0", "spi"),
        (UART, "port of reader main", "dialout"),
        (KEYS, "GPIO", "gpio"),
        (USB, "reader main", "input"),
    ],
)
def test_R42_the_group_that_is_missing_is_named(pi, ask, config: str, part: str, group: str) -> None:
    pi.groups -= {group}
    pi.files["/etc/group"] = b""
    found = ask(pi, config).of(part, "access")
    assert found.status == "failure"
    assert f"the group {group}, and ann is not in it" in found.message
    assert found.fix.startswith(f"sudo usermod -aG {group} ann")


def test_R42_a_group_that_came_after_the_login_is_told_apart(pi, ask) -> None:
    pi.groups -= {"spi"}
    found = ask(pi, SPI).of("SPI bus 0 CE0", "access")
    assert "has not logged in since" in found.message
    assert found.fix == "Log out and in again."


@pytest.mark.parametrize("node", [Node("root", "root", 0o660), Node("root", "i2c", 0o600)])
def test_R42_a_node_that_no_group_may_use_needs_rules(pi, ask, node: Node) -> None:
    pi.nodes["/dev/i2c-1"] = node
    found = ask(pi, I2C).of("I2C bus 1", "access")
    assert found.message == "Only root may use /dev/i2c-1: rules for it are missing."
    assert "raspberrypi-sys-mods" in found.fix


# -- how fast ----------------------------------------------------------------------------
def test_the_speed_of_a_new_system_is_warned_of(pi, ask) -> None:
    pi.files["/sys/devices/soc/i2c-1/of_node/clock-frequency"] = (100_000).to_bytes(4, "big")
    found = ask(pi, I2C).of("I2C bus 1", "speed")
    assert (found.status, found.message) == (
        "warning",
        "The bus runs at 100 kHz: a whole picture takes 93 ms.",
    )
    assert found.fix.startswith(
        "Write the line dtparam=i2c_arm_baudrate=400000 into /boot/firmware/config.txt"
    )


def test_pictures_on_one_bus_add_up_and_channels_have_the_speed_of_their_bus(pi, ask) -> None:
    pi.files["/sys/devices/soc/i2c-1/of_node/clock-frequency"] = (100_000).to_bytes(4, "big")
    seats = (
        "displays: {main: {kind: ssd1306-i2c, bus: 11}, seat-2: {kind: sh1106-i2c, bus: 11, address: 0x3D}}"
    )
    assert "whole pictures on 2 displays take 186 ms" in ask(pi, seats).of("I2C bus 11", "speed").message


def test_a_reader_alone_on_a_slow_bus_is_fine(pi, ask) -> None:
    pi.files["/sys/devices/soc/i2c-1/of_node/clock-frequency"] = (100_000).to_bytes(4, "big")
    assert ask(pi, "readers: {main: {kind: pn532-i2c}}").status("I2C bus 1", "speed") == "ok"


def test_more_than_the_chips_are_made_for_is_warned_of(pi, ask) -> None:
    pi.files["/sys/devices/soc/i2c-1/of_node/clock-frequency"] = (1_000_000).to_bytes(4, "big")
    assert ask(pi, I2C).status("I2C bus 1", "speed") == "warning"


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        (["dtparam=i2c_arm=on"], "warning"),
        (["dtparam=i2c_arm=on,i2c_arm_baudrate=400000"], "ok"),
        (["dtparam=i2c_baudrate=400000"], "ok"),
        (["dtparam=i2c_arm", "[pi4]", "dtparam=i2c_arm_baudrate=400000"], "warning"),
        (["dtparam=i2c_arm", "[pi02]", "dtparam=i2c_arm_baudrate=400000"], "ok"),
        (["[pi0]", "dtparam=i2c_arm_baudrate=100000", "[all]", "dtparam=i2c_arm_baudrate=400000"], "ok"),
        (["[none]", "dtparam=i2c_arm=on"], "skipped"),
        ([], "skipped"),
    ],
)
def test_without_a_device_tree_the_speed_is_what_config_txt_says(
    pi, ask, lines: list[str], status: str
) -> None:
    del pi.files["/sys/devices/soc/i2c-1/of_node/clock-frequency"]
    pi.config_txt(*lines)
    assert ask(pi, I2C).status("I2C bus 1", "speed") == status


def test_the_older_place_of_config_txt_is_known(pi, ask) -> None:
    del pi.files["/sys/devices/soc/i2c-1/of_node/clock-frequency"]
    pi.files["/boot/config.txt"] = pi.files.pop("/boot/firmware/config.txt").replace(b"400000", b"100000")
    assert "/boot/config.txt" in ask(pi, I2C).of("I2C bus 1", "speed").fix


# -- spidev ------------------------------------------------------------------------------
def test_the_library_for_spi_is_asked_for(pi, ask) -> None:
    pi.import_gives(
        "spidev; spidev.SpiDev", Output(1, "Traceback:\nModuleNotFoundError: No module named 'spidev'")
    )
    found = ask(pi, SPI).of("SPI bus 0 CE0", "spidev")
    assert found.status == "failure"
    assert "No module named 'spidev'" in found.message
    assert ".venv/bin/pip install '.[pi]'" in found.fix


def test_the_package_is_asked_for_where_the_config_wants_it(pi, ask) -> None:
    config = "readers: {main: {kind: mfrc522-spi, transport: package, reset: 25}}"
    assert ask(pi, config).status("reader main", "package") == "ok"
    pi.import_gives("mfrc522; mfrc522.MFRC522", Output(1))
    found = ask(pi, config).of("reader main", "package")
    assert "it ends with status 1" in found.message
    assert "transport: package" in found.fix
