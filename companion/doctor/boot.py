"""What the firmware of a Raspberry Pi and its kernel were told at boot.

Source: Raspberry Pi documentation, "config.txt" (sections by model, dtparam, enable_uart) and "cmdline.txt".
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.doctor.machine import Machine, model, text_of

FOLDERS = ("/boot/firmware", "/boot")
"""Where the files lie: since Bookworm, and before."""
_SECTIONS = {
    "pi02": "Zero 2",
    "pi0": "Zero",
    "pi2": "Pi 2",
    "pi3": "Pi 3",
    "pi4": "Pi 4",
    "pi400": "Pi 400",
    "pi5": "Pi 5",
    "pi500": "Pi 500",
}
"""What the name of a board has in it for which a section of ``config.txt`` is read."""


def config_path(machine: Machine) -> str:
    """Give the path of ``config.txt`` on this machine."""
    folder = next((f for f in FOLDERS if machine.exists(f"{f}/config.txt")), FOLDERS[0])
    return f"{folder}/config.txt"


def settings(machine: Machine) -> dict[str, str]:
    """Give what ``config.txt`` sets for this board; parameters of the device tree as ``dtparam=NAME``."""
    found: dict[str, str] = {}
    for key, value in _lines(machine):
        if key in ("dtparam", "dtoverlay"):
            for part in value.split(",") if key == "dtparam" else ():
                name, _, setting = part.partition("=")
                found[f"dtparam={name.strip()}"] = setting.strip() or "on"
        else:
            found[key] = value
    return found


def consoles(machine: Machine) -> frozenset[str]:
    """Name the ports that the kernel has its console on: since this boot, and from the next one on."""
    lines = [text_of(machine, f"{folder}/cmdline.txt") for folder in FOLDERS]
    words = " ".join([*lines, text_of(machine, "/proc/cmdline")]).split()
    ports = (word.removeprefix("console=").partition(",")[0] for word in words if word.startswith("console="))
    return frozenset(ports)


def _lines(machine: Machine) -> Iterator[tuple[str, str]]:
    """Give the lines of ``config.txt`` that are meant for this board."""
    board, meant = model(machine), True
    for line in text_of(machine, config_path(machine)).splitlines():
        text = line.partition("#")[0].strip()
        if text.startswith("[") and text.endswith("]"):
            meant = _is_meant(text[1:-1], board)
        elif meant and "=" in text:
            key, _, value = text.partition("=")
            yield key.strip(), value.strip()


def _is_meant(section: str, board: str) -> bool:
    """Tell whether a section is read on a board; of those that ask for more than the model none is."""
    if section == "all":
        return True
    name = _SECTIONS.get(section)
    return name is not None and name in board and not (name == "Zero" and "Zero 2" in board)
