"""The device's own pages, by its keys: first boot, self-test, versions, power off, USB stick, settings."""

from __future__ import annotations

import logging
import os
import random
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion import power
from companion.bench import Bench
from companion.catalogue import Catalogues
from companion.chores import Chores, Done
from companion.config import default_simulated
from companion.decks.file import write_deck
from companion.decks.sample import sample_deck
from companion.decks.shelf import Shelf
from companion.desk import Desk
from companion.export import import_script
from companion.first_boot import Hello, SelfTest, greeting
from companion.flow import About, DeviceState, Home, Playing, Settings
from companion.machine import Machine, Versions
from companion.outfit import fit_out, load_settings
from companion.power import begin_update, power_off
from companion.power_off import COUNT_S, AskOff, GoingOff, HeldOff, StaysOn
from companion.rest import Rest
from companion.service import stick as stick_module
from companion.service.stick import save_to_stick, stick
from companion.service.stick_import import find_on_stick
from companion.service.work import about, device_work
from companion.sounds import Darkness, Signals
from companion.stick_pages import Found, Told, Working
from companion.store import Store
from companion.tagging_menu import CardsMenu
from drivers.care import BRIGHT, DARK, DIM, Care
from drivers.ports import ButtonLong, ButtonShort, ButtonUp, CardSeen, ReaderLost, Tick, Tone
from engine.games import SetUp

AT = "2026-05-06T19:30:00+02:00"
SET_UP = SetUp(game="port-royal", players=("Ann", "Ben"))
KEYS = {"y": "yes", "n": "no", ">": "next", "m": "menu"}
CATALOGUES = Catalogues()


class Hand:
    """A hand at a device whose work is done when the hand says so."""

    def __init__(
        self, state: Path, work: Mapping[str, Callable[[], Done]] | None = None, *, new: bool = False
    ):
        self.now_s = 100.0
        self.store = Store.open(state)
        self.woken = threading.Event()
        self.chores = Chores(work, self.woken.set) if work is not None else None
        fittings = fit_out(
            default_simulated(),
            self.store,
            CATALOGUES,
            None,
            now_s=lambda: self.now_s,
            wall=lambda: AT,
            rng=random.Random(1),
            devices=lambda: (DeviceState("reader", 0, 0), DeviceState("main", 0, 0)),
            bench=Bench(CATALOGUES.cards, Shelf(state, CATALOGUES.cards)),
        )
        fittings = replace(fittings, chores=self.chores, about=lambda: About("1.2.3", "3.11.2", 14, 2))
        if new:
            fittings = replace(fittings, first_mode=greeting(fittings.first_mode))
        self.desk = Desk(fittings, load_settings(self.store))
        self.desk.start()

    def press(self, keys: str) -> None:
        for key in keys.split():
            self.now_s += 1.0
            self.desk.handle(ButtonShort(KEYS[key], self.now_s))

    def choose(self, *lines: str) -> None:
        for line in lines:
            for _ in range(20):
                if any(each.startswith(f">{line}") for each in self.lines):
                    break
                self.press(">")
            else:
                raise AssertionError(f"no line {line}: {self.lines}")
            self.press("y")

    def hold(self, key: str) -> None:
        self.now_s += 1.0
        self.desk.handle(ButtonLong(key, self.now_s))

    def let_go(self, key: str) -> None:
        self.desk.handle(ButtonUp(key, self.now_s))

    def wait(self, duration_s: float) -> None:
        """Let time pass as the loop does: it wakes the desk when the desk wants to be woken."""
        end_s = self.now_s + duration_s
        while (due_s := self.desk.next_wake_s(self.now_s)) is not None and due_s <= end_s:
            self.now_s = due_s
            self.desk.handle(Tick(self.now_s))
        self.now_s = end_s
        self.desk.handle(Tick(self.now_s))

    def hear(self) -> None:
        """Wait until a piece of work is over."""
        assert self.woken.wait(10)
        self.woken.clear()
        self.desk.handle(Tick(self.now_s))

    @property
    def mode(self) -> object:
        return self.desk.mode

    @property
    def lines(self) -> list[str]:
        return [line for line in self.desk.screens(self.now_s)["main"].lines() if line]


