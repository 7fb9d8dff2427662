"""The parts of the service one by one: datagrams, the log, the watch, the control socket, the report."""

from __future__ import annotations

import io
import logging
import math
import os
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.cli import main
from companion.flow import DeviceState, Lost
from companion.service import control, report
from companion.service.control import Control, NotServed, ask, may_ask, own_socket, sockets
from companion.service.journal import JournalHandler, logged_to_stderr
from companion.service.notify import Notifier
from companion.service.report import Report, Unit, look, rows, unit_of
from companion.service.state import DeviceSeen, GameSeen, ServiceState, devices_seen, line
from companion.service.watch import HUNG_S, Facts, Watch
from drivers.ports import DisplayBack, DisplayLost, ReaderBack, ReaderLost, Tick

EVENING_S = 6 * 3600


# -- datagrams -----------------------------------------------------------------------------
@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as heard:
        heard.settimeout(10)
        yield heard


def test_messages_to_a_path_and_to_an_abstract_name(tmp_path: Path, manager: socket.socket) -> None:
    name = f"port-royal-test-{os.getpid()}"
    manager.bind("\0" + name)
    notifier = Notifier.from_environment({"NOTIFY_SOCKET": "@" + name})
    for tell in (notifier.ready, notifier.fed, notifier.stopping):
        tell()
    notifier.status("round 1\nANN")
    notifier.status("round 1\nANN")
    notifier.reloading()
    heard = [manager.recv(1000).decode() for _ in range(5)]
    assert heard[:4] == ["READY=1", "WATCHDOG=1", "STOPPING=1", "STATUS=round 1 ANN"]
    assert heard[4].startswith("RELOADING=1\nMONOTONIC_USEC=")


def test_without_a_manager_nothing_happens(tmp_path: Path) -> None:
    Notifier().ready()
    Notifier(str(tmp_path / "gone")).ready()


