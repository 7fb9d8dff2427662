"""Hostile tags and hopeless lines: whatever comes in, nothing but the drivers' own errors comes out (R25)."""

from __future__ import annotations

import random
from contextlib import suppress

import pytest

from drivers.iso14443a_frames import AirError, Garbled, NoAnswer, Refused
from drivers.ndef import (
    EXTERNAL,
    NdefError,
    Record,
    address_record,
    blocks,
    describe,
    is_whole,
    length_at,
    message_of,
    records,
    text_record,
    with_record,
    written,
)
from drivers.ntag import Ntag, read_memory
from drivers.pn532_frames import AnswerError, Damaged, FrameScanner, command_frame, read_targets
from drivers.ports import CardGone, CardSeen, WriteError
from drivers.sim.chips.ntag import WRITE, Nak, Type2Tag
from drivers.sim.frames import ACK_BYTES, answer_bytes
from drivers.tag_memory import survey, writes
from drivers.tags import KINDS, TagImage, blank_tag, ntag213

UID = bytes.fromhex("04a1b2c3d4e5f6")
OURS = Record(EXTERNAL, b"port-royal:card", b"sailor-3")


@pytest.fixture
def times(soak):
    return 100_000 if soak else 2_000


def mutated(dice, message):
    """Change bytes, leave some out, put some in, repeat some, or cut it off."""
    changed = bytearray(message)
    for _ in range(dice.randrange(1, 4)):
        at = dice.randrange(len(changed) + 1)
        match dice.randrange(5):
            case 0 if changed:
                changed[at % len(changed)] = dice.randrange(256)
            case 1:
                del changed[at : at + dice.randrange(1, 5)]
            case 2:
                changed[at:at] = dice.randbytes(dice.randrange(1, 5))
            case 3:
                changed[at:at] = changed[at : at + 8]
            case 4:
                del changed[at:]
    return bytes(changed)


def memory(dice):
    """Give a tag's memory that is random, or was a good one once."""
    good = written(
        address_record("https://example.org/" + "x" * dice.randrange(300)),
        text_record("y" * dice.randrange(30)),
        Record(
            dice.randrange(7), dice.randbytes(dice.randrange(9)), dice.randbytes(dice.randrange(40)), b"i"
        ),
    )
    lead = dice.choice([b"", b"\x01\x03\xa0\x0c\x34", b"\x00\x00", b"\xfd\x02zz"])
    return dice.choice([dice.randbytes(dice.randrange(900)), mutated(dice, lead + good), lead + good])


def test_R25_random_memories_are_read_or_refused(times, record_property):
    dice = random.Random(25)
    read = 0
    for _ in range(times):
        content = memory(dice)
        is_whole(content)
        with suppress(NdefError):
            list(blocks(content))
            length_at(content)
            describe(content)
            records(message_of(content) or b"")
            read += 1
    record_property("read", read)
    assert times / 4 < read < times


def test_R24_R25_a_record_is_added_to_whatever_can_be_read(times):
    dice = random.Random(24)
    added = 0
    for _ in range(times):
        before = memory(dice)
        try:
            kept = [each for each in records(message_of(before) or b"") if each.name_format]
            after = with_record(before, OURS)
        except NdefError:
            continue
        added += 1
        assert records(message_of(after)) == (*kept, OURS)
        assert with_record(after, OURS)[: len(after)] == after
    assert added > times / 4


class Straight:
    """A way to a tag without a reader, which garbles some answers on request."""

    def __init__(self, tag, garble):
        self.tag, self.garble = tag, garble

    def exchange(self, message, *, timeout_s):
        assert timeout_s > 0
        try:
            answer = self.tag.command(message)
        except Nak as nak:
            raise Refused(nak.code) from nak
        if answer is None:
            raise NoAnswer("nothing")
        return self.garble(answer)

    def select(self):
        self.tag.selected = True
        return Ntag(self)


