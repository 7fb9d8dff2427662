"""Writes the log to standard error, for the system's journal: short, with priorities, never too much.

A line is ``<4>sentence: key=value``; the number is a priority of syslog (sd-daemon(3)) and stands there only
when the journal reads.  Facts go in as ``extra={"fields": {"reader": "main"}}``.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TextIO

BURST_BYTES = 64_000
"""So much may be written at once."""
BYTES_PER_S = 40.0
"""So fast room comes back: an evening of six hours writes less than a megabyte, whatever goes wrong."""
MOST_ALIKE = 5
"""Lines that one place in the program may write within ``ALIKE_S``."""
ALIKE_S = 60.0
LONGEST = 4_000
"""Characters of one message with its traceback."""
PRIORITIES = ((logging.ERROR, 3), (logging.WARNING, 4), (logging.INFO, 6))
JOURNAL = "JOURNAL_STREAM"
"""Set when standard error is the journal (systemd.exec(5))."""


@contextmanager
def logged_to_stderr(environment: Mapping[str, str] = os.environ) -> Iterator[None]:
    """Send the program's log to standard error: all that is worth knowing to the journal, else warnings."""
    to_journal = JOURNAL in environment
    root = logging.getLogger()
    handler, level = JournalHandler(sys.stderr, with_priority=to_journal), root.level
    root.addHandler(handler)
    root.setLevel(logging.INFO if to_journal else logging.WARNING)
    try:
        yield
    finally:
        root.removeHandler(handler)
        root.setLevel(level)


class JournalHandler(logging.StreamHandler[TextIO]):
    """Writes records that are neither too many of a kind nor too much altogether; says what it left out."""

    def __init__(
        self,
        stream: TextIO,
        *,
        with_priority: bool = False,
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(stream)
        self._with_priority = with_priority
        self._now_s = now_s
        self._room = float(BURST_BYTES)
        self._seen_s = now_s()
        self._alike: dict[tuple[str, object], tuple[float, int]] = {}
        self._left_out = 0

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, or leave it out."""
        try:
            text = self.format(record)[:LONGEST]
            if not self._is_rare(record) or not self._has_room(len(text.encode())):
                self._left_out += 1
                return
            if self._left_out:
                self._write(f"{self._left_out} lines were left out", logging.WARNING)
                self._left_out = 0
            self._write(text, record.levelno)
        except Exception:  # noqa: BLE001 - as every handler of the library
            self.handleError(record)

    def format(self, record: logging.LogRecord) -> str:
        """Give the message, its fields and its traceback."""
        text = record.getMessage()
        fields: Mapping[str, object] = getattr(record, "fields", {})
        if fields:
            text += ": " + " ".join(f"{key}={_quoted(value)}" for key, value in fields.items())
        if record.exc_info:
            text += "\n" + logging.Formatter().formatException(record.exc_info)
        return text

    def _is_rare(self, record: logging.LogRecord) -> bool:
        now_s, kind = self._now_s(), (record.name, record.msg)
        since_s, count = self._alike.get(kind, (now_s, 0))
        if now_s >= since_s + ALIKE_S:
            since_s, count = now_s, 0
        if len(self._alike) >= LONGEST:
            self._alike.clear()
        self._alike[kind] = since_s, count + 1
        return count < MOST_ALIKE

    def _has_room(self, size: int) -> bool:
        now_s = self._now_s()
        self._room = min(BURST_BYTES, self._room + BYTES_PER_S * (now_s - self._seen_s))
        self._seen_s = now_s
        if size > self._room:
            return False
        self._room -= size
        return True

    def _write(self, text: str, level: int) -> None:
        prefix = f"<{_priority(level)}>" if self._with_priority else ""
        self.stream.write("".join(f"{prefix}{line}\n" for line in text.splitlines()))
        self.flush()


def _priority(level: int) -> int:
    return next((priority for lowest, priority in PRIORITIES if level >= lowest), 7)


def _quoted(value: object) -> str:
    """Give a value as one word, in quotes where it has blanks."""
    text = str(value)
    return text if text and not any(c.isspace() or c in "\"'=" for c in text) else repr(text)
