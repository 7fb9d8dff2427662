"""The store: what was appended is there, in order, whatever becomes of the file."""

from __future__ import annotations

import random
import shutil
import sqlite3
import stat
from pathlib import Path

import msgspec
import pytest

from companion import schema, store_file
from companion.catalogue import load_cards
from companion.flow import Settings
from companion.store import FILE, NoSuchGame, Store, StoreError, state_folder
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.session import Entry, Session, restore

SET_UP = SetUp(game="port-royal", players=("Ann", "Ben", "Cem"), options={"winning_points": 8}, start="Ben")
AT = "2026-05-01T20:14:05"


@pytest.fixture(scope="module")
def table():
    return open_table(SET_UP, load_cards("port-royal"))


@pytest.fixture(scope="module")
def journal(table):
    return Journal(table.rules)


@pytest.fixture(scope="module")
def log(table):
    """Give the entries of some turns, with several commands in one, undo and redo."""
    return tuple(random_log(table, random.Random(5), 60))


def random_log(table, rng, length):
    session = Session(table)
    for _ in range(length):
        if session.can_redo and rng.random() < 0.5:
            yield session.redo()
        elif session.done and rng.random() < 0.15:
            yield session.undo()
        elif not session.state.agenda:
            return
        else:
            yield session.play(rng.choice(list(session.choices())))


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path) as store:
        yield store


@pytest.fixture
def game(store, log, journal):
    """Give the number of a game with the whole log."""
    game = store.begin(SET_UP, AT)
    for entry in log:
        store.append(game, entry, journal, AT)
    return game


# -- games ---------------------------------------------------------------------------------
def test_what_was_appended_is_read_back(store, game, log, journal, table):
    loaded = store.entries(game, journal)
    assert loaded.entries == log
    assert loaded.times == (AT,) * len(log)
    assert loaded.dropped == 0
    assert store.set_up(game) == SET_UP
    session = Session(table)
    for entry in log:
        session.keep(entry)
    assert restore(table, loaded.entries).state == session.state


def test_it_is_there_for_another_program_at_once(store, game, log, journal, tmp_path):
    with Store.open(tmp_path) as other:
        assert other.entries(game, journal).entries == log


def test_every_append_is_synced(store):
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert not store._db.in_transaction


def test_games_have_their_own_entries(store, game, log, journal):
    other = store.begin(SET_UP, AT)
    store.append(other, log[0], journal, AT)
    assert store.entries(other, journal).entries == log[:1]
    assert len(store.entries(game, journal).entries) == len(log)


def test_an_entry_must_follow_the_last_one(store, game, log, journal):
    last = log[-1]
    for seq in (last.seq + 2, last.seq - 1):
        with pytest.raises(StoreError, match=f"Entry {seq} does not follow entry {last.seq} of game {game}"):
            store.append(game, msgspec.structs.replace(last, seq=seq, target=77), journal, AT)
    assert store.entries(game, journal).entries == log


def test_writing_the_same_entry_again_does_nothing(store, game, log, journal):
    store.append(game, log[-1], journal, "2027-01-01T00:00:00")
    store.append(game, log[3], journal, "2027-01-01T00:00:00")
    assert store.entries(game, journal) == store.entries(game, journal)
    assert store.entries(game, journal).times == (AT,) * len(log)


def test_a_game_that_is_not_there(store, log, journal):
    for act in (
        lambda: store.set_up(7),
        lambda: store.entries(7, journal),
        lambda: store.append(7, log[0], journal, AT),
        lambda: store.end(7, "finished", AT),
        lambda: store.reopen(7),
    ):
        with pytest.raises(NoSuchGame, match=r"There is no game 7\."):
            act()


def test_saved_games_are_those_that_can_be_resumed(store):
    games = {how: store.begin(SET_UP, AT) for how in ("finished", "saved", "dropped", "scored")}
    running = [store.begin(SET_UP, AT), store.begin(SET_UP, AT)]
    later = store.begin(SET_UP, AT)
    for how, game in games.items():
        store.end(game, how, "2026-05-02T01:00:00")
    store.end(later, "saved", AT)
    assert [saved.id for saved in store.saved()] == [running[1], running[0], later, games["saved"]]
    assert all(saved.ended is None and saved.set_up == SET_UP for saved in store.saved())
    rows = {row.id: row for row in store.all_games()}
    assert list(rows) == sorted(rows)
    assert rows[games["finished"]].ended == "2026-05-02T01:00:00"
    assert rows[games["scored"]].outcome == "scored"
    assert rows[running[0]].outcome is None


