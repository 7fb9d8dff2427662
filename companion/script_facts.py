"""What ``expect`` may say of each fact, and how what it says is compared with the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.script_text import write_value
from engine.adventure.card_words import known_word
from engine.adventure.position import event_name, task_name
from engine.games import GAMES
from engine.kernel import Rules
from engine.notation import NotationError, pick, seat_of
from engine.portroyal2000.cards import COLOURS, SHIPS
from engine.portroyal2000.words import FACE_DOWN

PORT_ROYAL: Mapping[str, str] = {
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
}
SHAPES: Mapping[str, Mapping[str, str]] = {
    "port-royal": PORT_ROYAL,
    "adventure": {
        **PORT_ROYAL,
        "crowns": "number for players",
        "boxed": "number for players",
        "markers": "number for players",
        "tasks": "players for tasks",
        "upper": "players",
        "trophies": "players",
        "items": "cards for players",
        "month": "number",
        "event": "event or null",
        "next_event": "event or null",
        "event_deck": "number",
        "asked": "name or null",
        "mode": "name",
        "chapter": "number or null",
        "characters": "name for players",
        "inserted": "groups",
        "result": "name or null",
        "failures": "number",
    },
    "port-royal-2000": {
        "round": "number",
        "trick": "number",
        "dealer": "player",
        "to_act": "player or null",
        "phase": "phase",
        "high_bid": "number",
        "limit": "number for players",
        "holder": "player or null",
        "trump": "colour or null",
        "contested": "card or null",
        "left_over": "card or null",
        "debt": "number for players",
        "bid_stone": "number or null",
        "ships": "cards for ships for players",
        "weight": "number for ships for players",
        "capacity": "number for ships for players",
        "stones": "colours for players",
        "revokes": "revokes",
        "totals": "number for players",
        "sunk": "ships for players",
        "winners": "players",
        "booty": "cards",
        "removed": "cards",
        "kept": "player or null",
    },
}
"""For every game: what each key of ``expect`` holds."""


class FactChecker:
    """Checks what an ``expect`` says: first against the words of a table, then against how it lies."""

    def __init__(self, game: str, rules: Rules) -> None:
        self.rules = rules
        self._game = game
        self._cards = {name for card in rules.cards for name in (card.kind, card.name)}
        self._cards |= {FACE_DOWN for card in rules.cards if card.type == "bonus"}
        self._names: Mapping[str, Callable[[object], None]] = {
            "cards": self._card,
            "players": self._player,
            "colours": _one_of("colour", COLOURS),
            "ships": _one_of("ship", SHIPS),
            "revokes": self._revoke,
            "names": _name,
            "groups": _name,
            "tasks": lambda number: self._adventure(task_name, number),
            "events": lambda event: self._adventure(event_name, event),
        }

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
            lines += _differences(key, wanted, facts[key], cards=cards)
        return lines

    def _value(self, key: str, shape: str, value: object) -> None:
        single, _, many = shape.rpartition(" for ")
        if single:
            if not isinstance(value, dict):
                raise NotationError(f"{key}: needs a mapping of {many}, not {write_value(value)}")
            for name, one in value.items():
                self._names[many](name)
                self._value(f"{key}.{name}", single, one)
        elif shape in self._names:
            if not isinstance(value, list):
                raise NotationError(f"{key}: needs a list, not {write_value(value)}")
            for one in value:
                self._names[shape](one)
        else:
            self._single(key, shape, value)

    def _single(self, key: str, shape: str, value: object) -> None:
        if value is None and shape.endswith(" or null"):
            return
        shape = shape.removesuffix(" or null")
        if shape == "number" and (isinstance(value, bool) or not isinstance(value, int)):
            raise NotationError(f"{key}: needs a whole number, not {write_value(value)}")
        if shape == "flag" and not isinstance(value, bool):
            raise NotationError(f"{key}: needs true or false, not {write_value(value)}")
        if shape == "phase" and value not in (known := phases(self.rules)):
            raise NotationError(f"{write_value(value)} is no phase of this game", str(value), known)
        if f"{shape}s" in self._names:
            self._names[f"{shape}s"](value)

    def _player(self, name: object) -> None:
        if not isinstance(name, str):
            raise NotationError(f"{write_value(name)} is not the name of a player")
        seat_of(self.rules.names, name)

    def _revoke(self, value: object) -> None:
        if not isinstance(value, dict) or not value or not set(value) <= {"player", "colour"}:
            raise NotationError(f"a revoke is {{player: NAME, colour: COLOUR}}, not {write_value(value)}")
        if "player" in value:
            self._player(value["player"])
        if "colour" in value:
            self._names["colours"](value["colour"])

    def _card(self, name: object) -> None:
        if not isinstance(name, str) or name not in self._cards:
            named = known_word(self.rules, name) if self._game == "adventure" else name
            pick(self.rules.cards, named, ())

    def _adventure(self, read: Callable[[Rules, object], str], name: object) -> None:
        read(self.rules, name)


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


def _name(name: object) -> None:
    if isinstance(name, bool) or not isinstance(name, int | str):
        raise NotationError(f"{write_value(name)} is no name and no number")


def _one_of(what: str, known: tuple[str, ...]) -> Callable[[object], None]:
    def check(name: object) -> None:
        if name not in known:
            raise NotationError(f"{write_value(name)} is no {what}", str(name), known)

    return check


def _differences(place: str, wanted: Any, actual: Any, *, cards: bool) -> list[str]:
    """Compare a fact; of mappings, one inside another too, only the keys given."""
    if not isinstance(wanted, dict):
        return _difference(place, wanted, actual, cards=cards)
    lines = []
    for name, one in wanted.items():
        there = name if name in actual else _number(name)
        if there in actual:
            lines += _differences(f"{place}.{name}", one, actual[there], cards=cards)
        else:
            lines.append(_line(f"{place}.{name}", one, None))
    return lines


def _difference(place: str, wanted: Any, actual: Any, *, cards: bool) -> list[str]:
    """Compare one value, or one list in any order."""
    if _number(wanted) == _number(actual):
        return []
    if not isinstance(wanted, list):
        return [_line(place, wanted, actual)]
    texts = _texts(_completed(wanted, actual))
    exact = Counter(one for one in texts if "#" in one or not cards)
    kinds = Counter(one for one in texts if one not in exact)
    there = Counter(_texts(actual))
    others = _by_kind(there - exact) if cards else there - exact
    missing, surplus = (exact - there) + (kinds - others), others - kinds
    if not missing and not surplus:
        return []
    lines = [_line(place, wanted, actual)]
    lines += [f"  missing: [{', '.join(sorted(missing.elements()))}]"] if missing else []
    lines += [f"  too many: [{', '.join(sorted(surplus.elements()))}]"] if surplus else []
    return lines


def _completed(wanted: list[Any], actual: list[Any]) -> list[Any]:
    """Give a list with keys that its mappings leave out, and their order, as in an entry that agrees."""
    there = [one for one in actual if isinstance(one, dict)]
    found = []
    for one in sorted(wanted, key=lambda one: -len(one) if isinstance(one, dict) else 0):
        like = [each for each in there if isinstance(one, dict) and one.items() <= each.items()]
        if like:
            there.remove(like[0])
        found.append(like[0] if like else one)
    return found


def _texts(row: Any) -> list[str]:
    """Give the entries of a list as they are written, which can be counted whatever they are."""
    return [write_value(_number(one)) for one in row]


def _number(name: Any) -> Any:
    """Give a number that is written as text, such as that of a story card in quotes, as a number."""
    return int(name) if isinstance(name, str) and name.isdecimal() else name


def _by_kind(cards: Counter[str]) -> Counter[str]:
    return Counter(card.partition("#")[0] for card in cards.elements())


def _line(place: str, wanted: object, actual: object) -> str:
    return f"{place}: expected {write_value(wanted)}, actual {write_value(actual)}"
