"""The games of the store as plain text: a list of all, and the score sheet of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion.catalogue import Catalogues
from companion.script_text import write_value
from companion.store import GameRow, Store, StoreError
from engine.games import open_table
from engine.journal import Journal
from engine.portroyal2000.cards import SHIPS
from engine.portroyal2000.scoring import ShipScore
from engine.session import Session, restore

STATES = {None: "running", "saved": "saved", "finished": "finished", "scored": "scored", "dropped": "dropped"}
"""What a list says of how a game was left."""
_FACTS_LEFT_OUT = frozenset({"coins", "points", "winners", "totals", "sunk", "weight", "capacity"})
"""Facts that stand on the sheet already."""


class Record(msgspec.Struct, frozen=True):
    """A game of the store, brought back."""

    row: GameRow
    session: Session
    dropped: int
    """Entries that could not be read."""

    @property
    def over(self) -> bool:
        """Tell whether the result counts: the game is over, or the players ended it as it stood."""
        return not self.session.state.agenda or self.row.outcome == "scored"

    @property
    def winners(self) -> tuple[str, ...]:
        """Give who won, nobody while the game is not over."""
        if not self.over:
            return ()
        names = self.session.table.rules.names
        return tuple(names[line.seat] for line in self.session.scores() if line.rank == 1)


def read_games(store: Store, catalogues: Catalogues) -> tuple[list[Record], list[str]]:
    """Bring every game back, the newest first, and say which cannot be read; raises ``StoreError``."""
    records, troubles = [], []
    for row in reversed(store.all_games()):
        try:
            records.append(_record(store, row, catalogues))
        except StoreError as error:
            troubles.append(str(error))
    return records, troubles


def read_game(store: Store, game: int, catalogues: Catalogues) -> Record:
    """Bring one game back; raises ``StoreError``."""
    store.set_up(game)  # says why, if it is not there or cannot be read
    return _record(store, next(row for row in store.all_games() if row.id == game), catalogues)


def _record(store: Store, row: GameRow, catalogues: Catalogues) -> Record:
    try:
        table = open_table(row.set_up, catalogues.cards(row.set_up.game))
    except (ValueError, KeyError) as error:
        raise StoreError(f"Game {row.id} cannot be read by this version: {error}") from None
    loaded = store.entries(row.id, Journal(table.rules))
    return Record(row, restore(table, loaded.entries), loaded.dropped)


def game_list(records: Sequence[Record]) -> str:
    """Give the table of games: number, date, players, rounds and entries, state, winner."""
    if not records:
        return "No game has been saved yet."
    head = ("game", "begun", "players", "rounds", "entries", "state", "winner")
    return aligned([head, *map(_list_line, records)], right=(0, 3, 4))


def _list_line(record: Record) -> tuple[str, ...]:
    row = record.row
    return (
        str(row.id),
        moment(row.began),
        ", ".join(row.set_up.players),
        str(record.session.view().round),
        str(row.entries),
        STATES[row.outcome],
        ", ".join(record.winners),
    )


def score_sheet(record: Record) -> str:
    """Give the score sheet of a game, and how the table lies if the game is not over."""
    row, view = record.row, record.session.view()
    lines = [
        f"Game {row.id}: {row.set_up.game}, rules {row.set_up.rules}",
        f"Begun {moment(row.began)}" + (f", ended {moment(row.ended)}" if row.ended else ""),
        f"{STATES[row.outcome].capitalize()} in round {view.round}, {row.entries} entries in the log",
    ]
    if record.dropped:
        lines.append(f"{record.dropped} entries at the end could not be read and are left out.")
    lines += ["", _scores(record)]
    if record.winners:
        lines += ["", f"{'Winner' if len(record.winners) == 1 else 'Winners'}: {', '.join(record.winners)}"]
    if not record.over:
        lines += ["", "The table now:", _table_now(record.session)]
    return "\n".join(lines)


def _scores(record: Record) -> str:
    """Give a line for each player, best first."""
    return _SCORES.get(record.row.set_up.game, _points)(record)


def _points(record: Record) -> str:
    """Give points and coins."""
    players = record.session.view().players
    head = ("rank", "player", "persons", "expeditions", "points", "coins")
    rows = []
    for line in record.session.scores():
        p = players[line.seat]
        counts = (p.persons_points, p.expedition_points, p.points, p.coins)
        rows.append((str(line.rank), p.name, *map(str, counts)))
    return aligned([head, *rows], right=(0, 2, 3, 4, 5))


def _ships(record: Record) -> str:
    """Give for every ship load and capacity, whether it sank, and its bonus cards; then debt and total."""
    names = record.session.table.rules.names
    rows = []
    for line in record.session.scores():
        ships = [_ship(ship) for ship in line.ships]
        rows.append((str(line.rank), names[line.seat], *ships, str(line.debt), str(line.points)))
    return aligned([("rank", "player", *SHIPS, "debt", "total"), *rows], right=(0, 6, 7))


def _ship(ship: ShipScore) -> str:
    load = f"{ship.weight}/{ship.capacity}"
    bonus = f" +{ship.bonus}" if ship.bonus else ""
    return f"{load} sunk" if ship.sunk else f"{load}{bonus}{' +?' * ship.hidden}"


_SCORES: Mapping[str, Callable[[Record], str]] = {"port-royal-2000": _ships}
"""How the scores of a game are told, if not by points and coins."""


def _table_now(session: Session) -> str:
    facts = session.facts()
    return aligned([(f"  {key}", _said(value)) for key, value in facts.items() if key not in _FACTS_LEFT_OUT])


def _said(fact: Any) -> str:
    """Give a fact without the brackets of a file."""
    if isinstance(fact, dict):
        return "; ".join(f"{name}: {_said(value)}" for name, value in fact.items())
    if isinstance(fact, list):
        return ", ".join(map(_said, fact)) or "-"
    if fact is None:
        return "-"
    return {True: "yes", False: "no"}[fact] if isinstance(fact, bool) else write_value(fact)


def moment(at: str) -> str:
    """Give a date and time without its seconds."""
    return at[:16].replace("T", " ")


def aligned(rows: Sequence[Sequence[str]], right: Sequence[int] = ()) -> str:
    """Give rows of texts in columns two spaces apart; ``right`` are the columns of numbers."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]

    def line(row: Sequence[str]) -> str:
        cells = zip(row, widths, strict=True)
        padded = [
            cell.rjust(width) if i in right else cell.ljust(width) for i, (cell, width) in enumerate(cells)
        ]
        return "  ".join(padded).rstrip()

    return "\n".join(map(line, rows))
