"""The simulated table in a real pseudo-terminal, with a person's keys."""

import fcntl
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time

import pytest

PATIENCE_S = 60.0
START = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Makes the pseudo-terminal the controlling one, as a login does, and goes on as another program."""
_PARTS = re.compile("\x1b\\[([?0-9;]*)([A-Za-z])|([^\x1b]+)")


class Evening:
    """The program at a pseudo-terminal, and what its window shows."""

    def __init__(self, root, *arguments, size=(62, 24), **environment):
        self.master, self.slave = os.openpty()
        self.resize(*size)
        self.before = termios.tcgetattr(self.slave)
        self.sent = ""
        self.rows = {}
        self.row = 1
        command = [sys.executable, "-c", START, sys.executable, "-m", "companion", "simulate", *arguments]
        self.program = subprocess.Popen(
            command,
            cwd=root,
            env={**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", "NO_COLOR": "1", **environment},
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            start_new_session=True,
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.kill()
        self.program.wait()
        os.close(self.master)
        os.close(self.slave)

    @property
    def text(self):
        return "\n".join(self.rows.get(row, "") for row in range(1, max(self.rows, default=0) + 1))

    def resize(self, columns, lines):
        """Change the size of the window, which the program hears of by a signal."""
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def keys(self, text):
        os.write(self.master, text.encode())

    def shows(self, *texts, without=()):
        """Wait until all of the texts stand in the window, and none of those without."""
        self.until(
            lambda: all(map(self.has, texts)) and not any(map(self.has, without)), f"{texts} {without}"
        )

    def has(self, text):
        return text in self.text

    def until(self, true, what):
        end_s = time.monotonic() + PATIENCE_S
        while not true():
            left_s = end_s - time.monotonic()
            assert left_s > 0, f"never: {what}\n{self.text}"
            assert self.program.poll() is None, f"ended before: {what}\n{self.sent}"
            self._read(min(left_s, 0.2))

    def ends(self):
        """Wait for the end, and give the exit status; the terminal must be as it was."""
        end_s = time.monotonic() + PATIENCE_S
        while self.program.poll() is None:
            assert time.monotonic() < end_s, f"it does not end\n{self.text}"
            self._read(0.05)
        while self._read(0):
            pass
        assert termios.tcgetattr(self.slave) == self.before
        assert "\x1b[?25h" in self.sent[self.sent.rindex("\x1b[?25l") :]
        assert self.sent.rindex("\x1b[?1049l") > self.sent.rindex("\x1b[?1049h")
        return self.program.returncode

    def _read(self, wait_s):
        ready = bool(select.select([self.master], [], [], wait_s)[0])
        if ready:
            self._draw(os.read(self.master, 65536).decode("utf-8", "replace"))
        return ready

    def _draw(self, sent):
        """Follow what is drawn: lines are addressed one by one."""
        self.sent += sent
        for values, letter, text in _PARTS.findall(sent):
            if letter == "H":
                self.row = int(values.split(";")[0] or 1)
            elif letter == "J":
                self.rows = {}
            elif letter == "K":
                self.rows[self.row] = ""
            elif text:
                self.rows[self.row] = self.rows.get(self.row, "") + text


@pytest.fixture
def play(root, tmp_path):
    """Give a function that begins an evening, with its own folder for saved games; use it in ``with``."""
    return lambda *arguments, **more: Evening(root, "--data", str(tmp_path / "saved"), *arguments, **more)


def test_a_person_plays_changes_the_window_and_leaves(play):
    with play("--seed", "3", "--players", "Dia", "Eva", size=(80, 24)) as evening:
        evening.shows("─ main ─", "Dia 3", "Pile 113", "Harbor:  none")
        dots = [row for row in evening.rows.values() if any("\u2801" <= char <= "\u28ff" for char in row)]
        assert len(dots) > 8
        evening.keys(" ")
        evening.shows("Pile 112", "top card of the pile tapped", "tick", without=["Harbor:  none"])
        evening.resize(140, 50)
        evening.until(
            lambda: any("▀" in row and len(row) == 130 for row in evening.rows.values()), "half blocks"
        )
        evening.resize(60, 18)
        evening.until(lambda: evening.rows.get(1, "").endswith("┐") and len(evening.rows[1]) == 23, "text")
        evening.keys("N")
        evening.shows("U N D O N E", "Pile 113", "NO held")
        evening.keys("q")
        assert evening.ends() == 0
        assert "All is saved." in evening.sent


def test_after_a_kill_the_game_and_the_very_cards_are_there_again(play):
    def harbor(evening):
        return next(row for row in evening.rows.values() if row.startswith("Harbor:"))

    with play("--seed", "3") as evening:
        evening.shows("Pile 110")
        evening.keys(" ")
        evening.shows("Pile 109")
        evening.keys(" ")
        evening.shows("Pile 108")
        lying = harbor(evening)
        evening.keys("N")
        evening.shows("Pile 109")
        evening.program.kill()
        evening.program.wait()
    with play() as evening:
        evening.shows("R E S U M E", "Pile 109")
        evening.keys("y")
        evening.shows("YES pressed", without=["R E S U M E"])
        evening.keys(" ")
        evening.shows("Pile 108")
        assert harbor(evening) == lying
        evening.keys("\x03")
        assert evening.ends() == 130


def test_a_demonstration_is_ended_by_sigterm_and_leaves_nothing_behind(play, tmp_path):
    with play("--seed", "3", "--demo", TMPDIR=str(tmp_path)) as evening:
        for text in ("A demonstration", "Pile 110", "Pile 109"):  # they do not stand there for long
            evening.until(lambda text=text: text in evening.sent, text)
        os.kill(evening.program.pid, signal.SIGTERM)
        assert evening.ends() == 0
        assert "All is saved." not in evening.sent
