"""A simulated MFRC522: its SPI interface, registers, FIFO, timer and commands, and the air above it.

Source: MFRC522 data sheet, 8.1.2 (SPI), 8.3 (FIFO), 8.4 (interrupts), 8.5 (timer), 9 (registers), 10
(commands).  RF details beyond them (field strength, gain) have no effect here.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from drivers.sim.chips.air import Air, Incoming
from drivers.sim.chips.field import Field
from drivers.sim.chips.iso14443a import Frame, State, checksum

# fmt: off
COMMAND, COM_IRQ, DIV_IRQ, ERROR, STATUS_1, STATUS_2 = 0x01, 0x04, 0x05, 0x06, 0x07, 0x08
FIFO_DATA, FIFO_LEVEL, CONTROL, BIT_FRAMING, COLL = 0x09, 0x0A, 0x0C, 0x0D, 0x0E
MODE, TX_CONTROL, TX_ASK, CRC_HIGH, CRC_LOW = 0x11, 0x14, 0x15, 0x21, 0x22
T_MODE, T_PRESCALER, T_RELOAD_HIGH, T_RELOAD_LOW, VERSION = 0x2A, 0x2B, 0x2C, 0x2D, 0x37
RESET_VALUES = {
    COMMAND: 0x20, 0x02: 0x80, COM_IRQ: 0x14, STATUS_1: 0x21, 0x0B: 0x08, CONTROL: 0x10, COLL: 0xA0,
    MODE: 0x3F, TX_CONTROL: 0x80, 0x16: 0x10, 0x17: 0x84, 0x18: 0x84, 0x19: 0x4D, 0x1C: 0x62, 0x1F: 0xEB,
    CRC_HIGH: 0xFF, CRC_LOW: 0xFF, 0x24: 0x26, 0x26: 0x48, 0x27: 0x88, 0x28: 0x20, 0x29: 0x20,
}
# fmt: on
"""What registers hold after a reset, 0 where nothing is said (9.3)."""
READ_ONLY = (ERROR, STATUS_1, CRC_HIGH, CRC_LOW, VERSION)
IDLE, CALC_CRC, TRANSCEIVE, MF_AUTHENT, SOFT_RESET = 0x0, 0x3, 0xC, 0xE, 0xF
TX_IRQ, RX_IRQ, IDLE_IRQ, ERROR_IRQ, TIMER_IRQ = 0x40, 0x20, 0x10, 0x02, 0x01
OVERFLOW, COLLISION, PARITY = 0x10, 0x08, 0x02
CRYPTO_ON = 0x08
FIFO_BYTES = 64
TIMER_HZ = 13.56e6
START_S = 1024 / 27.12e6
"""From a reset until the oscillator is taken for steady: 1024 of its periods, 38 us (8.8)."""
FACTORY_KEY = b"\xff" * 6
CLASSIC_SAKS = (0x08, 0x09, 0x18)


class SimMfrc522:
    """The chip; thread-safe.  ``now_s`` is the time it lives in; without ``air`` frames take none of it."""

    def __init__(
        self, field: Field, now_s: Callable[[], float], *, version: int = 0x92, air: bool = True
    ) -> None:
        self.air = Air(field, time=air)
        self.version = version
        self.deaf = False
        """No interrupt is ever raised."""
        self.on_field: Callable[[bool], None] = lambda _on: None
        """Called when the field goes on or off."""
        self._now_s = now_s
        self._lock = threading.RLock()
        self._registers = bytearray(0x40)
        self._fifo: deque[int] = deque()
        self._effects: dict[int, Callable[[int], None]] = {
            COMMAND: self._command,
            COM_IRQ: lambda value: self._mark(COM_IRQ, value),
            DIV_IRQ: lambda value: self._mark(DIV_IRQ, value),
            FIFO_DATA: lambda value: self._push(bytes([value])),
            FIFO_LEVEL: self._flush,
            BIT_FRAMING: self._frame,
            COLL: lambda value: self._keep(COLL, 0x80, value),
            TX_CONTROL: self._drive,
        }
        """What writing to a register does besides changing it."""
        self._reset()
        field.listen(self._field_changed)

    # -- the bus -------------------------------------------------------------------------
    def transfer(self, sent: bytes) -> bytes:
        """Take the bytes of one chip select and give those that the chip puts beside them (8.1.2)."""
        with self._lock:
            if not sent[0] & 0x80:
                for value in sent[1:]:
                    self.write(sent[0] >> 1 & 0x3F, value)
                return bytes(len(sent))
            return b"\x00" + bytes(self.read(address >> 1 & 0x3F) for address in sent[:-1])

    def read(self, register: int) -> int:
        """Give what a register says now."""
        self._catch_up()
        if register == FIFO_DATA:
            return self._fifo.popleft() if self._fifo else 0
        if register == FIFO_LEVEL:
            return len(self._fifo)
        if register == VERSION:
            return self.version
        if register == COMMAND and self._now_s() < self._ready_s:
            return self._registers[COMMAND] | 0x10
        return self._registers[register]

    def write(self, register: int, value: int) -> None:
        """Set a register, with all that follows from it."""
        self._catch_up()
        if register in self._effects:
            self._effects[register](value)
        elif register not in READ_ONLY:
            self._registers[register] = value

    def brown_out(self) -> None:
        """Let the supply dip: all settings are lost."""
        with self._lock:
            self._reset()

    @property
    def field_is_on(self) -> bool:
        """Both ends of the coil are driven."""
        return self._registers[TX_CONTROL] & 0x03 == 0x03

    # -- commands ------------------------------------------------------------------------
    def _reset(self) -> None:
        self._registers[:] = bytes(RESET_VALUES.get(register, 0) for register in range(0x40))
        self._fifo.clear()
        self._incoming: Incoming | None = None
        self._timeout_s: float | None = None
        self._ready_s = self._now_s() + START_S * self.air.time
        self._lose_power()

    def _command(self, value: int) -> None:
        command = value & 0xF
        self._registers[COMMAND] = value & 0x3F
        self._incoming = self._timeout_s = None
        if command == SOFT_RESET:
            self._reset()
        elif command == CALC_CRC:
            crc = checksum(bytes(self._fifo))
            self._fifo.clear()
            self._registers[CRC_LOW], self._registers[CRC_HIGH] = crc
            self._registers[DIV_IRQ] |= 0x04
        elif command == MF_AUTHENT:
            self._authenticate(bytes(self._fifo))

    def _authenticate(self, message: bytes) -> None:
        """Log in to a Mifare Classic, of which only the factory's key is known here (10.3.1.9)."""
        self._fifo.clear()
        knows = [tag for tag in self.air.tags if tag.state is State.ACTIVE]
        if message[2:8] == FACTORY_KEY and any(tag.tag.image.sak in CLASSIC_SAKS for tag in knows):
            self._registers[0x08] |= CRYPTO_ON
            self._registers[COMMAND] &= 0xF0
            self._raise(IDLE_IRQ)
        else:
            for tag in self.air.tags:
                tag.hear(Frame.of(message[:2] + b"??"))
            self._start_timer(self._now_s())

    # -- registers that do something -----------------------------------------------------
    def _keep(self, register: int, mask: int, value: int) -> None:
        """Change the bits of a mask only."""
        self._registers[register] = value & mask | self._registers[register] & ~mask

    def _mark(self, register: int, value: int) -> None:
        """Set or clear the marked interrupts; bit 7 says which (9.3.1.5)."""
        self._keep(register, value & 0x7F, 0x7F if value & 0x80 else 0)

    def _flush(self, value: int) -> None:
        if value & 0x80:
            self._fifo.clear()
            self._registers[ERROR] &= ~OVERFLOW

    def _frame(self, value: int) -> None:
        self._registers[BIT_FRAMING] = value & 0x7F
        if value & 0x80 and self._registers[COMMAND] & 0xF == TRANSCEIVE:
            self._send()

    def _drive(self, value: int) -> None:
        was_on = self.field_is_on
        self._registers[TX_CONTROL] = value
        if self.field_is_on and not was_on:
            self.air.power_up(max(self._now_s(), self._ready_s))
            self.on_field(True)
        elif was_on and not self.field_is_on:
            self._lose_power()

    def _lose_power(self) -> None:
        self.air.power_down()
        self.on_field(False)

    # -- the air -------------------------------------------------------------------------
    def _field_changed(self) -> None:
        with self._lock:
            self._catch_up()
            if self.field_is_on:
                self.air.look_again()

    def _send(self) -> None:
        """Send what the FIFO holds and take down what will come of it."""
        message = bytes(self._fifo)
        self._fifo.clear()
        last_bits = self._registers[BIT_FRAMING] & 7
        self._registers[ERROR] = 0
        self._keep(COLL, 0x3F, 0x20)
        self._raise(TX_IRQ)
        unsent = 8 - last_bits if last_bits and message else 0
        frame = Frame.of(message, 8 * len(message) - unsent)
        sent_s, self._incoming = self.air.send(frame, self._now_s())
        if self._registers[T_MODE] & 0x80:
            self._start_timer(sent_s)

    def _start_timer(self, from_s: float) -> None:
        ticks = (self._registers[T_RELOAD_HIGH] << 8 | self._registers[T_RELOAD_LOW]) + 1
        prescaler = (self._registers[T_MODE] & 0xF) << 8 | self._registers[T_PRESCALER]
        self._timeout_s = from_s + ticks * (2 * prescaler + 1) / TIMER_HZ * self.air.time

    def _catch_up(self) -> None:
        """Let happen what is due: the timer runs out, an answer is complete."""
        if self._timeout_s is None and self._incoming is None:
            return
        now_s, incoming = self._now_s(), self._incoming
        if self._timeout_s is not None:
            if incoming and incoming.noticed_s <= min(now_s, self._timeout_s):
                self._timeout_s = None
            elif self._timeout_s <= now_s:
                self._timeout_s = None
                self._raise(TIMER_IRQ)
        if incoming and incoming.ends_s <= now_s:
            self._incoming = None
            self._receive(incoming)

    def _receive(self, incoming: Incoming) -> None:
        """Put an answer into the FIFO; one whose sender has left meanwhile broke off."""
        frame, faults = incoming.frame, PARITY * incoming.parity_wrong
        align = self._registers[BIT_FRAMING] >> 4 & 7
        if any(tag not in self.air.tags for tag in incoming.senders):
            frame, faults = Frame.of(frame.message, frame.bits // 2), PARITY
        place = None if incoming.collision is None else incoming.collision + align
        if place is not None:
            faults |= COLLISION
            if place < 32:
                self._keep(COLL, 0x3F, (place + 1) % 32)
            if not self._registers[COLL] & 0x80:
                frame = Frame(frame.value & (1 << place - align) - 1, frame.bits)
        self._registers[ERROR] |= faults
        self._push(Frame(frame.value << align, frame.bits + align).message)
        self._keep(CONTROL, 7, (frame.bits + align) % 8)
        self._raise(RX_IRQ | (ERROR_IRQ if faults else 0))

    def _push(self, values: bytes) -> None:
        for value in values:
            if len(self._fifo) == FIFO_BYTES:
                self._registers[ERROR] |= OVERFLOW
                return
            self._fifo.append(value)

    def _raise(self, bits: int) -> None:
        if not self.deaf:
            self._registers[COM_IRQ] |= bits
