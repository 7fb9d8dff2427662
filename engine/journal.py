"""Commands and events as bytes and back: what a saved game is made of.

Every message is a JSON array that begins with its pinned tag, so a saved game outlives renames
and grows with fields that have defaults.
"""

from __future__ import annotations

import functools
import operator
import types
from typing import Any

import msgspec

from engine.kernel import Command, Event, Rules


class Journal:
    """Encodes and decodes the messages of one set of rules; its own tables say which there are."""

    def __init__(self, rules: Rules) -> None:
        self.encode = msgspec.json.Encoder().encode
        self._commands = _decoder(tuple(dict.fromkeys(command for _, command in rules.answers)))
        self._events = _decoder(tuple(rules.evolvers))

    def commands(self, encoded: bytes) -> tuple[Command, ...]:
        """Decode the commands of an entry; raises ``msgspec.DecodeError`` when they are torn or unknown."""
        decoded: tuple[Command, ...] = self._commands.decode(encoded)
        return decoded

    def events(self, encoded: bytes) -> tuple[Event, ...]:
        """Decode the events of an entry; raises ``msgspec.DecodeError`` when they are torn or unknown."""
        decoded: tuple[Event, ...] = self._events.decode(encoded)
        return decoded


def _decoder(kinds: tuple[type, ...]) -> msgspec.json.Decoder[Any]:
    """Make a decoder for rows of these messages; the set of types is known only now."""
    row: Any = types.GenericAlias(tuple, (functools.reduce(operator.or_, kinds), ...))
    return msgspec.json.Decoder(row)
