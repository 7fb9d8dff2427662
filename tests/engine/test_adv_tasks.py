"""The Adventure Begins: tasks (rules T01 to T30)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adventure_moments import CALM
from engine.adventure.messages import FulfilTask
from engine.adventure.pack import Cheap, Harbor, Have, Most


def test_adv_T01_a_task_is_fulfilled_in_ones_own_turn_or_opportunity(adv):
    g = adv(2, coins={"Ann": 5, "Ben": 9}, tasks={11: ""}, **CALM)
    g.refuse({"task": 12}, "does not lie")
    g.do("reveal sailor-3-1", "stop").expect(to_act="Ann").do("pass").expect(to_act="Ben")
    g.do("task 11").expect(tasks={11: ["Ben"]}, coins={"Ben": 7}, phase="trade", to_act="Ben")


def test_adv_T02_nobody_fulfils_a_task_twice(adv):
    adv(2, coins={"Ann": 9}, tasks={11: ""}, **CALM).do("task 11").refuse("task 11", "already")


def test_adv_T03_a_minus_discards_the_rest_must_only_be_there(adv):
    display = {"Ann": "ship-yellow-1-1-bread ship-ares-1-2-herbs priest-4-1 sailor-3-1"}
    g = adv(2, chapter=4, coins={"Ann": 9}, display=display, tasks={13: "", 41: "", 43: ""}, **CALM)
    g.do("task 41").expect(discard=["ship-yellow-1-1-bread", "ship-ares-1-2-herbs"], items={"Ann": []})
    g.do("task 43").expect(display={"Ann": ["priest-4-1"]}, points={"Ann": 2}, swords={"Ann": 0})
    g.do("task 13").expect(display={"Ann": ["priest-4-1"]}, coins={"Ann": 9 + 2 - 4 + 1})


def test_adv_T04_amounts_are_minimums(adv):
    g = adv(2, display={"Ann": "pirate-5-1 sailor-3-1"}, coins={"Ann": 8}, tasks={10: "", 35: ""}, **CALM)
    g.do("task 10", "task 35").expect(tasks={10: ["Ann"], 35: ["Ann"]}, coins={"Ann": 10})


def test_adv_T05_fulfilling_is_voluntary(adv):
    g = adv(2, coins={"Ann": 5, "Ben": 0}, tasks={11: ""}, **CALM)
    g.do("reveal sailor-7-3", "stop").expect(to_act="Ann", phase="trade")
    g.do("pass").expect(phase="event", to_act="Ben", tasks={11: []})


def test_adv_T06_T07_T08_the_leftmost_marker_goes_and_uncovers(adv):
    g = adv(
        2,
        cast="samuel-blackguard lady-anne",
        coins={"Ann": 20},
        display={"Ann": "pirate-9-3 priest-4-1 captain-4-1"},
        tasks={10: "", 11: "", 12: "", 13: "", 14: ""},
        **CALM,
    )
    g.do("task 10").expect(markers={"Ann": 3}, trophies=[], coins={"Ann": 20 + 2 + 2}, crowns={"Ann": 0})
    g.do("task 14").expect(markers={"Ann": 2}, trophies=["Ann"], crowns={"Ann": 0})
    g.do("task 12").expect(markers={"Ann": 1}, crowns={"Ann": 1 + 1})
    g.do("task 11").expect(markers={"Ann": 0}, crowns={"Ann": 2 + 3 + 1})
    g.refuse("task 13", "no marker")


def test_adv_T08_boxed_markers_are_gone_too(adv):
    g = adv(2, "competitive", coins={"Ann": 9}, boxed={"Ann": 3}, tasks={11: "", 13: ""}, **CALM)
    g.expect(markers={"Ann": 1}).do("task 11").expect(markers={"Ann": 0}).refuse("task 13", "no marker")


def test_adv_T09_T10_T11_first_rewards_once_crowns_for_everybody(adv):
    g = adv(3, coins={"Ann": 3, "Ben": 3, "Cem": 3}, tasks={11: ""}, **CALM)
    g.do("task 11", "reveal tax-most-swords", "stop", "task 11", "task 11")
    g.expect(coins={"Ann": 2, "Ben": 1, "Cem": 1}, crowns={"Ann": 1, "Ben": 1, "Cem": 1})


def test_adv_T09_one_task_gives_the_first_a_crown(adv):
    g = adv(2, crowns={"Ann": 3}, chapter=2, tasks={23: ""}, **CALM)
    g.do("task 23").expect(crowns={"Ann": 4}, coins={"Ann": 2})


def test_adv_T12_rewards_hold_alone_too(adv):
    adv(1, coins={"Ann": 3}, tasks={11: ""}, **CALM).do("task 11").expect(coins={"Ann": 1}, crowns={"Ann": 1})


def test_adv_T13_several_tasks_in_one_turn(adv):
    g = adv(2, coins={"Ann": 9}, display={"Ann": "priest-4-1"}, tasks={11: "", 13: ""}, **CALM)
    g.do("task 11", "task 13").expect(markers={"Ann": 2}, trophies=["Ann"])


def test_adv_T14_a_task_takes_no_card_and_no_compensation(adv):
    g = adv(2, coins={"Ann": 5, "Ben": 9}, tasks={11: ""}, **CALM)
    g.do("reveal sailor-3-1", "stop", "pass").expect(to_act="Ben", takes=1)
    g.do("task 11").expect(takes=1, coins={"Ann": 5})


def test_adv_T20_task_13_four_coins_and_a_priest(adv):
    g = adv(2, coins={"Ann": 4}, display={"Ben": "priest-4-1"}, tasks={13: ""}, **CALM)
    g.refuse("task 13", "does not have")
    g = adv(2, coins={"Ann": 3}, display={"Ann": "priest-ares-5-1"}, tasks={13: ""}, **CALM)
    g.refuse("task 13", "does not have")
    g = adv(2, coins={"Ann": 4}, display={"Ann": "priest-ares-5-1"}, tasks={13: ""}, **CALM)
    g.do("task 13").expect(coins={"Ann": 1}, crowns={"Ann": 2}, display={"Ann": ["priest-ares-5-1"]})


def test_adv_T21_task_30_an_expedition(adv):
    g = adv(2, chapter=3, tasks={30: ""}, display={"Ben": "expedition-AA"}, **CALM).refuse("task 30")
    g = adv(2, chapter=3, tasks={30: ""}, display={"Ann": "expedition-AA"}, **CALM)
    g.do("task 30").expect(tasks={30: ["Ann"]})


def test_adv_T22_task_40_three_persons_of_printed_cost_three(adv):
    cheap = "sailor-3-1 trader-red-3-1"
    g = adv(2, chapter=4, tasks={40: ""}, display={"Ann": f"{cheap} captain-4-1 mademoiselle-7-2"}, **CALM)
    g.refuse("task 40")
    g = adv(2, chapter=4, tasks={40: ""}, display={"Ann": f"{cheap} sailor-3-1"}, **CALM)
    g.do("task 40").expect(tasks={40: ["Ann"]})


def test_adv_T23_task_41_herbs_and_bread(adv):
    both = "ship-ares-1-2-herbs ship-yellow-1-1-bread"
    g = adv(2, chapter=4, tasks={41: ""}, display={"Ann": "ship-ares-1-3-book ship-yellow-1-1-bread"}, **CALM)
    g.refuse("task 41")
    g = adv(2, chapter=4, tasks={41: ""}, display={"Ann": f"{both} ship-green-1-2-bread"}, **CALM)
    g.refuse("task 41", "which cards")
    g.refuse("task 41: ship-ares-1-2-herbs", "does not take")
    g.do("task 41: ship-ares-1-2-herbs ship-green-1-2-bread").expect(items={"Ann": ["ship-yellow-1-1-bread"]})


FOUR = "ship-yellow-1-1 ship-blue-1-1 ship-green-1-1"


def test_adv_T24_task_33_four_colours_at_once_and_kept_after_a_bust(adv):
    g = adv(2, chapter=3, harbor=FOUR, tasks={33: ""}, **CALM)
    g.do("reveal sailor-3-1").expect(phase="discover")
    g.do("reveal ship-ares-1-6-herbs").expect(phase="task", to_act="Ann", asked=33)
    g.refuse("stop", "task 33").refuse("task 34", "first decide")
    g.do("task 33").expect(phase="discover", markers={"Ann": 3}, coins={"Ann": 2 + 1})
    g.do("reveal ship-yellow-3-4").expect(phase="event", tasks={33: ["Ann"]})


def test_adv_T25_task_34_costs_five_coins(adv):
    g = adv(2, chapter=3, coins={"Ann": 4}, harbor=FOUR, tasks={34: ""}, **CALM)
    g.do("reveal ship-red-1-1").expect(phase="discover")
    g = adv(2, chapter=3, coins={"Ann": 5}, harbor=FOUR, tasks={34: ""}, **CALM)
    g.do("reveal ship-red-1-1", "task 34").expect(coins={"Ann": 0}, crowns={"Ann": 1})


def test_adv_T26_task_50_whoever_pays_a_tax_decides_at_once(adv):
    g = adv(3, chapter=5, coins={"Ann": 11, "Ben": 12, "Cem": 13}, tasks={50: ""}, **CALM)
    g.do("reveal tax-fewest-points").expect(phase="task", to_act="Ben", coins={"Ann": 12, "Ben": 7, "Cem": 8})
    g.do("task 50").expect(phase="task", to_act="Cem", coins={"Ben": 8}).do("decline")
    g.expect(phase="discover", to_act="Ann", tasks={50: ["Ben"]})


def test_adv_T27_task_51_stop_pay_five_take_one_fewer(adv):
    harbor = "ship-yellow-1-1 ship-blue-1-1 ship-green-1-1"
    g = adv(2, chapter=5, coins={"Ann": 6, "Ben": 3}, harbor=harbor, tasks={51: ""}, **CALM)
    g.do("reveal ship-red-1-1").expect(phase="task", asked=51)
    g.do("task 51").expect(phase="trade", to_act="Ann", takes=1, coins={"Ann": 1})
    g.do("take ship-red-1-1").expect(to_act="Ben", takes=1)
    display = {"Ann": "governor-8-0"}
    harbor = "sailor-3-1 sailor-3-1 sailor-3-1"
    g = adv(2, chapter=5, coins={"Ann": 20}, harbor=harbor, display=display, tasks={51: ""}, **CALM)
    g.do("reveal sailor-5-2", "task 51").expect(to_act="Ann", takes=1)


def test_adv_T28_T29_task_52_twice_with_a_single_card(adv):
    g = adv(2, chapter=5, tasks={52: ""}, events="event-recruitment event-bribery", **CALM)
    g.turn("reveal sailor-3-1", "stop").expect(phase="task", asked=52)
    g.turn("task 52").expect(tasks={52: []}, upper=["Ann"], markers={"Ann": 3}, to_act="Ben")
    g.turn("event event-recruitment", "reveal sailor-3-1", "reveal sailor-3-1", "stop")
    g.do("event event-bribery", "reveal sailor-3-1", "reveal tax-most-swords", "stop").expect(phase="task")
    g.turn("task 52").expect(tasks={52: ["Ann"]}, upper=[], markers={"Ann": 3}, crowns={"Ann": 1})


def test_adv_T30_what_lapsed_may_come_again(adv):
    g = adv(2, chapter=3, harbor=FOUR, tasks={33: ""}, **CALM)
    g.do("reveal ship-red-1-1", "decline").refuse("task 33", "its moment")
    g.do("reveal ship-black-1-2").expect(phase="task", asked=33)


@pytest.mark.parametrize("number", [33, 50, 51, 52])
def test_tasks_of_a_moment_are_no_tasks_of_choice(adv, number):
    g = adv(2, chapter=5, coins={"Ann": 9}, tasks={number: ""}, **CALM).refuse(f"task {number}", "its moment")
    g.do("reveal sailor-7-3").refuse("decline", "Nothing is offered").refuse("accept", "Nothing is offered")


def test_a_table_checks_what_the_vocabulary_lacks(adv):
    g = adv(2, chapter=5, coins={"Ann": 3}, display={"Ann": "sailor-3-1"}, tasks={53: ""}, **CALM)
    g.refuse({"task": {"number": 53, "with": ["captain-4-1"]}}, "does not have")
    g.refuse({"task": {"number": 53, "coins": 4}}, "does not have")
    g.do({"task": {"number": 53, "with": ["sailor-3-1"], "coins": 2}})
    g.expect(coins={"Ann": 1}, display={"Ann": []}, crowns={"Ann": 1}, tasks={53: ["Ann"]})


def test_a_known_cost_is_not_told(adv):
    g = adv(2, coins={"Ann": 9}, tasks={11: ""}, **CALM)
    g.refuse({"task": {"number": 11, "coins": 2}}, "is known")


def test_crowns_are_paid_for_a_task(adv):
    g = adv(2, chapter=4, crowns={"Ann": 3}, tasks={44: ""}, **CALM)
    g.do("task 44").expect(crowns={"Ann": 1}, points={"Ann": 0}, coins={"Ann": 4})


def test_what_must_be_there_is_looked_at_key_by_key(adv, packs):
    """Every key of ``have`` alone keeps a task back, and lets it go."""
    display = {"Ann": "sailor-3-1 ship-ares-1-2-herbs"}
    common = {"display": display, "coins": {"Ann": 3}, "crowns": {"Ann": 3}, "harbor": "ship-red-1-1"}
    for enough, too_much in (
        (Have(swords=1), Have(swords=2)),
        (Have(coins=3), Have(coins=4)),
        (Have(crowns=3), Have(crowns=4)),
        (Have(points=2), Have(points=3)),
        (Have(items=1), Have(items=2)),
        (Have(herbs=1), Have(book=1)),
        (Have(ares=1), Have(ares=2)),
        (Have(persons={"any": 1}), Have(persons={"any": 2})),
        (Have(cheap=Cheap(count=1, cost=3)), Have(cheap=Cheap(count=1, cost=2))),
        (Have(harbor=Harbor(cards=1, ships=1, colours=1)), Have(harbor=Harbor(persons=1))),
        (Have(max=Most(coins=3)), Have(max=Most(coins=2))),
        (Have(), Have(expeditions=1)),
    ):
        for have, done in ((enough, True), (too_much, False)):
            task = replace(packs["synthetic"].tasks["12"], have=have)
            pack = replace(packs["synthetic"], tasks={**packs["synthetic"].tasks, "12": task})
            g = adv(2, pack=pack, tasks={12: ""}, **common, **CALM)
            assert bool([c for c in g.session.choices() if isinstance(c, FulfilTask)]) == done, have
