"""Packs: validation with its codes, owners' answers over a pack, the command."""

from __future__ import annotations

import copy
import re
from pathlib import Path

import msgspec
import pytest

from companion.campaign_file import read_campaign, write_campaign
from companion.cli import main
from companion.packs import NoPack, laid_over, load_pack, pack_content, shipped_content, template_text
from companion.packs.owner import answers_of, owner_file, read_answers, write_answers
from companion.store import Store
from companion.yamltext import YamlError, load
from engine.adventure.campaign import Campaign
from engine.adventure.pack import Pack, content_of, words
from engine.adventure.pack_check import check, checked
from engine.adventure.pack_facts import open_facts

NAMES = ("known", "synthetic")


@pytest.fixture
def synthetic():
    """Give the parsed file of the invented pack, to be spoilt."""
    return copy.deepcopy(shipped_content("synthetic"))


def codes(content: object) -> set[str]:
    return {problem.code for problem in check(content)[1]}


# -- the packs that come with the program ------------------------------------------------------
@pytest.mark.parametrize("name", NAMES)
def test_the_packs_that_come_with_the_program_are_valid(name):
    pack, problems = check(shipped_content(name))
    assert problems == []
    assert pack.name == name
    assert pack.invented == (name == "synthetic")
    assert len(open_facts(pack)) == {"known": 118, "synthetic": 0}[name]


@pytest.mark.parametrize("name", NAMES)
def test_they_are_those_of_the_pages_beside_the_project(name, shared):
    text = (shared / "cards" / f"adventure-{name}.yaml").read_text(encoding="utf-8")
    assert shipped_content(name) == load(text, name)


@pytest.mark.parametrize("name", NAMES)
def test_a_pack_survives_files_and_saved_games(name):
    pack = load_pack(name)
    assert msgspec.convert(words(content_of(pack)), Pack) == pack
    assert msgspec.json.decode(msgspec.json.encode(pack), type=Pack) == pack


# -- validation ----------------------------------------------------------------------------------
def _set(*path, to):
    def spoil(content):
        for key in path[:-1]:
            content = content[key]
        content[path[-1]] = to

    return spoil


def _drop(*path):
    def spoil(content):
        for key in path[:-1]:
            content = content[key]
        del content[path[-1]]

    return spoil


