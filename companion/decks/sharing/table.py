"""Tables of tag numbers: CSV files as phones, spreadsheets and this program write them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from companion.decks.record import Deck, DeckError
from companion.decks.sharing.lines import Found, Line, looks_like_uid, read_uid, spelled_names
from companion.suggest import did_you_mean

HEAD = ("uid", "card", "copy", "state")
DELIMITERS = ",;\t|"
_HIDDEN = re.compile(r"(?:[0-9A-Fa-f]{2}[\s:._-]?){4}")
"""A tag number, or what is left of one, somewhere in a text."""
_COPY = re.compile("[0-9]{1,4}")
_COLUMNS: Mapping[str, str] = {
    **dict.fromkeys(("uid", "tag", "tag id", "tagid", "serial", "serial number", "number", "nfc id"), "uid"),
    **dict.fromkeys(("card", "kind", "name", "card name"), "card"),
    "copy": "copy",
    "state": "state",
}


class _Columns(msgspec.Struct, frozen=True):
    """Which column is what; None for one that is not there."""

    uid: int
    card: int | None = None
    copy: int | None = None
    state: int | None = None


def write_csv(deck: Deck) -> str:
    """Give a deck as a table, which ``read_csv`` takes back."""
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(HEAD)
    rows.writerows((each.uid, each.card, each.copy, each.state) for each in deck.entries)
    return out.getvalue()


def read_csv(text: str, source: str, names: Sequence[str]) -> Found:
    """Read a table; ``names`` are those of all cards of the game.  Raises ``DeckError`` with the line.

    The columns are told by their heads; without a head the tag numbers and the cards tell them.
    """
    rows = list(_rows(text, source))
    if not rows:
        raise DeckError(f"{source}: there is nothing in this file.")
    spellings = spelled_names(names)
    columns, rest = _columns(rows, source, spellings)
    _refuse_longer(rest, len(rows[0][1]), source)
    lines = tuple(_line(cells, number, source, columns, spellings) for number, cells in rest)
    if not lines:
        raise DeckError(f"{source}: there is no tag number in this file.")
    return Found(lines)


def _rows(text: str, source: str) -> Iterator[tuple[int, list[str]]]:
    """Give the rows that are not empty, with the numbers of their lines."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    delimiter = max(DELIMITERS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    number = 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                yield number, [cell.strip() for cell in cells]
            number = reader.line_num + 1
    except csv.Error as error:
        raise DeckError(f"{source}, line {reader.line_num}: this is no table: {error}.") from None


def _refuse_longer(rows: list[tuple[int, list[str]]], width: int, source: str) -> None:
    """Raise ``DeckError`` for a row that goes on behind the last column: two lines may have become one."""
    for number, cells in rows:
        if any(cells[width:]):
            raise DeckError(f"{source}, line {number}: this line has more cells than the first one.")


def _columns(
    rows: list[tuple[int, list[str]]], source: str, spellings: Mapping[str, str]
) -> tuple[_Columns, list[tuple[int, list[str]]]]:
    """Tell the columns, and give the rows that are not their heads."""
    number, first = rows[0]
    if any(map(looks_like_uid, first)):
        return _guessed([cells for _, cells in rows], spellings), rows
    if _HIDDEN.search(" ".join(first)):
        raise DeckError(f"{source}, line {number}: a tag number stands in the same line as the heads.")
    heads = [_COLUMNS.get(cell.lower(), "") for cell in first]
    twice = [head for head in heads if head and heads.count(head) > 1]
    if twice:
        raise DeckError(f"{source}, line {number}: two columns are called '{twice[0]}'; keep one of them.")
    if "uid" not in heads:
        meant = next((hint for cell in first if (hint := did_you_mean(cell, HEAD))), "")
        raise DeckError(
            f"{source}, line {number}: there is no tag number here, and no column called 'uid'.{meant}"
        )
    places = {head: heads.index(head) for head in HEAD if head in heads}
    return _Columns(**places), rows[1:]


def _guessed(rows: Sequence[list[str]], spellings: Mapping[str, str]) -> _Columns:
    """Tell the columns of a table without heads: by its first row, and by where the names of cards stand."""
    first = rows[0]
    uid = next(at for at, cell in enumerate(first) if looks_like_uid(cell))
    kinds = {name.partition("#")[0].lower() for name in spellings.values()}

    def cards_in(at: int) -> int:
        cells = [_cell(cells, at).lower() for cells in rows]
        return sum(cell in spellings or cell in kinds or "#" in cell for cell in cells)

    card = max((at for at in range(len(first)) if at != uid), key=cards_in, default=None)
    if card is None or not cards_in(card):
        return _Columns(uid)
    copy = card + 1 if card + 1 != uid and _COPY.fullmatch(_cell(first, card + 1)) else None
    return _Columns(uid, card, copy)


def _line(
    cells: list[str], number: int, source: str, columns: _Columns, spellings: Mapping[str, str]
) -> Line:
    place = f"{source}, line {number}"
    uid = read_uid(_cell(cells, columns.uid), place)
    card, copy, state = (_cell(cells, at) for at in (columns.card, columns.copy, columns.state))
    if copy and not _COPY.fullmatch(copy):
        raise DeckError(f"{place}: the copy must be a number such as 1, not {copy!r}.")
    if copy and card and card.lower() not in spellings:
        card = f"{card}#{int(copy)}"
    state = state.lower() or "good"
    if state not in ("good", "retired"):
        raise DeckError(f"{place}: the state must be good or retired, not {state!r}.")
    return Line(place, uid, spellings.get(card.lower(), card), "retired" if state == "retired" else "good")


def _cell(cells: Sequence[str], at: int | None) -> str:
    return cells[at] if at is not None and at < len(cells) else ""
