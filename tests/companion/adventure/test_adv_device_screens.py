"""The screens of the expansion and what keys and taps do on them (device-ux.md 3.4, AD1 to AD23)."""

import pytest
from msgspec.structs import replace

from companion.adventure.modes import (
    AskingItem,
    Fulfilling,
    GoalPage,
    HolderPage,
    LookingOut,
    PickEvent,
    TaskList,
)
from companion.flow import Playing
from companion.play_modes import FinalSheet, PlayerPage, TablePage
from engine.adventure.campaign import Campaign

COINS = {"Ann": 5, "Ben": 6, "Cem": 3}
CALM = {"event": "event-calm-sea", "tasks": {"13": []}}
ALL = tuple(str(group) for group in range(80, 92))


def at(sit, seats=0, tagged=True, **position):
    """Begin with all cards in the pile and three players."""
    head = {key: position.pop(key) for key in ("mode", "chapter", "options", "characters") if key in position}
    table = sit(seats=seats, tagged=tagged)
    return table.begin("Ann", "Ben", "Cem", inserted=ALL, position={"coins": COINS, **position}, **head)


# -- events ------------------------------------------------------------------------------
def test_ad1_the_event_is_tapped_or_picked_from_a_list(sit):
    table = at(sit)
    assert table.lines()[:3] == ["ANN: EVENT    month 1", "TAP EVENT", "Nobody knows the next"]
    assert "synthetic: invented" in table.lines()
    table.press("y")
    assert isinstance(table.desk.mode, PickEvent)
    table.choose("Recruitment")
    assert table.played == [{"event": "event-recruitment"}]
    assert table.lines()[0] == "EVENT Recruitment"


def test_ad1_a_known_event_needs_no_tap(sit):
    table = at(sit, events=["event-recruitment"])
    assert table.lines()[2:6] == [
        "Known order, next is",
        "Recruitment",
        "synthetic: invented",
        "Month's End in 2",
    ]
    table.press("y")
    assert table.played == [{"event": "event-recruitment"}]


def test_ad23_another_card_waits_until_the_event_is_shown(sit):
    table = at(sit).tap("ship-red-1-1")
    assert table.lines()[:2] == ["ANN: EVENT FIRST", "EVENT !"]
    table.tap("event-calm-sea")
    assert table.played == [{"reveal": "ship-red-1-1"}]
    assert table.session.state.harbor


def test_an_event_that_is_not_due_is_refused(sit):
    table = at(sit, **CALM).tap("event-bribery")
    assert "No event is due now." in table.lines()
    assert table.session.seq == 0


def test_ad2_says_what_everybody_gains(sit):
    table = at(sit, display={"Ben": ["captain-4-1"]}).tap("event-recruitment")
    assert table.lines() == [
        "EVENT Recruitment",
        "DRAW 1",
        "Who has a Captain",
        "draws 1",
        "Ben $6>7",
        "tap: reveal",
    ]
    assert table.rest().lines()[-2] == "E Recruitment"


@pytest.mark.parametrize("event", ["favorable-opportunity", "risky-maneuver", "trade-in-blue", "calm-sea"])
def test_an_event_of_a_phase_stays_in_a_line(sit, event):
    table = at(sit).tap(f"event-{event}").rest()
    assert any(row.startswith("E ") for row in table.lines())
    table.tap("ship-red-1-1").rest()
    assert any(row.startswith("E ") for row in table.lines())


def test_ad3_an_offer_is_asked_from_the_active_player_on(sit):
    table = at(sit, crowns={"Ann": 3, "Cem": 2}).tap("event-black-market").rest()
    assert table.lines()[1:] == [
        "ANN?",
        "Return 1 crown, draw",
        "4 coins",
        "$5>9 ♛3>2 1>0*",
        "Y:yes N:no >>:none",
    ]
    assert "question" in table.signals
    table.press("y").rest()
    assert table.played == ["accept"]
    assert table.lines()[1] == "CEM?"
    table.press(">>").rest()
    assert table.played == ["decline"]
    assert table.lines()[1] == "REVEAL"


def test_an_offer_waits_for_its_answer_and_a_tapped_card_too(sit):
    table = at(sit, crowns={"Ann": 3, "Cem": 2}).tap("event-black-market").tap("ship-red-1-1")
    assert table.session.seq == 1
    table.press(">>").rest()
    assert table.played == [{"reveal": "ship-red-1-1"}]


