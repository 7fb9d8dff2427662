"""The control socket: one question a connection, one line of JSON there and back.

``{"ask": "status"}`` and ``{"ask": "reload"}`` are understood.  Root, the user that the service runs as, and
members of the group that owns the socket may ask; the kernel says who somebody is.
"""

from __future__ import annotations

import grp
import json
import logging
import os
import pwd
import socket
import stat
import struct
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

NAME = "control"
MODE = 0o660
LONGEST = 4_096
"""Bytes of a question."""
TIMEOUT_S = 2.0
WAIT_S = 0.5
"""How often the thread looks whether it shall end."""
SERVED = Path("/run/port-royal")
"""Where the system's service has its socket."""
_CREDENTIALS = struct.Struct("3i")
"""Process, user and group of a peer, unix(7)."""

Answer = Callable[[], bytes]


class NotServed(Exception):
    """Nobody answers at the control socket; ``str()`` is a sentence."""


def own_socket(environment: Mapping[str, str] = os.environ) -> Path | None:
    """Give where this program has its socket: in the service's folder, else the user's; None without both."""
    if folder := environment.get("RUNTIME_DIRECTORY", "").partition(":")[0]:
        return Path(folder) / NAME
    if folder := environment.get("XDG_RUNTIME_DIR", ""):
        return Path(folder) / "port-royal" / NAME
    return None


def sockets(environment: Mapping[str, str] = os.environ) -> tuple[Path, ...]:
    """Give where a service may be asked: the system's, then the user's own."""
    own = own_socket(environment)
    return (SERVED / NAME, *((own,) if own and own != SERVED / NAME else ()))


def ask(path: Path, question: str, timeout_s: float = TIMEOUT_S) -> bytes:
    """Ask a service and give the line that it answers; raises ``NotServed``, and ``PermissionError``."""
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
            line.settimeout(timeout_s)
            line.connect(str(path))
            line.sendall(json.dumps({"ask": question}).encode() + b"\n")
            with line.makefile("rb") as answers:
                answer = answers.readline()
    except PermissionError:
        raise
    except OSError as error:
        raise NotServed(f"Nobody answers at {path}: {error.strerror or error}.") from None
    if not answer:
        raise NotServed(f"The service at {path} gave no answer.")
    return answer


class Control:
    """Answers questions from a thread of its own; ``answers`` has a function for each question."""

    def __init__(self, path: Path, answers: Mapping[str, Answer]) -> None:
        self._path = path
        self._answers = answers
        self._stop = threading.Event()
        self._socket: socket.socket | None = None
        self._thread: threading.Thread | None = None

    def start(self) -> str:
        """Begin to answer; give a sentence when that cannot be done, and the table plays without it."""
        try:
            self._socket = _listening(self._path)
        except (OSError, NotServed) as error:
            return f"There is no control socket: {error}"
        self._thread = threading.Thread(target=self._run, name="control", daemon=True)
        self._thread.start()
        return ""

    def close(self) -> None:
        """End and take the socket away; may be called twice."""
        self._stop.set()
        if self._thread:
            self._thread.join(TIMEOUT_S)
        if self._socket:
            self._socket.close()
            with suppress(OSError):
                self._path.unlink()
            self._socket = None

    def _run(self) -> None:
        assert self._socket is not None
        while not self._stop.is_set():
            try:
                line, _ = self._socket.accept()
            except TimeoutError:
                continue
            except OSError:
                return
            with line:
                try:
                    self._serve(line)
                except (OSError, ValueError):
                    continue  # whoever asked has gone, or talks nonsense
                except Exception:
                    logging.getLogger(__name__).exception("a question was not answered")

    def _serve(self, line: socket.socket) -> None:
        line.settimeout(TIMEOUT_S)
        with line.makefile("rb") as questions:
            said = questions.readline(LONGEST)
        if not may_ask(line, self._path):
            line.sendall(b'{"error": "You may not ask."}\n')
            return
        asked = json.loads(said)
        answer = self._answers.get(str(asked.get("ask"))) if isinstance(asked, dict) else None
        line.sendall((answer() if answer else b'{"error": "This question is not known."}') + b"\n")


def may_ask(line: socket.socket, path: Path) -> bool:
    """Tell whether the one at the other end is root, ourselves, or in the group of the socket."""
    _, uid, gid = _CREDENTIALS.unpack(
        line.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _CREDENTIALS.size)
    )
    return uid in (0, os.geteuid()) or path.stat().st_gid in _groups(uid, gid)


def _groups(uid: int, gid: int) -> set[int]:
    """Give the groups of a user, those that the system lists him in included."""
    try:
        name = pwd.getpwuid(uid).pw_name
    except KeyError:
        return {gid}
    return {gid, *(group.gr_gid for group in grp.getgrall() if name in group.gr_mem)}


def _listening(path: Path) -> socket.socket:
    """Open the socket; one left behind by a program that died is taken away, a living one is not.

    Raises ``OSError``, and ``NotServed`` with a sentence when another program answers there.
    """
    path.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    if path.exists() and stat.S_ISSOCK(path.lstat().st_mode):
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
            other.settimeout(TIMEOUT_S)
            if other.connect_ex(str(path)) == 0:
                raise NotServed(f"another program answers at {path}.")
        path.unlink()
    listening = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        before = os.umask(0o777 ^ MODE)
        try:
            listening.bind(str(path))
        finally:
            os.umask(before)
        listening.listen(4)
        listening.settimeout(WAIT_S)
    except OSError:
        listening.close()
        raise
    return listening
