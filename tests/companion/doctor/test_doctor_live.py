"""The doctor with a person at the simulated table: patterns, keys and tags, until it is enough."""

from __future__ import annotations

import io
import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.bootstrap import RunningClock, SimulatedTable, simulated_probes, simulated_table
from companion.catalogue import Catalogues
from companion.config import TableConfig, default_simulated, load_config
from companion.decks.file import write_deck
from companion.decks.sample import sample_deck, sample_tag
from companion.doctor.checks import examine
from companion.doctor.keyboard import Keyboard
from companion.doctor.live import HOW_TO_END, _can_print, look_live
from companion.doctor.parts import parts_of
from companion.doctor.pattern import pattern
from companion.doctor.said import Said, content
from drivers.ports import CardSeen, DisplayBack, Tick
from drivers.probes import Probes
from drivers.tags import TagImage, ntag213, ntag216, ultralight

WAIT_S = 30.0
TEXT = bytes.fromhex("030ad1010654026465 4a61 2e fe".replace(" ", ""))
"""A message of one text record, "Ja."."""


class Person:
    """Looks at what is printed, and presses keys of a terminal."""

    def __init__(self, capsys: pytest.CaptureFixture[str], terminal: int) -> None:
        self._capsys = capsys
        self._terminal = terminal
        self.seen = ""

    def sees(self, text: str) -> None:
        """Wait until something was printed; what came before it does not count again."""
        end_s = time.monotonic() + WAIT_S
        while text not in self.seen:
            assert time.monotonic() < end_s, f"{text!r} is not in {self.seen!r}"
            time.sleep(0.01)
            self.seen += self._capsys.readouterr().out
        self.seen = self.seen.partition(text)[2]

    def sees_tag(self, table: SimulatedTable, tag: TagImage, text: str, reader: str = "main") -> None:
        """Lay a tag down until a text about it was printed; on a busy machine it may be read badly."""
        end_s = time.monotonic() + WAIT_S
        while text not in self.seen:
            assert time.monotonic() < end_s, f"{text!r} is not in {self.seen!r}"
            table.lift(reader)
            table.tap(tag, reader=reader)
            look_s = time.monotonic() + 3
            while text not in self.seen and time.monotonic() < look_s:
                time.sleep(0.01)
                self.seen += self._capsys.readouterr().out
        self.seen = self.seen.partition(text)[2]

    def types(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())


@pytest.fixture
def terminal(monkeypatch) -> Iterator[int]:
    master, slave = pty.openpty()
    with os.fdopen(slave) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        yield master
    os.close(master)


@pytest.fixture
def table() -> Iterator[SimulatedTable]:
    with simulated_table(default_simulated(), RunningClock()) as table:
        yield table


@pytest.fixture
def look(
    table: SimulatedTable, capsys, terminal: int
) -> Iterator[Callable[[TableConfig], tuple[Person, threading.Thread]]]:
    """Give a function that begins to look on in a thread."""
    threads = []

    def begin(config: TableConfig) -> tuple[Person, threading.Thread]:
        probes = simulated_probes(table)
        parts = parts_of(config, None, table.pins)
        thread = threading.Thread(target=look_live, args=(config, parts, probes, probes, table))
        threads.append(thread)
        thread.start()
        return Person(capsys, terminal), thread

    yield begin
    os.write(terminal, b"q")
    for thread in threads:
        thread.join(WAIT_S)
        assert not thread.is_alive()


def test_patterns_keys_and_tags(look, table: SimulatedTable) -> None:
    person, thread = look(default_simulated())
    person.sees("display main: was sent its test pattern\n")
    assert table.framebuffer("main").tobytes() == pattern("main", 128, 64).tobytes()
    person.sees("Each display must show")
    for key in ("yes", "no", "next", "menu"):
        person.sees(f"key {key}: up")
    table.press("no")
    person.sees("key no: down")
    person.sees("key no: up")
    tag = ntag213(bytes.fromhex("04a1b2c3d4e5f6"), TEXT)
    person.sees_tag(table, tag, "reader main: tag 04:a1:b2:c3:d4:e5:f6, NTAG213, written: Ja.\n")
    table.lift()
    person.sees("reader main: tag 04:a1:b2:c3:d4:e5:f6 was lifted\n")
    table.tap(ultralight(bytes(7)), ntag213(bytes(6) + b"\1"))
    person.sees("several tags at once: 00:00:00:00:00:00:00 and 00:00:00:00:00:00:01")
    table.lift()
    table.unplug("reader")
    person.sees("reader main: does not work: ")
    table.plug("reader")
    person.sees("reader main: works again")
    person.types("x")
    time.sleep(0.1)
    assert thread.is_alive()
    person.types("\n")
    thread.join(WAIT_S)
    assert not thread.is_alive()
    assert not table.chips["main"].is_on


