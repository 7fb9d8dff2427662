"""Reads a parsed pack file: every key by itself, so that all that is wrong is said at once (Q01)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar, get_args

import msgspec

from engine.adventure import pack as p

T = TypeVar("T", bound=msgspec.Struct)
_AT = re.compile(r" - at (?:`key` in )?`\$(?P<path>[^`]*)`$")
_FIELD = re.compile(r"Object (?P<how>contains unknown|missing required) field `(?P<name>.*)`")
SECTIONS = ("characters", "events", "groups", "expeditions", "chapters", "tasks", "card9")
_TYPES = {
    "int": "a whole number",
    "str": "text",
    "bool": "true or false",
    "object": "a mapping",
    "null": "null",
}


class Problem(NamedTuple):
    """One thing that is wrong with a pack."""

    code: str
    """Q01 to Q15."""
    path: str
    """Where, such as ``tasks.13.first``."""
    sentence: str

    def __str__(self) -> str:
        return f"{self.code} {self.path}: {self.sentence}" if self.path else f"{self.code} {self.sentence}"


class PackError(ValueError):
    """A pack that cannot be played; ``problems`` are all that is wrong with it."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


def read(content: object) -> tuple[p.Pack | None, list[Problem]]:
    """Make a pack of a parsed file; what is no value of its key is told and taken as open.

    None when it is no mapping at all.
    """
    if not isinstance(content, Mapping):
        return None, [Problem("Q01", "", "A pack is a mapping of keys to values.")]
    told = p.words(content)
    problems: list[Problem] = []
    entries = {section: _section(told, section, problems) for section in SECTIONS}
    head = {"name": _plain(told, "name", str, "unnamed", problems)}
    head["invented"] = _plain(told, "invented", bool, False, problems)
    problems += [
        Problem("Q01", str(key), f"The key {key!r} is not known.")
        for key in told
        if key not in p.Pack.__struct_fields__
    ]
    track = _track(told, problems)
    if not re.fullmatch(r"[a-z0-9-]+", head["name"]):
        problems.append(Problem("Q01", "name", "A name is of small letters, digits and hyphens."))
    pack = p.Pack(
        name=head["name"],
        invented=head["invented"],
        crown_track=track,
        characters=_each(entries, "characters", p.Side, problems),
        events=_each(entries, "events", p.EventKind, problems, _event_code),
        groups=_groups(entries["groups"], problems),
        expeditions=_each(entries, "expeditions", p.ExpeditionFacts, problems),
        chapters=_by_number(_each(entries, "chapters", p.ChapterCard, problems), "chapters", problems),
        tasks=_each(entries, "tasks", p.Task, problems, _task_code),
        card9=_card9(entries["card9"], problems),
    )
    return pack, problems


def _section(told: Mapping[str, Any], section: str, problems: list[Problem]) -> Mapping[Any, Any]:
    if section not in told:
        problems.append(Problem("Q01", section, f"The key {section!r} is missing."))
        return {}
    entries = told[section]
    if not isinstance(entries, Mapping):
        problems.append(Problem("Q01", section, f"{section} is a mapping."))
        return {}
    return entries


def _plain(told: Mapping[str, Any], key: str, kind: type, default: Any, problems: list[Problem]) -> Any:
    value = told.get(key)
    if key not in told:
        problems.append(Problem("Q01", key, f"The key {key!r} is missing."))
    elif not isinstance(value, kind):
        problems.append(Problem("Q01", key, f"{key} is {_TYPES[kind.__name__]}."))
    return value if isinstance(value, kind) else default


def _track(told: Mapping[str, Any], problems: list[Problem]) -> p.Track:
    if "crown_track" not in told:
        problems.append(Problem("Q01", "crown_track", "The key 'crown_track' is missing."))
    entry = told.get("crown_track")
    if entry is None:
        return p.Track(fields=None, shields=None)
    return convert(entry, p.Track, "crown_track", problems) or p.Track(fields=None, shields=None)


def _each(
    entries: Mapping[str, Mapping[Any, Any]],
    section: str,
    kind: type[T],
    problems: list[Problem],
    code: Callable[[str], str] = lambda path: "Q01",
) -> dict[str, T]:
    made: dict[str, T] = {}
    for key, entry in entries[section].items():
        record = convert(entry, kind, f"{section}.{key}", problems, code)
        if record is not None:
            made[str(key)] = record
    return made


def _task_code(path: str) -> str:
    """Give the code of what is no value of a task's key: an effect has its own, and a `when`, and rewards."""
    if ".hourglass" in path:
        return "Q14"
    return "Q09" if path.endswith(".when") else "Q01"


def _event_code(path: str) -> str:
    return "Q05" if path.endswith((".timing", ".who")) else "Q01"


def convert(
    entry: object,
    kind: type[T],
    path: str,
    problems: list[Problem],
    code: Callable[[str], str] = lambda path: "Q01",
) -> T | None:
    """Make one record; each key that is wrong is told and left open.  None when it is no mapping."""
    if not isinstance(entry, Mapping):
        problems.append(Problem(code(path), path, f"{path} is a mapping."))
        return None
    left = dict(entry)
    for _ in range(2 * len(left) + len(kind.__struct_fields__)):
        try:
            return msgspec.convert(left, kind)
        except msgspec.ValidationError as error:
            wrong, sentence, key, missing = _explain(str(error), path)
            problems.append(Problem("Q01" if missing else code(wrong), wrong, sentence))
            if (missing or key in left) and _may_be_open(kind, key) and left.get(key, 0) is not None:
                left[key] = None
            else:
                left.pop(key, None)
    return None


def _may_be_open(kind: type[msgspec.Struct], key: str) -> bool:
    """Tell whether a key of a record may hold null."""
    fields = {field.encode_name: field for field in msgspec.structs.fields(kind)}
    return key in fields and type(None) in get_args(fields[key].type)


def _explain(message: str, path: str) -> tuple[str, str, str, bool]:
    """Give the place of a complaint, a sentence, the key of the entry, and whether the key is missing."""
    where = _AT.search(message)
    what = message[: where.start()] if where else message
    inside = where["path"].lstrip(".") if where else ""
    if field := _FIELD.fullmatch(what):
        name, missing = field["name"], field["how"].startswith("missing")
        sentence = f"The key {name!r} is missing." if missing else f"The key {name!r} is not known."
        place = ".".join(part for part in (path, inside, name) if part)
        return place, sentence, inside.split(".")[0] or name, missing and not inside
    place = ".".join(part for part in (path, inside.replace("[...]", "...")) if part)
    what = re.sub(r"`([^`]*)`", lambda types: " or ".join(_words(types[1])), what)
    return place, f"{what}.", re.split(r"[.\[]", inside)[0], False


def _words(types: str) -> list[str]:
    return [_TYPES.get(one, one) for one in types.split(" | ")]


def _groups(entries: Mapping[Any, Any], problems: list[Problem]) -> dict[str, dict[str, int]]:
    groups: dict[str, dict[str, int]] = {}
    for group, kinds in entries.items():
        if not isinstance(kinds, Mapping):
            problems.append(Problem("Q01", f"groups.{group}", "A group is a mapping of cards to copies."))
            continue
        groups[str(group)] = {}
        for kind, copies in kinds.items():
            if isinstance(copies, bool) or not isinstance(copies, int) or copies < 1:
                place = f"groups.{group}.{kind}"
                problems.append(Problem("Q01", place, "Copies are a whole number, 1 or more."))
            else:
                groups[str(group)][str(kind)] = copies
    return groups


def _by_number(entries: dict[str, T], section: str, problems: list[Problem]) -> dict[int, T]:
    made: dict[int, T] = {}
    for key, entry in entries.items():
        if key.isdecimal():
            made[int(key)] = entry
        else:
            problems.append(Problem("Q01", f"{section}.{key}", f"{key!r} is no number."))
    return made


def _card9(entries: Mapping[Any, Any], problems: list[Problem]) -> dict[str, dict[int, p.Goal]]:
    made: dict[str, dict[int, p.Goal]] = {}
    for chapter, goals in entries.items():
        path = f"card9.{chapter}"
        if not isinstance(goals, Mapping):
            problems.append(Problem("Q01", path, "An entry of card 9 is a mapping of player counts."))
            continue
        entry = {path.removeprefix("card9."): {str(seats): goal for seats, goal in goals.items()}}
        read_goals = _each({path: entry[str(chapter)]}, path, p.Goal, problems)
        made[str(chapter)] = _by_number(read_goals, path, problems)
    return made
