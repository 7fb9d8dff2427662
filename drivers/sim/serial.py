"""A simulated PN532 at the far end of a pseudo-terminal, which the real serial library opens unchanged."""

from __future__ import annotations

import os
import select
import threading
import time
import tty
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Self

from drivers.buses import SerialPort
from drivers.linux import open_serial
from drivers.sim.chips.field import Field
from drivers.sim.chips.ntag import Type2Tag
from drivers.sim.chips.pn532 import LOOK_S, Misused, SimPn532
from drivers.sim.faults import LineFaults, Spoiler
from drivers.sim.frames import ACK_BYTES, ERROR_BYTES, Command, HostFrames, Signal, answer_bytes
from drivers.tags import TagImage

BYTE_S = 10 / 115200
"""One byte on the wire: start bit, eight bits, stop bit."""
READ_BYTES = 4096


class Pn532OnPty:
    """A chip, its field and its line; ``paced`` gives bytes and tags the time that they really take.

    ``link``, if given, is a path that always points to the current pseudo-terminal, like a name in
    ``/dev/serial/by-id``.  The chip starts asleep, as after power-on.  To be closed.
    """

    def __init__(self, link: Path | None = None, *, paced: bool = False) -> None:
        self.field = Field()
        self.chip = SimPn532(self.field)
        self.frames_in = 0
        """Commands and signals understood, for measuring what an idle driver does (R18)."""
        self._link = link
        self._byte_s = BYTE_S if paced else 0.0
        self._paced = paced
        self._faults = LineFaults()
        self._host = HostFrames()
        self._lock = threading.RLock()
        self._outbox: deque[tuple[float, bytes]] = deque()
        self._pending: Command | None = None
        self._last_answer = b""
        self._heard_by_s = 0.0
        self._line_free_s = 0.0
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
    def path(self) -> str:
        """Where to open it; raises ``FileNotFoundError`` while it is unplugged."""
        with self._lock:
            if self._slave is None:
                raise FileNotFoundError(f"the simulated reader {self._link or ''} is unplugged")
            return str(self._link) if self._link else os.ttyname(self._slave)

    def open_port(self) -> SerialPort:
        """Open it with the real serial library; raises ``OSError`` while it is unplugged."""
        return open_serial(self.path)

    def place(self, tag: TagImage | Type2Tag) -> None:
        """Lay a tag on the reader, beside what lies there."""
        self.field.place(tag)

    def place_many(self, *tags: TagImage | Type2Tag) -> None:
        """Lay several tags down in the same moment."""
        self.field.place(*tags)

    def lift(self, uid: str | None = None) -> None:
        """Take a tag away, or all."""
        self.field.lift(uid)

    def spoil(self, *spoilers: Spoiler) -> None:
        """Spoil the next frames to the host, one after the other."""
        with self._lock:
            self._faults.spoil(*spoilers)

    @contextmanager
    def faults(self) -> Iterator[LineFaults]:
        """Change the line's faults."""
        with self._lock:
            yield self._faults

    def chatter(self, stale: bytes) -> None:
        """Send bytes that nobody asked for."""
        self._wake_with(lambda: self._outbox.append((time.monotonic(), stale)))

    def reset(self) -> None:
        """Let the supply dip: the chip forgets everything and sleeps."""
        self._wake_with(self._reset)

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
                self._reset()
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

    def _reset(self) -> None:
        self.chip.reset()
        self._host.sleep()
        self._pending = None
        self._outbox.clear()
        self._last_answer = b""

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
                patience_s = self._patience_s()
            ready = self._wait(watched, patience_s)
            with self._lock:
                if self._wake_r in ready:
                    os.read(self._wake_r, READ_BYTES)
                self._hear()
                self._work()
                self._speak()

    @staticmethod
    def _wait(watched: list[int], patience_s: float | None) -> list[int]:
        try:
            return select.select(watched, [], [], patience_s)[0]
        except (OSError, ValueError):  # unplugged meanwhile
            return []

    def _patience_s(self) -> float | None:
        """Say how long nothing can happen by itself."""
        due = [self._outbox[0][0]] if self._outbox else []
        if self._pending and self.chip.trying:
            due.append(time.monotonic() + 2 * LOOK_S)
        return max(0.0, min(due) - time.monotonic()) if due else None

    def _hear(self) -> None:
        """Take what the host sent."""
        heard = b""
        with suppress(OSError, TypeError):  # nothing there, or unplugged
            heard = os.read(self._master, READ_BYTES)  # type: ignore[arg-type]
        self._heard_by_s = max(self._heard_by_s, time.monotonic()) + len(heard) * self._byte_s
        for byte in heard:
            said = self._host.take(byte)
            if said is not None:
                self.frames_in += 1
                self._obey(said)

    def _obey(self, said: Command | Signal) -> None:
        if said is Signal.NACK:
            if self._last_answer:
                self._send(self._last_answer)
            return
        self._pending = None  # a new command ends the old one, as an acknowledgement does
        self._outbox.clear()
        self._line_free_s = self._heard_by_s
        if isinstance(said, Command):
            self._send(ACK_BYTES)
            self._pending = said

    def _work(self) -> None:
        """Carry the command on that is under way."""
        if self._pending is None:
            return
        code, payload = self._pending.code, self._pending.payload
        try:
            outcome = self.chip.run(code, payload)
        except Misused:
            answer, air_s = ERROR_BYTES, 0.0
        else:
            if outcome is None:
                return
            answer, air_s = answer_bytes(code, outcome.payload), outcome.air_s
        self._pending = None
        self._last_answer = answer
        self._send(answer, (air_s if self._paced else 0.0) + self._faults.late_s)

    def _send(self, frame: bytes, later_s: float = 0.0) -> None:
        """Queue a frame for the moment when its last byte will have arrived."""
        frame = self._faults.arriving(frame)
        starts_s = max(self._line_free_s, time.monotonic()) + later_s
        self._line_free_s = starts_s + len(frame) * self._byte_s
        self._outbox.append((self._line_free_s, frame))

    def _speak(self) -> None:
        while self._outbox and self._outbox[0][0] <= time.monotonic():
            self._put_on_line(self._outbox.popleft()[1])

    def _put_on_line(self, frame: bytes) -> None:
        """Let bytes arrive; in the middle of them tags may leave, on request."""
        leave_after = self._faults.leave_after
        if leave_after is not None:
            self._faults.leave_after = None if leave_after <= len(frame) else leave_after - len(frame)
            if leave_after <= len(frame):
                self._write(frame[:leave_after])
                self.field.lift()
                frame = frame[leave_after:]
        self._write(frame)

    def _write(self, part: bytes) -> None:
        with suppress(OSError, TypeError):  # nobody reads, or unplugged: bytes are lost, as on a wire
            os.write(self._master, part)  # type: ignore[arg-type]
