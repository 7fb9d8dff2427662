"""What ``expect`` may say of each fact, and how what it says is compared with the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from companion.script_text import write_value
from engine.games import GAMES
from engine.kernel import Rules
from engine.notation import NotationError, pick, seat_of

SHAPES: Mapping[str, Mapping[str, str]] = {
    "port-royal": {
        "active": "player",
        "phase": "phase",
        "to_act": "player or null",
        "last_round": "flag",
        "takes": "number",
        "draw_pile": "number",
        "coins": "number for players",
        "points": "number for players",
        "swords": "number for players",
        "display": "cards for players",
        "harbor": "cards",
        "expeditions": "cards",
        "discard": "cards",
        "winners": "players",
    },
}
"""For every game: what each key of ``expect`` holds."""


class FactChecker:
    """Checks what an ``expect`` says: first against the words of a table, then against how it lies."""

    def __init__(self, game: str, rules: Rules) -> None:
        self.rules = rules
        self._game = game
        self._cards = {name for card in rules.cards for name in (card.kind, card.name)}

    def check(self, expected: object) -> dict[str, Any]:
        """Give the expectation back; raises ``NotationError`` for unknown words and wrong types."""
        if not isinstance(expected, dict):
            raise NotationError("expect: needs what to expect, such as {phase: trade, takes: 1}")
        shapes = SHAPES[self._game]
        for key, value in expected.items():
            if key not in shapes:
                raise NotationError(f"{key!r} is no key of expect", str(key), shapes)
            self._value(key, shapes[key], value)
        return expected

    def compare(self, expected: Mapping[str, Any], state: object) -> list[str]:
        """Say what is not as expected: only the keys given count, and lists hold in any order.

        A card of a list is compared by its copy if the expectation names one.
        """
        facts = GAMES[self._game].facts(self.rules, state, copies=names_copies(expected))
        lines = []
        for key, wanted in expected.items():
            cards = SHAPES[self._game][key].startswith("cards")
            if isinstance(wanted, dict):
                actual: Any = facts[key]
                for name, one in wanted.items():
                    lines += _difference(f"{key}.{name}", one, actual[name], cards=cards)
            else:
                lines += _difference(key, wanted, facts[key], cards=cards)
        return lines

    def _value(self, key: str, shape: str, value: object) -> None:
        single, _, many = shape.partition(" for ")
        if many:
            if not isinstance(value, dict):
                raise NotationError(f"{key}: needs a mapping of players, not {write_value(value)}")
            for name, one in value.items():
                self._player(name)
                self._value(f"{key}.{name}", single, one)
        elif single in ("cards", "players"):
            if not isinstance(value, list):
                raise NotationError(f"{key}: needs a list, not {write_value(value)}")
            for one in value:
                self._card(one) if single == "cards" else self._player(one)
        else:
            self._single(key, single, value)

    def _single(self, key: str, shape: str, value: object) -> None:
        if shape == "number" and (isinstance(value, bool) or not isinstance(value, int)):
            raise NotationError(f"{key}: needs a whole number, not {write_value(value)}")
        if shape == "flag" and not isinstance(value, bool):
            raise NotationError(f"{key}: needs true or false, not {write_value(value)}")
        if shape == "phase" and value not in (known := phases(self.rules)):
            raise NotationError(f"{write_value(value)} is no phase of this game", str(value), known)
        if shape.startswith("player") and not (value is None and shape.endswith("null")):
            self._player(value)

    def _player(self, name: object) -> None:
        if not isinstance(name, str):
            raise NotationError(f"{write_value(name)} is not the name of a player")
        seat_of(self.rules.names, name)

    def _card(self, name: object) -> None:
        if not isinstance(name, str) or name not in self._cards:
            pick(self.rules.cards, name, ())


def phases(rules: Rules) -> tuple[str, ...]:
    """Give the phases that a game can be in."""
    return (*dict.fromkeys(kind.phase for kind in rules.offers), "over")


def names_copies(expected: object) -> bool:
    """Tell whether an expectation names any card as ``KIND#COPY``."""
    if isinstance(expected, dict):
        return any(map(names_copies, expected.values()))
    if isinstance(expected, list):
        return any("#" in one for one in expected if isinstance(one, str))
    return False


def _difference(place: str, wanted: Any, actual: Any, *, cards: bool) -> list[str]:
    """Compare one value, or one list in any order."""
    if wanted == actual:
        return []
    if not isinstance(wanted, list):
        return [_line(place, wanted, actual)]
    exact = Counter(one for one in wanted if "#" in one or not cards)
    kinds = Counter(one for one in wanted if one not in exact)
    there = Counter(actual)
    others = _by_kind(there - exact) if cards else there - exact
    missing, surplus = (exact - there) + (kinds - others), others - kinds
    if not missing and not surplus:
        return []
    lines = [_line(place, wanted, actual)]
    lines += [f"  missing: {write_value(sorted(missing.elements()))}"] if missing else []
    lines += [f"  too many: {write_value(sorted(surplus.elements()))}"] if surplus else []
    return lines


def _by_kind(cards: Counter[str]) -> Counter[str]:
    return Counter(card.partition("#")[0] for card in cards.elements())


def _line(place: str, wanted: object, actual: object) -> str:
    return f"{place}: expected {write_value(wanted)}, actual {write_value(actual)}"
