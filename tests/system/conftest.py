"""A computer with a real systemd: a Debian of its own, booted in a container, with the table installed.

`make system-test` runs these; otherwise they are left out.  The Debian is made once, from the source of
packages that this machine has; every test boots it with a layer of its own on top, which is thrown away.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.install import computer as installing
from companion.install.bundle import fetch_sources, fetch_wheels

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
WORK = Path(os.environ.get("PORT_ROYAL_SYSTEM_DIR", "/var/tmp/port-royal-system"))
SUITE = os.environ.get("SUITE", "trixie")
PYTHON = {"bookworm": "3.11", "trixie": "3.13"}[SUITE]
FRESH = "systemd,systemd-sysv,dbus,udev,sudo,make,python3,ca-certificates"
"""What a fresh Raspberry Pi OS Lite has, as far as it matters here."""
CGROUPS = Path("/sys/fs/cgroup")
NEEDED = ("mmdebstrap", "systemd-nspawn", "unshare", "nsenter")
BOOT_S = 90.0
RUN_S = 600.0


def why_not() -> str:
    """Say why these tests cannot run here; empty when they can."""
    if not os.environ.get("PORT_ROYAL_SYSTEM"):
        return "boots a computer: run by `make system-test`"
    if os.geteuid():
        return "boots a computer, which only root may"
    if missing := [command for command in NEEDED if not shutil.which(command)]:
        return f"boots a computer, which needs {' and '.join(missing)}"
    return ""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests of this folder out where they cannot run or are not wanted."""
    if reason := why_not():
        for item in items:
            if item.path.parent == HERE:
                item.add_marker(pytest.mark.skip(reason=reason))


