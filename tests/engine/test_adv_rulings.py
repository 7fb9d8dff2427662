"""The Adventure Begins: the rulings of the rules page, and the switches that turn some (A1 to A68)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.adventure.messages import Sell
from engine.adventure.options import NOT_OFFERED
from engine.adventure.pack import Check, Effect, EventKind, Goal, goal_of, inserts_before
from engine.adventure.state import tale
from engine.portroyal.messages import Claim, Pass

CALM = {"event": "event-calm-sea"}
MONTHS_END = "event event-months-end"
INN = "innkeeper-5-1-b3-r4"
BREAD = "ship-yellow-1-1-bread"


def changed(pack, number: str, **more) -> object:
    """Give a pack with one task changed."""
    return replace(pack, tasks={**pack.tasks, number: replace(pack.tasks[number], **more)})


# -- set-up and campaign -----------------------------------------------------------------
def test_adv_A1_start_coins_replace_the_three(adv):
    adv(2).expect(coins={"Ann": 2, "Ben": 3})


def test_adv_A3_groups_that_are_in_are_not_inserted_again(adv):
    g = adv(2, inserted=("80", "81"))
    g.expect(inserted=[80, 81], draw_pile=119 + 10 - 5)
    g = adv(2, tasks={10: ""}, events="", inserted=("80", "81"))
    before = g.draw_pile
    g.do(MONTHS_END, "story 11").expect(draw_pile=before)


def test_adv_A4_without_a_campaign_all_that_earlier_chapters_can_insert_is_in(adv, packs):
    assert inserts_before(packs["synthetic"], 2) == ("80", "81", "82", "83")
    assert inserts_before(packs["synthetic"], 1) == ()
    adv(2, chapter=3).expect(inserted=[80, 81, 82, 83, 84, 85, 86, 87])


def test_adv_A4b_not_all_extra_coins_must_be_taken(adv):
    adv(2, failures=3, extra_coins={"Ben": 1}).expect(coins={"Ann": 2, "Ben": 4})


# -- windows for acting --------------------------------------------------------------------
def test_adv_A5_A61_an_opportunity_is_there_even_with_nothing_to_take(adv):
    g = adv(2, coins={"Ann": 0, "Ben": 3}, tasks={11: ""}, **CALM).do("reveal tax-most-swords", "stop")
    g.expect(phase="trade", to_act="Ben", harbor=[]).do("task 11").expect(phase="event")


def test_adv_A6_after_a_forced_end_nobody_acts(adv):
    display = {"Ann": "captain-4-1 captain-4-1"}
    common = {"harbor": "ship-red-1-1", "display": display, "expeditions": "expedition-AA", **CALM}
    g = adv(2, coins={"Ann": 9, "Ben": 9}, tasks={11: ""}, **common).do("reveal ship-red-2-3")
    g.expect(phase="event", to_act="Ben")
    g = adv(2, bust_window=True, tasks={11: ""}, **common).do("reveal ship-red-2-3")
    g.expect(phase="trade", to_act="Ann", takes=0).refuse("task 11").refuse("take sailor-3-1")
    assert [type(choice) for choice in g.session.choices()] == [Pass, Claim]
    g.do("claim expedition-AA: captain-4-1 captain-4-1").expect(phase="event", to_act="Ben")
    g = adv(2, bust_window=True, **common).do("reveal ship-red-2-3", "pass").expect(phase="event")


def test_adv_A7_nobody_acts_while_a_card_is_resolved(adv):
    g = adv(2, coins={"Ann": 9}, display={"Ann": "sailor-3-1"}, tasks={11: ""}, **CALM)
    g.do("reveal ship-red-1-1").expect(phase="repel").refuse("task 11")


def test_adv_A8_compensation_that_comes_later_pays_no_task(adv):
    g = adv(2, coins={"Ann": 2, "Ben": 9}, harbor="ship-red-1-1 sailor-7-3", tasks={11: ""}, **CALM)
    g.do("stop", "take ship-red-1-1").expect(to_act="Ann", coins={"Ann": 3}, phase="trade").do("pass")
    g.do("take sailor-7-3").expect(coins={"Ann": 4}, phase="event", to_act="Ben")


def test_adv_A9_between_turns_nobody_acts(adv):
    adv(2, coins={"Ann": 9}, tasks={11: ""}).refuse("task 11", "event of this turn")


def test_adv_A10_a_new_task_may_be_fulfilled_in_the_same_turn(adv):
    g = adv(2, coins={"Ann": 3}, tasks={10: ""}, events="").do(MONTHS_END, "story 11", "task 11")
    g.expect(tasks={11: ["Ann"]})


# -- markers and rewards -------------------------------------------------------------------
def test_adv_A11_a_boxed_marker_uncovers_as_one_on_a_task(adv):
    coins = {"Ann": 8, "Ben": 0}
    g = adv(2, "competitive", coins=coins, boxed={"Ann": 2}, tasks={14: ""}, events="").do(
        MONTHS_END, "accept"
    )
    g.expect(crowns={"Ann": 1}, markers={"Ann": 1})
    g = adv(2, "competitive", coins=coins, tasks={14: "", 10: "Ann"}, events="")
    assert g.trophies == []


def test_adv_A12_the_upper_field_uncovers_unless_the_table_plays_it_late(adv):
    for late, coins in ((False, 2), (True, 0)):
        g = adv(
            2,
            cast="samuel-blackguard lady-anne",
            chapter=5,
            coins={"Ann": 0, "Ben": 0},
            tasks={52: ""},
            t52_uncover_late=late,
            **CALM,
        )
        g.do("reveal sailor-7-3", "stop", "task 52").expect(coins={"Ann": coins}, markers={"Ann": 3})
    g = adv(
        2,
        cast="samuel-blackguard lady-anne",
        chapter=5,
        coins={"Ann": 0, "Ben": 0},
        tasks={52: ""},
        upper="Ann",
        t52_uncover_late=True,
        **CALM,
    )
    g.do("reveal sailor-7-3", "stop", "task 52").expect(coins={"Ann": 2 + 2}, upper=[], markers={"Ann": 3})


def test_adv_A13_at_the_same_instant_the_active_player_is_first(adv):
    g = adv(3, chapter=5, active="Ben", coins={"Ann": 12, "Ben": 12, "Cem": 12}, tasks={50: ""}, **CALM)
    g.do("reveal tax-most-swords").expect(to_act="Ben").do("decline").expect(to_act="Cem").do("task 50")
    g.expect(to_act="Ann", coins={"Cem": 8}).do("task 50").expect(coins={"Ann": 7}, to_act="Ben")


def test_adv_A14_the_first_gets_the_crowns_of_everybody_too(adv):
    adv(2, coins={"Ann": 3}, tasks={11: ""}, **CALM).do("task 11").expect(coins={"Ann": 1}, crowns={"Ann": 1})


def test_adv_A15_superseded_tasks_count_for_every_task(adv):
    display = {"Ann": "sailor-7-3 pirate-9-3 admiral-9-3 mademoiselle-9-3"}
    g = adv(2, tasks={10: "", 11: "Ann Ben", 12: "Ann Ben", 14: "Ann"}, display=display, events="")
    g.do(MONTHS_END).expect(result="lost")


def test_adv_A16_the_indicated_task_may_be_an_older_one(adv, packs):
    check = Check(task=10, fulfilled=14, missed=13)
    pack = changed(packs["synthetic"], "12", hourglass=Effect(check=check))
    for who, story in (("Ben", 14), ("", 13)):
        g = adv(2, pack=pack, tasks={10: who, 11: "Ann", 12: "Ann"}, events="").do(MONTHS_END)
        g.expect(asked=story)


# -- persons, characters, jokers --------------------------------------------------------------
def test_adv_A17_a_character_is_no_person(adv):
    cast = "peter-landman officer-scott jean-blackbeard"
    boxed = {"Ann": 1, "Ben": 1}
    for counts, crowns, coins in ((False, 0, 9), (True, 1, 7)):
        switch = {"character_counts_as_person": counts, "cast": cast, "boxed": boxed}
        adv(3, **switch).do("event event-peaceful-trade").expect(crowns={"Ann": crowns})
        g = adv(2, coins={"Ben": 9}, **switch).do("event event-bribery")
        g.expect(coins={"Ben": coins})
    g = adv(2, chapter=4, cast=cast, boxed=boxed, display={"Ann": "trader-red-3-1"}, tasks={42: ""}, **CALM)
    g.refuse("task 42")
    g = adv(
        2,
        chapter=4,
        cast=cast,
        boxed=boxed,
        display={"Ann": "trader-red-3-1"},
        tasks={42: ""},
        character_counts_as_person=True,
        **CALM,
    )
    g.do("task 42").expect(tasks={42: ["Ann"]})


def test_adv_A18_a_jack_is_a_joker_for_expeditions_only(adv):
    jack = {"Ann": "jack-of-all-trades-6-1"}
    adv(2, display=jack).do("event event-recruitment").expect(coins={"Ann": 2})
    adv(2, display=jack, jack_counts_as_icon=True).do("event event-recruitment").expect(coins={"Ann": 3})
    g = adv(2, display=jack, coins={"Ann": 9}, tasks={13: "", 12: ""}, **CALM)
    g.refuse("task 13").refuse("task 12")


def test_adv_A19_new_captains_count_as_captains(adv):
    g = adv(2, display={"Ann": "captain-ares-5-1"}, tasks={12: ""}, **CALM).do("task 12")
    g.expect(tasks={12: ["Ann"]})
    adv(2, display={"Ann": "captain-ares-5-1"}).do("event event-recruitment").expect(coins={"Ann": 3})


def test_adv_A20_every_bonus_counts_and_ares_only_for_ares(adv):
    persons = "captain-ares-5-1 priest-ares-5-1 settler-ares-5-1"
    herbs, red = "ship-ares-1-2-herbs", "ship-red-crown-3-rum"
    adv(1, display={"Ann": persons}, harbor=herbs, **CALM).do("stop", f"coin {herbs}").expect(
        coins={"Ann": 6}
    )
    traders = {"Ann": f"{persons} trader-red-3-1 trader-red-3-1"}
    adv(1, display=traders, harbor=red, **CALM).do("stop", f"crown {red}").expect(
        coins={"Ann": 4}, crowns={"Ann": 1}
    )


def test_adv_A21_landmans_colour_is_the_one_on_his_card(adv, packs):
    pack = packs["synthetic"]
    side = replace(pack.characters["peter-landman"], colour="black")
    pack = replace(pack, characters={**pack.characters, "peter-landman": side})
    for ship, coins in (("ship-black-1-2", 5), ("ship-green-1-1", 4)):
        g = adv(1, pack=pack, cast="peter-landman", boxed={"Ann": 1}, harbor=ship, **CALM)
        g.do("stop", f"take {ship}").expect(coins={"Ann": coins})


# -- triggers of phase 2 -----------------------------------------------------------------------
FOUR = "ship-red-1-1 sailor-3-1 sailor-5-2 captain-4-1"


def test_adv_A22_an_innkeeper_acts_once_as_the_time_to_take_begins(adv):
    g = adv(2, display={"Ann": f"{INN} {BREAD}"}, harbor=FOUR, **CALM).do("stop", "decline")
    g.expect(phase="trade").refuse(f"sell {BREAD}", "Nobody buys").do("pass").expect(to_act="Ben")
    g = adv(2, display={"Ann": f"{INN} {BREAD}"}, harbor=f"{FOUR[:-12]}", coins={"Ann": 0}, **CALM)
    g.do("reveal ship-red-2-3").expect(crowns={"Ann": 0})


def test_adv_A22_a_table_may_let_him_buy_all_the_time(adv):
    rum, inns = "ship-blue-crown-2-rum", f"{INN} innkeeper-6-2-b0-r5"
    g = adv(
        2,
        innkeeper_sale_any_time=True,
        display={"Ann": f"{inns} {rum}"},
        coins={"Ann": 3, "Ben": 0},
        harbor=f"{FOUR} {BREAD}",
        **CALM,
    )
    g.do("stop").expect(phase="trade", crowns={"Ann": 2}, takes=1).do(f"item {BREAD}").expect(takes=0)
    assert [type(choice) for choice in g.session.choices()].count(Sell) == 2
    g.do(f"sell {rum}").expect(coins={"Ann": 8}, to_act="Ann").refuse("sell ship-red-1-1", "Nobody buys")
    g.do(f"sell {BREAD}").expect(coins={"Ann": 11}, phase="event")
    g = adv(2, innkeeper_sale_any_time=True, display={"Ann": f"{INN} {rum}"}, harbor=FOUR, **CALM)
    g.turn("stop").turn("event event-bribery", "reveal sailor-7-3", "stop")
    assert tale(g.state).buyers == ()


def test_adv_A23_what_comes_in_this_time_neither_fires_nor_is_sold(adv):
    g = adv(1, harbor=f"{INN} {FOUR}", coins={"Ann": 9}, display={"Ann": BREAD}, **CALM)
    g.do("stop", f"take {INN}").expect(phase="event", crowns={"Ann": 0}, items={"Ann": [BREAD]})


def test_adv_A24_income_comes_first_and_may_pay_the_compensation(adv):
    five = f"{FOUR} ship-blue-1-1 ship-green-1-1"
    g = adv(
        2,
        cast="jean-blackbeard officer-scott",
        harbor=five,
        coins={"Ann": 0, "Ben": 0},
        boxed={"Ben": 1},
        **CALM,
    )
    g.do("stop", "pass").expect(to_act="Ben", coins={"Ben": 1}).do("take ship-red-1-1")
    g.expect(coins={"Ann": 1, "Ben": 1})


def test_adv_A25_an_item_with_no_coin_needs_a_bonus(adv):
    common = {"rules": "first-edition", "harbor": BREAD, "coins": {"Ann": 0, "Ben": 0}, **CALM}
    adv(2, **common).do("stop", "pass").refuse(f"item {BREAD}", "needs 1 coins")
    adv(2, display={"Ben": "trader-yellow-3-1"}, **common).do("stop", "pass", f"item {BREAD}")


# -- Lookout -----------------------------------------------------------------------------------
def test_adv_A26_two_lookouts_are_two_uses(adv):
    display = {"Ann": "lookout-4-1 lookout-5-2"}
    look = "lookout sailor-3-1 sailor-3-1"
    adv(2, display=display, **CALM).do(look, look).refuse(look)
    adv(2, display=display, lookout_stack=False, **CALM).do(look).refuse(look)


def test_adv_A27_before_the_first_card_too_but_one_must_be_revealed(adv):
    g = adv(2, display={"Ann": "lookout-4-1"}, **CALM).do("lookout sailor-3-1 sailor-3-1")
    g.refuse("stop", "reveal one card").do("reveal sailor-3-1").turn("stop").expect(to_act="Ben")


def pile_of(adv, number: int, discard: str = "", **more):
    """Open a table whose pile has so many cards."""
    g = adv(1, display={"Ann": "lookout-4-1"}, coins={"Ann": 0}, discard=discard, **more, **CALM)
    coins = g.draw_pile - number
    return adv(1, display={"Ann": "lookout-4-1"}, coins={"Ann": coins}, discard=discard, **more, **CALM)


def test_adv_A28_too_few_cards_the_discard_pile_goes_underneath(adv):
    g = pile_of(adv, 2, "ship-red-1-1 ship-blue-1-1")
    g.do("lookout sailor-3-1 ship-red-1-1").expect(draw_pile=2)
    g = pile_of(adv, 2).refuse("lookout sailor-3-1 sailor-3-1", "discards 1 cards")
    g.do("lookout sailor-3-1").expect(draw_pile=1)
    pile_of(adv, 1).do({"lookout": {"discard": []}}).expect(draw_pile=1)
    g = pile_of(adv, 0)
    assert not [c for c in g.session.choices() if type(c).__name__ == "LookOut"]
    g.refuse("lookout sailor-3-1", "no card to look at")


def test_adv_A29_what_is_discarded_is_public(adv):
    g = adv(2, display={"Ann": "lookout-4-1"}, **CALM).do("lookout sailor-7-3 tax-most-swords")
    g.expect(discard=["sailor-7-3", "tax-most-swords"])


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
