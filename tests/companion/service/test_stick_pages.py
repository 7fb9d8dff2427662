"""The page of the USB stick: games and decks are saved to it and come from it, and updates are begun."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.chores import Done
from companion.decks.file import write_deck
from companion.decks.sample import sample_deck
from companion.decks.shelf import Shelf
from companion.export import import_script
from companion.flow import Playing
from companion.machine import Machine
from companion.power import begin_update
from companion.service import stick as stick_module
from companion.service.stick import save_to_stick, stick
from companion.service.stick_import import find_on_stick
from companion.stick_pages import Found, Told, Working
from companion.store import Store
from device_hand import AT, CATALOGUES, SET_UP, Hand


# -- USB stick -----------------------------------------------------------------------------
@pytest.fixture
def usb(tmp_path: Path) -> Path:
    """Give the folder that stands for a stick."""
    folder = tmp_path / "usb"
    folder.mkdir()
    return folder


def put_deck(folder: Path, name: str, tags: int | None = None) -> None:
    deck = sample_deck("port-royal", CATALOGUES.cards)
    entries = deck.entries if tags is None else deck.entries[:tags]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.json").write_text(write_deck(replace(deck, name=name, entries=entries)))


def test_all_is_saved_to_a_stick(
    hand: Callable[..., Hand], tmp_path: Path, usb: Path, system: Callable[[str, str], None]
) -> None:
    system("journalctl", 'echo "journal of $2"')
    state, config = tmp_path / "state", tmp_path / "table.yaml"
    config.write_text("displays:\n  main: {kind: ssd1306-i2c, bus: 97}\n")
    put_deck(state / "decks", "Box 1")
    it = hand({"export": lambda: save_to_stick(usb, state, config, AT)})
    it.desk.begin(SET_UP)
    it.press("m")
    it.choose("Options", "Device, power off", "Save to USB stick")
    assert isinstance(it.mode, Working | Told)
    it.hear()
    assert isinstance(it.mode, Told)
    rows = ["Pull the stick out.", "It has a new folder:", "port-royal-20260506"]
    assert it.lines == ["SAVE TO USB STICK", "DONE", *rows, "N:back"]
    saved = usb / "port-royal-20260506"
    assert sorted(path.relative_to(saved).as_posix() for path in saved.rglob("*") if path.is_file()) == [
        "backup.tar.gz",
        "decks/Box 1.json",
        "games/game-1.yaml",
        "log.txt",
    ]
    assert "journal of port-royal.service" in (saved / "log.txt").read_text()
    assert "Ann" in (saved / "games" / "game-1.yaml").read_text()
    assert save_to_stick(usb, state, config, AT).file == "port-royal-20260506-2"
    it.press("y")
    assert isinstance(it.mode, Machine)


def test_decks_come_from_a_stick_and_none_is_lost(
    hand: Callable[..., Hand], tmp_path: Path, usb: Path
) -> None:
    state = tmp_path / "state"
    put_deck(state / "decks", "Box 1", 10)
    put_deck(state / "decks", "Box 2", 20)
    put_deck(usb, "Box 1", 30)  # another deck of the same name
    put_deck(usb, "Copy", 20)  # the same as Box 2
    put_deck(usb / "port-royal-2026-01-01" / "decks", "Box 3", 5)
    put_deck(usb / "port-royal-2026-02-02" / "decks", "Box 4", 6)
    (usb / "spoiled.json").write_text("{")
    it = hand({"import": lambda: find_on_stick(usb, state)})
    it.choose("Settings", "Device, power off", "Take from USB stick")
    it.hear()
    assert isinstance(it.mode, Found)
    assert it.lines == [
        "TAKE FROM USB STICK",
        "2 NEW",
        "decks 2, games 0",
        "new names for 1",
        "already here: 1",
        "Y:take them N:back",
    ]
    it.press("y")
    assert isinstance(it.mode, Machine)
    shelf = Shelf(state, CATALOGUES.cards)
    assert shelf.names() == ("Box 1", "Box 1 2", "Box 2", "Box 4")
    assert [len(shelf.open(name).deck.entries) for name in shelf.names()] == [10, 30, 20, 6]


def test_games_come_from_a_stick_once_and_go_on_here(
    hand: Callable[..., Hand], tmp_path: Path, usb: Path, scenarios: Path
) -> None:
    other = tmp_path / "other"
    with Store.open(other) as store:
        for name in ("adventure/V06-V08-two-months", "port-royal/games/game-002-first-edition-2"):
            import_script(store, scenarios / f"{name}.yaml", AT)
        sent = [row.set_up for row in store.all_games()]
    assert save_to_stick(usb, other, None, AT).file
    (usb / "no-script.yaml").write_text("readers: {}\n")
    it = hand({"import": lambda: find_on_stick(usb, tmp_path / "state")})
    it.choose("Settings", "Device, power off", "Take from USB stick")
    it.hear()
    assert it.lines[1:3] == ["2 NEW", "decks 0, games 2"]
    it.press("y")
    rows = it.store.all_games()
    assert [row.outcome for row in rows] == ["saved", "finished"]
    assert [row.set_up for row in rows] == sent
    it.choose("Take from USB stick")
    it.hear()
    assert it.lines[1:4] == ["0 NEW", "already here: 2", "N:back"]
    it.press("n m m")
    it.choose("Resume")
    it.press("y")
    assert isinstance(it.mode, Playing)
    assert it.desk.session is not None
    assert it.desk.session.seq == rows[0].entries


def test_a_game_that_was_played_on_elsewhere_is_another_game(
    hand: Callable[..., Hand], tmp_path: Path, usb: Path
) -> None:
    state = tmp_path / "state"
    it = hand({"import": lambda: find_on_stick(usb, state)})
    it.desk.begin(SET_UP)
    save_to_stick(usb, state, None, AT)
    assert find_on_stick(usb, state).same == 1
    script = usb / "port-royal-20260506" / "games" / "game-1.yaml"
    played = script.read_text().partition("  - {expect")[0] + "  - {reveal: sailor-3-1}\n"
    script.write_text(played)
    [game] = find_on_stick(usb, state).games
    assert (len(game.entries), game.over) == (1, False)
    script.write_text(played + "  - {expect: {round: 9}}\n")
    assert "game-1.yaml" in find_on_stick(usb, state).trouble


def test_troubles_with_a_stick_are_sentences(
    hand: Callable[..., Hand], tmp_path: Path, usb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = hand({"import": lambda: find_on_stick(usb, tmp_path / "state")})
    it.choose("Settings", "Device, power off", "Take from USB stick")
    it.hear()
    assert it.lines[1:4] == ["NOT DONE", "There is no deck and", "no game on the stick."]
    it.press("n")
    assert isinstance(it.mode, Machine)
    assert "stick cannot be read" in find_on_stick(usb / "gone", tmp_path / "state").trouble
    (usb / "spoiled.json").write_text("{")
    assert "spoiled.json" in find_on_stick(usb, tmp_path / "state").trouble

    def full(*_: object) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(stick_module, "_new_folder", full)
    assert save_to_stick(usb, tmp_path / "state", None, AT).trouble == "The stick is full."


def test_nothing_to_save_is_told(tmp_path: Path, usb: Path) -> None:
    assert "nothing to save" in save_to_stick(usb, tmp_path / "none", None, AT).trouble


def test_a_stick_is_there_when_one_is_mounted(
    tmp_path: Path, usb: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert stick({"PORT_ROYAL_STICK": str(usb)}) == usb
    assert stick({"PORT_ROYAL_STICK": str(tmp_path / "none")}) is None
    monkeypatch.setattr(stick_module, "PLACE", usb)
    assert stick({}) is None, "a folder where nothing is mounted is the card of the device"
    monkeypatch.setattr(stick_module, "PLACE", Path("/proc"))
    assert stick({}) == Path("/proc")


def test_the_page_of_the_stick_may_be_left(hand: Callable[..., Hand], usb: Path) -> None:
    go = threading.Event()
    it = hand({"export": lambda: Done("export", file=str(go.wait(10)))})
    it.choose("Settings", "Device, power off", "Save to USB stick")
    assert it.lines == ["SAVE TO USB STICK", "WAIT", "Leave the stick in", "N:back"]
    it.press("n")
    assert isinstance(it.mode, Machine)
    go.set()
    it.hear()
    assert isinstance(it.mode, Machine)


def test_an_update_on_the_stick_is_begun(
    hand: Callable[..., Hand], usb: Path, system: Callable[[str, str], None]
) -> None:
    system("systemctl", 'test "$*" = "start --no-ask-password --no-block port-royal-update.service"')
    it = hand({"update": lambda: begin_update(usb)})
    it.choose("Settings", "Device, power off", "Update from stick")
    it.hear()
    assert it.lines[:4] == ["UPDATE FROM USB STICK", "NOT DONE", "There is no update on", "the stick: a file"]
    (usb / "port-royal-2.0.0.tar.gz").touch()
    it.press("n")
    it.choose("Update from stick")
    it.hear()
    assert it.lines[1:] == [
        "DONE",
        "It takes minutes.",
        "The table then starts",
        "anew, games are kept",
        "N:back",
    ]
    system("systemctl", "exit 4")
    assert "does not let us" in begin_update(usb).trouble
    assert "cannot be updated" in begin_update(usb, ("no-such-tool",)).trouble
    assert "No USB stick" in begin_update(None).trouble
