"""Table scripts of The Adventure Begins: heads, packs by path, export and import; its simple players."""

from __future__ import annotations

import random

import msgspec
import pytest

from companion.catalogue import load_cards
from companion.cli import main
from companion.export import export_script, import_script
from companion.packs import load_pack
from companion.players_adventure import HiddenCards, choose, drawn_head, play_on, play_out
from companion.replay import replay, report
from companion.script import ScriptError, parse_script
from companion.script_text import write_value
from companion.store import Store
from engine import cardset
from engine.adventure.pack import content_of
from engine.adventure.state import tale
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.session import Session

NAMES = ("Ann", "Ben", "Cem", "Dan")
AT = "2026-11-30T20:00:00"
HEAD = """game: adventure
pack: synthetic
mode: coop
players: [Ann, Ben]
characters: {Ann: lady-anne, Ben: cutthroat-mary}
"""


def held(text: str, source: str = "test.yaml") -> None:
    script = parse_script(text, source)
    played = replay(script)
    assert played.failure is None, report(script, played.failure)


def test_facts_are_compared_by_name():
    held(
        HEAD + "steps:\n"
        "  - expect: {mode: coop, chapter: 1, characters: {Ann: lady-anne}, inserted: [80], result: null}\n"
        "  - expect: {tasks: {10: []}, asked: null, event: null, next_event: null, failures: 0}\n"
    )


@pytest.mark.parametrize("expected", ["tasks: {11: []}", "month: 2", "inserted: [81]", "markers: {Ann: 3}"])
def test_what_is_not_so_does_not_hold(expected):
    played = replay(parse_script(f"{HEAD}steps:\n  - expect: {{{expected}}}\n", "test.yaml"))
    assert played.failure is not None


@pytest.mark.parametrize(
    ("wrong", "because"),
    [
        ("pack: none", "no pack"),
        ("pack: mine.yaml", "no file"),
        ("pack: {name: mine}", "Q01"),
        ("mode: rivals", "mode"),
        ("characters: {Ann: lady-anne, Ben: officer-scott}", "same character card"),
        ("characters: {Ann: lady-anne, Ben: blackbeard}", "no character"),
        ("characters: {Ann: lady-anne}", "needs a character"),
        ("chapter: 6", "chapter"),
        ("failures: 1\nextra_coins: {Ann: 4}", "at most 3"),
        ("extra_coins: {Zoe: 1}", "does not play"),
        ("inserted: [99]", "no group"),
        ("tasks: [10, 11, 12, 13]", "variable"),
        ("options: {gamblers: true}", "no switch"),
        ("options: {weather: sunny}", "weather"),
        ("position: {weather: sunny}", "weather"),
        ("position: {tasks: {99: []}}", "no task"),
        ("game: adventures", "no game"),
        ("steps: [{expect: {tasks: {99: []}}}]", "no task"),
        ("steps: [{expect: {event: event-x}}]", "no event"),
        ("steps: [{expect: {inserted: [true]}}]", "no name"),
    ],
)
def test_a_head_against_the_rules_is_no_script(wrong, because):
    key = wrong.partition(":")[0]
    lines = [line for line in HEAD.splitlines() if not line.startswith(f"{key}:")]
    text = "\n".join([*lines, wrong, *([] if key == "steps" else ["steps: []"])])
    with pytest.raises(ScriptError, match=because):
        parse_script(text, "test.yaml")


def test_a_pack_lies_beside_the_script_or_inside_it(tmp_path):
    content = write_value(content_of(load_pack("synthetic")))
    (tmp_path / "mine.yaml").write_text(content, encoding="utf-8")
    rest = HEAD.replace("pack: synthetic\n", "") + "steps:\n  - expect: {draw_pile: 120}\n"
    held(f"pack: mine.yaml\n{rest}", str(tmp_path / "script.yaml"))
    held(f"pack: {content}\n{rest}")


def test_names_that_cards_got_at_the_table_may_be_expected():
    held(
        HEAD.replace("synthetic", "known")
        + """position: {coins: {Ann: 1, Ben: 1}}
steps:
  - fact: {80: 2}
  - event: event-recruitment
  - reveal: ship-ares-1-?-?#3
  - fact: ship-ares-1-3-herbs
  - expect: {harbor: [ship-ares-1-3-herbs]}
  - stop
  - item: ship-ares-1-?-?#3
  - expect: {items: {Ann: [ship-ares-1-3-herbs]}}
"""
    )


# -- simple players -----------------------------------------------------------------------------
def table(rng: random.Random, pack: str, mode: str, players: int, **options: bool) -> Session:
    head = drawn_head(rng, load_pack(pack), NAMES[:players], mode, chapter=rng.randrange(1, 6))
    set_up = SetUp(game="adventure", players=NAMES[:players], options=options, adventure=head)
    return Session(open_table(set_up, load_cards("adventure")))


