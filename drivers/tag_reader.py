"""What card readers with a chip share: they report tags from a thread of their own, and write them."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from concurrent.futures import Future

from drivers.buses import deliver
from drivers.iso14443a_frames import AirError
from drivers.ntag import Ntag, read_memory
from drivers.ports import CardGone, CardsClash, CardSeen, Clock, DeviceError, Input, Sink
from drivers.presence import Arrived, Change, Clashed, Presence
from drivers.reader_loop import Outages, TurnThread
from drivers.tags import has_pages
from drivers.writer import Writes

MEMORY_S = 1.0
"""Longest reading of an unknown tag's memory."""


class TagReader(ABC):
    """A card reader; a ``TagWriter``.  Its thread calls ``turn`` again and again, and ``end`` at last.

    ``is_known``, asked from that thread, says of a UID whether its memory need not be read.  A tag that lies
    there before and after the reader was lost is the same placement (R9).
    """

    def __init__(self, name: str, clock: Clock, is_known: Callable[[str], bool] | None = None) -> None:
        self.name = name
        self._clock = clock
        self._is_known = is_known or (lambda _uid: True)
        self._presence = Presence()
        self._outages = Outages(name, clock)
        self._writes = Writes(clock)
        self._thread = TurnThread(f"reader-{name}", clock, self.turn, self.end)

    def start(self, sink: Sink) -> None:
        """Begin to look for tags; a missing chip is reported as ``ReaderLost``, never raised (R22)."""
        self._outages.sink = sink
        self._thread.start()

    def hung_s(self) -> float:
        """Give how long its thread has hung, as ``drivers.pulse.Watched`` says."""
        return self._thread.hung_s()

    def close(self) -> None:
        """Stop within two seconds; may be called twice."""
        self._thread.close()
        self._writes.close()

    def write(self, uid: str, change: Callable[[bytes], bytes], timeout_s: float) -> Future[bytes]:
        """Write a tag when it lies here alone, as ``TagWriter`` says."""
        return self._writes.ask(uid, change, timeout_s)

    @abstractmethod
    def turn(self) -> float:
        """Take one look, or try to get the chip to work; give the seconds until the next turn."""

    @abstractmethod
    def end(self) -> None:
        """Give the bus back; the next turn opens it again."""

    def _report(self, at_s: float, uids: Iterable[str], memory: Callable[[str], bytes | None]) -> None:
        """Take one look into account, and tell what came of it; ``memory`` reads that of a tag it showed."""
        for change in self._presence.observe(at_s, tuple(uids)):
            deliver(self._outages.sink, self._as_input(change, at_s, memory))

    def _as_input(self, change: Change, at_s: float, memory: Callable[[str], bytes | None]) -> Input:
        if isinstance(change, Clashed):
            return CardsClash(self.name, change.uids, at_s)
        if isinstance(change, Arrived):
            return CardSeen(self.name, change.uid, at_s, memory(change.uid))
        return CardGone(self.name, change.uid, at_s)

    def _memory(self, uid: bytes, sak: int, select: Callable[[], Ntag]) -> bytes | None:
        """Read an unknown tag; trouble leaves it unread, the tap counts all the same."""
        if self._knows(uid) or not has_pages(sak):
            return None
        end_s = self._clock.now_s() + MEMORY_S

        def is_over() -> bool:
            return self._thread.stop.is_set() or self._clock.now_s() > end_s

        try:
            return read_memory(select(), uid, is_over)
        except (AirError, DeviceError):
            return None

    def _knows(self, uid: bytes) -> bool:
        """Ask whether a tag is known; a lookup that raises is logged, and the tag is left unread."""
        try:
            return self._is_known(uid.hex())
        except Exception:
            logging.getLogger(__name__).exception("whether a tag is known could not be told")
            return True
