"""Steps as text: what is read, what is written, and what is said about what is neither."""

from __future__ import annotations

from typing import Annotated, Literal
from uuid import UUID

import msgspec
import pytest

from engine.kernel import Command
from engine.notation import NotationError, converted
from engine.portroyal import messages as m
from engine.portroyal.correction_messages import MoveCard, Rebuild, SetCoins, SetTurn


@pytest.mark.parametrize(
    ("step", "sentence", "word"),
    [
        ("revel", "'revel' is no step of this game", "revel"),
        ({"revel": "sailor-3-1"}, "'revel' is no step of this game", "revel"),
        ({"stop": "now"}, "'stop' is no step of this game", "stop"),
        ({"reveal": "sailor-3-1", "by": "Ann"}, "a step is a word or a mapping with one key", ""),
        ({1: "sailor-3-1"}, "a step is a word or a mapping with one key", ""),
        (7, "a step is a word or a mapping with one key", ""),
        ({"reveal": "sailer-3-1"}, "there is no card 'sailer-3-1'", "sailer-3-1"),
        ({"reveal": "sailor-7-3#2"}, "'sailor-7-3#2': sailor-7-3 has 1 copies", "sailor-7-3#2"),
        ({"reveal": None}, "None is not the name of a card", ""),
        ({"take": 4}, "4 is not the name of a card", ""),
        ({"claim": "expedition-AA"}, "claim: ", ""),
        ({"claim": {"expedition": "expedition-AA"}}, "claim: ", ""),
        ({"claim": {"expedition": "expedition-AA", "with": [], "for": 1}}, "claim: ", ""),
        ({"correct": "coins"}, "correct: needs what to correct", ""),
        ({"correct": {}}, "correct: takes", ""),
        ({"correct": {"coins": {}}}, "correct: takes", ""),
        ({"correct": {"card": "sailor-3-1"}}, "correct: takes", ""),
        ({"correct": {"coins": {"Bea": 3}}}, "'Bea' does not play", "Bea"),
        ({"correct": {"coins": {"Ann": True}}}, "True is not a whole number", ""),
        ({"correct": {"coins": {"Ann": "3"}}}, "'3' is not a whole number", ""),
        ({"correct": {"card": "sailor-3-1", "to": "moon"}}, "'moon' is no player and no place", "moon"),
        ({"correct": {"active": "Bea", "phase": "trade"}}, "'Bea' does not play", "Bea"),
        ({"correct": {"active": "Ann", "phase": "over"}}, "discover or trade, not to 'over'", "over"),
        ({"rebuild": {"active": "Ann"}}, "rebuild: ", ""),
    ],
)
def test_what_is_no_step_is_said_to_be_none(game, step, sentence, word):
    g = game(2)
    with pytest.raises(NotationError) as error:
        g.session.step(step)
    assert sentence in str(error.value)
    assert error.value.word == word


def test_a_wrong_word_comes_with_those_there_are(game):
    with pytest.raises(NotationError) as error:
        game(2).session.step("revel")
    assert {"reveal", "stop", "take", "claim", "correct", "rebuild", "gamble", "reshuffle"} <= set(
        error.value.known
    )
    with pytest.raises(NotationError) as error:
        game(2).session.step({"reveal": "sailer-3-1"})
    assert "sailor-3-1" in error.value.known
    assert len(set(error.value.known)) == len(error.value.known)


@pytest.mark.parametrize(
    ("step", "command"),
    [
        ("stop", m.Stop()),
        ({"stop": None}, m.Stop()),
        ({"reveal": "sailor-3-1"}, m.Reveal(78)),
        ({"reveal": "sailor-3-1#2"}, m.Reveal(79)),
        ({"correct": {"coins": {"Ben": 6}}}, SetCoins(1, 6)),
        ({"correct": {"coins": {"Ben": 6, "Ann": 0}}}, SetCoins(1, 6, ((0, 0),))),
        ({"correct": {"active": "Ben"}}, SetTurn(1, "discover")),
        ({"correct": {"phase": "trade"}}, SetTurn(0, "trade")),
        ({"correct": {"card": "sailor-3-1#2", "to": "Ben"}}, MoveCard(79, "display", 1)),
    ],
)
def test_steps_are_read(game, step, command):
    assert game(2).session.step(step) == command


def test_a_kind_means_a_copy_that_can_be_there(game):
    g = game(2, discard="sailor-3-1#1", display={"Ben": "sailor-3-1#2"}, harbor="sailor-3-1#3")
    first = g.rules.cards[g.session.step({"reveal": "sailor-3-1"}).card]
    assert first.copy == 4
    assert g.rules.cards[g.session.step({"take": "sailor-3-1"}).card].copy == 3
    moved = g.session.step({"correct": {"card": "sailor-3-1", "to": "Ben"}})
    assert g.rules.cards[moved.card].copy == 3, "what lies open is meant before what is hidden"


