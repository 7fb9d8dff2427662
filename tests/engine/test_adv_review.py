"""The Adventure Begins: positions, corrections and packs that can be wrong, and what is said then."""

from __future__ import annotations

import copy

import pytest
from msgspec.structs import replace

from adventure_moments import CALM
from companion.packs import shipped_content
from engine.adventure.pack_check import check
from engine.notation import NotationError
from engine.setup import SetupError


def correct(**what):
    return {"correct": what}


# -- positions ---------------------------------------------------------------------------------
def test_adv_S18_a_position_may_name_a_task_that_the_pack_has_never_heard_of(adv):
    g = adv(2, pack="known", coins={"Ann": 3, "Ben": 3}, tasks={10: "", 11: "Ann"})
    g.expect(phase="event", tasks={10: [], 11: ["Ann"]}, inserted=[])


def test_adv_Z02_the_variable_game_of_a_growing_pack_has_tasks_it_has_never_heard_of(adv):
    coins = {"Ann": 3, "Ben": 3}
    g = adv(2, "variable", pack="known", drawn="10 13 20 28b", coins=coins)
    g.expect(tasks={10: [], 13: [], 20: [], "28b": []})
    with pytest.raises(NotationError, match="no task 'x1'"):
        adv(2, "variable", pack="known", drawn="10 13 20 x1", coins=coins)
    with pytest.raises(NotationError, match="no task '99'"):
        adv(2, "variable", drawn="10 13 20 99", coins=coins)


def test_adv_T02_nobody_is_on_a_task_twice_in_a_position(adv):
    with pytest.raises(SetupError, match="twice"):
        adv(2, tasks={10: "Ann Ann"})


@pytest.mark.parametrize(
    ("chapter", "tasks"),
    [(1, {10: ""}), (5, {50: "", 52: "Ann"}), (5, {50: "Ann"})],
    ids=["no-52", "both", "other"],
)
def test_adv_T28_the_upper_field_of_a_position_is_that_of_task_52(adv, chapter, tasks):
    with pytest.raises(SetupError, match="Ann cannot have a marker on the upper field"):
        adv(2, chapter=chapter, tasks=tasks, upper="Ann")


@pytest.mark.parametrize(
    "place",
    [
        {"events": "event-calm-sea", "event_discard": "event-calm-sea"},
        {"event": "event-calm-sea", "events": "event-calm-sea"},
        {"event": "event-bribery", "event_discard": "event-bribery"},
    ],
)
def test_adv_V10_an_event_of_a_position_lies_in_one_place(adv, place):
    with pytest.raises(SetupError, match="more often than there are copies"):
        adv(2, **place)


@pytest.mark.parametrize("event", ["event-bribery", "event-months-end-3"])
def test_adv_S10_S11_what_lies_in_the_box_is_no_event_of_a_position(adv, event):
    with pytest.raises(SetupError, match="in the box"):
        adv(3, event=event)


def test_adv_A49_a_cooperative_position_has_no_last_round(adv):
    with pytest.raises(SetupError, match="only card 9"):
        adv(2, last_round=True)
    adv(2, "competitive", last_round=True).expect(last_round=True)


def test_adv_V08_the_first_card_of_a_later_month_is_not_bribery(adv):
    g = adv(2, tasks={10: "", 11: ""}, event="event-months-end", month=2)
    g.expect(event_deck=4, next_event=None).turn("reveal expedition-AA", "stop")
    g.refuse("event event-bribery", "Bribery cannot come here")
    g.turn("event event-calm-sea", "reveal expedition-CC", "stop")
    g.turn("event event-recruitment", "reveal expedition-HH", "stop")
    g.do("event event-black-market")  # Bribery may have lain on the discard pile before


# -- corrections ---------------------------------------------------------------------------------
def test_the_turn_is_set_right_while_the_event_is_due(adv):
    g = adv(2)
    g.do(correct(active="Ben")).expect(phase="event", to_act="Ben")
    g.do("event event-calm-sea", correct(active="Ann")).expect(phase="discover", to_act="Ann", event=None)


def test_a_turn_is_not_set_while_something_else_is_asked(adv):
    g = adv(2, crowns={"Ann": 1}).do("event event-black-market").expect(phase="offer")
    for what in ({"active": "Ben"}, {"active": "Ben", "phase": "trade"}, {"phase": "event"}):
        g.refuse(correct(**what), "first")


def test_adv_V04_the_event_set_right_is_the_one_that_comes_again(adv):
    g = adv(2, tasks={12: ""}, coins={"Ann": 0, "Ben": 0}, events=["event-bribery"], event="event-calm-sea")
    g.do(correct(event="event-risky-maneuver")).expect(event="event-risky-maneuver")
    g.do("reveal expedition-AA", "stop", "event event-bribery", "reveal expedition-CC", "stop")
    g.do("event event-months-end", "story 14", "reveal expedition-HH", "stop")
    g.do("event event-calm-sea", "reveal expedition-AAH", "stop").expect(next_event="event-risky-maneuver")


def test_adv_T28_nobody_is_set_on_both_fields(adv):
    g = adv(2, chapter=5, tasks={50: "", 52: "Ann"}, **CALM)
    g.refuse(correct(upper=["Ann"]), "lower field already")
    g.refuse(correct(tasks={52: ["Ben"]}, upper=["Ben"]), "lower field already")
    g.do(correct(upper=["Ben"])).expect(upper=["Ben"])
    adv(2, **CALM).refuse(correct(upper=["Ann"]), "Only task 52")


