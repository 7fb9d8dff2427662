"""What the service takes: modules at the start, bytes on the card, nothing of the time of day."""

from __future__ import annotations

import ast
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from companion.catalogue import Catalogues
from companion.decks.shelf import Shelf
from companion.desk_state import SETTINGS
from companion.flow import Settings
from companion.packs import load_pack
from companion.players_adventure import drawn_head
from companion.setups import SETUPS
from companion.store import Store
from engine.games import GAMES, SetUp, open_table
from engine.journal import Journal
from engine.session import Session

SET_UP = SetUp(game="port-royal", players=("Ann", "Ben"))
NAMES = ("Ann", "Ben", "Cem")
TODAY = "2026-05-06T19:30:00"
UID = "04a1b2c3d4e5f6"
DISPLAYS = "displays: {main: {kind: ssd1306-i2c, bus: 97}}\n"
READER = "readers: {main: {kind: pn532-uart, port: /dev/port-royal-none}}\n"
START = """
import sys
from pathlib import Path
from companion import run
config, folder = Path(sys.argv[1]), Path(sys.argv[2])
table = run.Table(run.c.load_config(config), run.Store.open(folder), source=config)
table.desk.start()
table.desk.screens(table.desk.now_s())
print(*sys.modules)
"""
NEVER = """
    asyncio email http multiprocessing ssl tarfile unittest urllib.request
    gpiozero lgpio luma rich serial smbus2 spidev platformdirs
    companion.doctor companion.simulate companion.replay companion.backup companion.cli companion.table_demo
    companion.wiring_picture drivers.sim drivers.probes drivers.tag_watch
""".split()
"""What no table needs before its first picture: libraries of devices are loaded when one is opened."""
RECORDS = {
    "engine.adventure",
    *(f"engine.adventure.{name}" for name in ("campaign", "head", "pack", "state")),
}
"""What settings and saved games of any device may hold of The Adventure Begins."""
OF_GAMES = {
    "adventure": ("engine.adventure", "companion.adventure", "companion.packs"),
    "port-royal-2000": ("engine.portroyal2000", "companion.tricks"),
}
"""Modules of each game alone; the base game is under the others, and its screens speak between games."""
ALWAYS = "buses care linux ndef ports pulse tags"
OLED = "framebuffer oled oled_panel oled_wiring oled_worker"
"""Drivers that a table with a display needs, as names in ``drivers``."""


def modules_at_start(tmp_path: Path, config: str) -> set[str]:
    """Start a device up to its first picture; give what it has loaded."""
    (tmp_path / "table.yaml").write_text(config)
    ran = subprocess.run(
        [sys.executable, "-c", START, str(tmp_path / "table.yaml"), str(tmp_path / "saved")],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"STATE_DIRECTORY": str(tmp_path / "saved")},
    )
    return set(ran.stdout.split())


def test_a_table_loads_only_what_its_config_needs(tmp_path: Path) -> None:
    loaded = modules_at_start(tmp_path, DISPLAYS)
    unwanted = [name for name in loaded for no in NEVER if name == no or name.startswith(f"{no}.")]
    assert unwanted == []
    drivers = {name.removeprefix("drivers.") for name in loaded if name.startswith("drivers.")}
    assert drivers - set(f"{ALWAYS} {OLED}".split()) <= {"oled_chips", "panels"}, (
        "no driver of another device"
    )
    assert "serial" not in loaded


def games_in(loaded: set[str]) -> set[str]:
    """Name the games of which something was loaded, beside the base game."""
    return {
        game
        for game, packages in OF_GAMES.items()
        for name in loaded - RECORDS
        if any(name == package or name.startswith(f"{package}.") for package in packages)
    }


def test_a_new_device_loads_no_game_but_the_first(tmp_path: Path) -> None:
    assert games_in(modules_at_start(tmp_path, DISPLAYS)) == set()


def set_up_of(game: str) -> SetUp:
    """Give three players a game of that name."""
    if game != "adventure":
        return SetUp(game=game, players=NAMES, rules=next(iter(SETUPS[game].presets)))
    head = drawn_head(random.Random(3), load_pack("synthetic"), NAMES, "coop")
    return SetUp(game=game, players=NAMES, rules=next(iter(SETUPS[game].presets)), adventure=head)


def fill(folder: Path, *games: str, last: str, ended: bool) -> None:
    """Save games, the last set-up, and a deck of the base game that is in use."""
    with Store.open(folder) as store:
        store.begin_run(TODAY)
        store.set_setting(SETTINGS, Settings(last_set_up=set_up_of(last)))
        for game in games:
            number = store.begin(set_up_of(game), TODAY)
            if ended:
                store.end(number, "saved", TODAY)
        store.end_run(TODAY)
    cards = Catalogues().tagged
    shelf = Shelf(folder, cards)
    shelf.save(shelf.unsaved("Box 1", "port-royal", "0a0b0c0d").tagged(UID, cards("port-royal")[0].name))
    assert [listed.trouble for listed in shelf.listed()] == [""]
    shelf.choose("port-royal", "Box 1")


