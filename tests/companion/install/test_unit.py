"""The unit and the rules, as far as they can be looked at without booting a computer."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.install.placed import PLACES
from companion.install.release import HOME

ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="there is no systemd-analyze here")


@pytest.fixture(scope="module")
def unit(root: Path) -> str:
    return (root / "systemd/port-royal.service").read_text(encoding="utf-8")


def settings(unit: str) -> dict[str, list[str]]:
    """Give the lines of a unit by their name."""
    found: dict[str, list[str]] = {}
    for line in unit.splitlines():
        if re.match(r"\w+=", line):
            name, _, value = line.partition("=")
            found.setdefault(name, []).append(value)
    return found


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    assert ANALYZE
    return subprocess.run([ANALYZE, *words], capture_output=True, text=True, check=False)


@needs_systemd
@pytest.mark.parametrize("name", ["port-royal", "port-royal-update"])
def test_systemd_understands_the_units(root, tmp_path, name):
    """`verify` wants programs that are there, so the table's are replaced by one that is."""
    path = tmp_path / f"{name}.service"
    text = (root / f"systemd/{name}.service").read_text(encoding="utf-8")
    path.write_text(re.sub(f"{HOME}/current/bin/[\\w-]+", "/bin/true", text))
    said = analyze("verify", "--man=no", path)
    ours = [line for line in said.stderr.splitlines() if f"{name}.service" in line]
    assert ours == []


@needs_systemd
def test_the_exposure_is_at_most_one(root):
    """With the buses open; 10 stands for 1.0."""
    said = analyze(
        "security", "--no-pager", "--offline=true", "--threshold=10", root / "systemd/port-royal.service"
    )
    if "unrecognized option" in said.stderr:
        pytest.skip("this systemd-analyze cannot look at a unit that is not loaded")
    assert said.returncode == 0, said.stdout + said.stderr


def test_R22_it_waits_for_no_part_and_is_started_for_ever(unit):
    """A `.device` in the unit, or a limit to restarts, and a table stays dark (hardware rows 81, 84)."""
    found = settings(unit)
    assert ".device" not in unit
    assert found["StartLimitIntervalSec"] == ["0"]
    assert found["Restart"] == ["always"]


def test_R21_the_drivers_of_usb_readers_are_there_before_the_reader(unit):
    """What is plugged in later is allowed only if systemd knew its class when the service was started."""
    found = settings(unit)
    assert {"modprobe@usbserial.service", "modprobe@cdc_acm.service"} <= set(found["Wants"][0].split())
    assert found["After"] == found["Wants"]


def test_R39_it_starts_where_nothing_can_be_written(unit):
    found = settings(unit)
    assert found["WorkingDirectory"] == ["/"]
    assert found["ProtectSystem"] == ["strict"]
    assert "LG_WD=%t/port-royal" in found["Environment"][0].split()
    assert found["RuntimeDirectory"] == ["port-royal"]


def test_R42_its_user_is_in_the_groups_of_the_buses(root):
    lines = (root / "systemd/sysusers.conf").read_text().splitlines()
    groups = {line.split()[2] for line in lines if line.startswith("m port-royal ")}
    assert {"gpio", "i2c", "spi", "dialout", "input"} <= groups
    rules = (root / "systemd/60-port-royal.rules").read_text()
    assert {"gpio", "i2c", "spi"} <= set(re.findall(r'GROUP="(\w+)"', rules))


def test_R43_the_watchdog_is_on(unit):
    found = settings(unit)
    assert found["Type"] == ["notify"]
    assert int(found["WatchdogSec"][0]) > 0


def test_R30_it_is_given_time_to_go_dark_and_no_more(unit):
    assert 2 < int(settings(unit)["TimeoutStopSec"][0]) <= 10


def test_only_what_the_table_needs_is_open(unit):
    classes = {line.split()[0].removeprefix("char-") for line in settings(unit)["DeviceAllow"]}
    assert classes == {"i2c", "spi", "gpiochip", "input", "ttyAMA", "ttyS", "ttyUSB", "ttyACM"}
    assert settings(unit)["RestrictAddressFamilies"] == ["AF_UNIX"]


def test_the_menu_may_switch_off_and_update_and_nothing_else(root):
    rules = (root / "systemd/60-port-royal.polkit.rules").read_text()
    assert set(re.findall(r'"(org\.[\w.-]+)"', rules)) == {
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
        "org.freedesktop.systemd1.manage-units",
    }
    for question in ('"unit") === "port-royal-update.service"', '"verb") === "start"'):
        assert question in rules
    assert rules.count("polkit.Result.YES") == rules.count('subject.user === "port-royal"') == 2


def test_every_file_of_systemd_is_put_somewhere(root):
    assert {f"systemd/{path.name}" for path in (root / "systemd").iterdir()} == set(PLACES)


def test_the_unit_runs_what_is_installed(unit):
    assert settings(unit)["ExecStart"] == [
        f"{HOME}/current/bin/port-royal run --config /etc/port-royal/table.yaml"
    ]
