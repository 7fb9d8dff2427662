"""Steps in the words of table scripts: the lossless text form of commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

import msgspec

from engine.kernel import Command, Rules
from engine.notation import NotationError, pick, seat_of, single
from engine.portroyal2000 import messages as m
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.state import State, tool

BARE: dict[str, Callable[[], Command]] = {
    "pass": m.Pass,
    "swapped": m.Swapped,
    "repay": m.Repay,
    "discard": m.Discard,
    "keep": m.Keep,
    "slide": m.Slide,
}
FACE_DOWN = "hidden"
"""What a script calls a bonus card whose value the device does not know."""
NOTHING = "none"
T = TypeVar("T")


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


class _To(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where a card is moved to by hand."""

    player: str | None = None
    ship: str | None = None
    kept: str | None = None


# -- reading -----------------------------------------------------------------------------
def parse(rules: Rules, state: State, step: object) -> Command:
    """Read a step; raises ``NotationError`` for what is no step of this game or names no card of it."""
    word, value = single(step)
    if word in BARE and value is None:
        return BARE[word]()
    if word not in WORDS:
        raise NotationError(f"{word!r} is no step of this game", word, (*BARE, *WORDS))
    return WORDS[word](rules, value)


def card_of(rules: Rules, name: object) -> int:
    """Give a card by its name, ``hidden`` for a bonus card face down."""
    return m.HIDDEN if name == FACE_DOWN else pick(rules.cards, name, ())


def cards_of(rules: Rules, names: object, word: str) -> tuple[int, ...]:
    """Give the cards of a list."""
    if not isinstance(names, list):
        raise NotationError(f"{word}: needs a list of cards")
    return tuple(pick(rules.cards, name, ()) for name in names)


def _sorted(rules: Rules, names: object, word: str) -> tuple[int, ...]:
    """Give the cards of a list whose order means nothing."""
    return tuple(sorted(cards_of(rules, names, word)))


def ship_number(name: object) -> int:
    """Give the number of a ship by its name."""
    if name not in SHIPS:
        raise NotationError(f"{name!r} is no ship", str(name), SHIPS)
    return SHIPS.index(str(name))


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
    parts = convert(value, _Found, "remove")
    return m.Remove(card_of(rules, parts.card), _said(parts.source))


def _relocate(rules: Rules, value: object) -> Command:
    if value == NOTHING:
        return m.Lapse()
    parts = convert(value, _Found, "relocate")
    return m.Relocate(card_of(rules, parts.card), ship_number(parts.ship), _said(parts.source))


def _said(ship: str | None) -> int:
    return -1 if ship is None else ship_number(ship)


def _bonus(rules: Rules, value: object) -> Command:
    parts = convert(value, _Found, "bonus")
    return m.PlaceBonus(card_of(rules, parts.card), ship_number(parts.ship))


def _turn(rules: Rules, value: object) -> Command:
    parts = convert(value, _Turn, "turn")
    card = pick(rules.cards, parts.card, ())
    return m.TurnBonus(seat_of(rules.names, parts.player), ship_number(parts.ship), card)


def _deal(rules: Rules, value: object) -> Command:
    parts = convert(value, _Deal, "deal")
    for name in parts.hands:
        seat_of(rules.names, name)
    hands = tuple(cards_of(rules, parts.hands.get(name, []), "deal") for name in rules.names)
    return m.Deal(hands, cards_of(rules, parts.face_up, "deal"))


# -- corrections -------------------------------------------------------------------------
def _correct(rules: Rules, value: object) -> Command:
    keys = set(value) if isinstance(value, dict) else set()
    if isinstance(value, dict) and keys == {"card", "to"}:
        return _move(rules, pick(rules.cards, value["card"], ()), value["to"])
    if isinstance(value, dict) and len(keys) == 1:
        [(key, content)] = value.items()
        if key in CORRECTIONS and (content or key == "dealer"):
            return CORRECTIONS[key](rules, content)
    known = ", ".join(CORRECTIONS)
    raise NotationError(f"correct: takes one of {known}, or {{card: CARD, to: PLACE}}")


def _debt(rules: Rules, value: object) -> Command:
    counted = convert(value, dict[str, int], "debt")
    (seat, debt), *others = ((seat_of(rules.names, name), n) for name, n in counted.items())
    return m.SetDebt(seat, debt, tuple(others))


