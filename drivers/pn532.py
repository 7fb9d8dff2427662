"""Card reader: a PN532 on a serial line or on an I2C bus.

While the field is empty a look without end is outstanding, so a tap costs no polling (R14).  It is broken
off and begun anew a few times a second, so that an answer that got lost, or a chip that was reset, costs no
tap.  While a tag lies there the field is looked at ten times a second.  All requirements:
docs/hardware-requirements.md.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from drivers.iso14443a_frames import NoAnswer
from drivers.ntag import Ntag
from drivers.pn532_commands import FEW, FOREVER, Pn532
from drivers.pn532_frames import Target
from drivers.pn532_link import LinkCounts, OpenLine, Pn532Link, ReaderGone, ReaderSilent
from drivers.ports import Clock, DeviceError
from drivers.tag_reader import TagReader

LOOK_EVERY_S = 0.1
"""Pause between looks at a tag that lies there."""
LOOK_AGAIN_S = 0.04
"""Pause after a look that missed it: a tag seen in nine of ten looks never seems lifted (R8)."""
PROBE_EVERY_S = 1.0
"""How often a chip is asked whether it lives and told how to work (R17, R21)."""
TROUBLE_S = 0.8
"""So long without one good answer, whatever is tried, and the reader counts as lost (R21: within 2 s)."""


class Pn532Reader(TagReader):
    """Reports tags laid on a PN532, and writes them.

    ``open_line`` opens the line anew each time it is called: ``over_uart(...)`` or ``over_i2c(...)``.
    """

    def __init__(
        self,
        name: str,
        open_line: OpenLine,
        clock: Clock,
        is_known: Callable[[str], bool] | None = None,
    ) -> None:
        super().__init__(name, clock, is_known)
        self.counts = LinkCounts()
        """How often what went wrong on the line, since the start."""
        self._open_line = open_line
        self._chip: Pn532 | None = None
        self._ready = False
        self._retries: int | None = None
        self._troubled_s: float | None = None
        """Since when nothing works."""
        self._probe_s = 0.0

    def turn(self) -> float:
        """Take one look, or try to get the chip to work; give the seconds until the next turn."""
        self._writes.expire()
        try:
            chip = self._chip or self._open()
            self._begin(chip)
            pause_s = self._await_tag(chip) if self._presence.empty else self._follow_tag(chip)
        except DeviceError as error:
            return self._trouble(error)
        self._troubled_s = None
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
        """Set the line up anew after trouble that is not the port's, for a while; then count it as lost."""
        now_s, was_ready, self._ready = self._clock.now_s(), self._ready, False
        if self._troubled_s is None and was_ready:
            self._troubled_s = now_s
        lasting = self._troubled_s is None or now_s - self._troubled_s > TROUBLE_S
        if not lasting and not isinstance(error, ReaderGone):
            self.counts.resyncs += 1
            return 0.0
        self._troubled_s = None
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
        targets = chip.found()
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
        by_uid = {target.uid.hex(): target for target in targets}
        self._report(self._clock.now_s(), by_uid, lambda uid: self._read(chip, by_uid[uid]))
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

    def _read(self, chip: Pn532, target: Target) -> bytes | None:
        return self._memory(target.uid, target.sak, lambda: chip.tag(target))
