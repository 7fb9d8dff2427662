"""``port-royal cards`` from the command line: messages, exit statuses, and what is on disk afterwards."""

from __future__ import annotations

import builtins
import sys
from pathlib import Path

import pytest

from companion.catalogue import Catalogues
from companion.cli import main
from companion.decks.asking import ask
from companion.decks.file import load_deck, write_simple
from companion.decks.record import Deck, DeckError
from companion.decks.sample import sample_deck
from companion.decks.shelf import Shelf

CARDS = Catalogues().cards
A, B = "04a1b2c3d4e5f1", "04a1b2c3d4e5f2"


class Terminal:
    """Runs commands, and keeps what they printed."""

    def __init__(self, data: Path, capsys: pytest.CaptureFixture[str]):
        self.data = data
        self.shelf = Shelf(data, CARDS)
        self._capsys = capsys
        self.out = self.err = ""

    def run(self, *words: object) -> int:
        try:
            status = main(["--data", str(self.data), "cards", *map(str, words)])
        except SystemExit as end:
            status = int(end.code or 0)
        self.out, self.err = self._capsys.readouterr()
        return status

    def deck(self, name: str = "Box 1") -> Deck:
        return Shelf(self.data, CARDS).open(name).deck

    def put(self, deck: Deck) -> None:
        Shelf(self.data, CARDS).save(deck)


@pytest.fixture
def terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(tmp_path / "state", capsys)


@pytest.fixture
def box(terminal: Terminal) -> Terminal:
    """Give a terminal with a deck of two tags."""
    terminal.run("new", "Box 1")
    terminal.put(terminal.deck().tagged(A, "sailor-3-1#1").tagged(B, "sailor-3-1#2"))
    return terminal


def answers(monkeypatch, *words):
    """Let a person sit at the terminal, who answers so."""
    given = list(words)
    asked = []

    def read(question=""):
        asked.append(question)
        if not given:
            raise EOFError
        return given.pop(0)

    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(builtins, "input", read)
    return asked


# -- the shelf ----------------------------------------------------------------------------
def test_decks_are_begun_listed_and_used(terminal: Terminal) -> None:
    assert terminal.run("list") == 0
    assert terminal.out == "There is no deck yet. Begin one with: port-royal cards new NAME\n"
    assert terminal.run("new", "Box 1", "--with", "gamblers-big-box") == 0
    assert "begun and in use" in terminal.out
    assert terminal.run("new", "Box 2") == 0
    assert "'Box 1' stays in use" in terminal.out
    assert terminal.run("use", "Box 2") == 0
    assert terminal.out == "port-royal is played with deck 'Box 2' from now on.\n"
    assert terminal.run("list") == 0
    first, second = terminal.out.splitlines()[1:]
    assert (first.split()[:2], first.split()[-3:]) == (["Box", "1"], ["0", "of", "124"])
    assert (second.split()[:3], second.split()[-3:]) == (["*", "Box", "2"], ["0", "of", "120"])
    assert len(terminal.deck().id) == 8
    assert terminal.deck().id != terminal.deck("Box 2").id


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (("new", "Box 1"), "There is a deck 'Box 1' already"),
        (("new", "a/b"), "cannot name a deck"),
        (("new", "x", "--game", "port-royel"), "There is no game 'port-royel'. Did you mean 'port-royal'?"),
        (
            ("new", "x", "--with", "gambler-big-box"),
            "There is no set 'gambler-big-box' in port-royal. Did you mean",
        ),
        (("use", "Box 2"), "There is no deck 'Box 2'. Did you mean 'Box 1'?"),
        (("export", "--deck", "none"), "There is no deck 'none'. There are: Box 1."),
        (("export", "deck.xls"), "is exported to a file *.yaml or *.csv, not to deck.xls"),
        (("export", "/none/deck.csv"), "cannot be saved: No such file"),
        (("lost", "sailer-3-1#1"), "There is no card 'sailer-3-1#1' in port-royal. Did you mean"),
        (("lost", "04a1b2c3d4e5ff"), "The tag 04a1b2c3d4e5ff is on no card of deck 'Box 1'."),
        (("lost", "captain-4-1#1"), "captain-4-1#1 has no tag"),
        (("enroll", "--config", "none.yaml"), "There is no file none.yaml."),
        (("identify",), "The following arguments are required: --config"),
        (("burn",), "'burn' is not known"),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_status_2(box: Terminal, words, part) -> None:
    before = box.deck()
    assert box.run(*words) == 2
    assert part in box.err
    assert "Traceback" not in box.err
    assert box.deck() == before


