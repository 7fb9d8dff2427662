"""A terminal taken over for a while: keys one by one, pictures line by line, and all given back at the end.

Plain ECMA-48 control sequences, which every terminal of today understands.  What is drawn is compared
with what stands there, and only lines that differ are sent.
"""

from __future__ import annotations

import os
import re
import select
import signal
import sys
import termios
import tty
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Self

ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[H\x1b[2J"
"""Alternate screen, no cursor, no wrapping, cleared."""
LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
READ_BYTES = 1024
REST_S = 0.05
"""How long the rest of an escape sequence may take over a slow line."""
_SEQUENCE = re.compile("\x1b(?:\\[\\[[A-E]|\\[[0-?]*[ -/]*[@-~]|O[ -~])")
_BEGUN = re.compile("\x1b(?:\\[[0-?]*[ -/]*|O)?$")
_NAMED = {
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    "\x7f": "backspace",
    "\x1b": "esc",
    **{f"\x1bO{letter}": f"f{number}" for number, letter in enumerate("PQRS", 1)},
    **{f"\x1b[{code}~": f"f{number}" for number, code in enumerate((11, 12, 13, 14, 15), 1)},
    **{f"\x1b[[{letter}": f"f{number}" for number, letter in enumerate("ABCDE", 1)},
}


def keys_in(text: str) -> Iterator[str]:
    """Take what a terminal sent apart: characters, and names such as ``enter``, ``esc`` and ``f1``.

    Sequences of keys that have no name here, such as arrows, are left out whole.
    """
    at = 0
    while at < len(text):
        sequence = _SEQUENCE.match(text, at)
        part = sequence[0] if sequence else text[at]
        at += len(part)
        if part in _NAMED:
            yield _NAMED[part]
        elif len(part) == 1 and part.isprintable():
            yield part


def usable(environment: dict[str, str]) -> bool:
    """Tell whether a person sits at a terminal that can be drawn on."""
    return sys.stdin.isatty() and sys.stdout.isatty() and environment.get("TERM", "dumb") != "dumb"


class Terminal:
    """A terminal, by its two file descriptors, as a screen with keys; use it in ``with``."""

    def __init__(self, keyboard: int, screen: int, encoding: str = "utf-8") -> None:
        self._input = keyboard
        self._output = screen
        self._encoding = encoding
        self._before: list[Any] = []
        self._wake_r = self._wake_w = -1
        self._shown: list[str] = []
        self._size = (0, 0)
        self.ended = False
        """Somebody asked the program to end, or the terminal is gone."""
        self.interrupted = False
        """Ctrl-C asked it."""

    def __enter__(self) -> Self:
        self._before = termios.tcgetattr(self._input)
        self._wake_r, self._wake_w = os.pipe()
        os.set_blocking(self._wake_w, False)
        self._take()
        return self

    def __exit__(self, *_exception: object) -> None:
        self._give_back()
        os.close(self._wake_r)
        os.close(self._wake_w)

    @property
    def size(self) -> tuple[int, int]:
        """Give columns and lines as they are now."""
        with suppress(OSError):
            size = os.get_terminal_size(self._output)
            if size.columns and size.lines:
                return size.columns, size.lines
        return 80, 24

    def wake(self) -> None:
        """End a ``read`` that waits; from any thread, and from signal handlers."""
        with suppress(OSError):
            os.write(self._wake_w, b".")

    def read(self, timeout_s: float | None) -> list[str]:
        """Wait for keys and give their names; comes back early, with none, when woken."""
        ready, _, _ = select.select([self._input, self._wake_r], [], [], timeout_s)
        if self._wake_r in ready:
            os.read(self._wake_r, READ_BYTES)
        if self._input not in ready:
            return []
        sent = self._received()
        while _BEGUN.search(sent) and select.select([self._input], [], [], REST_S)[0] and not self.ended:
            sent += self._received()
        return list(keys_in(sent))

    def _received(self) -> str:
        """Take what was sent; nothing at all means that the terminal is gone."""
        sent = b""
        with suppress(OSError):
            sent = os.read(self._input, READ_BYTES)
        if not sent:
            self.ended = True
        return sent.decode("utf-8", "replace")

    def draw(self, lines: Sequence[str]) -> None:
        """Show these lines from the top; each must fit, escape sequences for colours apart."""
        size = self.size
        if size != self._size:
            self._size, self._shown = size, []
            self._write("\x1b[0m\x1b[2J")
        wanted = [*lines[: size[1]], *[""] * (size[1] - len(lines))]
        shown = self._shown or [""] * size[1]
        self._write(
            "".join(
                f"\x1b[{row};1H\x1b[0m\x1b[2K{line}"
                for row, (line, old) in enumerate(zip(wanted, shown, strict=True), 1)
                if line != old
            )
        )
        self._shown = wanted

    @contextmanager
    def signals(self) -> Iterator[None]:
        """End at SIGTERM, SIGHUP and Ctrl-C, redraw at a new size, step aside at Ctrl-Z; main thread only.

        Ctrl-C is taken here, for the exception that Python makes of it may be lost in a library's callback.
        """
        handlers: dict[signal.Signals, Callable[[int, FrameType | None], None]] = {
            signal.SIGTERM: self._end,
            signal.SIGHUP: self._end,
            signal.SIGINT: self._interrupt,
            signal.SIGWINCH: lambda _number, _frame: self.wake(),
            signal.SIGTSTP: self._step_aside,
        }
        before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _end(self, _number: int, _frame: FrameType | None) -> None:
        self.ended = True
        self.wake()

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self.interrupted = True
        self._end(number, frame)

    def _step_aside(self, number: int, _frame: FrameType | None) -> None:
        """Stop as any program does at Ctrl-Z, and take the terminal again afterwards."""
        self._give_back()
        handler = signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
        signal.signal(number, handler)
        self._take()
        self.wake()

    def _take(self) -> None:
        tty.setcbreak(self._input, termios.TCSADRAIN)
        self._shown = []
        self._write(ENTER)

    def _give_back(self) -> None:
        with suppress(termios.error):
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._before)
        self._write(LEAVE)

    def _write(self, text: str) -> None:
        """Send it all; a terminal that is gone ends the program and nothing else."""
        left = text.encode(self._encoding, "replace")
        try:
            while left:
                left = left[os.write(self._output, left) :]
        except OSError:
            self.ended = True
