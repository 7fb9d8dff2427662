"""Tag files of the Flipper Zero, the real ones and broken ones."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.flipper import FlipperError, parse_flipper
from drivers.ndef import describe
from drivers.tags import NTAG213, NTAG216, ULTRALIGHT_11, ntag213

UID = bytes.fromhex("04a1b2c3d4e5f6")


def file_text(**changes: str | None) -> str:
    """Write the file of a new NTAG213, with some lines changed or left out."""
    tag = ntag213(UID)
    fields = {
        "Filetype": "Flipper NFC device",
        "Version": "3",
        "Device type": "NTAG213",
        "UID": tag.uid.hex(" ").upper(),
        "ATQA": "00 44",
        "SAK": "00",
        "Pages total": "45",
        "Pages read": "45",
    }
    fields |= {f"Page {n}": page.hex(" ").upper() for n, page in enumerate(tag.pages)}
    fields |= {key.replace("_", " "): value for key, value in changes.items()}
    return "".join(f"{key}: {value}\n" for key, value in fields.items() if value is not None)


def test_a_whole_file_gives_the_tag():
    assert parse_flipper(file_text()) == ntag213(UID)


def test_older_files_have_the_lower_byte_of_the_atqa_first():
    assert parse_flipper(file_text(Version="2", ATQA="44 00")).atqa == b"\x00\x44"


def test_newer_files_name_the_type_elsewhere():
    text = file_text(Device_type="NTAG/Ultralight") + "NTAG/Ultralight type: NTAG213\n"
    assert parse_flipper(text).kind is NTAG213


def test_page_0_decides_against_the_header_and_the_difference_is_told():
    tag = parse_flipper(file_text(UID="04 B8 31 3A 30 73 80"))
    assert tag.uid == UID
    assert "04 B8 31 3A 30 73 80" in tag.notes[0]
    assert "04 A1 B2 C3 D4 E5 F6" in tag.notes[0]


def test_wrong_check_bytes_are_told():
    assert "check bytes" in parse_flipper(file_text(Page_0="04 A1 B2 00")).notes[0]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"Filetype": "Flipper SubGhz Key File"}, "no tag file"),
        ({"Filetype": None}, "no tag file"),
        ({"Device_type": "Mifare Classic"}, "'Mifare Classic' are not read"),
        ({"Device_type": None}, "'nothing' are not read"),
        ({"Pages_total": "135"}, "a NTAG213 has 45 pages, this file says 135"),
        ({"Pages_total": None}, "'Pages total: number' is missing"),
        ({"Pages_read": "20"}, "only 20 of 45 pages"),
        ({"Page_44": None}, "'Page 44' must have 4 bytes"),
        ({"Page_7": "00 00 ?? 00"}, "'Page 7' must have 4 bytes"),
        ({"Page_7": "00 00 00"}, "'Page 7' must have 4 bytes"),
        ({"SAK": ""}, "'Sak' must have 1 bytes"),
        ({"Version": "three"}, "'Version: number' is missing or wrong"),
    ],
)
def test_broken_and_foreign_files_say_what_is_wrong(changes, said):
    with pytest.raises(FlipperError) as caught:
        parse_flipper(file_text(**changes))
    assert said in str(caught.value)


@given(st.text(max_size=300), st.integers(0, 2000), st.integers(0, 40))
def test_any_text_is_a_tag_or_a_flipper_error(noise, at, cut):
    whole = file_text()
    text = whole[:at] + noise + whole[at + cut :]
    with contextlib.suppress(FlipperError):
        assert len(parse_flipper(text).pages) == 45


def test_the_real_files_are_read(tag_files):
    kinds = {name: tag.kind for name, tag in tag_files.items()}
    assert kinds["Empty_NTAG213"] is NTAG213
    assert kinds["Google"] is NTAG216
    assert kinds["Ultralight_11"] is ULTRALIGHT_11
    assert [len(tag_files[name].pages) for name in ("Ntag213_locked", "Ntag215", "RickRoll")] == [
        45,
        135,
        231,
    ]
    assert tag_files["Ntag215"].uid_hex == "04515cfa6f7381"
    assert {name for name, tag in tag_files.items() if tag.notes} == {"Google", "RickRoll"}
    assert all(tag.atqa == b"\x00\x44" for tag in tag_files.values())


def test_two_edited_files_share_the_uid_of_their_pages(tag_files):
    assert tag_files["Google"].uid_hex == tag_files["RickRoll"].uid_hex == "043991c2fc6780"


def test_what_is_written_in_the_real_files(tag_files):
    said = {
        name: describe(tag_files[name].user_memory)
        for name in ("Empty_NTAG213", "Google", "RickRoll", "Open_Android_flipper")
    }
    assert said["Empty_NTAG213"] == ""
    assert said["Google"].startswith("https://google.com")
    assert said["RickRoll"].startswith("https://youtu.be/")
    assert said["Open_Android_flipper"] == "w8/1"
