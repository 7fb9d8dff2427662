"""Positions and facts in the words of table scripts."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from engine import cardset
from engine.kernel import Rules
from engine.notation import converted, pick, seat_of
from engine.portroyal2000.auction import limit_of
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.correction_notation import LeftOver
from engine.portroyal2000.scoring import debt_of, scores, ships_of
from engine.portroyal2000.setup import Placement
from engine.portroyal2000.state import State
from engine.portroyal2000.words import card_name, card_of, ship_number


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of ``position``."""

    round: int = 1
    dealer: str | None = None
    debt: dict[str, int] = {}
    ships: dict[str, dict[str, list[str]]] = {}
    removed: list[str] = []
    kept: str | None = None
    left_over: LeftOver | None = None


def placement(rules: Rules, position: object) -> Placement:
    """Read a ``position``; raises ``NotationError`` for unknown keys, names and cards."""
    parts = converted(position, Position, "position")
    left = parts.left_over
    return Placement(
        round=parts.round,
        dealer=None if parts.dealer is None else seat_of(rules.names, parts.dealer),
        debt={seat_of(rules.names, name): tons for name, tons in parts.debt.items()},
        ships={seat_of(rules.names, name): _board(rules, ships) for name, ships in parts.ships.items()},
        removed=tuple(pick(rules.cards, card, ()) for card in parts.removed),
        kept=-1 if parts.kept is None else seat_of(rules.names, parts.kept),
        carried=-1 if left is None else pick(rules.cards, left.card, ()),
        beneath=0 if left is None else left.bonuses,
    )


def _board(rules: Rules, ships: dict[str, list[str]]) -> tuple[tuple[int, ...], ...]:
    loaded = {ship_number(ship): cards for ship, cards in ships.items()}
    return tuple(tuple(card_of(rules, card) for card in loaded.get(at, ())) for at in range(len(SHIPS)))


FACTS = (
    *("round", "trick", "dealer", "to_act", "phase", "high_bid", "limit", "holder", "trump", "contested"),
    *("left_over", "debt", "bid_stone", "ships", "weight", "capacity", "stones", "revokes", "totals"),
    *("sunk", "winners", "booty", "removed", "kept"),
)
"""The keys of ``expect``."""


def facts(rules: Rules, state: State, *, copies: bool = False) -> dict[str, object]:
    """Give everything that ``expect`` may compare; every card is there once, so copies are no matter."""
    return {**_moment(rules, state), **_boards(rules, state)}


def _moment(rules: Rules, state: State) -> dict[str, object]:
    """Give what is the same for all players."""
    asked = state.asked
    names = rules.names

    def kinds(cards: Iterable[int]) -> list[str]:
        return [card_name(rules, card) for card in cards]

    def player(seat: int) -> str | None:
        return names[seat] if seat >= 0 else None

    def card(number: int) -> str | None:
        return card_name(rules, number) if number >= 0 else None

    return {
        "phase": asked.phase if asked else "over",
        "to_act": names[asked.seat] if asked else None,
        "round": state.round,
        "trick": state.trick,
        "dealer": names[state.dealer],
        "high_bid": state.high,
        "holder": player(state.holder),
        "bid_stone": debt_of(state, state.holder) if state.stone else None,
        "trump": state.trump or None,
        "contested": card(state.contested),
        "left_over": card(state.carried),
        "booty": kinds(state.open),
        "removed": kinds(cardset.ids(state.removed)),
        "kept": player(state.kept),
        "revokes": [{"player": names[each.seat], "colour": each.colour} for each in state.revokes],
        "winners": [names[seat] for seat in state.winners],
    }


def _boards(rules: Rules, state: State) -> dict[str, object]:
    """Give what lies before each player."""
    boards = dict(zip(rules.names, state.boards, strict=True))
    scored = {
        name: dict(zip(SHIPS, ships_of(rules, state, seat), strict=True))
        for seat, name in enumerate(rules.names)
    }
    totals = {rules.names[line.seat]: line.points for line in scores(rules, state)}
    return {
        "limit": {name: limit_of(state, seat) for seat, name in enumerate(rules.names)},
        "debt": {name: board.debt for name, board in boards.items()},
        "ships": {
            name: {
                ship: [card_name(rules, card) for card in cards]
                for ship, cards in zip(SHIPS, board.ships, strict=True)
            }
            for name, board in boards.items()
        },
        "weight": {
            name: {ship: each.weight for ship, each in ships.items()} for name, ships in scored.items()
        },
        "capacity": {
            name: {ship: each.capacity for ship, each in ships.items()} for name, ships in scored.items()
        },
        "stones": {name: [stone.colour for stone in board.stones] for name, board in boards.items()},
        "totals": {name: totals[name] for name in rules.names},
        "sunk": {name: [ship for ship, each in ships.items() if each.sunk] for name, ships in scored.items()},
    }
