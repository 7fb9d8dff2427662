"""The serial port: consoles on it, what is behind its name, and whose it is (R40)."""

from __future__ import annotations

import errno
from dataclasses import replace

import pytest

from companion.doctor.machine import Node

UART = "readers: {main: {kind: pn532-uart}}"
PORT = "port of reader main"
FREE = "sudo raspi-config nonint do_serial_cons 1"


@pytest.mark.parametrize("file", ["/boot/firmware/cmdline.txt", "/proc/cmdline"])
@pytest.mark.parametrize("name", ["serial0", "ttyAMA0"])
def test_R40_a_console_of_the_kernel_is_found_and_the_command_is_told(pi, ask, file: str, name: str) -> None:
    pi.files[file] = f"console={name},115200 console=tty1 root=x rootwait\n".encode()
    found = ask(pi, UART).of(PORT, "console")
    assert found.status == "failure"
    assert f"console={name}" in found.message
    assert found.fix.startswith(FREE)


def test_R40_a_console_on_another_port_is_nobody_s_trouble(pi, ask) -> None:
    pi.files["/boot/firmware/cmdline.txt"] = b"console=serial0,115200 rootwait\n"
    pi.nodes["/dev/ttyUSB0"] = Node("root", "dialout", 0o660)
    usb = UART.replace("pn532-uart", "pn532-uart, port: /dev/ttyUSB0")
    assert ask(pi, usb).status(PORT, "console") == "ok"


def test_R40_a_login_is_found_and_the_command_is_told(pi, ask) -> None:
    pi.getty_on("ttyAMA0")
    found = ask(pi, UART).of(PORT, "console")
    assert "serial-getty@ttyAMA0.service" in found.message
    assert found.fix.startswith("sudo systemctl disable --now serial-getty@ttyAMA0.service")
    assert FREE in found.fix


def test_R40_what_a_login_took_away_is_no_missing_group(pi, ask) -> None:
    pi.getty_on("ttyAMA0")
    pi.nodes["/dev/ttyAMA0"] = Node("root", "tty", 0o600)
    found = ask(pi, UART).of(PORT, "access")
    assert found.status == "failure"
    assert "took it away" in found.message
    assert "usermod" not in found.fix


def test_R40_without_systemd_no_login_is_asked_for(pi, ask) -> None:
    del pi.files["/run/systemd/system/x"]
    assert ask(pi, UART).status(PORT, "console") == "ok"
    assert [command for command in pi.ran if "getty" in command] == []


@pytest.mark.parametrize(
    ("code", "words", "fix"),
    [
        (errno.EACCES, "It may not be used", "access"),
        (errno.EBUSY, "Another program uses it", "End that program"),
        (errno.EAGAIN, "Another program uses it", "End that program"),
        (errno.ENOENT, "It is not there", "node"),
    ],
)
def test_R40_forbidden_and_taken_are_told_apart(
    pi, ask, bench, make_failing, code, words: str, fix: str
) -> None:
    bench.openers = replace(bench.openers, serial=make_failing(code))
    found = ask(pi, UART).of("reader main", "chip")
    assert found.status == "failure"
    assert found.message.startswith(words)
    assert fix in found.fix


def test_R40_a_port_that_is_open_elsewhere_is_taken(pi, ask, bench) -> None:
    with_it = bench.pn532.open_port()
    try:
        assert "Another program uses it" in ask(pi, UART).of("reader main", "chip").message
    finally:
        with_it.close()


@pytest.mark.parametrize(
    ("lines", "status"),
    [([], "warning"), (["enable_uart=1"], "ok"), (["core_freq=250"], "ok"), (["force_turbo=1"], "ok"),
     (["enable_uart=0"], "warning")],
)  # fmt: skip
def test_the_mini_uart_needs_a_fixed_clock(make_pi, ask, lines: list[str], status: str) -> None:
    pi = make_pi(uart="ttyS0")
    pi.config_txt(*lines)
    found = ask(pi, UART)
    assert found.status(PORT, "uart") == status
    assert found.of(PORT, "node").message == "/dev/serial0 is there, and is /dev/ttyS0."


def test_the_debug_connector_of_a_pi_5_is_no_port_of_the_header(make_pi, ask) -> None:
    pi = make_pi("Raspberry Pi 5 Model B Rev 1.0", "13", 0, "ttyAMA10")
    found = ask(pi, UART).of(PORT, "uart")
    assert found.status == "failure"
    assert "dtparam=uart0=on" in found.fix
    assert "/dev/ttyAMA0" in found.fix
