"""The Adventure Begins: the turn and its event, months, story cards (rules V01 to V15)."""

from __future__ import annotations

import pytest

from engine.adventure.messages import RevealEvent
from engine.adventure.state import tale
from engine.kernel import Illegal

CALM = "event-calm-sea"
QUICK = ("reveal sailor-3-1", "stop")
N = {("coop", 1): 2, ("coop", 2): 2, ("coop", 3): 2, ("coop", 4): 3}
N |= {("competitive", players): 4 for players in (2, 3, 4)}


def any_event(g) -> str:
    """Reveal some event that can come, and answer what it asks with no."""
    known = g.next_event
    events = [c.event for c in g.session.choices()]
    g.do(f"event {known or next(e for e in events if e != 'event-join-forces')}")
    while g.phase in ("offer", "story"):
        g.do("decline" if g.phase == "offer" else f"story {g.asked}")
    return str(g.event)


def quick_turn(g) -> str:
    """Play a turn with as few steps as possible and give its event."""
    event = any_event(g)
    if g.phase == "over":
        return event
    persons = [c.kind for c in g.rules.cards if g.state.unseen >> c.id & 1 and c.type == "person"]
    g.turn(f"reveal {persons[0]}", "stop")
    return event


def test_adv_V01_V02_the_event_comes_before_anything_else(adv):
    g = adv(
        2, display={"Ann": "lookout-4-1 captain-4-1 captain-4-1"}, expeditions="expedition-AA", tasks={11: ""}
    )
    claim = "claim expedition-AA: captain-4-1 captain-4-1"
    for step in ("reveal ship-red-1-1", "stop", claim, "lookout sailor-3-1 sailor-3-1", "task 11", "pass"):
        g.refuse(step, "event of this turn")
    g.do(f"event {CALM}").expect(phase="discover", to_act="Ann")
    g.do("reveal sailor-3-1").expect(phase="discover").do("stop").expect(phase="trade", to_act="Ann")


def test_adv_V03_an_event_concerns_its_own_turn_only(adv):
    g = adv(2, coins={"Ann": 9, "Ben": 9})
    g.turn("event event-favorable-opportunity", "reveal sailor-5-2", "stop", "take sailor-5-2")
    g.expect(coins={"Ann": 5}, event=None, to_act="Ben")
    g.do("event event-bribery", "reveal sailor-5-2", "stop", "take sailor-5-2").expect(coins={"Ben": 4})


def test_adv_V04_events_are_discarded_in_the_order_of_reveal(adv):
    g = adv(3)
    assert [quick_turn(g), quick_turn(g)] == list(tale(g.state).revealed)


def test_adv_V05_an_event_of_phase_two_does_nothing_after_a_bust(adv):
    g = adv(2, event="event-trade-in-blue", harbor="ship-blue-1-1", coins={"Ann": 1, "Ben": 1})
    g.do("reveal ship-blue-1-1").expect(phase="event", to_act="Ben", crowns={"Ann": 0})
    assert tale(g.state).revealed == ("event-trade-in-blue",)


def test_adv_V06_V07_V08_a_month_repeats_the_last_below_one_new_event(adv):
    g = adv(2, "competitive", tasks={10: "", 24: ""})
    first = [quick_turn(g) for _ in range(5)]
    assert first[-1] == "event-months-end"
    for month in (2, 3):
        g.expect(month=month, event_deck=5 + month - 1, next_event=None)
        now = [quick_turn(g) for _ in range(4 + month)]
        assert now[1:] == first
        first = now


@pytest.mark.parametrize(("mode", "players"), list(N))
def test_adv_V08_V09_month_k_lasts_n_and_k_turns(adv, mode, players):
    g = adv(players, mode, tasks={24: ""} if mode == "competitive" else {24: "", 10: ""})
    lengths = []
    for _ in range(4):
        turns = 1
        while quick_turn(g) != "event-months-end" and g.phase != "over":
            turns += 1
        lengths.append(turns)
    assert lengths == [N[mode, players] + k for k in (1, 2, 3, 4)]
    assert sum(lengths) == 4 * N[mode, players] + 10