@pytest.mark.parametrize(
    ("environment", "limit_s"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "20000000"}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": str(os.getpid())}, 20.0),
        ({"WATCHDOG_USEC": "20000000", "WATCHDOG_PID": "1"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
    ],
)
def test_the_watchdogs_limit_is_ours_alone(environment: dict[str, str], limit_s: float | None) -> None:
    assert Notifier.from_environment(environment).watchdog_s == limit_s


# -- the log -------------------------------------------------------------------------------
class Paper:
    """A log on a stream, with a clock that is moved by hand."""

    def __init__(self, *, with_priority: bool = True) -> None:
        self.now_s = 0.0
        self.stream = io.StringIO()
        self.log = logging.getLogger("companion.service.tests")
        self.log.propagate = False
        self.log.setLevel(logging.INFO)
        self.log.handlers = [
            JournalHandler(self.stream, with_priority=with_priority, now_s=lambda: self.now_s)
        ]

    @property
    def lines(self) -> list[str]:
        return self.stream.getvalue().splitlines()


def test_lines_have_a_priority_and_fields() -> None:
    paper = Paper()
    paper.log.warning("reader lost", extra={"fields": {"reader": "main", "reason": "no answer", "empty": ""}})
    paper.log.info("all is well")
    try:
        int("odd")
    except ValueError:
        paper.log.exception("an input was not answered: %s", "Tick")
    assert paper.lines[:3] == [
        "<4>reader lost: reader=main reason='no answer' empty=''",
        "<6>all is well",
        "<3>an input was not answered: Tick",
    ]
    assert paper.lines[3] == "<3>Traceback (most recent call last):"
    assert paper.lines[-1].startswith("<3>ValueError: ")


def test_a_terminal_gets_no_priorities() -> None:
    paper = Paper(with_priority=False)
    paper.log.warning("hello")
    assert paper.lines == ["hello"]


def test_lines_of_one_place_are_few_and_those_left_out_are_counted() -> None:
    paper = Paper()
    for number in range(20):
        paper.log.warning("again %d", number)
    paper.log.warning("other")
    paper.now_s = 61.0
    paper.log.warning("again %d", 21)
    assert paper.lines == [
        *(f"<4>again {number}" for number in range(5)),
        "<4>15 lines were left out",
        "<4>other",
        "<4>again 21",
    ]


def test_an_evening_of_the_worst_errors_is_less_than_a_megabyte() -> None:
    paper = Paper()
    for second in range(0, EVENING_S, 4):
        paper.now_s = float(second)
        paper.log.warning(f"line {second}: {'x' * 6_000}")  # noqa: G004 - each line is another one
    size = len(paper.stream.getvalue())
    assert 500_000 < size < 1_000_000


def test_the_journal_gets_all_and_a_terminal_warnings_alone() -> None:
    root = logging.getLogger()
    before = root.handlers[:], root.level
    for environment, level in (({"JOURNAL_STREAM": "1:2"}, logging.INFO), ({}, logging.WARNING)):
        with logged_to_stderr(environment):
            assert root.level == level
            assert isinstance(root.handlers[-1], JournalHandler)
        assert (root.handlers, root.level) == before


def test_a_record_that_cannot_be_formatted_is_no_end(capsys: pytest.CaptureFixture[str]) -> None:
    paper = Paper()
    paper.log.warning("%d entries", "many")
    paper.log.warning("well")
    assert paper.lines == ["<4>well"]
    assert "--- Logging error ---" in capsys.readouterr().err


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


# -- the control socket --------------------------------------------------------------------
@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Give a function that serves answers at a path."""
    open_ones: list[Control] = []

    def serve(path: Path | None = None, **answers: Any) -> Path:
        path = path or tmp_path / "run" / "control"
        one = Control(path, answers)
        assert one.start() == ""
        open_ones.append(one)
        return path

    yield serve
    for one in open_ones:
        one.close()
        one.close()


def test_questions_are_answered_and_others_refused(served: Callable[..., Path]) -> None:
    path = served(status=lambda: b'{"ok": 1}')
    assert ask(path, "status") == b'{"ok": 1}\n'
    assert b"not known" in ask(path, "power off")
    for nonsense in (b"\n", b"[1]\n", b"\xff\xfe\n", b"{" * 5000):
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(str(path))
            line.sendall(nonsense)
    assert ask(path, "status") == b'{"ok": 1}\n', "it goes on"


def test_an_answer_that_fails_costs_that_question_alone(
    served: Callable[..., Path], caplog: pytest.LogCaptureFixture
) -> None:
    path = served(status=lambda: b"1", bad=lambda: 1 / 0)
    with pytest.raises(NotServed, match="no answer"):
        ask(path, "bad")
    assert ask(path, "status") == b"1\n"
    assert "a question was not answered" in caplog.text


def test_a_socket_left_behind_is_replaced_and_a_living_one_is_not(
    tmp_path: Path, served: Callable[..., Path]
) -> None:
    path = tmp_path / "control"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with pytest.raises(NotServed, match="Nobody answers"):
        ask(path, "status")
    served(path, status=lambda: b"first")
    assert "another program" in Control(path, {}).start()
    assert ask(path, "status") == b"first\n"
    assert "There is no control socket" in Control(Path("/proc/none/control"), {}).start()


class Peer:
    """The far end of a connection, as the kernel tells who it is."""

    def __init__(self, uid: int, gid: int) -> None:
        self._said = struct.pack("3i", 1, uid, gid)

    def getsockopt(self, *_which: int) -> bytes:
        return self._said


def test_who_may_ask(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "control"
    path.touch()
    group = path.stat().st_gid
    monkeypatch.setattr(control.os, "geteuid", lambda: 995)
    names = {1000: SimpleNamespace(pw_name="ann"), 1001: SimpleNamespace(pw_name="ben")}
    monkeypatch.setattr(control.pwd, "getpwuid", lambda uid: names[uid])
    monkeypatch.setattr(control.grp, "getgrall", lambda: [SimpleNamespace(gr_gid=group, gr_mem=["ann"])])
    other = group + 1
    asked = {uid: may_ask(Peer(uid, other), path) for uid in (0, 995, 1000, 1001, 5000)}  # type: ignore[arg-type]
    assert asked == {0: True, 995: True, 1000: True, 1001: False, 5000: False}
    assert may_ask(Peer(1001, group), path)  # type: ignore[arg-type]


def test_strangers_get_no_answer(served: Callable[..., Path], monkeypatch: pytest.MonkeyPatch) -> None:
    path = served(status=lambda: b"secret")
    monkeypatch.setattr(control, "may_ask", lambda *_: False)
    assert b"may not" in ask(path, "status")


def test_where_the_socket_is() -> None:
    assert own_socket({"RUNTIME_DIRECTORY": "/run/a:/run/b"}) == Path("/run/a/control")
    assert own_socket({"XDG_RUNTIME_DIR": "/run/user/1"}) == Path("/run/user/1/port-royal/control")
    assert own_socket({}) is None
    assert sockets({}) == (Path("/run/port-royal/control"),)
    assert sockets({"XDG_RUNTIME_DIR": "/x"})[1] == Path("/x/port-royal/control")


# -- the report ----------------------------------------------------------------------------
STATE = ServiceState(
    pid=7,
    up_s=7300.0,
    round_s=0.1,
    config="/etc/port-royal/table.yaml",
    state_folder="/var/lib/port-royal",
    version="1.2.3",
    python="3.11.2",
    sqlite="3.40.1",
    game=GameSeen("port-royal", ("Ann", "Ben"), 1, 5, "Ann"),
    devices=(DeviceSeen("reader", True, 2, 1), DeviceSeen("main", False, 0, 1, "bus 1 is stuck")),
    hung=("main",),
    power_cuts=2,
    starts=14,
    config_trouble="line 3",
)


@pytest.fixture
def no_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "look_at_unit", Unit)


def test_a_service_that_answers_is_told_whole(
    served: Callable[..., Path], no_unit: None, capsys: pytest.CaptureFixture[str]
) -> None:
    path = served(status=lambda: msgspec.json.encode(STATE))
    assert report.print_status(as_json=False, places=[path]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Service   runs since 2 h 1 min (process 7)",
        "Game      port-royal, Ann Ben, 1 entry, round 5, Ann to act",
        "Devices   reader       works, 2 faults, 1 losses",
        "          main         LOST: bus 1 is stuck, 0 faults, 1 losses",
        "          These hang, the watchdog will start the service anew: main",
        "Config    The old one is used. line 3",
        "Saved     all, in /var/lib/port-royal",
        "Power     was cut 2 times in 14 starts",
        "Versions  port-royal 1.2.3, Python 3.11.2, SQLite 3.40.1",
    ]
    assert report.print_status(as_json=True, places=[path]) == 0
    shown = msgspec.json.decode(capsys.readouterr().out, type=Report)
    assert (shown.running, shown.service) == (True, STATE)


def test_a_service_that_does_not_run_is_told(
    tmp_path: Path, no_unit: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert report.print_status(as_json=False, places=[tmp_path / "none"]) == 3
    assert capsys.readouterr().out.startswith("Service   does not run, and is not installed here")


@pytest.mark.parametrize(
    ("unit", "said"),
    [
        (Unit(True, "inactive", "dead"), "does not run (inactive, dead); start it:"),
        (
            Unit(True, "failed", "failed", "", 3),
            "does not run (failed, failed), started anew 3 times by systemd;",
        ),
    ],
)
def test_an_installed_service_that_does_not_run(unit: Unit, said: str) -> None:
    assert dict(rows(Report(False, "1", unit, None)))["Service"].startswith(said)


def test_who_may_not_ask_hears_what_systemd_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> bytes:
        raise PermissionError

    monkeypatch.setattr(report, "ask", forbidden)
    monkeypatch.setattr(report, "look_at_unit", lambda: Unit(True, "active", "running", "Ann to act"))
    found = look([tmp_path / "control"])
    assert found.running
    said = list(rows(found))
    assert said[:2] == [("Service", "runs"), ("Game", "Ann to act")]
    assert "log in again" in said[2][1]


def test_words_of_another_version_are_told(
    served: Callable[..., Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "look_at_unit", lambda: Unit(True, "active", "running"))
    found = look([served(status=lambda: b'{"pid": "x"}')])
    assert found.service is None
    assert "another version" in found.trouble


def test_what_systemctl_prints_is_read() -> None:
    text = "LoadState=loaded\nActiveState=active\nSubState=running\nStatusText=a=b\nNRestarts=2"
    unit = unit_of(dict(line.partition("=")[::2] for line in text.splitlines()))
    assert unit == Unit(True, "active", "running", "a=b", 2)
    assert unit_of({}) == Unit()


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Give a function that puts a program of the system on the path, as a shell script."""
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    def put(name: str, script: str) -> None:
        (tmp_path / name).write_text("#!/bin/sh\n" + script)
        (tmp_path / name).chmod(0o755)

    return put


def test_systemd_is_asked_by_its_own_tool(tools: Callable[[str, str], None]) -> None:
    tools("systemctl", 'echo LoadState=loaded; echo "StatusText=$1 $2"')
    assert report.look_at_unit() == Unit(True, "", "", "show port-royal.service")


def test_the_log_is_the_journals(
    tools: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    tools("journalctl", 'echo "$@"; exit 4')
    monkeypatch.setattr(Path, "is_dir", lambda _: True)
    monkeypatch.setattr(report.os, "geteuid", lambda: 1000)
    assert main(["logs", "--lines", "5"]) == 4
    out, err = capfd.readouterr()
    assert out == "--unit port-royal.service --lines 5 --no-pager\n"
    assert "sudo" in err
    assert main(["logs", "--follow"]) == 4
    assert capfd.readouterr().out == "--unit port-royal.service --lines 200 --follow\n"


def test_without_a_journal_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(report.shutil, "which", lambda _: None)
    assert main(["logs"]) == 2
    assert "no journal here" in capsys.readouterr().err
    assert report.look_at_unit() == Unit()


def test_a_number_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["logs", "--lines", "many"])
    assert "must be a number" in capsys.readouterr().err


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