def test_ad4_join_forces_is_said_by_a_key_or_by_a_person(sit):
    table = at(sit, display={"Cem": ["pirate-5-1"]}).tap("event-join-forces").rest()
    assert table.lines()[1:4] == ["WITH?", ">Ben you 0+†0", " Cem you 0+†2"]
    table.tap("pirate-5-1")
    assert table.played == [{"choose": "Cem"}]
    assert table.lines()[:3] == ["EVENT Join Forces", "DRAW 1", "Cem $3>4"]
    table.press("N")
    table.press(">")
    table.press("> y").rest()
    assert table.played == [{"choose": "Cem"}]


def test_ad16_a_payment_says_what_it_uncovers(sit):
    table = at(
        sit, mode="competitive", chapter=1, coins={"Ann": 9, "Ben": 8, "Cem": 3}, tasks={"14": []}, events=[]
    )
    table.press("y").rest()
    assert table.lines()[:2] == ["MONTH'S END      ANN?", "PAY 8 ?"]
    assert "1st marker: Lady Anne" in table.lines()
    assert "$9>1" in table.lines()
    table.press("y")
    assert table.lines()[:2] == ["ANN: MARKER BOXED"[:21], "LADY ANNE"]
    table.rest().press("n").rest()
    assert table.phase == "discover"


# -- Lookout, items, Innkeeper -------------------------------------------------------------
def test_ad6_two_cards_are_discarded_by_taps(sit):
    table = at(sit, display={"Ann": ["lookout-4-1"]}, **CALM)
    assert table.lines()[-1] == "tap Y:lookout"
    table.press("y")
    assert isinstance(table.desk.mode, LookingOut)
    assert table.lines()[:2] == ["ANN: LOOKOUT", "LOOK AT 3"]
    table.press("n")
    assert table.desk.mode == Playing()
    table.press("y").tap("sailor-3-1").tap("sailor-3-1")
    assert table.signals == ("refused",)
    table.tap("tax-16")
    assert table.played == [{"lookout": {"discard": ["sailor-3-1", "tax-16"]}}]
    assert table.lines()[:2] == ["ANN: LOOKOUT", "2 GONE"]
    assert table.rest().lines()[-1] == "tap: reveal"


def test_ad11_an_item_is_kept_or_taken_for_its_coin(sit):
    table = at(sit, harbor=["ship-ares-1-2-herbs", "ship-red-crown-3-rum"], **CALM).press(">").rest()
    table.tap("ship-ares-1-2-herbs")
    assert isinstance(table.desk.mode, AskingItem)
    assert table.lines()[1:4] == ["ITEM?", "Y keep it: herbs", "N draw 1, discard it"]
    table.press(">")
    assert table.desk.mode == Playing()
    table.tap("ship-ares-1-2-herbs").press("y")
    assert table.played == [{"item": "ship-ares-1-2-herbs"}]
    assert table.lines()[1] == "HERBS"


def test_ad12_a_ship_with_a_crown(sit):
    table = at(sit, crowns={"Ann": 2}, harbor=["ship-red-crown-3-rum"], **CALM).press(">").rest()
    table.tap("ship-red-crown-3-rum")
    assert "N ♛2>3, discard it" in table.lines()
    table.press("n")
    assert table.played == [{"crown": "ship-red-crown-3-rum"}]
    assert table.view.adventurers[0].crowns == 3
    assert any("♛+1" in row or "♛2>3" in row for row in table.lines())


INN = {
    "display": {"Ann": ["innkeeper-5-1-b3-r4", "ship-blue-crown-2-rum", "ship-yellow-1-1-bread"]},
    "harbor": ["ship-red-1-1", "sailor-3-1", "sailor-5-2", "ship-yellow-1-1"],
    **CALM,
}


def test_ad13_an_innkeeper_buys_one_item(sit):
    table = at(sit, **INN).press(">").rest()
    assert table.lines()[1:4] == ["SELL?", "rum: draw 4 (1)", "bread: draw 3 (1)"]
    table.press("> y")
    assert table.played == [{"sell": "ship-yellow-1-1-bread"}]
    assert table.lines()[:2] == ["ANN SELLS bread", "DRAW 3"]
    assert table.rest().lines()[0].startswith("ANN TAKES")