def test_adv_V09_the_fourth_months_end_comes_in_turn_18_22_or_26():
    assert {key: 4 * n + 10 for key, n in N.items()} == {
        ("coop", 1): 18,
        ("coop", 2): 18,
        ("coop", 3): 18,
        ("coop", 4): 22,
        ("competitive", 2): 26,
        ("competitive", 3): 26,
        ("competitive", 4): 26,
    }


@pytest.mark.parametrize(("mode", "players"), list(N))
def test_adv_V10_no_event_is_ever_lost(adv, mode, players):
    g = adv(players, mode, tasks={10: "", 24: ""})
    for _ in range(30):
        if g.phase == "over":
            break
        kept = tale(g.state)
        known = len(kept.deck) + len(kept.revealed) + len(kept.exchanged) + kept.pool
        assert known == 13 + (players <= 2) + 1
        quick_turn(g)


def test_adv_V11_check_or_x_by_whether_anybody_fulfilled_the_task(adv):
    for who, story in (("Ben", 12), ("", 13)):
        g = adv(2, tasks={10: who, 11: ""}, events="")
        g.do("event event-months-end").expect(phase="story", asked=story)
        g.refuse("stop", "First read story").refuse(f"story {25 - story}", f"{story} is due").do(
            f"story {story}"
        )
        g.expect(tasks={story: []}, phase="discover", to_act="Ann")


def test_adv_V12_fist_or_handshake(adv):
    g = adv(2, "competitive", chapter=4, tasks={40: "", 42: ""}, events="")
    g.do("event event-months-end").expect(asked=45)
    g = adv(2, "coop", chapter=4, tasks={40: "", 42: ""}, events="")
    g.do("event event-months-end").expect(asked=44)


def test_adv_V13_older_tasks_stay(adv):
    g = adv(2, coins={"Ann": 9, "Ben": 0}, tasks={11: ""}, events="")
    g.do("event event-months-end", "story 13").expect(tasks={11: [], 13: []})
    assert [task.number for task in tale(g.state).tasks] == ["11", "13"]
    g.do("task 11").expect(tasks={11: ["Ann"]})


def test_adv_V14_card_nine_ends_the_game_there_and_then(adv):
    g = adv(2, tasks={14: ""}, events="")
    g.do("event event-months-end").expect(phase="over", to_act=None, event=None, result="lost", winners=[])
    g.refuse("reveal sailor-3-1", "over")


def test_adv_V15_eight_coins_beside_a_fist(adv):
    g = adv(2, "competitive", coins={"Ann": 8, "Ben": 7}, tasks={14: ""}, events="")
    g.do("event event-months-end").expect(phase="offer", asked="event-months-end", to_act="Ann")
    g.do("accept").expect(phase="discover", coins={"Ann": 0}, boxed={"Ann": 1}, markers={"Ann": 3})


def test_the_next_event_is_what_can_lie_there(adv):
    g = adv(2)
    g.refuse("event event-months-end", "bottom").refuse("event event-months-end-3", "bottom")
    g.turn(f"event {CALM}", *QUICK)
    g.refuse(f"event {CALM}", "must be Bribery").refuse("event event-recruitment", "must be Bribery")
    g.turn("event event-bribery", *QUICK).expect(next_event="event-months-end")
    g.refuse("event event-recruitment", "is known")
    with pytest.raises(Illegal, match="lies elsewhere"):
        adv(3).session.play(RevealEvent("event-unheard-of"))
    g = adv(3)
    g.refuse("event event-bribery", "Bribery cannot come here").turn(f"event {CALM}", *QUICK)
    g.refuse(f"event {CALM}", "lies elsewhere")


def test_story_cards_that_lie_there_already_are_not_read_again(adv):
    g = adv(2, "competitive", tasks={11: "", 10: ""}, events="")
    g.do("event event-months-end").expect(phase="discover", month=2)
