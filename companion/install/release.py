"""Versions side by side: a new one is built beside the old, and takes its place in one step.

    /opt/port-royal/releases/7    a virtual environment, with units, examples and pages in share/
    /opt/port-royal/current       a link to the one that runs

A cut of the power at any moment leaves a whole version behind ``current``.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.install import packages
from companion.install.computer import Computer, InstallError

HOME = "/opt/port-royal"
COMMAND = "/usr/local/bin/port-royal"
CODE = ("engine", "drivers", "companion", "pyproject.toml", "README.md", "LICENSE")
"""What the program is built from."""
SHARE = ("systemd", "config", "docs")
"""What lies beside the program: units and rules, example tables, pages."""
FREE_BYTES = 400_000_000
"""A version takes some 120 MB; pip unpacks beside it."""
FROM_SYSTEM: Mapping[str, tuple[str, str, str]] = {
    "lgpio": ("lgpio.gpiochip_open", "lgpio>=0.2.2,<1", "keys, lights and sound do not work"),
    "spidev": ("spidev.SpiDev", "spidev>=3.6,<4", "displays and readers on SPI do not work"),
}
"""Packages that are taken from the system: what shows that they are real, else what pip is asked for, and
what is missing without them.  An index may have a stub under the name lgpio (hardware row 74)."""


@dataclass(frozen=True)
class Wheels:
    """Where packages come from: the internet, or a folder of wheels."""

    folder: Path | None = None

    @property
    def arguments(self) -> tuple[str, ...]:
        """Give what pip is told."""
        return ("--no-index", "--find-links", str(self.folder)) if self.folder else ()

    def program(self, copy: Path) -> Path:
        """Give the wheel of the program where there is one, else its source."""
        built = sorted(self.folder.glob("port_royal_companion-*.whl")) if self.folder else []
        return built[-1] if built else copy


def current(computer: Computer) -> Path | None:
    """Give the folder of the version that runs."""
    link = computer.path(f"{HOME}/current")
    return link.resolve() if link.is_symlink() and link.exists() else None


def build(computer: Computer, source: Path, wheels: Wheels) -> Path:
    """Build a new version from a source folder and give its folder; raises ``InstallError``."""
    releases = computer.path(f"{HOME}/releases")
    releases.mkdir(parents=True, exist_ok=True)
    _need_room(releases)
    numbers = [int(path.name) for path in releases.iterdir() if path.name.isdecimal()]
    folder = releases / str(max(numbers, default=0) + 1)
    try:
        _fill(computer, folder, source, wheels)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    os.sync()
    return folder


def switch(computer: Computer, folder: Path) -> None:
    """Let a version take the place of the one before, in one step."""
    home = computer.path(HOME)
    _link(home / "current", Path("releases") / folder.name)
    _link(computer.path(COMMAND), Path(HOME) / "current/bin/port-royal")
    os.sync()


def prune(computer: Computer) -> None:
    """Remove all versions but the one that runs."""
    kept = current(computer)
    for folder in computer.path(f"{HOME}/releases").iterdir():
        if folder.resolve() != kept:
            shutil.rmtree(folder, ignore_errors=True)


def _link(link: Path, target: Path) -> None:
    link.parent.mkdir(parents=True, exist_ok=True)
    beside = link.with_name(f".{link.name}.new")
    beside.unlink(missing_ok=True)
    beside.symlink_to(target)
    beside.replace(link)


def _need_room(folder: Path) -> None:
    free = shutil.disk_usage(folder).free
    if free < FREE_BYTES:
        raise InstallError(
            f"Only {free // 1_000_000} MB are free on the card, and {FREE_BYTES // 1_000_000} MB are needed: "
            "remove something (sudo apt clean helps), then try again."
        )


def _fill(computer: Computer, folder: Path, source: Path, wheels: Wheels) -> None:
    there = {
        name: packages.importable(computer, computer.python, what).status == 0
        for name, (what, _, _) in FROM_SYSTEM.items()
    }
    computer.say("Building the virtual environment; this takes a few minutes on a small Raspberry Pi.")
    site = ("--system-site-packages",) if any(there.values()) else ()
    made = computer.run(computer.python, "-m", "venv", *site, folder)
    if made.status:
        raise InstallError(
            f"The virtual environment cannot be made: {made.last_line}. Try: sudo apt install python3-venv"
        )
    with tempfile.TemporaryDirectory(prefix="port-royal-") as scratch:
        copy = copied(source, Path(scratch) / "source", CODE)
        # All of it into the environment, whatever the system has: its packages change with its upgrades.
        fetched = pip(computer, folder, wheels, "--ignore-installed", wheels.program(copy))
    if fetched:
        raise InstallError(
            f"The Python packages cannot be installed: {fetched}. Connect the computer to the internet, or "
            "install from a file that brings them (docs/install.md), and try again. Nothing was changed."
        )
    for name, is_there in there.items():
        if not is_there:
            _from_elsewhere(computer, folder, wheels, name)
    copied(source, folder / "share", SHARE)
    starts = computer.run(folder / "bin/port-royal", "--version")
    if starts.status:
        raise InstallError(f"The new version does not start: {starts.last_line}. Nothing was changed.")


def pip(computer: Computer, folder: Path, wheels: Wheels, *asked: str | Path, **env: str) -> str:
    """Install into an environment; give the last line of an error."""
    options = ("-qq", "--disable-pip-version-check", "--no-input", "--no-cache-dir", *wheels.arguments)
    ran = computer.run(folder / "bin/python", "-m", "pip", "install", *options, *asked, env=env)
    return ran.last_line if ran.status else ""


def _from_elsewhere(computer: Computer, folder: Path, wheels: Wheels, name: str) -> None:
    """Get a package that the system does not have: as a wheel, else built here; else say what is off."""
    what, asked, off = FROM_SYSTEM[name]
    said = pip(computer, folder, wheels, "--only-binary=:all:", asked)
    if said:
        if wheels.folder is None:
            lacking = [tool for tool in packages.BUILDERS if not packages.installed(computer, tool)]
            packages.install(computer, lacking)
        computer.say(f"Building {name}.")
        said = pip(computer, folder, wheels, "--no-binary", name, asked, PYPI="1")
    real = packages.importable(computer, folder / "bin/python", what)
    if real.status:
        computer.say(
            f"There is no {name} for this Python ({said or real.last_line}): {off}. "
            f"On Raspberry Pi OS: sudo apt install python3-{name}, then install again."
        )


def copied(source: Path, into: Path, names: tuple[str, ...]) -> Path:
    """Copy parts of the source; what was made beside it stays where it is."""
    into.mkdir(parents=True, exist_ok=True)
    for name in names:
        if (source / name).is_dir():
            left = shutil.ignore_patterns("__pycache__", "*.egg-info", "pictures")
            shutil.copytree(source / name, into / name, ignore=left)
        else:
            shutil.copy2(source / name, into / name)
    return into
