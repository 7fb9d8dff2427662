"""Trick play: who may play what, and who wins (rules 63 to 77, 83, 85 to 102)."""

from __future__ import annotations

import itertools
import random

import pytest

from engine import cardset
from engine.portroyal2000 import messages as m
from engine.portroyal2000.tricks import led_colour, legal_cards, trumping_claims, winning

TRUMPS = {"K": "black", "R": "red"}


def won_by(game, players, plays, trump="K", **options):
    """Play a trick that Ann leads and give the card that wins it."""
    table = game(players, **options).begin(trump, "Ann").trick("BIS2", plays)
    [won] = table.happened(m.TrickWon)
    return plays.split()[won.seat]


def legal(game, hand, trick, trump="K", players=3, **options):
    """Give the cards of a hand that may be played on a trick."""
    table = (
        game(players, **options)
        .begin(trump, "Ann")
        .do("choose BIS2", *(f"play {card}" for card in trick.split()))
    )
    cards = [table.card(code) for code in hand.split()]
    allowed = legal_cards(table.rules, table.state, cards)
    return {code for code, card in zip(hand.split(), cards, strict=True) if card in allowed}


# -- who may play what -------------------------------------------------------------------
def test_2000_63_72_any_card_may_be_led(game):
    assert legal(game, "K5 P1 R1", "") == {"K5", "P1", "R1"}
    table = game().begin("K").do("choose BIS2", "play K5").expect(stones={"Ann": []})
    assert led_colour(table.rules, table.state) == "black"


def test_2000_64_every_other_player_adds_one_card(game):
    table = game(4).begin("K", "Cem").do("choose BIS2")
    for name, card in (("Cem", "R1"), ("Dora", "R2"), ("Ann", "R3"), ("Ben", "R8")):
        table.expect(to_act=name).do(f"play {card}")
    table.refuse("play R5", "names who leads")


def test_2000_65_the_first_card_sets_the_led_colour(game):
    table = game().begin("K").do("choose BIS2", "play R3")
    assert table.session.view().led == "red"


def test_2000_66_the_led_colour_need_not_be_followed(game):
    assert legal(game, "R2 G3", "R7", players=4) == {"R2", "G3"}


def test_2000_67_71_B21_nor_when_trump_is_led(game):
    assert legal(game, "K5 G3", "K1") == {"K5", "G3"}
    assert legal(game, "R2 G3 K5", "K1") == {"R2", "G3", "K5"}
    game().begin("K").trick("BIS2", "K1 K5 K3").expect(stones={"Ann": [], "Ben": [], "Cem": []})


def test_2000_68_trump_only_without_the_led_colour(game):
    assert legal(game, "R2 K5", "R7", players=4) == {"R2"}
    assert legal(game, "G3 K5 P1", "R7", players=4) == {"G3", "K5", "P1"}


def test_2000_69_no_duty_to_trump(game):
    assert "G3" in legal(game, "G3 K5", "R7", players=4)


def test_2000_70_an_earlier_trump_changes_nothing(game):
    assert legal(game, "R2 K5 P1", "R7 K8", players=4) == {"R2", "P1"}


def test_2000_73_74_B22_a_pirate_at_any_time(game):
    assert "P1" in legal(game, "R2 K5 P1", "R7", players=4)
    assert legal(game, "K5 P1", "R7", players=4) == {"K5", "P1"}
    game().begin("K").trick("BIS2", "R4 P1 R3").expect(stones={"Ben": []})


def test_2000_75_76_trumping_lays_a_stone_once_for_each_colour(game):
    table = game().begin("K").trick("BIS2", "R6 R1 K5").expect(stones={"Cem": ["red"]})
    table.trick("BIS3", "R5 R2 K4").expect(stones={"Cem": ["red"]})
    [stone] = table.state.boards[2].stones
    assert stone.tricks == (1, 2)
    table.trick("BIS4", "B5 B2 K3").trick("TOB2", "G5 G2 K2").expect(stones={"Cem": ["red", "blue", "green"]})


def test_2000_77_a_discard_claims_nothing(game):
    game().begin("K").trick("BIS2", "R6 G3 R1").expect(stones={"Ben": []})


def test_2000_83_a_legal_card_always_exists_and_is_what_is_offered(game, rng):
    table = game(4, hands="known")
    cards = [card.id for card in table.rules.cards if card.type == "trick"]
    state = game(4).begin("K").do("choose BIS2").state
    for _ in range(1000):
        drawn = rng.sample(cards, rng.randrange(1, 9))
        played = tuple(rng.sample(cards, rng.randrange(4)))
        trump = rng.choice(("black", "red"))
        now = type(state)(
            **{f: getattr(state, f) for f in state.__struct_fields__ if f not in ("played", "trump")},
            played=played,
            trump=trump,
        )
        allowed = legal_cards(table.rules, now, drawn)
        assert allowed
        assert trumping_claims(table.rules, now) != trump


