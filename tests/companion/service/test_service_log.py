"""What the service tells its manager, and how the log stays short."""

from __future__ import annotations

import io
import logging
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.service.journal import JournalHandler, logged_to_stderr
from companion.service.notify import Notifier

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
