"""Decks from elsewhere: read whole or not at all, and never a card wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.catalogue import Catalogues
from companion.decks.file import read_deck, write_deck, write_simple
from companion.decks.order import heaps, in_box
from companion.decks.record import Deck, DeckError, deck_of
from companion.decks.sample import sample_deck
from companion.decks.sharing import dumps
from companion.decks.sharing.lines import backwards, read_uid, turned
from companion.decks.sharing.plan import Differs, plan
from companion.decks.sharing.reading import of_deck, read_import, read_import_text
from companion.decks.sharing.table import write_csv
from companion.decks.written import Inscription, inscribed
from drivers.tags import ntag213

CARDS = Catalogues().cards
ALL = CARDS("port-royal")
EMPTY = Deck("Box 1", "port-royal", "3f9a01bc")
A, B, C = "04a1b2c3d4e5f1", "04a1b2c3d4e5f2", "04a1b2c3d4e5f3"


def read(text, source="tags.csv"):
    return read_import_text(text, source, CARDS, "port-royal")


def planned(text, deck=EMPTY, source="tags.csv"):
    return plan(deck, read(text, source), ALL)


def fault(text, deck=EMPTY, source="tags.csv"):
    with pytest.raises(DeckError) as error:
        planned(text, deck, source)
    return str(error.value)


def flipper(uid: str, header: str = "", *, user: bytes = b"") -> str:
    """Write a tag as a Flipper does."""
    tag = ntag213(bytes.fromhex(uid), user)
    pages = "\n".join(f"Page {n}: {page.hex(' ').upper()}" for n, page in enumerate(tag.pages))
    head = bytes.fromhex(header or uid).hex(" ").upper()
    return (
        f"Filetype: Flipper NFC device\nVersion: 3\nDevice type: NTAG213\nUID: {head}\nATQA: 00 44\nSAK: 00\n"
        f"Pages total: 45\nPages read: 45\n{pages}\n"
    )


def proxmark(uid: str, *, pages: str = "", classic: bool = False) -> str:
    blocks = {"0": "00" * 16}
    if not classic:
        blocks = {str(n): page.hex() for n, page in enumerate(ntag213(bytes.fromhex(pages or uid)).pages)}
    return json.dumps(
        {"Created": "proxmark3", "FileType": "mfu", "Card": {"UID": uid.upper()}, "blocks": blocks}
    )


# -- spellings ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        A,
        A.upper(),
        "04:A1:B2:C3:D4:E5:F1",
        "04 a1 b2 c3 d4 e5 f1",
        "04-A1-B2-C3-D4-E5-F1",
        "04.a1.b2.c3.d4.e5.f1",
        f"0x{A}",
        f"  {A} ",
    ],
)
def test_R3_a_number_in_any_usual_spelling(text):
    assert read_uid(text, "x") == A
    assert planned(f"uid,card\n{text},sailor-3-1#1\n").deck.cards == {A: "sailor-3-1#1"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "04a1b2",
        f"{A}0",
        "4.39E+12",
        "zz:zz:zz:zz",
        "٠٤a1b2c3d4e5f1",
        "1 2 3",
        "04:a1b2:c3:d4:e5:f1",
        "04:a1-b2 c3",
    ],
)
def test_what_is_no_number_is_a_sentence_with_its_line(text):
    said = fault(f"uid,card\n{A},sailor-3-1#1\n{text},sailor-3-1#2\n")
    assert said.startswith("tags.csv, line 3: ")
    assert "is no tag number" in said
    assert ("spreadsheet" in said) == ("E+" in text)


def test_numbers_written_backwards_are_seen_by_the_makers_byte():
    back = bytes.fromhex(A)[::-1].hex()
    found = read(f"uid,card\n{back},sailor-3-1#1\n{B},sailor-3-1#2\n01020305,sailor-3-1#3\n")
    assert [line.uid for line in backwards(found)] == [back]
    assert [line.uid for line in turned(found).lines] == [A, B, "01020305"]
    assert backwards(read(f"{A}\n04a1b2c3d4e504\n")) == (), "a number may end with 04 as well"


# -- tables -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        f"uid,card,copy,state\n{A},sailor-3-1,2,good\n",
        f"card;copy;tag id\nsailor-3-1;2;{A}\n",
        f"Serial Number\tName\n{A}\tSAILOR-3-1#2\n",
        f"{A},sailor-3-1#2\n",
        f"sailor-3-1_2,{A}\n",
        f'"note","{A}","sailor-3-1","2"\n',
        f"\ufeffuid,card\r\n\r\n{A},sailor-3-1 2\r\n",
        f"uid|card\n{A}|sailor-3-1#2",
    ],
)
def test_tables_of_many_makers(text):
    assert planned(text.lstrip("\ufeff")).deck.cards == {A: "sailor-3-1#2"}


def test_a_kind_without_a_copy_gets_the_next_free_one():
    text = f"{A},sailor-3-1\n{B},sailor-3-1\n{C},sailor-3-1#1\n"
    assert planned(text).deck.cards == {A: "sailor-3-1#2", B: "sailor-3-1#3", C: "sailor-3-1#1"}
    deck = deck_of("Box 1", "port-royal", {B: "sailor-3-1#5"})
    assert planned(text, deck).deck.find(B) == "sailor-3-1#5", "it is on a copy already"
    six = "".join(f"04a1b2c3d4e5{n:02x},priest-4-1\n" for n in range(6))
    assert "line 6: every copy of priest-4-1 has a tag already" in fault(six)


def test_mere_numbers_are_taps_of_a_sorted_deck():
    names = [name for heap in in_box(heaps(ALL)) for name in heap.names]
    text = "\n".join(f"04:00:00:00:00:00:{n:02X}" for n in range(1, 121))
    result = planned(text)
    assert list(result.deck.cards.values()) == names
    assert (result.new, result.by_order, result.left_over) == (120, 120, ())
    begun = planned(text[: 21 * 40]).deck
    again = planned(text, begun)
    assert again.deck.cards == result.deck.cards
    assert (again.new, again.same) == (80, 40)
    too_many = planned(f"{text}\n{A}\n")
    assert [line.uid for line in too_many.left_over] == [A]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("", "tags.csv: there is nothing in this file"),
        ("uid,card\n", "tags.csv: there is no tag number in this file"),
        ("hello,world\n", "line 1: there is no tag number here, and no column called 'uid'"),
        ("uidd,card\n1,2\n", "Did you mean 'uid'?"),
        ("uid,tag\n", "line 1: two columns are called 'uid'"),
        (f"uid,card\n{A},sailer-3-1#1\n", "line 2: There is no card 'sailer-3-1#1' in port-royal. Did you"),
        (f"{A},sailor-3-1#1\n{A},sailor-3-1#2\n", f"line 2: the tag {A} stands in tags.csv, line 1"),
        (f"{A},tax#1\n\n{B},tax#1\n", "line 1: There is no card 'tax#1'"),
        (f"{A},sailor-3-1#1\n\n{B},sailor-3-1#1\n", "line 3: the card 'sailor-3-1#1' has a tag in tags"),
        (f"uid,card,copy\n{A},sailor-3-1,9\n", "line 2: There is no card 'sailor-3-1#9'"),
        (f"uid,card,copy\n{A},sailor-3-1,x\n", "line 2: the copy must be a number"),
        (f"uid,card,copy\n{A},sailor-3-1,{'9' * 5000}\n", "line 2: the copy must be a number"),
        (f"uid,card,state\n{A},sailor-3-1#1,lost\n", "line 2: the state must be good or retired"),
        ("uid,card\n08a1b2c3,sailor-3-1#1\n", "line 2: The tag number 08a1b2c3 changes at every tap"),
        (f"{A},sailor-3-1#1\n04a1b2c3,sailor-3-1#2\n", "line 2: The tag number 04a1b2c3 is only"),
        (f'uid,card\n"{A},sailor-3-1#1\n', "this is no table"),
    ],
)  # fmt: skip
def test_a_wrong_line_is_named_and_nothing_is_planned(text, part):
    assert part in fault(text)


# -- what an import comes to --------------------------------------------------------------
def test_new_and_differing_are_counted():
    deck = deck_of("Box 1", "port-royal", {A: "sailor-3-1#1", B: "sailor-3-1#2"})
    result = planned(f"{A},sailor-3-1#1\n{C},sailor-3-1#2\n04a1b2c3d4e5f9,captain-4-1#1\n", deck)
    assert (result.new, result.same, result.differ) == (1, 1, (Differs("sailor-3-1#2", C, B),))
    assert result.summary == "1 new, 1 differ, 1 as before"
    assert result.deck.retired == {B: "sailor-3-1#2"}
    assert planned(f"{A},sailor-3-1#1\n", deck).deck == deck


def test_two_tags_that_were_swapped_are_set_right():
    deck = deck_of("Box 1", "port-royal", {A: "sailor-3-1#1", B: "sailor-3-1#2"})
    result = planned(f"{A},sailor-3-1#2\n{B},sailor-3-1#1\n", deck)
    assert result.deck.cards == {A: "sailor-3-1#2", B: "sailor-3-1#1"}
    assert result.deck.retired == {}
    assert len(result.differ) == 2


def test_retired_tags_come_along_and_take_nothing_away_that_is_in_use():
    deck = deck_of("Box 1", "port-royal", {A: "sailor-3-1#1", B: "captain-4-1#1"})
    result = planned(f"uid,card,state\n{A},sailor-3-1#1,retired\n{B},sailor-3-1#2,retired\n", deck)
    assert result.deck.retired == {A: "sailor-3-1#1"}
    assert result.deck.cards == {B: "captain-4-1#1"}
    assert result.summary == "1 lose their tag, 1 as before"


def test_a_deck_of_another_game_is_refused():
    with pytest.raises(DeckError, match=r"deck of port-royal, and Box 1 is one of another-game"):
        plan(Deck("Box 1", "another-game", "3f9a01bc"), of_deck(sample_deck("port-royal", CARDS), "x"), ALL)


@pytest.mark.parametrize("write", [write_deck, write_simple, write_csv])
def test_what_is_exported_is_imported(write):
    deck = sample_deck("port-royal", CARDS).without_tag("sailor-3-1#4").tagged(A, "sailor-3-1#4")
    deck = Deck(deck.name, deck.game, deck.id, deck.entries, ("gamblers-big-box",))
    source = "x.csv" if write is write_csv else "x.yaml"
    result = plan(Deck(deck.name, deck.game, deck.id, extras=deck.extras), read(write(deck), source), ALL)
    assert result.deck.cards == deck.cards
    assert result.deck.retired == deck.retired
    assert result.deck.extras == deck.extras
    if write is not write_csv:
        assert read_deck(write(deck), source, CARDS).cards == deck.cards
        assert read_deck(write(deck), source, CARDS).id == deck.id


@given(st.permutations([card.name for card in ALL][:30]), st.data())
def test_importing_twice_changes_nothing_the_second_time(names, data):
    uids = data.draw(st.lists(st.integers(1, 2**40), min_size=30, max_size=30, unique=True))
    before = deck_of("Box 1", "port-royal", zip([f"04{n:012x}" for n in uids[:15]], names[:15], strict=True))
    shuffled = data.draw(st.permutations(uids))
    text = "".join(f"04{n:012x},{name}\n" for n, name in zip(shuffled, names, strict=True))
    once = planned(text, before)
    wanted = {f"04{n:012x}": name for n, name in zip(shuffled, names, strict=True)}
    assert once.deck.cards == wanted
    assert once.new + once.same + len(once.differ) == 30
    twice = planned(text, once.deck)
    assert (twice.deck, twice.new, twice.differ) == (once.deck, 0, ())


# -- dumps --------------------------------------------------------------------------------
def test_a_flipper_file_is_named_after_its_card(tmp_path: Path):
    for name, uid in (("sailor-3-1#2", A), ("captain-4-1_1", B), ("Priest-4-1-5", C)):
        (tmp_path / f"{name}.nfc").write_text(flipper(uid))
    (tmp_path / "notes.txt").write_text("not looked at")
    result = plan(EMPTY, read_import(tmp_path, CARDS, "port-royal"), ALL)
    assert result.deck.cards == {A: "sailor-3-1#2", B: "captain-4-1#1", C: "priest-4-1#5"}


def test_files_with_numbers_lie_in_the_order_of_a_sorted_deck(tmp_path: Path):
    for number in (10, 9, 1):
        (tmp_path / f"card {number}.nfc").write_text(flipper(f"04a1b2c3d4e5{number:02x}"))
    result = plan(EMPTY, read_import(tmp_path, CARDS, "port-royal"), ALL)
    assert list(result.deck.cards) == ["04a1b2c3d4e501", "04a1b2c3d4e509", "04a1b2c3d4e50a"]
    assert list(result.deck.cards.values()) == [f"ship-yellow-1-1#{copy}" for copy in (1, 2, 3)]


def test_page_0_decides_and_the_difference_is_told(tmp_path: Path):
    path = tmp_path / "sailor-3-1#2.nfc"
    path.write_text(flipper(A, header=B))
    found = read_import(path, CARDS, "port-royal")
    assert found.lines[0].uid == A
    assert (
        "the header says UID 04 A1 B2 C3 D4 E5 F2, pages 0 and 1 say 04 A1 B2 C3 D4 E5 F1" in found.notes[0]
    )


def test_what_is_written_on_a_tag_names_its_card():
    memory = inscribed(bytes(144), A, Inscription(EMPTY.id, "sailor-3-1#2"))
    assert planned(flipper(A, user=memory), source="dump.nfc").deck.cards == {A: "sailor-3-1#2"}
    assert planned(flipper(A, user=memory), source="sailor-3-1#2.nfc").deck.cards == {A: "sailor-3-1#2"}
    said = fault(flipper(A, user=memory), source="captain-4-1#1.nfc")
    assert said == "captain-4-1#1.nfc: the tag says that it is sailor-3-1#2, not captain-4-1#1."
    other = Deck("Box 2", "port-royal", "00000000")
    assert list(planned(flipper(A, user=memory), other, "dump.nfc").deck.cards.values()) == [
        "ship-yellow-1-1#1"
    ]


def test_a_proxmark_dump():
    assert planned(proxmark(A), source="sailor-3-1#2.json").deck.cards == {A: "sailor-3-1#2"}
    found = read(proxmark(B, pages=A), "dump.json")
    assert (found.lines[0].uid, "pages 0 and 1 say" in found.notes[0]) == (A, True)
    assert read(proxmark("01020305", classic=True), "dump.json").lines[0].uid == "01020305"


@pytest.mark.parametrize(
    ("text", "source", "part"),
    [
        ("nothing", "x.nfc", "there is no tag number here"),
        (flipper(A).replace("Page 7", "Page seven"), "x.nfc", "x.nfc: the line 'Page 7' must have 4 bytes"),
        ('{"Card": {}}', "x.json", "x.json: '' is no tag number"),
        ('{"Card": {"UID": "04"}, "blocks": 1}', "x.json", "x.json: this is no dump of a tag"),
        (
            '{"Card": {"UID": "04a1b2c3d4e5f1"}, "blocks": {"0": "xx"}}',
            "x.json",
            "block 0 is not written in hex",
        ),
        ('{"a": 1}', "x.json", "x.json, line 1"),
        ("name: a", "x.yaml", "lacks the key"),
    ],
)
def test_a_broken_dump_is_a_sentence(text, source, part):
    assert part in fault(text, source=source)


def test_files_that_cannot_be_read_are_sentences(tmp_path: Path, monkeypatch):
    def said(path):
        with pytest.raises(DeckError) as error:
            read_import(path, CARDS, "port-royal")
        return str(error.value)

    assert "cannot be read: No such file" in said(tmp_path / "none.csv")
    assert "has no .nfc or .json files" in said(tmp_path)
    assert "none.nfc cannot be read" in said(tmp_path / "none.nfc")
    monkeypatch.setattr(dumps, "MOST_FILES", 1)
    many = tmp_path / "many"
    many.mkdir()
    for number in range(2):
        (many / f"{number}.nfc").touch()
    assert "has 2 files" in said(many)
    monkeypatch.setattr(
        Path, "iterdir", lambda path: (_ for _ in ()).throw(PermissionError(13, "Permission denied"))
    )
    assert "many cannot be read: Permission denied" in said(many)
    monkeypatch.undo()
    (tmp_path / "x.csv").write_bytes(b"uid\n\xff\xfe\n")
    assert "is not a text in UTF-8: look at byte 5" in said(tmp_path / "x.csv")
    (tmp_path / "large.csv").write_bytes(b"0" * 1_000_001)
    assert "is too large" in said(tmp_path / "large.csv")


# -- the real tags ------------------------------------------------------------------------
REAL = {
    "Empty_NTAG213.nfc": ("043991c2fc6780", 0),
    "Google.nfc": ("043991c2fc6780", 1),
    "Ntag213_locked.nfc": ("04ac6b72ba6c80", 0),
    "Ntag215.nfc": ("04515cfa6f7381", 0),
    "Open_Android_flipper.nfc": ("048e5b4c100289", 0),
    "RickRoll.nfc": ("043991c2fc6780", 1),
    "Ultralight_11.nfc": ("041574f2b05e81", 0),
}
"""UID by pages 0 and 1, and how many oddities are told."""


def test_the_table_names_every_real_tag(shared: Path):
    assert sorted(path.name for path in (shared / "data" / "tags").glob("*.nfc")) == sorted(REAL)


@pytest.mark.parametrize("name", REAL)
def test_a_real_tag_is_imported(shared: Path, name: str):
    found = read_import(shared / "data" / "tags" / name, CARDS, "port-royal")
    uid, notes = REAL[name]
    assert (found.lines[0].uid, len(found.notes)) == (uid, notes)
    assert plan(EMPTY, found, ALL).deck.cards == {uid: "ship-yellow-1-1#1"}


def test_R7_three_real_dumps_have_one_number_and_are_no_deck(shared: Path):
    found = read_import(shared / "data" / "tags", CARDS, "port-royal")
    with pytest.raises(
        DeckError, match=r"Google.nfc: the tag 043991c2fc6780 stands in Empty_NTAG213.nfc already"
    ):
        plan(EMPTY, found, ALL)
