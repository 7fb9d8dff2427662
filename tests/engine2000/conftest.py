"""Tables of Port Royal (2000), and what must hold at every moment of every game."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.catalogue import load_cards
from engine import cardset
from engine.games import SetUp, open_table
from engine.kernel import Command, Rules
from engine.portroyal2000 import correction_messages as by_hand
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import COLOURS, SHIPS, Card
from engine.portroyal2000.state import BONUS_CARDS, OPEN_CARDS, State, conserved
from engine.session import Entry, Session
from game_checks import SessionChecks, accepted
from language_2000 import NAMES, Table, position_of


@pytest.fixture(scope="session")
def cards() -> tuple[Card, ...]:
    """Give the catalogue of Port Royal (2000)."""
    return load_cards("port-royal-2000")


@pytest.fixture
def game(cards: tuple[Card, ...], invariants: Invariants) -> Callable[..., Table]:
    """Open a table: ``game(3, debt={"Ann": 4}, minus_scores="load_only")``.

    Keys of a position stand for themselves, everything else is a switch.
    """
    position_keys = ("round", "dealer", "debt", "ships", "removed", "kept", "left_over")

    def make(players: int = 3, **more: Any) -> Table:
        position = {key: more.pop(key) for key in position_keys if key in more}
        set_up = SetUp(
            game="port-royal-2000",
            players=NAMES[:players],
            options=more,
            position=position_of(position) if position else None,
        )
        return Table(Session(open_table(set_up, cards)), invariants.cards_are_kept)

    return make


NONSENSE = (
    m.NameLeader(-1),
    m.NameLeader(4),
    m.Place(-1),
    m.Place(4),
    m.PlaceBonus(m.HIDDEN, 4),
    m.Relocate(46, 4),
    m.TurnBonus(4, 0, 50),
    m.TurnBonus(0, 4, 50),
)
"""Seats and ships that are not there."""
BARE = (m.Pass, m.Swapped, m.Repay, m.Discard, m.Keep, m.Lapse, m.Slide)


class Invariants(SessionChecks):
    """What must hold for a session of Port Royal (2000) whatever was played (C7)."""

    def cards_are_kept(self, session: Session) -> None:
        """Every booty and bonus card is in one place; debts and stones stand on their scales."""
        rules, state = session.table.rules, session.state
        booty, bonus = conserved(rules, state)
        assert booty == 49
        assert bonus <= BONUS_CARDS
        assert len(state.open) <= OPEN_CARDS
        assert min(state.beneath, state.bonuses, state.removed_unseen) >= 0
        for seat, board in enumerate(state.boards):
            owes = (state.stone and seat == state.holder) or (state.holder < 0 and seat == state.bidder)
            bid = state.high if owes else 0
            assert 0 <= board.debt <= board.debt + bid <= 19
            colours = [stone.colour for stone in board.stones]
            assert len(set(colours)) == len(colours) <= 3
            assert state.trump not in colours
            for ship, lying in enumerate(board.ships):
                faces = [rules.cards[card] for card in lying if card != m.HIDDEN]
                assert all(face.ship in (-1, ship) and not face.tool for face in faces)

    def offered_is_accepted(self, session: Session, rng: random.Random) -> None:
        """Every command there is, is accepted if and only if it is offered."""
        rules, state = session.table.rules, session.state
        offered = list(session.choices())
        assert len(set(offered)) == len(offered)
        assert bool(offered) == (state.asked is not None)
        commands = {*universe(rules, state, rng), *NONSENSE}
        for command in commands | set(offered):
            assert accepted(rules, state, command) == (command in offered), command

    def written_is_read(self, session: Session, rng: random.Random) -> None:
        """Commands survive their way through the text of table scripts; of all there are some."""
        game, rules, state = session.table.game, session.table.rules, session.state
        commands = [*universe(rules, state, rng), *corrections(rules, state, rng)]
        for command in rng.sample(commands, min(30, len(commands))):
            assert game.parse(rules, state, game.write(rules, command)) == command

    def secrets_are_kept(self, session: Session) -> None:
        """No view of anybody holds a bonus card or a hand of another seat before the count (C6)."""
        state, rules = session.state, session.table.rules
        if state.asked is None or isinstance(state.asked, m.Counting):
            return
        for viewer in (None, *range(rules.seats)):
            seen = session.view(viewer)
            for player in seen.players:
                shown = [card for ship in player.ships for card in ship.cards if card != m.HIDDEN]
                bonus = [card for card in shown if rules.cards[card].type == "bonus"]
                assert not bonus or player.seat == viewer
                assert player.hidden + len(bonus) == sum(ship.bonuses for ship in player.ships)
            for _, card in (*seen.removable, *seen.movable):
                own = viewer == (state.asked.seat if seen.won >= 0 else state.kept)
                assert card == m.HIDDEN or rules.cards[card].type != "bonus" or own
            hand = state.hands[viewer] if state.hands and viewer is not None else 0
            assert cardset.of(seen.hand) == hand
            assert not seen.aside or viewer == state.holder

    def screens_can_be_drawn(self, session: Session) -> None:
        """What screens show can be worked out, and agrees with the facts."""
        view, facts, scores = session.view(), session.facts(), session.scores()
        assert tuple(sorted(facts)) == tuple(sorted(session.table.game.fact_names))
        assert (view.phase, view.round, view.trick) == (facts["phase"], facts["round"], facts["trick"])
        assert [player.limit for player in view.players] == list(facts["limit"].values())
        assert [player.debt for player in view.players] == list(facts["debt"].values())
        assert [line.rank for line in scores] == sorted(line.rank for line in scores)
        assert {line.seat: line.points for line in scores} == dict(enumerate(facts["totals"].values()))
        if view.phase == "over":
            assert list(view.winners) == [line.seat for line in scores if line.rank == 1]
            assert [player.total for player in view.players] == list(facts["totals"].values())

    def corrections(self, session: Session, rng: random.Random) -> list[Command]:
        """Give some of what a table could set right by hand, possible or not."""
        return list(corrections(session.table.rules, session.state, rng))

    def all(self, session: Session, rng: random.Random) -> list[Entry]:
        """Check everything that is not about the whole log; gives the entries that this added to it."""
        self.cards_are_kept(session)
        self.offered_is_accepted(session, rng)
        self.written_is_read(session, rng)
        self.secrets_are_kept(session)
        self.screens_can_be_drawn(session)
        return self.undo_and_redo(session)


def universe(rules: Rules, state: State, rng: random.Random) -> Iterator[Command]:
    """Give commands that players could say here, legal or not; those that stand for several are left out."""
    known = rules.options.hands == "known"
    yield from (kind() for kind in BARE if not (known and kind is m.Swapped))
    for card in rng.sample(range(len(rules.cards)), 12):
        yield from (kind(card) for kind in (m.TurnUp, m.Choose, m.Play, m.TakePenalty, m.Remove))
        yield from (m.PlaceBonus(card, ship) for ship in (0, 3))
        yield m.Relocate(card, rng.randrange(4))
        yield m.TurnBonus(rng.randrange(rules.seats), rng.randrange(4), card)
    yield from map(m.Bid, range(21))
    yield from map(m.NameTrump, (*COLOURS, "pirate"))
    yield from map(m.NameLeader, range(rules.seats))
    for ship in range(len(SHIPS)):
        yield from (m.Place(ship), m.Remove(m.HIDDEN, ship), m.PlaceBonus(m.HIDDEN, ship))
        yield from (m.Relocate(m.HIDDEN, to, ship) for to in range(len(SHIPS)))
    tricks = rng.sample([card.id for card in rules.cards if card.type == "trick"], 4)
    yield m.Open((min(tricks[:2]), max(tricks[:2])))
    if known:
        yield m.Swapped(tuple(sorted(tricks[2:])))


def corrections(rules: Rules, state: State, rng: random.Random) -> Iterator[Command]:
    """Give some of what a table could set right by hand, possible or not."""
    seat, ship = rng.randrange(rules.seats), rng.randrange(4)
    yield by_hand.SetDebt(seat, rng.randrange(-1, 21))
    yield by_hand.SetDebt(seat, rng.randrange(10), (((seat + 1) % rules.seats, rng.randrange(10)),))
    yield by_hand.SetStones(seat, tuple(rng.sample(COLOURS, rng.randrange(4))))
    yield by_hand.SetStones(seat, (), (((seat + 1) % rules.seats, tuple(rng.sample(COLOURS, 2))),))
    yield by_hand.SetDealer(seat)
    yield by_hand.SetRound(rng.randrange(8))
    yield by_hand.SetLeftOver(rng.randrange(55), rng.randrange(-1, 6))
    yield by_hand.SetLeftOver(max(state.carried, 0), rng.randrange(-1, 6))
    yield by_hand.SetRemoved(tuple(rng.sample(range(55), rng.randrange(5))))
    yield by_hand.SetRemoved((*cardset.ids(state.removed), rng.randrange(55)))
    for card in rng.sample(range(len(rules.cards)), 8):
        yield by_hand.MoveCard(card, "ship", seat, ship)
        yield by_hand.MoveCard(card, rng.choice(("removed", "pile")))
        yield by_hand.MoveCard(card, "kept", seat)
        yield by_hand.SetShips(((seat, ship, (*state.boards[seat].ships[ship], card)),))
    yield by_hand.MoveCard(next(card.id for card in rules.cards if card.tool == "remove"), "kept", seat)
    lying = state.boards[seat].ships[ship]
    yield by_hand.SetShips(((seat, ship, lying[1:]),))
    yield by_hand.SetShips(((seat, ship, (*lying, m.HIDDEN)),))
    yield by_hand.SetShips(((seat, ship, tuple(card for card in lying if card != m.HIDDEN)),))


@pytest.fixture(scope="session")
def invariants() -> Invariants:
    """Give the checks that hold at every moment."""
    return Invariants()
