"""Card reader: a PN532 on a serial line or on an I2C bus.

While the field is empty a look without end is outstanding, so a tap costs no polling (R14).  It is broken
off and begun anew a few times a second, so that an answer that got lost, or a chip that was reset, costs no
tap.  While a tag lies there the field is looked at ten times a second.  All requirements: hardware.md 3.1.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress

from drivers.buses import deliver
from drivers.iso14443a_frames import AirError, NoAnswer
from drivers.ntag import Ntag, read_memory
from drivers.pn532_commands import FEW, FOREVER, Pn532
from drivers.pn532_frames import Target
from drivers.pn532_link import LinkCounts, OpenLine, Pn532Link, ReaderGone, ReaderSilent
from drivers.ports import CardGone, CardsClash, CardSeen, Clock, DeviceError, Input, Sink
from drivers.presence import Arrived, Change, Clashed, Presence
from drivers.reader_loop import Outages, TurnThread
from drivers.tags import has_pages
from drivers.writer import Writes

LOOK_EVERY_S = 0.1
"""Pause between looks at a tag that lies there."""
LOOK_AGAIN_S = 0.04
"""Pause after a look that missed it: a tag seen in nine of ten looks never seems lifted (R8)."""
WINDOW_S = 0.15
"""How long one look without end goes on; a lost answer or a reset costs a tap no more than twice that."""
PROBE_EVERY_S = 1.0
"""How often a chip is asked whether it lives and told how to work (R17, R21)."""
MEMORY_S = 1.0
"""Longest reading of an unknown tag's memory."""
RESYNCS_IN_A_ROW = 5
"""So many without one good answer in between, and the reader counts as lost."""


class Pn532Reader:
    """Reports tags laid on a PN532 from a thread of its own, and writes them; a ``TagWriter``.

    ``open_line`` opens the line anew each time it is called: ``over_uart(...)`` or ``over_i2c(...)``.
    ``is_known``, asked from the reader's thread, says of a UID whether its memory need not be read.  A tag
    that lies there before and after the reader was lost is the same placement (R9).
    """

    def __init__(
        self,
        name: str,
        open_line: OpenLine,
        clock: Clock,
        is_known: Callable[[str], bool] | None = None,
    ) -> None:
        self.name = name
        self.counts = LinkCounts()
        """How often what went wrong on the line, since the start."""
        self._open_line = open_line
        self._clock = clock
        self._is_known = is_known or (lambda _uid: True)
        self._presence = Presence()
        self._outages = Outages(name, clock)
        self._writes = Writes(clock)
        self._thread = TurnThread(f"reader-{name}", clock, self.turn, self.end)
        self._chip: Pn532 | None = None
        self._ready = False
        self._retries: int | None = None
        self._troubles = 0
        self._probe_s = 0.0

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
        self._writes.expire()
        try:
            chip = self._chip or self._open()
            self._begin(chip)
            pause_s = self._await_tag(chip) if self._presence.empty else self._follow_tag(chip)
        except DeviceError as error:
            return self._trouble(error)
        self._troubles = 0
        return pause_s

    def end(self) -> None:
        """Break the look off and give the port back; the next turn opens it again."""
        chip, self._chip, self._ready = self._chip, None, False
        if chip:
            with suppress(DeviceError):
                chip.end_look()
            with suppress(DeviceError):
                chip.close()

    def _open(self) -> Pn532:
        self._chip = Pn532(Pn532Link(self._open_line(self.name, self.counts), self.counts))
        return self._chip

    def _begin(self, chip: Pn532) -> None:
        """See to it that the chip works; raises ``DeviceError``."""
        if self._ready and self._clock.now_s() < self._probe_s:
            return
        if self._ready:
            chip.configure()
        else:
            self._awaken(chip)
        self._ready, self._retries = True, None
        self._probe_s = self._clock.now_s() + PROBE_EVERY_S

    @staticmethod
    def _awaken(chip: Pn532) -> None:
        """Get the chip to work from any state; a silent one may have got half a frame before us (R16)."""
        for flush in (False, True):
            with suppress(ReaderSilent):
                return chip.awaken(flush=flush)
        return chip.awaken(flush=True)

    def _trouble(self, error: DeviceError) -> float:
        """Set the line up anew after trouble that is not the port's, a few times; then count it as lost."""
        was_ready, self._ready = self._ready, False
        self._troubles += 1
        if was_ready and not isinstance(error, ReaderGone) and self._troubles <= RESYNCS_IN_A_ROW:
            self.counts.resyncs += 1
            return 0.0
        self._troubles = 0
        absent = self._chip is None or isinstance(error, ReaderGone)
        self.counts.losses += not self._outages.lasting
        self.end()
        return self._outages.lost(str(error), absent=absent)

    def _look_for(self, chip: Pn532, retries: int) -> None:
        if retries != self._retries:
            chip.look_for(retries)
            self._retries = retries

    def _await_tag(self, chip: Pn532) -> float:
        """Look at an empty field for a while; give the pause until the next look."""
        self._look_for(chip, FOREVER)
        chip.begin_look()
        self._outages.back()
        targets = chip.found(WINDOW_S)
        if targets is None:
            chip.end_look()
            return 0.0
        self._observe(chip, targets)
        if not targets:  # the chip gave up against its orders: do not ask in a hurry (R13, R18)
            return LOOK_AGAIN_S
        return LOOK_EVERY_S

    def _follow_tag(self, chip: Pn532) -> float:
        """Look at what lies there; give the pause until the next look."""
        self._look_for(chip, FEW)
        targets = chip.look()
        self._outages.back()
        self._observe(chip, targets)
        if self._presence.empty:
            return 0.0
        return LOOK_AGAIN_S if self._presence.fading else LOOK_EVERY_S

    def _observe(self, chip: Pn532, targets: tuple[Target, ...]) -> None:
        at_s = self._clock.now_s()
        by_uid = {target.uid.hex(): target for target in targets}
        for change in self._presence.observe(at_s, tuple(by_uid)):
            deliver(self._outages.sink, self._as_input(change, at_s, chip, by_uid))
        if len(by_uid) == 1:
            (target,) = by_uid.values()
            self._writes.serve(target.uid.hex(), lambda: self._select(chip, target), self._thread.stop)

    def _select(self, chip: Pn532, target: Target) -> Ntag:
        """Select a tag anew, whatever was done to it; raises ``NoAnswer`` when it is not there alone."""
        self._look_for(chip, FEW)
        targets = chip.look()
        if [each.uid for each in targets] != [target.uid]:
            raise NoAnswer("the tag does not lie here alone")
        return chip.tag(targets[0])

    def _as_input(self, change: Change, at_s: float, chip: Pn532, targets: dict[str, Target]) -> Input:
        if isinstance(change, Clashed):
            return CardsClash(self.name, change.uids, at_s)
        if isinstance(change, Arrived):
            return CardSeen(self.name, change.uid, at_s, self._memory(chip, targets[change.uid]))
        return CardGone(self.name, change.uid, at_s)

    def _memory(self, chip: Pn532, target: Target) -> bytes | None:
        """Read an unknown tag; trouble leaves it unread, the tap counts all the same."""
        end_s = self._clock.now_s() + MEMORY_S
        try:
            if self._is_known(target.uid.hex()) or not has_pages(target.sak):
                return None
            stop = self._thread.stop
            hurry = lambda: stop.is_set() or self._clock.now_s() > end_s  # noqa: E731 - said in passing
            return read_memory(chip.tag(target), target.uid, hurry)
        except (AirError, DeviceError):
            return None
        except Exception:
            logging.getLogger(__name__).exception("whether a tag is known could not be told")
            return None
