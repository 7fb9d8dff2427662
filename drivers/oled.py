"""Monochrome OLED display, drawn on by the thread of its bus.

A picture replaces the one before it in a mailbox of one (R31); only what changed goes over the wire.
The chip never answers anything but its address, so trouble is seen as an error of the bus alone;
then everything is set up and sent anew until it works again (R26), and once in a while anyway (R27).
"""

from __future__ import annotations

import logging
from contextlib import suppress
from dataclasses import dataclass
from math import inf

from PIL import Image

from drivers.buses import deliver
from drivers.framebuffer import PAGE_ROWS, pack
from drivers.oled_panel import Glass, Panel, load_chip, open_panel
from drivers.oled_wiring import Link, Wiring
from drivers.oled_worker import BusWorker
from drivers.ports import DisplayBack, DisplayLost, Sink

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 10.0
"""Between attempts to set a lost display up, doubling (R26)."""
QUICK_S = 0.25
"""A display that failed sooner than this is tried once more before it counts as lost."""
REPAINT_S = 60.0
"""The chip is set up anew so often: it may have lost its settings without anybody seeing it (R27)."""
OVERDUE_S = 0.5
"""What is due for longer goes first, whoever else has something newer."""
CLOSE_S = 1.8
NOW_S = -inf
"""Due at once."""
CLOSING, OVERDUE, PICTURE, MENDING = range(4)
MISTAKES = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What no bus raises but a mistake in a program."""


@dataclass(slots=True)
class OledCounts:
    """What went wrong so far, and what was done about it."""

    errors: int = 0
    """Calls that the bus or a library refused."""
    set_ups: int = 0
    losses: int = 0


class OledDisplay:
    """A display that shows the latest image it was given.

    ``wiring`` is opened anew whenever the chip is set up.  Displays of one bus share its ``worker``, and
    are drawn in the order in which they were told to show; without one a display has its own thread.
    ``sink`` hears of ``DisplayLost`` and ``DisplayBack``; ``repaint_s`` None sets a chip up anew only
    after trouble.
    """

    def __init__(
        self,
        name: str,
        wiring: Wiring,
        panel: Panel | None = None,
        *,
        worker: BusWorker | None = None,
        sink: Sink | None = None,
        repaint_s: float | None = REPAINT_S,
    ) -> None:
        self.name = name
        self.panel = panel or Panel()
        self.width, self.height = self.panel.size
        self.counts = OledCounts()
        self.worker = worker or BusWorker(f"display-{name}")
        self._wiring = wiring
        self._sink: Sink = sink or (lambda _item: None)
        self._repaint_s = repaint_s
        self._clock = self.worker.clock
        self._change = self.worker.change
        self._wanted = bytes(self.panel.width * self.panel.height // PAGE_ROWS)
        self._level: int | None = None
        self._turn = 0
        self._asked_s: float | None = None
        self._is_used = self._is_closing = self.is_closed = False
        self._works = self._is_lost = False
        self._sent: tuple[bytes, int | None] | None = None
        self._link: Link | None = None
        self._glass: Glass | None = None
        self._retry_s: float | None = None
        self._renew_s: float | None = None
        self._pause_s = FIRST_PAUSE_S
        self.worker.take_on(self)

    # -- what it is told -----------------------------------------------------------------
    def show(self, image: Image.Image) -> None:
        """Show a mode-"1" image of the display's size; returns at once, the latest image wins (R31).

        Raises ``ValueError`` for another mode or size.
        """
        if image.mode != "1" or image.size != (self.width, self.height):
            raise ValueError(
                f"display {self.name} shows {self.width}x{self.height} in mode '1', "
                f"not {image.width}x{image.height} in {image.mode!r}"
            )
        turned = image.rotate(-90 * self.panel.rotate, expand=True) if self.panel.rotate else image
        frame = pack(turned)
        with self._change:
            self._wanted = frame
            self._ask()

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255; 0 switches the panel off, its picture stays."""
        if level not in range(256):
            raise ValueError(f"display {self.name}: contrast is {level}, it goes from 0 to 255")
        with self._change:
            self._level = level
            self._ask()

    def settle(self, timeout_s: float) -> bool:
        """Wait until the chip has all it was told; False when it has not in so many real seconds."""
        with self._change:
            return self._change.wait_for(self._is_settled, timeout_s)

    def hung_s(self) -> float:
        """Give how long the thread of its bus has hung, as ``drivers.pulse.Watched`` says."""
        return self.worker.hung_s()

    def close(self) -> None:
        """Go dark and give the bus back, within two seconds; may be called twice."""
        with self._change:
            self._is_closing = True
            if not self.worker.is_running:
                self.is_closed = True
                return
            self.worker.wake()
            self._change.wait_for(lambda: self.is_closed, CLOSE_S)

    def _ask(self) -> None:
        if self._is_closing:
            return
        self._is_used = True
        self._turn = self.worker.next_turn()
        if self._asked_s is None:
            self._asked_s = self._clock.now_s()
        self.worker.wake()

    def _is_settled(self) -> bool:
        return self._sent == (self._wanted, self._level)

    # -- what its thread asks ------------------------------------------------------------
    def due_s(self) -> float | None:
        """Say when on the clock there is something to do; None when there is nothing."""
        if self._is_closing:
            return None if self.is_closed else NOW_S
        if not self._is_used:
            return None
        if self._retry_s is not None:
            return self._retry_s
        if not self._is_settled():
            return NOW_S
        return None if self._level == 0 else self._renew_s

    def rank(self, now_s: float) -> tuple[int, int]:
        """Say how much it wants its turn, the lowest first: pictures by age, mending when there is time."""
        if self._is_closing:
            return CLOSING, 0
        mends = self._retry_s is not None or self._is_settled()
        since_s = self._asked_s if not mends else self._renew_s if self._retry_s is None else self._retry_s
        overdue = since_s is not None and now_s - since_s > OVERDUE_S
        return (OVERDUE if overdue else MENDING if mends else PICTURE), self._turn

    def prepare(self) -> None:
        """Load the libraries; what is wrong with them is said when they are used."""
        with suppress(Exception):
            load_chip(self.panel.chip)

    def attend(self) -> None:
        """Do what is due."""
        if self._is_closing:
            self._go_dark()
            return
        began_s = self._clock.now_s()
        try:
            self._update()
        except Exception as error:  # noqa: BLE001 - whatever a library raises, this display alone is lost (R26)
            self._fail(error, quick=self._clock.now_s() - began_s < QUICK_S)
        else:
            self._report_back()

    def stuck(self, reason: str) -> None:
        """Hear that the bus does not move; what was sent is not known any more."""
        with self._change:
            if not self._is_used or self.is_closed:
                return
            self._sent = None
        self._report_lost(reason)

    # -- what its thread does ------------------------------------------------------------
    def _update(self) -> None:
        """Send what the mailbox holds, all of it when the chip is new, was dark, or is due to be set up."""
        with self._change:
            wanted, level, sent, glass = self._wanted, self._level, self._sent, self._glass
            self._asked_s = None
        if glass is None or sent is None or (sent[1] == 0 and level != 0) or self._is_stale(wanted, level):
            self._set_up(wanted, level)
        else:
            glass.change(sent[0], wanted)
            if level != sent[1]:
                _light(glass, level)
        with self._change:
            self._sent = (wanted, level)
            self._change.notify_all()

    def _is_stale(self, wanted: bytes, level: int | None) -> bool:
        """Tell whether it is time for a new set-up, and there is nothing else to do."""
        due = self._renew_s is not None and self._clock.now_s() >= self._renew_s
        return due and self._sent == (wanted, level)

    def _set_up(self, frame: bytes, level: int | None) -> None:
        self.counts.set_ups += 1
        with self._change:
            lit = self._sent is not None and self._sent[1] != 0
            self._sent = None
        self._let_go()
        self._link = self._wiring.open()
        self._glass = open_panel(self._link, self.panel, frame, level=level, lit=lit)
        with self._change:
            self._retry_s = None
            self._renew_s = None if self._repaint_s is None else self._clock.now_s() + self._repaint_s

    def _fail(self, error: Exception, *, quick: bool) -> None:
        """Count the display as lost and try it after a pause, one that worked until now once more at once."""
        self.counts.errors += 1
        self._let_go()
        glitch, self._works = quick and self._works, False
        with self._change:
            self._sent = None
            self._retry_s = self._clock.now_s() + (0.0 if glitch else self._pause_s)
        if isinstance(error, MISTAKES):
            logging.getLogger(__name__).error("display %s stumbled", self.name, exc_info=error)
        if not glitch:
            self._pause_s = min(self._pause_s * 2, LONGEST_PAUSE_S)
            self._report_lost(self._wiring.trouble(error))

    def _go_dark(self) -> None:
        with suppress(Exception):  # it may be gone
            if self._glass:
                self._glass.hide()
        self._let_go()
        with self._change:
            self.is_closed = True
            self._change.notify_all()

    def _let_go(self) -> None:
        """Forget the chip, and give its bus back."""
        link, self._link, self._glass = self._link, None, None
        if link:
            with suppress(Exception):  # it may be gone
                link.close()

    def _report_lost(self, reason: str) -> None:
        with self._change:
            known, self._is_lost = self._is_lost, True
        if not known:
            self.counts.losses += 1
            deliver(self._sink, DisplayLost(self.name, f"display {self.name}: {reason}", self._clock.now_s()))

    def _report_back(self) -> None:
        self._works, self._pause_s = True, FIRST_PAUSE_S
        with self._change:
            was_lost, self._is_lost = self._is_lost, False
        if was_lost:
            deliver(self._sink, DisplayBack(self.name, self._clock.now_s()))


def _light(glass: Glass, level: int | None) -> None:
    if level == 0:
        glass.hide()
    elif level is not None:
        glass.contrast(level)
