"""The command line: what can be asked of the program, and how it says that something was wrong.

Nothing is loaded before it is known which command is meant, so that ``--help`` comes at once.
"""
# ruff: noqa: PLC0415 - a command imports what it needs when it runs

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from companion.cards_cli import add_commands as add_cards_commands
from companion.cards_cli import run_cards
from companion.service.commands import add_commands as add_service_commands

if TYPE_CHECKING:
    from companion.store import Store

Command = Callable[[argparse.Namespace], int]
DEBUG = "PORT_ROYAL_DEBUG"
"""Set to anything, this variable of the environment brings the whole traceback of an error."""
WRONG_INPUT = 2
OUR_FAULT = 70
INTERRUPTED = 130
SIMULATED = ("port-royal", "adventure", "port-royal-2000")
"""Games that can be played at a simulated table."""
MOST_SEATS = 5
_CHOICE = re.compile(r"invalid choice: '?(?P<word>.*?)'? \(choose from (?P<known>.*)\)")
_NUMBER = re.compile(r"argument (?P<name>.*): invalid int value: (?P<word>'.*')")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments name and give the exit status: 0 when all is well.

    2 for a request that cannot be carried out, said in one sentence; 1 is for a table script that
    does not hold; 70 for a mistake in this program.
    """
    options = _parser().parse_args(arguments)
    command: Command = options.command
    try:
        status = command(options)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nobody reads on: nothing to say
        return 0
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get(DEBUG):
            raise
        return _explain(error)


def _explain(error: Exception) -> int:
    """Say an error in one sentence and give the exit status."""
    from companion.backup import BackupError
    from companion.config import ConfigError
    from companion.decks.record import DeckError
    from companion.export import ScriptFails
    from companion.script import ScriptError
    from companion.store_file import StoreError
    from companion.yamltext import YamlError
    from engine.portroyal import SetupError

    if isinstance(error, ScriptFails):
        print(error, file=sys.stderr)
        return 1
    if isinstance(
        error, (BackupError, ConfigError, DeckError, ScriptError, SetupError, StoreError, YamlError)
    ):
        print(error, file=sys.stderr)
        return WRONG_INPUT
    if isinstance(error, OSError) and error.strerror:
        print(f"{error.filename or 'A file'} cannot be used: {error.strerror}.", file=sys.stderr)
        return WRONG_INPUT
    print(
        f"This is a mistake in the program, not yours: {type(error).__name__}: {str(error).rstrip('.')}. "
        f"Set {DEBUG}=1 and try again to see where.",
        file=sys.stderr,
    )
    return OUR_FAULT


# -- what can be asked ---------------------------------------------------------------------
class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong with the command line, and leave."""
        if wrong := _CHOICE.search(message):
            from companion.suggest import did_you_mean

            known = re.findall(r"[\w-]+", wrong["known"])
            meant = did_you_mean(wrong["word"], known) or f" Possible: {', '.join(known)}."
            message = f"{wrong['word']!r} is not known.{meant}"
        if wrong := _NUMBER.search(message):
            message = f"{wrong['name']} must be a whole number, not {wrong['word']}"
        end = "" if message.endswith((".", "?")) else "."
        self.exit(WRONG_INPUT, f"{message[:1].upper()}{message[1:]}{end} See: {self.prog} --help\n")


