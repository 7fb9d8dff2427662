"""Whatever is pressed and tapped, in any order: the device answers, and a power cut loses nothing."""

import random

import pytest

from companion.flow import Home

NAMES = ("WWWWWWWW", "Ben", "WWWWWWWZ")
KEYS = ("y", "y", "y", "n", ">", ">", "m", "Y", "N", ">>", "s1", "s2", "s3", "S1", "S2", "S3", "s4")


def anything(table, rng):
    """Do one thing that a hand could do: mostly a card that may come, sometimes any card at all."""
    session = table.session
    cards = session.table.rules.cards
    chance = rng.random()
    offered = [command.card for command in session.choices() if getattr(command, "card", -1) >= 0]
    if chance < 0.35 and offered:
        table.tap(cards[rng.choice(offered)].kind, reader=rng.choice(("main", "main", "seat-1")))
    elif chance < 0.42:
        table.tap(rng.choice([*(card.kind for card in cards), "?"]))
    elif chance < 0.44:
        table.tap_two()
    else:
        table.press(rng.choice(KEYS))


def play_anything(table, seed, inputs):
    rng = random.Random(seed)
    table.begin(*NAMES)
    table.step({"lay": [card.kind for card in table.session.table.rules.cards[:9]]})
    for _ in range(inputs):
        if table.desk.session is None or isinstance(table.desk.mode, Home):
            table.begin(*NAMES)
        elif rng.random() < 0.02:
            table.now_s += 5
        anything(table, rng)
        for screen in table.screens.values():
            assert "prisoner" not in "".join(screen.lines())
    if table.desk.session is None or not table.session.state.agenda:
        return
    before = table.session.state
    table.cut_power()
    assert table.press("y").session.state == before


@pytest.mark.parametrize("seed", range(3))
def test_any_input_in_any_order_is_answered(sit, seed):
    print(f"seed {seed}")
    table = sit(seats=4)
    table.looks = False
    play_anything(table, seed, 250)


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 130))
def test_any_input_in_any_order_for_a_long_time(sit, seed):
    table = sit(seats=4)
    table.looks = False
    play_anything(table, seed, 4_000)
