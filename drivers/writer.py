"""Tags that are to be written: asked for from any thread, done by the reader's own (R24).

A reader calls ``serve`` whenever a tag lies on it alone.  Whatever interrupts the writing, it goes on when
the tag is there the next time.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future

from drivers.iso14443a_frames import AirError, Garbled, Refused
from drivers.ntag import Ntag
from drivers.ports import Clock, DeviceError, TagAway, TagLocked, TagSpoiled, TagTooSmall, WriteError
from drivers.tag_memory import Select, Survey, Write, check, read_area, survey, writes
from drivers.tags import parse_uid

TRIES = 5
"""How often a tag that is there may refuse a page, or hold something else than what was written."""
AWAY = "The tag was not laid on the reader in time: write it again and lay it down."
TORN = "The tag was taken away while it was written and may be broken: write it again and leave it there."
KEPT = "The tag does not take what is written to it and holds what it held before: take another one."
BROKEN = "The tag did not take all that was written to it and may be broken: take another one."
CLOSED = "The reader was switched off before the tag was written: write it again."


class Writing:
    """One tag that is to be written.  Only ``future`` is for other threads than the reader's."""

    def __init__(self, uid: str, change: Callable[[bytes], bytes], due_s: float) -> None:
        self.uid = uid
        self.due_s = due_s
        self.future: Future[bytes] = Future()
        self.begun = False
        self._change = change
        self._found: Survey | None = None
        self._target = b""
        self._touched = False
        self._failures = 0

    @property
    def before(self) -> bytes | None:
        """What the tag held, if it may hold something else now."""
        return self._found.memory if self._found and self._touched else None

    def attempt(self, select: Select, stop: threading.Event) -> bytes:
        """Write the tag, or go on with it, and give what it holds afterwards.

        Raises ``AirError`` when contact was bad: to be called again.  Raises ``DeviceError`` as readers do,
        ``WriteError`` for good, and whatever ``change`` raises.
        """
        now = self._look_over(select)
        todo = writes(now, self._target)
        if todo:
            self._write(select(), todo, select, stop)
            now = read_area(select(), len(self._target))
        if now != self._target:
            self._failed(Garbled("what is read back differs"), select)
        return now

    def _look_over(self, select: Select) -> bytes:
        """Give what the tag holds now; the first time decide what it shall hold."""
        if self._found:
            return read_area(select(), len(self._target))
        found = survey(select)
        target = self._change(found.memory)
        if len(target) > len(found.memory):
            raise TagTooSmall(
                f"The tag has room for {len(found.memory)} bytes, not for {len(target)}: take a larger one."
            )
        self._target = target + found.memory[len(target) :]
        check(found, writes(found.memory, self._target))
        self._found = found
        return found.memory

    def _write(self, tag: Ntag, todo: tuple[Write, ...], select: Select, stop: threading.Event) -> None:
        for write in todo:
            if stop.is_set():
                raise WriteError(CLOSED, self.before)
            try:
                tag.write(write.page, write.content)
            except Refused as refused:
                self._failed(refused, select)
            except AirError as error:  # it may have been written all the same
                self._touched = True
                self._failed(error, select)
            except DeviceError:
                self._touched = True
                raise
            self._touched = True

    def _failed(self, error: AirError, select: Select) -> None:
        """Raise the error for another try; a tag that is still there does not get many of them."""
        select()
        self._failures += 1
        if self._failures < TRIES:
            raise error
        kept = self._restore(select)
        kind = TagLocked if isinstance(error, Refused) else TagSpoiled
        raise kind(KEPT if kept else BROKEN, None if kept else self.before)

    def _restore(self, select: Select) -> bool:
        """Try to give the tag back what it held."""
        old = self.before
        if old is None:
            return True
        try:
            for write in writes(read_area(select(), len(old)), old):
                select().write(write.page, write.content)
            return read_area(select(), len(old)) == old
        except AirError:
            return False


class Writes:
    """All tags that one reader is to write; thread-safe."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._lock = threading.Lock()
        self._open: list[Writing] = []
        self._closed = False

    def ask(self, uid: str, change: Callable[[bytes], bytes], timeout_s: float) -> Future[bytes]:
        """Take an order, as ``TagWriter.write`` does; raises ``UidError`` for what is no UID."""
        writing = Writing(parse_uid(uid), change, self._clock.now_s() + timeout_s)
        with self._lock:
            self._open.append(writing)
            closed = self._closed
        if closed:
            self._end(writing, WriteError(CLOSED))
        return writing.future

    def serve(self, uid: str, select: Select, stop: threading.Event) -> None:
        """Write a tag that lies there alone, if that was asked for; raises ``DeviceError`` as readers do."""
        for writing in self._for(lambda each: each.uid == uid):
            if not self._begin(writing):
                continue
            try:
                memory = writing.attempt(select, stop)
            except AirError:
                return  # the tag is away, or contact is bad: it goes on at the next look
            except DeviceError:
                raise
            except Exception as error:  # noqa: BLE001 - whoever asked gets what went wrong, their own errors too
                self._end(writing, error)
            else:
                self._end(writing, memory)

    def expire(self) -> None:
        """Give up on tags that were not there in time."""
        if not self._open:
            return
        now_s = self._clock.now_s()
        for writing in self._for(lambda each: each.due_s <= now_s):
            self._end(writing, TagAway(AWAY if writing.before is None else TORN, writing.before))

    def close(self) -> None:
        """Give up on all of them; may be called twice."""
        with self._lock:
            self._closed = True
        for writing in self._for(lambda _each: True):
            self._end(writing, WriteError(CLOSED, writing.before))

    def _for(self, wanted: Callable[[Writing], bool]) -> list[Writing]:
        with self._lock:
            return [writing for writing in self._open if wanted(writing)]

    def _begin(self, writing: Writing) -> bool:
        """Take note that a writing begins; False when it was cancelled before, or ended."""
        with self._lock:
            if writing not in self._open:
                return False
            if not writing.begun and not writing.future.set_running_or_notify_cancel():
                self._open.remove(writing)
                return False
            writing.begun = True
            return True

    def _take(self, writing: Writing) -> bool:
        """Take a writing off the list; False when somebody else did."""
        with self._lock:
            there = writing in self._open
            if there:
                self._open.remove(writing)
        return there

    def _end(self, writing: Writing, outcome: bytes | Exception) -> None:
        if not self._begin(writing) or not self._take(writing):
            return
        if isinstance(outcome, bytes):
            writing.future.set_result(outcome)
        else:
            writing.future.set_exception(outcome)
