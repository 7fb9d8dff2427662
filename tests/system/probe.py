"""Stands in for the program, to tell what its sandbox lets it do; says so as JSON in its state folder."""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from pathlib import Path


def tried(act: Callable[[], object]) -> str:
    """Give what comes of something: its result, or the name of the error."""
    try:
        return str(act())
    except OSError as error:
        return type(error).__name__ if error.errno is None else os.strerror(error.errno)


def opened(path: str, how: int = os.O_RDWR) -> str:
    os.close(os.open(path, how | os.O_NOCTTY | os.O_NONBLOCK))
    return "opened"


def written(path: Path) -> str:
    path.write_text("x")
    path.unlink()
    return "written"


def with_lgpio() -> str:
    import lgpio

    return f"{lgpio.__name__} in {os.environ['LG_WD']}"


found = {
    "cwd": str(Path.cwd()),
    "cwd-write": tried(lambda: written(Path("probe"))),
    "state": tried(lambda: written(Path(os.environ["STATE_DIRECTORY"]) / "probe")),
    "runtime": tried(lambda: written(Path(os.environ["RUNTIME_DIRECTORY"]) / "probe")),
    "etc": tried(lambda: written(Path("/etc/port-royal/probe"))),
    "program": tried(lambda: written(Path("/opt/port-royal/current/probe"))),
    "config": tried(lambda: len(Path("/etc/port-royal/table.yaml").read_text()) > 0),
    "homes": tried(lambda: [*Path("/root").iterdir(), *Path("/home").iterdir()]),
    "internet": tried(lambda: socket.socket(socket.AF_INET).close()),
    "own-sockets": tried(lambda: socket.socket(socket.AF_UNIX).close()),
    "input": tried(lambda: opened("/dev/input/event99", os.O_RDONLY)),
    "serial": tried(lambda: opened("/dev/ttyS99")),
    "other": tried(lambda: opened("/dev/forbidden")),
    "lgpio": tried(with_lgpio),
    "groups": sorted(os.getgroups()),
}
(Path(os.environ["STATE_DIRECTORY"]) / "probe.json").write_text(json.dumps(found))
