"""Checks of an I2C bus as such: how fast it is."""

from __future__ import annotations

from contextlib import suppress

from companion.doctor.boot import config_path, settings
from companion.doctor.buses import Buses
from companion.doctor.finding import Finding, Part
from companion.doctor.machine import Machine
from companion.doctor.places import I2cBus

USUAL_HZ, FAST_HZ = 100_000, 400_000
"""What a Raspberry Pi starts with, and the fastest that the display chips are made for."""
FRAME_BITS = 1034 * 9
"""Of a whole picture of 128 x 64 pixels with its commands (docs/hardware-requirements.md, Times)."""
BUSES = "/sys/bus/i2c/devices"


def speed(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that pictures get to the displays in good time."""
    assert isinstance(part.at, I2cBus)
    if not machine.exists(part.at.node):
        return part.skipped("speed", f"There is no {part.at.node}.")
    rate_hz = _rate_hz(machine, part.at.number)
    if rate_hz is None:
        return part.skipped("speed", "How fast the bus is cannot be seen here.")
    path = config_path(machine)
    fix = f"Write the line dtparam=i2c_arm_baudrate={FAST_HZ} into {path}, then: sudo reboot"
    said = f"The bus runs at {rate_hz // 1000} kHz"
    if rate_hz > FAST_HZ:
        return part.warning("speed", f"{said}, faster than most chips are made for.", fix)
    if rate_hz >= FAST_HZ or not part.at.displays:
        return part.ok("speed", f"{said}.")
    frame_ms = FRAME_BITS * 1000 * part.at.displays / rate_hz
    many = (
        "a whole picture takes"
        if part.at.displays == 1
        else f"whole pictures on {part.at.displays} displays take"
    )
    return part.warning("speed", f"{said}: {many} {frame_ms:.0f} ms.", fix)


def _rate_hz(machine: Machine, number: int) -> int | None:
    """Give the speed of a bus from the device tree that it was set up by, else from ``config.txt``."""
    root = _root(machine, number)
    for folder in (f"{BUSES}/i2c-{root}/of_node", f"/sys/class/i2c-adapter/i2c-{root}/of_node"):
        with suppress(OSError):
            return int.from_bytes(machine.read(f"{folder}/clock-frequency"), "big")
    said = settings(machine)
    set_hz = said.get("dtparam=i2c_arm_baudrate", said.get("dtparam=i2c_baudrate", ""))
    if root == 1 and set_hz.isdecimal():
        return int(set_hz)
    return USUAL_HZ if root == 1 and said.get("dtparam=i2c_arm", "off") == "on" else None


def _root(machine: Machine, number: int) -> int:
    """Give the bus that a channel of the kernel's multiplexer hangs on; any other bus is its own."""
    above = machine.real_path(f"{BUSES}/i2c-{number}").split("/")
    numbers = [part.removeprefix("i2c-") for part in above if part.startswith("i2c-")]
    return next((int(number) for number in numbers if number.isdecimal()), number)
