"""Tags: identity and memory images."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.tags import (
    KINDS,
    NTAG213,
    ULTRALIGHT,
    ULTRALIGHT_C,
    TagImage,
    UidError,
    blank_tag,
    check_byte,
    has_pages,
    kind_of,
    ntag213,
    ntag215,
    ntag216,
    parse_uid,
    ultralight,
    ultralight_c,
)

uids = st.one_of(*(st.binary(min_size=size, max_size=size) for size in (4, 7, 10)))


@given(uids)
def test_R1_the_identity_is_all_bytes_of_the_uid(uid):
    assert len(TagImage(uid).uid_hex) in (8, 14, 20)
    assert bytes.fromhex(TagImage(uid).uid_hex) == uid


@given(st.binary(min_size=7, max_size=7), st.binary(min_size=7, max_size=7), st.booleans())
def test_R2_uids_that_share_four_bytes_stay_distinct(one, other, at_front):
    other = one[:4] + other[4:] if at_front else other[:3] + one[3:]
    assert (TagImage(one).uid_hex == TagImage(other).uid_hex) == (one == other)


@given(uids, st.sampled_from(["", ":", " "]), st.booleans())
def test_R3_every_way_to_write_a_uid_gives_one_form(uid, separator, upper):
    text = uid.hex(separator) if separator else uid.hex()
    assert parse_uid(text.upper() if upper else text) == uid.hex()
    assert parse_uid(parse_uid(text)) == parse_uid(text)


def test_R3_leading_zeros_stay():
    assert parse_uid("00:0B:A9:96") == "000ba996"


@pytest.mark.parametrize(
    "text", ["", "04a1b2", "04a1b2c3d4", "04-a1-b2-c3", "04a1b2c3\n", "0x04a1b2c3", "04a1b2cg", "٠٤a1b2c3"]
)
def test_R3_nothing_else_is_a_uid(text):
    with pytest.raises(UidError, match="hex"):
        parse_uid(text)


@given(st.text(max_size=24))
def test_R3_any_text_is_a_uid_or_a_uid_error(text):
    with contextlib.suppress(UidError):
        assert parse_uid(text).isalnum()


def test_a_new_ntag213_is_laid_out_like_a_real_one(tag_files):
    real = tag_files["Empty_NTAG213"]
    ours = ntag213(real.uid)
    assert ours.pages == real.pages
    assert (ours.atqa, ours.sak, ours.kind) == (real.atqa, real.sak, real.kind)


@given(st.binary(min_size=7, max_size=7), st.binary(min_size=1, max_size=144))
def test_an_ntag213_holds_what_it_is_given(uid, user):
    tag = ntag213(uid, user)
    assert len(tag.pages) == 45
    assert all(len(page) == 4 for page in tag.pages)
    assert tag.pages[3] == bytes.fromhex("e1101200")
    assert tag.user_memory == user.ljust(144, b"\0")
    assert check_byte(b"\x88" + tag.pages[0]) == 0
    assert check_byte(tag.pages[1] + tag.pages[2][:1]) == 0


def test_the_other_kinds_have_their_sizes():
    uid = bytes(range(4, 11))
    assert [len(make(uid).pages) for make in (ntag215, ntag216, ultralight)] == [135, 231, 16]
    assert [make(uid).pages[3][2] for make in (ntag213, ntag216, ultralight)] == [0x12, 0x6F, 0x06]


def test_what_does_not_fit_is_refused():
    with pytest.raises(ValueError, match="145 bytes do not fit into the 144 of a NTAG213"):
        ntag213(bytes(7), bytes(145))
    with pytest.raises(ValueError, match="7 bytes, not 4"):
        blank_tag(NTAG213, bytes(4))


def test_a_tag_without_a_kind_gives_all_it_has_from_page_4():
    assert TagImage(bytes(7), pages=(b"....",) * 4 + (b"abcd",)).user_memory == b"abcd"


def test_tags_with_pages_are_told_from_those_behind_keys_and_files():
    assert has_pages(0x00)
    assert not any(map(has_pages, (0x08, 0x09, 0x10, 0x11, 0x18, 0x20, 0x28, 0x38, 0x88, 0x98)))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.version], ids=lambda kind: kind.name)
def test_a_tag_is_known_by_its_version_whoever_made_it(kind):
    assert kind_of(kind.version, 0) is kind
    assert kind_of(kind.version[:1] + b"\x05" + kind.version[2:], 0) is kind


def test_a_tag_without_a_version_is_known_by_its_size():
    assert kind_of(None, 48) is ULTRALIGHT
    assert kind_of(None, 144) is ULTRALIGHT_C
    assert kind_of(None, 504) is None
    assert kind_of(bytes(8), 48) is None
    assert kind_of(b"", 48) is None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_every_kind_is_as_long_as_it_says_and_its_locks_cover_the_owners_pages(kind):
    image = blank_tag(kind, bytes(7))
    assert len(image.pages) == kind.pages
    assert kind.tail_page + len(kind.tail) == kind.pages
    covered = [page for pages in kind.locks for page in pages]
    assert covered == list(range(16, kind.tail_page))
    if kind.auth0 is not None:  # no password to begin with
        assert b"".join(kind.tail)[kind.auth0] >= kind.pages


def test_an_ultralight_c_is_built():
    tag = ultralight_c(bytes(7), b"abcd")
    assert (tag.pages[3], tag.pages[4]) == (b"\xe1\x10\x12\x00", b"abcd")
