"""The Adventure Begins: open facts, asked when they first matter, told at the table, kept for the owner."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from companion.players_adventure import drawn_head, play_out
from engine.adventure.learning import in_this_light, taught
from engine.adventure.pack import words
from engine.adventure.pack_check import problems_of
from engine.adventure.pack_facts import FactError, Place, learn, named, open_facts
from engine.adventure.state import cards_in_game, kept_cards, tale
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.session import Entry, Session, restore
from engine.setup import SetupError

NAMES = ("Ann", "Ben", "Cem", "Dan")
TRACK = {"fields": 14, "shields": {3: 1, 5: 2, 14: 6}}


def known(adv, players=2, mode="competitive", **more):
    more.setdefault("coins", dict.fromkeys(NAMES[:players], 5))
    return adv(players, mode, pack="known", **more)


def test_set_up_asks_for_coins_in_seat_order_then_for_the_story_cards(adv):
    g = adv(2, "coop", pack="known", chapter=2, start="Ben")
    g.expect(phase="fact", to_act="Ann", asked="characters.lady-anne.coins")
    g.refuse({"fact": "two"}, "whole number").refuse({"fact": -1}, "whole number").do({"fact": 2})
    g.expect(to_act="Ben", asked="characters.cutthroat-mary.coins").do({"fact": 3})
    g.expect(to_act="Ben", asked="chapters.2.first").refuse({"fact": True}, "story card").do({"fact": 20})
    g.refuse({"fact": 3}, "no answer")
    g.expect(asked="tasks.20.insert").refuse({"fact": {80: 99}}, "no group yet").do({"fact": {80: 6}})
    g.expect(phase="event", coins={"Ann": 2, "Ben": 3}, tasks={20: []}, inserted=[80], draw_pile=119 + 6 - 5)


def test_everything_else_is_refused_while_a_fact_is_asked(adv):
    g = adv(2, "competitive", pack="known")
    for step in ("reveal sailor-3-1", "event event-black-market", "stop", {"correct": {"coins": {"Ann": 3}}}):
        g.refuse(step, "what is printed")


def test_an_open_card_is_named_before_it_is_resolved(adv):
    g = known(adv, event="event-recruitment", inserted=(), tasks={13: ""})
    g.refuse("reveal ship-ares-1-?-?", "no story card")
    g = adv(2, "competitive", pack="known", coins={"Ann": 1, "Ben": 1})
    g.do({"fact": {80: 2}}, "event event-recruitment", "reveal ship-ares-1-?-?")
    g.expect(phase="fact", asked="ship-ares-1-?-?", to_act="Ann")
    for wrong in ("ship-ares-1-3-bread", "ship-red-1-1-bread", "ship-ares-1-?-herbs", 3):
        g.refuse({"fact": wrong}, "no complete name")
    g.do({"fact": "ship-ares-1-3-herbs"}).expect(phase="discover", harbor=["ship-ares-1-3-herbs"])
    g.do("reveal innkeeper-?-?-b?-r?", {"fact": "innkeeper-5-1-b3-r4"})
    g.expect(harbor=["ship-ares-1-3-herbs", "innkeeper-5-1-b3-r4"])
    g.refuse("reveal tybuk-?-?-?", "no story card")
    g.do("stop", "item ship-ares-1-3-herbs").expect(items={"Ann": ["ship-ares-1-3-herbs"]})
    pack = taught(g.rules, g.state)
    assert pack.groups["?"]["ship-ares-1-?-?"] == 7
    assert pack.groups["?"]["ship-ares-1-3-herbs"] == 1
    assert pack.tasks["10"].insert == {"80": 2}


def test_a_card_that_could_be_repelled_is(adv):
    g = adv(2, "competitive", pack="known", coins={"Ann": 1, "Ben": 1}, display={"Ann": "sailor-3-1"})
    g.do({"fact": {80: 1}}, "event event-recruitment", "reveal ship-?-?-?-?", {"fact": "ship-red-1-1-bread"})
    g.expect(phase="repel").do("keep").expect(harbor=["ship-red-1-1-bread"])


def test_a_full_name_stands_for_the_open_card_that_may_have_it(adv):
    g = adv(2, "competitive", pack="known", coins={"Ann": 1, "Ben": 1})
    g.do({"fact": {80: 1}}, "event event-recruitment", "reveal lookout-4-1").expect(asked="lookout-?-?")
    g.do({"fact": "lookout-4-1"}).expect(harbor=["lookout-4-1"])


def test_an_expedition_tells_its_coins_and_crowns_with_its_name(adv):
    display = {"Ann": "captain-4-1"}
    g = adv(2, "competitive", pack="known", coins={"Ann": 1, "Ben": 1}, display=display)
    g.do({"fact": {80: 1}}, "event event-risky-maneuver", "reveal expedition-?", {"fact": "expedition-A-4"})
    g.expect(phase="fact", asked="expeditions.expedition-A-4").refuse({"fact": {"coins": 3}}, "no answer")
    g.refuse({"fact": 3}, "no answer").refuse({"fact": {"coins": None, "crowns": 1}}, "coins and crowns")
    g.do({"fact": {"coins": 3, "crowns": 1}}).expect(expeditions=["expedition-A-4"])
    g.do("claim expedition-A-4: captain-4-1").expect(asked="crown_track", coins={"Ann": 4})
    too_short = {"fields": 3, "shields": {3: 1, 5: 2, 6: 6}}
    for wrong in ({"fields": 3}, {"fields": 9, "shields": {3: 2, 4: 6}}, too_short):
        g.refuse({"fact": wrong}, "no answer")
    g.do({"fact": TRACK}).expect(crowns={"Ann": 1}, phase="discover")


def test_an_expedition_that_lies_there_with_open_facts_asks_when_it_is_claimed(adv, packs):
    pack = packs["synthetic"]
    kind = "expedition-AC-herbs-7"
    open_ones = {key: one for key, one in pack.expeditions.items() if key != kind}
    display = {"Ann": "captain-4-1 priest-4-1 ship-ares-1-2-herbs"}
    g = adv(
        2,
        pack=replace(pack, expeditions=open_ones),
        display=display,
        expeditions=kind,
        coins={"Ann": 0},
        event="event-calm-sea",
    )
    g.do(f"claim {kind}: captain-4-1 priest-4-1 ship-ares-1-2-herbs").expect(asked=f"expeditions.{kind}")
    g.do({"fact": {"coins": 3, "crowns": 0}}).expect(coins={"Ann": 3}, phase="discover")
    assert f"expeditions.{kind}" not in open_facts(taught(g.rules, g.state))


def test_what_a_lookout_discards_is_named_too(adv):
    g = adv(2, "competitive", pack="known", coins={"Ann": 9, "Ben": 1})
    g.do({"fact": {80: 3}}, "event event-recruitment", "reveal lookout-?-?", {"fact": "lookout-4-1"})
    g.turn("stop", "take lookout-4-1").turn("event event-risky-maneuver", "reveal sailor-7-3", "stop")
    g.do("event event-bribery", "lookout tybuk-?-?-? sailor-3-1").expect(phase="fact", asked="tybuk-?-?-?")
    g.do({"fact": "tybuk-4-1-1"}).expect(
        phase="discover", discard=["tybuk-4-1-1", "sailor-3-1", "sailor-7-3"]
    )


def test_rewards_are_asked_when_the_first_marker_lies_there(adv):
    g = known(adv, event="event-recruitment", display={"Ann": "expedition-AA"}, tasks={30: ""}, chapter=3)
    g.do("task 30").expect(asked="tasks.30.first", markers={"Ann": 3})
    for wrong in ({"coins": 3}, {"crowns": 2}, {"coins": 1, "crowns": 1}, 4):
        g.refuse({"fact": wrong}, "no answer")
    g.do({"fact": {"crowns": 1}}).expect(asked="crown_track").do({"fact": TRACK})
    g.expect(crowns={"Ann": 1}, asked="tasks.30.crowns").refuse({"fact": 4}, "0 to 3").do({"fact": 2})
    g.expect(crowns={"Ann": 3}, points={"Ann": 4 + 1}, phase="discover")


def test_a_task_with_an_open_requirement_is_checked_by_the_table(adv):
    g = known(adv, event="event-recruitment", tasks={10: ""}, display={"Ann": "sailor-3-1"})
    assert g.session.view().tasks[0].by_table
    g.refuse({"task": {"number": 10, "with": ["captain-4-1"]}}, "does not have")
    g.do({"task": {"number": 10, "with": ["sailor-3-1"], "coins": 2}})
    g.expect(coins={"Ann": 3}, display={"Ann": []}, asked="tasks.10.first")


@pytest.mark.parametrize(("mode", "end"), [("coop", {"card": 9}), ("competitive", {"pay": 8})])
def test_an_hourglass_is_asked_at_months_end(adv, mode, end):
    g = known(adv, 2, mode, tasks={10: "Ann"}, events="").do("event event-months-end")
    g.expect(phase="fact", asked="tasks.10.hourglass", to_act="Ann")
    other = {"pay": 8} if mode == "coop" else {"card": 9}
    wrong_side = {"fist" if mode == "coop" else "handshake": {"story": 3}}
    for wrong in (other, {"story": 11, **end}, {"story": "eleven"}, 11, {"pay": 7}, {}, wrong_side):
        g.refuse({"fact": wrong})
    g.do({"fact": {"check": {"task": 10, "fulfilled": 12, "missed": 13}}}).expect(phase="story", asked=12)
    g.do("story 12").expect(phase="fact", asked="tasks.12.insert").do({"fact": {}})
    g.expect(phase="discover", tasks={10: ["Ann"], 12: []}, month=2)
    pack = taught(g.rules, g.state)
    assert (pack.tasks["12"].chapter, pack.tasks["12"].insert, pack.tasks["12"].have) == (1, {}, None)


def test_an_hourglass_with_two_sides_is_kept_so(adv):
    g = known(adv, 2, "competitive", tasks={10: ""}, coins={"Ann": 9, "Ben": 0}, events="")
    g.do("event event-months-end").do({"fact": {"pay": 8}}).expect(phase="offer", to_act="Ann")
    effect = taught(g.rules, g.state).tasks["10"].hourglass
    assert (effect.fist.pay, effect.handshake) == (8, None)
    g = known(adv, 2, "competitive", tasks={10: ""}, events="").do("event event-months-end")
    g.do({"fact": {"fist": {"story": 13}, "handshake": {"card": 9}}}).expect(phase="story", asked=13)
    assert taught(g.rules, g.state).tasks["10"].hourglass.handshake.card == 9


def test_card_nine_is_asked_when_it_is_reached_and_kept_for_this_number_of_players(adv):
    g = known(adv, 2, "coop", tasks={10: "Ann"}, events="").do("event event-months-end")
    g.do({"fact": {"card": 9}}).expect(asked="card9.markers").refuse({"fact": 9}, "0 to 8").do({"fact": 1})
    g.expect(asked="card9.points").do({"fact": 1}).expect(phase="over", result="lost", failures=1)
    pack = taught(g.rules, g.state)
    assert (pack.card9["1"][2].markers, pack.card9["1"][2].points) == (1, 1)
    assert pack.card9["1"][3].markers is None
    assert pack.card9["*"][2].markers is None


def test_crowns_of_a_position_ask_for_the_track(adv):
    g = known(adv, event="event-recruitment", crowns={"Ben": 3}, tasks={13: ""})
    g.expect(phase="fact", asked="crown_track", to_act="Ben").do({"fact": TRACK})
    g.expect(crowns={"Ben": 3}, points={"Ben": 1}, phase="discover")


def test_an_answer_is_undone_like_any_step(adv):
    g = adv(2, "competitive", pack="known")
    g.do({"fact": 4}).undo().expect(asked="characters.lady-anne.coins", coins={"Ann": 0})
    g.do({"fact": 2}).expect(coins={"Ann": 2})
    assert taught(g.rules, g.state).characters["lady-anne"].coins == 2
    assert g.rules.book.pack.characters["lady-anne"].coins is None


def test_a_fact_can_be_set_right_and_only_crown_points_follow(adv):
    g = known(adv, event="event-recruitment", crowns={"Ann": 3}, tasks={13: ""}).do({"fact": TRACK})
    g.expect(points={"Ann": 1})
    better = {"fields": 14, "shields": {2: 1, 3: 2, 14: 6}}
    g.do({"correct": {"facts": {"crown_track": better}}}).expect(points={"Ann": 2})
    g.refuse({"correct": {"facts": {"crown_track": 3}}}, "no answer")
    g.refuse({"correct": {"facts": {"weather": 3}}}, "no fact")
    g.refuse({"correct": {"facts": {"tasks.13.title": "x"}}}, "no fact")
    g.do({"correct": {"facts": {"tasks.13.crowns": 2}}}).expect(crowns={"Ann": 3})
    assert taught(g.rules, g.state).tasks["13"].crowns == 2


def test_a_card_that_was_named_wrong_gets_its_right_name(adv):
    g = adv(2, "competitive", pack="known", coins={"Ann": 9, "Ben": 1}).do({"fact": {80: 3}})
    g.refuse({"correct": {"facts": {"tybuk-?-?-?": "tybuk-4-1-1"}}}, "not named yet")
    g.turn(
        "event event-recruitment", "reveal tybuk-?-?-?#2", {"fact": "tybuk-4-1-1"}, "stop", "take tybuk-4-1-1"
    )
    g.expect(points={"Ann": 1}, swords={"Ann": 1}).do("event event-risky-maneuver")
    g.do({"correct": {"facts": {"tybuk-?-?-?#2": "tybuk-6-2-3"}}})
    g.expect(points={"Ann": 2}, swords={"Ann": 3}, display={"Ann": ["tybuk-6-2-3"]})
    g.refuse({"correct": {"facts": {"tybuk-?-?-?#2": "lookout-4-1"}}}, "no complete name")
    g.refuse({"correct": {"facts": {"tybuk-?-?-?#3": "tybuk-4-1-1"}}}, "not named yet")
    command = g.session.step({"correct": {"facts": {"tybuk-?-?-?#2": "tybuk-8-3-3"}}})
    assert g.session.step(g.session.table.game.write(g.rules, command)) == command


def test_answers_that_are_no_json_are_refused(adv):
    from engine.adventure.messages import Tell
    from engine.kernel import Illegal

    g = adv(2, "competitive", pack="known")
    with pytest.raises(Illegal, match="no value"):
        g.session.play(Tell("{"))


def test_what_is_offered_for_a_fact_is_an_answer(adv, packs):
    g = adv(2, "competitive", pack="known", coins={"Ann": 1, "Ben": 1})
    for step in ({"fact": {80: 3}}, "event event-made-up"):
        g.do(step)
    for path in ("events.event-made-up", "expedition-?", "expeditions.expedition-AC-herbs-7"):
        g.expect(asked=path, phase="fact")
        g.session.play(next(iter(g.session.choices())))
        if path.startswith("events"):
            g.do("reveal expedition-?")
    g.expect(expeditions=["expedition-AC-herbs-7"], phase="discover")


def test_more_cards_than_there_are_cannot_be_in(adv, packs):
    known = packs["known"]
    both = {n: replace(known.tasks[n], insert={group: 30}) for n, group in (("10", "80"), ("13", "81"))}
    with pytest.raises(SetupError, match="more cards"):
        adv(2, pack=replace(known, tasks={**known.tasks, **both}), tasks={10: "", 13: ""})


def test_an_event_is_described_in_the_words_of_packs(adv):
    g = adv(2, "competitive", pack="known", coins={"Ann": 1, "Ben": 1}).do(
        {"fact": {}}, "event event-made-up"
    )
    g.refuse({"fact": {"timing": "soon"}}, "no answer").refuse({"fact": {"who": "nobody"}}, "no answer")
    assert words(3) == 3


def test_paths_that_nobody_asks_are_refused(packs):
    for path in (
        "weather",
        "characters.zoe.coins",
        "tasks.13",
        "tasks.x.first",
        "chapters.9.first",
        "card9.x",
    ):
        with pytest.raises(FactError, match="no fact"):
            learn(packs["known"], path, 3, Place("coop", 1, 2))
    with pytest.raises(FactError, match="no complete name"):
        named(packs["known"], "weather", "sunny")


@pytest.mark.parametrize("mode", ["coop", "competitive", "variable"])
def test_a_game_with_the_known_pack_is_played_from_the_first_card_to_the_last(cards, packs, mode, soak):
    """The log of such a game gives the game back, and the pack has learned."""
    for players in (1, 2, 3, 4) if mode == "coop" else (2, 3, 4):
        rng = random.Random(players)
        head = drawn_head(rng, packs["known"], NAMES[:players], mode, chapter=rng.randrange(1, 6))
        session = Session(open_table(SetUp(game="adventure", players=NAMES[:players], adventure=head), cards))
        log: list[Entry] = []

        def watch(entry: Entry, session=session, log=log) -> None:
            log.append(entry)
            total = cards_in_game(session.table.rules, session.state)
            assert kept_cards(session.state) == (total, total)

        play_out(session, rng, watch=watch)
        assert session.state.asked is None
        rules = session.table.rules
        learned = taught(rules, session.state)
        assert set(open_facts(packs["known"])) - set(open_facts(learned))
        assert in_this_light(rules, session.state) is in_this_light(rules, session.state)
        journal = Journal(rules)
        stored = [replace(e, events=journal.events(journal.encode(e.events))) for e in log]
        assert restore(session.table, stored).state == session.state
        assert tale(session.state).facts


VALUES = [
    *(None, True, -1, 0, 3, 1.5, 10**30, "", "x", "12", "28b", "crown", [], [1], {}),
    *({"coins": 1}, {"coins": "x"}, {"crowns": 1}, {"coins": None, "crowns": 0}, {"coins": 1, "crowns": 1}),
    *({"fields": 1}, {"fields": 3, "shields": {"a": 1}}, {"fields": 9, "shields": {"1": 1, "2": 2, "9": 6}}),
    *({"fields": 9, "shields": []}, {"fields": 9, "shields": {"-1": 1, "2": 2, "9": 6}}, {"shields": None}),
    *({"80": 6}, {"80": "x"}, {"?": 3}, {"80": -1}, {"": 1}, {"80": 1e9}),
    *(
        {"story": 11},
        {"story": []},
        {"story": None},
        {"check": {}},
        {"check": {"task": 1}},
        {"card": 9},
        {"pay": 8},
    ),
    *({"fist": None}, {"fist": {"pay": 8}, "handshake": {"card": 9}}, {"handshake": {"fist": {"pay": 8}}}),
    *({"check": {"task": 10, "fulfilled": 12, "missed": 13}}, {"timing": "stop"}, {"if": {"swords": "many"}}),
    *({"timing": "at-once", "gain": {"coins": 1}}, {"copies": 0}, {"copies": 2}, {"title": 3}),
]
PATHS = [
    *(
        "characters.lady-anne.coins",
        "chapters.2.first",
        "tasks.10.first",
        "tasks.10.crowns",
        "tasks.10.insert",
    ),
    *("tasks.10.hourglass", "tasks.99.hourglass", "card9.markers", "card9.points", "crown_track"),
    *("expeditions.expedition-A-4", "events.event-unheard-of"),
]


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("mode", ["coop", "competitive", "variable"])
def test_any_value_is_an_answer_or_refused_with_a_sentence(packs, path, mode):
    answers = 0
    for value in VALUES:
        try:
            learned = learn(packs["known"], path, value, Place(mode, 1, 2))
        except FactError as no:
            said = str(no)
        else:
            answers += 1
            assert problems_of(learned) == [] or path.startswith(("expeditions", "tasks.10.insert"))
            continue
        assert said.endswith(".")
    assert answers
    kind = "ship-ares-1-?-?"
    for value in VALUES:
        with pytest.raises(FactError):
            named(packs["known"], kind, value)
