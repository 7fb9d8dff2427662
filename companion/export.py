"""Turns games of the store into table scripts and back, so that they can be replayed, sent and kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from companion.catalogue import Catalogues
from companion.replay import replay, report
from companion.script import Script, ScriptError, read_script
from companion.script_adventure import write_head
from companion.script_text import write_step, write_value
from companion.store import Loaded, Store
from engine.games import SetUp, Table, open_table
from engine.journal import Journal
from engine.session import Entry, Session


class ScriptFails(Exception):
    """A table script does not hold, so it is no record of a game; ``str()`` says at which step."""


def export_script(store: Store, game: int, catalogues: Catalogues | None = None) -> str:
    """Give a game of the store as a table script whose steps make the same entries again.

    It ends with an ``expect`` of every fact.  Raises ``StoreError``.
    """
    set_up = store.set_up(game)
    table = open_table(set_up, (catalogues or Catalogues()).cards(set_up.game))
    loaded = store.entries(game, Journal(table.rules))
    began = next(row.began for row in store.all_games() if row.id == game)
    lines = [f"# Game {game}, begun {_day(began)} at {_clock(began)}.", *_head(set_up), "steps:"]
    session = Session(table)
    lines += _steps(session, loaded)
    if loaded.dropped:
        lines.append(f"  # {loaded.dropped} more in the log could not be read.")
    lines.append(f"  - {write_step({'expect': session.facts()})}")
    return "\n".join(lines) + "\n"


def _head(set_up: SetUp) -> Iterator[str]:
    yield f"game: {set_up.game}"
    yield f"rules: {set_up.rules}"
    if set_up.options:
        yield f"options: {write_value(set_up.options)}"
    yield f"players: {write_value(list(set_up.players))}"
    if set_up.start is not None:
        yield f"start: {write_value(set_up.start)}"
    if set_up.adventure is not None:
        yield from write_head(set_up.adventure)
    if set_up.position is not None:
        yield "position:"
        yield from (f"  {write_value(key)}: {write_value(value)}" for key, value in set_up.position.items())


def _steps(session: Session, loaded: Loaded) -> Iterator[str]:
    """Give the steps, with a line between turns that says whose turn it is since when."""
    told = None
    for entry, at in zip(loaded.entries, loaded.times, strict=True):
        part = _part(session.facts())
        if (part, _day(at)) != told:
            yield f"\n  # {_day(at)} {_clock(at)}: {part}"
            told = part, _day(at)
        yield f"  - {write_step(_step(session.table, entry))}"
        session.keep(entry)


def _part(facts: Mapping[str, object]) -> str:
    """Name the part of the game that is played: whose turn it is, or which round where there are no turns."""
    active = facts.get("active")
    return f"round {facts['round']}" if active is None else f"the turn of {_comment(str(active))}"


def _step(table: Table, entry: Entry) -> object:
    """Give an entry as one step."""
    if entry.kind != "play":
        return entry.kind
    steps = [table.game.write(table.rules, command) for command in entry.commands]
    return steps[0] if len(steps) == 1 else {"all": steps}


def _day(at: str) -> str:
    return _comment(at.partition("T")[0])


def _clock(at: str) -> str:
    return _comment(at.partition("T")[2][:8])


def _comment(text: str) -> str:
    """Make a text fit for a comment, which ends with its line."""
    return "".join(letter if letter.isprintable() else " " for letter in text)


def played_script(path: Path, catalogues: Catalogues | None = None) -> tuple[Script, tuple[Entry, ...], bool]:
    """Play a table script; give it, an entry for each step, and whether the game is over.

    Raises ``ScriptError`` and ``ScriptFails``.
    """
    script = read_script(path, catalogues)
    if script.needs_device:
        raise ScriptError(
            f"{path}: this script taps cards or presses buttons, and only steps of the game can be imported."
        )
    played = replay(script)
    if played.failure is not None:
        raise ScriptFails(report(script, played.failure))
    return script, played.entries, played.facts["phase"] == "over"


def import_script(store: Store, path: Path, at: str, catalogues: Catalogues | None = None) -> int:
    """Play a table script into a new game of the store, and give its number.

    Nothing is stored unless all of the script holds.  A game that is not over can be resumed.  ``at``
    is the date and time of all entries, ISO 8601.  Raises ``ScriptError``, ``ScriptFails``, ``StoreError``.
    """
    script, entries, over = played_script(path, catalogues)
    journal = Journal(script.table.rules)
    return store.add_game(script.set_up, entries, journal, "finished" if over else "saved", at)
