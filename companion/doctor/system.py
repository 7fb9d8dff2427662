"""Checks of the computer: board, system, Python."""

from __future__ import annotations

from companion.doctor.buses import Buses
from companion.doctor.finding import Finding, Part
from companion.doctor.machine import ELSEWHERE, Machine, is_pi, model, text_of
from companion.doctor.places import Board

TRIED = {"12": "bookworm", "13": "trixie"}
"""Releases of Debian that Raspberry Pi OS is built on and that the program is meant for."""
WITHOUT_64_BITS = (
    "Raspberry Pi Model",
    "Raspberry Pi Zero W",
    "Raspberry Pi Zero Rev",
    "Raspberry Pi Compute Module Rev",
)
"""Beginnings of the names of boards with an ARMv6, which no 64-bit system runs on."""
OLDEST, NEWEST = (3, 11), (3, 13)
"""Versions of Python that the tests are run with."""
FLASH = "Write 'Raspberry Pi OS Lite (64-bit)' to the card with Raspberry Pi Imager, then install anew."


def board(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Say which board this is."""
    assert isinstance(part.at, Board)
    name = model(machine)
    if not part.at.needed:
        return part.ok(
            "board", f"The devices are simulated, so any computer will do; this is {_called(name)}."
        )
    if not is_pi(machine):
        return part.warning(
            "board",
            f"This is no Raspberry Pi but {_called(name)}: there is no header to wire parts to.",
            ELSEWHERE,
        )
    if name.startswith(WITHOUT_64_BITS):
        return part.warning(
            "board",
            f"This is a {name}, which runs 32-bit systems only.",
            "Take a Raspberry Pi Zero 2 W or newer.",
        )
    return part.ok("board", f"This is a {name}.")


def system(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Say which system this is, and whether it has 64 bits."""
    release = _release(machine)
    name = release.get("PRETTY_NAME", "a system that does not tell its name")
    said = f"{name}, {machine.bits} bits"
    if machine.bits < 64:
        return part.warning(
            "system", f"The system is {said}: for 32 bits some packages have to be compiled.", FLASH
        )
    if is_pi(machine) and release.get("VERSION_ID") not in TRIED:
        return part.warning("system", f"The system is {said}, for which this program was not made.", FLASH)
    return part.ok("system", f"The system is {said}.")


def python(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Say which Python this is."""
    version = ".".join(map(str, machine.python))
    if machine.python[:2] < OLDEST:
        return part.failure("python", f"Python {version} is too old.", FLASH)
    if machine.python[:2] > NEWEST:
        return part.warning(
            "python",
            f"Python {version} is newer than those that this program is tried with.",
            "If something fails, make the virtual environment with Python 3.13.",
        )
    return part.ok("python", f"Python {version}.")


def _called(name: str) -> str:
    return f"a {name}" if name else "a computer without a name"


def _release(machine: Machine) -> dict[str, str]:
    """Read ``/etc/os-release`` (os-release(5))."""
    pairs = (line.partition("=") for line in text_of(machine, "/etc/os-release").splitlines())
    return {key: value.strip("\"'") for key, _, value in pairs}
