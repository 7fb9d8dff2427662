"""Open facts: which ones a pack has, where they are kept, and what an answer may be.

A fact is known by its path, such as ``tasks.13.first`` or a card id with ``?``.
Source: adventure-pack.md, "Open facts".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from engine.adventure import pack as p
from engine.adventure.pack_cards import face_of, fits

NEW_TASK = p.Task(
    chapter=None,
    title=None,
    star=None,
    insert=None,
    have=None,
    discard=None,
    first=None,
    crowns=None,
    hourglass=None,
)
"""A task that the pack has never heard of: all of it is open."""


def task_of(pack: p.Pack, number: str) -> p.Task:
    """Give a task of a pack; one that it has never heard of is open."""
    return pack.tasks.get(number, NEW_TASK)


class FactError(ValueError):
    """A value is no answer to an open fact; ``str()`` says what would be."""


# -- which are open ----------------------------------------------------------------------
def open_facts(pack: p.Pack) -> list[str]:
    """Give the paths of everything that a pack leaves open, those that are never asked in play included."""
    return [
        *_open_set_up(pack),
        *_open_cards(pack),
        *(
            f"tasks.{n}.{k}"
            for n, task in pack.tasks.items()
            for k in p.Task.__struct_fields__
            if _null(task, k)
        ),
        *(f"tasks.{n}.hourglass.{s}" for n, task in pack.tasks.items() for s in SIDES if _half(task, s)),
        *(
            f"card9.{chapter}.{seats}.{key}"
            for chapter, goals in pack.card9.items()
            for seats, goal in goals.items()
            for key in ("markers", "points")
            if _null(goal, key)
        ),
    ]


SIDES = ("fist", "handshake")


def _open_set_up(pack: p.Pack) -> Iterator[str]:
    for name, side in pack.characters.items():
        yield from (f"characters.{name}.{key}" for key in ("card", "coins", "colour") if _null(side, key))
    if not pack.crown_track.known:
        yield "crown_track"
    for name, event in pack.events.items():
        yield from (f"events.{name}.{key}" for key in ("copies", "title") if _null(event, key))
    if not events_complete(pack) and all(event.copies is not None for event in pack.events.values()):
        yield "events"
    for chapter, card in pack.chapters.items():
        yield from (f"chapters.{chapter}.{key}" for key in ("first", "success") if _null(card, key))


def _open_cards(pack: p.Pack) -> Iterator[str]:
    for group, kinds in pack.groups.items():
        yield from (kind for kind in kinds if "?" in kind or group == p.LOOSE)
        yield from (f"expeditions.{kind}" for kind in kinds if _lacks_facts(pack, kind))
    for kind, facts in pack.expeditions.items():
        yield from (f"expeditions.{kind}.{key}" for key in ("coins", "crowns") if _null(facts, key))


def _null(record: msgspec.Struct, key: str) -> bool:
    return getattr(record, key) is None


def _half(task: p.Task, side: str) -> bool:
    return task.hourglass is not None and getattr(task.hourglass, side) is None


def _lacks_facts(pack: p.Pack, kind: str) -> bool:
    return kind.startswith("expedition-") and "?" not in kind and kind not in pack.expeditions


def events_complete(pack: p.Pack) -> bool:
    """Tell whether all thirteen events are known."""
    return sum(event.copies or 0 for event in pack.events.values()) == p.EVENTS


def grows(pack: p.Pack) -> bool:
    """Tell whether a pack may still learn of tasks that it has never heard of."""
    chapters = any(chapter.first is None for chapter in pack.chapters.values())
    return chapters or any(task.hourglass is None for task in pack.tasks.values())


# -- learning ----------------------------------------------------------------------------
class Place(msgspec.Struct, frozen=True):
    """Where an answer goes: which mode, chapter and number of players play."""

    mode: str
    chapter: int
    seats: int


def learn(pack: p.Pack, path: str, value: Any, place: Place) -> p.Pack:
    """Give a pack that knows a fact; raises ``FactError`` when the value is no answer to it.

    A card id with ``?`` is not learned here: the card that was named keeps its face in the game.
    """
    for pattern, learns in _LEARNS:
        if pattern.fullmatch(path):
            return learns(pack, path.split("."), value, place)
    raise FactError(f"{path} is no fact that can be told.")


def count_of(value: Any, what: str = "It", most: int = 99) -> int:
    """Read a number; raises ``FactError``."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= most:
        raise FactError(f"{what} is a whole number from 0 to {most}, not {_said(value)}.")
    return value


def _said(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _record(value: Any, kind: type[Any], what: str) -> Any:
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError:
        raise FactError(f"{_said(value)} is no answer: {what}.") from None


def number_of(value: Any) -> str:
    """Read the number of a story card; raises ``FactError``."""
    text = "" if isinstance(value, bool) or not isinstance(value, int | str) else str(value)
    if not text[:1].isdecimal() or not text.isalnum():
        raise FactError(f"{_said(value)} is no number of a story card, such as 12 or 28b.")
    return text


def with_task(pack: p.Pack, number: str, chapter: int | None) -> p.Pack:
    """Give a pack in which a task lies, new ones with all of it open."""
    if number in pack.tasks:
        return pack
    return replace(pack, tasks={**pack.tasks, number: replace(NEW_TASK, chapter=chapter)})


def _character(pack: p.Pack, path: list[str], value: Any, place: Place) -> p.Pack:
    side = replace(pack.characters[path[1]], coins=count_of(value))
    return replace(pack, characters={**pack.characters, path[1]: side})


def _chapter(pack: p.Pack, path: list[str], value: Any, place: Place) -> p.Pack:
    number, chapter = number_of(value), int(path[1])
    card = replace(pack.chapters[chapter], first=p.spoken(number))
    return with_task(replace(pack, chapters={**pack.chapters, chapter: card}), number, chapter)


def _task(pack: p.Pack, path: list[str], value: Any, place: Place) -> p.Pack:
    number, key = path[1], path[2]
    pack = with_task(pack, number, place.chapter)
    task = pack.tasks[number]
    if key == "first":
        what = "{} for nothing, {coins: 1}, {coins: 2} or {crowns: 1}"
        first: p.Purse = _record(value, p.Purse, what)
        if first.coins > 2 or first.crowns > 1 or (first.coins and first.crowns):
            raise FactError(f"{_said(value)} is no answer: {what}.")
        task = replace(task, first=first)
    elif key == "crowns":
        task = replace(task, crowns=count_of(value, "Crowns for everybody", 3))
    elif key == "insert":
        task = replace(task, insert=_inserted(pack, value))
    else:
        return _hourglass(pack, number, value, place)
    return replace(pack, tasks={**pack.tasks, number: task})


def _inserted(pack: p.Pack, value: Any) -> dict[str, int]:
    what = "{GROUP: NUMBER OF CARDS}, {} for none"
    if not isinstance(value, Mapping):
        raise FactError(f"{_said(value)} is no answer: {what}.")
    loose = sum(pack.groups.get(p.LOOSE, {}).values())
    inserted = {}
    for group, cards in value.items():
        known = sum(pack.groups.get(str(group), {}).values())
        number = count_of(cards, f"Group {group}")
        if str(group) == p.LOOSE or number < max(1, known) or number > known + loose:
            raise FactError(f"Group {group} has {known} cards that are known, and {loose} have no group yet.")
        inserted[str(group)] = number
    return inserted


def _hourglass(pack: p.Pack, number: str, value: Any, place: Place) -> p.Pack:
    what = "{story: N}, {check: {task: N, fulfilled: N, missed: N}}, " + (
        "{card: 9}" if place.mode == "coop" else "{pay: 8}"
    )
    effect: p.Effect = _record(value, p.Effect, what)
    mine = "handshake" if place.mode == "coop" else "fist"
    sides = {side: getattr(effect, side) for side in ("fist", "handshake")}
    sides = {side: one for side, one in sides.items() if one is not UNSET and one is not None}
    if not effect.sided:
        sides = {mine: effect}
    if mine not in sides:
        raise FactError(f"{_said(value)} does not say what the {mine} does: {what}.")
    for side, one in sides.items():
        _effect(one, side, what)
        for target in _targets(one):
            pack = with_task(pack, target, pack.tasks[number].chapter)
    old = pack.tasks[number].hourglass
    if effect.sided or "pay" in _keys(effect) or "card" in _keys(effect) or (old and old.sided):
        before = {} if old is None else {"fist": old.fist, "handshake": old.handshake}
        kept = {side: one for side, one in before.items() if one is not UNSET}
        effect = p.Effect(**{"fist": None, "handshake": None, **kept, **sides})
    task = replace(pack.tasks[number], hourglass=effect)
    return replace(pack, tasks={**pack.tasks, number: task})


def _keys(effect: p.Effect) -> list[str]:
    return [key for key in ("story", "check", "pay", "card") if getattr(effect, key) is not UNSET]


def _effect(effect: p.Effect, side: str, what: str) -> None:
    right = {"fist": ("pay", 8), "handshake": ("card", 9)}[side]
    allowed = ("story", "check", right[0])
    keys = _keys(effect)
    if len(keys) != 1 or keys[0] not in allowed or getattr(effect, right[0]) not in (UNSET, right[1]):
        raise FactError(f"That is no effect of an hourglass here: {what}.")


def _targets(effect: p.Effect) -> list[str]:
    told = [] if effect.story is UNSET else [effect.story]
    if effect.check is not UNSET:
        told += [effect.check.task, effect.check.fulfilled, effect.check.missed]
    return [number_of(one) for one in told]


def _goal(pack: p.Pack, path: list[str], value: Any, place: Place) -> p.Pack:
    most = 4 * place.seats if path[1] == "markers" else 99
    known = p.goal_of(pack, place.chapter, place.seats)
    goal = replace(known, **{path[1]: count_of(value, "It", most)})
    chapter = str(place.chapter)
    goals = pack.card9.get(chapter) or pack.card9.get(p.ALL_CHAPTERS) or {}
    return replace(pack, card9={**pack.card9, chapter: {**goals, place.seats: goal}})


def _crown_track(pack: p.Pack, path: list[str], value: Any, place: Place) -> p.Pack:
    what = "{fields: N, shields: {FIELD: POINTS, ...}}, from 1 and 2 points up to 6"
    if isinstance(value, Mapping) and isinstance(value.get("shields"), Mapping):
        shields = {int(k) if str(k).isdecimal() else k: v for k, v in value["shields"].items()}
        value = {**value, "shields": shields}
    track: p.Track = _record(value, p.Track, what)
    worth = list((track.shields or {}).values())
    fields = list(track.shields or {})
    rises = fields == sorted(set(fields)) and worth == sorted(set(worth)) and bool(fields) and fields[0] > 0
    if (
        not track.known
        or not rises
        or worth[:2] != [1, 2]
        or worth[-1] != 6
        or fields[-1] > (track.fields or 0)
    ):
        raise FactError(f"{_said(value)} is no answer: {what}.")
    return replace(pack, crown_track=track)


def _expedition(pack: p.Pack, path: list[str], value: Any, place: Place) -> p.Pack:
    facts: p.ExpeditionFacts = _record(value, p.ExpeditionFacts, "{coins: N, crowns: N}")
    if facts.coins is None or facts.crowns is None:
        raise FactError("An expedition has coins and crowns: {coins: N, crowns: N}.")
    return replace(pack, expeditions={**pack.expeditions, path[1]: facts})


def _event(pack: p.Pack, path: list[str], value: Any, place: Place) -> p.Pack:
    told = {"copies": None, **value} if isinstance(value, Mapping) else value
    what = "{title: TEXT, timing: at-once, who: everybody, gain: {coins: 1}} or the like"
    event: p.EventKind = _record(told, p.EventKind, what)
    timings = ("", *p.TIMINGS) if event.table else p.TIMINGS
    if event.timing not in timings or event.who not in p.WHO:
        raise FactError(f"{_said(value)} is no answer: {what}.")
    return replace(pack, events={**pack.events, path[1]: event})


_LEARNS: tuple[tuple[re.Pattern[str], Callable[[p.Pack, list[str], Any, Place], p.Pack]], ...] = tuple(
    (re.compile(pattern), learns)
    for pattern, learns in (
        (rf"characters\.({'|'.join(p.CHARACTERS)})\.coins", _character),
        (r"chapters\.[1-5]\.first", _chapter),
        (r"tasks\.[0-9][0-9a-z]*\.(first|crowns|insert|hourglass)", _task),
        (r"card9\.(markers|points)", _goal),
        (r"crown_track", _crown_track),
        (r"expeditions\.expedition-[A-Za-z0-9-]+", _expedition),
        (r"events\.event-[a-z0-9-]+", _event),
    )
)


def named(pack: p.Pack, kind: str, value: Any) -> str:
    """Read the complete id of an open card; raises ``FactError`` when the card cannot be that."""
    wider = face_of(kind)
    face = face_of(value) if isinstance(value, str) else None
    if face is None or face.open or wider is None or not fits(face, wider):
        raise FactError(f"{_said(value)} is no complete name for the card {kind}.")
    return face.kind


def moved(pack: p.Pack, kind: str, to: str, group: str | None = None) -> p.Pack:
    """Give a pack in which one copy of an open card has its name, in its group if that is known."""
    source = next(g for g, kinds in pack.groups.items() if kind in kinds)
    groups = {g: dict(kinds) for g, kinds in pack.groups.items()}
    groups[source][kind] -= 1
    if not groups[source][kind]:
        del groups[source][kind]
    target = groups.setdefault(group or source, {})
    target[to] = target.get(to, 0) + 1
    return replace(pack, groups={g: kinds for g, kinds in groups.items() if kinds})
