"""Switches the machine off, through the system's own way for it: logind, which asks polkit whether we may."""

from __future__ import annotations

import shutil
import subprocess

from companion.chores import Done

COMMAND = ("systemctl", "poweroff")
TIMEOUT_S = 10.0


def power_off(command: tuple[str, ...] = COMMAND) -> Done:
    """Ask the system to switch off; it tells this program to end then, as it does to every other."""
    tool = shutil.which(command[0])
    if tool is None:
        return Done("off", "This system cannot be switched off from here: pull the plug.")
    try:
        asked = subprocess.run(  # noqa: S603 - words of our own
            [tool, *command[1:]], capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return Done("off", "The system does not answer. Pulling the plug is fine.")
    if asked.returncode:
        return Done("off", _why(asked.stderr))
    return Done("off")


def _why(said: str) -> str:
    """Say in a sentence why the system stays on, from the words of its tool."""
    if "nhibit" in said or "in progress" in said:
        return "The system is busy, an update perhaps: try again later."
    return "The system does not let us switch it off. Pulling the plug is fine."
