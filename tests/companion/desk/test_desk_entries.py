"""The desk with small flows of its own: what it does with each part of a reply, and in which order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.decks.sample import sample_uid
from companion.flow import STAY, Home, Playing, Press, Refused
from companion.notes import NOTE_S
from companion.outfit import load_settings
from drivers.ports import ButtonLong, ButtonShort, CardGone, CardsClash, CardSeen, ReaderLost
from engine.games import SetUp
from engine.kernel import Illegal
from engine.portroyal import messages as m
from paper_desk import BLUE, FLOWS, GREEN, NDEF_TEXT, RED, SET_UP, Asking, Opened, Paper, position


# -- beginning ---------------------------------------------------------------------------
def test_nothing_saved_is_home(table: Paper) -> None:
    assert isinstance(table.desk.mode, Home)
    assert table.desk.session is None
    assert table.shows("HOME")


def test_a_game_is_begun_and_written(table: Paper) -> None:
    assert table.press("yes") == ("tick",)
    assert isinstance(table.desk.mode, Playing)
    assert table.desk.session.state.active == 1
    assert table.written() == [("Ben", None, 0)]


def test_the_start_player_is_drawn_by_lot(tmp_path: Path) -> None:
    drawn_by_lot = set()
    for seed in range(8):
        table = Paper(tmp_path / str(seed), seed=seed)
        table.press("menu")
        drawn_by_lot.add(table.written()[0][0])
        assert table.desk.settings.last_set_up.start == "", "next time it is by lot again"
        table.store.close()
    assert drawn_by_lot == {"Ann", "Ben"}


def test_players_and_the_last_set_up_are_remembered(game: Paper) -> None:
    settings = load_settings(game.store)
    assert settings.names == ("Ann", "Ben")
    assert settings.last_set_up == msgspec.structs.replace(SET_UP, start="Ben")
    game.desk.begin(msgspec.structs.replace(SET_UP, players=("Cem", "Ben")))
    assert load_settings(game.store).names == ("Cem", "Ben", "Ann")


def test_a_tap_that_begins_a_game_is_played(table: Paper) -> None:
    assert table.tap(BLUE) == ("tick", "tick")
    assert table.desk.session.facts()["harbor"] == ["ship-blue-1-1"]


def test_a_set_up_that_cannot_be_is_refused(table: Paper) -> None:
    with pytest.raises(Illegal, match="cannot be begun"):
        table.desk.begin(SetUp(game="port-royal", players=("Ann",)))
    with pytest.raises(Illegal, match="cannot be begun"):
        table.desk.begin(SetUp(game="chess", players=("Ann", "Ben")))
    assert isinstance(table.desk.mode, Home)


# -- entries -----------------------------------------------------------------------------
def test_an_entry_is_on_disk_before_it_is_seen_or_heard(game: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    append = game.store.append

    def watched(*args: Any) -> None:
        seen.append((game.desk.session.seq, game.shows("harbor 0")))
        append(*args)

    monkeypatch.setattr(game.store, "append", watched)
    assert game.tap(BLUE) == ("tick",)
    assert seen == [(0, True)]
    assert game.written() == [("Ben", None, 1)]
    assert game.shows("harbor 1")


def test_a_refused_command_changes_nothing_and_says_so(game: Paper) -> None:
    game.tap(BLUE)
    before = position(game.desk)
    assert game.tap(BLUE) == ("refused",)
    assert position(game.desk) == before
    mode = game.desk.mode
    assert isinstance(mode, Refused)
    assert isinstance(mode.under, Playing)
    assert mode.tap.kind == "ship-blue-1-1"
    assert mode.sentence
    assert game.written() == [("Ben", None, 1)]


def test_a_second_refusal_lies_over_the_game_not_over_the_first(game: Paper) -> None:
    game.tap(BLUE)
    game.tap(BLUE)
    game.tap(BLUE)
    assert isinstance(game.desk.mode.under, Playing)


def test_the_next_good_input_clears_a_refusal(game: Paper) -> None:
    game.tap(BLUE)
    game.tap(BLUE)
    assert game.tap(GREEN) == ("tick",)
    assert isinstance(game.desk.mode, Playing)


def test_the_device_refuses_with_the_same_screens(game: Paper) -> None:
    assert game.desk.handle(CardSeen("main", "04aabbccddeeff", 1.0, NDEF_TEXT)).signals == ("refused",)
    assert game.desk.mode.key == "unknown-tag"
    assert (game.desk.mode.tap.uid, game.desk.mode.tap.note) == ("04aabbccddeeff", "HI")


@pytest.mark.parametrize("memory", [None, b"", b"\x03\xff\xff\xff", bytes(40)])
def test_a_tag_nobody_can_read_is_just_unknown(game: Paper, memory: bytes | None) -> None:
    game.desk.handle(CardSeen("main", "04aabbccddeeff", 1.0, memory))
    assert game.desk.mode.tap.note == ""


def test_undo_is_an_entry_too(game: Paper) -> None:
    game.tap(BLUE)
    assert game.press("no", long=True) == ("tick", "undo")
    assert game.written() == [("Ben", None, 2)]
    assert game.desk.session.facts()["harbor"] == []


def test_undo_with_nothing_done_is_refused(game: Paper) -> None:
    assert game.press("no", long=True) == ("refused",)
    assert game.desk.mode.key == "nothing-to-undo"


def test_a_key_that_does_nothing_is_silent(game: Paper) -> None:
    game.tap(BLUE)
    game.press("yes")
    outcome = game.desk.handle(ButtonShort("yes", 1.0))
    assert outcome.signals == ()
    assert not outcome.changed


def test_news_last_until_the_next_input(game: Paper) -> None:
    game.tap(BLUE)
    news = game.desk.context(game.now_s).news
    assert news.entry.commands == (m.Reveal(game.desk.session.state.harbor[0]),)
    assert (news.at_s, news.corrected) == (100.0, False)
    assert news.before.harbor == ()
    game.press("yes")
    assert game.desk.context(game.now_s).news is None, "tap or press: go on"


def test_a_correction_is_announced_for_three_seconds(game: Paper) -> None:
    game.press("menu")
    assert game.press("no") == ("tick", "correction")
    assert game.desk.context(game.now_s).news.corrected
    assert game.shows("Ben has 9")
    assert game.desk.next_wake_s(game.now_s) == 100.0 + NOTE_S
    game.pass_time(NOTE_S - 0.1)
    assert game.shows("Ben has 9")
    game.pass_time(0.1)
    assert not game.shows("Ben has 9")


def test_a_note_gives_way_to_the_next_press(game: Paper) -> None:
    game.press("menu")
    game.press("no")
    assert game.shows("Ben has 9")
    game.press("yes")
    assert not game.shows("Ben has 9")


def test_a_reply_may_carry_a_signal_of_its_own(game: Paper) -> None:
    game.press("menu")
    assert game.press("menu") == ("question",)


# -- taps that wait ----------------------------------------------------------------------
def asked_about_a_ship(table: Paper) -> None:
    """Begin a game in which Ann is asked whether to repel a red ship."""
    swords = {"display": {"Ann": ["pirate-9-3"]}, "active": "Ann"}
    table.desk.begin(msgspec.structs.replace(SET_UP, position=swords))
    table.tap(RED)
    assert isinstance(table.desk.session.state.asked, m.RepelChoice)


def test_one_tap_waits_for_the_answer(table: Paper) -> None:
    asked_about_a_ship(table)
    assert table.tap(BLUE) == ()
    assert table.shows("waits")
    assert table.desk.context(1.0).waiting.kind == "ship-blue-1-1"
    assert table.tap(GREEN) == ("refused",)
    assert table.press("no") == ("tick", "tick")
    assert table.desk.session.facts()["phase"] == "repel", "the blue ship was revealed, and can be repelled"
    assert not table.shows("waits")
    assert table.written()[-1][2] == 3


def test_undo_drops_the_tap_that_waits(table: Paper) -> None:
    asked_about_a_ship(table)
    table.tap(BLUE)
    table.press("no", long=True)
    assert table.desk.context(1.0).waiting is None
    assert table.desk.session.facts()["harbor"] == []


def test_a_tap_waits_while_a_question_is_covered_and_counts_once_it_is_left(game: Paper) -> None:
    game.press("menu")
    game.press("next", long=True)
    game.tap(BLUE)
    game.press("yes")
    assert isinstance(game.desk.mode, Opened)
    assert game.shows("waits")
    game.press("yes")
    assert isinstance(game.desk.mode, Asking)
    assert game.desk.session.seq == 0
    game.press("no")
    assert isinstance(game.desk.mode, Playing)
    assert game.desk.session.facts()["harbor"] == ["ship-blue-1-1"]


# -- several tags ------------------------------------------------------------------------
def test_two_tags_at_once_count_for_nothing_until_they_are_lifted(game: Paper) -> None:
    game.desk.handle(CardsClash("main", ("04aa", "04bb"), 1.0))
    assert game.desk.mode.tap.several
    game.desk.handle(CardGone("other", "04aa", 1.0))
    assert isinstance(game.desk.mode, Refused)
    game.desk.handle(CardGone("main", "04cc", 1.0))
    assert isinstance(game.desk.mode, Refused), "the card before them was lifted, they were not"
    game.desk.handle(CardGone("main", "04aa", 1.0))
    assert isinstance(game.desk.mode, Refused), "one of them still lies there"
    game.desk.handle(CardGone("main", "04bb", 1.0))
    assert isinstance(game.desk.mode, Playing)


def test_R21_a_lost_reader_is_shown_at_once_over_news(game: Paper) -> None:
    game.tap(BLUE)
    assert game.desk.context(game.now_s).news is not None
    game.desk.handle(ReaderLost("main", "no answer", game.now_s))
    assert game.desk.context(game.now_s).news is None


def test_a_lost_reader_is_shown_at_once_over_a_refusal(game: Paper) -> None:
    game.desk.handle(CardsClash("main", ("04aa", "04bb"), 1.0))
    game.desk.handle(ReaderLost("main", "no answer", 1.0))
    assert isinstance(game.desk.mode, Playing)


def test_lifting_a_card_changes_nothing(game: Paper) -> None:
    game.tap(BLUE)
    assert not game.desk.handle(CardGone("main", sample_uid(BLUE).hex(), 1.0)).changed


def test_a_seat_key_knows_its_seat(game: Paper) -> None:
    seen = []
    flow = msgspec.structs.replace(FLOWS[Playing], key=lambda mode, ctx, press: seen.append(press) or STAY)
    desk = game.boot(flows={**FLOWS, Playing: flow})
    desk.handle(ButtonShort("yes", 1.0))
    desk.handle(ButtonLong("seat-3", 1.0))
    desk.handle(ButtonShort("next", 1.0))
    assert seen == [Press("seat-3", long=True, seat=2), Press("next")]