def test_saved_games_are_listed_without_their_rules(tmp_path: Path) -> None:
    fill(tmp_path / "saved", "adventure", "port-royal-2000", last="port-royal", ended=True)
    assert games_in(modules_at_start(tmp_path, DISPLAYS)) == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_was_cut_short_is_loaded_and_no_other(tmp_path: Path, game: str) -> None:
    fill(tmp_path / "saved", game, last=game, ended=False)
    assert games_in(modules_at_start(tmp_path, DISPLAYS)) == {game} & set(OF_GAMES)


@pytest.mark.parametrize(
    ("config", "wanted", "unwanted"),
    [
        (READER, "pn532 pn532_uart", "mfrc522 pn532_i2c usb_reader oled buttons lights sound"),
        ("readers: {main: {kind: mfrc522-spi}}\n", "mfrc522", "pn532 usb_reader oled buttons"),
        (
            "light: {kind: rgb-gpio}\nsound: {kind: piezo-gpio}\n",
            "lights sound",
            "pn532 mfrc522 oled buttons",
        ),
    ],
)
def test_a_driver_is_loaded_with_its_first_device(
    tmp_path: Path, config: str, wanted: str, unwanted: str
) -> None:
    loaded = modules_at_start(tmp_path, config)
    assert {f"drivers.{name}" for name in wanted.split()} <= loaded
    assert loaded.isdisjoint({f"drivers.{name}" for name in unwanted.split()})


# -- the card wears ------------------------------------------------------------------------
ENTRIES = 150
KB_AN_ENTRY = 9.0
"""Two pages of the log at most, and a line of the copy; a game of 250 entries is some two megabytes."""


def written() -> int:
    """Give the bytes that this process has written, as the kernel counts them."""
    try:
        lines = Path("/proc/self/io").read_text().splitlines()
    except OSError as error:
        pytest.skip(f"the kernel does not count here: {error}")
    return next(int(line.split()[1]) for line in lines if line.startswith("wchar:"))


def test_R44_an_entry_is_one_small_write(tmp_path: Path) -> None:
    table = open_table(SET_UP, Catalogues().cards("port-royal"))
    session, journal, rng = Session(table), Journal(table.rules), random.Random(4)
    with Store.open(tmp_path) as store:
        store.begin_run("2026-05-06T19:30:00")
        game, before = store.begin(SET_UP, "2026-05-06T19:30:00"), written()
        while session.seq < ENTRIES:
            entry = session.propose(rng.choice(list(session.choices())))
            store.append(game, entry, journal, "2026-05-06T19:30:00")
            session.keep(entry)
        assert ENTRIES * 4.0 < (written() - before) / 1000 < ENTRIES * KB_AN_ENTRY


# -- the clock of a Raspberry Pi without a battery -----------------------------------------
WALL = {"companion/run.py", "companion/cli.py", "companion/service/commands.py"}
"""Where the date is looked at: it is written down for people, and nothing is decided by it."""


CLOCKS = {("time", "time"), ("time", "time_ns"), ("datetime", "now"), ("date", "today")}
ELSEWHERE = ("companion/simulate", "companion/cards_cli", "companion/install")


def asks_the_date(node: ast.AST) -> bool:
    """Tell whether a piece of a program looks at the time of day."""
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and (node.value.id, node.attr) in CLOCKS
    )


def test_nothing_is_decided_by_the_time_of_day(root: Path) -> None:
    assert asks_the_date(ast.parse("time.time()", mode="eval").body.func)
    found = {
        path.relative_to(root).as_posix()
        for layer in ("companion", "drivers", "engine")
        for path in (root / layer).rglob("*.py")
        if any(word in (text := path.read_text(encoding="utf-8")) for word in ("time.", "date."))
        and any(map(asks_the_date, ast.walk(ast.parse(text))))
    }
    assert {file for file in found - WALL if not file.startswith(ELSEWHERE)} == set()


def test_games_keep_their_order_when_the_clock_jumps(tmp_path: Path) -> None:
    dates = ("2031-01-01T00:00:00", "1970-01-01T00:00:05", "2026-05-06T19:30:00")
    for date in dates:
        with Store.open(tmp_path) as store:
            store.begin_run(date)
            game = store.begin(SET_UP, date)
            store.end(game, "saved", dates[0])
            store.end_run("1969-12-31T23:59:59")
    with Store.open(tmp_path) as store:
        assert [saved.began for saved in store.saved()] == list(reversed(dates))
        assert store.runs() == (0, 3)
        assert not store.begin_run(dates[1])
