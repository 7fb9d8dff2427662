"""A game that plays itself on real drivers: displays and keys on simulated buses, no reader and no tag."""

from __future__ import annotations

import os
import queue
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import pytest

from companion import cli, run, table_demo
from companion.catalogue import Catalogues
from companion.config import ConfigError, Ssd1306I2c, TableConfig, load_config
from companion.decks.sample import sample_deck
from companion.run import Table
from companion.store import Store
from companion.table_demo import END_S, NEWS_S, PACE_S, PlayersInbox, run_demo, set_up
from drivers import linux
from drivers.ports import ButtonShort, CardSeen, Input, Tick
from drivers.sim.chips.ssd1306 import SimSsd1306
from drivers.sim.i2c import SimI2CBus
from drivers.sim.lines import SimKeys
from engine.games import SetUp

CONFIG = """
deck: nowhere.yaml
readers:
  main: {kind: pn532-uart, port: /dev/no-such-port}
displays:
  main: {kind: ssd1306-i2c, bus: 1}
  seat-1: {kind: ssd1306-i2c, bus: 1, address: 0x3D}
buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 16, menu: 26}}
light: {kind: rgb-gpio, pwm: false}
sound: {kind: buzzer-gpio}
"""
LIGHT, BUZZER = (12, 20, 21), 13
PINS = {"yes": 5, "no": 6, "next": 16, "menu": 26}
PATIENCE_S = 60.0
SHORT_GAME = SetUp(game="port-royal", players=("Dia", "Eva"), options={"winning_points": 2})


class Hardware:
    """What hangs on the header: two displays and four keys."""

    def __init__(self) -> None:
        self.chips = {0x3C: SimSsd1306(), 0x3D: SimSsd1306()}
        self.bus = SimI2CBus()
        for address, chip in self.chips.items():
            self.bus.attach(address, chip)
        self.keys = SimKeys(PINS)

    def changes(self, pin: int) -> int:
        """Count how often a line went up or down."""
        return len(self.keys.pin_factory.pin(pin).states)

    @property
    def lit(self) -> bool:
        """Tell whether anything is to be seen on both displays."""
        return all(chip.image().getbbox() for chip in self.chips.values())


@pytest.fixture
def hardware(monkeypatch: pytest.MonkeyPatch):
    """Put simulated chips where the drivers open the real buses."""
    hardware = Hardware()
    monkeypatch.setattr(linux, "open_i2c", lambda _number: hardware.bus.open())
    monkeypatch.setattr(linux, "open_pins", lambda *_: hardware.keys.pin_factory)
    yield hardware
    hardware.keys.close()


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> list[Table]:
    """Collect the tables that are run."""
    made: list[Table] = []

    class Watched(Table):
        def __init__(self, *arguments, **options) -> None:
            super().__init__(*arguments, **options)
            made.append(self)

    monkeypatch.setattr(table_demo, "Table", Watched)
    return made


