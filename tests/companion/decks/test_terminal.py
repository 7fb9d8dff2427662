"""Decks at a terminal: what a person reads and presses, without a reader and with a simulated one."""

from __future__ import annotations

import io
import os
import pty
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.bootstrap import RunningClock, SimulatedTable, simulated_table
from companion.cardnames import CardNames
from companion.catalogue import Catalogues
from companion.config import default_simulated
from companion.decks import tapping
from companion.decks.checkpass import check
from companion.decks.enrolment import enrol
from companion.decks.record import Deck, DeckError, deck_of
from companion.decks.sample import sample_deck, sample_uid
from companion.decks.shelf import Shelf
from companion.decks.terminal.checking import Checking, Identifying, missing
from companion.decks.terminal.enrolling import FOREIGN, NO_WRITER, Enrolling
from companion.decks.terminal.replacing import Replacing
from companion.decks.terminal.words import CardWords, lasting
from companion.decks.written import Inscription, inscribed, inscription_on
from companion.store import Store
from companion.texts import load_catalogue
from drivers.ndef import NdefError, address_record, written
from drivers.ports import CardSeen, TagAway, TagLocked
from drivers.sim.chips.ntag import Type2Tag
from drivers.tags import ntag213
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.session import Session

CARDS = Catalogues().cards
ALL = CARDS("port-royal")
WORDS = CardWords(ALL, CardNames(load_catalogue().cards))
WAIT_S = 30.0
FIRST = "ship-yellow-1-1"


def uid(number: int) -> str:
    return f"04{number:012x}"


class Hands:
    """Stands for the readers: remembers sounds, and writes tags when told."""

    def __init__(self):
        self.sounds = []
        self.laid = []
        self.orders = []
        self.writes = True
        self.at_s = 0.0

    def signal(self, signal):
        self.sounds.append(signal)

    def pretend(self, tag):
        self.laid.append(tag.hex())

    def write(self, reader, uid, change):
        if not self.writes:
            return None
        future = Future()
        self.orders.append((uid, change, future))
        return future

    def now_s(self):
        return self.at_s


@pytest.fixture
def hands():
    return Hands()


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    shelf = Shelf(tmp_path, CARDS)
    shelf.new("Box 1", "port-royal", "3f9a01bc")
    return shelf


@pytest.fixture
def desk(shelf, hands):
    """Give a function that begins to tag the deck on the shelf."""

    def begin(*, write=False):
        said = []
        state = enrol(shelf.open("Box 1").deck, ALL)
        sitting = Enrolling(shelf, state, hands, WORDS, said.append, write=write)
        sitting.said = said
        return sitting

    return begin


def tap(sitting, number, memory=None):
    sitting.seen(CardSeen("main", number if isinstance(number, str) else uid(number), 0.0, memory))


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


# -- with a simulated reader --------------------------------------------------------------
@pytest.fixture
def table() -> Iterator[SimulatedTable]:
    with simulated_table(default_simulated(), RunningClock()) as table:
        yield table


class Person:
    """Runs a command in a thread, reads what it prints, lays tags down, and presses keys."""

    def __init__(self, run, table, printed: io.StringIO, keyboard: int):
        self.table = table
        self.status = None
        self._printed = printed
        self._keyboard = keyboard
        self._thread = threading.Thread(target=self._run, args=(run,))
        self._thread.start()

    def _run(self, run):
        self.status = run()

    def sees(self, text):
        end_s = time.monotonic() + WAIT_S
        while text not in self._printed.getvalue():
            assert time.monotonic() < end_s, f"{text!r} is not in {self._printed.getvalue()!r}"
            assert self._thread.is_alive() or text in self._printed.getvalue(), self._printed.getvalue()
            time.sleep(0.01)

    def sees_often(self, text, times):
        end_s = time.monotonic() + WAIT_S
        while self._printed.getvalue().count(text) < times:
            assert time.monotonic() < end_s, self._printed.getvalue()
            time.sleep(0.01)

    def types(self, keys):
        os.write(self._keyboard, keys.encode())

    def ends(self):
        self._thread.join(WAIT_S)
        assert not self._thread.is_alive()
        return self.status


@pytest.fixture
def person(monkeypatch, table, tmp_path):
    """Give a function that sits a person down at a command."""
    master, slave = pty.openpty()
    printed = io.StringIO()
    config = tmp_path / "table.yaml"
    config.write_text("readers: {main: {kind: simulated}}\n")
    people = []

    def sit(command, **options):
        usual = {
            "data": tmp_path,
            "config": config,
            "deck": None,
            "game": "port-royal",
            "yes": True,
            "write": False,
        }
        asked = Namespace(**{**usual, **options})
        monkeypatch.setattr(sys, "stdout", printed)
        people.append(Person(lambda: command(asked, table), table, printed, master))
        return people[-1]

    with os.fdopen(slave) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield sit
        os.write(master, b"q")
        for one in people:
            one.ends()
    os.close(master)


def test_a_deck_is_tagged_and_written_at_a_simulated_reader(person, shelf, table, tmp_path):
    tags = [Type2Tag(ntag213(bytes.fromhex(uid(number)))) for number in range(1, 4)]
    sitting = person(tapping.enroll, write=True)
    sitting.sees("Tap card after card")
    for number, tag in enumerate(tags, 1):
        table.readers["main"].lift()
        table.readers["main"].place(tag)
        sitting.sees(f"04:00:00:00:00:00:0{number}  yellow Pinnace, 1 coin, 1 sword, copy {number} of 3")
        sitting.sees_often("is written on its tag", number)
    sitting.types("q")
    assert sitting.ends() == 0
    deck = Shelf(tmp_path, CARDS).open("Box 1").deck
    for number, tag in enumerate(tags, 1):
        said = inscription_on(bytes(tag.memory[16:160]), uid(number))
        assert said == Inscription(deck.id, deck.cards[uid(number)])
    sitting.sees("3 of 120 cards. 117 left")


