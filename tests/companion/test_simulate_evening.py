"""The program at the terminal, with a window and a person made of code: what is pressed and what is shown."""

import os
import re
import select
import signal
import sys
import termios
import threading
import time
from contextlib import closing, contextmanager, suppress
from types import SimpleNamespace

import pytest

from companion.bootstrap import SteppedClock
from companion.desk import Desk
from companion.options import SimulateOptions
from companion.simulate import simulate
from companion.simulate.demo import PATIENCE, Demo, Stuck
from companion.simulate.hand import GONE_LOOK_S
from companion.simulate.heard import colour_word
from companion.simulate.keys import TapTop
from companion.simulate.live import Live
from companion.simulate.page import Style
from companion.simulate.record import Recorder
from companion.simulate.sitting import SEEDS, Sitting
from companion.simulate.terminal import ENTER, LEAVE, Terminal, usable
from companion.store import Store
from drivers import buses
from engine.games import SetUp

PATIENCE_S = 90.0
STEP_S = 1.0
LOOK_S = 0.003
DEVICE_S = 0.02
"""How long the drivers' threads get while the hand waits for a device; it does not wait for ever."""
REST_S = 0.05


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    """Let drivers look at the clock, which is moved by hand here, more often than they need to."""
    monkeypatch.setattr(buses, "STEP_S", 0.002)


class Person:
    """A window, and somebody who presses the next key as soon as the window shows what is waited for."""

    def __init__(self, clock, script, size=(62, 30)):
        self.ended = False
        self.size = size
        self.seen = []
        """What the window showed each time when a key was pressed."""
        self.text = ""
        self._clock = clock
        self._script = list(script)
        self._end_s = time.monotonic() + PATIENCE_S

    def draw(self, lines):
        self.text = re.sub("\x1b\\[[0-9;]*m", "", "\n".join(lines))

    def read(self, timeout_s):
        time.sleep(LOOK_S if timeout_s is None or timeout_s > GONE_LOOK_S else DEVICE_S)
        self._clock.advance(STEP_S if timeout_s is None else min(timeout_s, STEP_S))
        if self._script and all(wanted in self.text for wanted in self._script[0][:-1]):
            self.seen.append(self.text)
            return [self._script.pop(0)[-1]]
        if time.monotonic() > self._end_s:
            self.ended = True
        return []


@contextmanager
def sitting_down(folder, clock, **options):
    with (
        Store.open(folder) as store,
        closing(Sitting(SimulateOptions(**options), store, clock)) as sitting,
    ):
        sitting.start(afresh=options.get("demo", False))
        yield sitting


def evening(folder, *script, size=(62, 30), recorder=None, **options):
    """Play a script of texts to wait for, each with a key; gives the person, who must get to its end."""
    clock = SteppedClock()
    person = Person(clock, script, size)
    with sitting_down(folder, clock, **options) as sitting:
        Live(sitting, person, Style(colours=False), recorder=recorder).run()
    assert not person.ended, f"never shown: {person._script[:1]}\n{person.text}"
    return person


def test_what_a_person_does_reaches_the_device_and_is_told(tmp_path):
    person = evening(
        tmp_path,
        ("R E V E A L", "Pile 110", " "),
        ("Pile 109", "tick", "top card of the pile tapped", " "),
        ("Pile 108", "tick", "1"),
        ("IN HARBOR ALREADY", "refused, magenta light", "Governor 8 tapped", "n"),
        ("NO pressed", "DISCOVERS pile108", "N"),
        ("U N D O N E", "NO held", "Pile 109", "N"),
        ("U N D O N E", "NO held", "Pile 110", "enter"),
        ("NEXT pressed", "R E V E A L", "d"),
        ("Tap a card before whom?", "1 Ann (0 cards)", "1"),
        ("Ann has no cards", "esc"),
        ("Harbor:  none", "m"),
        ("MENU", ">Table and scores", "q"),
        seed=3,
    )
    assert len(person.seen) == 12


def test_the_reader_can_be_unplugged_and_says_so(tmp_path):
    evening(
        tmp_path,
        ("Pile 110", "u"),
        ("The reader is unplugged.", "READER LOST", " "),
        ("top card of the pile tapped, but no device noticed", "Pile 110", "u"),
        ("reader plugged in", "R E V E A L", " "),
        ("Pile 109", "q"),
        seed=3,
    )


