"""The PN532 driver on a simulated chip at a simulated I2C bus, in a time that leaps."""

from __future__ import annotations

import errno
import statistics
import threading
import time

import pytest

from drivers.buses import SystemClock
from drivers.ndef import describe, text_record, written
from drivers.pn532 import Pn532Reader
from drivers.pn532_frames import Ack, Answer, Damaged, command_frame
from drivers.pn532_i2c import I2cLine, over_i2c
from drivers.pn532_link import USUAL_ANSWER, LinkCounts, Pn532Link, ReaderGarbled, ReaderGone, ReaderSilent
from drivers.ports import CardGone, CardReader, CardsClash, CardSeen, ReaderBack, ReaderLost, TagWriter
from drivers.sim.faults import flipped, lost, torn
from drivers.sim.frames import answer_bytes
from drivers.sim.i2c import SimI2CBus
from drivers.sim.pn532_i2c import Pn532OnI2c
from drivers.tags import TagImage, ntag213, ntag216

A, B = ntag213(bytes.fromhex("04a1b2c3d4e5f6")), ntag213(bytes.fromhex("04a1b2c3d4e5f7"))
FIRMWARE = bytes.fromhex("32010607")


@pytest.fixture
def desk(bench):
    return bench("i2c")


def kinds(items):
    return [type(item) for item in items]


# -- the reader ---------------------------------------------------------------------------
def test_the_reader_is_one_that_writes_too(desk):
    assert isinstance(desk.reader, TagWriter)
    port: CardReader = desk.reader
    assert port.name == "main"


@pytest.mark.parametrize("uid", [b"\x00\x01\x02\x03", b"\x88\x01\x02\x03", A.uid, bytes(range(10))], ids=len)
def test_R01_R05_uids_of_all_sizes_come_whole(desk, uid):
    seen, gone = desk.tap(TagImage(uid, 0x08, b"\x00\x04"))
    assert (type(seen), type(gone)) == (CardSeen, CardGone)
    assert seen.uid == gone.uid == uid.hex()


def test_R04_the_same_tag_is_the_same_as_over_the_serial_line(desk, bench):
    tag = ntag216(A.uid, written(text_record("x" * 300)))
    other = bench("uart", lambda _uid: False)
    desk.reader._is_known = lambda _uid: False
    here, there = desk.tap(tag)[0], other.tap(tag)[0]
    assert (here.uid, here.memory) == (there.uid, there.memory)
    assert describe(here.memory) == "x" * 300


def test_R08_R09_flaky_contact_is_no_lifting_and_a_tag_that_stays_one_tap(desk):
    hits = iter([False, True, True] * 100_000)
    desk.sim.place(A)
    desk.run(0.2)
    desk.sim.field.misses = lambda _tag: next(hits)
    desk.run(60)
    assert kinds(desk.items) == [CardSeen]


def test_R10_lifted_and_laid_down_again_is_a_new_tap(desk):
    assert kinds(desk.tap(A) + desk.tap(A)) == [CardSeen, CardGone] * 2


def test_R13_two_tags_are_a_clash(desk):
    desk.sim.place_many(A, B)
    assert kinds(desk.run(0.5)) == [CardsClash]


def test_R14_a_tap_takes_25_ms_at_most(desk):
    desk.run(0.5)
    took_s = []
    for number in range(40):
        placed_s = desk.clock.now_s() + 0.7 + number * 0.0023
        desk.clock.at(placed_s, lambda: desk.sim.place(A))
        desk.clock.at(placed_s + 0.3, desk.sim.lift)
        took_s.append(desk.run(2)[0].at_s - placed_s)
    assert min(took_s) >= 0.0044
    assert statistics.quantiles(took_s, n=20)[18] <= 0.025


@pytest.mark.parametrize("state", ["asleep", "looking", "half a frame", "an answer nobody read", "ready"])
def test_R16_start_works_from_any_state_of_the_chip(desk, state):
    bus = desk.sim.bus
    if state != "asleep":
        desk.sim.end.wake()
        bus.transfer(0x24, command_frame(0x14, b"\x01"))
    if state == "looking":
        bus.transfer(0x24, command_frame(0x4A, b"\x02\x00"))
    elif state == "half a frame":
        bus.transfer(0x24, command_frame(0x02)[:6])
    elif state == "an answer nobody read":
        bus.read(0x24, 7)
    desk.sim.place(A)
    assert kinds(desk.run(0.3)) == [CardSeen]


