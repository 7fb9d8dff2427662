"""The Adventure Begins: what a table sets right by hand, and steps as text."""

from __future__ import annotations

import pytest

from adventure_moments import CALM
from engine.adventure import mending
from engine.adventure import messages as a
from engine.adventure.notation import FACTS, write
from engine.adventure.state import tale
from engine.kernel import Illegal
from engine.notation import NotationError
from engine.portroyal.correction_messages import SetTurn
from engine.setup import SetupError


def correct(**what):
    return {"correct": what}


def test_crowns_and_boxed_markers_are_counted_anew(adv):
    g = adv(2, "competitive", cast="jean-blackbeard lady-anne", tasks={11: "Ben"}, **CALM)
    g.do(correct(crowns={"Ann": 5, "Ben": 3}, boxed={"Ann": 1}))
    g.expect(crowns={"Ann": 5, "Ben": 3}, points={"Ann": 2, "Ben": 1}, swords={"Ann": 1}, boxed={"Ann": 1})
    g.do(correct(boxed={"Ann": 0})).expect(swords={"Ann": 0}, markers={"Ann": 4})
    g.refuse(correct(crowns={"Ann": 15}), "14 fields").refuse(correct(crowns={"Ann": -1}), "14 fields")
    g.refuse(correct(boxed={"Ben": 4}), "4 markers")


def test_markers_on_tasks_are_looked_at_anew(adv):
    g = adv(2, chapter=5, cast="jean-blackbeard lady-anne", tasks={52: "", 50: "Ben"}, **CALM)
    g.do(correct(tasks={50: ["Ann"]}, upper=["Ben"]))
    g.expect(tasks={50: ["Ann"], 52: []}, upper=["Ben"], swords={"Ann": 1}, markers={"Ann": 3, "Ben": 3})
    g.do(correct(upper=[])).expect(upper=[], markers={"Ben": 4}, tasks={50: ["Ann"]})
    g.do(correct(tasks={53: []})).expect(tasks={53: []})
    g.refuse(correct(tasks={50: ["Ann", "Ann"]}), "twice")


def test_a_correction_can_bring_the_trigger_and_take_it_back(adv):
    persons = {"Ann": "admiral-9-3 admiral-9-3 mademoiselle-9-3"}
    g = adv(2, "competitive", display=persons, boxed={"Ann": 2}, tasks={11: ""}, **CALM)
    g.do(correct(crowns={"Ann": 7})).expect(last_round=True)
    g.do(correct(crowns={"Ann": 0})).expect(last_round=False)


def test_events_are_looked_at_anew(adv):
    g = adv(3, **CALM)
    g.do(correct(month=3, events=["event-recruitment"], event_discard=["event-calm-sea"]))
    g.expect(month=3, event_deck=2, next_event="event-recruitment", event="event-calm-sea")
    assert tale(g.state).pool == 11
    g.do(correct(event="event-trade-in-blue")).expect(event="event-trade-in-blue")
    g.refuse(correct(events=["event-recruitment", "event-recruitment"]), "only 1 cards")
    g.refuse(correct(events=["event-bribery", "event-bribery"]), "only 1 cards")
    with pytest.raises(Illegal, match="last card"):
        g.session.play(mending.SetEvents(deck=("event-recruitment",)))
    g = adv(2, "competitive", coins={"Ann": 9}, tasks={14: ""}, events="").do("event event-months-end")
    g.refuse(correct(month=3), "Month's End asks")


def test_whose_turn_it_is_and_before_which_event(adv):
    g = adv(2, coins={"Ann": 9}, display={"Ann": "lookout-4-1"}, **CALM)
    g.do("lookout sailor-3-1 sailor-3-1", correct(active="Ben", phase="discover"))
    g.expect(to_act="Ben", phase="discover", event=None)
    assert tale(g.state).looked == 0
    g.do(correct(active="Ann", phase="event")).expect(to_act="Ann", phase="event")
    g.do(correct(phase="event")).expect(to_act="Ann", phase="event")
    g.do("event event-bribery", correct(active="Ann", phase="trade")).expect(phase="event", to_act="Ben")
    with pytest.raises(Illegal, match="seat 8"):
        g.session.play(SetTurn(7, "event"))
    g = adv(2, "competitive", coins={"Ann": 9}, tasks={14: ""}, events="").do("event event-months-end")
    g.refuse(correct(active="Ben", phase="discover"), "Answer what is asked")
    g.refuse({"rebuild": rebuilt()}, "Answer what is asked")


