"""What stands on the main display in trade and at the end, against the mock-ups of device-ux.md 4.1."""

import pytest

from companion.flow import Settings

FOUR = "Ann Ben Cem Dia"
HARBOR = [
    "ship-black-3-7",
    "ship-green-1-1",
    "ship-red-3-6",
    "ship-blue-1-1",
    "sailor-3-1",
    "trader-blue-5-2",
]


def test_TR1_active_takes(rehearse):
    table = rehearse(
        FOUR,
        position={
            "harbor": [*HARBOR[:5], "mademoiselle-9-3"],
            "coins": {"Ann": 6},
            "display": {"Ann": ["mademoiselle-7-2"]},
        },
    ).step("stop")
    assert table.lines() == [
        "ANN TAKES      0 of 2",
        "■K+3 ▲G+1 ◆R+3 ≈B+1",
        "Sai-2 (Mad-8)",
        "TAKE 2",
        "You have $6",
        "(...) = too dear",
        "tap a card     >:done",
    ]


def test_TR1_five_ships_stand_in_a_row(rehearse):
    table = rehearse(FOUR, position={"harbor": [*HARBOR[:4], "ship-yellow-1-1"]}).step("stop")
    assert table.lines()[1] == "■K+3▲G+1◆R+3≈B+1●Y+1"


def test_TR1_after_the_last_card_only_an_expedition_is_left(rehearse):
    table = rehearse(
        FOUR,
        position={
            "harbor": ["ship-red-1-1", "ship-blue-1-1"],
            "display": {"Ann": ["captain-4-1", "captain-4-1"]},
            "expeditions": ["expedition-AA"],
        },
    ).step("stop", {"take": "ship-red-1-1"})
    table.wait()
    assert table.lines() == [
        "ANN TAKES      1 of 1",
        "Open: AA(you can)",
        "CLAIM?",
        "You have $4",
        "tap exped.     >:done",
    ]


def test_TR2_ship_sold_with_a_trader(rehearse):
    table = rehearse(
        FOUR, position={"harbor": HARBOR, "coins": {"Ann": 6}, "display": {"Ann": ["trader-black-3-1"]}}
    ).step("stop", {"take": "ship-black-3-7"})
    assert table.lines() == [
        "ANN TAKES      1 of 2",
        "DRAW 4",
        "■K Galleon: 3 coins",
        "Trader ■K: +1",
        "$6>10",
        "Ship to the discard",
        "tap a card     >:done",
    ]


def test_TR3_person_hired(rehearse):
    table = rehearse(
        FOUR,
        position={
            "harbor": ["admiral-9-3", "ship-red-1-1"],
            "coins": {"Ann": 9},
            "display": {"Ann": ["mademoiselle-7-2", "pirate-7-2"]},
        },
    ).step("stop", {"take": "admiral-9-3"})
    assert table.lines() == [
        "ANN TAKES      1 of 1",
        "PAY 8",
        "Admiral 9",
        "Mademoiselle: -1",
        "$9>1  points 4>7",
        "to the discard pile",
        "BEN: tap       >:pass",
    ]


def test_TR4_admiral_first(rehearse):
    table = rehearse(
        FOUR,
        start="Dia",
        position={
            "harbor": [*HARBOR[:4], "sailor-3-1", "sailor-3-1"],
            "coins": {"Dia": 3},
            "display": {"Dia": ["admiral-5-1", "admiral-7-2"]},
        },
    ).step("stop")
    assert table.lines() == [
        "DIA TAKES      0 of 2",
        "DRAW 4",
        "2 Admirals, 6 cards",
        "in the harbor",
        "$3>7",
        "then take",
        "tap a card     >:done",
    ]
    table.wait(4)
    assert "TAKE 2" in table.lines()


def test_TR5_inactive_with_prices(rehearse):
    harbor = ["ship-green-1-1", "ship-red-3-6", "ship-blue-1-1", "sailor-3-1", "trader-blue-5-2"]
    table = rehearse(FOUR, position={"harbor": harbor, "coins": {"Ben": 4}}).step("stop", "pass")
    assert table.lines() == [
        "BEN may take 1",
        "▲G+0 ◆R+2 ≈B+0",
        "Sai-4 (Tr≈-6)",
        "BEN ?",
        "You have $4",
        "prices with 1 to ANN",
        "tap a card     >:pass",
    ]


def test_TR6_inactive_hires(rehearse):
    table = rehearse(
        FOUR, position={"harbor": ["sailor-3-1", "ship-red-1-1"], "coins": {"Ann": 1, "Ben": 4, "Cem": 3}}
    ).step("stop", "pass", {"take": "sailor-3-1"})
    assert table.lines() == [
        "BEN takes Sailor 3",
        "PAY 1 + 3",
        "1 to ANN",
        "3 to the discard",
        "Ben $4>0   Ann $1>2",
        "Not Ben? Hold N.",
        "CEM: tap       >:pass",
    ]


