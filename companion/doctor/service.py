"""Checks of the system service."""

from __future__ import annotations

from companion.doctor.buses import Buses
from companion.doctor.finding import Finding, Part
from companion.doctor.machine import Machine

NAME = "port-royal"
ASK_S = 5.0
LOG = f"journalctl -u {NAME} -b -n 50 --no-pager"
PROPERTIES = "LoadState,ActiveState,SubState,UnitFileState,NRestarts"


def state(part: Part, machine: Machine, buses: Buses) -> list[Finding]:
    """Say whether the service is installed, and how it does."""
    said = _properties(machine)
    if not said:
        return part.skipped("state", "There is no systemd here that could be asked.")
    active, enabled = said.get("ActiveState", ""), said.get("UnitFileState") == "enabled"
    if said.get("LoadState") != "loaded":
        return part.skipped("state", "The service is not installed; the table is started by hand.")
    if active == "failed":
        return part.failure("state", "The service has failed.", LOG)
    if active == "activating" or said.get("SubState") == "auto-restart":
        return part.failure("state", "The service does not get to run, and is started again and again.", LOG)
    if not enabled:
        return part.warning(
            "state",
            f"The service is {active or 'installed'}, and will not start when the computer does.",
            f"sudo systemctl enable {NAME}",
        )
    restarts = said.get("NRestarts", "0")
    if restarts.isdecimal() and int(restarts) > 0:
        return part.warning("state", f"The service is {active}, after it failed {restarts} times.", LOG)
    return part.ok("state", f"The service is {active}.")


def runs(machine: Machine) -> bool:
    """Tell whether the service plays now, and has the devices."""
    return _properties(machine).get("ActiveState") in ("active", "activating", "reloading")


def _properties(machine: Machine) -> dict[str, str]:
    """Ask systemd; nothing where there is none."""
    if not machine.exists("/run/systemd/system"):
        return {}
    asked = ("systemctl", "show", "-p", PROPERTIES, f"{NAME}.service")
    output = machine.run(asked, ASK_S)
    pairs = (line.partition("=") for line in output.text.splitlines())
    return {key: value for key, _, value in pairs} if output.status == 0 else {}
