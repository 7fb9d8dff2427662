"""A simulated PN532 at the far end of a pseudo-terminal, which the real serial library opens unchanged."""

from __future__ import annotations

import os
import select
import threading
import time
import tty
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from drivers.buses import SerialPort
from drivers.linux import open_serial
from drivers.sim.chips.pn532 import SimPn532
from drivers.sim.faults import LineFaults, Spoiler
from drivers.sim.pn532_end import Hands, Pn532End

BYTE_S = 10 / 115200
"""One byte on the wire: start bit, eight bits, stop bit."""
READ_BYTES = 4096


class Pn532OnPty(Hands):
    """A chip, its field and its line; ``paced`` gives bytes and tags the time that they really take.

    ``link``, if given, is a path that always points to the current pseudo-terminal, like a name in
    ``/dev/serial/by-id``.  To be closed.
    """

    def __init__(self, link: Path | None = None, *, paced: bool = False) -> None:
        super().__init__()
        self.end = Pn532End(self.field, time.monotonic, byte_s=BYTE_S if paced else 0.0, paced=paced)
        self._link = link
        self._lock = threading.RLock()
        self._master: int | None = None
        self._slave: int | None = None
        self._closed = False
        self._wake_r, self._wake_w = os.pipe()
        self._running = True
        self.plug()
        self.field.listen(self._wake)
        self._thread = threading.Thread(target=self._run, name="sim-pn532", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    @property
    def chip(self) -> SimPn532:
        """The chip itself."""
        return self.end.chip

    @property
    def frames_in(self) -> int:
        """Commands and signals understood, for measuring what an idle driver does (R18)."""
        return self.end.frames_in

    @property
    def path(self) -> str:
        """Where to open it; raises ``FileNotFoundError`` while it is unplugged."""
        with self._lock:
            if self._slave is None:
                raise FileNotFoundError(f"the simulated reader {self._link or ''} is unplugged")
            return str(self._link) if self._link else os.ttyname(self._slave)

    def open_port(self) -> SerialPort:
        """Open it with the real serial library; raises ``OSError`` while it is unplugged."""
        return open_serial(self.path)

    def spoil(self, *spoilers: Spoiler) -> None:
        """Spoil the next frames to the host, one after the other."""
        with self._lock:
            self.end.faults.spoil(*spoilers)

    @contextmanager
    def faults(self) -> Iterator[LineFaults]:
        """Change the line's faults."""
        with self._lock:
            yield self.end.faults

    def chatter(self, stale: bytes) -> None:
        """Send bytes that nobody asked for."""
        self._wake_with(lambda: self.end.chatter(stale))

    def reset(self) -> None:
        """Let the supply dip: the chip forgets everything and sleeps."""
        self._wake_with(self.end.reset)

    def unplug(self) -> None:
        """Pull the cable: the open port fails, the path is gone."""
        with self._lock:
            for end in (self._master, self._slave):
                if end is not None:
                    os.close(end)
            self._master = self._slave = None
            if self._link:
                self._link.unlink(missing_ok=True)
        self._wake()

    def plug(self) -> None:
        """Put the cable back in: a fresh chip at a new pseudo-terminal."""
        with self._lock:
            if self._master is None:
                self._master, self._slave = os.openpty()
                tty.setraw(self._slave)
                os.set_blocking(self._master, False)
                self._point_link(os.ttyname(self._slave))
                self.end.reset()
        self._wake()

    def close(self) -> None:
        """End it all; may be called twice."""
        if not self._closed:
            self._closed = True
            self.unplug()
            self._thread.join()
            with self._lock:
                self._running = False
                os.close(self._wake_r)
                os.close(self._wake_w)

    def _point_link(self, target: str) -> None:
        if self._link:
            fresh = self._link.with_name(self._link.name + ".new")
            fresh.symlink_to(target)
            fresh.replace(self._link)

    def _wake(self) -> None:
        with self._lock:
            if self._running:
                os.write(self._wake_w, b".")

    def _wake_with(self, change: Callable[[], object]) -> None:
        with self._lock:
            change()
        self._wake()

    def _run(self) -> None:
        while not self._closed:
            with self._lock:
                watched = [self._wake_r] + ([] if self._master is None else [self._master])
                next_s = self.end.next_s()
            ready = self._wait(watched, None if next_s is None else max(0.0, next_s - time.monotonic()))
            with self._lock:
                if self._wake_r in ready:
                    os.read(self._wake_r, READ_BYTES)
                self._hear()
                while (frame := self.end.frame()) is not None:
                    self._write(frame)

    @staticmethod
    def _wait(watched: list[int], patience_s: float | None) -> list[int]:
        try:
            return select.select(watched, [], [], patience_s)[0]
        except (OSError, ValueError):  # unplugged meanwhile
            return []

    def _hear(self) -> None:
        """Take what the host sent."""
        heard = b""
        with suppress(OSError, TypeError):  # nothing there, or unplugged
            heard = os.read(self._master, READ_BYTES)  # type: ignore[arg-type]
        self.end.hear(heard)

    def _write(self, frame: bytes) -> None:
        with suppress(OSError, TypeError):  # nobody reads, or unplugged: bytes are lost, as on a wire
            os.write(self._master, frame)  # type: ignore[arg-type]
