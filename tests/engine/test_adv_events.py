"""The Adventure Begins: every event (E01 to E16)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.adventure.pack import EventKind, Harbor, Have, Most, Purse
from engine.adventure.state import tale

HERBS = "ship-ares-1-2-herbs"


def test_adv_E01_favorable_opportunity_everybody_hires_for_less(adv):
    event = "event-favorable-opportunity"
    display = {"Ann": "mademoiselle-7-2"}
    coins = {"Ann": 5, "Ben": 5}
    g = adv(2, event=event, display=display, harbor="sailor-3-1 captain-4-1", coins=coins, boxed={"Ann": 1})
    g.do("stop", "take sailor-3-1").expect(coins={"Ann": 4}, to_act="Ben")
    g.do("take captain-4-1").expect(coins={"Ann": 5, "Ben": 1})
    g = adv(
        2,
        event=event,
        rules="first-edition",
        display=display,
        harbor="sailor-3-1",
        coins={"Ann": 1},
        boxed={"Ann": 1},
    )
    g.do("stop", "take sailor-3-1").expect(coins={"Ann": 1})


def test_adv_E02_black_market_a_crown_for_four_coins(adv):
    g = adv(2, crowns={"Ann": 0, "Ben": 2}).do("event event-black-market")
    g.expect(phase="offer", to_act="Ben").refuse("reveal sailor-3-1", "accept or decline").do("accept")
    g.expect(phase="discover", to_act="Ann", crowns={"Ben": 1}, coins={"Ben": 7})


def test_adv_E03_peaceful_trade_a_crown_for_each_trader_with_one_sword_at_most(adv):
    display = {
        "Ann": "trader-red-3-1 trader-blue-3-1 sailor-3-1",
        "Ben": "trader-red-3-1 pirate-5-1",
        "Cem": "sailor-3-1",
    }
    g = adv(3, cast="lady-anne cutthroat-mary grace-may", display=display).do("event event-peaceful-trade")
    g.expect(phase="discover", crowns={"Ann": 2, "Ben": 0, "Cem": 0})


def test_adv_E12_crowns_of_a_described_event_come_to_the_active_player_first(adv, packs):
    levy = EventKind(copies=1, timing="at-once", pay=Purse(coins=2), gain=Purse(crowns=1))
    pack = replace(packs["known"], events={**packs["known"].events, "event-levy": levy})
    g = adv(
        3,
        cast="lady-anne jean-blackbeard grace-may",
        pack=pack,
        active="Ben",
        tasks={"10": ""},
        coins={"Ann": 1, "Ben": 3, "Cem": 2},
    ).do("event event-levy")
    g.expect(phase="fact", asked="crown_track", to_act="Ben", coins={"Ann": 0, "Ben": 1, "Cem": 0})
    g.do({"fact": {"fields": 12, "shields": {1: 1, 2: 2, 5: 6}}})
    g.expect(phase="discover", crowns={"Ann": 1, "Ben": 1, "Cem": 1})


def test_adv_E04_detested_pinnace_pays_for_yellow_ships_repelled(adv):
    display = {"Ann": "pirate-5-1", "Ben": "sailor-3-1", "Cem": "pirate-7-2"}
    g = adv(3, event="event-detested-pinnace", display=display).do("reveal ship-yellow-2-2", "repel")
    g.expect(crowns={"Ann": 1, "Ben": 0, "Cem": 1}).do("reveal ship-yellow-1-1", "repel")
    g.expect(crowns={"Ann": 2, "Ben": 1, "Cem": 2}).do("reveal ship-red-1-1", "repel")
    g.expect(crowns={"Ann": 2, "Ben": 1, "Cem": 2}).do("reveal ship-yellow-1-1", "keep")
    g.expect(crowns={"Ann": 2, "Ben": 1, "Cem": 2})


def test_adv_E05_blessing_in_disguise_pays_an_early_forced_end(adv):
    event = "event-blessing-in-disguise"
    display = {"Ann": "jester-5-1"}
    g = adv(2, event=event, harbor="ship-red-1-1 sailor-3-1 sailor-3-1", display=display, coins={"Ann": 0})
    g.do("reveal ship-red-2-3").expect(coins={"Ann": 3}, to_act="Ben")
    four = "ship-red-1-1 sailor-3-1 sailor-3-1 sailor-3-1"
    adv(2, event=event, harbor=four, coins={"Ann": 0}).do("reveal ship-red-2-3").expect(coins={"Ann": 0})


def test_adv_E06_scarce_coffers_two_coins_for_a_crown(adv):
    g = adv(2, coins={"Ann": 1, "Ben": 2}).do("event event-scarce-coffers").expect(to_act="Ben")
    g.do("accept").expect(phase="discover", crowns={"Ann": 0, "Ben": 1}, coins={"Ann": 1, "Ben": 0})


def test_adv_E07_risky_maneuver_a_crown_for_three_colours(adv):
    event = "event-risky-maneuver"
    adv(2, event=event, harbor=f"ship-red-1-1 ship-blue-1-1 {HERBS}").do("stop").expect(crowns={"Ann": 1})
    adv(2, event=event, harbor="ship-red-1-1 ship-blue-1-1").do("stop").expect(crowns={"Ann": 0})
    g = adv(2, event=event, harbor=f"ship-red-1-1 ship-blue-1-1 {HERBS}").do("reveal ship-blue-1-1")
    g.expect(crowns={"Ann": 0}, to_act="Ben")


def test_adv_E08_join_forces_a_coin_for_swords_to_repel(adv):
    display = {"Ann": "sailor-3-1", "Ben": "pirate-5-1"}
    g = adv(3, display=display, coins={"Ann": 0, "Ben": 0, "Cem": 0}).do("event event-join-forces")
    g.expect(phase="choose", to_act="Ann", asked="event-join-forces")
    g.refuse("choose Ann", "another player").refuse("stop", "joins forces").do("choose Ben")
    g.expect(coins={"Ben": 1}, swords={"Ann": 1}).do("reveal ship-red-2-3", "repel").turn("stop")
    g.expect(to_act="Ben")
    g.do("event event-recruitment", "reveal ship-red-2-3").expect(phase="discover")


def test_adv_E09_a_stitch_in_time_a_coin_for_exactly_three_cards(adv):
    event = "event-a-stitch-in-time"
    for harbor, coins in (("sailor-3-1 sailor-3-1", 0), ("sailor-3-1 sailor-3-1 ship-red-1-1", 1)):
        g = adv(2, event=event, harbor=harbor, coins={"Ann": 0}).do("reveal expedition-AA", "stop")
        g.expect(coins={"Ann": coins})


def test_adv_E10_recruitment_a_coin_for_who_has_a_captain(adv):
    display = {"Ann": "captain-4-1 captain-ares-5-1", "Ben": "jack-of-all-trades-6-1", "Cem": "captain-4-1"}
    g = adv(3, display=display, coins={"Ann": 0, "Ben": 0, "Cem": 0}).do("event event-recruitment")
    g.expect(coins={"Ann": 1, "Ben": 0, "Cem": 1})


def test_adv_E11_trade_in_blue_a_crown_for_each_flute(adv):
    g = adv(2, event="event-trade-in-blue", harbor="ship-blue-1-1 ship-red-1-1", coins={"Ben": 3})
    g.do("stop", "take ship-blue-1-1").expect(crowns={"Ann": 1}, to_act="Ben").do("take ship-red-1-1")
    g.expect(crowns={"Ben": 0})


def with_event(packs, **more):
    pack = packs["synthetic"]
    return replace(pack, events={**pack.events, "event-market-day": EventKind(copies=1, **more)})


def test_adv_E12_E13_events_that_the_pack_describes(adv, packs):
    g = adv(2, coins={"Ann": 2, "Ben": 3}).do("event event-market-day").expect(coins={"Ann": 3, "Ben": 3})
    adv(2).do("event event-calm-sea").expect(phase="discover")
    offer = with_event(
        packs, timing="at-once", optional=True, pay=Purse(2), gain=Purse(0, 1), condition=Have(coins=3)
    )
    g = adv(3, pack=offer, coins={"Ann": 2, "Ben": 3, "Cem": 9}).do("event event-market-day")
    g.expect(phase="offer", to_act="Ben", asked="event-market-day").do("accept").expect(to_act="Cem")
    g.do("decline").expect(phase="discover", coins={"Ben": 1, "Cem": 9}, crowns={"Ben": 1, "Cem": 0})
    tribute = with_event(packs, timing="at-once", pay=Purse(4, 1), who="active")
    g = adv(2, pack=tribute, coins={"Ann": 3, "Ben": 9}, crowns={"Ann": 1}).do("event event-market-day")
    g.expect(coins={"Ann": 0, "Ben": 9}, crowns={"Ann": 0})
    by_table = with_event(packs, timing="at-once", gain=Purse(4), table=True)
    adv(2, pack=by_table).do("event event-market-day").expect(coins={"Ann": 2}, phase="discover")


@pytest.mark.parametrize(("step", "timing"), [("stop", "stop"), ("reveal ship-red-2-3", "bust")])
def test_adv_E12_events_of_a_stop_or_a_forced_end(adv, packs, step, timing):
    cards = Have(harbor=Harbor(cards=2 if timing == "stop" else 3, ships=1))
    pack = with_event(packs, timing=timing, who="active", condition=cards, gain=Purse(2))
    for harbor, coins in (("ship-red-1-1 sailor-3-1", 2), ("ship-red-1-1", 0)):
        g = adv(2, pack=pack, event="event-market-day", harbor=harbor, coins={"Ann": 0, "Ben": 0}).do(step)
        g.expect(coins={"Ann": coins, "Ben": 0})
    most = with_event(packs, timing=timing, who="active", condition=Have(max=Most(coins=0)), gain=Purse(2))
    adv(2, pack=most, event="event-market-day", harbor="ship-red-1-1", coins={"Ann": 1}).do(step).expect(
        coins={"Ann": 1}
    )


def test_adv_E14_bribery_jesters_receive_officers_pay(adv):
    display = {"Ann": "jester-5-1 jester-7-2 governor-8-0", "Ben": "admiral-5-1 governor-8-0"}
    g = adv(2, display=display, coins={"Ann": 0, "Ben": 3}).do("event event-bribery")
    g.expect(phase="discover", coins={"Ann": 2, "Ben": 0})


def test_adv_E15_months_end_and_no_other_event_in_this_turn(adv):
    g = adv(2, tasks={10: ""}, events="").do("event event-months-end", "story 11")
    g.expect(phase="discover", to_act="Ann", event="event-months-end", month=2)
    g.turn("reveal sailor-7-3", "stop").expect(phase="event", to_act="Ben", event=None)


def test_adv_E16_months_end_three_ten_coins_for_a_marker(adv):
    g = adv(2, "variable", drawn="10 23 40 51", coins={"Ann": 9, "Ben": 10}, events="")
    g.do("event event-months-end-3").expect(phase="offer", to_act="Ben", asked="event-months-end-3")
    g.do("accept").expect(phase="discover", to_act="Ann", boxed={"Ben": 1}, coins={"Ben": 0}, month=2)
    assert tale(g.state).deck == ("?", "event-months-end-3")
