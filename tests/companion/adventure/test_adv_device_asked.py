"""What is seen while something is asked: whose answer it is, and what it comes to."""

COINS = {"Ann": 5, "Ben": 6, "Cem": 3}
CALM = {"event": "event-calm-sea", "tasks": {"13": []}}


def at(sit, mode="coop", **position):
    """Begin in the middle of a game of three, with all cards in the pile."""
    groups = tuple(str(group) for group in range(80, 92))
    position = {"coins": COINS, **position}
    return sit().begin("Ann", "Ben", "Cem", inserted=groups, mode=mode, position=position)


def test_an_event_that_asks_at_once_is_told_by_its_question(sit):
    table = at(sit, crowns={"Ben": 1}).tap("event-black-market")
    assert table.lines()[:2] == ["EVENT Black Market", "BEN?"]
    table = at(sit).tap("event-join-forces")
    assert table.lines()[:2] == ["EVENT Join Forces", "WITH?"]


def test_the_next_one_who_is_asked_is_named_under_the_news(sit):
    table = at(sit, coins={"Ann": 6, "Ben": 6, "Cem": 3}).tap("event-scarce-coffers").press("y")
    assert table.lines() == [
        "EVENT Scarce Coffers",
        "PAY 2",
        "Ann pay 2 ♛+1",
        "Ann $6>4 ♛0>1",
        "BEN? Y:yes N:no",
    ]


def test_a_key_answers_no_fact_that_nobody_has_seen_yet(sit):
    position = {"coins": {"Ann": 9, "Ben": 9}, **OPEN_TASK}
    table = sit().begin("Ann", "Ben", pack="known", mode="competitive", position=position)
    table.tap("task-13").press("y")
    assert table.lines()[0] == "ANN FULFILS TASK 13"
    assert table.lines()[-1] == "press: go on"
    seq = table.session.seq
    table.press("y")
    assert table.session.seq == seq
    assert table.lines()[0] == "ANN: FACT NEEDED"
    table.press("y")
    assert table.session.seq == seq + 1
    table.press(">>")
    assert table.session.seq == seq + 1
    table.press(">>")
    assert table.session.seq == seq + 2


OPEN_TASK = {"display": {"Ann": ["priest-4-1"]}, "tasks": {"13": []}, "event": "event-recruitment"}


def test_the_keys_of_the_end_stand_under_the_last_news(sit):
    display = {"Ann": ["sailor-7-3", "pirate-9-3", "jester-9-3", "mademoiselle-9-3"]}
    tasks = {"12": ["Ann", "Ben"], "13": ["Ann"]}
    table = at(sit, mode="competitive", display=display, tasks=tasks, active="Cem", harbor=["ship-blue-1-1"])
    table.press(">").tap("ship-blue-1-1")
    assert table.phase == "over"
    assert "DRAW 1" in table.lines()
    assert table.lines()[-1] == ">:sheet Y:finish"


def test_a_task_that_can_be_fulfilled_stands_on_the_screen(sit):
    table = at(sit, display={"Ann": ["priest-4-1"]}, **CALM)
    assert "Y or tap: task 13" in table.lines()
    table = at(sit, display={"Ann": ["priest-4-1", "lookout-4-1"]}, **CALM)
    assert "tap: task 13" in table.lines()


def test_the_line_of_an_event_takes_the_place_of_no_sentence(sit):
    position = {"harbor": ["ship-blue-1-1"], "display": {"Ann": ["pirate-7-2"]}}
    table = at(sit, event="event-risky-maneuver", **position).tap("ship-blue-2-1").rest()
    assert table.lines()[4:6] == ["E Risky Maneuver ♛+1", "Y:repel  N:bust"]
    table.tap("sailor-3-1")
    assert "Risky" not in " ".join(table.lines())
    table = at(sit, event="event-recruitment", harbor=FULL).press(">").rest()
    assert not any(row.startswith("E ") for row in table.lines())


FULL = ["ship-blue-1-1", "sailor-3-1", "governor-8-0", "admiral-7-2", "jester-7-2", "pirate-5-1"]