def test_a_game_can_be_taken_up_again(store):
    game = store.begin(SET_UP, AT)
    store.end(game, "finished", AT)
    assert store.saved() == ()
    store.reopen(game)
    [saved] = store.saved()
    assert (saved.id, saved.ended, saved.entries, saved.began) == (game, None, 0, AT)


def test_a_game_is_added_whole_or_not_at_all(store, log, journal):
    game = store.add_game(SET_UP, log, journal, "saved", AT)
    assert store.entries(game, journal).entries == log
    with pytest.raises(StoreError):
        store.add_game(SET_UP, [*log, log[0]], journal, "saved", AT)
    assert [row.id for row in store.all_games()] == [game]


# -- settings and runs ---------------------------------------------------------------------
def test_settings(store, tmp_path):
    assert store.setting("risk", "off") == "off"
    wanted = Settings(risk="always", names=("Ann", "Ben"), last_set_up=SET_UP)
    store.set_setting("settings", msgspec.structs.replace(wanted, risk="off"))
    store.set_setting("settings", wanted)
    store.set_setting("plain", {"a": [1, None]})
    with Store.open(tmp_path) as other:
        assert other.setting("settings", None, Settings) == wanted
        assert other.setting("plain", None) == {"a": [1, None]}
        assert other.setting("plain", "usual", int) == "usual"
    store._db.execute("UPDATE settings SET value = '{torn'")
    assert store.setting("plain", "usual") == "usual"


def test_a_run_that_was_cut_off_is_noticed(tmp_path, log, journal):
    with Store.open(tmp_path) as store:
        assert not store.begin_run(AT)
        game, other = store.begin(SET_UP, AT), store.begin(SET_UP, AT)
        store.append(game, log[0], journal, AT)
        store.end(other, "saved", AT)
        assert [saved.unclean for saved in store.saved()] == [False, False]
    with Store.open(tmp_path) as store:  # the run before has no end
        assert store.begin_run(AT)
        assert {saved.id: saved.unclean for saved in store.saved()} == {game: True, other: False}
        store.append(game, log[1], journal, AT)  # played on in this run
        assert [saved.unclean for saved in store.saved()] == [False, False]
        store.end_run(AT)
    with Store.open(tmp_path) as store:
        assert not store.begin_run(AT)
        assert [saved.unclean for saved in store.saved()] == [False, False]


# -- where it lies -------------------------------------------------------------------------
def test_the_folder_is_the_option_else_the_service_s_else_the_user_s(tmp_path, monkeypatch):
    monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path}/service:{tmp_path}/other")
    assert state_folder(tmp_path / "option") == tmp_path / "option"
    assert state_folder() == tmp_path / "service"
    monkeypatch.delenv("STATE_DIRECTORY")
    monkeypatch.setenv("XDG_STATE_HOME", f"{tmp_path}/state")
    assert state_folder() == tmp_path / "state" / "port-royal"
    for folder in ("option", "service", "state/port-royal"):
        assert stat.S_IMODE((tmp_path / folder).stat().st_mode) == 0o700
    assert not (tmp_path / "other").exists()


def test_a_folder_that_is_there_keeps_its_mode(tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    folder.chmod(0o755)
    state_folder(folder)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755


def test_a_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("x")
    for act in (lambda: state_folder(tmp_path / "file"), lambda: Store.open(tmp_path / "file" / "in")):
        with pytest.raises(StoreError, match=r"cannot be used: .* Choose a folder with --data"):
            act()


# -- versions ------------------------------------------------------------------------------
def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path):
    Store.open(tmp_path).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("PRAGMA user_version = 99")
    db.close()
    with pytest.raises(StoreError, match=r"was written by a newer version of this program \(version 99"):
        Store.open(tmp_path)
    assert [path.name for path in tmp_path.iterdir() if "bad" in path.name] == []


def test_an_older_file_is_brought_up_step_by_step(tmp_path, monkeypatch):
    with Store.open(tmp_path) as store:
        game = store.begin(SET_UP, AT)
    more = (
        *schema.MIGRATIONS,
        ("ALTER TABLE games ADD COLUMN place TEXT",),
        ("CREATE TABLE tags (uid TEXT)",),
    )
    monkeypatch.setattr(schema, "MIGRATIONS", more)
    monkeypatch.setattr(schema, "VERSION", 3)
    monkeypatch.setattr(schema, "TABLES", (*schema.TABLES, "tags"))
    for _ in range(2):
        with Store.open(tmp_path) as store:
            assert store._db.execute("PRAGMA user_version").fetchone() == (3,)
            assert store._db.execute("SELECT place FROM games").fetchall() == [(None,)]
            assert store.set_up(game) == SET_UP
            assert store.notice == ""


