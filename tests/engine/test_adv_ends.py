"""The Adventure Begins: how a chapter ends, the variable game, alone (rules X01 to O05)."""

from __future__ import annotations

from msgspec.structs import replace

from adventure_moments import MONTHS_END
from engine.adventure.campaign import Campaign, after, after_game, head_for, most_extra_coins
from engine.adventure.state import tale

RICH = {"Ann": "sailor-7-3 priest-4-1 captain-4-1 captain-4-1", "Ben": "pirate-9-3 captain-4-1 admiral-9-3"}
TASKS = {10: "Ann Ben", 11: "Ben", 12: "Ann", 14: "Ben"}


def test_adv_X01_only_a_months_end_ends_the_game_at_once(adv):
    g = adv(2, display=RICH, tasks=TASKS, crowns={"Ann": 14}, events="event-calm-sea")
    g.expect(last_round=False).turn("event event-calm-sea", "reveal sailor-3-1", "stop").expect(phase="event")
    g.do(MONTHS_END).expect(phase="over", result="won", winners=["Ann", "Ben"], failures=0)


def test_adv_X02_all_tasks_enough_markers_enough_points(adv):
    def result(**more):
        parts = {"display": RICH, "tasks": TASKS, "events": "", **more}
        return adv(2, **parts).do(MONTHS_END).result

    assert result() == "won"
    assert result(tasks={**TASKS, 11: ""}) == "lost"
    assert result(tasks={**TASKS, 10: "Ann"}) == "lost"
    assert result(display={**RICH, "Ben": "pirate-9-3 admiral-9-3"}) == "won"
    assert result(display={**RICH, "Ben": "pirate-9-3"}) == "lost"


def test_adv_X03_boxed_markers_and_the_upper_field_do_not_count(adv):
    boxed = adv(2, display=RICH, tasks={**TASKS, 10: "Ann"}, boxed={"Ben": 1}, events="")
    boxed.do(MONTHS_END).expect(result="lost")
    upper = adv(2, chapter=5, display=RICH, tasks={54: "Ann Ben", 52: ""}, upper="Ann", events="")
    assert tale(upper.state).holders[0].upper


def test_adv_X04_X05_X06_on_after_a_success_again_after_a_defeat(adv):
    campaign = Campaign(pack="synthetic")
    lost = adv(2, tasks={14: ""}, events="", failures=1).do(MONTHS_END).expect(result="lost", failures=2)
    again = after_game(campaign, lost.rules, lost.state)
    assert (again.chapter, again.failures, again.defeats) == (1, 1, 1)
    assert most_extra_coins(again) == 3
    won = adv(2, display=RICH, tasks=TASKS, events="").do(MONTHS_END)
    further = after_game(again, won.rules, won.state)
    assert (further.chapter, further.failures) == (2, 0)
    assert "82" in further.inserted
    for _ in range(5):
        campaign = after(campaign, "coop", (), won=True)
    assert campaign.perfect
    for _ in range(4):
        further = after(further, "coop", (), won=True)
    assert further.finished
    assert not further.perfect


def test_adv_Y01_Y02_twelve_points_and_a_trophy_trigger_the_end(adv):
    persons = {"Ann": "admiral-9-3 admiral-9-3 mademoiselle-9-3 mademoiselle-7-2"}
    g = adv(2, "competitive", display=persons, harbor="sailor-3-1", coins={"Ann": 9}, event="event-calm-sea")
    g.do("stop", "take sailor-3-1").expect(points={"Ann": 12}, last_round=False)
    g = adv(2, "competitive", display=persons, boxed={"Ann": 2}, event="event-calm-sea")
    g.expect(points={"Ann": 11}, last_round=False)
    g = adv(2, "competitive", display=persons, boxed={"Ann": 2}, crowns={"Ann": 3}, event="event-calm-sea")
    g.expect(points={"Ann": 12}, last_round=True)


def test_adv_Y01_a_trophy_that_comes_later_triggers(adv):
    persons = {"Ann": "admiral-9-3 admiral-9-3 mademoiselle-9-3 sailor-7-3"}
    common = {"display": persons, "boxed": {"Ann": 1}, "coins": {"Ann": 9}, "event": "event-calm-sea"}
    g = adv(2, "competitive", tasks={11: ""}, **common).expect(last_round=False)
    g.do("task 11").expect(last_round=True, trophies=["Ann"])


def test_adv_Y03_the_round_is_finished(adv):
    persons = {"Ben": "admiral-9-3 admiral-9-3 mademoiselle-9-3 sailor-7-3"}
    g = adv(3, "competitive", display=persons, boxed={"Ben": 2}, event="event-calm-sea", active="Ben")
    g.expect(last_round=True).turn("reveal captain-4-1", "stop").expect(to_act="Cem", phase="event")
    g.turn("event event-recruitment", "reveal captain-4-1", "stop").expect(phase="over", winners=["Ben"])


