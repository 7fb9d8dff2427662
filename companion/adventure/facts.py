"""What the pack does not know is asked part by part, each pre-set to the likeliest (AD17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from companion.adventure.modes import Marked
from companion.adventure.words import pack_of, shown
from companion.screen import Screen, headline, screen
from companion.screens.scene import Scene
from engine.adventure.learning import suggestions
from engine.adventure.messages import FactAsked, Tell
from engine.adventure.pack import LOOSE
from engine.adventure.pack_cards import face_of

HEADLINE = 10
Values = tuple[int | str, ...]


class Part(msgspec.Struct, frozen=True):
    """One part of a fact: a number in a range, or one of some words."""

    key: str
    """Of the text that asks for it."""
    likely: int | str
    least: int = 0
    most: int = 99
    words: tuple[str, ...] = ()

    def first(self) -> int:
        """Give the number or the place of the word that is shown first."""
        return self.words.index(str(self.likely)) if self.words else int(self.likely)

    def turned(self, value: int, by: int) -> int:
        """Give the next or an earlier value; after the last comes the first."""
        if self.words:
            return (value + by) % len(self.words)
        return self.least + (value + by - self.least) % (self.most - self.least + 1)

    def said(self, value: int) -> int | str:
        """Give the value that is meant."""
        return self.words[value] if self.words else value


class Form(msgspec.Struct, frozen=True):
    """How one fact is asked."""

    part: Callable[[Values], Part | None]
    """Gives the part that is asked next, None when all was said."""
    value: Callable[[Values], Any]
    """Makes the fact of its parts."""


def asked_of(scene: Scene) -> FactAsked:
    """Give the fact that is asked."""
    asked = scene.state.asked
    assert isinstance(asked, FactAsked), "a fact is asked"
    return asked


def form_of(scene: Scene) -> Form:
    """Give how the fact is asked that is open now."""
    asked = asked_of(scene)
    if asked.card >= 0:
        return _card(asked.path, str(next(suggestions(scene.rules, asked))))
    return form_for(scene, asked.path)


def form_for(scene: Scene, path: str) -> Form:
    """Give how a fact is asked that is no name of a card."""
    likely = next(suggestions(scene.rules, FactAsked(0, path)))
    last = path.rpartition(".")[2]
    for key, make in FORMS.items():
        if key in {last, path} or path.startswith(f"{key}."):
            return make(scene, path, likely)
    raise KeyError(path)


def likeliest(scene: Scene) -> Tell:
    """Give the answer that saves the likeliest of every part."""
    form, values = form_of(scene), ()
    return Tell(_json(form.value(_rest(form, values))))


def _rest(form: Form, values: Values) -> Values:
    while (part := form.part(values)) is not None:
        values = (*values, part.said(part.first()))
    return values


def saved(scene: Scene, mode: Marked) -> Tell | Marked:
    """Save the part that is shown: gives the answer when that was the last one, else the next part."""
    form = form_of(scene)
    part = form.part(mode.values)
    assert part is not None, "something is asked"
    values = (*mode.values, part.said(part.first() if mode.value is None else mode.value))
    if form.part(values) is None:
        return Tell(_json(form.value(values)))
    return Marked(mode.at, values=values)


def turned(scene: Scene, mode: Marked, by: int) -> Marked:
    """Show the next value of the part, or an earlier one."""
    part = form_of(scene).part(mode.values)
    assert part is not None, "something is asked"
    value = part.first() if mode.value is None else mode.value
    return Marked(mode.at, values=mode.values, value=part.turned(value, by))


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


# -- numbers -----------------------------------------------------------------------------
def _number(key: str, least: int = 0, most: int = 99) -> Callable[[Scene, str, Any], Form]:
    def make(scene: Scene, path: str, likely: Any) -> Form:
        asks = Part(key, likely, least, most)
        return Form(lambda values: None if values else asks, lambda values: values[0])

    return make


def _markers(scene: Scene, path: str, likely: Any) -> Form:
    return _number("markers", 0, 4 * scene.rules.seats)(scene, path, likely)


# -- rewards and cards to insert ---------------------------------------------------------
FIRSTS: Mapping[str, Mapping[str, int]] = {
    "$1": {"coins": 1},
    "$2": {"coins": 2},
    "0": {},
    "♛1": {"crowns": 1},
}


def _first(scene: Scene, path: str, likely: Any) -> Form:
    asks = Part("first", "$1", words=tuple(FIRSTS))
    return Form(lambda values: None if values else asks, lambda values: FIRSTS[str(values[0])])


def _insert(scene: Scene, path: str, likely: Any) -> Form:
    """Ask for groups and their numbers of cards, until there is none any more."""
    pack = pack_of(scene)
    loose = sum(pack.groups.get(LOOSE, {}).values())

    def known(group: object) -> int:
        return sum(pack.groups.get(str(group), {}).values())

    def part(values: Values) -> Part | None:
        if len(values) % 2 == 0:
            return Part("group", "none", words=GROUPS)
        if values[-1] == "none":
            return None
        left = loose - sum(n - known(group) for group, n in _pairs(values))
        least = max(1, known(values[-1]))
        return Part("cards", least, least, max(least, known(values[-1]) + left))

    return Form(part, lambda values: dict(_pairs(values)))


GROUPS = ("none", *map(str, (*range(80, 121), *range(1, 80))))
"""Numbers of groups, the likely ones first."""


def _pairs(values: Values) -> list[tuple[str, int]]:
    return [(str(values[i]), int(values[i + 1])) for i in range(0, len(values) - 1, 2)]


# -- hourglasses -------------------------------------------------------------------------
def _hourglass(scene: Scene, path: str, likely: Any) -> Form:
    coop = shown(scene).mode == "coop"
    end = "card 9" if coop else "pay 8"
    number = int("".join(c for c in path.split(".")[1] if c.isdecimal()) or 0)
    kinds = ("story", "check", end)
    first = "story" if "story" in likely else end
    story = int(likely["story"]) if "story" in likely else number + 1

    def part(values: Values) -> Part | None:
        if not values:
            return Part("hourglass", first, words=kinds)
        asks = {"story": (("story-of", story),), "check": _checks(number)}.get(str(values[0]), ())
        left = asks[len(values) - 1 :]
        return Part(left[0][0], left[0][1], 1, 99) if left else None

    return Form(part, _effect)


def _checks(number: int) -> tuple[tuple[str, int], ...]:
    """Give what is asked of a hourglass with a question mark, and what is likely."""
    return ("check-task", number), ("check-done", number + 1), ("check-open", number + 2)


def _effect(values: Values) -> dict[str, Any]:
    match values:
        case ("story", number):
            return {"story": number}
        case ("check", task, fulfilled, missed):
            return {"check": {"task": task, "fulfilled": fulfilled, "missed": missed}}
        case ("card 9",):
            return {"card": 9}
    return {"pay": 8}


# -- crown track -------------------------------------------------------------------------
def _track(scene: Scene, path: str, likely: Any) -> Form:
    """Ask for the number of fields, then for the field of each shield; 0 for a shield that there is not."""
    fields = {worth: int(field) for field, worth in likely["shields"].items()}

    def part(values: Values) -> Part | None:
        worth = len(values)
        if worth == 0:
            return Part("fields", likely["fields"], 6, 40)
        if worth > max(fields):
            return None
        last = max(int(value) for value in (0, *values[1:]))
        left = int(values[0])
        least = 0 if 2 < worth < max(fields) else min(last + 1, left)
        return Part(f"shield-{worth}", min(max(fields[worth], last + 1), left), least, left)

    return Form(part, _shields)


def _shields(values: Values) -> dict[str, Any]:
    shields = {str(field): worth for worth, field in enumerate(values) if worth and field}
    return {"fields": values[0], "shields": shields}


# -- expeditions and events --------------------------------------------------------------
def _expedition(scene: Scene, path: str, likely: Any) -> Form:
    parts = (Part("coins", likely["coins"], 0, 20), Part("exp-crowns", likely["crowns"], 0, 9))
    return Form(_of(parts), lambda values: {"coins": values[0], "crowns": values[1]})


def _event(scene: Scene, path: str, likely: Any) -> Form:
    """Ask of an unknown title only whether the device has anything to do with it."""
    asks = Part("event", "table", words=("table", "nothing"))

    def value(values: Values) -> dict[str, Any]:
        by_table = {"table": True} if values[0] == "table" else {}
        return {"title": likely["title"].replace("-", " ").title(), "timing": "none", **by_table}

    return Form(lambda values: None if values else asks, value)


def _of(parts: tuple[Part, ...]) -> Callable[[Values], Part | None]:
    return lambda values: parts[len(values)] if len(values) < len(parts) else None


# -- names of cards ----------------------------------------------------------------------
COLOURS = ("yellow", "blue", "green", "red", "black")
SWORDS = ("1", "2", "3", "4", "5", "6", "7", "8", "skull")


def _card(kind: str, likely: str) -> Form:
    """Ask for the open parts of a card's name."""
    wider, proposal = face_of(kind), face_of(likely)
    assert wider is not None, "it is a card of the pack"
    assert proposal is not None, "it is proposed"
    if wider.role == "expedition":
        return _needs()
    keys = [key for key, part in wider.parts.items() if part == "?"]
    parts = tuple(_open(key, proposal.parts[key], ares=proposal.ares) for key in keys)

    def value(values: Values) -> str:
        name = wider.kind
        for said in values:
            name = name.replace("?", str(said), 1)
        return name

    return Form(_of(parts), value)


def _open(key: str, likely: str, *, ares: bool) -> Part:
    if key == "colour":
        return Part("colour", likely, words=COLOURS)
    if key == "value":
        return Part("value", likely, words=("1", "crown"))
    if key == "item":
        return Part("item", likely, words=("book", "herbs") if ares else ("bread", "rum"))
    if key == "swords" and likely in SWORDS:
        return Part("swords", likely, words=SWORDS)
    return Part(key, int(likely), 0, 20)


ITEMS = ("none", "book", "bread", "herbs", "rum", "ares")
SYMBOLS = ("A", "C", "H", "AA", "CC", "HH", "AC", "AH", "CH", "AAC", "AAH", "ACC", "ACH", "AHH", "CCH", "CHH")
ALL_SYMBOLS = (*SYMBOLS, "AACC", "AACH", "AAHH", "ACCH", "ACHH", "CCHH")


def _needs() -> Form:
    """Ask for symbols, two items and the points of an expedition."""
    parts = (
        Part("symbols", "AC", words=ALL_SYMBOLS),
        Part("item-1", "herbs", words=ITEMS),
        Part("item-2", "none", words=ITEMS),
        Part("exp-points", 7, 0, 20),
    )

    def value(values: Values) -> str:
        items = sorted(str(item) for item in values[1:3] if item != "none")
        return "-".join(["expedition", str(values[0]), *items, str(values[3])])

    return Form(_of(parts), value)


FORMS: Mapping[str, Callable[[Scene, str, Any], Form]] = {
    "characters": _number("start-coins", 0, 20),
    "chapters": _number("first-story", 1),
    "first": _first,
    "crowns": _number("crowns", 0, 3),
    "insert": _insert,
    "hourglass": _hourglass,
    "markers": _markers,
    "points": _number("points"),
    "crown_track": _track,
    "expeditions": _expedition,
    "events": _event,
}
"""By the last word of the path, or its first."""


# -- the screen --------------------------------------------------------------------------
def fact(scene: Scene, mode: Marked) -> Screen:
    """Draw AD17."""
    form, asked = form_of(scene), asked_of(scene)
    part = form.part(mode.values)
    assert part is not None, "something is asked"
    value = part.said(part.first() if mode.value is None else mode.value)
    return screen(
        scene.say("adv.fact.header", name=scene.upper(asked.seat)),
        headline(_shown(scene, value)),
        scene.say(f"adv.fact.{part.key}"),
        _about(scene, asked),
        scene.say("adv.fact.kept"),
        scene.say("adv.fact.skip"),
        keys=scene.say("keys.fact"),
    )


def _shown(scene: Scene, value: int | str) -> str:
    if isinstance(value, int):
        return str(value)
    if value in COLOURS:
        return scene.ctx.names.hue(value)[:HEADLINE]
    return value.upper()[:HEADLINE]


def _about(scene: Scene, asked: FactAsked) -> str:
    """Say which card it stands on."""
    first, _, rest = asked.path.partition(".")
    if asked.card >= 0:
        return scene.say("adv.fact.about.card", label=scene.ctx.names.label(asked.path))
    if first == "characters":
        return scene.say("adv.fact.about.character", hero=scene.say(f"adv.character.{rest.split('.')[0]}"))
    if first == "tasks":
        return scene.say("adv.fact.about.task", task=rest.split(".")[0])
    if first == "expeditions":
        return scene.say("adv.fact.about.card", label=scene.ctx.names.label(rest))
    return scene.say(f"adv.fact.about.{first}", chapter=shown(scene).chapter)
