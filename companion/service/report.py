"""The commands `port-royal status` and `port-royal logs`: how the service does, and what it wrote."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from companion.service.control import NotServed, ask, sockets
from companion.service.state import ServiceState

UNIT = "port-royal.service"
PROPERTIES = ("LoadState", "ActiveState", "SubState", "StatusText", "NRestarts")
TIMEOUT_S = 5.0
RUNS, NOT_RUNNING = 0, 3
"""Exit statuses, as service programs have them (LSB)."""
LINES = 200


class Unit(msgspec.Struct, frozen=True):
    """What systemd knows of the service."""

    installed: bool = False
    active: str = ""
    """Such as ``active``, ``activating``, ``inactive`` or ``failed``; empty without systemd."""
    sub: str = ""
    text: str = ""
    """The line that the service gave."""
    restarts: int = 0


class Report(msgspec.Struct, frozen=True):
    """What ``status --json`` prints."""

    running: bool
    version: str
    unit: Unit
    service: ServiceState | None
    """What the service says of itself; None when it does not run, or may not be asked."""
    trouble: str = ""
    """Why it could not be asked, a sentence."""


def print_status(*, as_json: bool, places: Sequence[Path] | None = None) -> int:
    """Print how the service does, and give 0 when it runs, 3 when it does not."""
    report = look(sockets() if places is None else places)
    if as_json:
        print(msgspec.json.format(msgspec.json.encode(report), indent=2).decode())
    else:
        for what, said in rows(report):
            print(f"{what:9} {said}")
    return RUNS if report.running else NOT_RUNNING


def look(places: Sequence[Path]) -> Report:
    """Ask systemd, and the service itself."""
    from importlib.metadata import version  # noqa: PLC0415 - slow to load

    unit, service, trouble = look_at_unit(), None, ""
    for place in places:
        try:
            service = msgspec.json.decode(ask(place, "status"), type=ServiceState)
            break
        except NotServed:
            continue
        except PermissionError:
            trouble = f"You may not ask the service at {place}: log in again, or put sudo before the command."
        except msgspec.DecodeError:
            trouble = "The service answers, but with another version's words: restart it."
    running = service is not None or unit.active in ("active", "reloading")
    return Report(running, version("port-royal-companion"), unit, service, "" if service else trouble)


def look_at_unit() -> Unit:
    """Ask systemd for the service; where there is none, nothing is known."""
    tool = shutil.which("systemctl")
    if tool is None:
        return Unit()
    command = [tool, "show", UNIT, f"--property={','.join(PROPERTIES)}"]
    try:
        asked = subprocess.run(  # noqa: S603 - words of our own
            command, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return Unit()
    return unit_of(dict(line.partition("=")[::2] for line in asked.stdout.splitlines()))


def unit_of(said: Mapping[str, str]) -> Unit:
    """Read what ``systemctl show`` prints, as a mapping."""
    restarts = said.get("NRestarts", "")
    return Unit(
        said.get("LoadState") == "loaded",
        said.get("ActiveState", ""),
        said.get("SubState", ""),
        said.get("StatusText", ""),
        int(restarts) if restarts.isdecimal() else 0,
    )


# -- in words ------------------------------------------------------------------------------
def rows(report: Report) -> Iterator[tuple[str, str]]:
    """Say a report line by line: what about, and how it stands."""
    yield "Service", _service(report)
    state = report.service
    if state is None:
        if report.unit.text:
            yield "Game", report.unit.text
        if report.trouble:
            yield "", report.trouble
        yield "Versions", f"port-royal {report.version}, Python {_python()}, SQLite {sqlite3.sqlite_version}"
        return
    yield "Game", _game(state)
    for number, device in enumerate(state.devices):
        said = "works" if device.works else f"LOST: {device.reason or 'it does not answer'}"
        counts = f", {device.faults} faults, {device.losses} losses" if device.faults or device.losses else ""
        yield "" if number else "Devices", f"{device.name:12} {said}{counts}"
    if state.hung:
        yield "", f"These hang, the watchdog will start the service anew: {', '.join(state.hung)}"
    if state.config_trouble:
        yield "Config", f"The old one is used. {state.config_trouble}"
    yield "Saved", state.unsaved or f"all, in {state.state_folder}"
    yield "Power", f"was cut {_times(state.power_cuts)} in {_times(state.starts, 'start')}"
    yield "Versions", f"port-royal {state.version}, Python {state.python}, SQLite {state.sqlite}"


def _service(report: Report) -> str:
    unit, state = report.unit, report.service
    again = f", started anew {_times(unit.restarts)} by systemd" if unit.restarts else ""
    if state is not None:
        slow = f"; its loop has not gone round for {state.round_s:.0f} s" if state.round_s > TIMEOUT_S else ""
        return f"runs since {_long(state.up_s)} (process {state.pid}){again}{slow}"
    if report.running:
        return f"runs{again}"
    if unit.installed:
        hint = (
            "look at: port-royal logs"
            if unit.active == "failed"
            else "start it: sudo systemctl start port-royal"
        )
        return f"does not run ({unit.active or 'unknown'}, {unit.sub or 'unknown'}){again}; {hint}"
    return "does not run, and is not installed here; install it: sudo make install"


def _game(state: ServiceState) -> str:
    game = state.game
    if game is None:
        return "none on the table"
    words = f"{game.game}, {' '.join(game.players)}, {_times(game.entries, 'entry', 'entries')}"
    words += f", round {game.round}" if game.round is not None else ""
    return words + (f", {game.to_act} to act" if game.to_act else ", over")


def _times(count: int, one: str = "time", many: str = "") -> str:
    return f"{count} {one if count == 1 else many or one + 's'}"


def _long(seconds: float) -> str:
    minutes = int(seconds // 60)
    if minutes < 1:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 120 else f"{minutes // 60} h {minutes % 60} min"


def _python() -> str:
    return ".".join(map(str, sys.version_info[:3]))


# -- the log -------------------------------------------------------------------------------
def print_logs(*, follow: bool = False, lines: int = LINES) -> int:
    """Let the journal print what the service wrote; give its exit status, 2 where there is no journal."""
    tool = shutil.which("journalctl")
    if tool is None or not Path("/run/systemd/system").is_dir():
        print(
            "There is no journal here: the service of the system writes one. A table that was started by "
            "hand, with `port-royal run`, says all in its terminal.",
            file=sys.stderr,
        )
        return 2
    command = [tool, "--unit", UNIT, "--lines", str(lines), *(["--follow"] if follow else ["--no-pager"])]
    sys.stdout.flush()
    status = subprocess.run(command, check=False).returncode  # noqa: S603 - words of our own
    if status and os.geteuid():
        print("To see all of the log put sudo before the command.", file=sys.stderr)
    return status