@pytest.fixture
def config(tmp_path: Path) -> Path:
    file = tmp_path / "table.yaml"
    file.write_text(CONFIG)
    return file


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave nobody time to read, and let the cards lie the same way each time."""
    for name, seconds in {"PACE_S": 0.02, "NEWS_S": 0.05, "END_S": 0.3}.items():
        monkeypatch.setattr(table_demo, name, seconds)
    monkeypatch.setattr(table_demo, "PlayersInbox", lambda deck, _rng: PlayersInbox(deck, random.Random(3)))


def later(act: Callable[[], object], when: Callable[[], bool]) -> threading.Thread:
    """Do something in another thread as soon as something is so."""

    def wait() -> None:
        end_s = time.monotonic() + PATIENCE_S
        while not when() and time.monotonic() < end_s:
            time.sleep(0.01)
        act()

    thread = threading.Thread(target=wait)
    thread.start()
    return thread


@pytest.mark.usefixtures("hurried")
def test_a_whole_game_is_played_shown_and_forgotten(
    hardware: Hardware,
    tables: list[Table],
    config: Path,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(table_demo, "set_up", lambda config, game, rng: SHORT_GAME)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert run_demo(config) == 0
    [table] = tables
    session = table.desk.session
    assert session is not None
    assert session.state.agenda == ()
    assert max(score.points for score in session.scores()) >= 2
    assert session.seq > 10
    assert hardware.bus.bytes > 50 * session.seq, "the game is shown as it goes on"
    assert min(hardware.changes(pin) for pin in (*LIGHT, BUZZER)) > 2, "it shines in all colours, and sounds"
    assert not hardware.lit, "it leaves the displays dark"
    assert list(tmp_path.iterdir()) == [config], "it leaves nothing behind"
    assert capsys.readouterr().out.startswith("A demonstration")


def test_any_key_of_the_table_ends_it(
    hardware: Hardware, tables: list[Table], config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_demo, "PACE_S", 2 * PATIENCE_S)  # nothing happens before the key is pressed
    ended = threading.Event()

    def press() -> None:
        """Press until it is heeded: keys are dead for a while after the start (R36)."""
        while not ended.wait(0.2):
            hardware.keys.press("menu")
            time.sleep(0.08)
            hardware.keys.release("menu")

    finger = later(press, lambda: hardware.lit)
    try:
        assert run_demo(config) == 0
    finally:
        ended.set()
        finger.join()
    session = tables[0].desk.session
    assert session is not None
    assert session.seq == 0, "the first card has not even been turned up"
    assert not hardware.lit


def test_a_signal_ends_it_too(hardware: Hardware, config: Path) -> None:
    thread = later(lambda: os.kill(os.getpid(), signal.SIGTERM), lambda: hardware.lit)
    assert run_demo(config) == 0
    thread.join()


@pytest.mark.usefixtures("hurried", "hardware")
def test_a_display_that_does_not_answer_is_told_and_the_others_play_on(
    tables: list[Table], config: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    config.write_text(CONFIG + "language: de\n")
    config.write_text(config.read_text().replace("address: 0x3D", "address: 0x3E"))
    monkeypatch.setattr(table_demo, "set_up", lambda config, game, rng: SHORT_GAME)
    assert run_demo(config) == 0
    assert "Not everything is shown: display seat-1: no answer at I2C address 0x3e on bus 1" in caplog.text
    assert tables[0].desk.session.state.agenda == ()
    caplog.clear()


def test_a_reader_or_a_deck_is_not_needed(tables: list[Table], config: Path, hardware: Hardware) -> None:
    def stop() -> None:
        tables[0].stop()

    thread = later(stop, lambda: hardware.lit)
    assert run_demo(config) == 0
    thread.join()
    assert tables[0].parts.readers == ()


@pytest.mark.parametrize(("seats", "players"), [(0, 3), (2, 3), (4, 4), (5, 5)])
def test_every_seat_with_a_display_has_a_player(seats: int, players: int) -> None:
    displays = {name: Ssd1306I2c() for name in ("main", *(f"seat-{n}" for n in range(1, seats + 1)))}
    config = TableConfig(displays=displays)
    assert len(set_up(config, "port-royal", random.Random(1)).players) == players
    assert len(set_up(config, "adventure", random.Random(1)).players) == min(4, players)
    assert len(set_up(config, "port-royal-2000", random.Random(1)).players) == min(4, players)


@pytest.mark.usefixtures("hurried", "hardware")
@pytest.mark.parametrize("game", ["adventure", "port-royal-2000"])
def test_the_other_games_play_themselves_too(tables: list[Table], config: Path, game: str) -> None:
    def far_enough() -> bool:
        session = tables[0].desk.session if tables else None
        return session is not None and session.seq > 15

    def stop() -> None:
        tables[0].stop()

    thread = later(stop, far_enough)
    assert run_demo(config, game) == 0
    thread.join()
    session = tables[0].desk.session
    assert session is not None
    assert session.table.game.name == game
    assert session.seq > 15


def test_a_game_is_for_demonstrations(config: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["run", "--game", "adventure", "--config", str(config)]) == 2
    assert "--demo" in capsys.readouterr().err


def test_a_bad_config_is_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ConfigError, match="There is no file"):
        run_demo(tmp_path / "none.yaml")
    simulated = tmp_path / "simulated.yaml"
    simulated.write_text("displays: {main: {kind: simulated}}\n")
    assert cli.main(["run", "--demo", "--config", str(simulated)]) == 2
    assert "port-royal simulate" in capsys.readouterr().err


def test_nobody_is_hurried_and_what_is_loud_stands_longer(
    config: Path, hardware: Hardware, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A deed comes when its time has come, and not before."""
    now_s, deeds = [0.0], []
    monkeypatch.setattr(run.Desk, "now_s", lambda desk: now_s[0])
    deck = sample_deck("port-royal", Catalogues().cards)
    inbox = PlayersInbox(deck, random.Random(4))

    def next_item() -> Input:
        while True:
            with suppress(queue.Empty):
                return inbox.get(timeout=0)
            now_s[0] += 0.25

    def loop(desk, *rest: object) -> int:
        while not isinstance(item := next_item(), Tick):
            if isinstance(item, CardSeen | ButtonShort):
                deeds.append(now_s[0])
            desk.handle(item)
        return 0

    monkeypatch.setattr(run, "run_loop", loop)
    with Store.open(config.parent / "saved") as store:
        table = Table(load_config(config), store, inbox=inbox, deck=deck)
        inbox.sit_down(table, SHORT_GAME)
        assert table.run() == 0
    assert deeds[0] == PACE_S
    assert {late - early for early, late in pairwise(deeds)} == {PACE_S, PACE_S + NEWS_S}
    assert now_s[0] - deeds[-1] == END_S


def test_the_command_line_knows_it(config: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "run", "--help"], capture_output=True, text=True, check=True
    )
    assert "--demo" in done.stdout
