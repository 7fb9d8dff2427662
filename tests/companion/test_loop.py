"""The loop: what is shown where and in which order, when it wakes, and that it sleeps."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Self

import pytest

from companion.displays import Wall
from companion.fittings import Outcome
from companion.flow import Settings
from companion.loop import Inbox, run_loop
from companion.paint import Painter
from companion.screen import Screen, screen
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import PAUSE, Darkness, Signals, Silence
from drivers.ports import ButtonShort, Input, Tick


class Glass:
    """A display that remembers in which order it was drawn on."""

    width, height = 128, 64

    def __init__(self, name: str, drawn: list[str]) -> None:
        self.name = name
        self.drawn = drawn
        self.image = None

    def show(self, image) -> None:
        self.image = image
        self.drawn.append(self.name)


class Piano:
    """A sounder and a light that remember."""

    def __init__(self) -> None:
        self.heard: list[tuple] = []
        self.seen: list[tuple] = []

    def play(self, rhythm: tuple) -> None:
        self.heard.append(rhythm)

    def show(self, *glow: object) -> None:
        self.seen.append(glow)

    def close(self) -> None:
        pass


class Stub:
    """A desk that answers as a test wants."""

    settings = Settings()

    def __init__(self, answer: Callable[[Input], Outcome] = lambda item: Outcome()) -> None:
        self.answer = answer
        self.taken: list[Input] = []
        self.text = "A"
        self.wake_s: float | None = None
        self.now_s = time.monotonic

    def handle(self, item: Input) -> Outcome:
        self.taken.append(item)
        return self.answer(item)

    def screens(self, now_s: float) -> dict[str, Screen]:
        return {"main": screen(self.text), "seat-1": screen("B")}

    def next_wake_s(self, now_s: float) -> float | None:
        return self.wake_s


class Running:
    """A loop in a thread of its own."""

    def __init__(self, desk: Stub, piano: Piano | None = None) -> None:
        self.desk = desk
        self.inbox: Inbox = Inbox()
        self.drawn: list[str] = []
        self.displays = {name: Glass(name, self.drawn) for name in ("main", "seat-1")}
        self.stop = threading.Event()
        self.status: list[int] = []
        sounder, light = (piano, piano) if piano else (Silence(), Darkness())
        self.thread = threading.Thread(
            target=lambda: self.status.append(
                run_loop(desk, self.inbox, self.displays, Painter(), sounder, light, self.stop)
            )
        )

    def __enter__(self) -> Self:
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        self.inbox.put(Tick(0.0))
        self.thread.join(20)
        assert not self.thread.is_alive()
        assert self.status == [0]

    def until(self, fact: Callable[[], bool]) -> None:
        end_s = time.monotonic() + 20
        while not fact():
            assert time.monotonic() < end_s, "it did not come"
            time.sleep(0.002)


# -- the displays ------------------------------------------------------------------------
def test_only_what_changed_is_painted_and_shown() -> None:
    drawn: list[str] = []
    wall = Wall({name: Glass(name, drawn) for name in ("main", "seat-1")}, Painter())
    wall.show({"main": screen("A"), "seat-1": screen("B"), "seat-2": screen("not on this table")})
    assert sorted(drawn) == ["main", "seat-1"]
    drawn.clear()
    wall.show({"main": screen("A"), "seat-1": screen("C")})
    assert drawn == ["seat-1"]
    assert wall.shown() == {"main": screen("A"), "seat-1": screen("C")}
    drawn.clear()
    wall.show({"main": screen("A")})
    assert drawn == []


def test_the_seat_that_must_act_is_drawn_first_then_main_then_the_others() -> None:
    drawn: list[str] = []
    names = ("seat-1", "seat-2", "main", "seat-3")
    wall = Wall({name: Glass(name, drawn) for name in names}, Painter())
    wall.show({name: screen("A", inverse=name == "seat-3") for name in names})
    assert drawn == ["seat-3", "main", "seat-1", "seat-2"]


def test_a_display_that_is_refreshed_is_painted_again() -> None:
    drawn: list[str] = []
    glass = Glass("main", drawn)
    wall = Wall({"main": glass}, Painter())
    wall.show({"main": screen("A")})
    wall.refresh("main")
    assert glass.image.getbbox() is None
    wall.show({"main": screen("A")})
    assert glass.image.getbbox() is not None
    assert drawn == ["main"] * 3


# -- the loop ----------------------------------------------------------------------------
def test_an_input_is_answered_and_shown() -> None:
    desk = Stub()

    def answer(item: Input) -> Outcome:
        desk.text = "PRESSED" if isinstance(item, ButtonShort) else desk.text
        return Outcome()

    desk.answer = answer
    with Running(desk) as loop:
        loop.until(lambda: len(loop.drawn) == 2)
        loop.inbox.put(ButtonShort("yes", 1.0))
        loop.until(lambda: len(loop.drawn) == 3)
        assert loop.drawn[-1] == "main"


def test_it_sleeps_until_the_desk_wants_to_be_woken() -> None:
    desk = Stub()

    def answer(item: Input) -> Outcome:
        if len(desk.taken) == 1:
            desk.wake_s = desk.now_s() + 0.1
        elif desk.wake_s is not None and item.at_s >= desk.wake_s:
            desk.wake_s = None
        return Outcome()

    desk.answer = answer
    with Running(desk) as loop:
        loop.until(lambda: len(desk.taken) > 1 and desk.wake_s is None)
        time.sleep(0.1)
        assert [type(item) for item in desk.taken] == [Tick, Tick], "one at the start, one when it is due"


def test_a_clock_that_stands_still_makes_no_ticks() -> None:
    desk = Stub()
    desk.now_s = lambda: 5.0
    desk.wake_s = 5.02
    with Running(desk):
        time.sleep(0.1)
    assert len(desk.taken) == 1


def test_a_mistake_costs_one_input_and_no_more(caplog: pytest.LogCaptureFixture) -> None:
    def answer(item: Input) -> Outcome:
        if isinstance(item, ButtonShort) and item.button == "no":
            raise RuntimeError("a mistake of ours")
        return Outcome()

    with caplog.at_level(logging.CRITICAL, "companion.loop"), Running(Stub(answer)) as loop:
        for button in ("no", "yes"):
            loop.inbox.put(ButtonShort(button, 1.0))
        loop.until(lambda: len(loop.desk.taken) == 3)


def test_a_mistake_about_the_time_costs_the_wake_up(caplog: pytest.LogCaptureFixture) -> None:
    desk = Stub()

    def broken(now_s: float) -> float | None:
        raise RuntimeError("a mistake of ours")

    desk.next_wake_s = broken
    with caplog.at_level(logging.CRITICAL, "companion.loop"), Running(desk) as loop:
        loop.inbox.put(ButtonShort("yes", 1.0))
        loop.until(lambda: len(desk.taken) == 2)


def test_what_came_of_an_input_is_heard_and_seen() -> None:
    piano = Piano()
    desk = Stub(lambda item: Outcome(("tick", "bust") if isinstance(item, ButtonShort) else ()))
    with Running(desk, piano) as loop:
        loop.inbox.put(ButtonShort("yes", 1.0))
        loop.until(lambda: bool(piano.seen))
    assert piano.heard == [(*RHYTHMS["tick"], PAUSE, *RHYTHMS["bust"])]
    assert piano.seen == [LIGHTS["bust"]]


# -- sounds and lights -------------------------------------------------------------------
@pytest.mark.parametrize(
    ("sound", "heard", "seen"),
    [("off", 0, 0), ("soft", 1, 1), ("loud", 1, 1), ("night", 0, 1)],
)
def test_the_owner_says_what_is_heard_and_seen(sound: str, heard: int, seen: int) -> None:
    piano = Piano()
    Signals(piano, piano, RHYTHMS, LIGHTS).give(("tax",), Settings(sound=sound))
    assert (len(piano.heard), len(piano.seen)) == (heard, seen)


def test_nothing_happened_is_nothing_heard() -> None:
    piano = Piano()
    Signals(piano, piano, RHYTHMS, LIGHTS).give((), Settings())
    assert (piano.heard, piano.seen) == ([], [])
