"""Checks everything that a config names, and says how to mend what is wrong: `port-royal doctor`."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path

import msgspec

from companion.bootstrap import RunningClock, real_probes, simulated_probes, simulated_table
from companion.config import load_config
from companion.doctor.checks import examine
from companion.doctor.finding import Finding
from companion.doctor.linux_machine import LinuxMachine
from companion.doctor.live import look_live
from companion.doctor.packages import lgpio_folder
from companion.doctor.parts import parts_of
from companion.doctor.report import as_json, show

__all__ = ["DoctorOptions", "doctor"]

WORST = 1
"""Exit status when something has to be mended."""


class DoctorOptions(msgspec.Struct, frozen=True, kw_only=True):
    """The options of ``port-royal doctor``."""

    config: Path
    data: Path | None = None
    """Folder for saved games; None: the usual one."""
    live: bool = False
    """Go on with test patterns, keys and tags."""
    json: bool = False
    """Print JSON instead of a table."""


def doctor(options: DoctorOptions) -> int:
    """Check a table and print what is found; gives 1 when something has to be mended, else 0.

    Raises ``ConfigError`` for a config that cannot be used.
    """
    config = load_config(options.config)
    data = options.data.absolute() if options.data else None
    machine = LinuxMachine()
    real = real_probes(Path(lgpio_folder(machine)).absolute())
    with closing(simulated_table(config, RunningClock())) as table:
        parts = parts_of(config, data, table.pins)
        simulated = simulated_probes(table)
        findings = list(examine(parts, machine, real, simulated))
        _print(findings, as_text=not options.json)
        if options.live:
            look_live(config, parts, real, simulated, table)
    return WORST if any(finding.status == "failure" for finding in findings) else 0


def _print(findings: list[Finding], *, as_text: bool) -> None:
    if as_text:
        show(findings, sys.stdout)
    else:
        print(as_json(findings))
