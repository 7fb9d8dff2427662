"""What nobody may know stays unknown: ER6, and tags that say in writing which card they are on."""

from __future__ import annotations

import pytest

from companion.decks.sample import sample_uid
from companion.decks.written import Inscription, inscribed
from drivers.ndef import text_record, written
from drivers.tags import ntag213
from engine.games import SetUp

GAME = "port-royal"
BLANK = ntag213(bytes.fromhex("04112233445566")).user_memory


def uid(card: str) -> str:
    return sample_uid(card).hex()


def says(evening, card: str, on: str = "") -> bytes:
    """Give the memory of the tag of a card that says which one it is."""
    return inscribed(BLANK, uid(on or card), Inscription(evening.deck().id, card))


@pytest.fixture
def begun(evening, order):
    """Give a table with a deck of which a few cards are tagged, and a game in which Ann discovers."""
    evening.begin_deck()
    evening.tap(*order[:6])
    evening.press("m n n")
    evening.desk.begin(SetUp(game=GAME, players=("Ann", "Ben"), start="Ann"))
    evening.rest()
    return evening


def test_a_written_tag_fills_the_map_when_it_is_revealed(begun) -> None:
    begun.tap("jester-5-1#1", memory=says(begun, "jester-5-1#1"))
    assert begun.desk.session.facts()["harbor"] == ["jester-5-1"]
    assert begun.tagged()[uid("jester-5-1#1")] == "jester-5-1#1"


def test_a_written_tag_at_the_wrong_moment_is_neither_named_nor_stored_nor_learned(begun) -> None:
    begun.tap("ship-yellow-1-1#1")
    begun.press(">")
    before = begun.deck()
    files = {path: path.read_bytes() for path in begun.folder.rglob("*") if path.suffix == ".json"}
    assert begun.tap("jester-5-1#1", memory=says(begun, "jester-5-1#1")) == ["refused"]
    assert begun.rows[0] == "NOT IN THE HARBOR"
    assert not any("ester" in row.lower() for row in begun.rows)
    assert begun.deck() == before
    assert files == {path: path.read_bytes() for path in files}
    assert begun.desk.mode.tap is None
    assert uid("jester-5-1#1") not in repr(begun.desk.mode)
    assert not begun.bench.knows(uid("jester-5-1#1"))


def test_an_unknown_tag_while_cards_are_taken_can_only_be_a_card_that_lies_open(begun) -> None:
    begun.tap("ship-yellow-1-1#1")
    begun.press(">")
    begun.tap("jester-5-1#1")
    assert begun.rows[0].startswith("UNKNOWN TAG")
    begun.press("y")
    assert begun.rows[1:-1] == [">●YELLOW 1 †1"]
    begun.press("n")
    assert uid("jester-5-1#1") not in begun.deck().cards


def test_a_record_that_was_copied_to_another_tag_is_not_followed(begun) -> None:
    begun.tap("jester-5-1#1", memory=says(begun, "pirate-5-1#1", on="pirate-5-1#1"))
    assert begun.rows[0].startswith("UNKNOWN TAG")
    assert "pirate-5-1#1" not in begun.deck().tags


def test_a_second_tag_that_says_a_card_of_the_deck_names_it_nowhere(begun, order) -> None:
    begun.tap(order[0])
    begun.press(">")
    twin = "04a1a2a3a4a5a6"
    begun.tap(twin, memory=inscribed(BLANK, twin, Inscription(begun.deck().id, order[4])))
    assert begun.rows[0].startswith("UNKNOWN TAG")
    assert not any("yellow" in row.lower() for row in begun.rows)
    assert order[4] not in repr(begun.desk.mode)


def test_a_record_of_another_deck_is_not_followed(begun) -> None:
    other = inscribed(BLANK, uid("jester-5-1#1"), Inscription("00112233", "jester-5-1#1"))
    begun.tap("jester-5-1#1", memory=other)
    assert begun.rows[0].startswith("UNKNOWN TAG")
    assert begun.shows("This tag is of anothe")


def test_written_tags_fill_an_empty_map_in_any_order(evening, order) -> None:
    evening.begin_deck()
    before = evening.presses
    for card in order[10:14]:
        assert evening.tap(card, memory=says(evening, card)) == ["question"]
        assert evening.rows[0] == "TAG ALREADY IN USE"
    assert evening.tagged() == {uid(card): card for card in order[10:14]}
    evening.tap(order[0])
    assert evening.tagged()[uid(order[0])] == order[0]
    assert evening.presses == before


def test_what_others_wrote_on_a_tag_is_asked_about(evening, order) -> None:
    evening.begin_deck()
    greeting = written(text_record("Hello"))
    assert evening.tap(order[0], memory=greeting) == ["question"]
    assert evening.rows[:3] == ["WRITTEN TAG", "USE IT?", "Hello"]
    assert evening.tagged() == {}
    evening.press("n")
    evening.tap(order[0], memory=greeting)
    evening.press("y")
    assert evening.tagged() == {uid(order[0]): order[0]}
    evening.tap(order[1], memory=greeting)
    evening.tap(order[2])
    assert evening.tagged() == {uid(order[0]): order[0], uid(order[2]): order[1]}
