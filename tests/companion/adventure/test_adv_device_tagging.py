"""Decks of The Adventure Begins: what can be tagged, and cards that only got their names at the table."""

import pytest

from companion.box import Box
from companion.cardnames import FULL_CELLS, HEADLINE_CELLS, CardNames
from companion.catalogue import Catalogues
from companion.decks.checkpass import check, looked_at
from companion.decks.enrolment import enrol
from companion.decks.file import read_deck, write_deck
from companion.decks.record import DeckError, deck_of
from companion.decks.sample import sample_uid
from companion.decks.terminal.words import CardWords
from companion.open_cards import cards_in
from companion.texts import load_catalogue
from drivers.ports import CardSeen
from engine.adventure.pack import CHARACTERS

CATALOGUES = Catalogues()
UID = "04a1a2a3a4a5a6"
COINS = {"Ann": 5, "Ben": 6, "Cem": 3}


@pytest.fixture(scope="module")
def names():
    return CardNames(load_catalogue("en").cards)


def test_all_cards_of_the_box_can_be_tagged():
    cards = CATALOGUES.tagged("adventure")
    kinds = [card.type for card in cards]
    assert [card.id for card in cards] == list(range(len(cards)))
    assert kinds.count("event") == 13 + 3
    assert kinds.count("character") == 10 + 5
    assert len([card for card in cards if 128 <= card.id < 167]) == 39
    assert len(CATALOGUES.cards("adventure")) == 128
    assert CATALOGUES.tagged("port-royal") is CATALOGUES.cards("port-royal")


def test_every_card_has_a_name_that_fits(names):
    for card in CATALOGUES.tagged("adventure"):
        assert len(names.headline(card.kind)) <= HEADLINE_CELLS
        assert len(names.full(card.kind)) <= FULL_CELLS
        assert len(names.token(card.kind)) <= 5


def test_a_card_that_was_named_stays_in_the_deck_and_is_no_fault(names):
    deck = deck_of("Box", "adventure", {UID: "ship-blue-1-2-bread#1"})
    again = read_deck(write_deck(deck), "Box.json", CATALOGUES.tagged)
    assert dict(again.cards) == {UID: "ship-blue-1-2-bread#1"}
    cards = CATALOGUES.tagged("adventure")
    assert enrol(deck, cards).wanted is not None
    looked, what = looked_at(check(deck, cards), UID)
    assert what is not None
    assert looked is not None
    words = CardWords(cards, names)
    assert words.card("ship-blue-1-2-bread#1") == "Flute"
    assert words.card("event-bribery#1") == "Bribery"
    assert words.card("cook-3-1#1") == "cook-3-1"


def test_a_name_that_no_card_can_have_is_a_fault():
    deck = deck_of("Box", "adventure", {UID: "ship-pink-1-2-bread#1"})
    with pytest.raises(DeckError, match="There is no card 'ship-pink-1-2-bread#1'"):
        read_deck(write_deck(deck), "Box.json", CATALOGUES.tagged)


# -- cards that get their names at the table, and what is left to tag --------------------------
def box_of(tags):
    deck = deck_of("Box", "adventure", tags)
    return Box(deck, cards_in(deck, CATALOGUES.tagged("adventure")))


def all_tags():
    return {sample_uid(name).hex(): name for name in box_of({}).gaps}


def test_five_character_cards_lie_in_the_box():
    box = box_of({})
    assert [heap.names for heap in box.heaps if heap.pile == "character"] == [
        tuple(f"character-?#{copy}" for copy in range(1, 6))
    ]
    tagged = {UID: "character-grace-may#1", "04a1a2a3a4a5a7": "character-?#5"}
    box = box_of(tagged)
    names = [name for heap in box.heaps if heap.pile == "character" for name in heap.names]
    assert sorted(names) == [*(f"character-?#{copy}" for copy in (1, 2, 3, 5)), "character-grace-may#1"]
    assert len(box.gaps) == len(box_of({}).gaps) - 2


def test_all_ten_sides_tagged_are_at_least_all_cards():
    box = box_of({sample_uid(who).hex(): f"character-{who}#1" for who in CHARACTERS})
    assert not [name for name in box.gaps if name.startswith("character-")]


