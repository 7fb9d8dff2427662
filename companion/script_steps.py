"""The steps of a table script as records, and how each is checked before anything is played."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.adventure.papers import cards_of
from companion.adventure.tags import could_be
from companion.replay_device import BUTTONS, DEVICES, DISPLAYS
from companion.script_facts import FactChecker
from companion.script_text import write_value
from engine.notation import NotationError, pick, seat_of, single
from engine.session import Session

HEX_DIGITS = frozenset("0123456789abcdef")
UID_DIGITS = (8, 14, 20)
"""A UID has 4, 7 or 10 bytes."""


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One step of a script."""

    by: str | None = None
    """Who must be the one to act; None is not checked."""


class Play(Step, frozen=True):
    """A step in the words of the engine, kept as one entry."""

    words: Any


class All(Step, frozen=True):
    """Several steps that one input implies: all of them are one entry, or none happens."""

    parts: tuple[Play, ...]


class Undo(Step, frozen=True):
    """Take back the last entry."""


class Redo(Step, frozen=True):
    """Bring back what was taken back last."""


class Device(Step, frozen=True):
    """Something done to the devices of the simulated table."""

    word: str
    value: Any
    """For ``tap`` a tuple of card names and ``{uid: hex}``, for ``screen`` lists of texts by display."""


class Refuse(Step, frozen=True):
    """This step must be refused, and nothing may change."""

    step: Play | All | Undo | Redo | Device
    because: str = ""
    """Part of the reason."""


class Expect(Step, frozen=True):
    """The table must be like this now."""

    facts: dict[str, Any]


class StepReader:
    """Reads the steps of a script; what can be wrong with one without playing is found here."""

    def __init__(self, opening: Session) -> None:
        self._opening = opening
        self._facts = FactChecker(opening.table.set_up.game, opening.table.rules)
        self._words: Mapping[str, Callable[[str | None, Any], Step]] = {
            "undo": lambda by, value: Undo(by=by),
            "redo": lambda by, value: Redo(by=by),
            "all": self._all,
            "refuse": self._refuse,
            "expect": lambda by, value: Expect(by=by, facts=self._facts.check(value)),
        }

    def read(self, raw: object) -> Step:
        """Make a step of what stands in the file; raises ``NotationError``."""
        by, rest = self._split(raw)
        word, value = single(rest)
        if word in BARE and value is not None:
            raise NotationError(f"{word}: takes nothing behind it")
        if word in self._words:
            return self._words[word](by, value)
        if word in DEVICE_WORDS:
            return Device(by=by, word=word, value=DEVICE_WORDS[word](self._opening, value))
        try:
            self._opening.step(rest)
        except NotationError as error:
            if error.word == word and word in error.known:
                raise NotationError(f"{word}: takes nothing behind it") from None
            ours = (*self._words, *DEVICE_WORDS) if error.word == word else ()
            raise NotationError(str(error), error.word, (*error.known, *ours)) from None
        return Play(by=by, words=rest)

    def _split(self, raw: object) -> tuple[str | None, object]:
        """Split off ``by: NAME``."""
        if not isinstance(raw, dict) or "by" not in raw or len(raw) != 2:
            return None, raw
        seat_of(self._opening.table.rules.names, raw["by"])
        return raw["by"], {word: value for word, value in raw.items() if word != "by"}

    def _all(self, by: str | None, value: object) -> All:
        if not isinstance(value, list):
            raise NotationError("all: needs a list of steps")
        parts = [self.read(one) for one in value]
        if not all(isinstance(part, Play) for part in parts):
            raise NotationError("all: takes steps of the players and corrections only")
        return All(by=by, parts=tuple(part for part in parts if isinstance(part, Play)))

    def _refuse(self, by: str | None, value: object) -> Refuse:
        because: object = ""
        if isinstance(value, dict) and "step" in value:
            because = value.get("because", "")
            if unknown := [key for key in value if key not in ("step", "because")]:
                raise NotationError(f"refuse: knows no {unknown[0]!r}", str(unknown[0]), ("step", "because"))
            value = value["step"]
        if not isinstance(because, str):
            raise NotationError("because: needs a text; put it in quotes")
        step = self.read(value)
        if not isinstance(step, Play | All | Undo | Redo | Device) or _only_looks(step):
            raise NotationError("refuse: needs a step that changes something")
        return Refuse(by=by, step=step, because=because)


def _only_looks(step: Step) -> bool:
    return isinstance(step, Device) and step.word == "screen"


# -- what may stand behind the words of the devices ----------------------------------------
def _nothing(_: Session, value: object) -> None:
    """Take nothing; that something stands there is refused before."""


def _one_of(what: str, known: tuple[str, ...]) -> Callable[[Session, Any], str]:
    def check(_: Session, value: object) -> str:
        if value not in known:
            raise NotationError(f"{write_value(value)} is no {what}", str(value), known)
        return str(value)

    return check


def _seconds(_: Session, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 0:
        raise NotationError(f"wait: needs a number of seconds, not {write_value(value)}")
    return float(value)


def _tags(opening: Session, value: object) -> tuple[Any, ...]:
    tags = value if isinstance(value, list) else [value]
    if not tags:
        raise NotationError("tap: needs a card, {uid: HEX}, or a list of them; `lift` takes tags away")
    return tuple(_tag(opening, tag) for tag in tags)


def _tag(opening: Session, tag: object) -> object:
    if not isinstance(tag, dict):
        if not _named_later(opening, tag):
            pick(cards_of(opening.table.rules, opening.state), tag, ())
        return tag
    uid = str(tag.get("uid", "")).lower()  # a UID of decimal digits alone was read as a number
    if set(tag) != {"uid"} or len(uid) not in UID_DIGITS or not HEX_DIGITS.issuperset(uid):
        raise NotationError(f"{write_value(tag)} is no tag: {{uid: HEX}} has 8, 14 or 20 hex digits")
    return {"uid": uid}


def _named_later(opening: Session, tag: object) -> bool:
    """Tell whether this may be a card that only gets its name at the table."""
    name = str(tag) if "#" in str(tag) else f"{tag}#1"
    return opening.table.rules.book is not None and could_be(opening.table.game.name, name)


def _texts(_: Session, value: object) -> dict[str, list[str]]:
    if not isinstance(value, dict):
        raise NotationError("screen: needs texts by display, such as {main: [BUST]}")
    wanted = {}
    for display, texts in value.items():
        if display not in DISPLAYS:
            raise NotationError(f"{display!r} is no display", str(display), DISPLAYS)
        wanted[display] = texts if isinstance(texts, list) else [texts]
        if not all(isinstance(text, str) for text in wanted[display]):
            raise NotationError(f"screen: {display} needs texts; put numbers in quotes")
    return wanted


BARE = frozenset({"undo", "redo", "lift", "power-cut"})
"""Words that stand alone; those of a game are its own affair."""
DEVICE_WORDS: Mapping[str, Callable[[Session, Any], Any]] = {
    "tap": _tags,
    "lift": _nothing,
    "press": _one_of("button", BUTTONS),
    "hold": _one_of("button", BUTTONS),
    "wait": _seconds,
    "unplug": _one_of("device", DEVICES),
    "plug": _one_of("device", DEVICES),
    "power-cut": _nothing,
    "screen": _texts,
}