def test_seats_have_displays_and_keys(tmp_path):
    person = evening(
        tmp_path,
        ("main", "seat-3", " "),
        ("Pile 109", "s"),
        ("Press the button of which seat?", "1"),
        ("SEAT-1 pressed", "T A K E", "q"),
        seed=3,
        seat_displays=3,
        size=(100, 40),
    )
    assert "ANN        YOU REVEAL" in person.seen[0]


def test_foreign_tags_are_refused_with_what_is_written_on_them(tmp_path, shared):
    folder = tmp_path / "tags"
    folder.mkdir()
    for file in (shared / "data" / "tags").glob("*.nfc"):
        (folder / file.name).write_bytes(file.read_bytes())
    (folder / "broken.nfc").write_text("Filetype: nothing")
    person = evening(
        tmp_path / "saved",
        ("Pile 110", "t"),
        ("1 Empty_NTAG213.nfc", "4 Ntag215.nfc", "8 broken.nfc", "8"),
        ("broken.nfc cannot be used: this is no tag file", "t"),
        ("2 Google.nfc", "the header says UID 04 B8 31 3A 30 73 80", "2"),
        ("UNKNOWN TAG", "..fc6780", "https://google.com", "Google.nfc tapped: 04:39:91", "n"),
        ("R E V E A L", "q"),
        seed=3,
        tags=folder,
        size=(62, 40),
    )
    assert len(person.seen) == 6


def test_a_game_that_was_left_is_offered_and_goes_on_with_the_same_cards(tmp_path):
    first = evening(
        tmp_path, ("Pile 110", " "), ("Pile 109", " "), ("Pile 108", "N"), ("Pile 109", "q"), seed=3
    )
    again = evening(tmp_path, ("R E S U M E", "y"), ("Pile 109", " "), ("Pile 108", "q"))
    assert lying(again.seen[-1]) == lying(first.seen[2])


def lying(text):
    return [line for line in text.splitlines() if line.startswith(("Harbor", "Pile"))]


def test_named_players_begin_a_new_game_at_once_and_the_old_one_stays_saved(tmp_path):
    evening(tmp_path, ("Pile 110", " "), ("Pile 109", "q"), seed=3)
    evening(
        tmp_path, ("DIA DISCOVERS", "Coins:  Dia 3  Eva 3", "Pile 113", "q"), seed=3, players=("Dia", "Eva")
    )
    with Store.open(tmp_path) as store:
        outcomes = {row.set_up.players: row.outcome for row in store.all_games()}
        seeds = store.setting(SEEDS, {}, dict[str, str])
    assert ("Ann", "Ben", "Cem") in outcomes
    assert set(seeds) == {"1", "2"}


def test_a_game_that_is_asked_for_by_name_comes_before_a_saved_one_of_another_name(tmp_path):
    evening(tmp_path, ("Pile 110", " "), ("Pile 109", "q"), seed=3)
    evening(tmp_path, ("T A P   9", "Pile 49", " "), ("T A P   8", "q"), game="port-royal-2000", named=True)
    evening(tmp_path, ("R E S U M E", "2000 round 1", "q"), game="port-royal-2000", named=True)
    evening(tmp_path, ("R E S U M E", "2000 round 1", "q"))
    with Store.open(tmp_path) as store:
        assert len(store.all_games()) == 2


def test_a_new_game_is_set_up_at_the_device_and_has_another_pile(tmp_path):
    """Drop the game, then six times yes; the card that is tapped first begins the game (NG6)."""
    person = evening(
        tmp_path,
        ("Pile 110", " "),
        ("Pile 109", "m"),
        ("MENU", *["enter"]),
        (">Undo", "enter"),
        (">Correct", "enter"),
        (">Pile empty", "enter"),
        (">Options", "enter"),
        (">End of game", "y"),
        ("Drop the game", "enter"),
        (">Score now", "enter"),
        (">Drop the game", "y"),
        ("Y:", "y"),
        (">New game", "No game is on the table", "y"),
        ("1/6", "y"),
        ("2/6", "y"),
        ("3/6", "y"),
        ("4/6", "enter"),
        (">Ann", "y"),
        ("5/6", "y"),
        ("6/6", " "),
        ("Pile 109", "a card of the box tapped", "q"),
        seed=3,
    )
    with Store.open(tmp_path) as store:
        first, second = store.all_games()
    assert first.outcome == "dropped"
    assert second.entries == 1
    assert lying(person.seen[-1]) != lying(person.seen[1])


