"""Options of the simulated table that would be without effect, or have no end."""

import re

import pytest

from companion.cli import main
from companion.options import SimulateOptions
from companion.simulate import simulate
from companion.store_file import StoreError, in_use
from drivers import buses


@pytest.mark.parametrize(
    ("arguments", "option", "games"),
    [
        (["--chapter", "2"], "chapter", "adventure"),
        (["--mode", "coop"], "mode", "adventure"),
        (["--game", "port-royal-2000", "--pack", "known"], "pack", "adventure"),
        (["--game", "port-royal-2000", "--rules", "big-box"], "rules", "port-royal or adventure"),
    ],
)
def test_an_option_of_another_game_is_refused_and_its_game_named(arguments, option, games, tmp_path, capsys):
    assert main(["--data", str(tmp_path), "simulate", *arguments]) == 2
    said = capsys.readouterr().err
    assert said == f"--{option} belongs to another game: say --game {games}, or leave it out.\n"


def test_without_a_terminal_cards_are_tagged_even_if_blank_ones_were_asked_for(monkeypatch, tmp_path, capsys):
    """Simple players tap cards; with blank tags they would go on for ever."""
    monkeypatch.setattr(buses, "STEP_S", 0.002)
    assert simulate(SimulateOptions(untagged=True, seed=7, data=tmp_path)) == 0
    said = capsys.readouterr().out
    assert re.search(r"wins? with \d+ points", said)


def test_while_everything_is_brought_back_nobody_plays_there(tmp_path):
    with in_use(tmp_path, restores=True), pytest.raises(StoreError, match="being restored"):
        simulate(SimulateOptions(fast=True, data=tmp_path))
