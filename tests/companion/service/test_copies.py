"""The second copies of games: a line for each entry, read back up to the first spoiled one."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from companion import store
from companion.catalogue import load_cards
from companion.store import FILE, Store
from companion.store_copies import Copies, Copy, as_rows
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.session import Session

AT = "2026-05-06T19:30:00"
SET_UP = SetUp(game="port-royal", players=("Ann", "Ben"))
ROWS = ((1, "play", AT, "[]", "[]", 0), (2, "undo", AT, "[]", "[]", 1))
GAME = Copy(7, "{}", AT, ROWS)


@pytest.fixture
def copies(tmp_path: Path) -> Any:
    copies = Copies(tmp_path)
    yield copies
    copies.close()


def play(store: Store, game: int, entries: int = 3, seed: int = 1) -> None:
    table = open_table(SET_UP, load_cards("port-royal"))
    session, rng = Session(table), random.Random(seed)
    for _ in range(entries):
        entry = session.propose(rng.choice(list(session.choices())))
        store.append(game, entry, Journal(table.rules), AT)
        session.keep(entry)


def test_a_copy_is_written_line_by_line(copies: Copies) -> None:
    copies.replace(lambda: Copy(7, "{}", AT))
    for row in ROWS:
        copies.append(7, row, lambda: 1 / 0)  # type: ignore[arg-type,return-value]
    assert copies.read(7) == GAME
    copies.end(7, "finished", AT, lambda: GAME)
    assert copies.read(7) == Copy(7, "{}", AT, ROWS, "finished", AT)
    copies.end(7, None, "", lambda: GAME)
    assert copies.read(7) == GAME
    assert copies.games() == (7,)


def test_a_copy_that_does_not_end_just_before_is_written_anew(copies: Copies) -> None:
    copies.replace(lambda: Copy(7, "{}", AT))
    copies.append(7, ROWS[1], lambda: GAME)
    assert copies.read(7) == GAME
    copies.append(8, ROWS[0], lambda: Copy(8, "{}", AT, ROWS[:1]))
    assert copies.games() == (7, 8)
    copies.end(7, "dropped", AT, lambda: GAME)
    copy = copies.read(7)
    assert copy is not None
    assert copy.outcome == "dropped"


def test_what_cannot_be_written_is_made_good_with_the_next_entry(
    copies: Copies, monkeypatch: pytest.MonkeyPatch
) -> None:
    copies.replace(lambda: Copy(7, "{}", AT))
    with monkeypatch.context() as full:
        full.setattr(os, "write", lambda _file, line: len(line) - 1)
        copies.append(7, ROWS[0], lambda: GAME)
    copies.append(7, ROWS[1], lambda: GAME)
    assert copies.read(7) == GAME


def test_a_line_that_is_torn_spoiled_or_out_of_order_ends_the_copy(copies: Copies) -> None:
    copies.replace(lambda: GAME)
    path = copies.folder / "game-7.log"
    head, first, second = path.read_bytes().splitlines(keepends=True)
    for content, rows in (
        (head + first + second[:-1], 1),
        (head + first.replace(b"play", b"plai") + second, 0),
        (head + second, 0),
        (head + first + b"00000000 {}\n" + second, 1),
        (head + first + head, 1),
    ):
        path.write_bytes(content)
        copy = copies.read(7)
        assert copy is not None
        assert len(copy.rows) == rows
    for content in (b"", first, head.replace(b"7", b"8")):
        path.write_bytes(content)
        assert copies.read(7) is None
    assert copies.read(99) is None


def test_settings_are_copied_too(tmp_path: Path) -> None:
    with Store.open(tmp_path) as kept:
        kept.set_setting("a", [1, 2])
        kept.set_setting("b", "x")
        assert kept.copies.settings() == {"a": "[1,2]", "b": '"x"'}
    (tmp_path / FILE).write_bytes(b"no database" * 1000)
    with Store.open(tmp_path) as kept:
        assert kept.setting("a", None) == [1, 2]


def test_rows_that_are_no_entries_are_not_taken() -> None:
    good = (1, "play", AT, "[]", "[]", 0)
    for bad in (
        (2, "jump", AT, "[]", "[]", 0),
        (3, "play", AT, "[]", "[]", 0),
        (2, "play", AT, "[", "[]", 0),
        (2, "play", AT, b"[]", "[]", 0),
        ("2", "play", AT, "[]", "[]", 0),
    ):
        assert as_rows((good, bad)) == (good,)


def test_games_without_a_copy_get_one_when_a_run_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "MOST_COPIES", 2)
    with Store.open(tmp_path) as kept:
        for number in range(3):
            play(kept, kept.begin(SET_UP, AT), seed=number)
        kept.copies.clear()
        assert kept.copies.games() == ()
        kept.begin_run(AT)
        assert kept.copies.games() == (2, 3)
        kept.begin_run(AT)
        assert kept.copies.games() == (1, 2, 3)


def test_a_game_that_the_database_has_lost_as_a_whole_comes_back(tmp_path: Path) -> None:
    with Store.open(tmp_path) as kept:
        play(kept, kept.begin(SET_UP, AT))
    lost = (tmp_path / FILE).read_bytes()
    with Store.open(tmp_path) as kept:
        play(kept, kept.begin(SET_UP, AT), 5)
    for path in tmp_path.glob(f"{FILE}*"):
        path.unlink()
    (tmp_path / FILE).write_bytes(lost)
    with Store.open(tmp_path) as kept:
        kept.begin_run(AT)
        assert kept.notice == ""
        assert kept.caught_up == 5
        assert [row.entries for row in kept.all_games()] == [3, 5]


def test_a_copy_that_is_behind_or_other_changes_nothing(tmp_path: Path) -> None:
    with Store.open(tmp_path) as kept:
        game = kept.begin(SET_UP, AT)
        play(kept, game)
        path = kept.copies.folder / f"game-{game}.log"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    with Store.open(tmp_path) as kept:
        kept.begin_run(AT)
        assert kept.caught_up == 0
        assert kept.all_games()[0].entries == 3


def test_R46_entries_that_read_as_nothing_come_back_from_their_copy(tmp_path: Path) -> None:
    with Store.open(tmp_path) as kept:
        game = kept.begin(SET_UP, AT)
        play(kept, game, 6)
        kept._db.execute("UPDATE entries SET events = CAST(x'005b5dff' AS TEXT) WHERE seq = 4")
        kept._db.execute("UPDATE games SET set_up = CAST(x'7b00' AS TEXT)")
        assert kept.all_games() == ()
    with Store.open(tmp_path) as kept:
        kept.begin_run(AT)
        assert kept.caught_up == 3
        assert kept.set_up(game) == SET_UP
        journal = Journal(open_table(SET_UP, load_cards("port-royal")).rules)
        loaded = kept.entries(game, journal)
        assert (len(loaded.entries), loaded.dropped) == (6, 0)
        assert kept._db.execute("SELECT seq FROM lost").fetchall() == [(4,), (5,), (6,)]


def test_a_game_that_is_over_is_left_as_it_is(tmp_path: Path) -> None:
    with Store.open(tmp_path) as kept:
        game = kept.begin(SET_UP, AT)
        play(kept, game)
        kept.end(game, "finished", AT)
        kept._db.execute("DELETE FROM entries WHERE seq = 3")
    with Store.open(tmp_path) as kept:
        kept.begin_run(AT)
        assert kept.caught_up == 0
