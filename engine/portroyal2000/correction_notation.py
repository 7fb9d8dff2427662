"""Corrections in the words of table scripts, both ways."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from engine.kernel import Command, Rules
from engine.notation import NotationError, converted, number, pick, seat_of
from engine.portroyal2000 import correction_messages as by_hand
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.state import tool
from engine.portroyal2000.words import (
    card_name,
    card_names,
    card_of,
    cards_of,
    ship_number,
)


class LeftOver(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The left-over card and how many bonus cards lie under it."""

    card: str
    bonuses: int = 1


class _To(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a card is moved to by hand."""

    player: str | None = None
    ship: str | None = None
    kept: str | None = None


def correct(rules: Rules, value: object) -> Command:
    """Read what stands behind ``correct``; raises ``NotationError``."""
    keys = set(value) if isinstance(value, dict) else set()
    if isinstance(value, dict) and keys == {"card", "to"}:
        return _move(rules, pick(rules.cards, value["card"], ()), value["to"])
    if isinstance(value, dict) and len(keys) == 1:
        [(key, content)] = value.items()
        if key in CORRECTIONS and content != {}:
            return CORRECTIONS[key](rules, content)
    known = ", ".join(CORRECTIONS)
    raise NotationError(f"correct: takes one of {known}, or {{card: CARD, to: PLACE}}")


def _debt(rules: Rules, value: object) -> Command:
    counted = converted(value, dict[str, int], "debt")
    (seat, debt), *others = ((seat_of(rules.names, name), n) for name, n in counted.items())
    return by_hand.SetDebt(seat, debt, tuple(others))


def _stones(rules: Rules, value: object) -> Command:
    lying = converted(value, dict[str, list[str]], "stones")
    (seat, colours), *others = ((seat_of(rules.names, name), tuple(row)) for name, row in lying.items())
    return by_hand.SetStones(seat, colours, tuple(others))


def _ships(rules: Rules, value: object) -> Command:
    boards = converted(value, dict[str, dict[str, list[str]]], "ships")
    return by_hand.SetShips(
        tuple(
            (seat_of(rules.names, name), ship_number(ship), tuple(card_of(rules, card) for card in cards))
            for name, ships in boards.items()
            for ship, cards in ships.items()
        )
    )


def _left_over(rules: Rules, value: object) -> Command:
    parts = converted(value, LeftOver, "left_over")
    return by_hand.SetLeftOver(pick(rules.cards, parts.card, ()), parts.bonuses)


def _move(rules: Rules, card: int, to: object) -> Command:
    if to in ("removed", "pile"):
        return by_hand.MoveCard(card, str(to))
    if isinstance(to, str):
        return _move_to_player(rules, card, to)
    where = converted(to, _To, "to")
    if where.kept is not None:
        return by_hand.MoveCard(card, "kept", seat_of(rules.names, where.kept))
    return by_hand.MoveCard(card, "ship", seat_of(rules.names, where.player), ship_number(where.ship))


def _move_to_player(rules: Rules, card: int, to: str) -> Command:
    """Move a card that can lie in one place only before a player: simple booty, or the remove."""
    if to not in rules.names:
        places = (*rules.names, "removed", "pile")
        raise NotationError(f"to: {to!r} is neither a player nor removed nor pile", to, places)
    seat, face = rules.names.index(to), rules.cards[card]
    if face.tool == "remove":
        return by_hand.MoveCard(card, "kept", seat)
    if face.ship < 0:
        raise NotationError(f"to: needs a ship for {face.kind}, such as {{player: NAME, ship: rum}}")
    return by_hand.MoveCard(card, "ship", seat, face.ship)


CORRECTIONS: Mapping[str, Callable[[Rules, Any], Command]] = {
    "debt": _debt,
    "stones": _stones,
    "ships": _ships,
    "kept": lambda rules, value: by_hand.MoveCard(tool(rules, "remove"), "kept", seat_of(rules.names, value)),
    "dealer": lambda rules, value: by_hand.SetDealer(seat_of(rules.names, value)),
    "removed": lambda rules, value: by_hand.SetRemoved(cards_of(rules, value, "removed")),
    "left_over": _left_over,
    "round": lambda rules, value: by_hand.SetRound(number(value)),
}


# -- writing -----------------------------------------------------------------------------
def write_correction(rules: Rules, command: Command) -> object:
    """Write a correction, None for any other command."""
    match command:
        case by_hand.SetDebt(seat, debt, others):
            counted = {rules.names[who]: tons for who, tons in ((seat, debt), *others)}
            return {"correct": {"debt": counted}}
        case by_hand.SetStones(seat, colours, more):
            lying = {rules.names[who]: list(row) for who, row in ((seat, colours), *more)}
            return {"correct": {"stones": lying}}
        case by_hand.SetShips(ships):
            boards: dict[str, dict[str, list[str]]] = {}
            for seat, ship, cards in ships:
                boards.setdefault(rules.names[seat], {})[SHIPS[ship]] = card_names(rules, cards)
            return {"correct": {"ships": boards}}
        case by_hand.SetDealer(seat):
            return {"correct": {"dealer": rules.names[seat]}}
        case by_hand.MoveCard(card, place, seat, ship):
            to: object = place
            if place == "ship":
                to = {"player": rules.names[seat], "ship": SHIPS[ship]}
            elif place == "kept":
                to = {"kept": rules.names[seat]}
            return {"correct": {"card": card_name(rules, card), "to": to}}
    return _write_round(rules, command)


def _write_round(rules: Rules, command: Command) -> object:
    """Write what is set right about the round."""
    match command:
        case by_hand.SetRemoved(cards):
            return {"correct": {"removed": card_names(rules, cards)}}
        case by_hand.SetLeftOver(card, bonuses):
            return {"correct": {"left_over": {"card": card_name(rules, card), "bonuses": bonuses}}}
        case by_hand.SetRound(number):
            return {"correct": {"round": number}}
    return None
