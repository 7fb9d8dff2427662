"""What must hold before anything is changed."""

from __future__ import annotations

from companion.install.computer import Computer, InstallError

OLDEST = (3, 11)
FLASH = (
    "write 'Raspberry Pi OS Lite (64-bit)' to the card with Raspberry Pi Imager (for a Raspberry Pi Zero 2, "
    "3, 4, 5 or newer), then install again"
)


def check(computer: Computer) -> None:
    """Raise ``InstallError`` for a computer that the table cannot be installed on."""
    if computer.bits < 64:
        raise InstallError(f"This system has 32 bits, and the packages are made for 64: {FLASH}.")
    if computer.version < OLDEST:
        version = ".".join(map(str, computer.version))
        raise InstallError(
            f"The Python of this system is {version}, and 3.11 is the oldest that will do: {FLASH}."
        )
    need_root(computer)
    if not computer.has("systemctl"):
        raise InstallError(
            "This system has no systemd, which starts the table: install a Raspberry Pi OS or Debian, "
            "or play without a service with: make run"
        )


def need_root(computer: Computer) -> None:
    """Raise ``InstallError`` for anybody but root."""
    if not computer.is_root:
        raise InstallError("Only root may do this: put sudo before the command.")
