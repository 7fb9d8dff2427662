"""The decks of a table: files that are damaged, edited or cannot be written, and decks given from outside."""

from __future__ import annotations

import json
import re

import pytest

from companion.bench import Bench
from companion.decks.record import Deck, DeckError
from companion.decks.sample import sample_deck, sample_uid
from companion.decks.shelf import Shelf
from companion.flow import Home
from companion.orders import ChooseDeck, Inscribe, KeepDeck, Learn, NewDeck
from companion.table_decks import open_bench
from engine.games import SetUp
from engine.kernel import Illegal

GAME = "port-royal"


def uid(card: str) -> str:
    return sample_uid(card).hex()


@pytest.fixture
def tagged(evening, order):
    """Give a table whose deck has a few tags, at the home menu."""
    evening.begin_deck()
    evening.tap(*order[:6])
    evening.press("m n n")
    assert isinstance(evening.desk.mode, Home)
    return evening


def path_of(evening):
    return evening.folder / "decks" / "Box 1.json"


def test_a_damaged_file_is_put_aside_and_its_copy_used(tagged) -> None:
    before = tagged.tagged()
    path_of(tagged).write_text("{")
    tagged.cut_power()
    tagged.now_s -= 10.0
    tagged.rest(0.0)
    assert tagged.shows("The deck file was")
    assert tagged.tagged() == before
    assert list(tagged.folder.glob("decks/*.bad-*"))


@pytest.mark.parametrize("accepted", [True, False])
def test_a_file_edited_by_hand_is_asked_about_once(tagged, order, accepted: bool) -> None:
    lines = path_of(tagged).read_text().splitlines(keepends=True)
    edited = "".join(line for line in lines if uid(order[5]) not in line)
    edited = re.sub(r"},(\s*])", r"}\1", edited)
    json.loads(edited)
    path_of(tagged).write_text(edited)
    tagged.cut_power()
    assert tagged.rows[:2] == ['DECK "Box 1"', "EDITED"]
    tagged.tap(order[0])
    assert tagged.rows[1] == "EDITED"
    tagged.press("y" if accepted else "n")
    assert len(tagged.tagged()) == (5 if accepted else 6)
    tagged.cut_power()
    assert tagged.rows[0] == "TABLE COMPANION"
    assert len(tagged.tagged()) == (5 if accepted else 6)


def test_decks_that_cannot_be_read_leave_the_list(tagged) -> None:
    path_of(tagged).write_text("{")
    path_of(tagged).with_name("Box 1.json.bak").write_text("{")
    tagged.cut_power()
    assert tagged.bench.box(GAME) is None
    tagged.desk.begin(SetUp(game=GAME, players=("Ann", "Ben"), start="Ann"))
    tagged.rest()
    assert tagged.rows[-1] == "tap or Y:pick card"


def test_what_is_learned_on_a_full_disk_is_known_for_now_and_said(tagged, monkeypatch) -> None:
    tagged.desk.begin(SetUp(game=GAME, players=("Ann", "Ben"), start="Ann"))
    tagged.rest()

    def refuse(self, deck) -> None:
        raise DeckError("The disk is full.")

    with monkeypatch.context() as full:
        full.setattr(Shelf, "save", refuse)
        tagged.tap("jester-5-1#1")
        tagged.press("y")
        tagged.choose("Persons", "Jester", "Jester 5")
    assert "trouble" in tagged.heard
    assert tagged.desk.session.facts()["harbor"] == ["jester-5-1"]
    assert tagged.shows("The deck was not")
    assert uid("jester-5-1#1") not in tagged.tagged()
    assert tagged.bench.knows(uid("jester-5-1#1"))
    tagged.tap("pirate-5-1#1")
    tagged.press("y")
    tagged.choose("Persons", "Pirate", "Pirate 5")
    assert {uid("jester-5-1#1"), uid("pirate-5-1#1")} <= set(tagged.tagged())


def test_a_given_deck_learns_in_memory_and_is_never_written(catalogues, tmp_path) -> None:
    given = sample_deck(GAME, catalogues.cards)
    bench = Bench(catalogues.cards, Shelf(tmp_path, catalogues.cards), given)
    assert bench.box(GAME).deck == bench.box("").deck == given
    assert bench.box("port-royal-2000") is None
    assert bench.decks() == ((given.name, GAME),)
    with pytest.raises(Illegal, match="file of its own"):
        bench.carry_out(KeepDeck(given), GAME)
    with pytest.raises(Illegal, match="file of its own"):
        bench.carry_out(NewDeck("Mine", GAME), GAME)
    assert bench.carry_out(Learn("04a1a2a3a4a5a6", 0), GAME) == "tick"
    assert bench.knows("04a1a2a3a4a5a6")
    assert not (tmp_path / "decks").exists()


def test_without_a_shelf_a_deck_is_begun_in_memory(catalogues) -> None:
    bench = Bench(catalogues.cards)
    assert bench.box(GAME) is None
    assert bench.decks() == ()
    bench.carry_out(Learn("04a1a2a3a4a5a6", 5), GAME)
    assert bench.box(GAME).deck.name == "Box 1"
    assert bench.knows("04a1a2a3a4a5a6")


def test_a_deck_that_is_not_there_cannot_be_chosen(catalogues, tmp_path) -> None:
    bench = Bench(catalogues.cards, Shelf(tmp_path, catalogues.cards))
    with pytest.raises(Illegal, match="There is no deck 'Mine'"):
        bench.carry_out(ChooseDeck("Mine"), GAME)


def test_a_reader_is_asked_to_write_the_deck_that_has_the_tag(catalogues, tmp_path) -> None:
    bench = Bench(catalogues.cards, Shelf(tmp_path, catalogues.cards))
    assert bench.written() is None
    bench.carry_out(Learn("04a1a2a3a4a5a6", 5), GAME)
    bench.carry_out(Inscribe("main", "04a1a2a3a4a5a6", "ship-red-1-1#1"), GAME)
    assert bench.written().trouble == "This reader cannot write."
    assert bench.written() is None


def test_a_deck_file_that_cannot_be_used_is_said_and_the_shelf_used(catalogues, tmp_path) -> None:
    mine = Shelf(tmp_path, catalogues.cards)
    mine.new("Mine", GAME, "00112233")
    bench, trouble = open_bench(catalogues, tmp_path, str(tmp_path / "none.yaml"))
    assert "none.yaml" in trouble
    assert bench.box(GAME).deck == Deck("Mine", GAME, "00112233")
