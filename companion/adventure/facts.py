"""What the pack does not know is asked part by part, each pre-set to the likeliest (AD17)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.adventure.forms import COLOURS, Form, Part, Values, card_form, of_parts
from companion.adventure.modes import Marked
from companion.adventure.words import pack_of, shown
from companion.screen import Screen, headline, screen
from companion.screens.scene import Scene
from engine.adventure.learning import suggestions
from engine.adventure.messages import FactAsked, Tell
from engine.adventure.pack import LOOSE

HEADLINE = 10


def asked_of(scene: Scene) -> FactAsked:
    """Give the fact that is asked."""
    asked = scene.state.asked
    assert isinstance(asked, FactAsked), "a fact is asked"
    return asked


def form_of(scene: Scene) -> Form:
    """Give how the fact is asked that is open now."""
    asked = asked_of(scene)
    if asked.card >= 0:
        return card_form(asked.path, str(next(suggestions(scene.rules, asked))))
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
    return replace(mode, values=values, value=None)


def turned(scene: Scene, mode: Marked, by: int) -> Marked:
    """Show the next value of the part, or an earlier one."""
    part = form_of(scene).part(mode.values)
    assert part is not None, "something is asked"
    value = part.first() if mode.value is None else mode.value
    return replace(mode, value=part.turned(value, by))


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
    return Form(of_parts(parts), lambda values: {"coins": values[0], "crowns": values[1]})


def _event(scene: Scene, path: str, likely: Any) -> Form:
    """Ask of an unknown title only whether the device has anything to do with it."""
    asks = Part("event", "table", words=("table", "nothing"))

    def value(values: Values) -> dict[str, Any]:
        by_table = {"table": True} if values[0] == "table" else {}
        return {"title": likely["title"].replace("-", " ").title(), "timing": "none", **by_table}

    return Form(lambda values: None if values else asks, value)


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
        keys=scene.say("adv.keys.fact"),
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