def test_TR7_inactive_trades(rehearse):
    table = rehearse(
        FOUR, position={"harbor": ["sailor-3-1", "ship-red-3-6"], "coins": {"Ann": 1, "Ben": 4, "Cem": 4}}
    ).step("stop", "pass", {"take": "ship-red-3-6"})
    assert table.lines() == [
        "BEN takes ◆RED 3",
        "1 TO ANN",
        "then draw 3",
        "Ben $4>6   Ann $1>2",
        "Ship to the discard",
        "Not Ben? Hold N.",
        "CEM: tap       >:pass",
    ]


def test_TR7_the_fee_out_of_the_ship(rehearse):
    table = rehearse(
        FOUR, rules="first-edition", position={"harbor": ["ship-red-3-6"], "coins": {"Ann": 1, "Ben": 0}}
    ).step("stop", "pass", {"take": "ship-red-3-6"})
    assert table.lines()[:4] == ["BEN takes ◆RED 3", "DRAW 3", "draw 3, 1 to ANN", "Ben $0>2   Ann $1>2"]


def test_TR8_a_jester_whose_coin_pays_the_fee_skips_nobody(rehearse):
    table = rehearse(
        FOUR,
        position={
            "harbor": ["ship-red-1-1"],
            "coins": {"Ben": 0, "Cem": 0},
            "display": {"Cem": ["jester-7-2"]},
        },
    ).step("stop", "pass")
    assert table.facts["to_act"] == "Cem"
    assert table.lines() == [
        "CEM TAKES      0 of 1",
        "DRAW 1",
        "Jester: draw 1",
        "$0>1",
        "then take",
        "tap a card     >:pass",
    ]
    table.wait(4)
    assert table.lines()[:3] == ["BEN cannot take", "SKIP", "All cards too dear"]
    table.wait(4)
    assert table.lines()[0] == "CEM may take 1"


def test_TR8_one_who_is_skipped(rehearse):
    table = rehearse("Ann Ben", position={"harbor": ["ship-red-1-1"], "display": {"Ben": ["jester-7-2"]}})
    table.step("stop", {"take": "ship-red-1-1"})
    table.wait(4)
    assert table.lines() == [
        "BEN cannot take",
        "SKIP",
        "The harbor is empty",
        "Jester: draw 1 $3>4",
        "tap: reveal",
    ]


def test_TR8_several_are_skipped_on_one_screen(rehearse):
    table = rehearse(FOUR, position={"harbor": ["ship-red-1-1"], "display": {"Cem": ["jester-7-2"]}})
    table.step("stop", {"take": "ship-red-1-1"})
    table.wait(4)
    assert table.lines() == [
        "THEY CANNOT TAKE",
        "SKIP",
        "The harbor is empty",
        "Ben Cem Dia",
        "draw: Cem+1",
        "BEN: tap to reveal",
    ]


def test_claimed(rehearse):
    table = rehearse(
        FOUR,
        position={
            "coins": {"Ann": 2},
            "display": {
                "Ann": ["captain-4-1", "settler-4-1", "jack-of-all-trades-6-1", "pirate-9-3", "sailor-3-1"]
            },
            "expeditions": ["expedition-AAH"],
        },
    )
    crew = ["captain-4-1", "settler-4-1", "jack-of-all-trades-6-1"]
    table.step({"claim": {"expedition": "expedition-AAH", "with": crew}})
    assert table.lines() == [
        "ANN CLAIMS AAH",
        "+3 DRAW 3",
        "Discard: Cap4 Set4",
        "and Jck6 as A",
        "Points 7>10  $2>5",
        "tap: reveal",
    ]


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


def test_TR4_admiral_and_jester_together(rehearse):
    """Five cards, none of which he could pay for but for the Admiral's coins."""
    table = rehearse(
        FOUR,
        position={
            "harbor": ["sailor-7-3", "pirate-9-3", "governor-8-0", "governor-8-0", "governor-8-0"],
            "coins": {"Ann": 4},
            "display": {"Ann": ["admiral-9-3", "jester-7-2"]},
        },
    ).step("stop")
    assert table.lines() == [
        "ANN TAKES      0 of 1",
        "DRAW 3",
        "1 Admiral, 5 cards",
        "in the harbor",
        "Jester: draw 1",
        "$4>7",
        "tap a card     >:done",
    ]


@pytest.mark.parametrize("risk", ["off", "on-request", "always"])
def test_risk_is_no_matter_in_trade(rehearse, risk):
    table = rehearse(FOUR, settings=Settings(risk=risk), position={"harbor": HARBOR}).step("stop")
    assert not table.screen.shows("RISK")
