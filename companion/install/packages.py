"""The system's own packages, by apt; and where the library for the keys comes from."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

from companion.install.computer import Computer, InstallError, Ran

NEEDED = ("python3-venv",)
"""Without these nothing can be installed."""
WANTED = ("python3-lgpio", "python3-spidev", "polkitd")
"""Keys, parts on SPI, and the power-off in the menu; a distribution that lacks one is no error."""
BUILDERS = ("swig", "gcc", "libc6-dev", "python3-dev")
"""What lgpio and spidev are built with where nobody has built them."""
QUIET = {"DEBIAN_FRONTEND": "noninteractive"}


def bring(computer: Computer, *, offline: bool) -> None:
    """Install what is missing; raises ``InstallError`` when a package that is needed cannot be had."""
    missing = [name for name in (*NEEDED, *WANTED) if not installed(computer, name)]
    if not missing:
        return
    if not offline:
        said = install(computer, missing)
        missing = [name for name in missing if not installed(computer, name)]
    else:
        said = "it was asked to do without the internet"
    if lacking := [name for name in missing if name in NEEDED]:
        raise InstallError(
            f"The package {' and '.join(lacking)} is not installed ({said}): connect the computer to the "
            f"internet, then try again, or install it yourself: sudo apt install {' '.join(lacking)}"
        )
    if missing:
        computer.say(f"Not on this system: {', '.join(missing)}.")


def installed(computer: Computer, name: str) -> bool:
    """Tell whether a package is installed."""
    ran = computer.run("dpkg-query", "-W", "-f", "${Status}", name)
    return ran.status == 0 and ran.text.endswith(" installed")


def install(computer: Computer, names: Sequence[str]) -> str:
    """Install those packages that the distribution has; give what apt said last when it failed."""
    computer.say(f"Installing what the system lacks: {', '.join(names)}.")
    updated = computer.run("apt-get", "update", "-qq", env=QUIET)
    there = [name for name in names if _has_candidate(computer, name)]
    if not there:
        return updated.last_line if updated.status else "apt does not know them"
    command = ("apt-get", "install", "-y", "-qq", "--no-install-recommends")
    ran = computer.run(*command, *there, env=QUIET)
    return ran.last_line if ran.status else ""


def importable(computer: Computer, python: str | Path, what: str) -> Ran:
    """Let a Python import a module and look for something in it, which a stub without content lacks."""
    module = what.partition(".")[0]
    with tempfile.TemporaryDirectory(prefix="port-royal-") as folder:  # lgpio makes a file in it (R39)
        return computer.run(python, "-I", "-B", "-c", f"import {module}; {what}", env={"LG_WD": folder})


def _has_candidate(computer: Computer, name: str) -> bool:
    ran = computer.run("apt-cache", "show", "--no-all-versions", name)
    return ran.status == 0 and "Package:" in ran.text
