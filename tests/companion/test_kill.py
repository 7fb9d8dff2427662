"""The power goes at any moment: everything that was acknowledged is there, and fits together."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time

import pytest

from companion.catalogue import load_cards
from companion.store import Store
from engine.games import open_table
from engine.journal import Journal
from engine.session import restore

PLAYER = '''
import os, random, sys
from pathlib import Path
from companion.catalogue import load_cards
from companion.store import Store
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.session import restore

cards = load_cards("port-royal")

def propose(session, rng):
    kind = rng.random()
    if session.can_redo and kind < 0.5:
        return session.propose_redo()
    if session.done and kind < 0.1:
        return session.propose_undo()
    return session.propose(rng.choice(list(session.choices())))

def play(folder, seed):
    """Play as the device does: work an entry out, write it, keep it, say so; go on where it was cut."""
    rng = random.Random(seed)
    store = Store.open(folder)
    store.begin_run("now")
    saved = [game for game in store.saved() if game.entries < 300]
    game = saved[0].id if saved else store.begin(SetUp(game="port-royal", players=("Ann", "Ben")), "now")
    table = open_table(store.set_up(game), cards)
    journal = Journal(table.rules)
    session = restore(table, store.entries(game, journal).entries)
    while session.state.agenda:
        entry = propose(session, rng)
        store.append(game, entry, journal, "now")
        session.keep(entry)
        os.write(1, b"kept %d %d\\n" % (game, entry.seq))
    store.end(game, "finished", "now")
    os.write(1, b"over %d 0\\n" % game)

while line := sys.stdin.readline():
    folder, seed = line.split()
    child = os.fork()
    if not child:
        play(Path(folder), int(seed))
        os._exit(0)
    os.write(1, b"pid %d 0\\n" % child)
    sys.stdin.readline()
    os.waitpid(child, 0)
    os.write(1, b"gone 0 0\\n")
'''
"""Starts a player for a line of its input, and collects it at the next one."""


@pytest.fixture(scope="module")
def cards():
    return load_cards("port-royal")


@pytest.fixture
def players():
    """Give a program that starts players; nothing of it is left behind."""
    with subprocess.Popen(
        [sys.executable, "-c", PLAYER], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as program:
        yield program
        program.stdin.close()


def said(program):
    word, *numbers = program.stdout.readline().split()
    return word.decode(), *map(int, numbers)


def play_and_kill(program, folder, rng):
    """Start a player, kill it at a random moment, and give what it acknowledged: game and last entry."""
    tell(program, f"{folder} {rng.randrange(2**32)}")
    word, child, _ = said(program)
    assert word == "pid"
    acknowledged = {}
    for _ in range(rng.choice((0, 1, 5, 30))):
        word, game, seq = said(program)
        if word == "over":
            break
        acknowledged[game] = seq
    time.sleep(rng.random() * 0.004)
    os.kill(child, signal.SIGKILL)  # not collected yet, so the number is still its own
    tell(program, "collect")
    while (line := said(program))[0] != "gone":
        if line[0] == "kept":
            acknowledged[line[1]] = line[2]
    return acknowledged


def tell(program, line):
    program.stdin.write(f"{line}\n".encode())
    program.stdin.flush()


def check(folder, acknowledged, cards):
    """Open what is left: all that was acknowledged is there, at most one entry more, and it can go on."""
    with Store.open(folder) as store:
        assert store.notice == ""
        for game, seq in acknowledged.items():
            table = open_table(store.set_up(game), cards)
            loaded = store.entries(game, Journal(table.rules))
            assert loaded.dropped == 0
            assert len(loaded.entries) in (seq, seq + 1)
            session = restore(table, loaded.entries)
            again = restore(table, [])
            for entry in loaded.entries:
                again.play(*entry.commands) if entry.kind == "play" else getattr(again, entry.kind)()
            assert session.state == again.state
            assert session.seq == len(loaded.entries)


def test_nothing_acknowledged_is_lost_when_the_program_is_killed(tmp_path, players, cards, soak):
    seed = time.time_ns() if soak else 1
    print(f"seed {seed}")
    rng = random.Random(seed)
    kept, kills = {}, 1_000 if soak else 36
    for _ in range(kills):
        acknowledged = play_and_kill(players, tmp_path, rng)
        check(tmp_path, acknowledged, cards)
        kept.update(acknowledged)
    check(tmp_path, kept, cards)
    assert sum(kept.values()) > kills


def test_a_run_that_was_killed_is_noticed(tmp_path, players):
    play_and_kill(players, tmp_path, random.Random(3))
    with Store.open(tmp_path) as store:
        assert store.begin_run("later")
        assert [saved.unclean for saved in store.saved()] == [True]
