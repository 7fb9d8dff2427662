"""Decks of The Adventure Begins: what can be tagged, and cards that only got their names at the table."""

import pytest

from companion.cardnames import FULL_CELLS, HEADLINE_CELLS, CardNames
from companion.catalogue import Catalogues
from companion.decks.checkpass import check, looked_at
from companion.decks.enrolment import enrol
from companion.decks.file import read_deck, write_deck
from companion.decks.record import DeckError, deck_of
from companion.decks.terminal.words import CardWords
from companion.texts import load_catalogue

CATALOGUES = Catalogues()
UID = "04a1a2a3a4a5a6"


@pytest.fixture(scope="module")
def names():
    return CardNames(load_catalogue("en").cards)


def test_all_cards_of_the_box_can_be_tagged():
    cards = CATALOGUES.tagged("adventure")
    kinds = [card.type for card in cards]
    assert [card.id for card in cards] == list(range(len(cards)))
    assert kinds.count("event") == 13 + 3
    assert kinds.count("character") == 10
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
