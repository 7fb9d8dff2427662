"""Playing table scripts: what holds, what does not, and what is said then."""

from __future__ import annotations

import json
import time

import pytest
from msgspec.structs import replace

from companion import catalogue
from companion.catalogue import Catalogues
from companion.replay import replay, replay_files, report
from companion.script import ScriptError, parse_script
from companion.script_steps import Play

HEAD = "game: port-royal\nplayers: [Ann, Ben]\n"
ANN_OWNS = "position: {display: {Ann: [priest-4-1, priest-4-1#2], Ben: [pirate-5-1]}}\n"


@pytest.fixture(scope="module")
def catalogues():
    return Catalogues()


@pytest.fixture(scope="module")
def play(catalogues):
    def play(*lines, head=HEAD):
        script = parse_script(
            head + "steps:\n" + "".join(f"  - {line}\n" for line in lines), "x.yaml", catalogues
        )
        return script, replay(script)

    return play


@pytest.fixture(scope="module")
def holds(play):
    def holds(*lines, head=HEAD):
        script, played = play(*lines, head=head)
        assert played.failure is None, report(script, played.failure)
        return played

    return holds


@pytest.fixture(scope="module")
def fails(play):
    """Give the report of the last step, which must be the one that does not hold."""

    def fails(*lines, head=HEAD):
        script, played = play(*lines, head=head)
        assert played.failure is not None
        assert played.failure.number == len(lines)
        return report(script, played.failure)

    return fails


# -- steps ---------------------------------------------------------------------------------
def test_steps_and_what_they_lead_to(holds):
    played = holds(
        "reveal: ship-blue-2-1",
        "stop",
        "expect: {phase: trade, to_act: Ann, takes: 1}",
        "refuse: {take: governor-8-0}",
        "take: ship-blue-2-1",
        "expect: {coins: {Ann: 5}, phase: discover, to_act: Ben}",
    )
    assert played.facts["coins"] == {"Ann": 5, "Ben": 3}
    assert [entry.seq for entry in played.entries] == [1, 2, 3]


def test_a_step_that_is_refused_does_not_hold(fails):
    said = fails("reveal: ship-blue-2-1", "take: ship-blue-2-1")
    assert said == (
        "x.yaml, line 5, step 2: take: ship-blue-2-1\n"
        "    expected: allowed, actual: refused: Ann still discovers: cards are taken after stopping."
    )


def test_undo_and_redo(holds, fails):
    played = holds(
        "reveal: ship-red-1-1",
        "undo",
        "expect: {harbor: [], draw_pile: 113}",
        "redo",
        "expect: {harbor: [ship-red-1-1]}",
        "{undo: null, by: Ann}",
        "refuse: undo",
        "reveal: ship-blue-1-1",
        "refuse: redo",
    )
    assert [entry.kind for entry in played.entries] == ["play", "undo", "redo", "undo", "play"]
    assert "refused: Nothing has been done yet" in fails("undo")
    assert "expected: refused, actual: it was done" in fails("stop", "refuse: undo", head=HEAD + LATE)


LATE = "position: {harbor: [ship-red-1-1]}\n"


def test_undo_takes_back_all_that_followed(holds):
    holds(
        "reveal: ship-red-1-1",
        "reveal: ship-red-1-1",
        "expect: {to_act: Ben, harbor: [], discard: [ship-red-1-1, ship-red-1-1]}",
        "undo",
        "expect: {to_act: Ann, harbor: [ship-red-1-1], discard: []}",
    )


def test_corrections(holds):
    holds(
        "correct: {coins: {Ben: 6}}",
        "expect: {coins: {Ben: 6}, draw_pile: 110}",
        "correct: {card: sailor-3-1, to: Ben}",
        "expect: {display: {Ben: [sailor-3-1]}, swords: {Ben: 1}}",
        "correct: {card: sailor-3-1, to: pile}",
        "expect: {display: {Ben: []}, swords: {Ben: 0}}",
        "correct: {active: Ben, phase: discover}",
        "expect: {to_act: Ben}",
        "refuse: {step: {correct: {coins: {Ben: 900}}}, because: unseen cards}",
        "undo",
        "expect: {to_act: Ann}",
    )


def test_half_a_correction_of_the_turn(holds):
    holds(
        "correct: {active: Ben}",
        "expect: {to_act: Ben, phase: discover}",
        "correct: {phase: trade}",
        "correct: {coins: {Ann: 0, Ben: 9}}",
        "expect: {coins: {Ann: 0, Ben: 9}}",
        "undo",
        "expect: {coins: {Ann: 3, Ben: 3}}",
    )
    over = "position: {active: Ben, last_round: true, harbor: [ship-red-1-1]}\n"
    holds("reveal: ship-red-1-1", "refuse: {correct: {active: Ann}}", head=HEAD + over)


