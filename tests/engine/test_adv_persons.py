"""The Adventure Begins: new cards and characters (rules P01 to H12)."""

from __future__ import annotations

import itertools

import pytest

from adventure_moments import CALM, INN
from engine.adventure.pack_cards import face_of, needs_of
from engine.portroyal.expeditions import fits

UNLOCKED = {"boxed": {"Ann": 1}}


def test_adv_P01_the_swords_of_tybuk_brothers_count(adv):
    g = adv(2, display={"Ann": "tybuk-6-2-2 sailor-3-1"}, **CALM).expect(swords={"Ann": 3}, points={"Ann": 3})
    g.do("reveal ship-red-2-3").expect(phase="repel")


def test_adv_P02_P03_a_lookout_discards_two_without_effect_once_a_turn(adv):
    g = adv(2, coins={"Ann": 12}, display={"Ann": "lookout-4-1"}, **CALM)
    g.refuse("lookout ship-red-1-1", "discards 2 cards").refuse("lookout", "discards 2 cards")
    g.refuse("lookout lookout-4-1#1 ship-red-1-1", "display")
    pile = g.draw_pile
    g.do("lookout tax-most-swords expedition-AA").expect(
        coins={"Ann": 12}, expeditions=[], draw_pile=pile - 2
    )
    g.refuse("lookout sailor-3-1 sailor-3-1", "no Lookout left")
    g.do("reveal ship-red-1-1").turn("stop").expect(to_act="Ben", phase="event")


def test_adv_P02_only_the_active_player_and_only_while_he_discovers(adv):
    g = adv(2, display={"Ben": "lookout-4-1"}, coins={"Ann": 9}, **CALM)
    g.refuse("lookout sailor-3-1 sailor-3-1", "no Lookout left").do("reveal sailor-3-1", "stop")
    g.refuse("lookout sailor-3-1 sailor-3-1", "Discover is over")


def test_adv_P02_the_third_card_may_be_named(adv):
    g = adv(2, display={"Ann": "lookout-4-1"}, **CALM)
    step = {"lookout": {"discard": ["ship-red-1-1", "ship-blue-1-1"], "keep": "sailor-7-3"}}
    g.do(step).expect(discard=["ship-red-1-1", "ship-blue-1-1"])
    g = adv(2, display={"Ann": "lookout-4-1", "Ben": "sailor-7-3"}, **CALM).refuse(step, "Ben's display")


def test_adv_P04_new_persons_go_on_expeditions_as_their_likes(adv):
    display = {"Ann": "captain-ares-5-1 priest-ares-5-1 settler-ares-5-1 captain-4-1"}
    g = adv(2, display=display, expeditions="expedition-AA expedition-HH", coins={"Ann": 0}, **CALM)
    g.do("claim expedition-AA: captain-4-1 captain-ares-5-1").expect(points={"Ann": 2 + 4}, coins={"Ann": 2})


def test_adv_P05_an_expedition_takes_exactly_what_is_listed(adv):
    ares = "ship-ares-1-2-herbs"
    rum = "ship-blue-crown-2-rum"
    display = {"Ann": f"settler-4-1 ship-yellow-1-1-bread {rum} {ares} jack-of-all-trades-6-1"}
    g = adv(2, display=display, expeditions="expedition-H-bread-rum-6", coins={"Ann": 0}, **CALM)
    g.refuse(f"claim expedition-H-bread-rum-6: settler-4-1 ship-yellow-1-1-bread {ares}", "exactly")
    g.refuse("claim expedition-H-bread-rum-6: settler-4-1 ship-yellow-1-1-bread", "exactly")
    g.do(f"claim expedition-H-bread-rum-6: jack-of-all-trades-6-1 ship-yellow-1-1-bread {rum}")
    g.expect(coins={"Ann": 2}, crowns={"Ann": 1}, points={"Ann": 1 + 6}, expeditions=[])
    g.expect(display={"Ann": ["settler-4-1", ares, "expedition-H-bread-rum-6"]})


def test_adv_P06_an_innkeeper_pays_a_crown_and_buys_one_thing(adv):
    rum, bread = "ship-blue-crown-2-rum", "ship-yellow-1-1-bread"
    display = {"Ann": f"{INN} {rum} {bread} ship-ares-1-2-herbs"}
    harbor = "ship-red-1-1 sailor-3-1 sailor-3-1"
    g = adv(2, display=display, harbor=harbor, **CALM).do("stop").expect(phase="trade", crowns={"Ann": 0})
    g = adv(2, display=display, harbor=f"{harbor} ship-green-1-1", coins={"Ann": 0}, **CALM)
    g.do("stop").expect(phase="sell", to_act="Ann", asked=INN, crowns={"Ann": 1})
    g.refuse("sell ship-ares-1-2-herbs", "does not buy").refuse("pass", INN).refuse(
        "sell ship-red-1-1", "not buy"
    )
    g.do(f"sell {bread}").expect(phase="trade", coins={"Ann": 3}, items={"Ann": [rum, "ship-ares-1-2-herbs"]})


