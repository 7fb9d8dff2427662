"""Backups: everything a table keeps, checked before anything changes, made while the table is on."""

from __future__ import annotations

import gzip
import io
import os
import random
import stat
import tarfile
from pathlib import Path

import pytest

from companion import backup
from companion.backup import FILE, BackupError, make_backup, packed, served_config, served_state
from companion.backup_restore import read_backup, restore_backup
from companion.catalogue import Catalogues
from companion.cli import main
from companion.config import ConfigError
from companion.decks.file import write_deck
from companion.decks.record import DeckError
from companion.decks.sample import sample_deck
from companion.store import Store, StoreError
from companion.store_file import in_use
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.session import Session

AT = "2026-05-06T19:30:00+02:00"
CONFIG = "deck: box.json\ndisplays:\n  main: {kind: ssd1306-i2c, bus: 97}\n"


def play(store: Store, *players: str) -> None:
    """Begin a game with three entries."""
    set_up = SetUp(game="port-royal", players=players)
    table = open_table(set_up, Catalogues().cards("port-royal"))
    session, game = Session(table), store.begin(set_up, AT)
    for _ in range(3):
        entry = session.propose(next(iter(session.choices())))
        store.append(game, entry, Journal(table.rules), AT)
        session.keep(entry)


def games(state: Path) -> list[tuple[tuple[str, ...], int]]:
    with Store.open(state) as store:
        return [(row.set_up.players, row.entries) for row in store.all_games()]


@pytest.fixture
def table(tmp_path: Path) -> tuple[Path, Path]:
    """Give a state folder and a config with everything in them."""
    state, config = tmp_path / "state", tmp_path / "etc" / "table.yaml"
    config.parent.mkdir()
    config.write_text(CONFIG)
    deck = write_deck(sample_deck("port-royal", Catalogues().cards))
    (config.parent / "box.json").write_text(deck)
    with Store.open(state) as store:
        play(store, "Ann", "Ben")
    for folder, name, text in (("decks", "Box 1.json", deck), ("packs", "mine.yaml", "pack: 1\n")):
        (state / folder).mkdir()
        (state / folder / name).write_text(text)
    return state, config


def content_of(*folders: Path) -> dict[str, bytes]:
    """Give every file below folders, but for what SQLite keeps beside its database."""
    return {
        str(path): path.read_bytes()
        for folder in folders
        for path in folder.rglob("*")
        if path.is_file() and not path.name.endswith(("-wal", "-shm"))
    }


def test_all_comes_back_on_another_machine(tmp_path: Path, table: tuple[Path, Path]) -> None:
    state, config = table
    made = make_backup(tmp_path / "all.tar.gz", state, config, AT)
    assert made.names == (
        FILE,
        "decks/Box 1.json",
        "packs/mine.yaml",
        "config/table.yaml",
        "config/box.json",
    )
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600, "it tells which tag is which card"
    other, etc = tmp_path / "other", tmp_path / "other-etc" / "table.yaml"
    back = restore_backup(made.path, other, etc, AT)
    assert (back.names, back.made, back.before, back.not_placed) == (made.names, AT, None, ())
    assert games(other) == [(("Ann", "Ben"), 3)]
    for folder in ("decks", "packs"):
        assert (
            content_of(other / folder).values().__repr__() == content_of(state / folder).values().__repr__()
        )
    assert etc.read_text() == CONFIG
    assert (etc.parent / "box.json").read_bytes() == (config.parent / "box.json").read_bytes()
    assert stat.S_IMODE(etc.stat().st_mode) == 0o644, "the service must be able to read it"


def test_a_backup_is_made_while_the_table_plays(tmp_path: Path, table: tuple[Path, Path]) -> None:
    state, _ = table
    with in_use(state), Store.open(state) as store:
        play(store, "Cem", "Dot")
        make_backup(tmp_path / "all.tar.gz", state, None, AT)
        play(store, "Eva", "Fay")
        with pytest.raises(StoreError, match="switch it off first"):
            restore_backup(tmp_path / "all.tar.gz", state, None, AT)
    restore_backup(tmp_path / "all.tar.gz", tmp_path / "other", None, AT)
    assert games(tmp_path / "other") == [(("Ann", "Ben"), 3), (("Cem", "Dot"), 3)]


def test_what_was_there_before_can_be_brought_back(tmp_path: Path, table: tuple[Path, Path]) -> None:
    state, config = table
    make_backup(tmp_path / "old.tar.gz", state, config, AT)
    with Store.open(state) as store:
        play(store, "Cem", "Dot")
    config.write_text(CONFIG + "language: de\n")
    config.chmod(0o640)
    back = restore_backup(tmp_path / "old.tar.gz", state, config, AT)
    assert games(state) == [(("Ann", "Ben"), 3)]
    assert config.read_text() == CONFIG
    assert stat.S_IMODE(config.stat().st_mode) == 0o640
    assert "language: de" in (config.parent / "table.yaml.before-restore").read_text()
    assert back.before is not None
    restore_backup(back.before, state, config, AT)
    assert games(state) == [(("Ann", "Ben"), 3), (("Cem", "Dot"), 3)]
    assert "language: de" in config.read_text()


def test_a_damaged_database_is_put_aside_and_replaced(tmp_path: Path, table: tuple[Path, Path]) -> None:
    state, _ = table
    make_backup(tmp_path / "all.tar.gz", state, None, AT)
    (state / FILE).write_bytes(b"no database" * 1000)
    restore_backup(tmp_path / "all.tar.gz", state, None, AT)
    assert games(state) == [(("Ann", "Ben"), 3)]
    assert any(".bad-" in path.name for path in state.iterdir())


