"""Steps, positions and refusals in the words of table scripts."""

from __future__ import annotations

import pytest

from engine.kernel import Command
from engine.notation import NotationError
from engine.portroyal2000 import FACTS
from engine.portroyal2000 import messages as m
from engine.portroyal2000.correction_messages import MoveCard
from engine.portroyal2000.facts import placement

STEPS = [
    "pass",
    "swapped",
    {"swapped": ["red-1", "red-2"]},
    "repay",
    "discard",
    "keep",
    "slide",
    {"lay": "rum-5"},
    {"lay": ["rum-5", "rum-6"]},
    {"open": ["red-1", "pirate-5"]},
    {"bid": 4},
    {"trump": "black"},
    {"lead": "Ben"},
    {"choose": "rum-5"},
    {"play": "red-1"},
    {"penalty": "rum-5"},
    {"place": "rum"},
    {"remove": "rum-5"},
    {"remove": "hidden"},
    {"remove": {"card": "hidden", "from": "rum"}},
    {"relocate": "none"},
    {"relocate": {"card": "double", "to": "rum"}},
    {"relocate": {"card": "hidden", "to": "rum", "from": "tobacco"}},
    {"bonus": {"card": "hidden", "to": "rum"}},
    {"bonus": {"card": "prisoner-3", "to": "rum"}},
    {"turn": {"player": "Ben", "ship": "rum", "card": "prisoner-3"}},
    {"deal": {"hands": {"Ann": ["red-1"], "Ben": ["red-2"], "Cem": []}, "open": ["blue-1"]}},
    {"correct": {"debt": {"Ben": 6, "Ann": 3}}},
    {"correct": {"stones": {"Ben": ["red"]}}},
    {"correct": {"stones": {"Ben": []}}},
    {"correct": {"ships": {"Ann": {"rum": ["rum-5", "hidden"], "tobacco": []}, "Ben": {"rum": []}}}},
    {"correct": {"dealer": "Cem"}},
    {"correct": {"card": "rum-5", "to": "removed"}},
    {"correct": {"card": "rum-5", "to": "pile"}},
    {"correct": {"card": "rum-5", "to": {"player": "Ann", "ship": "rum"}}},
    {"correct": {"card": "remove", "to": {"kept": "Ann"}}},
]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_a_step_is_read_and_written(game, step):
    table = game()
    record = table.session.table.game
    assert record.write(table.rules, record.parse(table.rules, table.state, step)) in (step, same(step))


def same(step):
    """Give the other order in which a list without order may be written."""
    if isinstance(step, dict) and next(iter(step)) == "open":
        return {"open": ["red-1", "pirate-5"]}
    return step


def test_a_bare_word_may_stand_with_nothing_behind_it(game):
    assert game().session.step({"pass": None}) == m.Pass()


def test_the_kept_remove_has_a_word_of_its_own(game):
    table = game()
    assert table.session.step({"correct": {"kept": "Ann"}}) == MoveCard(table.card("REM"), "kept", 0)


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("reveal", "'reveal' is no step of this game"),
        ({"pass": 3}, "'pass' is no step of this game"),
        ({"bid": "four"}, "'four' is not a whole number"),
        ({"bid": True}, "not a whole number"),
        ({"lead": "Eva"}, "'Eva' does not play"),
        ({"play": "red-9"}, "there is no card 'red-9'"),
        ({"place": "wine"}, "'wine' is no ship"),
        ({"trump": 4}, "trump: needs a colour"),
        ({"open": "red-1"}, "open: needs a list of cards"),
        ({"relocate": "double"}, "relocate: needs a mapping, not text"),
        ({"relocate": {"card": "double"}}, "None is no ship"),
        ({"bonus": {"card": "prisoner-1", "ship": "rum"}}, "bonus: the key 'ship' is not known"),
        ({"turn": {"player": "Eva", "ship": "rum", "card": "prisoner-1"}}, "'Eva' does not play"),
        ({"deal": {"hands": {"Eva": []}, "open": []}}, "'Eva' does not play"),
        ({"correct": {"coins": {"Ann": 3}}}, "correct: takes one of debt, stones, ships, kept, dealer"),
        ({"correct": {"debt": {}}}, "correct: takes one of"),
        ({"correct": "debt"}, "correct: takes one of"),
        ({"correct": {"stones": {}}}, "correct: takes one of"),
        ({"correct": {"kept": None}}, "None does not play"),
        ({"correct": {"round": "two"}}, "not a whole number"),
        ({"correct": {"left_over": {"bonuses": 1}}}, "left_over: the key 'card' is missing"),
        (
            {"correct": {"card": "rum-5", "to": "attic"}},
            "to: 'attic' is neither a player nor removed",
        ),
        ({"correct": {"card": "plus-8", "to": "Ann"}}, "to: needs a ship for plus-8"),
        ({"correct": {"card": "rum-5", "to": {"ship": "rum"}}}, "None does not play"),
    ],
)
def test_what_is_no_step_is_said(game, step, message):
    with pytest.raises(NotationError, match=message):
        game().session.step(step)


def test_a_command_of_another_game_has_no_step(game):
    class Sing(Command, frozen=True, tag="sing"):
        """Sing."""

    with pytest.raises(TypeError, match="no step for Sing"):
        game().session.table.game.write(game().rules, Sing())


def test_a_position_has_known_keys_only(game):
    table = game()
    with pytest.raises(NotationError, match="position: the key 'coins' is not known"):
        placement(table.rules, {"coins": {}})
    with pytest.raises(NotationError, match="'wine' is no ship"):
        placement(table.rules, {"ships": {"Ann": {"wine": []}}})
    assert placement(table.rules, {"left_over": {"card": "rum-5"}}).beneath == 1


def test_facts_are_those_that_are_named(game):
    assert set(game().session.facts()) == set(FACTS)
    assert game().session.table.game.facts(game().rules, game().state, copies=True) == game().session.facts()


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        ("lay", "Ann turns up booty"),
        ("auction", "Ben bids or passes"),
        ("swap", "Ann swaps two cards"),
        ("trump", "Ann names trump"),
        ("lead", "Ann names who leads"),
        ("choose", "Ann chooses a booty card"),
        ("play", "Ann plays a card"),
        ("place", "Ann decides about the won card, double"),
        ("bonus", "Ann puts the bonus card on a ship"),
        ("slide", "a bonus card goes under the left-over card"),
    ],
)
def test_a_refusal_says_what_is_to_do(game, phase, said):
    table = game(left_over="x2 1")
    way = [
        "lay",
        "auction",
        "swapped",
        "trump black",
        "lead Ann",
        "choose x2",
        "play R3 R2 R1",
        "place rum",
        "bonus b? rum",
    ]
    while table.phase != phase:
        if way:
            step = way.pop(0)
            {"lay": table.lay, "auction": table.auction}.get(step, lambda step=step: table.do(step))()
        else:
            table.play_round()
    wrong = {"trump": "slide", "slide": "pass"}.get(phase, "slide")
    table.refuse(wrong, said).refuse("penalty RUM2", "No penalty is due")
