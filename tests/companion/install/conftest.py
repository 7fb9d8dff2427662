"""A computer of plain folders on which commands are written down instead of run."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from companion.install.computer import Computer, Ran

PI_OS = ("python3-venv", "python3-lgpio", "python3-spidev", "polkitd")
BASE = ("systemctl", "raspi-config")


@dataclass
class Recorder:
    """Stands in for the commands of a Raspberry Pi: keeps a list, and knows the state of the buses."""

    root: Path
    packages: set[str] = field(default_factory=lambda: set(PI_OS))
    offered: set[str] = field(default_factory=lambda: set(PI_OS))
    modules: set[str] = field(default_factory=lambda: {"lgpio", "spidev"})
    buses: dict[str, str] = field(
        default_factory=lambda: {"i2c": "0", "spi": "0", "serial_hw": "0", "serial_cons": "1"}
    )
    wheels: set[str] = field(default_factory=set)
    """What pip finds as wheels or builds, of that which the system lacks."""
    fails: dict[str, Ran] = field(default_factory=dict)
    """Beginnings of commands that do not work, and what comes of them."""
    said: list[str] = field(default_factory=list)
    ran: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)
    answer: bool | None = None
    built: int = 0

    def run(self, argv: Sequence[str], env: Mapping[str, str], timeout_s: float) -> Ran:
        line = " ".join(argv)
        self.ran.append(line)
        for start, ran in self.fails.items():
            if line.startswith(start):
                return ran
        match list(argv):
            case ["dpkg-query", *_, name]:
                there = name in self.packages
                return Ran(0, "install ok installed") if there else Ran(1, "no packages found")
            case ["apt-cache", *_, name]:
                return Ran(0, f"Package: {name}") if name in self.offered else Ran(0, "")
            case ["apt-get", "install", *names]:
                self.packages |= {name for name in names if name in self.offered}
                self.modules |= {name.removeprefix("python3-") for name in names if name in self.offered}
            case ["raspi-config", "nonint", call, *value]:
                return self._bus(call, *value)
            case [_, "-m", "venv", *_, folder]:
                self._venv(Path(folder))
            case [python, "-m", "pip", "install", *words]:
                return self._pip(python, words)
            case [python, *_, "-c", text] if text.startswith("import "):
                there = self.modules if "releases" not in python else self.modules | self.wheels
                return Ran(0, "") if text.split()[1].rstrip(";") in there else Ran(1, "ModuleNotFoundError")
        return Ran(0, "")

    def _bus(self, call: str, value: str = "") -> Ran:
        do, _, name = call.partition("_")
        if do == "do":
            self.buses[name] = value
            return Ran(0, "")
        return Ran(0, f"{self.buses[name]}\n")

    def _venv(self, folder: Path) -> None:
        self.built += 1
        (folder / "bin").mkdir(parents=True)
        (folder / "bin/python").write_text("")
        (folder / "bin/port-royal").write_text(f"build {self.built}")

    def _pip(self, python: str, words: Sequence[str]) -> Ran:
        name = words[-1].partition(">")[0]
        if name in {"lgpio", "spidev"}:
            if name not in self.wheels:
                return Ran(1, f"ERROR: No matching distribution found for {name}\n")
            if "--only-binary=:all:" in words and f"{name} as source" in self.wheels:
                return Ran(1, "ERROR: only as source\n")
        else:
            source = Path(words[-1])
            assert source.suffix == ".whl" or (source / "companion/cli.py").exists()
        return Ran(0, "")

    def calls(self, beginning: str) -> list[str]:
        """Give what was run, of one kind."""
        return [line for line in self.ran if line.startswith(beginning)]


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    root = tmp_path / "pi"
    for path in ("usr/bin", "boot/firmware", "run/systemd/system"):
        (root / path).mkdir(parents=True)
    for name in BASE:
        (root / "usr/bin" / name).write_text("")
    (root / "boot/firmware/config.txt").write_text(
        "# For more options see the documentation\ndtparam=audio=on\n"
    )
    return Recorder(root)


@pytest.fixture
def pi(recorder: Recorder) -> Computer:
    """Give a Raspberry Pi with a fresh system; ``replace`` changes what is wrong with it."""

    def ask(question: str) -> bool | None:
        recorder.asked.append(question)
        return recorder.answer

    return Computer(
        root=recorder.root,
        run_with=recorder.run,
        ask=ask,
        say=recorder.said.append,
        python="/usr/bin/python3",
        bits=64,
        version=(3, 13),
        is_root=True,
        caller="pi",
    )


@pytest.fixture
def changed(pi: Computer) -> Callable[..., Computer]:
    """Give a computer that differs in something."""
    return lambda **what: replace(pi, **what)


@pytest.fixture
def source(tmp_path: Path, root: Path) -> Path:
    """Give a source to install from: small, with the real units, rules and examples."""
    folder = tmp_path / "source"
    for name in ("engine", "drivers", "companion"):
        (folder / name).mkdir(parents=True)
    (folder / "companion/cli.py").write_text("")
    (folder / "companion/__pycache__").mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE", "Makefile"):
        shutil.copy2(root / name, folder / name)
    shutil.copytree(root / "systemd", folder / "systemd")
    shutil.copytree(root / "config", folder / "config")
    (folder / "docs").mkdir()
    (folder / "docs/install.md").write_text("")
    return folder