def test_rebuild(holds):
    holds(
        "reveal: ship-red-1-1",
        "rebuild: {active: Ben, phase: trade, coins: {Ann: 1, Ben: 2}, display: {Ann: [priest-4-1]}, "
        "harbor: [ship-blue-1-1], expeditions: [expedition-AA]}",
        "expect: {phase: trade, to_act: Ben, coins: {Ann: 1, Ben: 2}, points: {Ann: 1}}",
        "expect: {harbor: [ship-blue-1-1], expeditions: [expedition-AA]}",
        "undo",
        "expect: {to_act: Ann, harbor: [ship-red-1-1]}",
    )


# -- by ------------------------------------------------------------------------------------
def test_by_names_who_acts(holds, fails):
    holds(
        "{reveal: ship-red-1-1, by: Ann}",
        "{stop: null, by: Ann}",
        "{pass: null, by: Ann}",
        "{take: ship-red-1-1, by: Ben}",
    )
    said = fails("{reveal: ship-red-1-1, by: Ben}")
    assert "refused: It is Ann who must act now, not Ben." in said


def test_a_wrong_name_is_refused_in_refuse_too(holds, fails):
    holds(
        "refuse: {reveal: ship-red-1-1, by: Ben}",
        "refuse: {step: {reveal: ship-red-1-1, by: Ben}, because: It is Ann}",
        "expect: {harbor: []}",
        "{expect: {phase: discover}, by: Ann}",
    )
    assert "not Ben" in fails("{refuse: stop, by: Ben}")
    assert "not Ben" in fails("{expect: {}, by: Ben}")


def test_nobody_acts_when_the_game_is_over(holds, fails):
    over = "position: {active: Ben, last_round: true, harbor: [ship-red-1-1]}\n"
    end = ("reveal: ship-red-1-1", "expect: {phase: over, to_act: null, winners: [Ben, Ann]}")
    holds(*end, head=HEAD + over)
    assert "Nobody has to act, not Ann either" in fails(*end, "{stop: null, by: Ann}", head=HEAD + over)


# -- all -----------------------------------------------------------------------------------
def test_all_is_one_entry(holds, fails):
    played = holds(
        "all: [{reveal: ship-red-1-1}, stop, {take: ship-red-1-1}]",
        "expect: {to_act: Ben, coins: {Ann: 4}}",
        "undo",
        "expect: {to_act: Ann, harbor: [], coins: {Ann: 3}}",
    )
    assert len(played.entries) == 2
    assert len(played.entries[0].commands) == 3
    assert "It is Ann who must act now" in fails("all: [{reveal: ship-red-1-1}, {stop: null, by: Ben}]")


def test_nothing_of_all_happens_when_a_part_is_refused(holds):
    holds(
        "refuse: {all: [{reveal: ship-red-1-1}, stop, {take: ship-blue-1-1}]}",
        "expect: {harbor: [], draw_pile: 113}",
        "all: []",
    )


# -- refuse --------------------------------------------------------------------------------
def test_refuse_wants_a_refusal(fails):
    said = fails("refuse: {reveal: ship-red-1-1}")
    assert "expected: refused, actual: it was done" in said


def test_refuse_compares_the_reason(holds, fails):
    holds("refuse: {step: stop, because: must reveal one card}")
    said = fails("refuse: {step: stop, because: Must Reveal}")
    assert "expected: a reason with Must Reveal, actual: Ann must reveal one card before stopping." in said


# -- expect --------------------------------------------------------------------------------
def test_only_the_keys_given_count(holds):
    holds("expect: {}", "expect: {coins: {}}", "expect: {coins: {Ann: 3}, display: {Ben: []}, winners: []}")


def test_lists_compare_in_any_order_and_count(holds, fails):
    head = HEAD + "position: {harbor: [ship-red-1-1, sailor-3-1, sailor-3-1]}\n"
    holds("expect: {harbor: [sailor-3-1, ship-red-1-1, sailor-3-1]}", head=head)
    said = fails("expect: {harbor: [sailor-3-1, captain-4-1]}", head=head)
    assert "harbor: expected [sailor-3-1, captain-4-1], actual [ship-red-1-1, sailor-3-1, sailor-3-1]" in said
    assert "missing: [captain-4-1]" in said
    assert "too many: [sailor-3-1, ship-red-1-1]" in said
    assert "harbor: expected []" in fails("expect: {harbor: []}", head=head)


def test_a_named_copy_is_compared(holds, fails):
    holds("expect: {display: {Ann: [priest-4-1#2, priest-4-1]}}", head=HEAD + ANN_OWNS)
    holds("expect: {display: {Ann: [priest-4-1#2, priest-4-1#1], Ben: [pirate-5-1]}}", head=HEAD + ANN_OWNS)
    said = fails("expect: {display: {Ann: [priest-4-1#3, priest-4-1]}}", head=HEAD + ANN_OWNS)
    assert "missing: [priest-4-1#3]" in said
    assert "priest-4-1#2" in said
    said = fails("expect: {display: {Ann: [priest-4-1#2]}}", head=HEAD + ANN_OWNS)
    assert "too many: [priest-4-1]" in said