def test_a_key_lays_tags_on_the_simulated_reader(person, shelf, tmp_path):
    sitting = person(tapping.enroll)
    sitting.sees("t lays the next tag on it")
    for copy in (1, 2, 3):
        sitting.types("t")
        sitting.sees(f"copy {copy} of 3\n")
    sitting.types("q")
    assert sitting.ends() == 0
    checking = person(tapping.check)
    checking.sees("117 cards have no tag yet")
    checking.types("t")
    checking.sees("Tap every card once")
    checking.types("tq")
    assert checking.ends() == 1
    checking.sees("1 x yellow Pinnace, 2 coins, 1 sword")
    renewed = person(tapping.lost, card=f"{FIRST}#2")
    renewed.sees("Stick a new tag on yellow Pinnace")
    renewed.types("t")
    assert renewed.ends() == 0
    assert len(Shelf(tmp_path, CARDS).open("Box 1").deck.retired) == 1


def test_readers_that_fail_and_two_tags_at_once_are_told(person, shelf, table):
    sitting = person(tapping.enroll)
    sitting.sees("Tap card after card")
    table.tap(ntag213(bytes.fromhex(uid(1))), ntag213(bytes.fromhex(uid(2))))
    sitting.sees("Several tags lie on the reader: lift all, then tap one.")
    table.unplug("reader")
    sitting.sees("The reader main does not answer and is tried again: ")
    table.plug("reader")
    sitting.sees("The reader main works again.")
    sitting.types("q")
    assert sitting.ends() == 0


def test_a_small_deck_is_checked_to_its_end(person, shelf, table, monkeypatch):
    monkeypatch.setattr(tapping, "deck_cards", lambda deck: ALL[:2])
    deck = shelf.open("Box 1").deck.tagged(uid(1), f"{FIRST}#1").tagged(uid(2), f"{FIRST}#2")
    shelf.save(deck)
    sitting = person(tapping.check)
    sitting.sees("Tap every card once")
    for number in (1, 2):
        table.tap(ntag213(bytes.fromhex(uid(number))))
        sitting.sees(f"copy {number} of 3")
    assert sitting.ends() == 0
    sitting.sees("All 2 cards were seen once.")


def test_a_check_names_what_is_odd_at_its_end(person, shelf, table, monkeypatch):
    monkeypatch.setattr(tapping, "deck_cards", lambda deck: ALL[:2])
    deck = shelf.open("Box 1").deck.tagged(uid(1), f"{FIRST}#1")
    shelf.save(deck)
    sitting = person(tapping.check)
    sitting.sees("Tap every card once")
    wrong = inscribed(bytes(144), uid(1), Inscription(deck.id, f"{FIRST}#2"))
    table.tap(ntag213(bytes.fromhex(uid(1)), wrong))
    sitting.sees("the deck counts")
    table.tap(ntag213(bytes.fromhex("04abcdef00abcd")))
    sitting.sees("Not of this deck: 04:ab:cd:ef:00:ab:cd.")
    sitting.types("q")
    assert sitting.ends() == 1
    sitting.sees("Says another card: yellow Pinnace, 1 coin, 1 sword, copy 1 of 3")
    sitting.sees("Not of this deck: 04:ab:cd:ef:00:ab:cd\n")


def test_identify_says_where_a_card_lies_in_the_running_game(person, shelf, table, tmp_path):
    deck, tagged = (
        shelf.open("Box 1").deck,
        ("sailor-3-1#1", "captain-4-1#1", "ship-red-1-1#1", "priest-4-1#1"),
    )
    for number, card in enumerate(tagged, 1):
        deck = deck.tagged(uid(number), card)
    shelf.save(deck)
    set_up = SetUp(game="port-royal", players=("Ann", "Ben", "Cem"))
    opened = open_table(set_up, ALL)
    session, journal = Session(opened), Journal(opened.rules)
    with Store.open(tmp_path) as store:
        game = store.begin(set_up, "2026-11-30T19:00:00")
        for step in (
            {"reveal": "sailor-3-1#1"},
            {"reveal": "ship-red-1-1#1"},
            "stop",
            {"take": "sailor-3-1#1"},
        ):
            store.append(game, session.play(session.step(step)), journal, "2026-11-30T19:00:01")
    sitting = person(tapping.identify)
    sitting.sees("Tap a card")
    for number, said in (
        (1, "Sailor, costs 3, 1 point, copy 1 of 7. In this game: before Ann."),
        (2, "A card of this deck that nobody has seen in the game"),
        (3, "red Frigate, 1 coin, 1 sword, copy 1 of 3. In this game: in the harbor."),
    ):
        table.tap(ntag213(bytes.fromhex(uid(number))))
        sitting.sees(f"04:00:00:00:00:00:0{number}  {said}")
    with Store.open(tmp_path) as store:
        store.end(game, "dropped", "2026-11-30T19:00:03")
    table.tap(ntag213(bytes.fromhex(uid(4))))
    sitting.sees("04:00:00:00:00:00:04  Priest, costs 4, 1 point, copy 1 of 5.\n")
    sitting.types("q")
    assert sitting.ends() == 0