def test_R17_a_chip_that_forgets_everything_works_again(desk):
    desk.run(0.5)
    for _ in range(3):
        desk.sim.reset()
        assert kinds(desk.tap(A)) == [CardSeen, CardGone]
        desk.sim.place(A)
        desk.run(0.4)
        desk.sim.reset()  # while the tag lies there
        assert desk.run(1) == []
        desk.sim.lift()
        assert kinds(desk.run(1)) == [CardGone]
    assert ReaderLost not in kinds(desk.items)
    assert desk.reader.counts.resyncs >= 3


def test_R18_an_idle_reader_is_polled_gently(desk):
    desk.run(1)
    before = desk.sim.bus.transfers, desk.sim.bus.busy_s
    desk.run(10)
    assert (desk.sim.bus.transfers - before[0]) / 10 <= 240
    assert (desk.sim.bus.busy_s - before[1]) / 10 <= 0.1  # at 100 kHz: displays have nine tenths of the bus


@pytest.mark.parametrize("how", ["pulled", "stuck", "removed"])
def test_R21_R28_lost_within_two_seconds_and_back_within_five(desk, how):
    desk.run(1.05)
    lost_s = desk.clock.now_s()
    {
        "pulled": desk.sim.unplug,
        "stuck": lambda: desk.sim.bus.stick(0.0),
        "removed": lambda: desk.sim.bus.fail(errno.ENODEV),
    }[how]()
    (loss,) = desk.run(3)
    assert type(loss) is ReaderLost
    assert loss.at_s - lost_s <= 2
    assert loss.reason.startswith("reader main at I2C address 0x24: ")
    desk.run(20)
    back_s = desk.clock.now_s()
    {"pulled": desk.sim.plug, "stuck": desk.sim.bus.release, "removed": desk.sim.bus.heal}[how]()
    (back,) = desk.run(5)
    assert type(back) is ReaderBack
    assert back.at_s - back_s <= 5
    assert kinds(desk.tap(A)) == [CardSeen, CardGone]
    assert desk.reader.counts.losses == 1


def test_R22_a_bus_that_cannot_be_opened_is_told_once_and_tried_again(desk):
    def missing():
        raise FileNotFoundError(errno.ENOENT, "No such file or directory: '/dev/i2c-1'")

    desk.reader = Pn532Reader("main", over_i2c(missing), desk.clock)
    desk.reader._outages.sink = desk.items.append
    (loss,) = desk.run(30)
    assert "/dev/i2c-1" in loss.reason


def test_it_works_in_real_time_and_beside_other_users_of_the_bus(inbox):
    bus = SimI2CBus()
    sim = Pn532OnI2c(bus)
    screen = type("Screen", (), {"write": lambda _self, _message: None})()
    bus.attach(0x3C, screen)
    reader = Pn532Reader("main", over_i2c(sim.open_bus), SystemClock())
    stop = threading.Event()

    def paint() -> None:
        port = bus.open()
        while not stop.wait(0.001):
            port.write_i2c_block_data(0x3C, 0x40, [0] * 32)

    painter = threading.Thread(target=paint)
    painter.start()
    try:
        reader.start(inbox)
        time.sleep(0.1)
        sim.place(A)
        assert inbox.wait(CardSeen).uid == A.uid_hex
        sim.lift()
        inbox.wait(CardGone)
    finally:
        stop.set()
        painter.join()
        reader.close()
    assert reader.counts.losses == 0


# -- the line -----------------------------------------------------------------------------
class Line:
    """A line on a chip that is awake, and the naps it took."""

    def __init__(self):
        self.naps = []
        self.sim = Pn532OnI2c(SimI2CBus(), lambda: sum(self.naps))
        self.sim.end.wake()
        self.counts = LinkCounts()
        self.line = I2cLine(self.sim.open_bus(), "reader main", self.counts, nap=self.naps.append)
        self.link = Pn532Link(self.line, self.counts)

    def ask(self, code=0x02, payload=b"", timeout_s=0.2):
        return self.link.exchange(code, payload, timeout_s=timeout_s)


@pytest.fixture
def line():
    return Line()


def test_a_command_is_acknowledged_and_answered(line):
    assert line.ask() == FIRMWARE
    assert line.line.last_bytes.startswith("01 00 00 ff 06 fa d5 03 32 01 06 07")
    assert line.counts == LinkCounts()


@pytest.mark.parametrize("naks", [1, 5, 11])
def test_R26_a_busy_chip_may_leave_its_address_unacknowledged(line, naks):
    line.sim.refuse(naks)
    assert line.ask() == FIRMWARE
    assert line.counts.naks == naks
    line.sim.refuse(naks, errno.EIO)
    assert line.ask() == FIRMWARE


