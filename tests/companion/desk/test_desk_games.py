"""What the desk does with games that end, are put away, or are gone on with."""

from __future__ import annotations

import msgspec
import pytest

from companion.flow import Home, Playing, Resuming
from companion.store import StoreError
from engine.kernel import Illegal
from engine.portroyal import messages as m
from paper_desk import BLUE, GREEN, RED, SET_UP, Paper, position


# -- the end -----------------------------------------------------------------------------
def last_turn(table: Paper) -> None:
    """Begin a game that ends as soon as Ben has taken or passed."""
    won = {"display": {"Ann": ["admiral-9-3"] * 2 + ["governor-8-0"]}, "active": "Ben", "last_round": True}
    table.desk.begin(msgspec.structs.replace(SET_UP, position=won, options={"winning_points": 6}))
    table.tap(BLUE)
    table.press("next")
    while table.desk.session.state.agenda:
        table.press("next")


def test_a_game_that_is_over_is_finished_in_the_store_and_undo_brings_it_back(table: Paper) -> None:
    last_turn(table)
    assert table.written()[-1][1] == "finished"
    table.press("no", long=True)
    assert table.written()[-1][1] is None
    table.press("next")
    assert table.written()[-1][1] == "finished"


@pytest.mark.parametrize(
    ("key", "long", "outcome", "stays"),
    [("yes", False, "saved", False), ("yes", True, "scored", True), ("no", True, "dropped", False)],
)
def test_a_game_is_put_away(game: Paper, key: str, long: bool, outcome: str, stays: bool) -> None:
    game.tap(BLUE)
    game.press("menu")
    game.press(key, long=long)
    assert game.written() == [("Ben", outcome, 1)]
    assert (game.desk.session is not None) == stays
    assert isinstance(game.desk.mode, Playing if stays else Home)


def test_a_scored_game_stays_scored_when_it_is_left(game: Paper) -> None:
    game.tap(BLUE)
    game.press("menu")
    game.press("yes", long=True)
    game.desk.begin(SET_UP)
    assert game.written() == [("Ben", "scored", 1), (None, None, 0)]


def test_a_new_game_puts_the_old_one_away(game: Paper) -> None:
    game.tap(BLUE)
    game.desk.begin(SET_UP)
    game.desk.begin(SET_UP)
    assert [outcome for _, outcome, _ in game.written()] == ["saved", "dropped", None]


# -- resuming ----------------------------------------------------------------------------
def test_after_a_power_cut_it_asks_and_goes_on_with_the_same_game(game: Paper) -> None:
    game.tap(BLUE)
    game.tap(GREEN)
    before = position(game.desk)
    desk = game.boot()
    assert isinstance(desk.mode, Resuming)
    assert position(desk) == before
    game.tap(GREEN)
    assert desk.context(1.0).waiting is None, "it lay there before the power went"
    assert desk.context(1.0).session is None
    assert desk.context(1.0).saved[0].unclean
    assert game.press("yes") == ("tick",)
    assert position(desk) == before
    assert game.shows("PLAYING", "goes on where the power")
    game.tap(RED)
    assert game.written() == [("Ben", None, 3)]


def test_switched_off_in_order_it_asks_as_well_and_names_no_power_cut(game: Paper) -> None:
    game.tap(BLUE)
    game.desk.close()
    desk = game.boot()
    assert isinstance(desk.mode, Resuming)
    assert not desk.context(1.0).saved[0].unclean


def test_a_game_put_away_is_resumed_from_the_list(game: Paper) -> None:
    game.tap(BLUE)
    game.press("menu")
    game.press("yes")
    assert isinstance(game.boot().mode, Home)
    game.press("next")
    assert game.desk.session.facts()["harbor"] == ["ship-blue-1-1"]
    assert game.written() == [("Ben", None, 1)]


def test_not_now_leaves_the_game_in_the_list(game: Paper) -> None:
    game.tap(BLUE)
    desk = game.boot()
    game.press("no")
    assert isinstance(desk.mode, Home)
    assert [saved.entries for saved in desk.context(1.0).saved] == [1]


def test_going_on_without_the_last_entry(game: Paper) -> None:
    game.tap(BLUE)
    game.boot()
    game.press("yes", long=True)
    assert game.desk.session.facts()["harbor"] == []
    assert game.written() == [("Ben", None, 2)]


def test_a_step_without_a_key_goes_on_with_the_offered_game(game: Paper) -> None:
    game.tap(BLUE)
    game.boot().play(m.Stop())
    assert game.desk.session.facts()["phase"] == "trade"
    game.desk.take_back()
    game.desk.bring_back()
    assert game.written() == [("Ben", None, 4)]


def test_a_step_without_a_game_is_refused(table: Paper) -> None:
    with pytest.raises(Illegal, match="No game"):
        table.desk.play(m.Stop())


def test_a_torn_log_goes_on_before_the_tear_and_says_so(game: Paper) -> None:
    game.tap(BLUE)
    game.tap(GREEN)
    game.store._db.execute("UPDATE entries SET events = 'torn' WHERE seq = 2")
    game.store.copies.clear()
    game.boot()
    game.press("yes")
    assert game.desk.session.facts()["harbor"] == ["ship-blue-1-1"]
    assert game.shows("The last 1 entries")


def test_a_torn_log_is_mended_from_its_copy(game: Paper) -> None:
    game.tap(BLUE)
    game.tap(GREEN)
    game.store._db.execute("UPDATE entries SET events = 'torn' WHERE seq = 2")
    game.boot()
    game.press("yes")
    assert game.desk.session.facts()["harbor"] == ["ship-blue-1-1", "ship-green-1-1"]


def test_a_game_that_cannot_be_read_is_home(game: Paper) -> None:
    game.tap(BLUE)
    damaged = '{"game": "port-royal", "players": ["Ann"]}'
    game.store._db.execute("UPDATE games SET set_up = ?", (damaged,))
    assert isinstance(game.boot().mode, Home)
    assert game.shows("cannot be read")


def test_the_list_of_games_stays_when_it_cannot_be_read(game: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> tuple:
        raise StoreError("The disk is failing.")

    game.tap(BLUE)
    game.boot()
    saved = game.desk.context(1.0).saved
    monkeypatch.setattr(game.store, "saved", broken)
    game.press("no")
    assert isinstance(game.desk.mode, Home)
    assert game.desk.context(1.0).saved == saved != ()
