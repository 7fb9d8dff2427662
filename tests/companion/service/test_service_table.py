"""The table of the service in this process: what it does between two turns of its loop."""

from __future__ import annotations

import logging
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion import run
from companion.first_boot import Hello
from companion.flow import Home
from companion.run import Table, run_table
from companion.service.control import NAME, ask
from companion.service.state import ServiceState
from companion.store import FILE, Store, StoreError
from companion.store_file import in_use
from drivers.ports import Tick
from engine.games import SetUp

AT = "2026-05-06T19:30:00"
CONFIG = "displays:\n  main: {kind: ssd1306-i2c, bus: 97}\n"
Turn = Callable[[Table], None]


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))
    monkeypatch.setenv("JOURNAL_STREAM", "8:1")
    for name in ("NOTIFY_SOCKET", "WATCHDOG_USEC"):
        monkeypatch.delenv(name, raising=False)
    path = tmp_path / "table.yaml"
    path.write_text(CONFIG)
    return path


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> list[Turn]:
    """Let each run of the loop be one of these, with the table that runs it; the last one ends it."""
    tables: list[Table] = []
    turns: list[Turn] = []
    real_init = Table.__init__

    def init(self: Table, *given: Any, **named: Any) -> None:
        real_init(self, *given, **named)
        tables.append(self)

    def loop(*given: Any) -> int:
        given[-1].round(Tick(0.0))  # the watcher's
        turns.pop(0)(tables[-1])
        return 0

    monkeypatch.setattr(Table, "__init__", init)
    monkeypatch.setattr(run, "run_loop", loop)
    return turns


def status(config: Path) -> ServiceState:
    return msgspec.json.decode(ask(config.parent / "run" / NAME, "status"), type=ServiceState)


def test_it_answers_reads_its_config_anew_and_ends(
    config: Path, turns: list[Turn], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[ServiceState] = []
    caplog.set_level(logging.INFO)

    def same(table: Table) -> None:
        seen.append(status(config))
        signal.raise_signal(signal.SIGHUP)

    def more(table: Table) -> None:
        config.write_text(CONFIG + "  seat-1: {kind: ssd1306-i2c, bus: 98}\ndeck: none.json\n")
        ask(config.parent / "run" / NAME, "reload")

    def wrong(table: Table) -> None:
        seen.append(status(config))
        config.write_text("displays: 5\n")
        table.reload()

    def simulated(table: Table) -> None:
        seen.append(status(config))
        config.write_text("readers: {main: {kind: simulated}}\n")
        table.reload()

    def end(table: Table) -> None:
        seen.append(status(config))
        signal.raise_signal(signal.SIGTERM)

    turns += [same, more, wrong, simulated, end]
    before = signal.getsignal(signal.SIGHUP)
    assert run_table(config, tmp_path / "saved") == 0
    assert [[device.name for device in state.devices] for state in seen] == [
        ["main"],
        ["main", "seat-1"],
        ["main", "seat-1"],
        ["main", "seat-1"],
    ]
    assert [bool(state.config_trouble) for state in seen] == [False, False, True, True]
    assert "port-royal simulate" in seen[3].config_trouble
    said = caplog.text
    assert "says what it said before" in said
    assert "the config was read anew" in said
    assert "none.json" in said, "a deck that cannot be used is told"
    assert not (config.parent / "run" / NAME).exists()
    assert signal.getsignal(signal.SIGHUP) == before


def test_a_new_device_greets_and_a_used_one_does_not(config: Path, turns: list[Turn], tmp_path: Path) -> None:
    modes: list[object] = []
    turns += [lambda table: modes.append(table.desk.mode)] * 2
    run_table(config, tmp_path / "new")
    with Store.open(tmp_path / "used") as store:
        store.end(store.begin(SetUp(game="port-royal", players=("Ann", "Ben")), AT), "dropped", AT)
    run_table(config, tmp_path / "used")
    assert list(map(type, modes)) == [Hello, Home]


def test_games_that_came_back_are_told(
    config: Path, turns: list[Turn], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    shown: list[str] = []
    with Store.open(tmp_path / "saved") as store:
        store.begin(SetUp(game="port-royal", players=("Ann", "Ben")), AT)
    (tmp_path / "saved" / FILE).write_bytes(b"no database" * 1000)
    turns.append(lambda table: shown.extend(table.desk.screens(table.desk.now_s())["main"].lines()))
    run_table(config, tmp_path / "saved")
    assert "games came back" in " ".join(" ".join(shown).split())
    assert "with the 1 games that could be brought back" in caplog.text


def test_entries_that_came_back_are_told(
    config: Path, turns: list[Turn], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "saved"
    Store.open(folder).close()
    empty = (folder / FILE).read_bytes()
    with Store.open(folder) as store:
        store.begin(SetUp(game="port-royal", players=("Ann", "Ben")), AT)
    for path in folder.glob(f"{FILE}*"):
        path.unlink()
    (folder / FILE).write_bytes(empty)
    turns.append(lambda table: None)
    run_table(config, folder)
    assert "the disk had lost 1 entries" in caplog.text


def test_a_disk_that_cannot_be_used_keeps_nobody_from_playing(
    config: Path, turns: list[Turn], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> Any:
        raise StoreError("The disk is full.")

    monkeypatch.setattr("companion.store.open_file", full)
    unsaved: list[str] = []
    turns.append(lambda table: unsaved.append(table.desk.unsaved))
    assert run_table(config, tmp_path / "saved") == 0
    assert unsaved == ["The disk is full."]


def test_nobody_starts_while_games_are_restored(config: Path, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    with in_use(folder, restores=True), pytest.raises(StoreError, match="being restored"):
        run_table(config, folder)


def test_two_tables_do_not_play_with_the_same_games(config: Path, tmp_path: Path) -> None:
    folder = tmp_path / "saved"
    folder.mkdir()
    with in_use(folder), pytest.raises(StoreError, match="Another table plays"):
        run_table(config, folder)
    with in_use(folder):
        pass
