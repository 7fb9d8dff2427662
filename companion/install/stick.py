"""An update from a stick: the newest bundle on it is unpacked, and its own installer does the rest."""

from __future__ import annotations

import tempfile
from pathlib import Path

from companion.install.computer import Computer, InstallError

BUNDLES = "port-royal-*.tar.gz"
SYSTEM_PYTHON = "/usr/bin/python3"


def newest_bundle(stick: Path) -> Path:
    """Give the bundle that was written last; raises ``InstallError`` when there is none."""
    found = sorted(
        (path for path in stick.glob(BUNDLES) if path.is_file()),
        key=lambda path: (path.stat().st_mtime, path.name),
    )
    if not found:
        raise InstallError(f"There is no {BUNDLES} on the stick at {stick}: make one with `make bundle`.")
    return found[-1]


def update(computer: Computer, stick: Path) -> None:
    """Install from the stick, as `sudo make install` in the unpacked bundle does; raises ``InstallError``.

    Nobody is asked anything, and no bus is switched on.
    """
    bundle = newest_bundle(stick)
    computer.say(f"Updating from {bundle.name}.")
    with tempfile.TemporaryDirectory(prefix="port-royal-") as folder:
        unpacked = computer.run(
            "tar", "-xzf", bundle, "-C", folder, "--no-same-owner", "--strip-components=1"
        )
        if unpacked.status or not (Path(folder) / "companion/install").is_dir():
            raise InstallError(
                f"{bundle.name} cannot be unpacked ({unpacked.last_line}): copy it to the stick anew."
            )
        words = ("-B", "-c", _RUN, folder, "install", "--source", folder, "--enable", "none")
        ran = computer.run(SYSTEM_PYTHON, *words)
    computer.say(ran.text.strip())
    if ran.status:
        raise InstallError(f"The update did not succeed: {ran.last_line}.")


_RUN = (
    "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); "
    "runpy.run_module('companion.install', run_name='__main__', alter_sys=True)"
)
"""Runs the installer of the bundle, whatever the working directory."""
