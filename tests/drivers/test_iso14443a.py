"""The ISO 14443-A layer on simulated tags, without a chip between them."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from drivers.iso14443a import REQA, RETRIES, AirCounts, TypeA
from drivers.iso14443a_frames import Garbled, NoAnswer, Refused, Reply, crc_a
from drivers.sim.chips.air import Air
from drivers.sim.chips.field import Field
from drivers.sim.chips.iso14443a import Frame, State, checksum
from drivers.sim.faults import flipped, lost, torn
from drivers.tags import TagImage, is_random, ntag213

UID4, UID7, UID10 = map(bytes.fromhex, ("a1b2c3d4", "04a1b2c3d4e5f6", "0401020304050607080a"))


def tag(uid: bytes) -> TagImage:
    """Give a tag of which nothing but the UID matters."""
    return TagImage(uid, 0x08 if len(uid) == 4 else 0x00, b"\x00\x04" if len(uid) == 4 else b"\x00\x44")


class Band:
    """Sends frames straight to the tags of a field."""

    def __init__(self, *tags: TagImage) -> None:
        self.field = Field()
        self.field.place(*tags)
        self.air = Air(self.field, time=False)
        self.air.power_up(0.0)
        self.sent: list[bytes] = []

    def transceive(self, message, *, last_bits=0, align=0, timeout_s=0.0, expected=0):
        self.sent.append(message)
        bits = 8 * len(message) - (8 - last_bits if last_bits else 0)
        _, incoming = self.air.send(Frame.of(message, bits), 0.0)
        if incoming is None:
            raise NoAnswer
        if incoming.parity_wrong and incoming.collision is None:
            raise Garbled
        frame = Frame(incoming.frame.value << align, incoming.frame.bits + align)
        return Reply(
            frame.message, frame.bits % 8, None if incoming.collision is None else incoming.collision + align
        )

    def spoil(self, *spoilers):
        self.air.faults.spoil(*spoilers)

    def states(self) -> list[State]:
        return [tag.state for tag in self.air.tags]


def uids(found) -> list[str]:
    return [picc.uid.hex() for picc in found]


@pytest.mark.parametrize(
    ("message", "crc"), [("0000", "a01e"), ("1234", "26cf"), ("5000", "57cd"), ("", "6363")]
)
def test_crc_a_as_the_standard_has_it(message, crc):
    assert crc_a(bytes.fromhex(message)).hex() == crc


@given(st.binary(max_size=40))
def test_crc_a_by_table_is_crc_a_by_bits(message):
    assert crc_a(message) == checksum(message)
    assert crc_a(message + crc_a(message)) == b"\0\0"


@pytest.mark.parametrize("uid", [UID4, UID7, UID10, bytes(4), bytes(7), b"\xff" * 10])
def test_R01_all_bytes_of_all_sizes(uid):
    (picc,) = TypeA(Band(tag(uid))).find()
    assert (picc.uid, picc.sak, picc.atqa) == (uid, tag(uid).sak, tag(uid).atqa)


three = st.binary(min_size=3, max_size=3)


@given(st.binary(min_size=4, max_size=4), three, three)
def test_R02_uids_that_share_four_bytes_stay_distinct(shared, one, other):
    assume(one != other)
    for pair in ((shared + one, shared + other), (one + shared, other + shared)):
        assert [uids(TypeA(Band(tag(uid))).find())[0] for uid in pair] == [uid.hex() for uid in pair]
        assert sorted(uids(TypeA(Band(*map(tag, pair))).find())) == sorted(uid.hex() for uid in pair)


def test_R05_a_genuine_uid_that_begins_like_a_cascade_tag():
    uid = bytes.fromhex("88a1b2c3")
    band = Band(tag(uid))
    air = TypeA(band)
    (picc,) = air.find()
    assert picc.uid == uid
    air.halt()
    air.activate(picc)
    assert band.states() == [State.ACTIVE]


def test_R06_random_uids_are_told_apart():
    assert is_random("08a1b2c3")
    assert not is_random("04a1b2c3")
    assert not is_random("08a1b2c3d4e5f6")


def test_R07_two_tags_with_one_uid_look_like_one():
    assert uids(TypeA(Band(tag(UID7), tag(UID7))).find()) == [UID7.hex()]


def mixed_uids():
    sizes = [st.binary(min_size=size, max_size=size) for size in (4, 7, 10)]
    return st.lists(st.one_of(sizes), min_size=1, max_size=4, unique=True)


@given(mixed_uids())
def test_R13_tags_of_any_kind_are_told_apart_bit_by_bit(several):
    assume(not any(len(uid) == 4 and uid[0] == 0x88 for uid in several))
    band = Band(*map(tag, several))
    air = TypeA(band)
    assert sorted(uids(air.find(most=4))) == sorted(uid.hex() for uid in several)
    air.halt()
    assert len(air.find(most=2)) == min(2, len(several))


@pytest.mark.parametrize("bit", range(56))
def test_R13_two_tags_that_differ_in_a_single_bit(bit):
    other = (int.from_bytes(UID7, "little") ^ 1 << bit).to_bytes(7, "little")
    band = Band(tag(UID7), tag(other))
    air = TypeA(band)
    assert sorted(uids(air.find())) == sorted([UID7.hex(), other.hex()])
    air.halt()
    assert band.states() == [State.HALT, State.HALT]
    assert len(air.find()) == 2


def test_R08_a_tag_put_to_sleep_answers_every_wake_up_and_no_request():
    band = Band(tag(UID7))
    air = TypeA(band)
    for _ in range(5):
        assert uids(air.find()) == [UID7.hex()]
        assert band.states() == [State.ACTIVE]
        air.halt()
        assert band.states() == [State.HALT]
    with pytest.raises(NoAnswer):
        air.wake(REQA)


def test_R08_without_sleep_every_second_call_is_lost():
    air = TypeA(Band(tag(UID7)))
    assert len(air.find()) == 1
    assert air.find() == ()  # selected: it takes the call for an error
    assert len(air.find()) == 1
    assert len(air.find(lying=True)) == 1  # called again, since it is known to be there


@pytest.mark.parametrize(
    "spoiler", [*(flipped(byte) for byte in range(5)), flipped(0, 7), torn(1), torn(3), lost]
)
@pytest.mark.parametrize("answer", range(5))
def test_R15_a_damaged_answer_is_asked_for_again(spoiler, answer):
    for parity in (True, False):
        band = Band(tag(UID7))
        band.air.parity = parity
        counts = AirCounts()
        band.spoil(*[lambda frame: frame] * answer, spoiler)
        found = TypeA(band, counts).find(lying=True)
        # a flipped ATQA is none of our business, and a lost one is called for again at once
        assert uids(found) == [UID7.hex()]
        assert counts.retries == counts.bad_frames
        assert counts.retries <= 1


def test_R15_two_damaged_answers_are_retries_and_the_third_is_a_miss():
    counts = AirCounts()
    band = Band(tag(UID7))
    band.spoil(*[torn(1)] * (1 + RETRIES))
    assert TypeA(band, counts).find() == ()
    assert (counts.bad_frames, counts.retries) == (3, 2)
    assert len(TypeA(band, counts).find(lying=True)) == 1


def test_a_collision_that_was_none_is_not_a_second_tag():
    class Crackling(Band):
        def transceive(self, message, **how):
            reply = super().transceive(message, **how)
            if message == b"\x93\x20" and self.crackles:
                self.crackles -= 1
                return Reply(reply.message, 0, collision=12)
            return reply

    band = Crackling(tag(UID7))
    band.crackles = 1
    air = TypeA(band)
    (picc,) = air.find()
    assert picc.uid == UID7
    if air.selected != picc:  # the second branch was looked into and was empty
        air.activate(picc)
    assert band.states() == [State.ACTIVE]


@pytest.mark.parametrize("uid", [UID4, UID7, UID10])
def test_a_tag_found_before_is_selected_again_among_others(uid):
    band = Band(tag(uid), tag(bytes(7)))
    air = TypeA(band)
    picc = next(picc for picc in air.find() if picc.uid == uid)
    for _ in range(2):
        air.activate(picc)
        assert air.selected == picc
        assert band.states() == [State.ACTIVE, State.IDLE] or band.states()[1] is State.HALT
    band.field.lift(uid.hex())
    band.air.look_again()
    with pytest.raises(NoAnswer):
        air.activate(picc)


def test_selecting_a_short_uid_where_a_long_one_lies_is_an_error():
    long = bytes.fromhex("01020304050607")
    (picc,) = TypeA(Band(tag(b"\x88\x01\x02\x03"))).find()
    with pytest.raises(Garbled, match="SAK 04 does not fit"):
        TypeA(Band(tag(long))).activate(picc)


class Scripted:
    """Gives replies one after the other, whatever is sent."""

    def __init__(self, *replies: Reply) -> None:
        self.replies = list(replies)

    def transceive(self, message, **how):
        if not self.replies:
            raise NoAnswer
        return self.replies.pop(0)


def whole(message: str, *, crc: bool = False) -> Reply:
    plain = bytes.fromhex(message)
    return Reply(plain + crc_a(plain) if crc else plain)


ATQA = whole("4400")
LEVEL = whole("8804a1b29f")
NOT_LAST = whole("04", crc=True)
WRONG = {
    "no ATQA": [whole("44")],
    "half an ATQA": [Reply(b"\x44\x00", 3)],
    "wrong BCC": [ATQA, whole("8804a1b29e")],
    "short level": [ATQA, whole("8804a1b2")],
    "long level": [ATQA, whole("8804a1b29f00")],
    "half a byte": [ATQA, Reply(bytes.fromhex("8804a1b29f"), 4)],
    "collision in BCC": [ATQA, Reply(bytes.fromhex("8804a1b29f"), 0, 36)],
    "collision before what is known": [ATQA, Reply(b"\x88\0\0\0\0", 0, 12), Reply(b"\0\0\0\0", 0, 2)],
    "wrong CRC of SAK": [ATQA, LEVEL, whole("04dad6")],
    "no SAK": [ATQA, LEVEL, whole("0404", crc=True)],
    "collision in SAK": [ATQA, LEVEL, Reply(b"\x04\xda\x17", 0, 3)],
    "not the last and no cascade tag": [ATQA, whole("a1b2c3d404"), NOT_LAST],
    "without end": [ATQA, *[LEVEL, NOT_LAST] * 3],
}


@pytest.mark.parametrize("replies", WRONG.values(), ids=WRONG)
def test_answers_that_cannot_be_are_no_tag(replies):
    counts = AirCounts()
    assert TypeA(Scripted(*replies), counts).find() == ()
    assert counts.bad_frames == 1


replies = st.builds(
    Reply,
    st.binary(max_size=8) | st.sampled_from([ATQA.message, LEVEL.message, NOT_LAST.message]),
    st.integers(0, 7) | st.just(0),
    st.none() | st.integers(0, 255),
)


@given(st.lists(replies, max_size=60))
def test_R25_no_answers_whatever_make_it_fail(answers):
    air = TypeA(Scripted(*answers))
    assert len(air.find(most=3, lying=True)) <= 3
    air.halt()


def test_commands_to_a_tag_that_is_selected():
    image = ntag213(UID7)
    band = Band(image)
    air = TypeA(band)
    (picc,) = air.find()
    assert air.exchange(b"\x60") == image.kind.version
    assert air.exchange(b"\xa2\x04\x01\x02\x03\x04") == b"\x0a"
    with pytest.raises(Refused, match="NAK 0") as refusal:
        air.exchange(b"\x30\xff")
    assert refusal.value.code == 0
    assert air.selected is None
    with pytest.raises(NoAnswer):
        air.exchange(b"\x60")
    air.activate(picc)
    band.spoil(flipped(3))
    band.air.parity = False
    with pytest.raises(Garbled, match="checksum"):
        air.exchange(b"\x60")
    assert air.exchange(b"\x60") == image.kind.version


def test_a_command_that_arrives_damaged_is_refused():
    band = Band(ntag213(UID7))
    TypeA(band).find()
    damaged = Frame.of(b"\x30\x04\x00\x00")
    assert band.air.tags[0].hear(damaged) == Frame(0x1, 4)
    assert band.states() == [State.IDLE]
