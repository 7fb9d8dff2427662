"""Whole decks tagged and checked by a person at a terminal with a simulated reader."""

from __future__ import annotations

import io
import os
import pty
import sys
import threading
import time
from argparse import Namespace
from collections.abc import Iterator

import pytest

from card_hands import ALL, CARDS, FIRST, WAIT_S, uid
from companion.bootstrap import RunningClock, SimulatedTable, simulated_table
from companion.config import default_simulated
from companion.decks import tapping
from companion.decks.shelf import Shelf
from companion.decks.written import Inscription, inscribed, inscription_on
from companion.store import Store
from drivers.sim.chips.ntag import Type2Tag
from drivers.tags import ntag213
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.session import Session


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
