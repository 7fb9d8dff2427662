"""The commands around the service: `status`, `logs`, `backup`, `restore`."""
# ruff: noqa: PLC0415 - a command imports what it needs when it runs

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

Command = Callable[[argparse.Namespace], int]
Add = Callable[[str, Command, str], argparse.ArgumentParser]
"""Makes the parser of a command from its name, its function and what it is about."""
LINES = 200


def add_commands(add: Add) -> None:
    """Add the commands to a parser."""
    status = add("status", _status, "say how the table's service, its game and its devices do")
    status.add_argument("--json", action="store_true", help="print it as JSON")
    logs = add("logs", _logs, "print what the table's service has written to the journal")
    logs.add_argument("--follow", "-f", action="store_true", help="go on with what comes")
    logs.add_argument("--lines", "-n", metavar="N", type=_count, default=LINES, help="how many (%(default)s)")
    backup = add("backup", _backup, "save games, decks, packs and the config in one file")
    restore = add("restore", _restore, "bring back what a backup holds")
    for parser in (backup, restore):
        parser.add_argument("file", metavar="FILE", type=Path)
        parser.add_argument("--config", metavar="FILE", type=Path, help="the config (default: the service's)")


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"must be a number, not {text!r}")
    return int(text)


def _now() -> str:
    from datetime import datetime

    return datetime.now().astimezone().isoformat(timespec="seconds")


def _status(options: argparse.Namespace) -> int:
    from companion.service.report import print_status

    return print_status(as_json=options.json)


def _logs(options: argparse.Namespace) -> int:
    from companion.service.report import print_logs

    return print_logs(follow=options.follow, lines=options.lines)


def _backup(options: argparse.Namespace) -> int:
    from companion.backup import make_backup, served_config, served_state
    from companion.store_file import state_folder

    config = served_config(options.config)
    made = make_backup(options.file, state_folder(served_state(options.data)), config, _now())
    for sentence in made.left_out:
        print(sentence, file=sys.stderr)
    if config is None:
        print("The config is not in it: name it with --config.", file=sys.stderr)
    print(f"Saved in {made.path}: {', '.join(made.names)}.")
    return 0


def _restore(options: argparse.Namespace) -> int:
    from companion.backup import served_config, served_state
    from companion.backup_restore import restore_backup
    from companion.store_file import state_folder

    config = served_config(options.config)
    back = restore_backup(options.file, state_folder(served_state(options.data)), config, _now())
    for name in back.not_placed:
        print(f"{name} was left in the backup: say with --config where the config goes.", file=sys.stderr)
    if back.before:
        print(f"What was there before is kept in {back.before}.")
    print(f"Brought back what was saved on {back.made}: {', '.join(back.names)}.")
    return 0