def test_cards_of_the_deck_are_named(look, table: SimulatedTable, tmp_path: Path) -> None:
    from msgspec.structs import replace

    cards = Catalogues().cards
    (tmp_path / "deck.yaml").write_text(write_deck(sample_deck("port-royal", cards)))
    person, _ = look(replace(default_simulated(), deck=str(tmp_path / "deck.yaml")))
    card = cards("port-royal")[0].name
    person.sees_tag(table, sample_tag(card), f"NTAG213, nothing written; card {card}\n")
    empty = ntag216(bytes(7), b"\x03\x00\xfe")
    person.sees_tag(table, empty, "NTAG216, nothing written; no card of the deck\n")


def test_a_display_that_is_lost_is_told(look, table: SimulatedTable) -> None:
    table.unplug("main")
    person, _ = look(default_simulated())
    person.sees("display main: does not work: display main: no answer at I2C address 0x3c")
    person.sees("display main: did not take its test pattern")
    table.plug("main")
    person.sees("display main: works again")


def test_every_kind_of_reader_and_key_is_looked_at(
    terminal: int, capsys, bench, config_of, table: SimulatedTable
) -> None:
    config = config_of(
        "readers: {a: {kind: pn532-uart}, b: {kind: pn532-i2c}, c: {kind: mfrc522-spi}, "
        "d: {kind: usb-keyboard, path: /dev/input/event9}}\n"
        "buttons: {kind: gpio, pins: {yes: 5, no: 6, next: 16}}"
    )
    with closing(bench.probes.keys({"x": 6})):
        asked = (config, parts_of(config), bench.probes, bench.probes, table)
        thread = threading.Thread(target=look_live, args=asked)
        thread.start()
        person = Person(capsys, terminal)
        person.sees("key no: cannot be looked at: key no on GPIO 6")
        person.sees("key yes: up")
        bench.pn532.place(ntag213(bytes(7)))
        person.sees("reader a: tag 00:00:00:00:00:00:00, NTAG213, nothing written")
        bench.pn532_i2c.place(ntag213(bytes(7)))
        person.sees("reader b: tag 00:00:00:00:00:00:00, NTAG213, nothing written")
        bench.rc522.place(ntag213(bytes(7)))
        person.sees("reader c: tag 00:00:00:00:00:00:00, NTAG213, nothing written")
        person.types("q")
        thread.join(WAIT_S)
    assert not thread.is_alive()
    assert bench.rc522.board.opened == 0


def test_every_display_of_the_full_table_shows_its_own_name(terminal: int, capsys, root: Path) -> None:
    config = load_config(root / "config/table-full.yaml")
    with simulated_table(config, RunningClock(), every_kind=True) as full:
        probes = Probes(full.machine.openers)
        thread = threading.Thread(target=look_live, args=(config, parts_of(config), probes, probes, full))
        thread.start()
        person = Person(capsys, terminal)
        person.sees("key seat-5: up")
        for name in ("main", *(f"seat-{seat}" for seat in range(1, 6))):
            assert full.framebuffer(name).tobytes() == pattern(name, 128, 64).tobytes()
        said = "reader second: tag 00:00:00:00:00:00:00, NTAG213"
        person.sees_tag(full, ntag213(bytes(7)), said, reader="second")
        person.types("q")
        thread.join(WAIT_S)
        assert not thread.is_alive()
        assert not any(chip.is_on for chip in full.chips.values())


def test_a_terminal_without_dots_gets_no_picture(look, table, monkeypatch) -> None:
    monkeypatch.setattr("companion.doctor.live._can_print", lambda _letter: False)
    person, _ = look(default_simulated())
    person.sees("was sent its test pattern\nEach display")


def test_what_a_terminal_cannot_print_is_known(monkeypatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="latin-1"))
    assert not _can_print("⣿")
    assert _can_print("x")


def test_a_broken_simulated_table_is_found_out(table: SimulatedTable, bare_machine, tmp_path: Path) -> None:
    bare_machine.writable.add(str(tmp_path))
    parts, probes = parts_of(default_simulated(), tmp_path, table.pins), simulated_probes(table)

    def wrong() -> set[tuple[str, str]]:
        return {(f.part, f.status) for f in examine(parts, bare_machine, probes, probes) if f.status != "ok"}

    def comes_to(found: set[tuple[str, str]]) -> bool:
        """Ask again: a simulated chip may be late where the machine is busy."""
        return any(wrong() == found for _ in range(10))

    assert comes_to(set())
    table.unplug("reader")
    table.keys.press("yes")
    assert comes_to({("reader main", "failure"), ("key yes", "warning")})
    table.unplug("main")
    assert comes_to({("reader main", "failure"), ("key yes", "warning"), ("display main", "failure")})
    table.plug("main")
    table.plug("reader")
    table.keys.release("yes")
    assert comes_to(set())


