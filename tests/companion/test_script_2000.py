"""Table scripts, exports and score sheets of Port Royal (2000)."""

from __future__ import annotations

from contextlib import closing

import pytest

from companion.catalogue import Catalogues
from companion.export import export_script, import_script
from companion.replay import replay, report
from companion.script import ScriptError, parse_script, read_script
from companion.sheet import read_game, score_sheet
from companion.store import Store

HEAD = """game: port-royal-2000
players: [Ann, Ben, Cem]
position:
  dealer: Cem
  debt: {Ann: 6}
  ships:
    Ann: {rum: [rum-12, rum-10, rum-5, prisoner-3], tobacco: [tobacco-9, hidden]}
    Ben: {biscuit: [biscuit-9, prisoner-4]}
steps:
"""
LAY = "lay: [biscuit-2, biscuit-3, tobacco-2, tobacco-3, rum-2, rum-3, gunpowder-2, gunpowder-3, plus-6]"


@pytest.fixture(scope="module")
def catalogues():
    return Catalogues()


@pytest.fixture(scope="module")
def played(catalogues):
    def played(*lines, head=HEAD):
        text = head + "".join(f"  - {line}\n" for line in lines)
        script = parse_script(text, "x.yaml", catalogues)
        result = replay(script)
        return "" if result.failure is None else report(script, result.failure)

    return played


def test_nested_facts_compare_only_what_is_given(played):
    assert played("expect: {weight: {Ann: {rum: 27}}, sunk: {Ann: [rum]}}") == ""
    assert played("expect: {ships: {Ann: {tobacco: [hidden, tobacco-9]}}}") == ""
    said = played("expect: {weight: {Ann: {rum: 26}}, ships: {Ann: {tobacco: [tobacco-9]}}}")
    assert "weight.Ann.rum: expected 26, actual 27" in said
    assert "ships.Ann.tobacco: expected [tobacco-9], actual [tobacco-9, hidden]" in said
    assert "too many: [hidden]" in said


def test_what_nobody_has_is_null(played):
    assert played("expect: {holder: null, trump: null, contested: null}") == ""
    assert played("expect: {left_over: null, bid_stone: null, kept: null}") == ""
    assert "holder: expected Ann, actual null" in played("expect: {holder: Ann}")


def test_revokes_compare_in_any_order(played):
    way = (LAY, "pass", "pass", "pass", "swapped", "trump: black", "lead: Ann", "choose: rum-2")
    way += ("play: red-5", "play: black-1", "play: red-1", "lead: Ben", "choose: tobacco-2", "play: red-6")
    assert played(*way, "expect: {revokes: [{player: Ben, colour: red}]}") == ""
    said = played(*way, "expect: {revokes: []}")
    assert "revokes: expected [], actual [{player: Ben, colour: red}]" in said
    assert "too many: [" in said