class Computer:
    """A computer that can be switched on, told to run commands, and cut from its power."""

    def __init__(self, layers: list[Path], folder: Path) -> None:
        self.upper, self.root = folder / "upper", folder / "root"
        self._log = folder / "console"
        for path in (self.upper, folder / "work", self.root):
            path.mkdir(parents=True)
        lower = ":".join(map(str, reversed(layers)))
        options = f"lowerdir={lower},upperdir={self.upper},workdir={folder / 'work'}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", options, self.root], check=True)
        self._group = CGROUPS / f"port-royal-{os.getpid()}-{folder.name}"
        self._group.mkdir()
        self._container: subprocess.Popen[bytes] | None = None
        self._first = 0
        self._closed = False

    def boot(self) -> float:
        """Switch it on and give the seconds until it is up."""
        began = time.monotonic()
        with self._log.open("ab") as log:
            self._container = subprocess.Popen(
                self._command(), stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self._wait_for_boot()
        return time.monotonic() - began

    def run(self, *command: str, check: bool = True, timeout_s: float = RUN_S) -> str:
        """Run a command on it and give what it printed; one that fails is an error, if wanted."""
        done = self.attempt(*command, timeout_s=timeout_s)
        if check and done.returncode:
            raise AssertionError(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}")
        return done.stdout

    def attempt(
        self, *command: str, typed: str = "", timeout_s: float = RUN_S
    ) -> subprocess.CompletedProcess[str]:
        """Run a command on it, however it ends; ``typed`` is its input."""
        enter = ["nsenter", "-t", str(self._first), "-m", "-u", "-i", "-p", "-C", "--"]
        path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        return subprocess.run(
            [*enter, "/usr/bin/env", "-i", path, "HOME=/root", "LANG=C.UTF-8", "PIP_NO_INDEX=1",
             "PIP_FIND_LINKS=/wheels", *command],
            input=typed, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            timeout=timeout_s, check=False,
        )  # fmt: skip

    def show(self, name: str, unit: str = "port-royal") -> str:
        """Give a property of a unit."""
        return self.run("systemctl", "show", "-P", name, unit).strip()

    def journal(self, unit: str = "port-royal") -> str:
        """Give the log of a unit, of all boots."""
        return self.run("journalctl", "-u", unit, "-o", "cat", "--no-pager")

    def until(self, happened: Callable[[], object], what: str, within_s: float = 60.0) -> None:
        """Wait for something."""
        end_s = time.monotonic() + within_s
        while not happened():
            if time.monotonic() > end_s:
                raise AssertionError(
                    f"{what} did not happen within {within_s:.0f} s\n{self.journal()[-3000:]}"
                )
            time.sleep(0.1)

    def reboot(self) -> None:
        """Restart it as `sudo reboot` does."""
        self.attempt("systemctl", "reboot")
        self._end()
        self.boot()

    def cut_power(self) -> None:
        """Cut its power: nothing on it gets to do anything more."""
        (self._group / "cgroup.kill").write_text("1")
        self._end()

    def shut_down(self) -> None:
        """Switch it off as it should be."""
        assert self._container
        self._container.terminate()
        self._end()

    def is_on(self) -> bool:
        """Tell whether it has not switched itself off."""
        return self._container is not None and self._container.poll() is None

    def close(self) -> None:
        """Throw it away; what it wrote stays in its layer.  May be called twice."""
        if self._closed:
            return
        self._closed = True
        if self.is_on():
            self.cut_power()
        for group in sorted(self._group.glob("**/"), key=lambda path: -len(path.parts)):
            with contextlib.suppress(OSError):
                group.rmdir()
        subprocess.run(["umount", "--lazy", self.root], check=True)

    def _command(self) -> list[str]:
        join = f'echo $$ >{self._group}/cgroup.procs && exec "$@"'
        return [
            "sh", "-c", join, "sh", "systemd-nspawn", "--quiet", "--boot", "--directory", str(self.root),
            "--register=no", "--keep-unit", "--console=pipe", "--kill-signal=SIGRTMIN+3", "--machine=table",
            "--system-call-filter=bpf", f"--bind-ro={WORK}/wheels-{SUITE}:/wheels", "--link-journal=no",
        ]  # fmt: skip

    def _wait_for_boot(self) -> None:
        end_s = time.monotonic() + BOOT_S
        while time.monotonic() < end_s:
            assert self._container
            assert self._container.poll() is None, self._log.read_text(errors="replace")
            if first := _child(self._container.pid):
                self._first = first
                state = self.attempt("systemctl", "is-system-running").stdout.strip()
                if state in {"running", "degraded"}:
                    return
            time.sleep(0.05)
        raise AssertionError(f"not up within {BOOT_S:.0f} s\n{self._log.read_text(errors='replace')[-2000:]}")

    def _end(self) -> None:
        assert self._container
        try:
            self._container.wait(timeout=BOOT_S)
        except subprocess.TimeoutExpired:
            self._container.send_signal(signal.SIGKILL)
            self._container.wait()
        self._container = None


def _child(pid: int) -> int:
    """Give the first process of a container; 0 when it is not there yet."""
    with contextlib.suppress(OSError, ValueError):
        for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
            if Path(f"/proc/{child}/comm").read_text().strip() == "systemd":
                return int(child)
    return 0


@pytest.fixture(scope="session")
def suite() -> str:
    """Name the Debian."""
    return SUITE


@pytest.fixture(scope="session")
def debian() -> Path:
    """Give a Debian like a fresh card; made once, and kept between runs."""
    tree = WORK / f"tree-{SUITE}"
    if not tree.is_dir():
        WORK.mkdir(parents=True, exist_ok=True)
        beside = tree.with_suffix(".new")
        shutil.rmtree(beside, ignore_errors=True)
        sites = ["apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages"]
        offered = subprocess.run(sites, capture_output=True, text=True, check=True).stdout.split()
        mirror = min(site for site in offered if site.rstrip("/").endswith("/debian"))
        command = ["mmdebstrap", "--mode=root", "--variant=minbase", f"--include={FRESH}"]
        command += ["--keyring=/usr/share/keyrings/debian-archive-keyring.gpg"]
        command += [
            f"--aptopt={option}"
            for option in ('Acquire::Languages "none"', 'APT::Install-Recommends "false"')
        ]
        command += [f"--dpkgopt=path-exclude=/usr/share/{part}/*" for part in ("man", "locale", "doc")]
        subprocess.run([*command, SUITE, beside, f"deb {mirror} {SUITE} main"], check=True)
        beside.rename(tree)
    return tree


@pytest.fixture(scope="session")
def wheels() -> Path:
    """Give a folder of all packages, which stands for the internet."""
    folder = WORK / f"wheels-{SUITE}"
    if not folder.is_dir():
        beside = folder.with_suffix(".new")
        shutil.rmtree(beside, ignore_errors=True)
        here = installing.Computer()
        fetch_wheels(here, ROOT, beside, PYTHON, os.uname().machine, ("dev",))
        fetch_sources(here, beside)
        alone = ("-m", "pip", "download", "-qq", "--no-deps", "-d", beside, "mfrc522>=0.0.7,<0.1")
        assert here.run(here.python, *alone).status == 0
        beside.rename(folder)
    return folder


@pytest.fixture(scope="session")
def own_mounts() -> Iterator[None]:
    """Give this process the tree of cgroups that a new systemd wants; `make` gave it mounts of its own."""
    subprocess.run(["mount", "-t", "cgroup2", "cgroup2", CGROUPS], check=True)
    yield
    subprocess.run(["umount", "--lazy", CGROUPS], check=True)


@pytest.fixture(scope="session")
def new_computer(debian: Path, wheels: Path, own_mounts: None, tmp_path_factory: pytest.TempPathFactory):
    """Make computers from layers on top of a fresh card; they are thrown away in the end."""
    made: list[Computer] = []
    folder = WORK / f"run-{os.getpid()}"

    def make(*layers: Path) -> Computer:
        made.append(Computer([debian, *layers], folder / str(len(made))))
        return made[-1]

    yield make
    for computer in made:
        computer.close()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the program's source as an owner gets it: the files of the project and nothing else."""
    folder = tmp_path_factory.mktemp("source") / "port-royal"
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in listed.splitlines():
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


class Installed:
    """A computer on which `sudo make install` ran: its layer, what was printed, and how long it took."""

    def __init__(self, layer: Path, said: str, took_s: float) -> None:
        self.layer, self.said, self.took_s = layer, said, took_s


@pytest.fixture(scope="session")
def installed(new_computer, source: Path) -> Installed:
    """Install the table on a fresh computer by the commands of the README, once."""
    computer = new_computer()
    computer.boot()
    computer.run("useradd", "--create-home", "--groups", "sudo", "owner")
    shutil.copytree(source, computer.root / "home/owner/port-royal")
    shutil.copytree(
        HERE, computer.root / "opt/simulated", ignore=shutil.ignore_patterns("__pycache__", "test_*")
    )
    computer.run("chown", "-R", "owner:", "/home/owner")
    began = time.monotonic()
    said = computer.run("sh", "-c", "cd /home/owner/port-royal && SUDO_USER=owner make install")
    took_s = time.monotonic() - began
    computer.run("sync")
    computer.shut_down()
    return Installed(computer.upper, said, took_s)


@pytest.fixture
def computer(new_computer, installed: Installed) -> Iterator[Computer]:
    """Give a computer with the table installed, switched on, its parts missing."""
    booted = new_computer(installed.layer)
    booted.boot()
    yield booted
    booted.close()


def run_instead(computer: Computer, command: str) -> None:
    """Let the unit run another program in the place of the table's, in the same sandbox."""
    drop_in = computer.root / "etc/systemd/system/port-royal.service.d/instead.conf"
    drop_in.parent.mkdir(exist_ok=True)
    drop_in.write_text(f"[Service]\nExecStart=\nExecStart={command}\n")
    computer.run("systemctl", "daemon-reload")


@pytest.fixture
def instead() -> Callable[[Computer, str], None]:
    """Give a way to run something else as the service."""
    return run_instead


@pytest.fixture
def table(computer: Computer) -> Computer:
    """Give one whose parts are there: simulated chips behind all that the config names."""
    python = "/opt/port-royal/current/bin/python -B /opt/simulated/simulated_chips.py"
    run_instead(computer, f"{python} run --config /etc/port-royal/table.yaml")
    computer.run(*python.split(), "deck", "/etc/port-royal/deck.yaml")
    config = computer.root / "etc/port-royal/table.yaml"
    config.write_text(config.read_text().replace("deck: null", "deck: deck.yaml"))
    computer.run("systemctl", "restart", "port-royal")
    return computer
