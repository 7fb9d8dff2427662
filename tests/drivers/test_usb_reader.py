"""The USB reader that types numbers, fed with the kernel's event records through pipes."""

from __future__ import annotations

import errno
import fcntl
import os
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.buses import SystemClock
from drivers.ports import CardGone, CardReader, CardSeen, ReaderBack, ReaderLost
from drivers.sim.clock import RunningClock, SteppedClock
from drivers.tags import UidError
from drivers.usb_reader import (
    DIGITS,
    EVENT,
    GRAB,
    InputDevice,
    Keyboard,
    KeyCounts,
    UsbReader,
    grab,
    open_input,
    uid_of,
)

CODES = {letter: code for code, letter in reversed(DIGITS.items())}
ENTER, SHIFT, KEYPAD_ENTER = 28, 42, 96
SYNC, DROPPED = (0, 0, 0), (0, 3, 0)
NUMBER, UID = "0078037508", "04a6c204"


def events(*triples):
    """Lay events out as the kernel does on this machine."""
    return b"".join(EVENT.pack(1_700_000_000, 250, *triple) for triple in triples)


def key(code):
    """Press a key and let it go."""
    return events((4, 4, 458_000 + code), (1, code, 1), SYNC, (1, code, 0), SYNC)


def typed(text, enter=ENTER):
    return b"".join(key(CODES[letter]) for letter in text.lower()) + key(enter)


class Port:
    """A USB port with a reader in it: a pipe that the driver opens the reading end of."""

    def __init__(self):
        self.write_end = self.read_end = None
        self.plug()

    def plug(self):
        self.read_end, self.write_end = os.pipe()

    def open(self):
        if self.read_end is None:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), "/dev/input/event7")
        file, self.read_end = self.read_end, None
        return InputDevice(file)

    def type(self, text, enter=ENTER):
        os.write(self.write_end, typed(text, enter))

    def unplug(self):
        if self.write_end is not None:
            os.close(self.write_end)
        self.write_end = None

    def close(self):
        self.unplug()
        if self.read_end is not None:
            os.close(self.read_end)


@pytest.fixture
def port():
    it = Port()
    yield it
    it.close()


@pytest.fixture
def reader(port, inbox):
    it = UsbReader("main", port.open, RunningClock(speed=10))
    it.start(inbox)
    yield it
    it.close()


# -- the reader ---------------------------------------------------------------------------
def test_a_number_that_is_typed_is_a_tap_and_soon_a_lifting(port, reader, inbox):
    which: CardReader = reader
    assert which.name == "main"
    port.type(NUMBER)
    seen = inbox.wait(CardSeen)
    assert (seen.reader, seen.uid, seen.memory) == ("main", UID, None)
    gone = inbox.wait(CardGone)
    assert gone.uid == UID
    assert 0.3 <= gone.at_s - seen.at_s <= 100  # ten seconds of the machine


def test_R10_the_same_tag_again_is_a_new_tap(port, reader, inbox):
    for times in (1, 2):
        port.type(NUMBER)
        inbox.wait(CardSeen, times)
        inbox.wait(CardGone, times)
    assert len(inbox.items) == 4


def test_R09_a_reader_that_repeats_a_lying_tag_taps_once(port, inbox, eventually):
    clock = SteppedClock()
    reader = UsbReader("main", port.open, clock, stay_s=0.8)
    reader.start(inbox)
    port.type(NUMBER)
    inbox.wait(CardSeen)
    for _ in range(5):
        clock.advance(0.5)
        before = reader._lying
        port.type(NUMBER)
        assert eventually(lambda before=before: reader._lying != before)
    assert len(inbox.items) == 1
    clock.advance(1)
    inbox.wait(CardGone)
    reader.close()


def test_another_tag_ends_the_stay_of_the_one_before(port, inbox):
    reader = UsbReader("main", port.open, SteppedClock(), "hex")
    reader.start(inbox)
    port.type("04A1B2C3D4E5F6", KEYPAD_ENTER)
    port.type("04a1b2c3d4e5f7")
    assert inbox.wait(CardSeen, 2).uid == "04a1b2c3d4e5f7"
    assert [type(item) for item in inbox.items] == [CardSeen, CardGone, CardSeen]
    reader.close()


def test_numbers_of_another_format_are_counted_and_are_no_taps(port, reader, inbox, eventually):
    for text in ("12", "4294967296", "04a1b2c3d4e5f6", "0" * 40):
        port.type(text)
    port.type("")
    port.type(NUMBER)
    assert inbox.wait(CardSeen).uid == UID
    assert len(inbox.of(CardSeen)) == 1
    assert reader.counts.bad_numbers == 4


def test_R21_unplugged_and_plugged_in_again(port, inbox):
    reader = UsbReader("main", port.open, SystemClock())
    reader.start(inbox)
    port.type(NUMBER)
    inbox.wait(CardSeen)
    os.write(port.write_end, typed("123")[: -5 * EVENT.size - 3])  # pulled in the middle of a number
    pulled_s = time.monotonic()
    port.unplug()
    loss = inbox.wait(ReaderLost)
    assert loss.reason.startswith("reader main: its event device cannot be read")
    assert time.monotonic() - pulled_s <= 2
    plugged_s = time.monotonic()
    port.plug()
    inbox.wait(ReaderBack)
    assert time.monotonic() - plugged_s <= 5
    inbox.wait(CardGone)
    port.type(NUMBER)
    assert inbox.wait(CardSeen, 2).uid == UID
    assert reader.counts.losses == 1
    reader.close()


