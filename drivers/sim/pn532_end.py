"""A simulated PN532 without wires: what the host says goes in, frames come out when they are due."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from drivers.sim.chips.field import Field
from drivers.sim.chips.ntag import Type2Tag
from drivers.sim.chips.pn532 import LOOK_S, Misused, SimPn532
from drivers.sim.faults import LineFaults
from drivers.sim.frames import ACK_BYTES, ERROR_BYTES, Command, HostFrames, Signal, answer_bytes
from drivers.tags import TagImage


class Hands:
    """What hands do at a reader."""

    def __init__(self) -> None:
        self.field = Field()

    def place(self, tag: TagImage | Type2Tag) -> None:
        """Lay a tag on the reader, beside what lies there."""
        self.field.place(tag)

    def place_many(self, *tags: TagImage | Type2Tag) -> None:
        """Lay several tags down in the same moment."""
        self.field.place(*tags)

    def lift(self, uid: str | None = None) -> None:
        """Take a tag away, or all."""
        self.field.lift(uid)


class Pn532End:
    """The chip's end of a dialogue; not thread-safe, its wires take care of that.

    ``byte_s`` is what a byte takes on the wires; ``paced`` gives tags the time that they really take.  The
    chip starts asleep, as after power-on.
    """

    def __init__(
        self, field: Field, now_s: Callable[[], float], *, byte_s: float = 0.0, paced: bool = False
    ) -> None:
        self.chip = SimPn532(field)
        self.faults = LineFaults()
        self.pending: Command | None = None
        """The command under way."""
        self.frames_in = 0
        """Commands and signals understood, for measuring what an idle driver does (R18)."""
        self._field = field
        self._now_s = now_s
        self._byte_s = byte_s
        self._paced = paced
        self._host = HostFrames()
        self._outbox: deque[tuple[float, bytes]] = deque()
        self._last_answer = b""
        self._heard_by_s = 0.0
        self._line_free_s = 0.0
        self.reset()

    @property
    def awake(self) -> bool:
        """It listens to more than what wakes it."""
        return self._host.awake

    def wake(self) -> None:
        """Wake it by other means than by bytes."""
        self._host.awake = True

    def reset(self) -> None:
        """Let the supply dip: the chip forgets everything and sleeps."""
        self.chip.reset()
        self._host.sleep()
        self.pending = None
        self._outbox.clear()
        self._last_answer = b""

    def hear(self, message: bytes, *, whole: bool = False) -> None:
        """Take what the host sent; with ``whole`` no frame goes on from one message to the next."""
        if whole:
            self._host.restart()
        message = self.faults.heard(message)
        self._heard_by_s = max(self._heard_by_s, self._now_s()) + len(message) * self._byte_s
        for byte in message:
            said = self._host.take(byte)
            if said is not None:
                self.frames_in += 1
                self._obey(said)
        self.work()

    def chatter(self, stale: bytes) -> None:
        """Say something that nobody asked for."""
        self._outbox.append((self._now_s(), stale))

    def work(self) -> None:
        """Carry the command on that is under way."""
        if self.pending is None:
            return
        code, payload = self.pending.code, self.pending.payload
        try:
            outcome = self.chip.run(code, payload)
        except Misused:
            answer, air_s = ERROR_BYTES, 0.0
        else:
            if outcome is None:
                return
            answer, air_s = answer_bytes(code, outcome.payload), outcome.air_s
        self.pending = None
        self._last_answer = answer
        self._send(answer, (air_s if self._paced else 0.0) + self.faults.late_s)

    def next_s(self) -> float | None:
        """Say when something may happen by itself, None for never."""
        due = [self._outbox[0][0]] if self._outbox else []
        if self.pending and self.chip.trying:
            due.append(self._now_s() + 2 * LOOK_S)
        return min(due, default=None)

    def frame(self) -> bytes | None:
        """Take the next frame whose last byte has arrived; while it does tags may leave, on request."""
        self.work()
        if not self._outbox or self._outbox[0][0] > self._now_s():
            return None
        frame = self._outbox.popleft()[1]
        leave_after = self.faults.leave_after
        if leave_after is not None:
            self.faults.leave_after = None if leave_after <= len(frame) else leave_after - len(frame)
            if leave_after <= len(frame):
                self._field.lift()
        return frame

    def _obey(self, said: Command | Signal) -> None:
        if said is Signal.NACK:
            if self._last_answer:
                self._send(self._last_answer)
            return
        self.pending = None  # a new command ends the old one, as an acknowledgement does
        self._outbox.clear()
        self._line_free_s = self._heard_by_s
        if isinstance(said, Command):
            self._send(ACK_BYTES)
            self.pending = said

    def _send(self, frame: bytes, later_s: float = 0.0) -> None:
        """Queue a frame for the moment when its last byte will have arrived."""
        frame = self.faults.arriving(frame)
        starts_s = max(self._line_free_s, self._now_s()) + later_s
        self._line_free_s = starts_s + len(frame) * self._byte_s
        if frame:
            self._outbox.append((self._line_free_s, frame))