def test_adv_S18_a_task_that_is_laid_by_hand_brings_its_cards(adv):
    g = adv(2, coins={"Ann": 3, "Ben": 3}).do("event event-calm-sea")
    g.expect(inserted=[80], draw_pile=119).refuse("reveal ship-yellow-1-1-bread", "no story card")
    g.do(correct(tasks={11: ["Ben"], 10: ["Ann"]}))
    g.expect(inserted=[80, 81], draw_pile=123, tasks={10: ["Ann"], 11: ["Ben"]}, phase="discover")
    g.do("reveal ship-yellow-1-1-bread", correct(tasks={11: []})).expect(inserted=[80, 81])
    g = adv(2, pack="known", coins={"Ann": 3, "Ben": 3}, tasks={10: ""})
    g.do(correct(tasks={11: []})).expect(phase="fact", asked="tasks.11.insert", to_act="Ann")
    g.do({"fact": {"81": 4}}).expect(phase="event", inserted=[81])


def test_months_are_counted_from_one(adv):
    adv(2, **CALM).refuse(correct(month=0), "from 1").do(correct(month=2)).expect(month=2)


@pytest.mark.parametrize(
    ("what", "because"),
    [
        ({"upper": "Ann"}, "upper: needs a list, not text"),
        ({"events": "event-calm-sea"}, "events: needs a list, not text"),
        ({"markers": {"Ann": 1}}, "crowns, boxed, tasks, upper"),
        ({"active": "Zoe", "phase": "event"}, "'Zoe' does not play"),
    ],
)
def test_a_correction_that_is_none_says_what_is_one(adv, what, because):
    with pytest.raises(NotationError) as error:
        adv(2).session.step(correct(**what))
    assert because in str(error.value)


# -- tasks that the table checks -------------------------------------------------------------------
def test_adv_T03_what_a_task_takes_besides_is_there_beside_its_known_cost(adv, packs):
    pack = packs["synthetic"]
    known = replace(pack.tasks["11"].discard, coins=2, crowns=1)
    tasks = {**pack.tasks, "53": replace(pack.tasks["53"], discard=known)}
    pack = replace(pack, tasks=tasks)
    g = adv(2, chapter=5, pack=pack, coins={"Ann": 4}, crowns={"Ann": 1}, tasks={53: ""}, **CALM)
    g.refuse({"task": {"number": 53, "coins": 3}}, "does not have what should be discarded")
    g.refuse({"task": {"number": 53, "crowns": 1}}, "does not have what should be discarded")
    g.do({"task": {"number": 53, "coins": 2}}).expect(coins={"Ann": 0}, crowns={"Ann": 1})  # 1 for all


# -- what a refusal says ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("step", "because"),
    [
        ({"fact": 3}, "go on playing"),
        ({"story": 11}, "they are read at Month's End"),
        ({"choose": "Ben"}, "for the event Join Forces"),
        ({"sell": "ship-yellow-1-1-bread"}, "an Innkeeper asks by himself"),
        ("accept", "Nothing is offered"),
        ("event event-recruitment", "lies open already"),
    ],
)
def test_a_word_that_nobody_asked_for_is_refused_with_its_moment(adv, step, because):
    adv(2, display={"Ann": "ship-yellow-1-1-bread"}, **CALM).refuse(step, because)


def test_the_repel_question_comes_before_everything_else(adv):
    g = adv(2, display={"Ann": "sailor-5-2"}, **CALM).do("reveal ship-red-1-1")
    for step in ("task 10", "event event-recruitment", "accept", {"story": 11}, "item ship-red-1-1"):
        g.refuse(step, "Ann must first decide about ship-red-1-1")


def test_adv_A6_after_a_forced_end_only_expeditions_are_left(adv):
    display = {"Ann": "captain-4-1 captain-4-1"}
    g = adv(2, bust_window=True, display=display, expeditions="expedition-AA", harbor="ship-red-1-1", **CALM)
    g.do("reveal ship-red-2-3").expect(phase="trade", takes=0)
    for step in ("task 10", "take ship-red-1-1", "reveal sailor-3-1", "stop", "decline"):
        g.refuse(step, "The turn is lost: Ann may still claim expeditions, or pass.")
    g.do("pass").expect(phase="event", to_act="Ben")


def test_adv_V08_the_event_that_is_known_is_said_as_on_the_card(adv):
    adv(2, events=[]).refuse("event event-calm-sea", "The next event is known: Month's End.")
    adv(2, events=["event-a-stitch-in-time"]).refuse("event event-bribery", "A Stitch in Time")


# -- packs -----------------------------------------------------------------------------------------
def problems(change):
    content = copy.deepcopy(shipped_content("synthetic"))
    change(content)
    return [(problem.code, problem.path) for problem in check(content)[1]]


@pytest.mark.parametrize("coins", [-1, "four", 1.5, True])
def test_a_wrong_amount_in_a_pack_is_one_error_and_takes_nothing_else_along(coins):
    found = problems(lambda pack: pack["characters"]["grace-may"].update(coins=coins))
    assert found == [("Q01", "characters.grace-may.coins")]


def test_a_missing_key_of_a_pack_is_said_once():
    assert problems(lambda pack: pack["tasks"][10].pop("crowns")) == [("Q01", "tasks.10.crowns")]
    assert problems(lambda pack: pack["card9"]["*"][1].pop("points")) == [("Q01", "card9.*.1.points")]


def test_an_event_of_a_pack_that_is_described_says_when():
    found = problems(lambda pack: pack["events"]["event-calm-sea"].pop("timing"))
    assert found == [("Q01", "events.event-calm-sea.timing")]
    by_table = {"copies": 1, "title": "Calm Sea", "table": True}
    assert problems(lambda pack: pack["events"].update({"event-calm-sea": by_table})) == []


def test_a_character_of_a_pack_that_is_missing_is_one_error():
    assert problems(lambda pack: pack["characters"].pop("grace-may")) == [("Q02", "characters")]
