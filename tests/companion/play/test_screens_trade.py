"""What stands on the main display in trade, against the mock-ups of device-ux.md 4.1."""

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
