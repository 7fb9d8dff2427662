"""Games of any turn of events: whatever is played, undone or set right by hand, all invariants hold (C7)."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from engine.games import SetUp
from engine.portroyal2000 import Options
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import SHIPS, Card
from game_machine import GameMachine, going_on, run_machine

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


class Machine(GameMachine):
    """One game of Port Royal (2000)."""

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
        self.open_game(set_up)

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
    @rule()
    def mis_tap(self) -> None:
        """Something done by mistake and taken back is as if it had not been."""
        before = self.session.state
        self.something()
        self.log.append(self.session.undo())
        assert self.session.state == before


def test_invariants_hold_in_games_of_any_turn(cards, invariants, soak):
    run_machine(Machine, cards, invariants, settings() if soak else settings(max_examples=6))
