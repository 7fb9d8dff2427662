"""Checks of GPIO: which chip has the header (R38), who holds a pin, and what level it has."""

from __future__ import annotations

from contextlib import closing, suppress

from companion.bootstrap import HEADER_CHIPS
from companion.doctor.buses import Buses
from companion.doctor.finding import Finding, Part
from companion.doctor.machine import Machine, names_in, text_of
from companion.doctor.nodes import access
from companion.doctor.places import Pin
from companion.doctor.service import NAME, runs
from companion.header_pins import pin_of
from drivers.ports import DeviceError

CHIPS = "/sys/bus/gpio/devices"
PROGRAMS = ("lg", "gpiozero", "RPi.GPIO", "rpi-lgpio", "gpiod", "gpioset", "gpiomon", "python", "pigpio", "?")
"""What users of lines call themselves that are programs; the kernel's own are named after devices."""


def header_chip(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Find the GPIO chip of the header by what it is, and check that it may be used (R38)."""
    chip, seen = find_chip(machine)
    if chip is None:
        return part.failure(
            "chip",
            f"No GPIO chip of a Raspberry Pi is here; there are: {', '.join(seen) or 'none'}.",
            "Run it on a Raspberry Pi. On one, bring the system up to date: sudo apt full-upgrade",
        )
    node = f"/dev/gpiochip{chip}"
    found = part.ok("chip", f"The header is on {node} ({seen[0]}).")
    return found + access(part, machine, node)


def find_chip(machine: Machine) -> tuple[int | None, list[str]]:
    """Give the number of the chip with the header, and its name; None, and the names of others, without."""
    found: dict[str, int] = {}
    for name in names_in(machine, CHIPS, "gpiochip"):
        number = name.removeprefix("gpiochip")
        for kind in text_of(machine, f"{CHIPS}/{name}/of_node/compatible").split("\0"):
            if number.isdecimal() and kind:
                found.setdefault(kind, int(number))
    for kind in HEADER_CHIPS:
        if kind in found:
            return found[kind], [kind]
    return None, sorted(found)


def holder(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that nobody else has the pin, and name who has it."""
    assert isinstance(part.at, Pin)
    if part.at.simulated:
        return []
    where = pin_name(part.at.gpio)
    chip, _ = find_chip(machine)
    if chip is None:
        return part.skipped("holder", "There is no GPIO chip of a Raspberry Pi.")
    try:
        line = machine.gpio_line(chip, part.at.gpio)
    except OSError as error:
        return part.skipped("holder", f"Who holds {where} cannot be seen: {error.strerror}.")
    if not line.used:
        return part.ok("holder", f"{where} is free.")
    name = line.holder or "somebody without a name"
    if runs(machine):
        return part.ok("holder", f"{where} is held by '{name}', as it should be while the service runs.")
    if name.startswith(PROGRAMS):
        return part.failure(
            "holder",
            f"{where} is held by '{name}', another program.",
            f"End that program; this lists those that may be it: sudo fuser -v /dev/gpiochip{chip}",
        )
    return part.failure(
        "holder",
        f"{where} is held by '{name}', a driver of the kernel.",
        "Take the dtoverlay or dtparam that it comes from out of config.txt, or take another pin.",
    )


def level(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that a key is up while nobody presses it."""
    assert isinstance(part.at, Pin)
    if not part.at.key:
        return []
    where = pin_name(part.at.gpio)
    if not part.at.simulated:
        if runs(machine):
            return part.skipped(
                "level", f"The service uses {where}.", f"sudo systemctl stop {NAME}, then ask again"
            )
        if find_chip(machine)[0] is None:
            return part.skipped("level", "There is no GPIO chip of a Raspberry Pi.")
    try:
        with closing(buses.keys({part.name: part.at.gpio})) as lines:
            down = lines.down()[part.name]
    except (DeviceError, OSError) as error:
        return part.failure(
            "level",
            f"The level of {where} cannot be read: {error}.",
            "Mend what is wrong with the GPIO above.",
        )
    if down:
        return part.warning(
            "level",
            f"{where} is at ground: the key is pressed, or wired so that it always is.",
            "Let the key go. Of a key with four legs use two that lie across from each other.",
        )
    return part.ok("level", f"{where} is up: the key is not pressed.")


def pin_name(gpio: int) -> str:
    """Name a pin as programs and as the header do."""
    with suppress(KeyError):
        return f"GPIO {gpio} (pin {pin_of(gpio).number})"
    return f"GPIO {gpio}"