def test_adv_Y04_fewer_markers_then_more_coins_then_shared(adv):
    persons = {"Ann": "sailor-7-3 admiral-9-3", "Ben": "mademoiselle-9-3 admiral-9-3"}

    def winners(boxed, coins):
        g = adv(
            2,
            "competitive",
            display=persons,
            boxed=boxed,
            coins=coins,
            last_round=True,
            active="Ben",
            event="event-calm-sea",
        )
        g.do("reveal tax-most-swords")
        return g.turn("stop").winners

    assert winners({"Ann": 2, "Ben": 3}, {"Ann": 9, "Ben": 0}) == ["Ben"]
    assert winners({"Ann": 2, "Ben": 2}, {"Ann": 9, "Ben": 1}) == ["Ann"]
    assert winners({"Ann": 2, "Ben": 2}, {"Ann": 1, "Ben": 2}) == ["Ann", "Ben"]


def test_adv_Y05_without_a_trophy_nobody_wins(adv):
    persons = {"Ann": "sailor-3-1", "Ben": "admiral-9-3 admiral-9-3 mademoiselle-9-3"}
    g = adv(
        2,
        "competitive",
        display=persons,
        boxed={"Ann": 2, "Ben": 1},
        last_round=True,
        active="Ben",
        event="event-calm-sea",
    )
    g.turn("reveal captain-4-1", "stop").expect(phase="over", winners=["Ann"])
    assert [line.may_win for line in g.session.scores()] == [True, False]


def test_adv_Y06_Y07_eight_coins_put_the_leftmost_marker_into_the_box(adv):
    coins = {"Ann": 20, "Ben": 7, "Cem": 9}
    g = adv(
        3,
        "competitive",
        cast="samuel-blackguard lady-anne cutthroat-mary",
        coins=coins,
        boxed={"Cem": 4},
        tasks={14: ""},
        events="",
    )
    g.do(MONTHS_END).expect(to_act="Ann").do("accept")
    g.expect(coins={"Ann": 12 + 2}, markers={"Ann": 3}, boxed={"Ann": 1}, phase="discover", month=2)


def test_adv_Y08_A4c_a_competitive_game_goes_on_to_the_next_chapter(packs):
    campaign = after(Campaign(pack="synthetic", failures=2), "competitive", ("80",), won=False)
    assert (campaign.chapter, campaign.failures, campaign.inserted) == (2, 0, ("80",))
    again = after(campaign, "variable", ("81",), won=True)
    assert (again.chapter, again.inserted) == (2, ("80", "81"))
    assert head_for(replace(campaign, failures=2), packs["synthetic"], "competitive", {}).failures == 0


def test_adv_Z01_Z02_Z03_the_variable_game(adv):
    g = adv(3, "variable", drawn="51 10 40 23")
    g.expect(draw_pile=119 + 39 - 8, tasks={51: [], 10: [], 40: [], 23: []}, event_deck=5, chapter=None)
    g.expect(inserted=list(range(80, 92)), mode="variable")


def test_adv_Z04_Z05_months_end_asks_for_ten_coins_and_no_story_comes(adv):
    g = adv(2, "variable", drawn="51 10 40 23", coins={"Ann": 10, "Ben": 9}, events="")
    g.do("event event-months-end-3").expect(phase="offer", to_act="Ann").do("decline")
    g.expect(phase="discover", tasks={51: [], 10: [], 40: [], 23: []}, month=2)


def test_adv_Z06_the_rest_is_competitive(adv):
    g = adv(
        2,
        "variable",
        drawn="10 13 40 23",
        coins={"Ann": 4},
        display={"Ann": "priest-4-1"},
        event="event-calm-sea",
    )
    g.do("task 13").expect(coins={"Ann": 1}, crowns={"Ann": 2}, markers={"Ann": 3})
    assert "event-bribery" in [c.event for c in adv(2, "variable", drawn="10 13 40 23").session.choices()]


def test_adv_O01_O02_alone_no_opportunities_of_others(adv):
    g = adv(1, harbor="ship-red-1-1 sailor-7-3", event="event-calm-sea", display={"Ann": "jester-5-1"})
    g.do("stop", "take ship-red-1-1").expect(phase="event", to_act="Ann", coins={"Ann": 3})
    g.do("event event-bribery", "reveal ship-blue-1-1", "reveal ship-blue-1-1").expect(coins={"Ann": 6})


def test_adv_O03_every_bonus_of_a_tax_is_the_only_players(adv):
    g = (
        adv(1, coins={"Ann": 12}, event="event-calm-sea")
        .do("reveal tax-most-swords")
        .expect(coins={"Ann": 7})
    )
    g.do("reveal tax-fewest-points").expect(coins={"Ann": 8})


def test_adv_O04_alone_detested_pinnace_pays_only_him(adv):
    g = adv(1, event="event-detested-pinnace", display={"Ann": "pirate-5-1"})
    g.do("reveal ship-yellow-1-1", "repel").expect(crowns={"Ann": 1})


def test_adv_O05_alone_every_task_must_be_his_own(adv):
    tasks = {10: "Ann", 11: "Ann", 12: "Ann", 14: ""}
    display = {"Ann": "sailor-7-3 pirate-9-3 admiral-9-3 mademoiselle-9-3"}
    adv(1, tasks=tasks, display=display, events="").do(MONTHS_END).expect(result="lost")
    adv(1, tasks={**tasks, 14: "Ann"}, display=display, events="").do(MONTHS_END).expect(result="won")
