"""Monochrome OLED display on I2C, driven from a thread of its own.

A picture replaces the one before it in a mailbox of one (R31); only what changed goes over the wire.
The chip never answers anything but its address, so trouble is seen as an error of the bus alone;
then everything is set up and sent anew until it works again (R26, R27).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress

from PIL import Image

from drivers.buses import I2CBus, SystemClock, deliver
from drivers.framebuffer import PAGE_ROWS, changes, pack
from drivers.oled_panel import CHIPS, Panel, bus_errors, open_panel
from drivers.ports import Clock, DisplayBack, DisplayLost, Sink

FIRST_PAUSE_S, LONGEST_PAUSE_S = 0.5, 10.0
"""Between attempts to set a lost display up, doubling (R26)."""
STUCK_S = 1.0
"""A bus call that takes longer makes the display count as lost (R28)."""
WAIT_STEP_S = 0.05
"""How often the thread looks at the clock while something is due at a known time."""
CLOSE_S = 1.8


class OledDisplay:
    """A display that shows the latest image it was given.

    ``open_bus`` opens the I2C bus anew whenever the chip is set up; ``width`` and ``height`` are those
    of the glass in pixels, ``rotate`` counts quarter turns clockwise, 0 to 3, after which ``self.width``
    and ``self.height`` are those of the images.  ``sink`` hears of ``DisplayLost`` and ``DisplayBack``;
    ``repaint_s`` sets the chip up anew every so many seconds, None never.  Raises ``ValueError`` for
    a chip that is not known here.
    """

    def __init__(  # noqa: PLR0913 - these are the things a display differs in
        self,
        name: str,
        open_bus: Callable[[], I2CBus],
        address: int = 0x3C,
        width: int = 128,
        height: int = 64,
        chip: str = "ssd1306",
        rotate: int = 0,
        *,
        clock: Clock | None = None,
        sink: Sink | None = None,
        repaint_s: float | None = None,
    ) -> None:
        if chip not in CHIPS:
            raise ValueError(f"display {name}: chip {chip!r} is not one of {', '.join(CHIPS)}")
        if rotate not in range(4):
            raise ValueError(f"display {name}: rotate is {rotate}, it counts quarter turns from 0 to 3")
        self.name = name
        self.width, self.height = (height, width) if rotate % 2 else (width, height)
        self._open_bus = open_bus
        self._address = address
        self._glass = (width, height)
        self._rotate = rotate
        self._clock: Clock = clock or SystemClock()
        self._sink: Sink = sink or (lambda _item: None)
        self._repaint_s = repaint_s
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._wanted = bytes(width * height // PAGE_ROWS)
        self._level: int | None = None
        self._sent: tuple[bytes, int | None] | None = None
        self._bus: I2CBus | None = None
        self._panel: Panel | None = None
        self._busy_since_s: float | None = None
        self._renew_at_s: float | None = None
        self._pause_s = FIRST_PAUSE_S
        self._lost = False

    def show(self, image: Image.Image) -> None:
        """Show a mode-"1" image of the display's size; returns at once, the latest image wins (R31).

        Raises ``ValueError`` for another mode or size.
        """
        if image.mode != "1" or image.size != (self.width, self.height):
            raise ValueError(
                f"display {self.name} shows {self.width}x{self.height} in mode '1', "
                f"not {image.width}x{image.height} in {image.mode!r}"
            )
        turned = image.rotate(-90 * self._rotate, expand=True) if self._rotate else image
        with self._change:
            self._wanted = pack(turned)
        self._wake()

    def contrast(self, level: int) -> None:
        """Set the brightness, 0 to 255; 0 switches the panel off, its picture stays."""
        if level not in range(256):
            raise ValueError(f"display {self.name}: contrast is {level}, it goes from 0 to 255")
        with self._change:
            self._level = level
        self._wake()

    def settle(self, timeout_s: float) -> bool:
        """Wait until the chip has all it was told; False when it has not in so many real seconds."""
        with self._change:
            return self._change.wait_for(lambda: self._sent == (self._wanted, self._level), timeout_s)

    def close(self) -> None:
        """Go dark and give the bus back, within two seconds; may be called twice."""
        with self._change:
            self._closing = True
            self._change.notify_all()
        if self._thread:
            self._thread.join(CLOSE_S)

    def _wake(self) -> None:
        """Tell the thread that there is something to do; start it at the first time."""
        with self._change:
            if self._closing:
                return
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=f"display-{self.name}", daemon=True)
                self._thread.start()
            self._change.notify_all()
            stuck_since_s = self._busy_since_s
        if stuck_since_s is not None and self._clock.now_s() - stuck_since_s > STUCK_S:
            self._report_lost(f"its bus has been stuck for more than {STUCK_S:g} s")

    def _run(self) -> None:
        troubles = bus_errors()
        while self._await_work():
            try:
                self._update()
            except troubles as error:
                self._let_go()
                self._report_lost(f"no answer at I2C address {self._address:#04x} ({error})")
                self._renew_at_s = self._clock.now_s() + self._pause_s
                self._pause_s = min(self._pause_s * 2, LONGEST_PAUSE_S)
        with suppress(*troubles):
            if self._panel:
                self._panel.hide()
        self._let_go()

    def _await_work(self) -> bool:
        """Wait until something must be sent; False when closing."""
        with self._change:
            while not self._closing:
                left_s = None if self._renew_at_s is None else self._renew_at_s - self._clock.now_s()
                if left_s is not None and left_s <= 0:
                    self._sent = None
                    self._let_go()
                    return True
                may_send = self._panel is not None or self._renew_at_s is None
                if may_send and self._sent != (self._wanted, self._level):
                    return True
                self._change.wait(None if left_s is None else min(left_s, WAIT_STEP_S))
        return False

    def _update(self) -> None:
        """Send what the mailbox holds, all of it after a fresh set-up."""
        with self._change:
            wanted, level = self._wanted, self._level
            self._busy_since_s = self._clock.now_s()
        try:
            panel = self._panel
            if panel is None or self._sent is None:
                self._set_up(wanted, level)
            else:
                shown, old_level = self._sent
                for region in changes(shown, wanted, self._glass[0]):
                    panel.draw(region)
                if level != old_level and level is not None:
                    self._set_level(panel, level, was_dark=old_level == 0)
        finally:
            self._busy_since_s = None
        with self._change:
            self._sent = (wanted, level)
            self._change.notify_all()
        self._report_back()

    def _set_up(self, frame: bytes, level: int | None) -> None:
        self._bus = self._open_bus()
        self._panel = open_panel(self._bus, self._address, self._glass, frame, lit=level != 0)
        if level:
            self._panel.contrast(level)
        self._renew_at_s = None if self._repaint_s is None else self._clock.now_s() + self._repaint_s

    @staticmethod
    def _set_level(panel: Panel, level: int, *, was_dark: bool) -> None:
        if level == 0:
            panel.hide()
            return
        panel.contrast(level)
        if was_dark:
            panel.show()

    def _let_go(self) -> None:
        """Forget the chip, and what it was sent."""
        bus, self._bus, self._panel, self._sent = self._bus, None, None, None
        if bus:
            with suppress(OSError):
                bus.close()

    def _report_lost(self, reason: str) -> None:
        with self._change:
            known, self._lost = self._lost, True
        if not known:
            deliver(self._sink, DisplayLost(self.name, f"display {self.name}: {reason}", self._clock.now_s()))

    def _report_back(self) -> None:
        self._pause_s = FIRST_PAUSE_S
        with self._change:
            was_lost, self._lost = self._lost, False
        if was_lost:
            deliver(self._sink, DisplayBack(self.name, self._clock.now_s()))