# -- what ends it ------------------------------------------------------------------------
@pytest.mark.parametrize("keys", ["q", "Q", "\n", "\r", "\x04"])
def test_keys_that_end_it(terminal: int, keys: str) -> None:
    with Keyboard(sys.stdin) as keyboard:
        assert not keyboard.ended(0)
        os.write(terminal, b"abc")
        assert not keyboard.ended(0.5)
        os.write(terminal, keys.encode())
        assert keyboard.ended(WAIT_S)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_it_and_mean_what_they_did_afterwards(terminal: int, number: int) -> None:
    before = signal.getsignal(number)
    with Keyboard(sys.stdin) as keyboard:
        os.kill(os.getpid(), number)
        assert keyboard.ended(WAIT_S)
        assert keyboard.ended(0)
    assert signal.getsignal(number) == before


def test_a_signal_within_the_wait_ends_it(terminal: int) -> None:
    with Keyboard(sys.stdin) as keyboard:
        alarm = threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGTERM))
        alarm.start()
        ended = any(keyboard.ended(0.3) for _ in range(40))
        alarm.join()
        assert ended


def test_the_end_of_a_file_ends_it(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("abc")
    with (tmp_path / "x").open() as file, Keyboard(file) as keyboard:
        assert not keyboard.ended(1)
        assert keyboard.ended(1)


def test_a_terminal_that_is_gone_ends_it(terminal: int, monkeypatch) -> None:
    def fail(_fd: int, _size: int) -> bytes:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(os, "read", fail)
    with Keyboard(sys.stdin) as keyboard:
        os.write(terminal, b"x")
        assert keyboard.ended(WAIT_S)


# -- the whole command, in a terminal of its own -----------------------------------------
OWN_TERMINAL = """
import fcntl, os, sys, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
os.execv(sys.executable, sys.argv[1:])
"""
"""Makes the terminal one that Ctrl-C works in, then becomes the program."""


@pytest.mark.parametrize("ending", [b"q", b"\x03"])
def test_the_command_in_a_terminal(root: Path, tmp_path: Path, ending: bytes) -> None:
    master, slave = pty.openpty()
    command = ["-m", "companion", "doctor", "--config", str(root / "config/simulated.yaml"), "--live"]
    child = subprocess.Popen(
        [sys.executable, "-c", OWN_TERMINAL, sys.executable, *command, "--data", str(tmp_path)],
        stdin=slave, stdout=slave, stderr=slave, cwd=root, start_new_session=True,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
    )  # fmt: skip
    os.close(slave)
    try:
        printed = read_until(master, HOW_TO_END.encode())
        assert b"display main: was sent its test pattern" in printed
        read_until(master, b"key menu: up", printed)
        os.write(master, ending)
        assert child.wait(WAIT_S) == 0
    finally:
        child.kill()
        child.wait()
        os.close(master)


def read_until(fd: int, text: bytes, printed: bytes = b"") -> bytes:
    """Go on reading until a text was printed, before or now; give all that was printed."""
    end_s = time.monotonic() + 2 * WAIT_S
    while text not in printed:
        assert time.monotonic() < end_s, printed
        if select.select([fd], [], [], 0.2)[0]:
            printed += os.read(fd, 65536)
    return printed


# -- words -------------------------------------------------------------------------------
def test_words_for_everything_that_may_be_reported(tmp_path: Path) -> None:
    said = Said(str(tmp_path / "no-deck.yaml"))
    assert said.of(CardSeen("usb", "0a0b0c0d", 0.0)) == [
        "reader usb: tag 0a:0b:0c:0d; more a USB reader does not tell"
    ]
    assert said.of(CardSeen("usb", "080b0c0d", 0.0))[0].endswith("so it can be no card")
    assert said.of(DisplayBack("main", 0.0)) == ["display main: works again"]
    assert said.of(Tick(0.0)) == []


def test_words_for_what_is_written() -> None:
    assert content(None) == "no memory that can be read"
    assert content(b"\x03\xff\xff\xff") == "4 bytes that make no sense"
    assert content(b"") == "nothing written"
    assert content(TEXT) == "written: Ja."


# -- the picture -------------------------------------------------------------------------
@pytest.mark.parametrize(("width", "height"), [(128, 64), (128, 32)])
def test_the_pattern_has_a_border_and_something_in_every_row(width: int, height: int) -> None:
    picture = pattern("seat-5", width, height)
    assert (picture.mode, picture.size) == ("1", (width, height))
    edge = [(x, y) for x in range(width) for y in (0, height - 1)] + [
        (x, y) for x in (0, width - 1) for y in range(height)
    ]
    assert all(picture.getpixel(at) for at in edge)
    rows = [picture.crop((1, y + 1, width - 1, y + 7)).tobytes() for y in range(0, height, 8)]
    assert len(set(rows)) == len(rows)
    assert pattern("seat-4", width, height).tobytes() != picture.tobytes()
