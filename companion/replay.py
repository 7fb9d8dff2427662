"""Plays table scripts and checks what they expect."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol

import msgspec

from companion import script_steps as steps
from companion.catalogue import Catalogues
from companion.replay_device import (
    DeviceDriver,
    DeviceFactory,
    NoDevice,
    card_to_tap,
    missing_texts,
    simulated_device,
)
from companion.script import Script, ScriptError, read_script, step_error
from companion.script_facts import FactChecker
from companion.script_text import write_value
from engine.kernel import Command, Illegal, decide
from engine.notation import NotationError
from engine.session import Entry, Session


class Failure(msgspec.Struct, frozen=True):
    """The step at which a script did not hold."""

    number: int
    """1 for the first step of the file."""
    lines: tuple[str, ...]
    """What was expected, against what is."""


class Played(msgspec.Struct, frozen=True):
    """A script that was played to its end, or to the step that failed."""

    failure: Failure | None
    facts: dict[str, object]
    """How the table is then, by the keys of ``expect``."""
    entries: tuple[Entry, ...]
    """The log, undo and redo included; empty when it went through a device."""


class _Game(Protocol):
    """What the steps of the engine need; a ``DeviceDriver`` has it too."""

    def session(self) -> Session: ...
    def play(self, *commands: Command) -> None: ...
    def undo(self) -> None: ...
    def redo(self) -> None: ...


class _EngineGame:
    """A game without any device, and its log."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.entries: list[Entry] = []

    def session(self) -> Session:
        return self._session

    def play(self, *commands: Command) -> None:
        self.entries.append(self._session.play(*commands))

    def undo(self) -> None:
        self.entries.append(self._session.undo())

    def redo(self) -> None:
        self.entries.append(self._session.redo())


def replay(script: Script, device: DeviceFactory = simulated_device) -> Played:
    """Play a script; ``device`` is called when it has steps of the device, and then plays all of it.

    Raises ``ScriptError`` for a step that has no meaning at its moment, and ``NoDevice``.
    """
    if script.needs_device:
        driver = device(script.set_up)
        try:
            failure = _Player(script, driver, driver).run()
            return Played(failure, driver.session().facts(), ())
        finally:
            driver.close()
    game = _EngineGame(Session(script.table))
    failure = _Player(script, game, None).run()
    return Played(failure, game.session().facts(), tuple(game.entries))


