"""A simulated SPI bus: chip selects with chips behind them, opened as ``spidev`` opens real ones."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Callable
from types import ModuleType
from typing import Protocol

from drivers.ports import Clock
from drivers.sim.chips.field import Field
from drivers.sim.chips.mfrc522 import SimMfrc522
from drivers.sim.chips.ntag import Type2Tag
from drivers.spi_registers import SpiRegisters
from drivers.tags import TagImage

TRANSFER_S = 30e-6
"""One call from Python on a Pi, the wire at 1 MHz with it (docs/hardware-requirements.md, Times)."""
LONGEST_BYTES = 4096


class LeapingClock:
    """Time that moves when somebody sleeps: a program in a single thread never waits for it."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def now_s(self) -> float:
        """Give the seconds slept so far."""
        return self._now_s

    def sleep(self, duration_s: float) -> None:
        """Move on so far."""
        self._now_s += duration_s


class SpiChip(Protocol):
    """Something behind a chip select."""

    def transfer(self, sent: bytes) -> bytes:
        """Take bytes and give as many, put on the line beside them."""


class SimSpiLine:
    """The wires to one chip; thread-safe, one transfer at a time.

    Every transfer takes ``TRANSFER_S``, which is added up in ``busy_s``; ``wait``, such as a clock's
    ``sleep``, is called with it if it shall really pass.
    """

    def __init__(self, chip: SpiChip, wait: Callable[[float], None] | None = None) -> None:
        self.transfers = 0
        self.bytes = 0
        self.busy_s = 0.0
        self.sending: Callable[[bytes], bytes] = lambda sent: sent
        """What the chip gets of what was sent."""
        self.spoiler: Callable[[bytes, bytes], bytes] = lambda _sent, got: got
        """What arrives of the chip's answer to what was sent."""
        self._chip = chip
        self._wait = wait
        self._silence: int | None = None
        self._error = 0
        self._wire = threading.Lock()

    def unplug(self, level: int = 0x00) -> None:
        """Cut the wires: everything reads as the level that MISO floats to, 0x00 or 0xFF."""
        self._silence = level

    def plug(self) -> None:
        """Mend the wires."""
        self._silence = None

    def fail(self, error: int) -> None:
        """Let every transfer fail with an errno; 0 ends that."""
        self._error = error

    def transfer(self, sent: bytes) -> bytes:
        """Carry one transfer; raises ``OSError`` as the kernel does."""
        with self._wire:
            self.transfers += 1
            self.bytes += len(sent)
            self.busy_s += TRANSFER_S
            if self._wait:
                self._wait(TRANSFER_S)
            if self._error:
                raise _error(self._error)
            if self._silence is not None:
                return bytes([self._silence]) * len(sent)
            return self.spoiler(sent, self._chip.transfer(self.sending(sent)))


class SimSpiBoard:
    """All chip selects of a machine, by bus and device number."""

    def __init__(self) -> None:
        self.lines: dict[tuple[int, int], SimSpiLine] = {}
        self.opened = 0
        """Devices that are open now."""

    def device(self) -> SimSpiDev:
        """Give a device that is not open yet, as ``spidev.SpiDev()`` does."""
        return SimSpiDev(self)

    def module(self) -> ModuleType:
        """Give something that programs may import as ``spidev``."""
        module = ModuleType("spidev")
        vars(module)["SpiDev"] = self.device
        return module


class SimSpiDev:
    """Stands for ``spidev.SpiDev``: its surface as far as it is needed, and its errors."""

    def __init__(self, board: SimSpiBoard) -> None:
        self.max_speed_hz = 125_000_000
        self.mode = 0
        self._board = board
        self._line: SimSpiLine | None = None

    def open(self, bus: int, device: int) -> None:
        """Open a chip select; raises ``FileNotFoundError`` where there is none."""
        if (bus, device) not in self._board.lines:
            raise _error(errno.ENOENT)
        self.close()
        self._line = self._board.lines[bus, device]
        self._board.opened += 1

    def xfer2(self, values: list[int]) -> list[int]:
        """Send bytes with the chip select held and give those that came meanwhile."""
        if len(values) > LONGEST_BYTES:
            raise OverflowError(f"Argument list size exceeds {LONGEST_BYTES} bytes.")
        if not self._line:
            raise _error(errno.EBADF)
        return list(self._line.transfer(bytes(values)))

    def close(self) -> None:
        """Give the bus back; may be called twice."""
        self._board.opened -= self._line is not None
        self._line = None


class Mfrc522OnSpi:
    """A chip, its field and its wires, alone on a board at a chip select.

    With ``paced`` tags take the time they really take, by ``clock``; without, only waiting does.  With
    ``charged`` the clock also moves on by ``TRANSFER_S`` at every transfer, for a ``LeapingClock``.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        paced: bool = True,
        charged: bool = False,
        version: int = 0x92,
        board: SimSpiBoard | None = None,
        bus: int = 0,
        device: int = 0,
    ) -> None:
        self.field = Field()
        self.chip = SimMfrc522(self.field, clock.now_s, version=version, air=paced)
        self.line = SimSpiLine(self.chip, clock.sleep if charged else None)
        self.board = board or SimSpiBoard()
        self._place = (bus, device)
        self.plug()

    def open_port(self) -> SpiRegisters:
        """Open the chip's registers as on a real bus; raises ``OSError`` while the bus is not there."""
        device = self.board.device()
        device.open(*self._place)
        return SpiRegisters(device)

    def place(self, tag: TagImage | Type2Tag) -> None:
        """Lay a tag on the reader, beside what lies there."""
        self.field.place(tag)

    def place_many(self, *tags: TagImage | Type2Tag) -> None:
        """Lay several tags down in the same moment."""
        self.field.place(*tags)

    def lift(self, uid: str | None = None) -> None:
        """Take a tag away, or all."""
        self.field.lift(uid)

    def unplug(self, level: int = 0x00) -> None:
        """Pull the chip off its wires, power with them."""
        self.line.unplug(level)
        self.chip.brown_out()

    def plug(self) -> None:
        """Put the chip back on its wires; it has forgotten everything."""
        self.board.lines[self._place] = self.line
        self.line.plug()
        self.line.fail(0)
        self.chip.brown_out()

    def remove(self) -> None:
        """Take the whole bus away, as when SPI is switched off: it cannot be opened."""
        del self.board.lines[self._place]
        self.line.fail(errno.ENODEV)

    def reset(self) -> None:
        """Let the supply dip: the chip forgets everything."""
        self.chip.brown_out()

    def close(self) -> None:
        """End it all; there is nothing that runs."""


def _error(code: int) -> OSError:
    return OSError(code, os.strerror(code))