@pytest.mark.parametrize("mode", ["coop", "competitive", "variable"])
@pytest.mark.parametrize("pack", ["synthetic", "known"])
def test_simple_players_play_whole_games(mode, pack):
    rng = random.Random(f"{mode} {pack}")
    switches = {"bust_window": True, "innkeeper_sale_any_time": mode == "coop"}
    for players in range(1 if mode == "coop" else 2, 5):
        session = table(rng, pack, mode, players, **switches)
        play_out(session, rng, boldness=(0.1, 0.3, 1.5))
        state = session.state
        assert state.asked is None
        if mode == "coop":
            assert tale(state).month == 4
            assert state.turns == (22 if players == 4 else 18)
            assert tale(state).result in ("won", "lost")
        else:
            assert state.winners
            assert state.turns % players == 0
        with pytest.raises(ValueError, match="over"):
            choose(session.table.rules, state)


def test_some_cooperative_chapters_are_won():
    rng = random.Random(7)
    results = []
    for _ in range(12):
        session = table(rng, "synthetic", "coop", 4)
        play_out(session, rng)
        results.append(tale(session.state).result)
    assert {"won", "lost"} == set(results)


def test_hidden_cards_are_where_the_engine_counts_them():
    rng = random.Random(3)
    for pack in ("synthetic", "known"):
        session = table(rng, pack, "variable" if pack == "known" else "competitive", 3)
        hidden = HiddenCards(session.state, rng)
        while session.state.asked is not None:
            play_on(session, hidden)
            state = session.state
            assert (len(hidden.pile), len(hidden.paid)) == (state.pile, state.paid)
            faces = [*hidden.pile, *hidden.paid, *(card for purse in hidden.coins for card in purse)]
            assert cardset.of(faces) | cardset.of(hidden.aside) & state.unseen == state.unseen


def test_a_game_that_goes_on_for_ever_is_an_error():
    session = table(random.Random(1), "synthetic", "coop", 2)
    with pytest.raises(RuntimeError, match="after 3 entries"):
        play_out(session, random.Random(1), limit=3)


def test_a_lookout_does_not_look_below_the_pile():
    session = table(random.Random(1), "synthetic", "coop", 2)
    hidden = HiddenCards(session.state, random.Random(1))
    hidden.pile = hidden.pile[:1]
    with pytest.raises(ValueError, match="too few cards"):
        hidden.look(session.table.rules, session.state)


# -- export and import ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("pack", "mode"), [("synthetic", "coop"), ("known", "competitive"), ("known", "variable")]
)
def test_a_game_of_the_store_becomes_a_script_that_holds_and_comes_back(tmp_path, pack, mode):
    rng = random.Random(f"{pack} {mode}")
    session = table(rng, pack, mode, 2)
    log = []
    play_out(session, rng, watch=log.append)
    with Store.open(tmp_path) as store:
        game = store.add_game(session.table.set_up, log, Journal(session.table.rules), "finished", AT)
        assert store.set_up(game) == session.table.set_up
        text = export_script(store, game)
        assert f"pack: {pack}\n" in text
        held(text)
        path = tmp_path / "game.yaml"
        path.write_text(text, encoding="utf-8")
        again = import_script(store, path, AT)
        assert store.set_up(again).adventure == session.table.set_up.adventure
        assert main(["--data", str(tmp_path), "show", str(again)]) == 0
        assert main(["--data", str(tmp_path), "games"]) == 0


def test_a_pack_with_an_owners_answers_is_exported_whole(tmp_path):
    pack = load_pack("known", answers={"characters": {"lady-anne": {"coins": 2}}})
    rng = random.Random(2)
    head = drawn_head(rng, pack, NAMES[:2], "coop", 2)
    head = msgspec.structs.replace(head, failures=1, extra_coins={"Ann": 2}, inserted=())
    session = Session(
        open_table(SetUp(game="adventure", players=NAMES[:2], adventure=head), load_cards("adventure"))
    )
    log = []
    play_out(session, rng, watch=log.append)
    with Store.open(tmp_path) as store:
        game = store.add_game(session.table.set_up, log, Journal(session.table.rules), "finished", AT)
        text = export_script(store, game)
    assert "pack: {name: known" in text
    held(text)


def test_old_saved_games_can_still_be_read():
    old = {"game": "port-royal", "players": ["Ann", "Ben"], "rules": "big-box", "options": {}}
    stored = msgspec.json.encode({**old, "start": None, "position": None})
    assert msgspec.json.decode(stored, type=SetUp).adventure is None