def test_a_card_that_was_named_counts_as_tagged_and_not_as_missing(names):
    tags = all_tags()
    before = box_of(tags)
    assert before.gaps == ()
    total = enrol(before.deck, before.cards).progress.total
    deck = before.deck
    for old, new in (("lookout-?-?#2", "lookout-4-2#1"), ("ship-ares-1-?-?#1", "ship-ares-1-3-book#1")):
        deck = deck.untagged(deck.tags[old]).tagged(deck.tags[old], new)
    box = box_of(deck.cards)
    assert box.gaps == ()
    assert enrol(box.deck, box.cards).progress.total == total
    assert check(box.deck, box.cards).progress.total == total
    assert box.copies["lookout-4-2"] == 1
    assert box.copies["lookout-?-?"] == 4
    assert box.copies["ship-?-?-?-?"] == 10
    assert box.named["lookout-4-2#1"].price == 4
    assert CardWords(box.cards, names).card("lookout-4-2#1").startswith("Lookout")


def test_a_card_whose_tag_is_lost_keeps_its_name():
    deck = deck_of("Box", "adventure", {UID: "lookout-4-2#1"}).without_tag("lookout-4-2#1")
    box = Box(deck, cards_in(deck, CATALOGUES.tagged("adventure")))
    assert "lookout-4-2#1" in box.gaps
    assert len(box.gaps) == len(box_of({}).gaps)


def test_more_names_than_open_cards_are_left_alone():
    tags = {sample_uid(str(n)).hex(): f"tax-16#{n}" for n in range(3, 6)}
    assert len(box_of(tags).gaps) == len(box_of({}).gaps)


# -- learning while a game is on ---------------------------------------------------------------
TAG = "04a7b7c7d7e7f7"


def tapped(table, uid=TAG):
    table._handle(CardSeen("main", uid, table.now_s))
    return table


def found(table, uid=TAG):
    return table.desk.context(table.now_s).box.deck.find(uid)


def test_an_unknown_tag_is_learned_as_the_event_that_came(sit):
    table = sit(tagged=False).begin("Ann", "Ben", "Cem", position={"coins": COINS})
    assert tapped(table).lines()[1] == "NOT KNOWN"
    table.press("y")
    assert table.lines()[0] == "WHICH EVENT CAME?"
    table.choose("Recruitment")
    assert table.played == [{"event": "event-recruitment"}]
    assert found(table) == "event-recruitment#1"
    table.rest().press("N >")
    tapped(table)
    assert table.played == [{"event": "event-recruitment"}]


def test_another_title_keeps_its_tag_as_an_unknown_event(sit):
    position = {"coins": COINS, "tasks": {"10": []}}
    table = sit(tagged=False).begin("Ann", "Ben", "Cem", pack="known", position=position)
    tapped(table).press("y").choose("another title")
    assert found(table) == "event-?#1"


def test_an_unknown_tag_is_learned_as_the_story_card_that_is_due(sit):
    position = {"coins": COINS, "tasks": {"10": []}, "events": []}
    table = sit(tagged=False).begin("Ann", "Ben", "Cem", pack="known", position=position)
    table.press("y").rest().press("y y").rest()
    assert table.lines()[1] == "STORY 11"
    tapped(table).press("y")
    assert table.played == [{"story": 11}]
    assert found(table) == "task-11#1"
    table.rest().press(">>").rest()
    tapped(table)
    assert table.lines()[0].startswith("TASK 11")
    box = table.desk.context(table.now_s).box
    outside = Box(box.deck, cards_in(box.deck, CATALOGUES.tagged("adventure")))
    assert outside.named["task-11#1"].type == "story"
    assert "task-11#1" not in outside.gaps


def test_a_number_that_changes_is_not_learned(sit):
    table = sit(tagged=False).begin("Ann", "Ben", "Cem", position={"coins": COINS})
    tapped(table, "08a1b2c3").press("y").choose("Recruitment")
    assert table.played == [{"event": "event-recruitment"}]
    box = table.desk.context(table.now_s).box
    assert box is None or not box.deck.cards