@pytest.fixture
def hand(tmp_path: Path) -> Iterator[Callable[..., Hand]]:
    """Give a function that lays a hand on a device."""
    hands: list[Hand] = []

    def begin(work: Mapping[str, Callable[[], Done]] | None = None, *, new: bool = False) -> Hand:
        one = Hand(tmp_path / "state", work, new=new)
        hands.append(one)
        return one

    yield begin
    for one in hands:
        one.store.close()


# -- first boot ----------------------------------------------------------------------------
def test_FB1_a_new_device_asks_for_the_language_and_shows_what_works(hand: Callable[..., Hand]) -> None:
    it = hand(new=True)
    assert isinstance(it.mode, Hello)
    assert it.lines == [
        "HELLO  HALLO  OLÁ",
        ">English",
        "test pattern: all 8",
        "rows must be whole",
        ">:down Y:ok",
    ]
    it.press("> n m")
    assert isinstance(it.mode, Hello)
    it.desk.handle(ReaderLost("main", "unplugged", it.now_s))
    it.press("y")
    assert isinstance(it.mode, SelfTest)
    assert it.lines == [
        "SELF-TEST",
        "!! reader lost",
        "ok main",
        "ok buttons 4",
        "ok saved games",
        "-- seats 0 of 5",
        "-- no deck yet",
        "Y:tag a deck N:home",
    ]
    it.press("n")
    assert isinstance(it.mode, Home)


def test_FB2_leads_a_new_device_to_its_first_deck(hand: Callable[..., Hand]) -> None:
    it = hand(new=True)
    it.press("y y")
    assert isinstance(it.mode, CardsMenu)
    it.press("n")
    assert isinstance(it.mode, Home)


def test_a_first_boot_that_was_cut_off_begins_again_and_an_old_device_says_nothing(
    hand: Callable[..., Hand],
) -> None:
    first = hand(new=True)
    assert first.store.setting("doing", "") == "hello"
    assert not first.store.is_new()
    first.press("y y")
    assert first.store.setting("doing", "") == ""
    assert isinstance(hand().mode, Home)


