"""Tags written through every reader: order, reading back, refusals (R24)."""

from __future__ import annotations

import threading
import time
from concurrent.futures import CancelledError

import pytest

from drivers.buses import SystemClock
from drivers.iso14443a_frames import NoAnswer
from drivers.ndef import EXTERNAL, NdefError, Record, text_record, with_record, written
from drivers.pn532 import Pn532Reader
from drivers.pn532_uart import over_uart
from drivers.ports import (
    CardGone,
    CardSeen,
    TagAway,
    TagLocked,
    TagProtected,
    TagTooSmall,
    TagUnfit,
    TagWriter,
    WriteError,
)
from drivers.sim.chips.ntag import Type2Tag
from drivers.sim.clock import SteppedClock
from drivers.tags import (
    NTAG213,
    NTAG215,
    NTAG216,
    ULTRALIGHT,
    ULTRALIGHT_11,
    ULTRALIGHT_21,
    ULTRALIGHT_C,
    TagImage,
    UidError,
    blank_tag,
    ntag213,
    ultralight,
)
from drivers.writer import Writes
from tag_writing import LINK, OLD, OURS, PN532, UID, held, lay, ours, owners, write


# -- writing ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "kind", [NTAG213, NTAG215, NTAG216, ULTRALIGHT_21, ULTRALIGHT_C], ids=lambda k: k.name
)
def test_R24_a_record_is_added_and_the_others_stay(desk, kind):
    tag = lay(desk, blank_tag(kind, UID, b"\x01\x03\xa0\x0c\x34" + OLD))
    result = write(desk).result(0)
    assert result == owners(tag)[: len(result)]
    assert result[:5] == b"\x01\x03\xa0\x0c\x34"
    assert held(result) == (LINK, OURS)
    assert [type(item) for item in desk.items] == [CardSeen]  # it lay there all the time
    assert isinstance(desk.reader, TagWriter)


@pytest.mark.parametrize("kind", [ULTRALIGHT, ULTRALIGHT_11], ids=lambda k: k.name)
def test_R24_the_smallest_tags_are_written_too(desk, kind):
    tag = lay(desk, blank_tag(kind, UID))
    write(desk).result(0)
    assert held(owners(tag)) == (OURS,)


def test_R24_writing_again_puts_the_new_state_in_the_old_ones_place(desk):
    tag = lay(desk, ntag213(UID, OLD))
    write(desk)
    newer = Record(EXTERNAL, b"port-royal:card", b"captain-4 and more")
    assert held(write(desk, lambda memory: with_record(memory, newer)).result(0)) == (LINK, newer)
    assert held(owners(tag)) == (LINK, newer)


def test_R24_the_order_is_length_nought_payload_length(desk):
    tag = lay(desk, ntag213(UID, OLD))
    steps = []
    tag.programming = lambda page, _old, new: steps.append((page, new)) or new
    target = write(desk).result(0)
    assert steps[0] == (4, b"\x03\x00" + OLD[2:4])
    assert [page for page, _ in steps[1:-1]] == sorted({page for page, _ in steps[1:-1]})
    assert 4 not in {page for page, _ in steps[1:-1]}
    assert steps[-1] == (4, target[:4])


def test_R24_nothing_is_written_that_is_there_already(desk):
    tag = lay(desk, ntag213(UID, OLD))
    steps = []
    tag.programming = lambda page, _old, new: steps.append(page) or new
    assert write(desk, lambda memory: memory).result(0) == owners(tag)
    assert write(desk, lambda _memory: b"").result(0) == owners(tag)
    assert steps == []


def test_R24_the_tag_may_come_later(desk):
    future = desk.reader.write(UID.hex(), ours, 5)
    desk.run(2)
    assert not future.done()
    tag = lay(desk, ntag213(UID, OLD))
    desk.run(2)
    assert held(future.result(0)) == (LINK, OURS)
    assert held(owners(tag)) == (LINK, OURS)


def test_R24_other_tags_are_left_alone_and_two_at_once_too(desk):
    other = Type2Tag(ntag213(bytes.fromhex("04a1b2c3d4e5f7"), OLD))
    future = desk.reader.write(UID.hex(), ours, 30)
    desk.sim.place(other)
    desk.run(1)
    tag = lay(desk, ntag213(UID, OLD))
    desk.run(1)
    assert not future.done()
    assert held(owners(other)) == held(owners(tag)) == (LINK,)
    desk.sim.lift(other.image.uid_hex)
    desk.run(2)
    assert held(future.result(0)) == (LINK, OURS)
    assert held(owners(other)) == (LINK,)


