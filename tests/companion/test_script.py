"""Reading table scripts: what is one, what is none, and where the mistake stands."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.catalogue import Catalogues, load_cards
from companion.script import ScriptError, parse_script, read_script
from companion.script_facts import SHAPES
from companion.script_steps import All, Device, Expect, Play, Redo, Refuse, Undo
from companion.script_text import write_step, write_value
from companion.yamltext import load
from engine.games import GAMES

HEAD = "game: port-royal\nplayers: [Ann, Ben, 'No']\nsteps:\n"


@pytest.fixture(scope="module")
def catalogues():
    return Catalogues()


@pytest.fixture(scope="module")
def read(catalogues):
    return lambda text: parse_script(text, "x.yaml", catalogues)


def steps(*lines):
    return HEAD + "".join(f"  - {line}\n" for line in lines)


def test_every_game_has_its_cards_and_the_shapes_of_its_facts():
    for name, game in GAMES.items():
        assert len(load_cards(name)) > 50
        assert set(SHAPES[name]) == set(game.fact_names)


def test_cards_are_loaded_once(monkeypatch, catalogues):
    first = Catalogues()
    cards = first.cards("port-royal")
    monkeypatch.setattr("companion.catalogue.load_cards", lambda game: pytest.fail("loaded again"))
    assert first.cards("port-royal") is cards


def test_the_head(read):
    script = read(
        "game: port-royal\nrules: first-edition\noptions: {winning_points: 8}\nplayers: [Ann, Ben]\n"
        "start: Ben\nposition: {coins: {Ann: 9}}\nsteps: [stop]\n"
    )
    assert script.set_up.rules == "first-edition"
    assert script.set_up.start == "Ben"
    assert script.table.initial.players[0].coins == 9
    assert script.table.rules.options.winning_points == 8


def test_every_kind_of_step(read):
    script = read(
        steps(
            "stop",
            "{pass: null, by: Ben}",
            "all: [keep, {reveal: sailor-3-1}]",
            "undo",
            "{redo: null, by: Ann}",
            "refuse: {take: sailor-3-1, by: 'No'}",
            "refuse: {step: stop, because: reveal}",
            "expect: {}",
            "tap: [sailor-3-1, {uid: 04A1B2C3}]",
            "power-cut",
        )
    )
    kinds = [type(step) for step in script.steps]
    assert kinds == [Play, Play, All, Undo, Redo, Refuse, Refuse, Expect, Device, Device]
    assert [step.by for step in script.steps[:5]] == [None, "Ben", None, None, "Ann"]
    refused = script.steps[5]
    assert isinstance(refused, Refuse)
    assert (refused.step.by, refused.because) == ("No", "")
    assert script.steps[6].because == "reveal"
    assert script.needs_device


def test_a_script_without_devices_needs_none(read):
    assert not read(steps("reveal: sailor-3-1", "expect: {phase: discover}")).needs_device
    assert read(steps("refuse: {press: next}")).needs_device


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("reveal: sailer-3-1", "there is no card 'sailer-3-1'. Did you mean 'sailor-3-1'?"),
        ("reveal: sailor-3-1#9", "sailor-3-1 has"),
        ("refuse: {reveal: sailer-3-1}", "Did you mean 'sailor-3-1'?"),
        ("all: [keep, {reveal: sailer-3-1}]", "Did you mean 'sailor-3-1'?"),
        ("expct: {takes: 1}", "'expct' is no step of this game. Did you mean 'expect'?"),
        ("tapp: sailor-3-1", "Did you mean 'tap'?"),
        ("revel: sailor-3-1", "Did you mean 'reveal'?"),
        ("{take: sailor-3-1, by: Bem}", "'Bem' does not play. Did you mean 'Ben'?"),
        ("{take: sailor-3-1, to: Ben}", "a step is a word or a mapping with one key"),
        ("stop: 3", "stop: takes nothing behind it"),
        ("undo: 3", "undo: takes nothing behind it"),
        ("power-cut: now", "power-cut: takes nothing behind it"),
        ("[stop]", "a step is a word or a mapping with one key"),
        ("7", "a step is a word or a mapping with one key"),
        ("all: stop", "all: needs a list of steps"),
        ("all: [undo]", "all: takes steps of the players and corrections only"),
        ("all: [{expect: {}}]", "all: takes steps of the players and corrections only"),
        ("refuse: {expect: {}}", "refuse: needs a step that changes something"),
        ("refuse: {refuse: stop}", "refuse: needs a step that changes something"),
        ("refuse: {screen: {main: BUST}}", "refuse: needs a step that changes something"),
        ("refuse: {step: stop, becaus: x}", "refuse: knows no 'becaus'. Did you mean 'because'?"),
        ("refuse: {step: stop, because: 7}", "because: needs a text; put it in quotes"),
        ("expect: [1]", "expect: needs what to expect"),
        ("expect: {takse: 1}", "'takse' is no key of expect. Did you mean 'takes'?"),
        ("expect: {takes: one}", "takes: needs a whole number, not one"),
        ("expect: {takes: true}", "takes: needs a whole number, not true"),
        ("expect: {coins: {Ann: 1.5}}", "coins.Ann: needs a whole number, not 1.5"),
        ("expect: {coins: {Bem: 1}}", "'Bem' does not play. Did you mean 'Ben'?"),
        ("expect: {coins: 3}", "coins: needs a mapping of players, not 3"),
        ("expect: {coins: {7: 1}}", "7 is not the name of a player"),
        ("expect: {phase: trad}", "trad is no phase of this game. Did you mean 'trade'?"),
        ("expect: {to_act: Bem}", "Did you mean 'Ben'?"),
        ("expect: {active: null}", "null is not the name of a player"),
        ("expect: {last_round: 1}", "last_round: needs true or false, not 1"),
        ("expect: {harbor: sailor-3-1}", "harbor: needs a list, not sailor-3-1"),
        ("expect: {harbor: [sailer-3-1]}", "Did you mean 'sailor-3-1'?"),
        ("expect: {harbor: [[a]]}", "is not the name of a card"),
        ("expect: {display: {Ann: [sailor-3-1#9]}}", "there is no card 'sailor-3-1#9'"),
        ("expect: {winners: [Bem]}", "Did you mean 'Ben'?"),
        ("tap: []", "tap: needs a card"),
        ("tap: sailer-3-1", "Did you mean 'sailor-3-1'?"),
        ("tap: {uid: 04a1b2}", "is no tag: {uid: HEX} has 8, 14 or 20 hex digits"),
        ("tap: {uid: 04a1b2cx}", "is no tag"),
        ("press: nxt", "nxt is no button. Did you mean 'next'?"),
        ("hold: seat-6", "seat-6 is no button"),
        ("wait: soon", "wait: needs a number of seconds, not soon"),
        ("wait: -1", "wait: needs a number of seconds, not -1"),
        ("unplug: readr", "readr is no device. Did you mean 'reader'?"),
        ("screen: BUST", "screen: needs texts by display"),
        ("screen: {mian: [BUST]}", "'mian' is no display. Did you mean 'main'?"),
        ("screen: {main: [7]}", "screen: main needs texts; put numbers in quotes"),
        ("correct: {coins: {Bem: 3}}", "Did you mean 'Ben'?"),
        ("correct: {card: sailor-3-1, to: harbour}", "Did you mean 'harbor'?"),
        ("rebuild: {active: Ann}", "rebuild: "),
    ],
)
def test_a_wrong_step_is_named_with_its_place(read, line, said):
    with pytest.raises(ScriptError) as caught:
        read(steps("reveal: ship-red-1-1", line))
    assert str(caught.value).startswith("x.yaml, line 5, step 2 (")
    assert said in str(caught.value)
    assert str(caught.value).endswith((".", "?"))


def test_a_mistake_deep_in_a_long_step_is_found_in_its_own_line(read):
    with pytest.raises(ScriptError, match=r"x\.yaml, line 7, step 1 \("):
        read(HEAD + "  - claim:\n      expedition: expedition-AA\n      with:\n        - captian-4-1\n")


def test_a_later_step_is_checked_although_an_earlier_one_cannot_be_played(read):
    with pytest.raises(ScriptError, match="step 3"):
        read(steps("take: sailor-3-1", "expect: {takes: 9}", "reveal: sailer-3-1"))


def test_a_card_of_the_box_is_a_card(read):
    assert len(read(steps("refuse: {reveal: expedition-ACH}")).steps) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the file must be a mapping"),
        ("game: [", "this is not YAML"),
        ("game: port-royal\ngame: port-royal", "x.yaml, line 2"),
        ("game: tarot\nplayers: [Ann, Ben]\nsteps: []\n", "x.yaml, line 1: there is no game 'tarot' here."),
        ("game: port-royl\nsteps: []\n", "Did you mean 'port-royal'?"),
        ("players: [Ann, Ben]\nsteps: []\n", "lacks the key 'game'"),
        ("game: port-royal\nsteps: []\n", "lacks the key 'players'"),
        ("game: port-royal\nplayers: [Ann, Ben]\n", "lacks the key 'steps'"),
        ("game: port-royal\nplayers: [Ann, Ben]\nstep: []\n", "Did you mean 'steps'?"),
        ("game: port-royal\nplayers: [Ann, Ben]\nsteps: stop\n", "'steps' must be a list, not 'stop'"),
    ],
)
def test_a_file_that_is_no_script(read, text, said):
    with pytest.raises(ScriptError) as caught:
        read(text)
    assert str(caught.value).startswith("x.yaml")
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("players: [Ann, 7]", "line 3: 'players[1]' must be text, not 7"),
        ("players: [Ann]", "line 3: 2 to 5 players can play this game, not 1."),
        ("players: [Ann, Ann]", "line 3: Every player needs a name"),
        ("start: Bem", "line 3: 'Bem' does not play. Did you mean 'Ben'?"),
        ("rules: bigbox", "line 3: there is no preset 'bigbox'. Did you mean 'big-box'?"),
        ("options:\n  feee: upfront", "line 4: the key 'options.feee' is not known. Did you mean 'fee'?"),
        ("options: {fee: 3}", "line 3: 'options.fee'"),
        ("options: {start_coins: 99}", "line 3: 'options.start_coins'"),
        (
            "position: {harbour: []}",
            "line 3: the key 'position.harbour' is not known. Did you mean 'harbor'?",
        ),
        ("position:\n  coins:\n    Ann: many", "line 5: 'position.coins.Ann' must be a whole number"),
        ("position:\n  harbor: [ship-rad-1-1]", "line 4: there is no card 'ship-rad-1-1'. Did you mean"),
        ("position: {coins: {Bem: 3}}", "line 3: 'Bem' does not play. Did you mean 'Ben'?"),
        ("position: {coins: {Ann: -3}}", "line 3: Ann cannot have -3 coins."),
        ("position: {coins: {Ann: 200}}", "line 3: The players have"),
        ("position: {expeditions: [expedition-ACH]}", "line 3: expedition-ACH#1 is not in this game"),
    ],
)
def test_a_wrong_head_is_named_with_its_place(read, head, said):
    players = "" if head.startswith("players") else "players: [Ann, Ben]\n"
    text = f"game: port-royal\n{players or '# nobody'}\n".replace("\n\n", "\n") + f"{head}\nsteps: []\n"
    with pytest.raises(ScriptError) as caught:
        read(text)
    assert str(caught.value).startswith(f"x.yaml, {said}")


def test_a_file_that_is_not_there(tmp_path):
    with pytest.raises(ScriptError, match=r"There is no file .*nothing\.yaml\."):
        read_script(tmp_path / "nothing.yaml")


def test_no_step_is_too_long_for_its_message(read):
    with pytest.raises(ScriptError) as caught:
        read(steps(f"reveal: {'x' * 5000}"))
    assert len(str(caught.value)) < 6000


WORDS = st.sampled_from(
    "reveal take claim pass stop refuse expect all undo by step because tap press screen uid main correct "
    "rebuild coins card to active phase display harbor with expedition sailor-3-1 Ann Ben No trade".split()
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 99) | st.floats(0, 9) | WORDS | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
    max_leaves=12,
)


@given(st.lists(VALUES, max_size=4))
def test_whatever_stands_there_is_a_script_or_a_sentence(catalogues, listed):
    text = HEAD + "".join(f"  - {write_value(one)}\n" for one in listed)
    try:
        count, said = len(parse_script(text, "x.yaml", catalogues).steps), "x.yaml"
    except ScriptError as error:
        count, said = len(listed), str(error)
    assert (count, said[:6]) == (len(listed), "x.yaml")


PRINTABLE = st.text(st.characters(exclude_categories=("Cs", "Cc", "Cn", "Co", "Cf", "Zl", "Zp")), max_size=12)
WRITTEN = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**17), 10**17) | PRINTABLE | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(PRINTABLE | WORDS, inner, max_size=3),
    max_leaves=12,
)


@given(WRITTEN)
def test_what_is_written_is_read_back(value):
    assert load(write_value(value), "x") == value


@given(WRITTEN)
def test_steps_that_are_written_are_read_back(value):
    assert load(f"- {write_step(value)}", "x") == [value]


def test_what_is_written_is_plain_where_it_can_be():
    plain = "ship-red-1-1#2", "Ann", "jack-of-all-trades-6-1", "Élodie"
    assert [write_value(text) for text in plain] == list(plain)
    for text in ("No", "yes", "true", "7", "1.5", "", "a: b", "a #b", "- a", "a, b", "[a]", "y"):
        assert write_value(text) == f'"{text}"'


def test_all_scenarios_of_the_folder_are_scripts(scenarios: Path, catalogues):
    files = sorted((scenarios / "port-royal").rglob("*.yaml"))
    assert files
    for file in files:
        script = read_script(file, catalogues)
        numbers = itertools.count(1)
        for raw in script.raw:
            assert load(f"- {write_step(raw)}", "x") == [raw], (file, next(numbers))
