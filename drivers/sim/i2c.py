"""A simulated I2C bus: chips by address, the kernel's errors, and an account of the time it takes."""

from __future__ import annotations

import errno
import os
import random
import threading
from collections.abc import Callable
from typing import Protocol

BLOCK_BYTES = 32
"""Longest block of an SMBus transfer."""
BITS_PER_BYTE = 9
STUCK_DEADLINE_S = 5.0


class Chip(Protocol):
    """Something that listens at an address."""

    def write(self, message: bytes) -> None:
        """Take one write after the address; ``OSError`` for what is not acknowledged."""


class SimI2CBus:
    """The wire and what hangs on it; thread-safe, one transfer at a time.

    Every transfer takes nine bits a byte at ``rate_hz``, which is added up in ``busy_s``; ``wait``, such
    as a clock's ``sleep``, is called with each transfer's time if it shall really pass.
    """

    def __init__(self, rate_hz: int = 400_000, wait: Callable[[float], None] | None = None) -> None:
        self.rate_hz = rate_hz
        self.bytes = 0
        """All bytes on the wire, addresses counted."""
        self.transfers = 0
        self.busy_s = 0.0
        self._wait = wait
        self._chips: dict[int, Chip] = {}
        self._wire = threading.Lock()
        self._free = threading.Event()
        self._free.set()
        self._stuck_deadline_s = STUCK_DEADLINE_S
        self._failing: dict[int | None, tuple[int, int | None]] = {}
        self._luck: Callable[[], int] = lambda: 0

    def attach(self, address: int, chip: Chip) -> None:
        """Hang a chip on the bus at a 7-bit address."""
        self._chips[address] = chip

    def detach(self, address: int) -> None:
        """Pull a chip off; its address is not acknowledged any more."""
        self._chips.pop(address, None)

    def open(self) -> SimI2CPort:
        """Open the bus as one of its users."""
        return SimI2CPort(self)

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

    def transfer(self, address: int, message: bytes) -> None:
        """Carry one write to a chip; raises ``OSError`` as the kernel does."""
        if not self._free.wait(self._stuck_deadline_s):
            raise _error(errno.ETIMEDOUT)
        with self._wire:
            self.transfers += 1
            error = self._error_for(address)
            chip = self._chips.get(address)
            sent = 1 if chip is None or error else 1 + len(message)
            self._pass_time(sent)
            if error:
                raise _error(error)
            if chip is None:
                raise _error(errno.EREMOTEIO)
            chip.write(message)

    def _pass_time(self, sent: int) -> None:
        self.bytes += sent
        duration_s = sent * BITS_PER_BYTE / self.rate_hz
        self.busy_s += duration_s
        if self._wait:
            self._wait(duration_s)

    def _error_for(self, address: int) -> int:
        for key in (address, None):
            if key in self._failing:
                error, times = self._failing[key]
                if times is not None:
                    self._failing[key] = (error, times - 1)
                    if times <= 1:
                        del self._failing[key]
                return error
        return self._luck()


class SimI2CPort:
    """One user's open bus, with smbus2's surface as far as it is needed."""

    def __init__(self, bus: SimI2CBus) -> None:
        self._bus = bus
        self.closed = False

    def write_i2c_block_data(self, i2c_addr: int, register: int, data: list[int]) -> None:
        """Write one control byte and up to 32 bytes; raises as smbus2 does."""
        if len(data) > BLOCK_BYTES:
            raise ValueError(f"{len(data)} bytes do not fit into an SMBus block of {BLOCK_BYTES}")
        if self.closed:
            raise _error(errno.EBADF)
        self._bus.transfer(i2c_addr, bytes([register, *data]))

    def close(self) -> None:
        """Give the bus back; may be called twice."""
        self.closed = True


def _error(code: int) -> OSError:
    return OSError(code, os.strerror(code))
