"""Anything may be pressed and tapped at any time: every screen can be drawn, and no card is lost."""

import random

import pytest

from companion.flow import Home, PickCard, Playing
from engine.portroyal.state import conserved

KEYS = ("yes", "no", "next", "menu", "seat-1", "seat-2", "seat-3", "seat-5")
DISPLAYS = ("main", "seat-1", "seat-2", "seat-3")
LOST = ((), (), ("reader",), ("main",), ("seat-2",), ("reader", "main", "seat-1"))


def monkey(rehearse, seed, inputs):
    """Press and tap at random, mostly what can be done; give the table."""
    rng = random.Random(seed)
    keys = ("yes", "no", "next") if seed % 2 else ("yes", "no", "next", "menu")
    table = rehearse(
        "Ann Ben Cem",
        displays=DISPLAYS,
        keys=keys,
        options={"gamblers": True},
        position={"display": {"Ann": ["gambler-6-1", "pirate-5-1"]}, "coins": {"Ann": 20, "Ben": 9}},
    )
    names = [card.name for card in table.session.table.rules.cards]
    for _ in range(inputs):
        one(table, rng, names)
        table.wait(rng.choice((0, 0.5, 3, 30)))
        assert conserved(table.session.state)[0] == conserved(table.session.state)[1]
        if isinstance(table.mode, Home):
            table.mode = Playing()
        table.lose(*rng.choice(LOST)) if rng.random() < 0.1 else None
        assert set(table.displays()) == set(DISPLAYS)
    return table


def one(table, rng, names):
    """Give one input."""
    roll = rng.random()
    if isinstance(table.mode, PickCard) and table.mode.cards and roll < 0.5:
        table.pick(rng.choice(table.mode.cards))
    elif roll < 0.3:
        likely = [c.card for c in table.session.choices() if hasattr(c, "card")]
        table.tap(names[rng.choice(likely)] if likely else rng.choice(names))
    elif roll < 0.45:
        table.tap(rng.choice([*names, "?"]))
    elif roll < 0.48:
        table.tap_two()
    elif roll < 0.88:
        table.press(rng.choice(KEYS))
    else:
        table.hold(rng.choice(KEYS))


@pytest.mark.parametrize("seed", range(6))
def test_a_monkey_at_the_table(rehearse, seed):
    table = monkey(rehearse, seed, 250)
    assert table.session.seq > 20


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1_000, 1_100))
def test_many_monkeys(rehearse, seed):
    monkey(rehearse, seed, 2_000)
