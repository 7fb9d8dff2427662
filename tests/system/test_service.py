"""The service under a real systemd: it plays, is killed, hung, cut off and switched off, and plays on."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from companion import script_steps as steps
from companion.catalogue import Catalogues
from companion.replay import replay
from companion.script import Script, read_script
from engine.portroyal import messages as m
from engine.session import Session

RECORDED = "port-royal/games/game-010-first-edition-3.yaml"
PYTHON = "/opt/port-royal/current/bin/python"
CHIPS = "/opt/simulated/simulated_chips.py"
AS_SERVICE = ("runuser", "-u", "port-royal", "--", "port-royal", "--data", "/var/lib/port-royal")
KEYS = {"stop": "next", "pass": "next", "repel": "yes", "keep": "no", "gamble": "yes"}
NEWS_S = 4.0
"""What happened last stands so long after a game came back, and a key puts it away."""
MID_TURN = 35
"""So many inputs lead into the middle of a turn: the next ones belong to the same player."""


def by_hand(script: Script) -> list[str]:
    """Give a recorded game as what hands do at the table; it takes nothing back."""
    session = Session(script.table)
    names = [card.name for card in script.table.rules.cards]
    done: list[str] = []
    for raw, step in zip(script.raw, script.steps, strict=True):
        if not isinstance(step, steps.Play):
            assert isinstance(step, steps.Expect | steps.Refuse), step
            continue
        command = session.step(step.words)
        session.play(command)
        match command:
            case m.Reveal(card) | m.Take(card):
                done.append(f"tap {names[card]}")
            case m.Claim(card, crew):
                done += [*(f"tap {names[each]}" for each in (card, *crew)), "press yes"]
            case _:
                done.append(f"press {KEYS[raw if isinstance(raw, str) else next(iter(raw))]}")
    return done


def hands(table, *lines):
    """Lay cards and press keys; what the device does not notice fails the test."""
    done = table.attempt(PYTHON, "-B", CHIPS, "hands", typed="\n".join(lines))
    assert done.returncode == 0, f"{done.stdout}\n{table.journal()[-2000:]}"


def status(table):
    """Give what the service says of itself; nothing while it does not run."""
    said = table.attempt("port-royal", "status", "--json")
    return json.loads(said.stdout)["service"] or {"up_s": 0, "game": None}


def entries(table):
    """Count the entries of the game on the table; -1 when there is none."""
    found = status(table)["game"]
    return found["entries"] if found else -1


def await_start(table):
    """Wait until keys are heard: they are dead for half a second at first (R36)."""
    table.until(lambda: status(table)["up_s"] > 1, "the start")


def sit_down(table):
    """Bring the imported game onto the table from the first screen that a new device shows."""
    await_start(table)
    for key in ("yes", "no", "yes", "yes"):  # the language; home, without tagging; the saved game; go on
        hands(table, f"press {key}")
        time.sleep(1)
    assert entries(table) >= 0, table.run("port-royal", "status")
    time.sleep(NEWS_S)


@pytest.fixture(scope="module")
def recorded(scenarios: Path) -> Script:
    """Give the recorded game that is played."""
    return read_script(scenarios / RECORDED, Catalogues())


@pytest.fixture
def players(table, recorded):
    """Give a table at which the players of the recorded game sit, before its first card."""
    head = recorded.text.partition("\nsteps:")[0]
    (table.root / "opt/simulated/game.yaml").write_text(f"{head}\nsteps: []\n")
    table.run("systemctl", "stop", "port-royal")
    table.run(*AS_SERVICE, "import", "/opt/simulated/game.yaml")
    table.run("systemctl", "start", "port-royal")
    sit_down(table)
    return table


@pytest.fixture
def mid_turn(players, recorded):
    """Give one in the middle of a turn, and how many entries were made."""
    hands(players, *by_hand(recorded)[:MID_TURN])
    players.until(lambda: entries(players) == MID_TURN, "the last entry")
    return players


def play_on(table, recorded, inputs=4):
    """Play a little more: the game that came back is the one that was played."""
    await_start(table)
    assert entries(table) == MID_TURN
    hands(table, "press yes")  # to the question whether they go on
    time.sleep(NEWS_S)
    hands(table, *by_hand(recorded)[MID_TURN : MID_TURN + inputs])
    table.until(lambda: entries(table) == MID_TURN + inputs, "the last entry")


def test_a_whole_game_is_played_by_taps_and_keys(players, recorded):
    """The installed program under the real unit, from the first card to the last."""
    hands(players, *by_hand(recorded))
    players.until(lambda: "over" in players.show("StatusText"), "the end of the game")
    (players.root / "opt/simulated/played.yaml").write_text(players.run(*AS_SERVICE, "export", "1"))
    played = read_script(players.root / "opt/simulated/played.yaml", Catalogues())
    assert replay(played).facts == replay(recorded).facts
    assert players.show("NRestarts") == "0"
    memory = int(players.run("sh", "-c", f"grep VmRSS /proc/{players.show('MainPID')}/status").split()[1])
    began, ready = (players.show(f"{what}TimestampMonotonic") for what in ("InactiveExit", "ActiveEnter"))
    print(f"memory {memory} kB, with the chips; ready after {(int(ready) - int(began)) / 1e6:.2f} s")


def test_R22_killed_it_is_back_with_its_game(mid_turn, recorded):
    before = mid_turn.show("MainPID")
    mid_turn.run("sh", "-c", f"kill -KILL {before}")
    mid_turn.until(lambda: mid_turn.show("MainPID") not in {before, "0"}, "the restart")
    play_on(mid_turn, recorded)
    assert mid_turn.show("NRestarts") == "1"


def test_R22_no_number_of_crashes_is_too_many(table):
    """The limit of systemd is five within ten seconds."""
    table.run("mkdir", "-p", "/etc/systemd/system/port-royal.service.d")
    (table.root / "etc/systemd/system/port-royal.service.d/quick.conf").write_text(
        "[Service]\nRestartSec=100ms\n"
    )
    table.run("systemctl", "daemon-reload")
    for times in range(1, 8):
        table.until(lambda: table.show("ActiveState") == "active", "the start")
        table.run("systemctl", "kill", "--signal=KILL", "port-royal")
        table.until(lambda times=times: table.show("NRestarts") == str(times), "the restart")
    table.until(lambda: table.show("ActiveState") == "active", "the start")


def test_R43_hung_it_is_started_again(mid_turn, recorded):
    """Stopped, the program feeds no watchdog, and nothing of it can help it up."""
    before = mid_turn.show("MainPID")
    mid_turn.run("sh", "-c", f"kill -STOP {before}")
    mid_turn.until(lambda: mid_turn.show("MainPID") not in {before, "0"}, "the restart", within_s=120)
    assert "watchdog" in mid_turn.journal().lower()
    play_on(mid_turn, recorded)


def test_R44_the_power_is_cut_in_the_middle_of_a_turn(mid_turn, recorded):
    mid_turn.cut_power()
    mid_turn.boot()
    play_on(mid_turn, recorded)
    assert status(mid_turn)["power_cuts"] == 1


def test_the_computer_is_restarted_in_the_middle_of_a_turn(mid_turn, recorded):
    mid_turn.reboot()
    play_on(mid_turn, recorded)
    assert status(mid_turn)["power_cuts"] == 0


def test_R30_told_to_stop_it_ends_well_and_at_once(mid_turn):
    began = time.monotonic()
    mid_turn.run("systemctl", "stop", "port-royal")
    print(f"stopped after {time.monotonic() - began:.2f} s")
    assert mid_turn.show("Result") == "success"
    assert mid_turn.show("ExecMainStatus") == "0"
    assert mid_turn.show("ExecMainCode") == str(os.CLD_EXITED)


def test_a_changed_config_is_read_and_a_wrong_one_is_told(mid_turn):
    """SIGHUP: what can be used is used, what cannot costs nothing but a sentence."""
    config = mid_turn.root / "etc/port-royal/table.yaml"
    good = config.read_text()
    config.write_text(good.replace("rotate: 0", "rotate: 45"))
    mid_turn.run("systemctl", "reload", "port-royal")
    mid_turn.until(lambda: "rotate" in mid_turn.journal(), "the sentence")
    assert entries(mid_turn) == MID_TURN
    config.write_text(good.replace("rotate: 0", "rotate: 180"))
    mid_turn.run("systemctl", "reload", "port-royal")
    mid_turn.until(lambda: status(mid_turn)["config_trouble"] == "", "the reading")
    assert mid_turn.show("ActiveState") == "active"


def test_the_sandbox_lets_the_program_do_what_it_needs_and_no_more(computer, instead):
    """R39 as well: lgpio is imported in a working directory that cannot be written."""
    for name, major, minor in (("input/event99", 13, 99), ("ttyS99", 4, 163), ("forbidden", 10, 237)):
        computer.run("mkdir", "-p", "/dev/input")
        computer.run("mknod", "--mode=666", f"/dev/{name}", "c", str(major), str(minor))
    instead(computer, f"/usr/bin/env {PYTHON} -B /opt/simulated/probe.py")
    computer.attempt("systemctl", "restart", "port-royal")  # it never says that it is ready
    probed = computer.root / "var/lib/port-royal/probe.json"
    computer.until(probed.exists, "the probe")
    found = json.loads(probed.read_text())
    print(found)
    no = "Read-only file system"
    assert found["cwd"] == "/"
    assert [found[what] for what in ("cwd-write", "etc", "program")] == [no] * 3
    assert [found[what] for what in ("state", "runtime")] == ["written"] * 2
    assert found["config"] == "True"
    assert found["internet"] == "Address family not supported by protocol"
    assert found["homes"] == "Permission denied"
    assert found["own-sockets"] == "None"
    assert found["lgpio"] == "lgpio in /run/port-royal"
    assert found["other"] == "Operation not permitted"
    # Nothing is behind these nodes here, which is found out only by who may open them.
    assert {found["input"], found["serial"]} <= {
        "No such device",
        "No such device or address",
        "Input/output error",
    }


@pytest.mark.parametrize("folder_is_there", [True, False])
def test_a_stick_that_is_mounted_later_can_be_written(computer, folder_is_there):
    """What udev mounts reaches the service, though its view of the files is its own."""
    if folder_is_there:
        computer.run("mkdir", "-p", "/media/port-royal")
        computer.run("systemctl", "restart", "port-royal")
    computer.run("mkdir", "-p", "/media/port-royal")
    computer.run(
        "mount", "-t", "tmpfs", "-o", "uid=port-royal,nosuid,nodev,noexec", "tmpfs", "/media/port-royal"
    )
    inside = ("nsenter", "-t", computer.show("MainPID"), "-m", "--", "runuser", "-u", "port-royal", "--")
    computer.run(*inside, "touch", "/media/port-royal/written")
    computer.run("test", "-f", "/media/port-royal/written")
    computer.run("umount", "/media/port-royal")


def test_only_the_table_may_switch_the_computer_off(computer, instead):
    """By polkit, from inside the sandbox: no sudo, no capability."""
    refused = computer.attempt("runuser", "-u", "nobody", "--", "systemctl", "poweroff", "--no-ask-password")
    assert refused.returncode
    refused = computer.attempt(
        "runuser", "-u", "port-royal", "--", "systemctl", "stop", "dbus", "--no-ask-password"
    )
    assert refused.returncode
    assert computer.is_on()
    instead(computer, "/usr/bin/systemctl poweroff --no-ask-password")
    computer.attempt("systemctl", "restart", "port-royal")
    end_s = time.monotonic() + 60
    while computer.is_on() and time.monotonic() < end_s:
        time.sleep(0.2)
    assert not computer.is_on()
