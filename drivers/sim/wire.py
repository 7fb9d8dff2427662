"""What every simulated bus has: one transfer at a time, an account of them, and faults on request."""

from __future__ import annotations

import errno
import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STUCK_DEADLINE_S = 5.0


def os_error(code: int) -> OSError:
    """Make an error as the kernel gives it."""
    return OSError(code, os.strerror(code))


class FaultyWire:
    """A bus that can be held, and whose transfers can fail; thread-safe.

    ``wait``, such as a clock's ``sleep``, is called with each transfer's time if it shall really pass.
    """

    def __init__(self, wait: Callable[[float], None] | None = None) -> None:
        self.bytes = 0
        """All bytes on the wire."""
        self.transfers = 0
        self.busy_s = 0.0
        """How long the wire was in use."""
        self._wait = wait
        self._wire = threading.Lock()
        self._free = threading.Event()
        self._free.set()
        self._stuck_deadline_s = STUCK_DEADLINE_S
        self._failing: dict[int | None, tuple[int, int | None]] = {}
        self._luck: Callable[[], int] = lambda: 0

    def fail(self, error: int, times: int | None = None, address: int | None = None) -> None:
        """Let transfers fail with an errno, to one address or all, so many times or until ``heal``."""
        with self._wire:
            self._failing[address] = (error, times)

    def fail_at_random(self, share: float, errors: tuple[int, ...], seed: int) -> None:
        """Let a share of all transfers fail with one of some errnos, the same ones for the same seed."""
        dice = random.Random(seed)
        with self._wire:
            self._luck = lambda: dice.choice(errors) if dice.random() < share else 0

    def heal(self) -> None:
        """End all failing."""
        with self._wire:
            self._failing.clear()
            self._luck = lambda: 0

    def stick(self, deadline_s: float = STUCK_DEADLINE_S) -> None:
        """Hold the wire: transfers block until ``release``, or fail with ETIMEDOUT after the deadline."""
        self._stuck_deadline_s = deadline_s
        self._free.clear()

    def release(self) -> None:
        """Let the wire go."""
        self._free.set()

    @contextmanager
    def _transfer(self) -> Iterator[None]:
        """Have the wire for one transfer; raises ``OSError`` when it is not free in time."""
        if not (self._free.is_set() or self._free.wait(self._stuck_deadline_s)):
            raise os_error(errno.ETIMEDOUT)
        with self._wire:
            self.transfers += 1
            yield

    def _charge(self, size: int, duration_s: float) -> None:
        """Put bytes and the time they took on the account."""
        self.bytes += size
        self.busy_s += duration_s
        if self._wait:
            self._wait(duration_s)

    def _error_for(self, address: int | None) -> int:
        """Give the errno that this transfer shall fail with, 0 for none."""
        for key in dict.fromkeys((address, None)):
            if key in self._failing:
                error, times = self._failing[key]
                if times is not None:
                    self._failing[key] = (error, times - 1)
                    if times <= 1:
                        del self._failing[key]
                return error
        return self._luck()
