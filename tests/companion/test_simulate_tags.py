"""Tags from Flipper files: all that can be read can be tapped, and the rest says why not."""

import pytest

from companion.simulate.tagfiles import FolderError, TagFile, read_folder, written_on
from drivers.tags import NTAG213, blank_tag, ntag213, ultralight

HELLO = bytes.fromhex("0310d1010c5402656e48656c6c6f20796f75fe")
"""An NDEF message with the English text "Hello you"."""


def dump(tag, header_uid=None, pages=None):
    """Write a tag as a Flipper does."""
    uid = header_uid or tag.uid
    lines = [
        "Filetype: Flipper NFC device",
        "Version: 4",
        f"Device type: {'NTAG/Ultralight'}",
        f"UID: {uid.hex(' ').upper()}",
        "ATQA: 00 44",
        "SAK: 00",
        f"NTAG/Ultralight type: {tag.kind.name}",
        f"Pages total: {len(tag.pages)}",
        f"Pages read: {len(tag.pages)}",
    ]
    lines += [f"Page {number}: {page.hex(' ').upper()}" for number, page in enumerate(tag.pages[:pages])]
    return "\n".join(lines) + "\n"


UID = bytes.fromhex("04112233445566")
OTHER = bytes.fromhex("04aabbccddeeff")


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "blank.nfc").write_text(dump(ntag213(UID)))
    (tmp_path / "greeting.nfc").write_text(dump(blank_tag(NTAG213, UID, HELLO), header_uid=OTHER))
    (tmp_path / "old.NFC").write_text(dump(ultralight(OTHER)))
    (tmp_path / "short.nfc").write_text(dump(ntag213(UID), pages=20))
    (tmp_path / "classic.nfc").write_text(
        "Filetype: Flipper NFC device\nVersion: 4\nDevice type: Mifare Classic\n"
    )
    (tmp_path / "bytes.nfc").write_bytes(b"\xff\xfe\x00\x80")
    (tmp_path / "nothing.nfc").write_text("")
    (tmp_path / "folder.nfc").mkdir()
    (tmp_path / "readme.txt").write_text("not a tag")
    return tmp_path


def test_good_and_broken_files_are_listed_by_name(folder):
    files = read_folder(folder)
    names = "blank bytes classic folder greeting nothing old short".split()
    assert sorted(file.name.partition(".")[0] for file in files) == names
    assert {file.name for file in files if file.tag} == {"blank.nfc", "greeting.nfc", "old.NFC"}
    for file in files:
        assert bool(file.trouble) is (file.tag is None)
        assert file.trouble == "" or file.trouble.endswith(".")


def test_each_says_what_it_is(folder):
    about = {file.name: file.about({OTHER.hex(): "sailor-3-1#2"}.get) for file in read_folder(folder)}
    assert about["blank.nfc"] == ("blank.nfc", "04:11:22:33:44:55:66", "foreign, nothing written")
    assert about["old.NFC"][2] == "card sailor-3-1#2"
    assert about["greeting.nfc"][1:3] == ("04:11:22:33:44:55:66", "foreign, Hello you")
    assert about["classic.nfc"][1].startswith("cannot be used: ")
    assert "Page 20" in about["short.nfc"][1]


def test_page_0_decides_about_the_uid_and_the_difference_is_told(folder):
    greeting = next(file for file in read_folder(folder) if file.name == "greeting.nfc")
    assert greeting.tag.uid == UID
    assert "04 AA BB CC DD EE FF" in greeting.about(lambda _: None)[-1]


def test_what_cannot_be_read_on_a_tag_is_told_as_such():
    assert written_on(blank_tag(NTAG213, UID, b"\x55\xaa\xff")) == "something that cannot be read"


def test_a_folder_that_is_missing_or_has_no_tags_is_refused(tmp_path):
    with pytest.raises(FolderError, match=r"cannot be read: No such file"):
        read_folder(tmp_path / "none")
    with pytest.raises(FolderError, match=r"has no \.nfc files"):
        read_folder(tmp_path)


def test_the_real_dumps_can_all_be_tapped(shared):
    files = read_folder(shared / "data" / "tags")
    assert len(files) >= 7
    assert all(isinstance(file, TagFile) and file.tag for file in files)
    uids = [file.tag.uid_hex for file in files]
    assert len(set(uids)) < len(uids)
