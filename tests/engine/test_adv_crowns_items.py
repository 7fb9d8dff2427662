"""The Adventure Begins: crowns, the sixth colour, ships that carry something (rules K01 to I09)."""

from __future__ import annotations

import pytest

from adventure_moments import CALM
from engine.adventure.crowns import worth

BREAD, RUM, HERBS = "ship-yellow-1-1-bread", "ship-blue-crown-2-rum", "ship-ares-1-2-herbs"


def test_adv_K01_crowns_move_the_marker_and_returning_needs_them(adv):
    g = adv(3, crowns={"Ann": 1, "Ben": 0, "Cem": 2}).do("event event-black-market")
    g.expect(to_act="Ann").do("accept").expect(to_act="Cem", crowns={"Ann": 0}).do("accept")
    g.expect(phase="discover", crowns={"Ann": 0, "Ben": 0, "Cem": 1})


def test_adv_K02_K03_points_are_those_of_the_last_shield_passed(adv, packs):
    track = packs["synthetic"].crown_track
    assert [worth(track, n) for n in range(15)] == [0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5, 6]
    adv(2, crowns={"Ann": 5, "Ben": 14}).expect(points={"Ann": 2, "Ben": 6})


def test_adv_K04_returning_crowns_can_lower_the_points(adv):
    g = adv(2, crowns={"Ann": 3}).do("event event-black-market", "accept")
    g.expect(points={"Ann": 0}, crowns={"Ann": 2}, coins={"Ann": 2 + 4})


def test_adv_K05_crown_points_count_everywhere(adv):
    g = adv(2, "competitive", crowns={"Ann": 3}, coins={"Ann": 0, "Ben": 0}, **CALM)
    g.do("reveal tax-fewest-points").expect(coins={"Ann": 0, "Ben": 1})
    persons = "admiral-9-3 admiral-9-3 mademoiselle-9-3"
    g = adv(2, "competitive", display={"Ann": persons}, crowns={"Ann": 7}, boxed={"Ann": 2}, **CALM)
    g.expect(points={"Ann": 12}, last_round=True)


def test_adv_I01_I02_ares_is_a_sixth_colour(adv):
    five = "ship-yellow-1-1 ship-blue-1-1 ship-green-1-1 ship-red-1-1 ship-black-1-2"
    g = adv(2, harbor=f"{five} {HERBS}", **CALM).do("stop").expect(takes=4)
    g = adv(2, harbor=five, **CALM).do("stop").expect(takes=3)
    g = adv(2, harbor=f"ship-red-1-1 {HERBS}", **CALM)
    g.do("reveal ship-ares-1-5-book").expect(phase="event", to_act="Ben")


def test_adv_I03_every_ship_of_the_expansion_carries_one_thing(packs):
    kinds = [
        kind for group in packs["synthetic"].groups.values() for kind in group if kind.startswith("ship")
    ]
    goods = {kind.rsplit("-", 1)[1] for kind in kinds}
    assert goods == {"book", "herbs", "bread", "rum"}
    assert all(kind.endswith(("book", "herbs")) == kind.startswith("ship-ares") for kind in kinds)


def test_adv_I04_its_value_or_the_ship_itself(adv):
    for how, coins, crowns, items, discard in (
        ("coin", 3, 0, [], [BREAD]),
        ("item", 2, 0, [BREAD], []),
    ):
        g = adv(1, harbor=BREAD, **CALM).do("stop", f"{how} {BREAD}")
        g.expect(coins={"Ann": coins}, crowns={"Ann": crowns}, items={"Ann": items}, discard=discard)
    g = adv(1, harbor=RUM, **CALM).do("stop")
    g.refuse(f"coin {RUM}", "does not show a coin").refuse(f"take {RUM}", "as an item, or take its crown")
    g.do(f"crown {RUM}").expect(coins={"Ann": 2}, crowns={"Ann": 1}, discard=[RUM])


