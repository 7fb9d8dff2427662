"""CO3: a card was read wrong, because its tag sticks on another card than the deck says."""

from __future__ import annotations

import pytest

from companion.decks.sample import sample_uid
from companion.flow import Playing
from engine.games import SetUp

GAME = "port-royal"
ANN, BEN = "Ann", "Ben"


def uid(card: str) -> str:
    return sample_uid(card).hex()


@pytest.fixture
def table(evening, order):
    """Give a table whose deck is tagged, but for two cards that were taken for each other, and a game."""
    swapped = {"jester-5-1#1": "sailor-3-1#2", "sailor-3-1#2": "jester-5-1#1"}
    evening.find_deck({swapped.get(card, card): card for card in order})
    evening.desk.begin(SetUp(game=GAME, players=(ANN, BEN), start=ANN))
    evening.rest()
    return evening


def mend(table, *lines: str) -> None:
    table.press("m")
    table.choose("Correct", "A card read wrong", *lines)


def test_a_card_just_revealed_is_taken_back_and_the_right_one_revealed(table) -> None:
    table.tap("sailor-3-1#2")
    assert table.desk.session.facts()["harbor"] == ["jester-5-1"]
    table.press("m")
    table.choose("Correct", "A card read wrong")
    assert table.rows == [
        "THE TAG SAID",
        "Jester 5 copy 1",
        "The card is:",
        ">●YELLOW ships",
        " ≈BLUE ships",
        " ▲GREEN ships      +5",
        "only unseen cards",
        ">:down Y:fix N:back",
    ]
    table.choose("Persons", "Sailor", "Sailor 3")
    assert table.desk.session.facts()["harbor"] == ["sailor-3-1"]
    assert "correction" in table.heard
    assert table.shows("Now: Sailor 3")
    assert isinstance(table.desk.mode, Playing)


def test_the_tag_is_mapped_anew_and_its_number_asked_about_no_more(table) -> None:
    table.tap("sailor-3-1#2")
    mend(table, "Persons", "Sailor", "Sailor 3")
    deck = table.tagged()
    assert deck[uid("sailor-3-1#2")].startswith("sailor-3-1#")
    table.cut_power()
    assert table.tagged() == deck
    table.press("y")
    table.rest()
    table.tap("sailor-3-1#2")
    assert not table.shows("UNKNOWN TAG")
    assert table.desk.session.facts()["harbor"] == ["sailor-3-1"]


def test_the_other_of_two_swapped_tags_is_mended_the_same_way(table) -> None:
    table.tap("sailor-3-1#2")
    mend(table, "Persons", "Sailor", "Sailor 3")
    table.tap("jester-5-1#1")
    assert table.desk.session.facts()["harbor"] == ["sailor-3-1", "sailor-3-1"]
    mend(table, "Persons", "Jester", "Jester 5")
    assert sorted(table.desk.session.facts()["harbor"]) == ["jester-5-1", "sailor-3-1"]
    assert table.tagged()[uid("jester-5-1#1")] == "jester-5-1#1"


def test_a_good_tag_that_lost_its_card_to_the_mended_one_is_asked_about_once(table) -> None:
    table.tap("sailor-3-1#2")
    mend(table, "Persons", "Sailor", "Sailor 3")
    [lost] = [f"sailor-3-1#{copy}" for copy in range(1, 8) if uid(f"sailor-3-1#{copy}") not in table.tagged()]
    table.tap(lost)
    assert table.shows("UNKNOWN TAG")
    table.press("y")
    table.choose("Persons", "Sailor", "Sailor 3")
    assert table.tagged()[uid(lost)].startswith("sailor-3-1#")


def test_a_card_that_lies_there_longer_changes_its_face(table) -> None:
    table.tap("sailor-3-1#2", "ship-red-1-1#1")
    table.tap("captain-4-1#1")
    table.press("m")
    table.choose("Correct", "A card read wrong")
    assert table.rows[1] == "Captain 4 copy 1"
    table.tap("sailor-3-1#2")
    assert table.rows[1] == "Jester 5 copy 1"
    table.choose("Persons", "Sailor", "Sailor 3")
    assert sorted(table.desk.session.facts()["harbor"]) == ["captain-4-1", "sailor-3-1", "ship-red-1-1"]
    table.press("N")
    assert "jester-5-1" in table.desk.session.facts()["harbor"]


def test_a_hidden_card_is_not_named(table) -> None:
    table.tap("ship-red-1-1#1")
    table.press("> m")
    table.choose("Correct", "A card read wrong")
    before = table.tagged()
    assert table.tap("pirate-7-2#1") == ["refused"]
    assert table.shows("Only open cards")
    assert not any("Pirate" in row for row in table.rows)
    assert table.tagged() == before


def test_unknown_tags_and_two_tags_say_so(table) -> None:
    table.press("m")
    table.choose("Correct", "A card read wrong")
    assert table.shows("Tap the card that")
    assert table.tap("04aabbccddeeff") == ["refused"]
    assert table.shows("Not in this deck")
    table.press("y")
    assert table.shows("Tap the card that")
    table.press("n n n")
    assert isinstance(table.desk.mode, Playing)


def test_no_goes_back_level_by_level(table) -> None:
    table.tap("sailor-3-1#2")
    mend(table, "Persons", "Sailor")
    table.press("n")
    assert any(row.startswith(">Sailor") for row in table.rows)
    table.press("n")
    assert any(row.startswith(">Persons") for row in table.rows)
    table.press("n")
    assert table.shows("Tap the card that")


def test_a_card_picked_from_the_list_is_repaired_without_a_tag(evening) -> None:
    evening.desk.begin(SetUp(game=GAME, players=(ANN, BEN), start=ANN))
    evening.rest()
    evening.press("y")
    evening.choose("Persons", "Jester", "Jester 5")
    evening.rest()
    mend(evening, "Persons", "Sailor", "Sailor 3")
    assert evening.desk.session.facts()["harbor"] == ["sailor-3-1"]
    assert evening.tagged() == {}
