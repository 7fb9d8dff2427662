"""Reads the project's YAML files: a small, predictable part of YAML, with errors that name the place.

Only ``true``, ``false``, ``null`` and plain decimals are special; everything else is text, so a player
called ``No``, ``press: yes`` and a UID such as ``04e2a1`` keep what was written.  A repeated key, an
anchor, an alias and a tag are errors.  Source: table-script.md, "Replay".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

KeyPath = tuple[str | int, ...]
"""Keys and list indices from the top of a file down to a value."""

DEPTH = 40
"""Lists and mappings may stand in one another this deep."""

_PARSER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""PyYAML's C parser; the slower one in Python where PyYAML was built without it."""

_SPECIAL = {"true": True, "false": False, "null": None, "": None}
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,17})(\.[0-9]{1,17})?")
"""Up to 18 digits: what fits 64 bits, and all of a number that can be written back as it was."""
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


_INDENT = " Lines that belong together begin in the same column, and a colon is followed by a space."


class YamlError(ValueError):
    """A file is not what it should be; ``str()`` is a sentence with the file, the line and what to do."""


def read_text(path: Path) -> str:
    """Give the text of a UTF-8 file; raises ``YamlError`` when there is none to be had."""
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise YamlError(f"{path} is not a text in UTF-8: look at byte {error.start + 1}.") from None
    except FileNotFoundError:
        raise YamlError(f"There is no file {path}.") from None
    except OSError as error:
        raise YamlError(f"{path} cannot be read: {error.strerror}.") from None


def load(text: str, source: str, *, parser: Any = _PARSER) -> object:
    """Give what a text says: dicts, lists, text, ``int``, ``float``, ``bool`` and ``None``.

    ``source`` names the file in errors; an empty text is ``None``.  Raises ``YamlError``.
    """
    if found := _UNPRINTABLE.search(text):
        line = text.count("\n", 0, found.start()) + 1
        sign = f"U+{ord(found.group()):04X}"
        raise YamlError(
            f"{source}, line {line}: the invisible character {sign} cannot stand here; delete it."
        )
    try:
        return _Builder(yaml.parse(text, Loader=parser), source).document()
    except yaml.MarkedYAMLError as error:
        raise YamlError(_not_yaml(error, source, text)) from None


def locate(text: str, path: KeyPath) -> int | None:
    """Give the line, counted from 1, where a value stands, or the deepest part of its path that is there.

    ``None`` when the text cannot be read or is empty.
    """
    try:
        load(text, "")
    except YamlError:
        return None
    node = yaml.compose(text, Loader=_PARSER)
    if node is None:
        return None
    line = node.start_mark.line
    for step in path:
        found = _child(node, step)
        if found is None:
            break
        mark, node = found
        line = mark.line
    return int(line) + 1


def place(text: str, source: str, path: KeyPath) -> str:
    """Name the place of a value for an error: ``table.yaml, line 12``."""
    line = locate(text, path)
    return source if line is None else f"{source}, line {line}"


def spell(path: KeyPath) -> str:
    """Write a path as people do: ``displays.main.bus``, ``steps[3].take``."""
    text = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".")


def _scalar(value: str) -> object:
    """Give what an unquoted word stands for."""
    if value in _SPECIAL:
        return _SPECIAL[value]
    decimal = _DECIMAL.fullmatch(value)
    if decimal is None:
        return value
    return float(value) if decimal[1] else int(value)


def _child(node: yaml.Node, step: str | int) -> tuple[yaml.Mark, yaml.Node] | None:
    """Find an entry of a mapping or list: where it begins, and its value."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if step == (key.value if key.style else _scalar(key.value)):
                return key.start_mark, value
    elif isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        return node.value[step].start_mark, node.value[step]
    return None


def _not_yaml(error: yaml.MarkedYAMLError, source: str, text: str) -> str:
    """Make one sentence of what the parser found, and one of what is mostly behind it."""
    mark = error.problem_mark or error.context_mark
    where = f", line {mark.line + 1}, column {mark.column + 1}" if mark else ""
    begin = error.context_mark
    context = f"{error.context} that begins in line {begin.line + 1}, " if error.context and begin else ""
    line = "".join(text.splitlines()[mark.line : mark.line + 1]) if mark else ""
    if mark and line[mark.column : mark.column + 1] == "\t":
        return f"{source}{where}: a tab stands here; use spaces."
    hint = _INDENT if "block" in (error.context or "") else ""
    return f"{source}{where}: this is not YAML: {context}{error.problem}.{hint}"


class _Builder:
    """Builds plain objects from the parser's events."""

    def __init__(self, events: Iterator[Any], source: str) -> None:
        self.events = events
        self.source = source
        self.depth = 0

    def document(self) -> object:
        """Build the one document of the text."""
        next(self.events)
        if isinstance(next(self.events), yaml.StreamEndEvent):
            return None
        content = self.node(next(self.events))
        next(self.events)
        after = next(self.events)
        if not isinstance(after, yaml.StreamEndEvent):
            raise self.error(after, "a second document begins here; write one document in a file")
        return content

    def node(self, event: Any) -> object:
        """Build the value that begins with an event."""
        self.refuse_special(event)
        if isinstance(event, yaml.ScalarEvent):
            return event.value if event.style else _scalar(event.value)
        self.depth += 1
        if self.depth > DEPTH:
            raise self.error(event, f"lists and mappings stand more than {DEPTH} deep in one another")
        content = self.mapping() if isinstance(event, yaml.MappingStartEvent) else self.sequence()
        self.depth -= 1
        return content

    def sequence(self) -> list[object]:
        """Build the items up to the end of a list."""
        items = []
        while not isinstance(event := next(self.events), yaml.SequenceEndEvent):
            items.append(self.node(event))
        return items

    def mapping(self) -> dict[object, object]:
        """Build the entries up to the end of a mapping."""
        entries: dict[object, object] = {}
        while not isinstance(event := next(self.events), yaml.MappingEndEvent):
            key = self.node(event) if isinstance(event, yaml.ScalarEvent | yaml.AliasEvent) else None
            if key is None or isinstance(key, bool):
                raise self.error(event, "a key must be a word or a number; put it in quotes")
            if key in entries:
                raise self.error(event, f"the key '{key}' stands here a second time; keep one of the two")
            entries[key] = self.node(next(self.events))
        return entries

    def refuse_special(self, event: Any) -> None:
        """Refuse the parts of YAML that mean more than they show: references could grow without end."""
        if event.anchor is not None:
            sign = "*" if isinstance(event, yaml.AliasEvent) else "&"
            raise self.error(event, f"'{sign}{event.anchor}' would be a reference; put such a text in quotes")
        if event.tag is not None:
            raise self.error(event, f"the tag '{event.tag}' is not used here; put such a text in quotes")
        if isinstance(event, yaml.ScalarEvent) and event.style == '"' and _UNPRINTABLE.search(event.value):
            raise self.error(event, "this text holds an invisible character; leave it out")

    def error(self, event: Any, problem: str) -> YamlError:
        """Say a problem with its place."""
        mark = event.start_mark
        return YamlError(f"{self.source}, line {mark.line + 1}, column {mark.column + 1}: {problem}.")
