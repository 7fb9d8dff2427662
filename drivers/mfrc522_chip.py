"""An MFRC522 at the end of a register port: reset, settings, field, frames out and in, health.

Source: MFRC522 data sheet, 8.5 (timer), 9 (registers), 10 (commands).  Waiting is counted in naps,
never measured by a clock that may be moved by hand; no call takes longer than 0.1 s (R29).
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from itertools import cycle

from drivers.iso14443a_frames import ANSWER_DELAY_S, ANSWER_TIMEOUT_S, Garbled, NoAnswer, Reply, air_s
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
OUTCOME = (Register.COM_IRQ, Register.ERROR, Register.FIFO_LEVEL, Register.CONTROL)
"""What tells how a frame ended, read in this order: once the first says so, the others stand."""
NAP_S = 0.0002
"""Between looks at what came of a frame, when the first one was too early (R18)."""
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


def _first_nap_s(size: int, timeout_s: float, expected: int) -> float:
    """Say when to look first: when the answer is in, or when the chip gives up on one that begins at once."""
    if expected:
        return air_s(size) + ANSWER_DELAY_S + air_s(expected)
    return air_s(size) + min(timeout_s, ANSWER_TIMEOUT_S) + TICK_S


def version_name(version: int) -> str:
    """Say what chip gives such a version number; clones work too (R17)."""
    return VERSIONS.get(version, f"chip of unknown version {version:02x}")


class bus_failures:  # noqa: N801 - used like ``suppress``; a generator would cost thrice as much at each poll
    """Turns what a missing, forbidden or vanished bus raises into ``ChipGone``; can be entered again."""

    __slots__ = ("_label",)

    def __init__(self, label: str) -> None:
        self._label = label

    def __enter__(self) -> None:
        """Begin to watch."""

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        """Raise ``ChipGone`` instead of ``OSError``."""
        if isinstance(error, OSError):
            raise ChipGone(f"{self._label}: its bus cannot be used ({error})") from error


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
        self._looks = cycle([(*OUTCOME, Register.TX_CONTROL, register) for register in self._settings])
        self._glanced: Sequence[Register] = (Register.TX_CONTROL,)
        self._glimpse = bytes([ANTENNA])
        """What the registers said that were read with the last outcome of a frame."""
        self._timeout_s = 0.0
        self._failures = bus_failures(label)

    def begin(self) -> None:
        """Make the chip ready from any state it may be in, its field on (R16).

        Raises ``ChipGone`` when nobody answers, ``ChipStuck`` when the reset does not end, ``ChipForgot``
        when settings do not stay.
        """
        with self._failures:
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
        with self._failures:
            self._read_version()
            registers = (Register.TX_CONTROL, *self._settings)
            self._check(registers, self._port.read_each(registers))

    def glance(self) -> None:
        """Check that the field was on when the last frame ended, and one setting; raises ``ChipForgot``.

        It costs nothing: both were read with the outcome of the frame, each time another setting.
        """
        self._check(self._glanced, self._glimpse)

    def _check(self, registers: Sequence[Register], values: bytes) -> None:
        """Check the field's switch, which comes first, and settings; raises ``ChipForgot``."""
        drive = values[0]
        if drive in NOBODY or drive & ANTENNA != ANTENNA:
            raise ChipForgot(f"{self._label}: its field went off (TX_CONTROL reads {drive:02x})")
        for register, got in zip(registers[1:], values[1:], strict=True):
            value = self._settings[register]
            if got != value:
                raise ChipForgot(
                    f"{self._label}: {register.name} reads {got:02x} instead of {value:02x}: it was reset"
                )

    def field_on(self) -> None:
        """Switch the field on and give tags the time to wake up."""
        with self._failures:
            self._port.write(Register.TX_CONTROL, DRIVERS_OFF | ANTENNA)
        self._nap(POWER_S)

    def field_off(self) -> None:
        """Switch the field off; all tags forget their state."""
        with self._failures:
            self._port.write(Register.TX_CONTROL, DRIVERS_OFF)

    def close(self) -> None:
        """Switch the field off and give the bus back, whatever state it is in."""
        with self._failures:
            try:
                self._port.write(Register.TX_CONTROL, DRIVERS_OFF)
            finally:
                self._port.close()

    def transceive(
        self,
        message: bytes,
        *,
        last_bits: int = 0,
        align: int = 0,
        timeout_s: float = ANSWER_TIMEOUT_S,
        expected: int = 0,
    ) -> Reply:
        """Send a frame and receive the answer, as ``Transceiver`` has it; at most 64 bytes each way.

        Raises ``NoAnswer``, ``Garbled``, and ``ChipStuck`` when the chip says neither in time.
        """
        with self._failures:
            self._send(message, align << 4 | last_bits, timeout_s)
            naps = round((timeout_s + GRACE_S) / NAP_S)
            irq, *outcome = self._await_answer(_first_nap_s(len(message), timeout_s, expected), naps)
            if not irq & Irq.RX:
                raise NoAnswer("no tag answers")
            return self._received(align, *outcome)

    def _send(self, message: bytes, framing: int, timeout_s: float) -> None:
        self._set_timer(timeout_s)
        port = self._port
        port.write(Register.COMMAND, Command.IDLE)
        port.write(Register.COM_IRQ, ~Irq.SET & 0xFF)
        port.write(Register.FIFO_LEVEL, FLUSH)
        port.write_many(Register.FIFO_DATA, message)
        port.write(Register.COMMAND, Command.TRANSCEIVE)
        port.write(Register.BIT_FRAMING, framing | START_SEND)

    def _set_timer(self, timeout_s: float) -> None:
        if timeout_s == self._timeout_s:
            return
        high, low = divmod(round(timeout_s / TICK_S), 0x100)
        for register, value in ((Register.T_RELOAD_HIGH, high), (Register.T_RELOAD_LOW, low)):
            if self._settings[register] != value:
                self._settings[register] = value
                self._port.write(register, value)
        self._timeout_s = timeout_s

    def _await_answer(self, first_nap_s: float, naps: int) -> bytes:
        """Wait until something came in or the chip's timer ran out; give what ``OUTCOME`` reads."""
        irq, registers = 0, next(self._looks)
        for number in range(naps):
            self._nap(NAP_S if number else first_nap_s)
            outcome = self._port.read_each(registers)
            irq = outcome[0]
            if irq & Irq.SET:
                break
            if irq & ENDED:
                self._glanced, self._glimpse = registers[len(OUTCOME) :], outcome[len(OUTCOME) :]
                return outcome[: len(OUTCOME)]
        if irq & Irq.ERROR and not irq & Irq.SET:
            raise Garbled("an answer that does not end")
        raise ChipStuck(f"{self._label}: it neither receives nor gives up (COM_IRQ reads {irq:02x})")

    def _received(self, align: int, faults: int, level: int, control: int) -> Reply:
        """Take an answer out of the FIFO and say how good it is."""
        last_bits = control & RX_LAST_BITS
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
