"""Whole games by simple players on cards that lie face down or are held in hands."""

from __future__ import annotations

import random
import statistics

import msgspec
import pytest

from companion.dealt_2000 import Dealt
from companion.players_2000 import choose, play_on, play_out
from engine import cardset
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.portroyal2000 import Options
from engine.portroyal2000 import messages as m
from engine.portroyal2000.correction_messages import MoveCard
from engine.portroyal2000.layout import trick_cards
from engine.session import Session

NAMES = ("Ann", "Ben", "Cem", "Dora")
FLAGS = {
    field.name: msgspec.inspect.type_info(field.type).values for field in msgspec.structs.fields(Options)
}


def table_of(cards, rng: random.Random, players: int, **options: object) -> Session:
    """Open a table with switches of any kind."""
    chosen = {name: rng.choice(values) for name, values in FLAGS.items() if name != "hands"}
    set_up = SetUp(
        game="port-royal-2000",
        players=NAMES[:players],
        options={**chosen, **options},
        start=rng.choice(NAMES[:players]),
    )
    return Session(open_table(set_up, cards))


@pytest.mark.parametrize("hands", ["secret", "known"])
@pytest.mark.parametrize("players", [3, 4])
def test_games_end_after_six_rounds_with_every_card_where_it_is(cards, invariants, rng, soak, players, hands):
    for _ in range(150 if soak else 2):
        session = table_of(cards, rng, players, hands=hands)
        play_out(session, rng, boldness=(0.5, 1.0, 2.5))
        invariants.cards_are_kept(session)
        state = session.state
        assert (state.round, state.trick, len(state.open)) == (6, 8, 1)
        assert state.unseen == 0
        assert state.winners
        assert session.view().hidden_left == 0
        plays = sum(isinstance(c, m.Play) for entry in session.done for c in entry.commands)
        assert plays == 48 * players


@pytest.mark.parametrize("players", [3, 4])
def test_all_invariants_hold_at_every_entry(cards, invariants, rng, soak, players):
    """In the short form at every tenth entry or so."""
    for _ in range(10 if soak else 1):
        session = table_of(cards, rng, players, hands=rng.choice(("secret", "known")))
        dealt = Dealt(session.table.rules, session.state, rng)
        while session.state.asked is not None:
            play_on(session, dealt, boldness=rng.choice((0.5, 1.0, 3.0)))
            if soak or rng.random() < 0.1:
                invariants.all(session, rng)
        invariants.log_is_the_state(session)


@pytest.mark.parametrize("players", [3, 4])
def test_the_cards_nobody_sees_are_where_the_engine_counts_them(cards, rng, players):
    session = table_of(cards, rng, players)
    dealt = Dealt(session.table.rules, session.state, rng)
    while session.state.asked is not None:
        play_on(session, dealt)
        state = session.state
        assert cardset.of(dealt.booty) == state.unseen
        assert (len(dealt.bonuses), len(dealt.beneath)) == (state.bonuses, state.beneath)
        held = [*dealt.face_up, *dealt.aside, *(card for hand in dealt.hands for card in hand)]
        assert cardset.of(held) | state.shown == cardset.of(trick_cards(session.table.rules, state))
        assert len(set(held)) == len(held)
        hidden = [card for row in dealt.hidden.values() for card in row]
        assert len(hidden) == session.view().hidden_left


def test_players_who_know_their_hands_play_by_the_rules_with_hands_known(cards, rng):
    """What they lay aside and play is accepted where the engine knows the hands, so they never revoke."""
    for players in (3, 4):
        session = table_of(cards, rng, players, hands="known")
        play_out(session, rng)
        events = [event for entry in session.done for event in entry.events]
        assert not any(isinstance(event, m.RevokeShown) for event in events)
        assert any(isinstance(event, m.StoneLaid) for event in events)


