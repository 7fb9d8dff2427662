"""Whole games from set-up to the last turn, by simple players on cards that lie face down."""

from __future__ import annotations

import random
import statistics
from fractions import Fraction

import pytest

from companion.players import BOLDNESS, FaceDown, play_on, play_out, stands_still
from engine import cardset
from engine.games import SetUp, open_table
from engine.portroyal import PRESETS, odds
from engine.portroyal import messages as m
from engine.session import Session

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva")
TEMPERS = (0.1, BOLDNESS, 0.8, 1.5, 3.0)


def table_of(cards, rng: random.Random, players: int, **options: object) -> Session:
    """Open a table with switches of any kind."""
    set_up = SetUp(
        game="port-royal",
        players=NAMES[:players],
        rules=rng.choice(list(PRESETS)),
        options={
            "gamblers": rng.random() < 0.5,
            "gambler_again": rng.choice(("after_reveal", "never")),
            **options,
        },
        start=rng.choice(NAMES[:players]),
    )
    return Session(open_table(set_up, cards))


def goes_on(session: Session) -> bool:
    """Tell whether a game is neither over nor at a standstill nor very long."""
    state = session.state
    return state.asked is not None and session.seq < 2000 and not stands_still(session.table.rules, state)


def tempers(rng: random.Random) -> tuple[float, ...]:
    return tuple(rng.choice(TEMPERS) for _ in range(5))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games_end_and_everybody_was_active_equally_often(cards, invariants, rng, soak, players):
    still = 0
    for _ in range(500 if soak else 8):
        session = table_of(cards, rng, players)
        play_out(session, rng, boldness=tempers(rng))
        invariants.cards_are_kept(session)
        if session.state.asked is not None:
            still += 1
            continue
        state = session.state
        assert state.turns % players == 0
        assert state.last_round
        assert state.winners
        assert max(player.points for player in state.players) >= session.table.rules.options.winning_points
        began = [e.seat for entry in session.done for e in entry.events if isinstance(e, m.TurnBegan)]
        first = [e.seat for e in session.opening if isinstance(e, m.TurnBegan)]
        assert [*first, *began] == [(state.start + turn) % players for turn in range(state.turns)]
    assert still <= 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_invariants_hold_at_every_entry(cards, invariants, rng, soak, players):
    """In the short form at every fourth entry or so."""
    for _ in range(15 if soak else 1):
        session = table_of(cards, rng, players, expedition_required=rng.random() < 0.3)
        hidden = FaceDown(session.state, rng)
        while goes_on(session):
            play_on(session, hidden, boldness=rng.choice(TEMPERS))
            if soak or rng.random() < 0.25:
                invariants.all(session, rng)
        invariants.log_is_the_state(session)


def test_games_are_as_long_as_games_are(cards, rng, soak):
    """Four usual players take 20 to 50 turns, on average about 33; an eighth of the turns bust."""
    turns, busts = [], 0
    for _ in range(400 if soak else 25):
        session = Session(open_table(SetUp(game="port-royal", players=NAMES[:4]), cards))
        play_out(session, rng)
        turns.append(session.state.turns)
        busts += sum(isinstance(event, m.Busted) for entry in session.done for event in entry.events)
    assert 28 <= statistics.mean(turns) <= 58
    assert min(turns) >= 8
    assert max(turns) <= 100
    assert 0.03 <= busts / sum(turns) <= 0.4


def test_the_cards_face_down_are_where_the_engine_counts_them(cards, rng):
    for players in (2, 3, 4, 5):
        session = table_of(cards, rng, players)
        hidden = FaceDown(session.state, rng)
        while goes_on(session):
            play_on(session, hidden, boldness=rng.choice(TEMPERS))
            state = session.state
            assert (len(hidden.pile), len(hidden.paid)) == (state.pile, state.paid)
            assert [len(purse) for purse in hidden.coins] == [player.coins for player in state.players]
            faces = [*hidden.pile, *hidden.paid, *(card for purse in hidden.coins for card in purse)]
            assert cardset.of(faces) == state.unseen
            assert len(faces) == state.unseen.bit_count()


def test_what_comes_comes_as_often_as_the_odds_say(cards, rng, soak):
    """Over many games the busts that came are as many as the odds announced, shuffles included."""
    announced, spread, came = Fraction(0), Fraction(0), 0
    for _ in range(300 if soak else 15):
        session = table_of(cards, rng, 5, gamblers=False)
        hidden = FaceDown(session.state, rng)
        while goes_on(session):
            risk = odds.bust_risk(session.table.rules, session.state)
            entry = play_on(session, hidden, boldness=2.0)
            if isinstance(entry.commands[0], m.Reveal) and risk:
                twins = [e for e in entry.events if isinstance(e, m.Busted)]
                announced += Fraction(round(risk * 10**6), 10**6)
                spread += Fraction(round(risk * (1 - risk) * 10**6), 10**6)
                came += bool(twins)
    assert abs(float(announced) - came) <= 5 * float(spread) ** 0.5
    assert came > 50
