"""The one thread that owns a bus and draws on all its displays, and the one that sees when it is stuck."""

from __future__ import annotations

import logging
import threading
from typing import Protocol

from drivers.buses import SystemClock
from drivers.ports import Clock
from drivers.pulse import Pulse

STUCK_S = 1.0
"""A bus call that takes longer makes all displays of the bus count as lost (R28)."""
WAIT_STEP_S, FAR_STEP_S = 0.05, 0.25
"""How often the thread looks at the clock while something is due soon, or only later than ``FAR_S``."""
FAR_S = 10.0
LEAST_LOOKS = 4
"""Nothing is stuck before it was seen at it so often: the clock may run faster than the machine."""


class Client(Protocol):
    """A display as its thread sees it; ``due_s`` and ``rank`` are called with the lock held."""

    def prepare(self) -> None:
        """Load what it needs; called once before the first work, for as long as it takes."""
        ...

    def due_s(self) -> float | None:
        """Say when on the clock there is something to do; None when there is nothing."""
        ...

    def rank(self, now_s: float) -> tuple[int, int]:
        """Say how much it wants its turn, the lowest first; asked only while something is due."""
        ...

    def attend(self) -> None:
        """Do what is due; whatever goes wrong is told by the display itself."""
        ...

    def stuck(self, reason: str) -> None:
        """Hear that the bus does not move; what was sent is not known any more."""
        ...

    @property
    def is_closed(self) -> bool:
        """Tell that it needs no turn any more."""
        ...


class BusWorker:
    """Draws for the displays of one bus, one after the other, in a thread that starts with the first work.

    ``change`` guards the state of all its displays; whoever changes some calls ``wake``.  A call that
    takes longer than ``stuck_s`` is told to all displays.
    """

    def __init__(self, name: str, clock: Clock | None = None, stuck_s: float = STUCK_S) -> None:
        self.change = threading.Condition()
        self.clock: Clock = clock or SystemClock()
        self._name = name
        self._stuck_s = stuck_s
        self._clients: list[Client] = []
        self._thread: threading.Thread | None = None
        self._busy_since_s: float | None = None
        self._is_stuck = False
        self._turns = 0
        self._pulse = Pulse(self.clock)

    @property
    def alive_at_s(self) -> float:
        """Give the latest moment at which it was not waiting for the bus: now, or when it began to wait."""
        with self.change:
            return self.clock.now_s() if self._busy_since_s is None else self._busy_since_s

    def hung_s(self) -> float:
        """Give for how many seconds it has waited for the bus, as ``drivers.pulse.Watched`` says."""
        return self._pulse.hung_s()

    @property
    def is_running(self) -> bool:
        """Tell whether the thread is there to close displays."""
        return self._thread is not None

    def take_on(self, client: Client) -> None:
        """Take a display on."""
        with self.change:
            self._clients.append(client)

    def next_turn(self) -> int:
        """Give a number that is higher than all before."""
        with self.change:
            self._turns += 1
            return self._turns

    def wake(self) -> None:
        """Let the thread see that there is something to do; start it at the first time."""
        with self.change:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                guard = threading.Thread(
                    target=self._guard, args=(self._thread,), name=f"{self._name}-guard", daemon=True
                )
                self._pulse.belongs_to(self._thread)
                self._thread.start()
                guard.start()
            self.change.notify_all()

    def _run(self) -> None:
        self._prepare()
        while client := self._next():
            with self.change:
                self._busy_since_s = self.clock.now_s()
                self.change.notify_all()
            try:
                with self._pulse.work():
                    client.attend()
            except Exception:
                logging.getLogger(__name__).exception("%s stumbled", self._name)
            with self.change:
                self._busy_since_s, self._is_stuck = None, False

    def _prepare(self) -> None:
        """Let the displays load their libraries: from a slow card that takes longer than a stuck bus may."""
        with self.change:
            clients = tuple(self._clients)
        for client in clients:
            client.prepare()

    def _next(self) -> Client | None:
        """Wait for the next display that wants its turn; None when all are closed."""
        with self.change:
            while True:
                self._clients = [client for client in self._clients if not client.is_closed]
                if not self._clients:
                    self._thread = None
                    self._pulse.belongs_to(None)
                    self.change.notify_all()
                    return None
                now_s = self.clock.now_s()
                dues = [(due_s, client) for client in self._clients if (due_s := client.due_s()) is not None]
                ready = [client for due_s, client in dues if due_s <= now_s]
                if ready:
                    return min(ready, key=lambda client: client.rank(now_s))
                self.change.wait(_step_s(min((due_s - now_s for due_s, _ in dues), default=None)))

    def _guard(self, thread: threading.Thread) -> None:
        """Tell the displays when a call to the bus takes too long, as the thread in it cannot (R28)."""
        looks, seen_s = 0, None
        while True:
            with self.change:
                if self._thread is not thread:
                    return
                self.change.wait(None if self._busy_since_s is None else WAIT_STEP_S)
                since_s = self._busy_since_s
                looks, seen_s = (looks + 1 if since_s == seen_s else 0), since_s
                if since_s is None or self._is_stuck or looks < LEAST_LOOKS:
                    continue
                if self.clock.now_s() - since_s <= self._stuck_s:
                    continue
                self._is_stuck = True
                clients = tuple(self._clients)
            for client in clients:
                client.stuck(f"its bus has been stuck for more than {self._stuck_s:g} s")


def _step_s(left_s: float | None) -> float | None:
    """Say how long to sleep before the clock, which may be moved by hand, is looked at again."""
    if left_s is None:
        return None
    return min(left_s, WAIT_STEP_S if left_s <= FAR_S else FAR_STEP_S)
