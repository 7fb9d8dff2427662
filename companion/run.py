"""Runs a table with its devices, from its config file to the signal that ends it."""

from __future__ import annotations

import logging
import random
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from types import FrameType

import msgspec
from msgspec.structs import replace

from companion import config as c
from companion.bench import Bench
from companion.bootstrap import Parts, build
from companion.catalogue import Catalogues
from companion.decks.file import load_deck
from companion.decks.record import Deck
from companion.desk import Desk
from companion.desk_decks import DOING
from companion.first_boot import HELLO, greeting
from companion.fittings import Fittings
from companion.flow import DeviceState
from companion.loop import Inbox, run_loop
from companion.outfit import fit_out, load_settings
from companion.paint import Painter
from companion.rest import Rest
from companion.service.control import Control, own_socket
from companion.service.journal import logged_to_stderr
from companion.service.notify import Notifier
from companion.service.watch import Facts, Watch
from companion.service.work import about, device_work
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Signals
from companion.store import Store, StoreError
from companion.store_file import in_use, state_folder
from companion.table_decks import lend, open_bench
from companion.texts import languages
from drivers.care import Care
from drivers.ports import Tick

STOPPING = (signal.SIGTERM, signal.SIGINT)


def run_table(config_path: Path, data_folder: Path | None = None, deck_file: Path | None = None) -> int:
    """Run the table of a config until SIGTERM or SIGINT, then give the exit status 0; SIGHUP reads it anew.

    ``deck_file`` stands in for all other decks.  Raises ``ConfigError``, ``DeckError`` and ``StoreError``,
    whose text is a sentence; missing devices are no error.
    """
    config = c.load_config(config_path)
    folder = state_folder(data_folder)
    deck = load_deck(deck_file, Catalogues().tagged) if deck_file else None
    with logged_to_stderr(), in_use(folder), Store.open_when_it_can_be(folder) as store:
        return Table(config, store, deck=deck, source=config_path, notifier=Notifier.from_environment()).run()


