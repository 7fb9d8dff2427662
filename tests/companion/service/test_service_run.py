"""The service as systemd meets it: a program of its own, told by datagrams, asked through its socket."""

from __future__ import annotations

import json
import os
import select
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.service.control import NAME, ask
from companion.service.state import ServiceState
from companion.store import Store
from drivers.sim.serial import Pn532OnPty
from engine.games import SetUp

PATIENCE_S = 60.0
CONFIG = """
readers:
  main: {{kind: pn532-uart, port: {port}}}
displays:
  main: {{kind: ssd1306-i2c, bus: 97}}
"""


class Systemd:
    """Stands for the service manager: hears datagrams, and starts the program in its environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.heard: list[str] = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind(str(folder / "notify"))
        (folder / "run").mkdir()

    @property
    def control(self) -> Path:
        return self.folder / "run" / NAME

    def start(self, config: Path, cwd: str | None = None, **environment: str) -> subprocess.Popen[str]:
        env = os.environ | {
            "NOTIFY_SOCKET": str(self.folder / "notify"),
            "WATCHDOG_USEC": "800000",
            "RUNTIME_DIRECTORY": str(self.folder / "run"),
            "STATE_DIRECTORY": str(self.folder / "saved"),
            "JOURNAL_STREAM": "8:1",
            **environment,
        }
        command = [sys.executable, "-m", "companion", "run", "--config", str(config)]
        return subprocess.Popen(command, cwd=cwd, env=env, stderr=subprocess.PIPE, text=True)

    def wait_for(self, message: str, times: int = 1) -> None:
        """Wait until a message, or the beginning of one, was heard so often since the last call."""
        end_s = time.monotonic() + PATIENCE_S
        while times:
            while self.heard:
                times -= self.heard.pop(0).startswith(message)
                if not times:
                    return
            assert time.monotonic() < end_s, f"{message} did not come"
            if select.select([self._socket], [], [], 0.2)[0]:
                self.heard += self._socket.recv(4096).decode().split("\n")

    def silent_s(self, message: str, at_most_s: float) -> float:
        """Give how long a message did not come, up to so long."""
        began_s = time.monotonic()
        while (gone_s := time.monotonic() - began_s) < at_most_s:
            if select.select([self._socket], [], [], 0.1)[0]:
                self.heard += self._socket.recv(4096).decode().split("\n")
            if any(one.startswith(message) for one in self.heard):
                return gone_s
        return at_most_s

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    systemd = Systemd(tmp_path)
    yield systemd
    systemd.close()


@pytest.fixture
def config(tmp_path: Path) -> Iterator[Path]:
    with Pn532OnPty() as chip:
        path = tmp_path / "table.yaml"
        path.write_text(CONFIG.format(port=chip.path))
        with Store.open(tmp_path / "saved") as store:
            store.begin_run("2026-01-02T03:04:05+00:00")
            store.begin(SetUp(game="port-royal", players=("Ann", "Ben")), "2026-01-02T03:04:05+00:00")
        yield path


def status(systemd: Systemd) -> ServiceState:
    return msgspec.json.decode(ask(systemd.control, "status", 30.0), type=ServiceState)


def test_ready_status_watchdog_and_the_end(systemd: Systemd, config: Path) -> None:
    with systemd.start(config) as program:
        try:
            systemd.wait_for("STATUS=port-royal: Ann Ben, round 1, Ann to act")
            systemd.wait_for("READY=1")
            systemd.wait_for("WATCHDOG=1", times=3)
            state = status(systemd)
            assert state.pid == program.pid
            assert state.game is not None
            assert state.game.players == ("Ann", "Ben")
            assert [device.name for device in state.devices] == ["reader", "main"]
            assert (state.power_cuts, state.starts, state.unsaved) == (1, 2, "")
            assert stat.S_IMODE(systemd.control.stat().st_mode) == 0o660
            program.send_signal(signal.SIGTERM)
            systemd.wait_for("STOPPING=1")
            _, log = program.communicate(timeout=PATIENCE_S)
        finally:
            program.kill()
    assert program.returncode == 0
    assert not systemd.control.exists()
    assert all(line[0] == "<" and line[2] == ">" for line in log.splitlines()), log
    assert "<6>the table can be played at: " in log
    assert "<4>display lost: display=main reason=" in log


def test_R43_a_loop_that_stands_still_is_not_fed(systemd: Systemd, config: Path) -> None:
    with systemd.start(config) as program:
        try:
            systemd.wait_for("WATCHDOG=1", times=2)
            program.send_signal(signal.SIGSTOP)
            time.sleep(0.1)
            systemd.heard.clear()
            while systemd.silent_s("WATCHDOG=1", 0.3) < 0.3:  # what was under way
                systemd.heard.clear()
            assert systemd.silent_s("WATCHDOG=1", 1.0) == 1.0
            program.send_signal(signal.SIGCONT)
            systemd.wait_for("WATCHDOG=1")
        finally:
            program.kill()


def test_a_reload_takes_the_new_config_or_says_why_not(systemd: Systemd, config: Path) -> None:
    text = config.read_text()
    with systemd.start(config) as program:
        try:
            systemd.wait_for("READY=1")
            config.write_text(text + "  seat-1: {kind: ssd1306-i2c, bus: 98}\n")
            program.send_signal(signal.SIGHUP)
            systemd.wait_for("RELOADING=1")
            systemd.wait_for("READY=1")
            state = status(systemd)
            assert [device.name for device in state.devices] == ["reader", "main", "seat-1"]
            assert state.config_trouble == ""
            config.write_text(text.replace("bus", "buss"))
            assert json.loads(ask(systemd.control, "reload", 30.0)) == {"reload": "begun"}
            systemd.wait_for("RELOADING=1")
            systemd.wait_for("READY=1")
            state = status(systemd)
            assert [device.name for device in state.devices] == ["reader", "main", "seat-1"]
            assert "table.yaml" in state.config_trouble
            assert "bus" in state.config_trouble
            assert state.game is not None, "the game is where it was"
            systemd.wait_for("WATCHDOG=1", times=2)
            program.terminate()
            _, log = program.communicate(timeout=PATIENCE_S)
        finally:
            program.kill()
    assert program.returncode == 0
    assert "<6>the config was read anew" in log
    assert "<3>the config was not taken: " in log


LGPIO = """
import os
os.chdir(os.environ.get("LG_WD", "."))  # as the real one does when it is imported
open(".lgd-nfy0", "w").close()
error = OSError
def gpiochip_open(chip): return chip
def gpiochip_close(handle): return 0
def gpio_get_chip_info(handle): return 0, 54, "", ""
def gpio_get_line_info(handle, line): return 0, line, 0, "", ""
def __getattr__(name):
    if name.isupper():
        return 0  # a constant
    raise AttributeError(name)
