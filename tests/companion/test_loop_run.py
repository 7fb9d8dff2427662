"""A table run as the service runs it: a program of its own, real drivers, ended by a signal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion import run
from companion.catalogue import Catalogues
from companion.config import ConfigError
from companion.decks.file import write_deck
from companion.decks.sample import sample_deck, sample_tag
from companion.run import run_table
from companion.store import Store, StoreError
from drivers.ports import Tick
from drivers.sim.serial import Pn532OnPty
from engine.games import SetUp

CONFIG = """
deck: box.json
readers:
  main: {{kind: pn532-uart, port: {port}}}
displays:
  main: {{kind: ssd1306-i2c, bus: 97}}
"""


@pytest.fixture
def reader() -> Iterator[Pn532OnPty]:
    with Pn532OnPty() as chip:
        yield chip


def prepare(folder: Path, reader: Pn532OnPty) -> Path:
    """Write a config with a deck, and begin a game that is then cut off."""
    config = folder / "table.yaml"
    config.write_text(CONFIG.format(port=reader.path))
    (folder / "box.json").write_text(write_deck(sample_deck("port-royal", Catalogues().cards)))
    with Store.open(folder / "saved") as store:
        store.begin_run("2026-01-02T03:04:05+00:00")
        store.begin(SetUp(game="port-royal", players=("Ann", "Ben")), "2026-01-02T03:04:05+00:00")
    return config


def start(config: Path, **streams: Any) -> subprocess.Popen[Any]:
    """Start the program with its store beside the config."""
    command = [
        sys.executable,
        "-m",
        "companion",
        "--data",
        config.parent / "saved",
        "run",
        "--config",
        config,
    ]
    return subprocess.Popen(command, **streams)


def wait_for(fact, patience_s: float = 60.0) -> None:
    end_s = time.monotonic() + patience_s
    while not fact():
        assert time.monotonic() < end_s, "it did not come"
        time.sleep(0.01)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_table_within_two_seconds_with_status_0(
    tmp_path: Path, number: signal.Signals
) -> None:
    """The best of three: the machine may be busy with other things."""
    took_s: list[float] = []
    while len(took_s) < 3 and min(took_s, default=2.0) >= 2:
        folder = tmp_path / str(len(took_s))
        folder.mkdir()
        took_s.append(seconds_to_end(folder, number))
    assert min(took_s) < 2


def seconds_to_end(folder: Path, number: signal.Signals) -> float:
    """Run a table in a folder, end it with a signal in the middle of a tap, and give how long that takes."""
    with Pn532OnPty() as reader:
        config = prepare(folder, reader)
        with start(config, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as table:
            try:
                wait_for(lambda: reader.chip.configured or table.poll() is not None)
                reader.place(sample_tag("ship-red-1-1#1"))
                time.sleep(0.1)
                began_s = time.monotonic()
                os.kill(table.pid, number)
                out, err = table.communicate(timeout=60)
                took_s = time.monotonic() - began_s
            finally:
                table.kill()
    assert (table.returncode, out) == (0, ""), err
    with Store.open(folder / "saved") as store:
        assert not store.begin_run("2026-01-02T03:04:05+00:00"), "it was switched off in order"
    return took_s


def test_a_killed_table_was_cut_off(tmp_path: Path, reader: Pn532OnPty) -> None:
    config = prepare(tmp_path, reader)
    with start(config, stderr=subprocess.DEVNULL) as table:
        wait_for(lambda: reader.chip.configured)
        table.kill()
    with Store.open(tmp_path / "saved") as store:
        assert store.begin_run("2026-01-02T03:04:05+00:00")


def test_a_bad_config_is_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There is no file"):
        run_table(tmp_path / "none.yaml", tmp_path / "saved")
    simulated = tmp_path / "simulated.yaml"
    simulated.write_text("readers: {main: {kind: simulated}}\n")
    with pytest.raises(ConfigError, match="port-royal simulate"):
        run_table(simulated, tmp_path / "saved")


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Let the loop end at once; give what stood on the screen then."""
    shown: list[list[str]] = []

    def look(desk, *rest: object) -> int:
        shown.append([line for line in desk.screens(desk.now_s())["main"].lines() if line])
        return 0

    monkeypatch.setattr(run, "run_loop", look)
    return shown


def test_a_damaged_deck_and_a_damaged_store_are_told_and_the_table_runs(
    tmp_path: Path, stopped: list[list[str]], caplog: pytest.LogCaptureFixture
) -> None:
    config = tmp_path / "table.yaml"
    config.write_text("deck: none.yaml\ndisplays:\n  main: {kind: ssd1306-i2c, bus: 97}\n")
    assert run_table(config, tmp_path / "saved") == 0
    assert "deck file" in " ".join(stopped[0])
    assert "none.yaml" in caplog.text
    caplog.clear()
    (tmp_path / "saved" / "port-royal.db").write_bytes(b"no database" * 500)
    assert run_table(config, tmp_path / "saved") == 0
    assert "damaged" in " ".join(stopped[1])
    assert "is kept as" in caplog.text
    caplog.clear()


def test_handlers_of_signals_are_given_back(tmp_path: Path, stopped: list[list[str]]) -> None:
    before = signal.getsignal(signal.SIGTERM)
    config = tmp_path / "table.yaml"
    config.write_text("displays:\n  main: {kind: ssd1306-i2c, bus: 97}\n")
    run_table(config, tmp_path / "saved")
    assert signal.getsignal(signal.SIGTERM) is before


def test_the_handler_stops_the_loop_and_wakes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[object] = []

    def interrupted(desk, inbox, displays, painter, sounder, light, stop, *_rest: object) -> int:
        os.kill(os.getpid(), signal.SIGTERM)
        wait_for(stop.is_set)
        woken.append(inbox.get(timeout=20))
        return 0

    monkeypatch.setattr(run, "run_loop", interrupted)
    config = tmp_path / "table.yaml"
    config.write_text("buttons: {kind: none}\n")
    assert run_table(config, tmp_path / "saved") == 0
    assert [type(item) for item in woken] == [Tick]


def test_what_does_not_close_is_logged_and_the_rest_is_closed(
    tmp_path: Path,
    stopped: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def full(desk: object) -> None:
        raise StoreError("The disk is full.")

    monkeypatch.setattr(run.Parts, "close", lambda parts: False)
    monkeypatch.setattr(run.Desk, "close", full)
    config = tmp_path / "table.yaml"
    config.write_text("displays:\n  main: {kind: ssd1306-i2c, bus: 97}\n")
    assert run_table(config, tmp_path / "saved") == 0
    assert "did not close in time" in caplog.text
    assert "The disk is full." in caplog.text
    caplog.clear()
