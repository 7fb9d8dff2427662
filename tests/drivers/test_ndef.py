"""Written content: TLV blocks, records, and bytes that are neither."""

from __future__ import annotations

import contextlib
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ndef import (
    ADDRESS,
    EXTERNAL,
    MEDIA,
    URI_STARTS,
    WELL_KNOWN,
    Block,
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

any_record = st.builds(
    Record,
    st.sampled_from([WELL_KNOWN, MEDIA, ADDRESS, EXTERNAL]),
    st.binary(min_size=1, max_size=255),
    st.binary(max_size=600),
    st.binary(max_size=255),
)


def test_R23_every_kind_of_block_is_walked():
    memory = bytes.fromhex("00 01 03 a0 0c 34 00 02 03 f0 10 44 fd 01 ff 03 02 aa bb fe 03 01")
    assert list(blocks(memory)) == [
        Block(1, b"\xa0\x0c\x34"),
        Block(2, b"\xf0\x10\x44"),
        Block(0xFD, b"\xff"),
        Block(3, b"\xaa\xbb"),
        Block(0xFE, b""),
    ]
    assert message_of(memory) == b"\xaa\xbb"


@pytest.mark.parametrize("size", [0, 1, 254, 255, 256, 800])
def test_R23_lengths_of_one_and_of_three_bytes(size):
    content = bytes(size)
    length = bytes([size]) if size < 255 else b"\xff" + size.to_bytes(2, "big")
    assert message_of(b"\x03" + length + content + b"\xfe") == content
    assert message_of(b"\x03\xff" + size.to_bytes(2, "big") + content) == content


@pytest.mark.parametrize(
    ("memory", "said"),
    [
        ("03 05 01 02", "runs past the memory"),
        ("03", "within the length"),
        ("03 ff 01", "within the length"),
        ("41 50 00", "no TLV block of kind 41"),
    ],
)
def test_R23_blocks_that_are_none(memory, said):
    with pytest.raises(NdefError, match=said):
        message_of(bytes.fromhex(memory))


@pytest.mark.parametrize("memory", ["", "00 00 00", "fe 03 01 aa", "01 03 a0 0c 34"])
def test_a_memory_without_a_message(memory):
    assert message_of(bytes.fromhex(memory)) is None
    assert describe(bytes.fromhex(memory)) == ""


@given(st.lists(any_record, min_size=1, max_size=4))
def test_R23_several_records_come_back_as_they_were_written(content):
    assert records(message_of(written(*content))) == tuple(content)


@given(st.lists(any_record, min_size=1, max_size=3))
def test_a_memory_is_whole_exactly_when_its_message_is(content):
    memory = written(*content)
    end = len(memory) - 1  # the terminator is not waited for
    assert is_whole(memory)
    assert is_whole(memory[:end])
    assert not any(is_whole(memory[:cut]) for cut in {0, 1, end // 2, end - 1} - {end})


def test_an_end_without_a_message_is_whole_too():
    assert is_whole(b"\x00\x01\x03\xa0\x0c\x34\xfe")
    assert not is_whole(bytes(16))


def test_chunks_are_put_together():
    message = bytes.fromhex("b1 01 03 54 02 65 6e 36 00 02 68 69 56 00 01 21")
    assert records(message) == (Record(WELL_KNOWN, b"T", b"\x02enhi!"),)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("d1", "before its last record"),
        ("91 01 01 54 00", "before its last record"),
        ("c1 01 00 00", "head of a record"),
        ("d9 01 00", "head of a record"),
        ("d1 01 09 54", "runs past its message"),
        ("d7 00 00", "format 7"),
        ("d6 00 00", "out of order"),
        ("b1 01 00 54 51 01 00 54", "out of order"),
        ("f1 01 00 54", "last chunk"),
    ],
)
def test_records_that_are_none(message, said):
    with pytest.raises(NdefError, match=said):
        records(bytes.fromhex(message))


def test_an_empty_message_has_no_records():
    assert records(b"") == ()
    assert describe(b"\x03\x00\xfe") == ""
    assert describe(bytes.fromhex("03 03 d0 00 00 fe")) == ""


@pytest.mark.parametrize("start", URI_STARTS)
def test_addresses_come_back_with_their_start(start):
    address = start + "port-royal.example/?q=ü"
    assert describe(written(address_record(address))) == address


def test_there_are_36_starts_and_the_longest_is_taken():
    assert len(URI_STARTS) == 36
    assert address_record("https://www.a.b").payload == b"\x02a.b"


@given(st.text(), st.sampled_from(["en", "de", "pt-BR"]))
def test_texts_come_back_without_their_language(text, language):
    assert describe(written(text_record(text, language))) == (text or "T")


@pytest.mark.parametrize(
    ("payload", "text"),
    [
        (b"\x82en\xff\xfeh\0i\0", "hi"),
        (b"\x82en\xfe\xff\0h\0i", "hi"),
        (b"\x82en\0h\0i", "hi"),
        (b"\x02en\xff", "\ufffd"),
    ],
)
def test_texts_in_other_codings(payload, text):
    assert describe(written(Record(WELL_KNOWN, b"T", payload))) == text


def test_the_first_text_or_address_of_any_record_is_told():
    package = Record(EXTERNAL, b"android.com:pkg", b"x")
    assert describe(written(package, text_record("Sailor"))) == "Sailor"
    assert describe(written(package, Record(MEDIA, b"a/b", b""))) == "android.com:pkg"
    assert describe(written(Record(ADDRESS, b"http://x", b""))) == "http://x"


def test_a_smart_poster_tells_what_is_in_it():
    inner = message_of(written(text_record("Anchor"), address_record("https://x")))
    assert describe(written(Record(WELL_KNOWN, b"Sp", inner))) == "Anchor"


def test_smart_posters_in_smart_posters_end_somewhere():
    inner = message_of(written(text_record("deep")))
    for _ in range(6):
        inner = message_of(written(Record(WELL_KNOWN, b"Sp", inner)))
    assert describe(written(Record(WELL_KNOWN, b"Sp", inner))) == "Sp"


@pytest.mark.parametrize("payload", [b"", b"\x24x"])
def test_addresses_that_are_none(payload):
    with pytest.raises(NdefError, match="no known start"):
        describe(written(Record(WELL_KNOWN, b"U", payload)))


@pytest.mark.parametrize("payload", [b"", b"\x05en"])
def test_texts_that_are_none(payload):
    with pytest.raises(NdefError, match="within its language"):
        describe(written(Record(WELL_KNOWN, b"T", payload)))


def only_ndef_errors(memory: bytes) -> None:
    with contextlib.suppress(NdefError):
        assert isinstance(describe(memory), str)
    assert is_whole(memory) in (True, False)


@given(st.binary(max_size=900))
def test_R25_whatever_the_bytes_are_only_ndef_errors_come_out(memory):
    only_ndef_errors(memory)


@given(st.binary(max_size=300))
def test_R25_whatever_the_message_is_only_ndef_errors_come_out(message):
    length = b"\xff" + len(message).to_bytes(2, "big")
    only_ndef_errors(b"\x03" + length + message)


@given(st.lists(any_record, min_size=1, max_size=3), st.integers(0, 3000), st.binary(min_size=1, max_size=4))
def test_R25_damaged_messages_give_only_ndef_errors(content, at, damage):
    memory = written(*content)
    at %= len(memory)
    only_ndef_errors(memory[:at] + damage + memory[at + len(damage) :])


def test_R25_a_hundred_thousand_random_memories(soak):
    dice = random.Random(25)
    starts = (b"", b"\x03", b"\x01\x03\xa0\x0c\x34\x03", b"\x03\x20\xd1\x01", b"\x03\x30\xb1\x01")
    for _ in range(100_000 if soak else 20_000):
        only_ndef_errors(dice.choice(starts) + dice.randbytes(dice.randrange(64)))


# -- adding records -----------------------------------------------------------------------
OURS = Record(EXTERNAL, b"port-royal:card", b"sailor-3")
LINK, NOTE = address_record("https://example.org"), text_record("a note")


def told(memory: bytes) -> tuple[Record, ...]:
    return records(message_of(memory) or b"")


def test_R24_a_record_goes_to_the_end_and_all_others_stay():
    assert told(with_record(written(LINK, NOTE), OURS)) == (LINK, NOTE, OURS)
    assert told(with_record(written(LINK, NOTE), NOTE)) == (LINK, NOTE, NOTE)


def test_R24_an_external_record_takes_the_place_of_one_of_its_type():
    newer = Record(EXTERNAL, b"port-royal:card", b"captain-4")
    other = Record(EXTERNAL, b"port-royal:deck", b"mine")
    assert told(with_record(written(LINK, OURS, other, NOTE), newer)) == (LINK, newer, other, NOTE)


def test_R24_a_record_with_an_id_takes_the_place_of_the_one_with_that_id():
    first, second = Record(WELL_KNOWN, b"T", b"\x02enone", b"1"), Record(WELL_KNOWN, b"T", b"\x02entwo", b"2")
    newer = Record(WELL_KNOWN, b"T", b"\x02enthree", b"1")
    assert told(with_record(written(first, second), newer)) == (newer, second)


@pytest.mark.parametrize(
    ("memory", "start"),
    [
        (bytes(16), b""),
        (b"", b""),
        (b"\xfe" + bytes(15), b""),
        (bytes.fromhex("0103a00c34 0300fe") + bytes(8), bytes.fromhex("0103a00c34")),
        (bytes.fromhex("0103a00c34") + bytes(11), bytes.fromhex("0103a00c34")),
        (bytes.fromhex("0000 0300fe") + bytes(11), bytes(2)),
        (bytes.fromhex("fd02aabb fe") + bytes(11), bytes.fromhex("fd02aabb")),
        (bytes.fromhex("0303d00000 fe") + bytes(10), b""),
    ],
)
def test_R24_blocks_before_the_message_stay_where_they_are(memory, start):
    assert with_record(memory, OURS) == start + written(OURS)


def test_R24_blocks_behind_the_message_move_and_what_is_behind_the_end_is_left():
    behind = bytes.fromhex("00 fd02aabb 0303d00000")
    memory = written(LINK)[:-1] + behind + b"\xfe" + b"old bytes"
    assert with_record(memory, OURS) == written(LINK, OURS)[:-1] + behind + b"\xfe"


def test_R24_the_end_is_not_marked_where_the_memory_ends_anyway():
    full = written(OURS)[:-1]
    assert with_record(bytes(len(full)), OURS) == full
    assert told(with_record(full, OURS)) == (OURS,)


@pytest.mark.parametrize("memory", [b"\x77", b"\x03\x05", b"\x03\x01\xd1", b"\x03\x03\xd7\x00\x00"])
def test_R24_what_cannot_be_read_is_not_written_over(memory):
    with pytest.raises(NdefError):
        with_record(memory, OURS)


@given(st.lists(any_record, max_size=4), any_record)
def test_R24_adding_keeps_all_records_and_twice_is_once_for_those_with_a_name(content, record):
    once = with_record(written(*content), record)
    named = bool(record.id) or record.name_format == EXTERNAL
    names = [(each.name_format, each.type, each.id) for each in content]
    name = (record.name_format, record.type, record.id)
    at = names.index(name) if named and name in names else len(content)
    assert told(once) == (*content[:at], record, *content[at + 1 :])
    assert (with_record(once, record) == once) == named


def test_the_place_of_the_length_is_told():
    assert length_at(written(LINK)) == 1
    assert length_at(b"\x00\x01\x03\xa0\x0c\x34" + written(LINK)) == 7
    assert length_at(b"\xfe" + written(LINK)) is None
    assert length_at(bytes(8)) is None
    with pytest.raises(NdefError):
        length_at(b"\x77")
