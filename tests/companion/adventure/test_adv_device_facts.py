"""What the pack does not know is asked once, kept in the owner's file, taken back with its entry (AD17)."""

import json

import pytest

from companion.adventure import facts
from companion.adventure.forms import card_form
from companion.adventure.keeping import forgets, keeper, merged, owners_pack, without
from companion.adventure.tags import could_be, in_game, pairs
from companion.decks.record import deck_of
from companion.packs.owner import owner_file, read_answers
from companion.screens.scene import scene_of

SOLO = {"pack": "known", "characters": {"Ann": "grace-may"}}


def answers(table):
    return read_answers(owner_file(table.folder, "known"))


def begun(sit, **position):
    """Begin alone with the real cards; a position spares the start coins."""
    table = sit()
    return table.begin("Ann", **SOLO, **({"position": position} if position else {}))


def test_ad17_the_likeliest_is_shown_and_one_press_saves_it(sit):
    table = begun(sit)
    assert table.lines() == [
        "ANN: FACT NEEDED",
        "3",
        "Start coins",
        "on Grace May",
        "Asked once, then kept",
        "hold >: likeliest",
        ">:+1  N:-1  Y:save",
    ]
    table.press("> > n y")
    assert table.played == [{"fact": 4}]
    assert table.lines()[:2] == ["START COINS", "DRAW 4"]
    assert answers(table) == {"characters": {"grace-may": {"coins": 4}}}


def test_an_answer_is_taken_back_with_its_entry_and_asked_again(sit):
    table = begun(sit).press("y")
    assert answers(table)["characters"] == {"grace-may": {"coins": 3}}
    table.press("N")
    assert not answers(table)
    table.press("> > y")
    assert answers(table)["characters"] == {"grace-may": {"coins": 4}}


def test_the_next_game_knows_what_was_told(sit):
    table = begun(sit).press("> y")
    pack = owners_pack(table.folder)("known")
    assert pack.characters["grace-may"].coins == 4
    assert pack.characters["lady-anne"].coins is None


def test_cards_to_insert_are_asked_by_group_and_number(sit):
    table = begun(sit).press("y").rest()
    assert table.lines()[1:4] == ["NONE", "Cards to add: group", "on story card 10"]
    table.press("> y")
    assert table.lines()[1:3] == ["1", "How many cards"]
    table.press("> > > > > y")
    assert table.lines()[1] == "NONE"
    table.press("y")
    assert [list(map(int, told)) for told in table.played[0]["fact"].items()] == [[80, 6]]
    assert table.lines()[:3] == ["STORY 10", "ADD 6", "number 80"]


def test_no_goes_back_a_part_when_held_and_next_held_takes_the_likeliest(sit):
    table = begun(sit).press("y").rest().press("> y")
    assert table.lines()[2] == "How many cards"
    table.press("N")
    assert table.lines()[2] == "Cards to add: group"
    table.press(">>")
    assert table.played == [{"fact": {}}]


def ended(sit, keys):
    """Come to the hourglass of task 10, and answer."""
    table = sit().begin("Ann", **SOLO, position={"coins": {"Ann": 5}, "tasks": {"10": []}, "events": []})
    table.press("y").rest()
    assert table.lines()[1:4] == ["STORY", "The hourglass shows", "on story card 10"]
    return table.press(keys)


@pytest.mark.parametrize(
    ("keys", "effect"),
    [
        ("y y", {"story": 11}),
        ("y > y", {"story": 12}),
        ("> > y", {"card": 9}),
        ("> y y y y", {"check": {"task": 10, "fulfilled": 11, "missed": 12}}),
    ],
)
def test_an_hourglass_is_told_part_by_part(sit, keys, effect):
    table = ended(sit, keys)
    assert table.played == [{"fact": effect}]


def test_card_9_is_asked_before_the_chapter_is_judged(sit):
    table = ended(sit, "> > y").rest()
    assert table.lines()[1:4] == ["4", "Markers needed", "on card 9"]
    table.press("y").rest()
    assert table.lines()[2] == "Points needed"
    table.press(">>").rest()
    assert table.lines()[:2] == ["CHAPTER 1 ENDS", "NOT YET"]


def test_a_card_is_named_part_by_part_and_its_tag_is_known_by_that_name(sit):
    table = sit().begin("Ann", **SOLO, position={"coins": {"Ann": 5}, "tasks": {"10": []}, "events": []})
    table.press("y").rest().press("y y").rest()
    assert table.lines()[1] == "STORY 11"
    table.press("y").rest().press("> y > > > > > y y").rest()
    assert [list(map(int, told)) for told in table.played[0]["fact"].items()] == [[80, 6]]
    table.press("y").tap("lookout-?-?#2")
    assert table.lines()[1:4] == ["5", "Price to hire", "on Lookout ?"]
    table.press("n y").press("> y").rest()
    assert table.played == [{"fact": "lookout-4-2"}]
    assert table.phase == "discover"
    box = table.desk.context(table.now_s).box
    assert box.deck.find(box.deck.tags["lookout-4-2#1"]) == "lookout-4-2#1"
    assert "lookout-?-?#2" not in box.deck.tags
    assert answers(table)["groups"] == {"80": {"lookout-4-2": 1}} or "?" in answers(table)["groups"]
    assert table.rest().lines()[1].startswith("Lok4")
    table.press("N")
    assert "lookout-?-?#2" in table.desk.context(table.now_s).box.deck.tags