class _Version(argparse.Action):
    """Looks the version up only when it is asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print(f"port-royal {version('port-royal-companion')}")
        parser.exit()


def _parser() -> argparse.ArgumentParser:
    # The option is known before and behind the command; behind it, it must not undo what stands before.
    data = _Parser(add_help=False)
    about_data = "folder for saved games and settings"
    data.add_argument("--data", metavar="DIR", type=Path, default=argparse.SUPPRESS, help=about_data)
    parser = _Parser(prog="port-royal", description="A companion for the Port Royal card table.")
    parser.add_argument("--data", metavar="DIR", type=Path, help=about_data)
    parser.add_argument("--version", action=_Version, nargs=0, help="print the version and leave")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    def add(name: str, command: Command, about: str) -> argparse.ArgumentParser:
        description = f"{about[0].upper()}{about[1:]}."
        added = commands.add_parser(name, parents=[data], help=about, description=description)
        added.set_defaults(command=command)
        return added

    run = add("run", _run, "be the device of a real table")
    run.add_argument("--config", metavar="FILE", type=Path, required=True, help="what the table consists of")
    run.add_argument("--demo", action="store_true", help="let simple players play a game; no tags are needed")
    run.add_argument("--game", choices=SIMULATED, help="which game --demo plays; usually port-royal")
    run.add_argument("--deck", metavar="FILE", type=Path, help="use this deck file instead of the own decks")
    doctor = add("doctor", _doctor, "check everything that a config names, and say how to mend it")
    doctor.add_argument("--config", metavar="FILE", type=Path, required=True, help="the table to check")
    how = doctor.add_mutually_exclusive_group()
    how.add_argument("--live", action="store_true", help="go on with test patterns, keys and tags")
    how.add_argument("--json", action="store_true", help="print what is found as JSON")
    wiring = add("wiring", _wiring, "say how a table is wired, pin by pin")
    wiring.add_argument("--config", metavar="FILE", type=Path, required=True, help="the table to wire")
    wiring.add_argument("--svg", metavar="OUT.svg", type=Path, help="draw a picture of it, too")
    _add_simulate(add("simulate", _simulate, "play on a simulated table in this terminal"))
    replay = add("replay", _replay, "play table scripts and check what they expect")
    replay.add_argument("files", metavar="FILE", type=Path, nargs="+")
    replay.add_argument("--json", action="store_true", help="print every file's final state as JSON")
    export = add("export", _export, "write a saved game as a table script")
    export.add_argument("game", metavar="GAME", type=int, help="its number, as `games` lists it")
    export.add_argument("file", metavar="FILE", type=Path, nargs="?", help="default: print it")
    importing = add("import", _import, "play a table script into a new saved game")
    importing.add_argument("file", metavar="FILE", type=Path)
    add("games", _games, "list the saved games")
    add_service_commands(add)
    add_cards_commands(add("cards", run_cards, "tag, check and share decks of real cards"), [data])
    campaign = add("campaign", _campaign, "write the campaign of an adventure to a file, or read one")
    campaign.add_argument("do", choices=("export", "import"))
    campaign.add_argument("file", metavar="FILE", type=Path, nargs="?", help="default for export: print it")
    _add_pack(add("pack", _pack, "check packs of The Adventure Begins"))
    show = add("show", _show, "print the score sheet of a saved game")
    show.add_argument("game", metavar="GAME", type=int, help="its number, as `games` lists it")
    return parser


def _add_pack(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="*", help="pack file, or known or synthetic")
    parser.add_argument("--answers", metavar="FILE", type=Path, help="an owner's answers, laid over them")
    parser.add_argument("--template", action="store_true", help="print a commented file for an owner")


def _add_simulate(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--game", choices=SIMULATED, help=f"which game is played; usually {SIMULATED[0]}")
    add("--players", metavar="NAME", nargs="+", help="names, clockwise, or how many play")
    add("--rules", choices=("big-box", "first-edition"), help="printing of the game; usually big-box")
    add("--seed", metavar="N", type=int, help="shuffle the pile the same way each time")
    add("--displays", metavar="main|N", type=_displays, default=0, help="one display, or N more at the seats")
    add("--demo", action="store_true", help="let simple players play a whole game")
    add("--record", metavar="DIR", type=Path, help="save a picture of every screen")
    add("--tags", metavar="DIR", type=Path, help="lay real tags, read from Flipper files, on the reader")
    add("--deck", metavar="FILE", type=Path, help="deck file that tells which tag is which card")
    add("--untagged", action="store_true", help="cards with blank tags, to tag a deck or to play without one")
    add("--fast", action="store_true", help="play the demo without pauses and pictures")
    how = "of the adventure: together (usual), against each other, or the variable game"
    add("--mode", choices=("coop", "competitive", "variable"), help=how)
    add("--chapter", metavar="N", type=int, choices=range(1, 6), help="of the adventure, 1 (usual) to 5")
    add("--pack", choices=("known", "synthetic"), help="cards of the adventure: real, or invented (usual)")


def _displays(text: str) -> int:
    if text == "main":
        return 0
    if text.isdecimal() and int(text) <= MOST_SEATS:
        return int(text)
    raise argparse.ArgumentTypeError(f"must be main or a number from 0 to {MOST_SEATS}, not {text!r}")


# -- doing it ------------------------------------------------------------------------------
def _run(options: argparse.Namespace) -> int:
    if options.game and not options.demo:
        from engine.setup import SetupError

        raise SetupError("--game says what --demo plays: add --demo, or choose the game at the table.")
    if options.demo:
        from companion.table_demo import run_demo

        return run_demo(options.config, options.game or SIMULATED[0])
    from companion.run import run_table
    from companion.store_file import state_folder

    return run_table(options.config, state_folder(options.data), options.deck)


def _doctor(options: argparse.Namespace) -> int:
    from companion.doctor import DoctorOptions, doctor

    asked = {key: vars(options)[key] for key in DoctorOptions.__struct_fields__}
    return doctor(DoctorOptions(**asked))


def _wiring(options: argparse.Namespace) -> int:
    from companion.wiring_table import print_wiring

    return print_wiring(options.config, options.svg)


def _simulate(options: argparse.Namespace) -> int:
    from companion.options import SimulateOptions, check_belongs, player_names

    known = SimulateOptions.__struct_fields__
    chosen = {key: value for key, value in vars(options).items() if key in known and value is not None}
    game = options.game or SIMULATED[0]
    check_belongs(chosen, game)
    chosen["players"] = player_names(options.players, game)
    asked = SimulateOptions(**chosen, named="game" in chosen, seat_displays=options.displays)
    from companion.simulate import simulate

    return simulate(asked)


def _campaign(options: argparse.Namespace) -> int:
    from companion.campaign_cli import run_campaign

    with _store(options) as store:
        return run_campaign(options, store)


def _pack(options: argparse.Namespace) -> int:
    from companion.pack_cli import run_pack

    return run_pack(options)


def _replay(options: argparse.Namespace) -> int:
    from companion.replay import replay_files

    return replay_files(options.files, as_json=options.json)


def _export(options: argparse.Namespace) -> int:
    from companion.export import export_script

    with _store(options) as store:
        script = export_script(store, options.game)
    if options.file is None:
        print(script, end="")
    else:
        options.file.write_text(script, encoding="utf-8")
    return 0


def _import(options: argparse.Namespace) -> int:
    from datetime import datetime

    from companion.export import import_script

    now = datetime.now().astimezone().replace(microsecond=0, tzinfo=None)
    with _store(options) as store:
        game = import_script(store, options.file, now.isoformat())
    print(f"Imported as game {game}.")
    return 0


def _games(options: argparse.Namespace) -> int:
    from companion.catalogue import Catalogues
    from companion.sheet import game_list, read_games

    with _store(options) as store:
        records, troubles = read_games(store, Catalogues())
    print(game_list(records))
    for trouble in troubles:
        print(trouble, file=sys.stderr)
    return 0


def _show(options: argparse.Namespace) -> int:
    from companion.catalogue import Catalogues
    from companion.sheet import read_game, score_sheet

    with _store(options) as store:
        print(score_sheet(read_game(store, options.game, Catalogues())))
    return 0


def _store(options: argparse.Namespace) -> Store:
    """Open the store, and say so when a damaged one was put aside."""
    from companion.store import Store
    from companion.store_file import state_folder

    store = Store.open(state_folder(options.data))
    if store.notice:
        print(store.notice, file=sys.stderr)
    return store
