"""The desk with a few small flows of its own: what it does with each part of a reply, and in which order."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.cardnames import CardNames
from companion.catalogue import Catalogues
from companion.decks.record import Deck
from companion.decks.sample import sample_deck, sample_uid
from companion.desk import Desk
from companion.fittings import Fittings
from companion.flow import (
    STAY,
    Context,
    Flow,
    Home,
    Menu,
    Mode,
    Playing,
    Press,
    Refused,
    Reply,
    Resuming,
    Settings,
    Tap,
)
from companion.ledger import AGAIN_S, RETRY_S
from companion.notes import NOTE_S
from companion.outfit import load_settings, words
from companion.screen import Row, Screen
from companion.store import Store, StoreError
from drivers.ports import (
    ButtonLong,
    ButtonShort,
    CardGone,
    CardsClash,
    CardSeen,
    DisplayBack,
    DisplayLost,
    ReaderBack,
    ReaderLost,
    Tick,
)
from engine.games import SetUp
from engine.kernel import Illegal
from engine.portroyal import messages as m

SET_UP = SetUp(game="port-royal", players=("Ann", "Ben"))
BLUE, GREEN, RED = "ship-blue-1-1#1", "ship-green-1-1#1", "ship-red-1-1#1"
NDEF_TEXT = bytes.fromhex("0309d101055402656e4849fe")
"""A text record that says HI."""


class Asking(msgspec.Struct, frozen=True):
    """A question over the game."""

    under: Mode


class Opened(msgspec.Struct, frozen=True):
    """A page over a question."""

    under: Mode


def playing_key(mode: Playing, ctx: Context, press: Press) -> Reply:
    if press.key == "no" and press.long:
        return Reply(undo=True)
    if press.key == "menu":
        return Reply(mode=Menu(under=mode))
    asked = ctx.session.state.asked
    words = {
        ("yes", m.RepelChoice): m.Repel(),
        ("no", m.RepelChoice): m.Keep(),
        ("next", m.Discovering): m.Stop(),
        ("next", m.Taking): m.Pass(),
    }
    command = words.get((press.key, type(asked)))
    return Reply(play=(command,)) if command else STAY


def playing_tap(mode: Playing, ctx: Context, tap: Tap) -> Reply:
    if tap.card is None:
        return Reply(refuse=Illegal("unknown-tag", "This tag is not known."))
    if isinstance(ctx.session.state.asked, m.RepelChoice):
        return Reply(wait=True)
    if isinstance(ctx.session.state.asked, m.Taking):
        return Reply(play=(m.Take(tap.card),))
    return Reply(play=(m.Reveal(tap.card),))


def menu_key(mode: Menu, ctx: Context, press: Press) -> Reply:
    replies = {
        ("yes", False): Reply(finish="save"),
        ("yes", True): Reply(finish="score", mode=Playing()),
        ("no", True): Reply(finish="drop"),
        ("no", False): Reply(play=(m.SetCoins(1, 9),), announce=True, mode=Playing(), note="Ben has 9"),
        ("next", False): Reply(settings=msgspec.structs.replace(ctx.settings, risk="always")),
        ("next", True): Reply(mode=Asking(Playing())),
        ("menu", False): Reply(mode=mode.under, signal="question"),
    }
    return replies[press.key, press.long]


def refused_key(mode: Refused, ctx: Context, press: Press) -> Reply:
    return Reply(mode=mode.under) if press.key == "no" else playing_key(Playing(), ctx, press)


def home_key(mode: Home, ctx: Context, press: Press) -> Reply:
    if press.key == "yes":
        return Reply(begin=msgspec.structs.replace(SET_UP, start="Ben"))
    if press.key == "next":
        return Reply(resume=ctx.saved[0].id)
    return Reply(begin=msgspec.structs.replace(SET_UP, start=""))


def drawn(name: str) -> Callable[[Any, Context], Screen]:
    def draw(mode: Any, ctx: Context) -> Screen:
        lost = " ".join(lost.name for lost in ctx.lost)
        harbor = len(ctx.session.state.harbor) if ctx.session else 0
        lines = (f"harbor {harbor}", lost, ctx.note, "waits" if ctx.waiting else "")
        return Screen((Row(name), *map(Row, lines)))

    return draw


def no_tap(mode: Mode, ctx: Context, tap: Tap) -> Reply:
    return STAY


FLOWS = {
    Playing: Flow(
        drawn("PLAYING"),
        playing_key,
        playing_tap,
        changes_s=lambda mode, ctx: 4.0 if isinstance(mode, Playing) and ctx.news else None,
    ),
    Menu: Flow(drawn("MENU"), menu_key, no_tap),
    Refused: Flow(drawn("REFUSED"), refused_key, lambda mode, ctx, tap: playing_tap(Playing(), ctx, tap)),
    Home: Flow(
        drawn("HOME"), home_key, lambda mode, ctx, tap: Reply(begin=SET_UP, wait=tap.card is not None)
    ),
    Resuming: Flow(
        drawn("RESUME?"),
        lambda mode, ctx, press: (
            Reply(resume=mode.game, undo=press.long) if press.key == "yes" else Reply(mode=Home())
        ),
        no_tap,
    ),
    Asking: Flow(
        drawn("ASKING"),
        lambda mode, ctx, press: Reply(mode=mode.under if press.key == "no" else Opened(mode)),
        lambda mode, ctx, tap: Reply(wait=True),
        asks=True,
    ),
    Opened: Flow(drawn("OPENED"), lambda mode, ctx, press: Reply(mode=mode.under), no_tap),
}


def refused(mode: Mode, no: Illegal, tap: Tap | None, ctx: Context) -> Refused:
    return Refused(no.key, str(no), no.facts, mode, tap)


class Paper:
    """A store whose disk can be full, and a clock that is set by hand."""

    def __init__(self, folder: Path, *, seed: int = 1) -> None:
        self.store = Store.open(folder)
        self.now_s = 100.0
        self.catalogues = Catalogues()
        self.deck: Deck = sample_deck("port-royal", self.catalogues.cards)
        self.desk = self.boot(seed)

    def boot(self, seed: int = 1, **changes: Any) -> Desk:
        fittings = Fittings(
            flows=FLOWS,
            compose=lambda ctx, mode, flows: {"main": flows[type(mode)].draw(mode, ctx)},
            refused=refused,
            signal_of=lambda before, entry, after: "undo" if entry.kind == "undo" else None,
            store=self.store,
            cards=self.catalogues.cards,
            words=words,
            now_s=lambda: self.now_s,
            wall=lambda: "2026-01-02T03:04:05+01:00",
            rng=random.Random(seed),
            deck=self.deck,
        )
        desk = Desk(msgspec.structs.replace(fittings, **changes), load_settings(self.store))
        desk.start()
        self.desk = desk
        return desk

    def tap(self, card: str) -> tuple[str, ...]:
        return self.desk.handle(CardSeen("main", sample_uid(card).hex(), self.now_s)).signals

    def press(self, key: str, *, long: bool = False) -> tuple[str, ...]:
        kind = ButtonLong if long else ButtonShort
        return self.desk.handle(kind(key, self.now_s)).signals

    def shows(self, *texts: str) -> bool:
        main = self.desk.screens(self.now_s)["main"]
        return all(main.shows(text) for text in texts)

    def written(self) -> list[tuple[str, str | None, int]]:
        """Give players, outcome and number of entries of each game in the store."""
        return [(row.set_up.start, row.outcome, row.entries) for row in self.store.all_games()]

    def pass_time(self, duration_s: float) -> tuple[str, ...]:
        self.now_s += duration_s
        return self.desk.handle(Tick(self.now_s)).signals


@pytest.fixture
def table(tmp_path: Path):
    paper = Paper(tmp_path)
    yield paper
    paper.store.close()


@pytest.fixture
def game(table: Paper) -> Paper:
    table.press("yes")
    return table


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


def position(desk: Desk) -> tuple[Any, ...]:
    session = desk.session
    return session.seq, session.state


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


# -- the end -----------------------------------------------------------------------------
def last_turn(table: Paper) -> None:
    """Begin a game that ends as soon as Ben has taken or passed."""
    won = {"display": {"Ann": ["admiral-9-3"] * 2 + ["governor-8-0"]}, "active": "Ben", "last_round": True}
    table.desk.begin(msgspec.structs.replace(SET_UP, position=won, options={"winning_points": 6}))
    table.tap(BLUE)
    table.press("next")
    while table.desk.session.state.agenda:
        table.press("next")


def test_a_game_that_is_over_is_finished_in_the_store_and_undo_brings_it_back(table: Paper) -> None:
    last_turn(table)
    assert table.written()[-1][1] == "finished"
    table.press("no", long=True)
    assert table.written()[-1][1] is None
    table.press("next")
    assert table.written()[-1][1] == "finished"


@pytest.mark.parametrize(
    ("key", "long", "outcome", "stays"),
    [("yes", False, "saved", False), ("yes", True, "scored", True), ("no", True, "dropped", False)],
)
def test_a_game_is_put_away(game: Paper, key: str, long: bool, outcome: str, stays: bool) -> None:
    game.tap(BLUE)
    game.press("menu")
    game.press(key, long=long)
    assert game.written() == [("Ben", outcome, 1)]
    assert (game.desk.session is not None) == stays
    assert isinstance(game.desk.mode, Playing if stays else Home)


def test_a_scored_game_stays_scored_when_it_is_left(game: Paper) -> None:
    game.tap(BLUE)
    game.press("menu")
    game.press("yes", long=True)
    game.desk.begin(SET_UP)
    assert game.written() == [("Ben", "scored", 1), (None, None, 0)]


def test_a_new_game_puts_the_old_one_away(game: Paper) -> None:
    game.tap(BLUE)
    game.desk.begin(SET_UP)
    game.desk.begin(SET_UP)
    assert [outcome for _, outcome, _ in game.written()] == ["saved", "dropped", None]


# -- resuming ----------------------------------------------------------------------------
def test_after_a_power_cut_it_asks_and_goes_on_with_the_same_game(game: Paper) -> None:
    game.tap(BLUE)
    game.tap(GREEN)
    before = position(game.desk)
    desk = game.boot()
    assert isinstance(desk.mode, Resuming)
    assert position(desk) == before
    game.tap(GREEN)
    assert desk.context(1.0).waiting is None, "it lay there before the power went"
    assert desk.context(1.0).session is None
    assert desk.context(1.0).saved[0].unclean
    assert game.press("yes") == ("tick",)
    assert position(desk) == before
    assert game.shows("PLAYING", "goes on where the power")
    game.tap(RED)
    assert game.written() == [("Ben", None, 3)]


def test_switched_off_in_order_it_asks_as_well_and_names_no_power_cut(game: Paper) -> None:
    game.tap(BLUE)
    game.desk.close()
    desk = game.boot()
    assert isinstance(desk.mode, Resuming)
    assert not desk.context(1.0).saved[0].unclean


def test_a_game_put_away_is_resumed_from_the_list(game: Paper) -> None:
    game.tap(BLUE)
    game.press("menu")
    game.press("yes")
    assert isinstance(game.boot().mode, Home)
    game.press("next")
    assert game.desk.session.facts()["harbor"] == ["ship-blue-1-1"]
    assert game.written() == [("Ben", None, 1)]


def test_not_now_leaves_the_game_in_the_list(game: Paper) -> None:
    game.tap(BLUE)
    desk = game.boot()
    game.press("no")
    assert isinstance(desk.mode, Home)
    assert [saved.entries for saved in desk.context(1.0).saved] == [1]


def test_going_on_without_the_last_entry(game: Paper) -> None:
    game.tap(BLUE)
    game.boot()
    game.press("yes", long=True)
    assert game.desk.session.facts()["harbor"] == []
    assert game.written() == [("Ben", None, 2)]


def test_a_step_without_a_key_goes_on_with_the_offered_game(game: Paper) -> None:
    game.tap(BLUE)
    game.boot().play(m.Stop())
    assert game.desk.session.facts()["phase"] == "trade"
    game.desk.take_back()
    game.desk.bring_back()
    assert game.written() == [("Ben", None, 4)]


def test_a_step_without_a_game_is_refused(table: Paper) -> None:
    with pytest.raises(Illegal, match="No game"):
        table.desk.play(m.Stop())


def test_a_torn_log_goes_on_before_the_tear_and_says_so(game: Paper) -> None:
    game.tap(BLUE)
    game.tap(GREEN)
    game.store._db.execute("UPDATE entries SET events = 'torn' WHERE seq = 2")
    game.store.copies.clear()
    game.boot()
    game.press("yes")
    assert game.desk.session.facts()["harbor"] == ["ship-blue-1-1"]
    assert game.shows("The last 1 entries")


def test_a_torn_log_is_mended_from_its_copy(game: Paper) -> None:
    game.tap(BLUE)
    game.tap(GREEN)
    game.store._db.execute("UPDATE entries SET events = 'torn' WHERE seq = 2")
    game.boot()
    game.press("yes")
    assert game.desk.session.facts()["harbor"] == ["ship-blue-1-1", "ship-green-1-1"]


def test_a_game_that_cannot_be_read_is_home(game: Paper) -> None:
    game.tap(BLUE)
    damaged = '{"game": "port-royal", "players": ["Ann"]}'
    game.store._db.execute("UPDATE games SET set_up = ?", (damaged,))
    assert isinstance(game.boot().mode, Home)
    assert game.shows("cannot be read")


def test_the_list_of_games_stays_when_it_cannot_be_read(game: Paper, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> tuple:
        raise StoreError("The disk is failing.")

    game.tap(BLUE)
    game.boot()
    saved = game.desk.context(1.0).saved
    monkeypatch.setattr(game.store, "saved", broken)
    game.press("no")
    assert isinstance(game.desk.mode, Home)
    assert game.desk.context(1.0).saved == saved != ()


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
