"""Tells the service manager how the program does: datagrams to the socket that it names (sd_notify(3))."""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Mapping

SOCKET, WATCHDOG, WATCHED = "NOTIFY_SOCKET", "WATCHDOG_USEC", "WATCHDOG_PID"
"""Variables of the environment, sd_notify(3) and sd_watchdog_enabled(3)."""
TIMEOUT_S = 0.5
"""The longest wait for a manager that does not take its datagrams."""
MICRO = 1_000_000


class Notifier:
    """Sends messages to the manager; without one it sends nothing, and no trouble of its own gets out."""

    def __init__(self, address: str = "", watchdog_s: float | None = None) -> None:
        self.watchdog_s = watchdog_s
        """The manager restarts the program when it was not ``fed`` for so long; None for never."""
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._status = ""

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Notifier:
        """Take the manager that the environment names, if there is one."""
        watched = environment.get(WATCHED)
        limit = environment.get(WATCHDOG, "")
        meant = watched is None or watched == str(os.getpid())
        watchdog_s = int(limit) / MICRO if meant and limit.isdecimal() and int(limit) else None
        return cls(environment.get(SOCKET, ""), watchdog_s)

    def ready(self) -> None:
        """Say that the table can be played at; also after a reload."""
        self._send("READY=1")

    def reloading(self) -> None:
        """Say that the config is being read anew."""
        self._send(f"RELOADING=1\nMONOTONIC_USEC={time.monotonic_ns() // 1000}")

    def stopping(self) -> None:
        """Say that the program is about to end."""
        self._send("STOPPING=1")

    def fed(self) -> None:
        """Say that all is alive."""
        self._send("WATCHDOG=1")

    def status(self, line: str) -> None:
        """Say in one line what is going on; the same line is sent once."""
        if line != self._status:
            self._status = line
            self._send("STATUS=" + " ".join(line.split()))

    def _send(self, message: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.settimeout(TIMEOUT_S)
                line.sendto(message.encode(), self._address)
        except OSError:
            return  # nobody listens; a table can be played at all the same
