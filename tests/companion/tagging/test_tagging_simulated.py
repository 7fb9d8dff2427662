"""A deck tagged at the simulated table: stickers before simulated chips, bytes through real drivers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.bootstrap import SteppedClock
from companion.decks.shelf import Shelf
from companion.decks.written import Inscription, inscription_on
from companion.options import SimulateOptions
from companion.simulate.fast import finish
from companion.simulate.live import Live
from companion.simulate.page import Style
from companion.simulate.sitting import Sitting
from companion.store import Store
from drivers import buses


class AtTable:
    """A person at the simulated table who presses buttons and takes the next card of the heap."""

    def __init__(self, folder: Path, catalogues, **options) -> None:
        self.clock = SteppedClock()
        self.store = Store.open(folder)
        self.sitting = Sitting(SimulateOptions(untagged=True, seed=1, **options), self.store, self.clock)
        self.shelf = Shelf(folder, catalogues.cards)
        self.sitting.start()
        finish(self.sitting, self.clock)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.sitting.hand.press(key)
            finish(self.sitting, self.clock)

    def take_next(self, times: int = 1) -> None:
        for _ in range(times):
            self.sitting.tap_top()
            finish(self.sitting, self.clock)

    @property
    def rows(self) -> list[str]:
        return [row for row in self.sitting.desk.screens(self.clock.now_s())["main"].lines() if row]

    def close(self) -> None:
        self.sitting.close()
        self.store.close()


@pytest.fixture
def sit_down(tmp_path, catalogues, monkeypatch) -> Iterator[Callable[..., AtTable]]:
    monkeypatch.setattr(buses, "STEP_S", 0.002)
    seated: list[AtTable] = []

    def sit(**options) -> AtTable:
        seated.append(AtTable(tmp_path, catalogues, **options))
        return seated[-1]

    yield sit
    for each in seated:
        with closing(each):
            pass


def test_a_new_user_finds_the_cards_menu_and_tags_with_one_key(sit_down, order) -> None:
    person = sit_down()
    assert person.rows[0] == "TABLE COMPANION"
    person.press("next", "yes", "yes", "yes")
    assert person.rows[0].split() == ["TAG", "DECK", "0", "/", "120"]
    person.take_next(5)
    assert person.rows[0].split() == ["TAG", "DECK", "5", "/", "120"]
    assert tuple(person.shelf.open("Box 1").deck.cards.values()) == order[:5]


def test_tags_are_written_within_the_tap_when_that_is_wanted(sit_down, order) -> None:
    person = sit_down()
    person.press("next", "yes", "next", "next", "next", "yes")
    assert person.rows[0] == "WRITE OPENLY?"
    person.press("yes", "next", "next", "next", "yes", "yes")
    person.take_next(3)
    assert person.rows[0].split() == ["TAG", "DECK", "3", "/", "120"]
    deck = person.shelf.open("Box 1").deck
    assert tuple(deck.cards.values()) == order[:3]
    for uid, card in deck.cards.items():
        memory = person.sitting.table.memory(uid)
        assert inscription_on(memory, uid) == Inscription(deck.id, card)


def test_the_space_bar_goes_on_with_the_check_and_gives_a_lost_tag_a_new_sticker(sit_down, order) -> None:
    person = sit_down()
    person.press("next", "yes", "yes", "yes")
    person.take_next(4)
    person.press("menu", "next")
    person.take_next(2)
    assert person.rows[0].split() == ["CHECK", "DECK", "2", "/", "120"]
    person.press("menu", "yes", "next", "next", "yes", "yes", "yes")
    assert person.rows[:2] == ["LOST TAG", "●YELLOW 1"]
    person.take_next()
    deck = person.shelf.open("Box 1").deck
    assert list(deck.retired.values()) == [order[0]]
    assert len(deck.cards) == 4


def test_a_game_with_blank_stickers_learns_them_and_the_cards_can_be_tapped_again(sit_down) -> None:
    person = sit_down(players=("Ann", "Ben"))
    assert person.rows[-1] == "tap or Y:pick card"
    person.take_next()
    assert person.rows[0].startswith("UNKNOWN TAG")
    uid = person.sitting.desk.mode.tap.uid
    person.press("yes", "yes", "yes")
    [revealed] = person.sitting.desk.session.state.harbor
    assert person.shelf.open("Box 1").deck.cards[uid].startswith("ship-yellow-")
    person.sitting.tap_card(revealed)
    finish(person.sitting, person.clock)
    assert person.rows[0] != "UNKNOWN TAG"
    assert person.sitting.desk.session.state.harbor == (revealed,)
    assert person.sitting.known_as(uid) == person.sitting.desk.session.table.rules.cards[revealed].name


class Window:
    """A window that nobody types in after these keys."""

    def __init__(self, clock: SteppedClock, *keys: str) -> None:
        self.ended = False
        self.size = (70, 40)
        self.text = ""
        self._clock = clock
        self._keys = list(keys)
        self._still = 0

    def draw(self, lines) -> None:
        self.text = "\n".join(lines)

    def read(self, timeout_s) -> list[str]:
        """Give the next key once nothing moves any more."""
        # The drivers' threads get more time while the hand waits for a device.
        time.sleep(0.003 if timeout_s is None or timeout_s > 0.1 else 0.02)
        self._clock.advance(0.05)
        self._still += 1
        if self._still < 60:
            return []
        self._still = 0
        if not self._keys:
            self.ended = True
            return []
        return [self._keys.pop(0)]


def test_the_terminal_says_what_the_space_bar_does(sit_down) -> None:
    person = sit_down()
    window = Window(person.clock, "enter", "y", "y", "y", " ")
    Live(person.sitting, window, Style(colours=False, dots=False)).run()
    assert "the next card of the heap tapped" in window.text
    assert list(person.shelf.open("Box 1").deck.cards.values()) == ["ship-yellow-1-1#1"]


def test_120_cards_at_a_tap_a_second_through_the_reader(sit_down, order) -> None:
    person = sit_down()
    person.press("next", "yes", "yes", "yes")
    began_s, taps = person.clock.now_s(), 0
    hand = person.sitting.hand
    while person.rows[0].split()[2] != "120":
        person.take_next()
        taps += 1
        person.clock.advance(max(0.0, began_s + taps - person.clock.now_s()))
        assert taps < 200, person.rows
    assert taps == 120 + hand.unnoticed  # the reader's thread may be late where the machine is busy
    assert tuple(person.shelf.open("Box 1").deck.cards.values()) == order
