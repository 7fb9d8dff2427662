"""The commands of the README on a fresh computer, and what they leave behind."""

from __future__ import annotations

import json

PYTHON = "/opt/port-royal/current/bin/python"


def test_a_fresh_computer_runs_the_service(computer, installed):
    """From nothing to a service that runs, though none of its parts is there (R22)."""
    print(f"make install: {installed.took_s:.0f} s\n{installed.said}")
    computer.until(lambda: computer.show("ActiveState") == "active", "the start")
    assert computer.show("NRestarts") == "0"
    assert computer.show("UnitFileState") == "enabled"
    assert computer.show("StatusText")
    assert computer.run("systemctl", "--failed", "--plain", "--no-legend") == ""


def test_the_service_has_a_user_of_its_own_in_the_groups_of_the_buses(computer):
    """R42: nobody has to think of groups."""
    groups = computer.run("id", "-nG", "port-royal").split()
    assert {"port-royal", "gpio", "i2c", "spi", "dialout", "input", "systemd-journal"} == set(groups)
    assert computer.run("stat", "-c", "%U", f"/proc/{computer.show('MainPID')}").strip() == "port-royal"


def test_who_installed_may_ask_how_it_does(computer):
    said = computer.run("runuser", "-u", "owner", "--", "port-royal", "status")
    assert "runs since" in said
    assert json.loads(computer.run("port-royal", "status", "--json"))["running"]


def test_lgpio_is_the_real_one_though_the_system_has_none(computer, installed, suite):
    """Debian has no package of it; for Bookworm's Python there is a wheel, for Trixie's none."""
    assert ("Building lgpio" in installed.said) == (suite == "trixie")
    computer.run("env", "LG_WD=/tmp", PYTHON, "-B", "-c", "import lgpio; lgpio.gpiochip_open")
    computer.run(PYTHON, "-B", "-c", "import spidev; spidev.SpiDev()")


def test_nothing_was_left_in_the_source(computer):
    """Root builds elsewhere: the owner can still change and remove all of it."""
    found = computer.run("find", "/home/owner/port-royal", "-user", "root")
    assert found == ""


def test_the_unit_is_sound_and_shut_in(computer):
    said = computer.attempt("systemd-analyze", "verify", "/etc/systemd/system/port-royal.service").stdout
    assert [line for line in said.splitlines() if "port-royal" in line] == []
    computer.run("systemd-analyze", "security", "--threshold=10", "--no-pager", "port-royal")


def test_the_rules_are_understood(computer):
    said = computer.attempt("udevadm", "verify", "/etc/udev/rules.d/60-port-royal.rules")
    assert "Unknown" in said.stdout or said.returncode == 0, said.stdout  # Bookworm's has no `verify`


def test_installed_again_it_is_the_same(computer):
    """Idempotent: everything is mended, the config stays, one version is kept."""
    config = computer.root / "etc/port-royal/table.yaml"
    config.write_text(config.read_text().replace("rotate: 0", "rotate: 180"))
    computer.run("rm", "/usr/local/bin/port-royal", "/etc/udev/rules.d/60-port-royal.rules")
    said = computer.run("sh", "-c", "cd /home/owner/port-royal && make install")
    assert "stays as it is" in said
    assert "rotate: 180" in config.read_text()
    assert computer.show("ActiveState") == "active"
    assert computer.run("ls", "/opt/port-royal/releases").split() == ["2"]
    computer.run("port-royal", "--version")
    computer.run("test", "-f", "/etc/udev/rules.d/60-port-royal.rules")


def test_an_update_without_internet(computer):
    """With a folder of wheels nothing is fetched: neither by apt nor by pip."""
    computer.run("sed", "-i", 's/^version = .*/version = "9.9.9"/', "/home/owner/port-royal/pyproject.toml")
    computer.run("sh", "-c", "echo >/etc/apt/sources.list; rm -f /etc/apt/sources.list.d/*")
    computer.run(
        "sh",
        "-c",
        "cd /home/owner/port-royal && env -u PIP_FIND_LINKS -u PIP_NO_INDEX make install WHEELS=/wheels",
    )
    assert computer.run("port-royal", "--version").strip() == "port-royal 9.9.9"
    assert computer.show("ActiveState") == "active"


def test_a_version_that_does_not_start_is_taken_back(computer):
    before = computer.run("port-royal", "--version")
    source = computer.root / "home/owner/port-royal/companion/run.py"
    source.write_text(source.read_text() + "\nraise RuntimeError('broken')\n")
    computer.run("sed", "-i", 's/^version = .*/version = "9.9.9"/', "/home/owner/port-royal/pyproject.toml")
    done = computer.attempt("sh", "-c", "cd /home/owner/port-royal && make install")
    assert done.returncode
    assert "broken" in done.stdout
    assert "The one before is back" in done.stdout
    assert computer.run("port-royal", "--version") == before
    assert computer.show("ActiveState") == "active"
    assert computer.run("ls", "/opt/port-royal/releases").split() == ["1"]


def test_uninstalled_the_games_stay(computer):
    computer.run("runuser", "-u", "port-royal", "--", "port-royal", "--data", "/var/lib/port-royal", "games")
    said = computer.run("sh", "-c", "cd /home/owner/port-royal && make uninstall")
    assert "/var/lib/port-royal" in said
    computer.run("test", "-f", "/var/lib/port-royal/port-royal.db")
    computer.run("test", "-f", "/etc/port-royal/table.yaml")
    assert computer.attempt("systemctl", "cat", "port-royal").returncode
    assert computer.attempt("test", "-e", "/opt/port-royal").returncode
    assert (
        computer.run(
            "find", "/etc", "/usr/local", "-name", "*port-royal*", "-not", "-path", "/etc/port-royal"
        )
        == ""
    )


def test_purged_nothing_stays(computer):
    computer.run("sh", "-c", "cd /home/owner/port-royal && make uninstall PURGE=1")
    found = computer.run(
        "find", "/etc", "/opt", "/usr", "/var", "-name", "*port-royal*", "-not", "-path", "*/journal/*"
    )
    assert found == ""
    assert computer.attempt("id", "port-royal").returncode


def test_an_update_from_a_stick_that_the_table_asks_for(computer, installed):
    """The service's user may start this one unit, which takes the newest bundle and fetches nothing."""
    here = "/home/owner/port-royal"
    computer.run("sed", "-i", 's/^version = .*/version = "9.9.9"/', f"{here}/pyproject.toml")
    computer.run("mkdir", "-p", "/media/port-royal")
    bundle = "/media/port-royal/port-royal-9.9.9-x86_64.tar.gz"
    computer.run("sh", "-c", f"cd {here} && cp -r /wheels wheels && cd .. && tar -czf {bundle} port-royal")
    start = ("systemctl", "start", "--no-ask-password", "port-royal-update")
    assert computer.attempt("runuser", "-u", "owner", "--", *start).returncode
    computer.run("runuser", "-u", "port-royal", "--", *start)
    assert computer.run("port-royal", "--version").strip() == "port-royal 9.9.9"
    assert computer.show("ActiveState") == "active"
    assert computer.show("Result", "port-royal-update") == "success"
