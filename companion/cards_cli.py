"""``port-royal cards``: decks of real cards from a terminal."""
# ruff: noqa: PLC0415 - a command imports what it needs when it runs

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

Add = Callable[..., argparse.ArgumentParser]
GAME = "port-royal"


def add_commands(cards: argparse.ArgumentParser, parents: list[argparse.ArgumentParser]) -> None:
    """Add the commands under ``port-royal cards``; ``parents`` hold the options that all commands have."""
    kinds = cards.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, about: str, *, deck: bool = True, config: bool = False) -> argparse.ArgumentParser:
        added: argparse.ArgumentParser = kinds.add_parser(
            name, parents=parents, help=about, description=f"{about[0].upper()}{about[1:]}."
        )
        added.set_defaults(cards_command=name)
        if deck:
            added.add_argument("--deck", metavar="NAME", help="the deck; default: the one in use")
            added.add_argument(
                "--game", metavar="G", default=GAME, help="whose deck in use; default: %(default)s"
            )
        if config:
            added.add_argument(
                "--config", metavar="FILE", type=Path, required=True, help="table whose readers are used"
            )
        return added

    _add_shelf(add)
    _add_tapping(add)
    _add_sharing(add)


def _add_shelf(add: Add) -> None:
    add("list", "list the decks", deck=False)
    new = add("new", "begin a deck without any tags", deck=False)
    new.add_argument("name", metavar="NAME")
    new.add_argument("--game", metavar="G", default=GAME, help="default: %(default)s")
    about = "an optional set that lies in the box too, such as gamblers-big-box; may be said twice"
    new.add_argument("--with", dest="extras", metavar="SET", action="append", default=[], help=about)
    use = add("use", "play with this deck from now on", deck=False)
    use.add_argument("name", metavar="NAME")
    _yes(use)


def _add_tapping(add: Add) -> None:
    enroll = add("enroll", "tag a deck card after card, or go on with it", config=True)
    enroll.add_argument(
        "--write", action="store_true", help="also write each card on its tag; phones can read it"
    )
    _yes(enroll)
    _yes(add("check", "tap every card once and hear what is missing, foreign or double", config=True))
    identify = add("identify", "tap a card and hear what it is, and where it lies in the game", config=True)
    _yes(identify)
    lost = add("lost", "retire the tag of a card, and stick a new one on it")
    lost.add_argument("card", metavar="CARD", help="such as sailor-3-1#2, or the number of its tag")
    lost.add_argument(
        "--config", metavar="FILE", type=Path, help="table on whose reader the new tag is tapped"
    )
    _yes(lost)


def _add_sharing(add: Add) -> None:
    export = add("export", "write a deck as YAML or CSV")
    export.add_argument(
        "file", metavar="FILE", type=Path, nargs="?", help="*.yaml or *.csv; default: print YAML"
    )
    _yes(export)
    about = "take tag numbers from a deck file, a CSV, a Flipper file, a Proxmark dump, or a folder of dumps"
    importing = add("import", about)
    importing.add_argument("file", metavar="FILE", type=Path)
    _yes(importing)
    sheet = add("print", "write a sheet to tick the cards off, as HTML for A4 paper")
    sheet.add_argument("file", metavar="FILE.html", type=Path, nargs="?", help="default: print it here")
    _yes(sheet)


def _yes(command: argparse.ArgumentParser) -> None:
    command.add_argument("--yes", action="store_true", help="answer every question with yes")


def run_cards(options: argparse.Namespace) -> int:
    """Do what a command under ``port-royal cards`` asks for; gives the exit status."""
    from companion.decks.commands import COMMANDS

    return COMMANDS[options.cards_command](options)
