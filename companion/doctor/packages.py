"""Checks of the Python packages that only a Raspberry Pi needs: whether they are there, and the real ones."""

from __future__ import annotations

from companion.doctor.buses import Buses
from companion.doctor.finding import Finding, Part
from companion.doctor.machine import Machine
from companion.doctor.places import Mfrc522Spi

IMPORT_S = 20.0
"""A first import from a slow card takes its time."""
NO_WHEEL = (3, 13)
"""From this Python on lgpio comes with the system: nobody has built a wheel of it."""
FROM_SYSTEM = (
    "sudo apt install python3-lgpio, and make the virtual environment anew with: "
    "python3 -m venv --system-site-packages .venv"
)
SPIDEV_INSTEAD = (
    "Take the line 'transport: package' out of the config: the reader works without that package."
)
EXTRA = "In the folder of this project: sudo make install, or .venv/bin/pip install '.[pi]'"


def lgpio_folder(machine: Machine) -> str:
    """Give the folder that lgpio makes its file in: as set, or systemd's, or a temporary one (R39)."""
    runtime = machine.setting("RUNTIME_DIRECTORY").partition(":")[0]
    return machine.setting("LG_WD") or runtime or machine.setting("TMPDIR") or "/tmp"  # noqa: S108 - as it is


def lgpio(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that lgpio can be imported and is no stub, and that it can make its file (R39)."""
    folder = lgpio_folder(machine)
    if not machine.exists(folder) or not machine.may_use(folder):
        return part.failure(
            "lgpio folder",
            f"lgpio makes a file in its working directory, and {machine.user} may not write in {folder}.",
            "Set the variable LG_WD to a folder that may be written, such as LG_WD=/tmp.",
        )
    found = part.ok("lgpio folder", f"lgpio may make its file in {folder}.")
    by_system = machine.python[:2] >= NO_WHEEL
    said = _imported(machine, "lgpio; lgpio.gpiochip_open", folder)
    if not said:
        return found + part.ok("lgpio", "The library lgpio is there.")
    if "AttributeError" in said:
        return found + part.failure(
            "lgpio",
            "The lgpio that is installed is a stub without content.",
            f"pip uninstall -y lgpio, then: {FROM_SYSTEM if by_system else EXTRA}",
        )
    return found + part.failure(
        "lgpio", f"The library lgpio cannot be used: {said}.", FROM_SYSTEM if by_system else EXTRA
    )


def spidev(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that spidev can be imported."""
    said = _imported(machine, "spidev; spidev.SpiDev", lgpio_folder(machine))
    if not said:
        return part.ok("spidev", "The library spidev is there.")
    return part.failure("spidev", f"The library spidev cannot be used: {said}.", EXTRA)


def mfrc522(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that the package mfrc522 can be imported, where a reader is to be used through it."""
    assert isinstance(part.at, Mfrc522Spi)
    if part.at.package_reset is None:
        return []
    said = _imported(machine, "mfrc522; mfrc522.MFRC522", lgpio_folder(machine))
    if not said:
        return part.ok("package", "The Python package mfrc522 is there.")
    return part.failure("package", f"The Python package mfrc522 cannot be used: {said}.", SPIDEV_INSTEAD)


def _imported(machine: Machine, what: str, folder: str) -> str:
    """Import something in a Python of its own, as imports leave things behind; give the end of the error."""
    command = ("env", f"LG_WD={folder}", machine.executable, "-c", f"import {what}")
    output = machine.run(command, IMPORT_S)
    if output.status == 0:
        return ""
    return (output.text.splitlines() or [f"it ends with status {output.status}"])[-1].rstrip(".")