def test_numbered_persons_are_sent_before_others(game):
    g = game(2, display={"Ann": "captain-4-1#1 captain-4-1#2"}, expeditions="expedition-AA")
    g.do("claim expedition-AA: captain-4-1 captain-4-1#1").expect(points={"Ann": 4})


def test_what_the_table_says_of_the_turn_while_a_ship_is_decided(game):
    g = game(2, display={"Ann": "sailor-3-1"}).do("reveal ship-red-1-1")
    assert g.session.step({"correct": {"active": "Ben"}}) == SetTurn(1, "discover")


@pytest.mark.parametrize(
    ("command", "step"),
    [
        (m.Stop(), "stop"),
        (m.Pass(), "pass"),
        (m.Repel(), "repel"),
        (m.Keep(), "keep"),
        (m.Gamble(), "gamble"),
        (m.Reshuffle(), "reshuffle"),
        (m.Reveal(0), {"reveal": "ship-yellow-1-1#1"}),
        (m.Take(79), {"take": "sailor-3-1#2"}),
        (
            m.Claim(110, (65, 66)),
            {"claim": {"expedition": "expedition-AA#1", "with": ["captain-4-1#1", "captain-4-1#2"]}},
        ),
        (SetCoins(1, 6), {"correct": {"coins": {"Ben": 6}}}),
        (SetCoins(1, 6, ((0, 2),)), {"correct": {"coins": {"Ben": 6, "Ann": 2}}}),
        (MoveCard(79, "display", 1), {"correct": {"card": "sailor-3-1#2", "to": "Ben"}}),
        (MoveCard(79, "pile"), {"correct": {"card": "sailor-3-1#2", "to": "pile"}}),
        (SetTurn(1, "trade"), {"correct": {"active": "Ben", "phase": "trade"}}),
        (
            Rebuild(1, "trade", (3, 4), ((79,), ()), (0,), (110,), last_round=True),
            {
                "rebuild": {
                    "active": "Ben",
                    "phase": "trade",
                    "coins": {"Ann": 3, "Ben": 4},
                    "display": {"Ann": ["sailor-3-1#2"], "Ben": []},
                    "harbor": ["ship-yellow-1-1#1"],
                    "expeditions": ["expedition-AA#1"],
                    "last_round": True,
                }
            },
        ),
    ],
)
def test_commands_are_written_and_read_back(game, command, step):
    g = game(2)
    assert g.session.table.game.write(g.rules, command) == step
    assert g.session.step(step) == command


def test_an_unknown_command_cannot_be_written(game):
    g = game(2)

    class Fly(Command, frozen=True, tag="fly"):
        pass

    with pytest.raises(TypeError, match="no step for Fly"):
        g.session.table.game.write(g.rules, Fly())


def test_facts_may_name_the_copies(game):
    g = game(2, harbor="sailor-3-1#3")
    facts = g.session.table.game.facts
    assert facts(g.rules, g.state)["harbor"] == ["sailor-3-1"]
    assert facts(g.rules, g.state, copies=True)["harbor"] == ["sailor-3-1#3"]


def test_facts_of_a_fresh_game(game):
    assert game(2).session.facts() == {
        "active": "Ann",
        "coins": {"Ann": 3, "Ben": 3},
        "display": {"Ann": [], "Ben": []},
        "harbor": [],
        "expeditions": [],
        "discard": [],
        "last_round": False,
        "phase": "discover",
        "to_act": "Ann",
        "takes": 0,
        "points": {"Ann": 0, "Ben": 0},
        "swords": {"Ann": 0, "Ben": 0},
        "draw_pile": 113,
        "winners": [],
    }


class _Lot(msgspec.Struct, forbid_unknown_fields=True):
    cards: list[str]
    coins: Annotated[int, msgspec.Meta(ge=0)] | None = None
    kind: Literal["a", "b"] = "a"
    mark: Annotated[str, msgspec.Meta(pattern="^y")] = "y"
    key: UUID | None = None


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ("x", "lot: needs a mapping, not text"),
        ({}, "lot: the key 'cards' is missing"),
        ({"cards": [], "more": 1}, "lot: the key 'more' is not known"),
        ({"cards": {}}, "lot: cards: needs a list, not a mapping"),
        ({"cards": ["a", 1]}, "lot: cards[1]: needs text, not a whole number"),
        ({"cards": [], "coins": True}, "lot: coins: needs a whole number or nothing, not true or false"),
        ({"cards": [], "coins": -1}, "lot: coins: needs a whole number >= 0"),
        ({"cards": [], "kind": "c"}, "lot: kind: cannot be 'c'"),
        ({"cards": [], "mark": "no"}, "lot: mark: needs text matching regex '^y'"),
        ({"cards": [], "key": "no"}, "lot: key: Invalid UUID"),
    ],
)
def test_what_does_not_fit_is_said_in_words(value, sentence):
    with pytest.raises(NotationError) as error:
        converted(value, _Lot, "lot")
    assert str(error.value) == sentence
