"""Cards checked, named and given new tags at a terminal."""

from __future__ import annotations

from types import SimpleNamespace

from card_hands import ALL, FIRST, WORDS, tap, uid
from companion.decks.checkpass import check
from companion.decks.record import DeckError, deck_of
from companion.decks.terminal.checking import Checking, Identifying, missing
from companion.decks.terminal.replacing import Replacing
from companion.decks.terminal.words import CardWords
from companion.decks.written import Inscription, inscribed
from drivers.ndef import address_record, written


# -- checking and naming ------------------------------------------------------------------
def test_a_check_tells_what_is_odd_and_ends_by_itself(hands):
    deck = deck_of("Box 1", "port-royal", {uid(n): name for n, name in enumerate([c.name for c in ALL][:3])})
    state = check(deck, ALL[:3])
    said = []
    sitting = Checking(state, hands, WORDS, said.append)
    assert sitting.status().total == 3
    tap(sitting, 0)
    tap(sitting, 7)
    tap(sitting, 0)
    sitting.key(">")
    assert said[1:] == [
        "Not of this deck: 04:00:00:00:00:00:07.",
        said[2],
        "Not seen yet, 2:\n  2 x yellow Pinnace, 1 coin, 1 sword",
    ]
    assert said[2].startswith(
        "A second time: 04:00:00:00:00:00:00 is yellow Pinnace, 1 coin, 1 sword, copy 1"
    )
    wrong = inscribed(bytes(144), uid(1), Inscription(deck.id, "tax-most-swords#1"))
    tap(sitting, 1, wrong)
    assert "says that it is tax-most-swords#1; the deck counts" in said[-1]
    assert not sitting.over
    sitting.key("t")
    assert hands.laid == [uid(2)]
    tap(sitting, 2)
    assert sitting.over
    assert hands.sounds == ["tick", "refused", "refused", "refused", "tick"]


def test_a_long_list_of_missing_cards_is_cut():
    text = missing(tuple(card.name for card in ALL), WORDS)
    assert text.splitlines()[0] == "Not seen yet, 128:"
    assert len(text.splitlines()) == 22
    assert text.splitlines()[-1].endswith("more")


def test_identify_says_what_a_tag_is(hands):
    deck = deck_of("Box 1", "port-royal", {uid(1): "sailor-3-1#1", uid(2): "sailor-3-1#2"}, "3f9a01bc")
    deck = deck.without_tag("sailor-3-1#2")
    said = []
    names = {card.name for card in ALL}
    sitting = Identifying(deck, names, lambda card: ("", True), hands, WORDS, said.append)

    def told(number, memory=None):
        tap(sitting, number, memory)
        return said[-1].partition("  ")[2]

    def saying(number, card, deck_id=deck.id):
        return inscribed(bytes(144), uid(number), Inscription(deck_id, card))

    assert told(1) == "Sailor, costs 3, 1 point, copy 1 of 7."
    assert told(1, saying(1, "captain-4-1#1")).endswith("The tag itself says captain-4-1#1; the deck counts.")
    assert (
        told(2) == "No card of Box 1. This tag was retired. It was on Sailor, costs 3, 1 point, copy 2 of 7."
    )
    assert told(3, saying(3, "captain-4-1#1")).startswith(
        "Captain, costs 4, 1 point, copy 1 of 5. The tag says"
    )
    assert "of another deck" in told(4, saying(4, "captain-4-1#1", "00000000"))
    assert told(5, written(address_record("https://example.org"))).endswith("On it: https://example.org")
    assert told("08a1b2c3").endswith("as those of phones do.")
    assert told(6, b"\x03\xff") == "No card of Box 1.  On it: something that cannot be read"
    assert sitting.status().total == 0
    sitting.key("x")
    sitting.wait()


def test_a_face_down_card_is_not_named_while_a_game_is_played(hands):
    deck = deck_of("Box 1", "port-royal", {uid(1): "sailor-3-1#1"})
    said = []
    sitting = Identifying(deck, (), lambda card: ("Nobody has seen it.", False), hands, WORDS, said.append)
    tap(sitting, 1)
    assert said == ["04:00:00:00:00:00:01  Nobody has seen it."]


def test_a_new_tag_that_cannot_be_saved_is_not_told_as_taken(shelf, hands, monkeypatch):
    deck = shelf.open("Box 1").deck.tagged(uid(1), f"{FIRST}#1").without_tag(f"{FIRST}#1")
    shelf.save(deck)
    said = []
    sitting = Replacing(shelf, deck, f"{FIRST}#2", hands, WORDS, said.append)
    tap(sitting, 1)
    assert "was retired" in said[-1]
    sitting.key("x")
    monkeypatch.setattr(shelf, "save", lambda deck: (_ for _ in ()).throw(DeckError("The disk is full.")))
    tap(sitting, 2)
    assert (said[-1], sitting.over, hands.sounds[-1]) == ("The disk is full.", False, "refused")
    sitting.wait()


def test_a_card_that_has_no_words_is_called_by_its_kind():
    odd = CardWords([SimpleNamespace(kind="kraken-9", copy=1, name="kraken-9#1", type="beast")], WORDS._names)
    assert odd.card("kraken-9#1") == "kraken-9"


def test_a_lost_tag_gets_a_new_one(shelf, hands):
    deck = shelf.open("Box 1").deck.tagged(uid(1), f"{FIRST}#1").tagged(uid(2), f"{FIRST}#2")
    shelf.save(deck)
    said = []
    sitting = Replacing(shelf, deck, f"{FIRST}#1", hands, WORDS, said.append)
    for number in (1, 2, "08a1b2c3"):
        tap(sitting, number)
    assert [sentence.partition(" ")[0] for sentence in said] == ["That", "Used", "The"]
    sitting.key("t")
    assert len(hands.laid) == 1
    tap(sitting, 2)
    assert "[y: take it all the same]" in sitting.status().line
    sitting.key("y")
    assert sitting.over
    assert shelf.open("Box 1").deck.cards == {uid(2): f"{FIRST}#1"}
    assert shelf.open("Box 1").deck.retired == {uid(1): f"{FIRST}#1"}
