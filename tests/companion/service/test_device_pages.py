"""The device's own pages, by its keys: first boot, self-test, versions, power off, settings."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import power
from companion.chores import Chores, Done
from companion.first_boot import Hello, SelfTest
from companion.flow import Home, Playing, Settings
from companion.machine import Machine, Versions
from companion.power import power_off
from companion.power_off import COUNT_S, AskOff, GoingOff, HeldOff, StaysOn
from companion.rest import Rest
from companion.service.work import about, device_work
from companion.sounds import Darkness, Signals
from companion.store import Store
from companion.tagging_menu import CardsMenu
from device_hand import AT, SET_UP, Hand
from drivers.care import BRIGHT, DARK, DIM, Care
from drivers.ports import ButtonShort, CardSeen, ReaderLost, Tone


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