WRONG = [
    ("Q01", _drop("name")),
    ("Q01", _set("name", to="My Pack")),
    ("Q01", _set("invented", to="yes")),
    ("Q01", _set("more", to=1)),
    ("Q01", _drop("tasks")),
    ("Q01", _set("tasks", to=[1])),
    ("Q01", _set("tasks", 10, to=3)),
    ("Q01", _set("tasks", 10, "more", to=3)),
    ("Q01", _drop("tasks", 10, "crowns")),
    ("Q01", _drop("tasks", 10, "hourglass")),
    ("Q01", _set("tasks", 10, "crowns", to=-1)),
    ("Q01", _set("tasks", 10, "crowns", to=1.5)),
    ("Q01", _set("tasks", 10, "have", to={"swords": True})),
    ("Q01", _set("tasks", 10, "have", to={"sword": 1})),
    ("Q01", _set("tasks", 10, "have", to={"persons": {"king": 1}})),
    ("Q01", _set("tasks", 10, "insert", to={80: 0})),
    ("Q01", _set("events", "event-market-day", "gain", to={"coins": -1})),
    ("Q01", _set("events", "event-market-day", "if", to={"persons": {"king": 1}})),
    ("Q01", _set("events", "event-market-day", "copies", to=0)),
    ("Q01", _set("events", "event-black-market", "gain", to={"coins": 4})),
    ("Q01", _set("groups", 80, "lookout-4-1", to=0)),
    ("Q01", _set("groups", 80, to=3)),
    ("Q01", _set("characters", "lady-anne", "coins", to=-1)),
    ("Q01", _set("characters", "lady-anne", "colour", to="red")),
    ("Q01", _drop("characters", "peter-landman", "colour")),
    ("Q01", _set("chapters", "one", to={"first": 10, "success": 61})),
    ("Q01", _set("card9", "*", to=3)),
    ("Q01", _set("card9", "*", 5, to={"markers": 1, "points": 1})),
    ("Q01", _set("card9", 7, to={n: {"markers": 1, "points": 1} for n in (1, 2, 3, 4)})),
    ("Q01", _drop("crown_track")),
    ("Q02", _drop("characters", "lady-anne")),
    ("Q02", _set("characters", "lady-jane", to={"card": 3, "coins": 2})),
    ("Q03", _set("characters", "lady-anne", "card", to=6)),
    ("Q03", _set("characters", "lady-anne", "card", to=1)),
    ("Q03", _set("characters", "peter-landman", "colour", to="ares")),
    ("Q04", _set("crown_track", "shields", to={3: 1, 5: 2, 4: 6})),
    ("Q04", _set("crown_track", "shields", to={3: 1, 5: 3, 14: 6})),
    ("Q04", _set("crown_track", "shields", to={3: 1, 5: 2, 14: 5})),
    ("Q04", _set("crown_track", "shields", to={})),
    ("Q04", _set("crown_track", "fields", to=13)),
    ("Q05", _drop("events", "event-black-market")),
    ("Q05", _set("events", "market-day", to={"copies": 1})),
    ("Q05", _set("events", "event-bribery", to={"copies": 1})),
    ("Q05", _set("events", "event-black-market", "copies", to=2)),
    ("Q05", _set("events", "event-market-day", "timing", to="soon")),
    ("Q05", _set("events", "event-market-day", "who", to="nobody")),
    ("Q05", _set("events", "event-calm-sea", "optional", to=True)),
    ("Q06", _set("groups", 80, "ship-ares-1-2-bread", to=1)),
    ("Q06", _set("groups", 80, "ship-blue-1-2-herbs", to=1)),
    ("Q06", _set("groups", 80, "ship-ares-crown-2-herbs", to=1)),
    ("Q06", _set("groups", 80, "expedition-CA-4", to=1)),
    ("Q06", _set("groups", 80, "expedition-A-rum-bread-4", to=1)),
    ("Q06", _set("groups", 80, "sailor-3-1", to=1)),
    ("Q06", _set("groups", 80, "lookout-04-1", to=1)),
    ("Q06", _set("groups", 80, "ship-ares-1-02-herbs", to=1)),
    ("Q06", _set("expeditions", "expedition-AA-4", to={"coins": 1, "crowns": 0})),
    ("Q06", _set("tasks", 10, "insert", to={79: 6})),
    ("Q06", _set("tasks", 10, "insert", to={80: 5})),
    ("Q07", _set("groups", 80, "lookout-4-1", to=3)),
    ("Q07", _drop("groups", 91)),
    ("Q08", _drop("chapters", 3)),
    ("Q08", _set("chapters", 6, to={"first": 10, "success": 66})),
    ("Q08", _set("chapters", 1, "first", to=99)),
    ("Q08", _set("tasks", 10, "chapter", to=6)),
    ("Q09", _set("tasks", 10, "when", to="never")),
    ("Q09", _set("tasks", 10, "when", to=3)),
    ("Q10", _set("tasks", 10, "first", to={"coins": 3})),
    ("Q10", _set("tasks", 10, "first", to={"crowns": 2})),
    ("Q10", _set("tasks", 10, "first", to={"coins": 1, "crowns": 1})),
    ("Q10", _set("tasks", 10, "crowns", to=4)),
    ("Q11", _set("tasks", 13, "have", to={})),
    ("Q11", _set("tasks", 33, "when", to="turn")),
    ("Q11", _set("tasks", 51, "discard", to={"coins": 4})),
    ("Q11", _set("tasks", 50, "table", to=True)),
    ("Q12", _set("tasks", 10, "star", to=False)),
    ("Q12", _set("tasks", 11, "star", to=True)),
    ("Q12", _set("tasks", 23, "first", to={"coins": 1})),
    ("Q12", _set("tasks", 10, "first", to={"crowns": 1})),
    ("Q13", _set("tasks", 14, "hourglass", to={"fist": {"pay": 8}, "handshake": {"story": 11}})),
    ("Q14", _set("tasks", 10, "hourglass", to={"jump": 11})),
    ("Q14", _set("tasks", 10, "hourglass", to={})),
    ("Q14", _set("tasks", 10, "hourglass", to=11)),
    ("Q14", _set("tasks", 10, "hourglass", to={"story": 99})),
    ("Q14", _set("tasks", 10, "hourglass", to={"story": 11, "card": 9})),
    ("Q14", _set("tasks", 10, "hourglass", to={"check": {"task": 99, "fulfilled": 12, "missed": 13}})),
    ("Q14", _set("tasks", 10, "hourglass", to={"check": {"task": 10, "fulfilled": 12}})),
    ("Q14", _set("tasks", 10, "hourglass", to={"pay": 8})),
    ("Q14", _set("tasks", 14, "hourglass", to={"fist": {"pay": 7}, "handshake": {"card": 9}})),
    ("Q14", _set("tasks", 14, "hourglass", to={"fist": {"card": 9}, "handshake": {"card": 9}})),
    ("Q14", _set("tasks", 14, "hourglass", to={"fist": {"pay": 8}, "handshake": {"pay": 8}})),
    ("Q14", _set("tasks", 14, "hourglass", to={"fist": {"pay": 8}})),
    ("Q14", _set("tasks", 14, "hourglass", to={"fist": {"pay": 8}, "handshake": {"card": 8}})),
    ("Q14", _set("tasks", 14, "hourglass", to={"fist": {"pay": 8}, "handshake": {"card": 9}, "card": 9})),
    ("Q14", _set("tasks", 14, "hourglass", to={"fist": {"fist": {"pay": 8}}, "handshake": {"card": 9}})),
    ("Q15", _drop("card9", "*")),
    ("Q15", _drop("card9", "*", 3)),
    ("Q15", _set("card9", "*", 2, "markers", to=9)),
]


