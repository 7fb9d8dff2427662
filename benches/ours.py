"""What the engine takes for a command of a complete game, and for bringing a stored game back."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import msgspec

from companion import players, players_2000
from companion.catalogue import load_cards
from engine.games import SetUp, Table, open_table
from engine.journal import Journal
from engine.kernel import Command, begin, decide, fold
from engine.session import Session

PLAYERS = ("Ann", "Ben", "Cem", "Dan", "Eva")
SEED = 20140


class Recorded(msgspec.Struct, frozen=True):
    """A complete game: its commands, and its events as a store keeps them, entry by entry."""

    table: Table
    commands: tuple[Command, ...]
    stored: tuple[bytes, ...]
    events: int
    final: Any


def record(seed: int = SEED) -> Recorded:
    """Play a complete game of five by simple players on shuffled cards."""
    return _record("port-royal", PLAYERS, players.play_out, seed)


def record_2000(seed: int = SEED) -> Recorded:
    """Play a complete game of four of Port Royal (2000) in the same way."""
    return _record("port-royal-2000", PLAYERS[:4], players_2000.play_out, seed)


def _record(game: str, names: tuple[str, ...], play_out: Callable[..., int], seed: int) -> Recorded:
    session = Session(open_table(SetUp(game=game, players=names), load_cards(game)))
    play_out(session, random.Random(seed))
    journal = Journal(session.table.rules)
    return Recorded(
        session.table,
        tuple(command for entry in session.done for command in entry.commands),
        tuple(journal.encode(entry.events) for entry in session.done),
        sum(len(entry.events) for entry in session.done),
        session.state,
    )


def decided(game: Recorded) -> float:
    """Give the seconds of one command, deciding the whole game again."""
    rules = game.table.rules
    state = begin(rules, game.table.initial).state
    began = time.process_time()
    for command in game.commands:
        state = decide(rules, state, command).state
    took = time.process_time() - began
    assert state == game.final
    return took / len(game.commands)


def played(game: Recorded) -> float:
    """Give the seconds of one command, playing the whole game in a session that keeps every state."""
    session = Session(game.table)
    began = time.process_time()
    for command in game.commands:
        session.play(command)
    took = time.process_time() - began
    assert session.state == game.final
    return took / len(game.commands)


def replayed(game: Recorded) -> float:
    """Give the seconds for each command, bringing the game back from its stored events."""
    rules, journal = game.table.rules, Journal(game.table.rules)
    state = begin(rules, game.table.initial).state
    began = time.process_time()
    for row in game.stored:
        state = fold(rules, state, journal.events(row))
    took = time.process_time() - began
    assert state == game.final
    return took / len(game.commands)
