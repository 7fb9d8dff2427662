"""The flows around the game on a real desk with a real store: what players do beside the turns."""

import random
from pathlib import Path

import pytest

from companion.catalogue import Catalogues
from companion.corrections import EditCoins
from companion.decks.sample import sample_deck, sample_uid
from companion.desk import Desk
from companion.fittings import Fittings
from companion.flow import Home, Menu, Playing, Refused, Resuming
from companion.gameplay import compose, device_flows, refused, signal_of
from companion.outfit import load_settings, words
from companion.rebuild_steps import Rebuilding
from companion.store import Store
from drivers.ports import ButtonLong, ButtonShort, CardSeen
from engine.games import open_table

KEYS = {"y": "yes", "n": "no", ">": "next", "m": "menu"}


class Sitting:
    """A desk whose keys are pressed and whose reader is tapped; every screen is drawn."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cards = Catalogues().cards
        self.now_s = 0.0
        self.start()

    def start(self) -> None:
        """Switch the device on."""
        self.store = Store.open(self.folder)
        fittings = Fittings(
            flows=device_flows(lambda set_up: open_table(set_up, self.cards(set_up.game))),
            compose=compose,
            refused=refused,
            signal_of=signal_of,
            store=self.store,
            cards=self.cards,
            words=words,
            deck=sample_deck("port-royal", self.cards),
            displays=("main", "seat-1", "seat-2"),
            now_s=lambda: self.now_s,
            wall=lambda: "2024-11-12T19:30:00",
            rng=random.Random(1),
        )
        self.desk = Desk(fittings, load_settings(self.store))
        self.desk.start()
        self.now_s += 10

    def cut_power(self) -> None:
        self.store.close()
        self.start()

    def press(self, keys: str) -> "Sitting":
        for key in keys.split():
            self.now_s += 1
            if key in KEYS:
                self.desk.handle(ButtonShort(KEYS[key], self.now_s))
            else:
                held = {"Y": "yes", "N": "no", ">>": "next"}[key]
                self.desk.handle(ButtonLong(held, self.now_s))
            assert self.lines
        return self

    def tap(self, *cards: str) -> "Sitting":
        for card in cards:
            self.now_s += 1
            self.desk.handle(CardSeen("main", sample_uid(card).hex(), self.now_s))
            assert self.lines
        return self

    @property
    def lines(self) -> tuple[str, ...]:
        return self.desk.screens(self.now_s)["main"].lines()

    @property
    def facts(self):
        return self.desk.session.facts()

    def outcomes(self) -> list[str | None]:
        return [game.outcome for game in self.store.all_games()]


@pytest.fixture
def table(tmp_path: Path):
    sitting = Sitting(tmp_path)
    yield sitting
    sitting.store.close()


@pytest.fixture
def game(table: Sitting) -> Sitting:
    """Set up the first game ever: two new players, the second starts."""
    table.press("y y y")
    table.press("y y Y")
    table.press("y > y Y")
    table.press("y > > y y y")
    return table


def test_the_first_game_is_set_up_with_keys_alone(game: Sitting) -> None:
    assert game.desk.session.table.rules.names == ("A", "B")
    assert game.desk.session.state.active == 1
    assert game.desk.settings.names == ("A", "B")
    assert isinstance(game.desk.mode, Playing)


def test_the_same_group_again_is_yes_seven_times_from_home(game: Sitting) -> None:
    game.press("m > > > > > y > > y y")
    assert isinstance(game.desk.mode, Home)
    assert game.outcomes() == ["dropped"]
    game.press("y y y y y y y")
    assert game.desk.session.table.set_up.start == "B"
    assert len(game.outcomes()) == 2


def test_the_first_card_tapped_begins_the_game_and_is_revealed(game: Sitting) -> None:
    game.press("m > > > > > y > > y y").press("y y y y y y").tap("ship-red-1-1#1")
    assert game.facts["harbor"] == ["ship-red-1-1"]


def test_coins_are_corrected_and_the_correction_taken_back(game: Sitting) -> None:
    game.tap("ship-red-1-1#1").press("m > > y y y >> y")
    assert game.facts["coins"] == {"A": 3, "B": 8}
    assert isinstance(game.desk.mode, Playing)
    game.press("N")
    assert game.facts["coins"] == {"A": 3, "B": 3}


def test_a_card_tapped_while_coins_are_counted_is_played_afterwards(game: Sitting) -> None:
    game.press("m > > y y y").tap("ship-red-1-1#1")
    assert game.facts["harbor"] == []
    assert isinstance(game.desk.mode, EditCoins)
    game.press("n y")
    assert game.facts["coins"]["B"] == 2
    assert game.facts["harbor"] == ["ship-red-1-1"]


def test_a_card_tapped_over_the_menu_is_played(game: Sitting) -> None:
    game.press("m >").tap("ship-red-1-1#1")
    assert isinstance(game.desk.mode, Playing)
    assert game.facts["harbor"] == ["ship-red-1-1"]


def test_a_card_is_moved(game: Sitting) -> None:
    game.tap("sailor-3-1#1").press("m > > y > y").tap("sailor-3-1#1").press("y")
    assert game.facts["display"] == {"A": [], "B": ["sailor-3-1"]}
    assert game.facts["harbor"] == []


def test_the_turn_is_set(game: Sitting) -> None:
    game.tap("ship-red-1-1#1").press("m > > y > > > y n y > y y")
    assert isinstance(game.desk.mode, Playing)
    assert (game.facts["active"], game.facts["phase"]) == ("A", "discover")


def test_a_table_is_rebuilt_and_a_refused_one_keeps_what_was_tapped(game: Sitting) -> None:
    game.press("m > > y > > > > y").tap("sailor-3-1#1").press(
        "> " + ">> " * 19 + "y > " + ">> " * 19 + "y > y y"
    )
    assert isinstance(game.desk.mode, Refused)
    game.press("n")
    assert isinstance(game.desk.mode, Rebuilding)
    game.press("n n n " + "N " * 19 + "y > y y")
    assert isinstance(game.desk.mode, Playing)
    assert game.facts["display"]["A"] == ["sailor-3-1"]


def test_a_shuffle_that_cannot_be_is_refused_over_the_game(game: Sitting) -> None:
    game.press("m > > > y")
    assert isinstance(game.desk.mode, Refused)
    game.press("n n n")
    assert game.desk.session.seq == 0


def test_menu_pages_lead_back(game: Sitting) -> None:
    game.tap("ship-red-1-1#1").press("m y")
    assert game.lines[0].startswith("TABLE")
    game.press("n")
    assert isinstance(game.desk.mode, Playing)
    game.press("m > > y Y n")
    assert game.desk.mode == Menu(Playing(), ("correct",))


def test_a_game_is_saved_and_resumed_later(game: Sitting) -> None:
    game.tap("ship-red-1-1#1").press("m > > > > > y y")
    assert isinstance(game.desk.mode, Home)
    assert game.outcomes() == ["saved"]
    game.press("y")
    assert isinstance(game.desk.mode, Resuming)
    game.press("y")
    assert isinstance(game.desk.mode, Playing)
    assert game.facts["harbor"] == ["ship-red-1-1"]


def test_a_game_scored_now_is_over_for_good(game: Sitting) -> None:
    game.press("m > > > > > y > y")
    assert game.lines[0] == "SCORE NOW?"
    game.press("y")
    assert isinstance(game.desk.mode, Home)
    assert game.outcomes() == ["scored"]
    assert game.lines[1] == ">New game"


def test_after_a_power_cut_the_device_asks(game: Sitting) -> None:
    game.tap("ship-red-1-1#1").tap("sailor-3-1#1").cut_power()
    assert game.lines[:2] == ("POWER WAS CUT", "RESUME?")
    assert game.lines[4:6] == ("Last entry: B Sai3", "Harbor ◆R1 Sai3")
    game.press("> >").tap("ship-blue-1-1#1")
    assert isinstance(game.desk.mode, Resuming)
    game.press("y")
    assert game.facts["harbor"] == ["ship-red-1-1", "sailor-3-1", "ship-blue-1-1"]


def test_after_a_power_cut_the_last_entry_can_be_dropped(game: Sitting) -> None:
    game.tap("ship-red-1-1#1").tap("sailor-3-1#1").cut_power()
    game.press("N")
    assert game.facts["harbor"] == ["ship-red-1-1"]
    game.cut_power()
    game.press("n")
    assert isinstance(game.desk.mode, Home)
    assert game.lines[1] == ">Resume"
