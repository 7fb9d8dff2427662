"""Card reader: an MFRC522 on SPI, asked forty times a second whether a tag lies there.

A look wakes all tags, those asleep too, reads their whole UIDs and puts them back to sleep, so that a tag
that stays answers every time (R8).  All requirements: hardware.md 3.1.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from drivers.buses import SLICE_S, deliver
from drivers.iso14443a import AirCounts, Picc, TypeA
from drivers.iso14443a_frames import AirError, NoAnswer
from drivers.mfrc522_chip import DEFAULT_GAIN_DB, GAINS_DB, Mfrc522, bus_failures
from drivers.mfrc522_registers import RegisterPort
from drivers.ntag import Ntag, read_memory
from drivers.ports import CardGone, CardsClash, CardSeen, Clock, DeviceError, DeviceGone, Input, Sink
from drivers.presence import Arrived, Change, Clashed, Presence
from drivers.reader_loop import Outages, TurnThread
from drivers.tags import has_pages
from drivers.writer import Writes

POLL_S = 0.025
"""From one look at an empty field to the next, and at one that a tag may just have left."""
LOOK_EVERY_S = 0.1
"""The same while a tag lies still; a look that finds one keeps the air busy for 6 ms."""
PROBE_EVERY_S = 1.0
"""How often all settings are read back, so that a cut wire shows within 2 s (R17, R21)."""
RENEW_EVERY_S = 60.0
"""How often a chip with nothing on it is reset, for what no reading back can show (R17)."""
MEMORY_S = 1.0
"""Longest reading of an unknown tag's memory."""
RESYNCS_IN_A_ROW = 30
"""So many without one good look in between, half a second of them, and the reader counts as lost."""


@dataclass(slots=True)
class Mfrc522Counts(AirCounts):
    """How often what went wrong, since the start; for the status page (R15)."""

    resyncs: int = 0
    """The chip was reset because it had lost its settings or was stuck."""
    losses: int = 0


