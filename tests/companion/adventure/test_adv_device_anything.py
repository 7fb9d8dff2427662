"""Whatever players press and tap, the device answers and every screen can be drawn."""

import random

import pytest

from companion.adventure.papers import papers
from companion.flow import Home, Press
from companion.worlds import WORLDS

NAMES = ("Ann", "Ben", "Cem")
KEYS = ("y", "n", ">", "m", "Y", "N", ">>", "s1", "S1", "s2")
WEIGHTS = (8, 3, 8, 3, 1, 1, 1, 1, 1, 1)


def monkey(sit, seed, deeds, pack, mode):
    rng = random.Random(seed)
    table = sit(seats=2, tagged=seed % 3 > 0).begin_by_lot(seed, *NAMES, pack=pack, mode=mode)
    hidden = table.piles(seed)
    for _ in range(deeds):
        if isinstance(table.desk.mode, Home) or table.desk.session is None:
            break
        rules = table.session.table.rules
        choice = rng.random()
        if choice < 0.3 and not WORLDS["adventure"].over(table.session):
            try:
                deed = table.deed(hidden)
            except (AssertionError, StopIteration, ValueError, IndexError):
                deed = Press("menu")  # simple players know no menus
            table.do(deed, hidden)
        elif choice < 0.45:
            cards = (*rules.cards, *papers(rules.book.pack, len(rules.cards)))
            table.tap(rng.choice(cards).name)
        else:
            [key] = rng.choices(KEYS, WEIGHTS)
            table.press(key)
        table.now_s += rng.choice((0, 0, 5))
    return table


@pytest.mark.parametrize("seed", range(3))
def test_a_monkey_breaks_nothing(sit, seed):
    print(f"seed {seed}")
    table = monkey(
        sit, seed, 250, ("known", "synthetic")[seed % 2], ("coop", "competitive", "variable")[seed]
    )
    assert table.taps + table.presses > 50


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10, 50))
def test_many_monkeys_break_nothing(sit, seed):
    monkey(sit, seed, 1_000, ("known", "synthetic")[seed % 2], ("coop", "competitive", "variable")[seed % 3])
