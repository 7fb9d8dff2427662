"""What is written on a tag: read back, never taken for another card, other records kept (R24)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.catalogue import load_cards
from companion.decks.record import Deck, deck_of
from companion.decks.written import (
    TYPE,
    Contradiction,
    Illegible,
    Inscription,
    Known,
    Learnt,
    OtherTag,
    inscribed,
    inscriber,
    inscription_on,
    record_for,
    resolve,
)
from drivers.flipper import parse_flipper
from drivers.iso14443a_frames import Refused
from drivers.ndef import (
    EXTERNAL,
    NdefError,
    Record,
    address_record,
    describe,
    message_of,
    records,
    text_record,
    with_record,
    written,
)
from drivers.ntag import Ntag
from drivers.ports import TagUnfit, WriteError
from drivers.sim.chips.ntag import WRITE, Nak, Type2Tag
from drivers.tag_memory import check, read_area, survey, writes
from drivers.tags import NTAG213, NTAG216, ULTRALIGHT_11, ULTRALIGHT_21, blank_tag

CARDS = load_cards("port-royal")
NAMES = frozenset(card.name for card in CARDS)
UID = "04a1b2c3d4e5f6"
OTHER_UID = "04a1b2c3d4e5f7"
DECK = Deck("Box 1", "port-royal", "3f9a01bc")
OLD, NEW = Inscription(DECK.id, "sailor-3-1#2"), Inscription(DECK.id, "jack-of-all-trades-6-1#3")
LINK = address_record("https://example.org/a-rather-long-address-on-it")
TEXT = text_record("mine, and longer than it was before")


def tag_with(*content, kind=NTAG213):
    return Type2Tag(blank_tag(kind, bytes.fromhex(UID), written(*content) if content else b""))


def memory_of(tag):
    return bytes(tag.memory[16 : tag.image.kind.tail_page * 4])


# -- reading back -------------------------------------------------------------------------
def test_every_card_can_be_written_and_is_read_back():
    for card in NAMES:
        said = Inscription(DECK.id, card)
        assert inscription_on(inscribed(bytes(144), UID, said), UID) == said


@pytest.mark.parametrize("kind", [NTAG213, NTAG216, ULTRALIGHT_21, ULTRALIGHT_11], ids=lambda kind: kind.name)
def test_a_card_fits_on_the_tags_that_people_buy(kind):
    assert len(inscribed(memory_of(tag_with(kind=kind)), UID, OLD)) <= kind.user_pages * 4


def test_other_records_stay_and_ours_is_put_in_the_place_of_the_old_one():
    before = written(LINK, record_for(UID, OLD), TEXT)
    after = inscribed(before, UID, NEW)
    assert records(message_of(after) or b"") == (LINK, record_for(UID, NEW), TEXT)
    assert inscription_on(after, UID) == NEW


@pytest.mark.parametrize(
    "memory", [b"", bytes(48), written(LINK), b"\x03\x05abcd", b"\xff" * 16, b"\x03\x01\xff"]
)
def test_a_tag_without_our_record_says_nothing(memory):
    assert inscription_on(memory, UID) is None


def test_what_cannot_be_read_is_not_written_over():
    with pytest.raises(NdefError):
        inscribed(b"\x03\x05abc" + b"\xff" * 8, UID, NEW)


@pytest.mark.parametrize(
    ("deck", "card"),
    [
        (DECK.id, "sailor"),
        (DECK.id, "sailor#0"),
        (DECK.id, "sailor#256"),
        (DECK.id, "Fähnrich#1"),
        ("12", "sailor-3-1#1"),
        ("nothex!!", "sailor-3-1#1"),
    ],
)
def test_what_is_no_card_is_not_written(deck, card):
    with pytest.raises(ValueError, match=r"."):
        record_for(UID, Inscription(deck, card))


@pytest.mark.parametrize("byte", range(len(record_for(UID, NEW).payload)))
@pytest.mark.parametrize("bit", [0, 3, 7])
def test_one_wrong_bit_is_never_another_card(byte, bit):
    payload = bytearray(record_for(UID, NEW).payload)
    payload[byte] ^= 1 << bit
    found = inscription_on(written(Record(EXTERNAL, TYPE, bytes(payload))), UID)
    assert isinstance(found, Illegible)
    assert found.sentence.endswith("write it again.")


def test_a_record_that_was_copied_from_another_tag_is_no_card():
    assert isinstance(inscription_on(inscribed(bytes(144), OTHER_UID, NEW), UID), Illegible)


def test_two_cards_on_one_tag_are_none():
    twice = written(record_for(UID, OLD), record_for(UID, NEW))
    assert inscription_on(twice, UID) == Illegible("The tag carries more than one card: write it again.")


@given(st.binary(max_size=64))
def test_any_content_of_our_type_is_a_card_or_a_sentence(payload):
    found = inscription_on(written(Record(EXTERNAL, TYPE, payload)), UID)
    assert isinstance(found, Illegible), "a check value of four bytes is not hit by chance"


@given(st.binary(max_size=200))
def test_R25_any_memory_is_read_without_an_exception(memory):
    assert not isinstance(inscription_on(memory, UID), Inscription)


# -- torn off -----------------------------------------------------------------------------
def tear(tag, target, at):
    """Write a memory page by page until so many bytes were programmed; tell whether the tag was torn off."""
    done = 0
    for write in writes(memory_of(tag), target):
        left = at - done
        if left < 4:
            tag.programming = lambda _page, old, new, left=left: new[:left] + old[left:]
        tag.selected = True
        tag.command(bytes([WRITE, write.page]) + write.content)
        tag.programming = lambda _page, _old, new: new
        done += 4
        if left < 4:
            return True
    return False


@pytest.mark.parametrize(
    ("kind", "before"),
    [
        (ULTRALIGHT_11, ()),
        (NTAG213, ()),
        (NTAG213, (record_for(UID, OLD),)),
        (NTAG213, (LINK, record_for(UID, OLD))),
        (NTAG216, (LINK, record_for(UID, OLD), TEXT)),
        (NTAG213, (LINK,)),
        (NTAG216, (TEXT, LINK)),
    ],
    ids=["blank and small", "blank", "ours", "ours last", "ours among others", "a link", "two others"],
)
def test_R24_a_tag_torn_off_at_every_byte_is_old_or_new_or_seen_to_be_broken(kind, before):
    sizes = 0
    for at in range(4 * 60):
        tag = tag_with(*before, kind=kind)
        start = memory_of(tag)
        old = inscription_on(start, UID)
        target = inscribed(start, UID, OLD if old is None else NEW)
        target += start[len(target) :]
        new = inscription_on(target, UID)
        torn = tear(tag, target, at)
        sizes += torn
        found = inscription_on(memory_of(tag), UID)
        assert found in (old, new, None) or isinstance(found, Illegible)
        assert found is not None or not torn or old is None or broken_or_empty(memory_of(tag))
        assert torn or found == new
        # asked for again, from what the tag held before: everything is there then
        assert isinstance(new, Inscription)
        again = inscriber(UID, new, start)(memory_of(tag))
        again += start[len(again) :]
        assert not tear(tag, again, 10_000)
        assert memory_of(tag) == target
    assert sizes > 15


def broken_or_empty(memory):
    """Tell whether a reader of the tag sees that something is missing."""
    try:
        return not message_of(memory) or not records(message_of(memory) or b"")
    except NdefError:
        return True


# -- what a tag is, all in all ------------------------------------------------------------
def test_the_map_comes_first():
    deck = deck_of("Box 1", "port-royal", {UID: "captain-4-1#1"}, DECK.id)
    assert resolve(deck, UID, None, NAMES) == Known("captain-4-1#1")
    assert resolve(deck, UID, written(LINK), NAMES) == Known("captain-4-1#1")
    same = inscribed(bytes(144), UID, Inscription(deck.id, "captain-4-1#1"))
    assert resolve(deck, UID, same, NAMES) == Known("captain-4-1#1")


def test_a_contradiction_is_told_and_not_followed():
    deck = deck_of("Box 1", "port-royal", {UID: "captain-4-1#1"}, DECK.id)
    assert resolve(deck, UID, inscribed(bytes(144), UID, OLD), NAMES) == Contradiction("captain-4-1#1", OLD)
    foreign = inscribed(bytes(144), UID, Inscription("00000000", "sailor-3-1#1"))
    assert resolve(deck, UID, foreign, NAMES) == Known("captain-4-1#1"), "it is about another deck"


def test_a_valid_record_of_the_right_deck_fills_the_map():
    memory = inscribed(bytes(144), UID, OLD)
    assert resolve(DECK, UID, memory, NAMES) == Learnt("sailor-3-1#2")
    assert resolve(DECK.tagged(UID, "sailor-3-1#2"), UID, None, NAMES) == Known("sailor-3-1#2")


@pytest.mark.parametrize(
    ("memory", "part"),
    [
        (None, ""),
        (b"", ""),
        (written(LINK), ""),
        (inscribed(bytes(144), UID, Inscription("00000000", "sailor-3-1#1")), "of another deck"),
        (inscribed(bytes(144), OTHER_UID, OLD), "a copy of another tag"),
        (inscribed(bytes(144), UID, Inscription(DECK.id, "kraken-9-9#1")), "no such card"),
        (with_record(bytes(144), Record(EXTERNAL, TYPE, b"\x02" + bytes(30))), "another version"),
    ],
)
def test_everything_else_is_an_unknown_tag(memory, part):
    reading = resolve(DECK, UID, memory, NAMES)
    assert isinstance(reading, OtherTag)
    assert part in reading.reason
    assert bool(part) == bool(reading.reason)


def test_a_retired_tag_is_not_taken_back_by_what_is_written_on_it():
    deck = DECK.tagged(UID, "sailor-3-1#2").without_tag("sailor-3-1#2")
    reading = resolve(deck, UID, inscribed(bytes(144), UID, OLD), NAMES)
    assert reading == OtherTag("This tag was retired.", retired_from="sailor-3-1#2")


def test_a_second_tag_for_a_card_is_not_learnt():
    deck = DECK.tagged(OTHER_UID, "sailor-3-1#2")
    reading = resolve(deck, UID, inscribed(bytes(144), UID, OLD), NAMES)
    assert isinstance(reading, OtherTag)
    assert (reading.written, "has another tag" in reading.reason) == (OLD, True)


# -- the real tags ------------------------------------------------------------------------
class Wire:
    """Carries commands straight to a tag."""

    def __init__(self, tag):
        self.tag = tag

    def exchange(self, message, *, timeout_s):
        try:
            answer = self.tag.command(message)
        except Nak as refusal:
            raise Refused(refusal.code) from None
        assert answer is not None
        return answer

    def select(self):
        self.tag.selected = True
        return Ntag(self)


REAL = {
    "Empty_NTAG213.nfc": "",
    "Google.nfc": "https://google.com",
    "Ntag213_locked.nfc": (NdefError, WriteError),
    "Ntag215.nfc": TagUnfit,
    "Open_Android_flipper.nfc": "w8/1",
    "RickRoll.nfc": "https://youtu.be",
    "Ultralight_11.nfc": TagUnfit,
}
"""What was written on each before and is kept; or why it is left alone, so that its number counts."""


def write_on(tag, inscription, uid):
    """Write as a reader does, and give what is read back."""
    wire = Wire(tag)
    found = survey(wire.select)
    target = inscribed(found.memory, uid, inscription)
    target += found.memory[len(target) :]
    todo = writes(found.memory, target)
    check(found, todo)
    for write in todo:
        wire.select().write(write.page, write.content)
    return read_area(wire.select(), len(found.memory))


@pytest.mark.parametrize("name", REAL)
def test_R24_a_real_tag_is_written_with_all_else_kept_or_left_alone(shared, name):
    image = parse_flipper((shared / "data" / "tags" / name).read_text())
    tag, before, expected = Type2Tag(image), b"".join(image.pages), REAL[name]
    assert inscription_on(image.user_memory, image.uid_hex) is None
    if not isinstance(expected, str):
        with pytest.raises(expected):
            write_on(tag, NEW, image.uid_hex)
        assert bytes(tag.memory) == before, "not a byte was changed"
        return
    there = records(message_of(image.user_memory) or b"")
    memory = write_on(tag, NEW, image.uid_hex)
    assert inscription_on(memory, image.uid_hex) == NEW
    assert describe(memory).startswith(expected)
    others = tuple(each for each in there if each.name_format)
    assert records(message_of(memory) or b"") == (*others, record_for(image.uid_hex, NEW))
    assert resolve(DECK, image.uid_hex, memory, NAMES) == Learnt(NEW.card)