def test_pictures_are_recorded_as_they_change(tmp_path):
    recorder = Recorder(tmp_path / "pictures")
    evening(tmp_path / "saved", ("Pile 110", " "), ("Pile 109", "q"), seed=3, recorder=recorder)
    assert len(list((tmp_path / "pictures" / "main").glob("0*.png"))) >= 2


def test_a_mistake_of_ours_is_logged_and_costs_one_input(tmp_path, caplog, monkeypatch):
    clock = SteppedClock()
    person = Person(clock, [("Pile 110", "y"), ("a mistake in the program", " "), ("Pile 109", "q")])
    with sitting_down(tmp_path, clock, seed=3) as sitting:
        handle = sitting.desk.handle

        def fails(item):
            if getattr(item, "button", "") == "yes":
                raise ZeroDivisionError
            return handle(item)

        monkeypatch.setattr(sitting.desk, "handle", fails)
        Live(sitting, person, Style(colours=False)).run()
    assert not person.ended, person.text
    assert "ZeroDivisionError" in caplog.text


def test_a_demonstration_waits_when_told_and_ends_by_itself(tmp_path):
    clock = SteppedClock()
    person = Person(clock, [("A demonstration", " "), ("The demonstration waits.", " ")])
    with sitting_down(tmp_path, clock, seed=7, demo=True) as sitting:
        short = SetUp(game="port-royal", players=("Dia", "Eva"), options={"winning_points": 2})
        sitting.desk.begin(short)
        sitting.work()
        demo = Demo(sitting)
        Live(sitting, person, Style(colours=False), demo=demo).run()
        assert demo.over
        assert demo.taps > demo.presses > 0
    assert not person.ended, person.text
    assert len(person.seen) == 2
    assert "FINAL" in person.text


def test_a_demonstration_that_gets_nowhere_gives_up(tmp_path):
    clock = SteppedClock()
    with sitting_down(tmp_path, clock, seed=7, demo=True) as sitting:
        demo = Demo(sitting)
        for _ in range(PATIENCE + 1):
            assert demo.deed() == TapTop()
        with pytest.raises(Stuck):
            demo.deed()


@pytest.mark.parametrize(
    ("colour", "word"),
    [
        ((255, 255, 255), "white"),
        ((200, 0, 0), "red"),
        ((0, 30, 0), "green"),
        ((255, 160, 0), "yellow"),
        ((90, 0, 90), "magenta"),
        ((0, 0, 0), ""),
    ],
)
def test_lights_are_named_by_the_lamps_that_shine(colour, word):
    assert colour_word(colour) == word


def at_a_terminal(monkeypatch, ends, *script):
    """Sit down at a pseudo-terminal: texts are answered with keys, in a thread of their own."""
    master, slave = ends
    shown = []

    def answer():
        try:
            for wanted, keys in script:
                end_s = time.monotonic() + PATIENCE_S
                while wanted not in "".join(shown) and time.monotonic() < end_s:
                    if select.select([master], [], [], LOOK_S)[0]:
                        shown.append(sent(master))
                os.write(master, keys.encode())
        finally:
            os.write(master, b"q")  # nobody else would end the evening

    for name, mode in (("sys.stdin", "r"), ("sys.stdout", "w")):
        monkeypatch.setattr(name, os.fdopen(os.dup(slave), mode, encoding="utf-8"))
    monkeypatch.setenv("TERM", "xterm")
    person = threading.Thread(target=answer)
    person.start()
    return person, shown


def leave_the_terminal(monkeypatch):
    for end in (sys.stdin, sys.stdout):
        end.close()
    monkeypatch.undo()