def wall_time() -> str:
    """Give the local date and time, ISO 8601."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Table:
    """A table with its devices: ``run`` it until it is told to ``stop``.

    Devices report to ``inbox``; without a ``deck`` it is the one that the config names, or what lies on the
    shelf of decks.  ``source`` is the config file, which is read anew on SIGHUP: with it the table is a
    device of its own, which can be switched off.  ``notifier`` tells the service manager.
    """

    def __init__(
        self,
        config: c.TableConfig,
        store: Store,
        *,
        inbox: Inbox | None = None,
        deck: Deck | None = None,
        source: Path | None = None,
        notifier: Notifier | None = None,
    ) -> None:
        self._config = config
        self._store = store
        self._source = source
        self._notifier = notifier or Notifier()
        self._inbox: Inbox = Inbox() if inbox is None else inbox
        self._stop = threading.Event()
        self._is_ending = self._is_reloading = False
        self._log = logging.getLogger(__name__)
        self._catalogues = Catalogues()
        self._given_deck = deck
        self._bench, self._deck_trouble = self._open_bench(config)
        self._chores = device_work(store.path.parent, source, self._wake, wall_time) if source else None
        self._is_new = bool(source) and self._is_unused()
        self._has_hands = inbox is not None
        self.parts: Parts = self._build(config)
        self.desk = Desk(self._fit_out(), load_settings(store, config))
        self._rest = self._new_rest()

    def run(self) -> int:
        """Start the devices, run the loop, and leave everything dark and saved."""
        with self._guided_by_signals():
            control: Control | None = None
            try:
                if (language := self._config.language) not in languages():
                    self._log.warning("There are no words in %r yet: the table speaks English.", language)
                began = self.desk.start()
                self._tell(self.parts.start(self._inbox.put))
                parts = self.parts
                Signals(parts.sounder, parts.light, RHYTHMS, LIGHTS).give(began.signals, self.desk.settings)
                watch = self._watch()
                control = self._control(watch)
                return self._loop(watch)
            finally:
                self._notifier.stopping()
                self._leave()
                if control:
                    control.close()

    def stop(self) -> None:
        """End the run; from any thread, and from signal handlers."""
        self._is_ending = True
        self._end_loop()

    def reload(self) -> None:
        """Read the config anew and go on with what it says; from any thread, and from signal handlers."""
        self._is_reloading = True
        self._end_loop()

    def _end_loop(self) -> None:
        self._stop.set()
        self._wake()

    def _loop(self, watch: Watch) -> int:
        """Run the loop, again with other devices when the config was read anew in between."""
        while True:
            parts = self.parts
            status = run_loop(
                self.desk,
                self._inbox,
                parts.displays,
                Painter(),
                parts.sounder,
                parts.light,
                self._stop,
                self._rest,
                watch,
            )
            self._stop.clear()
            if self._is_ending or not self._is_reloading:
                return status
            self._is_reloading = False
            self._notifier.reloading()
            watch.config_trouble = self._take_new_config()
            watch.ready()

    # -- putting together ----------------------------------------------------------------
    def _build(self, config: c.TableConfig) -> Parts:
        return build(config, self._inbox.put, is_known=self._knows)

    def _knows(self, uid: str) -> bool:
        return self._bench.knows(uid)

    def _open_bench(self, config: c.TableConfig) -> tuple[Bench, str]:
        return open_bench(self._catalogues, self._store.path.parent, config.deck, self._given_deck)

    def _fit_out(self) -> Fittings:
        """Fit the desk out for the present config, devices and decks."""
        lend(self._bench, self.parts.readers, self._wake)
        fittings = fit_out(
            self._config,
            self._store,
            self._catalogues,
            None,
            now_s=self.parts.clock.now_s,
            wall=wall_time,
            rng=random.SystemRandom(),
            devices=self._states,
            readers=max(1, len(self._config.readers)) if self._has_hands else None,
            bench=self._bench,
        )
        return replace(
            fittings,
            chores=self._chores,
            about=about(self._runs),
            first_mode=greeting(fittings.first_mode) if self._is_new else fittings.first_mode,
        )

    def _states(self) -> tuple[DeviceState, ...]:
        return self.parts.states()

    def _hung(self, limit_s: float) -> tuple[str, ...]:
        return self.parts.hung(limit_s)

    def _is_unused(self) -> bool:
        with suppress(StoreError):
            return self._store.is_new() or self._store.setting(DOING, "", str) == HELLO
        return False

    def _runs(self) -> tuple[int, int]:
        with suppress(StoreError):
            return self._store.runs()
        return 0, 0

    def _wake(self) -> None:
        self._inbox.put(Tick(self.parts.clock.now_s()))

    def _new_rest(self) -> Rest:
        return Rest(Care(self._config.dim_after_s, self._config.off_after_s), self.parts.clock.now_s)

    def _watch(self) -> Watch:
        facts = Facts(str(self._source or ""), str(self._store.path.parent), *self._runs())
        return Watch(
            self.desk,
            self._notifier,
            facts,
            devices=self._states,
            hung=self._hung,
        )

    def _control(self, watch: Watch) -> Control | None:
        """Open the control socket, where there is a place for it."""
        path = own_socket() if self._source else None
        if path is None:
            return None

        def reload() -> bytes:
            self.reload()
            return b'{"reload": "begun"}'

        control = Control(path, {"status": lambda: msgspec.json.encode(watch.state()), "reload": reload})
        if trouble := control.start():
            self._log.warning("%s", trouble)
        return control

    # -- a new config --------------------------------------------------------------------
    def _take_new_config(self) -> str:
        """Go on with what the config file says now; give a sentence when it is left as it was."""
        try:
            config = c.load_config(self._source) if self._source else self._config
            if config == self._config:
                self._log.info("the config was read anew and says what it said before")
                return ""
            parts = self._build(config)
        except c.ConfigError as error:
            self._log.error("the config was not taken: %s", error)
            self.desk.announce("service.config-bad")
            return str(error)
        self._change_over(config, parts)
        return ""

    def _change_over(self, config: c.TableConfig, parts: Parts) -> None:
        if not self.parts.close():
            self._log.warning("a device did not close in time")
        if config.deck != self._config.deck:
            self._bench, self._deck_trouble = self._open_bench(config)
        self._config, self.parts = config, parts
        self.desk.refit(self._fit_out())
        self._rest = self._new_rest()
        self._tell(parts.start(self._inbox.put))
        self.desk.announce("service.config-new")
        self._log.info("the config was read anew")

    # -- beginning and end ---------------------------------------------------------------
    def _tell(self, problems: tuple[str, ...]) -> None:
        """Log what is not as it should be, and say the worst of it on the screen."""
        notice, self._store.notice = self._store.notice, ""
        caught_up = self._store.caught_up
        found = f"the disk had lost {caught_up} entries, they came back from their copy" if caught_up else ""
        for sentence in (*problems, self._deck_trouble, notice, found):
            if sentence:
                self._log.warning("%s", sentence)
        if self._deck_trouble:
            self.desk.announce("desk.deck-bad")
        if notice and self._store.back:
            self.desk.announce("service.brought-back", count=self._store.back)
        elif notice:
            self.desk.announce("desk.put-aside")

    def _leave(self) -> None:
        if not self.parts.close():
            self._log.warning("a device did not close in time")
        try:
            self.desk.close()
        except StoreError as error:
            self._log.warning("%s", error)

    @contextmanager
    def _guided_by_signals(self) -> Iterator[None]:
        """Let SIGTERM and SIGINT end the loop, and SIGHUP read the config anew, while the table runs."""

        def stop(_number: int, _frame: FrameType | None) -> None:
            self.stop()

        def reload(_number: int, _frame: FrameType | None) -> None:
            self.reload()

        handlers = {**dict.fromkeys(STOPPING, stop), **({signal.SIGHUP: reload} if self._source else {})}
        before = {number: signal.signal(number, handler) for number, handler in handlers.items()}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