def test_two_writings_of_one_tag_follow_each_other(desk):
    tag = lay(desk, ntag213(UID))
    first = desk.reader.write("04:A1:B2:C3:D4:E5:F6", ours, 5)
    second = desk.reader.write(UID.hex(), lambda memory: with_record(memory, text_record("mine")), 5)
    desk.run(4)
    assert held(first.result(0)) == (OURS,)
    assert held(second.result(0)) == held(owners(tag)) == (OURS, text_record("mine"))


@pytest.mark.parametrize("kind", PN532)
@pytest.mark.parametrize("status", [0x01, 0x02, 0x13, 0x14])
def test_R24_whatever_status_a_chip_gives_to_a_refusal(bench, kind, status):
    """A tag that does not know GET_VERSION refuses it; chips do not agree how they say so."""
    desk = bench(kind)
    desk.sim.end.chip.refused = status
    tag = lay(desk, ultralight(UID))
    assert held(write(desk).result(0)) == held(owners(tag)) == (OURS,)


# -- tags that cannot be written -----------------------------------------------------------
def changed(image, page, content):
    pages = list(image.pages)
    pages[page] = content
    return TagImage(image.uid, pages=tuple(pages), kind=image.kind)


def protected(kind, first, access):
    """Give a tag with a password for all pages from ``first`` on."""
    image = blank_tag(kind, UID, OLD)
    tail = bytearray(b"".join(image.pages[kind.tail_page :]))
    tail[kind.auth0] = first
    tail[kind.auth0 + (1 if kind.version else 4)] = access
    pages = image.pages[: kind.tail_page] + tuple(bytes(tail[at : at + 4]) for at in range(0, len(tail), 4))
    return TagImage(UID, pages=pages, kind=kind)


A = ntag213(UID, OLD)
C = blank_tag(ULTRALIGHT_C, UID, OLD)
REFUSED = {
    "a capability container that says read-only": (changed(A, 3, b"\xe1\x10\x12\x0f"), TagLocked),
    "static lock bits": (changed(A, 2, A.pages[2][:2] + b"\xf0\xff"), TagLocked),
    "one static lock bit": (changed(A, 2, A.pages[2][:2] + b"\x10\x00"), TagLocked),
    "dynamic lock bits": (changed(A, 40, b"\x03\x00\x00\xbd"), TagLocked),
    "dynamic lock bits of an Ultralight C": (changed(C, 40, b"\x02\x00\x00\x00"), TagLocked),
    "a password for writing": (protected(NTAG213, 4, 0x00), TagProtected),
    "a password for the last page": (protected(NTAG213, 19, 0x00), TagProtected),
    "a password for reading too": (protected(NTAG213, 4, 0x80), TagProtected),
    "a password of an EV1": (protected(ULTRALIGHT_21, 4, 0x00), TagProtected),
    "a key of an Ultralight C": (protected(ULTRALIGHT_C, 4, 0x01), TagProtected),
    "a key of an Ultralight C for reading too": (protected(ULTRALIGHT_C, 4, 0x00), TagProtected),
    "no capability container": (changed(A, 3, bytes(4)), TagUnfit),
    "no room at all": (changed(A, 3, b"\xe1\x10\x00\x00"), TagUnfit),
    "too little room": (blank_tag(ULTRALIGHT, UID, written(text_record("x" * 30))), TagTooSmall),
}


@pytest.mark.parametrize(("image", "error"), REFUSED.values(), ids=list(REFUSED))
def test_R24_a_tag_that_cannot_be_written_says_why_and_stays_as_it_is(desk, image, error):
    tag = lay(desk, image)
    before = bytes(tag.memory)
    caught = write(desk).exception(0)
    assert type(caught) is error
    assert caught.before is None
    assert str(caught).endswith(".")
    assert bytes(tag.memory) == before
    assert not any(type(item) is CardGone for item in desk.items)


ELSEWHERE = {
    "locks": changed(A, 40, b"\x00\x08\x00\xbd"),
    "password behind the record": protected(NTAG213, 30, 0x00),
    "password for reading the settings": protected(NTAG213, 41, 0x80),
    "the same, of a tag whose check byte looks like a page": TagImage(
        b"\x04\x8c\x02" + UID[3:], pages=protected(NTAG213, 41, 0x80).pages, kind=NTAG213
    ),
    "password of an EV1 for its settings": protected(ULTRALIGHT_11, 16, 0x80),
}


@pytest.mark.parametrize("image", ELSEWHERE.values(), ids=list(ELSEWHERE))
def test_R24_locks_and_passwords_elsewhere_on_the_tag_do_not_matter(desk, image):
    if image.uid != UID:
        pages = blank_tag(NTAG213, image.uid, OLD).pages
        assert pages[0][3] < 16
        image = TagImage(image.uid, pages=pages[:4] + image.pages[4:], kind=image.kind)
    tag = lay(desk, image)
    change = ours if image.kind is NTAG213 else (lambda _memory: written(OURS))
    future = desk.reader.write(image.uid_hex, change, 2)
    desk.run(2)
    assert OURS in held(future.result(0))
    assert held(owners(tag)) == held(future.result(0))


