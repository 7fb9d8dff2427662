"""What stands on the main display while somebody discovers, against the mock-ups of device-ux.md 4.1."""

import pytest

from companion.flow import Settings

FOUR = "Ann Ben Cem Dia"
ALWAYS = Settings(risk="always")


def test_DI1_first_card(rehearse):
    table = rehearse(
        FOUR,
        position={
            "coins": {"Ann": 6},
            "display": {"Ann": ["sailor-3-1", "sailor-3-1", "priest-4-1", "priest-4-1"]},
            "expeditions": ["expedition-AAH", "expedition-CC"],
        },
    )
    pile = table.session.state.pile
    assert table.lines() == [
        f"ANN DISCOVERS  pile{pile}",
        "REVEAL",
        "You: $6  4*  †2",
        "Open: AAH CC(you can)",
        "must show 1 card",
        "tap: reveal or claim",
    ]


def test_DI1_says_how_many_cards_the_turn_before_left(rehearse):
    table = rehearse("Ann Ben", position={"harbor": ["sailor-3-1", "pirate-5-1", "ship-red-1-1"]})
    table.step("stop", "pass", "pass")
    table.wait()
    assert "Clear harbor: 3 cards" in table.lines()
    table = rehearse("Ann Ben", position={"harbor": ["ship-red-1-1"]}).step("stop", "pass", "pass")
    table.wait()
    assert "Clear harbor: 1 card" in table.lines()


def test_DI1_with_more_expeditions_than_a_row_takes(rehearse):
    row = [f"expedition-{symbols}" for symbols in ("AA", "CC", "HH", "AAH", "CCH")]
    crew = ["captain-4-1", "captain-4-1", "settler-4-1"]
    table = rehearse("Ann Ben Cem Dia Eve", position={"expeditions": row, "display": {"Ann": crew}})
    assert table.lines()[3:5] == ["Open: ACH CC HH CCH", "You can claim AA AAH"]
    table = rehearse("Ann Ben Cem Dia Eve", position={"expeditions": row})
    assert table.lines()[3] == "ACH AA CC HH AAH CCH"


def running(rehearse, **facts):
    harbor = ["ship-black-2-4", "ship-green-1-1", "ship-red-3-6", "sailor-3-1", "trader-blue-5-2"]
    return rehearse(FOUR, position={"harbor": harbor}, **facts)


def test_DI2_running(rehearse):
    table = running(rehearse)
    assert table.lines()[1:] == [
        "■K2 ▲G1 ◆R3",
        "Sai3 Tr≈5",
        "TAKE 1",
        "3 colours: take 1",
        "with a 4th: take 2",
        "tap: reveal    >:stop",
    ]
    assert [row.big for row in table.screen.rows] == [False] * 3 + [True] + [False] * 3


@pytest.mark.parametrize(("risk", "headline"), [("off", "TAKE 1"), ("on-request", "TAKE 1")])
def test_DI2_the_risk_is_shown_only_when_it_is_always_wanted(rehearse, risk, headline):
    assert running(rehearse, settings=Settings(risk=risk)).lines()[3] == headline


def test_DI2_risk_in_whole_percents(rehearse):
    table = running(rehearse, settings=ALWAYS)
    unseen = table.session.view().unseen
    twins = sum(
        card.type == "ship" and card.colour in ("black", "green", "red") and card.name not in harbor
        for harbor in [{"ship-black-2-4#1", "ship-green-1-1#1", "ship-red-3-6#1"}]
        for card in table.session.table.rules.cards
    )
    assert table.lines()[3] == f"RISK {round(100 * twins / unseen)}%"


def test_DI2_more_persons_push_out_the_texts_and_the_rest_is_counted(rehearse):
    persons = ["sailor-3-1"] * 7 + ["settler-4-1"] * 5 + ["captain-4-1"] * 2
    table = rehearse(FOUR, position={"harbor": ["ship-red-1-1", *persons]})
    assert table.lines()[1:] == [
        "◆R1",
        "Sai3 Sai3 Sai3 Sai3",
        "Sai3 Sai3 Sai3 +7",
        "TAKE 1",
        "1 colour: take 1",
        "tap: reveal    >:stop",
    ]


