"""Measures the program as a whole: how long its help takes, and how much memory the demonstration."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time

HELP_S = 0.3
DEMO_MB = 70.0
HELPS = 5
"""The quickest of so many counts: it is the program's own time."""
PROGRAM = (sys.executable, "-m", "companion")


def help_s() -> float:
    """Give the seconds from the start of ``port-royal --help`` to its end."""
    began_s = time.perf_counter()
    subprocess.run([*PROGRAM, "--help"], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began_s


def demo_mb() -> float:
    """Give the most memory, MB, that a demonstration without a terminal held at once."""
    with tempfile.TemporaryDirectory() as folder:
        demo = subprocess.Popen(
            [*PROGRAM, "simulate", "--demo", "--data", folder],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        _, status, usage = os.wait4(demo.pid, 0)
        demo.returncode = os.waitstatus_to_exitcode(status)
    if demo.returncode:
        raise subprocess.CalledProcessError(demo.returncode, demo.args)
    return usage.ru_maxrss * 1024 / 1e6


def line(what: str, measured: float, at_most: float) -> bool:
    """Print one measurement; tell whether it keeps its bound."""
    kept = measured <= at_most
    print(f"{what:54} {'':8} {measured:8.2f} {at_most:8.2f}  {'pass' if kept else 'FAIL'}")
    return kept


def judge() -> bool:
    """Measure and print; tell whether both bounds are kept."""
    print(f"{'the program':54} {'':8} {'':8} {'at most':>8}")
    verdicts = (
        line("port-royal --help, s", min(help_s() for _ in range(HELPS)), HELP_S),
        line("port-royal simulate --demo, MB", demo_mb(), DEMO_MB),
    )
    return all(verdicts)