def test_2000_68_where_hands_are_known_an_illegal_trump_is_refused(game):
    table = game(3, hands="known").lay()
    table.do(
        {
            "deal": {
                "hands": {
                    "Ann": "red-1 red-2 red-3 blue-1 blue-2 blue-3 green-1 green-2".split(),
                    "Ben": "red-4 black-5 green-3 blue-4 blue-5 blue-6 green-4 pirate-1".split(),
                    "Cem": "black-1 black-2 black-3 black-4 green-5 green-6 red-5 red-6".split(),
                },
                "open": ["black-6", "pirate-5"],
            }
        }
    ).auction().do({"swapped": ["black-6", "pirate-5"]}, "trump black", "lead Ann", "choose BIS2", "play R1")
    table.refuse("play K5", "still holds red").refuse("play G5", "does not hold")
    offered = {table.rules.cards[command.card].kind for command in table.session.choices()}
    assert offered == {"red-4", "green-3", "blue-4", "blue-5", "blue-6", "green-4", "pirate-1"}
    table.do("play P1").expect(to_act="Cem")
    table.do("play K1").expect(stones={"Cem": []})
    assert table.session.view(1).hand
    assert table.session.view().hand == ()


def test_what_cannot_be_there_is_refused(game):
    table = (
        game()
        .lay()
        .do("open R3 P5")
        .auction("Ben", 1)
        .do("swapped", "trump black", "lead Ann", "choose BIS2")
    )
    table.refuse("play R3", "only Ben, the holder, can have it").refuse("play R7", "not in a game of 3")
    table.refuse("play BIS2", "no trick card").do("play R4").refuse("play R4", "in this round already")
    table.do("play R3")


# -- who wins ----------------------------------------------------------------------------
@pytest.mark.parametrize("plays", ["R3 K1 R6 G6"])
def test_2000_85_trump_beats_the_led_colour(game, plays):
    assert won_by(game, 4, plays) == "K1"


def test_2000_86_the_highest_of_the_led_colour(game):
    assert won_by(game, 4, "R3 R6 G6 B5") == "R6"


def test_2000_87_a_discard_never_wins(game):
    assert won_by(game, 4, "R1 G8 B8 G3") == "R1"


def test_2000_88_the_highest_trump(game):
    assert won_by(game, 4, "R5 K2 K4 R8") == "K4"


def test_2000_89_trump_led(game):
    assert won_by(game, 4, "K2 R8 K1 G8") == "K2"


def test_2000_90_without_a_pirate_there_is_no_tie(game, rng):
    table = game(4)
    coloured = [card.id for card in table.rules.cards if card.colour]
    for _ in range(300):
        trick = rng.sample(coloured, 4)
        at = winning(table.rules, "black", trick)
        best = table.rules.cards[trick[at]]
        same = [c for c in trick if table.rules.cards[c].colour == best.colour]
        assert all(table.rules.cards[c].value < best.value for c in same if c != best.id)


@pytest.mark.parametrize(
    ("plays", "best"),
    [("R4 G8 P1 R7", "G8"), ("R8 K2 P1 G3", "R8"), ("R2 K8 P7 G1", "K8")],
)
def test_2000_91_92_95_B32_a_pirate_takes_colour_and_trump_away(game, plays, best):
    assert won_by(game, 4, plays) == best


def test_2000_93_94_B32_after_the_pirate_trump_is_free_and_lays_no_stone(game):
    assert legal(game, "R2 G3 K5", "R7 P1", players=4) == {"R2", "G3", "K5"}
    game(4).begin("K").trick("BIS2", "R7 P1 K5 R1").expect(stones={"Cem": []})


@pytest.mark.parametrize(
    ("players", "plays", "best"),
    [(4, "R5 R2 G4 P7", "P7"), (4, "R8 G1 B1 P7", "R8"), (3, "P5 P1 R4", "P5")],
)
def test_2000_96_the_highest_value_wins(game, players, plays, best):
    assert won_by(game, players, plays) == best


@pytest.mark.parametrize(
    ("players", "plays", "best"),
    [
        (3, "R6 K6 P1", "K6"),
        (3, "R6 P1 G6", "G6"),
        (4, "R8 P7 K8 G8", "G8"),
        (3, "R5 P5 G2", "P5"),
        (3, "P5 R5 G2", "R5"),
        (4, "P7 K7 R7 G7", "G7"),
        (3, "P1 R1 G1", "G1"),
    ],
)
def test_2000_97_98_B34_the_last_of_the_highest_wins_pirates_too(game, players, plays, best):
    assert won_by(game, players, plays) == best


