"""Commands of NTAG21x tags over the air of simulated ones, and reading a whole memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.iso14443a import TypeA
from drivers.iso14443a_frames import Garbled, NoAnswer, Refused, Reply
from drivers.ndef import text_record, written
from drivers.ntag import MOST_PAGES, MOST_USER_BYTES, Ntag, read_memory
from drivers.sim.chips.air import Air
from drivers.sim.chips.field import Field
from drivers.sim.chips.iso14443a import Frame
from drivers.sim.faults import flipped, intact, lost, torn
from drivers.tags import TagImage, ntag213, ntag215, ntag216, ultralight

UID = bytes.fromhex("04a1b2c3d4e5f6")


class Tap:
    """A tag that was woken and selected, straight through the air."""

    def __init__(self, image: TagImage) -> None:
        self.field = Field()
        self.field.place(image)
        self.air = Air(self.field, time=False)
        self.air.power_up(0.0)
        self.type_a = TypeA(self)
        self.tag = Ntag(self.type_a)
        self.select()

    def select(self) -> None:
        self.type_a.find(lying=True)

    def transceive(self, message, *, last_bits=0, align=0, timeout_s=0.0, expected=0):
        bits = 8 * len(message) - (8 - last_bits if last_bits else 0)
        _, incoming = self.air.send(Frame.of(message, bits), 0.0)
        if incoming is None:
            raise NoAnswer
        if incoming.parity_wrong:
            raise Garbled
        return Reply(incoming.frame.message, incoming.frame.bits % 8)

    def memory(self) -> bytes | None:
        return read_memory(self.tag, self.field.tags[0].image.uid, lambda: False)


def test_read_gives_four_pages_and_begins_again_after_the_last():
    image = ntag213(UID, b"0123456789abcdef")
    tap = Tap(image)
    assert tap.tag.read(4) == b"0123456789abcdef"
    assert tap.tag.read(44) == bytes(4) + b"".join(image.pages[:3])
    with pytest.raises(Refused, match="NAK 0"):
        tap.tag.read(45)
    with pytest.raises(NoAnswer):  # it fell asleep
        tap.tag.read(4)


def test_fast_read_gives_up_to_fifteen_pages():
    tap = Tap(ntag216(UID, bytes(range(256)) * 3))
    assert tap.tag.fast_read(4, 4 + MOST_PAGES - 1) == bytes(range(60))
    assert tap.tag.fast_read(7, 7) == bytes(range(12, 16))
    for first, last in ((4, 19), (5, 4)):
        with pytest.raises(ValueError, match="cannot be read at once"):
            tap.tag.fast_read(first, last)
    with pytest.raises(Refused):
        tap.tag.fast_read(230, 231)


@pytest.mark.parametrize("new", [ntag213, ntag215, ntag216])
def test_get_version_tells_the_kind(new):
    image = new(UID)
    assert Tap(image).tag.version() == image.kind.version


def test_a_first_generation_ultralight_refuses_what_it_does_not_know():
    for ask in (Ntag.version, lambda tag: tag.fast_read(4, 5)):
        with pytest.raises(Refused):
            ask(Tap(ultralight(UID)).tag)


def test_write_changes_one_page():
    tap = Tap(ntag213(UID))
    tap.tag.write(5, b"port")
    assert tap.tag.read(4)[4:8] == b"port"
    with pytest.raises(ValueError, match="4 bytes"):
        tap.tag.write(5, b"royal")


def test_a_page_that_is_locked_or_not_there_is_refused():
    tap = Tap(ntag213(UID))
    tap.tag.write(2, b"\0\0\x20\x00")  # lock page 5
    for page in (5, 0, 1, 45):
        tap.select()
        with pytest.raises(Refused, match="NAK 0"):
            tap.tag.write(page, b"port")
    tap.select()
    tap.tag.write(6, b"port")
    tap.tag.write(3, b"\0\0\0\x0f")  # one-time programmable: bits are only added
    assert tap.tag.read(3)[:4] == bytes.fromhex("e110120f")


def test_a_write_whose_acknowledgement_is_lost_is_not_repeated():
    tap = Tap(ntag213(UID))
    tap.air.faults.spoil(lost)
    with pytest.raises(NoAnswer):
        tap.tag.write(5, b"port")
    assert tap.tag.read(5)[:4] == b"port"


def test_R15_a_damaged_answer_is_read_again_twice():
    tap = Tap(ntag213(UID, b"0123456789abcdef"))
    tap.air.faults.spoil(flipped(3), torn(5))
    assert tap.tag.read(4) == b"0123456789abcdef"
    tap.air.faults.spoil(flipped(3), torn(5), flipped(17))
    with pytest.raises(Garbled):
        tap.tag.read(4)
    assert tap.tag.read(4) == b"0123456789abcdef"


class Port:
    """Answers everything with the same bytes."""

    def __init__(self, answer: bytes) -> None:
        self.answer = answer

    def exchange(self, message, *, timeout_s):
        return self.answer


def test_answers_of_a_wrong_length_are_no_answers():
    for ask in (lambda tag: tag.read(4), Ntag.version, lambda tag: tag.fast_read(4, 4)):
        with pytest.raises(Garbled, match="5 bytes instead of"):
            ask(Ntag(Port(b"12345")))
    with pytest.raises(Garbled, match="no ACK"):
        Ntag(Port(b"\x0b")).write(4, b"port")


@pytest.mark.parametrize(
    ("image", "memory"),
    [
        (ntag213(UID, written(text_record("sailor 3"))), written(text_record("sailor 3"))),
        (ntag213(UID, bytes(144)), bytes(144)),
        (ntag216(UID, b"\x03\xff\x04\x00" + bytes(884)), b"\x03\xff\x04\x00" + bytes(884)),
        (ultralight(UID, b"\xfd" + bytes(40)), b"\xfd" + bytes(47)),
        (TagImage(UID, 0x08, b"\x00\x04"), None),
    ],
    ids=["text", "empty", "largest", "no end", "no memory"],
)
def test_a_memory_is_read_to_the_end_of_what_is_written(image, memory):
    got = Tap(image).memory()
    if memory is None:
        assert got is None
    else:
        assert got[: len(memory)] == memory
        assert len(got) <= min(len(memory) + 15, MOST_USER_BYTES)


def unformatted(pages: int) -> TagImage:
    image = ntag213(UID, b"\xfd\xff\xff\xff" + bytes(140))
    return TagImage(UID, 0, image.atqa, (*image.pages[:3], bytes(4), *image.pages[4:pages]), image.kind)


@pytest.mark.parametrize("pages", [16, 20, 41, 45])
def test_a_tag_without_a_stated_size_is_read_until_it_begins_again_or_refuses(pages):
    image = unformatted(pages)
    memory = Tap(image).memory()
    plain = b"".join(image.pages[4:-2]) + bytes(8)  # a password reads as zeros
    assert memory == plain


@given(st.integers(0, 9), st.booleans())
def test_a_tag_that_leaves_while_it_is_read(after, formatted):
    tap = Tap(ntag213(UID, b"\xfd\xff\xff\xff" + bytes(140)) if formatted else unformatted(45))
    tap.air.faults.spoil(*[intact] * after)
    tap.air.faults.always = lost
    assert tap.memory() is None


def test_reading_ends_when_there_is_no_time_left():
    tap = Tap(ntag216(UID, b"\x03\xff\x04\x00" + bytes(884)))
    asked = []

    def hurry() -> bool:
        asked.append(1)
        return len(asked) > 3

    assert read_memory(tap.tag, UID, hurry) is None
    assert len(asked) == 4