@pytest.mark.parametrize(
    ("marks", "rows"),
    [("both", "◆R1 ■K1 ●Y1 ≈B1 ▲G1"), ("shapes", "◆1 ■1 ●1 ≈1 ▲1"), ("letters", "R1 K1 Y1 B1 G1")],
)
def test_DI2_marks(rehearse, marks, rows):
    harbor = ["ship-red-1-1", "ship-black-1-2", "ship-yellow-1-1", "ship-blue-1-1", "ship-green-1-1"]
    table = rehearse(FOUR, marks=marks, position={"harbor": harbor})
    assert table.lines()[1] == rows
    assert "5 colours: take 3" in table.lines()
    assert not table.screen.shows("with a")


def test_DI3_new_card_stands_two_seconds_and_a_tap_counts(rehearse):
    table = rehearse(FOUR, settings=ALWAYS, position={"display": {"Ann": ["pirate-5-1"]}})
    table.tap("ship-red-3-6")
    assert table.lines()[1:-2] == ["◆RED 3", "Frigate, swords 6", "Your †2: no repel", "Colour new in harbor"]
    assert table.lines()[-2].startswith("Risk now ")
    table.wait(1.9)
    assert "◆RED 3" in table.lines()
    table.wait(0.2)
    assert "◆R3" in table.lines()
    table.tap("sailor-3-1")
    assert table.lines()[1:] == ["SAILOR 3", "Sailor, 1 point", "Repels with swords 1", *table.lines()[-2:]]
    table.tap("governor-8-0")
    assert table.facts["harbor"] == ["ship-red-3-6", "sailor-3-1", "governor-8-0"]


def test_DI4_repel_a_new_hue(rehearse):
    table = rehearse(FOUR, position={"display": {"Ann": ["pirate-5-1", "pirate-7-2"]}})
    table.tap("ship-red-2-3")
    assert table.lines() == [
        "ANN: REPEL?    you †4",
        "◆RED 2",
        "Swords 3, you have 4",
        "New colour: no bust",
        "Next card or stop",
        "means: keep",
        "Y:repel N:keep >:stop",
    ]


def test_DI5_repel_or_bust_and_a_card_that_waits(rehearse):
    table = rehearse(
        FOUR, position={"display": {"Ann": ["pirate-5-1", "pirate-7-2"]}, "harbor": ["ship-red-1-1"]}
    )
    table.tap("ship-red-2-3")
    assert table.lines() == [
        "ANN: REPEL OR BUST",
        "◆RED 2",
        "◆RED is in harbor!",
        "Swords 3, you have 4",
        "Answer first; a card",
        "tapped now waits",
        "Y:repel  N:bust",
    ]
    table.tap("sailor-3-1")
    assert table.lines()[4:6] == ["1 card tapped waits", "for your answer"]


def test_DI6_bust(rehearse):
    harbor = ["ship-red-1-1", "sailor-3-1", "sailor-3-1", "settler-4-1", "captain-4-1"]
    table = rehearse(
        FOUR,
        position={"harbor": harbor, "display": {"Ann": ["jester-7-2"]}, "expeditions": ["expedition-AA"]},
    )
    table.tap("ship-red-2-3")
    assert table.lines() == [
        "ANN           round 1",
        "BUST",
        "◆RED twice",
        "Discard 6 cards",
        "Expeditions stay",
        "Ann draw 1 (Jester)",
        "BEN: tap to reveal",
    ]
    table.wait(3.9)
    assert "BUST" in table.lines()
    table.wait(0.2)
    assert "REVEAL" in table.lines()


def test_DI6_jesters_of_all_in_the_first_edition(rehearse):
    display = {name: ["jester-7-2"] for name in ("Ann", "Ben", "Cem")}
    table = rehearse(FOUR, rules="first-edition", position={"harbor": ["ship-red-1-1"], "display": display})
    table.tap("ship-red-2-3")
    assert table.lines()[2:6] == ["◆RED twice", "Discard 2 cards", "Jester: Ann+1 Ben+1", "Cem+1"]


