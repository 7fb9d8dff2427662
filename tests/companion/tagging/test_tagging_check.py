"""The check of a deck (TG5), a lost tag (TG8), and the menu of cards, through taps and keys alone."""

from __future__ import annotations

import random

import pytest

from companion.decks.sample import sample_uid
from companion.decks.written import Inscription, inscribed
from drivers.tags import ntag213

BLANK = ntag213(bytes.fromhex("04112233445566")).user_memory


def uid(card: str) -> str:
    return sample_uid(card).hex()


@pytest.fixture
def tagged(evening, order):
    """Give a table with a deck in which every card has a tag, in the menu of cards."""
    evening.find_deck({card: card for card in order})
    evening.choose("Cards")
    return evening


def kind(card: str) -> str:
    return card.partition("#")[0]


def test_every_card_once_in_any_order(tagged, order) -> None:
    tagged.choose("Check")
    assert tagged.rows == [
        "CHECK DECK    0 / 120",
        "[...................]",
        "TAP CARDS",
        "any order, just tap",
        "120 not seen yet",
        "tap >:missing N:back",
    ]
    cards = list(order)
    random.Random(7).shuffle(cards)
    before = tagged.presses
    for card in cards[:-1]:
        assert tagged.tap(card) == ["tick"]
    assert tagged.rows[0] == "CHECK DECK  119 / 120"
    assert tagged.tap(cards[-1]) == ["final"]
    assert tagged.presses == before
    assert tagged.shows("Every card was seen")
    tagged.press(">")
    assert tagged.rows[0] == "CARDS"


def test_the_last_card_is_named_and_what_is_missing_listed(tagged, order) -> None:
    tagged.choose("Check")
    for card in order:
        if kind(card) not in ("sailor-3-1", "governor-8-0"):
            tagged.tap(card)
    tagged.tap("sailor-3-1#3")
    assert tagged.rows[2:4] == ["SAILOR 3", "Sailor 3"]
    tagged.press(">")
    assert tagged.rows[:3] == ["NOT SEEN YET 10", ">Sailor 3 x6", " Governor 8 x4"]
    tagged.press(">")
    assert tagged.rows[2] == ">Governor 8 x4"
    tagged.tap("sailor-3-1#4")
    assert tagged.rows[0] == "CHECK DECK  111 / 120"
    tagged.press("> n n")
    assert tagged.rows[0] == "WHICH CARD?"


def test_a_card_tapped_twice_is_told(tagged, order) -> None:
    tagged.choose("Check")
    tagged.tap(order[0], order[1])
    assert tagged.tap(order[0]) == ["refused"]
    assert tagged.shows("tapped before")
    assert tagged.tap(order[0]) == []
    assert tagged.rows[0].endswith("2 / 120")


def test_an_unknown_tag_is_told_and_learned_when_asked(evening, order) -> None:
    evening.begin_deck()
    evening.tap(*order[:6])
    evening.press("m >")
    assert evening.tap("sailor-3-1#5") == ["refused"]
    assert evening.rows[2] == "NO CARD"
    evening.press("y")
    evening.choose("Persons", "Sailor", "Sailor 3")
    assert evening.tagged()[uid("sailor-3-1#5")] == "sailor-3-1#1"
    assert evening.rows[0].endswith("1 / 120")
    evening.tap("08112233")
    assert evening.press("y") == ["refused"]


def test_a_wrong_name_is_set_right(tagged, order) -> None:
    tagged.choose("Check")
    tagged.tap("jester-5-1#1")
    tagged.press("n")
    tagged.choose("Persons", "Sailor", "Sailor 3")
    assert tagged.tagged()[uid("jester-5-1#1")].startswith("sailor-3-1#")
    assert tagged.rows[2] == "SAILOR 3"
    tagged.press(">")
    assert any(row[1:] == "Jester 5 --" for row in listing(tagged))


def listing(evening) -> list[str]:
    """Go through a list to its end and give all its lines."""
    seen: list[str] = []
    for _ in range(80):
        seen += [row for row in evening.rows[1:-1] if row not in seen]
        evening.press(">")
    return [row.split("  +")[0].rstrip() for row in seen]