def rebuilt(**more):
    table = {"active": "Ann", "phase": "discover", "coins": {"Ann": 4}, "display": {}, "harbor": []}
    return {**table, "expeditions": [], **more}


def test_the_whole_table_is_entered_anew_crowns_stay(adv):
    g = adv(2, cast="jean-blackbeard lady-anne", crowns={"Ann": 5}, boxed={"Ann": 1}, **CALM)
    g.do({"rebuild": rebuilt(display={"Ann": ["sailor-3-1"], "Ben": ["sailor-7-3"]})})
    g.expect(points={"Ann": 3, "Ben": 3}, swords={"Ann": 2, "Ben": 1}, crowns={"Ann": 5}, coins={"Ann": 4})
    g.do({"rebuild": rebuilt(active="Ben")}).expect(event=None, to_act="Ben")


def test_cards_without_a_name_are_not_moved(adv):
    g = adv(2, "competitive", pack="known", coins={"Ann": 1, "Ben": 1}).do({"fact": {80: 3}})
    g.do("event event-recruitment").refuse(correct(card="tybuk-?-?-?", to="Ann"), "reveal it first")
    g.refuse({"rebuild": rebuilt()}, "without a name")
    g.refuse(correct(crowns={"Ann": 1}), "no known")


def test_a_loose_card_that_is_known_is_in_once_it_is_found(adv, packs):
    from companion.packs import load_pack

    known = load_pack("known", answers={"groups": {"?": {"tybuk-4-1-1": 1}}})
    g = adv(2, "competitive", pack=known, coins={"Ann": 1, "Ben": 1}, inserted=())
    g.do({"fact": {80: 2}}, "event event-recruitment", correct(card="tybuk-4-1-1", to="Ann"))
    g.expect(display={"Ann": ["tybuk-4-1-1"]})
    assert tale(g.state).loose == 1


def test_item_ships_may_be_put_into_a_display_by_hand(adv):
    g = adv(2, **CALM).do(correct(card="ship-ares-1-2-herbs", to="Ann"))
    g.expect(items={"Ann": ["ship-ares-1-2-herbs"]}).refuse(
        correct(card="ship-red-1-1", to="Ann"), "cannot lie"
    )


@pytest.mark.parametrize(
    ("step", "because"),
    [
        ("gamble", "no step"),
        ({"event": "event-unheard-of"}, "no event"),
        ({"story": 99}, "no task"),
        ({"task": True}, "no task"),
        ({"task": {"number": 11, "for": 3}}, "task"),
        ({"lookout": ["sailor-3-1"]}, "lookout"),
        ({"sell": "ship-red-9-9"}, "no card"),
        ({"choose": "Zoe"}, "does not play"),
        (correct(crowns={"Ann": "three"}), "crowns"),
        (correct(weather="sunny"), "one thing at a time"),
        (correct(crowns={"Ann": 1}, month=3), "one thing at a time"),
        (correct(facts={}), "one fact"),
        ({"correct": "Ann"}, "correct"),
        (correct(coins="many"), "correct"),
    ],
)
def test_what_is_no_step_is_told(adv, step, because):
    with pytest.raises(NotationError, match=because):
        adv(2, **CALM).session.step(step)


@pytest.mark.parametrize(
    "command",
    [
        mending.SetHolders(((0, 3),), ((1, 2),)),
        mending.SetTasks((("11", (0,)),), (1,)),
        mending.SetTasks((("11", ()),)),
        mending.SetTasks((), (0,)),
        mending.SetEvents(month=3),
        mending.SetEvents(event="event-calm-sea", deck=("event-bribery", "event-months-end"), revealed=()),
        mending.SetFact("tasks.13.crowns", "2"),
        a.Tell('{"coins":2}'),
        a.LookOut((1, 2), 3),
        a.LookOut((1, 2)),
        a.FulfilTask("53", (0,), 2, 1),
        a.FulfilTask("11"),
        SetTurn(0, "event"),
    ],
)
def test_every_command_has_its_words(adv, command):
    g = adv(2, chapter=5, **CALM)
    assert g.session.step(write(g.rules, command)) == command


