"""Cards that a story card calls for: each is ticked off by its tap, YES says that all are in (AD15)."""

from msgspec.structs import replace

from companion.adventure import world
from companion.gameplay import compose
from companion.screens.large import sized
from drivers.ports import CardSeen, ReaderBack, ReaderLost

END = {"coins": {"Ann": 5, "Ben": 6}, "tasks": {"10": []}, "events": []}


def due(sit, **changes):
    """Come to story card 11, which calls for the four cards of group 81."""
    table = sit(**changes).begin("Ann", "Ben", inserted=(), position=END)
    return table.press("y").rest()


def called_cards(table):
    rules = table.session.table.rules
    return [rules.cards[card].name for card, group in rules.book.groups.items() if group == "81"]


def test_each_card_is_ticked_off_and_the_last_one_goes_on(sit):
    table = due(sit).tap("task-11")
    cards = called_cards(table)
    assert table.lines() == [
        "STORY 11",
        "ADD 4",
        "number 81",
        "shuffle into the pile",
        "(not the discards)",
        "tap them    Y:all in",
    ]
    seq = table.session.seq
    table.tap(cards[0])
    assert table.lines()[0] == "STORY 11       1 of 4"
    assert table.lines()[1] == "3 MORE"
    assert table.lines()[2].startswith("ok ")
    assert table.signals == ("tick",)
    table.tap(cards[1], cards[2])
    assert table.lines()[0].endswith("3 of 4")
    table.tap(cards[0])
    assert table.lines()[0].endswith("3 of 4")
    table.tap(cards[3])
    assert table.signals == ("last-copy",)
    assert table.lines()[1] == "REVEAL"
    assert table.session.seq == seq
    table.tap("sailor-3-1")
    assert table.played == [{"reveal": "sailor-3-1"}]


def test_it_stands_until_the_cards_are_in(sit):
    table = due(sit).press("y")
    assert table.rest().lines()[1] == "ADD 4"
    assert table.press("n >").lines()[1] == "ADD 4"
    assert table.press("y").lines()[1] == "REVEAL"


def test_another_card_says_that_all_are_in_and_counts(sit):
    table = due(sit).press("y").tap("sailor-3-1")
    assert table.played == [{"reveal": "sailor-3-1"}]
    assert table.rest().lines()[1] != "ADD 4"


def test_a_card_that_cannot_come_is_refused_and_the_next_one_is_ticked(sit):
    table = due(sit).press("y")
    table.tap(called_cards(table)[0]).tap("tybuk-4-1-1")
    assert table.lines()[:3] == ["CARD IS ELSEWHERE", "TYBUK 4", "It lies in the box:"]
    table.press("n")
    assert table.lines()[0].endswith("1 of 4")
    table.tap(called_cards(table)[1])
    assert table.lines()[0].endswith("2 of 4")


def test_a_card_that_was_tapped_too_early_is_ticked_after_the_story_card(sit):
    table = due(sit)
    table.tap(called_cards(table)[2]).press("y")
    assert table.played == [{"story": 11}]
    assert table.lines()[0].endswith("1 of 4")


def test_pages_lead_back_and_what_is_in_is_not_asked_again(sit):
    table = due(sit).press("y")
    table.tap(called_cards(table)[0]).press("Y n")
    assert table.lines()[0].endswith("1 of 4")
    table.press("y")
    table.press("Y n").press("m n").tap("character-lady-anne").press("n")
    assert table.lines()[1] == "REVEAL"
    table.tap("sailor-3-1").rest().press("N >")
    assert table.lines()[1] == "REVEAL"


def test_an_undo_takes_the_story_card_back_and_redo_asks_again(sit):
    table = due(sit).press("y")
    table.tap(called_cards(table)[0]).press("N")
    assert table.session.facts()["inserted"] == [80]
    assert table.press("y").lines()[1] == "ADD 4"


def test_a_power_cut_asks_for_the_cards_again(sit):
    table = due(sit).press("y")
    table.tap(called_cards(table)[0])
    table.cut_power()
    table.press("y")
    assert table.rest().lines()[1] == "ADD 4"


def test_the_seat_that_acts_says_it_too(sit):
    table = due(sit, seats=2).press("s1")
    assert table.lines("seat-1")[1] == "ADD 4"
    assert table.lines("seat-1")[-1] == "press: all are in"
    assert table.lines("seat-2")[0].startswith("BEN")
    table.press("s2")
    assert table.lines()[1] == "ADD 4"
    table.press("s1")
    assert table.lines()[1] == "REVEAL"


