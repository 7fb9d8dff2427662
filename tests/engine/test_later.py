"""Tables whose records are loaded one by one."""

from __future__ import annotations

import pytest

from engine.games import GAMES
from engine.later import Later
from engine.setup import SEATS


class Loaders:
    """Makes a table, and notes which of its records were loaded."""

    def __init__(self, *names: str) -> None:
        self.loaded: list[str] = []
        self.table = Later({name: self.loader(name) for name in names})

    def loader(self, name: str):
        def load() -> str:
            self.loaded.append(name)
            return name.upper()

        return load


@pytest.fixture
def loaders() -> Loaders:
    return Loaders("one", "two", "three")


def test_names_are_known_without_their_records(loaders):
    assert list(loaders.table) == ["one", "two", "three"]
    assert len(loaders.table) == 3
    assert "two" in loaders.table
    assert "four" not in loaders.table
    assert loaders.table.loaded == ()
    assert loaders.loaded == []


def test_a_record_is_loaded_once_and_no_other_with_it(loaders):
    assert [loaders.table["two"] for _ in range(3)] == ["TWO"] * 3
    assert loaders.table.loaded == ("TWO",)
    assert loaders.loaded == ["two"]


def test_what_is_not_there_is_no_record(loaders):
    with pytest.raises(KeyError):
        loaders.table["four"]
    assert loaders.table.get("four") is None
    assert loaders.loaded == []


def test_all_records_are_had_in_order_whatever_was_asked_for_before(loaders):
    assert loaders.table["three"] == "THREE"
    assert dict(loaders.table) == {"one": "ONE", "two": "TWO", "three": "THREE"}
    assert loaders.loaded == ["three", "one", "two"]


def test_a_part_of_each_is_loaded_no_sooner_than_its_record(loaders):
    lengths = loaders.table.of_each(len)
    assert list(lengths) == ["one", "two", "three"]
    assert loaders.loaded == []
    assert lengths["three"] == 5
    assert loaders.loaded == ["three"]
    assert loaders.table.loaded == ("THREE",)


def test_a_record_that_cannot_be_loaded_is_tried_again():
    tries = iter([ValueError("not yet"), None])

    def load() -> str:
        if trouble := next(tries):
            raise trouble
        return "here"

    table = Later({"it": load})
    with pytest.raises(ValueError, match="not yet"):
        table["it"]
    assert table["it"] == "here"


def test_every_game_says_how_many_can_play_it():
    assert {name: game.seats for name, game in GAMES.items()} == SEATS
