"""The files that the system is given: unit, user, rules, and the owner's config."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from companion.install.computer import Computer, InstallError

UNIT = "/etc/systemd/system/port-royal.service"
PLACES = {
    "systemd/port-royal.service": UNIT,
    "systemd/port-royal-update.service": "/etc/systemd/system/port-royal-update.service",
    "systemd/sysusers.conf": "/etc/sysusers.d/port-royal.conf",
    "systemd/60-port-royal.rules": "/etc/udev/rules.d/60-port-royal.rules",
    "systemd/60-port-royal.polkit.rules": "/etc/polkit-1/rules.d/60-port-royal.rules",
}
"""Files of ``share/`` to where the system looks for them."""
CONFIG = "/etc/port-royal/table.yaml"
EXAMPLES = "/etc/port-royal/examples"
USUAL = "pn532-ssd1306"
"""The table that is meant when nobody says which."""


def place(computer: Computer, share: Path) -> None:
    """Write the files of a version; those that are there and the same are left alone."""
    for name, where in PLACES.items():
        _write(computer.path(where), (share / name).read_bytes())


def place_config(computer: Computer, share: Path, table: str) -> None:
    """Lay the examples down, and begin the owner's config from one; a config that is there is never touched.

    Raises ``InstallError`` for a table that there is none of.
    """
    tables = {
        path.stem.removeprefix("table-"): path for path in sorted((share / "config").glob("table-*.yaml"))
    }
    if table not in tables:
        raise InstallError(
            f"There is no example of a table called {table!r}: take one of {', '.join(tables)}."
        )
    for path in tables.values():
        _write(computer.path(f"{EXAMPLES}/{path.name}"), path.read_bytes())
    config = computer.path(CONFIG)
    if config.exists():
        computer.say(f"Your {CONFIG} stays as it is; the examples of this version are in {EXAMPLES}.")
        return
    _write(config, tables[table].read_bytes())
    computer.say(f"The config of your table is {CONFIG}, begun from table-{table}.yaml.")


def remove(computer: Computer) -> None:
    """Remove what ``place`` wrote."""
    for where in PLACES.values():
        computer.path(where).unlink(missing_ok=True)
    shutil.rmtree(computer.path(EXAMPLES), ignore_errors=True)


def _write(path: Path, content: bytes) -> None:
    """Write a file for all to read, whole or not at all."""
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.new")
    with beside.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    beside.chmod(0o644)
    beside.replace(path)
