"""Every screen fits, whatever players are called and what lies before them; ``screen()`` raises if not."""

import random

import pytest

from companion.adventure import facts
from companion.adventure.corrections import EditMarkers, WhichFact, WhichTask
from companion.adventure.corrections_counts import EditCount, WhoseCount
from companion.adventure.lines import events
from companion.adventure.modes import (
    AskingItem,
    Fulfilling,
    GoalPage,
    HolderPage,
    LookingOut,
    Marked,
    PickEvent,
    TaskList,
)
from companion.adventure.words import open_now
from companion.flow import Menu, PickCard, Playing, Settings
from companion.picklist import can_come, one_each
from companion.play_modes import FinalSheet, LogPage, OwnCards, PlayerPage, TablePage, UndoPage
from companion.screen import CELLS
from companion.screens.scene import scene_of
from engine import cardset
from engine.adventure import messages as a
from engine.adventure.items import item_of
from engine.adventure.persons import discarded_unseen
from engine.portroyal import messages as m

NAMES = ("WWWWWWWW", "WWWWWWWX", "WWWWWWWY", "WWWWWWWZ")
FLAGS = (
    {},
    {"bust_window": True, "innkeeper_sale_any_time": True},
    {"t52_uncover_late": True, "character_counts_as_person": True, "lookout_stack": False},
    {"jack_counts_as_icon": True},
)


def any_choice(session, rng):
    """Choose like a table that knows no strategy; a Lookout discards what lies on top of nothing."""
    asked, state = session.state.asked, session.state
    if isinstance(asked, m.Discovering):
        unseen = list(cardset.ids(state.unseen))
        if asked.shown and rng.random() < 0.15:
            return m.Stop()
        if session.view().may_look and rng.random() < 0.5:
            return None
        if unseen and state.pile:
            return m.Reveal(rng.choice(unseen))
    offered = [c for c in session.choices() if not isinstance(c, a.LookOut)]
    kinds = sorted({type(c).__name__ for c in offered} - ({"Pass"} if rng.random() < 0.8 else set()))
    kind = rng.choice(kinds or ["Pass"])
    return rng.choice([c for c in offered if type(c).__name__ == kind])


def modes_of(table, rng):
    """Give every mode that could be on."""
    session = table.session
    scene = scene_of(table.desk.context(table.now_s))
    seats = range(session.table.rules.seats)
    page = TablePage(Playing())
    yield from (
        Playing(),
        page,
        UndoPage(Playing()),
        OwnCards(Playing(), tuple(seats)),
        LogPage(Playing(), 0),
    )
    yield from (PlayerPage(page, seat) for seat in seats)
    yield from (FinalSheet(Playing(), seat) for seat in seats)
    yield from (HolderPage(page, seat) for seat in seats)
    yield from (GoalPage(Playing()), TaskList(Playing()))
    yield from (Fulfilling(Playing(), task.number) for task in scene.view.tasks)
    yield from (Fulfilling(Playing(), task.number, coins=99, cards=(1, 2, 3)) for task in scene.view.tasks)
    if not session.state.agenda:
        return
    yield from (Menu(Playing()), Menu(Playing(), ("correct",)))
    for what in ("crowns", "boxed"):
        yield WhoseCount(Playing(), what)
        yield from (EditCount(Playing(), what, seat, 14) for seat in seats)
    yield from (WhichTask(Playing()), WhichFact(Playing()))
    yield from (EditMarkers(Playing(), task.number, tuple(seats)) for task in scene.view.tasks)
    yield from (EditMarkers(Playing(), task.number, (), tuple(seats)) for task in scene.view.tasks)
    if open_now(scene) == "event":
        yield from (PickEvent(Playing(), i) for i in range(len(events(scene))))
    if open_now(scene) == "fact":
        marked = Marked(session.seq)
        while isinstance(marked, Marked):
            yield marked
            yield facts.turned(scene, marked, rng.choice((1, -1)))
            marked = facts.saved(scene, marked)
        assert isinstance(marked, a.Tell)
    if open_now(scene) in ("active", "inactive"):
        items = [card for card in session.state.harbor if item_of(scene.card(card))]
        yield from (AskingItem(Playing(), card) for card in items)
    if open_now(scene) in ("first", "running"):
        yield LookingOut(Playing())
        yield LookingOut(Playing(), tuple(list(cardset.ids(session.state.unseen))[:1]))
    if open_now(scene) in ("first", "running", "active", "inactive"):
        yield PickCard(Playing(), can_come(session))
        unseen = tuple(cardset.ids(session.state.unseen))
        yield PickCard(Playing(), one_each(session, unseen))
        yield from (PickCard(Playing(), unseen, (level,)) for level in ("person", "ares", "red"))


def play_and_draw(table, seed, entries):
    rng = random.Random(seed)
    for number in range(entries):
        if not table.session.state.agenda:
            break
        choice = any_choice(table.session, rng)
        if choice is None:
            unseen = list(cardset.ids(table.session.state.unseen))
            discarded = rng.sample(unseen, discarded_unseen(table.session.state))
            choice = a.LookOut(tuple(sorted(discarded)))
        table.desk.play(choice)
        table.now_s += rng.choice((1, 5, 60))
        assert set(table.screens) == {"main", *(f"seat-{seat}" for seat in range(1, 5))}
        if number % 9 == seed % 9:
            for mode in modes_of(table, rng):
                for screen in table.draw(mode).values():
                    assert all(len(row.text) <= CELLS for row in screen.rows)
    return table


def begin(sit, seed):
    modes = ("coop", "competitive", "variable")
    mode, players = modes[seed % 3], 4 - seed % 2
    table = sit(seats=4).begin_by_lot(
        seed, *NAMES[:players], pack=("known", "synthetic")[seed // 2 % 2], mode=mode, chapter=1 + seed % 5
    )
    table.desk.settings = Settings(marks=("both", "letters", "shapes", "both")[seed % 4])
    return table


@pytest.mark.parametrize("seed", range(4))
def test_adventures_with_the_longest_names(sit, seed):
    print(f"seed {seed}")
    table = play_and_draw(begin(sit, seed), seed, 100)
    assert table.session.seq >= 60


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 140))
def test_many_adventures(sit, seed):
    play_and_draw(begin(sit, seed), seed, 900)
