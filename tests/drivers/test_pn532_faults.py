"""The PN532 driver on a line and a port that misbehave."""

from __future__ import annotations

import random
import termios
import time

import pytest
import serial

from drivers.iso14443a_frames import Garbled, NoAnswer, Refused
from drivers.pn532 import Pn532Reader
from drivers.pn532_commands import TargetPort
from drivers.pn532_frames import Target
from drivers.pn532_link import LinkCounts, Pn532Link, ReaderGarbled, ReaderGone, ReaderSilent
from drivers.pn532_uart import UartLine, over_uart
from drivers.ports import CardGone, CardSeen, ReaderBack, ReaderLost
from drivers.sim.clock import RunningClock
from drivers.sim.faults import flipped, intact, torn
from drivers.sim.frames import ACK_BYTES, ERROR_BYTES, answer_bytes
from drivers.tags import ntag213

A = ntag213(bytes.fromhex("04a1b2c3d4e5f6"))
ANSWER_BYTES = 23
"""Length of the answer that lists one tag of 7 bytes."""


def tap(desk, inbox):
    """Lay a tag down and take it away again; both must be told."""
    desk.chip.place(A)
    seen = inbox.wait(CardSeen)
    desk.chip.lift()
    inbox.wait(CardGone)
    inbox.clear()
    return seen


def meanwhile(desk, *acts):
    """Do something while a look is under way, and lay a tag down; take it away again: both must be told."""
    desk.after(0.05, lambda: ([act() for act in acts], desk.sim.place(A)))
    assert [(type(item), item.uid) for item in desk.run(1)] == [(CardSeen, A.uid_hex)]
    desk.sim.lift()
    assert [(type(item), item.uid) for item in desk.run(1)] == [(CardGone, A.uid_hex)]


@pytest.mark.parametrize("spoiler", [flipped, torn])
def test_R15_an_answer_spoiled_at_any_byte_is_asked_for_again(bench, spoiler):
    desk = bench("uart")
    desk.run(1)
    for byte in range(ANSWER_BYTES):
        meanwhile(desk, lambda byte=byte: desk.sim.end.faults.spoil(spoiler(byte)))
    counts = desk.reader.counts
    assert counts.bad_frames >= 8
    assert counts.losses == 0


def test_R15_two_spoiled_answers_are_retries_and_the_third_a_resync(bench):
    desk = bench("uart")
    desk.run(1)
    counts = desk.reader.counts
    for spoilers, expected in (
        ([flipped(12), flipped(13)], (2, 0)),
        ([flipped(12), flipped(13), flipped(14)], (4, 1)),
    ):
        meanwhile(desk, lambda spoilers=spoilers: desk.sim.end.faults.spoil(*spoilers))
        assert (counts.retries, counts.resyncs) == expected


def test_R15_noise_on_the_line_for_a_while(quick, inbox, eventually):
    quick.start()
    dice = random.Random(15)

    def noisy(frame: bytes) -> bytes:
        return flipped(dice.randrange(99), dice.randrange(8))(frame) if dice.random() < 0.2 else frame

    with quick.chip.faults() as faults:
        faults.always = noisy
    for _ in range(3):
        quick.chip.place(A)
        time.sleep(0.2)
        quick.chip.lift()
        time.sleep(0.1)
    with quick.chip.faults() as faults:
        faults.always = intact
    assert eventually(quick.is_looking)
    inbox.clear()
    tap(quick, inbox)
    assert quick.reader.counts.bad_frames > 0


def test_R15_bytes_nobody_asked_for_do_not_matter(bench):
    desk = bench("uart")
    desk.run(1)
    for stale in (b"\x00", ACK_BYTES, answer_bytes(0x02, b"\x32\x01\x06\x07"), b"\xff\x00\x13\x37"):
        meanwhile(desk, lambda stale=stale: desk.sim.end.chatter(stale))
    assert desk.reader.counts.stale_frames == 2


def test_R15_an_answer_that_comes_too_late_is_dropped(quick, inbox, eventually):
    quick.start()
    with quick.chip.faults() as faults:
        faults.late_s = 0.35  # more than a setting may take
    assert eventually(lambda: quick.reader.counts.resyncs >= 1)
    with quick.chip.faults() as faults:
        faults.late_s = 0.0
    assert eventually(quick.is_looking)
    inbox.clear()
    tap(quick, inbox)


@pytest.mark.parametrize("known", [True, False])
def test_R25_a_tag_that_leaves_at_any_byte(bench, known):
    desk = bench("uart", lambda _uid: known)
    desk.run(1)
    for after in range(1, 60):

        def act(after=after):
            desk.sim.end.faults.leave_after = after
            desk.sim.place(A)

        desk.after(0.05, act)
        assert [(type(item), item.uid) for item in desk.run(2)] == [
            (CardSeen, A.uid_hex),
            (CardGone, A.uid_hex),
        ]
    meanwhile(desk)


def test_an_answer_that_makes_no_sense_again_and_again_is_a_loss(quick, inbox):
    quick.start()
    with quick.chip.faults() as faults:
        faults.always = lambda frame: answer_bytes(0x4A, b"\x09") if frame[5:7] == b"\xd5\x4b" else frame
    quick.chip.place(A)
    assert "no number of tags: 09" in inbox.wait(ReaderLost).reason
    assert quick.reader.counts.resyncs > 0, "it was set up anew before"
    with quick.chip.faults() as faults:
        faults.always = intact
    inbox.wait(ReaderBack)
    assert inbox.wait(CardSeen).uid == A.uid_hex


