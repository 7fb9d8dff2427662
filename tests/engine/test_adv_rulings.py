"""Rulings on set-up, acting, markers, persons, triggers and the Lookout (A1 to A29)."""

from __future__ import annotations

from msgspec.structs import replace

from adventure_moments import BREAD, CALM, INN, MONTHS_END, changed, pile_of
from engine.adventure.messages import Sell
from engine.adventure.pack import Check, Effect, inserts_before
from engine.adventure.state import tale
from engine.portroyal.messages import Claim, Pass


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
