"""Steps of the device in table scripts: what reaches the table, and what is compared with its displays."""

from __future__ import annotations

import pytest

from companion.catalogue import Catalogues
from companion.replay import replay, replay_files, report
from companion.replay_device import NoDevice, card_to_tap
from companion.screen import screen
from companion.script import parse_script
from engine.games import SetUp, open_table
from engine.session import Session

HEAD = "game: port-royal\nplayers: [Ann, Ben]\n"


@pytest.fixture(scope="module")
def catalogues():
    return Catalogues()


class NotedTable:
    """A table that notes what is done to it; a tapped card is revealed, nothing else happens."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.done: list[tuple[object, ...]] = []
        self.closed = False

    def session(self):
        return self._session

    def play(self, *commands):
        self._session.play(*commands)
        self.done.append(("play", len(commands)))

    def undo(self):
        self._session.undo()

    def redo(self):
        self._session.redo()

    def tap(self, laid):
        self.done.append(("tap", *laid))
        if len(laid) == 1 and isinstance(laid[0], int):
            self._session.play(self._session.step({"reveal": self._session.table.rules.cards[laid[0]].name}))

    def lift(self):
        self.done.append(("lift",))

    def press(self, button):
        self.done.append(("press", button))

    def hold(self, button):
        self.done.append(("hold", button))

    def wait(self, duration_s):
        self.done.append(("wait", duration_s))

    def unplug(self, device):
        self.done.append(("unplug", device))

    def plug(self, device):
        self.done.append(("plug", device))

    def power_cut(self):
        self.done.append(("power-cut",))

    def screens(self):
        return {"main": screen("ANN DISCOVERS", "Harbor:", "nothing", keys="tap: reveal")}

    def close(self):
        self.closed = True


@pytest.fixture
def play(catalogues):
    tables = []

    def factory(set_up: SetUp) -> NotedTable:
        tables.append(NotedTable(Session(open_table(set_up, catalogues.cards(set_up.game)))))
        return tables[-1]

    def play(*lines):
        text = HEAD + "steps:\n" + "".join(f"  - {line}\n" for line in lines)
        script = parse_script(text, "x.yaml", catalogues)
        played = replay(script, factory)
        return tables[-1] if tables else None, script, played

    return play


def card_ids(catalogues, *names):
    ids = {card.name: card.id for card in catalogues.cards("port-royal")}
    return [ids[name] for name in names]


def test_every_step_of_the_device_reaches_the_table(play, catalogues):
    table, _, played = play(
        "tap: sailor-3-1#2",
        "tap: [sailor-3-1#3, {uid: 04A1B2C3}]",
        "tap: {uid: 12345678}",
        "lift",
        "press: next",
        "{hold: no, by: Ann}",
        "wait: 0.5",
        "wait: 2",
        "unplug: reader",
        "plug: seat-1",
        "power-cut",
    )
    assert played.failure is None
    two, three = card_ids(catalogues, "sailor-3-1#2", "sailor-3-1#3")
    assert table.done == [
        ("tap", two),
        ("tap", three, "04a1b2c3"),
        ("tap", "12345678"),
        ("lift",),
        ("press", "next"),
        ("hold", "no"),
        ("wait", 0.5),
        ("wait", 2.0),
        ("unplug", "reader"),
        ("plug", "seat-1"),
        ("power-cut",),
    ]
    assert table.closed


def test_steps_of_the_engine_are_entered_into_the_game_of_the_device(play):
    table, _, played = play(
        "tap: ship-red-1-1",
        "reveal: sailor-3-1",
        "all: [stop, {take: ship-red-1-1}]",
        "undo",
        "redo",
        "refuse: {take: captain-4-1}",
        "expect: {coins: {Ann: 4}, to_act: Ben}",
    )
    assert played.failure is None
    assert [done[0] for done in table.done] == ["tap", "play", "play"]
    assert played.facts["coins"] == {"Ann": 4, "Ben": 3}


def test_without_a_step_of_the_device_there_is_no_device(play):
    table, _, played = play("reveal: ship-red-1-1")
    assert table is None
    assert played.failure is None


def test_screens(play):
    _, _, played = play("screen: {main: [DISCOVERS, 'tap: reveal']}", "screen: {main: nothing}")
    assert played.failure is None
    _, script, played = play("screen: {main: [BUST, DISCOVERS]}")
    lines = report(script, played.failure).splitlines()
    assert lines[1] == "    screen main: expected 'BUST'"
    assert "      |ANN DISCOVERS|" in lines
    assert not any("expected 'DISCOVERS'" in line for line in lines)
    _, script, played = play("screen: {seat-2: [BUST]}")
    assert "this table has no such display, only main" in report(script, played.failure)


def test_a_refusal_of_the_device_stands_on_its_displays(play):
    _, _, played = play("refuse: {press: yes}", "refuse: {step: {press: yes}, because: nothing}")
    assert played.failure is None
    _, script, played = play("refuse: {step: {press: yes}, because: no sword}")
    assert 'a reason with no sword, actual: "ANN DISCOVERS / Harbor:' in report(script, played.failure)
    _, script, played = play("refuse: {tap: ship-red-1-1}")
    assert "nothing changed, actual: an entry was made" in report(script, played.failure)


def test_the_table_is_put_away_when_a_step_fails(play):
    table, _, played = play("tap: ship-red-1-1", "take: ship-red-1-1")
    assert played.failure.number == 2
    assert table.closed


def test_a_missing_simulated_table_is_said(tmp_path, capsys):
    def missing(set_up):
        raise NoDevice("Steps of the device need the simulated table.")

    path = tmp_path / "x.yaml"
    path.write_text(HEAD + "steps: [lift]\n", encoding="utf-8")
    assert replay_files([path], device=missing) == 2
    assert capsys.readouterr().err == f"{path}: Steps of the device need the simulated table.\n"


@pytest.mark.parametrize(
    ("steps", "tapped", "copy"),
    [
        ((), "sailor-3-1", 1),
        (("reveal: sailor-3-1",), "sailor-3-1", 2),
        (("reveal: sailor-3-1#2", "stop"), "sailor-3-1", 2),
        (("correct: {card: sailor-3-1#4, to: Ann}", "reveal: ship-red-2-3", "stop"), "sailor-3-1", 4),
        (("correct: {card: sailor-3-1#4, to: Ann}",), "sailor-3-1", 1),
        (("reveal: ship-red-1-1#2", "reveal: ship-red-1-1"), "ship-red-1-1", 3),
        (("correct: {card: pirate-9-3, to: Ann}", "reveal: ship-red-1-1"), "ship-red-1-1", 2),
        (("reveal: ship-red-4-skull",), "ship-red-4-skull", 1),
        ((), "sailor-3-1#5", 5),
    ],
)
def test_a_tapped_kind_is_the_copy_that_can_be_meant(catalogues, steps, tapped, copy):
    text = HEAD + "steps:\n" + "".join(f"  - {step}\n" for step in steps) + "  - expect: {}\n"
    script = parse_script(text, "x.yaml", catalogues)
    session = Session(script.table)
    for step in script.steps[:-1]:
        session.play(session.step(step.words))
    card = session.table.rules.cards[card_to_tap(session, tapped)]
    assert (card.kind, card.copy) == (tapped.partition("#")[0], copy)


def test_a_script_through_the_simulated_table(tmp_path, capsys):
    path = tmp_path / "x.yaml"
    path.write_text(
        HEAD
        + "position: {display: {Ann: [pirate-5-1]}}\n"
        + "steps:\n"
        + "  - tap: ship-red-1-1\n"
        + "  - expect: {phase: repel, to_act: Ann}\n"
        + "  - press: no\n"
        + "  - expect: {phase: discover, harbor: [ship-red-1-1]}\n"
        + "  - reveal: ship-blue-1-1\n"
        + "  - keep\n"
        + "  - power-cut\n"
        + "  - expect: {phase: discover, harbor: [ship-red-1-1, ship-blue-1-1]}\n",
        encoding="utf-8",
    )
    status = replay_files([path])
    out, err = capsys.readouterr()
    assert (status, err) == (0, ""), out