def test_a_name_like_a_copy_is_a_name(catalogues):
    position = "position: {active: A, last_round: true, harbor: [ship-red-1-1]}"
    head = f"game: port-royal\nplayers: ['A#1', A]\n{position}\n"
    for winners, held in (("['A#1', A]", True), ("[A, A]", False), ("['A#1']", False)):
        text = f"{head}steps:\n  - reveal: ship-red-1-1\n  - expect: {{winners: {winners}}}\n"
        assert (replay(parse_script(text, "x", catalogues)).failure is None) == held


def test_every_difference_is_told(fails):
    said = fails("expect: {phase: trade, takes: 2, coins: {Ann: 4, Ben: 3}, last_round: true, to_act: null}")
    assert said.splitlines()[1:] == [
        "    phase: expected trade, actual discover",
        "    takes: expected 2, actual 0",
        "    coins.Ann: expected 4, actual 3",
        "    last_round: expected true, actual false",
        "    to_act: expected null, actual Ann",
    ]


def test_a_step_that_makes_no_sense_at_its_moment_is_no_script(catalogues):
    script = parse_script(HEAD + "steps: [stop]\n", "x.yaml", catalogues)
    script = replace(script, steps=(Play(words={"reveal": "sailer-3-1"}),))
    with pytest.raises(ScriptError, match=r"x\.yaml, line 3, step 1 \(stop\): there is no card"):
        replay(script)


# -- files ---------------------------------------------------------------------------------
@pytest.fixture
def files(tmp_path):
    def files(**scripts):
        paths = []
        for name, text in scripts.items():
            paths.append(tmp_path / f"{name}.yaml")
            paths[-1].write_text(text, encoding="utf-8")
        return paths

    return files


GOOD = HEAD + "steps: [reveal: ship-red-1-1, expect: {phase: discover}]\n"
BAD = HEAD + "steps: [stop]\n"
UGLY = HEAD + "steps: [stopp]\n"


@pytest.mark.parametrize(
    ("scripts", "status"),
    [
        ({"a": GOOD}, 0),
        ({"a": GOOD, "b": BAD, "c": GOOD}, 1),
        ({"a": UGLY}, 2),
        ({"a": BAD, "b": UGLY, "c": BAD}, 2),
    ],
)
def test_the_worst_status_wins(files, scripts, status):
    assert replay_files(files(**scripts)) == status


def test_what_is_printed(files, capsys):
    replay_files(files(a=GOOD, b=BAD, c=UGLY))
    out, err = capsys.readouterr()
    assert "b.yaml, line 3, step 1: stop\n    expected: allowed, actual: refused: Ann must reveal" in out
    assert out.endswith("1 of 3 table scripts held.\n")
    assert "c.yaml, line 3, step 1 (stopp): 'stopp' is no step of this game. Did you mean 'stop'?\n" in err
    assert len(err.splitlines()) == 1


def test_json_is_one_object_a_file_with_every_key_of_expect(files, capsys, catalogues):
    assert replay_files(files(a=GOOD, b=BAD, c=UGLY), as_json=True) == 2
    out, err = capsys.readouterr()
    good, bad = map(json.loads, out.splitlines())
    names = parse_script(GOOD, "x", catalogues).table.game.fact_names
    assert set(good) == set(bad) == set(names)
    assert good["harbor"] == ["ship-red-1-1"]
    assert bad["harbor"] == []
    assert "b.yaml" in err
    assert "c.yaml" in err


def test_a_file_that_is_not_there_is_no_script(tmp_path, capsys):
    assert replay_files([tmp_path / "x.yaml"]) == 2
    assert capsys.readouterr().err.startswith("There is no file")


def test_many_files_load_the_cards_once(files, monkeypatch):
    loads = []
    load_cards = catalogue.load_cards
    monkeypatch.setattr(catalogue, "load_cards", lambda game: loads.append(game) or load_cards(game))
    assert replay_files(files(**{f"s{i}": GOOD for i in range(20)})) == 0
    assert loads == ["port-royal"]


@pytest.mark.soak
def test_a_thousand_scripts_of_a_hundred_steps_take_well_under_a_minute(files, scenarios):
    folder = scenarios / "port-royal" / "games"
    texts = []
    for path in sorted(folder.glob("*.yaml")):
        head, _, steps = path.read_text(encoding="utf-8").partition("steps:\n")
        texts.append(head + "steps:\n" + "\n".join(steps.splitlines()[:100]) + "\n")
    paths = files(**{f"s{i}": texts[i % len(texts)] for i in range(1_000)})
    begun_s = time.perf_counter()
    assert replay_files(paths) == 0
    assert time.perf_counter() - begun_s < 40
