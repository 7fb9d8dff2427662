"""Cards tagged at a terminal: what is said, heard, written and on disk after every tap."""

from __future__ import annotations

import pytest

from card_hands import ALL, CARDS, FIRST, WORDS, tap, uid
from companion.decks.record import Deck, DeckError
from companion.decks.sample import sample_deck, sample_uid
from companion.decks.shelf import Shelf
from companion.decks.terminal.enrolling import FOREIGN, NO_WRITER
from companion.decks.terminal.words import lasting
from companion.decks.written import Inscription, inscribed, inscription_on
from drivers.ndef import NdefError, address_record, written
from drivers.ports import TagAway, TagLocked


# -- words --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("ship-red-2-3#2", "red Frigate, 2 coins, 3 swords, copy 2 of 3"),
        ("ship-yellow-1-1#1", "yellow Pinnace, 1 coin, 1 sword, copy 1 of 3"),
        ("ship-black-4-skull#1", "black Galleon, 4 coins, skull"),
        ("sailor-7-3#1", "Sailor, costs 7, 3 points"),
        ("jester-5-1#1", "Jester, costs 5, 1 point"),
        ("expedition-AAH#1", "Exped. AAH"),
    ],
)
def test_a_card_is_called_by_what_is_printed_on_it(card, text):
    assert WORDS.card(card) == text


def test_every_card_has_words_of_its_own():
    assert len({WORDS.card(card.name) for card in ALL}) == len(ALL)
    assert WORDS.pile("ship-red") == "the red ships"
    assert WORDS.pile("tax") == "the taxes"
    assert WORDS.pile("booty") == "the booty cards"
    assert (lasting(185.4), lasting(59.6)) == ("3:05", "1:00")


# -- tagging ------------------------------------------------------------------------------
def test_120_taps_and_no_key_and_each_is_on_disk_before_it_is_heard(desk, shelf, hands, tmp_path):
    sitting = desk()
    for number in range(1, 121):
        assert not sitting.over
        heard = len(hands.sounds)
        hands.signal = lambda signal, n=number: (
            hands.sounds.append(signal),
            _stored(tmp_path, n),
        )
        tap(sitting, number)
        assert len(hands.sounds) == heard + 1
    assert sitting.over
    assert set(hands.sounds) == {"tick", "turn"}
    assert hands.sounds.count("turn") == 62, "another sound for the last copy of each of 62 kinds"
    assert len(Shelf(tmp_path, CARDS).open("Box 1").deck.cards) == 120


def _stored(folder, number):
    """Look at the disk in the moment of the sound, at some of the taps."""
    if number % 40 == 1:
        assert len(Shelf(folder, CARDS).open("Box 1").deck.cards) == number


@pytest.mark.parametrize("cut", [1, 2, 3, 60, 119])
def test_a_power_cut_after_a_tap_costs_nothing(desk, cut):
    sitting = desk()
    for number in range(1, cut + 1):
        tap(sitting, number)
    again = desk()
    assert again.status().done == cut
    assert again.state.wanted == sitting.state.wanted
    tap(again, cut)
    assert again.said[-1].startswith("Used already: "), "nothing is asked twice"


def test_the_last_line_says_what_is_next_and_how_long_it_takes(desk):
    status = desk().status()
    assert status.line == "next: yellow Pinnace, 1 coin, 1 sword, copy 1 of 3"
    assert (status.done, status.total, status.left_s) == (0, 120, 240.0)


def test_undo_skip_and_used_tags(desk, hands):
    sitting = desk()
    tap(sitting, 1)
    tap(sitting, 2)
    tap(sitting, 1)
    assert (
        "Used already: 04:00:00:00:00:00:01 is yellow Pinnace, 1 coin, 1 sword, copy 1 of 3." in sitting.said
    )
    assert "[y: move it here]" in sitting.status().line
    sitting.key("n")
    assert "[y" not in sitting.status().line
    assert sitting.said[-1] == "Taken back: yellow Pinnace, 1 coin, 1 sword, copy 2 of 3."
    sitting.key(">")
    assert sitting.said[-1] == "Later: yellow Pinnace, 1 coin, 1 sword"
    tap(sitting, 3)
    tap(sitting, 1)
    sitting.key("y")
    assert sitting.state.deck.cards == {uid(3): "ship-yellow-2-1#1", uid(1): "ship-yellow-2-2#1"}
    sitting.key("y")
    sitting.key("x")
    for _ in range(9):
        sitting.key("n")
    assert sitting.state.deck.cards == {}
    assert sitting.said[-1] == "Nothing was tagged in this sitting."
    assert hands.sounds[-1] == "refused"


def test_phones_and_retired_tags_are_refused_with_a_sentence(desk, shelf):
    shelf.save(shelf.open("Box 1").deck.tagged(uid(9), f"{FIRST}#1").without_tag(f"{FIRST}#1"))
    sitting = desk()
    tap(sitting, "08a1b2c3")
    assert "changes at every tap" in sitting.said[-1]
    tap(sitting, 9)
    assert "was retired" in sitting.said[-1]
    sitting.key("y")
    assert sitting.state.deck.find(uid(9)) == f"{FIRST}#1"


