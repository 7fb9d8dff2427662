"""Checks of a serial port: what is behind its name, and who else is on it (R40)."""

from __future__ import annotations

from companion.doctor.boot import FOLDERS, config_path, consoles, settings
from companion.doctor.buses import Buses
from companion.doctor.finding import Finding, Part
from companion.doctor.machine import Machine, is_pi, model
from companion.doctor.nodes import REBOOT, access
from companion.doctor.places import SerialLine

MINI_UART, DEBUG_PORT = "/dev/ttyS0", "/dev/ttyAMA10"
"""The port whose speed follows the core's clock, and the one beside the sockets of a Raspberry Pi 5."""
FREE_PORT = f"sudo raspi-config nonint do_serial_cons 1 && {REBOOT}"
ASK_S = 5.0


def console(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that neither the kernel nor a login is on the port (R40)."""
    assert isinstance(part.at, SerialLine)
    port = part.at.port
    if not machine.exists(port):
        return part.skipped("console", f"There is no {port}.")
    real = machine.real_path(port)
    if getty := _getty(machine, {port, real}):
        return part.failure(
            "console",
            f"A login waits on {port} ({getty}) and takes what the reader says.",
            f"sudo systemctl disable --now {getty} && {FREE_PORT}",
        )
    named = {
        name for name in consoles(machine) if real in (f"/dev/{name}", machine.real_path(f"/dev/{name}"))
    }
    if named:
        file = next((f for f in FOLDERS if machine.exists(f"{f}/cmdline.txt")), FOLDERS[0])
        return part.failure(
            "console",
            f"The kernel writes its messages to {port}: {file}/cmdline.txt says console={min(named)}.",
            FREE_PORT,
        )
    return part.ok("console", f"No console is on {port}.")


def uart(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that the port is one whose speed can be relied on, and one on the header."""
    assert isinstance(part.at, SerialLine)
    port = part.at.port
    if not machine.exists(port) or not is_pi(machine):
        return []
    real, said = machine.real_path(port), settings(machine)
    if real == DEBUG_PORT:
        return part.failure(
            "uart",
            f"{port} is {real}: the debug connector of this {model(machine)}, not on its header.",
            f"Write the line dtparam=uart0=on into {config_path(machine)}, set 'port' to /dev/ttyAMA0, "
            f"then: {REBOOT}",
        )
    if real != MINI_UART:
        return []
    if said.get("enable_uart") == "1" or "core_freq" in said or said.get("force_turbo") == "1":
        return part.ok("uart", f"{port} is the mini-UART, and the clock that it follows is fixed.")
    return part.warning(
        "uart",
        f"{port} is the mini-UART ({real}): its speed follows the clock of the core, and bytes get garbled.",
        f"Write the line enable_uart=1 into {config_path(machine)}, then: {REBOOT}",
    )


def serial_access(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Check that the port may be used; one that a login took away says so (R40)."""
    assert isinstance(part.at, SerialLine)
    port = part.at.port
    if not machine.exists(port):
        return part.skipped("access", f"There is no {port}.")
    found = access(part, machine, port)
    if found[0].status == "failure" and _getty(machine, {port, machine.real_path(port)}):
        return part.failure("access", f"The login on {port} took it away from the others.", FREE_PORT)
    return found


def _getty(machine: Machine, ports: set[str]) -> str:
    """Name the service that has a login on a port; empty when there is none."""
    if not machine.exists("/run/systemd/system"):
        return ""
    for port in sorted(ports):
        unit = f"serial-getty@{port.rpartition('/')[2]}.service"
        if machine.run(("systemctl", "is-active", unit), ASK_S).text == "active":
            return unit
    return ""
