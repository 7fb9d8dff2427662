"""The service, saved games and the deck."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.catalogue import Catalogues
from companion.decks.file import write_deck
from companion.decks.order import heaps, in_box
from companion.decks.record import Deck, deck_of
from companion.decks.sample import sample_deck, sample_uid
from companion.decks.shelf import Shelf
from companion.doctor.machine import Output
from companion.store import FILE, Store
from engine.games import SetUp

UART = "readers: {main: {kind: pn532-uart}}"


# -- the service -------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("state", "status", "words"),
    [
        ({"active": "active"}, "ok", "The service is active."),
        ({"active": "inactive"}, "ok", "The service is inactive."),
        ({"active": "failed"}, "failure", "has failed"),
        ({"active": "activating"}, "failure", "again and again"),
        ({"active": "active", "enabled": False}, "warning", "will not start"),
        ({"active": "active", "restarts": 3}, "warning", "failed 3 times"),
        ({"active": "inactive", "loaded": "not-found"}, "skipped", "not installed"),
    ],
)
def test_the_service_is_judged(pi, ask, state: dict, status: str, words: str) -> None:
    pi.service_is(**state)
    found = ask(pi, UART).of("service", "state")
    assert found.status == status
    assert words in found.message
    assert bool(found.fix) == (status in ("failure", "warning"))


def test_without_systemd_there_is_no_service(pi, ask) -> None:
    del pi.files["/run/systemd/system/x"]
    assert ask(pi, UART).status("service", "state") == "skipped"


def test_a_systemd_that_does_not_answer_is_none(pi, ask) -> None:
    pi.outputs = {key: Output(1) if "show" in key else output for key, output in pi.outputs.items()}
    assert ask(pi, UART).status("service", "state") == "skipped"


# -- saved games -------------------------------------------------------------------------
def test_games_that_are_sound_are_counted(pi, ask, tmp_path: Path) -> None:
    assert ask(pi, "{}").of("saved games", "database").message == "No game was saved yet."
    with Store.open(tmp_path) as store:
        store.begin(SetUp(game="port-royal", players=("Ann", "Ben")), "2024-11-01T20:00:00")
    pi.writable.add(str(tmp_path / FILE))
    before = (tmp_path / FILE).read_bytes()
    found = ask(pi, "{}").of("saved games", "database")
    assert (found.status, found.message.endswith("is sound; saved games in it: 1.")) == ("ok", True)
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\0" + bytes(4000)])
def test_a_damaged_file_is_told_and_left_as_it_is(pi, ask, tmp_path: Path, content: bytes) -> None:
    (tmp_path / FILE).write_bytes(content)
    pi.writable.add(str(tmp_path / FILE))
    found = ask(pi, "{}").of("saved games", "database")
    assert found.status == "failure"
    assert "is damaged" in found.message
    assert (tmp_path / FILE).read_bytes() == content


def test_a_file_with_a_broken_page_is_told(pi, ask, tmp_path: Path) -> None:
    path = tmp_path / FILE
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE games (id INTEGER PRIMARY KEY, x TEXT)")
        database.executemany("INSERT INTO games (x) VALUES (?)", [("x" * 500,)] * 60)
    database.close()
    content = bytearray(path.read_bytes())
    content[3 * 4096 : 3 * 4096 + 60] = b"\xff" * 60
    path.write_bytes(content)
    pi.writable.add(str(path))
    assert ask(pi, "{}").status("saved games", "database") == "failure"


def test_little_room_on_the_disk_is_told(pi, ask, monkeypatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=60_000_000))
    assert ask(pi, "{}").of("saved games", "room").message == "60 MB are free for saved games."
    monkeypatch.setattr("shutil.disk_usage", lambda _path: SimpleNamespace(free=7))
    found = ask(pi, "{}").of("saved games", "room")
    assert (found.status, found.message) == ("warning", "Only 0 MB are free where games are saved.")
    assert "apt clean" in found.fix


def test_a_file_that_was_only_begun_is_no_damage(pi, ask, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"")
    pi.writable.add(str(tmp_path / FILE))
    assert ask(pi, "{}").of("saved games", "database").message == "No game was saved yet."


def test_files_and_folders_of_somebody_else_are_told(pi, ask, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"")
    found = ask(pi, "{}").of("saved games", "database")
    assert found.fix.startswith("sudo chown ann ")


def test_a_folder_that_cannot_be_made_is_told(pi, bench, config_of, tmp_path: Path) -> None:
    from companion.doctor.checks import examine
    from companion.doctor.parts import parts_of

    (tmp_path / "file").write_text("")
    parts = parts_of(config_of("{}"), tmp_path / "file" / "folder")
    [found] = [f for f in examine(parts, pi, bench.probes, bench.probes) if f.part == "saved games"]
    assert (found.status, "--data" in found.fix) == ("failure", True)
    parts = parts_of(config_of("{}"), tmp_path)
    [found] = [f for f in examine(parts, pi, bench.probes, bench.probes) if f.part == "saved games"]
    assert found.fix == f"sudo chown -R ann {tmp_path}"


# -- the deck ----------------------------------------------------------------------------
@pytest.fixture(scope="module")
def whole_deck() -> Deck:
    return sample_deck("port-royal", Catalogues().cards)


def test_a_whole_deck_is_fine(pi, ask, tmp_path: Path, whole_deck: Deck) -> None:
    (tmp_path / "deck.yaml").write_text(write_deck(whole_deck))
    found = ask(pi, "deck: deck.yaml").of("deck", "deck")
    assert (found.status, found.message) == (
        "ok",
        f"All {len(whole_deck.cards)} cards of 'sample' have a tag.",
    )


@pytest.mark.parametrize("count", [1, 5])
def test_cards_without_a_tag_are_named(pi, ask, tmp_path: Path, whole_deck: Deck, count: int) -> None:
    fewer = dict(list(whole_deck.cards.items())[count:])
    (tmp_path / "deck.yaml").write_text(write_deck(deck_of("mine", "port-royal", fewer)))
    found = ask(pi, "deck: deck.yaml").of("deck", "deck")
    assert found.status == "warning"
    assert found.message.startswith(f"{count} of the {len(whole_deck.cards)} cards of 'mine' have no tag: ")
    assert found.message.endswith(", ...." if count > 3 else f"{next(iter(whole_deck.cards.values()))}.")


@pytest.mark.parametrize("text", [None, "{", json.dumps({"name": "x", "game": "x", "cards": {}})])
def test_a_deck_that_cannot_be_read_is_told(pi, ask, tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "deck.yaml").write_text(text)
    found = ask(pi, "deck: deck.yaml").of("deck", "deck")
    assert found.status == "failure"
    assert "deck.yaml" in found.message
    assert ("where your deck file lies" in found.fix) == (text is None)


def test_without_a_deck_in_the_config_the_decks_in_use_are_looked_at(pi, ask, tmp_path: Path) -> None:
    found = ask(pi, "{}").of("deck", "deck")
    assert (found.status, "No deck is in use" in found.message) == ("ok", True)
    shelf = Shelf(tmp_path, Catalogues().cards)
    box = shelf.new("Box 1", "port-royal", "00000001")
    shelf.new("Box 2", "port-royal", "00000002")
    shelf.choose("port-royal", "Box 1")
    found = ask(pi, "{}").of("deck", "deck")
    assert (found.status, found.message[:45]) == ("warning", "120 of the 120 cards of 'Box 1' have no tag: ")
    names = [name for heap in in_box(heaps(Catalogues().cards("port-royal"))) for name in heap.names]
    whole = deck_of(box.name, box.game, {sample_uid(name).hex(): name for name in names}, box.id)
    shelf.save(whole)
    found = ask(pi, "{}").of("deck", "deck")
    assert (found.status, found.message) == ("ok", "All 120 cards of 'Box 1' have a tag.")
    (shelf.folder / "Box 1.json").write_text("{")
    found = ask(pi, "{}").of("deck", "deck")
    assert (found.status, "The copy beside it is good" in found.message) == ("warning", True)
    (shelf.folder / "Box 1.json.bak").write_text("{")
    found = ask(pi, "{}").of("deck", "deck")
    assert (found.status, "Box 1.json, line" in found.message) == ("failure", True)


# -- the language ------------------------------------------------------------------------
def test_a_language_without_words_is_told(pi, ask) -> None:
    found = ask(pi, "language: de").of("language", "texts")
    assert (found.status, found.message) == (
        "warning",
        "There are no words in 'de' yet: the table speaks English.",
    )
    assert not [each for each in ask(pi, "language: en") if each.part == "language"]