def test_DI7_tax_with_payers(rehearse):
    table = rehearse(
        FOUR,
        position={
            "coins": {"Ann": 13, "Ben": 7, "Cem": 15, "Dia": 12},
            "display": {"Ben": ["sailor-3-1"]},
            "harbor": ["governor-8-0"],
        },
    )
    table.tap("tax-most-swords")
    assert table.lines() == [
        "TAX: 12+ pay half",
        "PAY TAX",
        "Ann pay 6   $13>7",
        "Cem pay 7   $15>8",
        "Dia pay 6   $12>6",
        "Most †: Ben draw 1",
        "tap: reveal    >:stop",
    ]


def test_DI7_more_than_three_payers_drop_the_headline(rehearse):
    names = ("Ann", "Ben", "Cem", "Dia", "Eve")
    coins = dict.fromkeys(names, 14)
    table = rehearse(" ".join(names), position={"coins": coins})
    table.tap("tax-most-swords")
    assert table.lines()[1:7] == [*(f"{name} pay 7   $14>7" for name in names), "Most †: all draw 1"]
    display = {"Eve": ["governor-8-0", "sailor-3-1"]}
    table = rehearse(" ".join(names), position={"coins": coins, "display": display})
    table.tap("tax-fewest-points")
    assert table.lines()[6] == "*+1: Ann Ben Cem Dia"


def test_DI8_nobody_pays_and_the_bonus_is_tied(rehearse):
    display = {"Ben": ["sailor-3-1"], "Cem": ["sailor-3-1"]}
    table = rehearse(FOUR, position={"coins": {"Ann": 5, "Dia": 0}, "display": display})
    table.tap("tax-fewest-points")
    assert table.lines() == [
        "TAX: 12+ pay half",
        "NO TAX",
        "Nobody has 12 coins",
        "Fewest points: tie",
        "Ann draw 1  $5>6",
        "Dia draw 1  $0>1",
        "tap: reveal    >:stop",
    ]


def test_DI9_expedition(rehearse):
    table = rehearse(
        FOUR, position={"display": {"Ann": ["captain-4-1", "settler-4-1", "jack-of-all-trades-6-1"]}}
    )
    table.tap("expedition-AAH")
    assert table.lines()[1:] == [
        "EXP. AAH",
        "6 points, 3 coins",
        "To the exped. row",
        "You have A1 C0 H1 J1",
        "= you can claim it",
        "tap: reveal    >:stop",
    ]
    table.wait(4)
    assert "You can claim AAH" in table.lines()


def test_DI11_gamble(rehearse):
    table = rehearse(
        FOUR,
        options={"gamblers": True},
        position={"display": {"Ann": ["gambler-6-1"]}, "harbor": ["sailor-3-1"]},
    )
    assert table.lines()[-1] == "tap  Y:gamble  >:stop"
    table.press("yes")
    table.tap("ship-black-1-2", "priest-4-1")
    assert table.lines() == [
        "ANN GAMBLES    2 OF 4",
        "TAP 2 MORE",
        "■K1 Pst4",
        "Taxes at once,",
        "colours are compared",
        "after the 4th card",
        "tap: next card",
    ]


def test_PI1_pile_empty_in_the_middle_of_a_payment(rehearse, cards):
    """The pile holds one card when three coins are due."""
    discard = [card.name for card in cards if card.type != "expedition" and card.face.printing == ""]
    harbor = ["ship-black-3-7#1", "ship-red-1-1#1"]
    discard = [name for name in discard if name not in harbor]
    table = rehearse(
        "Ann Ben", position={"harbor": harbor, "discard": discard[:-1], "coins": {"Ann": 0, "Ben": 4}}
    )
    assert table.session.state.pile == 2
    table.step("stop")
    table.tap("ship-black-3-7")
    assert table.lines()[1] == "DRAW 3"
    table.wait(4)
    about = len(discard) - 1
    assert table.lines() == [
        "PILE EMPTY",
        "SHUFFLE",
        "Discards = new pile",
        f"about {about} cards",
        "then ANN draws 1 more",
        "Still cards? Use them",
        "tap or press: go on",
    ]
