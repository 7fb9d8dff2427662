"""A whole game through taps and keys: how many inputs it takes, power cuts, and mis-taps taken back."""

import random

import pytest

from companion.selfplay import Show
from companion.tricks.selfplay import deed_for
from engine.portroyal2000 import messages as m

NAMES = ("Ann", "Ben", "Cem", "Dot")
TAPS = {3: 258, 4: 306}
"""Most taps of a game, of them 12 for the open trick cards, which nobody taps here (C2)."""
OPEN_TAPS = 12
DECISIONS = (
    m.Bid,
    m.Pass,
    m.Swapped,
    m.NameTrump,
    m.NameLeader,
    m.Place,
    m.Repay,
    m.Discard,
    m.Keep,
    m.Remove,
    m.Relocate,
    m.Lapse,
    m.PlaceBonus,
    m.Slide,
    m.TakePenalty,
)
"""Commands that are said with one press each, once their line is marked."""


@pytest.mark.parametrize("players", [3, 4])
def test_a_whole_game_takes_one_tap_a_card_and_one_press_a_decision(sit, players):
    table = sit(seats=1).begin(*NAMES[:players])
    table.looks = players == 3
    dealt = table.dealt(1)
    moves = 0
    while table.session.state.agenda:
        seq = table.session.seq
        table.play_on(dealt)
        moves += table.session.seq == seq
    said = [command for entry in table.session.done for command in entry.commands]
    count = {kind: sum(isinstance(command, kind) for command in said) for kind in {type(c) for c in said}}
    decisions = sum(count.get(kind, 0) for kind in DECISIONS)
    print(f"{players} players: {table.taps} taps, {decisions} decisions, {moves} presses down a list")
    assert table.taps == count[m.TurnUp] + count[m.Choose] + count[m.Play] + count.get(m.TurnBonus, 0)
    assert (count[m.TurnUp], count[m.Choose], count[m.Play]) == (49, 48, 48 * players)
    assert table.taps <= TAPS[players] - OPEN_TAPS
    assert table.presses == decisions + moves
    assert table.lines()[0] == "FINAL"
    assert sorted(line.seat for line in table.session.scores()) == list(range(players))


def test_tapping_the_open_pair_keeps_within_the_table_of_inputs(sit):
    table = sit().begin(*NAMES[:3])
    dealt = table.dealt(4)
    while table.session.state.round == 1:
        if table.session.view().may_open:
            cards = table.session.table.rules.cards
            state = table.session.state
            table.tap(*(cards[card].kind for card in dealt.face_up))
            dealt.follow(state, table.session.last.events)
        table.play_on(dealt)
    assert table.taps == 9 + 2 + 8 + 8 * 3


# -- power ---------------------------------------------------------------------------------
def cut_after_each(sit, seed, every):
    """Play a game; cut the power after entries and compare what came back."""
    print(f"seed {seed}")
    rng = random.Random(seed)
    table = sit(seats=3).begin(*NAMES[:3])
    table.looks = False
    dealt = table.dealt(seed)
    cuts = 0
    while table.session.state.agenda:
        seq = table.session.seq
        table.play_on(dealt)
        if table.session.seq == seq or rng.randrange(every) or not table.session.state.agenda:
            continue  # a game that is over is not resumed
        before, screens = table.session.state, table.screens
        table.cut_power()
        table.press("y")
        table.now_s += 10
        assert table.session.state == before
        assert table.session.seq == seq + 1
        assert table.screens == screens
        cuts += 1
    return cuts


def test_power_cuts_lose_nothing(sit):
    assert cut_after_each(sit, 4711, every=20) > 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(3))
def test_a_power_cut_after_every_entry(sit, seed):
    assert cut_after_each(sit, seed, every=1) > 300


# -- mis-taps --------------------------------------------------------------------------------
def test_a_mis_tap_and_undo_is_as_if_it_had_not_been(sit):
    """Two games with the same cards, one with a wrong tap or key before every seventh entry."""
    clean, slips = (sit().begin(*NAMES[:3]) for _ in range(2))
    dealt, again = clean.dealt(8), slips.dealt(8)
    rng = random.Random(8)
    while clean.session.state.round < 3:
        one_entry(clean, dealt)
        if len(clean.session.done) % 7 == 0:
            slip(slips, rng)
        one_entry(slips, again)
        assert slips.session.state == clean.session.state
    assert slips.session.seq > clean.session.seq


def one_entry(table, dealt):
    seq = table.session.seq
    while table.session.seq == seq:
        table.play_on(dealt)


def slip(table, rng):
    """Do something the game accepts, and take it back by holding NO."""
    before = table.session.state
    command = rng.choice([c for c in table.session.choices() if getattr(c, "card", 0) >= 0])
    deed = deed_for(table.desk.mode, table.desk.context(table.now_s), command)
    seq = table.session.seq
    if isinstance(deed, Show):
        table.tap(table.session.table.rules.cards[deed.card].kind)
    else:
        table.press({"yes": "y", "no": "n", "next": ">"}[deed.key])
    if table.session.seq > seq:
        table.press("N")
        table.press(">")
    assert table.session.state == before


def test_a_game_is_won_by_who_has_most_and_shared_by_equals(sit):
    ships = {"Ann": {"rum": ["rum-9"]}, "Ben": {"rum": ["rum-7", "rum-2"]}}
    position = {"round": 6, "dealer": "Ann", "ships": ships, "left_over": {"card": "biscuit-4", "bonuses": 0}}
    table = sit().begin(*NAMES[:3], position=position)
    while table.session.state.agenda:
        command = next(iter(c for c in table.session.choices() if not isinstance(c, m.Bid)))
        table.desk.play(command)
    assert table.lines()[0] == "FINAL"
    winners = table.session.state.winners
    assert len(winners) >= 1
    table.press(">")
    assert table.lines()[0].endswith("FINAL 1")
    assert table.lines()[-2].startswith("TOTAL")
    table.press("> > >")
    assert table.lines()[0] == "FINAL"
