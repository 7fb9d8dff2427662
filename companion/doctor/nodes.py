"""Checks of device nodes: are they there, and may they be used (R42)."""

from __future__ import annotations

from contextlib import suppress

from companion.doctor.boot import config_path
from companion.doctor.buses import Buses
from companion.doctor.finding import Finding, Part
from companion.doctor.machine import ELSEWHERE, Machine, is_pi, members, names_in
from companion.doctor.places import I2cBus, InputDevice, SerialLine, SpiSelect

REBOOT = "sudo reboot"
LOGIN = "log out and in again"
SHARED = 0o060
"""A group may read and write."""
STOCK_RULES = "sudo apt install --reinstall raspberrypi-sys-mods && sudo reboot"
"""Brings the rules that give the nodes to the groups i2c, spi, gpio and dialout."""


def node_of(part: Part) -> str:
    """Give the node that a part is reached by."""
    if isinstance(part.at, InputDevice):
        return part.at.path
    assert isinstance(part.at, I2cBus | SpiSelect)
    return part.at.node


def i2c_node(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Look for the node of an I2C bus; without it say what is switched off."""
    assert isinstance(part.at, I2cBus)
    node, number = part.at.node, part.at.number
    if machine.exists(node):
        return part.ok("node", f"{node} is there.")
    if machine.exists(f"/sys/bus/i2c/devices/i2c-{number}"):
        return part.failure(
            "node",
            f"There is no {node}, though the kernel drives the bus: its module i2c-dev is not loaded.",
            "sudo modprobe i2c-dev && echo i2c-dev | sudo tee /etc/modules-load.d/i2c-dev.conf",
        )
    if not is_pi(machine):
        return part.failure("node", f"There is no {node}.", ELSEWHERE)
    if number == 1:
        return part.failure(
            "node",
            f"There is no {node}: I2C is switched off.",
            f"sudo raspi-config nonint do_i2c 0 && {REBOOT}",
        )
    return part.failure(
        "node",
        f"There is no {node}; there are {_there(machine, '/dev', 'i2c-')}.",
        f"Make the bus with an overlay in {config_path(machine)} (for the channels of a TCA9548A: "
        "dtoverlay=i2c-mux,pca9548,addr=0x70), or set 'bus' to one that is there.",
    )


def spi_node(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Look for the node of a chip select; without it say what is switched off."""
    assert isinstance(part.at, SpiSelect)
    node, bus = part.at.node, part.at.bus
    if machine.exists(node):
        return part.ok("node", f"{node} is there.")
    if not is_pi(machine):
        return part.failure("node", f"There is no {node}.", ELSEWHERE)
    if bus == 0 and not names_in(machine, "/dev", "spidev0."):
        return part.failure(
            "node",
            f"There is no {node}: SPI is switched off.",
            f"sudo raspi-config nonint do_spi 0 && {REBOOT}",
        )
    fix = f"Add dtoverlay=spi{bus}-{part.at.device + 1}cs to {config_path(machine)}, then: {REBOOT}"
    return part.failure("node", f"There is no {node}; there are {_there(machine, '/dev', 'spidev')}.", fix)


def serial_node(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Look for the node of a serial port; without it say which there are."""
    assert isinstance(part.at, SerialLine)
    port = part.at.port
    if machine.exists(port):
        real = machine.real_path(port)
        return part.ok("node", f"{port} is there." if real == port else f"{port} is there, and is {real}.")
    if port == "/dev/serial0" and is_pi(machine):
        return part.failure(
            "node",
            f"There is no {port}: the serial port of the header is switched off.",
            "sudo raspi-config nonint do_serial_hw 0 && sudo raspi-config nonint do_serial_cons 1 "
            f"&& {REBOOT}",
        )
    by_id = [f"/dev/serial/by-id/{name}" for name in names_in(machine, "/dev/serial/by-id")]
    others = [
        f"/dev/{name}"
        for name in names_in(machine, "/dev")
        if name.startswith(("serial", "ttyA", "ttyS", "ttyU"))
    ]
    there = ", ".join([*by_id, *others]) or "none"
    return part.failure(
        "node",
        f"There is no {port}; serial ports that are there: {there}.",
        "Plug the module in, or set 'port' to the one it is at.",
    )


def input_node(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Look for the node of a USB reader; without it say which there are."""
    assert isinstance(part.at, InputDevice)
    if machine.exists(part.at.path):
        return part.ok("node", f"{part.at.path} is there.")
    return part.failure(
        "node",
        f"There is no {part.at.path}; keyboards that are there: {_there(machine, '/dev/input/by-id', '')}.",
        "Plug the reader in, or set 'path' to the one it is at.",
    )


def node_access(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that the node may be read and written."""
    node = node_of(part)
    if not machine.exists(node):
        return part.skipped("access", f"There is no {node}.")
    return access(part, machine, node)


def access(part: Part, machine: Machine, node: str) -> list[Finding]:
    """Check that a node may be read and written; if not, say which group is missing (R42)."""
    user = machine.user
    if machine.may_use(node):
        return part.ok("access", f"{user} may read and write {node}.")
    group, shared = "", False
    with suppress(OSError):
        owned = machine.node(machine.real_path(node))
        group, shared = owned.group, owned.mode & SHARED == SHARED
    if not shared or group == "root":
        return part.failure("access", f"Only root may use {node}: rules for it are missing.", STOCK_RULES)
    if group not in machine.groups and user in members(machine, group):
        return part.failure(
            "access",
            f"{user} was put into the group {group} and has not logged in since.",
            f"{LOGIN.capitalize()}.",
        )
    return part.failure(
        "access",
        f"{user} may not use {node}: it belongs to the group {group}, and {user} is not in it.",
        f"sudo usermod -aG {group} {user}, then {LOGIN}",
    )


def _there(machine: Machine, folder: str, start: str) -> str:
    """Name the nodes that are there."""
    return ", ".join(f"{folder}/{name}" for name in names_in(machine, folder, start)) or "none"
