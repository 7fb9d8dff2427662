"""From bouncing lines to presses: pure, fed with (time, level) and with time alone.

A level counts when it held still for ``settle_s``.  With 8 ms that is 16 ms at least between
two changes that count, so bouncing for 10 ms never makes two presses of one (R33).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KeyRules:
    """When a line becomes a press; all in seconds."""

    settle_s: float = 0.008
    """A level counts after this time without change; more than half the longest bounce."""
    hold_s: float = 0.7
    """Down for so long is a long press, which fires at once; its release is silent (R34)."""
    ignore_s: float = 0.5
    """What goes down within this time after the start is dead until let go (R36)."""
    releases: frozenset[str] = frozenset()
    """Keys whose release is told, too, after a long press."""
    alone: bool = True
    """Two keys at once: neither counts (device-ux, keys)."""


@dataclass(frozen=True, slots=True)
class Press:
    """A decision about one key."""

    key: str
    long: bool
    at_s: float
    """Of the release for short, of the end of the hold time for long presses."""


@dataclass(frozen=True, slots=True)
class Release:
    """A key that was held for a long press is let go."""

    key: str
    at_s: float


class Key:
    """One line: debounced level, and whether the press on it still counts."""

    def __init__(self, name: str, rules: KeyRules, start_s: float) -> None:
        self.name = name
        self.down = False
        """The debounced level."""
        self._rules = rules
        self._awake_s = start_s + rules.ignore_s
        self._line = False
        self._changed_s = start_s
        self._pressed_s = start_s
        self._spent = self._held = False

    @property
    def due_s(self) -> float | None:
        """When time alone will change something here; None for never."""
        if self._line != self.down:
            return self._changed_s + self._rules.settle_s
        if self.down and not self._spent:
            return self._pressed_s + self._rules.hold_s
        return None

    def line(self, at_s: float, down: bool) -> None:  # noqa: FBT001 - the level is the message
        """Note the level of the line; levels that say nothing new change nothing."""
        if down != self._line:
            self._line = down
            self._changed_s = at_s

    def spend(self) -> None:
        """Make the press under way count no more."""
        self._spent = True

    def step(self) -> Press | Release | None:
        """Do what ``due_s`` announced."""
        if self._line == self.down:
            self._spent = self._held = True
            return Press(self.name, long=True, at_s=self._pressed_s + self._rules.hold_s)
        self.down = self._line
        if self.down:
            self._pressed_s = self._changed_s
            self._spent = self._pressed_s < self._awake_s
            return None
        if self._held:
            self._held = False
            return Release(self.name, self._changed_s) if self.name in self._rules.releases else None
        return None if self._spent else Press(self.name, long=False, at_s=self._changed_s)


class KeyGroup:
    """All keys of the table."""

    def __init__(self, names: tuple[str, ...], rules: KeyRules, start_s: float) -> None:
        self._rules = rules
        self._keys = {name: Key(name, rules, start_s) for name in names}

    @property
    def due_s(self) -> float | None:
        """When ``advance`` has something to do, if no line changes before."""
        return min((key.due_s for key in self._keys.values() if key.due_s is not None), default=None)

    def correct(self, at_s: float, name: str, down: bool) -> None:  # noqa: FBT001 - as in ``Key.line``
        """Take the level that a line was found to have, before time decides about it."""
        self._keys[name].line(at_s, down)

    def unsettled(self) -> tuple[str, ...]:
        """Name the keys whose line should be read again before time decides about them (R33)."""
        return tuple(name for name, key in self._keys.items() if key.due_s is not None)

    def feed(self, at_s: float, name: str, down: bool) -> list[Press | Release]:  # noqa: FBT001 - as in ``Key.line``
        """Take a line's level; gives what time had decided before."""
        presses = self.advance(at_s)
        self._keys[name].line(at_s, down)
        return presses

    def advance(self, at_s: float) -> list[Press | Release]:
        """Let time pass; everything due comes in its order."""
        presses: list[Press | Release] = []
        while (due_s := self.due_s) is not None and due_s <= at_s:
            key = next(key for key in self._keys.values() if key.due_s == due_s)
            press = key.step()
            if press:
                presses.append(press)
            if self._rules.alone and key.down:
                self._keep_alone()
        return presses

    def _keep_alone(self) -> None:
        held = [key for key in self._keys.values() if key.down]
        if len(held) > 1:
            for key in held:
                key.spend()
