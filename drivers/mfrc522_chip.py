"""An MFRC522 at the end of a register port: reset, settings, field, frames out and in, health.

Source: MFRC522 data sheet, 8.5 (timer), 9 (registers), 10 (commands).  Waiting is counted in naps,
never measured by a clock that may be moved by hand; no call takes longer than 0.1 s (R29).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle

from drivers.iso14443a_frames import ANSWER_TIMEOUT_S, Garbled, NoAnswer, Reply
from drivers.mfrc522_registers import (
    ANTENNA,
    FIFO_BYTES,
    FLUSH,
    POSITION,
    POSITION_UNKNOWN,
    POWER_DOWN,
    RX_LAST_BITS,
    START_SEND,
    TIMER_HZ,
    Command,
    Fault,
    Irq,
    Register,
    RegisterPort,
)
from drivers.ports import DeviceError, DeviceGone

VERSIONS = {
    0x91: "MFRC522 version 1.0",
    0x92: "MFRC522 version 2.0",
    0x88: "clone FM17522",
    0x12: "clone that calls itself 12",
}
NOBODY = (0x00, 0xFF)
"""What every register reads as when no chip drives the line."""
GAINS_DB = {18: 0x2, 23: 0x3, 33: 0x4, 38: 0x5, 43: 0x6, 48: 0x7}
"""RxGain by decibels (9.3.3.6)."""
DEFAULT_GAIN_DB = 33
PRESCALER = 169
TICK_S = (2 * PRESCALER + 1) / TIMER_HZ
"""25 us."""
SETTINGS = {
    Register.T_MODE: 0x80,  # the timer starts by itself after the last bit sent
    Register.T_PRESCALER: PRESCALER,
    Register.TX_ASK: 0x40,  # 100 % modulation, as type A wants it
    Register.T_RELOAD_HIGH: 0,
    Register.T_RELOAD_LOW: 0,
    Register.MODE: 0x3D,  # as after a reset, with the preset of CRC_A: shows whether a reset came
}
DRIVERS_OFF = 0x80
ENDED = Irq.RX | Irq.IDLE | Irq.TIMER
FIRST_NAP_S, NAP_S = 0.0005, 0.0002
"""Before the first look at what came of a frame, and between later ones (R18)."""
GRACE_S = 0.01
"""On top of the timeout: the frames themselves, and a machine that is busy elsewhere."""
POWER_S = 0.005
"""Tags lose or find their state within this when the field goes off or on (ISO/IEC 14443-3, 5)."""
RESET_NAPS, RESET_NAP_S = 50, 0.001


class ChipGone(DeviceGone):
    """No chip answers on the bus, or the bus itself failed."""


class ChipForgot(DeviceError):
    """The chip lost its settings: its supply dipped, or something reset it (R17)."""


class ChipStuck(DeviceError):
    """The chip does not end what it was told to do."""


def version_name(version: int) -> str:
    """Say what chip gives such a version number; clones work too (hardware.md 3.1, row 36)."""
    return VERSIONS.get(version, f"chip of unknown version {version:02x}")


@contextmanager
def bus_failures(label: str) -> Iterator[None]:
    """Turn what a missing, forbidden or vanished bus raises into ``ChipGone``."""
    try:
        yield
    except OSError as error:
        raise ChipGone(f"{label}: its bus cannot be used ({error})") from error


class Mfrc522:
    """The chip; owns the open port.

    ``nap`` waits for so many seconds.  All methods raise ``ChipGone`` when the bus fails.
    """

    def __init__(
        self,
        port: RegisterPort,
        label: str,
        nap: Callable[[float], None],
        gain_db: int = DEFAULT_GAIN_DB,
    ) -> None:
        self.version = 0
        self._port = port
        self._label = label
        self._nap = nap
        self._settings = {**SETTINGS, Register.RF_CFG: GAINS_DB[gain_db] << 4 | 0x08}
        self._turn = cycle(self._settings)

    def begin(self) -> None:
        """Make the chip ready from any state it may be in, its field on (R16).

        Raises ``ChipGone`` when nobody answers, ``ChipStuck`` when the reset does not end, ``ChipForgot``
        when settings do not stay.
        """
        with bus_failures(self._label):
            self._read_version()
            self._port.write(Register.COMMAND, Command.SOFT_RESET)
            self._await_reset()
            for register, value in self._settings.items():
                self._port.write(register, value)
            self._port.write(Register.COLL, 0)  # what comes in after a collision is cleared
        self._nap(POWER_S)
        self.field_on()
        self.probe()

    def probe(self) -> None:
        """Check that the chip is there and works as it was told to; raises ``DeviceError`` (R17)."""
        with bus_failures(self._label):
            self._read_version()
            for register in self._settings:
                self._check(register)
        self.glance()

    def glance(self) -> None:
        """Check that the field is on, and one setting after the other; raises ``ChipForgot``."""
        with bus_failures(self._label):
            drive = self._port.read(Register.TX_CONTROL)
            if drive in NOBODY or drive & ANTENNA != ANTENNA:
                raise ChipForgot(f"{self._label}: its field went off (TX_CONTROL reads {drive:02x})")
            self._check(next(self._turn))

    def _check(self, register: Register) -> None:
        got, value = self._port.read(register), self._settings[register]
        if got != value:
            raise ChipForgot(
                f"{self._label}: {register.name} reads {got:02x} instead of {value:02x}: it was reset"
            )

    def field_on(self) -> None:
        """Switch the field on and give tags the time to wake up."""
        with bus_failures(self._label):
            self._port.write(Register.TX_CONTROL, DRIVERS_OFF | ANTENNA)
        self._nap(POWER_S)

    def field_off(self) -> None:
        """Switch the field off; all tags forget their state."""
        with bus_failures(self._label):
            self._port.write(Register.TX_CONTROL, DRIVERS_OFF)

    def close(self) -> None:
        """Switch the field off and give the bus back, whatever state it is in."""
        with bus_failures(self._label):
            try:
                self._port.write(Register.TX_CONTROL, DRIVERS_OFF)
            finally:
                self._port.close()

    def transceive(
        self, message: bytes, *, last_bits: int = 0, align: int = 0, timeout_s: float = ANSWER_TIMEOUT_S
    ) -> Reply:
        """Send a frame and receive the answer, as ``Transceiver`` has it; at most 64 bytes each way.

        Raises ``NoAnswer``, ``Garbled``, and ``ChipStuck`` when the chip says neither in time.
        """
        with bus_failures(self._label):
            self._send(message, align << 4 | last_bits, timeout_s)
            irq = self._await_answer(round((timeout_s + GRACE_S) / NAP_S))
            if not irq & Irq.RX:
                raise NoAnswer("no tag answers")
            return self._received(align)

    def _send(self, message: bytes, framing: int, timeout_s: float) -> None:
        self._set_timer(timeout_s)
        port = self._port
        port.write(Register.COMMAND, Command.IDLE)
        port.write(Register.COM_IRQ, ~Irq.SET & 0xFF)
        port.write(Register.FIFO_LEVEL, FLUSH)
        port.write_many(Register.FIFO_DATA, message)
        port.write(Register.BIT_FRAMING, framing)
        port.write(Register.COMMAND, Command.TRANSCEIVE)
        port.write(Register.BIT_FRAMING, framing | START_SEND)

    def _set_timer(self, timeout_s: float) -> None:
        high, low = divmod(round(timeout_s / TICK_S), 0x100)
        for register, value in ((Register.T_RELOAD_HIGH, high), (Register.T_RELOAD_LOW, low)):
            if self._settings[register] != value:
                self._settings[register] = value
                self._port.write(register, value)

    def _await_answer(self, naps: int) -> int:
        """Wait until something came in or the chip's timer ran out; give what it says."""
        irq = 0
        for number in range(naps):
            self._nap(NAP_S if number else FIRST_NAP_S)
            irq = self._port.read(Register.COM_IRQ)
            if irq & Irq.SET:
                break
            if irq & ENDED:
                return irq
        if irq & Irq.ERROR and not irq & Irq.SET:
            raise Garbled("an answer that does not end")
        raise ChipStuck(f"{self._label}: it neither receives nor gives up (COM_IRQ reads {irq:02x})")

    def _received(self, align: int) -> Reply:
        """Take an answer out of the FIFO and say how good it is."""
        faults = self._port.read(Register.ERROR)
        level = self._port.read(Register.FIFO_LEVEL)
        last_bits = self._port.read(Register.CONTROL) & RX_LAST_BITS
        if not 0 < level <= FIFO_BYTES or faults & Fault.FIFO_OVERFLOW:
            raise Garbled(f"an answer of {level} bytes")
        message = self._port.read_many(Register.FIFO_DATA, level)
        if faults & Fault.COLLISION:
            return Reply(message, last_bits, self._collision(align))
        if faults & (Fault.PARITY | Fault.PROTOCOL):
            raise Garbled(f"{message.hex(' ')} came with errors {faults:02x}")
        return Reply(message, last_bits)

    def _collision(self, align: int) -> int:
        """Give the place of the first collision in the FIFO; the chip counts from 1, 0 is 32 (9.3.1.15)."""
        where = self._port.read(Register.COLL)
        place = ((where & POSITION) or 32) - 1
        if where & POSITION_UNKNOWN or place < align:
            raise Garbled(f"a collision at no known place (COLL reads {where:02x})")
        return place

    def _read_version(self) -> None:
        version = self._port.read(Register.VERSION)
        if version not in VERSIONS and version != self.version:
            again = {self._port.read(Register.VERSION) for _ in range(2)}
            if again != {version}:  # a bit that flipped on a wire is no other chip, and no chip that is gone
                raise ChipForgot(
                    f"{self._label}: VERSION reads {version:02x}, then otherwise; check the wires"
                )
        if version in NOBODY:
            raise ChipGone(
                f"{self._label}: no MFRC522 answers (VERSION reads {version:02x}); check its 3.3 V and "
                "ground, that SPI is switched on, and the wires SCK, MOSI, MISO and SDA (chip select)"
            )
        if version not in VERSIONS and version != self.version:
            logging.getLogger(__name__).warning("%s: %s", self._label, version_name(version))
        self.version = version

    def _await_reset(self) -> None:
        """Wait until the oscillator runs (8.6, 10.3.1.10)."""
        for _ in range(RESET_NAPS):
            self._nap(RESET_NAP_S)
            if not self._port.read(Register.COMMAND) & POWER_DOWN:
                return
        raise ChipStuck(f"{self._label}: its reset does not end")
