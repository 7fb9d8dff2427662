"""The keyboard of who looks on, to hear single keys and when it is enough."""

from __future__ import annotations

import os
import select
import signal
import termios
import threading
import tty
from types import FrameType
from typing import IO, Any, Self

ENDING = b"qQ\r\n\x03\x04"
"""q, Enter, and what Ctrl-C and Ctrl-D send where they are not acted on."""
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
READ_BYTES = 64


class Keyboard:
    """Gives keys, and tells when to end: by a key, by the end of a file read instead, or by a signal.

    Use it in ``with``: a terminal gives single keys meanwhile.
    """

    def __init__(self, file: IO[str]) -> None:
        self._fd = file.fileno()
        self._before: list[Any] | None = None
        self._handlers: dict[signal.Signals, Any] = {}
        self._stop = False

    def __enter__(self) -> Self:
        if os.isatty(self._fd):
            self._before = termios.tcgetattr(self._fd)
            tty.setcbreak(self._fd, termios.TCSADRAIN)
        if threading.current_thread() is threading.main_thread():
            self._handlers = {number: signal.signal(number, self._end) for number in SIGNALS}
        return self

    def __exit__(self, *_exception: object) -> None:
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        if self._before is not None:
            termios.tcsetattr(self._fd, termios.TCSADRAIN, self._before)

    def ended(self, timeout_s: float) -> bool:
        """Wait so long for a key; tell whether it is enough."""
        typed = self.typed(timeout_s)
        return typed is None or any(byte in ENDING for byte in typed)

    def typed(self, timeout_s: float) -> bytes | None:
        """Wait so long for keys and give them; None when there will be no more, or a signal said stop."""
        ready = not self._stop and select.select([self._fd], [], [], timeout_s)[0]
        if not ready:
            return None if self._stop else b""
        try:
            return os.read(self._fd, READ_BYTES) or None
        except OSError:  # the terminal is gone
            return None

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self._stop = True