@pytest.mark.parametrize(("players", "plays", "best"), [(4, "P1 P7 R7 K2", "R7"), (3, "P5 P1 R4", "P5")])
def test_2000_99_B35_two_pirates(game, players, plays, best):
    assert won_by(game, players, plays) == best


def test_2000_100_B31_a_pirate_led_leads_no_colour(game):
    assert legal(game, "R2 K5", "P1") == {"R2", "K5"}
    table = game().begin("R").do("choose BIS2", "play P1 K1")
    assert table.session.view().led == ""
    assert table.session.view().pirate
    table.do("play R1").expect(stones={"Ann": [], "Ben": [], "Cem": []}, to_act="Cem")


def test_2000_B31_by_a_switch_the_first_coloured_card_leads(game):
    table = game(4, pirate_led="first_coloured").begin("K").do("choose BIS2", "play P1 R5")
    assert table.session.view().led == "red"
    table.do("play K8 G1").expect(stones={"Cem": ["red"], "Ben": []}, to_act="Cem")
    assert legal(game, "R2 K5", "P1 R5", players=4, pirate_led="first_coloured") == {"R2"}
    assert legal(game, "R2 K5", "P1 R5 P7", players=4, pirate_led="first_coloured") == {"R2", "K5"}
    assert legal(game, "R2 K5", "P1 P7", players=4, pirate_led="first_coloured") == {"R2", "K5"}


def test_2000_101_the_next_trick_is_a_usual_one(game):
    table = game(4).begin("K").trick("BIS2", "R4 G8 P1 R7").do("lead Ann", "choose BIS3", "play R5")
    cards = [table.card(code) for code in ("R2", "K5")]
    assert legal_cards(table.rules, table.state, cards) == [table.card("R2")]
    assert not table.session.view().pirate


def test_2000_102_B33_a_trump_before_the_pirate_keeps_its_stone(game):
    table = game(ships={"Ben": {"rum": "RUM9"}}).begin("K").trick("BIS2", "R4 K5 P1")
    table.expect(stones={"Ben": ["red"]})
    table.trick("BIS3", "B1 R2 B2").expect(phase="penalty", revokes=[{"player": "Ben", "colour": "red"}])


def test_who_wins_as_the_trick_lies(game):
    table = game(4).begin("K").do("choose BIS2")
    assert table.session.view().best == -1
    for card, best in (("R3", 0), ("R6", 1), ("K1", 2), ("G8", 2)):
        table.do(f"play {card}")
        if table.phase == "play":
            view = table.session.view()
            assert view.best == best
            assert [played.best for played in view.played].index(True) == best


def test_every_trick_of_three_has_one_winner_whatever_is_played(game):
    table = game()
    some = [table.card(code) for code in "R1 R6 B6 K1 K6 P1 P5 G6".split()]
    rng = random.Random(7)
    for trick in rng.sample(list(itertools.permutations(some, 3)), 120):
        at = winning(table.rules, "black", trick)
        faces = [table.rules.cards[card] for card in trick]
        if any(face.pirate for face in faces):
            assert faces[at].value == max(face.value for face in faces)
            assert all(face.value < faces[at].value for face in faces[at + 1 :])
        else:
            assert faces[at].colour in ("black", faces[0].colour)
    assert cardset.of(some).bit_count() == 8


def test_stones_and_winners_are_those_of_the_formulas(game, rng):
    """The core formulas of the rules page, section 0, said once more and played at random."""
    for players in (3, 4):
        table = game(players).begin("K", "Ann")
        while table.phase in ("choose", "lead", "play", "place", "bonus", "penalty"):
            trick = [table.rules.cards[card] for card in table.state.played]
            choices = list(table.session.choices())
            command = rng.choice(choices)
            asked = table.state.asked
            entry = table.session.play(command)
            if not isinstance(command, m.Play):
                continue
            card = table.rules.cards[command.card]
            led = trick[0].colour if trick else ""
            claims = trick and led and led != "black" and card.colour == "black"
            claims = claims and not any(face.pirate for face in trick)
            laid = [event.colour for event in entry.events if isinstance(event, m.StoneLaid)]
            assert laid == ([led] if claims else [])
            won = [event.seat for event in entry.events if isinstance(event, m.TrickWon)]
            if won:
                full = [*trick, card]
                leader = (asked.seat + 1) % players
                if any(face.pirate for face in full):
                    value, at = max((face.value, at) for at, face in enumerate(full))
                else:
                    colour = "black" if any(face.colour == "black" for face in full) else full[0].colour
                    value, at = max((face.value, at) for at, face in enumerate(full) if face.colour == colour)
                assert full[at].value == value
                assert won == [(leader + at) % players]