"""
PINS = """
import sys
sys.path.insert(0, sys.argv[1])
from companion.bootstrap.buses import MachineBuses
from drivers import linux
linux.header_chip = lambda sysfs: 4
print(type(MachineBuses().open_pins()).__name__)
"""


def test_R39_starts_in_a_folder_that_cannot_be_written(
    systemd: Systemd, config: Path, tmp_path: Path
) -> None:
    (tmp_path / "lgpio.py").write_text(LGPIO)
    env = {key: value for key, value in os.environ.items() if key != "LG_WD"}
    env["RUNTIME_DIRECTORY"] = str(tmp_path / "run")
    root = str(Path(__file__).parents[3])
    pins = subprocess.run(
        [sys.executable, "-c", PINS, str(tmp_path)],
        cwd="/proc",  # where not even root can make a file
        env=env | {"PYTHONPATH": root},
        capture_output=True,
        text=True,
        check=False,
    )
    assert pins.stdout == "LGPIOFactory\n", pins.stderr
    assert (tmp_path / "run" / ".lgd-nfy0").exists()
    with systemd.start(config, cwd="/proc", PYTHONPATH=root) as program:
        try:
            systemd.wait_for("READY=1")
            program.terminate()
            program.communicate(timeout=PATIENCE_S)
        finally:
            program.kill()
    assert program.returncode == 0


def test_a_restore_keeps_the_table_from_starting(systemd: Systemd, config: Path, tmp_path: Path) -> None:
    from companion.store_file import in_use

    with in_use(tmp_path / "saved", restores=True), systemd.start(config) as program:
        _, log = program.communicate(timeout=PATIENCE_S)
    assert program.returncode == 2
    assert "being restored" in log
