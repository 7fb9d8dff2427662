"""Finds decks and games on a USB stick that are not on this device yet.

Decks lie in files at the top of the stick, or in the newest folder that was saved to it; games, as table
scripts, in the same places.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.catalogue import Catalogues
from companion.chores import Done, FoundGame
from companion.decks.file import load_deck
from companion.decks.record import Deck, DeckError
from companion.export import ScriptFails, played_script
from companion.power import NO_STICK
from companion.script import Script, ScriptError
from companion.service.stick import DECKS, GAMES, IMPORT
from companion.store import GameRow, Store, StoreError
from engine.games import SetUp
from engine.journal import Journal
from engine.session import Entry

LONGEST_NAME = 24
"""Letters of a deck's name, see ``companion.decks.shelf``."""


class _Decks(msgspec.Struct, frozen=True):
    new: tuple[Deck, ...]
    renamed: int
    same: int
    trouble: str


class _Games(msgspec.Struct, frozen=True):
    new: tuple[FoundGame, ...]
    same: int
    trouble: str


def find_on_stick(place: Path | None, state: Path) -> Done:
    """Find the decks and games of a stick; those that are here already are only counted."""
    if place is None:
        return Done(IMPORT, NO_STICK)
    try:
        saved = sorted(path for path in place.glob("port-royal-*") if path.is_dir())
        deck_files = list(_files(place, saved, DECKS, ".json"))
        scripts = list(_files(place, saved, GAMES, ".yaml"))
    except OSError as error:
        return Done(IMPORT, f"The stick cannot be read: {error.strerror}.")
    catalogues = Catalogues()
    decks, games = _new_decks(deck_files, state, catalogues), _new_games(scripts, state, catalogues)
    same = decks.same + games.same
    if not (decks.new or games.new or same):
        trouble = decks.trouble or games.trouble
        return Done(IMPORT, trouble or "There is no deck and no game on the stick.")
    return Done(IMPORT, decks=decks.new, games=games.new, renamed=decks.renamed, same=same)


def _files(place: Path, saved: list[Path], folder: str, suffix: str) -> Iterator[Path]:
    """Give the files at the top of the stick, and those of the newest folder that has such."""
    newest = [path / folder for path in saved if (path / folder).is_dir()][-1:]
    for each in (place, *newest):
        yield from (path for path in sorted(each.iterdir()) if path.suffix == suffix and path.is_file())


# -- decks ---------------------------------------------------------------------------------
def _new_decks(paths: Iterable[Path], state: Path, catalogues: Catalogues) -> _Decks:
    here, found, trouble = dict(_decks_in(state / DECKS, catalogues)), list[Deck](), ""
    renamed = same = 0
    for path in paths:
        try:
            deck = load_deck(path, catalogues.tagged)
        except DeckError as error:
            trouble = str(error)
            continue
        if any(_alike(deck, other) for other in (*here.values(), *found)):
            same += 1
            continue
        name = _free_name(deck.name, {*here, *(each.name for each in found)})
        renamed += name != deck.name
        found.append(replace(deck, name=name))
    return _Decks(tuple(found), renamed, same, trouble)


def _decks_in(folder: Path, catalogues: Catalogues) -> Iterator[tuple[str, Deck]]:
    """Give the decks of the table by their names; of one that cannot be read only the name is taken."""
    for path in folder.glob("*.json"):
        try:
            deck = load_deck(path, catalogues.tagged)
        except DeckError:
            deck = Deck(path.stem, "", "")
        yield path.stem, replace(deck, name=path.stem)


def _alike(one: Deck, other: Deck) -> bool:
    """Tell whether two decks say the same, whatever their names."""
    return replace(one, name="") == replace(other, name="")


def _free_name(name: str, taken: set[str]) -> str:
    folded, number = {each.casefold() for each in taken}, 2
    free = name[:LONGEST_NAME]
    while free.casefold() in folded:
        end = f" {number}"
        free, number = name[: LONGEST_NAME - len(end)] + end, number + 1
    return free


# -- games ---------------------------------------------------------------------------------
def _new_games(paths: list[Path], state: Path, catalogues: Catalogues) -> _Games:
    if not paths:
        return _Games((), 0, "")
    try:
        with Store.open(state) as store:
            return _compared(store, paths, catalogues)
    except StoreError as error:
        return _Games((), 0, str(error))


def _compared(store: Store, paths: Iterable[Path], catalogues: Catalogues) -> _Games:
    rows, found, same, trouble = store.all_games(), list[FoundGame](), 0, ""
    for path in paths:
        try:
            script, entries, over = played_script(path, catalogues)
            here = _is_here(store, rows, script, entries)
        except (ScriptError, ScriptFails, StoreError) as error:
            trouble = str(error)
            continue
        game = FoundGame(script.set_up, entries, over)
        if here or any(_goes_on(other.set_up, other.entries, game) for other in found):
            same += 1
        else:
            found.append(game)
    return _Games(tuple(found), same, trouble)


def _is_here(store: Store, rows: Iterable[GameRow], script: Script, entries: tuple[Entry, ...]) -> bool:
    """Tell whether the store has a game, as far as it was played or further."""
    game, journal = FoundGame(script.set_up, entries, over=False), Journal(script.table.rules)
    alike = [row.id for row in rows if row.set_up == script.set_up]
    return any(_goes_on(script.set_up, store.entries(id_, journal).entries, game) for id_ in alike)


def _goes_on(set_up: SetUp, entries: tuple[Entry, ...], game: FoundGame) -> bool:
    """Tell whether a game is another one, or that one played on."""
    return set_up == game.set_up and entries[: len(game.entries)] == game.entries