def test_a_tapped_harbor_card_is_no_sale_and_is_taken(sit):
    table = at(sit, **INN).press(">").rest().tap("sailor-3-1")
    assert [entry.commands[0].__class__.__name__ for entry in table.session.done] == [
        "Stop",
        "Decline",
        "Take",
    ]
    table = at(sit, **INN).press(">").rest().tap("ship-blue-crown-2-rum")
    assert table.played == [{"sell": "ship-blue-crown-2-rum"}]


# -- tasks -------------------------------------------------------------------------------
def test_ad8_a_story_card_opens_its_task_and_yes_fulfils_it(sit):
    table = at(sit, display={"Ann": ["priest-4-1"]}, **CALM).tap("task-13")
    assert isinstance(table.desk.mode, Fulfilling)
    assert table.lines() == [
        "TASK 13           ANN",
        "FULFIL ?",
        "ok discard 4 coins",
        "ok 1 Priest",
        "1st marker: Lady Anne",
        "first: draw 1 ♛+2",
        "Y:yes N:back",
    ]
    table.press("y")
    assert table.played == [{"task": 13}]
    assert table.lines()[:-1] == [
        "ANN FULFILS TASK 13",
        "LADY ANNE",
        "hire cost -1",
        "task: pay 4 ♛+2",
        "first: draw 1",
        "$5>2 ♛0>2",
    ]


def test_ad9_says_what_is_missing(sit):
    table = at(sit, **CALM).tap("task-13")
    assert table.lines()[1:5] == ["NOT YET", "A costly blessing", "ok discard 4 coins", "no 1 Priest"]
    table.press("y")
    assert table.desk.mode == Playing()
    assert table.session.seq == 0


def test_a_task_that_can_be_fulfilled_is_offered_on_yes(sit):
    table = at(sit, display={"Ann": ["priest-4-1"]}, **CALM)
    assert table.lines()[-1] == "tap Y:task"
    table.press("y y")
    assert table.played == [{"task": 13}]


def test_a_story_card_that_is_not_due_is_refused(sit):
    table = at(sit, **CALM).tap("task-24")
    assert "Story card 24 is not" in table.lines()


def test_of_several_sets_another_one_is_shown_by_next_or_a_tap(sit):
    display = {"Ann": ["ship-ares-1-2-herbs", "ship-ares-1-3-book"]}
    table = at(sit, display=display, event="event-calm-sea", tasks={"21": []}).tap("task-21")
    assert table.lines()[-1] == "Y:yes N:back >:other"
    first = table.lines()
    table.press(">")
    assert table.lines() != first
    table.tap("ship-ares-1-2-herbs")
    table.press("y")
    assert table.played == [{"task": {"number": 21, "with": ["ship-ares-1-2-herbs"]}}]


def test_ad7_a_task_at_once_is_answered_or_the_next_card_says_no(sit):
    harbor = ["ship-red-1-1", "ship-blue-1-1", "ship-green-1-1"]
    position = {"harbor": harbor, "event": "event-calm-sea", "tasks": {"33": []}}
    table = at(sit, chapter=3, **position).tap("ship-black-1-2").rest()
    assert table.lines()[:3] == ["TASK 33 ANN, now", "PLACE ?", "ok 4 colours there"]
    table.press("y")
    assert table.played == [{"task": 33}]
    table = at(sit, chapter=3, **position).tap("ship-black-1-2").rest().tap("sailor-3-1")
    assert table.played == ["decline", {"reveal": "sailor-3-1"}]


def test_task_51_stops_and_a_tapped_card_waits(sit):
    harbor = ["ship-red-1-1", "sailor-5-2", "sailor-7-3"]
    position = {"harbor": harbor, "event": "event-calm-sea", "tasks": {"51": []}}
    table = at(sit, chapter=5, **position).tap("sailor-3-1").rest()
    assert "Y stops, takes 1 less" in table.lines()
    table.tap("ship-blue-1-1")
    assert table.phase == "task"
    table.press("n").rest()
    assert table.played == [{"reveal": "ship-blue-1-1"}]


# -- Month's End -------------------------------------------------------------------------
def test_ad14_the_story_card_is_named_and_ad15_says_which_cards_to_add(sit):
    table = sit().begin(
        "Ann", "Ben", inserted=(), position={"coins": {"Ann": 5, "Ben": 6}, "tasks": {"10": []}, "events": []}
    )
    table.press("y").rest()
    assert table.lines()[:4] == [
        "MONTH'S END   month 1",
        "STORY 11",
        "Task 10 leads to it",
        "1 read and turn 11",
    ]
    table.tap("task-11")
    assert table.played == [{"story": 11}]
    assert table.lines()[:3] == ["STORY 11", "ADD 4", "number 81"]
    assert table.rest().view.month == 2