@pytest.mark.parametrize("atqa", [b"\x00\x04", b"\x03\x44"], ids=bytes.hex)
@pytest.mark.parametrize("sak", [0x08, 0x09, 0x10, 0x11, 0x18, 0x20, 0x28, 0x38, 0x88, 0x98, 0x00])
def test_tags_without_pages_are_read_by_uid_and_are_not_written(desk, sak, atqa):
    """Mifare Classic, Plus, DESFire, bank cards and phones, with UIDs of all sizes."""
    desk.reader._is_known = lambda _uid: False
    for uid in (UID[:4], UID, UID + UID[:3]):
        desk.sim.place(TagImage(uid, sak, atqa))
        future = desk.reader.write(uid.hex(), ours, 0.5)
        (seen, gone) = [*desk.run(0.8), *(desk.sim.lift(), desk.run(0.7))[1]]
        assert (seen.uid, seen.memory) == (uid.hex(), None)
        assert type(gone) is CardGone
        assert isinstance(future.exception(0), TagUnfit | TagAway)


# -- asking --------------------------------------------------------------------------------
def test_a_tag_that_never_comes_is_told_in_time(desk):
    future = desk.reader.write(UID.hex(), ours, 1.0)
    desk.run(0.9)
    assert not future.done()
    desk.run(0.3)
    assert isinstance(future.exception(0), TagAway)
    assert future.exception(0).before is None


def test_what_the_asker_raises_comes_back(desk):
    tag = lay(desk, ntag213(UID, b"\x77garbage"))
    before = bytes(tag.memory)
    assert isinstance(write(desk).exception(0), NdefError)
    assert isinstance(write(desk, lambda _memory: 1 / 0).exception(0), ZeroDivisionError)
    assert bytes(tag.memory) == before
    assert held(write(desk, lambda _memory: written(OURS)).result(0)) == (OURS,)


def test_an_asker_may_change_its_mind(desk):
    future = desk.reader.write(UID.hex(), ours, 5)
    desk.run(0.2)
    assert future.cancel()
    tag = lay(desk, ntag213(UID, OLD))
    desk.run(1)
    assert held(owners(tag)) == (LINK,)
    with pytest.raises(CancelledError):
        future.result(0)
    assert held(write(desk).result(0)) == (LINK, OURS)


def test_what_is_no_uid_is_not_asked_for(desk):
    with pytest.raises(UidError):
        desk.reader.write("04a1", ours, 1)


def test_a_reader_that_is_closed_writes_nothing(desk):
    waiting = desk.reader.write(UID.hex(), ours, 60)
    gone = desk.reader.write(UID.hex(), ours, 60)
    gone.cancel()
    desk.reader.close()
    desk.reader.close()
    for future in (waiting, desk.reader.write(UID.hex(), ours, 60)):
        assert type(future.exception(0)) is WriteError
    assert gone.cancelled()
    desk.reader.end()


def test_a_reader_that_is_told_to_stop_in_the_middle_says_so(uart):
    tag = lay(uart, ntag213(UID, OLD))
    left = iter(range(3))

    def program(_page, _old, new):
        if next(left, None) == 2:
            uart.reader._thread.stop.set()
        return new

    tag.programming = program
    caught = write(uart).exception(0)
    assert type(caught) is WriteError
    assert caught.before[: len(OLD)] == OLD


def test_it_runs_in_the_readers_thread_and_callers_never_wait(steady, inbox):
    steady.start()
    tag = Type2Tag(ntag213(UID, OLD))
    threads = []

    def change(memory):
        threads.append(threading.current_thread().name)
        return ours(memory)

    began_s = time.monotonic()
    future = steady.reader.write(UID.hex(), change, 10)
    assert time.monotonic() - began_s < 1
    steady.chip.place(tag)
    assert held(future.result(20)) == (LINK, OURS)
    assert threads == ["reader-main"]
    assert inbox.wait(CardSeen).uid == UID.hex()


def test_a_reader_that_is_closed_while_somebody_waits_for_it(steady):
    reader = Pn532Reader("main", over_uart(steady.open_port), SystemClock())
    reader.start(lambda _item: None)
    future = reader.write(UID.hex(), ours, 60)
    time.sleep(0.1)
    reader.close()
    assert isinstance(future.exception(1), WriteError)


def test_serving_what_ended_meanwhile_does_nothing():
    queue, clock = Writes(SteppedClock()), threading.Event()
    future = queue.ask(UID.hex(), ours, 1)

    def closing():
        queue.close()
        raise NoAnswer("gone")

    queue.serve(UID.hex(), closing, clock)
    assert isinstance(future.exception(0), WriteError)
    queue.serve(UID.hex(), closing, clock)