def test_any_spoiled_byte_is_found_and_nothing_changes(
    tmp_path: Path, table: tuple[Path, Path], soak: bool
) -> None:
    state, config = table
    whole = make_backup(tmp_path / "all.tar.gz", state, config, AT).path.read_bytes()
    bare = gzip.decompress(whole)
    before = content_of(state, config.parent)
    rng = random.Random(1)
    spoiled = tmp_path / "spoiled.tar.gz"
    for _ in range(2_000 if soak else 60):
        at = rng.randrange(len(bare))
        changed = bytearray(bare)
        changed[at] ^= 1 << rng.randrange(8)
        spoiled.write_bytes(gzip.compress(bytes(changed), 1))
        try:
            read_backup(spoiled)
        except BackupError as error:
            assert str(error).endswith(".")  # noqa: PT017 - most of them raise
            continue
        assert _same_members(bare, bytes(changed)), "only what means nothing may differ"
    for length in (0, 1, 10, len(whole) // 2, len(whole) - 1):
        spoiled.write_bytes(whole[:length])
        with pytest.raises(BackupError):
            restore_backup(spoiled, state, config, AT)
    assert content_of(state, config.parent) == before


def _same_members(one: bytes, other: bytes) -> bool:
    """Tell whether two tar files have the same names and contents: padding and dates may differ."""
    read = [
        {m.name: tar.extractfile(m).read() for m in tar}
        for data in (one, other)
        for tar in [tarfile.open(fileobj=io.BytesIO(data))]  # noqa: SIM115 - nothing is held open
    ]
    return read[0] == read[1]


@pytest.mark.parametrize("name", ["../evil", "decks/../../evil", "/etc/passwd", "decks/a/b", "other.txt"])
def test_no_member_leads_out_of_its_folder(tmp_path: Path, name: str) -> None:
    path = tmp_path / "evil.tar.gz"
    path.write_bytes(packed({name: b"x"}, AT))
    with pytest.raises(BackupError, match="does not belong there"):
        restore_backup(path, tmp_path / "state", None, AT)
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize(
    ("contents", "error"),
    [
        ({FILE: b"no database" * 500}, BackupError),
        ({"decks/a.json": b"no deck"}, DeckError),
        ({"config/table.yaml": b"displays: 5\n"}, ConfigError),
    ],
)
def test_what_cannot_be_used_is_refused_before_anything_changes(
    tmp_path: Path, table: tuple[Path, Path], contents: dict[str, bytes], error: type[Exception]
) -> None:
    state, config = table
    before = content_of(state, config.parent)
    path = tmp_path / "odd.tar.gz"
    path.write_bytes(packed({"packs/new.yaml": b"pack: 2\n", **contents}, AT))
    with pytest.raises(error):
        restore_backup(path, state, config, AT)
    assert content_of(state, config.parent) == before


def test_a_newer_backup_and_other_files_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "b.tar.gz"
    with pytest.raises(BackupError, match="There is no file"):
        read_backup(path)
    path.write_bytes(gzip.compress(b"hello"))
    with pytest.raises(BackupError, match=r"damaged|no backup"):
        read_backup(path)
    monkeypatch.setattr(backup, "FORMAT", 2)
    path.write_bytes(packed({"packs/a.yaml": b""}, AT))
    with pytest.raises(BackupError, match="newer version"):
        read_backup(path)


def test_an_unreadable_deck_is_left_out_and_named(tmp_path: Path, table: tuple[Path, Path]) -> None:
    state, _ = table
    (state / "decks" / "bad.json").write_text('{"format": "port-royal-deck/1", "name"')
    made = make_backup(tmp_path / "all.tar.gz", state, None, AT)
    assert "decks/bad.json" not in made.names
    assert "bad.json" in made.left_out[0]


def test_nothing_to_save_and_a_folder_as_the_file(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="nothing to save"):
        make_backup(tmp_path / "a.tar.gz", tmp_path / "none", None, AT)
    with pytest.raises(BackupError, match="is a folder"):
        make_backup(tmp_path, tmp_path / "none", None, AT)


def test_root_gives_files_to_the_owner_of_the_state_folder(tmp_path: Path, table: tuple[Path, Path]) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    state, config = table
    make_backup(tmp_path / "all.tar.gz", state, config, AT)
    for path in (state, *state.rglob("*")):
        os.chown(path, 4711, 4712)
    (state / "decks" / "Box 1.json").unlink()
    restore_backup(tmp_path / "all.tar.gz", state, config, AT)
    assert {(path.stat().st_uid, path.stat().st_gid) for path in state.rglob("*")} == {(4711, 4712)}
    assert config.stat().st_uid == 0


def test_the_commands(tmp_path: Path, table: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    state, config = table
    file, other = str(tmp_path / "all.tar.gz"), str(tmp_path / "other")
    assert main(["backup", file, "--data", str(state), "--config", str(config)]) == 0
    assert capsys.readouterr().out.startswith(f"Saved in {file}: port-royal.db, decks/Box 1.json")
    assert main(["restore", file, "--data", other]) == 0
    out, err = capsys.readouterr()
    assert "Brought back what was saved on" in out
    assert "config/table.yaml was left in the backup" in err
    assert main(["restore", str(config), "--data", other]) == 2
    assert "no backup" in capsys.readouterr().err


def test_the_services_folders_are_meant_where_nobody_names_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "SERVED_STATE", tmp_path)
    monkeypatch.setattr(backup, "SERVED_CONFIG", tmp_path / "table.yaml")
    assert served_state(None, {}) == tmp_path
    assert served_state(Path("mine"), {}) == Path("mine")
    assert served_state(None, {"STATE_DIRECTORY": "/somewhere"}) is None
    assert served_config(None) is None
    (tmp_path / "table.yaml").touch()
    assert served_config(None) == tmp_path / "table.yaml"
    assert served_config(Path("mine")) == Path("mine")
