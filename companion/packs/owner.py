"""The file of an owner's answers: what was told at the table is kept for good, over a pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from companion.packs import NoPack
from companion.script_text import write_value
from companion.yamltext import YamlError, load, read_text
from engine.adventure.pack import Pack, content_of

FOLDER = "packs"


def owner_file(data: Path, pack: str) -> Path:
    """Give the file over a pack in the folder of saved games and settings."""
    return data / FOLDER / f"{Path(pack).stem}.yaml"


def read_answers(path: Path) -> Any:
    """Give the parsed answers, None when there are none yet; raises ``NoPack`` when they cannot be read."""
    if not path.exists():
        return None
    try:
        return load(read_text(path), str(path))
    except YamlError as error:
        raise NoPack(str(error)) from None


def answers_of(before: Pack, after: Pack) -> dict[str, Any]:
    """Give what a pack knows more than another, in the form of a pack file."""
    told: dict[str, Any] = _more(content_of(before), content_of(after)) or {}
    groups = _new_cards(content_of(before)["groups"], content_of(after)["groups"])
    told.pop("groups", None)
    return {**told, **({"groups": groups} if groups else {})}


def _more(before: Any, after: Any) -> Any:
    """Give what differs, inside mappings only what differs there."""
    if before == after:
        return None
    if not isinstance(before, Mapping) or not isinstance(after, Mapping):
        return after
    parts = {key: _more(before.get(key), value) for key, value in after.items()}
    parts = {key: value for key, value in parts.items() if value is not None or key not in before}
    return {key: after[key] if key not in before else value for key, value in parts.items()}


def _new_cards(before: Mapping[Any, Any], after: Mapping[Any, Any]) -> dict[Any, dict[str, int]]:
    groups: dict[Any, dict[str, int]] = {}
    for group, kinds in after.items():
        new = {kind: n for kind, n in kinds.items() if n > before.get(group, {}).get(kind, 0)}
        if new:
            groups[group] = new
    return groups


def write_answers(path: Path, answers: Mapping[str, Any], *, over: str) -> None:
    """Write an owner's answers, all of the file anew: a cut of the power leaves the old or the new."""
    lines = [f"# What the owner of the cards told; it lies over the pack {over}.", *_lines(answers)]
    path.parent.mkdir(parents=True, exist_ok=True)
    fresh = path.with_suffix(".new")
    fresh.write_text("\n".join(lines) + "\n", encoding="utf-8")
    fresh.replace(path)


def _lines(content: Mapping[str, Any]) -> Iterator[str]:
    for key, value in content.items():
        if isinstance(value, Mapping) and value:
            yield f"{write_value(key)}:"
            yield from (f"  {write_value(inner)}: {write_value(one)}" for inner, one in value.items())
        else:
            yield f"{write_value(key)}: {write_value(value)}"
