"""The watch over the parts of a table: the watchdog is fed while all live, and what hangs is named."""

from __future__ import annotations

import logging
import math
import threading
from types import SimpleNamespace
from typing import Any

import pytest

from companion.flow import DeviceState, Lost
from companion.service.notify import Notifier
from companion.service.state import DeviceSeen, GameSeen, devices_seen, line
from companion.service.watch import HUNG_S, Facts, Watch
from drivers.ports import DisplayBack, DisplayLost, ReaderBack, ReaderLost, Tick


# -- the watch -----------------------------------------------------------------------------
class Told(Notifier):
    """Keeps what would be sent."""

    def __init__(self, watchdog_s: float | None = 8.0) -> None:
        super().__init__("", watchdog_s)
        self.sent: list[str] = []

    def _send(self, message: str) -> None:
        self.sent.append(message)


class Watched:
    """A watch over a desk that is made of facts."""

    def __init__(self, watchdog_s: float | None = 8.0) -> None:
        self.now_s = 100.0
        self.hung: tuple[str, ...] = ()
        self.desk: Any = SimpleNamespace(now_s=lambda: self.now_s, session=None, lost=(), unsaved="")
        self.told = Told(watchdog_s)
        self.watch = Watch(
            self.desk,
            self.told,
            Facts("/etc/table.yaml", "/var/lib/x", 2, 5),
            devices=lambda: (DeviceState("reader", 3, 1), DeviceState("main", 0, 0)),
            hung=self._hung,
        )

    def _hung(self, limit_s: float) -> tuple[str, ...]:
        assert limit_s == HUNG_S
        return self.hung

    def round(self, at_s: float, item: Any = None) -> list[str]:
        """Go round at a moment; give what was sent."""
        self.now_s = at_s
        self.told.sent.clear()
        self.watch.round(item)
        return list(self.told.sent)


def test_the_first_round_makes_ready() -> None:
    it = Watched()
    assert it.round(100.0, Tick(100.0)) == ["STATUS=No game on the table", "READY=1", "WATCHDOG=1"]
    assert it.round(100.5) == []


def test_R43_the_watchdog_is_fed_in_time_while_all_live_and_not_while_one_hangs(
    caplog: pytest.LogCaptureFixture,
) -> None:
    it = Watched()
    it.round(100.0)
    assert it.watch.next_s(100.5) == 102.0
    assert it.round(101.9) == []
    assert it.round(102.0) == ["WATCHDOG=1"]
    it.hung = ("reader",)
    for at_s in (104.0, 106.0, 200.0):
        assert it.round(at_s) == []
    assert it.watch.state().hung == ("reader",)
    assert [record.getMessage() for record in caplog.records if record.levelno == logging.ERROR] == [
        "a device hangs: not feeding the watchdog"
    ]
    it.hung = ()
    assert it.round(202.0) == ["WATCHDOG=1"]


def test_without_a_watchdog_the_loop_is_not_woken() -> None:
    it = Watched(watchdog_s=None)
    assert it.round(100.0) == ["STATUS=No game on the table", "READY=1", "WATCHDOG=1"]
    assert it.watch.next_s(100.0) is None
    assert it.round(1000.0) == []


def test_what_devices_and_the_disk_say_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    it = Watched()
    caplog.set_level(logging.INFO)
    it.round(100.0)
    caplog.clear()
    for item in (
        ReaderLost("main", "no answer", 1.0),
        DisplayLost("seat-1", "bus", 1.0),
        ReaderBack("main", 2.0),
        DisplayBack("seat-1", 2.0),
    ):
        it.round(100.1, item)
    it.desk.unsaved = "The disk is full."
    assert it.round(100.2) == ["STATUS=No game on the table; NOT SAVED: The disk is full."]
    it.desk.unsaved = ""
    it.round(100.3)
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("WARNING", "reader lost"),
        ("WARNING", "display lost"),
        ("INFO", "reader is back"),
        ("INFO", "display is back"),
        ("ERROR", "entries are not on disk"),
        ("INFO", "all entries are on disk again"),
    ]


