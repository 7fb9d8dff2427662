"""Packs of The Adventure Begins: those that come with the program, others by path, an owner's answers.

The program's packs are never written.  What an owner answered at the table, or filled in beforehand, lies
in a file of his own with the same form; it fills what is open.  The format: docs/adventure-pack.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from companion.yamltext import YamlError, load, read_text
from engine.adventure.pack import LOOSE, Pack, words
from engine.adventure.pack_cards import Face, face_of, fits
from engine.adventure.pack_check import PackError, checked

SHIPPED = ("known", "synthetic")
SUFFIX = ".yaml"
CARDS = 39
"""Playing cards of the expansion."""


REQUIRED = frozenset({"chapter", "title", "star", "first", "crowns", "hourglass"})
OPEN_TASK: Mapping[str, None] = dict.fromkeys((*sorted(REQUIRED), "insert", "have", "discard"))
"""A task of which only its number is known."""


class NoPack(ValueError):
    """There is no such pack, or it cannot be played; ``str()`` says why, with every error."""


def shipped_content(name: str) -> Any:
    """Give the parsed file of a pack that comes with the program; raises ``KeyError`` for another name."""
    if name not in SHIPPED:
        raise KeyError(name)
    file = f"{name}{SUFFIX}"
    return load(resources.files("companion.packs").joinpath(file).read_text(encoding="utf-8"), file)


def template_text() -> str:
    """Give the commented file that an owner fills in."""
    return resources.files("companion.packs").joinpath("template.yaml").read_text(encoding="utf-8")


def pack_content(name: str, folder: Path) -> Any:
    """Give the parsed file of a pack, by name or by a path that ends in .yaml; raises ``NoPack``."""
    if name in SHIPPED:
        return shipped_content(name)
    if not name.endswith(SUFFIX):
        known = ", ".join(SHIPPED)
        raise NoPack(f"There is no pack {name!r}: name one of {known}, or a file that ends in {SUFFIX}.")
    path = folder / name
    try:
        return load(read_text(path), str(path))
    except YamlError as error:
        raise NoPack(str(error)) from None


def load_pack(name: str, folder: Path = Path(), answers: Any = None) -> Pack:
    """Give a pack by name or path, with an owner's parsed answers over it; raises ``NoPack``."""
    content = pack_content(name, folder)
    return pack_of(content if answers is None else laid_over(content, answers), name)


def pack_of(content: Any, source: str) -> Pack:
    """Make a pack of a parsed file; raises ``NoPack`` with everything that is wrong with it."""
    try:
        return checked(content)
    except PackError as error:
        wrong = "\n".join(f"  {problem}" for problem in error.problems)
        raise NoPack(f"The pack {source} cannot be played:\n{wrong}") from None


# -- an owner's answers ------------------------------------------------------------------------
def laid_over(content: Any, answers: Any) -> Any:
    """Give a pack with what is open in it filled from an owner's answers."""
    if not isinstance(content, Mapping) or not isinstance(answers, Mapping):
        return content
    below, above = words(content), words(answers)
    filled = {key: _filled(value, above[key]) if key in above else value for key, value in below.items()}
    filled |= {key: value for key, value in above.items() if key not in below}
    filled["name"], filled["invented"] = below.get("name"), below.get("invented")
    if isinstance(above.get("groups"), Mapping) and isinstance(below.get("groups"), Mapping):
        filled["groups"] = _groups(below["groups"], above["groups"])
    if isinstance(filled.get("tasks"), Mapping):
        filled["tasks"] = _with_targets(filled, below.get("tasks") or {})
    return filled


def _with_targets(content: Mapping[str, Any], known: Mapping[str, Any]) -> dict[str, Any]:
    """Give the tasks with those too that an owner has only named so far: all of them is open."""
    tasks = {n: task if n in known else _whole(task) for n, task in content["tasks"].items()}
    for task in list(tasks.values()):
        if isinstance(task, Mapping):
            for target in _targets(task.get("hourglass")):
                tasks.setdefault(target, {**OPEN_TASK, "chapter": task.get("chapter")})
    chapters = content.get("chapters")
    for chapter, card in chapters.items() if isinstance(chapters, Mapping) else ():
        if isinstance(card, Mapping) and card.get("first") is not None:
            tasks.setdefault(str(card["first"]), {**OPEN_TASK, "chapter": chapter})
    return tasks


def _whole(task: Any) -> Any:
    return {**OPEN_TASK, **task} if isinstance(task, Mapping) and REQUIRED - set(task) else task


def _targets(effect: Any) -> Iterator[str]:
    """Give the story cards that an effect names."""
    if not isinstance(effect, Mapping):
        return
    for key, value in effect.items():
        if key in ("fist", "handshake", "check"):
            yield from _targets(value)
        elif key in ("story", "task", "fulfilled", "missed") and isinstance(value, int | str):
            yield str(value)


def _filled(value: Any, answer: Any) -> Any:
    """Fill what is null, inside mappings too; what is known stays."""
    if value is None:
        return answer
    if not isinstance(value, Mapping) or not isinstance(answer, Mapping):
        return value
    told = {str(key): one for key, one in answer.items()}
    known = {str(key) for key in value}
    filled = {key: _filled(one, told[str(key)]) if str(key) in told else one for key, one in value.items()}
    return filled | {key: one for key, one in answer.items() if str(key) not in known}


def _groups(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """Move cards from the group that is not known to the groups that an owner names.

    What is no group and no number of cards stays as it was written: the check of the whole pack tells of it.
    """
    groups = {group: dict(kinds) if isinstance(kinds, Mapping) else kinds for group, kinds in below.items()}
    loose = groups.get(LOOSE)
    for group, kinds in above.items():
        there = groups.setdefault(group, {})
        if not isinstance(kinds, Mapping) or not isinstance(there, dict):
            groups[group] = kinds
            continue
        for kind, copies in kinds.items():
            _add(there, loose if isinstance(loose, dict) else {}, kind, copies)
    return {group: kinds for group, kinds in groups.items() if kinds}


def _add(there: dict[str, Any], loose: dict[str, Any], kind: str, copies: Any) -> None:
    """Put as many copies of a card into a group as an owner says, from the group that is not known."""
    known = there.get(kind, 0)
    if not _whole_number(copies) or not _whole_number(known):
        there[kind] = copies
        return
    for _ in range(min(copies - known, CARDS)):
        _take_open(loose, kind)
    there[kind] = max(copies, known)


def _whole_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _take_open(loose: dict[str, int], kind: str) -> None:
    """Take the card away that lay here with no group, or that turned out to be this one."""
    face = face_of(kind)
    counted = [wider for wider, copies in loose.items() if _whole_number(copies)]
    open_ones = [wider for wider in counted if wider == kind or (face and _wider(wider, face))]
    if open_ones:
        found = kind if kind in open_ones else open_ones[0]
        loose[found] -= 1
        if not loose[found]:
            del loose[found]


def _wider(kind: str, face: Face) -> bool:
    wider = face_of(kind)
    return wider is not None and wider.open and fits(face, wider)