def test_without_any_deck_it_is_said_how_to_begin(terminal: Terminal, tmp_path: Path) -> None:
    assert terminal.run("export") == 2
    assert "There is no deck yet. Begin one with: port-royal cards new NAME" in terminal.err
    (tmp_path / "tags.csv").write_text(f"{A},sailor-3-1#1\n")
    assert terminal.run("import", tmp_path / "tags.csv") == 2
    assert "There is no deck to import into" in terminal.err
    terminal.run("new", "Box 1")
    terminal.run("new", "Box 2")
    (terminal.data / "decks" / ".in-use").unlink()
    assert terminal.run("export") == 2
    assert "choose one of Box 1, Box 2 with --deck NAME" in terminal.err


def test_a_table_without_readers_cannot_tag(box: Terminal, tmp_path: Path) -> None:
    (tmp_path / "table.yaml").write_text("{}\n")
    assert box.run("enroll", "--config", tmp_path / "table.yaml") == 2
    assert "names no reader" in box.err


def test_a_whole_deck_needs_no_tagging(box: Terminal, root: Path) -> None:
    box.put(Deck("Box 1", "port-royal", "3f9a01bc", sample_deck("port-royal", CARDS).entries))
    assert box.run("enroll", "--config", root / "config" / "simulated.yaml") == 0
    assert "Every card of 'Box 1' has a tag" in box.out


def test_damage_is_told_and_a_hand_edit_is_asked_about(box: Terminal, monkeypatch) -> None:
    path = box.data / "decks" / "Box 1.json"
    path.write_text(path.read_text().replace('"copy": 2', '"copy": 5'))
    assert box.run("list") == 0
    assert "was edited by hand" in box.err
    assert box.run("export") == 2
    assert "Nobody is here to be asked" in box.err
    asked = answers(monkeypatch, "what", "y")
    assert box.run("export") == 0
    assert "edited by hand and is good. Keep it" in asked[0]
    assert box.run("export") == 0
    assert len(asked) == 2, "once, and again for an answer that was none"
    assert box.deck().find(B) == "sailor-3-1#5"
    path.write_text("{")
    assert box.run("export") == 0
    assert "Box 1.json, line" in box.err
    assert "kept as Box 1.bad-1" in box.err


def test_a_hand_edit_that_is_not_wanted_is_kept_aside(box: Terminal, monkeypatch) -> None:
    path = box.data / "decks" / "Box 1.json"
    path.write_text(path.read_text().replace('"copy": 2', '"copy": 5'))
    answers(monkeypatch, "n")
    assert box.run("export") == 0
    assert box.deck().find(B) == "sailor-3-1#2"
    assert (box.data / "decks" / "Box 1.bad-1").exists()


def test_a_damaged_deck_is_listed_as_such(box: Terminal) -> None:
    for ending in ("json", "json.bak"):
        (box.data / "decks" / f"Box 1.{ending}").write_text("{")
    assert box.run("list") == 0
    assert "cannot be read" in box.out
    assert "Box 1.json, line" in box.err


# -- lost ---------------------------------------------------------------------------------
def test_a_lost_tag_is_retired(box: Terminal, monkeypatch) -> None:
    asked = answers(monkeypatch, "n")
    assert box.run("lost", "sailor-3-1#1") == 1
    assert "Retire the tag 04:a1:b2:c3:d4:e5:f1 of Sailor, costs 3" in asked[0]
    assert box.deck().find(A) == "sailor-3-1#1"
    assert box.run("lost", "04:A1:B2:C3:D4:E5:F1", "--yes") == 0
    assert box.deck().retired == {A: "sailor-3-1#1"}


# -- sharing ------------------------------------------------------------------------------
@pytest.mark.parametrize("name", ["deck.yaml", "deck.csv"])
def test_an_export_is_imported_on_another_table(box: Terminal, tmp_path: Path, capsys, name: str) -> None:
    assert box.run("export", tmp_path / name) == 0
    assert "2 cards of 'Box 1'" in box.out
    other = Terminal(tmp_path / "other", capsys)
    if name.endswith("csv"):
        other.run("new", "Box 1")
    assert other.run("import", tmp_path / name, "--yes") == 0
    assert "Imported into 'Box 1': 2 new." in other.out
    assert other.deck().cards == box.deck().cards
    if name.endswith("yaml"):
        assert other.deck().id == box.deck().id, "the same deck, so what is written on its tags counts there"
    assert other.run("import", tmp_path / name) == 0
    assert "nothing to be changed" in other.out
    assert other.run("export") == 0
    assert other.out == write_simple(other.deck())


