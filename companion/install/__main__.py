"""What `make install` and `make uninstall` call: ``python3 -m companion.install``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from companion.install.computer import Computer, InstallError
from companion.install.steps import Wishes, install, uninstall
from companion.install.stick import update
from companion.install.wires import WIRES

STICK = Path("/media/port-royal")
SOURCE = Path(__file__).resolve().parents[2]


def main(arguments: list[str] | None = None, computer: Computer | None = None) -> int:
    """Do what is asked and give the exit status: 0, or 1 with a sentence on what stands in the way."""
    options = _parser().parse_args(arguments)
    computer = computer or Computer()
    os.umask(0o022)  # the service's user must be able to read what root installs
    try:
        if options.what == "uninstall":
            uninstall(computer, purge=options.purge)
        elif options.what == "update":
            update(computer, options.stick)
        elif options.what == "bundle":
            # Not on the table's computer, whose Python may be older and which need not know how.
            from companion.install.bundle import make_bundle  # noqa: PLC0415

            print(make_bundle(computer, options.source.resolve(), options.machine))
        else:
            install(computer, options.source.resolve(), _wishes(options))
    except InstallError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Interrupted; do it again to end it.", file=sys.stderr)
        return 130
    return 0


def _wishes(options: argparse.Namespace) -> Wishes:
    """Read the options; a source that brings its wheels with it needs no internet."""
    brought: Path = options.source.resolve() / "wheels"
    wheels: Path | None = options.wheels or (brought if brought.is_dir() else None)
    known = {wire.name for wire in WIRES}
    named = None if options.enable is None else set(options.enable.replace(",", " ").split())
    if named and (wrong := named - known - {"none"}):
        raise InstallError(
            f"There is no {min(wrong)!r} to switch on: take some of {', '.join(sorted(known))}, or none."
        )
    if wheels is not None and not wheels.is_dir():
        raise InstallError(f"There is no folder {wheels} with wheels.")
    return Wishes(wheels and wheels.resolve(), options.table or Wishes.table, named)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="companion.install", description="Install the table as a service.")
    parser.add_argument("what", choices=("install", "uninstall", "update", "bundle"))
    parser.add_argument("--source", type=Path, default=SOURCE, metavar="DIR", help="the program's source")
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="install from these, without internet")
    parser.add_argument("--table", metavar="NAME", help="the example that a new config begins from")
    parser.add_argument("--enable", metavar="WIRES", help="switch on without asking, e.g. 'i2c spi serial'")
    parser.add_argument("--machine", default="aarch64", help="the architecture that a bundle is for")
    parser.add_argument(
        "--stick", type=Path, default=STICK, metavar="DIR", help="update from what lies there"
    )
    parser.add_argument("--purge", action="store_true", help="uninstall games and config, too")
    return parser


if __name__ == "__main__":
    sys.exit(main())