def test_adv_P06_each_innkeeper_buys_and_inactive_ones_too(adv):
    display = {"Ben": f"{INN} innkeeper-6-2-b0-r5 ship-blue-crown-2-rum ship-red-crown-3-rum"}
    harbor = "ship-red-1-1 sailor-7-3 sailor-5-2 sailor-5-2"
    g = adv(2, display=display, harbor=harbor, coins={"Ann": 0, "Ben": 0}, **CALM).do("stop", "pass")
    g.expect(phase="sell", to_act="Ben", asked=INN, crowns={"Ben": 2}).do("decline")
    g.expect(phase="sell", asked="innkeeper-6-2-b0-r5").do("sell ship-red-crown-3-rum")
    g.expect(phase="trade", coins={"Ben": 5})


def test_adv_P07_P08_P09_the_new_tax(adv):
    coins = {"Ann": 16, "Ben": 15, "Cem": 17}
    g = adv(3, coins=coins, display={"Ann": "sailor-3-1", "Cem": "sailor-3-1"}, **CALM)
    g.do("reveal tax-16").expect(coins={"Ann": 8, "Ben": 17, "Cem": 9}, discard=["tax-16"])
    g = adv(3, coins=coins, display={"Ann": "sailor-3-1", "Cem": "sailor-3-1"}, **CALM)
    g.do("reveal tax-fewest-points").expect(coins={"Ann": 8, "Ben": 9, "Cem": 9})


# -- characters ----------------------------------------------------------------------------
def test_adv_H01_an_ability_adds_to_the_same_skill(adv):
    display = {"Ann": "mademoiselle-7-2"}
    g = adv(1, display=display, harbor="sailor-5-2", coins={"Ann": 5}, **UNLOCKED, **CALM)
    g.do("stop", "take sailor-5-2").expect(coins={"Ann": 2})


def test_adv_H02_grace_may_is_paid_for_an_early_forced_end(adv):
    three = "ship-red-1-1 sailor-3-1 sailor-3-1"
    g = adv(2, cast="grace-may lady-anne", harbor=three, coins={"Ann": 0}, **UNLOCKED, **CALM)
    g.do("reveal ship-red-2-3").expect(coins={"Ann": 2}, to_act="Ben")
    g = adv(2, cast="grace-may lady-anne", harbor=f"{three} sailor-5-2", coins={"Ann": 0}, **UNLOCKED, **CALM)
    g.do("reveal ship-red-2-3").expect(coins={"Ann": 0})
    g = adv(2, cast="grace-may lady-anne", harbor=three, coins={"Ann": 0}, **UNLOCKED, **CALM)
    g.do("stop").expect(coins={"Ann": 0})


def test_adv_H03_jacques_gets_two_crowns_for_every_expedition(adv):
    display = {"Ann": "captain-4-1 captain-4-1"}
    cast = "jacques-grandeur lady-anne"
    g = adv(2, cast=cast, display=display, expeditions="expedition-AA", **UNLOCKED, **CALM)
    g.do("claim expedition-AA: captain-4-1 captain-4-1").expect(crowns={"Ann": 2})
    g = adv(2, cast=cast, display=display, expeditions="expedition-AA", **CALM)
    g.do("claim expedition-AA: captain-4-1 captain-4-1").expect(crowns={"Ann": 0})


def test_adv_H04_blackbeard_has_a_sword(adv):
    g = adv(2, cast="jean-blackbeard lady-anne", coins={"Ann": 9}, tasks={11: ""}, **CALM)
    g.expect(swords={"Ann": 0}).do("task 11").expect(swords={"Ann": 1})
    g.do("reveal ship-red-1-1").expect(phase="repel")


def test_adv_H05_lady_anne_hires_for_less_down_to_the_floor(adv):
    for rules, price in (("big-box", 1), ("first-edition", 0)):
        display = {"Ann": "mademoiselle-7-2 mademoiselle-7-2 mademoiselle-9-3"}
        common = {"display": display, "harbor": "sailor-3-1", "coins": {"Ann": 3}, **UNLOCKED, **CALM}
        adv(1, rules=rules, **common).do("stop", "take sailor-3-1").expect(coins={"Ann": 3 - price})


@pytest.mark.parametrize("how", ["item", "crown"])
def test_adv_H06_ferdinando_gets_a_crown_in_his_colour(adv, how):
    ship = "ship-red-crown-3-rum"
    g = adv(1, cast="master-ferdinando", harbor=ship, **UNLOCKED, **CALM).do("stop", f"{how} {ship}")
    g.expect(crowns={"Ann": 1 + (how == "crown")}, coins={"Ann": 4})
    g = adv(1, cast="master-ferdinando", harbor="ship-blue-1-1", **UNLOCKED, **CALM)
    g.do("stop", "take ship-blue-1-1").expect(crowns={"Ann": 0})