def test_an_unknown_tag_is_learned_as_one_of_the_cards(sit):
    table = due(sit, tagged=False).press("y")
    tag = CardSeen("main", "04112233445567", table.now_s)
    table._handle(tag)
    assert table.lines()[1] == "NOT KNOWN"
    table.press("y")
    assert table.lines()[1:-1] == [">●YELLOW 1 †1", " ≈BLUE ♛ †2", " Innkeeper 5"]
    table.choose("Innkeeper")
    assert table.lines()[0].endswith("1 of 4")
    table._handle(tag)
    assert table.lines()[0].endswith("1 of 4")
    box = table.desk.context(table.now_s).box
    assert box.deck.find(tag.uid).startswith("innkeeper-5")


def test_without_a_reader_the_cards_are_told_and_nothing_waits(sit):
    table = due(sit)
    table._handle(ReaderLost("main", "gone", table.now_s))
    table.press("n").rest()
    table.press("y")
    assert table.lines()[1] == "ADD 4"
    table._handle(ReaderBack("main", table.now_s))
    table.rest().tap(called_cards(table)[0])
    assert table.lines()[0].endswith("1 of 4")


def test_cards_whose_group_nobody_knows_are_counted(sit):
    table = sit().begin(
        "Ann", pack="known", characters={"Ann": "lady-anne"}, position={**END, "coins": {"Ann": 5}}
    )
    table.step({"event": "event-months-end"}, {"fact": {"story": 11}}, {"story": 11}, {"fact": {"80": 2}})
    assert table.lines()[:2] == ["STORY 11", "ADD 2"]
    table.tap("lookout-?-?#2")
    assert table.lines()[1] == "1 MORE"
    table.tap("ship-?-?-?-?#4")
    assert table.rest().lines()[1] == "REVEAL"
    assert table.session.state.asked.phase == "discover"


def test_a_correction_calls_for_nothing(sit):
    table = sit().begin("Ann", "Ben", inserted=(), position={**END, "month": 1})
    table.step({"correct": {"tasks": {"10": [], "11": ["Ann"]}}})
    assert table.rest().lines()[1] == "TAP EVENT"


def test_at_a_simulated_table_the_cards_lie_ready(sit):
    table = due(sit)
    hidden = table.piles(3)
    assert world.lying(hidden).rows[0] == ("Harbor:", ())
    table.press("y")
    hidden.follow()
    title, ready = world.lying(hidden).rows[0]
    rules = table.session.table.rules
    assert title == "To add:"
    assert sorted(rules.cards[card].name for card in ready) == sorted(called_cards(table))
    shown = []
    while table.lines()[1] != "REVEAL":
        deed = table.deed(hidden)
        shown.append(deed.card)
        table.do(deed, hidden)
    assert sorted(shown) == sorted(ready)
    table.tap("sailor-3-1")
    hidden.follow()
    assert world.lying(hidden).rows[0][0] == "Harbor:"


def test_players_add_cards_that_nobody_can_name(sit):
    position = {"coins": {"Ann": 5}, "tasks": {"10": []}, "events": []}
    table = sit().begin("Ann", pack="known", characters={"Ann": "lady-anne"}, position=position)
    table.step({"event": "event-months-end"}, {"fact": {"story": 11}}, {"story": 11})
    hidden = table.piles(3)
    table.step({"fact": {"80": 2}})
    table.play_on(hidden)
    assert table.lines()[1] == "1 MORE"
    table.play_on(hidden)
    assert table.lines()[1] == "REVEAL"


def test_cards_of_the_first_story_are_ticked_by_those_who_tap_them(sit):
    table = sit().begin("Ann", "Ben")
    assert table.lines()[1] == "TAP EVENT"
    table.tap("ship-ares-1-3-book")
    assert table.lines()[:3] == ["STORY 10       1 of 6", "5 MORE", "ok ✖ARES 1"]
    table.tap("sailor-3-1")
    assert table.lines()[1] == "EVENT !", "all are in: it waits for the event"
    table.tap("event-calm-sea")
    assert table.played == [{"reveal": "sailor-3-1"}]


def test_large_text_stays_large_while_cards_are_ticked(sit):
    table = due(sit, compose=sized(compose)).press("y")
    table.desk.settings = replace(table.desk.settings, size="large")
    assert [row.text for row in table.screens["main"].rows if row.big] == ["ADD 4", "number 81"]
    table.tap(called_cards(table)[0])
    assert [row.text for row in table.screens["main"].rows if row.big] == ["3 MORE", "number 81"]
