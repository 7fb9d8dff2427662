"""Asks the system to switch the machine off, or to update the program: polkit says whether we may."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from companion.chores import Done

COMMAND = ("systemctl", "poweroff")
UPDATE_COMMAND = ("systemctl", "start", "--no-ask-password", "--no-block", "port-royal-update.service")
BUNDLES = "port-royal-*.tar.gz"
NO_STICK = "No USB stick is there. Put one in, wait five seconds, then try again."
TIMEOUT_S = 10.0


def power_off(command: tuple[str, ...] = COMMAND) -> Done:
    """Ask the system to switch off; it tells this program to end then, as it does to every other."""
    return _asked(
        "off",
        command,
        absent="This system cannot be switched off from here: pull the plug.",
        silent="The system does not answer. Pulling the plug is fine.",
        refused=_why,
    )


def begin_update(place: Path | None, command: tuple[str, ...] = UPDATE_COMMAND) -> Done:
    """Ask the system to take the newer program that lies on a stick; it starts this one anew at the end."""
    if place is None:
        return Done("update", NO_STICK)
    if not any(place.glob(BUNDLES)):
        return Done("update", "There is no update on the stick: a file port-royal-VERSION.tar.gz.")
    return _asked(
        "update",
        command,
        absent="This system cannot be updated from here.",
        silent="The system does not answer: try again.",
        refused=lambda _: "The system does not let us update it. Install it anew: sudo make install",
    )


def _asked(
    what: str, command: tuple[str, ...], *, absent: str, silent: str, refused: Callable[[str], str]
) -> Done:
    """Ask the system for something; ``refused`` makes a sentence of the words of its tool."""
    tool = shutil.which(command[0])
    if tool is None:
        return Done(what, absent)
    try:
        asked = subprocess.run(  # noqa: S603 - words of our own
            [tool, *command[1:]], capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return Done(what, silent)
    return Done(what, refused(asked.stderr) if asked.returncode else "")


def _why(said: str) -> str:
    """Say in a sentence why the system stays on, from the words of its tool."""
    if "nhibit" in said or "in progress" in said:
        return "The system is busy, an update perhaps: try again later."
    return "The system does not let us switch it off. Pulling the plug is fine."