def test_the_state_is_that_of_the_last_round() -> None:
    it = Watched()
    it.round(100.0)
    it.desk.lost = (Lost("main", 1.0, "bus 1"),)
    it.now_s = 107.0
    assert all(device.works for device in it.watch.state().devices)
    assert it.watch.state().round_s == 7.0
    it.round(108.0)
    state = it.watch.state()
    assert state.devices == (DeviceSeen("reader", True, 3, 1), DeviceSeen("main", False, 0, 0, "bus 1"))
    assert (state.up_s, state.round_s, state.power_cuts, state.starts) == (8.0, 0.0, 2, 5)


@pytest.mark.parametrize(
    ("game", "lost", "said"),
    [
        (None, (), "No game on the table"),
        (GameSeen("port-royal", ("Ann", "Ben"), 4, 2, "Ben"), (), "port-royal: Ann Ben, round 2, Ben to act"),
        (GameSeen("port-royal", ("Ann", "Ben"), 4), (), "port-royal: Ann Ben, over"),
        (None, (Lost("reader", 1.0), Lost("main", 2.0)), "No game on the table; lost: reader, main"),
    ],
)
def test_the_line_of_the_service(game: GameSeen | None, lost: tuple[Lost, ...], said: str) -> None:
    assert line(game, lost) == said


def test_devices_are_joined_with_the_lost_ones() -> None:
    assert devices_seen((DeviceState("a", 1, 2),), (Lost("b", 0.0),)) == (DeviceSeen("a", True, 1, 2),)


# -- who lives -----------------------------------------------------------------------------
def test_a_thread_that_hangs_or_died_is_seen() -> None:
    from drivers.pulse import Pulse

    now = SimpleNamespace(s=0.0)
    pulse = Pulse(SimpleNamespace(now_s=lambda: now.s))  # type: ignore[arg-type]
    with pulse.work():
        now.s = 50.0
        assert pulse.hung_s() == 0.0, "it never worked: to start anew would not help"
    assert pulse.hung_s() == 0.0
    with pulse.work():
        now.s = 53.0
        assert pulse.hung_s() == 3.0
    thread = threading.Thread(target=int)
    pulse.belongs_to(thread)
    assert pulse.hung_s() == 0.0, "not begun yet"
    thread.start()
    thread.join()
    assert pulse.hung_s() == math.inf
    pulse.belongs_to(None)
    assert pulse.hung_s() == 0.0


def test_R43_a_reader_and_a_bus_that_hang_are_named() -> None:
    from companion.bootstrap.parts import Parts
    from companion.sounds import Darkness, Silence
    from drivers.oled_worker import BusWorker
    from drivers.reader_loop import TurnThread
    from drivers.sim.clock import SteppedClock

    clock, stuck, go_on = SteppedClock(), threading.Event(), threading.Event()
    turns = iter((0.0,))

    def turn() -> float:
        """Work once, then hang."""
        for pause_s in turns:
            return pause_s
        stuck.set()
        go_on.wait(10)
        return 60.0

    reader = TurnThread("reader-main", clock, turn, lambda: None)
    worker = BusWorker("i2c-1", clock)
    named: Any = SimpleNamespace(name="main", hung_s=reader.hung_s)
    display: Any = SimpleNamespace(name="seat-1", hung_s=worker.hung_s)
    parts = Parts((named,), {"seat-1": display}, None, Silence(), Darkness(), clock)
    reader.start()
    assert stuck.wait(10)
    assert parts.hung(HUNG_S) == ()
    clock.advance(HUNG_S + 1)
    assert parts.hung(HUNG_S) == ("reader",)
    go_on.set()
    reader.close()
    assert parts.hung(HUNG_S) == ()
    with worker._pulse.work():
        pass
    with worker._pulse.work():
        clock.advance(HUNG_S + 1)
        assert parts.hung(HUNG_S) == ("seat-1",)