def test_R22_a_reader_missing_at_start_is_told_once_and_found_later(port, inbox, eventually):
    attempts = []

    def missing_at_first():
        attempts.append(1)
        if len(attempts) < 4:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), "/dev/input/event7")
        return port.open()

    reader = UsbReader("main", missing_at_first, RunningClock(speed=50))
    reader.start(inbox)
    assert "Permission denied: '/dev/input/event7'" in inbox.wait(ReaderLost).reason
    inbox.wait(ReaderBack)
    assert len(inbox.items) == 2
    reader.close()


def test_R18_an_idle_reader_costs_next_to_nothing(port, inbox):
    reader = UsbReader("main", port.open, SystemClock())
    reader.start(inbox)
    cpu_s = time.process_time()
    time.sleep(0.5)
    assert time.process_time() - cpu_s <= 0.2
    began_s = time.monotonic()
    reader.close()
    assert time.monotonic() - began_s < 2


def test_a_device_that_cannot_be_closed_is_let_go(port, inbox, eventually):
    class Stuck:
        def read(self, timeout_s):
            raise OSError(errno.ENODEV, "gone")

        def close(self):
            raise OSError(errno.ENODEV, "gone")

    reader = UsbReader("main", Stuck, RunningClock(speed=100))
    reader.start(inbox)
    assert eventually(lambda: reader.counts.losses == 1)
    reader.close()


# -- the device ---------------------------------------------------------------------------
def test_a_device_is_opened_for_us_alone(tmp_path):
    taken = []
    path = tmp_path / "event7"
    os.mkfifo(path)
    device = open_input(str(path), taken.append)
    try:
        writer = os.open(path, os.O_WRONLY)
        os.write(writer, events(SYNC))
        assert device.read(1.0) == events(SYNC)
        assert device.read(0.0) == b""
        os.close(writer)
        with pytest.raises(OSError, match="No such device"):
            device.read(1.0)
    finally:
        device.close()
    assert len(taken) == 1


def test_a_device_that_somebody_else_has_is_given_back_at_once(tmp_path):
    """A plain file cannot be grabbed, as a device that is taken cannot; nothing may stay open."""
    path = tmp_path / "event7"
    path.touch()
    with pytest.raises(OSError, match="Inappropriate ioctl"):
        open_input(str(path))
    with pytest.raises(FileNotFoundError):
        open_input(str(tmp_path / "event8"))


def test_grabbing_is_the_kernels_command_for_it(monkeypatch):
    asked = []
    monkeypatch.setattr(fcntl, "ioctl", lambda *command: asked.append(command))
    grab(7)
    assert asked == [(7, GRAB, 1)]
    assert 1 << 30 | 4 << 16 | ord("E") << 8 | 0x90 == GRAB  # _IOW('E', 0x90, int)


# -- the keys -----------------------------------------------------------------------------
def lines(*chunks, apart_s=0.0):
    counts = KeyCounts()
    keyboard = Keyboard(counts)
    said = [line for number, chunk in enumerate(chunks) for line in keyboard.feed(chunk, number * apart_s)]
    return said, counts


@given(st.lists(st.text("0123456789abcdef", min_size=1, max_size=20), max_size=5), st.integers(1, 100))
def test_lines_come_whole_however_the_bytes_are_cut(texts, size):
    stream = b"".join(map(typed, texts))
    said, counts = lines(*(stream[at : at + size] for at in range(0, len(stream), size)))
    assert said == texts
    assert counts == KeyCounts()


def test_the_keypad_types_digits_too():
    keypad = {82: "0", 79: "1", 80: "2", 81: "3", 75: "4", 76: "5", 77: "6", 71: "7", 72: "8", 73: "9"}
    stream = b"".join(map(key, keypad)) + key(KEYPAD_ENTER)
    assert lines(stream)[0] == ["0123456789"]


def test_shift_repetition_and_other_keys_type_nothing():
    stream = events((1, SHIFT, 1), (1, CODES["7"], 1), (1, CODES["7"], 2), (1, CODES["7"], 0), (1, SHIFT, 0))
    assert lines(stream + key(15) + key(ENTER))[0] == ["7"]


def test_a_number_of_which_the_kernel_dropped_keys_is_no_number():
    said, counts = lines(typed("12")[: -5 * EVENT.size] + events(DROPPED) + typed("34") + typed("56"))
    assert said == ["56"]
    assert counts.lost_keys == 1


def test_a_number_that_is_not_ended_is_forgotten():
    said, counts = lines(key(CODES["1"]), typed("23"), apart_s=2.0)
    assert said == ["23"]
    assert counts.lost_keys == 1
    assert lines(key(CODES["1"]), typed("23"), apart_s=0.5)[0] == ["123"]


# -- the formats --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "form", "uid"),
    [
        ("0078037508", "decimal10", "04a6c204"),
        ("0078037508", "decimal10-reversed", "04c2a604"),
        ("0000000001", "decimal10", "00000001"),
        ("4294967295", "decimal10", "ffffffff"),
        ("04A1B2C3D4E5F6", "hex", "04a1b2c3d4e5f6"),
        ("f6e5d4c3b2a104", "hex-reversed", "04a1b2c3d4e5f6"),
        ("01020304", "hex", "01020304"),
        ("00" * 10, "hex", "00" * 10),
    ],
)
def test_R03_R04_every_format_gives_the_canonical_uid(text, form, uid):
    assert uid_of(text, form) == uid


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("78037508", "decimal10"),
        ("4294967296", "decimal10"),
        ("00780375080", "decimal10"),
        ("007803750a", "decimal10"),
        ("٠٠٧٨٠٣٧٥٠٨", "decimal10"),
        ("0102030", "hex"),
        ("0102030405", "hex"),
        ("", "hex"),
    ],
)
def test_what_is_no_number_of_its_format_is_refused(text, form):
    with pytest.raises(UidError):
        uid_of(text, form)
