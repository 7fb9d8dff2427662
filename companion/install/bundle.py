"""One file to install or update from without internet: the program, with the wheels of all it needs.

It is made on a computer with internet: ``make bundle``.  On the table's computer it is unpacked, and
installed from there like any source; ``wheels/`` inside is found by the installer.
"""

from __future__ import annotations

import tarfile
import tempfile
import tomllib
from pathlib import Path

from companion.install.computer import Computer, InstallError
from companion.install.release import CODE, FROM_SYSTEM, SHARE, copied

PYTHONS = ("3.11", "3.13")
"""Of Bookworm and of Trixie."""
GLIBC = (17, 24, 26, 27, 28, 31, 34)
"""Versions 2.x of the C library that wheels are built for, up to that of Bookworm."""
ALSO = ("Makefile",)


def make_bundle(computer: Computer, source: Path, machine: str) -> Path:
    """Write ``dist/port-royal-VERSION-MACHINE.tar.gz`` and give its path; raises ``InstallError``."""
    project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    name = f"port-royal-{project['version']}-{machine}"
    with tempfile.TemporaryDirectory(prefix="port-royal-") as scratch:
        folder = copied(source, Path(scratch) / name, (*CODE, *SHARE, *ALSO))
        fetch_sources(computer, folder / "wheels")
        for python in PYTHONS:
            fetch_wheels(computer, source, folder / "wheels", python, machine)
        build_wheel(computer, folder, folder / "wheels")
        made = source / "dist" / f"{name}.tar.gz"
        made.parent.mkdir(exist_ok=True)
        beside = made.with_name(f".{made.name}.new")
        with tarfile.open(beside, "w:gz") as tar:
            tar.add(folder, name, filter=_without_owner)
        beside.replace(made)
    return made


def fetch_wheels(
    computer: Computer, source: Path, into: Path, python: str, machine: str, extras: tuple[str, ...] = ()
) -> None:
    """Fetch the wheels of all that the program needs, and of what builds it; raises ``InstallError``.

    What ``extras`` name is fetched too, as in the project's own list.
    """
    parts = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))
    asked = [*parts["project"]["dependencies"], *parts["build-system"]["requires"]]
    asked += [one for extra in extras for one in parts["project"]["optional-dependencies"][extra]]
    if python == "3.11":
        asked += [one for one in parts["project"]["optional-dependencies"]["pi"] if one.startswith("lgpio")]
    platforms = [f"manylinux2014_{machine}", *(f"manylinux_2_{number}_{machine}" for number in GLIBC)]
    command: list[str | Path] = [
        computer.python,
        "-m",
        "pip",
        "download",
        "-qq",
        "--disable-pip-version-check",
        "-d",
        into,
    ]
    command += ["--only-binary=:all:", "--python-version", python, "--implementation", "cp"]
    ran = computer.run(*command, *(word for one in platforms for word in ("--platform", one)), *asked)
    if ran.status:
        raise InstallError(f"The packages for Python {python} cannot be fetched: {ran.last_line}.")


def fetch_sources(computer: Computer, into: Path) -> None:
    """Fetch what has to be built where the system brings none; raises ``InstallError``."""
    for name, (_, asked, _) in FROM_SYSTEM.items():
        words = (
            "download",
            "-qq",
            "--disable-pip-version-check",
            "--no-deps",
            "--no-binary",
            name,
            "-d",
            into,
        )
        ran = computer.run(computer.python, "-m", "pip", *words, asked, env={"PYPI": "1"})
        if ran.status:
            raise InstallError(f"The source of {name} cannot be fetched: {ran.last_line}.")


def build_wheel(computer: Computer, source: Path, into: Path, *options: str) -> None:
    """Build the program's own wheel; raises ``InstallError``.  What is made beside it is made in a copy."""
    with tempfile.TemporaryDirectory(prefix="port-royal-") as scratch:
        copy = copied(source, Path(scratch) / "source", CODE)
        usual = ("-qq", "--disable-pip-version-check", "--no-deps", "-w", into)
        ran = computer.run(computer.python, "-m", "pip", "wheel", *usual, *options, copy)
    if ran.status:
        raise InstallError(f"The program's wheel cannot be built: {ran.last_line}.")


def _without_owner(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Let nobody's name and id travel, nor a folder that others cannot read."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry
