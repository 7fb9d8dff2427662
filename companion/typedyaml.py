"""Turns YAML text into typed records; what does not fit is said in one sentence, with its place."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from companion.suggest import did_you_mean
from companion.yamltext import KeyPath, YamlError, load, place, spell

T = TypeVar("T")
Hook = Callable[[type, Any], Any]
"""Makes a value of a type of our own from what stands in the file; raises ``ValueError("must be ...")``."""

_PLACE = re.compile(r" - at (?P<key>`key` in )?`\$(?P<path>[^`]*)`$")
_STEP = re.compile(r"\.(?P<name>[^.\[]+)|\[(?P<index>\d+)\]|\[\.\.\.\]")
_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_GOT = re.compile(r", got `.*`$")
_TYPES = re.compile(r"`([a-z |]+)`")
_WORDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a mapping of keys to values",
}
_SHORT = 40
"""Letters of a wrong text that an error repeats."""


def read(text: str, source: str, kind: type[T], hook: Hook | None = None) -> T:
    """Give the record that a text holds; ``source`` names the file in errors.  Raises ``YamlError``."""
    content = load(text, source)
    try:
        return msgspec.convert(content, kind, dec_hook=hook)
    except msgspec.ValidationError as error:
        path, sentence = _Fault(content, kind, hook, str(error)).explain()
        raise YamlError(f"{place(text, source, path)}: {sentence}") from None


class _Fault:
    """One complaint of msgspec about a content, looked at closely."""

    def __init__(self, content: object, kind: object, hook: Hook | None, message: str) -> None:
        self.content = content
        self.kind = kind
        self.hook = hook
        self.message = message

    def explain(self) -> tuple[KeyPath, str]:
        """Give the path of the fault and the sentence about it."""
        where = _PLACE.search(self.message)
        what = self.message[: where.start()] if where else self.message
        path = self.path(where["path"]) if where else ()
        name = f"'{spell(path)}'" if path else "the file"
        if where and where["key"]:
            key = self.guilty(path)
            kinds = [getattr(kind, "key_type", None) for kind in self.types(path)]
            keys = sorted(word for kind in kinds for word in _words(kind))
            return (*path, key), f"the key '{spell((*path, key))}' {_bad_key(what)}{_suggest(key, keys)}"
        if field := _UNKNOWN.fullmatch(what):
            names = [key for record in self.types(path) for key in _keys(record)]
            path = (*path, field[1])
            return path, f"the key '{spell(path)}' is not known.{_suggest(field[1], names)}"
        if field := _MISSING.fullmatch(what):
            return path, f"{name} lacks the key '{field[1]}'."
        value = _at(self.content, path)
        if what.startswith("Invalid "):
            words = sorted(word for choice in self.types(path) for word in _words(choice))
            return path, f"{name} cannot be {_brief(value)}.{_suggest(value, words)}"
        if what.startswith("Expected "):
            return path, f"{name} must be {_plain(what)}, not {_brief(value)}.{self.hint(path)}"
        return path, f"{name} {what.removesuffix('.')}."

    def hint(self, path: KeyPath) -> str:
        """Give what a type says of itself in ``Meta(extra={"hint": ...})``, with a space before it."""
        types = [one for one in self.types(path) if isinstance(one, inspect.Metadata) and one.extra]
        return "".join(f" {one.extra['hint']}" for one in types if one.extra)

    def path(self, written: str) -> KeyPath:
        """Make a path of msgspec's, which has ``[...]`` for every key of a mapping."""
        path: KeyPath = ()
        for step in _STEP.finditer(written):
            name, index = step["name"], step["index"]
            path = (*path, name or (int(index) if index else self.guilty(path)))
        return path

    def guilty(self, path: KeyPath) -> str | int:
        """Find the first key of a mapping that brings about this very complaint when it stands alone.

        The mapping is left with that entry only, so that the next step looks at nothing else.
        """
        entries: dict[str | int, object] = _at(self.content, path)
        for key, value in entries.items():
            alone = _with(self.content, path, {key: value})
            try:
                msgspec.convert(alone, self.kind, dec_hook=self.hook)
            except msgspec.ValidationError as error:
                if str(error) == self.message:
                    self.content = alone
                    return key
        # A record without its other keys brings about another complaint; there only a number is no key.
        return next(key for key in entries if not isinstance(key, str))

    def types(self, path: KeyPath) -> list[inspect.Type]:
        """Give the types that may stand at a path, unions taken apart."""
        types = _flat(inspect.type_info(self.kind))
        for depth, step in enumerate(path):
            parent = _at(self.content, path[:depth])
            types = [inner for one in _fitting(types, parent, step) for inner in _inside(one, step)]
        return _fitting(types, _at(self.content, path), None)


def _at(content: Any, path: KeyPath) -> Any:
    """Give the value at a path."""
    for step in path:
        content = content[step]
    return content


def _with(content: Any, path: KeyPath, value: object) -> object:
    """Give a copy of the content with another value at a path."""
    if not path:
        return value
    copy = content.copy()
    copy[path[0]] = _with(content[path[0]], path[1:], value)
    return copy


def _flat(kind: inspect.Type) -> list[inspect.Type]:
    """Take a union apart."""
    return list(kind.types) if isinstance(kind, inspect.UnionType) else [kind]


def _fitting(types: list[inspect.Type], content: object, step: str | int | None) -> list[inspect.Type]:
    """Leave out the records of a tagged union that another tag in the file rules out."""
    return [
        one
        for one in types
        if not isinstance(one, inspect.StructType)
        or one.tag is None
        or one.tag_field == step
        or (isinstance(content, dict) and content.get(one.tag_field) == one.tag)
    ]


def _inside(kind: inspect.Type, step: str | int) -> list[inspect.Type]:
    """Give the types of what lies one step inside a type."""
    if isinstance(kind, inspect.StructType):
        if step == kind.tag_field:
            return [inspect.LiteralType((kind.tag,))]
        return [one for field in kind.fields if field.encode_name == step for one in _flat(field.type)]
    if isinstance(kind, inspect.DictType):
        return _flat(kind.value_type)
    if isinstance(kind, inspect.ListType | inspect.VarTupleType):
        return _flat(kind.item_type)
    return []


def _keys(kind: inspect.Type) -> list[str]:
    """Give the keys of a record."""
    if not isinstance(kind, inspect.StructType):
        return []
    tag = [kind.tag_field] if kind.tag_field else []
    return tag + [field.encode_name for field in kind.fields]


def _words(kind: object) -> list[str]:
    """Give the values that a type lists one by one."""
    return [str(value) for value in kind.values] if isinstance(kind, inspect.LiteralType) else []


def _suggest(word: object, known: list[str]) -> str:
    """Name the word that was meant, or else all that are possible."""
    meant = did_you_mean(word, known) if isinstance(word, str) else ""
    return meant or (f" Possible: {', '.join(known)}." if known else "")


def _bad_key(what: str) -> str:
    """Say what is wrong with a key."""
    return f"must be {_plain(what)}." if what.startswith("Expected ") else "is not known."


def _plain(what: str) -> str:
    """Say in words which type is expected."""
    what = _GOT.sub("", what).removeprefix("Expected ")
    return _TYPES.sub(lambda types: " or ".join(_WORDS.get(one, one) for one in types[1].split(" | ")), what)


def _brief(value: object) -> str:
    """Name a value in an error: short ones as they are, others by what they are."""
    if isinstance(value, dict | list):
        return "a mapping of keys to values" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        return f"'{value}'" if len(value) <= _SHORT else f"'{value[:_SHORT]}...'"
    return msgspec.json.encode(value).decode()
