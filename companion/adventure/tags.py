"""Tags of cards whose name the pack does not know yet: the deck follows what is told of them.

Such cards are called ``ship-?-?-?-?#3``.  A card that was named has its name in the deck from then on, so
that later games, whose pack knows it, find it by that name; those that are still open are told apart by their
place in the row of their kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.adventure.papers import paper_named
from companion.decks.record import Deck, entry
from engine.adventure.learning import in_this_light
from engine.adventure.pack import Pack
from engine.adventure.pack_cards import Face, card_of, face_of, fits
from engine.kernel import Rules

GAME = "adventure"
PAPERS = ("event-", "task-", "character-")
OPEN = "?"
CHARACTER = "character-"


def could_be(game: str, name: str) -> bool:
    """Tell whether a card may be in a box although the catalogue does not name it."""
    kind, _, copy = name.rpartition("#")
    return game == GAME and copy.isdecimal() and (face_of(kind) is not None or kind.startswith(PAPERS))


def pairs(tagged: Iterable[str], there: Iterable[str]) -> dict[str, str]:
    """Say which card of a game each name of a deck means.

    A name that the game has means that card; further copies of an open kind mean those left, in their order.
    """
    names = set(there)
    found = {name: name for name in tagged if name in names}
    rest = _by_kind(name for name in tagged if name not in names)
    left = _by_kind(name for name in names if name not in found)
    for kind, copies in rest.items():
        if OPEN in kind:
            found |= dict(zip(copies, left.get(kind, ()), strict=False))
    return found


def _by_kind(names: Iterable[str]) -> dict[str, list[str]]:
    kinds: dict[str, list[str]] = {}
    for name in sorted(names, key=lambda name: int(name.rpartition("#")[2])):
        kinds.setdefault(name.rpartition("#")[0], []).append(name)
    return kinds


def in_game(deck: Deck, cards: Iterable[Any]) -> Deck:
    """Give a deck in the words of a game: without the cards that the game does not have."""
    meant = pairs(deck.tags, [card.name for card in cards])
    kept = (
        each if each.state != "good" else replace(entry(each.uid, meant[each.name]))
        for each in deck.entries
        if each.state != "good" or each.name in meant
    )
    return replace(deck, entries=tuple(kept))


def in_deck(cards: Sequence[Any], deck: Deck, pack: Callable[[], Pack]) -> tuple[Any, ...]:
    """Give the cards that lie in a box, by the names that its deck has for them; ``pack`` gives their facts.

    A card that was named takes the place of an open one that it can be.  A character card has two sides, and
    five of them lie there: those whose side was told stand under its name, the others under none.
    """
    retired = (name for name in deck.retired.values() if name not in deck.tags)
    names = tuple(dict.fromkeys((*deck.tags, *retired)))
    here, known = list(cards), {card.name for card in cards}
    for name in names:
        if name not in known:
            _settle(here, deck, name, pack)
    sides = [card for card in cards if card.kind.startswith(CHARACTER) and OPEN not in card.kind]
    told = [card.name for card in sides if card.name in names]
    blank = [card.name for card in cards if card.kind == CHARACTER + OPEN]
    blank.sort(key=lambda name: name not in names)
    kept = {*told, *blank[: max(0, len(blank) - len(told))]}
    return tuple(card for card in here if card.name in kept or not card.kind.startswith(CHARACTER))


def _settle(cards: list[Any], deck: Deck, name: str, pack: Callable[[], Pack]) -> None:
    """Let a card have its name in the place of the open one that says most of it and has no tag."""
    kind, _, copy = name.rpartition("#")
    face = face_of(kind)
    if face is None:
        story = paper_named(name, len(cards))
        cards += [story] if story else []
        return
    could = [
        (card.kind.count(OPEN), place)
        for place, card in enumerate(cards)
        if OPEN in card.kind and card.name not in deck.tags and _can_be(card.kind, face)
    ]
    if could:
        _, place = min(could)
        cards[place] = card_of(face, cards[place].id, int(copy), pack())


def _can_be(kind: str, face: Face) -> bool:
    wider = face_of(kind)
    return wider is not None and fits(face, wider)


def renamed(deck: Deck, rules: Rules, before: Any, after: Any) -> Deck:
    """Give the deck in which cards have the names that were told of them between two states."""
    old, new = (in_this_light(rules, state).cards for state in (before, after))
    if old is new:
        return deck
    changed: Mapping[str, str] = {a.name: b.name for a, b in zip(old, new, strict=True) if a.name != b.name}
    if not changed:
        return deck
    meant = pairs(deck.tags, [card.name for card in old])
    for name, card in meant.items():
        if card in changed:
            deck = deck.untagged(deck.tags[name]).tagged(deck.tags[name], changed[card])
    return deck
