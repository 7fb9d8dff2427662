"""Questions to the running service, who may ask them, and what its report says."""

from __future__ import annotations

import socket
import struct
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from companion.cli import main
from companion.service import control, report
from companion.service.control import Control, NotServed, ask, may_ask, own_socket, sockets
from companion.service.report import Report, Unit, look, rows, unit_of
from companion.service.state import DeviceSeen, GameSeen, ServiceState


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


def test_systemd_is_asked_by_its_own_tool(system: Callable[[str, str], None]) -> None:
    system("systemctl", 'echo LoadState=loaded; echo "StatusText=$1 $2"')
    assert report.look_at_unit() == Unit(True, "", "", "show port-royal.service")


def test_the_log_is_the_journals(
    system: Callable[[str, str], None],
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    system("journalctl", 'echo "$@"; exit 4')
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
