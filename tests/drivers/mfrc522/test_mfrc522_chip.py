"""The simulated MFRC522 by itself, and the chip driver on it."""

from __future__ import annotations

import errno
import logging
import sys
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.iso14443a import REQA, WUPA, TypeA
from drivers.iso14443a_frames import Garbled, NoAnswer, crc_a
from drivers.mfrc522_chip import (
    GAINS_DB,
    ChipForgot,
    ChipGone,
    ChipStuck,
    Mfrc522,
    version_name,
)
from drivers.mfrc522_registers import Command, Irq, Register
from drivers.sim.chips.iso14443a import Frame
from drivers.sim.faults import flipped, lost
from drivers.sim.spi import TRANSFER_S, LeapingClock, Mfrc522OnSpi, SimSpiBoard
from drivers.spi_registers import SpiRegisters, open_spi
from drivers.tags import TagImage, ntag213

UID = bytes.fromhex("04a1b2c3d4e5f6")
TAG = ntag213(UID, b"0123456789abcdef")
LONGEST_CALL_S = 0.1


class Bench:
    """A chip driver on a simulated chip, in time that passes by waiting and by transfers."""

    def __init__(self, **how) -> None:
        self.clock = LeapingClock()
        self.sim = Mfrc522OnSpi(self.clock, charged=True, **how)
        self.port = self.sim.open_port()
        self.chip = Mfrc522(self.port, "reader main", self.clock.sleep)

    def begin(self) -> Mfrc522:
        self.chip.begin()
        return self.chip

    def took_s(self, call) -> float:
        began_s = self.clock.now_s()
        call()
        return self.clock.now_s() - began_s


def reads_as(register: int, value: int):
    """Spoil what is read of one register, wherever in a transfer it is named."""

    def spoil(sent: bytes, got: bytes) -> bytes:
        named = (None, *sent[:-1])
        return bytes(
            value if name == 0x80 | register << 1 else byte for name, byte in zip(named, got, strict=True)
        )

    return spoil


@pytest.fixture
def bench() -> Bench:
    return Bench()


# -- the simulated chip against the data sheet --------------------------------------------
def test_a_burst_writes_and_reads_the_fifo(bench):
    bench.port.write_many(Register.FIFO_DATA, b"abc")
    before = bench.sim.line.transfers
    assert bench.port.read(Register.FIFO_LEVEL) == 3
    assert bench.port.read_many(Register.FIFO_DATA, 3) == b"abc"
    assert bench.sim.line.transfers - before == 2
    assert bench.port.read(Register.FIFO_DATA) == 0


def test_a_read_may_name_another_register_with_each_byte(bench):
    spi = bench.sim.board.device()
    spi.open(0, 0)
    addresses = [0x80 | Register.VERSION << 1, 0x80 | Register.MODE << 1, 0x80 | Register.TX_CONTROL << 1]
    assert spi.xfer2([*addresses, 0])[1:] == [0x92, 0x3F, 0x80]
    spi.close()


def test_the_fifo_holds_64_bytes_and_says_when_more_came(bench):
    bench.port.write_many(Register.FIFO_DATA, bytes(65))
    assert bench.port.read(Register.FIFO_LEVEL) == 64
    assert bench.port.read(Register.ERROR) == 0x10
    bench.port.write(Register.FIFO_LEVEL, 0x80)
    assert bench.port.read(Register.FIFO_LEVEL) == 0
    assert bench.port.read(Register.ERROR) == 0


def test_interrupts_are_set_and_cleared_by_bit_7(bench):
    assert bench.port.read(Register.COM_IRQ) == 0x14
    bench.port.write(Register.COM_IRQ, 0x10)
    assert bench.port.read(Register.COM_IRQ) == 0x04
    bench.port.write(Register.COM_IRQ, 0x80 | 0x21)
    assert bench.port.read(Register.COM_IRQ) == 0x25


@given(st.binary(max_size=64))
def test_the_chip_computes_crc_a(message):
    bench = Bench()
    bench.port.write_many(Register.FIFO_DATA, message)
    bench.port.write(Register.COMMAND, Command.CALC_CRC)
    assert bench.port.read(Register.DIV_IRQ) & 0x04
    assert bytes([bench.port.read(0x22), bench.port.read(0x21)]) == crc_a(message)


