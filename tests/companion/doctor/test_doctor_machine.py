"""The machine that the tests run on, seen as the doctor sees it."""

from __future__ import annotations

import os
import struct
import sys
from pathlib import Path

import pytest

from companion.doctor import linux_machine
from companion.doctor.linux_machine import GET_LINE_INFO, LINE_INFO, LinuxMachine, line_of
from companion.doctor.machine import Line, Output, is_pi, members, names_in, text_of


@pytest.fixture
def machine() -> LinuxMachine:
    return LinuxMachine()


def test_who_runs_the_program(machine: LinuxMachine, monkeypatch) -> None:
    assert machine.user
    assert machine.groups
    assert machine.python == sys.version_info[:3]
    assert machine.bits == struct.calcsize("P") * 8
    assert machine.executable == sys.executable
    monkeypatch.setenv("PORT_ROYAL_X", "y")
    assert (machine.setting("PORT_ROYAL_X"), machine.setting("PORT_ROYAL_Z")) == ("y", "")


def test_users_and_groups_without_names_are_numbers(machine: LinuxMachine, monkeypatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    monkeypatch.setattr(os, "getgroups", lambda: [54322])
    assert machine.user == "54321"
    assert "54322" in machine.groups


def test_files_and_folders(machine: LinuxMachine, tmp_path: Path) -> None:
    file, link = tmp_path / "a", tmp_path / "b"
    file.write_bytes(b"x\0\n")
    link.symlink_to(file)
    assert machine.read(str(link)) == b"x\0\n"
    assert machine.exists(str(file))
    assert not machine.exists(str(tmp_path / "c"))
    assert machine.real_path(str(link)) == os.path.realpath(file)
    assert machine.list_dir(str(tmp_path)) == ("a", "b")
    assert names_in(machine, str(tmp_path), "b") == ("b",)
    assert names_in(machine, str(file)) == ()
    assert text_of(machine, str(file)) == "x"
    assert text_of(machine, str(tmp_path)) == ""
    file.chmod(0o640)
    node = machine.node(str(file))
    assert (node.owner, node.mode) == (machine.user, 0o640)
    assert machine.may_use(str(file))
    assert machine.may_use(str(tmp_path))
    assert not machine.may_use(str(tmp_path / "c"))


def test_an_owner_without_a_name_is_a_number(machine: LinuxMachine, tmp_path: Path, monkeypatch) -> None:
    def unknown(_number: int) -> None:
        raise KeyError

    monkeypatch.setattr(linux_machine.pwd, "getpwuid", unknown)
    assert machine.node(str(tmp_path)).owner == str(tmp_path.stat().st_uid)


def test_programs_are_run_once(machine: LinuxMachine, tmp_path: Path) -> None:
    command = ("sh", "-c", f"echo x >> {tmp_path}/ran; echo out; echo err >&2; exit 3")
    assert machine.run(command, 10) == machine.run(command, 10) == Output(3, "out\nerr")
    assert (tmp_path / "ran").read_text() == "x\n"


def test_programs_that_are_not_there_or_do_not_end(machine: LinuxMachine) -> None:
    assert machine.run(("/no/such/program",), 1) == Output(127)
    assert machine.run(("sleep", "10"), 0.05) == Output(124)


def test_members_of_groups(bare_machine) -> None:
    bare_machine.files["/etc/group"] = b"a:x:1:\nb:x:2:ann,ben\nbroken\n"
    assert members(bare_machine, "b") == {"ann", "ben"}
    assert (
        members(bare_machine, "a") == members(bare_machine, "c") == members(bare_machine, "broken") == set()
    )


def test_a_board_is_known_by_its_name(bare_machine) -> None:
    assert not is_pi(bare_machine)
    bare_machine.files["/proc/device-tree/model"] = b"Raspberry Pi 5 Model B Rev 1.0\0"
    assert is_pi(bare_machine)


# -- GPIO lines --------------------------------------------------------------------------
def answer(consumer: bytes, flags: int) -> bytes:
    """Lay out ``struct gpio_v2_line_info`` by hand: two names, numbers, flags, ten attributes, padding."""
    head = b"GPIO5".ljust(32, b"\0") + consumer.ljust(32, b"\0")
    return head + struct.pack("<IIQ", 5, 0, flags) + bytes(16 * 10) + bytes(4 * 4)


def test_what_the_kernel_says_of_a_line() -> None:
    assert LINE_INFO.size == len(answer(b"", 0)) == 256
    assert GET_LINE_INFO == 0xC100B405
    assert line_of(answer(b"spi0 CS0", 0b1001)) == Line(True, "spi0 CS0")
    assert line_of(answer(b"", 0b100)) == Line(False, "")


def test_a_line_is_asked_for_by_its_number(machine: LinuxMachine, monkeypatch, tmp_path: Path) -> None:
    asked = []

    def ioctl(_file: int, request: int, argument: bytes) -> bytes:
        asked.append((request, argument[64:68]))
        return answer(b"lg", 1)

    (tmp_path / "gpiochip4").write_bytes(b"")
    monkeypatch.setattr(linux_machine.fcntl, "ioctl", ioctl)
    monkeypatch.setattr(linux_machine, "DEVICES", str(tmp_path))
    assert machine.gpio_line(4, 17) == Line(True, "lg")
    assert asked == [(GET_LINE_INFO, (17).to_bytes(4, sys.byteorder))]
    with pytest.raises(FileNotFoundError):
        machine.gpio_line(5, 17)