def test_a_disk_that_refuses_changes_nothing_and_the_tag_may_be_tapped_again(desk, shelf, hands, monkeypatch):
    sitting = desk()
    tap(sitting, 1)
    with monkeypatch.context() as patch:
        patch.setattr(shelf, "save", lambda deck: (_ for _ in ()).throw(DeckError("The disk is full.")))
        tap(sitting, 2)
        assert (sitting.said[-1], hands.sounds[-1]) == ("The disk is full.", "refused")
        sitting.key("n")
        assert sitting.said[-1] == "The disk is full."
    assert len(sitting.state.deck.cards) == 1
    tap(sitting, 2)
    assert len(shelf.open("Box 1").deck.cards) == 2


# -- writing ------------------------------------------------------------------------------
def test_a_card_is_written_on_its_tag_before_it_is_heard(desk, hands):
    sitting = desk(write=True)
    tap(sitting, 1)
    assert hands.sounds == []
    assert sitting.status().line.startswith("hold still: yellow Pinnace")
    [(number, change, future)] = hands.orders
    memory = change(written(address_record("https://example.org")))
    assert inscription_on(memory, number) == Inscription("3f9a01bc", f"{FIRST}#1")
    sitting.key("n")
    tap(sitting, 2)
    sitting.wait()
    assert len(sitting.state.deck.cards) == 1
    future.set_result(memory)
    sitting.wait()
    assert hands.sounds == ["refused", "tick"]
    assert len(hands.orders) == 2, "the tag that was laid down meanwhile is next"
    tap(sitting, 2)
    assert hands.sounds == ["refused", "tick"], "the same one again says nothing"
    tap(sitting, 3)
    assert "copy 2 of 3 is not written yet: lay it down again" in sitting.said[-1]
    sitting.key("y")
    assert sitting.state.deck.cards[uid(3)] == f"{FIRST}#3"


def test_a_tag_that_was_torn_away_is_asked_for_again_with_what_others_wrote(desk, hands):
    sitting = desk(write=True)
    tap(sitting, 1)
    link = address_record("https://example.org")
    before = written(link)
    hands.orders[0][2].set_exception(TagAway("The tag was taken away.", before))
    sitting.wait()
    assert sitting.said[-1] == "yellow Pinnace, 1 coin, 1 sword, copy 1 of 3: The tag was taken away."
    number, change, future = hands.orders[1]
    memory = change(b"\x03\x00" + bytes(142))
    assert b"example.org" in memory
    assert inscription_on(memory, number) is not None
    future.set_result(memory)
    sitting.wait()
    assert hands.sounds == ["refused", "tick"]


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (TagLocked("The tag is locked."), "The tag is locked. Its number counts all the same."),
        (NdefError("x"), FOREIGN),
    ],
)
def test_a_tag_that_cannot_be_written_counts_by_its_number(desk, shelf, hands, error, sentence):
    sitting = desk(write=True)
    tap(sitting, 1)
    hands.orders[0][2].set_exception(error)
    sitting.wait()
    assert sitting.said[-1] == sentence
    assert shelf.open("Box 1").deck.find(uid(1)) == f"{FIRST}#1"
    hands.writes = False
    tap(sitting, 2)
    assert (sitting.said[-1], hands.sounds[-1]) == (NO_WRITER, "tick")
    hands.writes = True
    tap(sitting, 3)
    hands.orders[-1][2].cancel()
    sitting.wait()
    assert sitting.said[-1] == "Not written; its number counts."


def test_what_is_written_on_a_tag_of_this_deck_counts_wherever_it_comes(desk, shelf, hands):
    sitting = desk()
    memory = inscribed(bytes(144), uid(5), Inscription("3f9a01bc", "sailor-3-1#4"))
    tap(sitting, 5, memory)
    assert shelf.open("Box 1").deck.cards == {uid(5): "sailor-3-1#4"}
    assert sitting.state.wanted.card == f"{FIRST}#1", "the order goes on where it was"
    sitting.key("n")
    assert sitting.state.deck.cards == {}


def test_a_tag_of_another_deck_is_told_and_taken_on_purpose_only(desk, shelf, hands):
    sitting = desk()
    memory = inscribed(bytes(144), uid(5), Inscription("00000000", "sailor-3-1#4"))
    tap(sitting, 5, memory)
    assert sitting.said[-1] == "This tag is of another deck. It says sailor-3-1#4."
    assert sitting.state.deck.cards == {}
    sitting.key("y")
    assert sitting.state.deck.cards == {uid(5): f"{FIRST}#1"}


def test_a_whole_deck_can_be_written_later(desk, shelf, hands):
    shelf.save(Deck("Box 1", "port-royal", "3f9a01bc", sample_deck("port-royal", CARDS).entries))
    sitting = desk(write=True)
    assert not sitting.over
    tap(sitting, sample_uid("sailor-3-1#2").hex())
    number, change, _ = hands.orders[0]
    assert inscription_on(change(bytes(144)), number) == Inscription("3f9a01bc", "sailor-3-1#2")
    assert desk().over
