"""Whole games through taps and keys, with the real cards as far as they are known, in every mode."""

import random

import pytest

from companion.adventure.inserting import called_in
from companion.worlds import WORLDS
from engine.adventure import messages as a
from engine.portroyal import messages as m

NAMES = ("Ann", "Ben", "Cem", "Dot")
TAPPED = (m.Reveal, m.Take, m.Claim, a.TakeItem, a.TakeCoin, a.TakeCrown, a.RevealEvent)
"""Commands that are said with the tap of one card."""
PRESSED = (
    m.Stop,
    m.Pass,
    m.Repel,
    m.Claim,
    a.Accept,
    a.Decline,
    a.Choose,
    a.Sell,
    a.TakeItem,
    a.TakeCoin,
    a.TakeCrown,
)
"""Commands that want one press; items and claims want it beside their tap."""
GAMES = [
    ("known", "coop", 1, 1),
    ("known", "coop", 3, 2),
    ("known", "competitive", 2, 1),
    ("known", "variable", 3, 1),
    ("synthetic", "coop", 2, 4),
    ("synthetic", "competitive", 3, 5),
]


@pytest.mark.parametrize(("pack", "mode", "players", "chapter"), GAMES)
def test_a_game_is_played_from_the_first_card_to_the_last(sit, pack, mode, players, chapter):
    table = sit().begin_by_lot(11, *NAMES[:players], pack=pack, mode=mode, chapter=chapter)
    table.looks = False
    hidden = table.piles(7)
    deeds = 0
    while not WORLDS["adventure"].over(table.session):
        table.play_on(hidden)
        deeds += 1
        assert deeds < 1_500
        if deeds % 10 == 0:
            assert table.screens
    said = [command for entry in table.session.done for command in entry.commands]
    count = {kind: sum(isinstance(command, kind) for command in said) for kind in {type(c) for c in said}}
    print(f"{pack} {mode} {players}: {table.taps} taps, {table.presses} presses, {len(said)} commands")
    stories = count.get(a.ReadStory, 0) + count.get(a.FulfilTask, 0) + 2 * count.get(a.LookOut, 0)
    added = sum(wanted.number for entry in table.session.done if (wanted := called_in(entry)))
    assert table.taps <= sum(count.get(kind, 0) for kind in TAPPED) + stories + added
    others = count.get(a.ReadStory, 0) + 2 * count.get(a.FulfilTask, 0) + count.get(a.LookOut, 0)
    moved = players * count.get(a.Choose, 0) + 3 * count.get(a.Sell, 0) + 2 * count.get(a.FulfilTask, 0)
    told = 2 * count.get(a.Tell, 0)
    assert table.presses <= sum(count.get(kind, 0) for kind in PRESSED) + others + moved + told
    assert table.phase == "over"
    assert ("CHAPTER" if mode == "coop" else "FINAL") in table.rest().lines()[0]


def test_power_cuts_lose_nothing(sit):
    seed = random.randrange(10_000)
    print(f"seed {seed}")
    rng = random.Random(seed)
    table = sit(seats=2).begin_by_lot(seed, *NAMES[:2], pack="known", mode="coop")
    table.looks = False
    hidden = table.piles(seed)
    cuts = 0
    for _ in range(90):
        seq = table.session.seq
        table.play_on(hidden)
        if table.session.seq == seq or rng.randrange(8):
            continue
        before, screens = table.session.state, table.rest().screens
        table.cut_power()
        table.press("y").rest()
        assert table.session.state == before
        assert table.screens == screens
        hidden = table.piles(seed)
        cuts += 1
    assert cuts > 2


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(60))
def test_many_games(sit, seed):
    modes = ("coop", "competitive", "variable")
    mode, players = modes[seed % 3], 2 + seed % 3
    pack, chapter = ("known", "synthetic")[seed % 2], 1 + seed % 5
    table = sit(seats=4).begin_by_lot(seed, *NAMES[:players], pack=pack, mode=mode, chapter=chapter)
    hidden = table.piles(seed)
    while not WORLDS["adventure"].over(table.session):
        table.play_on(hidden)
