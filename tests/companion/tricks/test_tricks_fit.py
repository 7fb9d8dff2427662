"""Every screen fits, whatever players are called and their ships hold; ``screen()`` raises if not."""

import random

import pytest

from companion.flow import Menu, PickCard, Playing, Settings
from companion.play_modes import (
    CardShown,
    FinalSheet,
    LogPage,
    OwnCards,
    PlayerPage,
    TablePage,
    UndoPage,
)
from companion.screen import CELLS
from companion.tricks.answers import pickable
from companion.tricks.lines import lines_of
from companion.tricks.modes import (
    BootyPage,
    EditDealer,
    EditDebt,
    EditPlace,
    EditStones,
    Marked,
    NotMine,
    Removing,
    WhoseDebt,
)
from companion.tricks.results import played_last
from companion.tricks.scene import scene_of
from engine.portroyal2000 import messages as m

NAMES = ("WWWWWWWW", "WWWWWWWX", "WWWWWWWY", "WWWWWWWZ")
FLAGS = (
    {},
    {"pirate_led": "first_coloured", "revoke_unit": "per_play", "minus_scores": "load_only"},
    {"zero_bid_handin": "yes", "remove_kept": "any_time", "x2_scores": "load_only", "history": "all"},
    {"booty_chooser": "winner", "revoke_no_booty": "defer", "final_tie": "lower_debt"},
)


def any_choice(session, rng):
    """Choose like a table that knows no strategy: high bids, false trumps, ships that sink."""
    offered = list(session.choices())
    bids = [c for c in offered if isinstance(c, m.Bid)]
    if bids and rng.random() < 0.5:
        return rng.choice(bids)
    kinds = sorted({type(c).__name__ for c in offered} - {"Bid"})
    kind = rng.choice(kinds)
    return rng.choice([c for c in offered if type(c).__name__ == kind])


def modes_of(table, rng):
    """Give every mode that could be on."""
    session = table.session
    scene = scene_of(table.desk.context(table.now_s))
    seats = range(session.table.rules.seats)
    page = TablePage(Playing())
    yield from (Playing(), page, BootyPage(Playing()), UndoPage(Playing()), OwnCards(Playing(), tuple(seats)))
    yield from (LogPage(Playing(), number) for number in (0, 1))
    yield from (PlayerPage(page, seat) for seat in seats)
    yield from (FinalSheet(Playing(), seat) for seat in seats)
    booty = [card.id for card in scene.rules.cards if card.type == "booty"]
    yield CardShown(Playing(), rng.choice(booty), table.now_s + 1)
    yield PickCard(Playing(), pickable(scene) or tuple(booty))
    lines = lines_of(scene)
    yield from (Marked(session.seq, cursor=number) for number in range(len(lines)))
    for number, line in enumerate(lines):
        yield from (Marked(session.seq, (number,), at) for at in range(len(line.then)))
    if played_last(session):
        yield NotMine(Playing())
    if not session.state.agenda:
        return
    yield from (Menu(Playing()), Menu(Playing(), ("correct",)), WhoseDebt(Playing()))
    yield from (EditDebt(Playing(), seat, 19, 19) for seat in seats)
    yield from (EditStones(Playing()), EditStones(Playing(), 0, 1, ("red",)), EditDealer(Playing()))
    yield from (EditPlace(Playing()), EditPlace(Playing(), rng.choice(booty)))
    if scene.view.removable and scene.view.won < 0:
        yield Removing(Playing())


def play_and_draw(table, seed, entries):
    rng = random.Random(seed)
    for number in range(entries):
        if not table.session.state.agenda:
            break
        table.desk.play(any_choice(table.session, rng))
        table.now_s += 5
        assert set(table.screens) == {"main", *(f"seat-{seat}" for seat in range(1, 5))}
        if number % 8 == seed % 8:
            for mode in modes_of(table, rng):
                for screen in table.draw(mode).values():
                    assert all(len(row.text) <= CELLS for row in screen.rows)
    return table


@pytest.mark.parametrize("seed", range(4))
def test_whole_games_with_the_longest_names(sit, seed):
    print(f"seed {seed}")
    players = NAMES[: 3 + seed % 2]
    table = sit(seats=4).begin(*players, options=FLAGS[seed])
    table.desk.settings = Settings(marks=("both", "letters", "shapes", "both")[seed])
    play_and_draw(table, seed, 160)
    assert table.session.seq == 160


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_whole_games(sit, seed):
    table = sit(seats=4).begin(*NAMES[: 3 + seed % 2], options=FLAGS[seed % 4])
    play_and_draw(table, seed, 2_000)
    assert not table.session.state.agenda
