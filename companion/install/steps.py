"""Installing, updating and mending, which are the same steps; and uninstalling."""

from __future__ import annotations

import shutil
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from companion.install import checks, packages, placed, release, service, wires
from companion.install.computer import Computer, InstallError

STATE = "/var/lib/port-royal"


@dataclass(frozen=True)
class Wishes:
    """What the owner asked for."""

    wheels: Path | None = None
    """A folder of wheels; with it nothing is fetched."""
    table: str = placed.USUAL
    """The example that a new config begins from."""
    wires: Collection[str] | None = None
    """The buses that may be switched on; None asks."""


def install(computer: Computer, source: Path, wishes: Wishes) -> None:
    """Bring the computer to where the version in a source folder runs as a service.

    Raises ``InstallError``; the version that ran before runs on then.
    """
    checks.check(computer)
    switched_on = wires.switch_on(computer, wishes.wires)
    offline = wishes.wheels is not None
    packages.bring(computer, offline=offline)
    before = release.current(computer)
    folder = release.build(computer, source, release.Wheels(wishes.wheels))
    try:
        placed.place_config(computer, folder / "share", wishes.table)
    except InstallError:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    _put_in_place(computer, folder)
    service.let_in(computer)
    if service.running_systemd(computer):
        _start(computer, before)
    release.prune(computer)
    _say_end(computer, restart=switched_on)


def uninstall(computer: Computer, *, purge: bool) -> None:
    """Take the program away; with ``purge`` also games, decks, settings and the config."""
    checks.need_root(computer)
    service.stop(computer)
    placed.remove(computer)
    service.forget(computer)
    shutil.rmtree(computer.path(release.HOME), ignore_errors=True)
    computer.path(release.COMMAND).unlink(missing_ok=True)
    if not purge:
        computer.say(
            f"Uninstalled. Your games are still in {STATE}, and your config is in {placed.CONFIG}; "
            "sudo make uninstall PURGE=1 removes them too."
        )
        return
    for where in (STATE, str(Path(placed.CONFIG).parent)):
        shutil.rmtree(computer.path(where), ignore_errors=True)
    computer.run("userdel", service.USER)
    computer.run("groupdel", service.USER)
    computer.say("Uninstalled, with all games, decks, settings and the config.")


def _put_in_place(computer: Computer, folder: Path) -> None:
    release.switch(computer, folder)
    placed.place(computer, folder / "share")
    service.register(computer)


def _start(computer: Computer, before: Path | None) -> None:
    """Start the service; where the new version does not get there, the one before takes its place again."""
    trouble = service.restart(computer)
    if not trouble:
        return
    if before is None:
        raise InstallError(
            f"Everything is installed, but the service does not start: {trouble} (more: {service.LOG}). "
            "Mend that, then install again."
        )
    _put_in_place(computer, before)
    again = service.restart(computer)
    release.prune(computer)
    still = f", which does not start either: {again}" if again else ""
    raise InstallError(
        f"The new version does not start: {trouble} The one before is back in its place{still}. "
        f"(More: {service.LOG})"
    )


def _say_end(computer: Computer, *, restart: bool) -> None:
    computer.say(f"Installed. The table starts with the computer. How it does: {service.NAME} status")
    if restart:
        computer.say("What was switched on works after a restart: sudo reboot")
