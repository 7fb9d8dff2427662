"""Rulings on tasks, events, crowns and the end, and the later ones (A30 to A68)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from adventure_moments import BREAD, CALM, INN, MONTHS_END, pile_of
from engine.adventure.options import NOT_OFFERED
from engine.adventure.pack import EventKind, Goal, goal_of
from engine.adventure.state import tale

# -- tasks ---------------------------------------------------------------------------------------
COLOURS = "ship-yellow-1-1 ship-blue-1-1 ship-green-1-1"


def test_adv_A30_A63_four_colours_both_tasks_in_the_order_they_lie(adv):
    g = adv(2, chapter=3, coins={"Ann": 9}, harbor=COLOURS, tasks={34: "", 33: ""}, **CALM)
    g.do("reveal ship-red-3-6").expect(asked=34).do("task 34").expect(asked=33, phase="task").do("task 33")
    g.expect(phase="discover", markers={"Ann": 2})
    g = adv(2, chapter=3, harbor=f"{COLOURS} ship-red-1-1", tasks={33: ""}, **CALM)
    g.do("reveal ship-red-2-3").expect(phase="event", to_act="Ben", tasks={33: []})
    g = adv(2, chapter=3, harbor=f"{COLOURS} ship-red-1-1", tasks={33: ""}, **CALM)
    g.do("reveal sailor-7-3").expect(phase="discover")


def test_adv_A31_the_whole_tax_first(adv):
    g = adv(2, chapter=5, coins={"Ann": 12, "Ben": 0}, crowns={"Ann": 2}, tasks={50: ""}, **CALM)
    g.do("reveal tax-fewest-points").expect(phase="task", coins={"Ann": 7, "Ben": 1}).do("task 50")
    g.expect(crowns={"Ann": 3}, points={"Ann": 1}, coins={"Ann": 8, "Ben": 1})


def test_adv_A32_A66_task_51_is_a_voluntary_stop_and_pays_what_a_stop_pays(adv):
    harbor = "ship-yellow-1-1 ship-blue-1-1 ship-green-1-1"
    common = {"chapter": 5, "coins": {"Ann": 5, "Ben": 0}, "harbor": harbor, "tasks": {51: ""}}
    g = adv(2, event="event-risky-maneuver", **common)
    g.do("reveal expedition-AA").expect(phase="discover").do("reveal ship-red-1-1", "task 51")
    g.expect(crowns={"Ann": 2 + 1}, takes=1)
    g = adv(2, display={"Ann": INN}, **{**common, **CALM}).do("reveal sailor-7-3", "task 51")
    g.expect(crowns={"Ann": 2 + 1}, coins={"Ann": 0})


def test_adv_A33_a_printed_cost_below_three_qualifies(adv):
    g = adv(2, chapter=4, display={"Ann": "sailor-3-1 sailor-3-1 sailor-3-1"}, tasks={40: ""}, **CALM)
    g.do("task 40").expect(tasks={40: ["Ann"]})


def test_adv_A34_exactly_one_harbor_card(adv):
    g = adv(2, chapter=5, display={"Ann": "pirate-5-1"}, tasks={52: ""}, **CALM)
    g.do(
        "reveal ship-red-1-1", "repel", "reveal expedition-AA", "reveal tax-most-swords", "reveal sailor-3-1"
    )
    g.do("stop").expect(phase="task", asked=52)
    g = adv(2, chapter=5, tasks={52: ""}, **CALM).do("reveal expedition-AA", "stop")
    assert g.phase != "task"


def test_adv_A35_any_ares_pirate_for_ares_only_herbs_for_herbs(adv):
    for ship in ("ship-ares-1-2-herbs", "ship-ares-1-3-book"):
        g = adv(2, chapter=2, display={"Ann": ship}, tasks={21: ""}, **CALM).do("task 21")
        g.expect(items={"Ann": []})
    g = adv(2, chapter=4, display={"Ann": "ship-ares-1-2-herbs"}, tasks={45: ""}, **CALM).refuse("task 45")


def test_adv_A36_swords_for_a_task_are_ones_own(adv):
    g = adv(2, display={"Ben": "pirate-5-1"}, tasks={10: ""}).do("event event-join-forces", "choose Ben")
    g.refuse("task 10")
    g = adv(
        2,
        cast="jean-blackbeard lady-anne",
        boxed={"Ann": 1},
        display={"Ann": "sailor-3-1"},
        tasks={10: ""},
        **CALM,
    )
    g.do("task 10").expect(tasks={10: ["Ann"]})


# -- events --------------------------------------------------------------------------------------
def test_adv_A37_offers_go_round_from_the_active_player(adv):
    g = adv(3, active="Ben", coins={"Ann": 5, "Ben": 5, "Cem": 5}).do("event event-scarce-coffers")
    order = []
    while g.phase == "offer":
        order.append(g.to_act)
        g.do("accept")
    assert order == ["Ben", "Cem", "Ann"]


def test_adv_A38_the_ship_that_busts_is_counted(adv):
    event = "event-blessing-in-disguise"
    for harbor, coins in (("ship-red-1-1 sailor-3-1 sailor-3-1", 2), ("ship-red-1-1" + " sailor-3-1" * 3, 0)):
        g = adv(2, event=event, harbor=harbor, coins={"Ann": 0}).do("reveal ship-red-2-3")
        g.expect(coins={"Ann": coins})


def test_adv_A39_trade_in_blue_for_kept_flutes(adv):
    rum = "ship-blue-crown-2-rum"
    adv(1, event="event-trade-in-blue", harbor=rum).do("stop", f"item {rum}").expect(crowns={"Ann": 1})
    adv(1, event="event-trade-in-blue", harbor=rum).do("stop", f"crown {rum}").expect(crowns={"Ann": 2})


def test_adv_A40_the_swords_of_join_forces_are_not_for_taxes(adv):
    g = adv(2, display={"Ann": "sailor-3-1", "Ben": "pirate-5-1"}, coins={"Ann": 0, "Ben": 0})
    g.do("event event-join-forces", "choose Ben", "reveal tax-most-swords").expect(coins={"Ann": 0, "Ben": 2})


def test_adv_A41_alone_join_forces_is_exchanged(adv):
    g = adv(1).do("event event-join-forces").expect(phase="event", event=None, event_deck=2)
    g.refuse("event event-join-forces").refuse("event event-bribery").refuse(MONTHS_END)
    g.do("event event-calm-sea").expect(phase="discover", event="event-calm-sea")
    kept = tale(g.state)
    assert (kept.exchanged, kept.revealed, kept.pool) == (("event-join-forces",), ("event-calm-sea",), 11)


def test_adv_A41_with_an_empty_pool_nothing_happens(adv, packs):
    others = [e for e in packs["synthetic"].events if e != "event-join-forces"]
    g = adv(1, events=["event-join-forces", *others]).do("event event-join-forces")
    g.expect(phase="discover", event="event-join-forces")


def test_adv_A42_A67_bribery_player_by_player_as_far_as_possible(adv):
    display = {"Ann": "governor-8-0 admiral-5-1", "Ben": "jester-5-1 governor-8-0"}
    g = adv(2, display=display, coins={"Ann": 3, "Ben": 0}).do("event event-bribery")
    g.expect(coins={"Ann": 0, "Ben": 0})


def test_adv_A43_others_are_paid_for_a_ship_that_was_really_repelled(adv):
    g = adv(2, event="event-detested-pinnace", display={"Ann": "sailor-3-1", "Ben": "sailor-3-1"})
    g.do("reveal ship-yellow-1-1", "keep").expect(crowns={"Ann": 0, "Ben": 0})


def test_adv_A44_colours_in_events_are_those_of_item_ships_too(adv):
    g = adv(2, event="event-detested-pinnace", display={"Ann": "sailor-3-1"})
    g.do(f"reveal {BREAD}", "repel").expect(crowns={"Ann": 1, "Ben": 0})


def test_adv_A45_with_no_card_left_he_stops_and_nothing_is_paid_out(adv):
    g = pile_of(adv, 0, harbor="ship-red-1-1").refuse("reveal sailor-3-1")
    coins = g.coins["Ann"]
    g.do("stop", "take ship-red-1-1").expect(coins={"Ann": coins})


def test_adv_A46_an_empty_pool_adds_no_card(adv, packs):
    others = list(packs["synthetic"].events)
    g = adv(2, tasks={14: "", 11: ""}, event_discard=others, events="").do(MONTHS_END, "story 13")
    g.expect(event_deck=14, next_event=others[0], month=2)


def test_adv_A47_fewer_than_thirteen_events_are_played_and_not_made_up(adv, packs):
    pack = packs["synthetic"]
    fewer = {name: event for name, event in pack.events.items() if name != "event-calm-sea"}
    g = adv(3, pack=replace(pack, events=fewer))
    g.expect(event_deck=3).do("event event-unheard-of").expect(phase="fact", asked="events.event-unheard-of")
    g.refuse({"fact": 3}, "no answer")
    g.do({"fact": {"title": "Unheard of", "timing": "at-once", "gain": {"coins": 1}}})
    g.expect(phase="discover", event="event-unheard-of", coins={"Ann": 3, "Ben": 4, "Cem": 4})
    g = adv(3, pack=replace(pack, events={**pack.events, "event-calm-sea": EventKind(copies=None)}))
    g.turn("event event-calm-sea", "reveal sailor-7-3", "stop").do("event event-calm-sea")


# -- crowns and end --------------------------------------------------------------------------------
def test_adv_A48_what_goes_beyond_the_last_field_is_lost(adv):
    g = adv(2, crowns={"Ann": 14}, coins={"Ann": 9}, tasks={11: ""}, **CALM).do("task 11")
    g.expect(crowns={"Ann": 14}, points={"Ann": 6})


def test_adv_A49_twelve_points_do_not_end_cooperative_play(adv):
    persons = {"Ann": "admiral-9-3 admiral-9-3 mademoiselle-9-3 sailor-7-3"}
    adv(2, display=persons, boxed={"Ann": 2}, **CALM).expect(points={"Ann": 12}, last_round=False)


def test_adv_A50_the_trigger_stays_and_an_event_can_bring_it(adv):
    persons = {"Ann": "admiral-9-3 admiral-9-3 mademoiselle-9-3", "Ben": "captain-4-1"}
    common = {"display": persons, "boxed": {"Ann": 2}, "coins": {"Ann": 2, "Ben": 0}}
    g = adv(2, "competitive", crowns={"Ann": 6}, **common).expect(last_round=False, points={"Ann": 11})
    g.do("event event-scarce-coffers", "accept").expect(last_round=True, points={"Ann": 12})
    g.turn("reveal priest-4-1", "stop").expect(to_act="Ben", phase="event")
    g.do("event event-black-market").expect(to_act="Ann").do("accept").expect(
        points={"Ann": 11}, last_round=True
    )
    g.turn("reveal priest-4-1", "stop").expect(phase="over", winners=["Ann"])


def test_adv_A51_A52_the_winner_needs_only_the_trophy_and_ties_are_shared(adv):
    g = adv(
        2,
        "competitive",
        boxed={"Ann": 2, "Ben": 2},
        coins={"Ann": 0, "Ben": 0},
        last_round=True,
        active="Ben",
        **CALM,
    )
    g.turn("reveal captain-4-1", "stop").expect(phase="over", winners=["Ann", "Ben"])


def test_adv_A53_each_player_once_with_any_number_of_markers(adv):
    coins = {"Ann": 40, "Ben": 40}
    g = adv(2, "competitive", coins=coins, boxed={"Ben": 3}, tasks={14: ""}, events="").do(MONTHS_END)
    g.do("accept").expect(to_act="Ben").do("accept").expect(phase="discover", markers={"Ann": 3, "Ben": 0})


def test_adv_A54_the_last_fist_repeats(adv):
    g = adv(2, "competitive", coins={"Ann": 40, "Ben": 0}, tasks={14: ""}, month=6, events="").do(MONTHS_END)
    g.expect(phase="offer").do("decline").expect(month=7, tasks={14: []})


def test_adv_A55_the_chapter_is_judged_before_anything_else(adv):
    g = adv(2, coins={"Ann": 9}, tasks={11: "", 14: ""}, events="")
    g.do(MONTHS_END).expect(phase="over", tasks={11: []})


def test_adv_A58_card_nine_by_chapter_and_players(packs):
    pack = packs["synthetic"]
    assert goal_of(pack, 1, 2) == Goal(markers=5, points=12)
    assert goal_of(pack, 5, 2) == Goal(markers=5, points=10)


def test_adv_A59_item_ships_go_to_the_discard_pile_of_the_playing_cards(adv):
    g = adv(2, chapter=3, display={"Ann": "ship-blue-crown-2-rum"}, tasks={31: ""}, **CALM).do("task 31")
    g.expect(discard=["ship-blue-crown-2-rum"])


def test_adv_A60_what_is_unlocked_works_at_once(adv):
    g = adv(
        2,
        cast="jacques-grandeur lady-anne",
        display={"Ann": "captain-4-1 captain-4-1"},
        coins={"Ann": 3},
        tasks={11: ""},
        expeditions="expedition-AA",
        **CALM,
    )
    g.do("task 11", "claim expedition-AA: captain-4-1 captain-4-1").expect(crowns={"Ann": 1 + 2})


# -- later rulings ---------------------------------------------------------------------------------
def test_adv_A61_who_could_fulfil_a_task_is_asked(adv):
    g = adv(2, coins={"Ann": 3, "Ben": 1}, tasks={11: ""}, **CALM).do("reveal tax-most-swords", "stop")
    g.expect(phase="trade", to_act="Ann").do("pass").expect(phase="event", to_act="Ben")


def test_adv_A62_income_then_crowns_then_jester_then_sales(adv):
    display = {"Ann": f"{INN} {BREAD} jester-5-1 admiral-5-1 admiral-7-2"}
    four = "sailor-7-3 pirate-9-3 admiral-9-3 mademoiselle-9-3"
    g = adv(2, display=display, harbor=four, coins={"Ann": 0, "Ben": 0}, **CALM).do("stop")
    g.expect(phase="sell", crowns={"Ann": 1}, coins={"Ann": 1})
    g = adv(2, display=display, harbor=f"{four} sailor-3-1", coins={"Ann": 0, "Ben": 0}, **CALM).do("stop")
    g.expect(phase="sell", coins={"Ann": 4})


def test_adv_A63_thirty_three_before_fifty_one_and_fifty_two_at_the_stop(adv):
    g = adv(2, chapter=5, coins={"Ann": 9}, harbor=COLOURS, tasks={51: "", 33: ""}, **CALM)
    g.do("reveal ship-red-3-6").expect(asked=33).do("decline").expect(asked=51)
    g = adv(2, chapter=5, tasks={52: ""}, event="event-a-stitch-in-time").do("reveal sailor-7-3", "stop")
    g.expect(phase="task", asked=52).turn("decline").expect(to_act="Ben")


def test_adv_A64_bribery_is_one_of_the_first_cards_and_keeps_its_place(adv):
    g = adv(2)
    assert {"event-bribery", "event-calm-sea"} <= {c.event for c in g.session.choices()}
    g.turn("event event-bribery", "reveal sailor-7-3", "stop").expect(next_event=None)
    assert "event-bribery" not in [c.event for c in g.session.choices()]
    g = adv(2, month=3)
    assert "event-bribery" not in [c.event for c in g.session.choices()], "the new card comes from the pool"
    g.do("event event-calm-sea", "reveal sailor-7-3", "stop")
    assert "event-bribery" in [c.event for c in g.session.choices()]


def test_adv_A65_a_group_is_inserted_whole(packs):
    pack = packs["synthetic"]
    for task in pack.tasks.values():
        for group, number in (task.insert or {}).items():
            assert number == sum(pack.groups[group].values())


def test_adv_A68_an_expedition_is_never_required(adv):
    assert "expedition_required" in NOT_OFFERED


@pytest.mark.parametrize("rules", ["big-box", "first-edition"])
def test_both_presets_of_the_base_game_lie_underneath(adv, rules):
    g = adv(
        2,
        rules=rules,
        display={"Ben": "governor-8-0"},
        harbor="sailor-7-3 sailor-5-2",
        coins={"Ben": 20},
        **CALM,
    )
    g.do("stop").expect(to_act="Ben", takes=1 if rules == "big-box" else 2)
