"""The readers and the sounder of a table, opened for a command at a terminal; nothing else of it."""

from __future__ import annotations

import queue
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import closing, contextmanager

from msgspec.structs import replace

from companion.bootstrap import Parts, RunningClock, SimulatedTable, build, simulated_table
from companion.config import NoKeys, TableConfig
from companion.flow import Settings, Signal
from companion.signals import LIGHTS, RHYTHMS
from companion.sounds import Signals
from drivers.ports import Input, TagWriter
from drivers.tags import ntag213

WRITE_S = 20.0
"""How long a tag that was taken away while it was written may take to come back."""


class Readers:
    """All readers of a table as one: what they report, what they write, and the sound for it."""

    def __init__(
        self, parts: Parts, inbox: queue.SimpleQueue[Input], settings: Settings, table: SimulatedTable
    ) -> None:
        self.table = table
        """Simulated readers, for hands that lay tags on them."""
        self._inbox = inbox
        self._parts = parts
        self._settings = settings
        self._signals = Signals(parts.sounder, parts.light, RHYTHMS, LIGHTS)

    def start(self) -> tuple[str, ...]:
        """Begin to look for tags; give a sentence for everything that does not work."""
        return self._parts.start(self._inbox.put)

    def reports(self) -> Iterator[Input]:
        """Give what was reported since, without waiting."""
        while True:
            try:
                yield self._inbox.get_nowait()
            except queue.Empty:
                return

    def signal(self, signal: Signal) -> None:
        """Let a signal be heard and seen at the table."""
        self._signals.give((signal,), self._settings)

    def write(self, reader: str, uid: str, change: Callable[[bytes], bytes]) -> Future[bytes] | None:
        """Have a tag written by the reader that it lies on; None when that one cannot write."""
        found: object = next((each for each in self._parts.readers if each.name == reader), None)
        return found.write(uid, change, WRITE_S) if isinstance(found, TagWriter) else None

    def now_s(self) -> float:
        """Give monotonic seconds."""
        return self._parts.clock.now_s()

    @property
    def pretended(self) -> str | None:
        """Name a simulated reader, on which tags can be laid with a key; None when all are real."""
        return next(iter(self.table.readers), None)

    def pretend(self, uid: bytes) -> None:
        """Lay a new tag with this UID, 7 bytes, on the simulated reader; what lay there is taken away."""
        if self.pretended:
            self.table.tap(ntag213(uid), reader=self.pretended)


@contextmanager
def open_readers(
    config: TableConfig, *, is_known: Callable[[str], bool], table: SimulatedTable | None = None
) -> Iterator[Readers]:
    """Open the readers, the sounder and the light of a config; they are closed at the end.

    ``is_known`` says of a UID whether the memory of its tag need not be read; ``table`` is where its
    simulated devices are, if there is one already.  Raises ``ConfigError``.
    """
    only = replace(config, displays={}, buttons=NoKeys())
    if table is None:
        with closing(simulated_table(only, RunningClock())) as own, _built(only, is_known, own) as readers:
            yield readers
    else:
        with _built(only, is_known, table) as readers:
            yield readers


@contextmanager
def _built(config: TableConfig, is_known: Callable[[str], bool], table: SimulatedTable) -> Iterator[Readers]:
    inbox: queue.SimpleQueue[Input] = queue.SimpleQueue()
    level = config.sound.level if config.sound else "soft"
    parts = build(config, inbox.put, simulated=table, is_known=is_known)
    try:
        yield Readers(parts, inbox, Settings(sound=level), table)
    finally:
        parts.close()