def test_a_store_that_somebody_used_is_not_new(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        assert store.is_new()
        store.begin_run(AT)
        assert store.is_new()
        store.set_setting("x", 1)
        assert not store.is_new()


def test_the_self_test_and_the_versions_are_in_the_menu(hand: Callable[..., Hand]) -> None:
    it = hand()
    it.choose("Settings", "Device, power off")
    assert it.lines == ["DEVICE", ">Self-test", " Versions", ">:down Y:open N:back"], "nothing that cannot be"
    it.choose("Versions")
    assert isinstance(it.mode, Versions)
    assert it.lines[1:-1] == [
        "port-royal 1.2.3",
        "Python 3.11.2",
        "starts 14",
        "power cuts 2",
        "saved games 0",
    ]
    it.press("n")
    it.choose("Self-test")
    assert isinstance(it.mode, SelfTest)
    it.press("> > n n n")
    assert isinstance(it.mode, Home)
    it.choose("Settings", "Device, power off", "Versions")
    it.press("m")
    assert isinstance(it.mode, Home)


# -- power off -----------------------------------------------------------------------------
def test_PW1_menu_held_counts_down_and_letting_go_stays_on(hand: Callable[..., Hand]) -> None:
    asked: list[int] = []
    it = hand({"off": lambda: asked.append(1) or Done("off")})
    it.desk.begin(SET_UP)
    it.hold("menu")
    assert it.lines == [
        "POWER OFF",
        "OFF IN 3",
        "Game is saved",
        "Let go to stay on",
        "Pulling the plug is",
        "fine as well",
        "keep MENU down",
    ]
    it.wait(1.1)
    assert it.lines[1] == "OFF IN 2"
    it.desk.handle(ButtonShort("yes", it.now_s))
    it.let_go("yes")
    assert isinstance(it.mode, HeldOff)
    it.let_go("menu")
    assert isinstance(it.mode, Playing)
    it.wait(COUNT_S)
    assert asked == []


def test_PW1_held_to_the_end_the_machine_goes_off(hand: Callable[..., Hand]) -> None:
    it = hand({"off": lambda: Done("off")})
    it.hold("menu")
    it.wait(COUNT_S - 0.1)
    assert isinstance(it.mode, HeldOff)
    assert it.lines[1] == "OFF IN 1"
    it.wait(0.2)
    assert isinstance(it.mode, GoingOff)
    assert it.lines == ["POWER OFF", "GOOD BYE", "Dark = pull the plug"]
    it.hear()
    it.let_go("menu")
    it.press("y n")
    it.hold("menu")
    assert isinstance(it.mode, GoingOff)


def test_a_machine_that_stays_on_says_why(hand: Callable[..., Hand]) -> None:
    it = hand({"off": lambda: Done("off", "The system is busy, an update perhaps: try again later.")})
    it.choose("Settings", "Device, power off", "Power off")
    assert isinstance(it.mode, AskOff)
    assert it.lines[-1] == "Y:power off N:back"
    it.press("n")
    it.choose("Power off")
    it.press("y")
    it.hear()
    assert isinstance(it.mode, StaysOn)
    assert it.lines[1] == "STAYS ON"
    it.press("n")
    assert isinstance(it.mode, Machine)
    it.choose("Power off")
    it.press("m")
    assert isinstance(it.mode, Home)


def test_a_table_that_cannot_be_switched_off_knows_no_countdown(hand: Callable[..., Hand]) -> None:
    it = hand()
    it.hold("menu")
    assert isinstance(it.mode, Home)


def test_a_tap_waits_while_menu_is_held(hand: Callable[..., Hand]) -> None:
    it = hand({"off": lambda: Done("off")})
    it.desk.begin(SET_UP)
    it.hold("menu")
    it.desk.handle(CardSeen("main", "04112233445566", it.now_s))
    assert isinstance(it.mode, HeldOff)


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Give a function that puts a program of the system on the path, as a shell script."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)

    def put(name: str, script: str) -> None:
        (tmp_path / "bin" / name).write_text("#!/bin/sh\n" + script)
        (tmp_path / "bin" / name).chmod(0o755)

    return put


@pytest.mark.parametrize(
    ("script", "said"),
    [
        ('test "$1" = poweroff', ""),
        ("echo Operation inhibited by apt >&2; exit 1", "The system is busy"),
        ("echo Interactive authentication required >&2; exit 1", "does not let us"),
    ],
)
def test_the_system_is_asked_in_its_own_way(
    system: Callable[[str, str], None], script: str, said: str
) -> None:
    system("systemctl", script)
    assert said in power_off().trouble
    assert bool(said) == bool(power_off().trouble)


def test_a_system_that_cannot_be_asked(
    monkeypatch: pytest.MonkeyPatch, system: Callable[[str, str], None]
) -> None:
    assert "pull the plug" in power_off(("no-such-tool",)).trouble
    monkeypatch.setattr(power, "TIMEOUT_S", 0.05)
    system("systemctl", "exec sleep 5")
    assert "does not answer" in power_off().trouble


# -- work ----------------------------------------------------------------------------------
def test_one_piece_of_work_at_a_time_and_mistakes_are_told(caplog: pytest.LogCaptureFixture) -> None:
    woken, go, begun = threading.Event(), threading.Event(), []

    def slow() -> Done:
        begun.append(1)
        go.wait(10)
        return Done("export", file="x")

    chores = Chores({"export": slow, "import": lambda: 1 / 0}, woken.set)  # type: ignore[dict-item,return-value]
    chores.begin("export")
    chores.begin("export")
    assert chores.done() is None
    go.set()
    assert woken.wait(10)
    assert chores.done() == Done("export", file="x")
    assert chores.done() is None
    assert begun == [1]
    woken.clear()
    assert chores._thread is not None
    chores._thread.join(10)
    caplog.set_level(logging.CRITICAL)
    chores.begin("import")
    assert woken.wait(10)
    done = chores.done()
    assert done is not None
    assert "mistake in the program: ZeroDivisionError" in done.trouble


def test_a_service_offers_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    woken = threading.Event()
    monkeypatch.setenv("PORT_ROYAL_STICK", str(tmp_path / "none"))
    work = device_work(tmp_path, tmp_path / "table.yaml", woken.set, lambda: AT)
    assert work.can == {"off", "export", "import", "update"}
    for chore in ("export", "import", "update"):
        work.begin(chore)
        assert woken.wait(10)
        done = work.done()
        assert done is not None
        assert done.trouble.startswith("No USB stick is there")
        woken.clear()
        assert work._thread is not None
        work._thread.join(10)
    told = about(lambda: (2, 14))()
    assert (told.power_cuts, told.starts) == (2, 14)
    assert told.version


# -- USB stick -----------------------------------------------------------------------------
@pytest.fixture
def usb(tmp_path: Path) -> Path:
    """Give the folder that stands for a stick."""
    folder = tmp_path / "usb"
    folder.mkdir()
    return folder


def put_deck(folder: Path, name: str, tags: int | None = None) -> None:
    deck = sample_deck("port-royal", CATALOGUES.cards)
    entries = deck.entries if tags is None else deck.entries[:tags]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(write_deck(replace(deck, name=name, entries=entries)))


def test_all_is_saved_to_a_stick(
    hand: Callable[..., Hand], tmp_path: Path, usb: Path, system: Callable[[str, str], None]
) -> None:
    system("journalctl", 'echo "journal of $2"')
    state, config = tmp_path / "state", tmp_path / "table.yaml"
    config.write_text("displays:\n  main: {kind: ssd1306-i2c, bus: 97}\n")
    put_deck(state / "decks", "Box 1")
    it = hand({"export": lambda: save_to_stick(usb, state, config, AT)})
    it.desk.begin(SET_UP)
    it.press("m")
    it.choose("Options", "Device, power off", "Save to USB stick")
    assert isinstance(it.mode, Working | Told)
    it.hear()
    assert isinstance(it.mode, Told)
    rows = ["Pull the stick out.", "It has a new folder:", "port-royal-20260506"]
    assert it.lines == ["SAVE TO USB STICK", "DONE", *rows, "N:back"]
    saved = usb / "port-royal-20260506"
    assert sorted(path.relative_to(saved).as_posix() for path in saved.rglob("*") if path.is_file()) == [
        "backup.tar.gz",
        "decks/Box 1.json",
        "games/game-1.yaml",
        "log.txt",
    ]
    assert "journal of port-royal.service" in (saved / "log.txt").read_text()
    assert "Ann" in (saved / "games" / "game-1.yaml").read_text()
    assert save_to_stick(usb, state, config, AT).file == "port-royal-20260506-2"
    it.press("y")
    assert isinstance(it.mode, Machine)


def test_decks_come_from_a_stick_and_none_is_lost(
    hand: Callable[..., Hand], tmp_path: Path, usb: Path
) -> None:
    state = tmp_path / "state"
    put_deck(state / "decks", "Box 1", 10)
    put_deck(state / "decks", "Box 2", 20)
    put_deck(usb, "Box 1", 30)  # another deck of the same name
    put_deck(usb, "Copy", 20)  # the same as Box 2
    put_deck(usb / "port-royal-2026-01-01" / "decks", "Box 3", 5)
    put_deck(usb / "port-royal-2026-02-02" / "decks", "Box 4", 6)
    (usb / "spoiled.json").write_text("{")
    it = hand({"import": lambda: find_on_stick(usb, state)})
    it.choose("Settings", "Device, power off", "Take from USB stick")
    it.hear()
    assert isinstance(it.mode, Found)
    assert it.lines == [
        "TAKE FROM USB STICK",
        "2 NEW",
        "decks 2, games 0",
        "new names for 1",
        "already here: 1",
        "Y:take them N:back",
    ]
    it.press("y")
    assert isinstance(it.mode, Machine)
    shelf = Shelf(state, CATALOGUES.cards)
    assert shelf.names() == ("Box 1", "Box 1 2", "Box 2", "Box 4")
    assert [len(shelf.open(name).deck.entries) for name in shelf.names()] == [10, 30, 20, 6]


def test_games_come_from_a_stick_once_and_go_on_here(
    hand: Callable[..., Hand], tmp_path: Path, usb: Path, scenarios: Path
) -> None:
    other = tmp_path / "other"
    with Store.open(other) as store:
        for name in ("adventure/V06-V08-two-months", "port-royal/games/game-002-first-edition-2"):
            import_script(store, scenarios / f"{name}.yaml", AT)
        sent = [row.set_up for row in store.all_games()]
    assert save_to_stick(usb, other, None, AT).file
    (usb / "no-script.yaml").write_text("readers: {}\n")
    it = hand({"import": lambda: find_on_stick(usb, tmp_path / "state")})
    it.choose("Settings", "Device, power off", "Take from USB stick")
    it.hear()
    assert it.lines[1:3] == ["2 NEW", "decks 0, games 2"]
    it.press("y")
    rows = it.store.all_games()
    assert [row.outcome for row in rows] == ["saved", "finished"]
    assert [row.set_up for row in rows] == sent
    it.choose("Take from USB stick")
    it.hear()
    assert it.lines[1:4] == ["0 NEW", "already here: 2", "N:back"]
    it.press("n m m")
    it.choose("Resume")
    it.press("y")
    assert isinstance(it.mode, Playing)
    assert it.desk.session is not None
    assert it.desk.session.seq == rows[0].entries


def test_a_game_that_was_played_on_elsewhere_is_another_game(
    hand: Callable[..., Hand], tmp_path: Path, usb: Path
) -> None:
    state = tmp_path / "state"
    it = hand({"import": lambda: find_on_stick(usb, state)})
    it.desk.begin(SET_UP)
    save_to_stick(usb, state, None, AT)
    assert find_on_stick(usb, state).same == 1
    script = usb / "port-royal-20260506" / "games" / "game-1.yaml"
    played = script.read_text().partition("  - {expect")[0] + "  - {reveal: sailor-3-1}\n"
    script.write_text(played)
    [game] = find_on_stick(usb, state).games
    assert (len(game.entries), game.over) == (1, False)
    script.write_text(played + "  - {expect: {round: 9}}\n")
    assert "game-1.yaml" in find_on_stick(usb, state).trouble


def test_troubles_with_a_stick_are_sentences(
    hand: Callable[..., Hand], tmp_path: Path, usb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = hand({"import": lambda: find_on_stick(usb, tmp_path / "state")})
    it.choose("Settings", "Device, power off", "Take from USB stick")
    it.hear()
    assert it.lines[1:4] == ["NOT DONE", "There is no deck and", "no game on the stick."]
    it.press("n")
    assert isinstance(it.mode, Machine)
    assert "stick cannot be read" in find_on_stick(usb / "gone", tmp_path / "state").trouble
    (usb / "spoiled.json").write_text("{")
    assert "spoiled.json" in find_on_stick(usb, tmp_path / "state").trouble

    def full(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(stick_module, "_new_folder", full)
    assert save_to_stick(usb, tmp_path / "state", None, AT).trouble == "The stick is full."


def test_nothing_to_save_is_told(tmp_path: Path, usb: Path) -> None:
    assert "nothing to save" in save_to_stick(usb, tmp_path / "none", None, AT).trouble


def test_a_stick_is_there_when_one_is_mounted(
    tmp_path: Path, usb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stick({"PORT_ROYAL_STICK": str(usb)}) == usb
    assert stick({"PORT_ROYAL_STICK": str(tmp_path / "none")}) is None
    monkeypatch.setattr(stick_module, "PLACE", usb)
    assert stick({}) is None, "a folder where nothing is mounted is the card of the device"
    monkeypatch.setattr(stick_module, "PLACE", Path("/proc"))
    assert stick({}) == Path("/proc")


def test_the_page_of_the_stick_may_be_left(hand: Callable[..., Hand], usb: Path) -> None:
    go = threading.Event()
    it = hand({"export": lambda: Done("export", file=str(go.wait(10)))})
    it.choose("Settings", "Device, power off", "Save to USB stick")
    assert it.lines == ["SAVE TO USB STICK", "WAIT", "Leave the stick in", "N:back"]
    it.press("n")
    assert isinstance(it.mode, Machine)
    go.set()
    it.hear()
    assert isinstance(it.mode, Machine)


def test_an_update_on_the_stick_is_begun(
    hand: Callable[..., Hand], usb: Path, system: Callable[[str, str], None]
) -> None:
    system("systemctl", 'test "$*" = "start --no-ask-password --no-block port-royal-update.service"')
    it = hand({"update": lambda: begin_update(usb)})
    it.choose("Settings", "Device, power off", "Update from stick")
    it.hear()
    assert it.lines[:4] == ["UPDATE FROM USB STICK", "NOT DONE", "There is no update on", "the stick: a file"]
    (usb / "port-royal-2.0.0.tar.gz").touch()
    it.press("n")
    it.choose("Update from stick")
    it.hear()
    assert it.lines[1:] == [
        "DONE",
        "It takes minutes.",
        "The table then starts",
        "anew, games are kept",
        "N:back",
    ]
    system("systemctl", "exit 4")
    assert "does not let us" in begin_update(usb).trouble
    assert "cannot be updated" in begin_update(usb, ("no-such-tool",)).trouble
    assert "No USB stick" in begin_update(None).trouble


# -- settings ------------------------------------------------------------------------------
class Lamp(Darkness):
    """Counts how often it was lit."""

    def __init__(self) -> None:
        self.shown = 0

    def show(self, colour: tuple[int, int, int], on_s: float, off_s: float, times: int) -> None:
        self.shown += 1


class Horn:
    """Counts what it plays."""

    def __init__(self) -> None:
        self.played = 0

    def play(self, rhythm: tuple[Tone, ...]) -> None:
        self.played += 1

    def close(self) -> None:
        pass


def test_the_light_is_switched_off_alone() -> None:
    lamp, horn = Lamp(), Horn()
    signals = Signals(horn, lamp, {"tick": ()}, {"tick": ((1, 1, 1), 1.0, 0.0, 0)})
    signals.give(("tick",), Settings())
    signals.give(("tick",), Settings(light="off"))
    assert (lamp.shown, horn.played) == (1, 2)


@pytest.mark.parametrize(
    ("care", "levels"),
    [
        ("usual", [BRIGHT, DIM, DARK, DARK, DARK]),
        ("late", [BRIGHT, BRIGHT, DIM, DIM, DARK]),
        ("never", [BRIGHT, BRIGHT, BRIGHT, BRIGHT, BRIGHT]),
    ],
)
def test_displays_rest_as_the_owner_likes(care: str, levels: list[int]) -> None:
    now = [0.0]
    rest = Rest(Care(60.0, 600.0), lambda: now[0])
    rest.take_care(care)
    seen = []
    for at_s in (30.0, 100.0, 700.0, 2900.0, 3100.0):
        now[0] = at_s
        seen.append(rest.level)
    assert seen == levels
    rest.take_care("usual")
    assert rest.level == DARK
