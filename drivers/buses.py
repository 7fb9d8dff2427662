"""What the drivers ask of a bus and of time, and the two small things every driver thread does.

Real and simulated worlds differ here and nowhere above: a driver takes one of these protocols and
never asks what stands behind it.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import threading

    from drivers.ports import Clock, Input, Sink

SLICE_S = 0.1
"""The longest a driver blocks in one call before it looks whether it shall stop; seconds (R29)."""
STEP_S = 0.025
"""How often a waiting driver looks at a clock that may be moved by hand; seconds."""


class SerialPort(Protocol):
    """An open serial line; pyserial's ``Serial`` is one.

    Everything may raise ``OSError``, ``termios.error``, ``TypeError`` or ``ValueError`` once the device
    is gone (R41).
    """

    timeout: float | None
    """How long one read waits, in seconds; to be set to ``SLICE_S`` or less."""

    def read(self, size: int = 1, /) -> bytes:
        """Give ``size`` bytes, or fewer when they do not come within ``timeout``."""
        ...

    def write(self, data: bytes, /) -> int | None:
        """Send bytes; they may still be on their way when this returns."""
        ...

    def close(self) -> None:
        """Give the line back."""
        ...


class I2CBus(Protocol):
    """The part of an I2C bus that display chips need; smbus2's ``SMBus`` is one.

    A chip that does not acknowledge is ``OSError`` 121, a broken transfer ``OSError`` 5.
    """

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Write one control byte and up to 32 bytes to a 7-bit address."""
        ...

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:
        """Carry messages made by ``smbus2.i2c_msg``, of up to 8192 bytes each."""
        ...

    def close(self) -> None:
        """Give the bus back."""
        ...


class SystemClock:
    """The machine's monotonic time."""

    def now_s(self) -> float:
        """Give monotonic seconds."""
        return time.monotonic()

    def sleep(self, duration_s: float) -> None:
        """Wait in the calling thread."""
        time.sleep(max(0.0, duration_s))


def wait_until(clock: Clock, due_s: float, stop: threading.Event) -> bool:
    """Wait until a moment of the clock; give False when told to stop before.

    The wait goes in small real steps, so that a clock moved by hand is followed and ``stop`` ends it.  They
    are slept through: waiting for the event instead would cost an idle reader twice the processor time.
    """
    while not stop.is_set():
        left_s = due_s - clock.now_s()
        if left_s <= 0:
            return True
        time.sleep(min(left_s, STEP_S))
    return False


def deliver(sink: Sink, item: Input) -> None:
    """Hand an input over; a sink that raises is logged and does not end the driver's thread (R35)."""
    try:
        sink(item)
    except Exception:
        logging.getLogger(__name__).exception("an input was lost: %s", item)