def test_a_reset_takes_its_time_and_forgets_all(bench):
    bench.begin()
    bench.port.write(Register.COMMAND, Command.SOFT_RESET)
    assert bench.port.read(Register.COMMAND) & 0x10
    bench.clock.sleep(0.001)
    assert not bench.port.read(Register.COMMAND) & 0x10
    assert bench.port.read(Register.MODE) == 0x3F
    assert not bench.sim.chip.field_is_on


@pytest.mark.parametrize(("sak", "key", "allowed"), [(0x08, b"\xff" * 6, True), (0x08, bytes(6), False)])
def test_a_log_in_with_the_factory_key(bench, sak, key, allowed):
    chip = bench.begin()
    bench.sim.place(TagImage(b"\x01\x02\x03\x04", sak, b"\x00\x04"))
    chip.transceive(bytes([REQA]), last_bits=7)
    level = chip.transceive(b"\x93\x20").message
    select = b"\x93\x70" + level
    chip.transceive(select + crc_a(select))
    for register, value in ((Register.COMMAND, 0), (Register.COM_IRQ, 0x7F), (Register.FIFO_LEVEL, 0x80)):
        bench.port.write(register, value)
    bench.port.write_many(Register.FIFO_DATA, b"\x60\x0b" + key + level[:4])
    bench.port.write(Register.COMMAND, Command.MF_AUTHENT)
    bench.clock.sleep(0.01)
    assert bench.port.read(Register.COM_IRQ) & 0x11 == (Irq.IDLE if allowed else Irq.TIMER)
    assert bool(bench.port.read(Register.STATUS_2) & 0x08) == allowed


def test_frames_take_the_time_they_take():
    for message, bits, answer_bits, milliseconds in (
        (b"\x26", 7, 16, 0.365),
        (b"\x93\x20", 16, 40, 0.724),
        (bytes(9), 72, 24, 1.148),
        (bytes(4), 32, 144, 1.998),
    ):
        air_s = Frame.of(message, bits).air_s + 1236 / 13.56e6 + Frame(0, answer_bits).air_s
        assert air_s * 1000 == pytest.approx(milliseconds, abs=0.006)


# -- the driver ---------------------------------------------------------------------------
@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0x12])
def test_R17_known_versions_are_taken(version, caplog):
    bench = Bench(version=version)
    assert bench.begin().version == version
    assert not caplog.records
    assert "unknown" not in version_name(version)


def test_R17_an_unknown_version_is_a_warning_and_no_refusal(caplog):
    bench = Bench(version=0xB2)
    with caplog.at_level(logging.WARNING):
        bench.begin()
        bench.chip.probe()
    assert [record.message for record in caplog.records] == ["reader main: chip of unknown version b2"]


@pytest.mark.parametrize("flipped_version", [0x00, 0xFF, 0x93])
def test_R17_a_version_that_was_misread_is_neither_a_loss_nor_another_chip(bench, caplog, flipped_version):
    chip = bench.begin()
    misread = iter([True])
    bench.sim.line.spoiler = lambda sent, got: (
        got[:1] + bytes([flipped_version])
        if sent[0] == 0x80 | Register.VERSION << 1 and next(misread, False)
        else got
    )
    with pytest.raises(ChipForgot, match="then otherwise; check the wires"):
        chip.probe()
    chip.probe()
    assert not caplog.records


@pytest.mark.parametrize("level", [0x00, 0xFF])
def test_R17_a_chip_that_is_not_connected_says_what_to_check(bench, level):
    bench.sim.unplug(level)
    with pytest.raises(ChipGone, match=f"VERSION reads {level:02x}.*3.3 V.*MISO"):
        bench.begin()
    bench.sim.plug()
    bench.begin()
    bench.sim.unplug(level)
    with pytest.raises(ChipGone):
        bench.chip.probe()


