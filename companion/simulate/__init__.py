"""The whole device on a simulated table in a terminal: `port-royal simulate`."""

from __future__ import annotations

import logging
import os
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import FrameType

from msgspec.structs import replace

from companion.bootstrap import RunningClock, SteppedClock
from companion.decks.record import DeckError
from companion.options import SimulateOptions
from companion.simulate.demo import Demo
from companion.simulate.fast import play_fast, result
from companion.simulate.live import Live
from companion.simulate.page import Style
from companion.simulate.record import Recorder
from companion.simulate.sitting import Sitting
from companion.simulate.tagfiles import FolderError
from companion.simulate.terminal import Terminal, usable
from companion.store import Store
from companion.store_file import in_use, state_folder
from engine.kernel import Illegal

__all__ = ["simulate"]

LOG = "simulated.log"
TERMINATED = 143
WRONG_OPTIONS = 2
SAVED = "All is saved. The same command goes on from here."
SAVED_NAMED = "All is saved. The same command without --players goes on from here."
"""Players begin a new game."""


def simulate(options: SimulateOptions) -> int:
    """Play on a simulated table until the person leaves or the demonstration is over; gives the exit status.

    Without a terminal, or when it shall go fast, simple players play a whole game.  2 is for options
    that cannot be used, said in one sentence.  Raises ``StoreError`` and ``OSError``.
    """
    person = usable(dict(os.environ)) and not options.fast
    if not person:
        options = replace(options, fast=True)
    recorder = Recorder(options.record) if options.record else None
    demo = options.demo or not person
    with _data_folder(options, demo=demo) as folder, in_use(folder), Store.open(folder) as store:
        if store.notice:
            print(store.notice, file=sys.stderr)
        try:
            return (_live if person else _fast)(options, store, recorder)
        except (DeckError, FolderError, Illegal) as error:
            print(error, file=sys.stderr)
            return WRONG_OPTIONS


def _live(options: SimulateOptions, store: Store, recorder: Recorder | None) -> int:
    """Play in the terminal."""
    terminal = Terminal(sys.stdin.fileno(), sys.stdout.fileno(), sys.stdout.encoding)
    with (
        _logged(store.path.parent / LOG),
        terminal,
        terminal.signals(),
        closing(Sitting(options, store, RunningClock(), terminal.wake)) as sitting,
    ):
        demo = Demo(sitting) if options.demo else None
        sitting.start(afresh=options.demo)
        Live(sitting, terminal, _style(), demo=demo, recorder=recorder).run()
    if terminal.interrupted:
        raise KeyboardInterrupt
    if demo is None:
        unsaved = sitting.desk.unsaved
        print(f"Not all is saved: {unsaved}" if unsaved else SAVED_NAMED if options.players else SAVED)
    elif demo.over:
        print("\n".join(result(sitting)))
    return 0


def _fast(options: SimulateOptions, store: Store, recorder: Recorder | None) -> int:
    """Let simple players play without a terminal."""
    clock = SteppedClock()

    def look() -> None:
        if recorder:
            for display in sitting.displays:
                recorder.keep(display, sitting.framebuffer(display))

    with _ended_by_sigterm(), closing(Sitting(options, store, clock)) as sitting:
        sitting.start(afresh=True)
        play_fast(sitting, clock, lambda line: print(line, flush=True), look)
    return 0


@contextmanager
def _data_folder(options: SimulateOptions, *, demo: bool) -> Iterator[Path]:
    """Give the folder for saved games; a demonstration leaves nothing behind unless one was named."""
    if demo and options.data is None:
        with tempfile.TemporaryDirectory(prefix="port-royal-") as folder:
            yield Path(folder)
    else:
        yield state_folder(options.data)


@contextmanager
def _logged(path: Path) -> Iterator[None]:
    """Write what is logged to a file meanwhile: on the terminal it would stand across the pictures."""
    handler = logging.FileHandler(path, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(name)s: %(message)s"))
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        handler.close()


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Leave in order at SIGTERM: the temporary folder goes too."""

    def leave(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit(TERMINATED)

    before = signal.signal(signal.SIGTERM, leave)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _style() -> Style:
    """Say how the terminal is written to: without colours if NO_COLOR is set, plain if it must be."""
    try:
        "⣿█┌".encode(sys.stdout.encoding)
        dots = True
    except UnicodeEncodeError:
        dots = False
    return Style(colours=not os.environ.get("NO_COLOR"), dots=dots)