def test_adv_H07_landman_gets_a_coin_in_his_colour(adv):
    ship = "ship-green-1-2-bread"
    for how, coins in (("item", 4), ("coin", 5)):
        g = adv(1, cast="peter-landman", harbor=ship, **UNLOCKED, **CALM).do("stop", f"{how} {ship}")
        g.expect(coins={"Ann": coins})


def test_adv_H08_scott_is_paid_when_five_cards_lie_there(adv):
    five = "sailor-3-1 sailor-3-1 sailor-3-1 sailor-3-1 sailor-3-1"
    g = adv(2, cast="officer-scott grace-may", harbor=five, coins={"Ann": 0}, **UNLOCKED, **CALM)
    g.do("stop").expect(coins={"Ann": 1})
    g = adv(2, cast="officer-scott grace-may", harbor=five[11:], coins={"Ann": 0}, **UNLOCKED, **CALM)
    g.do("stop").expect(coins={"Ann": 0})


def test_adv_H09_mary_is_paid_when_three_ships_lie_there_inactive_too(adv):
    three = "ship-red-1-1 ship-blue-1-1 ship-green-1-1"
    cast = "grace-may cutthroat-mary"
    g = adv(2, cast=cast, harbor=three, coins={"Ann": 0, "Ben": 0}, boxed={"Ben": 1}, **CALM)
    g.do("stop", "pass").expect(coins={"Ben": 1}, to_act="Ben")
    g = adv(2, cast=cast, harbor=three, coins={"Ann": 0, "Ben": 0}, boxed={"Ben": 1}, **CALM)
    g.do("stop", "take ship-red-1-1").expect(coins={"Ben": 0})


def test_adv_H10_samuel_gets_two_coins_once(adv):
    cast = "samuel-blackguard lady-anne"
    g = adv(2, cast=cast, coins={"Ann": 8}, display={"Ann": "priest-4-1"}, tasks={11: "", 13: ""}, **CALM)
    g.do("task 11").expect(coins={"Ann": 8 - 3 + 2 + 1}).do("task 13").expect(coins={"Ann": 8 - 4 + 1})


def test_adv_H11_fishborn_looks_out(adv):
    g = adv(2, cast="thomas-fishborn lady-anne", **CALM).refuse("lookout sailor-3-1 sailor-3-1")
    g = adv(2, cast="thomas-fishborn lady-anne", **UNLOCKED, **CALM)
    g.do("lookout sailor-3-1 sailor-3-1").refuse("lookout sailor-3-1 sailor-3-1")


def test_adv_H12_an_ability_does_not_act_for_what_was_before(adv):
    cast = "officer-scott grace-may"
    five = "sailor-3-1 sailor-3-1 sailor-3-1 sailor-3-1 sailor-3-1"
    g = adv(2, cast=cast, harbor=five, coins={"Ann": 3}, tasks={11: ""}, **CALM).do("stop")
    g.expect(coins={"Ann": 3}).do("task 11").expect(coins={"Ann": 1})


def test_a_crew_fits_exactly_when_each_card_can_be_sent_for_one_thing(adv):
    """The quick match of the base game against trying every order, items and any Ares Pirate included."""
    rules = adv(2).rules
    kinds = ("captain-4-1", "priest-ares-5-1", "settler-4-1", "jack-of-all-trades-6-1")
    kinds += ("ship-yellow-1-1-bread", "ship-blue-crown-2-rum", "ship-ares-1-3-book", "ship-ares-1-2-herbs")
    cards = [next(c.id for c in rules.cards if c.kind == kind) for kind in kinds]
    things = ["A", "C", "H", "b", "e", "k", "r", "x"]
    checked = 0
    for size in (1, 2, 3):
        for needs in itertools.combinations_with_replacement(things, size):
            for crew in itertools.combinations_with_replacement(cards, size):
                symbols = [rules.cards[c].symbols for c in crew]
                slow = any(
                    all(s in symbols[i] for i, s in enumerate(order))
                    for order in itertools.permutations(needs)
                )
                assert fits(rules, crew, "".join(needs)) == slow, (needs, crew)
                checked += slow
    assert checked > 400


@pytest.mark.parametrize(
    ("kind", "needs"), [("expedition-AC-ares-herbs-7", "ACex"), ("expedition-bread-rum-5", "br")]
)
def test_what_an_expedition_needs_is_in_its_name(kind, needs):
    face = face_of(kind)
    assert face is not None
    assert needs_of(face) == needs