@pytest.mark.parametrize("error", [errno.ENODEV, errno.EIO])
def test_a_bus_that_fails_is_a_chip_that_is_gone(bench, error):
    bench.begin()
    bench.sim.line.fail(error)
    for call in (
        bench.chip.begin,
        bench.chip.probe,
        bench.chip.field_on,
        bench.chip.field_off,
        lambda: bench.chip.transceive(b"\x52", last_bits=7),
        bench.chip.close,
    ):
        with pytest.raises(ChipGone, match="reader main: its bus cannot be used"):
            call()
    assert bench.sim.board.opened == 0  # closed although its last word failed


def test_R16_begin_works_from_any_state(bench):
    states = [
        lambda: bench.port.write(Register.COMMAND, 0x10),  # power-down
        lambda: bench.port.write(Register.COMMAND, Command.TRANSCEIVE),
        lambda: bench.port.write(Register.STATUS_2, 0x08),  # encryption on
        lambda: bench.port.write_many(Register.FIFO_DATA, bytes(70)),
        lambda: bench.port.write(Register.COMMAND, Command.SOFT_RESET),
        lambda: [bench.port.write(register, 0xAA) for register in range(0x40)],
    ]
    bench.sim.place(TAG)
    for state in states:
        state()
        bench.begin()
        assert bench.chip.transceive(bytes([WUPA]), last_bits=7).message == b"\x44\x00"


@pytest.mark.parametrize(
    "register", ["T_MODE", "T_PRESCALER", "T_RELOAD_LOW", "TX_ASK", "MODE", "RF_CFG", "TX_CONTROL"]
)
def test_R17_any_setting_that_was_lost_is_noticed(bench, register):
    chip = bench.begin()

    def look_around():
        for _ in range(8):
            with suppress(NoAnswer):
                chip.transceive(b"\x52", last_bits=7)
            chip.glance()

    look_around()
    for check in (chip.probe, look_around):
        check()
        bench.port.write(Register[register], 0x00)
        with pytest.raises((ChipForgot, ChipStuck)):  # without its timer it does not even give up
            check()
        chip.begin()
        with pytest.raises(NoAnswer):
            chip.transceive(b"\x52", last_bits=7)


def test_R17_a_brown_out_is_noticed(bench):
    chip = bench.begin()
    bench.sim.reset()
    bench.clock.sleep(0.01)
    with pytest.raises(ChipForgot, match="its field went off"):
        chip.probe()


def test_a_reset_without_end_and_settings_that_do_not_stay_are_no_start(bench):
    bench.sim.line.spoiler = reads_as(Register.COMMAND, 0x30)
    began_s = bench.clock.now_s()
    with pytest.raises(ChipStuck, match="does not end"):
        bench.begin()
    assert bench.clock.now_s() - began_s <= LONGEST_CALL_S
    bench.sim.line.spoiler = reads_as(Register.TX_ASK, 0x00)
    with pytest.raises(ChipForgot, match="TX_ASK reads 00 instead of 40"):
        bench.begin()


@pytest.mark.parametrize("gain", GAINS_DB)
def test_R20_the_gain_is_set(gain):
    bench = Bench()
    Mfrc522(bench.port, "reader main", bench.clock.sleep, gain).begin()
    steps = (18, 23, 18, 23, 33, 38, 43, 48)  # RxGain in RFCfgReg (9.3.3.6)
    assert steps[bench.port.read(Register.RF_CFG) >> 4 & 7] == gain


def test_tags_get_their_time_to_wake_up(bench):
    chip = bench.begin()
    bench.sim.place(TAG)
    for _ in range(3):
        chip.field_off()
        assert not bench.sim.chip.field_is_on
        chip.field_on()
        assert chip.transceive(bytes([REQA]), last_bits=7).message == b"\x44\x00"


def test_no_answer_is_known_within_a_millisecond_and_few_transfers(bench):
    chip = bench.begin()

    def call():
        with pytest.raises(NoAnswer):
            chip.transceive(bytes([WUPA]), last_bits=7)

    call()
    before = bench.sim.line.transfers
    assert bench.took_s(call) <= 0.001
    assert bench.sim.line.transfers - before == 7