def test_a_check_is_explained_and_yes_is_enough(sit):
    table = at(sit, tasks={"10": ["Ben"], "11": []}, events=[]).press("y").rest()
    assert "Task 10 done: check" in table.lines()
    assert table.lines()[1] == "STORY 12"
    table.press("y")
    assert table.played == [{"story": 12}]


# -- the end -----------------------------------------------------------------------------
CHAPTER = {"tasks": {"10": ["Ann", "Ben"], "11": ["Ann", "Cem"], "12": ["Ben"], "14": ["Ann"]}, "events": []}


def test_ad18_a_chapter_that_is_won_is_noted(sit):
    display = {
        "Ann": ["sailor-7-3", "pirate-9-3"],
        "Ben": ["jester-9-3", "mademoiselle-9-3"],
        "Cem": ["admiral-9-3"],
    }
    table = at(sit, display=display, **CHAPTER).press("y").rest()
    assert table.lines() == [
        "CHAPTER 1 ENDS",
        "WON",
        "ok tasks      4 of 4",
        "ok markers    6 of 5",
        "ok points    15 of 14",
        "Read story card 61",
        ">:sheet Y:finish",
    ]
    table.press(">")
    assert isinstance(table.desk.mode, FinalSheet)
    assert "crowns 0" in table.lines()
    table.press("n").tap("task-61")
    campaign = table.desk.settings.campaign
    assert (campaign.chapter, campaign.failures, campaign.inserted) == (2, 0, ALL)
    assert "Next: chapter 2" in table.lines()


def test_ad19_a_chapter_that_is_lost_comes_again_with_coins(sit):
    table = at(sit, **CHAPTER).press("y").rest()
    assert table.lines()[:2] == ["CHAPTER 1 ENDS", "NOT YET"]
    assert "Next try: +3 coins" in table.lines()
    table.press("y")
    assert (table.desk.settings.campaign.chapter, table.desk.settings.campaign.failures) == (1, 1)


def last_chapter(sit, campaign):
    """Win the fifth chapter."""
    display = {
        "Ann": ["sailor-7-3", "pirate-9-3"],
        "Ben": ["jester-9-3", "mademoiselle-9-3"],
        "Cem": ["admiral-9-3"],
    }
    tasks = {"50": ["Ann", "Ben"], "51": ["Ann", "Cem"], "52": ["Ben"], "54": ["Ann"]}
    table = at(sit, chapter=5, display=display, tasks=tasks, events=[])
    table.desk.settings = replace(table.desk.settings, campaign=campaign)
    return table.press("y").rest().press("y")


def test_five_chapters_in_sequence_are_a_perfect_campaign(sit):
    table = last_chapter(sit, Campaign(pack="synthetic", chapter=5))
    assert table.desk.settings.campaign.perfect
    assert "A perfect campaign:" in " ".join(table.lines())
    table = last_chapter(sit, Campaign(pack="synthetic", chapter=5, defeats=1))
    assert "All five chapters are" in " ".join(table.lines())


def test_ad20_rivals_need_their_trophy(sit):
    display = {"Ann": ["sailor-7-3", "pirate-9-3", "jester-9-3", "mademoiselle-9-3"], "Ben": ["admiral-9-3"]}
    tasks = {"10": ["Ann"], "11": ["Ann"], "12": ["Ben"]}
    table = at(
        sit,
        mode="competitive",
        display=display,
        tasks=tasks,
        events=["event-calm-sea", "event-trade-in-blue", "event-risky-maneuver"],
    )
    for ship in ("ship-red-1-1", "ship-blue-1-1", "ship-green-1-1"):
        table.press("y").rest().tap(ship).rest()
        while table.phase in ("discover", "repel", "trade"):
            table.press(">").rest()
    assert table.lines()[:2] == ["FINAL       chapter 1", "ANN 12"]
    assert any(row.endswith("no trophy") for row in table.lines())
    table.press("y")
    assert table.desk.settings.campaign.chapter == 2


