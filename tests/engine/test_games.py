"""What every game under this roof keeps to, whatever its rules are."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.catalogue import load_cards
from companion.packs import load_pack
from companion.players_adventure import drawn_head
from engine.adventure import Head
from engine.adventure.head import Mode
from engine.games import GAMES, Game, SetUp, open_table
from engine.journal import Journal
from engine.kernel import Command, decide, fold
from engine.session import Entry, Session, restore
from game_checks import accepted, any_offered

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva", "Fay")
STEPS = 150
"""How far a walk through a game goes."""
TABLES = [
    (game, seats, preset)
    for game, record in GAMES.items()
    for seats in record.seats
    for preset in record.presets
]
OPTIONS: Mapping[str, dict[str, Any]] = {
    "port-royal": {"gamblers": True},
    "adventure": {"bust_window": True, "innkeeper_sale_any_time": True},
    "port-royal-2000": {"remove_kept": "any_time", "revoke_no_booty": "defer"},
}
"""Switches that bring more of a game to the table."""
MODES: Mapping[int, Mode] = {1: "coop", 2: "competitive", 3: "variable", 4: "coop"}
"""How so many play an adventure."""


def head_of(name: str, seats: int) -> Head | None:
    """Give what an adventure is begun with beside the rest."""
    if name != "adventure":
        return None
    chance = random.Random(seats)
    return drawn_head(chance, load_pack("synthetic"), NAMES[:seats], MODES[seats], chapter=5)


@pytest.fixture(params=TABLES, ids=lambda table: "-".join(map(str, table)))
def session(request) -> Session:
    """Open every game for every number of players by every preset."""
    name, seats, preset = request.param
    set_up = SetUp(
        game=name,
        players=NAMES[:seats],
        rules=preset,
        options=OPTIONS.get(name, {}),
        adventure=head_of(name, seats),
    )
    return Session(open_table(set_up, load_cards(name)))


def walk(session: Session, rng: random.Random, steps: int = STEPS) -> Iterator[Command]:
    """Give commands to play, one after the other; every kind of command is as likely as the others."""
    for _ in range(steps):
        command = any_offered(session, rng)
        if command is None:
            return
        yield command


def test_something_may_be_done_until_the_game_is_over(session, rng):
    for command in walk(session, rng):
        asked = session.state.agenda[-1]
        assert asked.phase
        assert session.facts()["phase"] == asked.phase
        assert session.facts()["to_act"] == session.table.rules.names[asked.seat]
        assert type(asked) in session.table.rules.offers
        session.play(command)


def test_every_choice_is_accepted_and_changes_nothing_until_it_is_played(session, rng):
    for command in walk(session, rng, STEPS // 5):
        before = session.state
        offered = list(session.choices())
        assert len(offered) == len(set(offered))
        assert all(accepted(session.table.rules, session.state, choice) for choice in offered)
        assert session.state is before
        session.play(command)


def test_what_was_possible_earlier_is_accepted_only_where_it_is_offered(session, rng):
    known: set[Command] = set()
    for command in walk(session, rng):
        offered = set(session.choices())
        known |= set(rng.sample(sorted(offered, key=repr), min(4, len(offered))))
        for earlier in known:
            assert accepted(session.table.rules, session.state, earlier) == (earlier in offered), earlier
        session.play(command)


def test_the_log_gives_the_game_back(session, rng):
    table, log = session.table, []
    journal = Journal(table.rules)
    for command in walk(session, rng):
        log.append(session.play(command))
        if rng.random() < 0.2:
            log.append(session.undo())
            if rng.random() < 0.5:
                log.append(session.redo())
    stored = [
        Entry(
            e.seq,
            e.kind,
            journal.commands(journal.encode(e.commands)),
            journal.events(journal.encode(e.events)),
            e.target,
        )
        for e in log
    ]
    assert stored == log
    again = restore(table, stored)
    assert (again.state, again.done, again.seq) == (session.state, session.done, session.seq)


def test_deciding_again_gives_the_same_events(session, rng):
    for command in walk(session, rng):
        before = session.state
        entry = session.play(command)
        turn = decide(session.table.rules, before, command)
        assert (tuple(turn.events), turn.state) == (entry.events, session.state)
        assert fold(session.table.rules, before, entry.events) == session.state


def test_undo_then_redo_is_as_if_nothing_had_been_done(session, rng):
    for command in walk(session, rng, STEPS // 2):
        session.play(command)
        state, back = session.state, rng.randrange(1, 1 + min(5, len(session.done)))
        for _ in range(back):
            session.undo()
        assert session.state != state or back == 0
        for _ in range(back):
            session.redo()
        assert session.state == state


def test_a_step_says_the_same_as_its_command(session, rng):
    game: Game = session.table.game
    for command in walk(session, rng):
        written = game.write(session.table.rules, command)
        assert session.step(written) == command
        assert isinstance(written, str | dict)
        session.play(command)


def test_facts_views_and_scores_can_always_be_had(session, rng):
    for command in walk(session, rng):
        assert set(session.facts()) == set(session.table.game.fact_names)
        assert [session.view(seat) for seat in range(session.table.rules.seats)]
        assert len(session.scores()) == session.table.rules.seats
        session.play(command)


@pytest.mark.parametrize("name", list(GAMES))
def test_a_game_is_known_by_its_name(name):
    assert GAMES[name].name == name
    assert len(set(GAMES[name].fact_names)) == len(GAMES[name].fact_names)
