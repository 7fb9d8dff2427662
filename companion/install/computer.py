"""The computer that is installed on: its files, its commands, and the person in front of it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

LONG_S = 3600.0
"""Fetching and building packages on a slow card takes its time, but not for ever."""


class InstallError(Exception):
    """It cannot be done; ``str()`` is a sentence that says what to do."""


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it printed on both outputs."""

    status: int
    text: str

    @property
    def last_line(self) -> str:
        """Give the line that usually says what went wrong."""
        lines = [line.strip() for line in self.text.splitlines() if line.strip()]
        return lines[-1].rstrip(".") if lines else f"it ended with status {self.status}"


Runner = Callable[[Sequence[str], Mapping[str, str], float], Ran]


def run_command(argv: Sequence[str], env: Mapping[str, str], timeout_s: float) -> Ran:
    """Run a command with some variables more; one that is missing gives status 127, a stuck one 124."""
    try:
        done = subprocess.run(  # noqa: S603 - the commands are ours
            argv,
            env={**os.environ, **env},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=timeout_s,
            check=False,
        )
    except OSError as error:
        return Ran(127, f"{argv[0]}: {error.strerror}")
    except subprocess.TimeoutExpired:
        return Ran(124, f"{argv[0]} did not end within {timeout_s:.0f} s")
    return Ran(done.returncode, done.stdout.decode("utf-8", "replace"))


def ask_at_terminal(question: str) -> bool | None:
    """Ask a person yes or no, yes being usual; None when nobody is there to answer."""
    if not sys.stdin.isatty():
        return None
    try:
        return input(f"{question} [Y/n] ").strip().lower() in {"", "y", "yes"}
    except EOFError:
        return None


@dataclass(frozen=True)
class Computer:
    """A computer; tests give it another root, and commands that are only written down."""

    root: Path = Path("/")
    run_with: Runner = run_command
    ask: Callable[[str], bool | None] = ask_at_terminal
    say: Callable[[str], None] = print
    python: str = sys.executable
    bits: int = 64 if sys.maxsize > 2**32 else 32
    version: tuple[int, int] = field(default=sys.version_info[:2])
    is_root: bool = field(default_factory=lambda: os.geteuid() == 0)
    caller: str = field(default_factory=lambda: os.environ.get("SUDO_USER", ""))
    """Who called through sudo; empty for root."""

    def path(self, absolute: str) -> Path:
        """Give where a file of this computer lies."""
        return self.root / absolute.lstrip("/")

    def run(self, *argv: str | Path, env: Mapping[str, str] | None = None, timeout_s: float = LONG_S) -> Ran:
        """Run a command to its end."""
        return self.run_with([str(word) for word in argv], env or {}, timeout_s)

    def has(self, command: str) -> bool:
        """Tell whether a command is installed."""
        folders = ("/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin")
        return any(self.path(f"{folder}/{command}").exists() for folder in folders)