@pytest.mark.parametrize(("code", "spoil"), WRONG, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_wrong_is_told_by_its_code(synthetic, code, spoil):
    spoil(synthetic)
    assert code in codes(synthetic)


def test_every_code_is_tested():
    assert {code for code, _ in WRONG} == {f"Q{n:02}" for n in range(1, 16)}


@pytest.mark.parametrize("content", [None, 3, [], "text"])
def test_a_pack_is_a_mapping(content):
    assert codes(content) == {"Q01"}


def test_all_that_is_wrong_is_told_at_once(synthetic):
    synthetic["tasks"][10] |= {"crowns": 7, "more": 1, "when": "never", "chapter": "one"}
    del synthetic["characters"]["lady-anne"]
    assert {"Q01", "Q02", "Q09", "Q10"} <= codes(synthetic)
    with pytest.raises(NoPack, match=r"(?s)Q01.*Q10"):
        load_pack_of(synthetic)


def load_pack_of(content):
    from companion.packs import pack_of

    return pack_of(content, "this one")


def test_an_open_value_breaks_no_rule(synthetic):
    synthetic["tasks"][10] |= dict.fromkeys(
        ("title", "star", "insert", "have", "first", "crowns", "hourglass")
    )
    synthetic["tasks"][14]["hourglass"] = {"fist": None, "handshake": None}
    synthetic["crown_track"] = {"fields": None, "shields": None}
    synthetic["characters"]["lady-anne"] = {"card": None, "coins": None}
    synthetic["events"]["event-calm-sea"]["copies"] = None
    synthetic["card9"]["*"][1] = {"markers": None, "points": None}
    pack, problems = check(synthetic)
    assert problems == []
    paths = set(open_facts(pack))
    assert {"tasks.10.star", "tasks.14.hourglass.fist", "crown_track", "card9.*.1.points"} <= paths


def test_a_whole_crown_track_may_be_open(synthetic):
    synthetic["crown_track"] = None
    pack, problems = check(synthetic)
    assert (problems, open_facts(pack)) == ([], ["crown_track"])


def test_the_points_of_an_expedition_alone_may_be_open(synthetic):
    del synthetic["groups"][84]["expedition-AC-herbs-7"], synthetic["expeditions"]["expedition-AC-herbs-7"]
    synthetic["groups"][84]["expedition-AC-herbs-?"] = 1
    pack, problems = check(synthetic)
    assert (problems, open_facts(pack)) == ([], ["expedition-AC-herbs-?"])


def test_fewer_than_thirteen_events_are_an_open_fact(synthetic):
    del synthetic["events"]["event-calm-sea"]
    pack, problems = check(synthetic)
    assert (problems, open_facts(pack)) == ([], ["events"])


# -- an owner's answers --------------------------------------------------------------------------
def test_answers_fill_what_is_open_and_change_nothing_that_is_known():
    known = shipped_content("known")
    answers = {
        "name": "mine",
        "characters": {"lady-anne": {"coins": 2}},
        "groups": {80: {"ship-ares-1-2-herbs": 2, "lookout-4-1": 1}},
        "tasks": {13: {"first": {"coins": 1}, "discard": {"coins": 9}}, 10: {"hourglass": {"story": 11}}},
        "chapters": {2: {"first": 20}},
        "expeditions": {},
    }
    pack = checked(laid_over(known, answers))
    assert pack.name == "known"
    assert pack.characters["lady-anne"].coins == 2
    assert pack.groups["?"]["ship-ares-1-?-?"] == 6
    assert pack.groups["?"]["lookout-?-?"] == 4
    assert pack.groups["80"] == {"ship-ares-1-2-herbs": 2, "lookout-4-1": 1}
    assert (pack.tasks["13"].first.coins, pack.tasks["13"].discard.coins) == (1, 4)
    assert pack.tasks["11"].chapter == 1
    assert pack.tasks["20"].chapter == 2
    assert laid_over(known, None) == known


def test_the_whole_of_another_pack_can_be_the_answers():
    """What an owner can enter makes of the known pack a complete one."""
    answers = shipped_content("synthetic")
    pack = checked(laid_over(shipped_content("known"), answers))
    assert "?" not in pack.groups
    keys = {fact.rpartition(".")[2] for fact in open_facts(pack)}
    assert keys <= {"insert", "have", "discard"}, "what the other pack leaves out as nothing"


def test_answers_are_kept_in_a_file_of_the_owners_own(tmp_path):
    before = load_pack("known")
    after = load_pack("known", answers={"tasks": {13: {"crowns": 2}}, "groups": {80: {"tybuk-4-1-1": 1}}})
    path = owner_file(tmp_path, "known")
    assert read_answers(path) is None
    write_answers(path, answers_of(before, after), over="known")
    assert load_pack("known", answers=read_answers(path)) == after
    path.write_text("a: [", encoding="utf-8")
    with pytest.raises(NoPack, match="not YAML"):
        read_answers(path)


@pytest.mark.parametrize(
    "groups",
    [
        {80: "lookout-4-1"},
        {80: {"lookout-4-1": "two"}},
        {80: {"lookout-4-1": 1.5}},
        {80: {"lookout-4-1": 0}},
        {80: {"lookout-4-1": 10**12}},
        {"?": 3},
    ],
)
def test_answers_that_are_no_cards_are_told_by_their_code(groups):
    problems = check(laid_over(shipped_content("known"), {"groups": groups}))[1]
    assert {"Q01", "Q07"} & {problem.code for problem in problems}


def test_nothing_new_is_no_answer():
    assert answers_of(load_pack("known"), load_pack("known")) == {}


# -- finding packs -------------------------------------------------------------------------------
def test_a_pack_is_found_by_name_or_path(tmp_path, synthetic):
    (tmp_path / "mine.yaml").write_text(template_free(content_of(load_pack("synthetic"))), encoding="utf-8")
    assert load_pack("mine.yaml", tmp_path) == load_pack("synthetic")
    with pytest.raises(NoPack, match="name one of known, synthetic"):
        pack_content("mine", tmp_path)
    with pytest.raises(NoPack, match="no file"):
        pack_content("other.yaml", tmp_path)
    with pytest.raises(KeyError):
        shipped_content("mine")


def template_free(content: object) -> str:
    from companion.script_text import write_value

    return write_value(content)


# -- campaigns -----------------------------------------------------------------------------------
def test_a_campaign_survives_its_file(tmp_path):
    path = tmp_path / "campaign.yaml"
    for campaign in (
        Campaign(pack="known"),
        Campaign(pack="mine", chapter=3, failures=2, inserted=("80", "9b"), defeats=4, finished=True),
    ):
        path.write_text(write_campaign(campaign), encoding="utf-8")
        assert read_campaign(path) == campaign


@pytest.mark.parametrize("wrong", ["chapter: 6", "chapter: one", "more: 1", "failures: -1", "inserted: 80"])
def test_what_is_no_campaign_is_told(tmp_path, wrong):
    path = tmp_path / "campaign.yaml"
    lines = {"campaign": "known", "chapter": "1"} | dict([wrong.split(": ")])
    path.write_text("\n".join(f"{key}: {value}" for key, value in lines.items()), encoding="utf-8")
    with pytest.raises(YamlError, match=r"campaign\.yaml"):
        read_campaign(path)


def test_a_campaign_goes_from_one_device_to_another(tmp_path, capsys):
    here, file = ["--data", str(tmp_path)], tmp_path / "campaign.yaml"
    assert main([*here, "campaign", "export"]) == 2
    assert main([*here, "campaign", "import"]) == 2
    campaign = Campaign(pack="known", chapter=2, inserted=("80",), failures=1, defeats=1)
    file.write_text(write_campaign(campaign), encoding="utf-8")
    assert main([*here, "campaign", "import", str(file)]) == 0
    assert "chapter 2" in capsys.readouterr().out
    assert main([*here, "campaign", "export"]) == 0
    assert capsys.readouterr().out == write_campaign(campaign)
    again = tmp_path / "again.yaml"
    assert main([*here, "campaign", "export", str(again)]) == 0
    assert read_campaign(again) == campaign
    with Store.open(tmp_path) as store:
        store.set_setting("settings", {"campaign": {"pack": 3}})
    assert main([*here, "campaign", "export"]) == 2


# -- the command ---------------------------------------------------------------------------------
def filled_template() -> str:
    return "\n".join(re.findall("^# (.*)$", template_text(), re.MULTILINE))


def test_the_template_for_owners_fits_over_the_known_pack(tmp_path, capsys):
    assert load(template_text(), "template") is None
    path = tmp_path / "mine.yaml"
    path.write_text(filled_template(), encoding="utf-8")
    assert main(["pack", "known", "--answers", str(path)]) == 0
    assert "incomplete" in capsys.readouterr().out
    assert main(["pack", "--template"]) == 0
    assert capsys.readouterr().out == template_text()


def test_the_command_says_complete_incomplete_or_every_error(tmp_path, capsys, synthetic):
    assert main(["pack", "synthetic", "known"]) == 0
    out = capsys.readouterr().out
    assert "synthetic: valid, complete" in out
    assert "incomplete: 118 open facts" in out
    assert "tasks.13.crowns" in out
    synthetic["tasks"][10]["crowns"] = 9
    synthetic["name"] = "No Name"
    bad = tmp_path / "bad.yaml"
    bad.write_text(template_free(synthetic), encoding="utf-8")
    none: Path = tmp_path / "none.yaml"
    assert main(["pack", str(bad), "known", str(none)]) == 1
    out = capsys.readouterr().out
    assert "Q01 name" in out
    assert "Q10 tasks.10.crowns" in out
    assert "There is no file" in out
    assert main(["pack"]) == 2