# -- pages -------------------------------------------------------------------------------
def test_ad21_and_the_pages_behind_it(sit):
    display = {"Ann": ["ship-ares-1-2-herbs", "ship-ares-1-3-herbs"]}
    table = at(sit, crowns={"Ann": 4}, display=display, event="event-risky-maneuver", tasks={"10": ["Ann"]})
    table.press("Y")
    assert isinstance(table.desk.mode, TablePage)
    assert table.lines()[0].startswith("TABLE ch1 mon1    1")
    assert table.lines()[1:3] == ["      $  *  ♛  † mark", ">Ann  5  1  4  0  3"]
    assert "E Risky Maneuver ♛+1" in table.lines()
    table.press("y")
    assert isinstance(table.desk.mode, HolderPage)
    assert table.lines()[:4] == ["ANN         Lady Anne", "$5 1*", "hire cost -1", "markers 3 trophy no"]
    assert "♛4, shield in 1" in table.lines()
    assert "herbs 2" in table.lines()
    table.press(">")
    assert table.lines()[0].startswith("BEN")
    table.press("y")
    assert isinstance(table.desk.mode, PlayerPage)
    table.press("n n n n")
    assert table.desk.mode == Playing()


def test_the_menu_shows_tasks_with_who_has_done_what_and_the_goal(sit):
    table = at(sit, event="event-calm-sea", tasks={"10": ["Cem", "Ann"], "11": []})
    table.press("m").choose("Tasks")
    assert isinstance(table.desk.mode, TaskList)
    assert table.lines()[1:3] == [">10  Cem Ann", " 11 !Dues"]
    table.press("> y")
    assert table.lines()[0] == "TASK 11           ANN"
    table.press("n m").choose("Goal")
    assert isinstance(table.desk.mode, GoalPage)
    assert table.lines()[2:5] == ["no tasks      1 of 2", "no markers    2 of 5", "no points     0 of 14"]
    table.press("> n")
    assert table.desk.mode == Playing()


def test_a_character_card_shows_who_plays_it(sit):
    table = at(sit, **CALM).tap("character-lady-anne")
    assert table.lines()[0] == "ANN         Lady Anne"
    table.press("n").tap("character-jean-blackbeard")
    assert table.lines()[0].startswith("CEM")


def test_seats_answer_and_show_their_own(sit):
    table = at(sit, seats=3, crowns={"Ann": 3, "Ben": 2, "Cem": 2}).tap("event-black-market").rest()
    assert table.lines("seat-1")[-1] == "press:yes  hold:no"
    assert table.screens["seat-1"].inverse
    assert table.lines("seat-2")[:2] == ["BEN         turn: Ann", "$6 0* ♛2"]
    table.press("s1").rest()
    assert table.played == ["accept"]
    table.press("S2").rest()
    assert table.played == ["decline"]
    table.press("s1")
    assert "no persons" in table.lines("seat-1")


def test_undo_takes_back_and_redo_brings_back(sit):
    table = at(sit).tap("event-calm-sea").rest().press("N")
    assert table.phase == "event"
    table.press("y").rest()
    assert table.view.event == "event-calm-sea"


def test_a_game_goes_on_after_a_power_cut(sit):
    table = at(sit, event="event-calm-sea", tasks={"10": []}).tap("ship-red-1-1").rest()
    table.cut_power()
    assert "TABLE ch1 mon1" in " ".join(table.lines())
    table.press("> > y").rest()
    assert table.view.event == "event-calm-sea"


def test_without_tags_all_is_picked_from_lists(sit):
    table = at(sit, tagged=False, display={"Ann": ["lookout-4-1"]}, tasks={"10": []})
    table.press("y").choose("Calm Sea").rest()
    table.press("n")
    assert isinstance(table.desk.mode, LookingOut)
    for _ in range(2):
        table.press("y y y")
        while table.lines()[0] == "WHICH CARD?":
            table.press("y")
    assert table.session.last.commands[0].__class__.__name__ == "LookOut"


def test_a_story_card_leaves_the_choice_of_persons(sit):
    crew = ["captain-4-1", "captain-4-1"]
    table = at(sit, display={"Ann": crew}, expeditions=["expedition-AA"], **CALM).tap("expedition-AA")
    assert table.lines()[0] == "ANN CLAIMS AA"
    table.tap("task-13")
    assert table.lines()[:2] == ["TASK 13           ANN", "NOT YET"]
    table.press("n").tap("expedition-AA").press("y")
    assert table.session.last.commands[0].__class__.__name__ == "Claim"
