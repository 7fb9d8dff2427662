"""The system service: known to systemd, started, and looked at."""

from __future__ import annotations

from companion.install.computer import Computer
from companion.install.placed import PLACES

NAME = "port-royal"
USER = "port-royal"
ASK_S = 120.0
LOG = f"journalctl -u {NAME} -n 50"


def running_systemd(computer: Computer) -> bool:
    """Tell whether systemd runs this computer; in a folder that is to become a card it does not."""
    return computer.path("/run/systemd/system").exists()


def register(computer: Computer) -> None:
    """Make the user, let the rules count, and have the service start at boot."""
    computer.run("systemd-sysusers", PLACES["systemd/sysusers.conf"])
    if running_systemd(computer):
        computer.run("udevadm", "control", "--reload", timeout_s=ASK_S)
        for subsystem in ("gpio", "i2c-dev", "spidev"):
            computer.run("udevadm", "trigger", "--subsystem-match", subsystem, timeout_s=ASK_S)
        computer.run("systemctl", "daemon-reload", timeout_s=ASK_S)
    computer.run("systemctl", "enable", "--quiet", NAME, timeout_s=ASK_S)


def let_in(computer: Computer) -> None:
    """Let who called through sudo ask the service how it does."""
    name = computer.caller
    if not name or name == "root":
        return
    if USER in computer.run("id", "-nG", name).text.split():
        return
    if computer.run("usermod", "-aG", USER, name).status == 0:
        computer.say(
            f"{name} may ask the service now: log out and in again, or put sudo before the commands."
        )


def restart(computer: Computer) -> str:
    """Start the service anew and wait until it is ready; give a sentence when it does not get there."""
    computer.run("systemctl", "reset-failed", NAME, timeout_s=ASK_S)
    ran = computer.run("systemctl", "restart", NAME, timeout_s=ASK_S)
    if ran.status == 0:
        return ""
    said = computer.run("journalctl", "-u", NAME, "-n", "20", "-o", "cat", "--no-pager", timeout_s=ASK_S)
    lines = [
        line for line in said.text.splitlines() if line.strip() and not line.startswith(f"{NAME}.service:")
    ]
    ours = [
        line for line in lines if "systemd" not in line and not line.startswith(("Start", "Stopp", "Fail"))
    ]
    return (ours or lines or [ran.last_line])[-1].strip()


def stop(computer: Computer) -> None:
    """Stop the service and start it no more."""
    now = ("--now",) if running_systemd(computer) else ()
    computer.run("systemctl", "disable", "--quiet", *now, NAME, timeout_s=ASK_S)


def forget(computer: Computer) -> None:
    """Let systemd notice that the unit is gone."""
    if running_systemd(computer):
        computer.run("systemctl", "daemon-reload", timeout_s=ASK_S)
        computer.run("systemctl", "reset-failed", NAME, timeout_s=ASK_S)
        computer.run("udevadm", "control", "--reload", timeout_s=ASK_S)