def test_the_whole_program_at_a_terminal_keeps_the_game_where_games_are_listed(tmp_path, ends, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    person, shown = at_a_terminal(monkeypatch, ends, ("110", " "), ("109", ""))
    try:
        assert simulate(SimulateOptions(seed=3)) == 0
        sys.stdout.flush()
    finally:
        person.join()
        leave_the_terminal(monkeypatch)
    shown.append(sent(ends[0]))
    assert "All is saved." in "".join(shown)
    with Store.open(tmp_path) as store:
        assert [row.entries for row in store.all_games()] == [1]


@pytest.mark.parametrize(
    ("unsaved", "said"),
    [("", "without --players goes on"), ("The disk is full.", "Not all is saved: The disk is full.")],
)
def test_who_leaves_is_told_how_to_go_on_or_what_is_not_saved(tmp_path, ends, monkeypatch, unsaved, said):
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr(Desk, "unsaved", unsaved)
    person, shown = at_a_terminal(monkeypatch, ends, ("113", " "), ("112", ""))
    try:
        assert simulate(SimulateOptions(seed=3, players=("Dia", "Eva"))) == 0
        sys.stdout.flush()
    finally:
        person.join()
        leave_the_terminal(monkeypatch)
    shown.append(sent(ends[0]))
    assert said in "".join(shown)


def test_the_whole_demonstration_at_a_terminal_can_be_left(tmp_path, ends, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    person, shown = at_a_terminal(monkeypatch, ends, ("109", ""))
    try:
        assert simulate(SimulateOptions(seed=3, demo=True)) == 0
    finally:
        person.join()
        leave_the_terminal(monkeypatch)
    assert "A demonstration" in "".join(shown)
    assert list(tmp_path.iterdir()) == []


# -- the terminal itself -----------------------------------------------------------------
@pytest.fixture
def ends():
    """Give both ends of a pseudo-terminal: the person's and the program's."""
    master, slave = os.openpty()
    yield master, slave
    os.close(master)
    os.close(slave)


def sent(master):
    """Read what came, and the rest of it that is still on its way."""
    parts = [os.read(master, 65536)]
    while select.select([master], [], [], REST_S)[0]:
        parts.append(os.read(master, 65536))
    return b"".join(parts).decode("utf-8", "replace")


def test_the_terminal_is_taken_and_given_back_as_it_was_even_after_a_mistake(ends):
    master, slave = ends
    before = termios.tcgetattr(slave)
    with suppress(ZeroDivisionError), Terminal(slave, slave):
        assert termios.tcgetattr(slave) != before
        raise ZeroDivisionError
    assert termios.tcgetattr(slave) == before
    shown = sent(master)
    assert shown.startswith(ENTER)
    assert shown.endswith(LEAVE)


def test_only_lines_that_changed_are_sent(ends):
    master, slave = ends
    with Terminal(slave, slave) as terminal:
        terminal.draw(["one", "two"])
        sent(master)
        terminal.draw(["one", "three"])
        assert sent(master) == "\x1b[2;1H\x1b[0m\x1b[2Kthree"
        terminal.draw(["one"])
        assert sent(master) == "\x1b[2;1H\x1b[0m\x1b[2K"


def test_keys_come_one_by_one_and_a_sequence_in_two_pieces_is_one_key(ends):
    master, slave = ends
    with Terminal(slave, slave) as terminal:
        os.write(master, b"y\x1b")
        assert terminal.read(PATIENCE_S) == ["y", "esc"]
        os.write(master, b"\x1bO")
        start_s = time.monotonic()
        assert terminal.read(PATIENCE_S) == ["O"] or time.monotonic() - start_s < PATIENCE_S
        assert terminal.read(0) == []
        assert not terminal.ended


def test_waking_ends_the_wait_for_keys(ends):
    _, slave = ends
    with Terminal(slave, slave) as terminal:
        terminal.wake()
        assert terminal.read(PATIENCE_S) == []


def test_signals_end_it_or_draw_it_anew(ends):
    _, slave = ends
    before = signal.getsignal(signal.SIGTERM)
    with Terminal(slave, slave) as terminal, terminal.signals():
        os.kill(os.getpid(), signal.SIGWINCH)
        assert terminal.read(PATIENCE_S) == []
        assert not terminal.ended
        os.kill(os.getpid(), signal.SIGTERM)
        assert terminal.read(PATIENCE_S) == []
        assert terminal.ended
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_terminal_that_is_gone_ends_the_evening():
    master, slave = os.openpty()
    with Terminal(slave, slave) as terminal:
        os.close(master)
        assert terminal.read(PATIENCE_S) == []
        assert terminal.ended
        terminal.draw(["nobody sees this"])
        assert terminal.size == (80, 24)
    os.close(slave)


def test_a_terminal_that_cannot_be_drawn_on_is_not_usable(ends, monkeypatch):
    assert not usable({"TERM": "xterm"})
    for name in ("sys.stdin", "sys.stdout"):
        monkeypatch.setattr(name, SimpleNamespace(isatty=lambda: os.isatty(ends[1])))
    assert usable({"TERM": "xterm"})
    assert not usable({"TERM": "dumb"})
    assert not usable({})