@pytest.mark.parametrize(
    ("more", "because"),
    [
        ({"events": "event-recruitment event-recruitment"}, "more often"),
        ({"crowns": {"Ann": 15}}, "14 fields"),
        ({"events": "event-months-end"}, "always the last card"),
        ({"tasks": {10: "Ann", 11: "Ann", 12: "Ann"}, "boxed": {"Ann": 2}}, "4 markers"),
    ],
)
def test_positions_that_cannot_be_are_refused(adv, more, because):
    with pytest.raises(SetupError, match=because):
        adv(2, **more)


@pytest.mark.parametrize(
    "more",
    [{"month": 0}, {"crowns": {"Zoe": 1}}, {"tasks": {99: ""}}, {"event": "event-x"}, {"upper": "Zoe"}],
)
def test_positions_with_unknown_words_are_refused(adv, more):
    with pytest.raises(NotationError):
        adv(2, **more)


def test_a_position_with_events_known_and_revealed(adv):
    g = adv(2, events="event-recruitment event-bribery", event_discard="event-calm-sea", month=2)
    g.expect(event_deck=3, next_event="event-recruitment", month=2)
    g = adv(2, event_discard="event-calm-sea").expect(event_deck=2, next_event=None)
    g.refuse("event event-calm-sea", "must be Bribery")
    g = adv(2, event="event-months-end", month=2).expect(event_deck=4, phase="discover")
    g = adv(2, harbor="sailor-3-1").expect(phase="discover", event=None)
    g = adv(2, harbor="sailor-3-1", tasks={}).expect(tasks={})
    g = adv(2, tasks={}, events="").do("event event-months-end").expect(phase="discover", month=2)


def test_the_view_says_what_screens_need(adv):
    inn, rum = "innkeeper-5-1-b3-r4", "ship-blue-crown-2-rum"
    four = "ship-red-1-1 sailor-3-1 sailor-5-2 captain-4-1"
    display = {"Ann": f"{inn} {rum} lookout-4-1 priest-4-1"}
    g = adv(2, display=display, harbor=four, crowns={"Ann": 3}, tasks={11: "Ben", 13: ""}, **CALM)
    view = g.session.view()
    assert (view.mode, view.chapter, view.pack, view.invented, view.month) == (
        "coop",
        1,
        "synthetic",
        True,
        1,
    )
    assert (view.event, view.event_deck, view.next_event, view.may_look) == ("event-calm-sea", 2, "", True)
    ann, ben = view.adventurers
    assert (ann.character, ann.ability, ann.markers, ann.crowns, ann.next_shield) == (
        "lady-anne",
        False,
        4,
        3,
        2,
    )
    assert (ben.ability, ben.markers, ann.items) == (True, 3, tuple(i for i in ann.items))
    assert [(task.number, task.seats, task.can) for task in view.tasks] == [("11", (1,), ()), ("13", (), ())]
    assert (view.goal.markers, view.goal.open_tasks, view.goal.markers_missing) == (5, 1, 4)
    assert dict(view.players[0].symbols) == {"A": 0, "C": 1, "H": 0, "J": 0}
    g.do("stop")
    view = g.session.view()
    assert (view.phase, view.asked, len(view.sellable), view.may_look) == ("sell", inn, 1, False)
    g = adv(2, "competitive", coins={"Ann": 9}, tasks={14: ""}, events="").do("event event-months-end")
    view = g.session.view()
    assert (view.phase, view.price, view.asked, view.goal) == ("offer", 8, "event-months-end", None)
    assert adv(2, pack="known", mode="competitive").session.view().asked == "characters.lady-anne.coins"
    g = adv(2, tasks={10: ""}, events="").do("event event-months-end")
    assert (g.session.view().asked, g.asked) == ("11", 11)
    assert set(g.session.facts()) == set(FACTS)


@pytest.mark.parametrize(
    ("steps", "step", "because"),
    [
        (("event event-join-forces",), "stop", "joins forces"),
        (("event event-scarce-coffers",), "stop", "accept or decline"),
        (("event event-calm-sea",), "event event-recruitment", "lies open already"),
        (("event event-calm-sea",), {"fact": 3}, "printed on a card is asked"),
        (("event event-calm-sea",), {"story": 11}, "No story card is due now"),
    ],
)
def test_a_refusal_says_what_is_due(adv, steps, step, because):
    adv(3).do(*steps).refuse(step, because)


def test_when_the_game_is_over_nothing_is_corrected(adv):
    g = adv(2, tasks={14: ""}, events="").do("event event-months-end")
    g.refuse("stop", "over").refuse(correct(crowns={"Ann": 1}), "take back the last step")
