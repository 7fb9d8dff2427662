"""What ``port-royal cards`` does with decks; commands at which cards are tapped are in ``tapping``."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from companion.catalogue import Catalogues
from companion.decks.asking import ask
from companion.decks.atomic import replace_files
from companion.decks.enrolment import enrol
from companion.decks.file import write_simple
from companion.decks.order import extras_of, heaps, in_box
from companion.decks.record import Deck, DeckError
from companion.decks.sharing.lines import Found, backwards, turned
from companion.decks.sharing.plan import Plan, plan
from companion.decks.sharing.reading import read_import
from companion.decks.sharing.sheet import sheet
from companion.decks.sharing.table import write_csv
from companion.decks.shelf import Listed, Shelf
from companion.decks.tapping import check, enroll, identify, lost
from companion.decks.terminal.opening import card_words, deck_cards, opened_deck, shelf_of
from companion.sheet import aligned
from companion.suggest import did_you_mean
from engine.games import GAMES

SHOWN = 10
"""So many of the differences of an import are listed."""


def list_decks(options: argparse.Namespace) -> int:
    """Print all decks; those in use have a star."""
    shelf = shelf_of(options)
    listed = shelf.listed()
    if not listed:
        print("There is no deck yet. Begin one with: port-royal cards new NAME")
        return 0
    used = {shelf.chosen(game) for game in {each.deck.game for each in listed if each.deck}}
    rows = [("", "deck", "game", "id", "cards with a tag")]
    rows += [("*" if each.name in used else "", *_listed(each)) for each in listed]
    print(aligned(rows))
    for each in listed:
        if each.trouble:
            print(each.trouble, file=sys.stderr)
    return 0


def _listed(each: Listed) -> tuple[str, str, str, str]:
    deck = each.deck
    if deck is None:
        return each.name, "?", "?", "cannot be read"
    progress = enrol(deck, deck_cards(deck)).progress
    return each.name, deck.game, deck.id, f"{progress.done} of {progress.total}"


def new(options: argparse.Namespace) -> int:
    """Begin a deck, and use it if its game has no other."""
    if options.game not in GAMES:
        raise DeckError(f"There is no game '{options.game}'.{_hint(options.game, tuple(GAMES))}")
    known = extras_of(Catalogues().tagged(options.game))
    for extra in options.extras:
        if extra not in known:
            raise DeckError(f"There is no set '{extra}' in {options.game}.{_hint(extra, known)}")
    shelf = shelf_of(options)
    before = shelf.chosen(options.game)
    deck = shelf.new(options.name, options.game, secrets.token_hex(4), tuple(options.extras))
    if before:
        print(f"Deck '{deck.name}' is begun. '{before}' stays in use; change that with: port-royal cards use")
        shelf.choose(options.game, before)
    else:
        shelf.choose(options.game, deck.name)
        print(f"Deck '{deck.name}' is begun and in use. Tag it with: port-royal cards enroll --config FILE")
    return 0


def use(options: argparse.Namespace) -> int:
    """Play with another deck from now on."""
    shelf = shelf_of(options)
    deck = opened_deck(shelf, options.name, yes=options.yes)
    shelf.choose(deck.game, deck.name)
    print(f"{deck.game} is played with deck '{deck.name}' from now on.")
    return 0


def export(options: argparse.Namespace) -> int:
    """Write a deck as YAML, or as CSV when the file is called so."""
    deck = _deck(shelf_of(options), options)
    if options.file is None:
        print(write_simple(deck), end="")
        return 0
    ending = options.file.suffix.lower()
    if ending not in (".yaml", ".yml", ".csv"):
        raise DeckError(f"A deck is exported to a file *.yaml or *.csv, not to {options.file}.")
    _write(options.file, write_csv(deck) if ending == ".csv" else write_simple(deck))
    print(
        f"{len(deck.cards)} cards of '{deck.name}' are in {options.file}. Who has that file can name cards "
        "that lie face down."
    )
    return 0


def print_sheet(options: argparse.Namespace) -> int:
    """Write a sheet to tick the cards off."""
    deck = _deck(shelf_of(options), options)
    words = card_words(deck)
    page = sheet(deck, in_box(heaps(deck_cards(deck)), deck.extras), words.kind, words.pile)
    if options.file is None:
        print(page, end="")
    else:
        _write(options.file, page)
        print(f"Open {options.file} in a browser and print it on A4 paper.")
    return 0


# -- import --------------------------------------------------------------------------------
def take_in(options: argparse.Namespace) -> int:
    """Import tags: everything is checked first, then asked about once, then changed; 1 when refused."""
    shelf = shelf_of(options)
    found = read_import(options.file, Catalogues().tagged, options.game)
    for note in found.notes:
        print(note, file=sys.stderr)
    found = _turned(found, yes=options.yes)
    deck, is_new = _target(shelf, found, options)
    planned = plan(deck, found, deck_cards(deck))
    for line in _said(planned):
        print(line)
    if planned.deck == deck and not is_new:
        print(f"{planned.summary.capitalize()}: nothing to be changed in '{deck.name}'.")
        return 0
    if not ask(f"Import into '{deck.name}': {planned.summary}?", yes=options.yes):
        print("Nothing was changed.")
        return 1
    shelf.save(planned.deck)
    if is_new and shelf.chosen(deck.game) is None:
        shelf.choose(deck.game, deck.name)
    print(f"Imported into '{deck.name}': {planned.summary}.")
    return 0


def _turned(found: Found, *, yes: bool) -> Found:
    """Ask about numbers that seem to be written backwards."""
    odd = backwards(found)
    if not odd:
        return found
    first = odd[0].uid
    question = (
        f"{len(odd)} of {len(found.lines)} tag numbers seem to be written backwards, such as {first}: they "
        "end with 04 instead of beginning with it. Turn them round?"
    )
    return turned(found) if ask(question, yes=yes) else found


def _target(shelf: Shelf, found: Found, options: argparse.Namespace) -> tuple[Deck, bool]:
    """Find the deck that tags are imported into, or begin the one that the file describes."""
    name = options.deck or found.name or shelf.chosen(options.game)
    if name in shelf.names():
        return opened_deck(shelf, name, yes=options.yes), False
    if found.id and name:
        return shelf.unsaved(name, found.game, found.id, found.extras), True
    if options.deck:
        return opened_deck(shelf, options.deck, yes=options.yes), False  # which says what is wrong
    if name is None:
        raise DeckError("There is no deck to import into. Begin one with: port-royal cards new NAME")
    return shelf.unsaved(name, found.game or options.game, secrets.token_hex(4)), True


def _said(planned: Plan) -> Sequence[str]:
    """Say what would be different."""
    lines = [f"{each.card}: {each.uid} instead of {each.before}" for each in planned.differ[:SHOWN]]
    if len(planned.differ) > SHOWN:
        lines.append(f"and {len(planned.differ) - SHOWN} more that differ")
    if planned.by_order:
        lines.append(
            f"{planned.by_order} tags name no card: their order is taken for that of a deck that lies sorted."
        )
    if planned.left_over:
        lines.append(f"{len(planned.left_over)} tags are left over: every card has one.")
    return lines


# -- what they share -----------------------------------------------------------------------
def _deck(shelf: Shelf, options: argparse.Namespace) -> Deck:
    return opened_deck(shelf, options.deck, game=options.game, yes=options.yes)


def _write(path: Path, text: str) -> None:
    replace_files({path.absolute(): text.encode()})


def _hint(word: str, known: Sequence[Any]) -> str:
    return did_you_mean(word, known) or (f" There are: {', '.join(known)}." if known else "")


COMMANDS: Mapping[str, Callable[[argparse.Namespace], int]] = {
    "list": list_decks,
    "new": new,
    "use": use,
    "enroll": enroll,
    "check": check,
    "identify": identify,
    "lost": lost,
    "export": export,
    "import": take_in,
    "print": print_sheet,
}