def _stones(rules: Rules, value: object) -> Command:
    lying = convert(value, dict[str, list[str]], "stones")
    (seat, colours), *others = ((seat_of(rules.names, name), tuple(row)) for name, row in lying.items())
    return m.SetStones(seat, colours, tuple(others))


def _ships(rules: Rules, value: object) -> Command:
    boards = convert(value, dict[str, dict[str, list[str]]], "ships")
    return m.SetShips(
        tuple(
            (seat_of(rules.names, name), ship_number(ship), tuple(card_of(rules, card) for card in cards))
            for name, ships in boards.items()
            for ship, cards in ships.items()
        )
    )


def _move(rules: Rules, card: int, to: object) -> Command:
    if to in ("removed", "pile"):
        return m.MoveCard(card, str(to))
    if isinstance(to, str):
        return _move_to_player(rules, card, seat_of((*rules.names, "removed", "pile"), to))
    where = convert(to, _To, "to")
    if where.kept is not None:
        return m.MoveCard(card, "kept", seat_of(rules.names, where.kept))
    return m.MoveCard(card, "ship", seat_of(rules.names, where.player), ship_number(where.ship))


def _move_to_player(rules: Rules, card: int, seat: int) -> Command:
    """Move a card that can lie in one place only before a player: simple booty, or the remove."""
    face = rules.cards[card]
    if face.tool == "remove":
        return m.MoveCard(card, "kept", seat)
    if face.ship < 0:
        raise NotationError(f"to: needs a ship for {face.kind}, such as {{player: NAME, ship: rum}}")
    return m.MoveCard(card, "ship", seat, face.ship)


CORRECTIONS: Mapping[str, Callable[[Rules, Any], Command]] = {
    "debt": _debt,
    "stones": _stones,
    "ships": _ships,
    "kept": lambda rules, value: m.MoveCard(tool(rules, "remove"), "kept", seat_of(rules.names, value)),
    "dealer": lambda rules, value: m.SetDealer(seat_of(rules.names, value)),
}


WORDS: Mapping[str, Callable[[Rules, Any], Command]] = {
    "lay": _lay,
    "deal": _deal,
    "open": lambda rules, value: m.Open(_sorted(rules, value, "open")),
    "bid": _bid,
    "swapped": lambda rules, value: m.Swapped(_sorted(rules, value, "swapped")),
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
    "correct": _correct,
}


def number(value: object) -> int:
    """Give a whole number."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotationError(f"{value!r} is not a whole number")
    return value


def convert(value: object, kind: type[T], word: str) -> T:
    """Give a value as a record; raises ``NotationError``."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise NotationError(f"{word}: {error}") from None


# -- writing -----------------------------------------------------------------------------
def write(rules: Rules, command: Command) -> object:
    """Give a command as a step that ``parse`` reads back as the same command."""
    for word, kind in BARE.items():
        if command == kind():
            return word
    for writer in (_write_cards, _write_saying, _write_cargo, _write_correction):
        written = writer(rules, command)
        if written is not None:
            return written
    raise TypeError(f"no step for {command!r}")


def card_name(rules: Rules, card: int) -> str:
    """Give the name of a card."""
    return FACE_DOWN if card == m.HIDDEN else str(rules.cards[card].kind)


def card_names(rules: Rules, cards: tuple[int, ...]) -> list[str]:
    """Give the names of cards."""
    return [card_name(rules, card) for card in cards]


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


def _write_correction(rules: Rules, command: Command) -> object:
    match command:
        case m.SetDebt(seat, debt, others):
            counted = {rules.names[who]: tons for who, tons in ((seat, debt), *others)}
            return {"correct": {"debt": counted}}
        case m.SetStones(seat, colours, more):
            lying = {rules.names[who]: list(row) for who, row in ((seat, colours), *more)}
            return {"correct": {"stones": lying}}
        case m.SetShips(ships):
            boards: dict[str, dict[str, list[str]]] = {}
            for seat, ship, cards in ships:
                boards.setdefault(rules.names[seat], {})[SHIPS[ship]] = card_names(rules, cards)
            return {"correct": {"ships": boards}}
        case m.SetDealer(seat):
            return {"correct": {"dealer": rules.names[seat]}}
        case m.MoveCard(card, place, seat, ship):
            to: object = place
            if place == "ship":
                to = {"player": rules.names[seat], "ship": SHIPS[ship]}
            elif place == "kept":
                to = {"kept": rules.names[seat]}
            return {"correct": {"card": card_name(rules, card), "to": to}}
    return None
