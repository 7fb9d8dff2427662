"""Saves games, decks and the log to a USB stick; ``stick_import.py`` finds them there.

The system mounts a stick at ``/media/port-royal`` (a rule that the installer brings); nothing is done while
no file system is mounted there.
"""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from companion.backup import BackupError, make_backup
from companion.chores import Done
from companion.config import ConfigError
from companion.export import export_script
from companion.power import NO_STICK
from companion.service.report import UNIT
from companion.store import Store, StoreError

PLACE = Path("/media/port-royal")
VARIABLE = "PORT_ROYAL_STICK"
"""Names another folder, which need not be a mount."""
EXPORT, IMPORT = "export", "import"
DECKS, GAMES = "decks", "games"
LOG_LINES, LOG_S = 5_000, 10.0
_WHY = {
    errno.ENOSPC: "The stick is full.",
    errno.EROFS: "The stick is write-protected.",
    errno.EACCES: "The stick may not be written on.",
}


def stick(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Give the folder of the stick that is there; None without one."""
    if named := environment.get(VARIABLE):
        return Path(named) if Path(named).is_dir() else None
    return PLACE if PLACE.is_mount() else None


def save_to_stick(place: Path | None, state: Path, config: Path | None, at: str) -> Done:
    """Write a folder with a backup, all games as table scripts, all decks, and the log."""
    if place is None:
        return Done(EXPORT, NO_STICK)
    try:
        folder = _new_folder(place, at)
        make_backup(folder / "backup.tar.gz", state, config, at)
        _write_games(folder / GAMES, state)
        _write_decks(folder / DECKS, state)
        _write_log(folder / "log.txt")
        os.sync()
    except (BackupError, ConfigError, StoreError) as error:
        return Done(EXPORT, str(error))
    except OSError as error:
        return Done(EXPORT, _WHY.get(error.errno or 0, f"The stick does not work: {error.strerror}."))
    return Done(EXPORT, file=folder.name)


# -- writing -------------------------------------------------------------------------------
def _new_folder(place: Path, at: str) -> Path:
    """Make a folder with the date in its name, another one for a second time on one day."""
    number = 1
    while True:
        folder = place / f"port-royal-{at[:10].replace('-', '')}{f'-{number}' if number > 1 else ''}"
        try:
            folder.mkdir()
        except FileExistsError:
            number += 1
        else:
            return folder


def _write_games(folder: Path, state: Path) -> None:
    """Write every game as a table script; one that cannot be read is in the backup all the same."""
    folder.mkdir()
    with Store.open(state) as store:
        for row in store.all_games():
            with suppress(StoreError, ValueError, LookupError):
                (folder / f"game-{row.id}.yaml").write_text(export_script(store, row.id), encoding="utf-8")


def _write_decks(folder: Path, state: Path) -> None:
    folder.mkdir()
    for path in sorted((state / DECKS).glob("*.json")):
        shutil.copyfile(path, folder / path.name)


def _write_log(path: Path) -> None:
    """Write what the service wrote to the journal, as far as it may be read."""
    tool = shutil.which("journalctl")
    said = "There is no journal here.\n"
    if tool:
        command = [tool, "--unit", UNIT, "--lines", str(LOG_LINES), "--no-pager"]
        try:
            asked = subprocess.run(  # noqa: S603 - words of our own
                command, capture_output=True, text=True, timeout=LOG_S, check=False
            )
            said = asked.stdout or asked.stderr
        except (OSError, subprocess.TimeoutExpired) as error:
            said = f"The journal could not be read: {error}\n"
    path.write_text(said, encoding="utf-8")