def test_a_step_up_that_fails_leaves_the_file_as_it_was(tmp_path, monkeypatch):
    with Store.open(tmp_path) as store:
        game = store.begin(SET_UP, AT)
    failing = ("CREATE TABLE tags (uid TEXT)", "ALTER TABLE nowhere ADD COLUMN x")
    with monkeypatch.context() as patched:
        patched.setattr(schema, "MIGRATIONS", (*schema.MIGRATIONS, failing))
        patched.setattr(schema, "VERSION", 2)
        with pytest.raises(StoreError, match="does not work: no such table: nowhere"):
            Store.open(tmp_path)
    with Store.open(tmp_path) as store:
        assert store.set_up(game) == SET_UP
        assert store.notice == ""


# -- troubles ------------------------------------------------------------------------------
@pytest.mark.parametrize("where", ["head", "middle", "whole", "empty-page"])
def test_an_unreadable_file_is_put_aside_and_said(tmp_path, log, journal, where):
    with Store.open(tmp_path) as store:
        store.add_game(SET_UP, log, journal, "saved", AT)
    file = tmp_path / FILE
    content = bytearray(file.read_bytes())
    match where:
        case "head":
            content[:16] = b"x" * 16
        case "middle":
            content[4096 : 4096 * 3] = bytes(random.Random(1).randbytes(4096 * 2))
        case "whole":
            content = bytearray(b"this is no database, it is a text" * 400)
        case "empty-page":
            content[4096:8192] = bytes(4096)
    file.write_bytes(content)
    for number in (1, 2):
        with Store.open(tmp_path) as store:
            assert store.notice == (
                f"{file} could not be read. It is kept as {FILE}.bad-{number}, and a new file was begun, "
                f"with the {number} games that could be brought back."
            )
            assert store.entries(1, journal).entries == log
            store.begin(SET_UP, AT)
        assert (tmp_path / f"{FILE}.bad-{number}").read_bytes() == content
        file.write_bytes(content)


def test_a_database_of_another_program_is_put_aside(tmp_path):
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("CREATE TABLE recipes (name)")
    db.close()
    with Store.open(tmp_path) as store:
        assert "kept as" in store.notice
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("DROP TABLE settings")
    db.close()
    with Store.open(tmp_path) as store:
        assert "bad-2" in store.notice


def test_a_good_file_has_no_notice(store):
    assert store.notice == ""


def test_a_full_disk_is_said_and_loses_nothing(store, game, log, journal, table):
    [(pages,)] = store._db.execute("PRAGMA page_count")
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    session = restore(table, log)
    entry = session.propose(*[next(iter(session.choices()))])
    big = msgspec.structs.replace(entry, commands=entry.commands * 5_000)
    with pytest.raises(StoreError, match="The disk is full: free some space"):
        store.append(game, big, journal, AT)
    assert store.entries(game, journal).entries == log
    store._db.execute("PRAGMA max_page_count = 1000000")
    store.append(game, entry, journal, AT)
    assert store.entries(game, journal).entries == (*log, entry)


def test_a_file_that_may_not_be_written_is_said(store, game, log, journal):
    store._db.execute("PRAGMA query_only = ON")
    with pytest.raises(StoreError, match="cannot be written: give the folder and the file to the user"):
        store.begin(SET_UP, AT)
    assert store.entries(game, journal).entries == log


def test_a_file_that_another_program_writes_is_waited_for_then_said(store, tmp_path, monkeypatch):
    monkeypatch.setattr(store_file, "BUSY_S", 0.05)
    with Store.open(tmp_path) as other:
        store._db.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="Another program is writing to"):
            other.begin(SET_UP, AT)
        store._db.execute("ROLLBACK")
        assert other.begin(SET_UP, AT) == 1


def test_a_closed_store_is_a_mistake_of_the_program(tmp_path):
    store = Store.open(tmp_path)
    store.close()
    store.close()
    with pytest.raises(sqlite3.ProgrammingError):
        store.begin(SET_UP, AT)


