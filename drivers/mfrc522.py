"""Card reader: an MFRC522 on SPI, asked forty times a second whether a tag lies there.

A look wakes all tags, those asleep too, reads their whole UIDs and puts them back to sleep, so that a tag
that stays answers every time (R8).  All requirements:
docs/hardware-requirements.md.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from drivers.buses import SLICE_S
from drivers.iso14443a import AirCounts, Picc, TypeA
from drivers.iso14443a_frames import NoAnswer
from drivers.mfrc522_chip import DEFAULT_GAIN_DB, GAINS_DB, Mfrc522, bus_failures
from drivers.mfrc522_registers import RegisterPort
from drivers.ntag import Ntag
from drivers.ports import Clock, DeviceError, DeviceGone
from drivers.tag_reader import TagReader

POLL_S = 0.025
"""From one look at an empty field to the next, and at one that a tag may just have left."""
LOOK_EVERY_S = 0.1
"""The same while a tag lies still; a look that finds one keeps the air busy for 6 ms."""
PROBE_EVERY_S = 1.0
"""How often all settings are read back, so that a cut wire shows within 2 s (R17, R21)."""
RENEW_EVERY_S = 60.0
"""How often a chip with nothing on it is reset, for what no reading back can show (R17)."""
RESYNCS_IN_A_ROW = 30
"""So many without one good look in between, half a second of them, and the reader counts as lost."""


@dataclass(slots=True)
class Mfrc522Counts(AirCounts):
    """How often what went wrong, since the start; for the status page (R15)."""

    resyncs: int = 0
    """The chip was reset because it had lost its settings or was stuck."""
    losses: int = 0


class Mfrc522Reader(TagReader):
    """Reports tags laid on an MFRC522, and writes them.

    ``open_port`` opens the bus anew each time it is called.  Readers near each other that share a
    ``field_slot`` have their fields on one at a time (R20).  ``nap`` waits while a frame is on the air.
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
        super().__init__(name, clock, is_known)
        self.counts = Mfrc522Counts()
        self._open_port = open_port
        self._poll_s = poll_s
        self._gain = gain
        self._slot = field_slot
        self._nap = nap
        self._chip: Mfrc522 | None = None
        self._ready = False
        self._troubles = 0
        self._probe_s = self._renew_s = 0.0

    def turn(self) -> float:
        """Take one look, or try to get the chip to work; give the seconds until the next turn."""
        began_s = self._clock.now_s()
        self._writes.expire()
        try:
            chip = self._chip or self._open()
            if self._presence.empty and began_s >= self._renew_s:
                self._ready = False
            if self._slot:
                self._look_in_turn(chip, self._slot)
            else:
                if not self._ready:
                    self._begin(chip)
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

    def _look_in_turn(self, chip: Mfrc522, slot: threading.Lock) -> None:
        """Look while no reader near has its field on, then switch it off; not at all when told to stop."""
        while not slot.acquire(timeout=SLICE_S):
            if self._thread.stop.is_set():
                return
        try:
            if self._ready:
                chip.field_on()
            else:
                self._begin(chip)
            self._look(chip)
        finally:
            with suppress(DeviceError):
                chip.field_off()
            slot.release()

    def _begin(self, chip: Mfrc522) -> None:
        chip.begin()
        self._ready = True
        now_s = self._clock.now_s()
        self._probe_s, self._renew_s = now_s + PROBE_EVERY_S, now_s + RENEW_EVERY_S

    def _look(self, chip: Mfrc522) -> None:
        """See what lies there; a look at an empty field counts only if the field was on (R8, R17)."""
        air = TypeA(chip, self.counts)
        found = air.find(lying=not self._presence.empty)
        if not found:
            chip.glance()
        self._outages.back()
        if found or not self._presence.empty:
            self._take_in(air, found)
        if self._clock.now_s() >= self._probe_s:
            chip.probe()
            self._probe_s = self._clock.now_s() + PROBE_EVERY_S

    def _take_in(self, air: TypeA, found: tuple[Picc, ...]) -> None:
        """Tell what came of a look, and write what is to be written."""
        tags = {picc.uid.hex(): picc for picc in found}
        self._report(self._clock.now_s(), tags, lambda uid: self._read(air, tags[uid]))
        if len(tags) == 1:
            (picc,) = tags.values()
            self._writes.serve(picc.uid.hex(), lambda: _selected(air, picc), self._thread.stop)
        air.halt()

    def _read(self, air: TypeA, picc: Picc) -> bytes | None:
        def select() -> Ntag:
            if air.selected != picc:
                air.activate(picc)
            return Ntag(air)

        return self._memory(picc.uid, picc.sak, select)


def _selected(air: TypeA, picc: Picc) -> Ntag:
    """Select a tag anew, whatever was done to it; raises ``NoAnswer`` when it is not there alone."""
    air.halt()
    if [each.uid for each in air.find(lying=True)] != [picc.uid]:
        raise NoAnswer("the tag does not lie here alone")
    if air.selected != picc:
        air.activate(picc)
    return Ntag(air)