def test_adv_I04_an_inactive_player_pays_the_compensation(adv):
    g = adv(2, harbor=BREAD, coins={"Ann": 0, "Ben": 1}, **CALM).do("stop", "pass", f"item {BREAD}")
    g.expect(coins={"Ann": 1, "Ben": 0}, items={"Ben": [BREAD]})
    g = adv(2, harbor=BREAD, coins={"Ann": 0, "Ben": 0}, **CALM).do("stop", "pass").expect(phase="event")


def test_adv_I05_the_bonus_is_paid_in_both_ways(adv):
    display = {"Ann": "trader-yellow-3-1 trader-yellow-5-2"}
    for how, coins in (("item", 4), ("coin", 5)):
        adv(1, display=display, harbor=BREAD, **CALM).do("stop", f"{how} {BREAD}").expect(
            coins={"Ann": coins}
        )
    bonus = {"Ann": "captain-ares-5-1 priest-ares-5-1 captain-4-1"}
    for how, coins in (("item", 4), ("coin", 5)):
        adv(1, display=bonus, harbor=HERBS, **CALM).do("stop", f"{how} {HERBS}").expect(coins={"Ann": coins})
    adv(1, display=bonus, harbor=BREAD, **CALM).do("stop", f"item {BREAD}").expect(coins={"Ann": 2})


def test_adv_I06_one_card_is_one_use(adv):
    g = adv(2, chapter=2, display={"Ann": HERBS}, tasks={21: "", 41: ""}, **CALM)
    g.do("task 21").expect(items={"Ann": []}, discard=[HERBS]).refuse("task 41")


def test_adv_I07_an_item_is_no_person_no_points_no_swords_no_colour(adv):
    g = adv(1, harbor=f"{HERBS} sailor-7-3", **CALM).do("stop", f"item {HERBS}")
    g.expect(points={"Ann": 0}, swords={"Ann": 0}, display={"Ann": [HERBS]})
    g = adv(2, display={"Ann": f"{HERBS} {BREAD} {RUM}"}, chapter=2, tasks={20: ""}, **CALM)
    g.refuse("task 20").do("reveal ship-ares-1-4-herbs", "stop").expect(takes=1)


def test_adv_I08_base_ships_carry_nothing(adv):
    g = adv(1, harbor="ship-red-1-1 sailor-3-1", **CALM).do("stop")
    for how in ("item", "coin", "crown"):
        g.refuse(f"{how} ship-red-1-1", "carries nothing").refuse(
            f"{how} ship-blue-1-1", "not lie in the harbor"
        )
        g.refuse(f"{how} sailor-3-1", "carries nothing")
    g.do("take ship-red-1-1").expect(coins={"Ann": 3})


def test_adv_I09_a_repelled_ship_gives_nothing(adv):
    g = adv(2, display={"Ann": "pirate-5-1"}, **CALM).do(f"reveal {HERBS}", "repel")
    g.expect(items={"Ann": []}, discard=[HERBS], harbor=[])


@pytest.mark.parametrize("how", ["item", "coin", "crown"])
def test_ships_are_taken_after_stopping_and_while_cards_may_be_taken(adv, how):
    g = adv(2, harbor=f"{BREAD} {RUM}", tasks={53: ""}, chapter=5, **CALM)
    g.refuse(f"{how} {BREAD}", "still discovers").do("stop", f"coin {BREAD}").expect(takes=0)
    g.refuse(f"{'crown' if how == 'coin' else how} {RUM}", "no more cards")


def test_fee_from_income_lets_the_bonus_pay(adv):
    harbor = f"{BREAD} {RUM}"
    common = {"rules": "first-edition", "harbor": harbor, "coins": {"Ann": 0, "Ben": 0}, **CALM}
    g = adv(2, **common).do("stop", "pass").expect(to_act="Ben")
    g.refuse(f"item {BREAD}", "needs 1 coins").refuse(f"crown {RUM}", "needs 1 coins")
    g.do(f"coin {BREAD}").expect(coins={"Ann": 1, "Ben": 0})
    g = adv(2, display={"Ben": "trader-yellow-3-1"}, **common).do("stop", "pass", f"item {BREAD}")
    g.expect(coins={"Ann": 1, "Ben": 0}, items={"Ben": [BREAD]})
