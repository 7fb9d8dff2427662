"""What stands on the main display when the end is near, and at the end: FI1 to FI3 of device-ux.md 4.1."""

FOUR = "Ann Ben Cem Dia"


def near_the_end(rehearse, *, start="Ann"):
    """Ben hires his twelfth point in the turn of Ann."""
    return rehearse(
        FOUR,
        start=start,
        position={
            "active": "Ann",
            "harbor": ["pirate-9-3", "ship-red-1-1"],
            "coins": {"Ann": 12, "Ben": 10},
            "display": {"Ben": ["admiral-9-3", "jester-9-3", "sailor-7-3"]},
        },
    ).step("stop", "pass", {"take": "pirate-9-3"})


def test_FI1_end_is_triggered_after_the_payment(rehearse):
    table = near_the_end(rehearse)
    assert table.lines()[1] == "PAY 1 + 9"
    table.wait(4)
    assert table.lines() == [
        "BEN HAS 12 POINTS",
        "LAST ROUND",
        "Finish this round.",
        "Last turn: DIA",
        "(start player: ANN)",
        "tap or press: go on",
    ]


def test_FI1_in_the_very_last_turn(rehearse):
    table = near_the_end(rehearse, start="Ben")
    table.wait(4)
    assert table.lines()[2:5] == ["Finish this round.", "This is the last turn", "(start player: BEN)"]


HEAPS = (
    (3, ["admiral-9-3"] * 2 + ["mademoiselle-9-3"] * 2 + ["sailor-7-3", "pirate-9-3"]),
    (2, ["mademoiselle-7-2"] * 2 + ["admiral-7-2"] * 3 + ["sailor-5-2"] * 2 + ["pirate-7-2"]),
    (1, ["sailor-3-1"] * 7 + ["captain-4-1"] * 5 + ["settler-4-1"] * 5),
)
"""Persons by their points."""


def finished(rehearse, points, coins, **head):
    """Give a game that ended with these points and coins: the last player stops, and nobody takes."""
    heaps = [(size, list(heap)) for size, heap in HEAPS]
    display = {}
    for name, all_of_them in points.items():
        display[name], left = [], all_of_them
        for size, heap in heaps:
            while left >= size and heap:
                display[name].append(heap.pop())
                left -= size
    table = rehearse(
        " ".join(points),
        position={
            "active": list(points)[-1],
            "coins": coins,
            "display": display,
            "harbor": ["governor-8-0"],
            "last_round": True,
        },
        **head,
    )
    assert table.facts["points"] == points
    table.step("stop")
    while table.session.state.agenda:
        table.step("pass")
    table.wait()
    return table


def test_FI2_final(rehearse):
    table = finished(
        rehearse, {"Ann": 12, "Ben": 13, "Cem": 12, "Dia": 8}, {"Ann": 9, "Ben": 4, "Cem": 2, "Dia": 5}
    )
    assert table.lines() == [
        "FINAL         round 1",
        "BEN 13",
        "1 Ben 13*  $4",
        "2 Ann 12*  $9",
        "3 Cem 12*  $2",
        "4 Dia  8*  $5",
        ">:sheet Y:play again",
    ]


def test_FI3_shared_win(rehearse):
    table = finished(rehearse, {"Ann": 12, "Ben": 11, "Cem": 12}, {"Ann": 7, "Ben": 7, "Cem": 7})
    assert table.lines() == [
        "FINAL         round 1",
        "ANN + CEM",
        "1 Ann 12*  $7  tie",
        "1 Cem 12*  $7  tie",
        "3 Ben 11*  $7",
        "tie: points and coins",
        ">:sheet Y:play again",
    ]


def test_FI2_five_players_name_the_winner_in_the_headline(rehearse):
    points = {"Ann": 12, "Ben": 3, "Cem": 4, "Dia": 5, "Eve": 2}
    table = finished(rehearse, points, dict.fromkeys(points, 2))
    assert table.lines()[1:6] == [
        "ANN 12",
        "2 Dia  5*  $2",
        "3 Cem  4*  $2",
        "4 Ben  3*  $2",
        "5 Eve  2*  $2",
    ]


def test_FI2_nobody_wins_without_an_expedition(rehearse):
    options = {"expedition_required": True}
    points = {"Ann": 12, "Ben": 3, "Cem": 4}
    table = finished(rehearse, points, dict.fromkeys(points, 2), options=options)
    assert table.lines()[1] == "NO WINNER"
    assert table.lines()[2] == "- Ann 12*  $2 no exp"


def test_FI2_of_five_without_a_winner_the_lines_take_the_room_of_the_headline(rehearse):
    points = {"Ann": 12, "Ben": 3, "Cem": 4, "Dia": 5, "Eve": 2}
    options = {"expedition_required": True}
    table = finished(rehearse, points, dict.fromkeys(points, 2), options=options)
    assert [line[:5] for line in table.lines()[1:6]] == ["- Ann", "- Dia", "- Cem", "- Ben", "- Eve"]
