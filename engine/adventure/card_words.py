"""Names of cards in table scripts, where some cards get their names only at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from engine.adventure.pack_cards import face_of, fits
from engine.adventure.state import book
from engine.kernel import Rules
from engine.notation import pick


def known_word(rules: Rules, value: Any) -> Any:
    """Give a value of a step with every card named as the rules name it now.

    A card that was named is found by its open name too; a full name that no card has yet stands for
    an open card that may have it.
    """
    if isinstance(value, dict):
        return {key: known_word(rules, one) for key, one in value.items()}
    if isinstance(value, list):
        return [known_word(rules, one) for one in value]
    return _name(rules, value) if isinstance(value, str) else value


def _name(rules: Rules, text: str) -> str:
    kind, _, copy = text.partition("#")
    if "-" not in kind or any(card.kind == kind and copy in ("", str(card.copy)) for card in rules.cards):
        return text
    original: Rules | None = book(rules).original
    if original is not None:
        same = [card for card in original.cards if card.kind == kind and copy in ("", str(card.copy))]
        if same:
            return str(rules.cards[same[0].id].name)
    face = face_of(kind)
    if face is not None and not face.open:
        for card in rules.cards:
            wider = face_of(card.kind) if "?" in card.kind else None
            if wider is not None and fits(face, wider):
                return str(card.kind)
    return text


def picked(rules: Rules, kinds: Sequence[object], preferred: Iterable[int]) -> list[int]:
    """Pick one copy for each card named, the preferred first, different copies for the same kind."""
    rest = list(preferred)
    chosen: dict[int, int] = {}
    order = sorted(range(len(kinds)), key=lambda place: "#" not in str(kinds[place]))
    for place in order:
        word = known_word(rules, kinds[place])
        chosen[place] = pick(rules.cards, word, rest, set(chosen.values()))
    return [chosen[place] for place in range(len(kinds))]
