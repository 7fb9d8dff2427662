"""The desk when a disk is full or devices are lost, and the settings that it keeps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.cardnames import CardNames
from companion.flow import Resuming, Settings
from companion.ledger import AGAIN_S, RETRY_S
from companion.outfit import load_settings
from companion.store import StoreError
from drivers.ports import DisplayBack, DisplayLost, ReaderBack, ReaderLost
from paper_desk import BLUE, GREEN, RED, Paper


def fill_disk(table: Paper, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let the store refuse to write while the list given is not empty."""
    full = ["The disk is full."]

    def refusing(name: str) -> Callable[..., Any]:
        write = getattr(table.store, name)

        def attempt(*args: Any) -> Any:
            if full:
                raise StoreError(full[0])
            return write(*args)

        return attempt

    for name in ("begin", "append", "end", "reopen", "set_setting", "begin_run"):
        monkeypatch.setattr(table.store, name, refusing(name))
    return full


# -- a disk that is full -----------------------------------------------------------------
def test_a_full_disk_keeps_the_game_in_memory_and_says_so(
    game: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = fill_disk(game, monkeypatch)
    assert game.tap(BLUE) == ("trouble",), "no tick: it is not saved"
    assert game.shows("harbor 1", "cannot be saved")
    assert game.tap(GREEN) == ("trouble",)
    assert game.shows("harbor 2")
    assert not game.shows("cannot be saved"), "the game goes on"
    assert game.written() == [("Ben", None, 0)]
    full.clear()
    assert game.desk.next_wake_s(game.now_s) <= game.now_s + RETRY_S
    game.pass_time(RETRY_S)
    assert game.shows("all of the game is saved")
    assert game.written() == [("Ben", None, 2)]
    assert game.tap(RED) == ("tick",)


def test_the_next_entry_saves_what_was_due(game: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    full = fill_disk(game, monkeypatch)
    game.tap(BLUE)
    full.clear()
    assert game.tap(GREEN) == ("tick",)
    assert game.written() == [("Ben", None, 2)]


def test_a_game_begun_on_a_full_disk_is_written_later(table: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    full = fill_disk(table, monkeypatch)
    table.press("yes")
    assert table.shows("cannot be saved")
    table.tap(BLUE)
    assert table.written() == []
    assert table.pass_time(RETRY_S) == ("trouble",)
    assert not table.shows("cannot be saved"), "it was said a moment ago"
    table.pass_time(AGAIN_S)
    assert table.shows("cannot be saved")
    full.clear()
    table.pass_time(RETRY_S)
    assert table.written() == [("Ben", None, 1)]
    assert load_settings(table.store).names == ("Ann", "Ben")


def test_a_full_disk_at_the_start_is_no_reason_to_stay_off(
    game: Paper, monkeypatch: pytest.MonkeyPatch
) -> None:
    game.tap(BLUE)
    full = fill_disk(game, monkeypatch)
    assert isinstance(game.boot().mode, Resuming)
    assert game.shows("cannot be saved")
    game.press("yes")
    game.tap(GREEN)
    full.clear()
    game.tap(RED)
    assert game.written() == [("Ben", None, 3)]


# -- settings and devices ----------------------------------------------------------------
def test_settings_are_kept(game: Paper) -> None:
    game.press("menu")
    game.press("next")
    assert game.desk.context(1.0).settings.risk == "always"
    assert load_settings(game.store).risk == "always"


def test_other_marks_are_other_names(game: Paper) -> None:
    assert isinstance(game.desk.context(1.0).names, CardNames)
    game.desk._set(Settings(marks="letters"))
    assert game.desk.context(1.0).names.token("ship-red-1-1") == "R1"


def test_lost_devices_are_listed_and_alarm_every_ten_seconds(game: Paper) -> None:
    lost = game.desk.handle(ReaderLost("main", "unplugged", game.now_s))
    assert lost.signals == ("trouble",)
    assert lost.changed
    assert game.shows("reader")
    assert game.desk.next_wake_s(game.now_s) == game.now_s + 1
    heard = sum(game.pass_time(1.0).count("trouble") for _ in range(120))
    assert heard == 5, "with the first one six in the first minute, and none after it"
    game.desk.handle(ReaderBack("main", game.now_s))
    assert not game.desk.context(1.0).lost
    assert game.desk.next_wake_s(game.now_s) is None


def test_a_display_and_a_reader_of_the_same_name_are_two_devices(game: Paper) -> None:
    game.desk.handle(ReaderLost("main", "", 1.0))
    game.desk.handle(DisplayLost("main", "", 1.0))
    assert [lost.name for lost in game.desk.context(1.0).lost] == ["reader", "main"]
    game.desk.handle(DisplayBack("main", 1.0))
    assert [lost.name for lost in game.desk.context(1.0).lost] == ["reader"]


def test_without_a_deck_every_tag_is_unknown(game: Paper) -> None:
    game.boot(deck=None)
    game.press("yes")
    game.tap(BLUE)
    assert game.desk.mode.key == "unknown-tag"
    assert game.desk.context(1.0).deck_name == ""


def test_it_wakes_when_the_picture_changes_by_itself(game: Paper) -> None:
    assert game.desk.next_wake_s(game.now_s) is None
    game.tap(BLUE)
    assert game.desk.next_wake_s(game.now_s) == game.now_s + 4.0