def test_games_come_out_as_games_do(cards, rng, soak):
    """Players end with some forty to eighty points, bid a little, and never fall below minus nineteen."""
    points, bids, wins = [], [], []
    for _ in range(100 if soak else 8):
        session = Session(open_table(SetUp(game="port-royal-2000", players=NAMES), cards))
        play_out(session, rng)
        points += [line.points for line in session.scores()]
        wins.append(session.scores()[0].points)
        bids += [e.tons for entry in session.done for e in entry.events if isinstance(e, m.PrivilegesWon)]
    assert 25 <= statistics.mean(points) <= 90
    assert min(points) >= -19
    assert 0.3 <= statistics.mean(bids) <= 8
    assert statistics.mean(wins) > statistics.mean(points)


def test_hidden_bonus_cards_are_nowhere_in_a_running_game(cards, rng):
    """No state, event or step of a game in which no bonus card was shown holds the value of one (C6)."""
    session = table_of(cards, rng, 4)
    dealt = Dealt(session.table.rules, session.state, rng)
    journal = Journal(session.table.rules)
    faces = {card.id for card in cards if card.type == "bonus"}
    placed = 0
    while session.state.asked is not None and not isinstance(session.state.asked, m.Counting):
        entry = play_on(session, dealt)
        placed += sum(isinstance(event, m.BonusPlaced) for event in entry.events)
        written = [session.table.game.write(session.table.rules, command) for command in entry.commands]
        assert "prisoner" not in str(written)
        assert b"prisoner" not in journal.encode(entry.events)
        lying = {card for board in session.state.boards for ship in board.ships for card in ship}
        assert not lying & faces
        assert not cardset.of(faces) & session.state.removed
    assert "prisoner" not in str({key: fact for key, fact in session.facts().items() if session.state.asked})
    assert placed or not isinstance(session.state.asked, m.Counting)


def test_a_dealt_table_may_begin_in_the_middle_and_follow_other_cards(cards, rng):
    """Cards that a table turns up, opens and plays otherwise than dealt change places with those dealt."""
    for _ in range(8):
        session = table_of(cards, rng, 3)
        dealt = Dealt(session.table.rules, session.state, rng)
        for _ in range(rng.randrange(10, 300)):
            if session.state.asked is None:
                break
            state = session.state
            command = rng.choice(list(session.choices()))
            entry = session.play(command)
            dealt.follow(state, entry.events)
        if session.state.asked is None:
            continue
        again = Dealt(session.table.rules, session.state, rng)
        for each in (dealt, again):
            assert cardset.of(each.booty) == session.state.unseen
            assert list(map(len, each.hands)) == list(map(len, dealt.hands))
        for _ in range(40):
            if session.state.asked is None:
                break
            play_on(session, again)


def test_cards_set_right_by_hand_are_dealt_anew(cards, rng):
    session = table_of(cards, rng, 3)
    dealt = Dealt(session.table.rules, session.state, rng)
    state = session.state
    rum = next(card.id for card in cards if card.kind == "rum-9")
    dealt.follow(state, session.play(MoveCard(rum, "ship", 0, 2)).events)
    assert rum not in dealt.booty


def test_hidden_bonus_cards_keep_their_faces_where_they_go(game, rng):
    ships = {"Ann": {"rum": "b? b?"}, "Ben": {"tobacco": "b?"}}
    table = game(3, ships=ships, round=6).begin("K", "Ann", "REM REL")
    dealt = Dealt(table.rules, table.state, rng)
    first, second = dealt.hidden[0, 2]
    for step in ("choose REL", "play R3", "play R2", "play R1", "relocate b? tobacco rum"):
        before = table.state
        dealt.follow(before, table.do(step).events)
    assert (dealt.hidden[0, 2], dealt.hidden[0, 1]) == ([first], [second])
    for step in ("lead Ann", "choose REM", "play B3", "play B2", "play B1", "remove b? rum"):
        before = table.state
        dealt.follow(before, table.do(step).events)
    assert (dealt.hidden[0, 2], dealt.hidden[0, 1]) == ([], [second])


def test_a_game_that_is_over_has_nothing_to_choose(cards, rng):
    session = table_of(cards, rng, 3)
    play_out(session, rng)
    with pytest.raises(ValueError, match="over"):
        choose(session.table.rules, session.state, Dealt(session.table.rules, session.state, rng))
    with pytest.raises(RuntimeError, match="not ended after 5 entries"):
        play_out(table_of(cards, rng, 3), rng, limit=5)
