"""The desk with all flows of the device: evenings at a table, key by key, and what is in the store then."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.catalogue import Catalogues
from companion.config import TableConfig, default_simulated
from companion.decks.sample import sample_deck, sample_uid
from companion.desk import Desk
from companion.flow import Home, Playing
from companion.outfit import fit_out, load_settings
from companion.store import Store
from drivers.ports import ButtonLong, ButtonShort, CardSeen, ReaderLost, Tick
from engine.games import SetUp

KEYS = {"y": "yes", "n": "no", ">": "next", "m": "menu"}
HELD = {"Y": "yes", "N": "no", ">>": "next"}
NEW_GAME = "y y y  y y Y  y > y Y  y"
"""From the home menu: the game, its rules, a player called A, one called B, and that is all."""


class Evening:
    """A desk with its store, and hands that press and tap."""

    def __init__(self, folder: Path, config: TableConfig | None = None) -> None:
        self.store = Store.open(folder)
        self.catalogues = Catalogues()
        self.config = config or default_simulated()
        self.now_s = 0.0
        self.boot()

    def boot(self) -> None:
        """Switch the device on, as after a power cut."""
        deck = sample_deck("port-royal", self.catalogues.cards)
        fittings = fit_out(
            self.config,
            self.store,
            self.catalogues,
            deck,
            now_s=lambda: self.now_s,
            wall=lambda: "2026-01-02T03:04:05+01:00",
            rng=random.Random(1),
        )
        self.desk = Desk(fittings, load_settings(self.store, self.config))
        self.desk.start()
        self.now_s += 10.0

    def do(self, inputs: str) -> None:
        """Press keys by their letters, capitals held, and tap cards by their names."""
        for word in inputs.split():
            if word in KEYS:
                item = ButtonShort(KEYS[word], self.now_s)
            elif word in HELD:
                item = ButtonLong(HELD[word], self.now_s)
            else:
                item = CardSeen("main", sample_uid(word).hex(), self.now_s)
            self.desk.handle(item)
            self.desk.screens(self.now_s)

    def rest(self, duration_s: float = 10.0) -> None:
        self.now_s += duration_s
        self.desk.handle(Tick(self.now_s))

    def shows(self, text: str) -> bool:
        return self.desk.screens(self.now_s)["main"].shows(text)

    def outcomes(self) -> list[str | None]:
        return [row.outcome for row in self.store.all_games()]

    def facts(self) -> dict:
        return self.desk.session.facts()


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    evening = Evening(tmp_path)
    yield evening
    evening.store.close()


@pytest.fixture
def game(evening: Evening) -> Evening:
    evening.desk.begin(SetUp(game="port-royal", players=("Ann", "Ben"), start="Ann"))
    return evening


def test_a_first_game_by_keys_alone(evening: Evening) -> None:
    evening.do(NEW_GAME)
    assert evening.shows("WHO STARTS")
    evening.do("y y y")
    assert isinstance(evening.desk.mode, Playing)
    assert evening.desk.session.table.set_up.players == ("A", "B")
    assert evening.desk.session.table.set_up.start in ("A", "B")
    assert load_settings(evening.store).names == ("A", "B")


def test_the_first_card_begins_the_game_and_is_revealed(evening: Evening) -> None:
    evening.do(NEW_GAME + " y y ship-blue-1-1#1")
    assert evening.facts()["harbor"] == ["ship-blue-1-1"]


def test_the_same_group_again_is_yes_six_times_and_once_more_to_begin(evening: Evening) -> None:
    evening.do(NEW_GAME + " y y y")
    evening.do("ship-blue-1-1#1 m > > > > > y y")
    assert isinstance(evening.desk.mode, Home)
    assert evening.outcomes() == ["saved"]
    evening.do("> y y y y y y y")
    assert evening.desk.session.table.set_up.players == ("A", "B")
    assert evening.outcomes() == ["saved", None]


def test_a_game_is_put_away_and_resumed_from_the_home_menu(game: Evening) -> None:
    game.do("ship-blue-1-1#1 m > > > > > y y")
    assert game.outcomes() == ["saved"]
    game.boot()
    assert isinstance(game.desk.mode, Home)
    game.do("y")
    if not isinstance(game.desk.mode, Playing):
        game.do("y")
    assert game.facts()["harbor"] == ["ship-blue-1-1"]
    assert game.outcomes() == [None]


@pytest.mark.parametrize(("line", "outcome"), [("> y y", "scored"), ("> > y y", "dropped")])
def test_a_game_is_scored_or_dropped(game: Evening, line: str, outcome: str) -> None:
    game.do("ship-blue-1-1#1 m > > > > > y " + line)
    assert game.outcomes() == [outcome]
    assert isinstance(game.desk.mode, Home)
    assert game.desk.session is None
    assert game.desk.context(game.now_s).saved == ()


def test_a_finished_game_and_the_same_players_again(evening: Evening) -> None:
    won = {"display": {"Ann": ["governor-8-0", "admiral-9-3", "admiral-9-3"]}, "last_round": True}
    players = ("Ann", "Ben")
    evening.desk.begin(
        SetUp(
            game="port-royal",
            players=players,
            position={**won, "active": "Ben"},
            options={"winning_points": 6},
        )
    )
    evening.do("ship-blue-1-1#1 > n n")
    while evening.desk.session.state.agenda:
        evening.do("n")
    assert evening.outcomes() == ["finished"]
    evening.rest()
    assert evening.shows("FINAL")
    evening.do("y")
    assert evening.outcomes() == ["finished", None]
    assert evening.desk.session.table.set_up.players == players
    assert evening.desk.session.table.set_up.position is None


def test_coins_are_set_right_announced_and_taken_back(game: Evening) -> None:
    game.do("m > > y y")
    before = game.facts()["coins"]
    game.do("y > > y")
    after = game.facts()["coins"]
    assert after != before
    assert game.desk.context(game.now_s).news.corrected
    game.do("N")
    assert game.facts()["coins"] == before
    assert game.shows("UNDONE")


def test_undo_and_redo_by_holding_no(game: Evening) -> None:
    game.do("ship-blue-1-1#1 ship-red-1-1#1 N N")
    assert game.facts()["harbor"] == []
    game.do("y")
    assert game.facts()["harbor"] == ["ship-blue-1-1"]
    game.do("ship-green-1-1#1")
    assert isinstance(game.desk.mode, Playing)
    assert game.facts()["harbor"] == ["ship-blue-1-1", "ship-green-1-1"]


def test_the_table_page_is_there_in_any_state_and_a_tap_goes_on(game: Evening) -> None:
    game.do("ship-blue-1-1#1 Y")
    assert game.shows("TABLE")
    game.do("ship-red-1-1#1")
    assert game.facts()["harbor"] == ["ship-blue-1-1", "ship-red-1-1"]


def test_resume_without_the_last_entry(game: Evening) -> None:
    game.do("ship-blue-1-1#1 ship-red-1-1#1")
    game.boot()
    assert game.shows("RESUME?")
    game.do(">")
    assert game.shows("ROUND 1  pile")
    game.do("n N")
    assert game.shows("UNDONE")
    assert game.facts()["harbor"] == ["ship-blue-1-1"]


def test_a_tag_read_at_the_wrong_moment_leaves_no_trace(game: Evening) -> None:
    """Nothing of ER6 is kept: not in the mode, the news, the note or the store."""
    game.do("ship-blue-1-1#1 >")
    hidden = sample_uid("sailor-3-1#1").hex()
    game.do("sailor-3-1#1")
    assert game.shows("NOT HERE")
    kept = repr((game.desk.mode, game.desk.context(game.now_s).news, game.desk.context(game.now_s).waiting))
    assert hidden not in kept
    assert "sailor-3-1" not in repr(game.desk.mode)
    assert game.store.all_games()[0].entries == 2
    assert not any("sailor" in line.lower() for line in game.desk.screens(game.now_s)["main"].lines())


def test_cards_are_picked_by_keys_while_the_reader_is_lost(game: Evening) -> None:
    game.desk.handle(ReaderLost("main", "unplugged", game.now_s))
    game.rest(3.0)
    assert game.shows("0:03")
    assert game.desk.next_wake_s(game.now_s) <= game.now_s + 1
    game.do("y y y y")
    assert len(game.facts()["harbor"]) == 1


def test_the_menu_is_next_held_where_there_are_three_keys(tmp_path: Path) -> None:
    from companion.config import SimulatedKeys

    three = TableConfig(buttons=SimulatedKeys(names=("yes", "no", "next")))
    evening = Evening(tmp_path, three)
    evening.desk.begin(SetUp(game="port-royal", players=("Ann", "Ben")))
    evening.do(">>")
    assert evening.desk.screens(0.0) == {}, "it has no display at all, and plays on"
    evening.do("> > y y")
    assert evening.desk.session is not None
    evening.store.close()


@pytest.mark.parametrize("seed", range(8))
def test_any_keys_and_taps_never_break_the_desk(game: Evening, seed: int, soak: bool) -> None:
    """Presses and taps at random: every screen can be drawn, and the store holds what the session holds."""
    rng = random.Random(seed)
    names = [card.name for card in game.catalogues.cards("port-royal")]
    for _ in range(2000 if soak else 150):
        word = rng.choice([*KEYS, *HELD, *rng.choices(names, k=10)])
        game.do(word)
        if rng.random() < 0.2:
            game.rest(rng.choice((0.5, 2.0, 5.0)))
        if rng.random() < 0.02:
            game.boot()
    running = [row for row in game.store.all_games() if row.outcome is None]
    if game.desk.session is not None and game.desk.session.state.agenda:
        assert running[-1].entries == game.desk.session.seq