class PortThatFails:
    """An open port of which some methods raise."""

    port = "/dev/ttyTEST"

    def __init__(self, error: Exception, *failing: str) -> None:
        self.error = error
        self.failing = failing

    def read(self, size=1):
        return self._or_fail("read", b"")

    def write(self, data):
        return self._or_fail("write", len(data))

    def close(self):
        self._or_fail("close", None)

    def _or_fail(self, method, result):
        if method in self.failing:
            raise self.error
        return result


GONE = [
    serial.SerialException("device reports readiness to read but returned no data"),
    serial.SerialTimeoutException("Write timeout"),
    OSError(5, "Input/output error"),
    termios.error(5, "Input/output error"),
    TypeError("'NoneType' object cannot be interpreted as an integer"),
    ValueError("file descriptor cannot be a negative integer (-1)"),
]


@pytest.mark.parametrize("error", GONE, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("failing", [("read",), ("write",), ("write", "close")], ids="-".join)
def test_R41_all_that_a_vanished_port_raises_is_one_error(error, failing):
    with pytest.raises(ReaderGone, match="reader main at /dev/ttyTEST: the port is gone"):
        Pn532Link(UartLine(PortThatFails(error, *failing), "main"), LinkCounts()).wake()


@pytest.mark.parametrize("error", GONE, ids=lambda error: type(error).__name__)
def test_R41_a_vanished_port_is_a_lost_reader_and_no_crash(inbox, eventually, error):
    attempts = []

    def open_port():
        attempts.append(1)
        return PortThatFails(error, "read", "close")

    reader = Pn532Reader("main", over_uart(open_port), RunningClock(speed=100))
    reader.start(inbox)
    assert eventually(lambda: len(attempts) > 2)
    reader.close()
    assert [type(item) for item in inbox.items] == [ReaderLost]


class ScriptedPort:
    """A port that answers each message with the next of some pieces of bytes."""

    def __init__(self, *answers: bytes) -> None:
        self.answers = list(answers)
        self.waiting = b""
        self.written = []

    def read(self, size=1):
        part, self.waiting = self.waiting[:size], self.waiting[size:]
        return part

    def write(self, data):
        self.written.append(data)
        self.waiting += self.answers.pop(0) if self.answers else b""
        return len(data)

    def close(self):
        pass


def link(*answers: bytes) -> Pn532Link:
    return Pn532Link(UartLine(ScriptedPort(*answers), "main"), LinkCounts())


def test_silence_and_garbage_are_told_apart():
    with pytest.raises(ReaderSilent, match="02 was not acknowledged, nothing came; last bytes: none"):
        link().send(0x02)
    with pytest.raises(ReaderGarbled, match=r"bad length 05 05 came; last bytes: 00 00 ff 05 05"):
        link(*[b"\x00\x00\xff\x05\x05"] * 3).send(0x02)
    with pytest.raises(ReaderSilent, match=r"no answer to 02 in 0\.2 s"):
        link(ACK_BYTES).exchange(0x02, timeout_s=0.2)
    with pytest.raises(ReaderGarbled, match="syntax error"):
        link(ACK_BYTES + ERROR_BYTES).exchange(0x02, timeout_s=0.2)


def test_the_answer_to_a_command_that_was_given_up_is_passed_over():
    counts, late = LinkCounts(), answer_bytes(0x14, b"")
    port = ScriptedPort(late + ACK_BYTES + late + answer_bytes(0x02, b"\x32\x01\x06\x07"))
    assert Pn532Link(UartLine(port, "main"), counts).exchange(0x02, timeout_s=0.2) == b"\x32\x01\x06\x07"
    assert counts.stale_frames == 2


def test_a_line_that_never_stops_is_garbage():
    with pytest.raises(ReaderGarbled, match="does not fall silent"):
        link(b"\x55" * 10_000).wake()
    with pytest.raises(ReaderGarbled):
        link(*[b"\x55" * 5_000] * 3).send(0x02)


def test_an_answer_cut_short_by_the_end_of_a_slice_is_waited_for():
    port = ScriptedPort(ACK_BYTES)
    frame = answer_bytes(0x02, b"\x32\x01\x06\x07")
    pieces = [b"", frame[:9], frame[9:]]
    port.read = lambda size, read=port.read: read(size) or (pieces.pop(0) if pieces else b"")
    assert (
        Pn532Link(UartLine(port, "main"), LinkCounts()).exchange(0x02, timeout_s=0.2) == b"\x32\x01\x06\x07"
    )


@pytest.mark.parametrize(
    ("answer", "error"),
    [(b"", Garbled), (b"\x02", Garbled), (b"\x13", Garbled), (b"\x01", NoAnswer), (b"\x14", Refused)],
)
def test_what_the_chip_says_of_a_tag_is_told_apart(answer, error):
    port = ScriptedPort(ACK_BYTES + answer_bytes(0x40, answer))
    link = Pn532Link(UartLine(port, "main"), LinkCounts())
    with pytest.raises(error):
        TargetPort(link, Target(1, A.uid, 0, b"")).exchange(b"\x30\x04", timeout_s=0.005)


def test_commands_that_the_chip_would_take_for_its_own_go_to_the_tag_unseen():
    port = ScriptedPort(ACK_BYTES + answer_bytes(0x42, b"\x00" + bytes(8)))
    link = Pn532Link(UartLine(port, "main"), LinkCounts())
    assert TargetPort(link, Target(1, A.uid, 0, b"")).exchange(b"\x60", timeout_s=0.005) == bytes(8)
    assert port.written[0][6:8] == b"\x42\x60"