def test_R25_tags_with_random_pages_are_surveyed_or_refused(times):
    dice = random.Random(26)
    surveyed = 0
    for _ in range(times // 10):
        kind = dice.choice(KINDS)
        content = bytearray(b"".join(blank_tag(kind, UID, memory(dice)[: kind.user_pages * 4]).pages))
        for _ in range(dice.randrange(12)):
            content[dice.randrange(8, len(content))] = dice.randrange(256)
        pages = tuple(bytes(content[at : at + 4]) for at in range(0, len(content), 4))
        spoilt = dice.random() < 0.1
        tag = Straight(
            Type2Tag(TagImage(UID, pages=pages, kind=kind)),
            lambda answer, spoilt=spoilt: mutated(dice, answer) if spoilt and dice.random() < 0.2 else answer,
        )
        found = read_memory(tag.select(), UID, lambda: False)
        assert found is None or len(found) <= 888 + 15
        with suppress(AirError, WriteError):
            found = survey(tag.select)
            surveyed += 1
            assert spoilt or found.memory == bytes(content[16 : 16 + len(found.memory)])
            list(writes(found.memory, found.memory))
    assert surveyed > times / 50


FRAMES = (
    ACK_BYTES,
    answer_bytes(0x02, b"\x32\x01\x06\x07"),
    answer_bytes(0x4A, b"\x01\x01\x00\x44\x00\x07" + UID),
    answer_bytes(0x4A, b"\x02\x01\x00\x44\x00\x07" + UID + b"\x02\x00\x04\x20\x04\x08\x01\x02\x03\x01"),
    answer_bytes(0x40, bytes(17)),
    answer_bytes(0x40, bytes(261)),
    command_frame(0x02),
)


def test_R15_R25_mutated_frames_are_cut_or_called_damaged(times, record_property):
    dice, damaged, scanner = random.Random(15), 0, FrameScanner()
    for _ in range(times):
        scanner.feed(mutated(dice, dice.choice(FRAMES)) + dice.choice([b"", ACK_BYTES]))
        while (frame := scanner.next()) is not None:
            damaged += isinstance(frame, Damaged)
        assert 0 <= scanner.wanted < 300
        assert scanner.last_bytes
        if dice.random() < 0.1:
            scanner.forget()
    record_property("damaged", damaged)
    assert damaged > times / 20


def test_R25_mutated_lists_of_tags_are_read_or_refused(times):
    dice = random.Random(27)
    for _ in range(times):
        with suppress(AnswerError):
            for target in read_targets(mutated(dice, FRAMES[3][7:-2])):
                assert len(target.uid) in (4, 7, 10)


@pytest.mark.parametrize("kind", ["uart", "i2c"])
def test_R15_R25_a_reader_on_a_hopeless_line_works_when_it_is_mended(bench, kind, times, record_property):
    """Mutate every third frame to the host and from it; a reader that does not get along says so."""
    dice = random.Random(16)
    desk = bench(kind, lambda _uid: False)
    mutations = 0

    def spoil(message):
        nonlocal mutations
        if dice.random() < 2 / 3:
            return message
        mutations += 1
        return mutated(dice, message)

    faults = desk.sim.end.faults
    faults.always = spoil
    faults.heard = lambda message: spoil(message) if message else message
    desk.reader._outages._was_there = True  # attempts are never more than four seconds apart
    while mutations < times // 2:
        desk.sim.place(ntag213(UID, memory(dice)[:144]))
        desk.run(dice.uniform(0.05, 1))
        desk.sim.lift()
        desk.run(dice.uniform(0.05, 0.5))
    record_property("counts", str(desk.reader.counts))
    assert desk.longest_turn_s <= 1.0 + 1.0  # a memory may be read for a second besides
    faults.always = lambda frame: frame
    del faults.heard
    desk.run(6)
    assert [type(item) for item in desk.tap(ntag213(UID))] == [CardSeen, CardGone]


def test_the_port_to_a_tag_garbles_when_told_to():
    """The fuzz above proves something only if its way to tags is a true one."""
    tag = Straight(Type2Tag(ntag213(UID)), lambda answer: answer)
    assert tag.select().read(0)[:3] == UID[:3]
    tag.select().write(4, b"abcd")
    assert tag.select().read(4)[:4] == b"abcd"
    tag.garble = lambda answer: answer + b"!"
    with pytest.raises(Garbled):
        tag.select().read(0)
    with pytest.raises(Refused):
        tag.select().write(0, b"abcd")
    tag.tag.selected = False
    with pytest.raises(NoAnswer):
        tag.exchange(bytes([WRITE]), timeout_s=1)
