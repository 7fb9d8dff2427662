"""The cards: every printed face with its numbers, and what each person does."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from engine import portroyal
from engine.portroyal.cards import (
    SKULL,
    CoinsIfFull,
    CoinsIfNothing,
    ExtraTake,
    Gamble,
    PriceCut,
    ShipIncome,
    Swords,
    Symbols,
)
from engine.portroyal.piles import MAY_LIE

FACES = Path(__file__).parent / "faces.csv"
"""The printed faces, entered apart from the catalogue."""
NEEDS = {"max_swords": "most-swords", "min_vp": "fewest-points"}


def face_of(row: dict[str, str]) -> dict[str, object]:
    """Give the name and the numbers that a row of the faces stands for."""
    role, value = row["colour_or_role"], int(row["coins_or_cost"])
    swords, points = row["swords"], int(row["vp"])
    face = {"strength": 0, "swords": 0, "price": 0, "points": points, "coins": 0, "colour": "", "needs": ""}
    if row["type"] == "ship":
        colour = role.partition("/")[0]
        strength = SKULL if swords == "skull" else int(swords)
        return {
            **face,
            "kind": f"ship-{colour}-{value}-{swords}",
            "colour": colour,
            "coins": value,
            "strength": strength,
        }
    if row["type"] == "person":
        name = role.replace("_", "-")
        return {**face, "kind": f"{name}-{value}-{points}", "price": value, "swords": int(swords)}
    if row["type"] == "expedition":
        return {**face, "kind": f"expedition-{row['symbols']}", "coins": value, "needs": row["symbols"]}
    return {**face, "kind": f"tax-{NEEDS[role]}", "coins": value}


ROWS = list(csv.DictReader(FACES.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: str(face_of(row)["kind"]))
def test_a_face_is_as_printed(cards, row):
    face = face_of(row)
    copies = [card for card in cards if card.kind == face["kind"]]
    assert [card.copy for card in copies] == list(range(1, int(row["count"]) + 1))
    for card in copies:
        assert {name: getattr(card, name) for name in face} == face
        assert card.type == row["type"].replace("tax_increase", "tax")
        assert card.symbols == ("" if row["type"] == "expedition" else row["symbols"].replace("/", ""))
        assert card.face.five_players == (row["colour_or_role"] == "five_player_only")
        assert card.face.printing == ""


def test_there_are_no_other_faces_but_the_gamblers(cards):
    printed = {str(face_of(row)["kind"]) for row in ROWS}
    assert {card.kind for card in cards} - printed == {
        "gambler-6-1",
        "gambler-4-1",
        "gambler-6-2",
        "gambler-8-3",
    }


def test_the_faces_are_those_of_the_page(shared):
    assert FACES.read_text(encoding="utf-8") == (shared / "cards" / "port-royal.csv").read_text(
        encoding="utf-8"
    )


def test_sums_over_all_cards(cards):
    base = [card for card in cards if not card.face.printing]
    assert len(base) == 120
    assert sum(card.face.five_players for card in base) == 1
    assert Counter(card.type for card in base) == {"ship": 50, "person": 60, "expedition": 6, "tax": 4}
    assert Counter(card.colour for card in base if card.colour) == dict.fromkeys(
        ("yellow", "blue", "green", "red", "black"), 10
    )
    assert sum(card.coins for card in base if card.type == "ship") == 110
    assert sum(card.points for card in base if card.type == "person") == 83
    assert sum(card.points for card in base if card.type == "expedition") == 29
    assert sum(card.swords for card in base) == 16
    assert sum(card.strength == SKULL for card in base) == 4


def test_ids_and_names_tell_all_cards_apart(cards):
    assert [card.id for card in cards] == list(range(128))
    assert len({card.name for card in cards}) == 128
    assert cards[1].name == "ship-yellow-1-1#2"


def test_every_type_lies_somewhere():
    assert {kind for kinds in MAY_LIE.values() for kind in kinds} == {"ship", "person", "expedition"}


# -- what each person does ---------------------------------------------------------------
CLAUSES = {
    "trader-yellow": (ShipIncome("yellow", 1),),
    "trader-blue": (ShipIncome("blue", 1),),
    "trader-green": (ShipIncome("green", 1),),
    "trader-red": (ShipIncome("red", 1),),
    "trader-black": (ShipIncome("black", 1),),
    "settler": (Symbols("H"),),
    "captain": (Symbols("A"),),
    "priest": (Symbols("C"),),
    "jack-of-all-trades": (Symbols("ACH"),),
    "sailor": (Swords(1),),
    "pirate": (Swords(2),),
    "mademoiselle": (PriceCut(1),),
    "jester": (CoinsIfNothing(1),),
    "admiral": (CoinsIfFull(5, 2),),
    "governor": (ExtraTake(1),),
    "gambler": (Gamble(),),
}


def test_every_role_does_what_it_is_for(cards):
    assert {card.face.role: card.clauses for card in cards if card.type == "person"} == CLAUSES
    assert all(card.kind.startswith(card.face.role + "-") for card in cards if card.type == "person")


CHEAP = {
    "yellow": "ship-yellow-1-1",
    "blue": "ship-blue-1-1",
    "green": "ship-green-1-1",
    "red": "ship-red-1-1",
    "black": "ship-black-1-2",
}
"""Ships of one coin."""


@pytest.mark.parametrize("colour", CHEAP)
@pytest.mark.parametrize(
    "trader",
    [
        "trader-yellow-3-1",
        "trader-yellow-5-2",
        "trader-blue-3-1",
        "trader-blue-5-2",
        "trader-green-3-1",
        "trader-red-3-1",
        "trader-black-3-1",
    ],
)
def test_a_trader_brings_one_coin_more_for_his_colour_only(game, trader, colour):
    g = game(2, display={"Ann": trader}, harbor=CHEAP[colour]).do("stop", f"take {CHEAP[colour]}")
    g.expect(coins={"Ann": 5 if colour in trader else 4})


@pytest.mark.parametrize(
    ("person", "swords"),
    [
        ("sailor-3-1", 1),
        ("sailor-5-2", 1),
        ("sailor-7-3", 1),
        ("pirate-5-1", 2),
        ("pirate-7-2", 2),
        ("pirate-9-3", 2),
    ],
)
def test_a_fighter_repels(game, person, swords):
    g = game(2, display={"Ann": person}).expect(swords={"Ann": swords})
    g.do("reveal ship-yellow-1-1", "repel").do("reveal ship-black-1-2")
    g.expect(phase="repel" if swords == 2 else "discover")


@pytest.mark.parametrize("person", ["mademoiselle-7-2", "mademoiselle-9-3"])
def test_a_mademoiselle_makes_persons_cheaper(game, person):
    game(2, display={"Ann": person}, harbor="sailor-3-1").do("stop", "take sailor-3-1").expect(
        coins={"Ann": 1}
    )


@pytest.mark.parametrize("person", ["jester-5-1", "jester-7-2", "jester-9-3"])
def test_a_jester_consoles(game, person):
    game(2, display={"Ann": person}).do("reveal expedition-AA", "stop").expect(coins={"Ann": 4})
    game(2, display={"Ann": person}, harbor="ship-red-1-1").do("reveal ship-red-2-3").expect(coins={"Ann": 4})


@pytest.mark.parametrize("person", ["admiral-5-1", "admiral-7-2", "admiral-9-3"])
def test_an_admiral_is_paid_for_a_full_harbor(game, person):
    harbor = "ship-red-1-1 captain-4-1 captain-4-1 priest-4-1 priest-4-1"
    game(2, display={"Ann": person}, harbor=harbor).do("stop").expect(coins={"Ann": 5})


def test_a_governor_takes_one_card_more(game):
    game(2, display={"Ann": "governor-8-0"}, harbor="ship-red-1-1").do("stop").expect(
        takes=2, points={"Ann": 0}
    )


@pytest.mark.parametrize(
    ("person", "expedition"),
    [
        ("captain-4-1", "expedition-AA"),
        ("priest-4-1", "expedition-CC"),
        ("settler-4-1", "expedition-HH"),
        ("jack-of-all-trades-6-1", "expedition-AA"),
        ("jack-of-all-trades-6-1", "expedition-CC"),
        ("jack-of-all-trades-6-1", "expedition-HH"),
    ],
)
def test_a_traveller_goes_on_expeditions(game, person, expedition):
    g = game(
        2, display={"Ann": f"{person} {person}"}, expeditions="expedition-AA expedition-CC expedition-HH"
    )
    for other in ("expedition-AA", "expedition-CC", "expedition-HH"):
        if other != expedition and not person.startswith("jack"):
            g.refuse(f"claim {other}: {person} {person}")
    g.do(f"claim {expedition}: {person} {person}").expect(points={"Ann": 4}, coins={"Ann": 5})


# -- the file ----------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("kind", "place"),
    [
        ({"kind": "x", "copies": 1, "type": "boat"}, "type"),
        ({"kind": "x", "copies": "two", "type": "ship"}, "copies"),
        ({"kind": "x", "copies": 1, "type": "ship", "colour": "pink"}, "colour"),
        ({"kind": "x", "copies": 1, "type": "ship", "color": "red"}, "color"),
        ({"kind": "x", "copies": 1, "type": "person", "clauses": [{"clause": "fly"}]}, "clauses"),
        ({"kind": "x", "copies": 1, "type": "person", "clauses": [{"clause": "swords", "m": 1}]}, "clauses"),
    ],
)
def test_a_wrong_card_file_is_refused_with_the_place(kind, place):
    with pytest.raises(msgspec.ValidationError, match=place):
        portroyal.load({"cards": [kind]})
