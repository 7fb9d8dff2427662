"""What the table tells of its cards while they are played: open facts asked, answered, set right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from engine.adventure.head import Book
from engine.adventure.messages import FactAsked, FactTold, Tell
from engine.adventure.pack import Pack
from engine.adventure.pack_cards import card_of, face_of
from engine.adventure.pack_facts import FactError, Place, learn, moved, named
from engine.adventure.state import Fact, Tale, book, tale, told
from engine.kernel import Command, Illegal, Rules, Turn
from engine.portroyal.cards import Card
from engine.portroyal.state import State

ROOM = 8
"""Rules kept at hand, each in the light of other facts."""


class Lessons:
    """Gives the rules in the light of what was told; they are made anew only when something new was."""

    def __init__(self) -> None:
        self._known: dict[tuple[Fact, ...], Rules] = {}

    def __call__(self, rules: Rules, state: State) -> Rules:
        """Give the rules of this state."""
        facts = tale(state).facts
        if not facts:
            return rules
        if facts not in self._known:
            if len(self._known) >= ROOM:
                self._known.pop(next(iter(self._known)))
            self._known[facts] = in_the_light_of(rules, facts)
        return self._known[facts]


def in_the_light_of(rules: Rules, facts: tuple[Fact, ...]) -> Rules:
    """Give the rules with the facts put into the pack, and the named cards renamed."""
    pack, cards = book(rules).pack, list(rules.cards)
    for fact in facts:
        value = msgspec.json.decode(fact.value)
        if fact.card < 0:
            pack = learn(pack, fact.path, value, place_of(rules))
    for fact in facts:
        if fact.card >= 0:
            cards[fact.card] = _named_card(cards, fact, pack)
    for card in cards:
        face = face_of(card.kind) if card.kind in pack.expeditions else None
        if face is not None:
            cards[card.id] = card_of(face, card.id, card.copy, pack)
    return replace(
        rules, cards=tuple(cards), book=replace(book(rules), pack=pack, original=rules), learned=None
    )


def _named_card(cards: list[Card], fact: Fact, pack: Pack) -> Card:
    face = face_of(msgspec.json.decode(fact.value))
    assert face is not None, "it was read before it was kept"
    copy = 1 + max((card.copy for card in cards if card.kind == face.kind), default=0)
    return card_of(face, fact.card, copy, pack)


def place_of(rules: Rules) -> Place:
    """Give where answers go in this game."""
    read: Book = book(rules)
    return Place(read.mode, read.chapter, rules.seats)


# -- asking and telling ----------------------------------------------------------------------
def ask(t: Turn, seat: int, path: str, card: int = -1) -> None:
    """Ask an open fact before anything else goes on."""
    t.emit(FactAsked(seat, path, card))


def tell(t: Turn, asked: FactAsked, command: Tell) -> None:
    """Take an answer down; refuse one that is none."""
    value = read_value(command.value)
    fact = Fact(asked.path, command.value, asked.card)
    check(t.rules, fact, value)
    t.emit(FactTold(fact.path, fact.value, fact.card))


def check(rules: Rules, fact: Fact, value: Any) -> None:
    """Refuse a value that is no answer to a fact."""
    try:
        if fact.card >= 0:
            named(book(rules).pack, fact.path, value)
        else:
            learn(book(rules).pack, fact.path, value, place_of(rules))
    except FactError as error:
        raise Illegal("no-answer", str(error), path=fact.path) from None


def read_value(text: str) -> Any:
    """Read the JSON of an answer."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        raise Illegal("no-answer", f"{text!r} is no value.") from None


def relearn(t: Turn, _: FactTold) -> None:
    """Go on in the light of what was just told."""
    original: Rules | None = book(t.rules).original
    t.rules = in_the_light_of(original or t.rules, tale(t.state).facts)


def suggestions(rules: Rules, asked: FactAsked) -> Iterator[Any]:
    """Give answers that could be, the likeliest first; they are offered, never put in place."""
    last = asked.path.rsplit(".", 1)[-1]
    mode = book(rules).mode
    if asked.card >= 0:
        yield from _names(asked.path)
    elif asked.path == "crown_track":
        yield {"fields": 14, "shields": {"3": 1, "5": 2, "7": 3, "9": 4, "11": 5, "14": 6}}
    elif asked.path.startswith("expeditions."):
        yield {"coins": 2, "crowns": 0}
    elif asked.path.startswith("events."):
        yield {"title": last, "timing": "none"}
    elif asked.path.startswith("chapters."):
        yield int(asked.path.split(".")[1]) * 10
    else:
        yield from _numbers(last, asked.path, mode)


def _numbers(key: str, path: str, mode: str) -> Iterator[Any]:
    if key == "first":
        yield from ({"coins": 1}, {"coins": 2}, {})
    elif key == "insert":
        yield {}
    elif key == "hourglass":
        number = path.split(".")[1]
        following = int(number) + 1 if number.isdecimal() else 0
        end: dict[str, int] = {"card": 9} if mode == "coop" else {"pay": 8}
        yield from (end, {"story": following}) if following % 10 > 3 else ({"story": following}, end)
    else:
        yield from {"coins": (3, 4, 2), "crowns": (0, 1, 2), "markers": (4,), "points": (10,)}[key]


_LIKELY = {"colour": "red", "value": "1", "swords": "2", "cost": "5", "points": "1", "bread": "3", "rum": "4"}


def _names(kind: str) -> Iterator[str]:
    """Give a complete name for an open card."""
    face = face_of(kind)
    assert face is not None
    pieces = {key: _LIKELY.get(key, "") if part == "?" else part for key, part in face.parts.items()}
    if face.role == "expedition":
        yield "expedition-AC-herbs-7"
    elif face.role == "ship":
        pieces["item"] = pieces["item"] or ("herbs" if face.ares else "bread")
        yield "ship-{colour}-{value}-{swords}-{item}".format(**pieces)
    elif face.role == "innkeeper":
        yield "innkeeper-{cost}-{points}-b{bread}-r{rum}".format(**pieces)
    else:
        name = face.role if face.role in ("tybuk", "lookout") else f"{face.role}-ares"
        swords = f"-{pieces['swords']}" if face.role == "tybuk" else ""
        yield f"{name}-{pieces['cost']}-{pieces['points']}{swords}"


def offer_facts(rules: Rules, state: State, asked: FactAsked) -> Iterator[Command]:
    """Offer what could be told; any other value of the same kind is accepted too."""
    for value in suggestions(rules, asked):
        yield Tell(msgspec.json.encode(value).decode())


def fact_told(s: State, e: FactTold) -> State:
    """Apply ``FactTold``: a later answer to the same question takes the place of the earlier."""
    kept: Tale = tale(s)
    facts = tuple(f for f in kept.facts if (f.path, f.card) != (e.path, e.card))
    return told(s, facts=(*facts, Fact(e.path, e.value, e.card)))


def in_this_light(rules: Rules, state: State) -> Rules:
    """Give the rules in the light of what was told in this state."""
    return rules if rules.learned is None else rules.learned(rules, state)


def taught(rules: Rules, state: State) -> Pack:
    """Give the pack with everything that the table told, named cards included: what an owner keeps."""
    pack = book(in_this_light(rules, state)).pack
    for fact in tale(state).facts:
        if fact.card >= 0:
            pack = moved(pack, fact.path, msgspec.json.decode(fact.value))
    return pack
