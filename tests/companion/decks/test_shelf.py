"""Decks on disk: whatever happens to a file, no tag is lost (R44, R46)."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.catalogue import Catalogues
from companion.decks import atomic
from companion.decks.file import NewerFile, checksum, read_own, write_deck
from companion.decks.record import Deck, DeckError, deck_of
from companion.decks.shelf import Shelf

CARDS = Catalogues().cards
UIDS = ["04a1b2c3d4e5f1", "04a1b2c3d4e5f2", "04a1b2c3d4e5f3"]


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path, CARDS)


@pytest.fixture
def box(shelf: Shelf) -> Deck:
    """Give a deck with two tags, saved twice."""
    deck = shelf.new("Box 1", "port-royal", "3f9a01bc").tagged(UIDS[0], "sailor-3-1#1")
    shelf.save(deck)
    deck = deck.tagged(UIDS[1], "sailor-3-1#2")
    shelf.save(deck)
    return deck


def file_of(shelf: Shelf, ending: str = ".json") -> Path:
    return shelf.folder / f"Box 1{ending}"


def test_a_saved_deck_is_there_with_one_entry_a_line(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    opened = Shelf(tmp_path, CARDS).open("Box 1")
    assert (opened.deck, opened.notice, opened.edited) == (box, "", None)
    lines = file_of(shelf).read_text().splitlines()
    assert [line for line in lines if UIDS[0] in line] == [
        f'{{"uid": "{UIDS[0]}", "card": "sailor-3-1", "copy": 1, "state": "good"}},'
    ]
    assert file_of(shelf).stat().st_mode & 0o077 == 0, "who has the file can name face-down cards"
    assert not [path for path in shelf.folder.iterdir() if path.name.startswith(".")], "nothing is left over"


def test_retired_tags_and_extras_are_kept(shelf: Shelf, box: Deck) -> None:
    deck = Deck(
        "Box 2", "port-royal", "00ff00ff", box.without_tag("sailor-3-1#1").entries, ("gamblers-big-box",)
    )
    shelf.save(deck)
    assert shelf.open("Box 2").deck == deck
    assert shelf.open("Box 2").deck.retired == {UIDS[0]: "sailor-3-1#1"}


def test_several_decks_lie_side_by_side_and_one_is_chosen_for_each_game(shelf: Shelf, box: Deck) -> None:
    assert shelf.chosen("port-royal") == "Box 1", "the only one of its game"
    shelf.new("Box 2", "port-royal", "00000002")
    assert shelf.chosen("port-royal") is None
    shelf.choose("port-royal", "Box 2")
    assert shelf.chosen("port-royal") == "Box 2"
    assert shelf.chosen("another-game") is None
    assert shelf.names() == ("Box 1", "Box 2")
    assert [(each.name, len(each.deck.cards) if each.deck else None) for each in shelf.listed()] == [
        ("Box 1", 2),
        ("Box 2", 0),
    ]
    (shelf.folder / ".in-use").write_text("{")
    assert shelf.chosen("port-royal") is None, "a damaged choice is no choice"


@pytest.mark.parametrize("name", ["", " ", ".", "../box", "a/b", "-x", "x" * 25, "x\ny", ".in-use", "a\x00"])
def test_what_cannot_name_a_file_cannot_name_a_deck(shelf: Shelf, name: str) -> None:
    with pytest.raises(DeckError, match=r"cannot name a deck"):
        shelf.new(name, "port-royal", "00000001")
    assert shelf.names() == ()


def test_a_deck_is_not_begun_over_another(shelf: Shelf, box: Deck) -> None:
    with pytest.raises(DeckError, match=r"There is a deck 'box 1' already"):
        shelf.new("box 1", "port-royal", "00000001")
    assert shelf.open("Box 1").deck == box


def test_a_deck_that_is_not_there_is_a_sentence_that_helps(shelf: Shelf) -> None:
    with pytest.raises(DeckError, match=r"There is no deck 'Box'. Begin one with"):
        shelf.open("Box")
    shelf.new("Bix", "port-royal", "00000001")
    with pytest.raises(DeckError, match=r"Did you mean 'Bix'"):
        shelf.open("Box")
    with pytest.raises(DeckError, match=r"There are: Bix"):
        shelf.open("something")


# -- damage -------------------------------------------------------------------------------
def test_R46_a_damaged_file_is_kept_aside_and_the_copy_used(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    file_of(shelf).write_bytes(b"\x00" * 100)
    fresh = Shelf(tmp_path, CARDS)
    assert fresh.listed()[0].deck == box
    assert "is good" in fresh.listed()[0].trouble
    opened = fresh.open("Box 1")
    assert opened.deck == box, "not even the last tap is lost"
    assert "Box 1.json, line 1" in opened.notice
    assert "kept as Box 1.bad-1" in opened.notice
    assert (shelf.folder / "Box 1.bad-1").read_bytes() == b"\x00" * 100
    assert fresh.open("Box 1").notice == "", "said once"
    file_of(shelf).write_text("{}")
    assert "kept as Box 1.bad-2" in Shelf(tmp_path, CARDS).open("Box 1").notice


def test_R46_a_missing_file_is_made_of_the_copy(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    file_of(shelf).unlink()
    opened = Shelf(tmp_path, CARDS).open("Box 1")
    assert opened.deck == box
    assert "There is no file" in opened.notice
    assert file_of(shelf).exists()


def test_R46_with_no_good_copy_nothing_is_touched(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    text = file_of(shelf).read_text().replace("sailor-3-1", "sailer-3-1", 1)
    file_of(shelf).write_text(text)
    file_of(shelf, ".json.bak").write_text("{")
    with pytest.raises(DeckError, match=r"Box 1.json, line 8: .*Did you mean 'sailor-3-1#1'.*mend that line"):
        Shelf(tmp_path, CARDS).open("Box 1")
    assert file_of(shelf).read_text() == text
    assert Shelf(tmp_path, CARDS).listed()[0].deck is None


def test_a_file_of_a_newer_version_is_left_alone(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    text = file_of(shelf).read_text().replace("port-royal-deck/1", "port-royal-deck/2")
    file_of(shelf).write_text(text)
    with pytest.raises(NewerFile, match=r"newer version of this program \(port-royal-deck/2\)"):
        Shelf(tmp_path, CARDS).open("Box 1")
    assert file_of(shelf).read_text() == text


def test_R44_a_file_cut_off_at_any_byte_costs_nothing(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    whole = file_of(shelf).read_bytes()
    for size in range(0, len(whole) - 2, 7):
        file_of(shelf).write_bytes(whole[:size])
        opened = Shelf(tmp_path, CARDS).open("Box 1")
        assert opened.deck == box, size
        assert opened.notice


# -- edited by hand -----------------------------------------------------------------------
def edit(shelf: Shelf) -> None:
    path = file_of(shelf)
    path.write_text(path.read_text().replace('"copy": 2', '"copy": 5'))


def test_a_hand_edit_is_asked_about_and_accepted(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    edit(shelf)
    fresh = Shelf(tmp_path, CARDS)
    assert "edited by hand" in fresh.listed()[0].trouble
    opened = fresh.open("Box 1")
    assert opened.deck == box
    assert opened.edited is not None
    assert opened.edited.find(UIDS[1]) == "sailor-3-1#5"
    assert fresh.accept_edit("Box 1") == opened.edited
    assert Shelf(tmp_path, CARDS).open("Box 1").edited is None, "asked about once"
    assert Shelf(tmp_path, CARDS).open("Box 1").deck == opened.edited


def test_a_hand_edit_is_refused_and_kept_aside(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    edit(shelf)
    fresh = Shelf(tmp_path, CARDS)
    assert fresh.refuse_edit("Box 1") == box
    assert Shelf(tmp_path, CARDS).open("Box 1") == Shelf(tmp_path, CARDS).open("Box 1")
    assert Shelf(tmp_path, CARDS).open("Box 1").edited is None
    aside = (shelf.folder / "Box 1.bad-1").read_text()
    assert read_own(aside, "x", CARDS).deck.find(UIDS[1]) == "sailor-3-1#5"


def test_a_hand_edit_without_a_copy_is_asked_about_too(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    edit(shelf)
    file_of(shelf, ".json.bak").unlink()
    fresh = Shelf(tmp_path, CARDS)
    opened = fresh.open("Box 1")
    assert opened.edited == opened.deck != box
    assert fresh.refuse_edit("Box 1") == opened.deck, "there is no other"
    assert Shelf(tmp_path, CARDS).open("Box 1").edited is None


def test_other_spaces_in_the_file_are_no_edit(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    path = file_of(shelf)
    path.write_text(path.read_text().replace(": ", ":  "))
    assert Shelf(tmp_path, CARDS).open("Box 1").edited is None
    path.write_text(path.read_text().replace(checksum(box), "0" * 16))
    assert Shelf(tmp_path, CARDS).open("Box 1").edited is None, "it says what was saved"


def test_a_renamed_file_is_a_renamed_deck(shelf: Shelf, box: Deck, tmp_path: Path) -> None:
    file_of(shelf).rename(shelf.folder / "Holiday.json")
    file_of(shelf, ".json.bak").unlink()
    opened = Shelf(tmp_path, CARDS).open("Holiday")
    assert (opened.deck.name, opened.deck.entries, opened.edited) == ("Holiday", box.entries, None)


# -- saving -------------------------------------------------------------------------------
def test_a_file_that_another_program_changed_is_not_overwritten(
    shelf: Shelf, box: Deck, tmp_path: Path
) -> None:
    other = Shelf(tmp_path, CARDS)
    theirs = other.open("Box 1").deck.tagged(UIDS[2], "captain-4-1#1")
    other.save(theirs)
    with pytest.raises(DeckError, match=r"changed by another program meanwhile"):
        shelf.save(box.tagged(UIDS[2], "captain-4-1#2"))
    assert Shelf(tmp_path, CARDS).open("Box 1").deck == theirs


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO, errno.EBADF])
@pytest.mark.parametrize("call", range(9))
def test_a_full_disk_loses_nothing_at_whatever_step(
    shelf: Shelf, box: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, call: int
) -> None:
    """Fail one after the other of the calls that put a deck on disk: the old deck or the new one is there."""
    count = 0

    def failing(real):
        def wrapped(*args, **kwargs):
            nonlocal count
            count += 1
            if count == call + 1:
                raise OSError(code, os.strerror(code))
            return real(*args, **kwargs)

        return wrapped

    new = box.tagged(UIDS[2], "captain-4-1#1")
    with monkeypatch.context() as patch:
        for name in ("open", "write", "fsync"):
            patch.setattr(atomic.os, name, failing(getattr(os, name)))
        try:
            shelf.save(new)
            failed = False
        except DeckError as error:
            failed, said = True, str(error)
    if failed:
        assert said.startswith(str(tmp_path) if code != errno.ENOSPC else "The disk is full")
        assert said.endswith(".")
    found = Shelf(tmp_path, CARDS).open("Box 1")
    assert (found.notice, found.edited) == ("", None)
    assert found.deck in ((box, new) if failed else (new,))
    assert failed or call >= 8
    shelf.save(new)
    assert Shelf(tmp_path, CARDS).open("Box 1").deck == new
    assert not [path for path in shelf.folder.iterdir() if path.name.startswith(".")]


def test_R44_the_power_goes_between_any_two_calls(
    shelf: Shelf, box: Deck, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is on disk after each call of a save is the old deck or the new one, without a question."""
    new = box.tagged(UIDS[2], "captain-4-1#1")
    seen = []

    def looking(real):
        def wrapped(*args, **kwargs):
            result = real(*args, **kwargs)
            with monkeypatch.context() as patch:
                patch.undo()
                opened = Shelf(tmp_path, CARDS).open("Box 1")
            seen.append(opened)
            return result

        return wrapped

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", looking(Path.replace))
        shelf.save(new)
    assert [opened.deck for opened in seen] == [new, new]
    assert all(opened.edited is None and not opened.notice for opened in seen)


def test_the_disk_must_not_be_a_mystery(tmp_path: Path) -> None:
    (tmp_path / "decks").write_text("a file where the folder should be")
    shelf = Shelf(tmp_path, CARDS)
    with pytest.raises(DeckError, match=r"cannot be saved"):
        shelf.save(deck_of("Box", "port-royal", {}))
    with pytest.raises(DeckError, match=r"cannot be read"):
        shelf.names()


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.integers(0, 2**40), st.sampled_from([card.name for card in CARDS("port-royal")])))
def test_any_deck_comes_back_as_it_was(mapping: dict[int, str]) -> None:
    deck = Deck("Box ö", "port-royal", "3f9a01bc")
    for number, card in mapping.items():
        deck = deck.tagged(f"04{number:012x}", card)
    found = read_own(write_deck(deck), "x", CARDS)
    assert (found.deck, found.intact) == (deck, True)