# -- what cannot be read -------------------------------------------------------------------
@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entries SET events = '[[\"sett' WHERE seq = 30",
        "UPDATE entries SET commands = '[[\"no-such-command\",3]]' WHERE seq = 30",
        "UPDATE entries SET events = CAST(X'5BFF22' AS TEXT) WHERE seq = 30",
        "DELETE FROM entries WHERE seq = 30",
    ],
)
def test_entries_are_read_up_to_the_first_that_is_unreadable(store, game, log, journal, table, damage):
    store._db.execute(damage)
    loaded = store.entries(game, journal)
    assert loaded.entries == log[:29]
    assert len(loaded.times) == 29
    assert loaded.dropped == len(log) - 29 - damage.startswith("DELETE")
    restore(table, loaded.entries)


def test_an_undo_of_something_else_ends_what_can_be_read(store, table, journal):
    session = Session(table)
    first = session.play(next(iter(session.choices())))
    game = store.begin(SET_UP, AT)
    store.append(game, first, journal, AT)
    store.append(game, Entry(2, "undo", target=1), journal, AT)
    store.append(game, Entry(3, "redo", target=2), journal, AT)
    store.append(game, Entry(4, "undo", target=1), journal, AT)
    loaded = store.entries(game, journal)
    assert [entry.seq for entry in loaded.entries] == [1, 2]
    assert loaded.dropped == 2
    restore(table, loaded.entries)


def test_a_game_goes_on_before_what_could_not_be_read(store, game, log, journal, table):
    store._db.execute("UPDATE entries SET events = '[torn' WHERE seq = 30")
    session = restore(table, store.entries(game, journal).entries)
    entry = session.propose(next(iter(session.choices())))
    store.append(game, entry, journal, AT)
    session.keep(entry)
    loaded = store.entries(game, journal)
    assert loaded.entries == (*log[:29], entry)
    assert loaded.dropped == 0
    [(lost, first)] = store._db.execute("SELECT count(*), min(seq) FROM lost WHERE game = ?", (game,))
    assert (lost, first) == (len(log) - 29, 30)


def test_a_game_without_a_readable_beginning(store):
    bad, good = store.begin(SET_UP, AT), store.begin(SET_UP, AT)
    store._db.execute("UPDATE games SET set_up = '{\"game\": ' WHERE id = ?", (bad,))
    with pytest.raises(StoreError, match=f"The beginning of game {bad} cannot be read"):
        store.set_up(bad)
    assert [row.id for row in store.all_games()] == [good]
    assert [row.id for row in store.saved()] == [good]


# -- the power goes ------------------------------------------------------------------------
def copies(store: Store, target: Path) -> tuple[Path, bytes]:
    """Copy the files of a store that is open, as they are on the disk, and give the log of SQLite."""
    target.mkdir()
    shutil.copy(store.path, target / FILE)
    return target / f"{FILE}-wal", Path(f"{store.path}-wal").read_bytes()


def test_a_log_cut_anywhere_gives_an_older_state(store, game, log, journal, table, tmp_path, soak):
    wal, content = copies(store, tmp_path / "copy")
    rng = random.Random(11)
    lengths = {0, 1, 31, 32, 33, len(content) - 1, len(content), *(32 + 4120 * k for k in range(0, 60, 7))}
    lengths |= {rng.randrange(len(content)) for _ in range(2_000 if soak else 25)}
    seen = set()
    for length in sorted(lengths):
        if length > len(content):
            continue
        fresh = tmp_path / f"cut-{length}"
        fresh.mkdir()
        shutil.copy(tmp_path / "copy" / FILE, fresh / FILE)
        (fresh / wal.name).write_bytes(content[:length])
        seen.add(older_state(fresh, game, log, journal, table))
    assert max(seen) == len(log)
    assert min(seen) <= 1
    assert len(seen) > 10


def test_a_log_with_a_wrong_byte_gives_an_older_state(store, game, log, journal, table, tmp_path, soak):
    wal, content = copies(store, tmp_path / "copy")
    rng = random.Random(12)
    for number in range(1_000 if soak else 15):
        fresh = tmp_path / f"flip-{number}"
        fresh.mkdir()
        shutil.copy(tmp_path / "copy" / FILE, fresh / FILE)
        torn = bytearray(content)
        torn[rng.randrange(len(torn))] ^= 1 << rng.randrange(8)
        (fresh / wal.name).write_bytes(torn)
        older_state(fresh, game, log, journal, table)


def older_state(folder, game, log, journal, table) -> int:
    """Open what is left: it must be a beginning of the log, without a complaint; give its length."""
    with Store.open(folder) as store:
        assert store.notice == ""
        if game not in {row.id for row in store.all_games()}:
            return -1
        loaded = store.entries(game, journal)
        assert loaded.dropped == 0
        assert loaded.entries == log[: len(loaded.entries)]
        restore(table, loaded.entries)
        return len(loaded.entries)