class Mfrc522Reader:
    """Reports tags laid on an MFRC522 from a thread of its own, and writes them; a ``TagWriter``.

    ``open_port`` opens the bus anew each time it is called; ``is_known``, asked from the reader's thread,
    says of a UID whether its memory need not be read.  Readers near each other that share a ``field_slot``
    have their fields on one at a time (R20).  ``nap`` waits while a frame is on the air.  A tag that lies
    there before and after the reader was lost is the same placement (R9).
    """

    def __init__(  # noqa: PLR0913 - these are the things a reader differs in
        self,
        name: str,
        open_port: Callable[[], RegisterPort],
        clock: Clock,
        is_known: Callable[[str], bool] | None = None,
        poll_s: float = POLL_S,
        gain: int = DEFAULT_GAIN_DB,
        *,
        field_slot: threading.Lock | None = None,
        nap: Callable[[float], None] = time.sleep,
    ) -> None:
        if gain not in GAINS_DB:
            raise ValueError(f"an MFRC522 has no gain of {gain} dB, only {', '.join(map(str, GAINS_DB))}")
        self.name = name
        self.counts = Mfrc522Counts()
        self._outages = Outages(name, clock)
        self._open_port = open_port
        self._clock = clock
        self._is_known = is_known or (lambda _uid: True)
        self._poll_s = poll_s
        self._gain = gain
        self._slot = field_slot
        self._nap = nap
        self._presence = Presence()
        self._writes = Writes(clock)
        self._thread = TurnThread(f"reader-{name}", clock, self.turn, self.end)
        self._chip: Mfrc522 | None = None
        self._ready = False
        self._troubles = 0
        self._probe_s = self._renew_s = 0.0

    def start(self, sink: Sink) -> None:
        """Begin to look for tags; a missing chip is reported as ``ReaderLost``, never raised (R22)."""
        self._outages.sink = sink
        self._thread.start()

    def close(self) -> None:
        """Stop within two seconds; may be called twice."""
        self._thread.close()
        self._writes.close()

    def write(self, uid: str, change: Callable[[bytes], bytes], timeout_s: float) -> Future[bytes]:
        """Write a tag when it lies here alone, as ``TagWriter`` says."""
        return self._writes.ask(uid, change, timeout_s)

    def turn(self) -> float:
        """Take one look, or try to get the chip to work; give the seconds until the next turn."""
        began_s = self._clock.now_s()
        self._writes.expire()
        try:
            chip = self._chip or self._open()
            if self._presence.empty and began_s >= self._renew_s:
                self._ready = False
            if not self._take_slot():
                return 0.0
            with self._field(chip):
                self._look(chip)
        except DeviceError as error:
            return self._trouble(error)
        self._troubles = 0
        lying = not (self._presence.empty or self._presence.fading)
        period_s = max(LOOK_EVERY_S, self._poll_s) if lying else self._poll_s
        return max(0.0, began_s + period_s - self._clock.now_s())

    def end(self) -> None:
        """Switch the field off and give the bus back; the next turn opens it again."""
        chip, self._chip, self._ready = self._chip, None, False
        if chip:
            with suppress(DeviceError):
                chip.close()

    def _open(self) -> Mfrc522:
        label = f"reader {self.name}"
        with bus_failures(label):
            port = self._open_port()
        self._chip = Mfrc522(port, label, self._nap, self._gain)
        return self._chip

    def _trouble(self, error: DeviceError) -> float:
        """Set the chip up anew after trouble that is not the bus's, a few times; then count it as lost."""
        self._ready = False
        self._troubles += 1
        if not isinstance(error, DeviceGone) and self._troubles <= RESYNCS_IN_A_ROW:
            self.counts.resyncs += 1
            return 0.0
        absent = self._chip is None
        self.counts.losses += not self._outages.lasting
        self.end()
        return self._outages.lost(str(error), absent=absent)

    def _take_slot(self) -> bool:
        """Wait for our turn among readers near each other; False when told to stop meanwhile."""
        while self._slot and not self._slot.acquire(timeout=SLICE_S):
            if self._thread.stop.is_set():
                return False
        return True

    @contextmanager
    def _field(self, chip: Mfrc522) -> Iterator[None]:
        """Have the field on for a look, and off afterwards if others wait for theirs."""
        try:
            if not self._ready:
                self._begin(chip)
            elif self._slot:
                chip.field_on()
            yield
        finally:
            if self._slot:
                with suppress(DeviceError):
                    chip.field_off()
                self._slot.release()

    def _begin(self, chip: Mfrc522) -> None:
        chip.begin()
        self._ready = True
        now_s = self._clock.now_s()
        self._probe_s, self._renew_s = now_s + PROBE_EVERY_S, now_s + RENEW_EVERY_S

    def _look(self, chip: Mfrc522) -> None:
        """See what lies there; a look at an empty field counts only if the field was on (R8, R17)."""
        air = TypeA(chip, self.counts)
        tags = {picc.uid.hex(): picc for picc in air.find(lying=not self._presence.empty)}
        if not tags:
            chip.glance()
        self._outages.back()
        at_s = self._clock.now_s()
        for change in self._presence.observe(at_s, tuple(tags)):
            deliver(self._outages.sink, self._as_input(change, at_s, air, tags))
        if len(tags) == 1:
            (picc,) = tags.values()
            self._writes.serve(picc.uid.hex(), lambda: _selected(air, picc), self._thread.stop)
        air.halt()
        if self._clock.now_s() >= self._probe_s:
            chip.probe()
            self._probe_s = self._clock.now_s() + PROBE_EVERY_S

    def _as_input(self, change: Change, at_s: float, air: TypeA, tags: dict[str, Picc]) -> Input:
        if isinstance(change, Clashed):
            return CardsClash(self.name, change.uids, at_s)
        if isinstance(change, Arrived):
            return CardSeen(self.name, change.uid, at_s, self._memory(air, tags[change.uid]))
        return CardGone(self.name, change.uid, at_s)

    def _memory(self, air: TypeA, picc: Picc) -> bytes | None:
        """Read an unknown tag; trouble leaves it unread, the tap counts all the same."""
        if self._knows(picc) or not has_pages(picc.sak):
            return None
        end_s = self._clock.now_s() + MEMORY_S
        try:
            if air.selected != picc:
                air.activate(picc)
            return read_memory(
                Ntag(air), picc.uid, lambda: self._thread.stop.is_set() or self._clock.now_s() > end_s
            )
        except (AirError, DeviceError):
            return None

    def _knows(self, picc: Picc) -> bool:
        """Ask whether a tag is known; a lookup that raises is logged, and the tag is left unread."""
        try:
            return self._is_known(picc.uid.hex())
        except Exception:
            logging.getLogger(__name__).exception("whether a tag is known could not be told")
            return True


def _selected(air: TypeA, picc: Picc) -> Ntag:
    """Select a tag anew, whatever was done to it; raises ``NoAnswer`` when it is not there alone."""
    air.halt()
    if [each.uid for each in air.find(lying=True)] != [picc.uid]:
        raise NoAnswer("the tag does not lie here alone")
    if air.selected != picc:
        air.activate(picc)
    return Ntag(air)
