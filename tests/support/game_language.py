"""A table that a rule test plays in steps and looks at in facts, whatever game lies on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Self

import pytest

from engine.kernel import Event, Illegal, Rules
from engine.session import Session


def as_bag(value: object) -> object:
    """Make lists comparable in any order."""
    if isinstance(value, dict):
        return {key: as_bag(each) for key, each in value.items()}
    return sorted(value, key=repr) if isinstance(value, list) else value


def part_of(fact: Any, expected: Any) -> Any:
    """Give of a fact, mappings in mappings too, the keys that are expected."""
    if isinstance(fact, dict) and isinstance(expected, dict):
        return {key: part_of(fact[key], each) for key, each in expected.items()}
    return fact


class TableInSteps:
    """A table that is played in steps and looked at in facts; each game adds how its steps are read."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.events: tuple[Event, ...] = session.opening

    def __getattr__(self, name: str) -> Any:
        """Give a fact, such as ``coins``, by its name in table scripts."""
        facts = self.session.facts()
        if name not in facts:
            raise AttributeError(name)
        return facts[name]

    @property
    def state(self) -> Any:
        return self.session.state

    @property
    def rules(self) -> Rules:
        return self.session.table.rules

    # -- what a game adds ----------------------------------------------------------------
    def read(self, text: str) -> Iterable[object]:
        """Read the short form of one step, or of several, as table scripts have them."""
        raise NotImplementedError

    def look(self) -> None:
        """Check what must hold after every step."""
        raise NotImplementedError

    def play(self, step: object) -> None:
        """Play one step."""
        self.events = self.session.play(self.session.step(step)).events

    # -- what tests say ------------------------------------------------------------------
    def do(self, *steps: str | dict[str, object]) -> Self:
        """Play steps one by one; after every one all that must hold does."""
        for text in steps:
            for step in self.read(text) if isinstance(text, str) else [text]:
                self.play(step)
                self.look()
        return self

    def refuse(self, step: str | dict[str, object], because: str = "") -> Self:
        """Check that a step is refused, changes nothing, and says why in a sentence."""
        before, seq = self.state, self.session.seq
        [one] = self.read(step) if isinstance(step, str) else [step]
        command = self.session.step(one)
        with pytest.raises(Illegal) as refusal:
            self.session.play(command)
        assert (self.state, self.session.seq) == (before, seq)
        assert because in str(refusal.value), str(refusal.value)
        assert str(refusal.value).endswith(".")
        return self

    def expect(self, **expected: object) -> Self:
        """Compare facts; of mappings only the keys that are given, lists in any order."""
        facts = self.session.facts()
        for name, value in expected.items():
            assert as_bag(part_of(facts[name], value)) == as_bag(value), name
        return self

    def happened(self, kind: type[Event]) -> list[Any]:
        """Give the events of a kind that followed from the last step."""
        return [event for event in self.events if type(event) is kind]

    def undo(self) -> Self:
        self.session.undo()
        return self
