"""What a polling card reader does besides looking: a thread that takes turns, and the story of its losses."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from drivers.buses import deliver, wait_until
from drivers.ports import Clock, ReaderBack, ReaderLost, Sink
from drivers.pulse import Pulse

CLOSE_S = 2.0
FIRST_PAUSE_S, LONGEST_PAUSE_S, REPLUG_PAUSE_S = 1.0, 30.0, 4.0
"""Between attempts to start: doubling to 30 s for a chip never seen (R22), to 4 s for a lost one (R21)."""
ABSENT_PAUSE_S = 2.0
"""The same while the bus cannot even be opened, which costs nothing to try."""


class TurnThread:
    """Calls ``turn`` again and again from a thread of its own, as many seconds apart as each call says.

    ``end`` is called once, from the same thread, after the last turn.
    """

    def __init__(self, name: str, clock: Clock, turn: Callable[[], float], end: Callable[[], None]) -> None:
        self.stop = threading.Event()
        """Set when it is time to end; long turns look at it."""
        self._name = name
        self._clock = clock
        self._turn = turn
        self._end = end
        self._thread: threading.Thread | None = None
        self._pulse = Pulse(clock)

    def hung_s(self) -> float:
        """Give for how many seconds the present turn has lasted, as ``drivers.pulse.Watched`` says."""
        return 0.0 if self.stop.is_set() else self._pulse.hung_s()

    def start(self) -> None:
        """Begin; raises ``RuntimeError`` when it was started or closed before."""
        if self._thread or self.stop.is_set():
            raise RuntimeError(f"{self._name} was started before")
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._pulse.belongs_to(self._thread)
        self._thread.start()

    def close(self) -> None:
        """Stop within two seconds; may be called twice."""
        self.stop.set()
        if self._thread:
            self._thread.join(CLOSE_S)

    def _run(self) -> None:
        while not self.stop.is_set():
            wait_until(self._clock, self._clock.now_s() + self._pause_s(), self.stop)
        self._end()

    def _pause_s(self) -> float:
        """Take one turn; a mistake in it is logged and does not end the others."""
        try:
            with self._pulse.work():
                return self._turn()
        except Exception:
            logging.getLogger(__name__).exception("%s stumbled", self._name)
            return FIRST_PAUSE_S


class Outages:
    """Tells the sink of a loss once, of the return once, and says when to try again meanwhile."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.sink: Sink = lambda _item: None
        self.lasting = False
        """The reader is lost."""
        self._name = name
        self._clock = clock
        self._was_there = False
        self._pause_s = FIRST_PAUSE_S

    def lost(self, reason: str, *, absent: bool) -> float:
        """Take note that an attempt failed; give the seconds until the next one.

        ``absent`` says that the bus itself could not be opened.
        """
        if not self.lasting:
            self.lasting = True
            deliver(self.sink, ReaderLost(self._name, reason, self._clock.now_s()))
        longest_s = ABSENT_PAUSE_S if absent else REPLUG_PAUSE_S if self._was_there else LONGEST_PAUSE_S
        pause_s = min(self._pause_s, longest_s)
        self._pause_s = min(self._pause_s * 2, LONGEST_PAUSE_S)
        return pause_s

    def back(self) -> None:
        """Take note that the reader works."""
        self._was_there = True
        self._pause_s = FIRST_PAUSE_S
        if self.lasting:
            self.lasting = False
            deliver(self.sink, ReaderBack(self._name, self._clock.now_s()))
