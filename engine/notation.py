"""What the text form of every game shares: one-key steps, names of players, names of cards."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")
_TYPES = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "object": "a mapping",
    "array": "a list",
    "null": "nothing",
}
_PLACE = re.compile(r" - at (?:`key` in )?`\$\.?(?P<place>[^`]*)`$")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_CHOICE = re.compile(r"Invalid enum value (.*)")
_EXPECTED = re.compile(r"Expected (?P<wanted>.*?)(?:, got (?P<got>.*))?")


class NotationError(ValueError):
    """A text is no step, name or card; ``word`` and ``known`` are for a "did you mean"."""

    def __init__(self, sentence: str, word: str = "", known: Iterable[str] = ()) -> None:
        super().__init__(sentence)
        self.word = word
        self.known = tuple(known)


def single(step: object) -> tuple[str, Any]:
    """Split a step into its word and what it applies to: a bare word or a one-key mapping."""
    if isinstance(step, str):
        return step, None
    if isinstance(step, dict) and len(step) == 1:
        [(word, value)] = step.items()
        if isinstance(word, str):
            return word, value
    raise NotationError(f"a step is a word or a mapping with one key, not {step!r}")


def number(value: object) -> int:
    """Give a whole number; raises ``NotationError``."""
    if isinstance(value, bool) or not isinstance(value, int):
        raise NotationError(f"{value!r} is not a whole number")
    return value


def converted(value: object, kind: type[T], word: str) -> T:
    """Read what stands behind a word as a record; raises ``NotationError``."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise NotationError(f"{word}: {in_words(error)}") from None


def in_words(error: msgspec.ValidationError) -> str:
    """Say in the words of table scripts why a value does not fit."""
    message = str(error)
    found = _PLACE.search(message)
    what, place = (message[: found.start()], found["place"]) if found else (message, "")
    if missing := _MISSING.fullmatch(what):
        sentence = f"the key {missing[1]!r} is missing"
    elif unknown := _UNKNOWN.fullmatch(what):
        sentence = f"the key {unknown[1]!r} is not known"
    elif choice := _CHOICE.fullmatch(what):
        sentence = f"cannot be {choice[1]}"
    elif expected := _EXPECTED.fullmatch(what):
        got = f", not {_typed(expected['got'])}" if expected["got"] else ""
        sentence = f"needs {_typed(expected['wanted'])}{got}"
    else:
        sentence = what
    return f"{place.replace('[...]', '')}: {sentence}" if place else sentence


def _typed(types: str) -> str:
    """Name types: ``int | null`` is a whole number or nothing."""
    return re.sub(
        r"`([^`]*)`", lambda one: " or ".join(_TYPES.get(kind, kind) for kind in one[1].split(" | ")), types
    )


def seat_of(names: Sequence[str], name: object) -> int:
    """Give the seat of a player by name."""
    if name not in names:
        raise NotationError(f"{name!r} does not play", str(name), names)
    return names.index(str(name))


def pick(cards: Sequence[Any], text: object, preferred: Iterable[int], excluded: Collection[int] = ()) -> int:
    """Give the id of a card named ``KIND`` or ``KIND#COPY``: a preferred copy, else the first free one."""
    if not isinstance(text, str):
        raise NotationError(f"{text!r} is not the name of a card")
    kind, _, copy = text.partition("#")
    for card in preferred:
        face = cards[card]
        if face.kind == kind and card not in excluded and copy in ("", str(face.copy)):
            return card
    copies = [c for c in cards if c.kind == kind]
    if not copies:
        raise NotationError(f"there is no card {text!r}", kind, dict.fromkeys(c.kind for c in cards))
    named = [c for c in copies if copy in ("", str(c.copy))]
    if not named:
        raise NotationError(f"there is no card {text!r}: {kind} has {len(copies)} copies", text)
    free = [c.id for c in named if c.id not in excluded]
    if not free:
        raise NotationError(f"{text!r} is named more often than there are copies", text)
    return int(free[0])