def test_a_uid_of_seven_bytes_takes_some_forty_transfers(bench):
    """What a call to SPI costs is the greater part of what a reader adds to the time on the air."""
    chip = bench.begin()
    bench.sim.place(TAG)
    before = bench.sim.line.transfers
    (picc,) = TypeA(chip).find()
    assert picc.uid == UID
    assert bench.sim.line.transfers - before <= 41


def test_R29_every_call_ends_though_the_chip_never_says_so(bench):
    chip = bench.begin()
    bench.sim.place(TAG)
    bench.sim.chip.deaf = True
    for timeout_s in (0.0004, 0.005, 0.01):

        def call(timeout_s=timeout_s):
            with pytest.raises(ChipStuck, match="neither receives nor gives up"):
                chip.transceive(b"\x52", last_bits=7, timeout_s=timeout_s)

        assert bench.took_s(call) <= LONGEST_CALL_S
    bench.sim.chip.deaf = False
    bench.sim.lift()
    with pytest.raises(NoAnswer):
        chip.transceive(b"\x52", last_bits=7)


def test_a_line_that_reads_ones_is_no_answer(bench):
    chip = bench.begin()
    bench.sim.unplug(0xFF)
    with pytest.raises(ChipStuck, match="COM_IRQ reads ff"):
        chip.transceive(b"\x52", last_bits=7)


def test_an_answer_that_began_and_never_ends_is_garbled(bench):
    chip = bench.begin()
    bench.sim.line.spoiler = reads_as(Register.COM_IRQ, 0x42)
    with pytest.raises(Garbled, match="does not end"):
        chip.transceive(b"\x52", last_bits=7)


def test_a_late_answer_is_no_answer(bench):
    chip = bench.begin()
    bench.sim.place(TAG)
    bench.sim.chip.air.faults.late_s = 0.002
    with pytest.raises(NoAnswer):
        chip.transceive(b"\x52", last_bits=7)
    with pytest.raises(NoAnswer):  # it is awake, and what it said before is not taken for an answer
        chip.transceive(b"\x26", last_bits=7)
    assert chip.transceive(b"\x26", last_bits=7, timeout_s=0.005).message == b"\x44\x00"


def test_R15_a_bit_that_flips_on_the_air_is_seen_by_its_parity(bench):
    chip = bench.begin()
    bench.sim.place(TAG)
    bench.sim.chip.air.faults.spoil(flipped(0))
    with pytest.raises(Garbled, match="errors 02"):
        chip.transceive(b"\x52", last_bits=7)


def test_what_the_antenna_picks_up_without_a_tag_is_garbled(bench):
    chip = bench.begin()
    bench.sim.chip.air.hum = lambda: b"\x13\x37"
    with pytest.raises(Garbled):
        chip.transceive(b"\x52", last_bits=7)
    bench.sim.chip.air.hum = lambda: bytes(70)
    with pytest.raises(Garbled, match="64 bytes"):
        chip.transceive(b"\x52", last_bits=7, timeout_s=0.01)


@pytest.mark.parametrize("bit", range(32))
def test_R13_a_collision_is_placed_where_tags_differ(bench, bit):
    chip = bench.begin()
    one = b"\x10\x20\x30\x40"
    other = (int.from_bytes(one, "little") ^ 1 << bit).to_bytes(4, "little")
    bench.sim.place_many(TagImage(one, 0x08), TagImage(other, 0x08))
    chip.transceive(b"\x52", last_bits=7)
    whole = chip.transceive(b"\x93\x20")
    assert whole.collision == bit
    mask = (1 << bit) - 1
    assert int.from_bytes(whole.message, "little") & ~mask == 0  # cleared from there on
    known = bit - bit // 3 - 1 if bit else 0
    if known > 0:  # with some bits sent along, the place counts from the byte they are in
        sent = (int.from_bytes(one, "little") & (1 << known) - 1).to_bytes(5, "little")
        count, rest = divmod(known, 8)
        reply = chip.transceive(
            bytes([0x93, 0x20 + (count << 4) + rest]) + sent[: count + (rest > 0)], last_bits=rest, align=rest
        )
        assert 8 * count + reply.collision == bit


