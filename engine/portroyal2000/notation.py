"""Steps in the words of table scripts: the lossless text form of commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.kernel import Command, Rules
from engine.notation import NotationError, converted, number, pick, seat_of, single
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.correction_notation import correct, write_correction
from engine.portroyal2000.state import State
from engine.portroyal2000.words import (
    card_name,
    card_names,
    card_of,
    cards_of,
    cards_sorted,
    ship_number,
)

BARE: dict[str, Callable[[], Command]] = {
    "pass": m.Pass,
    "swapped": m.Swapped,
    "repay": m.Repay,
    "discard": m.Discard,
    "keep": m.Keep,
    "slide": m.Slide,
}
NOTHING = "none"


class _Found(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"source": "from", "ship": "to"}
):
    """A card of a ship, and where it goes."""

    card: str
    ship: str | None = None
    source: str | None = None


class _Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    player: str
    ship: str
    card: str


class _Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename={"face_up": "open"}):
    hands: dict[str, list[str]]
    face_up: list[str]


# -- reading -----------------------------------------------------------------------------
def parse(rules: Rules, state: State, step: object) -> Command:
    """Read a step; raises ``NotationError`` for what is no step of this game or names no card of it."""
    word, value = single(step)
    if word in BARE and value is None:
        return BARE[word]()
    if word not in WORDS:
        raise NotationError(f"{word!r} is no step of this game", word, (*BARE, *WORDS))
    return WORDS[word](rules, value)


def _one(make: Callable[[int], Command]) -> Callable[[Rules, Any], Command]:
    """Read a step that names one card."""
    return lambda rules, value: make(pick(rules.cards, value, ()))


def _lay(rules: Rules, value: object) -> Command:
    if isinstance(value, list):
        return m.Lay(cards_of(rules, value, "lay"))
    return m.TurnUp(pick(rules.cards, value, ()))


def _bid(rules: Rules, value: object) -> Command:
    return m.Bid(number(value))


def _trump(rules: Rules, value: object) -> Command:
    if not isinstance(value, str):
        raise NotationError("trump: needs a colour: red, blue, green or black")
    return m.NameTrump(value)


def _remove(rules: Rules, value: object) -> Command:
    if isinstance(value, str):
        return m.Remove(card_of(rules, value))
    parts = converted(value, _Found, "remove")
    return m.Remove(card_of(rules, parts.card), _said(parts.source))


def _relocate(rules: Rules, value: object) -> Command:
    if value == NOTHING:
        return m.Lapse()
    parts = converted(value, _Found, "relocate")
    return m.Relocate(card_of(rules, parts.card), ship_number(parts.ship), _said(parts.source))


def _said(ship: str | None) -> int:
    return -1 if ship is None else ship_number(ship)


def _bonus(rules: Rules, value: object) -> Command:
    parts = converted(value, _Found, "bonus")
    return m.PlaceBonus(card_of(rules, parts.card), ship_number(parts.ship))


def _turn(rules: Rules, value: object) -> Command:
    parts = converted(value, _Turn, "turn")
    card = pick(rules.cards, parts.card, ())
    return m.TurnBonus(seat_of(rules.names, parts.player), ship_number(parts.ship), card)


def _deal(rules: Rules, value: object) -> Command:
    parts = converted(value, _Deal, "deal")
    for name in parts.hands:
        seat_of(rules.names, name)
    hands = tuple(cards_of(rules, parts.hands.get(name, []), "deal") for name in rules.names)
    return m.Deal(hands, cards_of(rules, parts.face_up, "deal"))


WORDS: Mapping[str, Callable[[Rules, Any], Command]] = {
    "lay": _lay,
    "deal": _deal,
    "open": lambda rules, value: m.Open(cards_sorted(rules, value, "open")),
    "bid": _bid,
    "swapped": lambda rules, value: m.Swapped(cards_sorted(rules, value, "swapped")),
    "trump": _trump,
    "lead": lambda rules, value: m.NameLeader(seat_of(rules.names, value)),
    "choose": _one(m.Choose),
    "play": _one(m.Play),
    "penalty": _one(m.TakePenalty),
    "place": lambda rules, value: m.Place(ship_number(value)),
    "remove": _remove,
    "relocate": _relocate,
    "bonus": _bonus,
    "turn": _turn,
    "correct": correct,
}


# -- writing -----------------------------------------------------------------------------
def write(rules: Rules, command: Command) -> object:
    """Give a command as a step that ``parse`` reads back as the same command."""
    for word, kind in BARE.items():
        if command == kind():
            return word
    for writer in (_write_cards, _write_saying, _write_cargo, write_correction):
        written = writer(rules, command)
        if written is not None:
            return written
    raise TypeError(f"no step for {command!r}")


def _write_cargo(rules: Rules, command: Command) -> object:
    """Write what names a card of a ship."""
    match command:
        case m.Remove(card, -1):
            return {"remove": card_name(rules, card)}
        case m.Remove(card, ship):
            return {"remove": {"card": card_name(rules, card), "from": SHIPS[ship]}}
        case m.Relocate(card, ship, source):
            found = {"card": card_name(rules, card), "to": SHIPS[ship]}
            return {"relocate": found if source < 0 else {**found, "from": SHIPS[source]}}
        case m.Lapse():
            return {"relocate": NOTHING}
        case m.PlaceBonus(card, ship):
            return {"bonus": {"card": card_name(rules, card), "to": SHIPS[ship]}}
        case m.TurnBonus(seat, ship, card):
            shown = card_name(rules, card)
            return {"turn": {"player": rules.names[seat], "ship": SHIPS[ship], "card": shown}}
    return None


_ONE_CARD: Mapping[type, str] = {
    m.TurnUp: "lay",
    m.Choose: "choose",
    m.Play: "play",
    m.TakePenalty: "penalty",
}


def _write_cards(rules: Rules, command: Command) -> object:
    """Write what names cards on the table or in hands."""
    if isinstance(command, (m.TurnUp, m.Choose, m.Play, m.TakePenalty)):
        return {_ONE_CARD[type(command)]: card_name(rules, command.card)}
    match command:
        case m.Lay(cards):
            return {"lay": card_names(rules, cards)}
        case m.Open(cards):
            return {"open": card_names(rules, cards)}
        case m.Swapped(aside):
            return {"swapped": card_names(rules, aside)}
        case m.Deal(hands, face_up):
            held = zip(rules.names, hands, strict=True)
            dealt = {name: card_names(rules, hand) for name, hand in held}
            return {"deal": {"hands": dealt, "open": card_names(rules, face_up)}}
    return None


def _write_saying(rules: Rules, command: Command) -> object:
    """Write what a player says."""
    match command:
        case m.Bid(tons):
            return {"bid": tons}
        case m.NameTrump(colour):
            return {"trump": colour}
        case m.NameLeader(seat):
            return {"lead": rules.names[seat]}
        case m.Place(ship):
            return {"place": SHIPS[ship]}
    return None
