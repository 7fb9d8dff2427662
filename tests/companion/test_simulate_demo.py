"""Whole games by themselves: through taps and buttons of the simulated table, to the end."""

import json
import re
import subprocess
import sys
from itertools import pairwise

import pytest
from PIL import Image

from companion.options import SimulateOptions
from companion.simulate import simulate
from companion.simulate.record import Recorder
from companion.store import Store
from drivers import buses
from drivers.flipper import parse_flipper

WINS = re.compile(r"^(\w+(?: and \w+)*) wins? with (\d+) points\.$", re.MULTILINE)
EFFORT = re.compile(r"^(\d+) turns, (\d+) taps, (\d+) presses\.$", re.MULTILINE)


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Let drivers look at the clock, which is moved by hand here, more often than they need to."""
    monkeypatch.setattr(buses, "STEP_S", 0.002)


def test_a_demonstration_plays_a_whole_game_and_tells_who_won(capsys):
    assert simulate(SimulateOptions(demo=True, fast=True, seed=7)) == 0
    said = capsys.readouterr().out
    turns, taps, presses = map(int, EFFORT.search(said).groups())
    assert int(WINS.search(said)[2]) >= 12
    assert turns % 3 == 0
    assert taps > presses > 0
    assert said.count("Round") == turns // 3
    assert f"1. {WINS.search(said)[1]}" in said


def test_without_a_terminal_the_same_seed_plays_the_same_game_in_little_memory(root, tmp_path, capsys):
    assert simulate(SimulateOptions(fast=True, seed=5, players=("Ann", "Ben"))) == 0
    here = capsys.readouterr().out
    # The peak of this program alone: getrusage counts what its parent had when it was forked, too.
    program = (
        "import pathlib, re, sys; from companion.cli import main; status = main(sys.argv[1:]); "
        "print(status, re.search(r'VmHWM:\\s+(\\d+) kB', pathlib.Path('/proc/self/status').read_text())[1])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, "--data", str(tmp_path), "simulate", "--players", "2", "--seed", "5"],
        cwd=root,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    *lines, measured = done.stdout.splitlines()
    status, memory_kib = measured.split()
    assert status == "0"
    assert int(memory_kib) < 70 * 1024
    assert done.stderr == ""
    assert lines[:-1] == here.splitlines()[:-1]
    assert WINS.search(here)


def test_options_choose_players_rules_tags_and_folders(tmp_path, shared, capsys):
    """Cards in the deck file have the tags from the folder, the others keep invented ones."""
    file = shared / "data" / "tags" / "Ntag215.nfc"
    uid = parse_flipper(file.read_text()).uid_hex
    deck, pictures = tmp_path / "deck.json", tmp_path / "pictures"
    cards = {uid: "sailor-3-1#1", "04112233": "sailor-3-1#2"}
    deck.write_text(json.dumps({"name": "mine", "game": "port-royal", "cards": cards}))
    options = SimulateOptions(
        fast=True,
        seed=3,
        players=("Dia", "Eva"),
        rules="first-edition",
        seat_displays=1,
        data=tmp_path / "saved",
        record=pictures,
        tags=file.parent,
        deck=deck,
    )
    assert simulate(options) == 0
    turns, taps, presses = map(int, EFFORT.search(capsys.readouterr().out).groups())
    with Store.open(tmp_path / "saved") as store:
        (row,) = store.all_games()
    assert (row.outcome, row.set_up.players, row.set_up.rules) == (
        "finished",
        ("Dia", "Eva"),
        "first-edition",
    )
    assert turns < row.entries <= taps + presses
    for display in ("main", "seat-1"):
        check_pictures(pictures / display)


def check_pictures(folder):
    """Look at the recording of one display: pictures that differ from the one before, and the last again."""
    shown = [file.read_bytes() for file in sorted(folder.glob("0*.png"))]
    assert len(shown) > 30
    assert all(one != following for one, following in pairwise(shown))
    assert (folder / "last.png").read_bytes() == shown[-1]
    with Image.open(folder / "last.png") as last:
        assert last.size == (128 * 8, 64 * 8)


def test_a_recorder_keeps_each_change_of_each_display(tmp_path):
    recorder = Recorder(tmp_path / "deep" / "folder")
    dark, light = Image.new("1", (128, 64)), Image.new("1", (128, 64), 1)
    kept = [recorder.keep("main", image) for image in (dark, dark, light, dark)]
    assert kept == [True, False, True, True]
    assert recorder.keep("seat-1", dark)
    files = sorted(str(file.relative_to(tmp_path / "deep" / "folder")) for file in tmp_path.rglob("*.png"))
    names = ["main/0001.png", "main/0002.png", "main/0003.png", "main/last.png"]
    assert files == [*names, "seat-1/0001.png", "seat-1/last.png"]


# -- tags and decks ----------------------------------------------------------------------
@pytest.mark.parametrize("folder", ["nowhere", "empty"])
def test_a_folder_without_tags_is_refused_in_one_sentence(tmp_path, capsys, folder):
    (tmp_path / "empty").mkdir()
    assert simulate(SimulateOptions(fast=True, tags=tmp_path / folder)) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(tmp_path / folder) in said


def test_a_deck_that_cannot_be_used_is_refused_in_one_sentence(tmp_path, capsys):
    deck = tmp_path / "deck.json"
    deck.write_text('{"name": "mine", "game": "port-royal", "cards": {"04a1b2c3d4e5f6": "sailer-3-1#1"}}')
    assert simulate(SimulateOptions(fast=True, deck=deck)) == 2
    said = capsys.readouterr().err
    assert "sailor-3-1#1" in said


def test_players_who_cannot_be_told_apart_are_refused(capsys):
    assert simulate(SimulateOptions(fast=True, players=("Ann", "Ann"))) == 2
    assert "name" in capsys.readouterr().err
