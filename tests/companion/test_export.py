"""Games of the store as table scripts and back: nothing is lost on the way."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.catalogue import Catalogues
from companion.export import ScriptFails, export_script, import_script
from companion.replay import replay, report
from companion.script import ScriptError, parse_script
from companion.store import NoSuchGame, Store
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.kernel import Illegal
from engine.session import Session, restore

AT = "2026-05-01T20:14:05"
SET_UPS = (
    SetUp(game="port-royal", players=("Ann", "Ben")),
    SetUp(
        game="port-royal",
        players=("No", "Ben: the 2nd", "7", "#4"),
        rules="first-edition",
        options={"winning_points": 8, "gamblers": True},
        start="7",
    ),
    SetUp(
        game="port-royal",
        players=("Ann", "Ben", "Cem"),
        position={
            "active": "Cem",
            "coins": {"Ann": 12},
            "display": {"Cem": ["gambler-6-1", "sailor-3-1#2", "priest-4-1"], "Ben": ["sailor-3-1"]},
            "expeditions": ["expedition-CC"],
            "discard": ["ship-red-1-1#2"],
            "last_round": True,
        },
        options={"gamblers": True},
    ),
)


@pytest.fixture(scope="module")
def catalogues():
    return Catalogues()


def record(set_up, catalogues, seed, length=80):
    """Play at random: single steps, several in one entry, corrections, undo and redo."""
    rng = random.Random(seed)
    session = Session(open_table(set_up, catalogues.cards(set_up.game)))
    entries = []
    for _ in range(length):
        entry = one_more(session, rng)
        if entry is not None:
            entries.append(entry)
    return session, entries


def one_more(session, rng):
    kind = rng.random()
    try:
        if kind < 0.1:
            return session.undo()
        if kind < 0.2:
            return session.redo()
        if kind < 0.25:
            name = rng.choice(session.table.rules.names)
            return session.play(session.step({"correct": {"coins": {name: rng.randrange(12)}}}))
        if kind < 0.3:
            card = rng.choice(session.table.rules.cards)
            place = rng.choice([*session.table.rules.names, "discard", "pile", "harbor"])
            return session.play(session.step({"correct": {"card": card.name, "to": place}}))
        first = rng.choice(list(session.choices()))
        if kind < 0.5:
            trial = Session(session.table)
            trial._states = [session.state]
            trial.play(first)
            return session.play(first, rng.choice(list(trial.choices())))
        return session.play(first)
    except (Illegal, IndexError):
        return None


def keep(store, set_up, entries, rules):
    game = store.begin(set_up, AT)
    for entry in entries:
        store.append(game, entry, Journal(rules), AT)
    return game


def bare(text):
    """Give a script without its comments, which tell dates and the number of the game."""
    return [line for line in text.splitlines() if not line.lstrip().startswith("#") or line == ""]


@pytest.mark.parametrize("set_up", SET_UPS)
@pytest.mark.parametrize("seed", range(4))
def test_an_export_replays_to_the_same_entries(tmp_path, catalogues, set_up, seed):
    session, entries = record(set_up, catalogues, seed)
    with Store.open(tmp_path) as store:
        text = export_script(store, keep(store, set_up, entries, session.table.rules), catalogues)
    script = parse_script(text, "x.yaml", catalogues)
    played = replay(script)
    assert played.failure is None, report(script, played.failure)
    assert played.entries == tuple(entries)
    assert script.set_up == set_up
    assert restore(script.table, played.entries).state == session.state


@given(st.integers(0, 2**32), st.sampled_from(SET_UPS))
def test_the_export_of_an_import_is_the_same(tmp_path_factory, catalogues, seed, set_up):
    folder = tmp_path_factory.mktemp("store")
    session, entries = record(set_up, catalogues, seed, 30)
    with Store.open(folder) as store:
        first = export_script(store, keep(store, set_up, entries, session.table.rules), catalogues)
        (folder / "x.yaml").write_text(first, encoding="utf-8")
        game = import_script(store, folder / "x.yaml", "2030-01-01T00:00:00", catalogues)
        assert bare(export_script(store, game, catalogues)) == bare(first)


def test_what_an_export_looks_like(tmp_path, catalogues):
    set_up = SET_UPS[0]
    session = Session(open_table(set_up, catalogues.cards("port-royal")))
    steps = ["reveal: ship-red-1-1", "stop", "take: ship-red-1-1", "undo"]
    with Store.open(tmp_path) as store:
        game = store.begin(set_up, AT)
        for i, (word, _, card) in enumerate(step.partition(": ") for step in steps):
            entry = (
                session.undo()
                if word == "undo"
                else session.play(session.step({word: card} if card else word))
            )
            store.append(game, entry, Journal(session.table.rules), f"2026-05-01T20:1{i}:00")
        text = export_script(store, game)
    *lines, last = text.splitlines()
    assert lines == [
        "# Game 1, begun 2026-05-01 at 20:14:05.",
        "game: port-royal",
        "rules: big-box",
        "players: [Ann, Ben]",
        "steps:",
        "",
        "  # 2026-05-01 20:10:00: the turn of Ann",
        "  - reveal: ship-red-1-1#1",
        "  - stop",
        "  - take: ship-red-1-1#1",
        "",
        "  # 2026-05-01 20:13:00: the turn of Ben",
        "  - undo",
    ]
    assert last.startswith("  - expect: {phase: trade, to_act: Ann, ")


def test_a_comment_cannot_be_broken_out_of(tmp_path, catalogues):
    set_up = SetUp(game="port-royal", players=("Ann\n- stop", "Ben"))
    session, entries = record(set_up, catalogues, 1, 20)
    with Store.open(tmp_path) as store:
        game = store.begin(set_up, "now\n  - stop")
        for entry in entries:
            store.append(game, entry, Journal(session.table.rules), "later\n  - stop")
        text = export_script(store, game, catalogues)
    assert replay(parse_script(text, "x.yaml", catalogues)).entries == tuple(entries)


def test_what_could_not_be_read_is_said(tmp_path, catalogues):
    session, entries = record(SET_UPS[0], catalogues, 2)
    with Store.open(tmp_path) as store:
        game = keep(store, SET_UPS[0], entries, session.table.rules)
        store._db.execute("UPDATE entries SET events = '[' WHERE seq = 11")
        text = export_script(store, game, catalogues)
    assert f"  # {len(entries) - 10} more in the log could not be read." in text.splitlines()
    assert replay(parse_script(text, "x.yaml", catalogues)).entries == tuple(entries[:10])


def test_a_game_that_is_not_there(tmp_path):
    with Store.open(tmp_path) as store, pytest.raises(NoSuchGame):
        export_script(store, 3)


# -- import --------------------------------------------------------------------------------
@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path) as store:
        yield store


HEAD = "game: port-royal\nplayers: [Ann, Ben]\n"


def test_an_import_has_an_entry_for_each_step(store, tmp_path, catalogues):
    path = tmp_path / "x.yaml"
    path.write_text(
        HEAD + "steps: [reveal: ship-red-1-1, undo, redo, refuse: keep, all: [stop, take: ship-red-1-1]]\n"
    )
    game = import_script(store, path, AT, catalogues)
    [row] = store.all_games()
    assert (row.id, row.began, row.outcome, row.entries) == (game, AT, "saved", 4)
    table = open_table(row.set_up, catalogues.cards("port-royal"))
    loaded = store.entries(game, Journal(table.rules))
    assert [entry.kind for entry in loaded.entries] == ["play", "undo", "redo", "play"]
    assert restore(table, loaded.entries).facts()["coins"] == {"Ann": 4, "Ben": 3}


def test_an_imported_game_that_is_over_is_finished(store, scenarios, catalogues):
    import_script(store, scenarios / "port-royal" / "games" / "game-001-big-box-2.yaml", AT, catalogues)
    [row] = store.all_games()
    assert (row.outcome, row.ended) == ("finished", AT)
    assert store.saved() == ()


@pytest.mark.parametrize(
    ("steps", "error", "said"),
    [
        (
            "[reveal: ship-red-1-1, reveal: ship-red-1-1#1]",
            ScriptFails,
            r"line 3, step 2: reveal: ship-red-1-1#1\n",
        ),
        ("[reveal: sailer-3-1]", ScriptError, "Did you mean 'sailor-3-1'"),
        ("[reveal: ship-red-1-1, lift]", ScriptError, "only steps of the game can be imported"),
    ],
)
def test_nothing_is_stored_of_a_script_that_does_not_hold(store, tmp_path, catalogues, steps, error, said):
    path = tmp_path / "x.yaml"
    path.write_text(f"{HEAD}steps: {steps}\n")
    with pytest.raises(error, match=said):
        import_script(store, path, AT, catalogues)
    assert store.all_games() == ()