def test_a_tag_that_says_another_card_is_told_and_not_followed(tagged) -> None:
    deck = tagged.deck()
    said = inscribed(BLANK, uid("jester-5-1#1"), Inscription(deck.id, "sailor-3-1#1"))
    tagged.choose("Check")
    assert not tagged.bench.knows(uid("jester-5-1#1"))
    assert tagged.tap("jester-5-1#1", memory=said) == ["refused"]
    assert tagged.rows[2:5] == ["JESTER 5", "Jester 5", "but it says Sai3"]
    assert tagged.deck() == deck
    tagged.press("m")
    assert tagged.bench.knows(uid("jester-5-1#1"))


# -- a lost tag --------------------------------------------------------------------------
NEW = "04a1a2a3a4a5a6"


def test_a_lost_tag_of_a_card_that_is_alone(tagged) -> None:
    tagged.choose("Lost", "Persons", "Jester", "Jester 5")
    assert tagged.rows == [
        "LOST TAG",
        "JESTER 5",
        "Stick a new tag on it",
        "and tap it.",
        "tap new tag  N:back",
    ]
    assert tagged.tap(NEW) == ["tick"]
    assert tagged.shows("Tagged: Jester 5")
    deck = tagged.deck()
    assert deck.cards[NEW] == "jester-5-1#1"
    assert deck.retired == {uid("jester-5-1#1"): "jester-5-1#1"}
    assert len(deck.cards) == 120


def test_the_others_of_a_kind_tell_which_one_it_was(tagged) -> None:
    tagged.choose("Lost", "Persons", "Sailor", "Sailor 3")
    assert tagged.rows[-2] == "still there: 0 of 7"
    for copy in (1, 2, 3, 5, 6, 7):
        assert tagged.tap(f"sailor-3-1#{copy}") == ["tick"]
    assert tagged.rows[-2] == "still there: 6 of 7"
    tagged.tap(NEW)
    deck = tagged.deck()
    assert deck.cards[NEW] == "sailor-3-1#4"
    assert deck.retired == {uid("sailor-3-1#4"): "sailor-3-1#4"}


def test_tags_of_other_cards_and_numbers_that_cannot_be_change_nothing(tagged) -> None:
    before = tagged.deck()
    tagged.choose("Lost", "Persons", "Sailor", "Sailor 3")
    assert tagged.tap("jester-5-1#1") == ["refused"]
    assert tagged.shows("That is Jester 5")
    assert tagged.tap("08112233") == ["refused"]
    assert tagged.shows("Changing number")
    assert tagged.deck() == before


def test_a_retired_tag_is_used_again_on_purpose_only(tagged) -> None:
    tagged.choose("Lost", "Persons", "Jester", "Jester 5")
    tagged.tap(NEW)
    tagged.choose("Lost", "Persons", "Pirate", "Pirate 5")
    assert tagged.tap("jester-5-1#1") == ["question"]
    assert tagged.deck().tags["pirate-5-1#1"] == uid("pirate-5-1#1")
    assert tagged.rows[-1] == "Y:use it  N:back"
    tagged.press("y")
    assert tagged.deck().tags["pirate-5-1#1"] == uid("jester-5-1#1")


def test_a_retired_tag_is_asked_about_while_tagging(tagged) -> None:
    tagged.choose("Lost", "Persons", "Jester", "Jester 5")
    tagged.tap(NEW)
    tagged.choose("Deck", "new deck", "Port Royal")
    tagged.tap("jester-5-1#1")
    assert tagged.tagged("Box 2") == {uid("jester-5-1#1"): "ship-yellow-1-1#1"}
    tagged.press("m n")
    tagged.choose("Deck", "Box 1", "Deck is tagged")
    tagged.press("y")
    assert tagged.tap("jester-5-1#1") == ["question"]
    assert tagged.shows("was Jester 5")


# -- the menu ----------------------------------------------------------------------------
def test_nothing_to_check_and_to_replace_without_a_deck(evening) -> None:
    evening.choose("Cards")
    for line in ("Check", "Lost", "Gamblers"):
        evening.choose(line)
        assert evening.heard == ["refused"]
        assert evening.shows("Tag a deck first")