def test_revokes_compare_only_the_keys_given_in_whatever_order_they_stand(played):
    way = (LAY, "pass", "pass", "pass", "swapped", "trump: black", "lead: Ann", "choose: rum-2")
    way += ("play: red-5", "play: black-1", "play: black-2", "lead: Cem", "choose: biscuit-2")
    way += ("play: red-6", "play: red-1", "play: red-2", "expect: {phase: penalty, to_act: Ben}")
    two = "[{colour: red, player: Ben}, {colour: red, player: Cem}]"
    assert played(*way, f"expect: {{revokes: {two}}}") == ""
    assert played(*way, "expect: {revokes: [{colour: red}, {colour: red, player: Cem}]}") == ""
    assert "missing: [{player: Ann}]" in played(*way, "expect: {revokes: [{player: Ann}, {player: Cem}]}")
    assert "too many" in played(*way, "expect: {revokes: [{colour: red}]}")


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("expect: {weight: {Ann: {wine: 3}}}", "wine is no ship"),
        ("expect: {weight: {Ann: 3}}", "weight.Ann: needs a mapping of ships, not 3"),
        ("expect: {weight: {Eva: {rum: 3}}}", "'Eva' does not play"),
        ("expect: {stones: {Ann: [purple]}}", "purple is no colour"),
        ("expect: {trump: purple}", "purple is no colour"),
        ("expect: {contested: wine-4}", "there is no card 'wine-4'"),
        ("expect: {revokes: [red]}", "a revoke is {player: NAME, colour: COLOUR}"),
        ("expect: {revokes: [{player: Ann, colour: purple}]}", "purple is no colour"),
        ("expect: {ships: {Ann: {rum: [wine-4]}}}", "there is no card 'wine-4'"),
        ("expect: {coins: {Ann: 3}}", "'coins' is no key of expect"),
        ("expect: {phase: discover}", "discover is no phase of this game"),
        ("reveal: rum-4", "'reveal' is no step of this game"),
    ],
)
def test_what_is_no_script_is_found_before_it_is_played(played, line, message):
    with pytest.raises(ScriptError) as error:
        played(line)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("head", "message"),
    [
        ("options: {minus_scores: maybe}\n", "minus_scores"),
        ("options: {gamblers: true}\n", "gamblers"),
        ("position: {coins: {Ann: 3}}\n", "coins"),
        ("position: {ships: {A: {rum: [tobacco-9]}}}\n", "tobacco-9 cannot lie on the rum ship"),
        ("rules: first-edition\n", "there is no preset 'first-edition'"),
    ],
)
def test_what_is_wrong_with_the_head_is_said(catalogues, head, message):
    with pytest.raises(ScriptError) as error:
        parse_script(f"game: port-royal-2000\nplayers: [A, B, C]\n{head}steps: []\n", "x.yaml", catalogues)
    assert message in str(error.value)


def test_two_players_are_too_few(catalogues):
    with pytest.raises(ScriptError, match="3 to 4 players"):
        parse_script("game: port-royal-2000\nplayers: [A, B]\nsteps: []\n", "x.yaml", catalogues)


@pytest.mark.parametrize("name", ["games/game-1001.yaml", "games/game-1006.yaml", "undo-a-revoke.yaml"])
def test_an_exported_game_is_the_same_game(tmp_path, scenarios, catalogues, name):
    with closing(Store.open(tmp_path)) as store:
        game = import_script(store, scenarios / "port-royal-2000" / name, "2026-11-30T20:00:00", catalogues)
        text = export_script(store, game, catalogues)
        again = parse_script(text, "again.yaml", catalogues)
        assert replay(again).failure is None
        assert (
            replay(again).entries
            == replay(read_script(scenarios / "port-royal-2000" / name, catalogues)).entries
        )
        assert "# 2026-11-30 20:00:00: round 1" in text


def test_the_sheet_of_a_finished_game(tmp_path, scenarios, catalogues):
    with closing(Store.open(tmp_path)) as store:
        script = scenarios / "port-royal-2000" / "games" / "game-1002.yaml"
        sheet = score_sheet(read_game(store, import_script(store, script, "2026-11-30T20:00:00"), catalogues))
    assert "   1  Ben     24/24       9/24 +2  7/24        15/24         0     57" in sheet
    assert "   2  Cem     16/24       10/24    37/24 sunk  14/24 +5      1     44" in sheet
    assert "Winner: Ben" in sheet
    assert "The table now" not in sheet


def test_the_sheet_of_a_running_game_says_what_is_hidden(tmp_path, catalogues):
    path = tmp_path / "x.yaml"
    path.write_text(f"{HEAD}  - {LAY}\n")
    with closing(Store.open(tmp_path)) as store:
        sheet = score_sheet(read_game(store, import_script(store, path, "2026-11-30T20:00:00"), catalogues))
    assert ["Ann", "0/24", "9/24", "+?", "27/24", "sunk", "0/24", "6", "3"] in [
        row.split()[1:] for row in sheet.splitlines()
    ]
    assert "holder     -" in sheet
    assert "tobacco: tobacco-9, hidden" in sheet