def test_an_import_asks_once_and_a_no_changes_nothing(box: Terminal, tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "tags.csv"
    path.write_text(f"{A},sailor-3-1#3\n04a1b2c3d4e5f9,captain-4-1#1\n")
    before = box.deck()
    asked = answers(monkeypatch, "n", "y")
    assert box.run("import", path) == 1
    assert asked == ["Import into 'Box 1': 1 new, 1 differ, 1 lose their tag? [y/n] "]
    assert "sailor-3-1#3: 04a1b2c3d4e5f1 instead of sailor-3-1#1" in box.out
    assert box.deck() == before
    assert box.run("import", path) == 0
    assert box.deck().find(A) == "sailor-3-1#3"


def test_numbers_written_backwards_are_asked_about(box: Terminal, tmp_path: Path, monkeypatch) -> None:
    path = tmp_path / "tags.csv"
    path.write_text("f7:e5:d4:c3:b2:a1:04,captain-4-1#1\n")
    asked = answers(monkeypatch, "y", "y")
    assert box.run("import", path) == 0
    assert asked[0].startswith("1 of 1 tag numbers seem to be written backwards, such as f7e5d4c3b2a104")
    assert box.deck().find("04a1b2c3d4e5f7") == "captain-4-1#1"


def test_a_list_of_mere_numbers_and_many_differences_are_told(box: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "tags.csv"
    path.write_text("".join(f"04:00:00:00:00:00:{n:02x}\n" for n in range(1, 125)))
    assert box.run("import", path, "--yes") == 0
    assert "124 tags name no card: their order is taken for that of a deck that lies sorted" in box.out
    assert "6 tags are left over" in box.out
    whole = box.deck()
    rows = [f"{uid},{card}" for uid, card in zip(whole.cards, reversed(whole.cards.values()), strict=True)]
    path.write_text("\n".join(rows))
    assert box.run("import", path, "--yes") == 0
    assert "and 110 more that differ" in box.out


def test_a_wrong_import_changes_nothing(box: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "tags.csv"
    path.write_text("04a1b2c3d4e5f9,captain-4-1#1\n04a1b2c3d4e5f8,captain-4-1#9\n")
    before = (box.data / "decks" / "Box 1.json").read_bytes()
    assert box.run("import", path, "--yes") == 2
    assert f"{path}, line 2: There is no card 'captain-4-1#9'" in box.err
    assert (box.data / "decks" / "Box 1.json").read_bytes() == before


def test_notes_about_real_dumps_are_told(box: Terminal, shared: Path) -> None:
    assert box.run("import", shared / "data" / "tags" / "Google.nfc", "--yes") == 0
    assert "the header says UID 04 B8 31 3A 30 73 80, pages 0 and 1 say 04 39 91 C2 FC 67 80" in box.err
    assert box.deck().find("043991c2fc6780") == "ship-yellow-1-1#1"


def test_an_import_for_a_deck_that_is_not_there_says_so(box: Terminal, tmp_path: Path) -> None:
    (tmp_path / "tags.csv").write_text(f"{A}\n")
    assert box.run("import", tmp_path / "tags.csv", "--deck", "Box 9", "--yes") == 2
    assert "There is no deck 'Box 9'" in box.err


def test_the_example_deck_makes_a_deck(terminal: Terminal, root: Path) -> None:
    assert terminal.run("import", root / "docs" / "deck-example.yaml", "--yes") == 0
    assert terminal.deck("Box 1").cards == load_deck(root / "docs" / "deck-example.yaml", CARDS).cards
    assert terminal.run("list") == 0
    assert terminal.out.splitlines()[1].startswith("*")


# -- the sheet ----------------------------------------------------------------------------
def test_the_sheet_has_a_box_for_every_card_and_ticks_those_with_a_tag(box: Terminal, tmp_path: Path) -> None:
    path = tmp_path / "sheet.html"
    assert box.run("print", path) == 0
    page = path.read_text()
    assert page.count("<i>") == 120
    assert page.count("<i>✓</i>") == 2
    assert page.count("<div>") == 62
    assert "<h2>the red ships</h2>" in page
    assert "red Frigate, 2 coins, 3 swords" in page
    assert "size: A4" in page
    assert set(_colours(page)) <= {"#000", "#fff"}, "dark ink only"
    assert box.run("print") == 0
    assert box.out == page


def _colours(page: str) -> list[str]:
    return [word.strip(";") for word in page.replace(";", " ").split() if word.startswith("#")]


# -- questions ----------------------------------------------------------------------------
def test_a_question_is_answered_by_a_person_by_yes_or_not_at_all(monkeypatch, capsys) -> None:
    assert ask("Really?", yes=True)
    assert capsys.readouterr().out == "Really? yes\n"
    answers(monkeypatch, "", "perhaps", " NO ")
    assert not ask("Really?", yes=False)
    assert not ask("Really?", yes=False), "the end of the input is no yes"
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    with pytest.raises(DeckError, match=r"answer with --yes"):
        ask("Really?", yes=False)
