"""Games of any turn of events: whatever is played, undone or set right by hand, all invariants hold."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from engine.games import SetUp
from engine.portroyal import PRESETS, options_of
from engine.portroyal import messages as m
from engine.portroyal.cards import Card
from engine.portroyal.setup import boxed
from game_checks import offered_by_kind
from game_machine import GameMachine, going_on, run_machine

NAMES = ("Ann", "Ben", "Cem", "Dan", "Eva")


def somewhere(
    rng: random.Random, cards: tuple[Card, ...], box: int, players: int, pile: int
) -> dict[str, Any]:
    """Make up a position in the middle of a game that leaves about so many cards in the pile."""
    free = [card for card in cards if not box >> card.id & 1 and not card.face.five_players]
    rng.shuffle(free)

    def some(n: int, *types: str) -> list[str]:
        chosen = [card for card in free if card.type in types][:n]
        for card in chosen:
            free.remove(card)
        return [card.name for card in chosen]

    names = NAMES[:players]
    harbor, colours = [], set()
    for card in [c for c in free if c.type in ("ship", "person")][: rng.randrange(6)]:
        if card.colour not in colours or not card.colour:
            colours.add(card.colour)
            harbor.append(card.name)
            free.remove(card)
    position = {
        "active": rng.choice(names),
        "harbor": harbor,
        "display": {name: some(rng.randrange(7), "person", "expedition") for name in names},
        "expeditions": some(rng.randrange(4), "expedition"),
        "discard": some(rng.randrange(40), "ship", "person", "tax"),
        "coins": {name: rng.randrange(1 + min(15, len(free) // players)) for name in names},
    }
    rest = len(free) - sum(position["coins"].values())
    position["coins"][rng.choice(names)] += max(0, rest - pile)
    return position


class Machine(GameMachine):
    """One game of Port Royal."""

    @initialize(
        players=st.integers(2, 5),
        preset=st.sampled_from(list(PRESETS)),
        gamblers=st.booleans(),
        again=st.sampled_from(["after_reveal", "never"]),
        required=st.booleans(),
        pile=st.sampled_from([None, 0, 1, 2, 5, 30, 119]),
        seed=st.integers(0, 2**32 - 1),
    )
    def begin(self, players, preset, gamblers, again, required, pile, seed) -> None:
        self.rng = random.Random(seed)
        options = {"gamblers": gamblers, "gambler_again": again, "expedition_required": required}
        position = None
        if pile is not None:
            box = boxed(self.cards, players, options_of(preset, options))
            position = somewhere(self.rng, self.cards, box, players, pile)
        set_up = SetUp(
            game="port-royal", players=NAMES[:players], rules=preset, options=options, position=position
        )
        self.open_game(set_up)

    @precondition(going_on)
    @rule(data=st.data())
    def something_offered(self, data) -> None:
        """Play something that is offered; every kind of command is as likely as the others."""
        by_kind = offered_by_kind(self.session)
        commands = by_kind[data.draw(st.sampled_from(list(by_kind)))]
        self.play(commands[data.draw(st.integers(0, len(commands) - 1))])

    @precondition(going_on)
    @rule(times=st.integers(1, 4))
    def reveals(self, times) -> None:
        """Turn up cards: what a turn mostly consists of."""
        for _ in range(times):
            commands = [c for c in self.session.choices() if isinstance(c, m.Reveal)]
            if commands:
                self.play(self.rng.choice(commands))


def test_invariants_hold_in_games_of_any_turn(cards, invariants, soak):
    run_machine(Machine, cards, invariants, settings() if soak else settings(max_examples=15))
