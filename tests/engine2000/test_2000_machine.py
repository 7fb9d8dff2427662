"""Games of any turn of events: whatever is played, undone or set right by hand, all invariants hold (C7)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from engine.games import SetUp, open_table
from engine.kernel import Command, Illegal
from engine.portroyal2000 import Options
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import SHIPS, Card
from engine.session import Entry, Session, restore

NAMES = ("Ann", "Ben", "Cem", "Dora")
FLAGS = {
    field.name: msgspec.inspect.type_info(field.type).values  # the values of each switch
    for field in msgspec.structs.fields(Options)
}


def somewhere(rng: random.Random, cards: tuple[Card, ...], players: int, number: int) -> dict[str, Any]:
    """Make up a position at the start of a round, with as many cards gone as there usually are."""
    booty = [card for card in cards if card.type == "booty" and card.tool != "relocate"]
    rng.shuffle(booty)
    names = NAMES[:players]
    ships: dict[str, dict[str, list[str]]] = {name: {ship: [] for ship in SHIPS} for name in names}
    position: dict[str, Any] = {"round": number, "dealer": rng.choice(names), "ships": ships, "removed": []}
    bonuses = ["prisoner-1", "prisoner-2", "hidden", "hidden", "prisoner-5"][: number - 1]
    if number > 1:
        position["left_over"] = {"card": booty.pop().kind, "bonuses": 1 if bonuses.pop() else 0}
    for card in booty[: 8 * (number - 1)]:
        if card.tool:
            position["kept"] = rng.choice(names)
        elif rng.random() < 0.15:
            position["removed"].append(card.kind)
        else:
            ships[rng.choice(names)][SHIPS[card.ship] if card.ship >= 0 else rng.choice(SHIPS)].append(
                card.kind
            )
    for bonus in bonuses:
        ships[rng.choice(names)][rng.choice(SHIPS)].append(bonus)
    position["debt"] = {name: rng.choice((0, 0, 3, 12, 18, 19)) for name in names}
    return position


class Machine(RuleBasedStateMachine):
    """One game of any kind; its log is kept as the store would."""

    cards: tuple[Card, ...]
    checks: Any
    session: Session
    log: list[Entry]

    @initialize(
        players=st.integers(3, 4),
        options=st.fixed_dictionaries({}, optional={name: st.sampled_from(v) for name, v in FLAGS.items()}),
        number=st.sampled_from([0, 1, 2, 5, 6, 6]),
        seed=st.integers(0, 2**32 - 1),
    )
    def begin(self, players, options, number, seed) -> None:
        self.rng = random.Random(seed)
        position = somewhere(self.rng, self.cards, players, number) if number else None
        set_up = SetUp(game="port-royal-2000", players=NAMES[:players], options=options, position=position)
        self.session = Session(open_table(set_up, self.cards))
        self.log = []

    def going_on(self) -> bool:
        return self.session.state.asked is not None

    def play(self, command: Command) -> None:
        self.log.append(self.session.play(command))

    def something(self) -> None:
        """Play something that is offered; every kind of command is as likely as the others."""
        by_kind: dict[type, list[Command]] = {}
        for command in self.session.choices():
            by_kind.setdefault(type(command), []).append(command)
        if by_kind:
            self.play(self.rng.choice(self.rng.choice(list(by_kind.values()))))

    @precondition(going_on)
    @rule(times=st.sampled_from([1, 3, 9, 40, 120]))
    def some_offered(self, times) -> None:
        for _ in range(times):
            self.something()

    @precondition(going_on)
    @rule()
    def to_a_decision_about_booty(self) -> None:
        """Play on until a card is to be placed, or a penalty to be picked: what games are about."""
        for _ in range(60):
            if isinstance(self.session.state.asked, (m.Placing, m.PenaltyChoice, m.PlacingBonus, m.Counting)):
                return
            self.something()

    @precondition(going_on)
    @rule(pick=st.integers(0, 10**6))
    def correction(self, pick) -> None:
        """Set something right by hand; what the table cannot mean is refused and changes nothing."""
        before = self.session.state
        commands = self.checks.corrections(self.session, self.rng)
        try:
            self.play(commands[pick % len(commands)])
        except Illegal:
            assert self.session.state is before

    @precondition(lambda self: self.session.last is not None)
    @rule(times=st.integers(1, 3))
    def undo(self, times) -> None:
        for _ in range(min(times, len(self.session.done))):
            self.log.append(self.session.undo())

    @precondition(lambda self: self.session.can_redo)
    @rule()
    def redo(self) -> None:
        self.log.append(self.session.redo())

    @precondition(going_on)
    @rule()
    def mis_tap(self) -> None:
        """Something done by mistake and taken back is as if it had not been."""
        before = self.session.state
        self.something()
        self.log.append(self.session.undo())
        assert self.session.state == before

    @invariant()
    def holds(self) -> None:
        self.log += self.checks.all(self.session, self.rng)

    def teardown(self) -> None:
        if not hasattr(self, "session"):
            return
        self.checks.log_is_the_state(self.session)
        again = restore(self.session.table, self.log)
        assert (again.state, again.done, again.seq) == (
            self.session.state,
            self.session.done,
            self.session.seq,
        )


def test_invariants_hold_in_games_of_any_turn(cards, invariants, soak):
    machine = type("Machine", (Machine,), {"cards": cards, "checks": invariants})
    run_state_machine_as_test(machine, settings=settings() if soak else settings(max_examples=6))