def test_a_chip_that_never_acknowledges_is_silent(line):
    line.sim.unplug()
    with pytest.raises(ReaderSilent, match="nobody acknowledges the address"):
        line.ask()
    assert sum(line.naps) == pytest.approx(0.1)


def test_a_chip_that_is_never_ready_is_silent(line):
    line.sim.deaf = True
    with pytest.raises(ReaderSilent, match="command 02 was not acknowledged, nothing came"):
        line.ask()
    assert sum(line.naps) <= 0.2
    assert line.line.frame(0.05, 40) is None


def test_an_answer_that_does_not_come_in_time(line):
    line.sim.end.faults.late_s = 1.0
    with pytest.raises(ReaderSilent, match=r"no answer to 02 in 0\.2 s"):
        line.ask()
    assert 0.2 <= round(sum(line.naps), 9) <= 0.25


def test_a_long_answer_is_read_in_two_steps(line):
    echo = b"\x00" + bytes(range(150))
    assert line.ask(0x00, echo) == echo
    assert line.sim.end.frames_in == 2  # the command, and a NACK to have the answer once more
    assert line.counts == LinkCounts()
    echo = b"\x00" + bytes(USUAL_ANSWER - 1)
    assert line.ask(0x00, echo) == echo
    assert line.sim.end.frames_in == 3


def test_a_long_answer_whose_second_reading_does_not_come(line):
    line.link.send(0x00, b"\x00" + bytes(150))
    line.sim.end.faults.late_s = 0.0
    line.sim.end.hear(b"", whole=True)
    line.sim.spoil(lost)  # the repetition
    assert line.line.frame(0.05, 40) == Damaged("the rest of a frame does not come", whole=True)


@pytest.mark.parametrize("spoiler", [flipped, torn])
@pytest.mark.parametrize("byte", range(2, 13))
def test_R15_an_answer_spoiled_at_any_byte_is_asked_for_again(line, spoiler, byte):
    line.link.send(0x02)
    line.line.frame(0.1, 40)
    line.sim.end.frame()
    line.sim.spoil(lambda frame: frame, spoiler(byte if spoiler is flipped else byte - 1))
    assert line.ask() == FIRMWARE
    if byte < 12:
        assert line.counts.bad_frames >= 1
        assert line.counts.retries >= 1


def test_R15_an_answer_spoiled_again_and_again_is_garbage(line):
    line.sim.spoil(lambda frame: frame, flipped(7), flipped(7), flipped(7))
    with pytest.raises(ReaderGarbled, match="bad checksum"):
        line.ask()
    assert line.counts.bad_frames == 3


def test_an_acknowledgement_spoiled_at_any_byte_is_a_command_sent_again(line):
    for byte in range(1, 5):
        line.sim.spoil(flipped(byte))
        assert line.ask() == FIRMWARE
    assert line.counts.retries == 4


def test_the_answer_to_a_command_that_was_given_up_is_passed_over(line):
    line.sim.end.chatter(answer_bytes(0x14, b""))
    assert line.line.frame(0.1, 40) == Answer(0x15, b"")
    line.sim.end.hear(command_frame(0x02))
    assert line.line.frame(0.1, 6, longer=False) == Ack()
    assert line.line.frame(0.1, 40) == Answer(0x03, FIRMWARE)


def test_a_chip_that_always_has_something_to_say_is_garbage(line):
    for _ in range(20):
        line.sim.end.chatter(answer_bytes(0x14, b""))
    with pytest.raises(ReaderGarbled, match="does not fall silent"):
        line.line.drain()


@pytest.mark.parametrize("error", [errno.ETIMEDOUT, errno.EBADF, errno.ENODEV])
def test_R41_a_bus_that_fails_is_gone_at_once(line, error):
    line.sim.bus.fail(error)
    with pytest.raises(ReaderGone, match="reader main: the bus is gone"):
        line.ask()
    assert line.naps == []
    line.sim.bus.heal()
    line.link.close()
    with pytest.raises(ReaderGone, match="Bad file descriptor"):
        line.ask()


@pytest.mark.parametrize("error", [TypeError("no bus"), ValueError("fd -1")])
def test_R41_what_a_closed_bus_raises_otherwise_is_the_same(line, error):
    def fail(_message):
        raise error

    line.line._bus = type("Bus", (), {"i2c_rdwr": staticmethod(fail), "close": lambda _self: None})()
    with pytest.raises(ReaderGone):
        line.ask()
