"""Card reader: a PN532 on a serial line (HSU).

While the field is empty one look without end is outstanding, so a tap costs no polling (R14); while
a tag lies there the field is looked at ten times a second.  All requirements: hardware.md 3.1.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from drivers.buses import SerialPort, deliver, wait_until
from drivers.pn532_commands import FEW, FOREVER, Pn532
from drivers.pn532_frames import Target
from drivers.pn532_link import LinkCounts, Pn532Link, ReaderGone, ReaderSilent, port_failures
from drivers.ports import (
    CardGone,
    CardsClash,
    CardSeen,
    Clock,
    DeviceError,
    Input,
    ReaderBack,
    ReaderLost,
    Sink,
)
from drivers.presence import Arrived, Change, Clashed, Presence

LOOK_EVERY_S = 0.1
"""Pause between looks at a tag that lies there."""
LOOK_AGAIN_S = 0.04
"""Pause after a look that missed it: a tag seen in nine of ten looks never seems lifted (R8)."""
PROBE_EVERY_S = 1.0
"""How often an idle chip is asked whether it lives, so that a cut cable shows within 2 s (R17, R21)."""
MEMORY_S = 1.0
"""Longest reading of an unknown tag's memory."""
FIRST_PAUSE_S, LONGEST_PAUSE_S, REPLUG_PAUSE_S = 1.0, 30.0, 4.0
"""Between attempts to start: doubling to 30 s for a chip never seen (R22), to 4 s for a lost one (R21)."""
ABSENT_PAUSE_S = 2.0
"""The same while the port cannot even be opened, which costs nothing to try."""
RESYNCS_IN_A_ROW = 5
"""So many without one good answer in between, and the reader counts as lost."""
CLOSE_S = 2.0


class Pn532Reader:
    """Reports tags laid on a PN532 from a thread of its own.

    ``open_port`` opens the serial line anew each time it is called; ``is_known``, asked from the
    reader's thread, says of a UID whether its memory need not be read.  A tag that lies there before
    and after the reader was lost is the same placement (R9).
    """

    def __init__(
        self,
        name: str,
        open_port: Callable[[], SerialPort],
        clock: Clock,
        is_known: Callable[[str], bool] | None = None,
    ) -> None:
        self.name = name
        self.counts = LinkCounts()
        """How often what went wrong on the line, since the start."""
        self._open_port = open_port
        self._clock = clock
        self._is_known = is_known or (lambda _uid: True)
        self._presence = Presence()
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._sink: Sink = lambda _item: None
        self._lost = False
        self._answered = False
        self._pause_s = FIRST_PAUSE_S

    def start(self, sink: Sink) -> None:
        """Begin to look for tags; a missing chip is reported as ``ReaderLost``, never raised (R22)."""
        if self._thread or self._stop.is_set():
            raise RuntimeError(f"reader {self.name} was started before")
        self._sink = sink
        self._thread = threading.Thread(target=self._run, name=f"reader-{self.name}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop within two seconds; may be called twice."""
        self._stop.set()
        if self._thread:
            self._thread.join(CLOSE_S)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                link = self._open_link()
                try:
                    self._serve(Pn532(link))
                finally:
                    with suppress(DeviceError):
                        link.close()
            except DeviceError as error:
                self._report_lost(str(error))
                self._wait_for_retry(absent=isinstance(error, ReaderGone))

    def _open_link(self) -> Pn532Link:
        with port_failures(f"reader {self.name}", "none"):
            port = self._open_port()
        return Pn532Link(port, self.name, self.counts)

    def _wait_for_retry(self, *, absent: bool) -> None:
        longest_s = ABSENT_PAUSE_S if absent else REPLUG_PAUSE_S if self._answered else LONGEST_PAUSE_S
        wait_until(self._clock, self._clock.now_s() + min(self._pause_s, longest_s), self._stop)
        self._pause_s = min(self._pause_s * 2, LONGEST_PAUSE_S)

    def _serve(self, chip: Pn532) -> None:
        """Work with a chip until told to stop; set the line up anew after trouble that is not the port's."""
        troubles = 0
        self._begin(chip)
        while not self._stop.is_set():
            try:
                chip.look_for(FOREVER if self._presence.empty else FEW)
                self._report_back()
                if self._presence.empty:
                    self._await_tag(chip)
                else:
                    self._follow_tag(chip)
                troubles = 0
            except ReaderGone:
                raise
            except DeviceError:
                troubles += 1
                if troubles > RESYNCS_IN_A_ROW:
                    raise
                self.counts.resyncs += 1
                chip.awaken()
        with suppress(DeviceError):
            chip.end_look()

    @staticmethod
    def _begin(chip: Pn532) -> None:
        """Start from any state; a chip that stays silent may have got half a frame before us (R16)."""
        try:
            chip.awaken()
        except ReaderSilent:
            chip.awaken(flush=True)

    def _await_tag(self, chip: Pn532) -> None:
        """Look at an empty field until something lies there, or until it is time for a probe."""
        probe_s = self._clock.now_s() + PROBE_EVERY_S
        chip.begin_look()
        while not self._stop.is_set():
            targets = chip.found()
            if targets is not None:
                self._observe(chip, targets)
                if not targets:  # the chip gave up against its orders: do not ask in a hurry (R13, R18)
                    wait_until(self._clock, self._clock.now_s() + LOOK_AGAIN_S, self._stop)
                break
            if self._clock.now_s() >= probe_s:
                chip.end_look()
                chip.configure()
                break

    def _follow_tag(self, chip: Pn532) -> None:
        """Look at what lies there until it is lifted, or until it is time for a probe."""
        probe_s = self._clock.now_s() + PROBE_EVERY_S
        while not self._presence.empty:
            pause_s = LOOK_AGAIN_S if self._presence.fading else LOOK_EVERY_S
            if not wait_until(self._clock, self._clock.now_s() + pause_s, self._stop):
                return
            self._observe(chip, chip.look())
            if self._clock.now_s() >= probe_s:
                chip.configure()
                return

    def _observe(self, chip: Pn532, targets: tuple[Target, ...]) -> None:
        at_s = self._clock.now_s()
        by_uid = {target.uid.hex(): target for target in targets}
        for change in self._presence.observe(at_s, tuple(by_uid)):
            deliver(self._sink, self._as_input(change, at_s, chip, by_uid))

    def _as_input(self, change: Change, at_s: float, chip: Pn532, targets: dict[str, Target]) -> Input:
        if isinstance(change, Clashed):
            return CardsClash(self.name, change.uids, at_s)
        if isinstance(change, Arrived):
            return CardSeen(self.name, change.uid, at_s, self._memory(chip, targets[change.uid]))
        return CardGone(self.name, change.uid, at_s)

    def _memory(self, chip: Pn532, target: Target) -> bytes | None:
        """Read an unknown tag; trouble on the line leaves it unread, the tap counts all the same."""
        if self._is_known(target.uid.hex()):
            return None
        end_s = self._clock.now_s() + MEMORY_S
        try:
            return chip.read_memory(target, lambda: self._stop.is_set() or self._clock.now_s() > end_s)
        except DeviceError:
            return None

    def _report_lost(self, reason: str) -> None:
        self.counts.losses += not self._lost
        if not self._lost:
            self._lost = True
            deliver(self._sink, ReaderLost(self.name, reason, self._clock.now_s()))

    def _report_back(self) -> None:
        self._answered = True
        self._pause_s = FIRST_PAUSE_S
        if self._lost:
            self._lost = False
            deliver(self._sink, ReaderBack(self.name, self._clock.now_s()))