def test_a_collision_at_no_known_place_is_garbled(bench):
    chip = bench.begin()
    bench.sim.place_many(TagImage(b"\x10\x20\x30\x40", 0x08), TagImage(b"\x11\x20\x30\x40", 0x08))
    bench.sim.line.spoiler = reads_as(Register.COLL, 0x20)
    chip.transceive(b"\x52", last_bits=7)
    with pytest.raises(Garbled, match="COLL reads 20"):
        chip.transceive(b"\x93\x20")


@pytest.mark.parametrize("left", range(8))
def test_R25_a_tag_that_leaves_at_any_byte_is_garbled_or_gone(bench, left):
    chip = bench.begin()
    bench.sim.place(TAG)
    bench.sim.chip.air.faults.leave_after = left
    got = b""
    with suppress(Garbled, NoAnswer):
        got += chip.transceive(b"\x52", last_bits=7).message
        got += chip.transceive(b"\x93\x20").message
    assert got == b"\x44\x00\x88\x04\xa1\xb2\x9f"[: len(got)]
    assert len(got) in (0, 1, 2, left)
    assert bench.sim.field.tags == ()


def test_a_tag_lifted_while_it_speaks_breaks_off(bench):
    chip = bench.begin()
    bench.sim.place(TAG)
    chip.transceive(b"\x52", last_bits=7)
    steps = iter([0.0004, 0.0002, 0.0002])

    def nap(_duration_s):
        bench.clock.sleep(next(steps))
        bench.sim.lift()  # 0.4 ms after the question the answer has begun

    chip._nap = nap
    with pytest.raises(Garbled, match="errors 02"):
        chip.transceive(b"\x93\x20")


def test_lost_answers_are_no_answers(bench):
    chip = bench.begin()
    bench.sim.place(TAG)
    bench.sim.chip.air.faults.spoil(lost)
    with pytest.raises(NoAnswer):
        chip.transceive(b"\x52", last_bits=7)


# -- the bus ------------------------------------------------------------------------------
def test_spidev_is_opened_in_mode_0_at_1_mhz(monkeypatch):
    bench = Bench()
    monkeypatch.setitem(sys.modules, "spidev", bench.sim.board.module())
    registers = open_spi(0, 0)
    assert isinstance(registers, SpiRegisters)
    assert (registers._device.mode, registers._device.max_speed_hz) == (0, 1_000_000)
    assert registers.read(Register.VERSION) == 0x92
    registers.close()
    with pytest.raises(FileNotFoundError):
        open_spi(0, 1)
    with pytest.raises(OSError, match="Bad file descriptor"):
        registers.read(Register.VERSION)
    bench.port.close()
    assert bench.sim.board.opened == 0


def test_spidev_that_is_not_installed_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(ChipGone.__base__, match=r"spidev is not installed: pip install"):
        open_spi()


def test_a_device_that_does_not_take_its_mode_is_closed_again(monkeypatch):
    board = SimSpiBoard()
    Mfrc522OnSpi(LeapingClock(), board=board)

    class Stubborn(type(board.device())):
        def __setattr__(self, name, value):
            if name == "mode" and hasattr(self, "_line"):
                raise OSError(22, "Invalid argument")
            super().__setattr__(name, value)

    module = board.module()
    module.SpiDev = lambda: Stubborn(board)
    monkeypatch.setitem(sys.modules, "spidev", module)
    with pytest.raises(OSError, match="Invalid argument"):
        open_spi()
    assert board.opened == 0


def test_a_simulated_device_has_the_limits_of_a_real_one():
    bench = Bench()
    device = bench.sim.board.device()
    device.open(0, 0)
    with pytest.raises(OverflowError):
        device.xfer2([0] * 4097)
    before_s, busy_s = bench.clock.now_s(), bench.sim.line.busy_s
    device.xfer2([0, 0, 0])
    assert bench.clock.now_s() - before_s == pytest.approx(TRANSFER_S)
    assert bench.sim.line.busy_s - busy_s == pytest.approx(TRANSFER_S)
    device.close()
    device.close()
    assert bench.sim.board.opened == 1  # the bench's own
    bench.sim.close()
