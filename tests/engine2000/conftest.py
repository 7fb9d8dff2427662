"""A little language for rule tests of Port Royal (2000), and what must hold at every moment of every game.

Cards are called as on the rules page: ``R4`` red 4, ``K`` black, ``P1`` a pirate; ``RUM9``, ``+8``,
``Max-5``, ``x2``, ``REM``, ``REL``, ``b3`` a bonus card.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.catalogue import load_cards
from engine import cardset
from engine.games import SetUp, open_table
from engine.journal import Journal
from engine.kernel import Command, Event, Illegal, Rules, decide, fold
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import COLOURS, SHIPS, Card
from engine.portroyal2000.layout import missing
from engine.portroyal2000.state import BONUS_CARDS, OPEN_CARDS, State, conserved
from engine.session import Entry, Session

NAMES = ("Ann", "Ben", "Cem", "Dora")
LETTERS = {"R": "red", "B": "blue", "G": "green", "K": "black", "P": "pirate", "b": "prisoner"}
GOODS = {"BIS": "biscuit", "TOB": "tobacco", "RUM": "rum", "GUN": "gunpowder"}
EXTRAS = {
    "+8": "plus-8",
    "+6": "plus-6",
    "-10": "minus-10",
    "-5": "minus-5",
    "Max+5": "max-plus-5",
    "Max-5": "max-minus-5",
    "x2": "double",
    "REM": "remove",
    "REL": "relocate",
    "b?": "hidden",
}
PLAIN = (
    " ".join(f"{good}{value}" for value in (2, 3, 4, 5, 6, 7, 8, 9, 10, 12) for good in GOODS)
    + " +8 +6 -10 -5 Max+5 Max-5 x2 REM REL"
)
"""Booty that lies open where a test does not care which."""


@pytest.fixture(scope="session")
def cards() -> tuple[Card, ...]:
    """Give the catalogue of Port Royal (2000)."""
    return load_cards("port-royal-2000")


@pytest.fixture
def rng() -> random.Random:
    """Give chance with a seed that a failing test prints; PORT_ROYAL_SEED brings it back."""
    seed = int(os.environ.get("PORT_ROYAL_SEED") or random.getrandbits(32))
    print(f"PORT_ROYAL_SEED={seed}")
    return random.Random(seed)


# -- the language of rule tests ----------------------------------------------------------
def named(code: str) -> str:
    """Give the name of a card by its short code; other words stay."""
    if code in EXTRAS:
        return EXTRAS[code]
    found = re.fullmatch(r"(BIS|TOB|RUM|GUN|[RBGKPb])(\d+)", code)
    return f"{({**LETTERS, **GOODS})[found[1]]}-{found[2]}" if found else code


def row(codes: str) -> list[str]:
    """Give the names of several cards."""
    return [named(code) for code in codes.split()]


def steps_of(text: str) -> Iterator[object]:
    """Read ``pass 3``, ``lay RUM2 RUM3``, ``play R4 K5``, ``relocate x2 rum``, ``bonus b? rum`` as steps."""
    word, *rest = text.split()
    match word:
        case "play":
            yield from ({word: named(code)} for code in rest)
        case "lay" | "open":
            yield {word: [named(code) for code in rest]}
        case "relocate" | "bonus" if rest != ["none"]:
            card, to, *source = rest
            yield {word: {"card": named(card), "to": to, **({"from": source[0]} if source else {})}}
        case "remove" if len(rest) == 2:
            yield {word: {"card": named(rest[0]), "from": rest[1]}}
        case "turn":
            yield {word: {"player": rest[0], "ship": rest[1], "card": named(rest[2])}}
        case "bid":
            yield {word: int(rest[0])}
        case "pass" if rest:
            yield from ["pass"] * int(rest[0])
        case _:
            yield {word: GOODS.get(rest[0], named(rest[0]))} if rest else word


def as_bag(value: object) -> object:
    """Make lists comparable in any order."""
    if isinstance(value, dict):
        return {key: as_bag(each) for key, each in value.items()}
    return sorted(value, key=repr) if isinstance(value, list) else value


def part_of(fact: Any, expected: Any) -> Any:
    """Give of a fact, mappings in mappings too, the keys that are expected."""
    if isinstance(fact, dict) and isinstance(expected, dict):
        return {key: part_of(fact[key], each) for key, each in expected.items()}
    return fact


class Table:
    """A table that is played in steps and looked at in facts."""

    def __init__(self, session: Session, checks: Invariants) -> None:
        self.session = session
        self.events: tuple[Event, ...] = session.opening
        self.checks = checks

    def __getattr__(self, name: str) -> Any:
        """Give a fact, such as ``debt``, by its name in table scripts."""
        facts = self.session.facts()
        if name not in facts:
            raise AttributeError(name)
        return facts[name]

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def rules(self) -> Rules:
        return self.session.table.rules

    def card(self, code: str) -> int:
        """Give the id of a card."""
        return next(card.id for card in self.rules.cards if card.kind == named(code))

    def do(self, *texts: str | dict[str, object]) -> Table:
        """Play steps one by one; every one must be offered, or be a shorthand for some that are."""
        for text in texts:
            for step in steps_of(text) if isinstance(text, str) else [text]:
                command = self.session.step(step)
                usual = (
                    not isinstance(command, (m.Lay, m.Deal, *CORRECTIONS))
                    and getattr(command, "ship", 0) >= 0
                )
                assert not usual or command in self.session.choices(), step
                self.events = self.session.play(command).events
                self.checks.cards_are_kept(self.session)
        return self

    def refuse(self, text: str | dict[str, object], because: str = "") -> Table:
        """Check that a step is refused, changes nothing, and says why."""
        before, seq = self.state, self.session.seq
        [step] = steps_of(text) if isinstance(text, str) else [text]
        command = self.session.step(step)
        with pytest.raises(Illegal) as refusal:
            self.session.play(command)
        assert (self.state, self.session.seq) == (before, seq)
        assert because in str(refusal.value), str(refusal.value)
        assert str(refusal.value).endswith(".")
        return self

    def expect(self, **expected: object) -> Table:
        """Compare facts; of mappings only the keys that are given, lists in any order."""
        facts = self.session.facts()
        for name, value in expected.items():
            assert as_bag(part_of(facts[name], value)) == as_bag(value), name
        return self

    def holds(self, who: str, **ships: str) -> Table:
        """Compare what lies on ships: ``holds("Ann", rum="RUM9 +8")``."""
        return self.expect(ships={who: {ship: row(codes) for ship, codes in ships.items()}})

    def happened(self, kind: type[Event]) -> list[Any]:
        """Give the events of a kind that followed from the last step."""
        return [event for event in self.events if type(event) is kind]

    def undo(self) -> Table:
        self.session.undo()
        return self

    # -- shorthands ----------------------------------------------------------------------
    def lay(self, codes: str = "") -> Table:
        """Turn up these booty cards and as many others as are missing."""
        wanted = codes.split()
        free = [c for c in PLAIN.split() if c not in wanted and cardset.has(self.state.unseen, self.card(c))]
        count = missing(self.rules, self.state)
        return self.do("lay " + " ".join([*wanted, *free][:count]))

    def auction(self, holder: str | None = None, bid: int = 0) -> Table:
        """Let a player win the auction with a bid; without a bid everybody passes."""
        while self.phase == "auction":
            self.do(f"bid {bid}" if bid and self.to_act == holder and self.high_bid < bid else "pass")
        return self

    def begin(
        self, trump: str = "K", lead: str = "Ann", booty: str = "", *, holder: str | None = None, bid: int = 0
    ) -> Table:
        """Come to the first choice of booty of a round."""
        self.lay(booty).auction(holder, bid)
        return self.do("swapped", f"trump {LETTERS[trump]}", f"lead {lead}")

    def trick(self, booty: str, plays: str, lead: str | None = None) -> Table:
        """Play a trick for a booty card; before it name who leads, if that is to do."""
        if self.phase == "lead":
            self.do(f"lead {lead or 'Ann'}")
        return self.do(f"choose {booty}", f"play {plays}")

    def win(self, who: str, booty: str) -> Table:
        """Let a player win a booty card: he leads the highest card of a colour that is left."""
        if self.phase == "lead":
            self.do(f"lead {who}")
        self.do(f"choose {booty}")
        plays = self.rules.seats
        colour, values = self._run(plays)
        self.do(f"play {colour}{max(values)}")
        for value in sorted(values)[: plays - 1]:
            self.do(f"play {colour}{value}")
        return self

    def _run(self, count: int) -> tuple[str, list[int]]:
        """Find a colour other than trump, else trump, of which so many cards are left."""
        for letter in sorted("RBGK", key=lambda each: LETTERS[each] == self.trump):
            left = [
                card.value
                for card in self.rules.cards
                if card.colour == LETTERS[letter] and m.Play(card.id) in set(self.session.choices())
            ]
            if len(left) >= count:
                return letter, left
        raise AssertionError("no colour is left for a whole trick")

    def play_round(self, left: str | None = None) -> Table:
        """Play the rest of a round, any booty but one, and answer what is asked on the way."""
        while self.phase not in ("slide", "over"):
            match self.phase:
                case "lead":
                    self.do("lead Ann")
                case "choose":
                    cards = [card for card in self.booty if card != (named(left) if left else None)]
                    self.do({"choose": cards[0]})
                case "play" | "penalty" | "place" | "bonus" | "count":
                    self.session.play(next(iter(self.session.choices())))
                case phase:
                    raise AssertionError(phase)
        return self


def position_of(placed: dict[str, object]) -> dict[str, object]:
    """Read a position with short codes: ``ships={"Ann": {"rum": "RUM9 b3"}}``, ``left_over="GUN4 2"``."""
    position = dict(placed)
    if "ships" in position:
        position["ships"] = {
            who: {ship: row(codes) for ship, codes in ships.items()}
            for who, ships in position["ships"].items()
        }
    if "removed" in position:
        position["removed"] = row(position["removed"])
    if "left_over" in position:
        card, bonuses = position["left_over"].split()
        position["left_over"] = {"card": named(card), "bonuses": int(bonuses)}
    return position


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
        return Table(Session(open_table(set_up, cards)), invariants)

    return make


# -- what must hold at every moment ------------------------------------------------------
CORRECTIONS = (
    *(m.SetDebt, m.SetStones, m.MoveCard, m.SetShips, m.SetDealer),
    *(m.SetRemoved, m.SetLeftOver, m.SetRound),
)
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


class Invariants:
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

    def log_is_the_state(self, session: Session) -> None:
        """Folding the log as it is written gives the state, and deciding again the same events."""
        table = session.table
        journal = Journal(table.rules)
        state = fold(table.rules, table.initial, session.opening)
        for entry in session.done:
            assert journal.commands(journal.encode(entry.commands)) == entry.commands
            events = journal.events(journal.encode(entry.events))
            assert events == entry.events
            again, replayed = state, []
            for command in entry.commands:
                turn = decide(table.rules, again, command)
                again = turn.state
                replayed += turn.events
            assert tuple(replayed) == events
            state = fold(table.rules, state, events)
            assert state == again
        assert state == session.state

    def undo_and_redo(self, session: Session) -> list[Entry]:
        """Undo then redo is as if nothing had been done; gives these two entries."""
        if session.last is None:
            return []
        state, before, last = session.state, session.before(), session.last
        undone = session.undo()
        assert session.state == before
        redone = session.redo()
        assert (session.state, session.last) == (state, last)
        return [undone, redone]

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
    yield m.SetDebt(seat, rng.randrange(-1, 21))
    yield m.SetDebt(seat, rng.randrange(10), (((seat + 1) % rules.seats, rng.randrange(10)),))
    yield m.SetStones(seat, tuple(rng.sample(COLOURS, rng.randrange(4))))
    yield m.SetStones(seat, (), (((seat + 1) % rules.seats, tuple(rng.sample(COLOURS, 2))),))
    yield m.SetDealer(seat)
    yield m.SetRound(rng.randrange(8))
    yield m.SetLeftOver(rng.randrange(55), rng.randrange(-1, 6))
    yield m.SetLeftOver(max(state.carried, 0), rng.randrange(-1, 6))
    yield m.SetRemoved(tuple(rng.sample(range(55), rng.randrange(5))))
    yield m.SetRemoved((*cardset.ids(state.removed), rng.randrange(55)))
    for card in rng.sample(range(len(rules.cards)), 8):
        yield m.MoveCard(card, "ship", seat, ship)
        yield m.MoveCard(card, rng.choice(("removed", "pile")))
        yield m.MoveCard(card, "kept", seat)
        yield m.SetShips(((seat, ship, (*state.boards[seat].ships[ship], card)),))
    yield m.MoveCard(next(card.id for card in rules.cards if card.tool == "remove"), "kept", seat)
    lying = state.boards[seat].ships[ship]
    yield m.SetShips(((seat, ship, lying[1:]),))
    yield m.SetShips(((seat, ship, (*lying, m.HIDDEN)),))
    yield m.SetShips(((seat, ship, tuple(card for card in lying if card != m.HIDDEN)),))


def accepted(rules: Rules, state: State, command: Command) -> bool:
    """Tell whether the rules play a command; a refusal must be a sentence."""
    try:
        decide(rules, state, command)
    except Illegal as refusal:
        said = str(refusal)
    else:
        return True
    assert said.endswith(".")
    return False


@pytest.fixture(scope="session")
def invariants() -> Invariants:
    """Give the checks that hold at every moment."""
    return Invariants()
