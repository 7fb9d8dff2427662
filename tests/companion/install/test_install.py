"""The installer, on a computer of plain folders whose commands are only written down."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion.install import release, wires
from companion.install.__main__ import main
from companion.install.computer import Computer, InstallError, Ran, ask_at_terminal, run_command
from companion.install.placed import CONFIG, PLACES
from companion.install.steps import Wishes, install, uninstall

NOTHING = Wishes(wires=())
FIRST = "opt/port-royal/releases/1"


def port_royal(pi: Computer) -> str:
    """Give the program that a user starts, by the links that lead to it on the computer."""
    link = (pi.root / "usr/local/bin/port-royal").readlink()
    return pi.path(str(link)).read_text()


def versions(pi: Computer) -> list[str]:
    return sorted(path.name for path in (pi.root / "opt/port-royal/releases").iterdir())


# -- installing --------------------------------------------------------------------------
def test_a_fresh_computer_gets_all_of_it(pi, recorder, source):
    install(pi, source, NOTHING)
    assert (pi.root / "opt/port-royal/current").readlink() == Path("releases/1")
    assert port_royal(pi) == "build 1"
    for name, where in PLACES.items():
        assert pi.path(where).read_bytes() == (source / name).read_bytes()
        assert pi.path(where).stat().st_mode & 0o777 == 0o644
    assert pi.path(CONFIG).read_bytes() == (source / "config/table-pn532-ssd1306.yaml").read_bytes()
    asked = [line.partition(" ")[2] for line in recorder.calls("systemctl")]
    assert asked == [
        "daemon-reload",
        "enable --quiet port-royal",
        "reset-failed port-royal",
        "restart port-royal",
    ]
    assert recorder.calls("systemd-sysusers") == ["systemd-sysusers /etc/sysusers.d/port-royal.conf"]
    assert "port-royal status" in recorder.said[-1]


def test_what_is_there_is_not_installed_again(pi, recorder, source):
    install(pi, source, NOTHING)
    assert recorder.calls("apt-get") == []
    assert recorder.calls("raspi-config nonint do") == []


def test_the_venv_takes_lgpio_from_the_system(pi, recorder, source):
    """There is no wheel of it for Python 3.13 (hardware row 74)."""
    install(pi, source, NOTHING)
    [made] = recorder.calls("/usr/bin/python3 -m venv")
    assert "--system-site-packages" in made
    assert [line for line in recorder.ran if "pip install" in line and "lgpio>" in line] == []


def test_everything_else_is_the_venvs_own(pi, recorder, source):
    """What the system upgrades must not change the table."""
    install(pi, source, NOTHING)
    [line] = [line for line in recorder.ran if "pip install" in line]
    assert "--ignore-installed" in line


def test_missing_packages_are_brought(pi, recorder, source):
    recorder.packages.clear()
    recorder.modules.clear()
    install(pi, source, NOTHING)
    [line] = recorder.calls("apt-get install")
    assert line.split()[-4:] == ["python3-venv", "python3-lgpio", "python3-spidev", "polkitd"]
    assert "--system-site-packages" in recorder.calls("/usr/bin/python3 -m venv")[0]


def test_without_the_systems_lgpio_it_is_taken_as_a_wheel(pi, recorder, source):
    recorder.modules.discard("lgpio")
    recorder.wheels.add("lgpio")
    install(pi, source, NOTHING)
    assert recorder.calls("apt-get") == []
    assert [said for said in recorder.said if "lgpio" in said] == []


def test_without_a_wheel_it_is_built(pi, recorder, source):
    recorder.modules.discard("lgpio")
    recorder.wheels |= {"lgpio", "lgpio as source"}
    recorder.offered |= {"swig", "gcc", "libc6-dev", "python3-dev"}
    install(pi, source, NOTHING)
    assert recorder.calls("apt-get install")[0].endswith("swig gcc libc6-dev python3-dev")
    assert "Building lgpio." in recorder.said
    assert [said for said in recorder.said if "do not work" in said] == []


def test_without_any_way_to_lgpio_the_keys_are_off_and_that_is_said(pi, recorder, source):
    recorder.modules.discard("lgpio")
    install(pi, source, NOTHING)
    [said] = [said for said in recorder.said if "lgpio" in said and "do not work" in said]
    assert "keys" in said
    assert "sudo apt install python3-lgpio" in said
    assert port_royal(pi) == "build 1"


def test_without_internet_nothing_is_fetched(pi, recorder, source, tmp_path):
    wheels = tmp_path / "wheels"
    wheels.mkdir()
    built = wheels / "port_royal_companion-0.1.0-py3-none-any.whl"
    built.write_text("")
    install(pi, source, Wishes(wheels=wheels, wires=()))
    assert recorder.calls("apt-get") == []
    [line] = [line for line in recorder.ran if "pip install" in line]
    assert f"--no-index --find-links {wheels}" in line
    assert line.endswith(str(built))


def test_who_called_sudo_may_ask_the_service(pi, recorder, source):
    install(pi, source, NOTHING)
    assert recorder.calls("usermod") == ["usermod -aG port-royal pi"]


@pytest.mark.parametrize("caller", ["", "root"])
def test_root_is_put_into_no_group(changed, recorder, source, caller):
    install(changed(caller=caller), source, NOTHING)
    assert recorder.calls("usermod") == []


def test_a_card_that_is_made_elsewhere_is_only_prepared(pi, recorder, source):
    (pi.root / "run/systemd/system").rmdir()
    install(pi, source, NOTHING)
    assert [line.split()[1] for line in recorder.calls("systemctl")] == ["enable"]


# -- updating and mending ----------------------------------------------------------------
def test_the_owners_config_is_never_touched(pi, recorder, source):
    install(pi, source, NOTHING)
    pi.path(CONFIG).write_text("mine")
    example = source / "config/table-pn532-ssd1306.yaml"
    example.write_text("theirs\n")
    install(pi, source, Wishes(table="full", wires=()))
    assert pi.path(CONFIG).read_text() == "mine"
    assert pi.path(f"/etc/port-royal/examples/{example.name}").read_text() == "theirs\n"


def test_installed_again_there_is_one_version(pi, recorder, source):
    install(pi, source, NOTHING)
    install(pi, source, NOTHING)
    assert versions(pi) == ["2"]
    assert port_royal(pi) == "build 2"


def test_what_was_damaged_is_mended(pi, source):
    install(pi, source, NOTHING)
    unit = pi.path(PLACES["systemd/port-royal.service"])
    unit.write_text("damaged")
    (pi.root / "usr/local/bin/port-royal").unlink()
    install(pi, source, NOTHING)
    assert unit.read_bytes() == (source / "systemd/port-royal.service").read_bytes()
    assert port_royal(pi) == "build 2"


def test_a_version_that_does_not_start_gives_its_place_back(pi, recorder, source):
    install(pi, source, NOTHING)
    restarts = []

    def run(argv, env, timeout_s):
        if list(argv)[:2] == ["systemctl", "restart"]:
            restarts.append(port_royal(pi))
            return Ran(0, "") if port_royal(pi) == "build 1" else Ran(1, "Job failed.")
        if argv[0] == "journalctl":
            return Ran(0, "Starting it...\nImportError: no such thing\nport-royal.service: Failed\n")
        return recorder.run(argv, env, timeout_s)

    unit = source / "systemd/port-royal.service"
    unit.write_text(unit.read_text() + "# newer\n")
    with pytest.raises(InstallError, match="ImportError: no such thing The one before is back"):
        install(Computer(**{**vars(pi), "run_with": run}), source, NOTHING)
    assert restarts == ["build 2", "build 1"]
    assert "# newer" not in pi.path(PLACES["systemd/port-royal.service"]).read_text()
    assert versions(pi) == ["1"]


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("/usr/bin/python3 -m venv", "cannot be made: no ensurepip"),
        ("PIP", "cannot be installed: no ensurepip"),
        ("START", "does not start: no ensurepip"),
    ],
)
def test_what_cannot_be_built_leaves_all_as_it_was(pi, recorder, source, command, said):
    install(pi, source, NOTHING)
    begins = {"PIP": "bin/python -m pip", "START": "bin/port-royal --version"}.get(command)
    start = str(pi.root / FIRST.replace("/1", "/2") / begins) if begins else command
    recorder.fails[start] = Ran(1, f"Error:\n{said.rpartition(': ')[2]}.\n")
    with pytest.raises(InstallError, match=said):
        install(pi, source, NOTHING)
    assert port_royal(pi) == "build 1"
    assert versions(pi) == ["1"]


def test_a_first_version_that_does_not_start_stays_to_be_looked_at(pi, recorder, source):
    recorder.fails["systemctl restart"] = Ran(1, "Job for port-royal.service failed.")
    with pytest.raises(InstallError, match="the service does not start: Job for"):
        install(pi, source, NOTHING)
    assert port_royal(pi) == "build 1"


# -- what stands in the way --------------------------------------------------------------
@pytest.mark.parametrize(
    ("what", "said"),
    [
        ({"bits": 32}, r"32 bits.*Raspberry Pi OS Lite \(64-bit\)"),
        ({"version": (3, 9)}, r"is 3\.9, and 3\.11 is the oldest"),
        ({"is_root": False}, "put sudo before"),
    ],
)
def test_a_computer_that_will_not_do_is_told_why(changed, recorder, source, what, said):
    with pytest.raises(InstallError, match=said):
        install(changed(**what), source, NOTHING)
    assert recorder.ran == []
    assert not (recorder.root / "opt").exists()


def test_a_computer_without_systemd(pi, source):
    (pi.root / "usr/bin/systemctl").unlink()
    with pytest.raises(InstallError, match="no systemd"):
        install(pi, source, NOTHING)


@pytest.mark.parametrize("wheels", [None, Path("/wheels")])
def test_without_the_parts_for_a_venv_nothing_is_begun(pi, recorder, source, wheels):
    recorder.packages.clear()
    recorder.offered.clear()
    recorder.fails["apt-get update"] = Ran(100, "E: Could not resolve a name")
    with pytest.raises(InstallError, match="sudo apt install python3-venv"):
        install(pi, source, Wishes(wheels=wheels, wires=()))
    assert not (recorder.root / "opt").exists()


def test_a_full_card_is_told_before_anything_is_built(pi, recorder, source, monkeypatch):
    monkeypatch.setattr(release, "FREE_BYTES", 2**62)
    with pytest.raises(InstallError, match="MB are free"):
        install(pi, source, NOTHING)
    assert recorder.built == 0


def test_an_example_that_there_is_none_of(pi, source):
    with pytest.raises(InstallError, match="one of full, minimal, pn532-ssd1306, standard"):
        install(pi, source, Wishes(table="huge", wires=()))
    assert versions(pi) == []


# -- buses -------------------------------------------------------------------------------
@pytest.fixture
def all_off(recorder):
    recorder.buses |= {"i2c": "1", "spi": "1", "serial_hw": "1", "serial_cons": "0"}


def told(recorder):
    return [line.removeprefix("raspi-config nonint ") for line in recorder.calls("raspi-config nonint do")]


@pytest.mark.usefixtures("all_off")
def test_buses_are_switched_on_when_the_owner_agrees(pi, recorder, source):
    recorder.answer = True
    install(pi, source, Wishes())
    assert told(recorder) == ["do_i2c 0", "do_spi 0", "do_serial_hw 0", "do_serial_cons 1"]
    assert len(recorder.asked) == 3
    assert "sudo reboot" in recorder.said[-1]
    config = (pi.root / "boot/firmware/config.txt").read_text()
    assert config.endswith("dtparam=audio=on\n\n[all]\ndtparam=i2c_arm_baudrate=400000\n")


@pytest.mark.usefixtures("all_off")
@pytest.mark.parametrize("answer", [False, None])
def test_without_consent_they_stay_as_they_are_and_the_commands_are_told(pi, recorder, source, answer):
    recorder.answer = answer
    install(pi, source, Wishes())
    assert told(recorder) == []
    assert any("sudo raspi-config nonint do_i2c 0" in said for said in recorder.said)
    assert "i2c_arm" not in (pi.root / "boot/firmware/config.txt").read_text()
    assert "sudo reboot" not in recorder.said[-1]


@pytest.mark.usefixtures("all_off")
def test_consent_may_be_given_beforehand(pi, recorder):
    assert wires.switch_on(pi, ("spi",))
    assert told(recorder) == ["do_spi 0"]
    assert recorder.asked == []


def test_a_login_on_the_serial_port_is_reason_to_ask(pi, recorder):
    """R40."""
    recorder.buses["serial_cons"] = "0"
    recorder.answer = True
    assert wires.switch_on(pi, None)
    assert told(recorder) == ["do_serial_hw 0", "do_serial_cons 1"]


@pytest.mark.usefixtures("all_off")
def test_a_speed_that_was_set_by_hand_stays(pi, recorder):
    config = pi.root / "boot/firmware/config.txt"
    config.write_text("dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n")
    assert wires.switch_on(pi, ("i2c",))
    assert config.read_text() == "dtparam=i2c_arm=on,i2c_arm_baudrate=100000\n"


def test_a_raspi_config_that_fails_is_told(pi, recorder):
    recorder.buses["i2c"] = "1"
    recorder.fails["raspi-config nonint do_i2c"] = Ran(1, "")
    assert not wires.switch_on(pi, ("i2c",))
    assert "could not be switched on" in recorder.said[-1]


def test_no_raspberry_pi_has_no_buses_to_switch(pi, recorder):
    (pi.root / "usr/bin/raspi-config").unlink()
    assert not wires.switch_on(pi, None)
    assert recorder.ran == []


# -- uninstalling ------------------------------------------------------------------------
def left(root: Path) -> list[str]:
    files = (path.relative_to(root).as_posix() for path in root.rglob("*") if not path.is_dir())
    return sorted(path for path in files if "port-royal" in path)


def test_uninstalled_games_and_config_stay(pi, recorder, source):
    install(pi, source, NOTHING)
    games = pi.root / "var/lib/port-royal/port-royal.db"
    games.parent.mkdir(parents=True)
    games.write_text("games")
    uninstall(pi, purge=False)
    assert left(pi.root) == ["etc/port-royal/table.yaml", "var/lib/port-royal/port-royal.db"]
    assert "systemctl disable --quiet --now port-royal" in recorder.ran
    assert recorder.calls("userdel") == []
    assert "/var/lib/port-royal" in recorder.said[-1]


def test_purged_nothing_stays(pi, recorder, source):
    install(pi, source, NOTHING)
    (pi.root / "var/lib/port-royal").mkdir(parents=True)
    uninstall(pi, purge=True)
    assert left(pi.root) == []
    assert not (pi.root / "var/lib/port-royal").exists()
    assert recorder.calls("userdel") == ["userdel port-royal"]


def test_what_was_never_installed_can_be_uninstalled(pi, recorder):
    uninstall(pi, purge=True)
    assert left(pi.root) == []


def test_only_root_uninstalls(changed):
    with pytest.raises(InstallError, match="sudo"):
        uninstall(changed(is_root=False), purge=False)


# -- the command -------------------------------------------------------------------------
@pytest.fixture
def _umask():
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.mark.usefixtures("_umask")
def test_the_command_installs_and_uninstalls(pi, recorder, source, capsys):
    asked = ["install", "--source", str(source), "--table", "minimal", "--enable", "none"]
    assert main(asked, pi) == 0
    assert pi.path(CONFIG).read_bytes() == (source / "config/table-minimal.yaml").read_bytes()
    assert main(["uninstall", "--purge"], pi) == 0
    assert left(pi.root) == []


@pytest.mark.usefixtures("_umask")
def test_a_source_with_its_wheels_needs_no_internet(pi, recorder, source):
    (source / "wheels").mkdir()
    assert main(["install", "--source", str(source), "--enable", "none"], pi) == 0
    assert any("--no-index" in line for line in recorder.ran)


@pytest.mark.usefixtures("_umask")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--enable", "i2c bluetooth"], "no 'bluetooth' to switch on"),
        (["--wheels", "/nowhere"], "no folder /nowhere"),
    ],
)
def test_a_wish_that_cannot_be_met_is_a_sentence(pi, source, capsys, words, said):
    assert main(["install", "--source", str(source), *words], pi) == 1
    assert said in capsys.readouterr().err


def test_it_needs_nothing_but_python(root):
    """It runs before anything is installed."""
    code = (
        "import sys; sys.path.insert(0, '.'); import companion.install.__main__, companion.install.steps; "
        "print([m for m in sys.modules if 'site-packages' in str(getattr(sys.modules[m], '__file__', ''))])"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-B", "-c", code], cwd=root, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout.strip()) == (0, "[]"), done.stderr


def test_what_is_asked_of_pip_is_what_the_project_asks_for(root):
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    asked = {spec.partition(";")[0].strip() for spec in project["optional-dependencies"]["pi"]}
    assert {spec for _, spec, _ in release.FROM_SYSTEM.values()} == asked


# -- commands for real -------------------------------------------------------------------
def test_commands_are_run_and_their_output_is_kept(tmp_path):
    ran = run_command(["sh", "-c", "echo out; echo $WORD >&2; exit 3"], {"WORD": "err"}, 10)
    assert (ran.status, ran.text, ran.last_line) == (3, "out\nerr\n", "err")
    assert run_command([str(tmp_path / "none")], {}, 10).status == 127
    assert run_command(["sleep", "60"], {}, 0.05).status == 124
    assert Ran(5, "").last_line == "it ended with status 5"


class Terminal:
    """Stands in for the input of a terminal, or of none."""

    def __init__(self, *, typed: str | None, is_terminal: bool = True) -> None:
        self._typed, self._is_terminal = typed, is_terminal

    def isatty(self) -> bool:
        return self._is_terminal

    def readline(self, *_: object) -> str:
        return "" if self._typed is None else f"{self._typed}\n"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("", True), ("Y", True), (" yes ", True), ("n", False), ("what?", False), (None, None)],
)
def test_a_person_is_asked_at_the_terminal(monkeypatch, capsys, typed, answer):
    monkeypatch.setattr(sys, "stdin", Terminal(typed=typed))
    assert ask_at_terminal("I2C is off. Switch it on?") is answer
    assert "Switch it on? [Y/n]" in capsys.readouterr().out


def test_nobody_is_asked_where_there_is_no_terminal(monkeypatch):
    monkeypatch.setattr(sys, "stdin", Terminal(typed="y", is_terminal=False))
    assert ask_at_terminal("Switch it on?") is None


@pytest.mark.usefixtures("_umask")
def test_interrupted_it_says_so(changed, source, capsys):
    def run(*_: object) -> Ran:
        raise KeyboardInterrupt

    assert main(["install", "--source", str(source), "--enable", "none"], changed(run_with=run)) == 130
    assert "Interrupted" in capsys.readouterr().err


def test_who_is_in_the_group_already_is_not_told_to_log_in(pi, recorder, source):
    recorder.fails["id -nG pi"] = Ran(0, "pi sudo port-royal")
    install(pi, source, NOTHING)
    assert recorder.calls("usermod") == []


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["install"], "/usr/bin/python3 -B -m companion.install install"),
        (
            ["install", "WHEELS=/a b", "ENABLE=i2c spi", "PYTHON=/usr/bin/python3.13"],
            '/usr/bin/python3.13 -B -m companion.install install --wheels "/a b" --enable "i2c spi"',
        ),
        (["install", "TABLE=full"], '/usr/bin/python3 -B -m companion.install install --table "full"'),
        (["uninstall"], "/usr/bin/python3 -B -m companion.install uninstall"),
        (["uninstall", "PURGE=1"], "/usr/bin/python3 -B -m companion.install uninstall --purge"),
    ],
)
def test_what_make_hands_on(root, words, asked):
    # `make test` tells every make below it that it is one, and what it was called with itself.
    alone = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    done = subprocess.run(
        ["make", "--dry-run", *words], cwd=root, env=alone, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == asked.split()
