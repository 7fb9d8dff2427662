"""The command line: what it prints, where, and with which exit status."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import types

import pytest

from companion import cli
from companion.config import ConfigError
from companion.options import SimulateOptions, player_names
from companion.sheet import aligned
from engine.portroyal import SetupError


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Run a command with its own folder; give status, output and errors."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "state"))
    monkeypatch.delenv(cli.DEBUG, raising=False)

    def run(*arguments):
        try:
            status = cli.main([str(argument) for argument in arguments])
        except SystemExit as left:
            status = left.code
        return (status, *capsys.readouterr())

    return run


@pytest.fixture
def games(scenarios):
    return scenarios / "port-royal" / "games"


# -- asking --------------------------------------------------------------------------------
def test_help_comes_at_once():
    times_s = []
    for _ in range(3):
        begun_s = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-m", "companion", "--help"], capture_output=True, text=True, check=False
        )
        times_s.append(time.perf_counter() - begun_s)
        assert (done.returncode, done.stderr) == (0, "")
        for command in ("run", "simulate", "replay", "export", "import", "games", "show"):
            assert f"    {command} " in done.stdout
    assert min(times_s) < 3  # benches/ asks for 0.3


def test_help_loads_nothing_of_ours():
    code = "import sys, companion.cli; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    heavy = ("engine", "drivers", "yaml", "msgspec", "PIL", "sqlite3", "companion.")
    light = {"companion.cli", "companion.cards_cli", "companion.pack_cli"}
    light |= {"companion.service", "companion.service.commands"}
    assert [name for name in done.stdout.split() if name.startswith(heavy) and name not in light] == []


def test_version(run):
    status, out, err = run("--version")
    assert (status, err) == (0, "")
    assert out.startswith("port-royal 0.")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "The following arguments are required: COMMAND. See: port-royal --help\n"),
        (("repaly",), "'repaly' is not known. Did you mean 'replay'? See: port-royal --help\n"),
        (("replay",), "The following arguments are required: FILE. See: port-royal replay --help\n"),
        (("run",), "The following arguments are required: --config. See: port-royal run --help\n"),
        (("games", "--dada", "x"), "Unrecognized arguments: --dada x. See: port-royal --help\n"),
        (("show", "x"), "GAME must be a whole number, not 'x'. See: port-royal show --help\n"),
        (("simulate", "--rules", "bigbox"), "'bigbox' is not known. Did you mean 'big-box'? See: "),
        (
            ("simulate", "--displays", "9"),
            "Argument --displays: must be main or a number from 0 to 5, not '9'. See",
        ),
        (("simulate", "--players", "7"), "2 to 5 players can play this game, not 7.\n"),
        (("simulate", "--players", "Ann", "Ann"), "Every player needs a name of his own.\n"),
        (("show", "7"), "There is no game 7.\n"),
        (("export", "7"), "There is no game 7.\n"),
        (("import", "nothing.yaml"), "There is no file nothing.yaml.\n"),
        (("replay", "nothing.yaml"), "There is no file nothing.yaml.\n"),
    ],
)
def test_a_wrong_request_is_one_sentence_and_status_2(run, arguments, said):
    status, _, err = run(*arguments)
    assert status == 2
    assert err.startswith(said)
    assert err.count("\n") == 1


def test_a_folder_that_cannot_be_used(run, tmp_path):
    (tmp_path / "file").write_text("x")
    status, out, err = run("games", "--data", tmp_path / "file")
    assert (status, out) == (2, "")
    assert err.endswith("Choose a folder with --data.\n")


# -- errors --------------------------------------------------------------------------------
def broken(monkeypatch, error):
    def read_games(*_):
        raise error

    monkeypatch.setattr("companion.sheet.read_games", read_games)


def test_a_mistake_of_the_program_is_said_without_a_traceback(run, monkeypatch):
    broken(monkeypatch, ZeroDivisionError("division by zero"))
    status, _, err = run("games")
    assert status == 70
    assert err == (
        "This is a mistake in the program, not yours: ZeroDivisionError: division by zero. "
        "Set PORT_ROYAL_DEBUG=1 and try again to see where.\n"
    )


def test_the_traceback_comes_when_it_is_wanted(run, monkeypatch):
    broken(monkeypatch, ZeroDivisionError("division by zero"))
    monkeypatch.setenv(cli.DEBUG, "1")
    with pytest.raises(ZeroDivisionError):
        run("games")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (PermissionError(13, "Permission denied", "x.png"), 2, "x.png cannot be used: Permission denied.\n"),
        (ConfigError("table.yaml, line 3: wrong."), 2, "table.yaml, line 3: wrong.\n"),
        (KeyboardInterrupt(), 130, ""),
    ],
)
def test_other_errors(run, monkeypatch, error, status, said):
    broken(monkeypatch, error)
    assert run("games") == (status, "", said)


def test_a_reader_that_goes_away_is_no_error(games):
    files = f"{games}/*.yaml {games}/*.yaml"
    command = f"{sys.executable} -m companion replay --json {files} | head -c 5"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ('{"pha', "")


# -- replay --------------------------------------------------------------------------------
def test_replay(run, games, tmp_path):
    status, out, err = run("replay", *sorted(games.glob("*.yaml")))
    assert (status, out, err) == (0, "10 of 10 table scripts held.\n", "")
    bad = tmp_path / "bad.yaml"
    bad.write_text("game: port-royal\nplayers: [Ann, Ben]\nsteps: [stop]\n")
    status, out, _ = run("replay", bad)
    assert status == 1
    assert out.startswith(f"{bad}, line 3, step 1: stop\n    expected: allowed, actual: refused: Ann must")
    status, out, err = run("replay", "--json", bad)
    assert (status, json.loads(out)["phase"]) == (1, "discover")
    assert "step 1: stop" in err


# -- saved games ---------------------------------------------------------------------------
def test_the_way_of_a_game(run, games, tmp_path):
    assert run("games") == (0, "No game has been saved yet.\n", "")
    assert run("import", games / "game-005-big-box-4.yaml") == (0, "Imported as game 1.\n", "")
    unfinished = tmp_path / "u.yaml"
    unfinished.write_text(
        "game: port-royal\nplayers: [Ann, Ben]\nposition: {display: {Ann: [admiral-5-1]}}\n"
        "steps: [reveal: ship-red-1-1, stop]\n"
    )
    assert run("import", unfinished)[0] == 0
    status, out, _ = run("games")
    head, second, first = out.splitlines()
    assert status == 0
    assert head.split() == ["game", "begun", "players", "rounds", "entries", "state", "winner"]
    assert second.split()[0] == "2"
    assert second.split()[3:] == ["Ann,", "Ben", "1", "2", "saved"]
    assert first.split()[3:] == ["Ann,", "Ben,", "Cem,", "Dot", "12", "382", "finished", "Dot"]
    assert first.index("382") + 3 == head.index("entries") + len("entries")

    status, out, _ = run("export", 1)
    assert status == 0
    target = tmp_path / "out.yaml"
    assert run("export", 1, target) == (0, "", "")
    assert target.read_text(encoding="utf-8") == out
    assert run("replay", target) == (0, "1 of 1 table scripts held.\n", "")


def test_the_score_sheet(run, games, tmp_path):
    run("import", games / "game-005-big-box-4.yaml")
    status, out, _ = run("show", 1)
    lines = out.splitlines()
    assert status == 0
    assert lines[0] == "Game 1: port-royal, rules big-box"
    assert lines[2] == "Finished in round 12, 382 entries in the log"
    assert lines[4].split() == ["rank", "player", "persons", "expeditions", "points", "coins"]
    assert lines[5].split() == ["1", "Dot", "9", "6", "15", "1"]
    assert [line.split()[0] for line in lines[5:9]] == ["1", "2", "3", "4"]
    assert lines[-1] == "Winner: Dot"
    assert len({len(line) for line in lines[4:9]}) == 1


def test_the_score_sheet_of_a_running_game_tells_how_the_table_lies(run, scenarios):
    run("import", scenarios / "port-royal" / "T5-W9-admiral.yaml")
    lines = run("show", 1)[1].splitlines()
    assert "The table now:" in lines
    assert "  to_act       Ben" in lines
    assert "  last_round   no" in lines
    assert "  expeditions  -" in lines
    assert not any(line.startswith("Winner") for line in lines)


def test_a_shared_win_and_a_game_counted_as_it_stood(run, tmp_path):
    script = tmp_path / "x.yaml"
    script.write_text(
        "game: port-royal\nplayers: [Ann, Ben]\n"
        "position: {active: Ben, last_round: true, harbor: [ship-red-1-1]}\n"
        "steps: [reveal: ship-red-1-1]\n"
    )
    run("import", script)
    assert run("show", 1)[1].endswith("Winners: Ann, Ben\n")
    script.write_text("game: port-royal\nplayers: [Ann, Ben]\nposition: {coins: {Ben: 9}}\nsteps: []\n")
    run("import", script)
    from companion.store import Store, state_folder

    with Store.open(state_folder()) as store:
        store.end(2, "scored", "2026-05-01T20:14:05")
    out = run("show", 2)[1]
    assert "Scored in round 1" in out
    assert "ended 2026-05-01 20:14" in out
    assert out.endswith("Winner: Ben\n")


def test_what_could_not_be_read_is_said(run, games, tmp_path):
    run("import", games / "game-005-big-box-4.yaml")
    run("import", games / "game-001-big-box-2.yaml")
    from companion.store import Store, state_folder

    with Store.open(state_folder()) as store:
        store._db.execute("UPDATE entries SET events = '[' WHERE game = 1 AND seq = 100")
        store._db.execute("UPDATE games SET set_up = json_set(set_up, '$.rules', 'lost') WHERE id = 2")
    out = run("show", 1)[1]
    assert "283 entries at the end could not be read and are left out.\n" in out
    status, out, err = run("games")
    assert status == 0
    assert err.startswith("Game 2 cannot be read by this version: there is no preset 'lost'")
    assert out.splitlines()[1].split()[0] == "1"
    assert run("show", 2)[0] == 2
    (tmp_path / "state" / "port-royal.db").write_text("nonsense" * 1000)
    status, out, err = run("games")
    assert status == 0
    assert [line.split()[0] for line in out.splitlines()] == ["game", "2", "1"], "the copies are read"
    assert "It is kept as port-royal.db.bad-1" in err


def test_data_before_or_behind_the_command(run, games, tmp_path):
    run("--data", tmp_path / "a", "import", games / "game-001-big-box-2.yaml")
    assert len(run("games", "--data", tmp_path / "a")[1].splitlines()) == 2
    assert len(run("--data", tmp_path / "a", "games")[1].splitlines()) == 2
    assert run("games")[1] == "No game has been saved yet.\n"


def test_columns():
    assert aligned([("a", "b", "c"), ("1", "long", "3")], right=(0, 2)) == "a  b     c\n1  long  3"
    assert aligned([("a", ""), ("b", "c")]) == "a\nb  c"


# -- the device ----------------------------------------------------------------------------
@pytest.fixture
def stub(monkeypatch):
    """Take the place of a module that a command loads, and note what it is asked for."""
    asked = []

    def stub(name, function):
        module = types.ModuleType(name)
        setattr(module, function, lambda *arguments: asked.append(arguments) or 0)
        monkeypatch.setitem(sys.modules, name, module)
        return asked

    return stub


def test_run_gets_config_and_folder(run, stub, tmp_path):
    asked = stub("companion.run", "run_table")
    assert run("run", "--config", "table.yaml")[0] == 0
    [(config, folder, deck)] = asked
    assert (str(config), folder, deck) == ("table.yaml", tmp_path / "state", None)
    assert folder.is_dir()


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        ((), SimulateOptions()),
        (("--players", "3"), SimulateOptions(players=("Ann", "Ben", "Cem"))),
        (("--players", "Ann,Ben"), SimulateOptions(players=("Ann", "Ben"))),
        (
            ("--players", "Ann", "Ben", "Zoe", "--demo"),
            SimulateOptions(players=("Ann", "Ben", "Zoe"), demo=True),
        ),
        (("--displays", "main"), SimulateOptions()),
        (("--game", "port-royal-2000"), SimulateOptions(game="port-royal-2000", named=True)),
        (("--displays", "4", "--seed", "7"), SimulateOptions(seat_displays=4, seed=7)),
        (("--rules", "first-edition", "--fast"), SimulateOptions(rules="first-edition", fast=True)),
    ],
)
def test_simulate_gets_its_options(run, stub, arguments, wanted):
    asked = stub("companion.simulate", "simulate")
    assert run("simulate", *arguments)[0] == 0
    assert asked == [(wanted,)]


def test_simulate_gets_its_folders(run, stub, tmp_path):
    asked = stub("companion.simulate", "simulate")
    run("simulate", "--record", "r", "--tags", "t", "--deck", "d.json", "--data", tmp_path)
    [(options,)] = asked
    assert [str(path) for path in (options.record, options.tags, options.deck)] == ["r", "t", "d.json"]
    assert options.data == tmp_path


def test_names_of_players():
    assert player_names(None) is None
    assert player_names(["5"]) == ("Ann", "Ben", "Cem", "Dot", "Eva")
    for words in (["1"], ["6"], ["Ann"], ["A,B,C,D,E,F"], ["0"]):
        with pytest.raises(SetupError, match="2 to 5 players"):
            player_names(words)


def test_the_module_is_the_command():
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    done = subprocess.run(
        [sys.executable, "-m", "companion", "--version"],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
    )
    assert done.returncode == 0
