"""Weight, capacity and score of ships, and who has won (140 to 159, 166 to 171)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from engine.kernel import Rules
from engine.portroyal2000.cards import Card
from engine.portroyal2000.messages import HIDDEN
from engine.portroyal2000.state import State

CAPACITY = {3: 24, 4: 18}
"""Tons that a ship carries, by the number of players (140)."""


class ShipScore(msgspec.Struct, frozen=True):
    """What a ship is worth as it lies."""

    weight: int
    """Tons after x2; may be negative (155)."""
    capacity: int
    sunk: bool
    cargo: int
    """What its booty counts, were it afloat: at least 0 (149)."""
    bonus: int
    """What its known bonus cards count, were it afloat."""
    hidden: int
    """Bonus cards whose value nobody has shown."""

    @property
    def score(self) -> int:
        """Give what it counts in the end: nothing if it sinks (143)."""
        return 0 if self.sunk else self.cargo + self.bonus


class Score(msgspec.Struct, frozen=True):
    """One line of the final score, best first."""

    rank: int
    seat: int
    points: int
    """The total, debt subtracted; may be negative (168)."""
    debt: int
    ships: tuple[ShipScore, ...]


def ship_score(rules: Rules, lying: Sequence[int]) -> ShipScore:
    """Weigh and count the cards of one ship."""
    cards: list[Card] = [rules.cards[card] for card in lying if card != HIDDEN]
    times = 2 if any(card.doubles for card in cards) else 1
    weight = times * sum(card.tons for card in cards)
    capacity = CAPACITY[rules.seats] + sum(card.room for card in cards)
    return ShipScore(
        weight=weight,
        capacity=capacity,
        sunk=weight > capacity,
        cargo=max(0, _value(rules, cards, times)),
        bonus=sum(card.points for card in cards),
        hidden=len(lying) - len(cards),
    )


def _value(rules: Rules, cards: Sequence[Card], times: int) -> int:
    """Count what booty is worth: its weight, but for the switches (B54, B57)."""
    times = times if rules.options.x2_scores == "yes" else 1
    if rules.options.minus_scores == "load_only":
        return times * sum(card.tons for card in cards if card.tons > 0)
    return times * sum(card.tons for card in cards)


def debt_of(state: State, seat: int) -> int:
    """Give the debt of a seat, an open bid counted (132, B47)."""
    return state.boards[seat].debt + (state.high if state.stone and seat == state.holder else 0)


def ships_of(rules: Rules, state: State, seat: int) -> tuple[ShipScore, ...]:
    """Give the four ships of a seat."""
    return tuple(ship_score(rules, cards) for cards in state.boards[seat].ships)


def scores(rules: Rules, state: State) -> list[Score]:
    """Rank the players as if the game ended now; an equal rank is a shared one (170, 171, B67)."""
    ships = [ships_of(rules, state, seat) for seat in range(rules.seats)]
    debts = [debt_of(state, seat) for seat in range(rules.seats)]
    totals = [sum(ship.score for ship in ships[seat]) - debts[seat] for seat in range(rules.seats)]
    lower = rules.options.final_tie == "lower_debt"
    keys = [(total, -debt if lower else 0) for total, debt in zip(totals, debts, strict=True)]
    lines = [
        Score(1 + sum(other > keys[seat] for other in keys), seat, totals[seat], debts[seat], ships[seat])
        for seat in range(rules.seats)
    ]
    return sorted(lines, key=lambda line: (line.rank, line.seat))


def winners(rules: Rules, state: State) -> tuple[int, ...]:
    """Give the seats that share the win."""
    return tuple(line.seat for line in scores(rules, state) if line.rank == 1)
