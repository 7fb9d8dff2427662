"""Runs a table with its devices, from its config file to the signal that ends it."""

from __future__ import annotations

import logging
import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from types import FrameType

from companion import config as c
from companion.bootstrap import Parts, build
from companion.catalogue import Catalogues
from companion.deck import Deck, DeckError, load_deck
from companion.desk import Desk
from companion.loop import Inbox, run_loop
from companion.outfit import fit_out, load_settings
from companion.paint import Painter
from companion.rest import Rest
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Signals
from companion.store import Store, StoreError
from companion.store_file import state_folder
from drivers.care import Care
from drivers.ports import Tick

STOPPING = (signal.SIGTERM, signal.SIGINT)


def run_table(config_path: Path, data_folder: Path | None = None) -> int:
    """Run the table of a config until SIGTERM or SIGINT, then give the exit status 0.

    Raises ``ConfigError`` and ``StoreError``, whose text is a sentence; missing devices are no error.
    """
    config = c.load_config(config_path)
    with Store.open(state_folder(data_folder)) as store:
        return Table(config, store).run()


def wall_time() -> str:
    """Give the local date and time, ISO 8601."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Table:
    """A table with its devices: ``run`` it until it is told to ``stop``.

    Devices report to ``inbox``; without a ``deck`` the one that the config names is loaded.
    """

    def __init__(
        self, config: c.TableConfig, store: Store, *, inbox: Inbox | None = None, deck: Deck | None = None
    ) -> None:
        self._inbox: Inbox = Inbox() if inbox is None else inbox
        self._stop = threading.Event()
        self._log = logging.getLogger(__name__)
        catalogues = Catalogues()
        deck, self._deck_trouble = (deck, "") if deck else _deck(config, catalogues)
        known = deck.cards if deck else {}
        self.parts: Parts = build(config, self._inbox.put, is_known=lambda uid: uid in known)
        fittings = fit_out(
            config,
            store,
            catalogues,
            deck,
            now_s=self.parts.clock.now_s,
            wall=wall_time,
            rng=random.SystemRandom(),
            devices=self.parts.states,
        )
        self.desk = Desk(fittings, load_settings(store, config))
        self._notice = store.notice
        self._rest = Rest(Care(config.dim_after_s, config.off_after_s), self.parts.clock.now_s)

    def run(self) -> int:
        """Start the devices, run the loop, and leave everything dark and saved."""
        with self._stopped_by_signals():
            try:
                parts = self.parts
                began = self.desk.start()
                self._tell(parts.start(self._inbox.put))
                Signals(parts.sounder, parts.light, RHYTHMS, LIGHTS).give(began.signals, self.desk.settings)
                return run_loop(
                    self.desk,
                    self._inbox,
                    parts.displays,
                    Painter(),
                    parts.sounder,
                    parts.light,
                    self._stop,
                    self._rest,
                )
            finally:
                self._leave()

    def stop(self) -> None:
        """End the run; from any thread, and from signal handlers."""
        self._stop.set()
        self._inbox.put(Tick(self.parts.clock.now_s()))

    def _tell(self, problems: tuple[str, ...]) -> None:
        """Log what is not as it should be, and say the worst of it on the screen."""
        for sentence in (*problems, self._deck_trouble, self._notice):
            if sentence:
                self._log.warning("%s", sentence)
        if self._deck_trouble:
            self.desk.announce("desk.deck-bad")
        if self._notice:
            self.desk.announce("desk.put-aside")

    def _leave(self) -> None:
        if not self.parts.close():
            self._log.warning("a device did not close in time")
        try:
            self.desk.close()
        except StoreError as error:
            self._log.warning("%s", error)

    @contextmanager
    def _stopped_by_signals(self) -> Iterator[None]:
        """Let SIGTERM and SIGINT end the loop, for as long as the table runs."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            self.stop()

        before = {number: signal.signal(number, stop) for number in STOPPING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def _deck(config: c.TableConfig, catalogues: Catalogues) -> tuple[Deck | None, str]:
    """Load the deck; without it the game goes on by keys, and a sentence says why."""
    if config.deck is None:
        return None, ""
    try:
        return load_deck(Path(config.deck), catalogues.cards), ""
    except DeckError as error:
        return None, str(error)