@pytest.mark.parametrize(
    ("kind", "likely", "values", "name"),
    [
        ("ship-ares-1-?-?", "ship-ares-1-2-herbs", ("skull", "book"), "ship-ares-1-skull-book"),
        ("ship-?-?-?-?", "ship-red-1-2-bread", ("blue", "crown", "3", "rum"), "ship-blue-crown-3-rum"),
        ("innkeeper-?-?-b?-r?", "innkeeper-5-1-b3-r4", (6, 2, 0, 5), "innkeeper-6-2-b0-r5"),
        ("tybuk-?-?-?", "tybuk-5-1-2", (4, 1, 1), "tybuk-4-1-1"),
        ("expedition-?", "expedition-AC-herbs-7", ("ACH", "rum", "bread", 9), "expedition-ACH-bread-rum-9"),
        ("expedition-?", "expedition-AC-herbs-7", ("AA", "none", "none", 4), "expedition-AA-4"),
    ],
)
def test_names_of_open_cards(kind, likely, values, name):
    form = card_form(kind, likely)
    for number in range(len(values)):
        part = form.part(values[:number])
        assert part.said(part.first()) is not None
        assert part.turned(part.turned(part.first(), 1), -1) == part.first()
    assert form.part(values) is None
    assert form.value(values) == name


def test_the_crown_track_is_asked_shield_by_shield(sit):
    table = begun(sit, coins={"Ann": 5}, display={"Ann": ["trader-red-3-1"]}, tasks={"13": []})
    table.press("y").choose("Peaceful").rest()
    assert table.lines()[1:4] == ["14", "Fields of the track", "on the crown card"]
    scene = scene_of(table.desk.context(table.now_s))
    assert json.loads(facts.likeliest(scene).value) == {
        "fields": 14,
        "shields": {"3": 1, "5": 2, "7": 3, "9": 4, "11": 5, "14": 6},
    }
    table.press("y y y n n n n n n n y y")
    assert table.lines()[2] in ("Shield 5 (0: none)", "Field of shield 6")
    table.press(">>").rest()
    assert table.view.adventurers[0].crowns == 1


def test_an_unknown_title_is_described_once(sit):
    table = begun(sit, coins={"Ann": 5}, tasks={"13": []})
    table.press("y").choose("another").rest()
    assert table.lines()[1:3] == ["TABLE", "Who carries it out?"]
    table.press("y").rest()
    assert table.view.event == "event-other-1"
    assert table.phase == "discover"


def test_a_task_that_the_table_checks_names_what_goes(sit):
    table = sit().begin(
        "Ann", **SOLO, position={"coins": {"Ann": 5}, "tasks": {"10": []}, "display": {"Ann": ["sailor-3-1"]}}
    )
    table.press("y").choose("Recruitment").rest().tap("task-10")
    assert table.lines()[1:4] == ["FULFIL ?", "?  as its card says", "> coins, tap cards"]
    table.press("> >").tap("sailor-3-1")
    assert "pay $2 Sai3" in table.lines()
    table.press("y")
    assert table.played == [{"task": {"number": 10, "with": ["sailor-3-1"], "coins": 2}}]


# -- files -------------------------------------------------------------------------------
def test_answers_are_merged_and_taken_out():
    kept = {"tasks": {10: {"crowns": 1}}, "crown_track": {"fields": 14}}
    more = {"tasks": {"10": {"first": {}}, "11": {"crowns": 0}}}
    both = merged(kept, more)
    assert both == {
        "tasks": {10: {"crowns": 1, "first": {}}, "11": {"crowns": 0}},
        "crown_track": {"fields": 14},
    }
    assert without(both, {"tasks": {"11": {"crowns": 0}}, "crown_track": {"fields": 14}}) == {
        "tasks": {10: {"crowns": 1, "first": {}}}
    }


def test_a_file_that_cannot_be_written_stops_nobody(sit, tmp_path, caplog):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "packs").write_text("in the way")
    table = sit(learnt=keeper(tmp_path / "state")).begin("Ann", **SOLO).press("y")
    assert table.played == [{"fact": 3}]
    assert "is not kept" in caplog.text


def test_a_demonstration_keeps_nothing(sit):
    table = sit(learnt=forgets).begin("Ann", **SOLO).press("y")
    assert answers(table) is None


# -- tags --------------------------------------------------------------------------------
def test_tags_of_open_cards_stand_for_those_that_are_left():
    there = ["ship-?-?-?-?#1", "ship-?-?-?-?#2", "sailor-3-1#1"]
    meant = pairs(
        ["ship-?-?-?-?#1", "ship-?-?-?-?#4", "ship-?-?-?-?#5", "sailor-3-1#1", "sailor-9-9#1"], there
    )
    assert meant == {
        "ship-?-?-?-?#1": "ship-?-?-?-?#1",
        "ship-?-?-?-?#4": "ship-?-?-?-?#2",
        "sailor-3-1#1": "sailor-3-1#1",
    }


def test_a_deck_is_given_in_the_words_of_a_game():
    class Named:
        def __init__(self, name):
            self.name = name

    deck = deck_of("Box", "adventure", {"04a1a2a3a4a5a6": "tybuk-?-?-?#3", "04b1b2b3b4b5b6": "tax-16#1"})
    fitted = in_game(deck, [Named("tybuk-?-?-?#1")])
    assert dict(fitted.cards) == {"04a1a2a3a4a5a6": "tybuk-?-?-?#1"}


@pytest.mark.parametrize(
    ("name", "yes"),
    [
        ("ship-blue-1-2-bread#1", True),
        ("task-28b#1", True),
        ("event-?#2", True),
        ("cook-3-1#1", False),
        ("x", False),
    ],
)
def test_cards_that_no_catalogue_names(name, yes):
    assert could_be("adventure", name) is yes
    assert not could_be("port-royal", name)
