"""Reads table scripts: a situation and what happens in it, as a YAML file.

All that can be wrong with a script without playing it is found while it is read, so a file that is no
script is told from a script that does not hold.  The format: docs/table-script.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from companion import yamltext
from companion.catalogue import Catalogues
from companion.packs import NoPack
from companion.script_adventure import AdventureFile, ExplainedFile, head_of
from companion.script_steps import Device, Refuse, Step, StepReader
from companion.script_text import write_step
from companion.suggest import did_you_mean
from companion.typedyaml import read
from companion.yamltext import KeyPath, YamlError
from engine import portroyal2000
from engine.adventure import Head
from engine.games import GAMES, SetUp, Table, open_table
from engine.notation import NotationError
from engine.portroyal import Options
from engine.portroyal.notation import Position
from engine.session import Session
from engine.setup import SetupError

_SHOWN = 160
"""Letters of a step that a message repeats."""


class ScriptError(ValueError):
    """A file is no table script; ``str()`` is a sentence with the file, the line and the step."""


class Script(msgspec.Struct, frozen=True):
    """A table script that was read and checked."""

    source: str
    """The name of the file, for messages."""
    text: str
    table: Table
    """Set-up, rules, and the state before the first decision."""
    steps: tuple[Step, ...]
    raw: tuple[object, ...]
    """The steps as they stand in the file."""

    @property
    def set_up(self) -> SetUp:
        """Give who plays what, and where the game begins."""
        return self.table.set_up

    @property
    def needs_device(self) -> bool:
        """Tell whether any step goes through the simulated table."""
        inner = (step.step if isinstance(step, Refuse) else step for step in self.steps)
        return any(isinstance(step, Device) for step in inner)

    def place(self, number: int) -> str:
        """Name the place of a step, counted from 1: ``match.yaml, line 12, step 3``."""
        return f"{yamltext.place(self.text, self.source, ('steps', number - 1))}, step {number}"

    def step_text(self, number: int) -> str:
        """Give a step, counted from 1, as it may stand in a file."""
        return shorten(write_step(self.raw[number - 1]))


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The keys of a table script."""

    game: str
    players: tuple[str, ...]
    steps: list[Any]
    rules: str = "big-box"
    options: dict[str, Any] = {}
    start: str | None = None
    position: dict[str, Any] | None = None


class _PortRoyalFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same keys with all that the base game knows of them: what a wrong file is explained by."""

    game: str
    players: tuple[str, ...]
    steps: list[Any]
    rules: str = "big-box"
    options: Options = Options()
    start: str | None = None
    position: Position | None = None


class _PortRoyal2000File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same for Port Royal (2000)."""

    game: str
    players: tuple[str, ...]
    steps: list[Any]
    rules: str = ""
    options: portroyal2000.Options = portroyal2000.Options()
    start: str | None = None
    position: portroyal2000.Position | None = None


_AnyFile = _File | AdventureFile
_EXPLAINED_BY: Mapping[str, type[msgspec.Struct]] = {
    "port-royal": _PortRoyalFile,
    "adventure": ExplainedFile,
    "port-royal-2000": _PortRoyal2000File,
}


_HEADS: Mapping[str, type[Any]] = {"adventure": AdventureFile}
"""Games whose files have keys of their own."""


def read_script(path: Path, catalogues: Catalogues | None = None) -> Script:
    """Read a file; raises ``ScriptError``.  ``catalogues`` keeps the cards for the next one."""
    try:
        text = yamltext.read_text(path)
    except YamlError as error:
        raise ScriptError(str(error)) from None
    return parse_script(text, str(path), catalogues)


def parse_script(text: str, source: str, catalogues: Catalogues | None = None) -> Script:
    """Read a script from a text; ``source`` names it in errors.  Raises ``ScriptError``."""
    file = _head(text, source)
    table = _table(file, text, source, catalogues or Catalogues())
    reader = StepReader(Session(table))
    steps = []
    for number, raw in enumerate(file.steps, 1):
        try:
            steps.append(reader.read(raw))
        except NotationError as error:
            raise step_error(text, source, number, raw, error) from None
    return Script(source, text, table, tuple(steps), tuple(file.steps))


def step_error(text: str, source: str, number: int, raw: object, error: NotationError) -> ScriptError:
    """Say what is wrong with a step, counted from 1, and where it stands."""
    path: KeyPath = ("steps", number - 1)
    where = yamltext.place(text, source, (*path, *(_path_to(raw, error.word) or ())))
    return ScriptError(f"{where}, step {number} ({shorten(write_step(raw))}): {sentence(error)}")


def sentence(error: NotationError) -> str:
    """Make a sentence of it, with the word that was meant."""
    meant = "" if error.word in error.known else did_you_mean(error.word, error.known)
    return f"{str(error).removesuffix('.')}.{meant}"


def shorten(text: str) -> str:
    """Cut what is too long for a message."""
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def _head(text: str, source: str) -> _AnyFile:
    """Read the keys of the file; an unknown game is said before keys that only it may know."""
    try:
        content = yamltext.load(text, source)
        game = content.get("game") if isinstance(content, dict) else None
        if isinstance(game, str) and game not in GAMES:
            where = yamltext.place(text, source, ("game",))
            raise ScriptError(f"{where}: there is no game {game!r} here.{did_you_mean(game, GAMES)}")
        kind: type[_AnyFile] = _HEADS.get(str(game), _File)
        try:
            return msgspec.convert(content, kind)
        except msgspec.ValidationError:
            return read(text, source, kind)  # reads again to name the place
    except YamlError as error:
        raise ScriptError(str(error)) from None


def _table(file: _AnyFile, text: str, source: str, catalogues: Catalogues) -> Table:
    set_up = SetUp(
        game=file.game,
        players=file.players,
        rules=file.rules,
        options=file.options,
        start=file.start,
        position=file.position,
        adventure=_adventure(file, text, source),
    )
    try:
        return open_table(set_up, catalogues.cards(file.game))
    except NotationError as error:
        _explain(file.game, text, source)
        keys = ("rules", "options", "start", "characters", "inserted", "extra_coins", "tasks", "position")
        head = {key: getattr(file, key) for key in keys if hasattr(file, key)}
        path = _path_to(head, error.word) or ("position",)
        raise ScriptError(f"{yamltext.place(text, source, path)}: {sentence(error)}") from None
    except SetupError as error:
        path = ("players",) if file.position is None else ("position",)
        raise ScriptError(f"{yamltext.place(text, source, path)}: {error}") from None


def _adventure(file: _AnyFile, text: str, source: str) -> Head | None:
    """Give the further keys of an adventure, with the pack that they name."""
    if not isinstance(file, AdventureFile):
        return None
    try:
        return head_of(file, source)
    except NoPack as error:
        raise ScriptError(f"{yamltext.place(text, source, ('pack',))}: {error}") from None


def _explain(game: str, text: str, source: str) -> None:
    """Say what is wrong with options and position, if it is a key or a type; raises ``ScriptError``."""
    try:
        read(text, source, _EXPLAINED_BY[game])
    except YamlError as error:
        raise ScriptError(str(error)) from None


def _path_to(content: object, word: str) -> KeyPath | None:
    """Find a word among the keys and values of a content."""
    if isinstance(content, dict):
        entries = list(content.items())
    elif isinstance(content, list):
        entries = list(enumerate(content))
    else:
        return () if word and str(content).partition("#")[0] == word.partition("#")[0] else None
    for key, value in entries:
        if isinstance(content, dict) and word and key == word:
            return (key,)
        if (path := _path_to(value, word)) is not None:
            return (key, *path)
    return None