def test_several_decks_side_by_side_and_the_chosen_one_is_used(tagged) -> None:
    tagged.choose("Deck: Box 1", "new deck", "Port Royal")
    tagged.tap("sailor-3-1#5")
    tagged.press("m n")
    assert any(row.strip(" >") == "Deck: Box 2" for row in tagged.rows)
    tagged.cut_power()
    assert tagged.bench.box("port-royal").deck.name == "Box 2"
    tagged.choose("Cards", "Deck", "Box 1")
    tagged.cut_power()
    assert tagged.bench.box("port-royal").deck.name == "Box 1"
    assert len(tagged.tagged("Box 1")) == 120
    assert len(tagged.tagged("Box 2")) == 1


def test_a_card_tapped_on_the_first_screens_of_a_new_game_chooses_its_deck(tagged) -> None:
    tagged.choose("Deck: Box 1", "new deck", "Port Royal")
    tagged.tap(*(f"04a1a2a3a4a5{number:02x}" for number in range(3)))
    tagged.press("m n n")
    tagged.cut_power()
    tagged.choose("New game")
    tagged.tap("sailor-3-1#5")
    assert tagged.bench.box("port-royal").deck.name == "Box 1"
    tagged.press("y y y Y  y > y Y  y > y y")
    assert tagged.shows("DEAL") or tagged.rows[0].startswith("DEAL")
    tagged.tap("04a1a2a3a4a500")
    assert tagged.bench.box("port-royal").deck.name == "Box 2"
    assert tagged.desk.session.facts()["harbor"] == ["ship-yellow-1-1"]


def test_promo_cards_are_tagged_last_when_they_are_in_the_box(tagged) -> None:
    tagged.choose("Gamblers: none")
    assert ">Gamblers: Big Box" in tagged.rows
    tagged.choose("Tag")
    tagged.press("y")
    assert tagged.shows("GAMBLER 6")
    assert tagged.rows[0] == "TAG DECK    120 / 124"


def test_writing_on_tags_is_warned_of_and_remembered(evening) -> None:
    evening.choose("Cards", "Write to tags: no")
    assert evening.rows[:2] == ["WRITE OPENLY?", "READABLE"]
    evening.press("n")
    assert evening.desk.settings.tags == "no"
    evening.choose("Write to tags: no")
    evening.press("y")
    evening.cut_power()
    assert evening.desk.settings.tags == "open"
    evening.choose("Cards", "Write to tags: open")
    assert evening.desk.settings.tags == "no"


def test_no_and_menu_lead_back_from_everywhere(tagged) -> None:
    for way in (["Check"], ["Lost"], ["Deck:"], ["Write"], ["Lost", "Persons"], ["Deck is"]):
        tagged.choose(*way)
        tagged.press("m")
        assert tagged.rows[0] == "TABLE COMPANION", way
        tagged.choose("Cards", *way)
        tagged.press("n n n n")
        assert tagged.rows[0] == "TABLE COMPANION", way
        tagged.choose("Cards")


def test_a_deck_of_port_royal_2000_is_tagged_and_mended_the_same_way(evening) -> None:
    evening.choose("Cards", "Tag", "PR 2000")
    cards = [card.name for card in evening.catalogues.cards("port-royal-2000")]
    assert evening.rows[0] == f"TAG DECK       0 / {len(cards)}"
    for number in range(len(cards)):
        assert evening.tap(f"04a1a2a3a4a5{number:02x}") == ["last-copy"]
    assert evening.shows("ALL TAGGED")
    assert set(evening.tagged().values()) == set(cards)
    evening.press("m n")
    evening.choose("Lost", "Trick cards", "◆RED", "◆RED 3")
    evening.tap("04b1a2a3a4a500")
    assert evening.deck().cards["04b1a2a3a4a500"] == "red-3#1"
    evening.choose("Check")
    evening.tap("04b1a2a3a4a500")
    assert evening.rows[2] == "◆RED 3"
