"""Shows what was found: as a table with what to do below it, or as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import IO

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from companion.doctor.finding import Finding, Status

STYLES: dict[Status, str] = {"ok": "green", "warning": "yellow", "failure": "bold red", "skipped": "dim"}
PLURALS: dict[Status, str] = {"ok": "ok", "warning": "warnings", "failure": "failures", "skipped": "skipped"}
LEAST_WIDTH = 100
"""Columns where no terminal says how many it has."""


def as_json(findings: Sequence[Finding]) -> str:
    """Give the findings as a JSON list of objects."""
    return msgspec.json.format(msgspec.json.encode(list(findings)), indent=1).decode()


def show(findings: Sequence[Finding], file: IO[str], width: int | None = None) -> None:
    """Print the table, the counts, and what to do."""
    console = Console(file=file, width=width, highlight=False)
    if not console.is_terminal:
        console = Console(file=file, width=width or LEAST_WIDTH, height=1, highlight=False)
    console.print(_table(findings))
    console.print(Text(summary(findings)))
    steps = _steps(findings)
    if steps:
        console.print()
        console.print(Text("What to do:", style="bold"))
    for number, (status, about, fix) in enumerate(steps, 1):
        line = Text.assemble(f"{number:2}. ", (about, STYLES[status]), f": {fix}")
        console.print(line, soft_wrap=True)


def summary(findings: Sequence[Finding]) -> str:
    """Count the findings: ``12 checks: 11 ok, 1 warning``, and a full stop."""
    counts = Counter(finding.status for finding in findings)
    said = (
        f"{counts[status]} {status if counts[status] == 1 else plural}"
        for status, plural in PLURALS.items()
        if counts[status]
    )
    return f"{len(findings)} checks: {', '.join(said)}."


def _table(findings: Sequence[Finding]) -> Table:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for title in ("part", "check", "result", "what was found"):
        table.add_column(title, no_wrap=title != "what was found", overflow="fold")
    before = ""
    for finding in findings:
        name = finding.part if finding.part != before else ""
        before = finding.part
        result = Text(finding.status, style=STYLES[finding.status])
        table.add_row(Text(name), Text(finding.check), result, Text(finding.message))
    return table


def _steps(findings: Sequence[Finding]) -> list[tuple[Status, str, str]]:
    """Give status, parts and fix for everything that has one, failures first, each fix once."""
    order = [
        f for status in ("failure", "warning", "skipped") for f in findings if f.status == status and f.fix
    ]
    steps: dict[str, tuple[Status, list[str]]] = {}
    for finding in order:
        _, about = steps.setdefault(finding.fix, (finding.status, []))
        if finding.part not in about:
            about.append(finding.part)
    return [(status, ", ".join(about), fix) for fix, (status, about) in steps.items()]