class _Player:
    """One script being played."""

    def __init__(self, script: Script, game: _Game, driver: DeviceDriver | None) -> None:
        self._script = script
        self._game = game
        self._driver = driver
        self._facts = FactChecker(script.set_up.game, script.table.rules)
        self._runners: Mapping[type[steps.Step], Callable[[Any], list[str] | None]] = {
            steps.Play: self._play,
            steps.All: self._all,
            steps.Undo: lambda step: self._game.undo(),
            steps.Redo: lambda step: self._game.redo(),
            steps.Device: self._device,
            steps.Refuse: self._refuse,
            steps.Expect: lambda step: self._facts.compare(step.facts, self._game.session().state),
        }

    def run(self) -> Failure | None:
        """Play to the end, or give the first step that does not hold."""
        for number, step in enumerate(self._script.steps, 1):
            try:
                lines = self._do(step)
            except Illegal as no:
                lines = [f"expected: allowed, actual: refused: {no}"]
            except NotationError as error:
                text, source, raw = self._script.text, self._script.source, self._script.raw[number - 1]
                raise step_error(text, source, number, raw, error) from None
            if lines:
                return Failure(number, tuple(lines))
        return None

    def _do(self, step: steps.Step) -> list[str]:
        """Do a step and give what is wrong then; raises ``Illegal`` when it is refused."""
        if step.by is not None:
            session = self._game.session()
            _check_who(session, session.state, step.by)
        return self._runners[type(step)](step) or []

    def _play(self, step: steps.Play) -> None:
        self._game.play(self._game.session().step(step.words))

    def _all(self, step: steps.All) -> None:
        session = self._game.session()
        table, state, commands = session.table, session.state, []
        for part in step.parts:
            if part.by is not None:
                _check_who(session, state, part.by)
            commands.append(table.game.parse(table.rules, state, part.words))
            state = decide(table.rules, state, commands[-1]).state
        self._game.play(*commands)

    def _refuse(self, step: steps.Refuse) -> list[str]:
        before = self._log()
        try:
            lines = self._do(step.step)
        except Illegal as no:
            lines = [] if step.because in str(no) else _wrong_reason(step.because, str(no))
        else:
            if self._driver is not None and isinstance(step.step, steps.Device):
                lines = self._said_no(step.because, self._driver)
            else:
                lines = ["expected: refused, actual: it was done"]
        if self._log() != before and not lines:
            lines = ["expected: refused and nothing changed, actual: an entry was made"]
        return lines

    def _said_no(self, because: str, driver: DeviceDriver) -> list[str]:
        """Look for the reason on the displays: a device refuses by saying so."""
        shown = driver.screens().values()
        if any(screen.shows(because) for screen in shown):
            return []
        return _wrong_reason(because, " / ".join(line for screen in shown for line in screen.lines() if line))

    def _log(self) -> tuple[int, object]:
        session = self._game.session()
        return session.seq, session.state

    def _device(self, step: steps.Device) -> list[str] | None:
        driver = self._driver
        assert driver is not None
        match step.word:
            case "tap":
                driver.tap([_tag(driver.session(), tag) for tag in step.value])
            case "screen":
                return missing_texts(driver.screens(), step.value)
            case "lift":
                driver.lift()
            case "power-cut":
                driver.power_cut()
            case word:
                act: Callable[[Any], None] = getattr(driver, word)  # press, hold, wait, unplug, plug
                act(step.value)
        return None


def _tag(session: Session, tag: Any) -> int | str:
    return tag["uid"] if isinstance(tag, dict) else card_to_tap(session, tag)


def _check_who(session: Session, state: Any, name: str) -> None:
    """Refuse a step that names somebody else than who must decide."""
    if not state.agenda:
        raise Illegal("over", f"Nobody has to act, not {name} either: the game is over.")
    asked = session.table.rules.names[state.agenda[-1].seat]
    if asked != name:
        raise Illegal("not-your-step", f"It is {asked} who must act now, not {name}.")


def _wrong_reason(wanted: str, actual: str) -> list[str]:
    return [f"expected: a reason with {write_value(wanted)}, actual: {write_value(actual)}"]


# -- the command ---------------------------------------------------------------------------
def replay_files(
    paths: Iterable[Path], *, as_json: bool = False, device: DeviceFactory = simulated_device
) -> int:
    """Play files and print what does not hold, or the final states; gives the exit status 0, 1 or 2.

    What does not hold goes to the output, or to the errors when the output is JSON; what is no table
    script goes to the errors.
    """
    catalogues = Catalogues()
    worst = held = count = 0
    for path in paths:
        count += 1
        try:
            script = read_script(path, catalogues)
            played = replay(script, device)
        except (ScriptError, NoDevice) as error:
            print(error if isinstance(error, ScriptError) else f"{path}: {error}", file=sys.stderr)
            worst = 2
            continue
        held += played.failure is None
        if played.failure is not None:
            worst = max(worst, 1)
            print(report(script, played.failure), file=sys.stderr if as_json else sys.stdout)
        if as_json:
            print(msgspec.json.encode(played.facts).decode())
    if not as_json:
        print(f"{held} of {count} table scripts held.")
    return worst


def report(script: Script, failure: Failure) -> str:
    """Say which step of which file did not hold: expected against actual."""
    head = f"{script.place(failure.number)}: {script.step_text(failure.number)}"
    return "\n".join([head, *(f"    {line}" for line in failure.lines)])
